//! Reading cases of the corpus, run through the program: a pull request whose diff is refused and whose patches are
//! left out (A16), lists in pages under a prefix (B07), hosts, remotes and arguments (B16).
//! Not here: publishing cases.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{dirs::Home, github::mock::Mock, repo::Repo};

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/github/corpus").join(name)
}

/// Paths that were asked for, with the page where one was named.
fn asked(mock: &Mock) -> Vec<String> {
    let line = |r: &crate::support::github::http::Request| match r.asked("page") {
        Some(page) => format!("{} {} page {page}", r.method, r.path),
        None => format!("{} {}", r.method, r.path),
    };
    mock.log().iter().map(|r| line(&r.request)).collect()
}

#[test]
fn a16_files_without_a_patch_are_neither_empty_nor_binary_nor_forgotten() {
    let (home, mock) = (Home::new(), Mock::start(&case("A16-github-omits-patches"), "mock.json"));
    let out = home.prr(&["plan", "o/r#7", "--output", "json"]).envs(mock.env("")).output().unwrap();
    assert_eq!(out.status.code(), Some(0), "{}", String::from_utf8_lossy(&out.stderr));
    let plan: Value = serde_json::from_slice(&out.stdout).unwrap();
    let files = plan["files"].as_array().unwrap();
    let of = |path: &str| files.iter().find(|f| f["path"] == path).unwrap();
    assert_eq!(files.len(), 7);
    for (path, status, additions, deletions) in
        [("web/app.min.js", "added", 1, 0), ("data/big.sql", "modified", 5200, 90), ("legacy.c", "deleted", 0, 7000)]
    {
        let file = of(path);
        assert_eq!(
            (&file["status"], &file["binary"], &file["content_given"]),
            (&status.into(), &false.into(), &false.into())
        );
        assert_eq!((&file["additions"], &file["deletions"]), (&additions.into(), &deletions.into()), "{path}");
    }
    assert_eq!(of("src/main.rs")["hunks"].as_array().unwrap().len(), 1);
    assert_eq!(of("img/logo.png")["binary"], true);
    assert_eq!(of("docs/new.md")["old_path"], "docs/old.md");
    assert!(plan["target"]["notes"].to_string().contains("3 come without their change"), "{}", plan["target"]);
    let refused = mock.log().iter().filter(|r| r.status == 406).count();
    assert_eq!(refused, 1, "{:?}", asked(&mock));
}

#[test]
fn b07_every_page_is_read_once_below_the_prefix() {
    let (home, mock) = (Home::new(), Mock::start(&case("B07-pagination"), "mock.json"));
    let out = home.prr(&["review", "o/r#7"]).envs(mock.env("/api/v3")).output().unwrap();
    assert_eq!(out.status.code(), Some(0), "{}", String::from_utf8_lossy(&out.stderr));
    let all = asked(&mock);
    for list in ["comments", "files"] {
        let pages = all.iter().filter(|path| path.contains(&format!("/pulls/7/{list}")));
        let pages: Vec<&str> = pages.map(|path| path.split_once(" page ").map_or("1", |(_, page)| page)).collect();
        let expected: &[&str] = if list == "comments" { &["1", "2", "3"] } else { &["1", "2"] };
        assert_eq!(pages, expected, "{list}: {all:?}");
    }
    let strays = all.iter().filter(|path| path.contains("/api/v3/api/v3") || !path.contains(" /api/"));
    assert_eq!(strays.count(), 0, "{all:?}");
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(text.contains("5 files"), "{text}");
}

#[test]
fn b16_each_remote_has_its_api_its_repository_and_its_token() {
    let expect: Value =
        serde_json::from_slice(&std::fs::read(case("B16-hosts-and-remotes/expect.json")).unwrap()).unwrap();
    let rows = expect["expect"]["remotes"].as_array().unwrap();
    assert_eq!(rows.len(), 12);
    for row in rows {
        let (remote, api, repo) =
            (row["remote"].as_str().unwrap(), row["api"].as_str().unwrap(), row["repo"].as_str().unwrap());
        let (home, work) = (Home::new(), Repo::with_history());
        work.git(&["remote", "add", "origin", remote]);
        let mut command = home.prr(&["doctor", "--offline", "--output", "json"]);
        command.current_dir(work.root()).env("GITHUB_TOKEN", "tok-dotcom").env("GH_ENTERPRISE_TOKEN", "tok-ghe");
        command.env("PATH", home.path_with_ssh());
        let out = command.output().unwrap();
        let text = String::from_utf8(out.stdout).unwrap();
        let found: Value = serde_json::from_str(&text).expect(&text);
        let said = |part: &str| {
            let part = found["parts"].as_array().unwrap().iter().find(|p| p["part"] == part).unwrap();
            format!("{}: {} {}", part["state"].as_str().unwrap(), part["text"].as_str().unwrap(), part["todo"])
        };
        if api.starts_with("https://") {
            let cloud = !api.ends_with("/api/v3");
            assert!(said("GitHub").contains(&format!("{api} is not asked")), "{remote}: {}", said("GitHub"));
            assert!(said("remotes").contains(repo), "{remote}: {}", said("remotes"));
            let name = if cloud { "GITHUB_TOKEN" } else { "GH_ENTERPRISE_TOKEN" };
            assert!(said("token").contains(&format!("from {name} for")), "{remote}: {}", said("token"));
        } else {
            assert!(said("remotes").starts_with("warn"), "{remote}: {}", said("remotes"));
            assert!(!text.contains("github.com-work/api"), "{text}");
        }
        assert!(!text.contains("tok-"), "{text}");
    }
}

#[test]
fn b16_arguments_name_a_pull_request_or_are_refused_before_anything_is_asked() {
    let expect: Value =
        serde_json::from_slice(&std::fs::read(case("B16-hosts-and-remotes/expect.json")).unwrap()).unwrap();
    let rows = expect["expect"]["pr_args"].as_array().unwrap();
    assert_eq!(rows.len(), 8);
    for row in rows {
        let (arg, means) = (row["arg"].as_str().unwrap(), row["means"].as_str().unwrap());
        let (home, work) = (Home::new(), Repo::with_history());
        work.git(&["remote", "add", "origin", "https://github.com/o/r.git"]);
        let mock = Mock::start(&case("A16-github-omits-patches"), "mock.json");
        let mut command = home.prr(&["plan", arg, "--output", "json"]);
        let out = command.current_dir(work.root()).envs(mock.env("")).output().unwrap();
        let words = String::from_utf8(out.stderr).unwrap();
        // Parts of a pull request are asked for at the same time: in which order is open.
        let all = asked(&mock);
        let among = |path: &str| all.iter().any(|one| one.as_str() == path);
        if means.starts_with("refused") {
            assert!(all.is_empty(), "{arg}: {all:?} {words}");
            assert!(matches!(out.status.code(), Some(2 | 3)), "{arg}: {:?} {words}", out.status);
            assert!(words.starts_with("prr: "), "{arg}: {words}");
        } else if means.contains("team/repo") {
            // The script does not know it: that it was asked for is all there is to see.
            assert!(among("GET /repos/team/repo/pulls/12"), "{all:?} {words}");
        } else {
            assert!(among("GET /repos/o/r/pulls/7"), "{arg}: {all:?} {words}");
            assert_eq!(out.status.code(), Some(0), "{arg}: {words}");
        }
    }
}
