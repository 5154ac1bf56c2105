//! The lines on top as facts: what is reviewed, how it stands, how far the run is, how much was looked at; where each
//! fact stands, and which action it is a door to. A tall window has two lines, others one; what matters most comes first
//! and stays whole. Not drawing (`view::header`), not what a click does (`update::mouse`).

mod pull;

use ratatui::layout::Rect;

use crate::{
    core::{
        model::{Pass, TaskEnd, TaskState},
        text,
    },
    session::{Phase, Session},
};

use super::{
    Ui,
    action::{Action, Queue, Seek, Show, Talk},
    layout, since,
    theme::Ink,
};

/// Width from which facts may take three quarters of the first line.
const WIDE: usize = 100;

/// A fact, how it is drawn, and what it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// In words.
    pub words: String,
    /// How it is drawn.
    pub ink: Ink,
    /// What a click on it does; the same action is in the palette.
    pub door: Option<Action>,
}

impl Fact {
    fn plain(words: impl Into<String>, door: Action) -> Self {
        Self { words: words.into(), ink: Ink::Plain, door: Some(door) }
    }

    fn warning(words: impl Into<String>, door: Action) -> Self {
        Self { ink: Ink::Warning, ..Self::plain(words, door) }
    }
}

/// A fact where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// Its cells.
    pub area: Rect,
    /// What.
    pub fact: Fact,
}

/// The lines as they stand on the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// What is reviewed, and the columns it has.
    pub title: (String, Rect),
    /// Facts, from left to right, line by line.
    pub facts: Vec<Placed>,
}

/// Works the lines out.
pub fn heading(session: &Session, ui: &Ui) -> Heading {
    let area = layout::areas(ui).header;
    let width = usize::from(area.width);
    let has_two = area.height > 1;
    let (mut first, second) = match ui.noted.talk.is_home {
        true => (Vec::new(), Vec::new()),
        false => (first(session, ui, has_two), second(session, ui)),
    };
    if !has_two {
        first.extend(second.iter().cloned());
    }
    let title = session.pull().pull.as_deref().map_or_else(|| session.title().to_owned(), pull::title);
    // A title of two words is none; what it does not need is for the facts.
    let share = if width < WIDE { width * 3 / 5 } else { width * 3 / 4 };
    let room = share.max(width.saturating_sub(text::width(&text::one_line(&title, width)) + 9));
    let (first, used) = fitting(first, room);
    let left = area.width.saturating_sub(used + 3);
    let title = text::one_line(&title, usize::from(left.saturating_sub(6)));
    let line = Rect { height: area.height.min(1), ..area };
    let mut facts = placed(first, (line.x + line.width.saturating_sub(used + 1), line.y), used);
    if has_two {
        let (second, used) = fitting(second, width.saturating_sub(6));
        facts.extend(placed(second, (area.x + 5, area.y + 1), used));
    }
    Heading { title: (title, Rect { x: line.x + 5, width: left.saturating_sub(5), ..line }), facts }
}

/// What a click there does.
pub fn door_at(session: &Session, ui: &Ui, (column, row): (u16, u16)) -> Option<Action> {
    let there = ratatui::layout::Position { x: column, y: row };
    let all = heading(session, ui).facts;
    all.into_iter().find(|placed| placed.area.contains(there)).and_then(|placed| placed.fact.door)
}

/// As many facts as fit, whole ones only; the first always. And the columns they take.
fn fitting(facts: Vec<Fact>, room: usize) -> (Vec<Fact>, u16) {
    let mut shown: Vec<Fact> = Vec::new();
    let mut used = 0;
    for fact in facts {
        let words = if used == 0 { text::one_line(&fact.words, room) } else { fact.words };
        let columns = text::width(&words) + if used == 0 { 0 } else { GAP };
        if used > 0 && used + columns > room {
            continue;
        }
        used += columns;
        shown.push(Fact { words, ..fact });
    }
    (shown, u16::try_from(used).unwrap_or(u16::MAX))
}

/// Columns between two facts.
pub const GAP: usize = 3;

fn placed(facts: Vec<Fact>, (mut x, y): (u16, u16), used: u16) -> Vec<Placed> {
    let end = x.saturating_add(used);
    let place = |fact: Fact| {
        let columns = u16::try_from(text::width(&fact.words)).unwrap_or(u16::MAX).min(end.saturating_sub(x));
        let area = Rect { x, y, width: columns, height: 1 };
        x = x.saturating_add(columns).saturating_add(GAP as u16);
        Placed { area, fact }
    };
    facts.into_iter().map(place).collect()
}

/// What is wanted most, in that order.
fn first(session: &Session, ui: &Ui, has_second: bool) -> Vec<Fact> {
    let undecided = session.undecided_len();
    let mut facts: Vec<Fact> = pull::stale(session).into_iter().collect();
    facts.push(Fact::plain(run_words(session), Action::Show(Show::Agents)));
    if let found @ 1.. = session.findings.found_len() {
        let words = format!("{found} finding{}, {undecided} undecided", plural(found));
        facts.push(Fact::plain(words, Action::Queue(Queue::Undecided)));
    }
    if let own @ 1.. = session.findings.own_len() {
        facts.push(Fact::plain(format!("{own} own comment{}", plural(own)), Action::Show(Show::Triage)));
    }
    if since::filter(session, ui).is_some() {
        facts.push(Fact::plain(session.last_look().brief(), Action::Show(Show::Since)));
    }
    facts.extend(pull::first(session, has_second));
    let held = session.findings.drawer_len();
    if held > 0 {
        facts.push(Fact::plain(format!("{held} held back"), Action::Queue(Queue::Drawer)));
    }
    facts.extend(gates(session));
    let (_, cost) = session.voices().spent();
    if cost > 0.0 {
        facts.push(Fact::plain(format!("${cost:.4}"), Action::Show(Show::Agents)));
    }
    facts
}

/// The gates of the last look, when there was one.
fn gates(session: &Session) -> Option<Fact> {
    let look = session.publication().look.as_ref()?;
    let door = Action::Show(Show::Review);
    let failed = look.report.gates.iter().filter(|(_, check)| check.is_some_and(|check| !check.passed)).count();
    Some(match failed {
        0 => Fact::plain("gates \u{2713}", door),
        failed => Fact::warning(format!("gates \u{2717} {failed}"), door),
    })
}

/// What is wanted then.
fn second(session: &Session, ui: &Ui) -> Vec<Fact> {
    let mut facts = pull::second(session);
    facts.extend(risk(session).map(|words| Fact::plain(words, Action::Seek(Seek::NextRisk))));
    let (viewed, files) = ui.tree.viewed();
    if viewed > 0 {
        facts.push(Fact::plain(format!("{viewed} of {files} viewed"), Action::Seek(Seek::NextUnviewed)));
    }
    match session.pull().pull.as_deref() {
        Some(pull) => {
            let head = reviewed(session).unwrap_or_default();
            facts.push(Fact::plain(pull::ends(pull, head), Action::Talk(Talk::Page)));
        }
        None => facts.extend(short_head(session).map(|words| Fact { words, ink: Ink::Plain, door: None })),
    }
    if !has_agent(session) {
        facts.push(Fact::plain("built-in only", Action::Show(Show::Agents)));
    }
    facts
}

/// The head that is reviewed, whatever the host has by now; before that is known, the host's.
fn reviewed(session: &Session) -> Option<&str> {
    let now = session.pull().pull.as_deref().map(|pull| pull.head.sha.as_str());
    session.request().and_then(|request| request.head_sha.as_deref()).or(now)
}

fn short_head(session: &Session) -> Option<String> {
    reviewed(session).and_then(|sha| sha.get(..8)).map(str::to_owned)
}

/// Hotspots, and the risk of the change as a whole (FACTS 4).
fn risk(session: &Session) -> Option<String> {
    let map = session.map.as_ref()?;
    let score = map.score.as_ref().map(|score| format!("risk {}", score.score));
    let spots = match map.hotspots.len() {
        0 => None,
        spots => Some(format!("{spots} hotspot{}", plural(spots))),
    };
    let words: Vec<String> = spots.into_iter().chain(score).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// What a header of one line has no room for, to stand above the diff: head, risk, coverage. In few columns.
pub fn beside(session: &Session) -> Vec<String> {
    let score = session.map.as_ref().and_then(|map| map.score.as_ref()).map(|score| format!("risk {}", score.score));
    let coverage = session.digest().coverage.map(|coverage| pull::words_of(coverage, session.is_settled()));
    [short_head(session), score, coverage].into_iter().flatten().collect()
}

/// Whether somebody beside the built-in reviewers looked (REVIEW "Agents"). A recorded run of those is still theirs.
fn has_agent(session: &Session) -> bool {
    session.tasks.iter().any(|(task, state)| {
        let is_agent =
            !matches!(task.pass, Pass::Builtin(_) | Pass::Tool(_)) && !task.id.as_str().starts_with("builtin:");
        is_agent && *state == TaskState::Ended(TaskEnd::Completed)
    })
}

/// Where the run is, in a word or two.
fn run_words(session: &Session) -> String {
    let (ended, all) = session.progress();
    match &session.phase {
        Phase::Reading => format!("reading · {} file{}", session.diff.files.len(), plural(session.diff.files.len())),
        Phase::Configuring(_) | Phase::Opening(_) | Phase::Mapping(_) => "preparing".to_owned(),
        Phase::Reviewing(_) => format!("reviewing {ended}/{all}"),
        Phase::Done(_) if session.is_complete() => "reviewed".to_owned(),
        Phase::Done(_) => {
            let failed = session.tasks.iter().filter(|(_, state)| is_short(state)).count();
            format!("partial: {failed} of {all} reviewers did not finish")
        }
        Phase::Failed(_) => "failed".to_owned(),
    }
}

fn is_short(state: &TaskState) -> bool {
    !matches!(state, TaskState::Ended(end) if end.is_well())
}

/// An s for more than one.
pub fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
