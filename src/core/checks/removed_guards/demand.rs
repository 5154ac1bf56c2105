//! Demands: decorators, handlers of a route and calls that stand alone and let nobody pass without a right. Called by `mod`.

use crate::core::{
    change::syntax::{Grammar, Node, Role},
    model::Side,
    text::one_line,
};

use super::{
    super::{
        compared::{Spread, all_changed, place, same_block, shown},
        introduced::Page,
        nodes::{call, is_rust_test, name_of, named},
        subject::Found,
    },
    Kind, base,
    branch::{behind, squeezed, without_quotes},
    words::{has, is_auth},
};

/// A demand of one side.
struct Demand<'t> {
    node: Node<'t>,
    /// What is guarded: a function's name, a route, the function around a call.
    guards: String,
    /// The name of what demands.
    name: String,
    form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Decorator,
    Handler,
    Call,
}

/// Demands that went while what they guard stays, in a file in which the change adds nothing that speaks of rights.
pub(super) fn gone(spread: &Spread<'_, '_>) -> Vec<Found> {
    let old = demands(&spread.old);
    if old.is_empty() {
        return Vec::new();
    }
    let new = demands(&spread.new);
    let after = guarded(&spread.new);
    let speaks = |line: &[u8]| {
        let bare = without_quotes(&String::from_utf8_lossy(line));
        is_auth(&bare) || has(&bare, &["login", "guard*", "validate*", "sanitiz*"])
    };
    let motion = spread.subject.across.motion(spread.subject.diff);
    let lost = old.iter().filter(|was| {
        let same = |is: &&Demand<'_>| is.name == was.name && is.guards == was.guards;
        !new.iter().any(|is| same(&is))
            && stays(spread, was, &after)
            && !motion.removed_names.contains(&was.name)
            && !spread.comes_back(spread.old.parsed.rows(was.node))
            && !spread.added_in_file().any(|line| speaks(line) && !is_route_line(was, line))
    });
    lost.filter_map(|was| told(spread, was)).collect()
}

/// Whether a line is that of the route itself, written anew without the handler.
fn is_route_line(was: &Demand<'_>, line: &[u8]) -> bool {
    let text = squeezed(&String::from_utf8_lossy(line));
    was.form == Form::Handler && text.starts_with(&was.guards)
}

/// Whether what was guarded is there after the change.
fn stays(spread: &Spread<'_, '_>, was: &Demand<'_>, after: &[String]) -> bool {
    match was.form {
        Form::Decorator | Form::Handler => after.contains(&was.guards),
        Form::Call => {
            let unchanged = |node: Node<'_>| spread.old.parsed.rows(node).first().is_some_and(|row| !row.changed);
            all_changed(&spread.old, was.node)
                && same_block(&spread.old, was.node)
                && behind(was.node).is_some_and(unchanged)
        }
    }
}

fn told(spread: &Spread<'_, '_>, was: &Demand<'_>) -> Option<Found> {
    let rows = spread.old.parsed.rows(was.node);
    let name = one_line(&was.name, 60);
    let what = match was.form {
        Form::Decorator => format!("`{}` stays and is no longer behind `{name}`", one_line(&was.guards, 60)),
        Form::Handler => format!("The route `{}` stays and is no longer behind `{name}`", one_line(&was.guards, 80)),
        Form::Call => format!("`{name}` is no longer called, and what stood behind the call stays as it was"),
    };
    let kind = if is_auth(&was.name) || has(&was.name, &["login"]) { Kind::Rights } else { Kind::Input };
    Some(Found {
        title: format!("Guard removed: `{name}`"),
        summary: format!("{what}. Nothing in the file takes its place."),
        evidence: shown(&spread.old.parsed.fragment, rows, "old line"),
        lines: place(Side::Left, rows),
        sink: format!("{name} of {}", was.guards),
        ..base("guard-removed", kind.gravity())
    })
}

fn demands<'t>(page: &'t Page<'_>) -> Vec<Demand<'t>> {
    let mut found = Vec::new();
    page.parsed.walk(|node, above| {
        if page.parsed.is_guessed(node) || node.has_error() {
            return;
        }
        let test = || page.parsed.grammar == Grammar::Rust && is_rust_test(page, above);
        match page.parsed.grammar.role(node) {
            Role::Attribute if node.kind() == "decorator" => found.extend(decorator(page, node)),
            Role::Call if !test() => {
                found.extend(handlers(page, node));
                found.extend(statement(page, node, above));
            }
            _ => {}
        }
    });
    found
}

/// What can be guarded on a side: names of functions and classes, routes.
fn guarded(page: &Page<'_>) -> Vec<String> {
    let mut found = Vec::new();
    page.parsed.walk(|node, _| {
        if page.parsed.is_guessed(node) {
            return;
        }
        match node.kind() {
            "function_definition" | "class_definition" | "method_definition" | "class_declaration" => {
                found.push(name_of(page, node));
            }
            "call_expression" => found.extend(route(page, node).map(|(route, _)| route)),
            _ => {}
        }
    });
    found
}

/// `@login_required`, `@permission_required("x")`, `@UseGuards(AuthGuard)`.
fn decorator<'t>(page: &Page<'_>, node: Node<'t>) -> Option<Demand<'t>> {
    let words = page.words(node);
    let name = words.trim_start_matches('@').split('(').next().unwrap_or("").trim().to_owned();
    let inside = without_quotes(&words);
    let demands = has(&name, &["required", "require*", "requires", "protect*", "guard*", "guards", "login"])
        || (is_auth(&name)
            && !has(&name, &["exempt", "allow*", "public", "no", "without", "optional", "skip*", "get", "post"]));
    if !(demands && (is_auth(&inside) || has(&name, &["login"]))) {
        return None;
    }
    let mut below = node.next_named_sibling();
    while let Some(next) = below.filter(|n| n.kind() == "decorator" || n.kind().ends_with("comment")) {
        below = next.next_named_sibling();
    }
    let guards = name_of(page, below?);
    (!guards.is_empty()).then_some(Demand { node, guards, name, form: Form::Decorator })
}

const VERBS: &[&str] = &["get", "post", "put", "patch", "delete", "all", "use"];
const ROUTERS: &[&str] = &["app", "router", "route", "routes", "api", "server"];

/// A route by its receiver, verb and path, and its handlers.
fn route<'t>(page: &Page<'_>, node: Node<'t>) -> Option<(String, Vec<Node<'t>>)> {
    if !page.parsed.grammar.is_script() {
        return None;
    }
    let found = call(page, node)?;
    let on = page.words(found.on?);
    let is_router = ROUTERS.iter().any(|router| on.to_ascii_lowercase().ends_with(router));
    let path = found.args.first().filter(|first| matches!(first.kind(), "string" | "template_string"))?;
    let is_route = is_router && VERBS.contains(&found.name.as_str());
    is_route
        .then(|| (format!("{on}.{}({}", found.name, page.words(*path)), found.args.iter().skip(1).copied().collect()))
}

/// `router.get("/users", requireAuth, list)`: those of its handlers that demand something.
fn handlers<'t>(page: &Page<'_>, node: Node<'t>) -> Vec<Demand<'t>> {
    let Some((route, handlers)) = route(page, node) else { return Vec::new() };
    let demand = |handler: &Node<'t>| {
        let name = match handler.kind() {
            "identifier" | "member_expression" => page.words(*handler),
            "call_expression" => call(page, *handler)?.path,
            _ => return None,
        };
        let demands = is_auth(&name) && !has(&name, &["optional", "skip*", "no", "allow*"]);
        demands.then(|| Demand { node: *handler, guards: route.clone(), name, form: Form::Handler })
    };
    // The last one answers.
    let before = handlers.len().saturating_sub(1);
    handlers.iter().take(before).filter_map(demand).collect()
}

/// A call that stands alone and whose name demands a right, or good input.
fn statement<'t>(page: &Page<'_>, node: Node<'t>, above: &[Node<'t>]) -> Option<Demand<'t>> {
    let mut around = above.iter().rev();
    let mut parent = around.next()?;
    while matches!(parent.kind(), "await" | "await_expression" | "try_expression") {
        parent = around.next()?;
    }
    if parent.kind() != "expression_statement" || named(*parent).len() != 1 {
        return None;
    }
    let found = call(page, node)?;
    let name = found.name.trim_end_matches(['!', '?']).to_owned();
    let demands =
        ["require", "check", "verify", "ensure", "enforce", "assert", "authorize", "authenticate", "validate"];
    let verb = demands.iter().any(|verb| name.to_ascii_lowercase().trim_start_matches('_').starts_with(verb));
    let about = is_auth(&name) || has(&name, &["validate", "login"]);
    let usual = ["require", "assert", "check", "ensure"].contains(&name.as_str()) || name.starts_with("assert_");
    (verb && about && !usual).then(|| Demand {
        node: *parent,
        guards: super::super::nodes::function(above).map(|f| name_of(page, f)).unwrap_or_default(),
        name,
        form: Form::Call,
    })
}
