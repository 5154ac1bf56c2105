//! Imports that name several things in brackets, over several lines. Not here: what is told line by line (`paths`,
//! `packages`).

use super::{LONGEST, MOST, OVER, is_module, with_outer};

pub(super) fn rust(line: &str, below: &[&[u8]], found: &mut Vec<String>) {
    let rest = line.strip_prefix("pub").map_or(line, |rest| {
        let rest = rest.trim_start();
        rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest.trim_start())
    });
    let Some(rest) = rest.strip_prefix("use ") else { return };
    let mut text = rest.to_owned();
    for line in below.iter().take(OVER) {
        if text.contains(';') || text.len() > 4 * LONGEST {
            break;
        }
        text.push_str(&String::from_utf8_lossy(line));
    }
    let text = text.split(';').next().unwrap_or("");
    let mut all = Vec::new();
    unfold("", text, 0, &mut all);
    for path in all {
        let path = path.split(" as ").next().unwrap_or("").trim().replace("::", "/");
        let path = path.trim_end_matches("/*").trim_end_matches("/self");
        // Of the package at the root nobody here knows the name.
        let own = path
            .split_once('/')
            .filter(|(first, _)| !["crate", "self", "super", "std", "core", "alloc"].contains(first));
        if let Some((_, rest)) = own {
            with_outer(format!("*/{rest}"), found);
        }
        with_outer(path.to_owned(), found);
    }
}

/// `a::{b, c::{d, e}}` as `a::b`, `a::c::d`, `a::c::e`.
fn unfold(before: &str, text: &str, depth: usize, found: &mut Vec<String>) {
    if depth > 6 || found.len() > MOST {
        return;
    }
    let (mut level, mut start) = (0usize, 0usize);
    let mut parts = Vec::new();
    for (at, sign) in text.char_indices() {
        match sign {
            '{' => level += 1,
            '}' => level = level.saturating_sub(1),
            ',' if level == 0 => {
                parts.extend(text.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.extend(text.get(start..));
    for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
        match part.split_once('{') {
            Some((outer, inside)) => {
                let inside = inside.rsplit_once('}').map_or(inside, |(inside, _)| inside);
                unfold(&format!("{before}{}", outer.trim()), inside, depth + 1, found);
            }
            None => found.push(format!("{before}{part}")),
        }
    }
}

/// `from a import b, c`, over the lines up to the closing bracket.
pub(super) fn python(line: &str, below: &[&[u8]], found: &mut Vec<String>) {
    let bare = |name: &str| name.trim().split(" as ").next().unwrap_or("").trim().trim_matches(['(', ')']).to_owned();
    if let Some(rest) = line.strip_prefix("import ") {
        for name in uncommented(rest).split(',').map(bare) {
            with_outer(name.replace('.', "/"), found);
        }
    } else if let Some((module, names)) = line.strip_prefix("from ").and_then(|rest| rest.split_once(" import")) {
        let module = module.trim();
        let dots = module.len() - module.trim_start_matches('.').len();
        let outer = match dots {
            0 => String::new(),
            1 => "./".to_owned(),
            more => "../".repeat(more - 1),
        };
        let module = format!("{outer}{}", module.trim_start_matches('.').replace('.', "/"));
        found.extend(Some(module.clone()).filter(|module| is_module(module)));
        let join = if module.is_empty() || module.ends_with('/') { "" } else { "/" };
        let names = whole(uncommented(names).to_owned(), below);
        let names = names.split(',').map(|name| bare(name).trim().to_owned());
        found.extend(names.filter(|name| is_module(name)).map(|name| format!("{module}{join}{name}")));
    }
}

/// Names of an import to the end of the list, which a bracket or a backslash carries over lines.
fn whole(mut names: String, below: &[&[u8]]) -> String {
    let is_open = |names: &str| names.contains('(') && !names.contains(')');
    for line in below.iter().take(OVER) {
        let goes_on = names.trim_end().strip_suffix('\\').map(str::len);
        if (!is_open(&names) && goes_on.is_none()) || names.len() > 4 * LONGEST {
            break;
        }
        names.truncate(goes_on.unwrap_or(names.len()));
        names.push_str(uncommented(&String::from_utf8_lossy(line)));
    }
    names
}

fn uncommented(text: &str) -> &str {
    text.split('#').next().unwrap_or("").trim_end_matches('\r')
}
