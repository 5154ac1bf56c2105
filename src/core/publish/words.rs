//! The text of one statement: as a comment at lines, and as a block of the body. Agents' words are neutralised here,
//! a person's are not. Not here: the body's other parts (`body`). Called by `compose`.

use super::{
    artifact::Statement,
    place::Moved,
    safe::{self, Intact},
    shorten::shorten,
};
use crate::core::{
    model::{Kind, LineRange, RepoPath, Side},
    synthesis::{self, Author, Labels},
};

/// Bytes that the host takes in one text.
pub const MOST_BYTES: usize = 65_536;
/// What a shortened text keeps at least.
const LEAST: usize = 600;

/// A text, and whether something was left out of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// Markdown, safe.
    pub text: String,
    /// Whether it was shortened.
    pub is_shortened: bool,
}

/// A statement with its texts made safe, once.
#[derive(Debug)]
pub struct Words<'s> {
    /// What it says.
    pub statement: &'s Statement,
    title: String,
    body: String,
    code: Option<(String, Intact)>,
}

impl<'s> Words<'s> {
    /// Makes the texts safe.
    pub fn of(statement: &'s Statement) -> Self {
        let wording = &statement.wording;
        let (title, body) = match statement.author {
            Author::Agent => (safe::agent_line(&wording.title), safe::agent(&wording.body)),
            Author::Person => {
                let one_line = wording.title.split_whitespace().collect::<Vec<_>>().join(" ");
                (safe::person(&one_line), safe::person(&wording.body))
            }
        };
        Self { statement, title, body, code: wording.suggestion.as_deref().map(safe::code) }
    }

    /// The body alone, as typed or neutralised.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The title alone, safe, on one line; '' for a person's own comment.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// A comment at lines, within so many bytes.
    ///
    /// # Errors
    /// A person's text that is too long is not cut: its length.
    pub fn at_lines(&self, side: Side, labels: Labels, most: usize) -> Result<Said, usize> {
        let (title, pass) = (&self.title, &self.statement.pass);
        let head = match (self.label(), labels) {
            ("", _) => title.clone(),
            (label, Labels::On) if pass.is_empty() => format!("**{label}**: {title}"),
            (label, Labels::On) => format!("**{label}** ({}): {title}", safe::agent_line(pass)),
            (_, Labels::Off) if title.is_empty() => title.clone(),
            (_, Labels::Off) => format!("**{title}**"),
        };
        // GitHub applies suggestions to the new version only.
        let applies = if side == Side::Right { Applies::Yes } else { Applies::No };
        self.fit(&[head], applies, most)
    }

    /// A block of the body, within so many bytes.
    ///
    /// # Errors
    /// A person's text that is too long is not cut: its length.
    pub fn in_body(&self, why: Moved, most: usize) -> Result<Said, usize> {
        let head = match self.label() {
            "" => self.title.clone(),
            label => format!("**{label}**: {}", self.title),
        };
        let about = self.statement.about.as_ref();
        let place = about.map(|(path, lines)| format!("{}: {}.", place(path, *lines), why.as_str()));
        self.fit(&[head, place.unwrap_or_default()], Applies::No, most)
    }

    /// The word in front; '' for a person's own comment.
    fn label(&self) -> &'static str {
        match self.statement.kind {
            Kind::Finding => self.statement.severity.as_str(),
            Kind::Comment => "",
            kind => kind.as_str(),
        }
    }

    fn suggestion(&self, applies: Applies) -> Option<String> {
        let (code, intact) = self.code.as_ref()?;
        let info = if (applies, *intact) == (Applies::Yes, Intact::Yes) { "suggestion" } else { "" };
        Some(synthesis::block(info, code))
    }

    /// Head, body and suggestion, the body shortened when they do not fit together; then the suggestion is left out.
    fn fit(&self, head: &[String], applies: Applies, most: usize) -> Result<Said, usize> {
        let suggestion = self.suggestion(applies);
        let whole = join(head, &self.body, suggestion.as_deref());
        if whole.len() <= most {
            return Ok(Said { text: whole, is_shortened: false });
        }
        if self.statement.author == Author::Person {
            return Err(whole.len());
        }
        let told = |code: &String| format!("*A suggestion of {} bytes has no room here; prr has it.*", code.len());
        let gone = suggestion.as_ref().map(told);
        let short_head: Vec<String> = head.iter().map(|part| shorten(part, most / 4)).collect();
        let room = |rest: Option<&str>| most.saturating_sub(join(&short_head, "", rest).len() + 2);
        let rest = suggestion.as_deref().filter(|code| room(Some(code)) >= LEAST.min(self.body.len()));
        let rest = rest.or(gone.as_deref());
        let text = join(&short_head, &shorten(&self.body, room(rest)), rest);
        Ok(Said { text: shorten(&text, most), is_shortened: true })
    }
}

/// `path:line` in code, as people name a place.
pub fn place(path: &RepoPath, lines: Option<LineRange>) -> String {
    let path = path.lossy();
    safe::path(&match lines {
        Some(lines) if lines.start() == lines.end() => format!("{path}:{}", lines.start()),
        Some(lines) => format!("{path}:{}-{}", lines.start(), lines.end()),
        None => path.into_owned(),
    })
}

/// Whether the host can apply a suggestion there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Applies {
    Yes,
    No,
}

fn join(head: &[String], body: &str, rest: Option<&str>) -> String {
    let parts = head.iter().map(String::as_str).chain([body.trim_end_matches('\n')]).chain(rest);
    parts.filter(|part| !part.trim().is_empty()).collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::publish::sample::{anchor, own, statement};

    fn said(statement: &Statement, side: Side) -> String {
        Words::of(statement).at_lines(side, Labels::On, MOST_BYTES).unwrap().text
    }

    fn with_suggestion(code: &str) -> Statement {
        let mut statement = statement("a-001", Some(anchor("a.rs", Side::Right, 4, 5)));
        statement.wording.suggestion = Some(code.into());
        statement
    }

    #[test]
    fn labels_stand_in_front_or_not() {
        let one = statement("a-001", None);
        assert_eq!(said(&one, Side::Right), "**major** (overview): Title of a-001\n\nBody of a-001.");
        let off = Words::of(&one).at_lines(Side::Right, Labels::Off, MOST_BYTES).unwrap().text;
        assert_eq!(off, "**Title of a-001**\n\nBody of a-001.");
        assert_eq!(said(&own("own-001", "as @typed\n", None), Side::Right), "as @typed");
    }

    #[test]
    fn a_suggestion_keeps_its_bytes_in_a_fence_longer_than_any_inside() {
        for (code, block) in [
            ("```sh\nprr\n```\nand ````four````", "`````suggestion\n```sh\nprr\n```\nand ````four````\n`````"),
            ("", "```suggestion\n```"),
            ("    let a = 1;\n\n\tlet b = 2;  ", "```suggestion\n    let a = 1;\n\n\tlet b = 2;  \n```"),
            ("~~~\n```suggestion\nevil\n```\n~~~", "````suggestion\n~~~\n```suggestion\nevil\n```\n~~~\n````"),
        ] {
            let text = said(&with_suggestion(code), Side::Right);
            assert!(text.ends_with(&format!("Body of a-001.\n\n{block}")), "{text}");
        }
    }

    #[test]
    fn a_suggestion_that_the_host_cannot_apply_is_plain_code() {
        let left = said(&with_suggestion("x"), Side::Left);
        let body = Words::of(&with_suggestion("x")).in_body(Moved::OffDiff, MOST_BYTES).unwrap().text;
        let changed = said(&with_suggestion("a\x00b"), Side::Right);
        for text in [&left, &body, &changed] {
            assert!(!text.contains("suggestion") && text.contains("```\n"), "{text}");
        }
        assert!(body.contains("`a.rs:4-5`: its lines are not in one hunk of the change."), "{body}");
    }

    #[test]
    fn an_agents_long_text_is_shortened_and_a_persons_is_not() {
        let mut long = with_suggestion("let a = 1;");
        long.wording.body = "word ".repeat(14_000);
        let short = Words::of(&long).at_lines(Side::Right, Labels::On, MOST_BYTES).unwrap();
        assert!(short.is_shortened && short.text.len() <= MOST_BYTES);
        assert!(short.text.ends_with("```suggestion\nlet a = 1;\n```"), "the suggestion stays whole");
        long.author = Author::Person;
        assert!(Words::of(&long).at_lines(Side::Right, Labels::On, MOST_BYTES).is_err());
    }

    #[test]
    fn a_suggestion_without_room_is_told() {
        let long = with_suggestion(&"let a = 1;\n".repeat(8_000));
        let short = Words::of(&long).at_lines(Side::Right, Labels::On, MOST_BYTES).unwrap();
        assert!(short.is_shortened && !short.text.contains("```"));
        assert!(short.text.contains("A suggestion of 88"), "{}", short.text);
    }
}
