//! What agents print: every form that is read, and what none is mistaken for. Not here: agents (tests of `edge::agents`).

mod any_text;
mod corpus;
mod envelopes;
mod forms;
mod truth;
mod verdicts;

use prr::{
    core::model::{Candidate, TaskId},
    edge::claims::answer::{Answer, Ending, Reader, State},
};

/// An answer, read at once, with all candidates in one list.
fn read_as(text: &str, ending: Ending) -> (Vec<Candidate>, Answer) {
    let mut reader = Reader::new(&TaskId::new("t"));
    let mut all = reader.feed(text);
    let answer = reader.end(ending);
    all.extend(answer.candidates.iter().cloned());
    (all, answer)
}

fn read(text: &str) -> (Vec<Candidate>, Answer) {
    read_as(text, Ending::Well)
}

fn titles(candidates: &[Candidate]) -> Vec<&str> {
    candidates.iter().map(|candidate| candidate.claim.title.as_str()).collect()
}

/// The state in a word, with the reason of a malformed one.
fn state(answer: &Answer) -> String {
    match &answer.state {
        State::Complete => "complete".to_owned(),
        State::Cut => "cut".to_owned(),
        State::Malformed(why) => format!("malformed: {why}"),
    }
}

/// One row of a table: a text, the titles, how the state begins, and a part of each note.
struct Form(&'static str, &'static str, &'static [&'static str], &'static str, &'static [&'static str]);

fn check(forms: &[Form]) {
    for Form(name, text, expected, how, notes) in forms {
        let (candidates, answer) = read(text);
        assert_eq!(titles(&candidates), *expected, "{name}: {answer:#?}");
        let told = state(&answer);
        assert!(told.starts_with(how), "{name}: {told}, expected {how}");
        assert_eq!(answer.notes.len(), notes.len(), "{name}: {:#?}", answer.notes);
        for (note, part) in answer.notes.iter().zip(*notes) {
            assert!(note.contains(part), "{name}: {note}, expected {part}");
        }
    }
}
