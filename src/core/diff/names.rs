//! Names in diff headers: C-style quotes, prefixes, and where a `diff --git` line is to be split.
//! Pure functions over bytes. Not here: which of an entry's names counts (`entry`). Called by `entry` and `lone`.

/// How far from the middle of a `diff --git` line a split is looked for: prefixes whose lengths differ by more
/// are not met, and a bound keeps lines of a million blanks linear.
const SLACK: usize = 32;

/// The prefixes git uses by itself: default and `diff.mnemonicPrefix`.
const PREFIXES: &[u8] = b"abciow12";

/// Decodes a C-style quoted name that begins at `text[0] == '"'`, appends the bytes to `out` and returns how many
/// bytes of `text` it took. On a bad escape or a missing closing quote: `None`, and `out` is as before.
/// The escapes are those of git's quoting (`\a \b \t \n \v \f \r \" \\` and three octal digits), decoded once.
pub(super) fn unquote(text: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    let kept = out.len();
    let taken = unquote_into(text, out);
    if taken.is_none() {
        out.truncate(kept);
    }
    taken
}

fn unquote_into(text: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    let mut at = 1;
    if text.first() != Some(&b'"') {
        return None;
    }
    loop {
        let rest = text.get(at..)?;
        let plain = memchr::memchr2(b'"', b'\\', rest)?;
        out.extend_from_slice(rest.get(..plain)?);
        at += plain + 1;
        if rest.get(plain) == Some(&b'"') {
            return Some(at);
        }
        let (byte, taken) = escape(text.get(at..)?)?;
        out.push(byte);
        at += taken;
    }
}

/// The byte of the escape behind a backslash, and its length.
fn escape(text: &[u8]) -> Option<(u8, usize)> {
    let first = *text.first()?;
    let byte = match first {
        b'a' => 7,
        b'b' => 8,
        b't' => b'\t',
        b'n' => b'\n',
        b'v' => 11,
        b'f' => 12,
        b'r' => b'\r',
        b'"' | b'\\' => first,
        b'0'..=b'3' => {
            let digit = |at: usize| text.get(at).filter(|b| matches!(b, b'0'..=b'7')).map(|b| b - b'0');
            return Some(((first - b'0') << 6 | digit(1)? << 3 | digit(2)?, 3));
        }
        _ => return None,
    };
    Some((byte, 1))
}

/// An unquoted name of a `---` or `+++` line ends at the first TAB: git puts one behind names with blanks, other
/// tools put a time there. A name that has a TAB of its own is quoted.
pub(super) fn until_tab(text: &[u8]) -> &[u8] {
    memchr::memchr(b'\t', text).and_then(|end| text.get(..end)).unwrap_or(text)
}

/// Length of the first component with its slash; 0 when there is no slash.
fn component(name: &[u8]) -> usize {
    memchr::memchr(b'/', name).map_or(0, |at| at + 1)
}

/// Whether the name begins with a prefix git itself would put there.
fn has_usual_prefix(name: &[u8]) -> bool {
    matches!(name, [letter, b'/', ..] if PREFIXES.contains(letter))
}

/// Length of the prefix of a name whose other side is `/dev/null` and that nothing else explains.
pub(super) fn prefix_alone(name: &[u8]) -> usize {
    if has_usual_prefix(name) && name.len() > 2 { 2 } else { 0 }
}

/// Lengths of the prefixes of an old and a new name. Equal names have none (`--no-prefix`); else the first
/// components are prefixes if the rest is equal, or if both are git's own; else what stands before the longest
/// common tail of whole components (`diff -ru old/deep new/deep`); else nothing is.
pub(super) fn prefixes(old: &[u8], new: &[u8]) -> (usize, usize) {
    if old == new {
        return (0, 0);
    }
    let first = (component(old), component(new));
    if same_behind(old, new, first) || (has_usual_prefix(old) && has_usual_prefix(new)) {
        return first;
    }
    match common_components(old, new) {
        0 => (0, 0),
        tail => (old.len() - tail, new.len() - tail),
    }
}

/// Whether both have a prefix of that length and the same, non-empty rest.
fn same_behind(old: &[u8], new: &[u8], (a, b): (usize, usize)) -> bool {
    a > 0 && b > 0 && matches!((old.get(a..), new.get(b..)), (Some(x), Some(y)) if x == y && !x.is_empty())
}

/// Bytes of the longest common tail that begins behind a slash in both names.
fn common_components(old: &[u8], new: &[u8]) -> usize {
    let same = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let tail = old.get(old.len() - same..).unwrap_or(&[]);
    memchr::memchr(b'/', tail).map_or(0, |slash| tail.len() - slash - 1)
}

/// Where the two unquoted names of a `diff --git` line part: the offset of the blank between them, and the
/// lengths of the two prefixes. Both names are the same path behind their prefixes, and prefixes are of equal
/// length nearly always, so the middle is tried first. `None` when no split gives equal paths.
pub(super) fn split(text: &[u8]) -> Option<(usize, (usize, usize))> {
    let middle = text.len() / 2;
    let nearest = (0..=SLACK).flat_map(|d| [middle.checked_sub(d), middle.checked_add(d)]).flatten();
    nearest.filter(|at| text.get(*at) == Some(&b' ')).find_map(|at| {
        let (old, new) = (text.get(..at)?, text.get(at + 1..)?);
        if old.is_empty() {
            return None;
        }
        let first = (component(old), component(new));
        if old == new { Some((at, (0, 0))) } else { same_behind(old, new, first).then_some((at, first)) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unquoted(text: &str) -> Option<Vec<u8>> {
        let mut out = b"kept".to_vec();
        let taken = unquote(text.as_bytes(), &mut out);
        assert!(taken.is_some() || out == b"kept");
        taken.map(|_| out.split_off(4))
    }

    #[test]
    fn quotes_are_decoded_exactly_once() {
        assert_eq!(unquoted(r#""a/lit\\303\\251.txt" x"#).unwrap(), br"a/lit\303\251.txt");
        assert_eq!(unquoted(r#""caf\303\251\t\"\\\001\377""#).unwrap(), b"caf\xc3\xa9\t\"\\\x01\xff");
    }

    #[test]
    fn bad_quotes_leave_nothing_behind() {
        for text in [r#""open"#, r#""bad \q""#, r#""short \30""#, r#""big \477""#, "plain", "", "\"", "\"\\"] {
            assert_eq!(unquoted(text), None, "{text}");
        }
    }

    fn path(text: &str) -> Option<&str> {
        split(text.as_bytes()).map(|(at, (_, new))| &text[at + 1 + new..])
    }

    #[test]
    fn the_split_is_where_both_halves_are_the_same_path() {
        assert_eq!(path("a/x b/x"), Some("x"));
        assert_eq!(path("a/img b/x b/logo.bin b/img b/x b/logo.bin"), Some("img b/x b/logo.bin"));
        assert_eq!(path("i/one two w/one two"), Some("one two"));
        assert_eq!(path("before/x y after/x y"), Some("x y"));
        assert_eq!(path("src/x.rs src/x.rs"), Some("src/x.rs"));
        assert_eq!(path("a/ lead b/ lead"), Some(" lead"));
        assert_eq!(path("a/trail  b/trail "), Some("trail "));
        assert_eq!(path("a/x b/y"), None);
        assert_eq!(path(" "), None);
    }

    #[test]
    fn prefixes_are_what_differs_in_front_of_the_same_path() {
        assert_eq!(prefixes(b"a/x", b"b/x"), (2, 2));
        assert_eq!(prefixes(b"x/a", b"x/a"), (0, 0));
        assert_eq!(prefixes(b"old-1.0/src/x", b"new-1.0/src/x"), (8, 8));
        assert_eq!(prefixes(b"up/old/src/x", b"up/new/src/x"), (7, 7));
        assert_eq!(prefixes(b"a/one", b"b/two"), (2, 2));
        assert_eq!(prefixes(b"x.c.orig", b"x.c"), (0, 0));
    }
}
