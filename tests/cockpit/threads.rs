//! Threads of a pull request in the diff: cards at their places, folded when resolved, kept still when others come.

use prr::core::model::{PullNews, Resolution, Side, ThreadId};

use crate::support::{
    desk::{DIFF, Desk, candidate},
    pull::{self, outdated, remark, resolved, thread, threads},
};

const HUNK: &str =
    "@@ -40,6 +40,6 @@\n     token.set_user(user);\n     token.set_time(now);\n+    token.set_scope(\"all\");";

fn several() -> Vec<prr::core::model::Thread> {
    let mut long = thread(
        11,
        "src/auth.rs",
        13,
        "Should this be a `Result`?\n\n```suggestion\n    let token = issue(user, now)?;\n```",
    );
    long.remarks.push(remark(12, "alice", 5, "Yes, **done** in the next push.\nSee https://x.example"));
    let mut left = thread(13, "src/auth.rs", 12, "Why is the check removed?");
    left.place.side = Side::Left;
    let moved = outdated(thread(14, "src/auth.rs", 30, "Which scopes are there?"), HUNK);
    let lost = outdated(
        thread(15, "src/auth.rs", 77, "This name says nothing."),
        "@@ -70,2 +70,3 @@\n x\n+let q = zap(frob);",
    );
    let mut on_file = thread(16, "README.md", 1, "Needs a section about tokens.");
    on_file.place.is_file = true;
    on_file.place.lines = None;
    vec![long, left, moved, lost, on_file, resolved(thread(17, "README.md", 4, "Typo."))]
}

#[test]
fn screens_with_threads() {
    for (columns, rows) in [(80, 24), (200, 60), (120, 40), (40, 10)] {
        let mut desk = Desk::with_pull(columns, rows, several());
        insta::assert_snapshot!(format!("threads_{columns}x{rows}"), desk.screen());
        desk.keys("}}");
        insta::assert_snapshot!(format!("thread_open_{columns}x{rows}"), desk.screen());
    }
}
