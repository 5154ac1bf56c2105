//! Bytes of a settings file -> text: size, encoding, byte-order mark. Called before any syntax is read.

use super::{layer::Spot, mistake::Complaints};

/// The largest file that is read, in bytes. Whoever reads files for this room need not read more than one byte over.
pub const LARGEST: usize = 1 << 20;

/// The text without its byte-order mark; `None` with a complaint when it is none.
pub(super) fn text<'a>(bytes: &'a [u8], complaints: &mut Complaints) -> Option<&'a str> {
    if bytes.len() > LARGEST {
        let what = format!("the file is larger than {} MiB and was not read", LARGEST >> 20);
        complaints.error(None, "", what, "a file of settings is small: take out what is none");
        return None;
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        complaints.error(None, "", "the file is UTF-16", "save it as UTF-8");
        return None;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(error) => {
            let good = bytes.get(..error.valid_up_to()).unwrap_or(&[]);
            let good = std::str::from_utf8(good).unwrap_or("");
            complaints.error(Some(Spot::at(good, good.len())), "", "the file is no UTF-8", "save it as UTF-8");
            None
        }
    }
}
