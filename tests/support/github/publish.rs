//! What GitHub does with calls that write: reviews, all or nothing; replies; pending reviews submitted or discarded.
//! Not here: who may (`access`, already checked). The texts of refusals are those people met (GITHUB, errors).

use serde_json::{Value, json};

use super::{
    access::{Viewer, not_found, refusal},
    diff::{self, File},
    http::{Answer, Request},
    route::{Call, Route},
    tell,
    world::{Place, Pull, Remark, Review, State, Thread, World},
};

/// The longest body, in characters.
const LONGEST: usize = 65_536;

/// Answers a call that writes; the repository is `full_name`.
pub fn answer(world: &mut World, full_name: &str, viewer: &Viewer, request: &Request, call: &Call) -> Answer {
    let login = viewer.login().unwrap_or_default().to_owned();
    let (number, moment) = (world.number(), world.moment());
    let repository = world.repo(full_name);
    if !repository.pulls.iter().any(|p| p.number == call.number) {
        return not_found();
    }
    let pull = repository.pull(call.number);
    let said = request.json();
    let written = Written { number, moment, login };
    let done = match call.route {
        Route::PostReview => post_review(pull, &said, &written),
        Route::SubmitReview => submit(pull, &said, call.id, &written),
        Route::DeleteReview => discard(pull, call.id, &written),
        Route::Reply => reply(pull, &said, call.id, &written),
        Route::PostComment => post_comment(pull, &said, &written),
        _ => Err(not_found()),
    };
    // Numbers of comments are given by the hundred: the next call must not take one of them.
    world.last += 200;
    let repository = world.repository(full_name).unwrap();
    let pull = repository.pulls.iter().find(|p| p.number == call.number).unwrap();
    match done {
        Err(refused) => refused,
        Ok(Done::Review(review)) => Answer::json(200, &tell::review(&review, pull.number, repository)),
        Ok(Done::Comment(id)) => {
            let all = pull.threads.iter().flat_map(|t| t.remarks.iter().map(move |r| (t, r)));
            let (thread, remark) = all.into_iter().find(|(_, r)| r.id == id).unwrap();
            Answer::json(201, &tell::comment(thread, remark, pull, repository))
        }
    }
}

/// Number, moment and hand of what is written.
struct Written {
    number: u64,
    moment: String,
    login: String,
}

enum Done {
    Review(Review),
    Comment(u64),
}

type Outcome = Result<Done, Answer>;

/// 422 in the form of reviews: errors are sentences.
pub fn unprocessable(errors: &[String]) -> Answer {
    let documentation = "https://docs.github.com/rest/pulls/reviews#create-a-review-for-a-pull-request";
    let told = json!({"message": "Unprocessable Entity", "errors": errors, "status": "422",
        "documentation_url": documentation});
    Answer::json(422, &told)
}

/// 422 in the form of single comments: errors are objects of a field and words.
pub fn invalid(errors: &[(&str, &str)]) -> Answer {
    let errors = errors.iter().map(|(field, words)| {
        let field = format!("pull_request_review_thread.{field}");
        let resource = "PullRequestReviewComment";
        if *words == "can't be blank" {
            return json!({"resource": resource, "code": "missing_field", "field": field});
        }
        json!({"resource": resource, "code": "custom", "field": field, "message": format!("{field} {words}")})
    });
    let documentation = "https://docs.github.com/rest/pulls/comments#create-a-review-comment-for-a-pull-request";
    let told = json!({"message": "Validation Failed", "errors": errors.collect::<Vec<_>>(), "status": "422",
        "documentation_url": documentation});
    Answer::json(422, &told)
}

fn refuse<T>(words: &str) -> Result<T, Answer> {
    Err(unprocessable(&[words.to_owned()]))
}

/// The words for one bad anchor, in the form of reviews: one sentence of all that is wrong with it.
fn in_words(wrong: &[(&str, &str)]) -> String {
    let each =
        wrong.iter().map(|(field, words)| format!("Pull request review thread {} {words}", field.replace('_', " ")));
    let all: Vec<String> = each.collect();
    match all.as_slice() {
        [one] => one.clone(),
        [one, two] => format!("{one} and {two}"),
        [most @ .., last] => format!("{}, and {last}", most.join(", ")),
        [] => String::new(),
    }
}

fn text(said: &Value, name: &str) -> String {
    said[name].as_str().unwrap_or_default().to_owned()
}

fn short_enough(body: &str) -> Result<(), Answer> {
    if body.chars().count() <= LONGEST {
        return Ok(());
    }
    refuse(&format!("Body is too long (maximum is {LONGEST} characters)"))
}

fn pending<'a>(pull: &'a mut Pull, login: &str) -> Option<&'a mut Review> {
    pull.reviews.iter_mut().find(|r| r.state == "PENDING" && r.author.as_deref() == Some(login))
}

/// Whether this person may say this of this pull request.
fn event_allowed(
    pull: &Pull,
    event: &str,
    body: &str,
    has_comments: bool,
    login: &str,
) -> Result<&'static str, Answer> {
    let own = pull.about.author.as_deref() == Some(login);
    match event {
        "" => Ok("PENDING"),
        "APPROVE" if own => refuse("Can not approve your own pull request"),
        "APPROVE" if login == "github-actions[bot]" => {
            refuse("GitHub Actions is not permitted to approve pull requests.")
        }
        "APPROVE" if pull.state == State::Merged => refuse("Can not approve a merged pull request"),
        "APPROVE" => Ok("APPROVED"),
        "REQUEST_CHANGES" if own => refuse("Can not request changes on your own pull request"),
        "REQUEST_CHANGES" if body.is_empty() => refuse("You need to leave a comment indicating the requested changes."),
        "REQUEST_CHANGES" => Ok("CHANGES_REQUESTED"),
        "COMMENT" if body.is_empty() && !has_comments => refuse("Body can't be blank"),
        "COMMENT" => Ok("COMMENTED"),
        other => refuse(&format!("Variable $event of type PullRequestReviewEvent was provided invalid value: {other}")),
    }
}

fn post_review(pull: &mut Pull, said: &Value, written: &Written) -> Outcome {
    let (body, event) = (text(said, "body"), text(said, "event"));
    let comments = said["comments"].as_array().cloned().unwrap_or_default();
    let commit = said["commit_id"].as_str().unwrap_or(&pull.head.sha).to_owned();
    let Some(change) = pull.changes.get(&commit) else {
        return refuse("commitOID is not part of the pull request");
    };
    if pull.reviews.iter().any(|r| r.state == "PENDING" && r.author.as_ref() == Some(&written.login)) {
        return refuse("User can only have one pending review per pull request");
    }
    let state = event_allowed(pull, &event, &body, !comments.is_empty(), &written.login)?;
    short_enough(&body)?;
    let threads = drafted(&change.files, &comments, &commit, written)?;
    let submitted = (state != "PENDING").then(|| written.moment.clone());
    let author = Some(written.login.clone());
    let review =
        Review { id: written.number, author, state: state.to_owned(), body, commit: commit.clone(), submitted };
    for mut thread in threads {
        thread.is_outdated = commit != pull.head.sha && diff::anchored(&pull.change().files, &thread.place).is_err();
        pull.threads.push(thread);
    }
    pull.reviews.push(review.clone());
    Ok(Done::Review(review))
}

/// The threads of a review's comments, if every one of them has a place.
fn drafted(files: &[File], comments: &[Value], commit: &str, written: &Written) -> Result<Vec<Thread>, Answer> {
    let (mut threads, mut wrong) = (Vec::new(), Vec::new());
    for (said, at) in comments.iter().zip(1u64..) {
        let body = text(said, "body");
        short_enough(&body)?;
        if body.trim().is_empty() {
            return refuse("Body can't be blank");
        }
        match diff::anchored(files, &place(said)) {
            Ok(hunk) => threads.push(thread(place(said), hunk, commit, body, written, at)),
            Err(words) => wrong.push(in_words(&words)),
        }
    }
    // One sentence for each kind; which comment is meant GitHub does not say.
    wrong.dedup();
    if wrong.is_empty() { Ok(threads) } else { Err(unprocessable(&wrong)) }
}

fn place(said: &Value) -> Place {
    let line = |name: &str| said[name].as_u64().and_then(|n| u32::try_from(n).ok());
    let side = said["side"].as_str().unwrap_or("RIGHT").to_owned();
    let start = line("start_line").map(|l| (l, said["start_side"].as_str().unwrap_or(&side).to_owned()));
    let is_file = said["subject_type"] == "file";
    // A comment without a line is on line 0, which no diff has.
    let line = if is_file { None } else { line("line").or(Some(0)) };
    Place { path: text(said, "path"), side, line, start }
}

fn thread(place: Place, hunk: String, commit: &str, body: String, written: &Written, at: u64) -> Thread {
    let remark = Remark {
        id: written.number + at,
        author: Some(written.login.clone()),
        body,
        written: written.moment.clone(),
        review: written.number,
    };
    Thread { place, is_outdated: false, resolved_by: None, commit: commit.to_owned(), hunk, remarks: vec![remark] }
}

fn submit(pull: &mut Pull, said: &Value, id: u64, written: &Written) -> Outcome {
    let Some(at) = pull.reviews.iter().position(|r| r.id == id && r.author.as_ref() == Some(&written.login)) else {
        return Err(not_found());
    };
    if pull.reviews[at].state != "PENDING" {
        return refuse("Can not submit a review that is not pending");
    }
    let body = said["body"].as_str().unwrap_or(&pull.reviews[at].body).to_owned();
    short_enough(&body)?;
    let has_comments = pull.threads.iter().any(|t| t.remarks.iter().any(|r| r.review == id));
    let state = event_allowed(pull, &text(said, "event"), &body, has_comments, &written.login)?;
    let review = &mut pull.reviews[at];
    review.state = state.to_owned();
    review.body = body;
    review.submitted = Some(written.moment.clone());
    Ok(Done::Review(review.clone()))
}

fn discard(pull: &mut Pull, id: u64, written: &Written) -> Outcome {
    let own = |r: &Review| r.id == id && r.author.as_ref() == Some(&written.login);
    let Some(at) = pull.reviews.iter().position(own) else { return Err(not_found()) };
    if pull.reviews[at].state != "PENDING" {
        return refuse("Can not delete a non-pending pull request review");
    }
    let review = pull.reviews.remove(at);
    for thread in &mut pull.threads {
        thread.remarks.retain(|r| r.review != id);
    }
    pull.threads.retain(|t| !t.remarks.is_empty());
    Ok(Done::Review(review))
}

/// Replies make a review of their own; a pending one of the same person is in the way.
fn reply(pull: &mut Pull, said: &Value, id: u64, written: &Written) -> Outcome {
    if pending(pull, &written.login).is_some() {
        return refuse("User can only have one pending review per pull request");
    }
    let body = text(said, "body");
    short_enough(&body)?;
    if body.trim().is_empty() {
        return refuse("Body can't be blank");
    }
    let Some(thread) = pull.threads.iter_mut().find(|t| t.remarks.iter().any(|r| r.id == id)) else {
        return Err(refusal(404, "Not Found"));
    };
    let (number, author) = (written.number + 1, Some(written.login.clone()));
    let moment = written.moment.clone();
    thread.remarks.push(Remark { id: number, author, body, written: moment, review: written.number });
    answered(pull, written);
    Ok(Done::Comment(number))
}

fn post_comment(pull: &mut Pull, said: &Value, written: &Written) -> Outcome {
    if pending(pull, &written.login).is_some() {
        return refuse("User can only have one pending review per pull request");
    }
    let (body, commit) = (text(said, "body"), text(said, "commit_id"));
    short_enough(&body)?;
    let Some(change) = pull.changes.get(&commit) else {
        return Err(invalid(&[("commit_id", "is not part of the pull request")]));
    };
    let hunk = diff::anchored(&change.files, &place(said)).map_err(|wrong| invalid(&wrong))?;
    pull.threads.push(thread(place(said), hunk, &commit, body, written, 1));
    answered(pull, written);
    Ok(Done::Comment(written.number + 1))
}

/// The empty review that GitHub puts around a single comment.
fn answered(pull: &mut Pull, written: &Written) {
    pull.reviews.push(Review {
        id: written.number,
        author: Some(written.login.clone()),
        state: "COMMENTED".to_owned(),
        body: String::new(),
        commit: pull.head.sha.clone(),
        submitted: Some(written.moment.clone()),
    });
}
