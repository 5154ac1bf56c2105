//! Whatever a frame changes, a terminal that reads the bytes shows that frame.

use proptest::prelude::*;
use ratatui::{Terminal, buffer::Buffer, layout::Rect, style::Style};

use super::*;

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
    assert_eq!(bytes(&[(0, 0, plain("👩‍👧")), (2, 0, plain("a"))]), "^[1;1H👩‍👧^[1;3Ha");
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
        let look = (there.fgcolor(), there.bgcolor(), bold, dim, there.italic());
        assert_eq!(symbol, wanted.symbol(), "{x},{y}");
        assert_eq!(
            look,
            (shown(wanted.fg), shown(wanted.bg), has(Modifier::BOLD), has(Modifier::DIM), has(Modifier::ITALIC)),
            "{x},{y}"
        );
        assert_eq!((there.underline(), there.inverse()), (has(Modifier::UNDERLINED), has(Modifier::REVERSED)));
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
}
