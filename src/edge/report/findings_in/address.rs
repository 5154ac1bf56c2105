//! Addresses of files as tools write them -> paths: schemes, percent signs, bases of other bases, `.` and `..`. Whether a
//! path exists is the judge's to know. Called by the readers of tools' formats and by `mod`.

use percent_encoding::percent_decode_str;

/// The path that an address names, as bytes: escapes may be no text.
pub(super) fn path_of(uri: &str) -> Vec<u8> {
    let path = match uri.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("file:")) {
        Some(_) => local(uri.get(5..).unwrap_or("")),
        None => uri,
    };
    let path: Vec<u8> = percent_decode_str(path).collect();
    // /C:/work -> C:/work
    let path = match path.as_slice() {
        [b'/', drive, b':', ..] if drive.is_ascii_alphabetic() => path.get(1..).unwrap_or(&[]).to_vec(),
        _ => path,
    };
    let backslashes = path.contains(&b'\\') && !path.contains(&b'/');
    let path = if backslashes { path.iter().map(|b| if *b == b'\\' { b'/' } else { *b }).collect() } else { path };
    tidy(&path)
}

/// What stands behind `file:`, without the name of a machine.
fn local(rest: &str) -> &str {
    match rest.strip_prefix("//") {
        Some(host) => host.find('/').and_then(|at| host.get(at..)).unwrap_or(host),
        None => rest,
    }
}

/// Without `.`, `..` and doubled slashes, as far as they can be taken off.
fn tidy(path: &[u8]) -> Vec<u8> {
    let absolute = path.first() == Some(&b'/');
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in path.split(|byte| *byte == b'/') {
        match part {
            b"" | b"." => {}
            b".." if parts.last().is_some_and(|last| *last != b"..") => {
                parts.pop();
            }
            b".." if absolute => {}
            part => parts.push(part),
        }
    }
    let joined = parts.join(&b'/');
    if absolute { [b"/", joined.as_slice()].concat() } else { joined }
}

/// Whether a path begins at a root or a drive.
pub(super) fn is_absolute(path: &[u8]) -> bool {
    match path {
        [b'/', ..] => true,
        [drive, b':', b'/', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

/// Whether an address has a scheme of more than one letter.
pub(super) fn has_scheme(uri: &str) -> bool {
    let is_scheme = |word: &str| {
        word.len() > 1
            && word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
    };
    uri.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme))
}

/// A path below a folder, without it.
pub(super) fn below<'p>(path: &'p [u8], folder: &[u8]) -> Option<&'p [u8]> {
    let rest = path.strip_prefix(folder.strip_suffix(b"/").unwrap_or(folder))?;
    rest.strip_prefix(b"/").filter(|rest| !rest.is_empty() && !folder.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_the_paths_that_they_mean() {
        for (uri, path) in [
            ("src/a%20b.rs", "src/a b.rs"),
            ("./src/./x/../c.rs", "src/c.rs"),
            ("file:///work/shop/src/a.rs", "/work/shop/src/a.rs"),
            ("FILE://host/work/a.rs", "/work/a.rs"),
            ("file:/work/a.rs", "/work/a.rs"),
            ("file:///C:/work/a%2Db.rs", "C:/work/a-b.rs"),
            ("src\\win\\a.rs", "src/win/a.rs"),
            ("a%zz%4", "a%zz%4"),
            ("100%", "100%"),
            ("a%2", "a%2"),
            ("../x", "../x"),
            ("/../x", "/x"),
            ("src//a.rs", "src/a.rs"),
            ("a%2Fb%5Cc/d", "a/b\\c/d"),
            ("", ""),
        ] {
            assert_eq!(String::from_utf8(path_of(uri)).unwrap(), path, "{uri}");
        }
        assert_eq!(path_of("caf%E9"), b"caf\xe9");
        assert_eq!(path_of("a%+1"), b"a%+1");
    }

    #[test]
    fn absolute_paths_and_schemes_are_told_apart_from_others() {
        assert!(is_absolute(b"/a") && is_absolute(b"C:/a") && !is_absolute(b"a/b") && !is_absolute(b"c:a"));
        assert!(has_scheme("file:///a") && has_scheme("https://a") && !has_scheme("C:/a") && !has_scheme("a/b:c"));
        assert_eq!(below(b"/w/a.rs", b"/w/"), Some(&b"a.rs"[..]));
        assert_eq!((below(b"/wide/a.rs", b"/w"), below(b"/w", b"/w"), below(b"/w/a", b"")), (None, None, None));
    }
}
