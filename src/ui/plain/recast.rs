//! Of the plain cockpit: another kind for a finding, other lines, and what stands behind it. Called by `commands`.

use crate::{
    core::{
        diff,
        model::{Anchor, Cast, Finding, FindingId, Kind, Side, Time},
    },
    session::{Choice, Session},
    ui::{evidence, update::KINDS},
};

use super::{Answer, Plain, place, words};

/// What the person made of it, else what it came as.
fn cast(session: &Session, finding: &Finding) -> Cast {
    let standing = session.gate.standing(&finding.id).and_then(|standing| standing.recast.clone());
    standing.unwrap_or_else(|| Cast {
        kind: finding.kind,
        anchor: finding.placement.anchor().cloned(),
        quoted: String::new(),
    })
}

/// Whether it is the person's own: that has no severity and no other kind.
pub(super) fn is_own(session: &Session, id: &FindingId) -> bool {
    session.findings.get(id).is_some_and(|finding| finding.kind == Kind::Comment)
}

impl Plain {
    /// `k thought`.
    pub(super) fn kind(&mut self, session: &Session, id: FindingId, rest: &str, at: Time) -> Answer {
        let wanted = KINDS.iter().find(|(letter, kind)| kind.as_str() == rest || rest.chars().eq([*letter]));
        let (Some((_, kind)), Some(finding)) = (wanted, session.findings.get(&id)) else {
            let all: Vec<&str> = KINDS.iter().map(|(_, kind)| kind.as_str()).collect();
            return Answer::say(format!("Write `k` and one of {}.", all.join(", ")));
        };
        if is_own(session, &id) {
            return Answer::say("A comment of yours has no severity and no other kind.");
        }
        let cast = Cast { kind: *kind, quoted: String::new(), ..cast(session, finding) };
        self.decide(session, id, Choice::Recast(cast), at)
    }

    /// `o 12-14`, `o src/a.rs:12`, `o src/a.rs` for the file, `o all` for the change as a whole.
    pub(super) fn other_lines(&mut self, session: &Session, id: FindingId, rest: &str, at: Time) -> Answer {
        let Some(finding) = session.findings.get(&id) else { return Answer::default() };
        let cast = cast(session, finding);
        let anchor = match other_place(session, cast.anchor.as_ref(), rest) {
            Ok(anchor) => anchor,
            Err(why) => return Answer::say(why),
        };
        let quoted = match (&anchor, cast.kind) {
            (Some(anchor), Kind::Comment) => place::quoted(&session.diff, anchor),
            _ => String::new(),
        };
        self.decide(session, id, Choice::Recast(Cast { kind: cast.kind, anchor, quoted }), at)
    }

    /// Who says it, what they read, who agreed, what it cost.
    pub(super) fn evidence(session: &Session, id: &FindingId) -> Answer {
        let rows = evidence::rows(session, id).into_iter().map(|(_, row)| words::line(&row));
        Answer { lines: rows.filter(|row| !row.trim().is_empty()).collect(), requests: Vec::new() }
    }
}

/// The place that is named; lines alone are of the file that it stands in now, the side too where they are there.
fn other_place(session: &Session, now: Option<&Anchor>, named: &str) -> Result<Option<Anchor>, String> {
    let help = || "Name its lines: `o 12-14`, `o PATH:LINE`, `o PATH` for the file, `o all` for the whole.".to_owned();
    if named == "all" {
        return Ok(None);
    }
    let is_lines = !named.is_empty() && named.chars().all(|c| c.is_ascii_digit() || c == '-');
    match (is_lines, now) {
        (true, Some(now)) => {
            let anchor = place::read(&session.diff, &format!("{}:{named}", now.path.lossy()))?;
            Ok(Some(on_side(session, now.side, anchor)))
        }
        (true, None) => Err(help()),
        (false, _) if named.is_empty() => Err(help()),
        (false, _) => place::read(&session.diff, named).map(Some),
    }
}

/// The same lines on that side, when they are within one hunk there.
fn on_side(session: &Session, side: Side, anchor: Anchor) -> Anchor {
    let index = &session.diff;
    let hunk = |line| diff::locate(index, diff::find_file(index, &anchor.path)?, side, line).map(|at| at.hunk);
    let fits = anchor.lines.is_some_and(|lines| {
        let first = hunk(lines.start());
        first.is_some() && first == hunk(lines.end())
    });
    if fits { Anchor { side, ..anchor } } else { anchor }
}
