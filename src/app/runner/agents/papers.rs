//! Tasks about findings: what they are sent, and what their answers come to. Not here: asking (`attempt`), reading verdicts
//! (`edge::claims`). Called by `desk` and `attempt`.

use crate::{
    app::runner::now,
    core::{
        brief::{self, Material, Papers, Piece},
        diff,
        model::{CandidateId, FileIx, FindingId, LineRange},
        plan::{Asks, Planned},
    },
    edge::{
        agents::Fault,
        claims::answer::{self, Asked},
    },
    session::{Asking, Msg},
};

use super::{Event, Order, desk::Desk};

/// Bytes of an answer about findings that are read.
pub(super) const MOST: usize = 4 << 20;
/// Bytes of prose about one finding that are kept.
const PROSE: usize = 16 * 1024;

/// Whether a task is about findings.
pub(super) fn is_about_findings(planned: &Planned) -> bool {
    match planned.asks {
        Asks::Verdicts(_) | Asks::Summary | Asks::Elaboration => true,
        Asks::Everything | Asks::Majors | Asks::FewMinors | Asks::Overview | Asks::Specification => false,
    }
}

fn of<'a>(asking: &'a Asking, planned: &Planned) -> Option<&'a Papers> {
    asking.papers.iter().find(|(task, _)| *task == planned.task.id).map(|(_, papers)| papers)
}

/// The brief.
pub(super) fn brief_of(order: &Order, planned: &Planned, material: &Material<'_>) -> brief::Brief {
    let asking = &order.asking;
    let none = Papers::default();
    let papers = of(asking, planned).unwrap_or(&none);
    let change = &asking.change.diff;
    let place = |put: &brief::Put| -> Option<(FileIx, LineRange)> {
        let (path, lines) = put.place.as_ref()?;
        Some((diff::find_file(change, path)?, (*lines)?))
    };
    let places: Vec<_> = papers.put.iter().filter_map(place).collect();
    let context = brief::near(change, &places, &mut super::desk::shelf(order));
    brief::brief_of_findings(material, planned, papers, &context)
}

/// Bytes of one specification that are sent.
const SPECIFICATION: usize = 24 * 1024;

/// What the change is said to do, for the task that holds it against that.
pub(super) fn specification(order: &Order, planned: &Planned) -> Vec<Piece> {
    if planned.asks != Asks::Specification {
        return Vec::new();
    }
    let piece = |(path, text): (String, String)| {
        let end = (0..=SPECIFICATION.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let text = text.get(..end).unwrap_or("").to_owned();
        Piece { kind: brief::Kind::Specification, path, lines: None, text }
    };
    let sources = crate::app::runner::spec::sources(&order.job, &order.asking.change, &order.quit);
    sources.into_iter().filter(|(_, text)| !text.trim().is_empty()).take(40).map(piece).collect()
}

/// Whether a task is to hold the change against what nobody wrote down.
pub(super) fn is_without_specification(order: &Order, planned: &Planned) -> bool {
    planned.asks == Asks::Specification && specification(order, planned).is_empty()
}

/// Takes the whole text of an answer that ended well.
///
/// # Errors
/// It cannot be read: then nothing was judged, and every finding stays as it was.
pub(super) fn take(desk: &mut Desk<'_>, text: &str) -> Result<(), Fault> {
    let wave = match desk.planned.asks {
        Asks::Verdicts(wave) => wave,
        Asks::Summary | Asks::Elaboration => return tell(desk, text),
        Asks::Everything | Asks::Majors | Asks::FewMinors | Asks::Overview | Asks::Specification => return Ok(()),
    };
    let (order, planned) = (desk.order, desk.planned);
    let about: Vec<(FindingId, CandidateId)> = of(&order.asking, planned)
        .iter()
        .flat_map(|papers| &papers.put)
        .map(|put| (put.id.clone(), put.candidate.clone()))
        .collect();
    let asked = Asked { wave, task: &planned.task.id, about: &about };
    let (opinions, notes) =
        answer::opinions(text, &asked).map_err(|why| Fault::Broken(format!("malformed answer: {why}")))?;
    notes.into_iter().for_each(|note| desk.note(note));
    let msg = Msg::OpinionsGiven(planned.task.id.clone(), opinions, now());
    let _ = order.events.blocking_send(Event::Session(msg));
    Ok(())
}

/// Prose for the person.
fn tell(desk: &mut Desk<'_>, text: &str) -> Result<(), Fault> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Fault::Broken("malformed answer: it said nothing".to_owned()));
    }
    let end = (0..=PROSE.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    desk.report.overview = text.get(..end).unwrap_or("").to_owned();
    if end < text.len() {
        desk.note(format!("only its first {} KiB are kept", PROSE >> 10));
    }
    Ok(())
}
