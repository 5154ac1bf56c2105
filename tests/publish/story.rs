//! The whole way of a person through the built cockpit to one posted review, in a real terminal against the made
//! GitHub: open, decide, edit, restore, comment, publish, come back. Not here: single keys (`cockpit`), gates (`gates`).

use serde_json::{Value, json};

use super::scene::{Scene, finding};
use crate::support::{
    github::{Route, sample, world::World},
    pty::Cockpit,
};

/// A person before a terminal of 120×40.
pub(super) struct Person {
    pub scene: Scene,
    args: Vec<String>,
}

impl Person {
    /// With these findings of an agent; those under 50 % are held back.
    pub fn new(world: World, findings: &[Value]) -> Self {
        let scene = Scene::new(world);
        scene.settings("gate.budget = \"off\"\n");
        let file = scene.home.path().join("findings.json");
        say(&scene, findings);
        let args = ["--no-builtin", "--strategy", "passes", "--full", "--threshold", "50", "--findings"];
        let args = args.into_iter().map(str::to_owned).chain([file.to_str().unwrap().to_owned()]).collect();
        Self { scene, args }
    }

    /// Opens the cockpit on a target.
    pub fn open(&self, target: &str) -> Cockpit {
        let args: Vec<&str> = ["tui", target].into_iter().chain(self.args.iter().map(String::as_str)).collect();
        let mut launch = Cockpit::prr(&self.scene.home, &args).size(120, 40);
        for (name, value) in self.scene.hub.env() {
            launch = launch.env(name, value.to_str().unwrap());
        }
        launch.start()
    }

    /// The review that was posted as the nth.
    pub fn posted(&self, nth: usize) -> Value {
        self.scene.hub.calls(Route::PostReview)[nth].request.json()
    }

    /// Claims in the logbook that lies outside of any clone: no agent has run again while they stay as many.
    pub fn claims(&self) -> usize {
        let path = self.scene.home.path().join(".local/share/prr/logbooks/github.com/o/r/pr-7.jsonl");
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().filter(|line| line.contains("\"record_type\":\"candidate\"")).count()
    }
}

/// What the agent says from now on.
pub(super) fn say(scene: &Scene, findings: &[Value]) {
    let file = scene.home.path().join("findings.json");
    std::fs::write(file, json!({ "findings": findings }).to_string()).unwrap();
}

fn three() -> [Value; 3] {
    let mut unsure = finding("src/lib.rs", 44, "epsilon zeta");
    unsure["confidence"] = json!(0.2);
    [finding("src/lib.rs", 4, "alpha beta"), finding("README.md", 2, "gamma delta"), unsure]
}

#[track_caller]
pub(super) fn until(cockpit: &mut Cockpit, texts: &[&str]) {
    cockpit.wait_for(|screen| {
        let shown = screen.contents();
        texts.iter().all(|text| shown.contains(text)) && !shown.contains("unsaved")
    });
}

#[track_caller]
pub(super) fn leave(mut cockpit: Cockpit) {
    cockpit.keys("Q");
    assert_eq!(cockpit.exit().code, Some(0));
}

/// The short hash of the review that the screen shows.
fn hash(screen: &vt100::Screen) -> Option<String> {
    let shown = screen.contents();
    let (_, behind) = shown.split_once("review ").filter(|(_, behind)| behind.contains(" of o/r#7 at "))?;
    let word = behind.split_whitespace().next()?;
    (word.len() == 12).then(|| word.to_owned())
}

/// Decides, edits, restores what is held back, comments with a suggestion, writes the review's own text.
fn work(cockpit: &mut Cockpit) {
    until(cockpit, &["reviewed", "2 undecided", "1 held back"]);
    assert!(!cockpit.screen().contents().contains("built-in only"), "an agent has looked");
    cockpit.keys("J");
    until(cockpit, &["gamma delta."]);
    cockpit.keys("e");
    until(cockpit, &["C-s save"]);
    cockpit.keys(" Said by a person.");
    until(cockpit, &["Said by a person."]);
    cockpit.keys("<C-s>");
    until(cockpit, &["saved"]);
    cockpit.keys("a");
    until(cockpit, &["1 undecided · u undoes"]);
    cockpit.keys("a");
    until(cockpit, &["0 undecided · u undoes"]);
    cockpit.keys("x");
    until(cockpit, &["epsilon zeta.", "held back, by priority"]);
    cockpit.keys("r");
    until(cockpit, &["restored"]);
    cockpit.keys("gdJ");
    until(cockpit, &["epsilon zeta.", "1 undecided"]);
    cockpit.keys("a");
    until(cockpit, &["0 undecided · u undoes"]);
    cockpit.keys("/extra_b<Enter>");
    until(cockpit, &["lib.rs:5"]);
    cockpit.keys("c");
    until(cockpit, &["comment on src/lib.rs:5"]);
    cockpit.paste("One name is enough.\n\n```suggestion\nlet extra = 2;\n```");
    until(cockpit, &["let extra = 2;"]);
    cockpit.keys("<C-s>");
    until(cockpit, &["saved"]);
    cockpit.keys("gc");
    until(cockpit, &["the review's own text"]);
    cockpit.keys("Thanks, four things.<C-s>");
    until(cockpit, &["saved"]);
}

/// What GitHub was asked to make of it.
#[track_caller]
fn is_the_review(payload: &Value) {
    assert_eq!((payload["event"].as_str(), payload["commit_id"].as_str()), (Some("COMMENT"), Some(sample::HEAD)));
    let body = payload["body"].as_str().unwrap();
    assert!(body.starts_with("Thanks, four things.\n\n"), "{body}");
    assert!(
        body.lines().last().unwrap().starts_with("<!-- prr-cockpit: {\"schema\":1,\"headRefOid\":\"1111"),
        "{body}"
    );
    let comments = payload["comments"].as_array().unwrap();
    let at = |path: &str, line: u64| {
        let found = comments.iter().find(|one| one["path"] == path && one["line"] == line);
        let found = found.unwrap_or_else(|| panic!("{path}:{line}: {payload:#}"));
        assert_eq!(found["side"], "RIGHT");
        found["body"].as_str().unwrap()
    };
    assert!(at("README.md", 2).contains("gamma delta. Said by a person."), "{}", at("README.md", 2));
    assert!(at("src/lib.rs", 4).contains("alpha beta") && at("src/lib.rs", 44).contains("epsilon zeta"));
    assert_eq!(at("src/lib.rs", 5), "One name is enough.\n\n```suggestion\nlet extra = 2;\n```");
    assert_eq!(comments.len(), 4);
}

#[test]
fn from_the_first_frame_to_the_receipt_and_back_without_a_second_post() {
    let person = Person::new(sample::of_diff(super::scene::DIFF), &three());
    let mut cockpit = person.open("o/r#7");
    work(&mut cockpit);
    cockpit.keys("S");
    until(&mut cockpit, &["Publish review", "as reviewer?", "4 comments at lines", "y posts it as COMMENT"]);
    assert_eq!(person.scene.posts(), 0);
    cockpit.keys("y");
    until(&mut cockpit, &["✓ posted as reviewer (COMMENT): 4 comments at lines"]);
    is_the_review(&person.posted(0));
    assert_eq!((person.scene.posts(), person.scene.receipts().len()), (1, 1));
    leave(cockpit);

    let claims = person.claims();
    let mut again = person.open("o/r#7");
    until(&mut again, &["✓ posted as reviewer (COMMENT)", "this very review is posted"]);
    again.keys("S");
    until(&mut again, &["Publish review", "✗ 6 duplicate"]);
    again.keys("y");
    until(&mut again, &["it cannot be posted"]);
    again.keys("<Esc>");
    until(&mut again, &["nothing is posted"]);
    assert_eq!(person.scene.posts(), 1);

    let before = hash(again.screen()).unwrap();
    again.keys("gc");
    until(&mut again, &["the review's own text"]);
    again.keys("And a fifth.<C-s>");
    again.wait_for(|screen| hash(screen).is_some_and(|now| now != before));
    again.keys("S");
    until(&mut again, &["you have reviewed this head", "w says what is new"]);
    again.keys("w");
    until(&mut again, &["y posts it as COMMENT"]);
    again.keys("y");
    person.scene.hub.wait(|log| log.iter().filter(|one| one.route == Route::PostReview).count() == 2);
    until(&mut again, &["✓ posted as reviewer (COMMENT): 0 comments at lines"]);
    let second = person.posted(1);
    let body = second["body"].as_str().unwrap();
    assert!(body.starts_with("And a fifth.\n\n") && body.contains("an earlier review]("), "{body}");
    assert_eq!(second["comments"], json!([]));
    leave(again);
    assert_eq!(person.claims(), claims, "no agent has run again");
}

#[test]
fn approving_a_clean_pull_request_takes_three_keys_after_the_first_frame() {
    let person = Person::new(sample::of_diff(super::scene::DIFF), &[]);
    let mut cockpit = person.open("o/r#7");
    until(&mut cockpit, &["README.md"]);
    let mut keys = 0;
    for (key, then) in [("S", "y posts it as COMMENT"), ("v", "y posts it as APPROVE"), ("y", "✓ posted as reviewer")]
    {
        cockpit.keys(key);
        keys += 1;
        until(&mut cockpit, &[then]);
    }
    assert!(keys <= 5);
    assert_eq!((person.posted(0)["event"].as_str(), person.scene.posts()), (Some("APPROVE"), 1));
    assert_eq!(person.scene.hub.world(|w| w.seven().reviews.last().unwrap().state.clone()), "APPROVED");
    leave(cockpit);
}

#[test]
fn behind_a_receipt_one_key_opens_the_next_of_the_inbox() {
    let person = Person::new(sample::world(), &[]);
    let mut cockpit = person.open("o/r#7");
    until(&mut cockpit, &["Larger numbers", "reviewed"]);
    cockpit.keys("gr");
    until(&mut cockpit, &["13 receipt"]);
    cockpit.keys("N");
    until(&mut cockpit, &["once this one is published"]);
    cockpit.keys("S");
    until(&mut cockpit, &["y posts it as COMMENT"]);
    cockpit.keys("y");
    until(&mut cockpit, &["✓ posted as reviewer"]);
    cockpit.keys("N");
    cockpit.wait_for(|screen| {
        let first = screen.contents().lines().next().unwrap_or_default().to_owned();
        ["#8", "#12", "#13"].iter().any(|number| first.contains(number)) && !first.contains("#7")
    });
    leave(cockpit);
    assert_eq!(person.scene.posts(), 1);
}

#[test]
fn with_a_review_of_the_same_head_at_hand_it_opens_at_the_gate_and_no_agent_runs() {
    let person = Person::new(sample::of_diff(super::scene::DIFF), &three());
    let mut first = person.open("o/r#7");
    until(&mut first, &["reviewed", "2 undecided"]);
    assert!(!first.screen().contents().contains("13 receipt"), "a first look begins at the change");
    leave(first);
    let claims = person.claims();
    let mut again = person.open("o/r#7");
    until(&mut again, &["this head is reviewed: no agent runs", "13 receipt", "2 undecided"]);
    let frozen = hash(again.screen()).unwrap();
    again.keys("J");
    until(&mut again, &["gamma delta.", "a accept"]);
    again.keys("agr");
    again.wait_for(|screen| hash(screen).is_some_and(|now| now != frozen));
    leave(again);
    assert_eq!((person.claims(), person.scene.posts()), (claims, 0));
}

#[test]
fn git_clean_loses_no_decision_no_draft_and_no_review() {
    let person = Person::new(sample::world(), &three());
    let work = person.scene.home.work();
    person.scene.hub.clone_into(&work);
    let mut cockpit = person.open("7");
    until(&mut cockpit, &["reviewed", "2 undecided"]);
    cockpit.keys("Ja");
    until(&mut cockpit, &["1 undecided · u undoes"]);
    cockpit.keys("gcMy own text.<C-s>");
    until(&mut cockpit, &["saved"]);
    cockpit.keys("/para six<Enter>");
    until(&mut cockpit, &["new.md:6"]);
    cockpit.keys("cHalf a thou");
    until(&mut cockpit, &["Half a thou"]);
    cockpit.keys("<Esc>");
    until(&mut cockpit, &["kept as a draft"]);
    leave(cockpit);
    let logbooks = work.join(".logbooks");
    let clean = || {
        assert!(logbooks.exists());
        let mut git = std::process::Command::new("git");
        let git = git.args(["clean", "-fdxq"]).env_clear().envs(person.scene.home.env()).current_dir(&work);
        assert!(git.status().unwrap().success());
        assert!(!logbooks.exists(), "the clone is clean");
    };
    clean();
    let mut again = person.open("7");
    until(&mut again, &["My own text.", "13 receipt", "1 draft is open: what is not saved is not in the review"]);
    again.keys("gd");
    until(&mut again, &["1 undecided"]);
    again.keys("/para six<Enter>");
    until(&mut again, &["new.md:6"]);
    again.keys("c");
    until(&mut again, &["Half a thou"]);
    again.keys("<Esc>");
    leave(again);
    clean();
    let shown = person.scene.prr(&["publish", "7", "--dry-run", "--output", "json"]);
    assert_eq!(shown.code, Some(0), "{shown:#?}");
    let payload = &shown.json()["payload"];
    assert!(payload["body"].as_str().unwrap().starts_with("My own text."), "{payload:#}");
    assert_eq!(payload["comments"].as_array().unwrap().len(), 1);
}

#[test]
fn a_pending_review_is_joined_after_a_yes_deleted_and_posted_as_one() {
    let mut world = sample::of_diff(super::scene::DIFF);
    let seven = world.seven();
    seven.reviews.push(sample::review(555, "reviewer", "PENDING", "Begun in the browser.", sample::HEAD));
    let remark = sample::remark(556, "reviewer", "Typed in the browser.", 555);
    seven.threads.push(sample::thread("src/lib.rs", "RIGHT", 5, sample::HEAD, vec![remark]));
    let person = Person::new(world, &three());
    let mut cockpit = person.open("o/r#7");
    until(&mut cockpit, &["reviewed", "2 undecided"]);
    cockpit.keys("Ja");
    until(&mut cockpit, &["1 undecided · u undoes"]);
    cockpit.keys("S");
    until(&mut cockpit, &["✗ 7 pending", "p joins the pending review", "D discards it"]);
    cockpit.keys("y");
    until(&mut cockpit, &["it cannot be posted"]);
    assert_eq!(person.scene.hub.posts().len(), 0, "nothing is written without a choice");
    cockpit.keys("p");
    until(&mut cockpit, &["y posts it as COMMENT", "2 comments at lines"]);
    assert_eq!(person.scene.hub.calls(Route::DeleteReview).len(), 0, "it goes only with the post");
    cockpit.keys("y");
    until(&mut cockpit, &["✓ posted as reviewer (COMMENT): 2 comments at lines"]);
    let written: Vec<Route> = person.scene.hub.posts().iter().map(|one| one.route).collect();
    assert_eq!(written, [Route::DeleteReview, Route::PostReview]);
    let payload = person.posted(0);
    assert!(payload["body"].as_str().unwrap().starts_with("Begun in the browser."), "{payload:#}");
    let comments = payload["comments"].as_array().unwrap();
    let joined = comments.iter().find(|one| one["body"] == "Typed in the browser.").unwrap();
    assert_eq!((joined["path"].as_str(), joined["line"].as_u64()), (Some("src/lib.rs"), Some(5)));
    leave(cockpit);
}

#[test]
fn a_head_that_moved_is_seen_before_the_post_and_the_review_moves_with_it() {
    let person = Person::new(sample::of_diff(super::scene::DIFF), &three());
    let mut cockpit = person.open("o/r#7");
    until(&mut cockpit, &["reviewed", "2 undecided"]);
    cockpit.keys("Jaa");
    until(&mut cockpit, &["0 undecided · u undoes"]);
    cockpit.keys("S");
    until(&mut cockpit, &["y posts it as COMMENT"]);
    let now = "3".repeat(40);
    person.scene.hub.world(|w| {
        let change = w.seven().change().clone();
        w.seven().push(&now, change);
    });
    cockpit.keys("y");
    until(&mut cockpit, &["Nothing is posted: 1111111111 was reviewed, the head is 3333333333 now"]);
    cockpit.keys("S");
    until(&mut cockpit, &["m moves to the new head", "o old head, everything in the body"]);
    cockpit.keys("m");
    cockpit.wait_for(|screen| {
        let shown = screen.contents();
        ["reviewed", "0 undecided"].iter().all(|text| shown.contains(text)) && !shown.contains("13 receipt")
    });
    cockpit.keys("S");
    until(&mut cockpit, &["at 3333333333 as reviewer?", "y posts it as COMMENT"]);
    cockpit.keys("y");
    until(&mut cockpit, &["✓ posted as reviewer (COMMENT): 2 comments at lines"]);
    let payload = person.posted(0);
    assert_eq!((payload["commit_id"].as_str(), person.scene.posts()), (Some(now.as_str()), 1));
    assert!(payload["body"].as_str().unwrap().contains(&format!("\"headRefOid\":\"{now}\"")), "{payload:#}");
    leave(cockpit);
}

/// `prr publish` before a person.
fn asked(scene: &Scene) -> Cockpit {
    let mut launch = Cockpit::prr(&scene.home, &["publish", "o/r#7"]).size(120, 60);
    for (name, value) in scene.hub.env() {
        launch = launch.env(name, value.to_str().unwrap());
    }
    let mut program = launch.start();
    program.wait_for_text("[y/N]");
    program
}

#[test]
fn on_a_terminal_publish_shows_everything_and_asks() {
    let scene = Scene::reviewed();
    let mut program = asked(&scene);
    let shown = program.screen().contents();
    let question = "Post this to o/r#7 at 1111111111 as COMMENT, 2 comments at lines? [y/N]";
    assert!(shown.contains(question) && shown.contains("13 receipt") && shown.contains("alpha beta."), "{shown}");
    program.keys("<Enter>");
    assert_eq!((program.exit().code, scene.posts()), (Some(6), 0), "nothing is posted without a yes");
    let mut program = asked(&scene);
    program.keys("y<Enter>");
    program.wait_for_text("Posted: ");
    assert_eq!((program.exit().code, scene.posts(), scene.receipts().len()), (Some(0), 1, 1));
}

#[test]
fn what_changed_behind_the_question_is_not_posted() {
    let scene = Scene::reviewed();
    let mut program = asked(&scene);
    let now = "3".repeat(40);
    scene.hub.world(|w| {
        let change = w.seven().change().clone();
        w.seven().push(&now, change);
    });
    program.keys("y<Enter>");
    program.wait_for_text("Nothing is posted");
    assert_eq!((program.exit().code, scene.posts(), scene.ledger().len()), (Some(6), 0, 0));
}

#[test]
fn comment_only_preselects_in_the_cockpit() {
    let mut person = Person::new(sample::of_diff(super::scene::DIFF), &[]);
    person.args.push("--comment".into());
    let mut cockpit = person.open("o/r#7");
    until(&mut cockpit, &["reviewed"]);
    cockpit.keys("gr");
    until(&mut cockpit, &["COMMENT, chosen", "13 receipt"]);
    leave(cockpit);
    assert_eq!(person.scene.posts(), 0, "only S asks, and only y posts");
}

#[test]
fn a_repository_that_was_renamed_is_posted_to_once() {
    let scene = Scene::new(sample::world());
    let file = scene.home.work().join("findings.json");
    std::fs::write(&file, json!({"findings": [finding("src/lib.rs", 4, "alpha beta")]}).to_string()).unwrap();
    scene.settings("gate.undecided = \"publish\"\n");
    let review = ["review", "o/before#7", "--no-builtin", "--strategy", "passes", "--full", "--findings"];
    let done = scene.prr(&[&review[..], &[file.to_str().unwrap()]].concat());
    assert_eq!(done.code, Some(0), "{done:#?}");
    let ended = scene.prr(&["publish", "o/before#7", "--yes"]);
    assert_eq!((ended.code, scene.posts()), (Some(0), 1), "{ended:#?}");
    assert!(ended.err.contains("1 finding is undecided"), "{}", ended.err);
    let again = scene.prr(&["publish", "o/before#7", "--output", "json"]);
    assert_eq!(again.json()["outcome"], "skipped-duplicate", "{again:#?}");
}
