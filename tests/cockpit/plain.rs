//! The cockpit on plain lines: the same decisions as with keys, told and asked line by line.

use prr::{
    core::{
        gate::Stance,
        model::{CandidateId, DraftKey, FindingId, Record, Severity},
    },
    ui::plain::{Answer, HELP, Plain},
};

use super::publish::{self, At, posted, posts};
use crate::support::desk::{DIFF, Desk, candidate};

/// A desk, and who reads it aloud.
struct Reader {
    desk: Desk,
    plain: Plain,
    /// What was said since the last line.
    said: Vec<String>,
}

impl Reader {
    /// Everything that has come is told.
    fn of(desk: Desk) -> Self {
        let mut reader = Self { desk, plain: Plain::default(), said: Vec::new() };
        reader.came();
        reader
    }

    /// Two findings on the small diff.
    fn small() -> Self {
        let mut desk = Desk::with(100, 30, DIFF);
        desk.find(candidate(1, "src/auth.rs", 44));
        desk.find(candidate(2, "README.md", 4));
        desk.end();
        Self::of(desk)
    }

    fn came(&mut self) {
        let answer = self.plain.came(&self.desk.session);
        self.carry_out(answer);
    }

    fn carry_out(&mut self, answer: Answer) {
        self.said.extend(answer.lines);
        let has_more = !answer.requests.is_empty();
        self.desk.carry_out(answer.requests);
        if has_more {
            self.came();
        }
        self.said.extend(self.plain.after(&self.desk.session));
    }

    /// Types lines; what was said behind the last of them.
    fn types(&mut self, lines: &[&str]) -> String {
        for line in lines {
            self.said.clear();
            assert!(self.plain.awaits(), "no line is wanted before {line:?}");
            let at = self.desk.at();
            let answer = self.plain.line(&self.desk.session, line, at);
            self.carry_out(answer);
        }
        self.said.join("\n")
    }

    fn stance(&self, id: &str) -> Stance {
        self.desk.session.gate.stance(&FindingId::new(id)).clone()
    }
}

#[test]
fn findings_are_told_one_by_one_whole_and_in_words() {
    let reader = Reader::small();
    insta::assert_snapshot!(reader.said.join("\n"));
}

#[test]
fn accepting_and_dropping_go_on_to_the_next_and_say_what_is_left() {
    let mut reader = Reader::small();
    let said = reader.types(&["a"]);
    assert!(said.starts_with("Accepted security-001. 1 undecided."), "{said}");
    assert!(said.contains("2 of 2: critical, undecided.") && said.contains("Title 2"), "{said}");
    let said = reader.types(&["d not reachable"]);
    assert!(said.starts_with("Dropped security-002: not reachable. 0 undecided."), "{said}");
    assert!(said.contains("Every one of 2 findings is decided."), "{said}");
    assert_eq!(reader.stance("security-001"), Stance::Accepted);
    assert_eq!(reader.stance("security-002"), Stance::Dropped("not reachable".into()));
    // Undo tells what it takes back; redo makes it again.
    let said = reader.types(&["u"]);
    assert!(said.starts_with("Undone: drop security-002.") && said.contains("2 of 2: critical, undecided."), "{said}");
    assert!(reader.types(&["redo"]).contains("2 of 2: critical, dropped: not reachable."));
    // A letter for a usual reason; evidence where evidence is wanted.
    reader.types(&["u", "d f"]);
    assert_eq!(reader.stance("security-002"), Stance::Dropped("false positive".into()));
    assert!(reader.types(&["n 1", "d r"]).contains("What refutes it?"));
    assert_eq!(reader.stance("security-001"), Stance::Accepted);
}

#[test]
fn words_are_written_anew_line_by_line_and_kept_as_a_draft_meanwhile() {
    let mut reader = Reader::small();
    let said = reader.types(&["e"]);
    assert!(said.contains("  Title 1") && said.contains("a dot alone ends them"), "{said}");
    reader.types(&["A better title", "", "First line.", "Second line."]);
    let key = DraftKey::Edit(FindingId::new("security-001"));
    assert!(reader.desk.session.drafts.get(&key).unwrap().text.ends_with("Second line."));
    let said = reader.types(&["."]);
    assert!(said.starts_with("Saved.") && said.contains("edited") && said.contains("A better title"), "{said}");
    assert!(reader.desk.session.drafts.is_empty());
    let standing = reader.desk.session.gate.standing(&FindingId::new("security-001")).unwrap();
    assert_eq!(standing.edited.as_ref().unwrap().0.body, "First line.\nSecond line.");
    // A dot at once changes nothing.
    assert!(reader.types(&["e", "."]).starts_with("Nothing changed."));
}

#[test]
fn the_end_of_the_input_keeps_the_text_as_a_draft_which_is_offered_again() {
    let mut reader = Reader::small();
    reader.types(&["c", "half a thought"]);
    let at = reader.desk.at();
    let answer = reader.plain.ended(&reader.desk.session, at);
    assert!(answer.lines[0].contains("kept as a draft"));
    reader.carry_out(answer);
    assert!(reader.desk.quit && reader.desk.session.drafts.len() == 1);
    assert!(!reader.plain.awaits());
    // The next one to look at it is told of it, and may take it as it is.
    let mut reader = Reader::of(reader.desk);
    let said = reader.types(&["c"]);
    assert!(said.contains("Your draft") && said.contains("  half a thought"), "{said}");
    assert!(reader.types(&["="]).starts_with("Saved."));
    let own = reader.desk.records.iter().any(|record| format!("{record:?}").contains("half a thought"));
    assert!(own && reader.desk.session.drafts.is_empty());
}

#[test]
fn comments_go_to_lines_to_files_and_to_the_review() {
    let mut reader = Reader::small();
    assert!(reader.types(&["c src/auth.rs:12-13", "Why here?"]).is_empty());
    assert!(reader.types(&["."]).starts_with("Saved."));
    reader.types(&["c src/auth.rs", "The whole file.", ".", "g", "My summary.", "."]);
    let said = reader.types(&["l"]);
    assert!(said.contains("your comment, accepted: Why here?, at src/auth.rs lines 12 to 13"), "{said}");
    for (place, why) in [
        ("c nowhere.rs:1", "no file of this change"),
        ("c src/auth.rs:9999", "not within one hunk"),
        ("c src/auth.rs:12-44", "not within one hunk"),
    ] {
        assert!(reader.types(&[place]).contains(why), "{place}");
    }
}

#[test]
fn severity_is_set_by_its_name() {
    let mut reader = Reader::small();
    assert!(reader.types(&["s minor"]).contains("1 of 2: minor, undecided, edited."));
    assert!(reader.types(&["s"]).contains("blocker, critical, major, minor, nitpick"));
    let standing = reader.desk.session.gate.standing(&FindingId::new("security-001")).unwrap();
    assert_eq!(standing.edited.as_ref().unwrap().1, Severity::Minor);
}

#[test]
fn what_is_held_back_is_walked_and_restored() {
    let mut desk = Desk::with(100, 30, DIFF);
    desk.find(candidate(1, "src/auth.rs", 44));
    let mut again = candidate(1, "src/auth.rs", 44);
    again.id = CandidateId::new("builtin:test-c9");
    again.weight.severity = Severity::Nitpick;
    again.weight.confidence = Some(prr::core::model::Confidence { local: 0.1, context: 0.1 });
    again.claim.issue_class = "other".into();
    desk.find(again);
    desk.end();
    let mut reader = Reader::of(desk);
    let said = reader.types(&["x"]);
    assert!(said.contains("held back, ") && said.contains("Held back. r restore"), "{said}");
    let said = reader.types(&["r"]);
    assert!(said.starts_with("Restored"), "{said}");
    assert!(reader.types(&["x"]).contains("Nothing is held back"));
    assert!(reader.types(&["x", "n 1", "r"]).contains("not held back"));
}

#[test]
fn publishing_tells_the_same_confirmation_and_only_yes_posts() {
    let at = At { findings: 2, ..At::default() };
    let mut reader = Reader::of(publish::desk(at));
    reader.types(&["a", "a"]);
    let said = reader.types(&["w"]);
    assert!(said.contains("Publish review") && said.contains("y posts it as"), "{said}");
    assert!(said.contains("n back without posting"), "{said}");
    assert!(reader.types(&["n"]).starts_with("Nothing is posted."));
    assert!(reader.types(&["w", "nonsense"]).contains("none of the answers"));
    assert_eq!(posts(&reader.desk), 0);
    // A choice is made, and told.
    assert!(reader.types(&["v"]).contains("APPROVE"));
    reader.types(&["y"]);
    assert!(!reader.plain.awaits(), "the end of the publication is awaited");
    let order = posted(&reader.desk);
    let seen = reader.desk.session.publication().look.clone().unwrap();
    assert_eq!(order.will.confirmed, Some(seen.report.composed.as_ref().unwrap().payload.hash()));
}

#[test]
fn what_is_no_pull_request_is_not_published() {
    let mut reader = Reader::small();
    assert!(reader.types(&["w"]).contains("Only pull requests are published"));
}

#[test]
fn every_command_of_the_help_does_something_by_letter_and_by_word() {
    for (letter, word, _) in HELP {
        for typed in [letter, word] {
            let mut reader = Reader::small();
            let said = reader.types(&[typed]);
            assert!(!said.contains("There is no command"), "{typed}: {said}");
            assert!(!said.is_empty() || reader.desk.quit, "{typed}");
        }
    }
    let said = Reader::small().types(&["frobnicate"]);
    assert_eq!(said, "There is no command frobnicate. ? tells all.");
    let help = Reader::small().types(&["?"]);
    assert!(HELP.iter().all(|(letter, word, _)| help.contains(&format!("{letter} or {word}: "))), "{help}");
}

#[test]
fn nothing_of_what_others_wrote_reaches_the_terminal_as_it_is() {
    let mut desk = Desk::with(100, 30, DIFF);
    let mut hostile = candidate(1, "src/auth.rs", 44);
    hostile.claim.title = "red \u{1b}[31m title \u{202e}txt".into();
    hostile.claim.summary = "line\r\n\u{1b}]0;owned\u{7}".into();
    desk.find(hostile);
    desk.end();
    let mut reader = Reader::of(desk);
    let mut said = reader.said.join("\n");
    said.push_str(&reader.types(&["m"]));
    said.push_str(&reader.types(&["l"]));
    said.push_str(&reader.types(&["e"]));
    assert!(said.contains("title"), "{said}");
    assert!(!said.contains(['\u{1b}', '\u{7}', '\u{202e}', '\r']), "{said:?}");
}

#[test]
fn reviewers_at_work_are_waited_for_and_a_person_may_begin_before_they_end() {
    let mut desk = Desk::with(100, 30, DIFF);
    desk.find(candidate(1, "src/auth.rs", 44));
    let mut reader = Reader::of(desk);
    assert!(reader.plain.is_waiting() && !reader.plain.awaits());
    assert_eq!(reader.said, ["0 of 1 reviewers done, 1 finding."]);
    let at = reader.desk.at();
    let answer = reader.plain.line(&reader.desk.session, "", at);
    reader.carry_out(answer);
    assert!(reader.said.iter().any(|line| line == "0 of 1 reviewers are done; more may come."), "{:?}", reader.said);
    reader.types(&["a"]);
    assert_eq!(reader.stance("security-001"), Stance::Accepted);
    let decided = reader.desk.records.iter().filter(|record| matches!(record, Record::Decision { .. })).count();
    assert_eq!(decided, 1, "it is written down as with a key");
}

#[test]
fn threads_are_told_at_the_finding_beside_them_and_all_together() {
    let thread = crate::support::pull::thread(11, "src/auth.rs", 13, "Should this be a `Result`?\n\nSee above.");
    let mut desk = Desk::with_pull(100, 30, vec![thread]);
    desk.find(candidate(1, "src/auth.rs", 13));
    desk.find(candidate(2, "README.md", 4));
    desk.end();
    let mut reader = Reader::of(desk);
    let said = reader.said.join("\n");
    assert!(
        said.contains("On the pull request, at this line: Thread, open, at src/auth.rs line 13, new side:"),
        "{said}"
    );
    assert!(said.contains(" says: Should this be a `Result`?\n  See above."), "{said}");
    assert!(said.contains("File 1 of 4, not viewed."), "{said}");
    let said = reader.types(&["n"]);
    assert!(!said.contains("Thread"), "{said}");
    let said = reader.types(&["threads"]);
    assert!(said.starts_with("1 thread, 1 open, 0 outdated.\n1. Thread, open, at src/auth.rs"), "{said}");
    assert_eq!(Reader::small().types(&["t"]), "There are no threads on lines of this change.");
}

#[test]
fn files_are_marked_viewed_by_the_finding_or_by_name() {
    let mut reader = Reader::small();
    let said = reader.types(&["v"]);
    assert_eq!(said, "Viewed: src/auth.rs. 3 of 4 files are not viewed.");
    assert!(reader.desk.session.is_viewed(prr::core::model::FileIx(0)));
    assert!(reader.types(&[""]).contains("File 1 of 4, viewed."));
    assert_eq!(reader.types(&["v src/auth.rs"]), "Not viewed: src/auth.rs. 4 of 4 files are not viewed.");
    assert!(reader.types(&["v README.md"]).contains("Viewed: README.md."));
    assert!(reader.types(&["v nowhere.rs"]).contains("Name a file of this change"));
    let marks = reader.desk.records.iter().filter(|record| matches!(record, Record::Viewed { .. })).count();
    assert_eq!(marks, 3, "written down as with a key");
}

/// With reasons of the person's own.
fn with_reasons(advance: bool) -> Reader {
    let mut desk = Desk::new(100, 30);
    desk.manner = prr::session::Manner { advance, reasons: vec!["not our code".into(), "known since long".into()] };
    desk.read(DIFF);
    desk.open(prr::core::gate::Past::default(), false);
    desk.map();
    desk.find(candidate(1, "src/auth.rs", 44));
    desk.find(candidate(2, "README.md", 4));
    desk.end();
    Reader::of(desk)
}

#[test]
fn own_reasons_are_chosen_by_their_number_and_help_tells_them() {
    let mut reader = with_reasons(true);
    let said = reader.types(&["d 2"]);
    assert!(said.starts_with("Dropped security-001: known since long."), "{said}");
    assert_eq!(reader.stance("security-001"), Stance::Dropped("known since long".into()));
    assert!(reader.types(&["?"]).contains("Your own: 1 not our code, 2 known since long."));
    // A number that is none of them is a reason as it is typed.
    reader.types(&["n 2", "d 7"]);
    assert_eq!(reader.stance("security-002"), Stance::Dropped("7".into()));
}

#[test]
fn whether_a_decision_goes_on_is_as_the_settings_say() {
    let told = |advance: bool| with_reasons(advance).types(&["a"]);
    assert!(told(true).contains("2 of 2: critical, undecided."), "{}", told(true));
    assert!(told(false).contains("1 of 2: critical, accepted."), "{}", told(false));
}

#[test]
fn a_finding_becomes_another_kind_and_stands_at_other_lines() {
    let mut reader = Reader::small();
    let said = reader.types(&["k question"]);
    assert!(said.contains("critical question, undecided"), "{said}");
    assert!(reader.types(&["k p"]).contains("critical praise, undecided"));
    assert!(
        reader.types(&["k nonsense"]).starts_with("Write `k` and one of finding, question, thought, praise, note.")
    );
    let said = reader.types(&["o 43-44"]);
    assert!(said.contains("At src/auth.rs lines 43 to 44, new side."), "{said}");
    assert!(said.contains("praise"), "its kind stays: {said}");
    assert!(reader.types(&["o README.md:4"]).contains("At README.md line 4, new side."));
    assert!(
        reader.types(&["o all"]).contains("At on the change as a whole")
            || reader.said.join(" ").contains("change as a whole")
    );
    assert!(reader.types(&["o 5000"]).contains("Name its lines"), "{:?}", reader.said);
    assert!(reader.types(&["o README.md:4", "o 900-901"]).contains("are not within one hunk"));
    for _ in 0..6 {
        reader.types(&["u"]);
    }
    assert!(reader.types(&["n 1"]).contains("1 of 2: critical, undecided"), "{:?}", reader.said);
    // What is the person's own has neither.
    reader.types(&["c README.md:4", "Mine.", "."]);
    let own = reader.types(&["l"]).lines().position(|line| line.contains("your comment")).unwrap() + 1;
    reader.types(&[&format!("n {own}")]);
    for line in ["k thought", "s major"] {
        assert!(reader.types(&[line]).starts_with("A comment of yours has no severity and no other kind."), "{line}");
    }
}

#[test]
fn evidence_is_told_in_lines() {
    let said = Reader::small().types(&["i"]);
    for words in ["said by builtin:test", "read: the whole change", "nobody else said it", "what you did: undecided"] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn a_reply_is_written_asked_about_and_posted_once_and_a_thread_is_resolved_after_a_yes() {
    use crate::support::pull;
    use prr::session::{Effect, ThreadAct};
    let threads = [pull::thread(11, "src/auth.rs", 13, "Why?"), pull::thread(12, "README.md", 4, "And this?")];
    let mut desk = Desk::with_pull(100, 30, threads.to_vec());
    desk.find(candidate(1, "src/auth.rs", 13));
    desk.end();
    desk.orders.clear();
    let mut reader = Reader::of(desk);
    let acts = |reader: &Reader| {
        let acts = reader.desk.orders.iter().filter_map(|order| match order {
            Effect::ActOnThread(_, act, _) => Some(act.clone()),
            _ => None,
        });
        acts.collect::<Vec<_>>()
    };
    reader.types(&["y", "Because.", "It is so."]);
    let said = reader.types(&["."]);
    assert!(said.contains("Post this reply to acme/shop#123 as me now?") && said.contains("  It is so."), "{said}");
    assert!(acts(&reader).is_empty(), "nothing before a yes");
    // Not sure: it is kept, and offered again.
    assert!(reader.types(&["n"]).contains("kept as a draft"));
    let said = reader.types(&["y"]);
    assert!(said.contains("Your draft") && said.contains("  Because."), "{said}");
    reader.types(&["=", "yes"]);
    let wanted = ThreadAct::Reply(prr::core::model::ThreadId(11), "Because.\nIt is so.".into());
    assert_eq!(acts(&reader), [wanted]);
    assert!(reader.types(&["y"]).contains("has not answered the last act"));
    // By its number; what is asked is told whole.
    let said = reader.types(&["z 2"]);
    let told = reader.types(&["maybe"]);
    assert!(told.contains("y: do it. n: leave it."), "{told}");
    let nth = if said.contains("And this?") { 12 } else { 11 };
    assert!(said.contains("Resolve this thread on acme/shop#123"), "{said}");
    reader.types(&["y"]);
    assert_eq!(acts(&reader).last(), Some(&ThreadAct::Resolve(prr::core::model::ThreadId(nth))));
    for line in ["z 9", "y none"] {
        assert!(reader.types(&[line]).starts_with("There is no thread"), "{line}");
    }
}

#[test]
fn what_was_changed_is_told_again_once_it_is_put_together_and_counted_as_it_is() {
    let mut reader = Reader::small();
    reader.desk.synthesises = false;
    for (typed, told) in
        [("k question", "critical question, undecided"), ("o 43-44", "lines 43 to 44"), ("s minor", "minor")]
    {
        let said = reader.types(&[typed]);
        assert_eq!(said, "Changed security-001. 2 undecided.", "{typed}");
        assert!(!reader.plain.awaits(), "{typed}: what it is now is told first");
        while let Some((snapshot, revision)) = reader.desk.snapshots.pop() {
            reader.desk.snapshots.clear();
            let result =
                prr::core::synthesis::synthesise(&snapshot).map(std::sync::Arc::new).map_err(|e| e.to_string());
            let at = reader.desk.at();
            reader.desk.tell(prr::session::Msg::Synthesised(revision, result, at));
        }
        reader.came();
        let said = reader.said.join("\n");
        assert!(said.contains(told) && reader.plain.awaits(), "{typed}: {said}");
    }
}
