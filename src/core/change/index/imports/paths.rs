//! Imports that name a file by its path. Not here: names of packages (`packages`).

use super::{is_module, quoted};

pub(super) fn script(line: &str, found: &mut Vec<String>) {
    let after = |word: &str| line.rfind(word).and_then(|at| line.get(at + word.len()..));
    let begins = line.starts_with("import") || line.starts_with("export") || line.starts_with('}');
    let rest = after("require(")
        .or_else(|| after("import("))
        .or_else(|| after(" from ").filter(|_| begins))
        .or_else(|| after("from\"").and(after("from")).filter(|_| begins))
        .or_else(|| line.strip_prefix("import ").filter(|rest| rest.starts_with(['"', '\''])));
    let Some(path) = rest.filter(|rest| rest.trim_start().starts_with(['"', '\''])).and_then(quoted) else { return };
    let path = path.strip_prefix("@/").or_else(|| path.strip_prefix("~/")).unwrap_or(&path).to_owned();
    let bare = [".js", ".ts", ".jsx", ".tsx", ".mjs", ".cjs"].iter().find_map(|ending| path.strip_suffix(ending));
    let path = bare.unwrap_or(&path).trim_end_matches("/index").trim_end_matches('/').to_owned();
    found.extend(Some(path).filter(|path| is_module(path)));
}

pub(super) fn include(line: &str, found: &mut Vec<String>) {
    let Some(rest) = line
        .strip_prefix('#')
        .map(str::trim_start)
        .and_then(|rest| rest.strip_prefix("include").or_else(|| rest.strip_prefix("import")))
    else {
        return;
    };
    match quoted(rest) {
        Some(path) if path.starts_with('.') => found.push(path),
        Some(path) => found.extend([format!("./{path}"), path]),
        None => {
            let path = rest.split_once('<').and_then(|(_, rest)| rest.split_once('>')).map(|(path, _)| path.to_owned());
            found.extend(path);
        }
    }
}

pub(super) fn ruby(line: &str, found: &mut Vec<String>) {
    let (relative, rest) = match (line.strip_prefix("require_relative"), line.strip_prefix("require")) {
        (Some(rest), _) => ("./", rest),
        (None, Some(rest)) => ("", rest),
        (None, None) => return,
    };
    let Some(path) = quoted(rest) else { return };
    let path = path.trim_end_matches(".rb");
    found.push(if path.starts_with('.') { path.to_owned() } else { format!("{relative}{path}") });
}

pub(super) fn shell(line: &str, found: &mut Vec<String>) {
    let Some(rest) = line.strip_prefix("source ").or_else(|| line.strip_prefix(". ")) else { return };
    let word = rest.trim().trim_matches(['"', '\'']);
    // What a variable or a command stands for is a folder.
    let path = word.rsplit(['$', '}', ')']).next().unwrap_or(word);
    let path = if path == word { path } else { path.split_once('/').map_or("", |(_, path)| path) };
    let path = path.trim_matches(['"', '\'']).trim_start_matches("./");
    if path.contains(' ') || !is_module(path) {
        return;
    }
    found.extend([format!("./{path}"), path.to_owned()]);
}
