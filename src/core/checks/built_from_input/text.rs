//! Texts that code builds out of fixed parts and inputs: templates, format calls, concatenation. In all grammars.
//! Called by `sql` and `shell`.

use crate::core::{
    change::syntax::{Grammar, Node},
    checks::{
        introduced::Page,
        nodes::{call, named, parts, positional},
    },
};

/// A part of a built text, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// As it stands in the source, without its quotes.
    Fixed(String),
    /// An expression.
    Input(String),
}

/// The parts of a text that an expression builds; `None` for literals and for everything else.
pub(super) fn built(page: &Page<'_>, node: Node<'_>) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    collect(page, node, &mut parts, 0)?;
    let mixed = |wanted: fn(&Part) -> bool| parts.iter().any(wanted);
    (mixed(|p| matches!(p, Part::Fixed(_))) && mixed(|p| matches!(p, Part::Input(_)))).then_some(parts)
}

/// `None` when the node is no text that can be read.
fn collect(page: &Page<'_>, node: Node<'_>, out: &mut Vec<Part>, depth: u8) -> Option<()> {
    if depth > 12 {
        return None;
    }
    match (page.parsed.grammar, node.kind()) {
        (_, "parenthesized_expression" | "reference_expression" | "concatenated_string") => {
            named(node).into_iter().try_for_each(|n| collect(page, n, out, depth + 1))
        }
        (_, "string" | "template_string") => string(page, node, out),
        (_, "string_literal" | "raw_string_literal" | "interpreted_string_literal") => {
            out.push(Part::Fixed(unquoted(&page.words(node))));
            Some(())
        }
        (_, "binary_operator" | "binary_expression") => binary(page, node, out, depth),
        (Grammar::Python | Grammar::Go, "call" | "call_expression") => formatted(page, node, out),
        (Grammar::Rust, "call_expression") => {
            // format!(…).as_str()
            let found = call(page, node)?;
            let same = ["as_str", "as_ref", "to_string", "clone", "to_owned"].contains(&found.name.as_str());
            collect(page, found.on.filter(|_| same)?, out, depth + 1)
        }
        (Grammar::Rust, "macro_invocation") => macro_format(page, node, out),
        _ => None,
    }
}

fn string(page: &Page<'_>, node: Node<'_>, out: &mut Vec<Part>) -> Option<()> {
    let mut cursor = node.walk();
    let mut any = false;
    for child in node.children(&mut cursor) {
        match child.kind() {
            "interpolation" | "template_substitution" => {
                let inner = named(child).first().copied()?;
                out.push(Part::Input(page.words(inner)));
                any = true;
            }
            "string_content" | "string_fragment" | "escape_sequence" => {
                out.push(Part::Fixed(String::from_utf8_lossy(page.text(child)).into_owned()));
                any = true;
            }
            _ => {}
        }
    }
    if !any {
        out.push(Part::Fixed(unquoted(&page.words(node))));
    }
    Some(())
}

fn unquoted(text: &str) -> String {
    let inside = text.find(['"', '\'', '`']).and_then(|at| text.get(at..)).unwrap_or(text);
    inside.trim_matches(['"', '\'', '`', '#']).to_owned()
}

fn binary(page: &Page<'_>, node: Node<'_>, out: &mut Vec<Part>, depth: u8) -> Option<()> {
    let (left, right) = (node.child_by_field_name("left")?, node.child_by_field_name("right")?);
    let operator = node.child_by_field_name("operator").map(|n| page.words(n)).unwrap_or_default();
    match operator.as_str() {
        "+" => {
            for side in [left, right] {
                let before = out.len();
                if collect(page, side, out, depth + 1).is_none() {
                    out.truncate(before);
                    out.push(Part::Input(page.words(side)));
                }
            }
            Some(())
        }
        "%" if page.parsed.grammar == Grammar::Python => {
            let mut text = Vec::new();
            collect(page, left, &mut text, depth + 1)?;
            let inputs = if right.kind() == "tuple" { named(right) } else { vec![right] };
            fill(&text, inputs.iter().map(|n| page.words(*n)), out, &["%s", "%r"]);
            Some(())
        }
        _ => None,
    }
}

/// `"…".format(…)` and `fmt.Sprintf("…", …)`.
fn formatted(page: &Page<'_>, node: Node<'_>, out: &mut Vec<Part>) -> Option<()> {
    let found = call(page, node)?;
    let args = positional(&found.args);
    let mut text = Vec::new();
    if page.parsed.grammar == Grammar::Go {
        let format = args.first().filter(|_| found.path == "fmt.Sprintf")?;
        collect(page, *format, &mut text, 1)?;
        fill(&text, args.iter().skip(1).map(|n| page.words(*n)), out, &["%s", "%v", "%q"]);
        return Some(());
    }
    let on = found.on.filter(|on| found.name == "format" && on.kind().ends_with("string"))?;
    collect(page, on, &mut text, 1)?;
    let values = found.args.iter().map(|a| page.words(a.child_by_field_name("value").unwrap_or(*a)));
    fill(&text, values, out, &["{"]);
    Some(())
}

/// Puts inputs at the marks of a format, one after the other.
fn fill(text: &[Part], mut inputs: impl Iterator<Item = String>, out: &mut Vec<Part>, marks: &[&str]) {
    for part in text {
        let Part::Fixed(fixed) = part else {
            out.push(part.clone());
            continue;
        };
        let mut rest = fixed.as_str();
        while let Some((at, mark)) = marks.iter().filter_map(|m| Some((rest.find(m)?, *m))).min() {
            let Some(input) = inputs.next() else { break };
            out.push(Part::Fixed(rest.get(..at).unwrap_or("").to_owned()));
            out.push(Part::Input(input));
            let behind = rest.get(at + mark.len()..).unwrap_or("");
            rest = if mark == "{" { behind.split_once('}').map_or("", |(_, r)| r) } else { behind };
        }
        out.push(Part::Fixed(rest.to_owned()));
    }
}

/// `format!("…{}…{name}", a)`: the first literal, its holes filled by names or by the arguments in order.
fn macro_format(page: &Page<'_>, node: Node<'_>, out: &mut Vec<Part>) -> Option<()> {
    let name = node.child_by_field_name("macro")?;
    let tokens = named(node).into_iter().find(|n| n.kind() == "token_tree" && page.text(name) == b"format")?;
    let literal = named(tokens).into_iter().next().filter(|n| n.kind().ends_with("string_literal"))?;
    let text = unquoted(&page.words(literal));
    let behind = page.text(tokens).get(literal.end_byte() - tokens.start_byte()..).unwrap_or(&[]);
    let behind = String::from_utf8_lossy(behind).into_owned();
    let mut args = behind.trim_end_matches(')').split(',').map(str::trim).filter(|a| !a.is_empty()).map(str::to_owned);
    let mut rest = text.as_str();
    while let Some((fixed, tail)) = rest.split_once('{') {
        out.push(Part::Fixed(fixed.to_owned()));
        if let Some(tail) = tail.strip_prefix('{') {
            rest = tail;
            continue;
        }
        let (hole, tail) = tail.split_once('}')?;
        let own = hole.split(':').next().unwrap_or("").trim();
        let named = !own.is_empty() && own.bytes().any(|b| b.is_ascii_alphabetic());
        let input = if named { own.to_owned() } else { args.next().unwrap_or_default() };
        // `{:?}` quotes what it shows.
        out.push(Part::Input(input));
        rest = tail;
    }
    out.push(Part::Fixed(rest.to_owned()));
    Some(())
}

/// Whether a name is given what stands in the source, wherever the hunk shows that it is given something: literals, or
/// literals joined to a path.
pub(super) fn is_constant(page: &Page<'_>, name: &str) -> bool {
    let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'$');
    let text = &page.parsed.fragment.text;
    let mut given = 0;
    for at in memchr::memmem::find_iter(text, name.as_bytes()).filter(|_| is_name) {
        let starts = at
            .checked_sub(1)
            .and_then(|at| text.get(at))
            .is_none_or(|b| !b.is_ascii_alphanumeric() && !b"_$.".contains(b));
        let line = text.get(at + name.len()..).and_then(|rest| rest.split(|b| *b == b'\n').next()).unwrap_or(&[]);
        let Some(value) = line.trim_ascii_start().strip_prefix(b"=").filter(|value| starts && !value.starts_with(b"="))
        else {
            continue;
        };
        if !page.spend() || !is_fixed(&String::from_utf8_lossy(value)) {
            return false;
        }
        given += 1;
    }
    given > 0
}

/// Whether an expression holds literals and what joins them, and nothing else.
fn is_fixed(value: &str) -> bool {
    let mut bare = String::new();
    let mut quote = None;
    for c in value.trim().trim_end_matches(';').chars() {
        match quote {
            Some(open) if c == open => quote = None,
            // A template may hold anything.
            Some('`') if c == '$' => return false,
            Some(_) => {}
            None if matches!(c, '"' | '\'' | '`') => quote = Some(c),
            None => bare.push(c),
        }
    }
    let joins = ["path", "join", "resolve", "normalize", "os", "filepath", "Join", "Path", ""];
    let has_text = bare.len() < value.trim().trim_end_matches(';').len();
    has_text
        && quote.is_none()
        && bare.split(|c: char| !c.is_alphanumeric() && c != '_').all(|word| joins.contains(&word))
}

/// Whether an input cannot carry an attack: a constant, a number, a length, something quoted for its place.
pub(super) fn is_harmless(input: &str) -> bool {
    let text = input.trim().trim_start_matches(['&', '*']);
    let last = text.rsplit(['.', ':']).next().unwrap_or(text);
    let constant = last.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_') && !last.is_empty();
    let head = text.split('(').next().unwrap_or("");
    let function = head.rsplit(['.', ':']).next().unwrap_or("").to_ascii_lowercase();
    let safe = [
        "int",
        "float",
        "len",
        "number",
        "parseint",
        "parsefloat",
        "quote",
        "escape",
        "escapeid",
        "shellescape",
        "shell_quote",
        "escapeshellarg",
        "quote_ident",
        "quote_identifier",
        "quoteident",
        "escape_string",
        "mogrify",
        "identifier",
        "literal",
        "abs",
        "bool",
        "sanitize",
        "range",
        "list2cmdline",
        "repeat",
        "placeholders",
        "quoted",
        "quotename",
        "quote_name",
    ];
    let names = parts(text);
    let quoted = names.iter().any(|p| {
        ["quoted", "escaped", "placeholders", "placeholder", "sanitized", "qmarks", "marks"].contains(&p.as_str())
    });
    constant
        || quoted
        || (text.contains('(') && safe.contains(&function.as_str()))
        || text.contains(".join(")
        || text.contains("length")
        || text.contains(".size")
}
