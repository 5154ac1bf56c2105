//! Many agents at once, good and bad: states, counts, bounds, the record of it, and what is left when it is ended early.
//! Not here: one agent (`processes`, `models`).

use std::sync::atomic::{AtomicUsize, Ordering};

use rustix::process::Signal;
use serde_json::{Value, json};

use super::{Scene, models::openai, processes::left_over};
use crate::support::{
    model_server::{Answer, ModelServer},
    pty::Cockpit,
};

/// How many may work at once.
const PARALLEL: usize = 4;

/// Kinds of commands: name, how many, what they do, and how their failure is told ('' = they do not fail).
const KINDS: [(&str, usize, &str, &str); 6] = [
    ("good", 14, "cat >/dev/null; echo '[]'", ""),
    ("finds", 2, "cat >/dev/null; printf '%s' \"$FOUND\"", ""),
    ("fails", 6, "echo no credit >&2; exit 3", "exit code 3"),
    ("slow", 4, "exec sleep 600", "timed out after 1 s"),
    ("odd", 5, "cat >/dev/null; echo I could not do it", "malformed answer"),
    ("cut", 3, "cat >/dev/null; printf '%s' \"$CUT\"", "incomplete answer"),
];

fn command(name: &str, script: &str, more: &str) -> String {
    format!("[[agents]]\nname = \"{name}\"\nargv = [\"sh\", \"-c\", {script:?}]\nscope = \"whole\"\n{more}\n")
}

/// Six passes of a model and thirty-four commands.
fn forty(server: &ModelServer) -> Scene {
    let mut settings = format!(
        "limits.parallel = {PARALLEL}\n[tiers]\nlight = \"mine::x\"\nmedium = \"mine::x\"\nheavy = \"mine::x\"\n\
         [[providers]]\nname = \"mine\"\nbase_url = \"{}\"\n",
        server.address()
    );
    for (kind, count, does, _) in KINDS {
        // Those that are ended from outside cannot say that they are gone.
        let counted = "mkdir \"$COUNT/$$\"; ls \"$COUNT\" | wc -l >> \"$COUNT.log\"; trap 'rmdir \"$COUNT/$$\"' EXIT; ";
        let script = format!("{}{does}", if kind == "slow" { "" } else { counted });
        let time = if kind == "slow" { "timeout = 1" } else { "timeout = 300" };
        for n in 1..=count {
            let more = format!("env = [\"COUNT\", \"FOUND\", \"CUT\"]\n{time}");
            settings.push_str(&command(&format!("{kind}-{n}"), &script, &more));
        }
    }
    let one = |title: &str, line: u32| {
        json!([{"file": "src/lib.rs", "line": line, "severity": "medium", "title": title, "body": "b", "confidence": 0.9}])
            .to_string()
    };
    let scene = Scene::new(&settings);
    let count = scene.home.path().join("tmp/count");
    std::fs::create_dir_all(&count).unwrap();
    let cut = one("before the cut", 46).replace("}]", "}, {\"file\": \"src");
    scene.with("COUNT", count.to_str().unwrap()).with("FOUND", &one("found by commands", 4)).with("CUT", &cut)
}

/// Without how long it took, and in one order: a run lists its tasks as planned, a record as they ended.
fn without_time(mut document: Value) -> Value {
    document["metadata"]["reviewDurationMs"] = Value::Null;
    let failed = document["metadata"]["failedAgents"].as_array_mut().unwrap();
    failed.sort_by_key(ToString::to_string);
    document
}

#[test]
fn forty_tasks_end_in_the_right_states_within_the_bound_and_the_record_says_the_same() {
    let asked = AtomicUsize::new(0);
    let server = ModelServer::by(move |_| match asked.fetch_add(1, Ordering::SeqCst) {
        0..3 => Answer::body(429, "application/json", "{}").header("retry-after", "0"),
        _ => Answer::events(vec![openai("[]", "stop")]),
    });
    let scene = forty(&server);
    let ran = scene.review(&["--record", "run.jsonl", "--skip", "skeptic,validation"]);
    let document = ran.json();
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let metadata = &document["metadata"];
    let failing: usize = KINDS.iter().filter(|(.., told)| !told.is_empty()).map(|(_, count, ..)| count).sum();
    assert_eq!((metadata["totalAgents"].as_u64(), metadata["completedAgents"].as_u64()), (Some(40), Some(22)));
    assert_eq!(metadata["failedAgents"].as_array().unwrap().len(), failing, "{metadata:#}");
    let failed = ran.failed();
    for (kind, count, _, told) in KINDS.iter().filter(|(.., told)| !told.is_empty()) {
        let of_kind: Vec<&str> = failed.lines().filter(|line| line.contains(&format!("{kind}-"))).collect();
        assert_eq!(of_kind.len(), *count, "{kind}: {failed}");
        assert!(of_kind.iter().all(|line| line.contains(told)), "{kind}: {of_kind:#?}");
    }
    // Two say the same, which is one finding; what stood before a cut is kept and marked.
    let mut titles: Vec<(String, bool)> = ran
        .findings()
        .iter()
        .map(|one| (one["title"].as_str().unwrap().to_owned(), one["incomplete"] == true))
        .collect();
    titles.sort();
    titles.dedup();
    assert_eq!(titles, [("before the cut".to_owned(), true), ("found by commands".to_owned(), false)]);
    assert_ne!(document["recommendation"], "approve");

    assert!(server.most_open() <= PARALLEL, "{} requests at once", server.most_open());
    assert_eq!(server.asked().len(), 9, "three were asked again");
    let log = std::fs::read_to_string(scene.home.path().join("tmp/count.log")).unwrap();
    let most = log.lines().map(|line| line.trim().parse::<usize>().unwrap()).max().unwrap();
    assert!((1..=PARALLEL).contains(&most), "{most} commands at once");
    assert_eq!(log.lines().count(), 30, "each ran once");
    assert_eq!(left_over(&scene), Vec::<String>::new());

    let shown = scene.run(&["show", "pr.diff", "--all", "--output", "json"]);
    assert_eq!(without_time(shown.json())["findings"], document["findings"], "{}", shown.err);
    assert_eq!(without_time(shown.json())["metadata"], without_time(document.clone())["metadata"]);
    let replayed = scene.run(&["log", "replay", "run.jsonl", "--database", "db.sqlite"]);
    assert_eq!(replayed.code, Some(0), "{}", replayed.err);
    assert!(replayed.out.contains("1 runs, 5 candidates, 0 decisions"), "{}", replayed.out);
    assert!(scene.home.work().join("db.sqlite").metadata().unwrap().len() > 0);
}

const HANGS: &str = "trap '' TERM INT; cat >/dev/null; while :; do sleep 1; done";

/// Two that hang and one that waits for its turn behind them, in a cockpit whose Agents view is open.
fn hanging() -> (Scene, Cockpit) {
    let agents = [("hang-1", HANGS), ("hang-2", HANGS), ("good", "cat >/dev/null; echo '[]'")];
    let agents: String = agents.iter().map(|(name, script)| command(name, script, "")).collect();
    let scene = Scene::new(&format!("limits.parallel = 2\n{agents}"));
    let args = ["tui", "pr.diff", "--strategy", "passes", "--no-builtin", "--agents", "hang-1,hang-2,good"];
    let mut cockpit = Cockpit::prr(&scene.home, &args).size(100, 30).start();
    cockpit.wait_for_text("pr.diff");
    cockpit.keys("ga");
    cockpit.wait_for(|screen| count(screen, "at work") >= 2 && screen.contents().contains("queued"));
    (scene, cockpit)
}

fn count(screen: &vt100::Screen, words: &str) -> usize {
    screen
        .rows(0, 200)
        .filter(|row| row.contains("-1 ") || row.contains("-2 "))
        .filter(|row| row.contains(words))
        .count()
}

#[test]
fn one_that_hangs_is_cancelled_the_next_takes_its_place_and_leaving_ends_the_rest() {
    let (scene, mut cockpit) = hanging();
    cockpit.keys("x");
    cockpit.wait_for_text("stopped");
    cockpit.wait_for(|screen| screen.rows(0, 200).any(|row| row.contains("good ") && row.contains("done")));
    cockpit.keys("Q");
    let ended = cockpit.exit();
    assert_eq!(ended.code, Some(0));
    assert_eq!(left_over(&scene), Vec::<String>::new());
    let shown = scene.run(&["show", "pr.diff", "--output", "json"]);
    let failed = shown.json()["metadata"]["failedAgents"].to_string();
    assert!(failed.contains("hang-1") && !failed.contains("good"), "{failed}");
    assert_ne!(shown.json()["recommendation"], "approve");
}

#[test]
fn a_signal_while_agents_hang_leaves_no_process() {
    let (scene, mut cockpit) = hanging();
    assert!(!left_over(&scene).is_empty());
    cockpit.signal(Signal::TERM);
    let ended = cockpit.exit();
    assert_eq!((ended.code, ended.settings_restored), (Some(143), Some(true)));
    assert_eq!(left_over(&scene), Vec::<String>::new());
}
