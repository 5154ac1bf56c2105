//! Built-in reviewers that a person leaves out. Names that nobody knows are refused where they are read
//! (`edge::config`). Called by `mod`.

use crate::core::model::TaskId;

use super::wish::Wish;

/// Built-in reviewers that do not run: `builtin` itself, or single ones by `builtin:ID` or their id. They stand in the
/// list by the name that was said; a task's id tells which are meant.
pub(super) fn skipped_builtin(wish: &Wish) -> Vec<(TaskId, String)> {
    let list = wish.skip.as_deref().unwrap_or(&[]);
    let id = |name: &String| TaskId::new(format!("builtin:{}", name.trim_start_matches("builtin:").to_lowercase()));
    list.iter().map(|name| (id(name), "left out by --skip".to_owned())).collect()
}
