//! What a finding says, as a set of stems: how two that use other sentences for one issue are told to be alike.
//! Not here: titles alone (words), places and classes (face), kinds of defects
//! (defects). Called by `face`.
//!
//! Title and body count; names in code are split (`readTempFile`, `read_temp_file` and "read temp file" are the same
//! three words), empty words are left out, endings are cut. Likeness is the cosine of the two sets. No counts over all
//! findings go in: two findings are alike or not whatever else was found, so a stream of findings changes no answer.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, LazyLock, OnceLock},
};

use super::{
    advice::{self, Advice},
    defects::Defects,
    hash::{Same, hash, lower_hash, text_hash},
    words,
};

/// So much of one text is read, in bytes: what it is about is said by then.
const MOST: usize = 8 << 10;

/// Most names of one text that are remembered: what it is about is named first.
pub(super) const NAMES: usize = 16;

/// Most words whose stems are remembered.
const VOCABULARY: usize = 1 << 16;

/// What a family of defects in common counts, in halves of a word: as three common words.
const DEFECT: u64 = 3;

/// A text of few words counts as one of so many (in halves of a word), or two words in common would be everything.
const FLOOR: u64 = 8;

/// What no finding is about: articles and the like, and what reviews say about anything.
static EMPTY: LazyLock<HashSet<u64, Same>> = LazyLock::new(|| {
    "a about actual actually add added adds after all also an and any are as at be because been before \
    being both bug but by call called calling calls can cause causes causing change changed changes code consider \
    could current currently did do does doing don done down during each effect either else even ever every few file \
    finding first fix for from function had has have he her here his how however i if impact in instead into is \
    issue it its itself just lead leads like likely line lines looks made make makes making may me method might more \
    most must my need needs new nit no nor not note now of off on once one only or other otherwise our out over own \
    per please possible potential problem really recommendation result resulting results same second seems should \
    since so some still such suggestion than that the their them then there these they thing things this those \
    through thus to too two under until up us use used uses using very via was way we were what when where whether \
    which while who why will with within without would yet you your"
        .split_ascii_whitespace()
        .map(hash)
        .collect()
});

/// Words of every second finding, as stems: they count half.
static COMMON: LazyLock<HashSet<u64, Same>> = LazyLock::new(|| {
    "argument arrai block cas check clas condition content data default error fail field get handl \
    id index item kei list log loop messag name nam number object old paramet path queri read request respons return \
    run set size start stat statu string test text tru typ user valu variabl writ"
        .split_ascii_whitespace()
        .map(hash)
        .collect()
});

/// Endings that are cut, the longest first.
const ENDINGS: [&str; 23] = [
    "ization", "isation", "ational", "ations", "ation", "ingly", "ments", "ment", "ness", "ings", "edly", "ing", "ied",
    "ies", "ers", "ive", "er", "ors", "or", "ed", "es", "ly", "al",
];

/// The telling words of one finding and the names that it gives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::core::synthesis) struct Prose {
    /// Of title and body, whole.
    pub text: u64,
    /// The words of the title ([`words::split`]).
    pub title: Vec<u64>,
    /// Hashes of stems, sorted, each once; the lowest bit marks those that count half.
    stems: Vec<u64>,
    /// Sum of what they count, in halves of a word.
    weight: u64,
    /// Hashes of the first whole names as in code, at most [`NAMES`], sorted, each once.
    pub names: Vec<u64>,
    /// Kinds of defects that it speaks of.
    pub defects: Defects,
    /// What it asks for, and advises against.
    pub advice: Advice,
    /// Advisories that it names (`CVE-2024-1234`), sorted, each once.
    advisories: Vec<u64>,
}

/// Stems of words that were met: the findings of one change have one vocabulary.
#[derive(Debug, Default)]
pub(in crate::core::synthesis) struct Stems {
    known: HashMap<u64, Word, Same>,
    buffer: String,
    /// Those of the text that is read.
    met: Vec<u64>,
}

/// What a finding says, read once and kept beside it while the review is made anew and anew. A clone has not read
/// anything: its words may be changed.
#[derive(Default)]
pub struct Said(Arc<OnceLock<Arc<Prose>>>);

impl Said {
    /// Reads it, or gives what was read before.
    pub(in crate::core::synthesis) fn of(&self, stems: &mut Stems, title: &str, body: &str) -> Arc<Prose> {
        self.0.get_or_init(|| Arc::new(Prose::with(stems, title, body))).clone()
    }

    /// Of another record of the same words.
    pub fn same(&self) -> Self {
        Self(self.0.clone())
    }
}

impl Clone for Said {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Said {
    /// What follows from the words makes no difference.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl std::fmt::Debug for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.get().is_some() { "Said(read)" } else { "Said" })
    }
}

/// What is known of a word.
#[derive(Debug, Clone, Copy)]
struct Word {
    /// `None`: it says nothing.
    stem: Option<u64>,
    /// Whether advice begins with it.
    is_cue: bool,
}

impl Stems {
    fn of(&mut self, word: &str) -> Word {
        let key = lower_hash(word);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        self.buffer.clear();
        self.buffer.extend(word.chars().flat_map(char::to_lowercase));
        let is_cue = advice::CUES.contains(&self.buffer.as_str());
        let word = Word { stem: stem_hash(&mut self.buffer), is_cue };
        if self.known.len() < VOCABULARY {
            self.known.insert(key, word);
        }
        word
    }
}

impl Prose {
    pub fn of(title: &str, body: &str) -> Self {
        Self::with(&mut Stems::default(), title, body)
    }

    /// The same where many are read one after the other.
    pub fn with(stems: &mut Stems, title: &str, body: &str) -> Self {
        let text = text_hash(title) ^ text_hash(body).rotate_left(1);
        let mut prose = Self { text, title: words::split(title), ..Self::default() };
        stems.met.clear();
        let cues = [title, body].map(|text| prose.read(stems, head(text, MOST)));
        if cues.contains(&true) {
            prose.advice = Advice::of(title, body);
        }
        stems.met.sort_unstable();
        stems.met.dedup();
        prose.stems = stems.met.clone();
        prose.weight = prose.stems.iter().map(|stem| weight(*stem)).sum();
        prose.defects = Defects::of(&prose.stems);
        prose.names.sort_unstable();
        prose.advisories.sort_unstable();
        prose.advisories.dedup();
        prose
    }

    /// The kinds of defects of a few words.
    pub fn defects_of(text: &str) -> Defects {
        let mut known = Stems::default();
        let mut stems: Vec<u64> =
            text.split(|c: char| !c.is_alphanumeric()).filter_map(|word| known.of(word).stem).collect();
        stems.sort_unstable();
        stems.dedup();
        Defects::of(&stems)
    }

    /// Whether both name advisories, and none in common: two holes, however alike they are told.
    pub fn names_other_advisories(&self, other: &Self) -> bool {
        let (mine, theirs) = (&self.advisories, &other.advisories);
        !mine.is_empty() && !theirs.is_empty() && !mine.iter().any(|one| theirs.binary_search(one).is_ok())
    }

    /// Whether both give several names as in code, and none in common: the same thing said of two places.
    pub fn names_other_things(&self, other: &Self) -> bool {
        let (mine, theirs) = (&self.names, &other.names);
        mine.len().min(theirs.len()) > 1 && !mine.iter().any(|name| theirs.binary_search(name).is_ok())
    }

    /// Gives whether there is a word that advice begins with.
    fn read(&mut self, stems: &mut Stems, text: &str) -> bool {
        if text.contains('-') {
            self.advisories.extend(advisories(text));
        }
        let mut has_cue = false;
        for name in words(text) {
            let mut take = |word: &str| {
                let word = stems.of(word);
                has_cue |= word.is_cue;
                stems.met.extend(word.stem);
            };
            if is_plain(name) {
                take(name);
                continue;
            }
            if is_joined(name) && self.names.len() < NAMES {
                let name = whole_hash(name);
                if !self.names.contains(&name) {
                    self.names.push(name);
                }
            }
            name.split('_').flat_map(humps).for_each(take);
        }
        has_cue
    }

    /// What both say, in halves of a word.
    pub fn shared(&self, other: &Self) -> u64 {
        let (mut a, mut b, mut shared) = (self.stems.iter().peekable(), other.stems.iter().peekable(), 0);
        while let (Some(left), Some(right)) = (a.peek(), b.peek()) {
            match left.cmp(right) {
                std::cmp::Ordering::Less => _ = a.next(),
                std::cmp::Ordering::Greater => _ = b.next(),
                std::cmp::Ordering::Equal => {
                    shared += weight(**left);
                    (_, _) = (a.next(), b.next());
                }
            }
        }
        shared
    }

    /// Whether both speak of the same kind of defect and say so much of the same that it is, families counted in, at
    /// least `percent` of the cosine's whole.
    pub fn is_of_one_defect(&self, other: &Self, percent: u64) -> bool {
        let common = self.defects.shared(other.defects);
        if common.is_none() {
            return false;
        }
        let weight = |prose: &Self| (prose.weight + DEFECT * prose.defects.count()).max(FLOOR);
        let shared = self.shared(other) + DEFECT * common.count();
        shared * shared * 10_000 >= percent * percent * weight(self) * weight(other)
    }

    /// Whether so many halves of a word, in common, are at least `percent` of the cosine's whole.
    pub fn is_alike(&self, other: &Self, shared: u64, percent: u64) -> bool {
        let whole = self.weight.max(FLOOR) * other.weight.max(FLOOR);
        shared * shared * 10_000 >= percent * percent * whole
    }
}

/// The hash of a name, as it stands in [`Prose::names`] when it is of several words: `run` is met by chance.
pub(super) fn whole_hash(name: &str) -> u64 {
    hash(name.trim_matches('_'))
}

/// `CVE-2024-1234`, `RUSTSEC-2024-0001`, `GHSA-xxxx-xxxx-xxxx`.
fn advisories(text: &str) -> impl Iterator<Item = u64> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.filter_map(|word| {
        let (kind, _) = word.split_once('-')?;
        let is_one = ["cve", "ghsa", "rustsec", "pysec"].iter().any(|known| known.eq_ignore_ascii_case(kind));
        let (parts, ends) = (word.split('-').count(), word.trim_matches('-').len() == word.len());
        (is_one && ends && (3..=4).contains(&parts)).then(|| hash(&word.to_ascii_lowercase()))
    })
}

/// Whether a name is one word, by its letters: most are, and need no cutting.
fn is_plain(name: &str) -> bool {
    name.is_ascii()
        && !name.bytes().skip(1).any(|byte| byte.is_ascii_uppercase() || byte == b'_')
        && !name.starts_with('_')
}

fn is_joined(name: &str) -> bool {
    name.trim_matches('_').contains('_') || humps(name).len() > 1
}

fn weight(stem: u64) -> u64 {
    2 - (stem & 1)
}

/// The first bytes of a text, not more than so many, and whole characters.
pub(super) fn head(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    text.get(..end).unwrap_or(text)
}

/// `readTempFile` and `HTTPServer` as words.
fn humps(name: &str) -> Vec<&str> {
    let chars: Vec<(usize, char)> = name.char_indices().collect();
    let mut cuts = vec![0];
    for (nth, window) in chars.windows(2).enumerate() {
        let [(at, left), (next, right)] = window else { continue };
        let behind_capital = nth.checked_sub(1).and_then(|nth| chars.get(nth)).is_some_and(|(_, c)| c.is_uppercase());
        if right.is_uppercase() && !left.is_uppercase() {
            cuts.push(*next);
        } else if right.is_lowercase() && left.is_uppercase() && behind_capital {
            cuts.push(*at);
        }
    }
    cuts.push(name.len());
    cuts.windows(2).filter_map(|ends| name.get(*ends.first()?..*ends.last()?)).filter(|word| !word.is_empty()).collect()
}

/// `None` for a word that says nothing: an empty one, a letter, a number.
pub(super) fn stem_hash(word: &mut String) -> Option<u64> {
    let is_small = word.len() < 2 || word.bytes().all(|byte| byte.is_ascii_digit());
    if is_small || EMPTY.contains(&hash(word)) {
        return None;
    }
    if word.is_ascii() {
        cut(word);
    }
    let stem = hash(word);
    Some(stem & !1 | u64::from(COMMON.contains(&stem)))
}

/// Cuts one ending, so that "injects", "injected" and "injection" come near each other.
fn cut(word: &mut String) {
    let last = word.bytes().next_back();
    let ending = ENDINGS.iter().copied().chain(["s", "e"]).find(|ending| {
        let least = if matches!(*ending, "s" | "e" | "ed" | "es") { 3 } else { 4 };
        ending.bytes().next_back() == last && word.len() >= ending.len() + least && word.ends_with(ending)
    });
    word.truncate(word.len() - ending.map_or(0, str::len));
    if matches!(ending, Some("ied" | "ies")) {
        word.push('i');
    }
    let tail = word.as_bytes();
    if let [.., a, b] = tail
        && a == b
        && word.len() > 3
        && !b"aeiouls".contains(b)
    {
        word.pop();
    }
    if word.ends_with('y') {
        word.pop();
        word.push('i');
    }
}

/// The words of a text: letters, digits and underscores, as they are written.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_of_word(c)).filter(|word| !word.is_empty())
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || (!c.is_ascii() && c.is_alphanumeric())
}
