//! Checks: branches that leave early, branches about rights, calls and attributes that demand something. Not here: what
//! came or went (`signs::guards`). Called by `mod`.

use super::{
    super::{
        parts::{condition_key, has_word, squeezed},
        syntax::{Grammar, Node, Parsed, Role},
    },
    Marks, VALIDATION, What, calls, is_auth, last_name,
};

/// What a check is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::core::change) enum Nature {
    /// Who may do it.
    Auth,
    /// Whether input is good.
    Validation,
    /// Anything else.
    Plain,
}

/// A check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::core::change) struct Guard {
    pub nature: Nature,
    /// Whether it leaves when its condition holds; else it goes on only then, or demands.
    pub leaves: bool,
}

/// Statements of a branch that leaves early, at most: longer ones do something else as well.
const SHORT: usize = 4;

/// A branch.
pub(super) fn branch(marks: &mut Marks<'_>, node: Node<'_>) {
    let parsed = marks.parsed;
    let Some(condition) = condition_of(parsed, node) else { return };
    let text = parsed.text(condition);
    let named = || ["consequence", "body"].iter().find_map(|f| node.child_by_field_name(f));
    let body = match parsed.grammar {
        Grammar::Bash => last_of_shell(parsed, node, condition),
        _ => named().or_else(|| block_in(parsed, node)),
    };
    let is_modifier = node.kind().ends_with("_modifier");
    let leaves = node.kind() == "guard_statement" || body.is_some_and(|body| leaves(parsed, body, is_modifier));
    // `unless ok return` leaves when the condition does not hold.
    let negated = node.kind().starts_with("unless") || node.kind() == "guard_statement";
    let body_text = body.filter(|_| leaves).map_or(&[][..], |body| parsed.text(body));
    let about_rights = is_auth(text) || (leaves && is_refusal(body_text));
    if !leaves && !about_rights {
        return;
    }
    let is_error = parsed.grammar == Grammar::Go && matches!(squeezed(text).as_str(), "err!=nil");
    if is_error {
        // What Go does on every call: an error path, no check.
        return marks.add(What::Handles, node, squeezed(parsed.text(node)));
    }
    let nature = if about_rights { Nature::Auth } else { nature_of(text, body_text) };
    // Loops skip what they skip: only what is about rights counts there.
    let skips = body.is_some_and(|body| last_words(parsed.text(body)));
    let refuses = body.is_some_and(|body| refuses(parsed, body));
    if nature != Nature::Auth && (skips || !refuses) && node.kind() != "guard_statement" {
        return;
    }
    let key = condition_key(&String::from_utf8_lossy(text.get(..2_000).unwrap_or(text)));
    let key = if negated { format!("!({key})") } else { key };
    marks.add(What::Guard(Guard { nature, leaves }), node, key);
}

/// Whether the way out of a branch is a refusal: an error, or a result that stands for nothing. One that returns what was
/// asked for only takes a shorter way.
fn refuses(parsed: &Parsed, body: Node<'_>) -> bool {
    let text = parsed.text(body).trim_ascii();
    let text = text.strip_prefix(b"{").unwrap_or(text);
    let text = text.strip_suffix(b"}").unwrap_or(text).trim_ascii();
    let Some(at) = memchr::memmem::rfind(text, b"return") else { return true };
    let result = text.get(at + 6..).unwrap_or(&[]).trim_ascii();
    let result = result.strip_suffix(b";").unwrap_or(result).trim_ascii();
    let starts = |words: &[&str]| words.iter().any(|word| result.starts_with(word.as_bytes()));
    let stands_for_nothing =
        ["", "None", "null", "nil", "false", "False", "undefined", "()", "\"\"", "''", "[]", "{}", "NULL", "nullptr"];
    let is_number = !result.is_empty() && result.iter().all(|b| b.is_ascii_digit() || *b == b'-');
    is_number
        || stands_for_nothing.iter().any(|nothing| result == nothing.as_bytes())
        || starts(&["Err", "err", "nil,", "false,", "None,", "Result.", "Promise.reject", "-E", "Optional.empty"])
        || has_word(
            result,
            &[
                "err*",
                "error*",
                "invalid*",
                "fail*",
                "forbidden",
                "unauthorized",
                "denied",
                "reject*",
                "abort",
                "bad*",
                "badrequest",
                "400",
                "401",
                "403",
                "404",
                "422",
            ],
        )
}

/// Whether a branch ends with `break` or `continue`.
fn last_words(body: &[u8]) -> bool {
    let text = body.trim_ascii().strip_suffix(b"}").unwrap_or(body).trim_ascii();
    let last = text.rsplit(|b| *b == b'\n').next().unwrap_or(text).trim_ascii();
    let last = last.strip_suffix(b";").unwrap_or(last).strip_prefix(b"{").unwrap_or(last).trim_ascii();
    [&b"break"[..], b"continue", b"next"].iter().any(|word| {
        last.strip_prefix(*word).is_some_and(|rest| rest.first().is_none_or(|b| !b.is_ascii_alphanumeric()))
    })
}

/// The condition of a branch; some grammars give it no field.
fn condition_of<'t>(parsed: &Parsed, node: Node<'t>) -> Option<Node<'t>> {
    node.child_by_field_name("condition").or_else(|| {
        let mut cursor = node.walk();
        let mut children = node.named_children(&mut cursor);
        children.find(|child| !matches!(parsed.grammar.role(*child), Role::Block | Role::Comment))
    })
}

fn block_in<'t>(parsed: &Parsed, node: Node<'t>) -> Option<Node<'t>> {
    let condition = node.child_by_field_name("condition").map_or(node.start_byte(), |c| c.end_byte());
    let mut cursor = node.walk();
    let mut children = node.named_children(&mut cursor);
    children.find(|child| child.start_byte() >= condition && parsed.grammar.role(*child) != Role::Comment)
}

/// The last statement of a shell's branch, whose statements stand beside its condition; `None` when they are many.
fn last_of_shell<'t>(parsed: &Parsed, node: Node<'t>, condition: Node<'_>) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    let inside = node
        .named_children(&mut cursor)
        .filter(|child| child.start_byte() >= condition.end_byte() && parsed.grammar.role(*child) != Role::Comment)
        .take_while(|child| !matches!(child.kind(), "elif_clause" | "else_clause"));
    let all: Vec<Node<'t>> = inside.collect();
    all.last().copied().filter(|_| all.len() <= SHORT)
}

fn nature_of(condition: &[u8], body: &[u8]) -> Nature {
    // An arrow compares nothing.
    let arrow =
        |at: usize| at.checked_sub(1).and_then(|at| condition.get(at)).is_some_and(|b| matches!(b, b'-' | b'='));
    let compares = condition.iter().enumerate().any(|(at, b)| *b == b'<' || (*b == b'>' && !arrow(at)));
    if has_word(condition, VALIDATION)
        || compares
        || has_word(body, &["invalid*", "badrequest", "valueerror", "malformed"])
    {
        Nature::Validation
    } else {
        Nature::Plain
    }
}

/// Whether what happens is a refusal of rights.
fn is_refusal(text: &[u8]) -> bool {
    let text = text.get(..400).unwrap_or(text);
    has_word(text, &["forbidden", "unauthorized", "unauthenticated", "permissiondenied", "denied", "401", "403"])
        || memchr::memmem::find(text, b"PermissionError").is_some()
}

/// Whether a branch ends by leaving and does little else.
fn leaves(parsed: &Parsed, body: Node<'_>, is_statement: bool) -> bool {
    let is_way_out = |node: Node<'_>| is_way_out(parsed, node);
    if is_statement || parsed.grammar.role(body) != Role::Block {
        if is_way_out(body) {
            return true;
        }
        if is_statement {
            return false;
        }
    }
    let mut at = body;
    // Blocks hold their statements directly or in a list.
    for _ in 0..3 {
        let mut cursor = at.walk();
        let children: Vec<Node<'_>> =
            at.named_children(&mut cursor).filter(|c| parsed.grammar.role(*c) != Role::Comment).collect();
        if children.len() > SHORT {
            return false;
        }
        let Some(last) = children.last() else { return false };
        if is_way_out(*last) {
            return true;
        }
        if children.len() > 1 && parsed.grammar.role(*last) != Role::Block {
            return false;
        }
        at = *last;
    }
    false
}

fn is_way_out(parsed: &Parsed, node: Node<'_>) -> bool {
    let mut at = node;
    for _ in 0..3 {
        match parsed.grammar.role(at) {
            Role::Exit | Role::Throw => return true,
            Role::Call => {
                let name = last_name(super::callee(parsed, at)).to_ascii_lowercase();
                return (parsed.grammar == Grammar::Bash && name == b"return")
                    || has_word(
                        &name,
                        &["panic", "abort", "exit", "raise", "bail", "fail", "die", "unreachable", "throw"],
                    );
            }
            _ => {}
        }
        match at.named_child(0).filter(|_| at.kind().ends_with("statement") || at.named_child_count() == 1) {
            Some(inner) => at = inner,
            None => return false,
        }
    }
    false
}

/// `@login_required`, `#[serde(rename = …)]`, `[Authorize]`, `@app.get("/x")`.
pub(super) fn attribute(marks: &mut Marks<'_>, node: Node<'_>) {
    let text = marks.parsed.text(node);
    let is_inner = node.parent().is_some_and(|p| marks.parsed.grammar.role(p) == Role::Attribute);
    if is_inner {
        return;
    }
    if is_auth(text) && !has_word(text, &["doc", "allow", "cfg", "serde", "test"]) {
        marks.add(What::Guard(Guard { nature: Nature::Auth, leaves: false }), node, squeezed(text));
    } else if calls::is_exposing(text) {
        marks.add(What::Exposes, node, squeezed(text));
    } else if calls::is_test_attribute(text) {
        marks.add(What::Tests, node, String::new());
    }
}

/// `let Some(x) = y else { return }` and what has no role.
pub(super) fn other(marks: &mut Marks<'_>, node: Node<'_>) {
    let parsed = marks.parsed;
    if parsed.grammar == Grammar::Rust && node.kind() == "let_declaration" {
        let Some(alternative) = node.child_by_field_name("alternative") else { return };
        let text = node.child_by_field_name("value").map_or(&[][..], |v| parsed.text(v));
        let out = parsed.text(alternative);
        let nature = if is_auth(text) || is_refusal(out) { Nature::Auth } else { nature_of(text, out) };
        marks.add(What::Guard(Guard { nature, leaves: true }), node, format!("let:{}", squeezed(text)));
    }
}
