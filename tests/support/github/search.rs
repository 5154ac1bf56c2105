//! The search for pull requests: the qualifiers that an inbox needs.
//! Not here: words to be found in texts. A qualifier that nobody taught it is an error, so that no test passes by
//! accident.

use serde_json::{Value, json};

use super::{
    access::{self, Viewer},
    http::{Answer, Request},
    read, tell,
    world::{Pull, Repository, State, World},
};

/// `GET /search/issues`.
pub fn answer(world: &World, viewer: &Viewer, request: &Request, base: &str) -> Answer {
    match find(world, viewer, request.asked("q").unwrap_or_default()) {
        Err(said) => {
            let error = json!({"message": said, "resource": "Search", "field": "q", "code": "invalid"});
            Answer::json(422, &json!({"message": "Validation Failed", "errors": [error], "status": "422"}))
        }
        Ok(found) => {
            let all: Vec<Value> = found.iter().map(|(r, p)| tell::as_issue(p, r)).collect();
            let total = all.len();
            let page = read::page(all, request, &format!("{base}/search/issues"));
            let told = json!({"total_count": total, "incomplete_results": false, "search_type": "lexical",
                "items": page.value()});
            Answer { body: told.to_string().into_bytes(), ..page }
        }
    }
}

/// What a query finds, newest number first.
pub fn find<'a>(world: &'a World, viewer: &Viewer, query: &str) -> Result<Vec<(&'a Repository, &'a Pull)>, String> {
    let visible = world.repositories.iter().filter(|r| match viewer {
        Viewer::Anonymous => r.members.is_none(),
        Viewer::Known(token) => access::sees(r, token),
    });
    let mut found: Vec<_> = visible.flat_map(|r| r.pulls.iter().map(move |p| (r, p))).collect();
    for word in query.split_whitespace() {
        let (keep, plain) = word.strip_prefix('-').map_or((true, word), |plain| (false, plain));
        let (name, value) = plain.split_once(':').ok_or_else(|| format!("`{word}` is no qualifier known here"))?;
        let value = value.trim_matches('"');
        let value = if value == "@me" { viewer.login().ok_or("@me is nobody")? } else { value };
        fits(name, value, found.first().copied())?;
        found.retain(|one| fits(name, value, Some(*one)) == Ok(keep));
    }
    found.sort_by_key(|(_, p)| std::cmp::Reverse(p.number));
    Ok(found)
}

fn fits(name: &str, value: &str, one: Option<(&Repository, &Pull)>) -> Result<bool, String> {
    let Some((repository, pull)) = one else { return Ok(true) };
    let same = |login: &Option<String>| login.as_deref().is_some_and(|l| l.eq_ignore_ascii_case(value));
    let reviewed = || pull.reviews.iter().any(|r| r.state != "PENDING" && same(&r.author));
    Ok(match (name, value) {
        ("is" | "type", "pr" | "pull-request") | ("archived", "false") | ("sort", _) => true,
        ("is" | "state", "open") => pull.state == State::Open,
        ("is" | "state", "closed") => pull.state != State::Open,
        ("is", "merged") => pull.state == State::Merged,
        ("is", "draft") | ("draft", "true") => pull.is_draft,
        ("draft", "false") => !pull.is_draft,
        ("author", _) => same(&pull.about.author),
        ("review-requested" | "user-review-requested", _) => pull.about.asked.iter().any(|l| l == value),
        ("reviewed-by", _) => reviewed(),
        ("involves", _) => same(&pull.about.author) || reviewed() || pull.about.asked.iter().any(|l| l == value),
        ("assignee", _) => pull.about.assigned.iter().any(|l| l == value),
        ("mentions", _) => mentioned(pull, value),
        ("repo", _) => repository.full_name().eq_ignore_ascii_case(value),
        ("user" | "org", _) => repository.owner.eq_ignore_ascii_case(value),
        _ => return Err(format!("the made GitHub does not know the qualifier {name}:{value}")),
    })
}

/// Whether somebody wrote `@login`.
fn mentioned(pull: &Pull, login: &str) -> bool {
    let at = format!("@{login}");
    let remarks = pull.conversation.iter().map(|r| &r.body);
    pull.about.body.iter().chain(remarks).any(|text| text.split_whitespace().any(|word| word == at))
}
