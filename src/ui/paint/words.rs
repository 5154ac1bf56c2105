//! A line as words, and which words of two lines differ. Called by `emphasis` and `pairs`.

use std::{ops::Range, time::Duration};

use similar::{Algorithm, DiffOp, TextDiff};
use unicode_segmentation::UnicodeSegmentation;

use super::tile::LINE;

/// Words of a line that are compared; a line of more is not looked at.
const MOST: usize = 600;

/// Time for two lines.
const PATIENCE: Duration = Duration::from_millis(10);

/// Byte ranges of a line.
pub(super) type Ranges = Vec<(u16, u16)>;

/// A line cut into words: names and numbers whole, blanks and signs one by one. Clusters are never cut; scripts
/// without blanks are cut at each character.
#[derive(Debug, Clone)]
pub(super) struct Words<'a> {
    text: &'a str,
    words: Vec<(usize, &'a str)>,
    /// Hash and weight of each word that is no blank, sorted.
    bag: Vec<(u64, u32)>,
    weight: u32,
}

/// What a cluster is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Blank,
    Letter,
    Sign,
}

impl<'a> Words<'a> {
    /// `None`: the line is too long, or is no text.
    pub fn of(line: &'a [u8]) -> Option<Self> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text = std::str::from_utf8(line).ok().filter(|text| text.len() <= LINE)?;
        let words = cut(text);
        if words.len() > MOST {
            return None;
        }
        let mut bag: Vec<(u64, u32)> = Vec::with_capacity(words.len());
        for (_, word) in &words {
            let letter = word.chars().next().is_some_and(is_letter);
            match word.trim().is_empty() {
                true => {}
                false if letter => bag.push((hash(word), 1 + word.len() as u32)),
                false => bag.push((hash(word), 1)),
            }
        }
        bag.sort_unstable();
        let weight = bag.iter().map(|(_, weight)| weight).sum();
        Some(Self { text, words, bag, weight })
    }

    /// Whether there is nothing but blanks.
    pub fn is_blank(&self) -> bool {
        self.weight == 0
    }

    /// Whether both are the same but for blanks, and differ in these.
    pub fn differs_in_blanks(&self, other: &Self) -> bool {
        let ink = |words: &Self| -> Vec<char> { words.text.chars().filter(|c| !c.is_whitespace()).collect() };
        self.text != other.text && self.bag.len().abs_diff(other.bag.len()) <= MOST && ink(self) == ink(other)
    }

    /// How much both have in common, 0 to 1000: words count by their length, wherever they stand.
    pub fn likeness(&self, other: &Self) -> u32 {
        let all = self.weight + other.weight;
        if all == 0 {
            return 0;
        }
        let (mut common, mut theirs) = (0, other.bag.iter().peekable());
        for (hash, weight) in &self.bag {
            while theirs.next_if(|(other, _)| other < hash).is_some() {}
            if theirs.next_if(|(other, _)| other == hash).is_some() {
                common += weight;
            }
        }
        2000 * common / all
    }

    /// Byte ranges of this line and of the other one that differ. Blanks count only when nothing else differs.
    pub fn changes(&self, other: &Self) -> (Ranges, Ranges) {
        let slices = |words: &Self| -> Vec<&str> { words.words.iter().map(|(_, word)| *word).collect() };
        let (old, new) = (slices(self), slices(other));
        let mut config = TextDiff::configure();
        let compared = config.algorithm(Algorithm::Myers).timeout(PATIENCE).diff_slices(&old, &new);
        let blanks_count = self.differs_in_blanks(other);
        let (mut here, mut there) = (Vec::new(), Vec::new());
        for op in compared.ops() {
            if !matches!(op, DiffOp::Equal { .. }) {
                here.push(op.old_range());
                there.push(op.new_range());
            }
        }
        (self.joined(here, blanks_count), other.joined(there, blanks_count))
    }

    /// Ranges of words as ranges of bytes: joined across blanks, without blanks at their ends.
    fn joined(&self, ranges: Vec<Range<usize>>, blanks_count: bool) -> Ranges {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for range in ranges.into_iter().filter(|range| !range.is_empty()) {
            let Some((mut from, mut to)) = self.bytes(range) else { continue };
            if !blanks_count {
                let part = self.text.get(from..to).unwrap_or("");
                to = from + part.trim_end().len();
                from = to - part.trim().len();
            }
            let is_blank = |from: usize, to: usize| self.text.get(from..to).is_some_and(|t| t.trim().is_empty());
            match found.last_mut() {
                _ if from == to => {}
                Some(last) if last.1 == from || (!blanks_count && is_blank(last.1, from)) => last.1 = to,
                _ => found.push((from, to)),
            }
        }
        found.into_iter().filter_map(|(from, to)| Some((u16::try_from(from).ok()?, u16::try_from(to).ok()?))).collect()
    }

    fn bytes(&self, range: Range<usize>) -> Option<(usize, usize)> {
        let (from, _) = self.words.get(range.start)?;
        let (last, word) = self.words.get(range.end.checked_sub(1)?)?;
        Some((*from, last + word.len()))
    }
}

fn cut(text: &str) -> Vec<(usize, &str)> {
    let mut words: Vec<(usize, &str)> = Vec::new();
    let mut open: Option<usize> = None;
    for (at, cluster) in text.grapheme_indices(true) {
        if kind(cluster) == Kind::Letter {
            open.get_or_insert(at);
            continue;
        }
        if let Some(from) = open.take() {
            words.push((from, text.get(from..at).unwrap_or("")));
        }
        words.push((at, cluster));
    }
    if let Some(from) = open {
        words.push((from, text.get(from..).unwrap_or("")));
    }
    words
}

fn kind(cluster: &str) -> Kind {
    match cluster.chars().next() {
        Some(c) if c.is_whitespace() => Kind::Blank,
        Some(c) if is_letter(c) && !is_ideograph(c) => Kind::Letter,
        _ => Kind::Sign,
    }
}

fn is_letter(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Scripts written without blanks between words.
fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// FNV-1a: likeness is a guess, so collisions do no harm.
fn hash(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(old: &str, new: &str) -> (Vec<String>, Vec<String>) {
        let (a, b) = (Words::of(old.as_bytes()).unwrap(), Words::of(new.as_bytes()).unwrap());
        let (here, there) = a.changes(&b);
        let text = |line: &str, ranges: Vec<(u16, u16)>| {
            ranges.into_iter().map(|(from, to)| line[usize::from(from)..usize::from(to)].to_owned()).collect()
        };
        (text(old, here), text(new, there))
    }

    #[test]
    fn only_the_words_that_differ_are_told() {
        let (old, new) = changed("let total = price * count;", "let total = price * amount;");
        assert_eq!((old, new), (vec!["count".to_owned()], vec!["amount".to_owned()]));
        let (old, new) = changed("call(a, b)", "call(a, b, c)");
        assert_eq!((old, new), (vec![], vec![", c".to_owned()]));
    }

    #[test]
    fn changed_words_with_blanks_between_are_one() {
        let (old, new) = changed("// one two three four", "// six seven three four");
        assert_eq!((old, new), (vec!["one two".to_owned()], vec!["six seven".to_owned()]));
    }

    #[test]
    fn indentation_counts_only_when_nothing_else_changed() {
        assert_eq!(changed("  a(b)", "    a(c)"), (vec!["b".to_owned()], vec!["c".to_owned()]));
        assert_eq!(changed("  a(b)", "    a(b)"), (vec![], vec!["  ".to_owned()]));
    }

    #[test]
    fn clusters_are_never_cut_and_ideographs_stand_alone() {
        let (old, new) = changed("say(👨‍👩‍👧)", "say(👨‍👩‍👦)");
        assert_eq!((old, new), (vec!["👨‍👩‍👧".to_owned()], vec!["👨‍👩‍👦".to_owned()]));
        let (old, new) = changed("漢字仮名", "漢字假名");
        assert_eq!((old, new), (vec!["仮".to_owned()], vec!["假".to_owned()]));
        let (old, new) = changed("cafe\u{301}s", "cafes");
        assert_eq!((old, new), (vec!["cafe\u{301}s".to_owned()], vec!["cafes".to_owned()]));
    }

    #[test]
    fn likeness_is_of_words_and_not_of_letters() {
        let like = |a: &str, b: &str| Words::of(a.as_bytes()).unwrap().likeness(&Words::of(b.as_bytes()).unwrap());
        assert_eq!(like("let a = b;", "let a = b;"), 1000);
        assert!(like("let total = price;", "let total = cost;") > 500);
        assert!(like("return Ok(());", "let mut buffer = Vec::new();") < 400);
        assert_eq!(like("", ""), 0);
    }

    #[test]
    fn a_line_too_long_or_no_text_is_left_alone() {
        assert!(Words::of(&[b'a'; LINE + 1]).is_none());
        assert!(Words::of(&[b'.'; MOST + 1]).is_none());
        assert!(Words::of(b"\xff").is_none());
    }
}
