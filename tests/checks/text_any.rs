//! The sanitiser on any bytes: nothing forbidden comes out, and columns add up as ratatui counts them.

use proptest::prelude::*;
use prr::core::text::{Class, Options, one_line, path_line, visible, warnings, width, wrap};
use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::text::text_of;

/// Independent of the code under test: what must never come out, neighbours considered.
fn forbidden(text: &str) -> Option<char> {
    let chars: Vec<char> = text.chars().collect();
    chars.iter().enumerate().find_map(|(i, c)| {
        let around = (i.checked_sub(1).map(|i| chars[i]), chars.get(i + 1).copied());
        let joined = |a: char| !a.is_ascii();
        let bad = match c {
            '\u{200c}' | '\u{200d}' => !around.0.is_some_and(joined) || around.1.is_some_and(|n| n.is_ascii()),
            '\u{fe0e}' | '\u{fe0f}' => around.0.is_none_or(|p| p.is_ascii_alphabetic() || p == ' '),
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{feff}' => true,
            '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' => true,
            '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0d}' | '\u{fff9}'..='\u{fffb}' => true,
            '\u{e0000}'..='\u{e0fff}' => true,
            c => c.is_control(),
        };
        bad.then_some(*c)
    })
}

fn odd_text() -> impl Strategy<Value = Vec<u8>> {
    let odd = prop::sample::select(vec![
        "a",
        "b c",
        "\t",
        "\r",
        "\n",
        "\u{1b}[2J",
        "\u{7f}",
        "\u{85}",
        "\u{9b}",
        "\u{202e}",
        "\u{2066}",
        "\u{200b}",
        "\u{200d}",
        "\u{200c}",
        "\u{fe0f}",
        "\u{fe0e}",
        "\u{feff}",
        "\u{ad}",
        "\u{3164}",
        "\u{115f}",
        "\u{1160}",
        "\u{e0041}",
        "\u{301}",
        "漢字",
        "한",
        "ᄒ",
        "ᅡ",
        "ᆫ",
        "👩",
        "👩‍💻",
        "🏽",
        "❤️",
        "🇩",
        "1️⃣",
        "ש",
        "لا",
        "می‌خواهم",
        "क्ष",
        "ｶﾞ",
        "ﾞ",
        "\u{e000}",
        "\u{600}",
        "\u{d4e}",
        "\u{17d8}",
        "←",
        "\u{2028}",
        "☠",
        "\u{2764}",
        "\u{1f1ea}",
    ]);
    let bytes = prop::collection::vec(any::<u8>(), 0..6);
    let part = prop_oneof![6 => odd.prop_map(|s| s.as_bytes().to_vec()), 1 => bytes];
    prop::collection::vec(part, 0..24).prop_map(|parts| parts.concat())
}

#[test]
fn a_wide_sign_that_an_edge_cuts_leaves_no_joiner_before_its_blank() {
    let bytes = [
        240, 159, 145, 169, 230, 188, 162, 229, 173, 151, 204, 129, 13, 194, 133, 13, 194, 133, 194, 133, 240, 159,
        145, 169, 237, 149, 156, 238, 128, 128, 226, 128, 168, 238, 128, 128, 194, 133, 237, 149, 156, 240, 159, 145,
        169, 217, 132, 216, 167, 226, 128, 141, 225, 159, 152,
    ];
    for wide in 0..60 {
        for from in 0..60 {
            let shown = visible(&bytes, Options { tab: 0, from, width: wide });
            for piece in &shown.pieces {
                assert!(!piece.text.is_empty() && !piece.text.contains(char::is_control), "{from} {wide} {piece:?}");
            }
            let text = text_of(&shown);
            assert_eq!(forbidden(&text), None, "{from} {wide} {text:?}");
            let columns: usize = shown.pieces.iter().map(|p| width(&p.text)).sum();
            assert_eq!(columns, shown.width_used, "{from} {wide} {:?}", shown.pieces);
            assert!(shown.width_used <= wide, "{from} {wide}");
        }
    }
}

proptest! {
    #[test]
    fn nothing_forbidden_comes_out_and_columns_add_up(bytes in odd_text(), from in 0usize..40, wide in 0usize..60, tab in 0u16..9) {
        let shown = visible(&bytes, Options { tab, from, width: wide });
        for piece in &shown.pieces {
            prop_assert!(!piece.text.is_empty());
            prop_assert_eq!(piece.text.chars().find(|c| c.is_control()), None);
        }
        let text = text_of(&shown);
        prop_assert_eq!(forbidden(&text), None);
        let columns: usize = shown.pieces.iter().map(|p| width(&p.text)).sum();
        prop_assert_eq!(columns, shown.width_used);
        prop_assert!(shown.width_used <= wide);
    }

    #[test]
    fn ratatui_counts_the_same_columns(bytes in odd_text()) {
        let shown = visible(&bytes, Options { width: 400, ..Options::default() });
        let mut buffer = Buffer::empty(Rect::new(0, 0, 500, 1));
        let mut x = 0;
        for piece in &shown.pieces {
            x = buffer.set_stringn(x, 0, &piece.text, 500, Style::default()).0;
        }
        prop_assert_eq!(usize::from(x), shown.width_used);
    }

    #[test]
    fn windows_side_by_side_are_the_whole(bytes in odd_text(), wide in 1usize..30) {
        let whole = visible(&bytes, Options::default());
        let mut columns = 0;
        let mut text = String::new();
        loop {
            let part = visible(&bytes, Options { from: columns, width: wide, ..Options::default() });
            prop_assert_eq!(part.more_left, columns > 0);
            columns += part.width_used;
            text += &text_of(&part);
            if !part.more_right {
                break;
            }
            prop_assert_eq!(part.width_used, wide);
        }
        prop_assert_eq!(columns, whole.width_used);
        // Wide characters that an edge cuts are blanks on both sides; everything else is there.
        let narrow = |s: &str| s.chars().filter(|c| c.is_ascii_alphanumeric()).collect::<String>();
        if wide > 0 && whole.pieces.iter().all(|p| p.text.is_ascii() || p.class != Class::Plain) {
            prop_assert_eq!(narrow(&text), narrow(&text_of(&whole)));
            prop_assert_eq!(text, text_of(&whole));
        }
    }

    #[test]
    fn warnings_agree_with_what_is_marked(bytes in odd_text()) {
        let line: Vec<u8> = bytes.into_iter().filter(|b| *b != b'\n').collect();
        let (marked, warned) = (visible(&line, Options::default()).warnings, warnings(&line));
        prop_assert_eq!((marked.bidi, marked.control, marked.bad_utf8), (warned.bidi, warned.control, warned.bad_utf8));
        prop_assert!(marked.invisible || !warned.invisible);
    }

    #[test]
    fn rows_fit_and_hold_every_letter(bytes in odd_text(), cols in 0usize..20) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let rows = wrap(&text, cols);
        prop_assert!(rows.iter().all(|r| width(r) <= cols && forbidden(r).is_none()));
        let letters = |s: &str| s.matches(['a', 'b']).count();
        // A cluster wider than a whole row (a sign that joins the letter behind it) is a mark instead.
        let too_wide = rows.iter().any(|row| row == "\u{2026}");
        prop_assert!(cols == 0 || too_wide || rows.iter().map(|r| letters(r)).sum::<usize>() == letters(&text));
        prop_assert!(width(&one_line(&text, cols)) <= cols);
        prop_assert!(width(&path_line(&bytes, cols)) <= cols);
    }
}
