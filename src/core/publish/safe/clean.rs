//! Characters that are never posted. Called by the functions of the room.

/// Without control characters; line feeds and tabs stay, and every line end becomes a line feed.
pub(super) fn controls(text: &str) -> String {
    let unified = text.replace("\r\n", "\n").replace('\r', "\n");
    unified.chars().filter(|c| matches!(c, '\n' | '\t') || !c.is_control()).collect()
}

/// The same, and without characters that nobody sees or that reorder the text around them.
pub(super) fn strict(text: &str) -> String {
    let separated = controls(text).replace(['\u{2028}', '\u{2029}'], "\n");
    separated.chars().filter(|c| !is_hidden(*c)).collect()
}

/// Bidi controls, zero-width characters, soft hyphens, tags. Joiners stay: scripts and emoji need them.
pub(super) fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_go_and_layout_stays() {
        assert_eq!(controls("a\tb\r\nc\rd\x1b\u{9b}e\x7f"), "a\tb\nc\nde");
        assert_eq!(
            strict("a\u{202e}b\u{200b}\u{2028}c \u{1f468}\u{200d}\u{1f469}"),
            "ab\nc \u{1f468}\u{200d}\u{1f469}"
        );
    }
}
