//! `prr config` as a program.

use std::{fs, path::Path, process::Output};

use crate::support::dirs::Home;

struct Ran {
    code: i32,
    out: String,
    err: String,
}

fn ran(output: Output) -> Ran {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

fn run(home: &Home, args: &[&str]) -> Ran {
    ran(home.prr(args).output().unwrap())
}

fn user_file(home: &Home) -> std::path::PathBuf {
    home.path().join(".config/prr/config.toml")
}

fn write_user(home: &Home, text: &str) {
    fs::create_dir_all(user_file(home).parent().unwrap()).unwrap();
    fs::write(user_file(home), text).unwrap();
}

/// A repository in the home's work folder, with this `.prr.toml` in its base and another one in its head.
fn repository(home: &Home, base: &str, head: &str) {
    let work = home.work();
    let git = |args: &[&str]| {
        let mut command = std::process::Command::new("git");
        command.env_clear().envs(home.env()).current_dir(&work).args([
            "-c",
            "user.name=T",
            "-c",
            "user.email=t@example.invalid",
        ]);
        assert!(command.args(args).output().unwrap().status.success(), "git {args:?}");
    };
    git(&["init", "-q", "-b", "main"]);
    fs::write(work.join("a.rs"), "fn main() {}\n").unwrap();
    fs::write(work.join(".prr.toml"), base).unwrap();
    git(&["add", "-A"]);
    git(&["commit", "-q", "-m", "base"]);
    git(&["checkout", "-q", "-b", "topic"]);
    fs::write(work.join("a.rs"), "fn main() { todo() }\n").unwrap();
    fs::write(work.join(".prr.toml"), head).unwrap();
    git(&["add", "-A"]);
    git(&["commit", "-q", "-m", "head"]);
}

#[test]
fn init_writes_the_default_file_once_and_says_where() {
    let home = Home::new();
    let first = run(&home, &["config", "init"]);
    assert_eq!((first.code, first.out.trim_end()), (0, user_file(&home).to_str().unwrap()));
    let written = fs::read_to_string(user_file(&home)).unwrap();
    assert!(written.contains("# threshold = "));
    fs::write(user_file(&home), "mine").unwrap();
    let second = run(&home, &["config", "init"]);
    assert_eq!((second.code, second.out), (0, first.out));
    assert!(second.err.contains("left alone"));
    assert_eq!(fs::read_to_string(user_file(&home)).unwrap(), "mine");
}

#[test]
fn init_says_why_it_cannot_write() {
    let home = Home::new();
    fs::write(home.path().join(".config/prr"), "a file").unwrap();
    let ran = run(&home, &["config", "init"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("cannot be written") && ran.err.contains("PRR_CONFIG"), "{}", ran.err);
}

#[test]
fn path_tells_every_place_and_what_is_there() {
    let home = Home::new();
    let alone = run(&home, &["config", "path"]).out;
    assert_eq!(alone, format!("user        {}  (not there)\n", user_file(&home).display()));
    write_user(&home, "");
    repository(&home, "", "[gate]\n");
    let all = run(&home, &["config", "path"]).out;
    let lines: Vec<&str> = all.lines().collect();
    assert_eq!(lines.len(), 4, "{all}");
    assert!(lines[0].ends_with("config.toml") && lines[1].starts_with("repository  .prr.toml at "), "{all}");
    assert!(lines[2].ends_with(".claude/soliton.local.md  (not there)"), "{all}");
    let elsewhere = home.prr(&["config", "path"]).env("PRR_CONFIG", "/nowhere/x.toml").output().unwrap();
    assert!(ran(elsewhere).out.starts_with("user        /nowhere/x.toml  (not there)"));
}

#[test]
fn show_tells_each_value_and_its_origin_and_the_heads_file_counts_for_nothing() {
    let home = Home::new();
    write_user(&home, "[review]\nmax_nits = 1\n");
    repository(&home, "[review]\nthreshold = 80\n", "[review]\nthreshold = 0\nmax_nits = 0\n");
    let shown = run(&home, &["config", "show"]);
    assert_eq!((shown.code, shown.err.as_str()), (0, ""));
    let line = |key: &str| shown.out.lines().find(|line| line.starts_with(key)).unwrap();
    assert!(line("review.threshold = 0.8 ").contains("# .prr.toml (at "), "{}", line("review.threshold"));
    assert!(line("review.max_nits = 1 ").ends_with("config.toml:2"));
    assert!(line("gate.undecided = \"hold\"").ends_with("# default"));
    assert!(line("review.mode is not set").len() < 30);
    let json: serde_json::Value =
        serde_json::from_str(&run(&home, &["config", "show", "--output", "json"]).out).unwrap();
    assert_eq!(json["schema"], 1);
    let value = json["values"].as_array().unwrap().iter().find(|v| v["key"] == "review.threshold").unwrap();
    assert_eq!((&value["value"], &value["layer"], &value["line"]), (&0.8.into(), &"repository".into(), &2.into()));
}

#[test]
fn check_explains_every_mistake_of_every_layer_and_fails_only_for_the_persons_own() {
    let home = Home::new();
    repository(
        &home,
        "[review]\nmax_nist = 3\n[[agents]]\nname = \"x\"\nargv = [\"touch\", \"owned\"]\n",
        "[gate]\nbudget = -1\n",
    );
    let noted = run(&home, &["config", "check"]);
    assert_eq!((noted.code, noted.err.as_str()), (0, ""));
    for part in [
        "note: .prr.toml (at ",
        ":2:1: review.max_nist: ",
        "did you mean review.max_nits?",
        ":3:3: agents: only you",
        "in the working tree, not in force yet):2:10: gate.budget",
        "3 mistakes",
    ] {
        assert!(noted.out.contains(part), "{part}: {}", noted.out);
    }
    write_user(&home, "[review]\nthreshold = \"high\"\n[ui]\nfuture = 1\n");
    let failed = run(&home, &["config", "check"]);
    assert_eq!(failed.code, 2);
    assert!(
        failed.out.contains("error: ")
            && failed.out.contains("config.toml:2:13: review.threshold: 'high' is not a number"),
        "{}",
        failed.out
    );
    assert!(failed.out.contains("    write a number from 0 to 1"), "{}", failed.out);
    write_user(&home, "[ui]\nfuture = 1\n");
    assert_eq!(run(&home, &["config", "check"]).code, 0, "a warning is no failure");
}

#[test]
fn check_of_nothing_says_what_to_do() {
    let home = Home::new();
    let ran = run(&home, &["config", "check"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "No mistakes: no file of settings; `prr config init` writes one.\n"));
}

#[test]
fn a_named_file_must_be_there_and_be_a_file() {
    let home = Home::new();
    for (path, words) in [("/nowhere/x.toml", "there is no such file"), ("/", "it is a directory")] {
        let ran = ran(home.prr(&["config", "check"]).env("PRR_CONFIG", path).output().unwrap());
        assert!(ran.code == 2 && ran.out.contains(words), "{path}: {}", ran.out);
    }
    let null = ran(home.prr(&["config", "check"]).env("PRR_CONFIG", "/dev/null").output().unwrap());
    assert_eq!(null.code, 0, "{}", null.out);
}

#[test]
fn variables_are_a_layer_with_their_names() {
    let home = Home::new();
    let command = |value: &str| ran(home.prr(&["config", "show"]).env("PRR_MODEL", value).output().unwrap());
    let shown = command("ollama::qwen3");
    assert!(
        shown.out.lines().any(|l| l.starts_with("tiers.heavy = \"ollama::qwen3\"") && l.ends_with("# PRR_MODEL")),
        "{}",
        shown.out
    );
    let wrong = ran(home.prr(&["config", "check"]).env("PRR_GITHUB_API_URL", "https://me:secret@x").output().unwrap());
    assert!(wrong.code == 2 && wrong.out.contains("PRR_GITHUB_API_URL: "), "{}", wrong.out);
}

#[test]
fn hostile_names_and_values_reach_no_terminal() {
    let home = Home::new();
    write_user(&home, "\"a\\u001b[2J\" = 1\n[review]\nbase = \"x\\u202e\"\nmax_nits = \"\\u001b]0;x\\u0007\"\n");
    for args in [["config", "check"], ["config", "show"]] {
        let ran = run(&home, &args);
        let text = ran.out + &ran.err;
        assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{text:?}");
    }
}

#[test]
fn nothing_of_the_repository_was_run_or_written() {
    let home = Home::new();
    repository(&home, "[[agents]]\nname = \"x\"\nargv = [\"touch\", \"owned\"]\n", "");
    run(&home, &["config", "check"]);
    run(&home, &["config", "show"]);
    assert!(!Path::new(&home.work().join("owned")).exists());
}
