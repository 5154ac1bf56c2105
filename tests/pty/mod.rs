//! The built program in real pseudo-terminals: what only a terminal, a process and signals can show.
//! Not here: what keys do to the state (`tests/cockpit`), the driver (`tests/support/pty`). Everything waits for
//! conditions; each test has a home of its own.

mod background;
mod bare;
mod basics;
mod budget;
mod colours;
mod completions;
mod crash;
mod demo;
mod desk;
mod ends;
mod faults;
mod guide;
mod hostile;
mod keymap;
mod logbooks;
mod more;
mod plain;
mod sources;
mod suspend;

use std::{
    path::Path,
    sync::OnceLock,
    time::{Duration, Instant},
};

use crate::support::{
    dirs::Home,
    pty::{Cockpit, launch::Launch},
};

/// The demo change: 16 files, some findings of the built-in reviewers, all below the first screen. How many, no test
/// here may know: reviewers are added ([`all`]).
pub const CHANGE: &str = include_str!("../../assets/demo/change.diff");

/// A home with the change in its working folder.
pub fn home() -> Home {
    let home = Home::new();
    std::fs::write(home.work().join("change.diff"), CHANGE).unwrap();
    home
}

/// What a program had started ends with it; whoever inherits it may take its time to bury it.
#[track_caller]
pub fn no_process_is_left(group: rustix::process::Pid) {
    let end = Instant::now() + Duration::from_secs(30);
    while rustix::process::test_kill_process_group(group).is_ok() {
        assert!(Instant::now() < end, "a process is left");
        std::thread::yield_now();
    }
}

/// The cockpit on it, to be started.
pub fn launch(home: &Home) -> Launch {
    Cockpit::prr(home, &["tui", "change.diff"]).size(100, 30)
}

/// The cockpit on it, when every reviewer has ended.
#[track_caller]
pub fn cockpit(home: &Home) -> Cockpit {
    let mut cockpit = launch(home).start();
    reviewed(&mut cockpit);
    cockpit
}

/// Waits until every reviewer has ended and everything is written down.
#[track_caller]
pub fn reviewed(cockpit: &mut Cockpit) {
    cockpit.wait_for(|screen| header(screen).contains("reviewed ·") && !footer(screen).contains("saved"));
}

/// Waits until this stands on the screen and nothing is unsaved.
#[track_caller]
pub fn acknowledged(cockpit: &mut Cockpit, text: &str) {
    cockpit.wait_for(|screen| screen.contents().contains(text) && !footer(screen).contains("unsaved"));
}

/// Findings without a decision, as the header counts them.
pub fn undecided(screen: &vt100::Screen) -> Option<usize> {
    header(screen).split(" undecided").next()?.rsplit(' ').next()?.parse().ok()
}

/// How many findings the demo change has on the screen.
pub fn all() -> usize {
    static ALL: OnceLock<usize> = OnceLock::new();
    *ALL.get_or_init(|| undecided(cockpit(&home()).screen()).expect("the header counts them"))
}

/// The first row.
pub fn header(screen: &vt100::Screen) -> String {
    row(screen, 0)
}

/// The last row.
pub fn footer(screen: &vt100::Screen) -> String {
    row(screen, screen.size().0 - 1)
}

/// A row as text.
pub fn row(screen: &vt100::Screen, number: u16) -> String {
    screen.rows(0, screen.size().1).nth(usize::from(number)).unwrap_or_default()
}

/// Rows of a window whose header has two (`ui::layout`).
const TALL: u16 = 30;

/// Rows of the header: in tall windows there are two.
pub fn header_rows(screen: &vt100::Screen) -> u16 {
    if screen.size().0 >= TALL { 2 } else { 1 }
}

/// The row of the body that has the cursor's mark at its left; the first is 0.
pub fn marked(screen: &vt100::Screen) -> Option<u16> {
    let at = (0..screen.size().0).find(|number| row(screen, *number).starts_with('▶'))?;
    at.checked_sub(header_rows(screen))
}

/// The rows between header and footer.
pub fn body(screen: &vt100::Screen) -> Vec<String> {
    // Blanks at the end may be drawn or not.
    let rows: Vec<String> = screen.rows(0, screen.size().1).map(|row| row.trim_end().to_owned()).collect();
    rows.get(usize::from(header_rows(screen))..rows.len().saturating_sub(1)).unwrap_or(&[]).to_vec()
}

/// What was written after the alternate screen was left for good, without escape sequences of the terminal's modes.
pub fn after_leaving(raw: &[u8]) -> String {
    let left = memchr::memmem::rfind(raw, b"\x1b[?1049l").expect("the alternate screen was left");
    String::from_utf8_lossy(&raw[left..]).replace("\x1b[?1049l", "").replace("\x1b[?25h", "")
}

/// Where the cursor is.
pub fn place(screen: &vt100::Screen) -> String {
    footer(screen).split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

/// Every file below a folder, sorted.
pub fn files(dir: &Path) -> Vec<std::path::PathBuf> {
    let mut all = Vec::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { all.push(path) }
        }
    }
    all.sort();
    all
}
