//! The confirmation before a review is posted: what it says and which keys it knows, from the newest look. Keys are
//! `update::deliver`, drawing is `view::deliver`.

use crate::{
    core::publish::{Check, Choice},
    session::{Look, PublishChoice, Session},
};

use super::{review, theme::Ink};

/// Comments at lines above which the author is spared a thought (FACTS 12).
const MANY: usize = 30;

/// What a key of the confirmation does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Post what is shown: the hash of its payload.
    Post(String),
    /// Choose something.
    Choose(PublishChoice),
    /// Stop the reviewers that are at work.
    StopReviewers,
    /// Read the pull request anew: decisions stand where the text survived.
    Reopen,
}

/// A key of the confirmation: the key, what it does in words, what it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyRow {
    /// The key.
    pub key: char,
    /// In words.
    pub words: String,
    /// What it does.
    pub act: Act,
}

fn key(key: char, words: impl Into<String>, act: Act) -> KeyRow {
    KeyRow { key, words: words.into(), act }
}

/// The lines above the keys.
pub fn lines(session: &Session) -> Vec<(Ink, String)> {
    let publication = session.publication();
    if publication.is_posting {
        return vec![(Ink::Strong, "posting … nothing is sent twice".to_owned())];
    }
    let Some(look) = &publication.look else {
        return vec![(Ink::Strong, review::nothing(session).to_owned())];
    };
    let mut lines = vec![(Ink::Strong, question(session, look)), (Ink::Plain, review::sums(session, look))];
    lines.extend(warnings(session, look).into_iter().map(|words| (Ink::Warning, words)));
    for (gate, check) in look.report.gates.iter() {
        if let Some(Check { passed: false, why, choice: _ }) = check {
            lines.push((Ink::Warning, format!("✗ {} {}: {why}", gate.number(), gate.as_str())));
        }
    }
    lines
}

fn question(session: &Session, look: &Look) -> String {
    let binding = &look.frozen.artifact.binding;
    let who = session.pull().viewer.as_deref().unwrap_or("the owner of your token");
    let head = binding.head.get(..10).unwrap_or(&binding.head);
    format!("Publish review {} to {} at {head} as {who}?", look.report.review.short(), binding.pull)
}

pub(super) fn warnings(session: &Session, look: &Look) -> Vec<String> {
    let undecided = look.frozen.undecided.len();
    let fate = match session.publication().publishing.undecided {
        crate::core::synthesis::Undecided::Hold => "left out",
        crate::core::synthesis::Undecided::Publish => "published too",
    };
    let open = if undecided == 1 { "finding is undecided: it is" } else { "findings are undecided: they are" };
    let inline = look.report.composed.as_ref().map_or(0, |composed| composed.payload.comments.len());
    let (done, all) = session.progress();
    let drafts = session.drafts.len();
    let unsaved = if drafts == 1 { "draft is" } else { "drafts are" };
    let left = all.saturating_sub(done);
    let at_work = if left == 1 { "reviewer is" } else { "reviewers are" };
    let rules = [
        (undecided > 0, format!("{undecided} {open} {fate}")),
        (left > 0, format!("{left} {at_work} still at work: left running, the review says partial")),
        (drafts > 0, format!("{drafts} {unsaved} open: what is not saved is not in the review")),
        (inline > MANY, format!("{inline} comments are a lot to read")),
        (session.log.unsaved_work() > 0, "your last decisions are not on disk yet".to_owned()),
    ];
    rules.into_iter().filter(|(holds, _)| *holds).map(|(_, words)| words).collect()
}

/// The keys that do something now.
pub fn keys(session: &Session) -> Vec<KeyRow> {
    let publication = session.publication();
    let Some(look) = publication.look.as_ref().filter(|_| !publication.is_posting) else { return Vec::new() };
    let mut keys = Vec::new();
    let payload = look.report.composed.as_ref().filter(|_| look.report.is_open() && !publication.is_old);
    if let Some(composed) = payload {
        let event = composed.payload.event.as_str();
        keys.push(key('y', format!("posts it as {event}"), Act::Post(composed.payload.hash())));
    }
    for (_, check) in look.report.gates.iter() {
        if let Some(choice) = check.filter(|check| !check.passed).and_then(|check| check.choice.as_ref()) {
            keys.extend(of_choice(choice));
        }
    }
    keys.push(key('v', "event", Act::Choose(PublishChoice::NextEvent)));
    keys.push(key('b', "body", Act::Choose(PublishChoice::NextBody)));
    keys.push(key('a', "action", Act::Choose(PublishChoice::NextAction)));
    let (done, all) = session.progress();
    if done < all {
        keys.push(key('s', "stops the reviewers", Act::StopReviewers));
    }
    keys
}

fn of_choice(choice: &Choice) -> Vec<KeyRow> {
    let choose = |letter, words: &str, choice| vec![key(letter, words, Act::Choose(choice))];
    match choice {
        Choice::Stale { .. } => vec![
            key('m', "moves to the new head", Act::Reopen),
            key('o', "old head, everything in the body", Act::Choose(PublishChoice::Stale)),
        ],
        Choice::Draft => choose('c', "comments on the draft", PublishChoice::Draft),
        Choice::Closed => choose('c', "posts all the same, in the body", PublishChoice::Closed),
        Choice::Second { .. } => choose('w', "says what is new", PublishChoice::Second),
        Choice::Pending { id, .. } => vec![
            key('p', "joins the pending review", Act::Choose(PublishChoice::Join(*id))),
            key('D', "discards it", Act::Choose(PublishChoice::Discard(*id))),
        ],
        // It cannot post twice: an attempt that is not there is closed before another begins.
        Choice::Reconcile => choose('l', "looks whether the earlier attempt was posted", PublishChoice::Reconcile),
        // `v` is there anyway.
        Choice::Event => Vec::new(),
    }
}
