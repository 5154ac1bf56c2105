//! `jj<C-d><Esc>` -> the bytes a terminal sends for these keys.
//! Not here: sending them (`pty`). Called by `pty`.

/// The keys in a notation, each as the bytes of one key press. `<` begins a name only when a known name and `>`
/// follow; otherwise it is the key `<`.
pub fn presses(notation: &str) -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = notation;
    while let Some(c) = rest.chars().next() {
        let named = rest.strip_prefix('<').and_then(|r| r.split_once('>')).and_then(|(name, r)| Some((key(name)?, r)));
        let (bytes, behind) = named.unwrap_or_else(|| {
            let (one, behind) = rest.split_at(c.len_utf8());
            (one.as_bytes().to_vec(), behind)
        });
        out.push(bytes);
        rest = behind;
    }
    out
}

fn key(name: &str) -> Option<Vec<u8>> {
    if let Some(letter) = name.strip_prefix("C-").filter(|l| l.len() == 1) {
        return Some(vec![letter.to_ascii_lowercase().as_bytes()[0] & 0x1f]);
    }
    let bytes: &str = match name {
        "Esc" => "\x1b",
        "Enter" => "\r",
        "Tab" => "\t",
        "S-Tab" => "\x1b[Z",
        "Space" => " ",
        "Backspace" => "\x7f",
        "Delete" => "\x1b[3~",
        "Up" => "\x1b[A",
        "Down" => "\x1b[B",
        "Right" => "\x1b[C",
        "Left" => "\x1b[D",
        "Home" => "\x1b[H",
        "End" => "\x1b[F",
        "PgUp" => "\x1b[5~",
        "PgDn" => "\x1b[6~",
        "lt" => "<",
        _ => return None,
    };
    Some(bytes.as_bytes().to_vec())
}

#[test]
fn names_in_angle_brackets_become_the_bytes_of_that_key() {
    assert_eq!(presses("j<C-d><Esc>ü<PgDn>"), [&b"j"[..], b"\x04", b"\x1b", "ü".as_bytes(), b"\x1b[6~"]);
    assert_eq!(presses("<<Esc>>"), [&b"<"[..], b"\x1b", b">"]);
    assert_eq!(presses("<lt><nothing>").len(), 1 + "<nothing>".len());
}
