//! Colours of the diff on the screen: at four depths, as they come, for the diff they belong to and no other.

use std::sync::Arc;

use prr::{
    core::model::{HunkIx, LineRef},
    ui::{
        self, Background, Depth, Painted, Rgb, Tint, indexed_rgb,
        paint::{Painter, TileKey, Tone, Watch},
    },
};
use ratatui::{
    buffer::{Buffer, Cell},
    style::{Color, Modifier, Style},
};

use crate::support::desk::{DIFF, Desk};

/// Code with a changed word, a line that was only indented, blanks at a line's end, a block that moved, and text that
/// cannot be shown.
const CODE: &str = "\
diff --git a/src/price.rs b/src/price.rs
--- a/src/price.rs
+++ b/src/price.rs
@@ -1,9 +1,7 @@
 // The price of a thing.
-fn total(price: u32) -> u32 {
-    let text = \"all\";
+fn total(amount: u32) -> u32 {
+        let text = \"all\";
+    done();  \n
-fn rate_of_discount(kind: Kind) -> u32 {
-    let table = rates_by_kind();
-    table[kind].as_percent()
-}
 }
diff --git a/src/rates.rs b/src/rates.rs
--- a/src/rates.rs
+++ b/src/rates.rs
@@ -1,1 +1,5 @@
 use kinds::Kind;
+fn rate_of_discount(kind: Kind) -> u32 {
+    let table = rates_by_kind();
+    table[kind].as_percent()
+}
";

fn code() -> String {
    CODE.replace("  \n\n-fn rate", "  \n x\u{202e}y\u{7}é漢\r\n-fn rate").replace("-1,9 +1,7", "-1,9 +1,6")
}

fn dressed(depth: Depth) -> Desk {
    let mut desk = Desk::with(80, 24, &code());
    ui::update(&mut desk.ui, &desk.session, ui::Msg::Terminal(depth, Background::Dark));
    desk.keys("j");
    desk
}

/// The cell under the first letter of a text, on the first row that has it.
fn cell(buffer: &Buffer, text: &str) -> Cell {
    let width = usize::from(buffer.area.width);
    for row in buffer.content.chunks(width) {
        let shown: String = row.iter().map(|cell| cell.symbol()).collect();
        if let Some(at) = shown.find(text) {
            let column = shown[..at].chars().count();
            return row[column].clone();
        }
    }
    panic!("{text} is not on screen");
}

fn is_set(cell: &Cell, style: Style) -> bool {
    let same = |cell: Color, style: Option<Color>| style.is_none_or(|style| style == cell);
    same(cell.fg, style.fg) && same(cell.bg, style.bg) && cell.modifier.contains(style.add_modifier)
}

/// Runs of one style, as `[style]text`; for looking at colours as text.
fn styled(buffer: &Buffer) -> String {
    let mut text = String::new();
    for row in buffer.content.chunks(usize::from(buffer.area.width)).skip(1) {
        let mut last = None;
        let mut line = String::new();
        for cell in row {
            let style = (cell.fg, cell.bg, cell.modifier);
            if last != Some(style) {
                line += &format!("[{}]", style_of(cell));
                last = Some(style);
            }
            line += cell.symbol();
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[test]
fn code_is_coloured_at_every_depth() {
    for (name, depth) in
        [("mono", Depth::Mono), ("ansi", Depth::Ansi), ("indexed", Depth::Indexed), ("true", Depth::True)]
    {
        let mut desk = dressed(depth);
        desk.paint();
        insta::assert_snapshot!(format!("paint_{name}_80x24"), styled(&desk.buffer()));
    }
}

/// The styles of a screen: a letter for each, then the letters of each row with how many cells have it. Rows that are as
/// the one before are counted.
fn styles(buffer: &Buffer) -> String {
    let letter = |at: usize| char::from_u32('a' as u32 + at as u32).filter(char::is_ascii_lowercase);
    let name = |at: usize| letter(at).map_or_else(|| format!("<{at}>"), String::from);
    let mut known: Vec<String> = Vec::new();
    let mut rows: Vec<String> = Vec::new();
    for row in buffer.content.chunks(usize::from(buffer.area.width)) {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for cell in row {
            let style = style_of(cell);
            let at = known.iter().position(|other| *other == style).unwrap_or_else(|| {
                known.push(style);
                known.len() - 1
            });
            match runs.last_mut() {
                Some((last, count)) if *last == at => *count += 1,
                _ => runs.push((at, 1)),
            }
        }
        rows.push(runs.iter().map(|(at, count)| format!("{}{count}", name(*at))).collect::<Vec<_>>().join(" "));
    }
    let legend = known.iter().enumerate().map(|(at, style)| format!("{:>4} {style}\n", name(at))).collect::<String>();
    let mut text = format!("{legend}\n");
    for same in rows.chunk_by(|a, b| a == b) {
        let times = if same.len() > 1 { format!("  (×{})", same.len()) } else { String::new() };
        text += &format!("{}{times}\n", same[0]);
    }
    text
}

fn style_of(cell: &Cell) -> String {
    let set: String = cell.modifier.iter_names().map(|(name, _)| format!(" {}", name.to_lowercase())).collect();
    format!("{} {}{set}", name_of(cell.fg), name_of(cell.bg))
}

fn name_of(colour: Color) -> String {
    match colour {
        Color::Reset => "-".to_owned(),
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        Color::Indexed(number) => number.to_string(),
        named => format!("{named:?}").to_lowercase(),
    }
}

#[test]
fn each_layout_has_its_colours_at_each_depth_and_size() {
    let mut painter = Painter::new(64 << 20);
    let depths = [("mono", Depth::Mono), ("ansi", Depth::Ansi), ("indexed", Depth::Indexed), ("true", Depth::True)];
    for (layout, keys) in [("unified", "="), ("split", "=="), ("unified_wrapped", "=w"), ("split_wrapped", "==w")] {
        for (columns, rows) in [(80, 24), (120, 40), (200, 60), (60, 16)] {
            for (depth, colours) in depths {
                let mut desk = Desk::with(columns, rows, &code());
                ui::update(&mut desk.ui, &desk.session, ui::Msg::Terminal(colours, Background::Dark));
                desk.keys(keys).keys("3j");
                painter.forget();
                desk.paint_with(&mut painter);
                let name = format!("styles_{layout}_{depth}_{columns}x{rows}");
                insta::assert_snapshot!(name, styles(&desk.buffer()));
            }
        }
    }
}

#[test]
fn colours_change_no_letter_and_move_nothing() {
    let mut desk = dressed(Depth::True);
    let (before, place) = (desk.screen(), desk.ui.diff.top);
    desk.paint();
    let signs =
        |text: &str| text.replace(['⇅', '␣'], " ").lines().map(|l| l.trim_end().to_owned() + "\n").collect::<String>();
    assert_eq!(signs(&desk.screen()), signs(&before));
    assert_eq!(desk.ui.diff.top, place);
}

#[test]
fn words_blanks_and_moved_blocks_have_grounds_of_their_own() {
    let mut desk = dressed(Depth::True);
    desk.paint();
    let (buffer, theme) = (desk.buffer(), desk.ui.theme().clone());
    let ground = |tint: Tint| theme.code(Tone::Text, Some(tint)).bg.unwrap();
    assert_eq!(cell(&buffer, "price: u32").bg, ground(Tint::RemovedWord));
    assert_eq!(cell(&buffer, "amount: u32").bg, ground(Tint::AddedWord));
    assert_eq!(cell(&buffer, "text = \"all\"").bg, ground(Tint::RemovedBlank));
    assert_eq!(cell(&buffer, "rate_of_discount").bg, ground(Tint::RemovedMoved));
    assert!(desk.screen().contains("⇅") && desk.screen().contains("␣"), "{}", desk.screen());
    assert!(is_set(&cell(&buffer, "fn total"), theme.code(Tone::Storage, Some(Tint::Removed))));
    let done = buffer.content.iter().position(|cell| cell.bg == ground(Tint::Trailing)).unwrap();
    assert_eq!(buffer.content[done].symbol(), " ");
    assert_eq!(buffer.content[done - 1].symbol(), ";");
}

#[test]
fn an_answer_for_another_diff_is_dropped() {
    let mut desk = dressed(Depth::True);
    let job = ui::needs(&mut desk.ui, &desk.session).unwrap();
    let key = TileKey { hunk: HunkIx(0), tile: 0 };
    let old = desk.session.diff.clone();
    let tile =
        |index: &prr::core::model::Diff| Arc::new(Painter::new(1 << 20).local(index, key, Watch::PATIENT).unwrap());
    // Another diff takes the place of the first: the answer to the first comes late.
    desk.session.diff = Arc::new(prr::core::diff::parse(DIFF.as_bytes()));
    desk.keys("gg");
    let newer = ui::needs(&mut desk.ui, &desk.session).unwrap();
    assert_ne!(newer.revision, job.revision);
    desk.painted(job.revision, Painted::Tile(tile(&old)));
    let at = LineRef { hunk: HunkIx(0), ord: 1 };
    assert_eq!(desk.ui.colour.paint.spans(at), None);
    let new = desk.session.diff.clone();
    desk.painted(newer.revision, Painted::Tile(tile(&new)));
    assert!(desk.ui.colour.paint.spans(at).is_some_and(|spans| !spans.is_empty()));
}

#[test]
fn what_is_there_or_under_way_is_not_asked_for_again() {
    let mut desk = dressed(Depth::True);
    assert!(ui::needs(&mut desk.ui, &desk.session).is_some());
    assert!(ui::needs(&mut desk.ui, &desk.session).is_none());
    let mut desk = dressed(Depth::True);
    desk.paint();
    desk.keys("jjjkk");
    assert!(ui::needs(&mut desk.ui, &desk.session).is_none());
}

#[test]
fn a_hunk_that_grew_is_painted_again() {
    let whole = code();
    let cut = whole.find("-fn rate").unwrap();
    let mut desk = Desk::new(80, 24);
    let mut indexer = prr::core::diff::Indexer::default();
    let first: Arc<[u8]> = Arc::from(&whole.as_bytes()[..cut]);
    indexer.push(first);
    desk.tell(prr::session::Msg::DiffGrew(Arc::new(indexer.snapshot())));
    desk.keys("j");
    desk.paint();
    let rest: Arc<[u8]> = Arc::from(&whole.as_bytes()[cut..]);
    indexer.push(rest);
    desk.tell(prr::session::Msg::DiffGrew(Arc::new(indexer.finish())));
    let job = ui::needs(&mut desk.ui, &desk.session).unwrap();
    assert!(job.wants.iter().any(|want| want.key.hunk == HunkIx(0) && want.have.is_none()));
}

#[test]
fn without_colours_no_grammar_is_asked_for_and_words_are_still_marked() {
    let mut desk = dressed(Depth::Mono);
    assert!(!ui::needs(&mut desk.ui, &desk.session).unwrap().syntax);
    let mut desk = dressed(Depth::Mono);
    desk.paint();
    let buffer = desk.buffer();
    assert!(buffer.content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    assert!(cell(&buffer, "amount: u32").modifier.contains(Modifier::UNDERLINED));
    assert!(!cell(&buffer, ": u32) -> u32 {").modifier.contains(Modifier::UNDERLINED));
}

#[test]
fn in_256_colours_everything_seen_can_be_read() {
    let mut desk = dressed(Depth::Indexed);
    desk.paint();
    let rgb = |colour: Color| match colour {
        Color::Indexed(number) => Some(indexed_rgb(number)),
        _ => None,
    };
    for cell in desk.buffer().content.iter().filter(|cell| cell.symbol() != " ") {
        let (Some(fg), Some(bg)) = (rgb(cell.fg), rgb(cell.bg)) else { continue };
        assert!(fg.contrast(bg) >= 2.9, "{cell:?}");
    }
    assert!(Rgb::WHITE.contrast(Rgb::BLACK) > 20.0);
}

#[test]
fn the_key_t_names_every_theme_and_the_one_in_use() {
    let mut desk = dressed(Depth::True);
    desk.keys("t");
    assert_eq!(desk.message(), "theme: dark · [light] · contrast-dark · contrast-light · plain");
    // A theme for the other ground brings its own.
    let buffer = desk.buffer();
    let is_covered = |at: usize| at > 0 && buffer.content[at - 1].symbol().len() > 2;
    let bare =
        (0..buffer.content.len()).filter(|at| buffer.content[*at].bg == Color::Reset && !is_covered(*at)).count();
    assert_eq!(bare, 0);
    desk.keys("tttt");
    assert!(desk.message().contains("[dark]"));
}
