//! Work that may fail without harm: closing, deleting, probing. Called by `python` and `script`.

use crate::core::{
    change::syntax::Node,
    checks::{
        introduced::Page,
        nodes::{call, function, name_of, named},
    },
};

/// Names of work that may fail without harm.
const CLEANUP: &[&str] = &[
    "close",
    "unlink",
    "unlinksync",
    "remove",
    "rmtree",
    "rmdir",
    "rm",
    "rmsync",
    "kill",
    "terminate",
    "destroy",
    "disconnect",
    "shutdown",
    "cancel",
    "abort",
    "delete",
    "cleanup",
    "teardown",
    "end",
    "stop",
    "quit",
    "dispose",
    "release",
    "join",
    "removeitem",
    "setitem",
    "getitem",
    "focus",
    "blur",
    "scrollintoview",
    "pause",
    "play",
    "unsubscribe",
    "revoke",
    "flush",
    "closesync",
    "disconnect",
    "logout",
    "wait",
    "unref",
    "clear",
    "killpg",
    "chmod",
    "utime",
    // What is there already is as good; what is missing is seen by the next that needs it.
    "mkdir",
    "mkdirsync",
    "makedirs",
    "mkdirp",
    "ensuredir",
];

/// Questions to which failing is an answer.
pub(super) const PROBES: &[&str] =
    &["stat", "lstat", "access", "realpath", "readlink", "exists", "open", "readfile", "readjson", "resolve", "lookup"];

/// Whether all that is tried is cleanup, or a probe that is expected to fail.
pub(super) fn is_cleanup(page: &Page<'_>, body: Node<'_>, above: &[Node<'_>]) -> bool {
    let name = function(above).map(|f| name_of(page, f).to_ascii_lowercase()).unwrap_or_default();
    let cleaner = [
        "close", "__del__", "__exit__", "cleanup", "teardown", "shutdown", "dispose", "destroy", "stop", "supports",
        "is_", "has", "can", "detect", "unlink", "remove",
    ];
    let statements = named(body);
    let each = |statement: &Node<'_>| {
        let mut at = *statement;
        while let Some(inner) = matches!(
            at.kind(),
            "expression_statement" | "await" | "await_expression" | "parenthesized_expression" | "optional_chain"
        )
        .then(|| at.named_child(0))
        .flatten()
        {
            at = inner;
        }
        call(page, at).is_some_and(|c| is_cleanup_call(page, at, &c.name))
    };
    cleaner.iter().any(|c| name.contains(c)) || (!statements.is_empty() && statements.iter().all(each))
}

pub(super) fn is_cleanup_call(page: &Page<'_>, node: Node<'_>, name: &str) -> bool {
    // promisify(fs.unlink)(path): the name stands inside.
    let inner = node.child_by_field_name("function").filter(|f| f.kind() == "call_expression");
    let inner = inner.map(|f| page.words(f)).unwrap_or_default().to_ascii_lowercase();
    CLEANUP.contains(&name.to_ascii_lowercase().as_str())
        || inner.split(|c: char| !c.is_ascii_alphanumeric()).any(|w| CLEANUP.contains(&w))
}
