//! Worlds to begin with: one with a git side in which everything that a reviewer meets occurs once, one made of a
//! diff alone, one too large for GitHub's diff.
//! Not here: what tests then change (`Hub::world`).

use super::{
    REVIEWER, diff,
    story::{Edit, Mark, Origin, Story},
    world::{Change, Check, Commit, End, Issue, Place, Pull, Remark, Repository, Review, State, Thread, Told, World},
};

/// The head of a world without git; the corpus uses it too.
pub const HEAD: &str = "1111111111111111111111111111111111111111";
/// Its base.
pub const BASE: &str = "2222222222222222222222222222222222222222";

/// `o/r` with pull request 7 and this diff, nothing said on it, no git side.
pub fn of_diff(diff: &str) -> World {
    let commit = Commit { sha: HEAD.to_owned(), message: "Sample".to_owned(), parent: BASE.to_owned() };
    let change = Change { files: diff::files(diff, &[]), diff: diff.into(), commits: vec![commit] };
    let mut repository = Repository::new(99, "o", "r");
    repository.pulls.push(Pull::new(7, "Sample", end("main", BASE), end("topic", HEAD), change));
    let mut world = World::empty();
    world.repositories.push(repository);
    world
}

/// `o/r` with pull request 7 that adds so many files of one line, each so many bytes long, with a git side.
pub fn large(files: usize, bytes: usize) -> World {
    let names: Vec<String> = (0..files).map(|n| format!("many/{:02}/file{n:04}.txt", n % 50)).collect();
    let text = format!("{}\n", "x".repeat(bytes.saturating_sub(1)));
    let mut story = Story::default();
    let base = story.commit(None, "base", &[Edit::Put("README.md", b"hi\n")]);
    let edits: Vec<Edit> = names.iter().map(|n| Edit::Put(n, text.as_bytes())).collect();
    let head = story.commit(Some(base), "many files", &edits);
    story.reference("refs/heads/main", base);
    story.reference("refs/heads/topic", head);
    story.reference("refs/pull/7/head", head);
    let origin = Origin::new("o/r");
    let told = origin.tell(story);
    let (base, head) = (told.sha(base), told.sha(head));
    let mut repository = Repository::new(99, "o", "r");
    let change = origin.change(&base, &head);
    repository.pulls.push(Pull::new(7, "Large", end("main", &base), end("topic", &head), change));
    let mut world = World::empty();
    world.repositories.push(repository);
    world.origin = Some(origin);
    world
}

fn end(branch: &str, sha: &str) -> End {
    End { branch: branch.to_owned(), sha: sha.to_owned(), repo: Some("o/r".to_owned()) }
}

/// `src/lib.rs` before.
fn lib() -> String {
    (1..=50).map(|n| format!("let v{n} = {n};\n")).collect()
}

/// `src/lib.rs` at the head of 7: lines 3 and 46 changed, two added behind 3, 42 and 43 removed.
fn lib_changed() -> String {
    let changed = (1..=50).filter(|n| !matches!(n, 42 | 43)).map(|n| match n {
        3 => "let v3 = 30;\nlet extra_a = 1;\nlet extra_b = 2;\n".to_owned(),
        46 => "let v46 = 460;\n".to_owned(),
        _ => format!("let v{n} = {n};\n"),
    });
    changed.collect()
}

fn paragraphs(six: &str) -> String {
    (1..=12).map(|n| if n == 6 { format!("{six}\n") } else { format!("para {n}\n") }).collect()
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01";

/// The repository's history: where each pull request begins and ends.
struct History {
    first: Mark,
    main: Mark,
    topic: Mark,
    others: Vec<(u64, &'static str, Mark, Mark)>,
}

fn history(story: &mut Story) -> History {
    let moved = "a line of text that is long enough to be recognised\n".repeat(4);
    let first = story.commit(
        None,
        "first",
        &[
            Edit::Put("README.md", b"hi\n"),
            Edit::Put("docs/old.md", paragraphs("para 6").as_bytes()),
            Edit::Put("docs/moved.md", moved.as_bytes()),
            Edit::Put("src/lib.rs", lib().as_bytes()),
            Edit::Put("src/gone.rs", b"a\nb\nc\n"),
            Edit::Put("run.sh", b"#!/bin/sh\n"),
        ],
    );
    let main = story.commit(Some(first), "main goes on", &[Edit::Put("CHANGES", b"one\n")]);
    let one = story.commit(Some(first), "lib: other numbers", &[Edit::Put("src/lib.rs", lib_changed().as_bytes())]);
    let two = story.commit(
        Some(one),
        "docs: move\n\nTwo files have new names.",
        &[
            Edit::Move("docs/old.md", "docs/new.md"),
            Edit::Put("docs/new.md", paragraphs("para six").as_bytes()),
            Edit::Move("docs/moved.md", "docs/elsewhere.md"),
            Edit::Drop("src/gone.rs"),
        ],
    );
    let rest =
        [Edit::Put("README.md", b"hi\nthere\n"), Edit::Put("logo.png", PNG), Edit::Run("run.sh", b"#!/bin/sh\n")];
    let topic = story.commit(Some(two), "readme, logo, mode", &rest);
    let mut small = |on: Mark, number: u64, branch: &'static str| {
        let path = format!("notes/{number}.txt");
        let text = format!("note {number}\nsecond line\n");
        (number, branch, on, story.commit(Some(on), branch, &[Edit::Put(&path, text.as_bytes())]))
    };
    let others = vec![
        small(first, 8, "draft"),
        small(first, 9, "merged"),
        small(first, 10, "from-deleted-fork"),
        small(first, 11, "mine"),
        small(topic, 12, "stacked"),
        small(first, 13, "bump"),
    ];
    story.reference("refs/heads/main", main);
    story.reference("refs/heads/topic", topic);
    story.reference("refs/pull/7/head", topic);
    for (number, branch, _, head) in &others {
        story.reference(&format!("refs/heads/{branch}"), *head);
        story.reference(&format!("refs/pull/{number}/head"), *head);
    }
    History { first, main, topic, others }
}

/// `o/r`: 7 open with threads, reviews, checks and a conversation; 8 draft; 9 merged; 10 closed, of a deleted fork
/// and account; 11 the reviewer's own; 12 stacked on 7; 13 of a bot. Review is asked for on 7, 8, 12 and 13.
/// `o/secret`: private, the reviewer sees it.
pub fn world() -> World {
    let mut story = Story::default();
    let history = history(&mut story);
    let origin = Origin::new("o/r");
    let told = origin.tell(story);
    let (first, main, topic) = (told.sha(history.first), told.sha(history.main), told.sha(history.topic));
    let mut repository = Repository::new(99, "o", "r");
    repository.former.push("o/before".to_owned());
    repository.issues = vec![issue(3, "Numbers are too small"), issue(4, "Docs lie in the wrong place")];
    let mut seven =
        Pull::new(7, "Larger numbers", end("main", &main), end("topic", &topic), origin.change(&first, &topic));
    fill_seven(&mut seven, &topic);
    repository.pulls.push(seven);
    for (number, branch, on, head) in history.others {
        let (on, head) = (told.sha(on), told.sha(head));
        let base = if number == 12 { end("topic", &topic) } else { end("main", &main) };
        let mut pull = Pull::new(number, branch, base, end(branch, &head), origin.change(&on, &head));
        make_special(&mut pull);
        repository.pulls.push(pull);
    }
    let mut secret = Repository::new(100, "o", "secret");
    secret.members = Some(vec![REVIEWER.to_owned()]);
    let change = of_diff(SMALL).seven().change().clone();
    secret.pulls.push(Pull::new(1, "Hidden", end("main", BASE), end("topic", HEAD), change));
    let mut world = World::empty();
    world.repositories = vec![repository, secret];
    world.origin = Some(origin);
    world
}

/// The head of a pull request of `o/r` moves by one commit; its id. Threads on lines that are gone become outdated.
pub fn push(world: &mut World, number: u64, message: &str, edits: &[Edit]) -> String {
    let old = world.repo("o/r").pull(number).head.sha.clone();
    let base = world.repo("o/r").pull(number).base.sha.clone();
    let origin = world.origin.as_ref().expect("this world has no git side");
    let mut story = Story::default();
    let next = story.commit_on(&old, message, edits);
    story.reference(&format!("refs/pull/{number}/head"), next);
    let next = origin.tell(story).sha(next);
    let (_, _, merge_base) = origin.compare(&base, &next).expect("the head has a base");
    let change = origin.change(&merge_base, &next);
    world.repo("o/r").pull(number).push(&next, change);
    next
}

/// A diff of one line.
pub const SMALL: &str = "diff --git a/README.md b/README.md
index 45b983b..0e2f46c 100644
--- a/README.md
+++ b/README.md
@@ -1 +1,2 @@
 hi
+there
";

fn issue(number: u64, title: &str) -> Issue {
    let body = Some(format!("{title}, and something should be done."));
    Issue { number, title: title.to_owned(), body, is_open: true }
}

fn make_special(pull: &mut Pull) {
    pull.about.asked = vec![REVIEWER.to_owned()];
    match pull.number {
        8 => pull.is_draft = true,
        9 => pull.state = State::Merged,
        10 => {
            pull.state = State::Closed;
            pull.about.author = None;
            pull.head.repo = None;
        }
        11 => {
            pull.about.author = Some(REVIEWER.to_owned());
            pull.about.asked.clear();
        }
        12 => pull.about.assigned = vec![REVIEWER.to_owned()],
        13 => {
            pull.about.author = Some("dependabot[bot]".to_owned());
            pull.about.body = Some(format!("Bumps a thing. cc @{REVIEWER} please"));
        }
        _ => {}
    }
}

/// A comment, written in the minute of its number.
pub fn remark(id: u64, author: &str, body: &str, review: u64) -> Remark {
    let author = (author != "ghost").then(|| author.to_owned());
    Remark { id, author, body: body.to_owned(), written: format!("2026-01-15T10:{:02}:00Z", id % 60), review }
}

/// A thread under one line.
pub fn thread(path: &str, side: &str, line: u32, commit: &str, remarks: Vec<Remark>) -> Thread {
    let place = Place { path: path.to_owned(), side: side.to_owned(), line: Some(line), start: None };
    let hunk = "@@ -1,3 +1,3 @@\n let v1 = 1;".to_owned();
    Thread { place, is_outdated: false, resolved_by: None, commit: commit.to_owned(), hunk, remarks }
}

/// A review of somebody.
pub fn review(id: u64, author: &str, state: &str, body: &str, commit: &str) -> Review {
    let submitted = (state != "PENDING").then(|| format!("2026-01-15T11:{:02}:00Z", id % 60));
    let (author, state) = (Some(author.to_owned()), state.to_owned());
    Review { id, author, state, body: body.to_owned(), commit: commit.to_owned(), submitted }
}

fn fill_seven(seven: &mut Pull, head: &str) {
    seven.about.body = Some("Closes #3.\n\nNumbers were too small.".to_owned());
    seven.about.labels = vec!["enhancement".to_owned(), "needs review".to_owned()];
    seven.about.asked = vec![REVIEWER.to_owned()];
    seven.closes = vec![3];
    let run = |name: &str, said: &str| Check { name: name.to_owned(), told: Told::Run(said.to_owned()) };
    let status = |name: &str, said: &str| Check { name: name.to_owned(), told: Told::Status(said.to_owned()) };
    seven.checks = vec![
        run("build", "success"),
        run("test", "failure"),
        run("bench", "in_progress"),
        run("docs", "skipped"),
        status("ci/legacy", "success"),
        status("ci/slow", "pending"),
    ];
    seven.conversation =
        vec![remark(201, "colleague", "Nice, but why 30?", 0), remark(202, "ci-robot[bot]", "Coverage: 80 %", 0)];
    seven.reviews = vec![
        review(301, "colleague", "COMMENTED", "", head),
        review(302, "maintainer", "APPROVED", "Good.", head),
        review(303, "stranger", "PENDING", "nobody sees this", head),
    ];
    let mut resolved = thread("docs/new.md", "RIGHT", 6, head, vec![remark(404, "colleague", "A digit?", 301)]);
    resolved.resolved_by = Some("author".to_owned());
    let mut outdated = thread("src/lib.rs", "RIGHT", 20, BASE, vec![remark(405, "ghost", "This line is gone", 301)]);
    outdated.is_outdated = true;
    let mut range = thread("src/lib.rs", "RIGHT", 5, head, vec![remark(406, "maintainer", "Both of them?", 302)]);
    range.place.start = Some((4, "RIGHT".to_owned()));
    let mut file = thread("README.md", "RIGHT", 1, head, vec![remark(407, "maintainer", "Say more in here", 302)]);
    file.place.line = None;
    file.hunk = String::new();
    let open = vec![remark(401, "colleague", "Why 30?", 301), remark(402, "author", "It is rounder.", 301)];
    seven.threads = vec![
        thread("src/lib.rs", "RIGHT", 3, head, open),
        thread("src/lib.rs", "LEFT", 42, head, vec![remark(403, "colleague", "Is this used nowhere?", 301)]),
        resolved,
        outdated,
        range,
        file,
        thread("src/lib.rs", "RIGHT", 46, head, vec![remark(408, "stranger", "nobody sees this", 303)]),
    ];
}
