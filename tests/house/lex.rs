//! Rust text -> tokens with line numbers, enough to read paths, items and attributes.
//! Comments and the contents of strings are gone; macros are read like any other code, so nothing hides in them.
//! Not a parser. Called by `reading`.

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// An identifier or keyword (`r#` is taken off).
    Word(String),
    /// `::`
    Colons,
    /// `=>`
    Arrow,
    /// One other character.
    Mark(char),
    /// A string, character or number.
    Literal,
    /// `'a`
    Lifetime,
}

/// A token and the line it starts on, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    pub line: usize,
}

impl Token {
    /// The word, if it is one.
    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(w) => Some(w),
            _ => None,
        }
    }

    /// Whether it is this word.
    pub fn is_word(&self, w: &str) -> bool {
        self.word() == Some(w)
    }

    /// Whether it is this character.
    pub fn is(&self, c: char) -> bool {
        self.kind == Kind::Mark(c)
    }
}

/// Cuts text into tokens. Unclosed strings and comments end with the text.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer { chars: text.chars().collect(), at: 0, line: 1, out: Vec::new() };
    while lexer.at < lexer.chars.len() {
        lexer.step();
    }
    lexer.out
}

struct Lexer {
    chars: Vec<char>,
    at: usize,
    line: usize,
    out: Vec<Token>,
}

impl Lexer {
    fn peek(&self, ahead: usize) -> char {
        self.chars.get(self.at + ahead).copied().unwrap_or('\0')
    }

    fn advance(&mut self) {
        if self.peek(0) == '\n' {
            self.line += 1;
        }
        self.at += 1;
    }

    fn ended(&self) -> bool {
        self.at >= self.chars.len()
    }

    fn step(&mut self) {
        let (c, line) = (self.peek(0), self.line);
        let kind = match (c, self.peek(1)) {
            ('/', '/') => return self.line_comment(),
            ('/', '*') => return self.block_comment(),
            ('\'', _) => self.quote(),
            ('"', _) => self.string(),
            (':', ':') => self.pair(Kind::Colons),
            ('=', '>') => self.pair(Kind::Arrow),
            _ if c.is_whitespace() => return self.advance(),
            _ if c.is_ascii_digit() => self.number(),
            _ if c == '_' || c.is_alphabetic() => self.word(),
            _ => {
                self.advance();
                Kind::Mark(c)
            }
        };
        self.out.push(Token { kind, line });
    }

    fn pair(&mut self, kind: Kind) -> Kind {
        self.advance();
        self.advance();
        kind
    }

    fn line_comment(&mut self) {
        while !self.ended() && self.peek(0) != '\n' {
            self.advance();
        }
    }

    fn block_comment(&mut self) {
        let mut depth = 0_usize;
        while !self.ended() {
            match (self.peek(0), self.peek(1)) {
                ('/', '*') => {
                    depth += 1;
                    self.advance();
                }
                ('*', '/') => {
                    depth -= 1;
                    self.advance();
                }
                _ => {}
            }
            self.advance();
            if depth == 0 {
                return;
            }
        }
    }

    /// `'x'` and `'\n'` are characters, `'a` is a lifetime.
    fn quote(&mut self) -> Kind {
        if self.peek(1) != '\\' && self.peek(2) != '\'' {
            self.advance();
            while self.peek(0) == '_' || self.peek(0).is_alphanumeric() {
                self.advance();
            }
            return Kind::Lifetime;
        }
        self.advance();
        self.until_quote('\'')
    }

    fn string(&mut self) -> Kind {
        self.advance();
        self.until_quote('"')
    }

    fn until_quote(&mut self, quote: char) -> Kind {
        while !self.ended() && self.peek(0) != quote {
            if self.peek(0) == '\\' {
                self.advance();
            }
            self.advance();
        }
        self.advance();
        Kind::Literal
    }

    /// Behind `r`, `br` or `cr`: hashes, text, the same number of hashes.
    fn raw_string(&mut self) -> Kind {
        let mut hashes = 0;
        while self.peek(0) == '#' {
            hashes += 1;
            self.advance();
        }
        self.advance();
        while !self.ended() {
            let closes = self.peek(0) == '"' && (1..=hashes).all(|n| self.peek(n) == '#');
            self.advance();
            if closes {
                (0..hashes).for_each(|_| self.advance());
                break;
            }
        }
        Kind::Literal
    }

    /// `1.0`, `0xFF`, `1e-9`: a dot belongs to the number only before a digit, so `0..2` and `x.0.y` stay apart.
    fn number(&mut self) -> Kind {
        while self.peek(0) == '_'
            || self.peek(0).is_alphanumeric()
            || (self.peek(0) == '.' && self.peek(1).is_ascii_digit())
        {
            self.advance();
        }
        Kind::Literal
    }

    fn word(&mut self) -> Kind {
        let start = self.at;
        while self.peek(0) == '_' || self.peek(0).is_alphanumeric() {
            self.advance();
        }
        let word: String = self.chars.get(start..self.at).unwrap_or_default().iter().collect();
        match (word.as_str(), self.peek(0), self.peek(1)) {
            ("r" | "br" | "cr", '"', _) | ("r" | "br" | "cr", '#', '"' | '#') => self.raw_string(),
            ("b" | "c", '"', _) => self.string(),
            ("b", '\'', _) => {
                self.advance();
                self.until_quote('\'')
            }
            ("r", '#', _) => {
                self.advance();
                self.word()
            }
            _ => Kind::Word(word),
        }
    }
}
