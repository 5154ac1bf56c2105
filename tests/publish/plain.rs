//! Publishing from plain lines: the same gates, the same confirmation, one POST.

use std::{io::Write, process::Stdio};

use super::scene::Scene;

/// What `prr tui --plain` says to these lines.
#[track_caller]
fn typed(scene: &Scene, lines: &str) -> String {
    let mut command = scene.home.prr(&["tui", "--plain", "o/r#7"]);
    command.envs(scene.hub.env()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    said
}

#[test]
fn nothing_is_posted_without_yes_and_with_it_once() {
    let scene = Scene::reviewed();
    let said = typed(&scene, "a\na\nw\nn\nq\n");
    assert!(said.contains("Publish review") && said.contains("Nothing is posted."), "{said}");
    assert_eq!(scene.posts(), 0);
    // The end of the input is no yes.
    let said = typed(&scene, "w\n");
    assert!(said.contains("End of input: nothing is posted."), "{said}");
    assert_eq!(scene.posts(), 0);
    let said = typed(&scene, "w\ny\nq\n");
    assert_eq!((scene.posts(), scene.receipts().len()), (1, 1), "{said}");
    assert!(said.contains("Posting."), "{said}");
    let said = typed(&scene, "w\ny\nn\nq\n");
    assert_eq!(scene.posts(), 1, "a second time: {said}");
    assert!(said.contains("It cannot be posted yet"), "{said}");
}
