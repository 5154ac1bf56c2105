//! Whether a line of a hunk stands inside a string, heredoc or code fence, as far as the hunk shows.
//! A rough reader that errs to "inside": checks that ask it prefer silence. Called by `conflict_markers`.

use crate::core::change::Language;

/// Reads the lines of one version of a hunk in order.
pub(super) struct Quotes {
    language: Language,
    triple: bool,
    single: bool,
    tick: bool,
    heredoc: Option<Vec<u8>>,
    began_inside: bool,
    seen_any: bool,
    before: Vec<u8>,
}

impl Quotes {
    pub fn new(language: Language) -> Self {
        Self {
            language,
            triple: false,
            single: false,
            tick: false,
            heredoc: None,
            began_inside: false,
            seen_any: false,
            before: Vec::new(),
        }
    }

    /// Whether the next line stands inside.
    pub fn inside(&self) -> bool {
        self.triple || self.single || self.tick || self.heredoc.is_some()
    }

    /// Whether the lines so far show that the hunk itself began inside: it closed what it had not opened.
    pub fn began_inside(&self) -> bool {
        self.began_inside
    }

    /// Takes a line.
    pub fn read(&mut self, line: &[u8]) {
        let line = line.get(..2000).unwrap_or(line);
        let text = line.trim_ascii();
        self.began_inside = false;
        if let Some(word) = &self.heredoc {
            if text == word.as_slice() {
                self.heredoc = None;
            }
            return;
        }
        match self.language {
            Language::Markdown | Language::Other => self.fence(text),
            Language::Python => self.triples(text),
            Language::Script | Language::Go => self.tick ^= odd(line, b'`'),
            Language::Rust | Language::C | Language::Ruby | Language::Php | Language::Shell => self.singles(line),
            Language::Jvm | Language::Swift => self.triples(text),
            Language::Sql | Language::Sections => {}
        }
        self.heredoc = heredoc(self.language, line);
        if !text.is_empty() {
            self.before = text.to_vec();
        }
    }

    fn fence(&mut self, text: &[u8]) {
        let ticks = text.starts_with(b"```") || text.starts_with(b"~~~") || text == b"----" || text == b"....";
        if !ticks {
            return;
        }
        let bare = text.iter().all(|b| *b == b'`' || *b == b'~' || *b == b'-' || *b == b'.');
        // A bare fence that comes first, right behind text, closes what began above the hunk.
        self.toggle_triple(bare && !self.before.is_empty());
    }

    fn triples(&mut self, text: &[u8]) {
        let count = |mark: &[u8]| memchr::memmem::find_iter(text, mark).count();
        if (count(b"\"\"\"") + count(b"'''")) % 2 == 0 {
            return;
        }
        let bare = text.starts_with(b"\"\"\"") || text.starts_with(b"'''");
        let opens = self.before.ends_with(b":") || self.before.is_empty() || text.len() > 6;
        self.toggle_triple(bare && !opens);
    }

    fn toggle_triple(&mut self, closes_unseen: bool) {
        if !self.seen_any && closes_unseen {
            self.began_inside = true;
        } else {
            self.triple = !self.triple;
        }
        self.seen_any = true;
    }

    fn singles(&mut self, line: &[u8]) {
        if !odd(line, b'"') {
            return;
        }
        let closing = [&b"\"#"[..], b"\";", b"\")", b"\","].iter().any(|c| line.trim_ascii().starts_with(c));
        if !self.single && !self.seen_any && closing {
            self.began_inside = true;
        } else {
            self.single = !self.single;
        }
        self.seen_any = true;
    }
}

/// Whether a quote stands an odd number of times on a line, escaped ones and quoted ones left out.
fn odd(line: &[u8], quote: u8) -> bool {
    let mut count = 0usize;
    let mut before = 0u8;
    for (at, b) in line.iter().enumerate() {
        let quoted = before == b'\'' && line.get(at + 1) == Some(&b'\'');
        count += usize::from(*b == quote && before != b'\\' && !quoted);
        before = if before == b'\\' && *b == b'\\' { 0 } else { *b };
    }
    count % 2 == 1
}

/// The word that ends a heredoc begun on this line.
fn heredoc(language: Language, line: &[u8]) -> Option<Vec<u8>> {
    if !matches!(language, Language::Shell | Language::Ruby | Language::Php | Language::Other) {
        return None;
    }
    let at = memchr::memmem::find(line, b"<<")?;
    let rest = line.get(at + 2..)?;
    let skip = rest.iter().position(|b| !b"<-~'\" ".contains(b))?;
    let word: Vec<u8> =
        rest.get(skip..)?.iter().copied().take_while(|b| b.is_ascii_uppercase() || *b == b'_').collect();
    (word.len() >= 2).then_some(word)
}
