//! Verification of TLS certificates switched off. Not here: weak protocol versions. Called through `CHECKS`.

use crate::core::{
    change::syntax::{Grammar, Node},
    model::{BlastRadius, Lens, Severity},
};

use super::{
    Check, Look,
    introduced::{Hit, Page, Says, Search},
    nodes::{Call, call, function, is_rust_test, keyword, named, positional},
};

pub(super) const CHECK: Check = Check {
    id: "tls-verification-off",
    lens: Lens::Security,
    title: "TLS certificates not verified",
    about: "A client that accepts any certificate talks to whoever answers: everything sent over that connection, \
            credentials included, can be read and changed on the way.",
    never: &[
        "verification left on, or set by a variable that the caller chooses",
        "switches behind a flag that says so (insecure, skip-verify)",
        "connections to this machine only",
        "what the same function switches on again at its end, whatever happens",
        "tests, examples, comments and strings",
    ],
    look: Look::Syntax(&SEARCH),
};

static SEARCH: Search = Search {
    grammars: &[Grammar::Rust, Grammar::Python, Grammar::JavaScript, Grammar::TypeScript, Grammar::Tsx, Grammar::Go],
    needles: "verify ?= ?False|ssl ?= ?False|CERT_NONE|check_hostname|_create_unverified_context|danger_accept_invalid|rejectUnauthorized|\
         NODE_TLS_REJECT_UNAUTHORIZED|strictSSL|InsecureSkipVerify|set_verify",
    also: "",
    everywhere: false,
    not_in: &[],
    look,
};

/// What switches it off: the switch as shown and, when certain, the bytes to replace and what by.
struct Off<'t> {
    node: Node<'t>,
    switch: String,
    value: Option<(Node<'t>, &'static str)>,
}

fn look(page: &Page<'_>, hits: &mut Vec<Hit>) {
    page.parsed.walk(|node, above| {
        let off = match page.parsed.grammar {
            Grammar::Python => python(page, node),
            Grammar::Rust => rust(page, node).filter(|_| !is_rust_test(page, above)),
            Grammar::Go => go(page, node),
            Grammar::JavaScript | Grammar::TypeScript | Grammar::Tsx => script(page, node),
            _ => None,
        };
        let is_meant =
            |off: &Off<'_>| is_chosen(page, above) || is_local(page, off.node, above) || is_restored(page, off, above);
        if let Some(off) = off.filter(|off| !is_meant(off)) {
            let bytes = off.value.and_then(|(value, _)| page.span(value));
            let by = off.value.map_or("", |(_, by)| by);
            hits.extend(
                page.hit(
                    off.node,
                    off.node,
                    off.switch.clone(),
                    says(&off.switch, off.switch.starts_with("check_hostname")),
                )
                .map(|hit| hit.with(bytes, by)),
            );
        }
    });
}

/// Without the check of the name, certificates are still checked, and contexts of servers need none.
fn says(switch: &str, name_only: bool) -> Says {
    Says {
        issue_class: "tls-verification-off",
        title: format!("TLS verification switched off: `{switch}`"),
        summary: format!(
            "With `{switch}` the client accepts any certificate, so that anybody on the way can read and change what \
             is sent and received."
        ),
        fix: "Leave verification on. For a private authority, give the client its certificate; for development, use \
              a switch that is off by default and says what it does."
            .to_owned(),
        invariant: "TLS peers are verified",
        severity: if name_only { Severity::Major } else { Severity::Critical },
        confidence: if name_only { 0.6 } else { 0.9 },
        blast_radius: BlastRadius::Service,
    }
}

/// Words in a condition or a function's name that say: somebody chose this.
const CHOSEN: &[&[u8]] = &[
    b"insecure",
    b"skip",
    b"no_verify",
    b"noverify",
    b"unsafe",
    b"self_signed",
    b"selfsigned",
    b"unverified",
    b"allow_invalid",
    b"danger",
    b"disable",
    b"ignore",
];

fn is_chosen(page: &Page<'_>, above: &[Node<'_>]) -> bool {
    above.iter().any(|n| {
        let field = match n.kind() {
            "if_statement" | "if_expression" | "conditional_expression" | "ternary_expression" | "elif_clause" => {
                "condition"
            }
            "function_definition"
            | "function_item"
            | "function_declaration"
            | "method_definition"
            | "method_declaration" => "name",
            _ => return false,
        };
        let text = n.child_by_field_name(field).map(|c| page.text(c).to_ascii_lowercase()).unwrap_or_default();
        CHOSEN.iter().any(|word| memchr::memmem::find(&text, word).is_some())
            || (n.kind().starts_with("if") && memchr::memmem::find(&text, b"verify").is_some())
    })
}

/// Whether the function sets the same switch again when it ends, whatever happens: who does that verifies by other means
/// meanwhile.
fn is_restored(page: &Page<'_>, off: &Off<'_>, above: &[Node<'_>]) -> bool {
    let Some(text) = function(above).map(|function| page.text(function)) else { return false };
    let Some(left) = off.node.child_by_field_name("left").map(|left| page.text(left)) else { return false };
    let last = memchr::memmem::rfind(text, b"finally").and_then(|at| text.get(at..));
    last.is_some_and(|last| memchr::memmem::find(last, left).is_some())
}

/// Whether the innermost call names this machine.
fn is_local(page: &Page<'_>, node: Node<'_>, above: &[Node<'_>]) -> bool {
    let mut around = std::iter::once(&node).chain(above.iter().rev());
    let call = around.find(|n| matches!(n.kind(), "call" | "call_expression"));
    call.is_some_and(|n| {
        let text = page.text(*n);
        [&b"//localhost"[..], b"//127.0.0.1", b"//[::1]"].iter().any(|host| memchr::memmem::find(text, host).is_some())
    })
}

const REQUESTS: &[&str] = &[
    "requests",
    "httpx",
    "session",
    "client",
    "http",
    "aiohttp",
    "sess",
    "s",
    "self.session",
    "self.client",
    "self._session",
    "self._client",
    "self.http",
];
const VERBS: &[&str] = &[
    "get",
    "post",
    "put",
    "patch",
    "delete",
    "head",
    "options",
    "request",
    "Session",
    "Client",
    "AsyncClient",
    "stream",
    "send",
];

fn python<'t>(page: &Page<'_>, node: Node<'t>) -> Option<Off<'t>> {
    if node.kind() == "assignment" {
        let (left, right) = (node.child_by_field_name("left")?, node.child_by_field_name("right")?);
        let (name, value) = (page.words(left), page.words(right));
        let last = name.rsplit('.').next().unwrap_or("");
        let off = match last {
            // A class that sets its own default is a library of contexts, not a client.
            "check_hostname" => value == "False" && !name.starts_with("self."),
            "verify_mode" => (value == "CERT_NONE" || value == "ssl.CERT_NONE") && !name.starts_with("self."),
            "verify" => {
                value == "False" && name.contains('.') && REQUESTS.iter().any(|r| name.starts_with(&format!("{r}.")))
            }
            "_create_default_https_context" => value == "ssl._create_unverified_context",
            _ => false,
        };
        return off.then(|| Off { node, switch: format!("{last} = {value}"), value: None });
    }
    let Call { name, path, args, .. } = call(page, node)?;
    let root = path.rsplit_once('.').map_or("", |(root, _)| root);
    let value = |key: &str| keyword(page, &args, key).map(|v| (v, page.words(v)));
    if VERBS.contains(&name.as_str()) && REQUESTS.contains(&root) && value("verify").is_some_and(|(_, v)| v == "False")
    {
        let (value, _) = value("verify")?;
        return Some(Off { node, switch: "verify=False".to_owned(), value: Some((value, "True")) });
    }
    if ["ClientSession", "TCPConnector"].contains(&name.as_str())
        || (VERBS.contains(&name.as_str()) && ["session", "self.session", "self._session", "aiohttp"].contains(&root))
    {
        let off = |key: &str| value(key).is_some_and(|(_, v)| v == "False");
        let switch = ["ssl", "verify_ssl"].into_iter().find(|key| off(key))?;
        return Some(Off { node, switch: format!("{switch}=False"), value: None });
    }
    if value("cert_reqs")
        .is_some_and(|(_, v)| ["ssl.CERT_NONE", "CERT_NONE", "'CERT_NONE'", "\"CERT_NONE\""].contains(&v.as_str()))
    {
        return Some(Off { node, switch: "cert_reqs=CERT_NONE".to_owned(), value: None });
    }
    let context = name == "_create_unverified_context";
    context.then(|| Off { node, switch: "ssl._create_unverified_context()".to_owned(), value: None })
}

fn rust<'t>(page: &Page<'_>, node: Node<'t>) -> Option<Off<'t>> {
    let Call { name, args, .. } = call(page, node)?;
    let argument = positional(&args).first().copied()?;
    let text = page.words(argument);
    let list = node.child_by_field_name("arguments")?;
    match name.as_str() {
        "danger_accept_invalid_certs" | "danger_accept_invalid_hostnames" | "tls_danger_accept_invalid_certs"
            if text == "true" =>
        {
            Some(Off { node: list, switch: format!("{name}(true)"), value: Some((argument, "false")) })
        }
        "set_verify" if text.ends_with("SslVerifyMode::NONE") => {
            Some(Off { node: list, switch: "set_verify(SslVerifyMode::NONE)".to_owned(), value: None })
        }
        _ => None,
    }
}

fn script<'t>(page: &Page<'_>, node: Node<'t>) -> Option<Off<'t>> {
    match node.kind() {
        "pair" => {
            let (key, value) = (node.child_by_field_name("key")?, node.child_by_field_name("value")?);
            let key = page.words(key).trim_matches(['"', '\'']).to_owned();
            let off = ["rejectUnauthorized", "strictSSL"].contains(&key.as_str()) && page.words(value) == "false";
            off.then(|| Off { node, switch: format!("{key}: false"), value: Some((value, "true")) })
        }
        "assignment_expression" => {
            let (left, right) = (node.child_by_field_name("left")?, node.child_by_field_name("right")?);
            let (left, right) = (page.words(left), page.words(right));
            let zero = ["'0'", "\"0\"", "0", "`0`"].contains(&right.as_str());
            let variable = left.contains("NODE_TLS_REJECT_UNAUTHORIZED") && zero;
            let option = left.ends_with(".rejectUnauthorized") && right == "false";
            (variable || option).then(|| Off { node, switch: format!("{left} = {right}"), value: None })
        }
        _ => None,
    }
}

fn go<'t>(page: &Page<'_>, node: Node<'t>) -> Option<Off<'t>> {
    let off = match node.kind() {
        "keyed_element" => page.words(node).split_whitespace().collect::<String>() == "InsecureSkipVerify:true",
        "assignment_statement" => page.words(node).ends_with(".InsecureSkipVerify = true"),
        _ => false,
    };
    let value = named(node).last().copied().map(|value| (value, "false"));
    off.then(|| Off { node, switch: "InsecureSkipVerify: true".to_owned(), value })
}
