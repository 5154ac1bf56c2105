//! Which characters may reach a terminal as they are, and how the others are marked.
//! Not here: clusters and columns (`atoms`). Called by `atoms` and `warn`, so that both judge alike.

use unicode_segmentation::UnicodeSegmentation;

/// What a piece of shown text stands for. Anything but `Plain` was changed for showing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// As it stands in the source.
    Plain,
    /// The mark of a control character, or of a foreign line separator.
    Control,
    /// The mark of a character that nobody can see.
    Invisible,
    /// The mark of a character that reorders the text around it (CVE-2021-42574).
    Bidi,
    /// U+FFFD for bytes that are not UTF-8.
    Bad,
    /// Blanks for a tab.
    Tab,
    /// The mark of a carriage return at the end of the line.
    Eol,
}

/// The neighbours of a character, as far as judging it needs them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Around {
    /// The character before.
    pub prev: Option<char>,
    /// The last character before that is no modifier, variation selector or joiner.
    pub base: Option<char>,
}

impl Around {
    /// The neighbours of whatever follows `c`.
    pub fn after(self, c: char) -> Self {
        let base = if is_emoji_part(c) { self.base } else { Some(c) };
        Self { prev: Some(c), base }
    }
}

/// The class under which `c` must be marked, or `None` when it may be shown as it is.
/// `next` is the character behind it on the line.
pub(super) fn hidden(around: Around, c: char, next: Option<char>) -> Option<Class> {
    if c < '\u{ad}' {
        return c.is_control().then_some(Class::Control);
    }
    match c {
        '\u{2028}' | '\u{2029}' => Some(Class::Control),
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Some(Class::Bidi),
        '\u{200c}' | '\u{200d}' if joins(around, c, next) => None,
        '\u{fe0e}' | '\u{fe0f}' if selects(around, next) => None,
        _ => is_invisible(c).then_some(Class::Invisible),
    }
}

/// Characters without a shape of their own: format controls, fillers, variation selectors, tags
/// (Unicode `Default_Ignorable_Code_Point`, with the interlinear and musical controls).
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a joiner or non-joiner does its honest work: inside an emoji, or between letters of a script whose
/// spelling needs it (Persian, the Indic scripts and their like).
fn joins(around: Around, c: char, next: Option<char>) -> bool {
    let Some(next) = next else { return false };
    if around.prev.is_some_and(is_joining_script) && is_joining_script(next) {
        return true;
    }
    c == '\u{200d}'
        && around.prev != Some('\u{200d}')
        && around.base.is_some_and(is_pictographic)
        && is_pictographic(next)
}

/// Whether a variation selector 15 or 16 chooses between the two looks of an emoji or makes a keycap.
fn selects(around: Around, next: Option<char>) -> bool {
    match around.prev {
        Some('0'..='9' | '#' | '*') => next == Some('\u{20e3}'),
        Some(c) => is_pictographic(c),
        None => false,
    }
}

fn is_emoji_part(c: char) -> bool {
    matches!(c, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
}

/// Blocks of scripts in which joiners are part of the spelling.
fn is_joining_script(c: char) -> bool {
    matches!(c,
        '\u{620}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17b3}'
        | '\u{17b6}'..='\u{17ff}' | '\u{1820}'..='\u{18aa}' | '\u{fb50}'..='\u{fdcf}' | '\u{fe70}'..='\u{fefc}')
}

/// `Extended_Pictographic`, asked of the very segmenter that cuts the clusters: only such a character is glued
/// to another one by a joiner. Called for joiners and selectors only, so the price does not matter.
fn is_pictographic(c: char) -> bool {
    if c < '\u{a9}' {
        return false;
    }
    let mut probe = String::with_capacity(12);
    probe.extend([c, '\u{200d}', '\u{1f600}']);
    probe.graphemes(true).count() == 1
}

/// The visible mark of a character: a control picture for C0 and DEL, `⟨U+XXXX⟩` for the rest.
/// Each character of a mark takes one column.
pub(super) fn mark_of(c: char) -> String {
    match c {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}').to_string(),
        '\u{7f}' => "\u{2421}".to_owned(),
        _ => format!("\u{27e8}U+{:04X}\u{27e9}", u32::from(c)),
    }
}
