//! Expressions of GitHub's workflows whose value strangers choose. Not here: where they stand. Called by `ci_workflow`.

/// The expressions of a line: what stands between `${{` and `}}`.
pub(super) fn expressions(text: &str) -> impl Iterator<Item = &str> {
    text.split("${{").skip(1).filter_map(|rest| rest.split_once("}}")).map(|(inner, _)| inner.trim())
}

/// The tail of a path in the event whose text whoever opens an issue, a comment or a pull request writes.
const WRITTEN: &[&str] = &[
    "issue.title",
    "issue.body",
    "pull_request.title",
    "pull_request.body",
    "pull_request.head.ref",
    "pull_request.head.label",
    "pull_request.head.repo.default_branch",
    "comment.body",
    "review.body",
    "review_comment.body",
    "discussion.title",
    "discussion.body",
    "workflow_run.head_branch",
    "workflow_run.head_commit.message",
    "workflow_run.display_title",
    "head_commit.message",
    "head_commit.author.name",
    "head_commit.author.email",
];

/// What a stranger writes in this expression, as it stands there; `None` when its value is a number, a test, or nobody's
/// text.
pub(super) fn strangers_text(expression: &str) -> Option<&str> {
    let tests = ["==", "!=", "contains(", "startsWith(", "endsWith(", "hashFiles(", "fromJSON(", "&&", "<", ">"];
    if tests.iter().any(|test| expression.contains(test)) {
        return None;
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_.[]*-".contains(c);
    expression.split(|c: char| !is_word(c)).find(|word| {
        let path = word.strip_prefix("github.event.");
        *word == "github.head_ref"
            || path.is_some_and(|path| WRITTEN.contains(&path))
            || path.is_some_and(|path| path.starts_with("commits") && path.ends_with(".message"))
    })
}

/// Whether an expression is the head of a pull request, or of the run that called.
pub(super) fn is_head(expression: &str) -> bool {
    [
        "github.event.pull_request.head.",
        "github.head_ref",
        "github.event.workflow_run.head_",
        "github.event.pull_request.merge_commit_sha",
    ]
    .iter()
    .any(|path| expression.contains(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_strangers_is_told_from_numbers_and_tests() {
        for yes in
            ["github.event.issue.title", "github.head_ref || github.ref_name", "toJSON(github.event.comment.body)"]
        {
            assert!(strangers_text(yes).is_some(), "{yes}");
        }
        for no in [
            "github.event.issue.number",
            "github.event.pull_request.head.sha",
            "contains(github.event.comment.body, '/run')",
            "github.head_ref == 'main'",
            "github.event.inputs.title",
        ] {
            assert!(strangers_text(no).is_none(), "{no}");
        }
        assert_eq!(expressions("a ${{ b }} c ${{d}} ${{ open").collect::<Vec<_>>(), ["b", "d"]);
    }
}
