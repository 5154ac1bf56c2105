//! The sanitiser: what may reach a terminal, in how many columns, and what is warned of.

use prr::core::text::{Class, Options, Shown, Warnings, mask_secret, one_line, path_line, visible, warnings, wrap};

fn whole(text: impl AsRef<[u8]>) -> Shown {
    visible(text.as_ref(), Options::default())
}

pub fn text_of(shown: &Shown) -> String {
    shown.pieces.iter().map(|p| p.text.as_str()).collect()
}

fn seen(text: impl AsRef<[u8]>) -> String {
    text_of(&whole(text))
}

fn at(text: &str, from: usize, width: usize) -> Shown {
    visible(text.as_bytes(), Options { from, width, ..Options::default() })
}

#[test]
fn plain_text_stays_as_it_is() {
    let shown = whole("let x = 1; // naïve 漢字");
    assert_eq!(text_of(&shown), "let x = 1; // naïve 漢字");
    assert_eq!((shown.pieces.len(), shown.width_used, shown.warnings), (1, 24, Warnings::default()));
}

#[test]
fn control_characters_become_pictures_and_escape_sequences_do_nothing() {
    assert_eq!(seen("a\x1b[2Jb\x00c\x7f"), "a␛[2Jb␀c␡");
    assert_eq!(seen("form\x0cfeed vt\x0bx fs\x1cgs\x1d"), "form␌feed vt␋x fs␜gs␝");
    assert_eq!(seen("nel\u{85}c1\u{9b}31m"), "nel⟨U+0085⟩c1⟨U+009B⟩31m");
    assert_eq!(seen("left\u{2028}mid\u{2029}right"), "left⟨U+2028⟩mid⟨U+2029⟩right");
}

#[test]
fn a_carriage_return_at_the_end_is_told_from_one_inside() {
    let shown = whole("rm -rf /\rls -la ok\r");
    assert_eq!(text_of(&shown), "rm -rf /␍ls -la ok␍");
    let marks: Vec<_> = shown.pieces.iter().filter(|p| p.text == "␍").map(|p| p.class).collect();
    assert_eq!(marks, [Class::Control, Class::Eol]);
    assert!(shown.warnings.control);
    assert!(!whole("plain windows line\r").warnings.any());
}

#[test]
fn trojan_source_is_marked_in_logical_order() {
    let shown = whole("\"low\u{202e} \u{2066}# raised\u{2069} \u{2066}");
    assert_eq!(text_of(&shown), "\"low⟨U+202E⟩ ⟨U+2066⟩# raised⟨U+2069⟩ ⟨U+2066⟩");
    assert!(shown.warnings.bidi);
}

#[test]
fn invisible_characters_are_marked() {
    for c in ['\u{200b}', '\u{2060}', '\u{feff}', '\u{ad}', '\u{3164}', '\u{e0041}', '\u{fe0e}', '\u{fe0f}', '\u{115f}']
    {
        let shown = whole(format!("pass{c}word"));
        assert_eq!(text_of(&shown), format!("pass⟨U+{:04X}⟩word", u32::from(c)));
        assert!(shown.warnings.invisible, "{c:?}");
    }
}

#[test]
fn honest_text_of_other_scripts_and_emoji_is_untouched() {
    for text in ["שלום עולם", "می‌خواهم", "क्‍ष", "👩‍💻", "👨‍👩‍👧‍👦", "❤️‍🔥", "🏳️‍🌈", "🙂‍↔️", "1️⃣", "🇩🇪🇫🇷", "☎️", "한국어", "ｶﾞｷﾞ", "fi̊"]
    {
        let shown = whole(text);
        assert_eq!(text_of(&shown), text);
        assert!(!shown.warnings.any() && !warnings(text.as_bytes()).any(), "{text}");
    }
}

#[test]
fn joiners_outside_their_script_or_emoji_are_marked() {
    assert_eq!(seen("a\u{200d}b"), "a⟨U+200D⟩b");
    assert_eq!(seen("a\u{200c}خ"), "a⟨U+200C⟩خ");
    assert_eq!(seen("👩\u{200d}x"), "👩⟨U+200D⟩x");
    assert_eq!(seen("👩\u{200d}\u{200d}💻"), "👩⟨U+200D⟩⟨U+200D⟩💻");
    assert_eq!(seen("漢\u{fe0f}"), "漢⟨U+FE0F⟩");
}

#[test]
fn only_the_bad_bytes_are_replaced() {
    let shown = whole(b"caf\xe9 \xed\xa0\x80 \xf0\x9f\x98 ok\xff");
    assert_eq!(text_of(&shown), "caf\u{fffd} \u{fffd}\u{fffd}\u{fffd} \u{fffd} ok\u{fffd}");
    assert!(shown.warnings.bad_utf8);
}

#[test]
fn tabs_go_to_stops_counted_from_the_line_and_not_from_the_window() {
    assert_eq!(seen("a\tb"), "a   b");
    assert_eq!(seen("abcd\tb"), "abcd    b");
    assert_eq!(seen("漢\tb"), "漢  b");
    assert_eq!(text_of(&at("a\tb\tc", 2, 4)), "  b ");
    assert_eq!(text_of(&visible(b"a\tb", Options { tab: 0, ..Options::default() })), "a b");
}

#[test]
fn a_wide_character_on_an_edge_is_a_blank_so_that_columns_stay() {
    let shown = at("漢字", 1, 2);
    assert_eq!((text_of(&shown).as_str(), shown.width_used), ("  ", 2));
    assert!(shown.more_left && shown.more_right);
}

#[test]
fn the_window_says_what_stands_outside() {
    let shown = at("abcdef", 0, 6);
    assert!(!shown.more_left && !shown.more_right);
    let shown = at("abcdef", 2, 3);
    assert_eq!(text_of(&shown), "cde");
    assert!(shown.more_left && shown.more_right);
    let none = at("abc", 0, 0);
    assert!(none.pieces.is_empty() && none.more_right);
    assert_eq!(text_of(&at("x\u{202e}y", 3, 4)), "+202");
}

#[test]
fn a_thousand_accents_on_one_letter_are_cut_with_a_mark() {
    let shown = whole(format!("a{}b", "\u{301}".repeat(1000)));
    let text = text_of(&shown);
    assert!(text.ends_with("⟨+985⟩b"), "{text}");
    assert!(text.chars().count() < 30 && shown.warnings.invisible);
}

#[test]
fn a_mark_without_a_base_is_shown_and_not_swallowed() {
    assert_eq!(seen("\u{301}x"), "⟨U+0301⟩x");
    assert_eq!(seen("\t\u{301}"), "    ⟨U+0301⟩");
}

#[test]
fn the_start_of_a_line_of_megabytes_costs_no_more_than_what_is_shown() {
    for unit in ["a", "漢", "\u{301}", "\u{1b}", "é "] {
        let line = unit.repeat(3_000_000 / unit.len());
        let began = std::time::Instant::now();
        (0..100).for_each(|_| assert!(at(&line, 0, 100).more_right));
        assert!(began.elapsed().as_secs() < 60, "{unit:?} {:?}", began.elapsed());
    }
}

#[test]
fn titles_and_paths_fit_on_one_row() {
    assert_eq!(one_line("two\r\nlines\n", 20), "two⏎lines");
    assert_eq!(one_line("a long title", 6), "a lon…");
    assert_eq!(one_line("漢字漢字", 6), "漢字…");
    assert_eq!(one_line("x\u{202e}y\tz", 20), "x⟨U+202E⟩y z");
    assert_eq!((one_line("abc", 0), one_line("abc", 1), one_line("abc", 3)), (String::new(), "…".into(), "abc".into()));
    assert_eq!(path_line(b"src/core/text/mod.rs", 10), "…xt/mod.rs");
    assert_eq!(path_line("gpj.\u{202e}exe.txt".as_bytes(), 80), "gpj.⟨U+202E⟩exe.txt");
}

#[test]
fn prose_wraps_at_blanks_and_breaks_long_words() {
    assert_eq!(wrap("the quick brown fox", 10), ["the quick", "brown fox"]);
    assert_eq!(wrap("one\n\ntwo\r\n", 10), ["one", "", "two", ""]);
    assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
    assert_eq!(wrap("go abcdefgh", 4), ["go", "abcd", "efgh"]);
    assert_eq!(wrap("    indented text", 12), ["    indented", "text"]);
    assert_eq!(wrap("漢字漢字", 5), ["漢字", "漢字"]);
    assert_eq!(wrap("漢", 1), ["…"]);
    assert!(wrap("anything", 0).is_empty());
    assert_eq!(wrap("", 5), [""]);
}

#[test]
fn a_masked_secret_shows_its_shape_only() {
    let secret = format!("ghp_{}", "x".repeat(36));
    assert_eq!(mask_secret(&secret), "ghp_…(40 chars)");
    assert_eq!(mask_secret("hunter2"), "…(7 chars)");
    assert_eq!(mask_secret(""), "…(0 chars)");
}

#[test]
fn warnings_look_across_lines_and_block_borders() {
    assert_eq!(warnings("ok\r\nok\ttab\n".as_bytes()), Warnings::default());
    assert!(warnings(b"a\rb").control && warnings(b"\x1b[").control && warnings(b"\xff").bad_utf8);
    for at in 4060..4110 {
        let text = format!("{}👩🏽‍💻{}", "a".repeat(at), "b".repeat(5000));
        assert!(!warnings(text.as_bytes()).any(), "emoji at {at}");
        let text = format!("{}\u{202e}{}", "é".repeat(at / 2), "b".repeat(at % 7));
        assert!(warnings(text.as_bytes()).bidi, "override at {at}");
    }
}
