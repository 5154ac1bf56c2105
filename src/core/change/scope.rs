//! Which definition a line of a hunk belongs to, by indentation and closing brackets, with the hunk's section as
//! what stands above. Not here: what a definition is (`symbol`). Called by `units`.

use std::sync::Arc;

use super::{Language, definition, section_symbol};

/// What a line is to the definitions around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// The innermost symbol; '' when none is known.
    pub symbol: Arc<str>,
    /// Whether the line defines that symbol.
    pub defines: bool,
    /// Whether it is a comment, attribute or decorator, which may belong to the definition that follows.
    pub leads: bool,
}

/// Reads a hunk's lines in order.
#[derive(Debug)]
pub(super) struct Scope {
    language: Language,
    open: Vec<(usize, Arc<str>)>,
    none: Arc<str>,
    in_fence: bool,
}

impl Scope {
    pub fn new(language: Language, section: &[u8]) -> Self {
        let none: Arc<str> = Arc::from("");
        let symbol = section_symbol(language, section);
        let open = if symbol.is_empty() { Vec::new() } else { vec![(0, Arc::from(symbol))] };
        Self { language, open, none, in_fence: false }
    }

    fn symbol(&self) -> Arc<str> {
        self.open.last().map_or_else(|| self.none.clone(), |(_, name)| name.clone())
    }

    /// Takes the next line and tells where it belongs.
    pub fn place(&mut self, line: &[u8]) -> Place {
        let text = line.trim_ascii();
        if text.is_empty() {
            return Place { symbol: self.symbol(), defines: false, leads: true };
        }
        let indent = indent_of(line);
        let fence = self.language == Language::Markdown && (text.starts_with(b"```") || text.starts_with(b"~~~"));
        self.in_fence ^= fence;
        match definition(self.language, line).filter(|_| !self.in_fence) {
            Some(name) => self.opens(indent, &name),
            None if self.is_flat() => Place { symbol: self.symbol(), defines: false, leads: false },
            None => self.inside(indent, text),
        }
    }

    /// Languages in which a heading reaches to the next one.
    fn is_flat(&self) -> bool {
        matches!(self.language, Language::Markdown | Language::Sections | Language::Sql | Language::Other)
    }

    fn opens(&mut self, indent: usize, name: &str) -> Place {
        let floor = if self.is_flat() { 0 } else { indent };
        while self.open.last().is_some_and(|(at, _)| *at >= floor) {
            self.open.pop();
        }
        let symbol: Arc<str> = Arc::from(name);
        self.open.push((indent, symbol.clone()));
        Place { symbol, defines: true, leads: false }
    }

    fn inside(&mut self, indent: usize, text: &[u8]) -> Place {
        let leads = is_lead(self.language, text);
        // Preprocessor lines and conflict markers stand at the left edge, whatever is around them.
        let edge = [&b"<<<<<<<"[..], b"|||||||", b"=======", b">>>>>>>"].iter().any(|m| text.starts_with(m));
        if edge || (self.language == Language::C && text.starts_with(b"#")) {
            return Place { symbol: self.symbol(), defines: false, leads: false };
        }
        while self.open.last().is_some_and(|(at, _)| *at > indent) {
            self.open.pop();
        }
        let closes = text.starts_with(b"}") || text == b"end" || text.starts_with(b"end ");
        let continues = closes || [&b")"[..], b"{", b"]", b"where"].iter().any(|c| text.starts_with(c));
        let level = self.open.last().is_some_and(|(at, _)| *at == indent);
        if level && !continues {
            self.open.pop();
        }
        let symbol = self.symbol();
        if level && closes {
            self.open.pop();
        }
        Place { symbol, defines: false, leads }
    }
}

/// Columns before the first character that is no blank; a tab counts as four.
fn indent_of(line: &[u8]) -> usize {
    line.iter()
        .map_while(|b| match b {
            b' ' => Some(1),
            b'\t' => Some(4),
            _ => None,
        })
        .sum()
}

fn is_lead(language: Language, text: &[u8]) -> bool {
    let marks: &[&[u8]] = match language {
        Language::Rust => &[b"//", b"#["],
        Language::Python | Language::Ruby | Language::Shell => &[b"#", b"@"],
        Language::Jvm | Language::Script | Language::Swift => &[b"//", b"/*", b"*", b"@"],
        Language::Go | Language::C => &[b"//", b"/*", b"*"],
        Language::Php => &[b"//", b"/*", b"*", b"#["],
        Language::Sql | Language::Markdown | Language::Sections | Language::Other => &[],
    };
    marks.iter().any(|m| text.starts_with(m)) || (language == Language::Jvm && text.starts_with(b"["))
}
