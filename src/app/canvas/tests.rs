//! Whatever a frame changes, a terminal that reads the bytes shows that frame.

use proptest::prelude::*;
use ratatui::{
    Terminal,
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
};

use super::{look::number_of, run::columns, *};

fn bytes(cells: &[(u16, u16, Cell)]) -> String {
    let mut canvas = Canvas::default();
    canvas.draw(cells.iter().map(|(x, y, cell)| (*x, *y, cell))).unwrap();
    let drawn = String::from_utf8(canvas.frame.borrow().cells.clone()).unwrap();
    drawn.replace('\x1b', "^")
}

fn cell(symbol: &str, style: Style) -> Cell {
    let mut cell = Cell::default();
    cell.set_symbol(symbol).set_style(style);
    cell
}

#[test]
fn only_what_changes_is_written() {
    let red = Style::default().fg(Color::Rgb(1, 2, 3));
    let both = red.bg(Color::Indexed(7));
    let cells = [
        (0, 0, cell("a", red)),
        (1, 0, cell("b", red)),
        (2, 0, cell("c", both)),
        (9, 0, cell("d", Style::default())),
        (0, 4, cell("e", Style::default())),
    ];
    assert_eq!(bytes(&cells), "^[1;1H^[38;2;1;2;3mab^[48;5;7mc^[6C^[md^[5;1He");
}

#[test]
fn bold_and_dim_end_together_and_the_one_that_stays_is_set_again() {
    let style = |set: Modifier| Style::default().add_modifier(set);
    let cells = [
        (0, 0, cell("a", style(Modifier::BOLD | Modifier::DIM))),
        (1, 0, cell("b", style(Modifier::DIM))),
        (2, 0, cell("c", style(Modifier::ITALIC))),
    ];
    assert_eq!(bytes(&cells), "^[1;1H^[1;2ma^[22;2mb^[22;3mc^[m");
}

#[test]
fn behind_a_wide_character_the_cursor_is_known_and_behind_a_joined_one_it_is_not() {
    let plain = |symbol: &str| cell(symbol, Style::default());
    assert_eq!(bytes(&[(0, 0, plain("漢")), (2, 0, plain("字"))]), "^[1;1H漢字");
    // It may even have wrapped, but not where there is room for it.
    assert_eq!(bytes(&[(0, 0, plain("👩‍👧")), (2, 0, plain("a"))]), "^[1;1H👩‍👧^[1;3Ha");
    let wide = [(0, 0, plain("👩‍👧")), (2, 0, plain("a")), (9, 0, plain("b"))];
    assert_eq!(bytes(&wide), "^[1;1H👩‍👧^[3Ga  ^[4Cb");
    // Some draw this one in a single column.
    assert_eq!(bytes(&[(0, 0, plain("x")), (1, 0, plain("☺️"))]), "^[1;1H^[3Xx☺️");
}

#[test]
fn what_looks_alike_is_drawn_together_where_that_is_shorter() {
    let style = |n: u8| Style::default().fg(Color::Rgb(200, 200, n));
    let cells: Vec<(u16, u16, Cell)> =
        (0..4).flat_map(|y| (0..2).map(move |x| (x, y, cell("x", style(100 + x as u8))))).collect();
    let drawn = bytes(&cells);
    assert_eq!(drawn.matches("38;2").count(), 2, "{drawn}");
}

#[test]
fn a_blank_takes_the_look_of_what_stands_beside_it_when_only_its_background_shows() {
    let (red, green) = (Style::default().fg(Color::Red), Style::default().fg(Color::Green));
    let all = |styles: [Style; 4]| -> Vec<(u16, u16, Cell)> {
        ["a", " ", " ", "b"]
            .iter()
            .zip(styles)
            .enumerate()
            .map(|(x, (s, style))| (x as u16, 0, cell(s, style)))
            .collect()
    };
    assert_eq!(bytes(&all([red, green, Style::default(), red])), "^[1;1H^[31ma  b^[m");
    let under = green.add_modifier(Modifier::UNDERLINED);
    assert_eq!(bytes(&all([red, under, under, red])), "^[1;1H^[31ma^[4;32m  ^[24;31mb^[m");
    assert_eq!(bytes(&all([red, red.bg(Color::Blue), red, red])), "^[1;1H^[31ma^[44m ^[49m b^[m");
}

#[test]
fn what_a_joined_character_spills_over_is_drawn_after_it() {
    // This emulator gives a family eight columns, where we count two.
    let style = |n: u8| Style::default().fg(Color::Rgb(200, 200, n));
    let row = |y: u16| {
        let words = [("abc", 1u8), ("👩‍👩‍👧‍👦", 2), ("defghijklmno", 1), ("👩‍👩‍👧‍👦", 2), ("pqrstuvwxyz", 3)];
        let mut x = 0;
        let mut cells = Vec::new();
        for (word, look) in words {
            match word.is_ascii() {
                true => {
                    for c in word.chars() {
                        cells.push((x, y, cell(&c.to_string(), style(100 + look))));
                        x += 1;
                    }
                }
                false => {
                    cells.push((x, y, cell(word, style(100 + look))));
                    x += 2;
                }
            }
        }
        cells
    };
    let cells: Vec<(u16, u16, Cell)> = (0..10).flat_map(row).collect();
    let mut parser = vt100::Parser::new(10, 60, 0);
    parser.process(bytes(&cells).replace('^', "\x1b").as_bytes());
    for y in 0..10 {
        let text = parser.screen().contents_between(y, 0, y, 60);
        assert!(text.starts_with("abc") && text.contains("defghijklmno") && text.ends_with("pqrstuvwxyz"), "{text}");
    }
}

#[test]
fn names_are_the_sixteen_of_every_terminal() {
    let of = |fg, bg| bytes(&[(0, 0, cell("x", Style::default().fg(fg).bg(bg)))]);
    assert_eq!(of(Color::Red, Color::LightBlue), "^[1;1H^[31;104mx^[m");
    assert_eq!(of(Color::White, Color::Black), "^[1;1H^[97;40mx^[m");
}

#[test]
fn without_colours_none_is_written_whatever_a_style_says() {
    let mut canvas = Canvas { colourless: true, ..Canvas::default() };
    let style = Style::default().fg(Color::Red).bg(Color::Rgb(1, 1, 1)).add_modifier(Modifier::BOLD);
    canvas.draw([(0, 0, &cell("a", style))].into_iter()).unwrap();
    assert_eq!(canvas.take(), b"\x1b[?2026h\x1b[1;1H\x1b[1ma\x1b[m\x1b[?2026l");
}

#[test]
fn a_frame_that_changes_nothing_writes_nothing() {
    let mut canvas = Canvas::default();
    canvas.hide_cursor().unwrap();
    assert_eq!(canvas.take(), b"\x1b[?2026h\x1b[?25l\x1b[?2026l");
    canvas.hide_cursor().unwrap();
    assert_eq!(canvas.take(), b"");
    canvas.show_cursor().unwrap();
    canvas.set_cursor_position((2, 1)).unwrap();
    assert_eq!(canvas.take(), b"\x1b[?2026h\x1b[?25h\x1b[2;3H\x1b[?2026l");
}

const SIZE: Rect = Rect { x: 0, y: 0, width: 24, height: 5 };

fn text() -> impl Strategy<Value = (u16, u16, &'static str, Style)> {
    // Even columns and lengths: halves of wide characters that are written over are ratatui's affair, and the
    // emulator's.
    let words = prop::sample::select(vec![
        "ab",
        "some words",
        "漢字かな",
        "한국어",
        "éé",
        "│──▶",
        "xy漢字z.",
        "ＦＵＬＬ",
        "    ",
        "עברי",
        "…a – b",
    ]);
    let colours = prop::sample::select(vec![
        Color::Reset,
        Color::Red,
        Color::LightCyan,
        Color::Indexed(123),
        Color::Rgb(9, 80, 200),
        Color::White,
    ]);
    let set = prop::sample::select(vec![
        Modifier::empty(),
        Modifier::BOLD,
        Modifier::DIM,
        Modifier::ITALIC | Modifier::UNDERLINED,
        Modifier::REVERSED | Modifier::BOLD,
    ]);
    ((0..SIZE.width / 2).prop_map(|x| x * 2), 0..SIZE.height, words, (colours.clone(), colours, set))
        .prop_map(|(x, y, words, (fg, bg, set))| (x, y, words, Style::default().fg(fg).bg(bg).add_modifier(set)))
}

fn shown(colour: Color) -> vt100::Color {
    match colour {
        Color::Reset => vt100::Color::Default,
        Color::Rgb(r, g, b) => vt100::Color::Rgb(r, g, b),
        Color::Indexed(number) => vt100::Color::Idx(number),
        named => vt100::Color::Idx(number_of(named) as u8),
    }
}

fn check(screen: &vt100::Screen, buffer: &Buffer) {
    for (y, x) in (0..SIZE.height).flat_map(|y| (0..SIZE.width).map(move |x| (y, x))) {
        let (there, wanted) = (screen.cell(y, x).unwrap(), &buffer[(x, y)]);
        if there.is_wide_continuation() {
            continue;
        }
        let symbol = if there.contents().is_empty() { " " } else { there.contents() };
        let set = wanted.modifier;
        let has = |one: Modifier| set.contains(one);
        // The emulator knows only one of bold and dim at a time.
        let dim = if has(Modifier::BOLD) { has(Modifier::DIM) } else { there.dim() };
        let bold = if has(Modifier::DIM) { has(Modifier::BOLD) } else { there.bold() };
        assert_eq!(symbol, wanted.symbol(), "{x},{y}");
        assert_eq!(there.bgcolor(), shown(wanted.bg), "{x},{y}");
        // Of a blank without lines and reversal nothing else is seen.
        if symbol != " " || set.intersects(Modifier::UNDERLINED | Modifier::REVERSED) {
            let look = (there.fgcolor(), bold, dim, there.italic());
            let wanted = (shown(wanted.fg), has(Modifier::BOLD), has(Modifier::DIM), has(Modifier::ITALIC));
            assert_eq!(look, wanted, "{x},{y}");
        }
        assert_eq!((there.underline(), there.inverse()), (has(Modifier::UNDERLINED), has(Modifier::REVERSED)));
    }
}

/// Symbols that terminals draw in different widths.
const JOINED: [&str; 5] = ["👩‍👩‍👧‍👦", "🇫🇷", "☺️", "e\u{301}", "🏳️‍🌈"];

fn text_with_joined() -> impl Strategy<Value = (u16, u16, &'static str, Style)> {
    prop_oneof![
        text(),
        (text(), prop::sample::select(JOINED.to_vec())).prop_map(|((x, y, _, style), symbol)| (x, y, symbol, style)),
    ]
}

/// What is sure is where it was drawn, and of what is not nothing old stands behind it.
fn check_sure(screen: &vt100::Screen, buffer: &Buffer) {
    for y in 0..SIZE.height {
        let mut x = 0;
        while x < SIZE.width {
            let wanted = buffer[(x, y)].symbol();
            let width = unicode_width::UnicodeWidthStr::width(wanted).max(1) as u16;
            match columns(wanted) {
                Some(_) => {
                    let there = screen.cell(y, x).unwrap().contents();
                    assert_eq!(if there.is_empty() { " " } else { there }, wanted, "{x},{y}");
                }
                None if width == 2 && x + 1 < SIZE.width => {
                    let there = screen.cell(y, x + 1).unwrap().contents();
                    assert!(there.is_empty() || there == " " || wanted.contains(there), "{x},{y}: {there}");
                }
                None => {}
            }
            x += width;
        }
    }
}

proptest! {
    #[test]
    fn a_terminal_shows_every_frame_as_it_was_drawn(
        frames in prop::collection::vec(prop::collection::vec(text(), 0..12), 1..5)
    ) {
        let canvas = Canvas::default();
        let viewport = ratatui::Viewport::Fixed(SIZE);
        let options = ratatui::TerminalOptions { viewport };
        let mut terminal = Terminal::with_options(canvas.clone(), options).unwrap();
        let mut parser = vt100::Parser::new(SIZE.height, SIZE.width, 0);
        for frame in frames {
            let mut drawn = Buffer::empty(SIZE);
            terminal
                .draw(|target| {
                    for (x, y, words, style) in &frame {
                        target.buffer_mut().set_string(*x, *y, words, *style);
                    }
                    drawn = target.buffer_mut().clone();
                })
                .unwrap();
            parser.process(&canvas.take());
            check(parser.screen(), &drawn);
        }
    }

    #[test]
    fn a_terminal_that_draws_joined_characters_wider_or_narrower_keeps_no_piece_of_them(
        frames in prop::collection::vec(prop::collection::vec(text_with_joined(), 0..10), 1..6)
    ) {
        let canvas = Canvas::default();
        let options = ratatui::TerminalOptions { viewport: ratatui::Viewport::Fixed(SIZE) };
        let mut terminal = Terminal::with_options(canvas.clone(), options).unwrap();
        // This emulator gives each part of a joined character the columns that it has alone.
        let mut parser = vt100::Parser::new(SIZE.height, SIZE.width + 20, 0);
        for frame in frames {
            let mut drawn = Buffer::empty(SIZE);
            terminal
                .draw(|target| {
                    // So that the width of the screen is known.
                    target.buffer_mut().set_string(SIZE.width - 1, 0, "|", Style::default());
                    for (x, y, words, style) in &frame {
                        target.buffer_mut().set_string(*x, *y, words, *style);
                    }
                    drawn = target.buffer_mut().clone();
                })
                .unwrap();
            parser.process(&canvas.take());
            check_sure(parser.screen(), &drawn);
        }
    }
}
