//! More about a finding, in the program on a terminal: O asks with the cost, it streams into the card, is cancelled among
//! the agents, stays over a restart.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{footer, header};
use crate::{
    agents::models::openai,
    support::{
        dirs::Home,
        model_server::{Answer, ModelServer},
        pty::Cockpit,
    },
};

const CLAIM: &str =
    r#"[{"title": "It is counted twice", "file": "src/lib.rs", "line": 4, "severity": "high", "confidence": 0.9}]"#;
const TOLD: &str = "It is counted once in line 4, and once more in line 5.";

fn server() -> ModelServer {
    let told = AtomicUsize::new(0);
    ModelServer::by(move |asked| {
        let answer = |text: &str| Answer::events(vec![openai(text, "stop")]);
        if asked.body.contains("wants to know more about one remark") {
            if told.fetch_add(1, Ordering::Relaxed) == 0 {
                let begun = openai("It begins with the first", "stop");
                let first = begun.split_inclusive(|b| *b == b'\n').next().unwrap().to_vec();
                return Answer { hangs: true, ..Answer::events(vec![first, b"\n".to_vec()]) };
            }
            return answer(TOLD);
        }
        answer(if asked.body.contains("Pass: hotspot.") { CLAIM } else { "[]" })
    })
}

fn home(server: &ModelServer) -> Home {
    let home = Home::new();
    let diff = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/agents/pr.diff");
    std::fs::copy(diff, home.work().join("pr.diff")).unwrap();
    std::fs::create_dir_all(home.path().join(".config/prr")).unwrap();
    let settings = format!(
        "[[providers]]\nname = \"mine\"\nbase_url = \"{}\"\n[tiers]\nheavy = \"mine::x\"\n[limits]\nparallel = 1\n",
        server.address()
    );
    std::fs::write(home.path().join(".config/prr/config.toml"), settings).unwrap();
    home
}

fn cockpit(home: &Home) -> Cockpit {
    let mut cockpit = Cockpit::prr(home, &["tui", "pr.diff", "--no-builtin"]).size(100, 30).start();
    cockpit.wait_for(|screen| header(screen).contains("reviewed") && !footer(screen).contains("saved"));
    cockpit
}

#[test]
fn more_about_a_finding_streams_is_cancelled_is_told_and_stays() {
    let server = server();
    let home = home(&server);
    let mut cockpit = cockpit(&home);
    cockpit.keys("J");
    cockpit.wait_for_text("It is counted twice");
    cockpit.keys("O");
    cockpit.wait_for(|screen| {
        screen.contents().contains("Ask mine::x for more about") && screen.contents().contains("tokens")
    });
    cockpit.keys("y");
    cockpit.wait_for_text("It begins with the first");
    cockpit.keys("gaG");
    cockpit.wait_for(|screen| screen.contents().contains("\u{25b6} \u{25d0} more a"));
    cockpit.keys("x");
    cockpit.wait_for(|screen| screen.contents().contains("\u{25b6} \u{25a0} more a"));
    cockpit.keys("gd");
    cockpit.wait_for_text("more: stopped");
    cockpit.keys("O");
    cockpit.wait_for_text("Ask mine::x again for more about");
    cockpit.keys("y");
    cockpit.wait_for(|screen| screen.contents().contains(TOLD) && !footer(screen).contains("saved"));
    cockpit.keys("Q");
    assert_eq!(cockpit.exit().code, Some(0));
    let asked = server.asked().len();
    let mut again = self::cockpit(&home);
    again.keys("J");
    again.wait_for_text(TOLD);
    again.keys("Q");
    again.exit();
    assert_eq!(server.asked().len(), asked, "a run that goes on asks nobody again");
}
