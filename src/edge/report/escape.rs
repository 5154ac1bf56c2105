//! Text from outside made harmless in a report: no control or invisible characters in text, no live markup in
//! Markdown.

use crate::core::text;

/// One line without control characters.
pub(super) fn line(text: &str) -> String {
    text::one_line(text, usize::from(u16::MAX))
}

/// Several lines, each without control characters.
pub(super) fn lines(text: &str) -> String {
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Lines for a Markdown body: HTML is text, mentions and closing keywords do nothing.
pub(super) fn markdown(text: &str) -> String {
    let text = lines(text).replace('&', "&amp;").replace('<', "&lt;");
    // A zero-width joiner would be invisible; a word joiner entity keeps the mention readable and dead.
    text.replace('@', "@\u{2060}").replace('\u{2060}', "&#8288;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_markup_do_not_survive() {
        assert!(!line("a\x1b[31mb").contains('\x1b'));
        assert_eq!(markdown("<b>&@team"), "&lt;b>&amp;@&#8288;team");
    }
}
