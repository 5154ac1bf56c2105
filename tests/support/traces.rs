//! What a program leaves in its terminal: modes, settings, open questions. From bytes and settings, nothing else.
//! Not here: the terminal itself (`pty`), which calls this.

use rustix::termios::{SpecialCodeIndex, Termios};

/// What programs change of a terminal's settings, comparable.
pub fn settings(t: &Termios) -> (u32, u32, u32, u32, [u8; 6]) {
    use SpecialCodeIndex as Code;
    let codes = [Code::VINTR, Code::VQUIT, Code::VEOF, Code::VSUSP, Code::VMIN, Code::VTIME];
    let codes = codes.map(|code| t.special_codes[code]);
    (t.input_modes.bits(), t.output_modes.bits(), t.control_modes.bits(), t.local_modes.bits(), codes)
}

/// What a program asks its terminal.
pub enum Query {
    Background,
    Device,
}

/// The next query in `raw` from `from` on, and the byte behind it.
pub fn next_query(raw: &[u8], from: usize) -> Option<(Query, usize)> {
    let rest = raw.get(from..)?;
    let find = |needle: &[u8]| rest.windows(needle.len()).position(|w| w == needle).map(|at| at + needle.len());
    let colours = [find(b"\x1b]11;?\x1b\\"), find(b"\x1b]11;?\x07")].into_iter().flatten().min();
    let devices = [find(b"\x1b[c"), find(b"\x1b[0c")].into_iter().flatten().min();
    match (colours, devices) {
        (Some(colour), device) if device.is_none_or(|d| colour < d) => Some((Query::Background, from + colour)),
        (_, Some(device)) => Some((Query::Device, from + device)),
        _ => None,
    }
}

/// Private modes that the bytes switch on and not off again, of those that spoil a shell; a hidden cursor is `25l`, lines that no
/// longer wrap are `7l`.
pub fn modes_on(raw: &[u8]) -> Vec<String> {
    const SPOILING: &[&str] =
        &["47", "1047", "1049", "1000", "1002", "1003", "1004", "1005", "1006", "1015", "2004", "2026"];
    let mut state = std::collections::BTreeMap::new();
    for start in memchr::memmem::find_iter(raw, b"\x1b[?") {
        let body = &raw[start + 3..];
        let length = body.iter().take_while(|b| b.is_ascii_digit() || **b == b';').count();
        let on = match body.get(length) {
            Some(b'h') => true,
            Some(b'l') => false,
            _ => continue,
        };
        for mode in String::from_utf8_lossy(&body[..length]).split(';') {
            state.insert(mode.to_owned(), on);
        }
    }
    let spoiling = state.iter().filter(|(mode, on)| **on && SPOILING.contains(&mode.as_str()));
    let mut left: Vec<String> = spoiling.map(|(mode, _)| mode.clone()).collect();
    // These spoil it when they are off.
    let off = ["25", "7"].into_iter().filter(|mode| state.get(*mode) == Some(&false));
    left.extend(off.map(|mode| format!("{mode}l")));
    left
}
