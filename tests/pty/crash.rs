//! `kill -9`, and death at a chosen write: what was acknowledged on screen is there afterwards.

use rustix::process::Signal;

use super::{acknowledged, all, cockpit, footer, header, home, launch, place, undecided};
use crate::support::{dirs::Home, pty::Cockpit};

#[track_caller]
fn killed(mut cockpit: Cockpit) {
    cockpit.signal(Signal::KILL);
    assert_eq!(cockpit.exit().signal.as_deref(), Some("Killed"));
}

#[test]
fn a_draft_that_was_acknowledged_survives_kill_nine() {
    let home = home();
    let mut first = cockpit(&home);
    first.keys("Jcfirst line<Enter>second line<Enter>third");
    acknowledged(&mut first, "third");
    killed(first);
    let mut again = cockpit(&home);
    again.keys("J");
    again.wait_for_text("✎");
    again.keys("c");
    for line in ["first line", "second line", "third"] {
        again.wait_for_text(line);
    }
    // Saved, it is a comment; the draft is gone.
    again.keys(" done<C-s>");
    acknowledged(&mut again, "saved · u undoes");
    assert!(again.screen().contents().contains("third done"));
    killed(again);
    let mut last = cockpit(&home);
    last.keys("Jc");
    last.wait_for_text("C-s save");
    assert!(!last.screen().contents().contains("draft kept"), "{}", last.screen().contents());
}

#[test]
fn decisions_edits_and_viewed_marks_survive_kill_nine_and_the_place_too_after_leaving() {
    let home = home();
    let mut first = cockpit(&home);
    first.keys("Ja");
    acknowledged(&mut first, "accepted ");
    first.keys("df");
    acknowledged(&mut first, ": false positive");
    first.keys("e<C-u> Words of mine.<C-s>");
    acknowledged(&mut first, "saved · u undoes");
    first.keys("gg<Space>");
    acknowledged(&mut first, "viewed Cargo.lock");
    killed(first);
    let mut again = cockpit(&home);
    again.wait_for(|screen| undecided(screen) == Some(all() - 2));
    // It comes back near the last decision.
    assert!(!again.screen().contents().contains("Cargo.lock"));
    again.keys("gg");
    again.wait_for_text("✓ viewed");
    again.keys("2}");
    again.wait_for_text("dropped");
    again.keys("}");
    again.wait_for_text("Words of mine.");
    // Leaving notes the place.
    again.keys("G");
    again.wait_for(|screen| footer(screen).contains("100%"));
    let before = place(again.screen());
    again.keys("q");
    assert_eq!(again.exit().code, Some(0));
    let mut last = cockpit(&home);
    last.wait_for(|screen| place(screen) == before);
    // Undo reaches behind the crash.
    last.keys("u");
    acknowledged(&mut last, "undone");
}

/// What a person does, step by step, what the screen says when it is done, and how many findings are decided then.
const STORY: [(&str, &str, usize); 6] = [
    ("Ja", "accepted ", 1),
    ("df", ": false positive", 2),
    ("a", "accepted ", 3),
    ("gg<Space>", "viewed Cargo.lock", 3),
    ("ggC", "comment on", 3),
    ("a draft of mine", "a draft of mine", 3),
];

/// Plays the story until the end, or until the program dies: how many steps were acknowledged.
fn play(home: &Home, fault: u32) -> usize {
    let mut cockpit = launch(home).env("PRR_FAULT", &format!("kill-write:{fault}")).start();
    if !cockpit.reaches(|screen| header(screen).contains("reviewed ·")) {
        return 0;
    }
    for (done, (keys, shown, decided)) in STORY.iter().enumerate() {
        cockpit.try_keys(keys);
        let so =
            |screen: &vt100::Screen| undecided(screen) == Some(all() - decided) && screen.contents().contains(shown);
        if !cockpit.reaches(|screen| so(screen) && !footer(screen).contains("unsaved")) {
            return done;
        }
    }
    killed(cockpit);
    STORY.len()
}

/// Dies at that write, starts again, and finds what was acknowledged: how many steps those were.
fn dies_at(fault: u32) -> usize {
    let home = home();
    let acknowledged = play(&home, fault);
    let mut again = cockpit(&home);
    let decided = acknowledged.min(3);
    // The step that was under way may have been written too.
    let wanted = [Some(all() - decided), Some(all() - (decided + 1).min(3))];
    again.wait_for(|screen| wanted.contains(&undecided(screen)));
    if acknowledged >= 4 {
        again.keys("gg");
        again.wait_for_text("✓ viewed");
    }
    if acknowledged >= 6 {
        again.keys("ggC");
        again.wait_for_text("a draft of mine");
    }
    acknowledged
}

#[test]
fn what_was_acknowledged_before_death_at_any_write_is_there_afterwards() {
    // How many writes a run makes is the logbook's affair: first find where the story lies among them.
    let coarse: Vec<(u32, usize)> = (1..)
        .map(|n| n * n * 12)
        .map(|fault| (fault, dies_at(fault)))
        .scan(false, |over, at| {
            let go_on = !*over;
            *over = at.1 == STORY.len();
            go_on.then_some(at)
        })
        .collect();
    let last_before = coarse.iter().rev().find(|(_, steps)| *steps == 0).map_or(1, |(fault, _)| *fault);
    let first_after = coarse.last().map_or(u32::MAX, |(fault, _)| *fault);
    let fine: Vec<(u32, usize)> = (1..12)
        .map(|n| last_before + (first_after - last_before) * n / 12)
        .map(|fault| (fault, dies_at(fault)))
        .collect();
    println!("(write, steps acknowledged before it): {coarse:?}, {fine:?}");
    assert!(fine.iter().any(|(_, steps)| (1..STORY.len()).contains(steps)), "{coarse:?}, {fine:?}");
}
