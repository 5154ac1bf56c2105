//! What terminals send, whole and cut anywhere.

use proptest::prelude::*;

use super::*;
use crate::ui::{Code, Deed, Turn};

fn typed(parts: &[&[u8]]) -> Vec<Typed> {
    let mut decoder = Decoder::default();
    decoder.await_answer(true);
    let mut out = Vec::new();
    parts.iter().for_each(|part| decoder.take(part, &mut out));
    out
}

fn keys(text: &str) -> Vec<Typed> {
    text.chars().map(|c| Typed::Key(Key::char(c))).collect()
}

fn one(bytes: &[u8]) -> Key {
    match typed(&[bytes]).as_slice() {
        [Typed::Key(key)] => *key,
        other => panic!("{bytes:?} is {other:?}"),
    }
}

#[test]
fn keys_of_usual_terminals() {
    let plain = |code| Key::plain(code);
    for (bytes, key) in [
        (&b"j"[..], Key::char('j')),
        ("ü".as_bytes(), Key::char('ü')),
        ("試".as_bytes(), Key::char('試')),
        (b"\r", plain(Code::Enter)),
        (b"\t", plain(Code::Tab)),
        (b"\x7f", plain(Code::Backspace)),
        (b"\x04", Key::ctrl('d')),
        (b"\x1a", Key::ctrl('z')),
        (b"\x1b[A", plain(Code::Up)),
        (b"\x1bOB", plain(Code::Down)),
        (b"\x1b[H", plain(Code::Home)),
        (b"\x1b[4~", plain(Code::End)),
        (b"\x1b[3~", plain(Code::Delete)),
        (b"\x1b[6~", plain(Code::PageDown)),
        (b"\x1b[Z", plain(Code::BackTab)),
        (b"\x1b[1;5C", Key { ctrl: true, ..plain(Code::Right) }),
        (b"\x1b[1;3D", Key { alt: true, ..plain(Code::Left) }),
        (b"\x1bx", Key { alt: true, ..Key::char('x') }),
    ] {
        assert_eq!(one(bytes), key, "{bytes:?}");
    }
}

#[test]
fn a_lone_escape_is_a_key_when_nothing_follows() {
    for (bytes, key) in [(&b"\x1b"[..], Key::plain(Code::Esc)), (b"\x1b]", Key { alt: true, ..Key::char(']') })] {
        let mut decoder = Decoder::default();
        let mut out = Vec::new();
        decoder.take(bytes, &mut out);
        assert_eq!((out.len(), decoder.patience()), (0, Some(ESCAPE)));
        decoder.give_up(&mut out);
        assert_eq!((out, decoder.patience()), (vec![Typed::Key(key)], None));
    }
}

#[test]
fn sequences_nobody_knows_are_no_keys() {
    for bytes in [&b"\x1b[15~"[..], b"\x1bOP", b"\x1b[[A", b"\x1b[<35;1;1M", b"\x1b[M !!", b"\x1b[?62;22c", b"\x1b[I"] {
        assert_eq!(typed(&[bytes, b"j"]), keys("j"), "{bytes:?}");
    }
}

#[test]
fn a_mouse_is_heard_at_any_place_and_cut_anywhere() {
    let mouse = |deed, column, row| Typed::Mouse(Mouse { deed, column, row });
    for (bytes, deed) in [
        (&b"\x1b[<0;300;2000M"[..], mouse(Deed::Press, 299, 1999)),
        (b"\x1b[<32;224;1M", mouse(Deed::Drag, 223, 0)),
        (b"\x1b[<0;1;1m", mouse(Deed::Release, 0, 0)),
        (b"\x1b[<64;5;6M", mouse(Deed::Wheel(Turn::Up), 4, 5)),
        (b"\x1b[<65;65535;6M", mouse(Deed::Wheel(Turn::Down), 65534, 5)),
        (b"\x1b[<69;5;6M", mouse(Deed::Wheel(Turn::Down), 4, 5)),
    ] {
        for cut in 1..bytes.len() {
            let (first, rest) = bytes.split_at(cut);
            let mut expected = vec![deed.clone()];
            expected.extend(keys("j"));
            // A cut behind the escape alone is the key Esc and characters: that is what a read of its own means.
            if cut > 1 {
                assert_eq!(typed(&[first, rest, b"j"]), expected, "{bytes:?} cut at {cut}");
            }
        }
    }
}

#[test]
fn garbage_of_a_mouse_is_nothing() {
    for bytes in [
        &b"\x1b[<0;0;1M"[..],
        b"\x1b[<0;1;0M",
        b"\x1b[<0;1M",
        b"\x1b[<;;M",
        b"\x1b[<0;1;1;1M",
        b"\x1b[<99999999;1;1M",
        b"\x1b[<0;99999999;1M",
        b"\x1b[<-1;1;1M",
        b"\x1b[<2;1;1M",
        b"\x1b[<64;1;1m",
    ] {
        assert_eq!(typed(&[bytes, b"j"]), keys("j"), "{bytes:?}");
    }
}

#[test]
fn a_paste_comes_in_one_piece_wherever_it_is_cut() {
    let bytes = "\x1b[200~a\r\n\x1b[31mü\x1b[201~j".as_bytes();
    let whole = [Typed::Paste("a\r\n\x1b[31mü".to_owned()), Typed::Key(Key::char('j'))];
    for cut in 0..=bytes.len() {
        assert_eq!(typed(&[&bytes[..cut], &bytes[cut..]]), whole, "cut at {cut}");
    }
}

#[test]
fn a_paste_without_an_end_is_given_after_a_while_and_keys_work_again() {
    let mut decoder = Decoder::default();
    let mut out = Vec::new();
    decoder.take(b"\x1b[200~lost\x1b[20", &mut out);
    assert_eq!((out.len(), decoder.patience()), (0, Some(REST)));
    decoder.give_up(&mut out);
    decoder.take(b"q", &mut out);
    assert_eq!(out, [Typed::Paste("lost\x1b[20".to_owned()), Typed::Key(Key::char('q'))]);
}

#[test]
fn an_answer_is_no_key_wherever_it_is_cut() {
    for end in ["\x07", "\x1b\\"] {
        let bytes = format!("\x1b]11;rgb:ffff/fafa/f0f0{end}").into_bytes();
        for cut in 0..=bytes.len() {
            assert_eq!(typed(&[&bytes[..cut], &bytes[cut..]]), [Typed::Ground(Background::Light)], "cut at {cut}");
        }
    }
    assert_eq!(typed(&[b"\x1b]11;rgb:1e1e/1e1e/2e2e\x07"]), [Typed::Ground(Background::Dark)]);
}

#[test]
fn keys_in_the_middle_of_an_answer_are_kept() {
    let bytes = b"\x1b]11;rgb:ffff/fafa/f0f0\x1b\\";
    for cut in (3..=bytes.len()).filter(|cut| *cut != bytes.len() - 1) {
        for (pressed, keys) in [(&b"j"[..], Key::char('j')), (b"\x1b[B", Key::plain(Code::Down))] {
            let mut got = typed(&[&bytes[..cut], pressed, &bytes[cut..]]);
            got.sort_by_key(|typed| matches!(typed, Typed::Ground(_)));
            assert_eq!(got, [Typed::Key(keys), Typed::Ground(Background::Light)], "cut at {cut}");
        }
    }
}

#[test]
fn an_answer_that_never_ends_is_forgotten() {
    let mut decoder = Decoder::default();
    let mut out = Vec::new();
    decoder.take(b"\x1b]11;rgb:ff", &mut out);
    decoder.give_up(&mut out);
    decoder.take(b"fq", &mut out);
    assert_eq!(out, keys("fq"));
}

/// Alt and a key as Esc and the key.
fn without_alt(typed: Vec<Typed>) -> Vec<Typed> {
    let parts = typed.into_iter().flat_map(|one| match one {
        Typed::Key(key) if key.alt && matches!(key.code, Code::Char(_) | Code::Enter | Code::Tab | Code::Backspace) => {
            vec![Typed::Key(Key::plain(Code::Esc)), Typed::Key(Key { alt: false, ..key })]
        }
        other => vec![other],
    });
    parts.collect()
}

#[test]
fn alt_is_told_from_escape_by_the_read() {
    let esc = Typed::Key(Key::plain(Code::Esc));
    assert_eq!(typed(&[b"\x1bq"]), [Typed::Key(Key { alt: true, ..Key::char('q') })]);
    assert_eq!(typed(&[b"\x1b", b"q"]), [esc.clone(), Typed::Key(Key::char('q'))]);
    assert_eq!(typed(&[b"\x1b", b"\x1b[A"]), [esc, Typed::Key(Key::plain(Code::Up))]);
    assert_eq!(typed(&[b"\x1b", b"[A"]), [Typed::Key(Key::plain(Code::Up))]);
}

proptest! {
    #[test]
    fn what_is_typed_does_not_depend_on_the_cuts(
        bytes in proptest::collection::vec(prop_oneof![
            any::<u8>(),
            proptest::sample::select(b"\x1b\x1b[]O~0;12fr/:jM\x07\\".to_vec()),
        ], 0..60),
        size in 1usize..9,
    ) {
        let parts: Vec<&[u8]> = bytes.chunks(size).collect();
        // An escape at the end of a read is told from Alt by the read: the test above.
        prop_assume!(!parts.iter().any(|part| part.ends_with(b"\x1b")));
        prop_assert_eq!(without_alt(typed(&parts)), without_alt(typed(&[&bytes])));
    }
}
