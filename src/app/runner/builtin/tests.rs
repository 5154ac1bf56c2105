//! The way through the files: whoever is faster, the same is told.

use tokio::sync::mpsc::channel;

use crate::core::{
    checks::{CHECKS, Check, is_on},
    diff,
    model::{ChangeMap, Settings, TaskId},
    risk::classes_of,
};

use super::*;

const FILES: usize = 24;

/// Files in each of which two reviewers find something, the hotter the higher their number.
fn change() -> Change {
    let file = |n: usize| {
        format!(
            "diff --git a/src/f{n}.py b/src/f{n}.py\n--- a/src/f{n}.py\n+++ b/src/f{n}.py\n@@ -1,2 +1,6 @@ def a():\n a = {n}\n\
             +try:\n+    breakpoint()\n+except Exception:\n+    pass\n b = 1\n"
        )
    };
    let diff = diff::parse((0..FILES).map(file).collect::<String>().into_bytes());
    let heat = (0..FILES).map(|n| u8::try_from(n).unwrap()).collect();
    let map = ChangeMap { classes: classes_of(&diff), heat, ..ChangeMap::default() };
    Change { diff: Arc::new(diff), map: Arc::new(map), settings: Arc::new(Settings::default()), about: Arc::default() }
}

fn tasks() -> Vec<(Task, Arc<AtomicBool>)> {
    let task = |id: &str| Task { id: TaskId::new(format!("builtin:{id}")), pass: Pass::Builtin(id.to_owned()) };
    on().map(|check| (task(check.id), Arc::default())).collect()
}

/// Reviewers that nobody has to switch on.
fn on() -> impl Iterator<Item = &'static Check> {
    CHECKS.iter().filter(|check| is_on(check.id))
}

/// What is told when so many workers go the way, in words.
fn told(workers: usize, fault: Fault, tasks: Vec<(Task, Arc<AtomicBool>)>) -> Vec<String> {
    let (events, mut out) = channel(10_000);
    let walk = Walk::new(events, fault, tasks, change());
    std::thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(|| walk.work()))));
    drop(walk);
    let mut told = Vec::new();
    while let Some(event) = out.blocking_recv() {
        let Event::Session(msg) = event else { continue };
        told.push(match msg {
            Msg::TaskStarted(task, _) => format!("started {task}"),
            Msg::CandidateFound(candidate, _) => {
                format!("{} in {}", candidate.id, candidate.place.unwrap().path.lossy())
            }
            Msg::TaskEnded(task, end, _) => format!("{task} {end:?}"),
            other => format!("{other:?}"),
        });
    }
    told
}

#[test]
fn the_riskiest_file_is_told_first_and_many_workers_tell_what_one_does() {
    let one = told(1, Fault::None, tasks());
    let found: Vec<&String> = one.iter().filter(|line| line.contains(" in ")).collect();
    assert_eq!(found.len(), FILES * 2, "{one:#?}");
    assert!(
        found[0].ends_with("-c1 in src/f23.py") && found[FILES * 2 - 1].ends_with("-c24 in src/f0.py"),
        "{found:#?}"
    );
    for workers in [2, 5, 16] {
        assert_eq!(told(workers, Fault::None, tasks()), one);
    }
}

#[test]
fn all_begin_before_the_first_finding_and_each_ends_once() {
    let told = told(3, Fault::None, tasks());
    let begun = told.iter().take_while(|line| line.starts_with("started")).count();
    assert_eq!(begun, on().count());
    for check in on() {
        let ends = told.iter().filter(|line| **line == format!("builtin:{} Completed", check.id)).count();
        assert_eq!(ends, 1, "{}", check.id);
    }
}

#[test]
fn one_that_is_stopped_ends_alone() {
    let tasks = tasks();
    tasks.iter().filter(|(task, _)| task.id.as_str().ends_with("debug-left-in")).for_each(|(_, cancel)| {
        cancel.store(true, Ordering::Relaxed);
    });
    let told = told(2, Fault::None, tasks);
    assert!(told.contains(&"builtin:debug-left-in Stopped".to_owned()), "{told:#?}");
    assert!(!told.iter().any(|line| line.starts_with("builtin:debug-left-in-c")));
    assert_eq!(told.iter().filter(|line| line.contains(" in ")).count(), FILES);
    assert_eq!(told.iter().filter(|line| line.ends_with("Completed")).count(), on().count() - 1);
}

#[test]
fn one_that_panics_ends_alone_and_the_others_find_what_they_would() {
    let calm = told(1, Fault::None, tasks());
    let told = told(2, Fault::PanicWorker, tasks());
    assert!(told.iter().any(|line| line.starts_with("builtin:secrets Failed(\"PRR_FAULT=panic:worker")), "{told:#?}");
    let others = |all: &[String]| -> Vec<String> {
        all.iter().filter(|line| !line.starts_with("builtin:secrets")).cloned().collect()
    };
    assert_eq!(others(&told), others(&calm));
}

#[test]
fn a_diff_without_files_ends_every_reviewer() {
    let (events, mut out) = channel(100);
    let empty = Change { diff: Arc::default(), map: Arc::default(), settings: Arc::default(), about: Arc::default() };
    Walk::new(events, Fault::None, tasks(), empty).work();
    let mut ends = 0;
    while let Some(event) = out.blocking_recv() {
        ends += usize::from(matches!(event, Event::Session(Msg::TaskEnded(_, TaskEnd::Completed, _))));
    }
    assert_eq!(ends, on().count());
}

#[test]
fn when_nobody_listens_the_work_stops() {
    let (events, out) = channel(1);
    drop(out);
    let walk = Walk::new(events, Fault::None, tasks(), change());
    walk.work();
    assert!(walk.next.load(Ordering::Relaxed) <= 1);
}
