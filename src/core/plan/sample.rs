//! Made-up changes for the tests beside: files with so many added and removed lines.

use crate::core::{
    diff,
    model::{ChangeMap, Diff, RiskLevel, RunId},
    risk,
};

use super::Wish;

/// One file of a made-up change.
pub struct F {
    pub path: &'static str,
    pub added: Vec<String>,
    pub removed: Vec<String>,
    pub gone: bool,
}

/// A file with so many added lines, each of so many bytes.
pub fn wide(path: &'static str, lines: usize, width: usize) -> F {
    let line = |n: usize| format!("call_{n}({});", "x".repeat(width));
    F { path, added: (0..lines).map(line).collect(), removed: Vec::new(), gone: false }
}

/// A file with so many added lines.
pub fn file(path: &'static str, lines: usize) -> F {
    wide(path, lines, 10)
}

/// A file with these lines.
pub fn text(path: &'static str, removed: &[&str], added: &[&str]) -> F {
    let own = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    F { path, added: own(added), removed: own(removed), gone: false }
}

/// A file that is deleted.
pub fn gone(path: &'static str, lines: usize) -> F {
    let file = file(path, lines);
    F { removed: file.added, added: Vec::new(), gone: true, ..file }
}

/// The diff.
pub fn diff_of(files: &[F]) -> Diff {
    let mut out = String::new();
    for F { path, added, removed, gone } in files {
        let (old, new) = (removed.len(), added.len());
        out.push_str(&format!("diff --git a/{path} b/{path}\n"));
        match gone {
            true => out.push_str(&format!("deleted file mode 100644\n--- a/{path}\n+++ /dev/null\n")),
            false => out.push_str(&format!("--- a/{path}\n+++ b/{path}\n")),
        }
        if old + new > 0 {
            let at = |count: usize| if count == 0 { "0,0".to_owned() } else { format!("1,{count}") };
            out.push_str(&format!("@@ -{} +{} @@\n", at(old), at(new)));
            removed.iter().for_each(|line| out.push_str(&format!("-{line}\n")));
            added.iter().for_each(|line| out.push_str(&format!("+{line}\n")));
        }
    }
    diff::parse(out.into_bytes())
}

/// The diff and its map.
pub fn change(files: &[F]) -> (Diff, ChangeMap) {
    let diff = diff_of(files);
    let map = risk::change_map(&diff, &RunId::new("r"));
    (diff, map)
}

/// The same with a risk of that level.
pub fn at_risk(files: &[F], level: RiskLevel) -> (Diff, ChangeMap) {
    let (diff, mut map) = change(files);
    if let Some(score) = &mut map.score {
        score.level = level;
        score.recommended_agents = level.agents().to_vec();
    }
    (diff, map)
}

/// Words.
pub fn names(list: &[&str]) -> Option<Vec<String>> {
    Some(list.iter().map(|name| (*name).to_owned()).collect())
}

/// A wish for a strategy.
pub fn wish(strategy: crate::core::model::Strategy) -> Wish {
    Wish { strategy, ..Wish::default() }
}
