//! The one table of actions: id, keys, words. Chord parser, help, footer and palette come from it.

pub use super::action::{Action, Motion, Pen, Queue, Run, Seek, Show, Talk, Verdict};

mod group;

pub use group::Group;

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct ActionRow {
    /// The action.
    pub action: Action,
    /// Stable id for key maps.
    pub id: &'static str,
    /// Key sequences, separated by blanks; '' = palette only.
    pub keys: &'static str,
    /// In words.
    pub words: &'static str,
    /// In a word or two, for the footer; '' = not in the footer.
    pub short: &'static str,
    /// Where it stands in help.
    pub group: Group,
    /// Rank in the footer when on a card / elsewhere; 0 = not in the footer.
    pub footer: (u8, u8),
}

const fn row(
    action: Action,
    id: &'static str,
    keys: &'static str,
    words: &'static str,
    group: Group,
    footer: (u8, u8, &'static str),
) -> ActionRow {
    ActionRow { action, id, keys, words, short: footer.2, group, footer: (footer.0, footer.1) }
}

/// Not in the footer.
const NO: (u8, u8, &str) = (0, 0, "");

use Group::{Decide, Find, Move, Program};

/// Every action.
pub const ACTIONS: &[ActionRow] = &[
    row(Action::Decide(Verdict::Accept), "accept", "a", "accept, next undecided", Decide, (1, 0, "accept")),
    row(Action::Decide(Verdict::Drop), "drop", "d", "drop with a reason, next undecided", Decide, (2, 0, "drop")),
    row(
        Action::Decide(Verdict::Edit),
        "edit",
        "e",
        "edit the finding's words; on code: the file in your editor",
        Decide,
        (3, 0, "edit"),
    ),
    row(
        Action::Decide(Verdict::EditOutside),
        "edit-outside",
        "E",
        "the finding's words, or the file, in your editor ($EDITOR)",
        Decide,
        NO,
    ),
    row(
        Action::Decide(Verdict::Severity),
        "severity",
        "s",
        "severity or kind; with a selection: suggest other lines",
        Decide,
        (4, 0, "severity"),
    ),
    row(
        Action::Decide(Verdict::Evidence),
        "evidence",
        "ge",
        "who says it, what they read, what the judge did",
        Decide,
        NO,
    ),
    row(Action::Decide(Verdict::Elaborate), "elaborate", "O", "more about the finding, by a model; asks", Decide, NO),
    row(Action::Decide(Verdict::Reason), "add-reason", "", "give a drop its reason, or another one", Decide, NO),
    row(Action::Write(Pen::Comment), "comment", "c", "comment on the line or selection", Decide, (0, 3, "comment")),
    row(Action::Write(Pen::CommentFile), "comment-file", "C", "comment on the file", Decide, NO),
    row(Action::Write(Pen::ReviewText), "review-text", "gc", "write the review's own text", Decide, NO),
    row(
        Action::Write(Pen::Question),
        "review-question",
        "",
        "a whole-review question, in the review's own text",
        Decide,
        NO,
    ),
    row(
        Action::Decide(Verdict::Delete),
        "delete-comment",
        "",
        "delete a comment of your own; undo brings it back",
        Decide,
        NO,
    ),
    row(
        Action::Write(Pen::PickLines),
        "pick-lines",
        "gm",
        "other lines for the finding or comment, picked in the diff",
        Decide,
        NO,
    ),
    row(Action::Write(Pen::Select), "select", "v V", "select lines", Decide, (0, 6, "select")),
    row(Action::Decide(Verdict::Undo), "undo", "u", "undo the last decision", Decide, (5, 5, "undo")),
    row(Action::Decide(Verdict::Redo), "redo", "C-r", "redo it", Decide, NO),
    row(
        Action::Decide(Verdict::Viewed),
        "viewed",
        "Space m",
        "mark the file viewed, next unviewed",
        Decide,
        (0, 4, "viewed"),
    ),
    row(Action::Write(Pen::Copy), "copy", "y", "copy the finding, the selection or the line", Find, NO),
    row(Action::Write(Pen::CopyLink), "copy-link", "Y", "copy a link to the place", Find, NO),
    row(Action::Move(Motion::Down), "down", "j Down", "down", Move, NO),
    row(Action::Move(Motion::Up), "up", "k Up", "up", Move, NO),
    row(Action::Move(Motion::HalfDown), "half-down", "C-d", "half a page down", Move, NO),
    row(Action::Move(Motion::HalfUp), "half-up", "C-u", "half a page up", Move, NO),
    row(Action::Move(Motion::PageDown), "page-down", "C-f PgDn", "a page down", Move, NO),
    row(Action::Move(Motion::PageUp), "page-up", "C-b PgUp", "a page up", Move, NO),
    row(Action::Move(Motion::First), "first", "gg Home", "to the start", Move, NO),
    row(Action::Move(Motion::Last), "last", "G End", "to the end", Move, NO),
    row(Action::Move(Motion::Center), "center", "zz", "line to the middle", Move, NO),
    row(Action::Move(Motion::ToTop), "to-top", "zt", "line to the top", Move, NO),
    row(Action::Move(Motion::ToBottom), "to-bottom", "zb", "line to the bottom", Move, NO),
    row(Action::Move(Motion::ScrollRight), "scroll-right", "zl Right", "show what is right of the screen", Move, NO),
    row(Action::Move(Motion::ScrollLeft), "scroll-left", "zh Left", "back to the left", Move, NO),
    row(Action::Move(Motion::PageRight), "page-right", "S-Right", "half a screen to the right", Move, NO),
    row(Action::Move(Motion::PageLeft), "page-left", "S-Left", "half a screen to the left", Move, NO),
    row(Action::Move(Motion::LineStart), "line-start", "^", "start of the lines", Move, NO),
    row(Action::Move(Motion::LineEnd), "line-end", "$", "end of the line", Move, NO),
    row(Action::Seek(Seek::NextHunk), "next-hunk", "]", "next hunk", Move, (0, 7, "hunk")),
    row(Action::Seek(Seek::PrevHunk), "prev-hunk", "[", "previous hunk", Move, NO),
    row(
        Action::Seek(Seek::NextCard),
        "next-card",
        "}",
        "next finding, thread or comment",
        Move,
        (7, 1, "next finding"),
    ),
    row(Action::Seek(Seek::PrevCard), "prev-card", "{", "previous finding, thread or comment", Move, NO),
    row(Action::Seek(Seek::NextHotspot), "next-hotspot", ")", "next hotspot in the diff", Move, (0, 2, "hotspot")),
    row(Action::Seek(Seek::PrevHotspot), "prev-hotspot", "(", "previous hotspot in the diff", Move, NO),
    row(Action::Seek(Seek::NextRisk), "next-risk", ">", "next hotspot by risk", Move, (0, 8, "by risk")),
    row(Action::Seek(Seek::PrevRisk), "prev-risk", "<", "previous hotspot by risk", Move, NO),
    row(Action::Seek(Seek::NextFile), "next-file", ".", "next file", Move, NO),
    row(Action::Seek(Seek::PrevFile), "prev-file", ",", "previous file", Move, NO),
    row(Action::Seek(Seek::NextUndecided), "next-undecided", "J", "next undecided finding", Move, (6, 0, "undecided")),
    row(Action::Seek(Seek::PrevUndecided), "prev-undecided", "K", "previous undecided finding", Move, NO),
    row(Action::Seek(Seek::JumpBack), "jump-back", "C-o", "back to where I jumped from", Move, NO),
    row(Action::Seek(Seek::JumpForward), "jump-forward", "Backspace", "forward again", Move, NO),
    row(Action::Seek(Seek::Callers), "callers", "gs", "who uses the symbol here; Enter goes there", Find, NO),
    row(Action::Show(Show::Diff), "view-diff", "gd", "the diff", Find, NO),
    row(Action::Show(Show::Triage), "view-triage", "gt", "the queue of findings", Find, NO),
    row(Action::Show(Show::Agents), "view-agents", "ga", "the agents: who looks at what", Find, NO),
    row(Action::Show(Show::Review), "view-review", "gr", "what would be posted, and its gates", Find, NO),
    row(Action::Show(Show::Logbook), "view-logbook", "gl", "the logbook: runs, decisions, publications", Find, NO),
    row(
        Action::Show(Show::History),
        "history",
        "",
        "this run's decisions, one after another, as they were taken",
        Find,
        NO,
    ),
    row(Action::Show(Show::CompareRuns), "compare-runs", "", "this run beside the one before it", Find, NO),
    row(Action::Show(Show::Scores), "scoreboard", "", "how often you agree with whom, by your decisions", Find, NO),
    row(Action::Show(Show::Inbox), "view-inbox", "gi", "the inbox: what waits for you; Enter opens", Find, NO),
    row(Action::Show(Show::NextView), "next-view", "Tab", "next view", Find, (0, 12, "triage")),
    row(Action::Show(Show::PrevView), "prev-view", "S-Tab", "previous view", Find, NO),
    row(
        Action::Queue(Queue::Drawer),
        "drawer",
        "x",
        "what is held back, by reason, and back",
        Find,
        (0, 13, "held back"),
    ),
    row(Action::Queue(Queue::Restore), "restore", "", "restore what is held back", Decide, NO),
    row(
        Action::Talk(Talk::Reply),
        "reply",
        "r",
        "reply to the thread; in the drawer: restore",
        Decide,
        (0, 0, "reply"),
    ),
    row(
        Action::Talk(Talk::Resolve),
        "resolve",
        "X",
        "resolve or reopen the thread, asks first",
        Decide,
        (0, 0, "resolve"),
    ),
    row(Action::Talk(Talk::Page), "pull", "gp", "the pull request, or the thread whole", Find, (0, 0, "read")),
    row(Action::Talk(Talk::Open), "open", "o", "open in the browser", Find, (0, 0, "browser")),
    row(Action::Talk(Talk::Refresh), "refresh", "R", "refresh from the host; runs no agent", Find, NO),
    row(Action::Queue(Queue::Filter), "filter", "f", "filter the queue", Find, NO),
    row(
        Action::Queue(Queue::MarkAll),
        "mark-all",
        "*",
        "mark all that are shown, to accept or drop them together",
        Find,
        NO,
    ),
    row(Action::Queue(Queue::Sort), "sort", "", "order the queue by priority or by place", Find, NO),
    row(Action::Show(Show::FocusTree), "focus-tree", "h", "to the old side, to the file tree", Move, NO),
    row(Action::Show(Show::FocusDiff), "focus-diff", "l", "to the diff, to the new side", Move, NO),
    row(Action::Show(Show::TreeOrder), "tree-order", "zs", "files by path or by risk", Find, NO),
    row(Action::Show(Show::Search), "search", "/", "search; in the tree: filter by path", Find, (0, 9, "search")),
    row(Action::Seek(Seek::NextUnviewed), "next-unviewed", "", "the next file that is not viewed", Find, NO),
    row(Action::Queue(Queue::Undecided), "undecided", "", "the queue of what nobody decided yet", Find, NO),
    row(Action::Seek(Seek::SearchNext), "search-next", "n", "next match", Find, NO),
    row(Action::Seek(Seek::SearchPrev), "search-prev", "N", "previous match", Find, NO),
    row(Action::Show(Show::Command), "command", ":", "line number, or any action by name", Find, NO),
    row(Action::Show(Show::Palette), "palette", "C-p", "any action by name", Find, NO),
    row(Action::Show(Show::Fold), "fold", "Enter za", "open or fold the card, hunk or file", Find, (8, 0, "fold")),
    row(
        Action::Show(Show::More),
        "more-context",
        "+",
        "20 more lines (or a count) at the nearer edge of the hunk",
        Find,
        NO,
    ),
    row(Action::Show(Show::Less), "less-context", "-", "as many fewer lines there", Find, NO),
    row(Action::Show(Show::WholeFile), "whole-file", "z+ z-", "the whole file, or only its hunks", Find, NO),
    row(Action::Show(Show::Since), "since", "i", "only what is new since I last viewed or published, or all", Find, NO),
    row(Action::Show(Show::Columns), "layout", "=", "layout: automatic, unified, side by side", Find, NO),
    row(Action::Show(Show::Wrap), "wrap", "w", "wrap long lines, or cut them", Find, NO),
    row(Action::Show(Show::LineNumbers), "line-numbers", "L", "line numbers on or off", Find, NO),
    row(Action::Show(Show::Theme), "theme", "t", "theme: dark, light, plain", Find, NO),
    row(
        Action::Show(Show::Mouse),
        "mouse",
        "",
        "the mouse on or off: off, the terminal's own selection works",
        Find,
        NO,
    ),
    row(Action::Show(Show::Notes), "notes", "", "what this run has to tell", Find, NO),
    row(
        Action::Program(Run::Publish),
        "publish",
        "S",
        "publish: shows everything, and asks",
        Decide,
        (0, 6, "publish"),
    ),
    row(
        Action::Program(Run::StopReviewers),
        "stop-reviewers",
        "",
        "stop the reviewers; the review is then partial",
        Program,
        NO,
    ),
    row(
        Action::Program(Run::Rerun),
        "rerun",
        "",
        "run the chosen or marked agents again, asks with the cost",
        Program,
        NO,
    ),
    row(Action::Program(Run::RerunAll), "rerun-all", "", "run all agents again, asks with the cost", Program, NO),
    row(Action::Show(Show::Guide), "guide", "", "the twelve keys to begin with", Program, NO),
    row(Action::Show(Show::Help), "help", "?", "help", Program, (9, 10, "help")),
    row(Action::Program(Run::Back), "back", "q", "back, or save and quit", Program, (10, 11, "quit")),
    row(Action::Program(Run::Quit), "quit", "Q", "save and leave at once", Program, NO),
    row(Action::Program(Run::Cancel), "cancel", "Esc", "cancel or close", Program, NO),
    row(Action::Program(Run::Suspend), "suspend", "C-z", "to the shell; fg comes back", Program, NO),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::chord::parse_keys;
    use std::collections::BTreeMap;

    #[test]
    fn every_key_sequence_parses_and_belongs_to_one_action() {
        let mut seen = BTreeMap::new();
        for row in ACTIONS {
            for keys in row.keys.split(' ').filter(|keys| !keys.is_empty()) {
                let parsed = parse_keys(keys).unwrap_or_else(|| panic!("{keys} of {}", row.id));
                assert_eq!(seen.insert(parsed, row.id), None, "{keys} twice");
            }
        }
    }

    #[test]
    fn no_sequence_is_the_start_of_another() {
        let all: Vec<_> = ACTIONS
            .iter()
            .flat_map(|row| row.keys.split(' ').filter(|keys| !keys.is_empty()).filter_map(parse_keys))
            .collect();
        for a in &all {
            assert!(!all.iter().any(|b| b.len() > a.len() && b.starts_with(a)), "{a:?}");
        }
    }

    #[test]
    fn digits_are_counts_and_never_commands() {
        for row in ACTIONS {
            assert!(!row.keys.split(' ').any(|keys| keys.starts_with(|c: char| c.is_ascii_digit())), "{}", row.id);
        }
    }

    #[test]
    fn ids_are_unique() {
        let ids: std::collections::BTreeSet<_> = ACTIONS.iter().map(|row| row.id).collect();
        assert_eq!(ids.len(), ACTIONS.len());
    }
}
