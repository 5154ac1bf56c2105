//! Hidden characters of a JSON text as escapes. Not JSON itself. Called by edge wherever JSON is printed.

/// A JSON text whose hidden characters are escapes: the same document, and nothing in it acts on a terminal.
pub fn json_escaped(text: String) -> String {
    if !text.chars().any(is_hidden) {
        return text;
    }
    let mut out = String::with_capacity(text.len() + 64);
    for c in text.chars() {
        match is_hidden(c) {
            true => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}"))),
            false => out.push(c),
        }
    }
    out
}

/// Characters that nobody sees, that reorder text, or that a terminal obeys. JSON writes those below a blank itself.
fn is_hidden(c: char) -> bool {
    matches!(c, '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_an_escape_in_json_and_the_same_text() {
        let text = "a\u{202e}b\u{200b}\u{9b}31m\u{7f}\u{e0041} \u{e9} \u{8a9e}";
        let written = json_escaped(format!("\"{text}\""));
        assert!(!written.chars().any(is_hidden), "{written}");
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
        assert_eq!(json_escaped("\"\u{e9}\"".to_owned()), "\"\u{e9}\"");
    }
}
