//! Programs that are known by name: what each is called with and given, by programs of that name that write it down. The
//! arguments are those that the real programs took on the day this was written (claude 2.1.197, codex 0.171.0, gemini
//! 0.61.0, opencode 1.18.33, llm 0.36), each run once against a server on loopback.

use std::path::Path;

use super::{Ran, Scene};

/// Name, arguments, what it must be given of our variables, what is set for it.
type Row = (&'static str, &'static [&'static str], &'static str, &'static str);

const ROWS: [Row; 5] = [
    (
        "claude",
        &["-p", "--output-format", "text", "--tools", "", "--strict-mcp-config", "--no-session-persistence"],
        "ANTHROPIC_API_KEY",
        "",
    ),
    (
        "codex",
        &["exec", "--sandbox", "read-only", "--skip-git-repo-check", "--ephemeral", "--disable", "shell_tool", "-"],
        "CODEX_API_KEY",
        "",
    ),
    (
        "gemini",
        &["--output-format", "text", "--approval-mode", "default", "--extensions", "none", "--skip-trust"],
        "GEMINI_API_KEY",
        "",
    ),
    ("opencode", &["run", "--pure"], "OPENAI_API_KEY", "OPENCODE_PERMISSION={\"*\":\"deny\"}"),
    ("llm", &["--no-log"], "OPENAI_API_KEY", ""),
];

/// A program that writes down what it is given, and answers.
fn stub(folder: &Path, name: &str) {
    let at = folder.join(name);
    let at = at.display();
    let script = format!(
        "#!/bin/sh\nfor one; do printf '%s\\n' \"$one\"; done >'{at}.argv'\nenv >'{at}.env'\npwd >'{at}.dir'\ncat >'{at}.stdin'\n\
         echo 'a word beside the answer' >&2\n\
         printf '%s' '[{{\"file\":\"src/lib.rs\",\"line\":4,\"severity\":\"medium\",\"title\":\"from {name}\",\"body\":\"b\",\"confidence\":0.9}}]'\n"
    );
    let path = folder.join(name);
    std::fs::write(&path, script).unwrap();
    crate::support::dirs::executable(&path);
}

fn scene(name: &str, more: &str) -> Scene {
    Scene::new(&format!("[tiers]\nheavy = \"cmd:{name}\"\n{more}"))
}

fn review(scene: Scene, first: &Path) -> (Ran, Scene) {
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(first.to_owned()).chain(std::env::split_paths(&rest))).unwrap();
    let scene = scene.with("PATH", path.to_str().unwrap());
    (scene.review(&["--agents", "correctness-contracts"]), scene)
}

#[test]
fn each_program_that_is_known_by_name_gets_its_arguments_and_the_brief_on_standard_input() {
    for (name, argv, key, set) in ROWS {
        let scene = scene(name, "").with(key, "made-up-key").with("GH_TOKEN", "not-for-it");
        let folder = scene.home.path().join("bin");
        std::fs::create_dir_all(&folder).unwrap();
        stub(&folder, name);
        let (ran, scene) = review(scene, &folder);
        assert_eq!((ran.titles(), ran.failed()), (vec![format!("from {name}")], String::new()), "{}", ran.err);
        let read = |ending: &str| std::fs::read_to_string(folder.join(format!("{name}.{ending}"))).unwrap();
        let given: String = argv.iter().map(|one| format!("{one}\n")).collect();
        assert_eq!(read("argv"), given, "{name}");
        let (stdin, env) = (read("stdin"), read("env"));
        assert!(stdin.starts_with("# Your task") && stdin.contains("let extra_a = 1;"), "{name}: {stdin}");
        assert!(stdin.contains("you have no tools"), "{name}: {stdin}");
        assert!(env.contains(&format!("{key}=made-up-key\n")) && !env.contains("not-for-it"), "{name}: {env}");
        assert!(set.is_empty() || env.lines().any(|line| line == set), "{name}: {env}");
        let place = read("dir");
        assert!(!Path::new(place.trim()).starts_with(scene.home.work()), "{name}: in a folder of its own: {place}");
        assert!(!Path::new(place.trim()).exists(), "{name}: which is gone");
    }
}

#[test]
fn arguments_of_the_persons_own_stand_instead_and_nothing_is_set_for_them() {
    let more = "[[agents]]\nname = \"opencode\"\nargv = [\"opencode\", \"run\", \"--agent\", \"mine\"]\n";
    let scene = scene("opencode", more);
    let folder = scene.home.path().join("bin");
    std::fs::create_dir_all(&folder).unwrap();
    stub(&folder, "opencode");
    let (ran, _scene) = review(scene, &folder);
    assert!(ran.titles().iter().all(|title| title == "from opencode") && !ran.titles().is_empty(), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(folder.join("opencode.argv")).unwrap(), "run\n--agent\nmine\n");
    assert!(!std::fs::read_to_string(folder.join("opencode.env")).unwrap().contains("OPENCODE_PERMISSION"));
}

#[test]
fn a_program_that_is_not_installed_is_named_with_what_to_do() {
    for (name, ..) in ROWS {
        let scene = scene(name, "");
        let empty = scene.home.path().join("empty");
        std::fs::create_dir_all(&empty).unwrap();
        // Nothing but what prr itself needs.
        let path = std::env::var_os("PATH").unwrap_or_default();
        let git = std::env::split_paths(&path).map(|folder| folder.join("git")).find(|path| path.is_file()).unwrap();
        std::os::unix::fs::symlink(git, empty.join("git")).unwrap();
        let ran = scene.with("PATH", empty.to_str().unwrap()).review(&["--agents", "correctness-contracts"]);
        let failed = ran.failed();
        assert!(failed.contains(&format!("there is no program `{name}` on the PATH: install it")), "{}", ran.err);
        assert!(failed.contains("[[agents]]"), "{failed}");
        assert_eq!(ran.code, Some(5), "{name}");
    }
}
