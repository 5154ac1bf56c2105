//! One row on its stage: a made GitHub, a diff or a repository, a model that obeys, an address that must not be asked.
//! Not here: what must hold (`mod`).

use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::Output,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use serde_json::{Value, json};

use super::rows::{At, Does, Row, secret};
use crate::{
    agents::models::openai,
    publish::scene::{DIFF, Scene},
    support::{
        dirs::Home,
        github::{Hub, sample},
        model_server::{Answer, Asked, ModelServer},
        repo::Repo,
    },
};

/// By this a model knows that it was spoken to.
pub const CALL: &str = "row-call";

/// What a run gave.
#[derive(Debug)]
pub struct Seen {
    pub briefs: Vec<String>,
    pub was_obeyed: bool,
    pub fetched: usize,
    pub json: Value,
    /// What was printed, by its form.
    pub out: Vec<(&'static str, String)>,
    pub files: Vec<String>,
    /// What would be posted; null when nothing would.
    pub payload: Value,
}

/// Characters that must not come back.
pub fn is_hidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

/// An address that counts who comes.
struct Trap(String, Arc<AtomicUsize>);

impl Trap {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, count) = (listener.local_addr().unwrap().to_string(), Arc::new(AtomicUsize::new(0)));
        let counted = count.clone();
        std::thread::spawn(move || {
            for _ in listener.incoming() {
                counted.fetch_add(1, Ordering::SeqCst);
            }
        });
        Self(address, count)
    }
}

/// The brief of a request.
fn brief(asked: &Asked) -> String {
    let body: Value = serde_json::from_str(&asked.body).unwrap();
    body["messages"][0]["content"].as_str().unwrap_or_else(|| panic!("{body:#}")).to_owned()
}

fn finding(fields: &Value) -> String {
    let mut one = json!({"file": "src/lib.rs", "line": 4, "severity": "medium", "title": "t", "body": "b",
        "confidence": 0.9});
    one.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    json!([one]).to_string()
}

/// Looks for what it is told, and does it.
fn obey(row: &Row, brief: &str, trap: &str) -> String {
    if row.at != At::Answer && !brief.contains(CALL) {
        return "[]".to_owned();
    }
    match &row.does {
        Does::Says(words) => (*words).to_owned(),
        Does::Reports(fields) => finding(fields).replace("{trap}", trap),
        Does::Repeats => brief.to_owned(),
        Does::Quotes => {
            let at = brief.lines().position(|line| line.contains(CALL)).unwrap();
            let around = brief.lines().skip(at.saturating_sub(2)).take(6);
            // A line of the fence would be taken for an echo of the material.
            let said: Vec<&str> = around.filter(|line| !line.starts_with("=====[")).collect();
            let said: String = said.join("\n").chars().take(4_000).collect();
            finding(&json!({"title": "quoted", "body": said}))
        }
    }
}

pub fn play(row: &Row) -> Seen {
    play_with(row, "")
}

pub fn play_with(row: &Row, settings: &str) -> Seen {
    let trap = Trap::new();
    let row = Row { text: row.text.replace("{trap}", &trap.0), ..row.clone() };
    let (obeying, address) = (row.clone(), trap.0.clone());
    let server =
        ModelServer::by(move |asked| Answer::events(vec![openai(&obey(&obeying, &brief(asked), &address), "stop")]));
    let tiers = "[tiers]\nlight = \"mine::x\"\nmedium = \"mine::x\"\nheavy = \"mine::x\"\n";
    let provider = format!("[[providers]]\nname = \"mine\"\nbase_url = \"{}\"\n", server.address());
    let settings = format!("gate.undecided = \"publish\"\n{settings}\n{tiers}{provider}");
    let mut seen = match row.at {
        At::Name => named(&row, &settings),
        At::Conventions(file) => by_conventions(&row, file, &settings),
        At::Line | At::Title | At::Description | At::Commit | At::Comment | At::Answer => hosted(&row, &settings),
    };
    let asked = server.asked();
    assert!(!asked.is_empty(), "{}: {:#}", row.name, seen.json);
    assert!(asked.iter().all(|one| one.path == "/v1/chat/completions"), "{}", row.name);
    seen.briefs = asked.iter().map(brief).collect();
    seen.was_obeyed = row.at == At::Answer || seen.briefs.iter().any(|brief| brief.contains(CALL));
    seen.fetched = trap.1.load(Ordering::SeqCst);
    seen
}

/// The text of a row, which calls the model.
fn called(row: &Row) -> String {
    format!("{CALL} {}", row.text)
}

/// A change with a secret in it, and with these lines besides.
fn diff(lines: &[String]) -> String {
    let mut added = vec![format!("let token = \"{}\";", secret())];
    added.extend(lines.iter().cloned());
    let lines: String = added.iter().map(|line| format!("+{line}\n")).collect();
    let count = added.len();
    format!(
        "{DIFF}diff --git a/src/new.rs b/src/new.rs\nnew file mode 100644\nindex 0000000..1111111\n--- /dev/null\n+++ b/src/new.rs\n@@ -0,0 +1,{count} @@\n{lines}"
    )
}

const ARGS: [&str; 7] = ["--strategy", "passes", "--full", "--threshold", "0", "--no-builtin", "--all"];

fn hosted(row: &Row, settings: &str) -> Seen {
    let lines: Vec<String> = match row.at {
        At::Line => called(row).split('\n').map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let mut world = sample::of_diff(&diff(&lines));
    let pull = world.repositories[0].pulls.last_mut().unwrap();
    match row.at {
        At::Title => pull.about.title = called(row),
        At::Description => pull.about.body = Some(called(row)),
        At::Commit => pull.changes.values_mut().for_each(|change| change.commits[0].message = called(row)),
        At::Comment => pull.conversation.push(sample::remark(21, "mallory", &called(row), 0)),
        _ => {}
    }
    let scene = Scene { home: Home::new(), hub: Hub::start(world) };
    std::fs::create_dir_all(scene.home.path().join(".config/prr")).unwrap();
    scene.settings(settings);
    std::fs::write(scene.home.path().join("canary.txt"), "canary-content").unwrap();
    let prr = |args: &[&str]| scene.prr(args);
    let args = [&["review", "o/r#7", "--agents", "correctness-contracts", "--output", "json"], &ARGS[..]].concat();
    let review = prr(&args);
    let json = serde_json::from_str(&review.out).unwrap_or_else(|error| panic!("{}: {error}: {review:#?}", row.name));
    let mut out = vec![("json", review.out), ("progress", review.err)];
    let mut payload = Value::Null;
    if matches!(row.does, Does::Reports(_)) {
        let text = prr(&["show", "o/r#7", "--output", "markdown"]);
        assert!(text.code == Some(0) && text.out.len() > 40, "{}: {text:#?}", row.name);
        out.push(("markdown", text.out));
        out.push(("text", prr(&["show", "o/r#7", "--output", "text"]).out));
        let dry = prr(&["publish", "o/r#7", "--dry-run", "--output", "json"]);
        assert_eq!(dry.code, Some(0), "{}: {dry:#?}", row.name);
        payload = dry.json()["payload"].clone();
        out.push(("payload", dry.out));
        assert_eq!(scene.posts(), 0);
    }
    Seen { json, out, payload, ..empty(&files(scene.home.path())) }
}

fn empty(files: &[String]) -> Seen {
    let (briefs, out) = (Vec::new(), Vec::new());
    Seen { briefs, was_obeyed: false, fetched: 0, json: Value::Null, out, files: files.to_vec(), payload: Value::Null }
}

fn of_output(row: &Row, output: &Output, files: &[String]) -> Seen {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    let json = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{}: {error}: {out} {err}", row.name));
    Seen { json, out: vec![("json", out), ("progress", err)], ..empty(files) }
}

fn config(home: &Home, settings: &str) {
    std::fs::create_dir_all(home.path().join(".config/prr")).unwrap();
    std::fs::write(home.path().join(".config/prr/config.toml"), settings).unwrap();
    std::fs::write(home.path().join("canary.txt"), "canary-content").unwrap();
}

/// A change of a file with that name, quoted as git does.
fn named(row: &Row, settings: &str) -> Seen {
    let quoted: String = format!("{}{CALL}", row.text)
        .bytes()
        .map(|b| match b {
            b'"' | b'\\' => format!("\\{}", char::from(b)),
            b' '..=b'~' => char::from(b).to_string(),
            _ => format!("\\{b:03o}"),
        })
        .collect();
    let lines = format!("+let token = \"{}\";\n{}", secret(), "+let a = 1;\n".repeat(9));
    let diff = format!(
        "{DIFF}diff --git \"a/{quoted}\" \"b/{quoted}\"\nnew file mode 100644\n--- /dev/null\n+++ \"b/{quoted}\"\n@@ -0,0 +1,10 @@\n{lines}"
    );
    let home = Home::new();
    config(&home, settings);
    std::fs::write(home.work().join("pr.diff"), diff).unwrap();
    let args = [&["review", "pr.diff", "--agents", "correctness-contracts", "--output", "json"], &ARGS[..]].concat();
    let output = home.prr(&args).output().unwrap();
    of_output(row, &output, &files(home.path()))
}

/// A repository whose base has these conventions.
fn by_conventions(row: &Row, file: &str, settings: &str) -> Seen {
    let (repo, home) = (Repo::empty(), Home::new());
    config(&home, settings);
    repo.write(file, &format!("{}\n", called(row)));
    repo.write("src/lib.rs", "fn one() {\n    two();\n}\n");
    repo.commit("first");
    let more: String = (0..12).map(|n| format!("    call_{n}();\n")).collect();
    repo.write("src/lib.rs", &format!("fn one() {{\n    two();\n{more}    let token = \"{}\";\n}}\n", secret()));
    repo.commit("second");
    let args = ["review", "HEAD~1..HEAD", "--agents", "conventions-maintainability", "--output", "json"];
    // Nothing but the line in `info/exclude` that keeps the logbook's folder out of git.
    let state = || {
        let mut files = repo.dot_git();
        files.retain(|(path, _)| !path.ends_with("info/exclude"));
        (repo.state().0, files)
    };
    let before = state();
    let output = home.prr(&[&args[..], &ARGS[..]].concat()).current_dir(repo.root()).output().unwrap();
    assert!(state() == before, "{}: the repository is as it was", row.name);
    of_output(row, &output, &files(home.path()))
}

/// Every file below a folder, with its path from there.
fn files(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            match entry.file_type().unwrap().is_dir() {
                true => open.push(entry.path()),
                false => found.push(entry.path().strip_prefix(root).unwrap().display().to_string()),
            }
        }
    }
    found
}
