//! What keys mean where the person is, for the help page: the meanings of their own that a view gives them. What is told
//! of a key in the groups below holds in the diff. Called by `page`.

use crate::ui::{Filter, LogPage, Ui, state::View};

use super::hints::{self, Hint, MARK, SPACE, UP_AND_DOWN, VIEWED};

/// A heading, and keys with their meanings here; none: there is nothing of its own here.
pub(super) fn here(ui: &Ui) -> Option<(&'static str, Vec<(String, &'static str)>)> {
    let (title, table): (&'static str, &[Hint]) = match ui.view {
        View::Diff if ui.tree.focus => ("Here, in the file tree", TREE),
        View::Diff if ui.diff.select.is_some() => ("Here, with lines selected", SELECTING),
        View::Diff => return None,
        View::Triage if ui.triage.filter == Filter::Drawer => ("Here, in the drawer", DRAWER),
        View::Triage => ("Here, in the queue", TRIAGE),
        View::Agents => ("Here, among the agents", AGENTS),
        View::Review => ("Here, at the review", REVIEW),
        View::Logbook if ui.noted.logbook.page == LogPage::Runs => ("Here, in the logbook", RUNS),
        View::Logbook => ("Here, in the logbook", LOGBOOK),
        View::Inbox if ui.noted.talk.is_home => ("Here, in the inbox", HOME),
        View::Inbox => ("Here, in the inbox", INBOX),
    };
    Some((title, table.iter().map(|(id, words)| (hints::key(ui, id), *words)).collect()))
}

const TREE: &[Hint] = &[
    ("fold", "show the file in the diff; open or fold the folder"),
    ("focus-diff", "the same; on an open folder: into it"),
    ("focus-tree", "fold the folder; else to the folder around"),
    ("more-context", "open all folders"),
    ("less-context", "fold all folders"),
    ("viewed", "mark the file, or all of the folder, viewed; on to the next unviewed"),
    ("search", "only files whose path has what is typed"),
    ("tree-order", "files by path or by risk"),
    ("back", "back to the diff"),
];

const SELECTING: &[Hint] = &[
    ("comment", "comment on the lines"),
    ("severity", "suggest other lines for them"),
    ("copy", "copy them"),
    ("cancel", "select nothing"),
];

const TRIAGE: &[Hint] = &[
    ("fold", "the finding in the diff"),
    ("next-undecided", "the next undecided finding of the queue"),
    (SPACE, MARK),
    ("mark-all", "mark all that are shown; again: none"),
    ("accept", "accept the finding, or all marked ones"),
    ("drop", "drop the finding, or all marked ones"),
    ("filter", "which findings are listed"),
    ("sort", "by priority or by place"),
    ("comment", "comment at the finding's line"),
    ("comment-file", "comment on its file"),
    (VIEWED, "mark its file viewed"),
    ("drawer", "what is held back"),
    ("next-hunk", "the next hunk of the diff, from the finding on"),
    ("back", "back to the diff"),
];

const DRAWER: &[Hint] = &[
    ("reply", "restore the finding"),
    ("accept", "restore and accept it"),
    ("drop", "drop it for good"),
    ("edit", "edit its words"),
    ("evidence", "who says it, and why it is held back"),
    ("fold", "its place in the diff"),
    ("drawer", "back to where the drawer was opened"),
];

const AGENTS: &[Hint] = &[
    ("drawer", "cancel the task, or the marked ones"),
    ("reply", "run the task again, or the marked ones; asks with the cost"),
    ("viewed", "mark the task"),
    ("mark-all", "mark all that can run again; again: none"),
    ("page-up", "back in what the task says"),
    ("page-down", "on in what it says"),
    ("refresh", "refresh from the host; runs no agent"),
    ("back", "back to the diff"),
];

const REVIEW: &[Hint] = &[
    ("publish", "publish: shows the confirmation, and asks"),
    ("fold", "the texts as they will stand, or the request as it will be sent"),
    ("review-text", "write the review's own text"),
    ("review-question", "a question about the whole review, in that text"),
    ("open", "the posted review in the browser, else the pull request"),
    ("search-prev", "behind a receipt: the next of the inbox"),
    (UP_AND_DOWN, "scroll"),
    ("back", "back to the diff"),
];

const RUNS: &[Hint] = &[
    ("focus-diff", "next page: decisions, two runs compared, scoreboard"),
    ("focus-tree", "page before"),
    ("fold", "the run's decisions, as they were taken"),
    ("since", "compare the run with the one before it"),
    ("viewed", "mark the run; on a second one: compare the two"),
    ("open", "the review that the run posted, in the browser"),
    ("refresh", "read the logbook again"),
    ("back", "back to the diff"),
];

const LOGBOOK: &[Hint] = &[
    ("focus-diff", "next page: decisions, two runs compared, scoreboard"),
    ("focus-tree", "page before"),
    ("fold", "from a decision of this run to its finding in the diff"),
    ("since", "compare the run with the one before it"),
    ("open", "the review that the run posted, in the browser"),
    ("refresh", "read the logbook again"),
    ("back", "back to the runs"),
];

const INBOX: &[Hint] = &[
    ("fold", "open the pull request; this one is saved"),
    ("open", "the pull request in the browser"),
    ("refresh", "ask the host again"),
    ("back", "back to the diff"),
];

const HOME: &[Hint] = &[
    ("fold", "open the pull request"),
    ("open", "the pull request in the browser"),
    ("refresh", "ask the host again"),
    ("back", "save and quit"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::ACTIONS;

    #[test]
    fn every_meaning_is_of_an_action_that_there_is() {
        for table in [TREE, SELECTING, TRIAGE, DRAWER, AGENTS, REVIEW, RUNS, LOGBOOK, INBOX, HOME] {
            for (id, words) in table {
                let is_known = [SPACE, VIEWED, UP_AND_DOWN].contains(id) || ACTIONS.iter().any(|row| row.id == *id);
                assert!(is_known && !words.is_empty(), "{id}");
            }
        }
    }
}
