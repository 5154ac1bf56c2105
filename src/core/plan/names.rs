//! Names that `--agents` and `--skip` know (FACTS 32): agents of the swarm, passes, lenses, `builtin`, built-in
//! reviewers, the person's commands. Called by the planners, by `prr` before a run, and by `plan` for built-ins.

use crate::core::model::{Lens, TaskId};

use super::{
    passes::PASSES,
    swarm::AGENTS,
    wish::{Wish, same},
};

/// Every built-in reviewer together.
pub const BUILTIN: &str = "builtin";

/// Every name that can be asked for, each once: swarm, passes, lenses, `builtin`, then the person's commands.
pub fn known<'n>(commands: &[&'n str]) -> Vec<&'n str> {
    let mut names: Vec<&'n str> = Vec::new();
    let all = AGENTS.iter().map(|agent| agent.name).chain(PASSES.iter().map(|pass| pass.id));
    let all = all.chain(Lens::ALL.iter().map(|lens| lens.as_str())).chain([BUILTIN]).chain(commands.iter().copied());
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The first of these that is not among the known.
pub fn unknown<'l>(list: &'l [String], known: &[&str]) -> Option<&'l str> {
    list.iter().map(String::as_str).find(|name| !known.iter().any(|one| same(one, name)))
}

/// Built-in reviewers that do not run: `builtin` itself, or single ones by `builtin:ID` or their id. They stand in the
/// list by the name that was said; a task's id tells which are meant.
pub(super) fn skipped_builtin(wish: &Wish) -> Vec<(TaskId, String)> {
    let list = wish.skip.as_deref().unwrap_or(&[]);
    let id = |name: &String| TaskId::new(format!("builtin:{}", name.trim_start_matches("builtin:").to_lowercase()));
    list.iter().map(|name| (id(name), "left out by --skip".to_owned())).collect()
}
