//! Whether somebody said a finding on the pull request already (deep §7, REVIEW stage 5d): the matcher without a model.
//!
//! The rule, of which every part only makes it stricter:
//! - A thread says the same when it is in the same file, at the same place (lines within [`NEAR`] on the same side;
//!   the same symbol named; or one of the two has no lines), and about the same thing.
//! - A remark of the conversation says the same when it names the file or the symbol, and is about the same thing,
//!   surely.
//! - About the same thing: the title's words to the letter; the same replacement; all words of the issue class; at
//!   least half of the title's words or two thirds of the invariant's, of which one must be more than review talk.
//! - Bodies of reviews are not looked at. Threads that are resolved or outdated hold nothing back; they are told as
//!   related (FACTS 39).
//!
//! In doubt it is not the same: what is held back wrongly is a finding that nobody sees. Comments are strangers'
//! text: they are compared, never obeyed, and their words go nowhere. Called by synthesis.

mod words;

use std::collections::{HashMap, HashSet};

use crate::core::model::{LineRange, Remark, RepoPath, Resolution, Side, Thread, ThreadPlace};

/// Lines that still count as the same place.
const NEAR: u32 = 5;

/// Threads that are told as related.
const RELATED: usize = 3;

/// Marks of reviews that a program like this one posted (PUBLISH "Marker").
const MARKERS: [&str; 2] = ["prr-cockpit", "pi-pr-review"];

/// A finding as far as it is compared.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'s> {
    /// Its file; `None` = about the change as a whole.
    pub path: Option<&'s RepoPath>,
    /// Its side.
    pub side: Side,
    /// Its lines.
    pub lines: Option<LineRange>,
    /// One line.
    pub title: &'s str,
    /// Its class, '' = none.
    pub class: &'s str,
    /// The condition that it says is broken, '' = none.
    pub invariant: &'s str,
    /// The symbol it is about.
    pub symbol: Option<&'s str>,
    /// The replacement it suggests.
    pub suggestion: Option<&'s str>,
}

/// Why a comment says the same, surest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sameness {
    /// Its words are those of the title, for the most part.
    Title,
    /// It names the condition that is broken.
    Invariant,
    /// It names the class of the issue.
    Class,
    /// It suggests the same replacement.
    Suggestion,
    /// It has the title to the letter.
    Letter,
}

impl Sameness {
    fn words(self) -> &'static str {
        match self {
            Self::Title => "in similar words",
            Self::Invariant => "about the same condition",
            Self::Class => "about the same class of issue",
            Self::Suggestion => "with the same replacement",
            Self::Letter => "in the same words",
        }
    }
}

/// Whether the thread of a comment still asks for something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Life {
    Open,
    Unknown,
    Resolved,
    Outdated,
}

/// A comment that says the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// Its address; where the host gave none, its number.
    pub reference: String,
    /// Who, where, why, in one sentence without the comment's own words.
    pub reason: String,
}

/// What there is on the pull request about a finding.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found {
    /// The comment that says it and still asks for something.
    pub said: Option<Said>,
    /// Comments that say it in threads that were closed.
    pub related: Vec<Said>,
}

/// Comments made ready to be compared.
#[derive(Debug)]
pub struct Known<'a> {
    by_path: HashMap<&'a RepoPath, Vec<Face<'a>>>,
    talk: Vec<Face<'a>>,
    /// Remarks of the conversation by the names in them.
    named: HashMap<String, Vec<usize>>,
}

/// One comment.
#[derive(Debug)]
struct Face<'a> {
    remark: &'a Remark,
    place: Option<&'a ThreadPlace>,
    life: Life,
    stems: Vec<String>,
    words: HashSet<String>,
    names: HashSet<String>,
    suggestion: Option<String>,
    /// Posted by a program like this one for the person who looks.
    is_ours: bool,
}

impl<'a> Known<'a> {
    /// Reads comments. `viewer` is the login of the person, when it is known.
    pub fn new(threads: &'a [Thread], remarks: &'a [Remark], viewer: Option<&str>) -> Self {
        let mut by_path: HashMap<&RepoPath, Vec<Face<'_>>> = HashMap::new();
        for thread in threads {
            let faces = thread.remarks.iter().map(|remark| Face::of(remark, Some(&thread.place), life(thread), viewer));
            by_path.entry(&thread.place.path).or_default().extend(faces);
        }
        let talk: Vec<Face<'_>> = remarks.iter().map(|remark| Face::of(remark, None, Life::Open, viewer)).collect();
        let mut named: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, face) in talk.iter().enumerate() {
            face.names.iter().for_each(|name| named.entry(name.clone()).or_default().push(at));
        }
        Self { by_path, talk, named }
    }

    /// What is said about a finding. The surest comment counts, then the nearest, then the first.
    pub fn find(&self, subject: &Subject<'_>) -> Found {
        let about = About::of(subject);
        let mut open: Vec<(Sameness, std::cmp::Reverse<u32>, std::cmp::Reverse<u64>, Said)> = Vec::new();
        let mut related = Vec::new();
        let faces = subject.path.and_then(|path| self.by_path.get(path)).into_iter().flatten();
        for face in faces {
            let Some((sameness, distance)) = face.in_thread(subject, &about) else { continue };
            let said = face.told(sameness);
            match face.life {
                Life::Open | Life::Unknown => {
                    open.push((sameness, std::cmp::Reverse(distance), std::cmp::Reverse(face.remark.id), said));
                }
                Life::Resolved | Life::Outdated => related.push(said),
            }
        }
        for face in self.of_talk(subject) {
            if let Some(sameness) = face.in_talk(&about) {
                let far = std::cmp::Reverse(u32::MAX);
                open.push((sameness, far, std::cmp::Reverse(face.remark.id), face.told(sameness)));
            }
        }
        related.truncate(RELATED);
        let said = open.into_iter().max_by_key(|(sameness, near, first, _)| (*sameness, *near, *first));
        Found { said: said.map(|(_, _, _, said)| said), related }
    }

    /// What a model says is the comment with that address. It counts when there is such a comment, and, when that stands
    /// at code, in the same file (deep §7, FACTS 39).
    pub fn cited(&self, reference: &str, path: Option<&RepoPath>, why: &str) -> Found {
        let mut found = Found::default();
        let same = |face: &&Face<'_>| face.remark.reference() == reference;
        let inline = path.and_then(|path| self.by_path.get(path)).into_iter().flatten().find(same);
        let Some(face) = inline.or_else(|| self.talk.iter().find(same)) else { return found };
        let said = Said {
            reference: face.remark.reference(),
            reason: format!("@{} says it: {why}", face.remark.author.login),
        };
        match face.life {
            Life::Open | Life::Unknown => found.said = Some(said),
            Life::Resolved | Life::Outdated => found.related.push(said),
        }
        found
    }

    /// Remarks of the conversation that name the finding's file or symbol; and those that we posted, which name many.
    fn of_talk(&self, subject: &Subject<'_>) -> Vec<&Face<'a>> {
        let path = subject.path.map(|path| path.lossy().into_owned()).unwrap_or_default();
        let ends = path.char_indices().filter(|(_, c)| *c == '/').filter_map(|(at, _)| path.get(at + 1..));
        let file = std::iter::once(path.as_str()).chain(ends).filter(|name| !name.is_empty());
        let names = file.chain(subject.symbol.and_then(identifier));
        let mut found: Vec<usize> = names.filter_map(|name| self.named.get(name)).flatten().copied().collect();
        found.extend(self.talk.iter().enumerate().filter(|(_, face)| face.is_ours).map(|(at, _)| at));
        found.sort_unstable();
        found.dedup();
        found.into_iter().filter_map(|at| self.talk.get(at)).collect()
    }
}

fn life(thread: &Thread) -> Life {
    match (thread.resolution, thread.is_outdated) {
        (Resolution::Resolved, _) => Life::Resolved,
        (_, true) => Life::Outdated,
        (Resolution::Open, false) => Life::Open,
        (Resolution::Unknown, false) => Life::Unknown,
    }
}

/// The name in a symbol as a reviewer writes it: `fn settle(x)` and `Order::settle` are about `settle`.
fn identifier(symbol: &str) -> Option<&str> {
    let head = symbol.split(['(', '<', '{']).next().unwrap_or(symbol);
    let last = head.split(|c: char| !c.is_alphanumeric() && c != '_').rfind(|part| !part.is_empty());
    last.filter(|name| name.chars().count() > 2)
}

/// The words of a finding.
struct About<'s> {
    title: Vec<String>,
    letter: Vec<String>,
    class: Vec<String>,
    invariant: Vec<String>,
    suggestion: Option<String>,
    symbol: Option<&'s str>,
}

impl<'s> About<'s> {
    fn of(subject: &Subject<'s>) -> Self {
        let trimmed = |text: &str| text.trim_end().lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        Self {
            title: words::telling(subject.title),
            letter: words::stems(subject.title),
            class: words::telling(subject.class),
            invariant: words::telling(subject.invariant),
            suggestion: subject.suggestion.map(trimmed).filter(|text| !text.trim().is_empty()),
            symbol: subject.symbol.and_then(identifier),
        }
    }
}

impl<'a> Face<'a> {
    fn of(remark: &'a Remark, place: Option<&'a ThreadPlace>, life: Life, viewer: Option<&str>) -> Self {
        let prose = words::prose(&remark.body);
        let marked = MARKERS.iter().any(|marker| remark.body.contains(marker));
        let stems = words::stems(&prose);
        Self {
            words: stems.iter().cloned().collect(),
            names: words::names(&prose),
            suggestion: words::suggestion(&remark.body),
            is_ours: marked && viewer.is_some_and(|viewer| viewer.eq_ignore_ascii_case(&remark.author.login)),
            remark,
            place,
            life,
            stems,
        }
    }

    /// Whether it says the same from its place under the code, and how far away that is.
    fn in_thread(&self, subject: &Subject<'_>, about: &About<'_>) -> Option<(Sameness, u32)> {
        let place = self.place?;
        let lines = place.lines.or(place.original).filter(|_| !place.is_file);
        let distance = match (lines, subject.lines) {
            (Some(there), Some(here)) => {
                let gap = here.start().saturating_sub(there.end()).max(there.start().saturating_sub(here.end()));
                let near = place.side == subject.side && gap <= NEAR;
                // Further off it must name what the finding is about.
                let named = about.symbol.is_some_and(|symbol| self.names.contains(symbol));
                (near || named).then_some(gap)?
            }
            (None, _) | (_, None) => NEAR,
        };
        let sameness = self.sameness(about)?;
        // Without lines on both sides words alone decide: they must be clear.
        let clear = lines.is_some() && subject.lines.is_some() || sameness > Sameness::Title || self.is_sure(about);
        clear.then_some((sameness, distance))
    }

    /// Whether it says the same in the conversation.
    fn in_talk(&self, about: &About<'_>) -> Option<Sameness> {
        let sameness = self.sameness(about)?;
        if self.is_ours {
            return (sameness == Sameness::Letter).then_some(sameness);
        }
        (sameness > Sameness::Title || self.is_sure(about)).then_some(sameness)
    }

    fn sameness(&self, about: &About<'_>) -> Option<Sameness> {
        if has_run(&self.stems, &about.letter) {
            return Some(Sameness::Letter);
        }
        if about.suggestion.is_some() && self.suggestion == about.suggestion {
            return Some(Sameness::Suggestion);
        }
        let telling = |shared: &[&String]| shared.iter().any(|word| words::is_telling(word));
        let class = self.shared(&about.class);
        // One word is a class only when it is a term of its own.
        let is_term = |word: &str| words::is_telling(word) && word.chars().count() >= 6;
        let whole = class.len() == about.class.len() && telling(&class);
        if whole && (class.len() > 1 || class.iter().any(|word| is_term(word))) {
            return Some(Sameness::Class);
        }
        let invariant = self.shared(&about.invariant);
        if invariant.len() > 1 && 3 * invariant.len() >= 2 * about.invariant.len() && telling(&invariant) {
            return Some(Sameness::Invariant);
        }
        let title = self.shared(&about.title);
        (title.len() > 1 && 2 * title.len() >= about.title.len() && telling(&title)).then_some(Sameness::Title)
    }

    /// Two thirds of the title and at least three of its words.
    fn is_sure(&self, about: &About<'_>) -> bool {
        let shared = self.shared(&about.title).len();
        shared >= 3 && 3 * shared >= 2 * about.title.len()
    }

    fn shared<'w>(&self, words: &'w [String]) -> Vec<&'w String> {
        words.iter().filter(|word| self.words.contains(*word)).collect()
    }

    fn told(&self, sameness: Sameness) -> Said {
        let author = &self.remark.author;
        let place = match self.place {
            Some(place) => format!("at {}", named(place)),
            None => "in the conversation".to_owned(),
        };
        let life = match self.life {
            Life::Open => "",
            Life::Unknown => " (whether its thread is resolved is not known)",
            Life::Resolved => " (its thread is resolved)",
            Life::Outdated => " (its code has changed since)",
        };
        Said {
            reference: self.remark.reference(),
            reason: format!("@{} says it {place} {}{life}", author.login, sameness.words()),
        }
    }
}

fn named(place: &ThreadPlace) -> String {
    let path = place.path.lossy();
    match place.lines.or(place.original).filter(|_| !place.is_file) {
        Some(lines) => format!("{path}:{}", lines.end()),
        None => path.into_owned(),
    }
}

/// Whether a text has all of a title, word for word. A title of one or two words is too short to tell.
fn has_run(text: &[String], title: &[String]) -> bool {
    title.len() > 2 && text.windows(title.len()).any(|window| window == title)
}

#[cfg(test)]
mod tests;
