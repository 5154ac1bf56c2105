//! As much of GraphQL as reviewers ask: queries over pull requests and their threads, threads resolved and reopened.
//! Errors come with HTTP 200, as GitHub's do. Not here: REST. A field that is not known here is an error and a
//! violation: either the query is wrong, or `tree` is taught one field more.

mod parse;
mod run;
mod tree;

use serde_json::{Value, json};

use super::{
    access::{self, Viewer},
    http::{Answer, Request},
    route::{Call, Route},
    world::World,
};
use parse::{Kind, Operation};
use run::Run;

/// Whether a request asks or changes.
pub fn route(request: &Request) -> Route {
    match read(request) {
        Ok((Operation { kind: Kind::Mutation, .. }, _)) => Route::Mutation,
        _ if request.method == "POST" => Route::Graphql,
        _ => Route::Unknown,
    }
}

fn read(request: &Request) -> Result<(Operation, Value), String> {
    let body = request.json();
    let query = body["query"].as_str().ok_or("the body has no `query`")?;
    let operation = parse::operation(query, body["operationName"].as_str())?;
    Ok((operation, body["variables"].clone()))
}

/// Answers, and tells what was not as GitHub describes it.
pub fn answer(world: &mut World, viewer: &Viewer, request: &Request) -> (Answer, Vec<String>) {
    if viewer.login().is_none() {
        return (access::graphql_needs_token(), Vec::new());
    }
    let (operation, variables) = match read(request) {
        Ok(read) => read,
        Err(said) => {
            let error = json!({"message": format!("Parse error: {said}")});
            return (access::graphql_errors(&Value::Null, &[error]), vec![format!("GraphQL: {said}")]);
        }
    };
    let mut wrong = operation.unset(&variables);
    let mut run = Run::new(&operation, &variables);
    let data = match operation.kind {
        Kind::Query => query(world, viewer, &operation, &mut run),
        Kind::Mutation => mutate(world, viewer, &operation, &mut run),
    };
    wrong.append(&mut run.violations);
    wrong.iter_mut().for_each(|w| *w = format!("GraphQL: {w}"));
    // GitHub checks the whole query first: with an error in it there is no data at all.
    let data = if run.is_invalid { Value::Null } else { data };
    (access::graphql_errors(&data, &run.errors), wrong)
}

fn query(world: &World, viewer: &Viewer, operation: &Operation, run: &mut Run) -> Value {
    let mut data = serde_json::Map::new();
    for field in run.fields(&operation.selection, "Query") {
        let object = tree::root(world, viewer, &field.name, &run.arguments(&field));
        let value = match object {
            Ok(object) => run.value(&object, &field),
            Err(refused) => run.refused(&field, refused),
        };
        data.insert(field.key(), value);
    }
    Value::Object(data)
}

fn mutate(world: &mut World, viewer: &Viewer, operation: &Operation, run: &mut Run) -> Value {
    let mut data = serde_json::Map::new();
    for field in run.fields(&operation.selection, "Mutation") {
        let input = run.arguments(&field)["input"].clone();
        let value = match resolve(world, viewer, &field.name, &input) {
            Ok(object) => run.value(&object, &field),
            Err(refused) => run.refused(&field, refused),
        };
        data.insert(field.key(), value);
    }
    Value::Object(data)
}

/// `resolveReviewThread` and its opposite; a refusal is (type, words).
fn resolve(world: &mut World, viewer: &Viewer, name: &str, input: &Value) -> Result<Value, tree::Refused> {
    let by = match name {
        "resolveReviewThread" => viewer.login().map(str::to_owned),
        "unresolveReviewThread" => None,
        _ => return Err(tree::Refused::unknown("Mutation", name)),
    };
    let id = input["threadId"].as_str().unwrap_or_default();
    let lost = || tree::Refused::not_found(format!("Could not resolve to a node with the global id of '{id}'"));
    let repository = world
        .repositories
        .iter_mut()
        .find(|r| r.pulls.iter().any(|p| p.threads.iter().any(|t| tree::thread_id(t) == id)));
    let repository = repository.ok_or_else(lost)?;
    let call = Call {
        route: Route::Mutation,
        path: String::new(),
        repo: String::new(),
        number: 0,
        id: 0,
        name: String::new(),
    };
    if let Err(refused) = access::check(repository, viewer, &call) {
        let words = refused.value()["message"].as_str().unwrap_or_default().to_owned();
        return Err(if refused.status == 404 { lost() } else { tree::Refused::forbidden(words) });
    }
    let pulls = repository.pulls.iter_mut().flat_map(|p| p.threads.iter_mut());
    if let Some(thread) = { pulls }.find(|t| tree::thread_id(t) == id) {
        thread.resolved_by = by;
    }
    let found = repository.pulls.iter().find_map(|p| Some((p, p.threads.iter().find(|t| tree::thread_id(t) == id)?)));
    let (pull, thread) = found.ok_or_else(lost)?;
    let told = tree::thread(thread, pull, repository, viewer);
    Ok(
        json!({"__typename": "ResolveReviewThreadPayload", "thread": told, "clientMutationId": input["clientMutationId"]}),
    )
}
