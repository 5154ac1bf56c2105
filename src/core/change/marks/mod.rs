//! What code does that a reviewer asks about, read from a tree: checks, errors, waits, releases, changes of state. A mark
//! is one such thing with a text that tells whether another is the same. Not here: what it means that one came or went
//! (`signs`). Called by `file`.

mod calls;
mod guards;

use std::sync::Arc;

use super::{
    parts::{has_word, squeezed},
    syntax::{Node, Parsed, Role},
};
pub(super) use guards::{Guard, Nature};

/// What was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum What {
    /// A check that keeps something from happening.
    Guard(Guard),
    /// An error is raised; the text is its kind.
    Raises,
    /// An error is handled.
    Handles,
    /// A failure ends the program: `unwrap` and its kin.
    Panics,
    /// A failure is handed on: `?`.
    HandsOn,
    /// Waits for something asynchronous.
    Waits,
    /// Starts something concurrent.
    Spawns,
    /// Lets a resource go.
    Releases,
    /// Takes a resource.
    Acquires,
    /// Holds a resource for a block, or lets it go at the end of one.
    Holds,
    /// Changes state that outlives the statement.
    Mutates,
    /// Logs something sensitive.
    Logs,
    /// Masks something in a log.
    Masks,
    /// Ends the life of a cached value, or sets how long it lives.
    Expires,
    /// A route, a serialised name: what others see.
    Exposes,
    /// A test.
    Tests,
}

/// One thing that was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    pub what: What,
    /// Equal for what is the same, whatever its layout.
    pub key: String,
    /// The line that shows it: the first changed one of it, else its first.
    pub line: u32,
    /// Its first column, in blanks.
    pub indent: u32,
    /// Whether one of its lines is changed.
    pub changed: bool,
    /// The unit that holds it.
    pub symbol: Arc<str>,
}

/// Marks of one file that are kept.
const MOST: usize = 20_000;

/// Reads a tree. `of` tells the symbol of a line; `None` = nobody asks about that line. `any` tells whether somebody asks
/// about one of some lines, first and last.
pub(super) fn collect(
    parsed: &Parsed,
    of: &dyn Fn(u32) -> Option<Arc<str>>,
    any: &dyn Fn(u32, u32) -> bool,
) -> Vec<Mark> {
    let binding = parsed.kind_id("let_declaration");
    let mut found = Marks { parsed, of, marks: Vec::new(), binding };
    parsed.walk_into(|node, above| {
        if found.marks.len() >= MOST {
            return false;
        }
        let rows = parsed.rows(node);
        let span = rows.first().zip(rows.last()).map(|(a, b)| (a.number, b.number));
        let Some((first, last)) = span else { return true };
        if !any(first, last) {
            return false;
        }
        let role = parsed.grammar.role(node);
        if role == Role::Comment {
            return false;
        }
        if role == Role::Other && node.kind_id() != found.binding {
            return true;
        }
        if (found.of)(first).is_some() || (found.of)(last).is_some() {
            found.look(node, role, above);
        }
        true
    });
    found.marks
}

struct Marks<'p> {
    parsed: &'p Parsed,
    of: &'p dyn Fn(u32) -> Option<Arc<str>>,
    marks: Vec<Mark>,
    /// The kind of Rust's `let`; 0 in other grammars.
    binding: u16,
}

impl Marks<'_> {
    fn look(&mut self, node: Node<'_>, role: Role, above: &[Node<'_>]) {
        let parsed = self.parsed;
        match role {
            Role::If => guards::branch(self, node),
            Role::Call => calls::call(self, node, above),
            Role::Throw => self.add(What::Raises, node, kind_of_error(parsed, node)),
            Role::Exit => self.exit(node),
            Role::Catch => self.add(What::Handles, node, squeezed(parsed.text(node))),
            Role::Finally => self.add(What::Holds, node, squeezed(parsed.text(node))),
            Role::Scoped | Role::Defer => self.add(What::Holds, node, squeezed(head(parsed, node))),
            Role::Await => self.add(What::Waits, node, String::new()),
            Role::Spawn => self.add(What::Spawns, node, squeezed(head(parsed, node))),
            Role::Propagate => self.add(What::HandsOn, node, callee_text(parsed, node)),
            Role::Assign => self.assign(node),
            Role::Attribute => guards::attribute(self, node),
            _ => guards::other(self, node),
        }
    }

    /// Adds a mark at a node.
    fn add(&mut self, what: What, node: Node<'_>, key: String) {
        let rows = self.parsed.rows(node);
        let Some(first) = rows.first() else { return };
        let shown = rows.iter().find(|row| row.changed);
        let symbol = (self.of)(first.number).or_else(|| (self.of)(shown?.number));
        let Some(symbol) = symbol else { return };
        let indent = self.parsed.fragment.line(first).iter().take_while(|b| b.is_ascii_whitespace()).count();
        self.marks.push(Mark {
            what,
            key,
            line: shown.unwrap_or(first).number,
            indent: u32::try_from(indent).unwrap_or(u32::MAX),
            changed: shown.is_some(),
            symbol,
        });
    }

    /// `return Err(…)`, `return nil, err`, `throw` in grammars that have one node for all ways out.
    fn exit(&mut self, node: Node<'_>) {
        let text = self.parsed.text(node);
        let starts = |word: &[u8]| text.starts_with(word);
        if starts(b"throw") {
            return self.add(What::Raises, node, kind_of_error(self.parsed, node));
        }
        if !starts(b"return") {
            return;
        }
        let rest = text.get(6..).unwrap_or(&[]).trim_ascii();
        let fails = rest.starts_with(b"Err(")
            || rest.ends_with(b", err")
            || rest.starts_with(b"Promise.reject")
            || memchr::memmem::find(rest, b"fmt.Errorf").is_some()
            || memchr::memmem::find(rest, b"errors.New").is_some();
        if fails {
            self.add(What::Raises, node, kind_of_error(self.parsed, node));
        }
    }

    fn assign(&mut self, node: Node<'_>) {
        let parsed = self.parsed;
        let text = parsed.text(node);
        let target = ["left", "target", "result"].iter().find_map(|f| node.child_by_field_name(f));
        let target = target.map_or(text, |n| parsed.text(n));
        let lasts = target.contains(&b'.')
            || target.starts_with(b"@")
            || memchr::memmem::find(target, b"->").is_some()
            || memchr::memmem::find(target, b"::").is_some();
        let value = ["right", "value"].iter().find_map(|f| node.child_by_field_name(f));
        let is_code = value.is_some_and(|v| v.kind().contains("function") || v.kind().contains("lambda"));
        if lasts && !is_code {
            self.add(What::Mutates, node, squeezed(text));
        }
        if calls::expires(target, text) {
            self.add(What::Expires, node, squeezed(text));
        }
    }
}

/// The head of a node: its first line.
fn head<'p>(parsed: &'p Parsed, node: Node<'_>) -> &'p [u8] {
    let text = parsed.text(node);
    text.split(|b| *b == b'\n').next().unwrap_or(text)
}

/// The name of an error's kind: what is constructed, without its message.
fn kind_of_error(parsed: &Parsed, node: Node<'_>) -> String {
    let text = parsed.text(node);
    let end = text.iter().position(|b| matches!(b, b'"' | b'\'' | b'`')).unwrap_or(text.len());
    let bare = squeezed(text.get(..end).unwrap_or(text));
    for word in ["throw", "raise", "return", "new", "nil,"] {
        if let Some(rest) = bare.strip_prefix(word) {
            return rest.trim_start_matches("new").to_owned();
        }
    }
    bare
}

/// The function of a call, or what stands in its place.
fn callee<'p>(parsed: &'p Parsed, node: Node<'_>) -> &'p [u8] {
    let found = ["function", "method", "name", "macro", "constructor", "type"]
        .iter()
        .find_map(|field| node.child_by_field_name(field))
        .or_else(|| node.named_child(0));
    let text = found.map_or(&[][..], |n| parsed.text(n));
    text.get(text.len().saturating_sub(160)..).unwrap_or(text)
}

/// The callee of what `?` stands behind.
fn callee_text(parsed: &Parsed, node: Node<'_>) -> String {
    let inner = node.named_child(0).unwrap_or(node);
    squeezed(callee(parsed, inner))
}

/// The last name of a callee: `sleep` of `std::thread::sleep` and of `a.b.sleep`.
fn last_name(text: &[u8]) -> &[u8] {
    let is_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'!' | b'?');
    let end = text.iter().rposition(is_name).map_or(0, |at| at + 1);
    let start = text.get(..end).unwrap_or(text).iter().rposition(|b| !is_name(b)).map_or(0, |at| at + 1);
    text.get(start..end).unwrap_or(&[])
}

/// Words of who may do what.
pub(super) const AUTH: &[&str] = &[
    "auth",
    "authn",
    "authz",
    "authenticat*",
    "authoriz*",
    "authoris*",
    "unauthorized",
    "unauthenticated",
    "permission*",
    "permitted",
    "forbidden",
    "role",
    "roles",
    "admin*",
    "acl",
    "rbac",
    "login",
    "logged",
    "csrf",
    "privilege*",
    "owner*",
    "superuser",
    "staff",
    "allowed",
    "denied",
    "policy",
    "policies",
    "credential*",
    "jwt",
    "signin",
];

/// Words of input that is looked at before it is used.
pub(super) const VALIDATION: &[&str] = &[
    "valid*",
    "invalid*",
    "sanitiz*",
    "sanitis*",
    "validat*",
    "len",
    "length",
    "size",
    "empty",
    "isempty",
    "blank",
    "null",
    "none",
    "nil",
    "undefined",
    "isnull",
    "malformed",
    "range",
    "bounds",
    "max*",
    "min*",
    "limit*",
    "matches",
    "regex",
    "isinstance",
    "instanceof",
    "typeof",
    "nan",
    "numeric",
    "digit",
    "schema",
    "escape*",
    "format",
];

/// Whether a text speaks of who may do what.
fn is_auth(text: &[u8]) -> bool {
    has_word(text, AUTH)
}
