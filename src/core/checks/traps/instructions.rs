//! Files that tell agents what to do: characters that only a machine reads, rules that contradict each other, words that
//! tell an agent to drop its rules or to hide something. Called through `CHECKS`.

use std::collections::HashMap;

use crate::core::{
    model::{FileClass, Lens, Severity},
    text::{one_line, warnings},
};

use super::{
    super::{
        Check, Look,
        introduced::Says,
        subject::{Found, Subject},
    },
    Leaf, Trap, introduced, says,
};

pub(in super::super) const CHECK: Check = Check {
    id: "agent-instructions",
    lens: Lens::AiInstructions,
    title: "instructions of agents that hide or contradict",
    about: "An agent does what these files say, with the rights of whoever starts it, and nobody reads them as code is \
            read. What is hidden in them is an order that only the machine sees; two rules against each other are none.",
    never: &[
        "emoji, other scripts, and what their spelling needs",
        "words that warn of such orders or forbid them, examples in quotes and code",
        "rules with conditions of their own, and rules of different headings",
        "documents that are no instructions",
    ],
    look: Look::Lines(run),
};

fn run(subject: &Subject<'_>) -> Vec<Found> {
    let is_text = subject.class != FileClass::Binary && subject.class != FileClass::Vendored;
    if is_text && !subject.is_test && is_instruction(&subject.path.lossy().to_lowercase()) {
        introduced(subject, look)
    } else {
        Vec::new()
    }
}

/// Whether agents read a file as orders, by the places that their makers name.
pub(super) fn is_instruction(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let known = [
        "claude.md",
        "claude.local.md",
        "agents.md",
        "agent.md",
        "gemini.md",
        "skill.md",
        ".cursorrules",
        ".windsurfrules",
        ".clinerules",
        ".goosehints",
        "copilot-instructions.md",
        "llms.txt",
    ];
    let folders = [
        ".cursor/rules/",
        ".claude/commands/",
        ".claude/agents/",
        ".github/prompts/",
        ".github/instructions/",
        ".windsurf/rules/",
        ".clinerules/",
    ];
    let within = format!("/{path}");
    let prompt = within.contains("/prompts/")
        || name.contains("system_prompt")
        || name.contains("system-prompt")
        || name.ends_with(".prompt");
    let written = [".md", ".mdc", ".txt", ".prompt", ".j2", ".jinja", ".tmpl"].iter().any(|end| name.ends_with(end));
    known.contains(&name) || folders.iter().any(|folder| within.contains(&format!("/{folder}"))) || (prompt && written)
}

fn look(leaf: &Leaf<'_>, traps: &mut Vec<Trap>) {
    let mut fence = false;
    for (at, row) in leaf.rows.iter().enumerate() {
        let text = row.text.trim();
        if row.is_head() {
            fence = false;
            continue;
        }
        traps.extend(hidden(at, &row.text));
        if text.starts_with("```") || text.starts_with("~~~") {
            fence = !fence;
        } else if !fence {
            traps.extend(orders(at, text));
        }
    }
    contradictions(leaf, traps);
}

/// Characters that nobody sees.
fn hidden(at: usize, text: &str) -> Option<Trap> {
    if text.is_ascii() {
        return None;
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let seen = warnings(text.as_bytes());
    let other = text.chars().any(|c| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fefc}'));
    let tags = text.chars().filter(|c| matches!(c, '\u{e0000}'..='\u{e007f}')).count();
    // A soft hyphen says where a word may break; marks of direction belong to scripts that run to the left.
    let soft = text.chars().all(|c| !super::trojan_source::is_unseen(c));
    let turns_only = seen.bidi && !seen.invisible;
    let is_harmless = if seen.bidi { turns_only && other } else { soft || !seen.invisible };
    if is_harmless {
        return None;
    }
    let what = match () {
        () if tags > 0 => "a text in characters that no screen shows",
        () if seen.bidi => "characters that turn the order of the text",
        () => "characters that nobody sees",
    };
    let said = says(
        ("hidden-instructions", "what an agent reads, people can read"),
        (
            format!("The instructions hold {what}"),
            "An agent reads these characters, a reviewer does not: they can carry orders of their own, or change what the \
             visible words say."
                .to_owned(),
            "Delete the characters; write openly what the line is to say.",
        ),
        if tags > 0 { (Severity::Blocker, 0.97) } else { (Severity::Critical, 0.92) },
    );
    let visible: String = text.chars().filter(|c| c.is_ascii_graphic()).take(40).collect();
    let without = text
        .chars()
        .filter(|c| !super::trojan_source::is_unseen(*c) && !super::trojan_source::turns(*c))
        .collect::<String>();
    let clean = !warnings(without.as_bytes()).any();
    Some(Trap::at(at, format!("hidden {visible}"), said).suggesting(clean.then_some(without)))
}

/// What turns an agent against whoever it works for.
const ORDERS: &[(&str, &str)] = &[
    ("ignore", "previous instructions"),
    ("ignore", "prior instructions"),
    ("ignore", "above instructions"),
    ("ignore", "other instructions"),
    ("ignore", "system prompt"),
    ("ignore", "safety rules"),
    ("ignore", "safety guidelines"),
    ("disregard", "previous instructions"),
    ("disregard", "prior instructions"),
    ("disregard", "system prompt"),
    ("disregard", "safety"),
    ("override", "safety"),
    ("bypass", "approval"),
    ("bypass", "permission"),
    ("bypass", "code review"),
    ("hide", "from the user"),
    ("hide", "from reviewers"),
    ("hide", "from the reviewer"),
    ("conceal", "from the user"),
    ("secret", "from the user"),
    ("without", "the user's knowledge"),
    ("without", "the user knowing"),
    ("without", "telling the user"),
    ("without", "informing the user"),
    ("do not tell", "the user about"),
    ("do not tell", "the user that you"),
    ("don't tell", "the user about"),
    ("never tell", "the user about"),
    ("do not inform", "the user"),
    ("always", "--no-verify"),
    ("always", "--dangerously-skip-permissions"),
];

/// Words with which a line forbids, warns, tells or asks.
const SPARED: &[&str] = &[
    "never ",
    "not ",
    "n't ",
    "avoid",
    "refuse",
    "reject",
    "injection",
    "attack",
    "malicious",
    "attempt",
    "untrusted",
    "if ",
    "when ",
    "unless",
    "example",
    "such as",
    "e.g",
    "like ",
    "detect",
    "flag",
    "block",
    "warn",
    "suspicious",
    "prevent",
    "forbid",
    "cannot",
    "stop",
    "protect",
    "treat",
];

fn orders(at: usize, text: &str) -> Option<Trap> {
    let lower = text
        .get(..800)
        .unwrap_or(text)
        .to_lowercase()
        .replace("all ", "")
        .replace("any ", "")
        .replace("the above", "above");
    let (verb, object) = ORDERS.iter().find(|(verb, object)| {
        let Some((before, behind)) = lower.split_once(verb) else { return false };
        let near = behind.find(object).is_some_and(|gap| gap <= 40);
        let quoted =
            before.ends_with(['"', '\'', '`', '“', '‘', '«']) || before.matches(['"', '`', '“']).count() % 2 == 1;
        let (own, rest) = (format!("{before} "), behind.split_once(object).map_or("", |(_, rest)| rest));
        let spared = SPARED.iter().any(|word| {
            own.contains(word) || (*word != "not " && *word != "if " && *word != "when " && rest.contains(word))
        });
        near && !quoted && !spared
    })?;
    let said = says(
        ("instructions-against-rules", "instructions keep to the rules of whoever starts the agent"),
        (
            "An agent is told to drop its rules or to hide something".to_owned(),
            format!(
                "`{verb} … {object}`: whoever starts the agent with this file works with one that goes against its rules, \
                 and may not see it."
            ),
            "Delete it, or say openly what is to be done and who may allow it.",
        ),
        (Severity::Critical, 0.85),
    );
    Some(Trap::at(at, format!("{verb} {object}"), said))
}

/// A rule without what marks it, and whether it is for or against.
fn rule(text: &str) -> Option<(bool, String)> {
    let text = text.trim_start_matches(['-', '*', '+', '>', ' ']).trim_start_matches(|c: char| c.is_ascii_digit());
    let text = text.trim_start_matches(['.', ')', ' ']).replace(['*', '_', '`', '"'], "").to_lowercase();
    let (mark, rest) = [
        ("always ", true),
        ("you must always ", true),
        ("you must ", true),
        ("must ", true),
        ("never ", false),
        ("you must never ", false),
        ("you must not ", false),
        ("must not ", false),
        ("do not ", false),
        ("don't ", false),
    ]
    .iter()
    .filter_map(|(mark, kind)| text.strip_prefix(mark).map(|rest| ((mark, *kind), rest)))
    .min_by_key(|(_, rest)| rest.len())?;
    let words: Vec<&str> =
        rest.split(|c: char| !(c.is_alphanumeric() || "-./#+'".contains(c))).filter(|w| !w.is_empty()).collect();
    (words.len() >= 2 && words.len() <= 30).then(|| (mark.1, words.join(" ").trim_end_matches('.').to_owned()))
}

fn contradictions(leaf: &Leaf<'_>, traps: &mut Vec<Trap>) {
    let mut heading = String::new();
    let mut seen: HashMap<(String, String), (bool, usize)> = HashMap::new();
    for (at, row) in leaf.rows.iter().enumerate() {
        let text = row.text.trim();
        if text.starts_with('#') || row.is_head() {
            text.clone_into(&mut heading);
            continue;
        }
        let Some((kind, words)) = rule(text) else { continue };
        match seen.get(&(heading.clone(), words.clone())) {
            Some((other, first)) if *other != kind => {
                let number = leaf.rows.get(*first).map_or(0, |row| row.number);
                traps.push(Trap::at(at, format!("against {words}"), says_against(&words, number)).with([*first]));
            }
            Some(_) => {}
            None => drop(seen.insert((heading.clone(), words), (kind, at))),
        }
    }
}

fn says_against(words: &str, line: u32) -> Says {
    says(
        ("contradicting-instructions", "one rule for one thing"),
        (
            "Two rules contradict each other".to_owned(),
            format!(
                "This line and line {line} say the opposite of `{}`: an agent follows one of them, and which one changes \
                 from run to run.",
                one_line(words, 80)
            ),
            "Decide which one holds, and delete the other or say when it applies.",
        ),
        (Severity::Major, 0.92),
    )
}
