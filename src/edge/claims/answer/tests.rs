//! Bounds, and each repair with a text that needs it and one that nearly does. Not here: the forms of answers
//! (`tests/answers`).

use super::{
    event::Event,
    json::{Out, Repair, Repairs},
    scan::Scanner,
    *,
};

/// The repairs of the first document in a text.
fn repairs(text: &str) -> Repairs {
    let mut scanner = Scanner::new(LIMITS);
    let mut all = Repairs::default();
    let mut add = |events: Vec<Event>| {
        for event in events {
            let found = match event {
                Event::Json(Out::Element { repairs, .. }) => repairs,
                Event::Json(Out::Root(root)) | Event::Empty { root, .. } => root.repairs,
                _ => Repairs::default(),
            };
            found.iter().for_each(|repair| all.add(repair));
        }
    };
    for c in text.chars() {
        if scanner.push(c) {
            add(scanner.events());
        }
    }
    add(scanner.end());
    all
}

/// A text that needs the repair and no other, and one that is near and needs none.
fn example(repair: Repair) -> (&'static str, &'static str) {
    match repair {
        Repair::ExtraComma => (r#"{"a":[1,2,]}"#, r#"{"a":[1,2],"b":",]"}"#),
        Repair::MissingComma => (r#"{"a":1,"b":"x" "c":2}"#, r#"{"a":"x \"c\":2"}"#),
        Repair::MissingBracket => (r#"[{"a":[1}]"#, r#"[{"a":"[1}"}]"#),
        Repair::MissingValue => (r#"{"a":,"b":1}"#, r#"{"a":"","b":1}"#),
        Repair::Comment => ("{\"a\":1 // x\n}", r#"{"a":"// x"}"#),
        Repair::SingleQuotes => (r#"{"a":'b'}"#, r#"{"a":"'b'"}"#),
        Repair::SmartQuotes => ("{\"a\":“b”}", "{\"a\":\"“b”\"}"),
        Repair::BareKey => (r#"{a:1}"#, r#"{"a":"b:1"}"#),
        Repair::BareText => (r#"{"a":high}"#, r#"{"a":true}"#),
        Repair::RawControl => ("{\"a\":\"x\ny\"}", "{\"a\":\"x\\ny\",\n\"b\":1}"),
        Repair::BadEscape => (r#"{"a":"\d"}"#, r#"{"a":"\\d\/\b"}"#),
        Repair::LoneSurrogate => (r#"{"a":"\ud83d"}"#, r#"{"a":"\ud83d\ude00"}"#),
        Repair::InnerQuotes => (r#"{"a":"x "y" z"}"#, r#"{"a":"x \"y\" z"}"#),
        Repair::ForeignWord => (r#"{"a":None}"#, r#"{"a":"None","b":null}"#),
        Repair::NoNumber => (r#"{"a":NaN}"#, r#"{"a":"NaN"}"#),
        Repair::OddNumber => (r#"{"a":+4}"#, r#"{"a":-4e1}"#),
        Repair::Elided => (r#"[{"a":1}, ...]"#, r#"[{"a":"..."}]"#),
    }
}

#[test]
fn each_repair_is_made_where_it_is_needed_only_and_has_words_of_its_own() {
    let mut words = std::collections::BTreeSet::new();
    for repair in Repair::ALL {
        let (needs, near) = example(repair);
        assert_eq!(repairs(needs).iter().collect::<Vec<_>>(), [repair], "{needs}");
        assert_eq!(repairs(near).iter().collect::<Vec<_>>(), [], "{near}");
        assert!(words.insert(repair.words()), "{repair:?}");
    }
}

/// Read within small limits.
fn within(limits: Limits, text: &str) -> (usize, Answer) {
    let mut reader = Reader::bounded(&TaskId::new("t"), limits);
    let found = reader.feed(text).len();
    let answer = reader.end(Ending::Well);
    (found + answer.candidates.len(), answer)
}

const SMALL: Limits = Limits { object: 400, text: 4_000, entries: 3 };

#[test]
fn an_object_that_is_too_large_is_left_out_and_told_and_the_next_is_read() {
    let text = format!(r#"[{{"title":"a","body":"{}"}},{{"title":"b","severity":"low"}}]"#, "x".repeat(500));
    let (found, answer) = within(SMALL, &text);
    assert_eq!((found, answer.state), (1, State::Complete));
    assert_eq!(answer.notes, ["entry 1: left out: it is larger than 0 KiB"]);
    let (found, answer) = within(SMALL, &format!("FINDING_START\ntitle: {}\nFINDING_END\n[]", "x\n".repeat(500)));
    assert_eq!((found, answer.notes.len(), answer.state), (0, 1, State::Complete));
    let beside = format!(r#"{{"overview":"{}","findings":[{{"title":"b","severity":"low"}}]}}"#, "x".repeat(500));
    let (found, answer) = within(SMALL, &beside);
    assert_eq!((found, answer.notes.len(), answer.state), (1, 1, State::Complete), "{:?}", answer.notes);
}

#[test]
fn what_is_beyond_the_limits_is_told_and_the_answer_is_not_complete() {
    let entry = |n: usize| format!(r#"{{"title":"t{n}","severity":"low"}}"#);
    let list = format!("[{}]", (0..5).map(entry).collect::<Vec<_>>().join(","));
    let (found, answer) = within(SMALL, &list);
    assert_eq!((found, answer.state), (3, State::Cut));
    assert_eq!(answer.notes, ["only the first 3 entries were read, 2 more were not"]);
    let (found, answer) = within(SMALL, &format!("[{}{}]", " ".repeat(4_000), entry(1)));
    assert_eq!((found, answer.state), (0, State::Cut));
    assert!(answer.notes.iter().any(|note| note.contains("MiB of the answer were read")), "{:?}", answer.notes);
}
