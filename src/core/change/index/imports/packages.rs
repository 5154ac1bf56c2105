//! Imports that name a package, a namespace or what is in it. Not here: paths of files (`paths`).

use super::{is_module, quoted, with_outer};

/// Folders of the standard library, whose paths look like those of a module without a host.
const GO_STANDARD: &[&str] = &[
    "archive",
    "bufio",
    "compress",
    "container",
    "context",
    "crypto",
    "database",
    "debug",
    "encoding",
    "errors",
    "expvar",
    "flag",
    "fmt",
    "go",
    "hash",
    "html",
    "image",
    "index",
    "io",
    "log",
    "math",
    "mime",
    "net",
    "os",
    "path",
    "reflect",
    "regexp",
    "runtime",
    "sort",
    "strconv",
    "strings",
    "sync",
    "syscall",
    "testing",
    "text",
    "time",
    "unicode",
];

/// The ends of an import path: the name of the module stands before them, and nothing in the file tells how long it is.
pub(super) fn go(line: &str, found: &mut Vec<String>) {
    let named = |rest: &str| rest.split_once('"').is_some_and(|(name, _)| name.trim().bytes().all(is_plain));
    let rest = line.strip_prefix("import ").unwrap_or(line);
    // Inside of a block nothing but a name stands before the path, and nothing but a comment behind it.
    let ends = |rest: &str| rest.rsplit('"').next().is_some_and(|tail| tail.is_empty() || tail.contains("//"));
    let is_path = |rest: &&str| named(rest) && ends(rest) && rest.split('"').count() == 3;
    let Some(path) = Some(rest).filter(is_path).and_then(quoted) else { return };
    let parts: Vec<&str> = path.split('/').collect();
    let host = parts.first().is_some_and(|first| first.contains('.'));
    if !host && parts.first().is_some_and(|first| GO_STANDARD.contains(first)) {
        return;
    }
    let ends = (1..parts.len()).rev().filter(|from| host || *from == 1).filter_map(|from| parts.get(from..));
    found.extend(ends.map(|end| end.join("/")).filter(|end| is_module(end)));
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')
}

/// `import a.b.C`, and `import a.b.*` as the folder with a star.
pub(super) fn dotted(line: &str, found: &mut Vec<String>) {
    let Some(rest) = line.strip_prefix("import ") else { return };
    if let Some(path) = quoted(rest) {
        found.push(path.split_once(':').map_or(path.clone(), |(_, path)| path.to_owned()));
        return;
    }
    let name = rest.trim_start_matches("static ").split([';', ' ', '{']).next().unwrap_or("").trim_end_matches('.');
    let is_open = rest.contains('{');
    let path = name.replace('.', "/");
    match path.strip_suffix("/*").or_else(|| path.strip_suffix("/_")).or(is_open.then_some(path.as_str())) {
        Some(folder) => {
            found.extend([folder.to_owned(), format!("{folder}/*")].into_iter().filter(|_| !folder.is_empty()))
        }
        None => with_outer(path, found),
    }
}

/// `using A.B;`: a namespace, or a type of it. The first part is the package's own name, which no folder has to bear.
pub(super) fn sharp(line: &str, found: &mut Vec<String>) {
    let line = line.strip_prefix("global ").unwrap_or(line);
    let Some(name) = line.strip_prefix("using ").and_then(|rest| rest.split_once(';')).map(|(name, _)| name) else {
        return;
    };
    let (is_type, name) = match (name.split_once('='), name.strip_prefix("static ")) {
        (Some((_, name)), _) => (true, name.trim()),
        (None, Some(name)) => (true, name.trim()),
        (None, None) => (false, name.trim()),
    };
    let is_name = name.split('.').all(|part| !part.is_empty() && part.bytes().all(is_plain));
    let of_others = name.split('.').next().is_some_and(|first| matches!(first, "System" | "Microsoft"));
    if !is_name || of_others {
        return;
    }
    let path = name.replace('.', "/");
    let inner = path.split_once('/').map(|(_, rest)| rest.to_owned());
    for path in inner.into_iter().chain([path]) {
        match is_type {
            true => with_outer(path, found),
            false => found.push(path),
        }
    }
}

/// `import A`, of a target; `import struct A.B` of something in it.
pub(super) fn swift(line: &str, found: &mut Vec<String>) {
    let attributes =
        |word: &&str| word.starts_with('@') || matches!(*word, "public" | "internal" | "private" | "package");
    let mut words = line.split_ascii_whitespace().skip_while(attributes);
    let (Some("import"), Some(first)) = (words.next(), words.next()) else { return };
    let kinds = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor"];
    let name = if kinds.contains(&first) { words.next().unwrap_or("") } else { first };
    let target = name.split(['.', ';']).next().unwrap_or("");
    let is_name = !target.is_empty() && target.bytes().all(is_plain);
    found.extend(is_name.then(|| target.to_owned()));
}

pub(super) fn php(line: &str, found: &mut Vec<String>) {
    if let Some(rest) = line.strip_prefix("use ") {
        let name = rest.split([';', ' ', '{', ',']).next().unwrap_or("").trim_start_matches('\\').replace('\\', "/");
        // The first part is the package's own name, which no folder has to bear.
        found.extend(name.split_once('/').map(|(_, rest)| rest.to_owned()).filter(|rest| rest.contains('/')));
        found.extend(Some(name).filter(|name| name.contains('/')));
    } else if line.starts_with("require") || line.starts_with("include") {
        let Some(path) = quoted(line) else { return };
        let path = path.trim_start_matches('/').trim_end_matches(".php");
        found.push(if path.starts_with('.') { path.to_owned() } else { format!("./{path}") });
    }
}
