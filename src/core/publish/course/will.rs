//! What a person or trusted configuration wants of a publication, captured before it begins. Nothing in the reviewed
//! change can set any of it. Built by session and app.

use crate::core::{
    model::PullName,
    publish::{ReviewHash, Rights, Wish},
    synthesis::Style,
};

/// How far the course goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Looks at every gate it can, and writes nothing anywhere.
    Preview,
    /// Stops at the first closed gate; behind the last one it posts.
    Publish,
}

/// Whether a person sits at the gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seat {
    /// Nobody: what only a person may choose is refused.
    Empty,
    /// A person, who sees the gates and confirms.
    Person,
}

/// Choices that open gates. Each was made by somebody who saw what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Choices {
    /// Publish although the head moved, everything in the body (`--allow-stale`).
    pub stale: bool,
    /// Comment on a draft. Only a person.
    pub draft: bool,
    /// Publish although it is closed or merged, everything in the body (`--include-closed`).
    pub closed: bool,
    /// A second review of the same head, of what was not posted. Only a person.
    pub second: bool,
    /// The pending review that may be deleted: its comments are in the logbook, or not wanted. Only a person.
    pub discard: Option<u64>,
}

/// Everything that is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Will {
    /// How far.
    pub mode: Mode,
    /// Who wants it.
    pub seat: Seat,
    /// Who chose the event.
    pub event: Wish,
    /// How it is said.
    pub style: Style,
    /// What configuration allows.
    pub rights: Rights,
    /// What was chosen.
    pub choices: Choices,
    /// `github.login`: serves where the host does not tell who we are.
    pub login: Option<String>,
    /// Hash of the payload that was seen and confirmed; `None` = whatever passes the gates was authorised.
    pub confirmed: Option<String>,
}

impl Will {
    /// Looks only.
    pub fn preview(seat: Seat, style: Style) -> Self {
        Self {
            mode: Mode::Preview,
            seat,
            event: Wish::Rules,
            style,
            rights: Rights::default(),
            choices: Choices::default(),
            login: None,
            confirmed: None,
        }
    }
}

/// What was asked to be published: exactly this review, exactly there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// Where.
    pub pull: PullName,
    /// Which.
    pub review: ReviewHash,
}
