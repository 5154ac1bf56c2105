//! The graph of the code that a person's settings name, when it is there, fresh and not part of the change; else a note.
//! Without one the symbol index says who uses what, and nothing is told. Not here: reading it (edge::graph), what it means
//! (core::change::graph). Called where the change map is made.

use std::{path::PathBuf, sync::atomic::AtomicBool, time::Duration};

use crate::{
    app::job::Job,
    core::{
        change::graph as meaning,
        model::{ChangeMap, Diff, GraphSignals},
        risk::{self, Facts},
        text::one_line,
    },
    edge::{
        graph::{self, GraphFault, Wanted},
        intake,
    },
    session::GraphWish,
};

use super::map;

/// Commits that a graph may be behind the base.
const MOST_BEHIND: u32 = 10;
/// Where a graph is looked for when the settings name none.
const USUAL: &str = ".soliton/graph.json";
const VARIABLE: &str = "SOLITON_GRAPH_PATH";

/// The map with what the graph says.
pub(in crate::app) fn with_graph(
    job: &Job,
    diff: &Diff,
    mut map: ChangeMap,
    (wish, facts): (Option<&GraphWish>, &Facts),
    stop: &AtomicBool,
) -> ChangeMap {
    let Some(wish) = wish.filter(|wish| wish.settings.enabled && map::has_repository(job)) else { return map };
    let Some(repository) = intake::repository(&job.intake) else { return map };
    let Some((file, name, is_asked)) = place(wish, &repository.root) else { return map };
    let is_ours = |path: &String| repository.root.join(path) == file;
    let changed: Vec<String> = diff.file_numbers().map(|file| diff.path(file).lossy().into_owned()).collect();
    if changed.iter().any(is_ours) {
        map.notes.push(format!("the graph {name} is part of the change and was not used"));
        return map;
    }
    let patience = wish.settings.timeout_ms.map(|ms| Duration::from_millis(u64::from(ms)));
    let wanted = Wanted { file: &file, name: name.clone(), root: repository.root.clone(), changed: &changed, patience };
    let found = graph::read(&wanted).and_then(|graph| {
        let behind = age(job, graph.commit.as_deref(), wish.base.as_deref(), stop)?;
        Ok(GraphSignals { behind, ..meaning::signals(diff, &map, &graph) })
    });
    match found {
        Ok(signals) => {
            let partly = if signals.is_partial { ", only its nearest 500 nodes" } else { "" };
            let old = signals.behind.filter(|n| *n > 0).map_or_else(String::new, |n| format!(", {n} commits old"));
            map.notes.push(format!("graph signals from {name}{old}{partly}"));
            risk::with_graph(diff, map, signals, facts)
        }
        // Nobody named it: that it is not there is no news.
        Err(GraphFault::NotFound) if !is_asked => map,
        Err(fault) => {
            map.notes.push(format!("the graph {name} was not used: {fault}; the symbol index says who uses what"));
            map
        }
    }
}

/// The file, its name for people, and whether the person named it: the settings', else the usual one, else the
/// variable's.
fn place(wish: &GraphWish, root: &std::path::Path) -> Option<(PathBuf, String, bool)> {
    let named = |path: &str| (root.join(path), one_line(path, 120), true);
    if let Some(path) = wish.settings.path.as_deref().filter(|path| !path.is_empty()) {
        return Some(named(path));
    }
    let usual = root.join(USUAL);
    if usual.is_file() {
        return Some((usual, USUAL.to_owned(), false));
    }
    let said = std::env::var(VARIABLE).ok().filter(|path| !path.is_empty())?;
    Some(named(&said))
}

/// How many commits the graph is behind the base; one that contains the base is not behind it.
fn age(job: &Job, commit: Option<&str>, base: Option<&str>, stop: &AtomicBool) -> Result<Option<u32>, GraphFault> {
    let (Some(commit), Some(base)) = (commit, base) else { return Ok(None) };
    let is_id = (7..=64).contains(&commit.len()) && commit.bytes().all(|b| b.is_ascii_hexdigit());
    if !is_id {
        return Err(GraphFault::Unsupported("its commit is no commit id".to_owned()));
    }
    match intake::distance(&job.intake, commit, base, stop) {
        Some((0, _)) => Ok(Some(0)),
        Some((behind, 0)) if behind <= MOST_BEHIND => Ok(Some(behind)),
        Some((behind, 0)) => Err(GraphFault::Stale(Some(behind))),
        // On another branch, or rewritten away.
        Some(_) | None => Err(GraphFault::Stale(None)),
    }
}
