//! A Markdown text made shorter: at the end of a sentence, else of a line, else of a word; open code is closed, and it
//! says how much is missing. Called by `words` and `body`.

use unicode_segmentation::UnicodeSegmentation;

use crate::core::synthesis;

/// Room for the notice and a closing fence.
const NOTICE: usize = 200;

/// The text within so many bytes. Below about 400 little of it is left; a text that fits is not touched.
pub fn shorten(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let mut room = most.saturating_sub(NOTICE);
    loop {
        let kept = text.get(..end(text, room)).unwrap_or("").trim_end();
        let notice = format!(
            "*Shortened: {} of {} bytes are left out here; prr has the whole text.*",
            text.len() - kept.len(),
            text.len()
        );
        let closed = synthesis::closed(kept);
        let whole = if closed.is_empty() { notice } else { format!("{closed}\n\n{notice}") };
        // A fence of very many marks takes more room than the notice's.
        if whole.len() <= most || room == 0 {
            return whole;
        }
        room /= 2;
    }
}

/// Where to cut, at most at `room`.
fn end(text: &str, room: usize) -> usize {
    let room = floor(text, room);
    let head = text.get(..room).unwrap_or("");
    let in_code = synthesis::closed(head) != head;
    let sentence = if in_code { None } else { sentence_end(head) };
    let line = head.rfind('\n');
    let word = head.rfind(char::is_whitespace).filter(|_| !in_code);
    let far = |at: &usize| *at >= room / 2;
    sentence.filter(far).or(line.filter(far)).or(word.filter(far)).or(sentence).or(line).or(word).unwrap_or(room)
}

/// Behind the last mark that ends a sentence, or before the last blank line.
fn sentence_end(head: &str) -> Option<usize> {
    let bytes = head.as_bytes();
    let ends = |at: &usize| match (bytes.get(at - 1), bytes.get(*at)) {
        (Some(b'.' | b'!' | b'?'), Some(next)) => next.is_ascii_whitespace(),
        (Some(b'\n'), Some(b'\n')) => true,
        _ => false,
    };
    (1..bytes.len()).rev().find(ends)
}

/// The border of a character as people see them, at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    if at >= text.len() {
        return text.len();
    }
    // A cluster longer than this is no letter of anybody's.
    let from = (at.saturating_sub(256)..=at).find(|from| text.is_char_boundary(*from)).unwrap_or(0);
    let tail = text.get(from..).unwrap_or("");
    let borders = tail.grapheme_indices(true).map(|(border, _)| from + border);
    borders.take_while(|border| *border <= at).last().unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_cut_is_at_a_sentence_then_a_line_then_a_word() {
        let sentences = "A short one. ".repeat(100);
        assert!(shorten(&sentences, 700).starts_with("A short one. A short one."));
        assert!(shorten(&sentences, 700).contains("one.\n\n*Shortened: "));
        let lines = format!("{}\n", "x".repeat(30)).repeat(40);
        assert!(shorten(&lines, 700).contains("x\n\n*Short"));
        let words = "word ".repeat(300);
        assert!(shorten(&words, 700).contains("word\n\n*Short"));
        assert_eq!(shorten("all of it", 9), "all of it");
    }

    #[test]
    fn no_character_is_cut_and_open_code_is_closed() {
        let emoji = "x".repeat(495) + &"\u{1f468}\u{200d}\u{1f469}".repeat(100);
        let short = shorten(&emoji, 700);
        assert!(short.len() <= 700 && short.contains("x\n\n*"), "{short}");
        let code = format!("Look:\n````rust\n{}````\ndone", "let a = 1;\n".repeat(100));
        let short = shorten(&code, 700);
        assert!(short.contains("let a = 1;\n````\n\n*Shortened"), "{short}");
    }

    #[test]
    fn it_says_how_much_is_missing() {
        let text = "word ".repeat(1000);
        let short = shorten(&text, 1000);
        let kept = short.split("\n\n*").next().unwrap().len();
        assert!(short.contains(&format!("{} of 5000 bytes", 5000 - kept)));
    }

    proptest! {
        #[test]
        fn a_shortened_text_fits(text in "([a-z .\n`~\u{e9}\u{1f600}]|```\n){0,400}", most in 150usize..900) {
            prop_assert!(shorten(&text, most).len() <= most);
        }
    }
}
