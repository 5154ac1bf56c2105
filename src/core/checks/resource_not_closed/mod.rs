//! Resources that are opened and not closed, or closed only where nothing fails. Not here: locks (`lock_across_await`),
//! what a destructor closes (Rust). Called through `CHECKS`.
//!
//! Only what the hunk shows to its end is judged: the function that opens, all uses of the name, and what comes behind it.

mod csharp;
mod go;
mod java;
mod python;
mod script;
mod uses;

use crate::core::{
    change::syntax::{Grammar, Node},
    model::{BlastRadius, Lens, Severity},
    text::one_line,
};

use super::{
    Check, Look,
    introduced::{Hit, Page, Says, Search},
};

pub(super) const CHECK: Check = Check {
    id: "resource-not-closed",
    lens: Lens::Correctness,
    title: "resources not closed on every way out",
    about: "A file or connection that stays open when something fails is held until the process ends, or until a collector \
            comes by: under load the process runs out of them, and what was written may not be on the disk.",
    never: &[
        "what a with statement, a using, a defer, the head of a try or a finally closes",
        "what is returned, kept in a field, or handed to somebody else",
        "functions whose end the change does not show",
        "tests and examples",
    ],
    look: Look::Syntax(&SEARCH),
};

static SEARCH: Search = Search {
    grammars: &[
        Grammar::Python,
        Grammar::Go,
        Grammar::Java,
        Grammar::CSharp,
        Grammar::JavaScript,
        Grammar::TypeScript,
        Grammar::Tsx,
    ],
    needles: concat!(
        r"\bopen\(|\bos\.fdopen\(|ZipFile\(|TarFile\(|\bos\.(?:Open|OpenFile|Create)\(|\bhttp\.(?:Get|Post|Head)\(|",
        r"\.Do\(|\bnet\.Dial|\.Query(?:Context)?\(|openSync\(|FileChannel\.open\(|DriverManager\.getConnection\(|",
        r"\bnew\s+[\w.]*(?:File(?:Input|Output)Stream|FileReader|FileWriter|RandomAccessFile|JarFile|Socket)\(|",
        r"\bFiles\.(?:new\w+|lines|list|walk)\(|",
        r"\bnew\s+[\w.]*(?:FileStream|Stream(?:Reader|Writer)|TcpClient|(?:Sql|Npgsql|Sqlite|Oracle)Connection)\(|",
        r"\bFile\.(?:Open|Create|Append)\w*\(|\bZipFile\.Open",
    ),
    also: "",
    everywhere: false,
    not_in: &[b"setup.py", b"conftest.py"],
    look,
};

/// What is wrong with a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// Nobody closes it.
    Open,
    /// It is closed behind statements that may fail or leave.
    Late,
}

/// A resource that is not closed: where it is opened, by what call, and under which name.
struct Opened<'t> {
    node: Node<'t>,
    call: String,
    name: String,
    fate: Fate,
    /// What closes it on every way.
    remedy: &'static str,
}

fn look(page: &Page<'_>, hits: &mut Vec<Hit>) {
    page.parsed.walk(|node, above| {
        let opened = match page.parsed.grammar {
            Grammar::Python => python::opened(page, node, above),
            Grammar::Go => go::opened(page, node, above),
            Grammar::Java => java::opened(page, node, above),
            Grammar::CSharp => csharp::opened(page, node, above),
            _ => script::opened(page, node, above),
        };
        if let Some(opened) = opened {
            hits.extend(page.hit(
                opened.node,
                opened.node,
                format!("{} by {}", opened.name, opened.call),
                says(&opened),
            ));
        }
    });
}

fn says(opened: &Opened<'_>) -> Says {
    let (name, call) = (one_line(&opened.name, 40), one_line(&opened.call, 60));
    let what =
        if name.is_empty() { format!("what `{call}` opens") } else { format!("`{name}`, which `{call}` opens,") };
    let (title, summary, severity, confidence) = match opened.fate {
        Fate::Open if name.is_empty() => (
            format!("Opened and never closed: `{call}`"),
            format!("Nothing keeps {what} and nothing closes it: it stays open until a collector comes by."),
            Severity::Minor,
            0.8,
        ),
        Fate::Open => (
            format!("`{name}` is opened and never closed"),
            format!("No way out of the function closes {what} and nobody else gets it."),
            Severity::Major,
            0.85,
        ),
        Fate::Late => (
            format!("`{name}` stays open when something fails"),
            format!("{what} is closed only at the end: an error or return before leaves it open.").replacen(
                'w',
                "W",
                usize::from(name.is_empty()),
            ),
            Severity::Minor,
            0.8,
        ),
    };
    Says {
        issue_class: "resource-leak",
        title,
        summary,
        fix: format!("Close it on every way out: {}.", opened.remedy),
        invariant: "what is opened is closed",
        severity,
        confidence,
        blast_radius: BlastRadius::Module,
    }
}
