//! Characters that nobody sees, as marks: a model reads what a person cannot, and text in tags or between zero-width
//! characters would reach it unseen. Called by `mod`.

use crate::core::text::{one_line, warnings};

/// The text with every hidden, reordering or control character as its visible mark. Lines and tabs stay.
pub(super) fn shown(text: &str) -> String {
    if !warnings(text.as_bytes()).any() {
        return text.to_owned();
    }
    text.split('\n').map(row).collect::<Vec<_>>().join("\n")
}

fn row(row: &str) -> String {
    match warnings(row.as_bytes()).any() {
        true => row.split('\t').map(|cell| one_line(cell, usize::MAX)).collect::<Vec<_>>().join("\t"),
        false => row.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_shown_and_the_rest_stays() {
        for plain in ["a\tb\r\nc\r\n", "ü 語 \u{1f468}\u{200d}\u{1f469}\n", ""] {
            assert_eq!(shown(plain), plain);
        }
        assert_eq!(shown("+a\tb\u{e0041}\u{202e}c\n+d\n"), "+a\tb\u{27e8}U+E0041\u{27e9}\u{27e8}U+202E\u{27e9}c\n+d\n");
        assert!(!shown("\u{1b}]52;c;x\u{7}").contains(['\u{1b}', '\u{7}']));
    }
}
