//! The state of the screen. Nothing here is about the review itself: that is the session's.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::{
    core::{
        model::{Anchor, FindingId, Side, ThreadId, Time},
        text::RowAt,
    },
    session::{Choice, Slot},
};

use super::{
    Chord, Hits, Look, Theme, Wardrobe, agents::AgentsState, beyond::Folds, callers::Callers, editor::Editor,
    field::Field, logbook::LogbookState, mouse::MouseState, paint::Paint, question::Question, reading::Reading,
    review::ReviewState, since::SinceFilter, talk::TalkState, tree::TreeState, triage::TriageState,
};

/// What stands in the first row of the diff: a row of a slot. Counts rows within that slot only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Top {
    /// The slot.
    pub slot: Slot,
    /// Which of its rows.
    pub at: At,
}

impl Top {
    /// The first row of a slot.
    pub fn of(slot: Slot) -> Self {
        Self { slot, at: At::default() }
    }
}

/// A row of a slot: one of its own, or of a card under it. Ordered as on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum At {
    /// Its own row; lines that are wrapped have several.
    Own(RowAt),
    /// A row of a card.
    Card {
        /// Which card under the slot's row.
        nth: u32,
        /// Which row of it.
        row: u32,
    },
}

impl Default for At {
    fn default() -> Self {
        Self::Own(RowAt::default())
    }
}

/// A card under a line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum CardId {
    /// A finding, or an own comment.
    Finding(FindingId),
    /// A thread of the pull request.
    Thread(ThreadId),
}

impl CardId {
    /// The finding, when it is one.
    pub fn finding(&self) -> Option<&FindingId> {
        match self {
            Self::Finding(id) => Some(id),
            Self::Thread(_) => None,
        }
    }

    /// The thread, when it is one.
    pub fn thread(&self) -> Option<ThreadId> {
        match self {
            Self::Thread(id) => Some(*id),
            Self::Finding(_) => None,
        }
    }
}

/// A place that a change of the layout kept, as far as the ends of the diff let it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// What is shown since.
    pub top: Top,
    /// Where the cursor is since.
    pub cursor: Cursor,
    /// The row of the screen that the cursor was to have.
    pub row: u32,
}

/// Where the cursor is: a slot, or a card under it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// The slot.
    pub slot: Slot,
    /// The card under it, or the slot itself.
    pub card: Option<CardId>,
}

impl Cursor {
    /// On the slot itself.
    pub fn on(slot: Slot) -> Self {
        Self { slot, card: None }
    }

    /// On a finding's card.
    pub fn on_finding(slot: Slot, id: FindingId) -> Self {
        Self { slot, card: Some(CardId::Finding(id)) }
    }

    /// The finding it is on.
    pub fn finding(&self) -> Option<&FindingId> {
        self.card.as_ref().and_then(CardId::finding)
    }

    /// The thread it is on.
    pub fn thread(&self) -> Option<ThreadId> {
        self.card.as_ref().and_then(CardId::thread)
    }
}

/// The diff as it is looked at.
#[derive(Debug, Clone)]
pub struct DiffState {
    /// First row shown.
    pub top: Top,
    /// The cursor.
    pub cursor: Cursor,
    /// The side that the cursor keeps to while old and new stand side by side.
    pub side: Side,
    /// How it is looked at.
    pub look: Look,
    /// What the last change of the layout made of the place.
    pub held: Option<Held>,
    /// What is folded by hand, and lines that are shown beyond the diff.
    pub folds: Folds,
    /// Cards folded or opened by hand.
    pub cards: BTreeMap<CardId, bool>,
    /// Findings that came while their line was on screen: a mark only, until the reader moves on.
    pub unrevealed: BTreeSet<FindingId>,
    /// First and last slot on screen, as of the last key or resize.
    pub shown: (Slot, Slot),
    /// Where a selection began.
    pub select: Option<Slot>,
    /// Whether only what is new since the earlier look is laid out.
    pub since: SinceFilter,
    /// The finding or comment that other lines are being picked for.
    pub picking: Option<FindingId>,
}

/// A search.
#[derive(Debug, Clone)]
pub struct Search {
    /// What for.
    pub pattern: String,
    /// Which answer belongs to it.
    pub revision: u64,
    /// The answer.
    pub hits: Option<Arc<Hits>>,
    /// Go to the first match from here when the answer comes.
    pub jump_from: Option<Slot>,
}

/// What a prompt line is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// Text to search.
    Search,
    /// A line number, or an action by name.
    Command,
    /// A part of the paths that the tree shows.
    Filter,
}

/// Who gets the keys.
#[derive(Debug, Clone)]
pub enum Mode {
    /// The view.
    Normal,
    /// One line at the bottom.
    Prompt(Ask, Field, usize),
    /// The reason to drop a finding; `Some` when it is being typed.
    Drop(FindingId, Option<Field>),
    /// A filter of the queue to choose.
    Filter,
    /// A bulk act to confirm.
    Bulk(Choice),
    /// A severity to choose.
    Severity(FindingId),
    /// A text.
    Edit(Box<Editor>),
    /// The help page, scrolled.
    Help(u16),
    /// The notes of the run, scrolled.
    Notes(u16),
    /// What stands behind a finding, scrolled.
    Evidence(FindingId, u16),
    /// The pull request, or a thread of it, to be read.
    Read(Reading),
    /// Who uses a symbol.
    Callers(Box<Callers>),
    /// A question to be answered.
    Ask(Box<Question>),
    /// The confirmation before a review is posted.
    Deliver,
    /// The person left: what is typed behind that is for the shell or the next pull request, not for this one.
    Leave,
}

/// A line for the footer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// In words.
    pub text: String,
    /// Whether something went wrong.
    pub warning: bool,
}

/// The places jumped from.
#[derive(Debug, Clone, Default)]
pub struct Jumps {
    /// Back, newest last.
    pub back: Vec<Cursor>,
    /// Forward, newest last.
    pub forward: Vec<Cursor>,
}

/// What the cockpit has taken note of.
#[derive(Debug, Clone, Default)]
pub struct Noted {
    /// Whether a key was pressed: a remembered place then no longer applies.
    pub touched: bool,
    /// Arrivals of the session that were looked at.
    pub arrivals: usize,
    /// Notes of the session that were there.
    pub notes: usize,
    /// Whether it was told that tier 0 keeps agents from being asked.
    pub blocked: bool,
    /// When the last key was pressed.
    pub now: Time,
    /// Threads of the pull request, and what waits for the person.
    pub talk: TalkState,
    /// The Agents view.
    pub agents: AgentsState,
    /// What would be posted.
    pub review: ReviewState,
    /// The mouse.
    pub mouse: MouseState,
    /// The Logbook view.
    pub logbook: LogbookState,
    /// Whether the keys to begin with are shown.
    pub guide: bool,
}

/// Everything about colour.
#[derive(Debug, Clone, Default)]
pub struct Colour {
    /// The themes, and the one in use.
    pub themes: Wardrobe,
    /// What is known of the lines.
    pub paint: Paint,
}

/// Which view has the body of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// The change as one stream.
    #[default]
    Diff,
    /// The queue of findings.
    Triage,
    /// Who looks at what, and what each says.
    Agents,
    /// What would be posted, and the gates before it.
    Review,
    /// What is recorded of this target.
    Logbook,
    /// What waits for the person.
    Inbox,
}

/// Everything about the screen.
#[derive(Debug, Clone)]
pub struct Ui {
    /// Columns and rows.
    pub size: (u16, u16),
    /// Which view is shown.
    pub view: View,
    /// The diff.
    pub diff: DiffState,
    /// The queue of findings.
    pub triage: TriageState,
    /// The tree.
    pub tree: TreeState,
    /// Who gets the keys.
    pub mode: Mode,
    /// Keys under way.
    pub chord: Chord,
    /// The footer's line.
    pub message: Option<Message>,
    /// Themes, and the colours of the diff.
    pub colour: Colour,
    /// The search.
    pub search: Option<Search>,
    /// Jumps.
    pub jumps: Jumps,
    /// What was taken note of.
    pub noted: Noted,
}

impl Ui {
    /// A cockpit of that size, before anything is known.
    pub fn new(columns: u16, rows: u16) -> Self {
        Self {
            size: (columns, rows),
            diff: DiffState {
                top: Top::of(Slot::TOP),
                cursor: Cursor::on(Slot::TOP),
                side: Side::Right,
                look: Look::default(),
                held: None,
                folds: Folds::default(),
                cards: BTreeMap::new(),
                unrevealed: BTreeSet::new(),
                shown: (Slot::TOP, Slot::TOP),
                select: None,
                since: SinceFilter::default(),
                picking: None,
            },
            view: View::Diff,
            triage: TriageState::default(),
            tree: TreeState::default(),
            mode: Mode::Normal,
            chord: Chord::default(),
            message: None,
            colour: Colour::default(),
            search: None,
            jumps: Jumps::default(),
            noted: Noted::default(),
        }
    }

    /// Shows the inbox, with nothing behind it.
    pub fn show_inbox_only(&mut self) {
        self.view = View::Inbox;
        self.noted.talk.is_home = true;
    }

    /// The key of an action, for a message: by the keymap in force.
    pub fn key(&self, id: &str) -> String {
        self.chord.map().first(id)
    }

    /// The colours in use.
    pub fn theme(&self) -> &Theme {
        self.colour.themes.now()
    }

    /// Shows a line in the footer.
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), warning: false });
    }

    /// Shows a warning in the footer.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), warning: true });
    }

    /// The anchor of the line under the cursor, for going back to it later.
    pub fn place(&self, diff: &crate::core::model::Diff) -> Option<Anchor> {
        super::walk::anchor_of_slot(diff, self.diff.cursor.slot)
    }
}
