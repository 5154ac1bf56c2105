//! The payload of an artifact: places, texts and sizes together (PUBLISH gates 9 and 10). Not here: whether it may be
//! posted (`gates`). Called by the course and by the Review view.

use std::collections::BTreeSet;

use super::{
    Event,
    artifact::{Artifact, Statement},
    body::{self, Parts},
    payload::{LineComment, MOST_PAYLOAD, Payload},
    place::{self, Moved, Room, Spot},
    safe,
    words::{MOST_BYTES, Words},
};
use crate::core::{
    model::FindingId,
    synthesis::{BodyStyle, Style},
};

/// A comment is not shortened below this.
const LEAST_COMMENT: usize = 1_000;

/// How the review is said, and under which circumstances.
#[derive(Debug)]
pub struct How<'h> {
    /// The commit it is put on.
    pub commit: String,
    /// What it does.
    pub event: Event,
    /// How much text.
    pub style: Style,
    /// Where comments can stand.
    pub room: Room<'h>,
    /// Sentences that lead the machine's part of the body.
    pub notices: Vec<String>,
    /// Keys of statements that an earlier review of this head said.
    pub said: BTreeSet<String>,
}

/// A payload with what is to be told about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Composed {
    /// What would be posted.
    pub payload: Payload,
    /// What is not at lines, and why, in the order of the review. The person's texts about the whole are not in it.
    pub moved: Vec<(FindingId, Moved)>,
    /// Keys of everything that is said in it.
    pub keys: Vec<String>,
    /// What was shortened or left out, in sentences.
    pub shortened: Vec<String>,
    /// Statements left out because an earlier review of this head said them.
    pub said_before: usize,
}

/// Puts it together.
///
/// # Errors
/// A text that may not be cut has no room, or a marker stands where none may: in a sentence.
pub fn compose(artifact: &Artifact, how: &How<'_>) -> Result<Composed, String> {
    let fresh: Vec<&Statement> = artifact.statements.iter().filter(|one| !how.said.contains(&one.key())).collect();
    let spots = place::place(fresh.iter().copied(), &how.room);
    let placed: Vec<Placed<'_>> = fresh.iter().map(|one| Words::of(one)).zip(spots).collect();
    let body = write_body(artifact, how, &placed)?;
    let mut payload = Payload { commit: how.commit.clone(), body: body.text, event: how.event, comments: Vec::new() };
    let cut = write_comments(&mut payload, how, &placed)?;
    check(&payload)?;
    let mut shortened = body.shortened;
    if cut > 0 {
        shortened.push(format!("{cut} comments at lines are shortened"));
    }
    let moved = placed.iter().filter(|(one, _)| !one.statement.is_own_text());
    Ok(Composed {
        moved: moved.filter_map(|(one, spot)| Some((one.statement.id.clone(), *spot.as_ref().err()?))).collect(),
        keys: fresh.iter().map(|one| one.key()).collect(),
        said_before: artifact.statements.len() - fresh.len(),
        payload,
        shortened,
    })
}

type Placed<'s> = (Words<'s>, Result<Spot, Moved>);

fn write_body(artifact: &Artifact, how: &How<'_>, placed: &[Placed<'_>]) -> Result<body::Body, String> {
    let (own, rest): (Vec<&Placed<'_>>, Vec<&Placed<'_>>) =
        placed.iter().partition(|(one, _)| one.statement.is_own_text());
    body::body(&Parts {
        artifact,
        // What an earlier review said about the whole is not said again.
        style: if how.said.is_empty() { how.style.body } else { BodyStyle::Own },
        own: own.into_iter().map(|(one, _)| one).collect(),
        inline: rest.iter().filter(|(_, spot)| spot.is_ok()).count(),
        moved: rest.into_iter().filter_map(|(one, spot)| Some((one, *spot.as_ref().err()?))).collect(),
        notices: how.notices.clone(),
    })
}

/// The comments, shorter and shorter until the whole fits. Gives how many were cut.
fn write_comments(payload: &mut Payload, how: &How<'_>, placed: &[Placed<'_>]) -> Result<usize, String> {
    let mut most = MOST_BYTES;
    loop {
        let mut cut = 0;
        payload.comments.clear();
        for (words, spot) in placed {
            let Ok(spot) = spot else { continue };
            // A person's comment is not cut to make room for others.
            let said = words.at_lines(spot.side, how.style.labels, most);
            let said = said.or_else(|_| words.at_lines(spot.side, how.style.labels, MOST_BYTES));
            let said = said.map_err(|bytes| too_long(spot, bytes))?;
            cut += usize::from(said.is_shortened);
            payload.comments.push(LineComment {
                finding: words.statement.id.clone(),
                spot: spot.clone(),
                body: said.text,
            });
        }
        if payload.size() <= MOST_PAYLOAD {
            return Ok(cut);
        }
        most /= 2;
        if most < LEAST_COMMENT {
            return Err(format!(
                "the review has {} bytes, and the host takes {MOST_PAYLOAD}: drop or shorten comments",
                payload.size()
            ));
        }
    }
}

fn too_long(spot: &Spot, bytes: usize) -> String {
    let line = spot.lines.end();
    format!("your comment at {}:{line} has {bytes} bytes, and the host takes {MOST_BYTES}: shorten it", spot.path)
}

/// The last look: no text holds a marker but the body's last line.
fn check(payload: &Payload) -> Result<(), String> {
    let body = payload.body.rsplit_once('\n').map_or("", |(text, _)| text);
    let texts = std::iter::once(body).chain(payload.comments.iter().map(|comment| comment.body.as_str()));
    match texts.filter(|text| safe::holds_marker(text)).count() {
        0 => Ok(()),
        n => Err(format!("{n} of its texts hold a reserved marker")),
    }
}

#[cfg(test)]
mod tests;
