//! What an empty list says: why it is empty, and what can be done. Called by the views that have lists.

use crate::{
    core::{
        model::{Failure, Pass},
        text,
    },
    session::Session,
    ui::{Ui, triage::Filter},
};

/// Sentences as rows of so many columns, indented.
fn rows(sentences: Vec<String>, width: usize) -> Vec<String> {
    let wrapped = sentences.into_iter().flat_map(|words| text::wrap(&words, width.saturating_sub(4).max(1)));
    wrapped.map(|row| format!("  {row}")).collect()
}

/// Rows in place of a queue without entries.
pub(super) fn queue(session: &Session, ui: &Ui, width: usize) -> Vec<String> {
    rows(of_queue(session, ui), width)
}

fn of_queue(session: &Session, ui: &Ui) -> Vec<String> {
    let back = ui.key("back");
    match ui.triage.filter {
        Filter::All if !session.is_settled() => {
            vec!["no findings yet: reviewers are at work".to_owned(), format!("{back} goes back to the diff")]
        }
        Filter::All => {
            let mut rows = vec!["no findings".to_owned()];
            rows.extend(no_model(session));
            rows.push(format!(
                "{back} goes back to the diff · there {} goes to the riskiest place",
                ui.key("next-risk")
            ));
            // Only pull requests are published.
            let is_pull = session.request().is_some_and(|request| request.pull.is_some());
            let publish = if is_pull { format!(" · {} publishes", ui.key("publish")) } else { String::new() };
            rows.push(format!("{} comments on a line{publish}", ui.key("comment")));
            rows
        }
        Filter::Drawer => {
            let why =
                "duplicates, what is under a threshold, suppressed or refuted would be here, each with its reason";
            vec!["nothing is held back".to_owned(), why.to_owned(), format!("{} goes back", ui.key("drawer"))]
        }
        _ => vec!["nothing fits the filter".to_owned(), format!("{} then Enter shows all", ui.key("filter"))],
    }
}

/// What to do when no model is named, so that only what is built in has looked.
fn no_model(session: &Session) -> Option<String> {
    let asks = |pass: &Pass| matches!(pass, Pass::Agent(_) | Pass::Replay(_));
    let nobody = !session.tasks.iter().any(|(task, _)| asks(&task.pass));
    let words = "only built-in reviewers looked: PRR_MODEL=PROVIDER::NAME or [tiers] in your settings names a model";
    nobody.then(|| words.to_owned())
}

/// Rows in place of an inbox that cannot be had: why, and what can be done.
pub(super) fn no_inbox(ui: &Ui, failure: &Failure, width: usize) -> Vec<String> {
    let mut sentences: Vec<String> = failure.causes.iter().map(|cause| format!("because: {cause}")).collect();
    sentences.extend(failure.hints.iter().cloned());
    sentences.push(format!("{} asks the host again · {} goes back", ui.key("refresh"), ui.key("back")));
    rows(sentences.iter().map(|words| text::one_line(words, usize::from(u16::MAX))).collect(), width)
}

/// Rows in place of an empty inbox.
pub(super) fn inbox(ui: &Ui, width: usize) -> Vec<String> {
    let sentences = vec![
        "no review is asked of you, and nothing is assigned to you or mentions you".to_owned(),
        format!("{} asks the host again · `prr tui NUMBER` opens any pull request", ui.key("refresh")),
        format!("{} goes back", ui.key("back")),
    ];
    rows(sentences, width)
}
