//! Any text: no panic, no dependence on how it was cut, time that grows with its length only.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use prr::{
    core::model::TaskId,
    edge::claims::answer::{Answer, Ending, Reader},
};

use super::{Candidate, read, titles};

fn in_parts(text: &str, mut cuts: Vec<usize>) -> (Vec<Candidate>, Answer) {
    cuts.retain(|at| text.is_char_boundary(*at));
    cuts.sort_unstable();
    let mut reader = Reader::new(&TaskId::new("t"));
    let (mut from, mut all) = (0, Vec::new());
    for to in cuts.into_iter().chain([text.len()]) {
        all.extend(reader.feed(&text[from..to]));
        from = to;
    }
    let answer = reader.end(Ending::Well);
    all.extend(answer.candidates.iter().cloned());
    (all, answer)
}

fn same(text: &str, cuts: Vec<usize>) {
    let (once, parts) = (read(text), in_parts(text, cuts));
    assert_eq!(once.0, parts.0, "{text}");
    assert_eq!(
        (once.1.notes, once.1.state, once.1.overview),
        (parts.1.notes, parts.1.state, parts.1.overview),
        "{text}"
    );
}

/// Texts that look like answers more often than chance would.
fn nearly() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        "\"",
        "'",
        ",",
        ":",
        "\\",
        "\n",
        " ",
        "```",
        "```json\n",
        "`",
        "\"title\":",
        "\"severity\":",
        "\"critical\"",
        "\"findings\":[",
        "{\"title\":\"a\",\"severity\":\"high\"}",
        "{\"title\":\"b\"},",
        "<think>",
        "</think>",
        "FINDING_START\n",
        "FINDING_END\n",
        "title: x\n",
        "FINDINGS_NONE\n",
        "//",
        "/*",
        "*/",
        "#",
        "NaN",
        "True",
        "...",
        "\\u",
        "d83d",
        "“",
        "”",
        "é",
        "\u{feff}",
        "{\"type\":\"result\",\"result\":\"[]\"}",
        "{\"response\":\"",
        "\\\"",
        "4-6",
        "word",
        "\0",
    ]);
    prop::collection::vec(word, 0..40).prop_map(|words| words.concat())
}

const GOOD: &str = "Well.\n```json\n{\"overview\": \"x\", \"findings\": [{\"title\": \"a\", \"severity\": \"critical\", \"file\": \"src/é.rs\", \"line\": \"4-6\", \"body\": \"say \\\"no\\\" \\u00e9\\n```\\n[]\\n```\"}, {\"title\": \"b\", \"severity\": \"low\", \"confidence\": 0.9}]}\n```\nDone. {\"type\":\"result\",\"result\":\"[{\\\"title\\\":\\\"c\\\",\\\"file\\\":\\\"x\\\"}]\"}\nFINDING_START\ntitle: d\nseverity: nitpick\nFINDING_END\n";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_is_read_without_panic_and_the_same_however_it_is_cut(text in any::<String>(), cuts in prop::collection::vec(0..200_usize, 0..8)) {
        same(&text, cuts);
    }

    #[test]
    fn what_is_nearly_an_answer_is_read_the_same_however_it_is_cut(text in nearly(), cuts in prop::collection::vec(0..400_usize, 0..12)) {
        same(&text, cuts);
    }

    #[test]
    fn a_good_answer_with_a_character_changed_is_read_the_same_however_it_is_cut(at in 0..GOOD.len(), c in any::<char>(), cuts in prop::collection::vec(0..GOOD.len(), 0..12)) {
        let at = (0..=at).rev().find(|at| GOOD.is_char_boundary(*at)).unwrap();
        same(&format!("{}{c}{}", &GOOD[..at], &GOOD[at..]), cuts.clone());
        let rest: String = GOOD[at..].chars().skip(1).collect();
        same(&format!("{}{rest}", &GOOD[..at]), cuts.clone());
        same(&GOOD[..at], cuts);
    }

    #[test]
    fn entries_that_were_written_well_are_all_read(texts in prop::collection::vec(any::<String>(), 1..6)) {
        let entries: Vec<_> = texts.iter().enumerate().map(|(n, text)| serde_json::json!({"title": format!("t{n}"), "body": text, "severity": "low"})).collect();
        for text in [serde_json::to_string(&entries).unwrap(), serde_json::to_string_pretty(&serde_json::json!({"findings": entries})).unwrap()] {
            let (candidates, answer) = read(&format!("Here:\n```json\n{text}\n```\n"));
            prop_assert_eq!(titles(&candidates), (0..texts.len()).map(|n| format!("t{n}")).collect::<Vec<_>>());
            for (candidate, text) in candidates.iter().zip(&texts) {
                prop_assert_eq!(&candidate.claim.summary, &if text.trim().is_empty() { String::new() } else { text.replace('\0', "\u{fffd}") });
            }
            prop_assert_eq!(super::state(&answer), "complete");
        }
    }
}

#[test]
fn a_good_answer_is_read_the_same_character_by_character() {
    same(GOOD, (0..GOOD.len()).collect());
    let (candidates, _) = read(GOOD);
    assert_eq!(titles(&candidates), ["a", "b", "c", "d"]);
}

#[test]
fn an_entry_is_given_as_soon_as_it_is_complete() {
    let mut reader = Reader::new(&TaskId::new("t"));
    assert!(reader.feed("{\"findings\": [{\"title\": \"a\", \"severity\": \"high\", \"body\": \"\\").is_empty());
    assert_eq!(titles(&reader.feed("\"}\"}")), ["a"]);
    assert!(reader.feed(", {\"title\": \"b\"").is_empty());
    assert_eq!(titles(&reader.feed(", \"severity\": \"low\"}")), ["b"]);
}

#[test]
fn time_grows_with_the_length_of_a_text_only() {
    let seeds = [
        "{",
        "[",
        "[{",
        "{\"a\":",
        "[\"",
        "{\"a\":\"b\",\"",
        "\"",
        "'",
        "[\"a\" ",
        "{\"a\":\"b\" c",
        "{\"a\":\"b\"}x",
        "\\",
        "[{\"title\":\"",
        "<think>",
        "</think>",
        "`[]` ",
        "FINDING_START\n",
        "[1,",
        "/*",
        "[/*",
        "[//",
        "{\"a\":\"\\ud83d",
        "[{\"title\":\"a\",\"x\":\"b\" } c\" ",
        " ",
        "[ ",
    ];
    let time = |text: String| {
        let started = Instant::now();
        read(&text);
        started.elapsed()
    };
    for seed in seeds {
        let of = |bytes: usize| seed.repeat(bytes / seed.len());
        let grows = || {
            let (short, long) = (time(of(20_000)), time(of(200_000)));
            // Ten times the text: a square would take a hundred times as long.
            long > short * 40 + Duration::from_millis(200)
        };
        // A busy machine may spoil one measurement, not three.
        assert!(!(grows() && grows() && grows()), "{seed:?}");
    }
}

/// Three entries with all that makes their end hard to see.
const THREE: &str = "Here:\n```json\n{\"findings\": [\n {\"title\": \"a\", \"file\": \"x.rs\", \"severity\": \"low\", \"body\": \"say \\\"}\\\" [ok]\"},\n {\"file\": \"x.rs\", \"title\": \"b\", \"severity\": \"low\", \"line\": 4},\n {\"title\": \"c\", \"severity\": \"low\", \"body\": \"\"}\n]}\n```\n";

#[test]
fn no_single_slip_loses_an_entry_without_a_word() {
    let mut silent = Vec::new();
    let mut check = |text: String| {
        let (candidates, answer) = read(&text);
        let told = super::state(&answer) != "complete"
            || answer
                .notes
                .iter()
                .any(|note| ["left out", "no entry", "a comment"].iter().any(|told| note.contains(told)));
        if candidates.len() != 3 && !told {
            silent.push((text, titles(&candidates).join(" "), answer.notes));
        }
    };
    for (at, c) in THREE.char_indices() {
        let (before, after) = (&THREE[..at], &THREE[at + c.len_utf8()..]);
        check(format!("{before}{after}"));
        for other in ['"', '\\', '{', '}', '[', ']', ',', ':', '\n', ' ', 'x', '\'', '<', '`', '/', '#'] {
            check(format!("{before}{other}{after}"));
            check(format!("{before}{other}{c}{after}"));
        }
    }
    assert!(silent.is_empty(), "{}: {:#?}", silent.len(), &silent[..silent.len().min(12)]);
}
