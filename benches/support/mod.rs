//! The cockpit without a terminal and without threads, as the tests have it. Called by `layout`, `reopen`, `stream`
//! and `view`.

use std::fmt::Write;

#[path = "../../tests/support/desk.rs"]
pub mod desk;
#[path = "../../tests/support/pull.rs"]
pub mod pull;

/// Files of [`many_files`].
pub const FILES: u32 = 200;

/// So many files of 50 new lines.
pub fn many_files() -> String {
    let mut text = String::new();
    for file in 0..FILES {
        let path = format!("src/file{file}.rs");
        writeln!(text, "diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1,1 +1,51 @@").unwrap();
        writeln!(text, " //! A file.").unwrap();
        (0..50).for_each(|n| writeln!(text, "+    let value_{n} = {n} + number({n});").unwrap());
    }
    text
}
