//! `prr doctor`, the real program over the made GitHub: each thing that can be wrong, its cause in words, what to do,
//! and the exit code.
//! Not here: what each part is made of (unit tests beside them).

use std::{
    path::PathBuf,
    process::{Command, Output},
};

use serde_json::Value;

use crate::support::{
    dirs::Home,
    github::{
        Fault, Hub, REVIEWER, Route, TOKEN, mock, sample,
        world::{Kind, Rights, Token, TokenKind, World},
    },
    pty::Cockpit,
};

/// A home whose working folder is a clone of the hub's repository.
struct Desk {
    home: Home,
    hub: Hub,
}

impl Desk {
    fn new(world: World) -> Self {
        let desk = Self { home: Home::new(), hub: Hub::start(world) };
        desk.hub.clone_into(&desk.home.work());
        desk
    }

    /// `prr doctor` with the hub's environment.
    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.home.prr(&[&["doctor"], args].concat());
        command.envs(self.hub.env());
        command
    }

    fn examined(&self, change: impl FnOnce(&mut Command)) -> Found {
        let mut command = self.command(&["--output", "json"]);
        change(&mut command);
        Found::of(command.output().unwrap())
    }
}

/// What a doctor said.
struct Found {
    document: Value,
    code: Option<i32>,
}

impl Found {
    fn of(output: Output) -> Self {
        let stdout = String::from_utf8(output.stdout).unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(stderr, "");
        for secret in [TOKEN, "tok-other"] {
            assert!(!stdout.contains(secret), "a token is shown: {stdout}");
        }
        Self { document: serde_json::from_str(&stdout).expect(&stdout), code: output.status.code() }
    }

    /// State and all the words of a part.
    #[track_caller]
    fn part(&self, name: &str) -> (String, String) {
        let parts = self.document["parts"].as_array().unwrap();
        let found = parts.iter().find(|part| part["part"] == name);
        let found = found.unwrap_or_else(|| panic!("no part {name} in {}", self.document));
        let todo: Vec<&str> = found["todo"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let words = format!("{} | {}", found["text"].as_str().unwrap(), todo.join(" | "));
        (found["state"].as_str().unwrap().to_owned(), words)
    }

    #[track_caller]
    fn says(&self, name: &str, state: &str, words: &[&str]) {
        let (found, text) = self.part(name);
        assert_eq!(found, state, "{name}: {text}");
        for word in words {
            assert!(text.contains(word), "{name} does not say `{word}`: {text}");
        }
    }
}

#[test]
fn when_all_is_well_each_line_says_so() {
    let desk = Desk::new(sample::world());
    let found = desk.examined(|_| {});
    found.says("git", "ok", &["git version"]);
    found.says("repository", "ok", &[&desk.home.work().canonicalize().unwrap().display().to_string()]);
    found.says("remotes", "ok", &["origin is o/r", "a number is of o/r"]);
    found.says("settings", "ok", &["the defaults are in force"]);
    found.says("token", "ok", &["GH_TOKEN", "repo, read:org"]);
    found.says("GitHub", "ok", &["127.0.0.1", &format!("you are {REVIEWER}")]);
    found.says("access", "ok", &["o/r can be read"]);
    found.says("limits", "ok", &["of 5000 calls left until"]);
    found.says("terminal", "warn", &["not a terminal", "`prr review`"]);
    found.says("logbook", "ok", &["0 logbooks", ".logbooks/code-review"]);
    found.says("models", "ok", &["none named", "PRR_MODEL"]);
    assert_eq!((found.code, &found.document["usable"]), (Some(0), &true.into()));
    assert_eq!(desk.hub.calls(Route::User).len(), 1);
    assert!(!desk.home.work().join(".logbooks").exists(), "looking makes nothing");
}

#[test]
fn people_get_a_line_for_each_part() {
    let desk = Desk::new(sample::world());
    let output = desk.command(&[]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let first: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(first.len(), 12, "{text}");
    assert!(first.iter().all(|line| line.starts_with("ok    ") || line.starts_with("warn  ")), "{text}");
}

#[test]
fn without_a_token_public_repositories_can_be_read_and_it_says_how_to_get_one() {
    let desk = Desk::new(sample::world());
    let found = desk.examined(|command| {
        command.env_remove("GH_TOKEN");
    });
    found.says("token", "warn", &["none for github.com", "gh auth login --hostname github.com", "GH_TOKEN"]);
    found.says("GitHub", "ok", &["you are nobody"]);
    found.says("access", "ok", &["o/r can be read"]);
    assert_eq!(found.code, Some(0));
    desk.hub.no_token();
}

#[test]
fn a_token_that_is_refused_is_named_by_its_source() {
    let desk = Desk::new(sample::world());
    let found = desk.examined(|command| {
        command.env_remove("GH_TOKEN").env("GITHUB_TOKEN", "tok-other");
    });
    found.says("GitHub", "fail", &["GITHUB_TOKEN", "unset it and run"]);
    assert_eq!((found.code, &found.document["usable"]), (Some(4), &false.into()));
    assert_eq!(desk.hub.log().len(), 1, "nothing else is asked with it");
}

#[test]
fn single_sign_on_gives_the_address_at_which_it_is_allowed() {
    let mut world = sample::world();
    world.repo("o/r").needs_sso = true;
    let desk = Desk::new(world);
    let found = desk.examined(|_| {});
    found.says("access", "fail", &["single sign-on", "https://github.com/orgs/o/sso?authorization_request=A1B2"]);
    assert_eq!(found.code, Some(4));
}

#[test]
fn a_token_that_lacks_scopes_is_told_what_it_cannot_do() {
    let mut world = sample::world();
    world.tokens.insert(TOKEN.to_owned(), Token::classic(REVIEWER, &["read:org"]));
    let desk = Desk::new(world);
    let found = desk.examined(|_| {});
    found.says("token", "warn", &["nothing can be published", "GH_TOKEN", "`repo`"]);
    assert_eq!(found.code, Some(0));
    desk.hub.world(|w| w.tokens.insert(TOKEN.to_owned(), Token::classic(REVIEWER, &["public_repo"])));
    desk.examined(|_| {}).says("token", "warn", &["private repositories are not seen"]);
    let fine = TokenKind::FineGrained(vec!["o/r".to_owned()], Rights::Write);
    desk.hub.world(|w| w.tokens.insert(TOKEN.to_owned(), Token::of(REVIEWER, fine)));
    desk.examined(|_| {}).says("token", "ok", &["fine-grained"]);
}

#[test]
fn a_repository_that_the_token_does_not_see_is_told() {
    let mut world = sample::world();
    world.repo("o/r").members = Some(vec!["somebody".to_owned()]);
    let desk = Desk::new(world);
    let found = desk.examined(|_| {});
    found.says("access", "fail", &["shows no repository o/r", "gh auth status"]);
    assert_eq!(found.code, Some(4));
}

#[test]
fn a_token_without_a_person_works_and_is_to_be_given_a_name() {
    let mut world = sample::world();
    let app = Token::of("github-actions[bot]", TokenKind::App(Rights::Write));
    world.tokens.insert(TOKEN.to_owned(), app);
    let desk = Desk::new(world);
    let found = desk.examined(|_| {});
    found.says("GitHub", "warn", &["github.login"]);
    found.says("access", "ok", &[]);
    assert_eq!(found.code, Some(0));
}

#[test]
fn an_enterprise_server_is_asked_with_its_own_token_and_may_tell_no_limits() {
    let world = World { kind: Kind::Enterprise, limits: None, ..sample::world() };
    let desk = Desk::new(world);
    desk.hub.world(|w| w.tokens.insert("tok-other".to_owned(), Token::classic("worker", &["repo"])));
    let remote = "git@ghe.corp.example:o/r.git";
    let mut git = Command::new("git");
    git.args(["remote", "set-url", "origin", remote]).env_clear().envs(desk.home.env());
    assert!(git.current_dir(desk.home.work()).status().unwrap().success());
    let found = desk.examined(|command| {
        command.env("GH_ENTERPRISE_TOKEN", "tok-other").env("GH_HOST", "ghe.corp.example");
        command.env("PATH", desk.home.path_with_ssh());
    });
    found.says("remotes", "ok", &["origin is ghe.corp.example/o/r"]);
    found.says("token", "ok", &["GH_ENTERPRISE_TOKEN for ghe.corp.example"]);
    found.says("GitHub", "ok", &["/api/v3 answers; you are worker"]);
    found.says("limits", "ok", &["tells no limits"]);
    assert_eq!(found.code, Some(0));
    desk.hub.only_token_of_any(&["worker"]);
}

#[test]
fn a_host_that_is_not_there_is_unreachable() {
    let mut desk = Desk::new(sample::world());
    let url = desk.hub.api_url();
    desk.hub.refuse();
    let found = desk.examined(|command| {
        command.env("PRR_GITHUB_API_URL", &url);
    });
    found.says("GitHub", "fail", &["127.0.0.1"]);
    found.says("token", "ok", &["GH_TOKEN"]);
    assert_eq!(found.code, Some(4));
}

#[test]
fn a_host_that_speaks_no_github_is_named() {
    let desk = Desk::new(sample::world());
    desk.hub.fault(Route::User, 1, Fault::Garbage("<html>welcome</html>"));
    let found = desk.examined(|_| {});
    found.says("GitHub", "fail", &["cannot be read", "PRR_GITHUB_API_URL"]);
}

#[test]
fn limits_that_are_used_up_are_told_with_the_time_and_fail_nothing() {
    let desk = Desk::new(sample::world());
    desk.hub.world(|w| w.limits.as_mut().unwrap().remaining = 9);
    desk.examined(|_| {}).says("limits", "warn", &["of 5000 calls left", "Wait until"]);
    desk.hub.fault(Route::User, 2, Fault::PrimaryLimit(600));
    let found = desk.examined(|_| {});
    found.says("GitHub", "warn", &["no more calls", "again at"]);
    assert_eq!(found.code, Some(0));
}

#[test]
fn offline_nobody_is_asked() {
    let desk = Desk::new(sample::world());
    let found = Found::of(desk.command(&["--offline", "--output", "json"]).output().unwrap());
    found.says("GitHub", "ok", &["not asked"]);
    assert_eq!((found.code, desk.hub.log().len()), (Some(0), 0));
}

#[test]
fn an_address_that_cannot_be_used_is_said() {
    let desk = Desk::new(sample::world());
    let found = desk.examined(|command| {
        command.env("PRR_GITHUB_API_URL", "http://api.example");
    });
    found.says("GitHub", "fail", &["https://", "unset it"]);
    assert_eq!(found.code, Some(2));
}

#[test]
fn outside_of_a_repository_it_says_what_still_works() {
    let (home, hub) = (Home::new(), Hub::start(sample::world()));
    let output = home.prr(&["doctor", "--output", "json"]).envs(hub.env()).output().unwrap();
    let found = Found::of(output);
    found.says("repository", "warn", &["OWNER/REPO#NUMBER"]);
    found.says("logbook", "ok", &[".local/share"]);
    assert_eq!(found.code, Some(0));
}

#[test]
fn without_git_it_says_so_and_goes_on() {
    let (home, hub) = (Home::new(), Hub::start(sample::world()));
    let mut command = home.prr(&["doctor", "--output", "json"]);
    let found = Found::of(command.envs(hub.env()).env("PATH", home.path().join("empty")).output().unwrap());
    found.says("git", "fail", &["on PATH"]);
    found.says("GitHub", "ok", &[]);
    assert_eq!(found.code, Some(3));
}

#[test]
fn a_mistake_in_the_settings_fails_with_its_place() {
    let desk = Desk::new(sample::world());
    let file = desk.home.path().join(".config/prr/config.toml");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "[review]\nthreshold = \"many\"\n").unwrap();
    let found = desk.examined(|_| {});
    found.says("settings", "fail", &["threshold", "prr config check"]);
    assert_eq!(found.code, Some(2));
    std::fs::write(&file, "[tiers]\nheavy = \"anthropic::large\"\n").unwrap();
    let found = desk.examined(|_| {});
    found.says("settings", "ok", &["1 file, no mistakes"]);
    found.says("models", "ok", &["heavy anthropic::large"]);
}

#[test]
fn logbooks_are_counted_and_a_damaged_one_is_told() {
    let desk = Desk::new(sample::world());
    let reviewed = desk.home.prr(&["review", "main~1..main", "--offline"]).output().unwrap();
    assert!(reviewed.status.success(), "{}", String::from_utf8_lossy(&reviewed.stderr));
    desk.examined(|_| {}).says("logbook", "ok", &["1 logbook;"]);
    let folder = desk.home.work().join(".logbooks/code-review");
    let with = |end: &str| -> PathBuf {
        let mut all = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
        all.find(|path| path.to_string_lossy().ends_with(end)).unwrap()
    };
    std::fs::write(with(".sqlite"), "not a database, though long enough to look like one to some").unwrap();
    let found = desk.examined(|_| {});
    found.says("logbook", "warn", &["damaged", "made again from its .jsonl", "prr tui"]);
    assert_eq!(found.code, Some(0));
}

#[test]
fn a_place_that_cannot_hold_logbooks_fails() {
    let desk = Desk::new(sample::world());
    let file = desk.home.path().join("a-file");
    std::fs::write(&file, "").unwrap();
    let found = desk.examined(|command| {
        command.env("PRR_STATE_DIR", &file);
    });
    found.says("logbook", "fail", &["is no folder", "PRR_STATE_DIR"]);
    assert_eq!(found.code, Some(101));
}

#[test]
fn it_works_with_the_corpus_scripts_that_know_only_what_a_review_needs() {
    let home = Home::new();
    let case = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/github/corpus/B09-own-pull-request");
    let mock = mock::Mock::start(case.as_ref(), "mock-bot.json");
    let output = home.prr(&["doctor", "--output", "json"]).envs(mock.env("")).output().unwrap();
    let found = Found::of(output);
    found.says("GitHub", "warn", &["github.login"]);
    assert_eq!(found.code, Some(0));
}

#[test]
fn where_nothing_is_on_github_a_host_that_is_not_there_fails_nothing() {
    let (home, mut hub) = (Home::new(), Hub::start(sample::world()));
    hub.refuse();
    let mut command = home.prr(&["doctor", "--output", "json"]);
    let found = Found::of(command.envs(hub.env()).env_remove("GH_TOKEN").output().unwrap());
    found.says("GitHub", "warn", &["cannot be reached"]);
    assert_eq!(found.code, Some(0));
}

#[test]
fn remotes_that_are_not_on_github_say_what_makes_them_so() {
    let desk = Desk::new(sample::world());
    let set = |url: &str| {
        let mut git = Command::new("git");
        git.args(["remote", "set-url", "origin", url]).env_clear().envs(desk.home.env());
        assert!(git.current_dir(desk.home.work()).status().unwrap().success());
    };
    let without = |command: &mut Command| {
        command.env_remove("PRR_GITHUB_API_URL").arg("--offline");
    };
    set("https://me:tok-other@gitlab.example/o/r.git");
    let found = desk.examined(without);
    found.says(
        "remotes",
        "warn",
        &["origin (https://gitlab.example/o/r.git)", "not known to be", "GH_HOST=gitlab.example"],
    );
    set("/srv/git/r.git");
    desk.examined(without).says("remotes", "warn", &["are folders", "OWNER/REPO#NUMBER"]);
    let named = desk.examined(|command| {
        command.env("GH_REPO", "o/r");
    });
    named.says("remotes", "ok", &["GH_REPO: a number is of o/r"]);
    named.says("access", "ok", &["o/r can be read"]);
}

#[test]
fn in_a_terminal_its_size_and_colours_are_told() {
    let home = Home::new();
    let mut screen = Cockpit::prr(&home, &["doctor", "--offline"]).size(110, 40).start();
    screen.wait_for(|screen| screen.contents().contains("models"));
    let text = screen.screen().contents();
    let line = text.lines().find(|line| line.contains("terminal")).unwrap();
    assert!(line.starts_with("ok ") && line.contains("110×40") && line.contains("colours"), "{text}");
}
