//! What the tolerant reader may repair, each with its words. Called by the reader of JSON and by `collect`.

/// One kind of repair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Repair {
    /// `[1, 2,]`, `[1,, 2]`.
    ExtraComma,
    /// `{"a": 1 "b": 2}`, `{…} {…}` in a list.
    MissingComma,
    /// `[{"a": 1]`.
    MissingBracket,
    /// `{"a": , "b": 1}`.
    MissingValue,
    /// `// …`, `/* … */`, `# …`.
    Comment,
    /// `{'a': 'b'}`.
    SingleQuotes,
    /// `{“a”: “b”}`.
    SmartQuotes,
    /// `{a: 1}`.
    BareKey,
    /// `{"severity": high}`.
    BareText,
    /// A line break or a tab that stands in a text as it is.
    RawControl,
    /// `\d`.
    BadEscape,
    /// `\ud83d` alone.
    LoneSurrogate,
    /// `"he said "no" twice"`.
    InnerQuotes,
    /// `True`, `None`, `NULL`.
    ForeignWord,
    /// `NaN`, `Infinity`.
    NoNumber,
    /// `+4`, `.5`, `1_000`.
    OddNumber,
    /// `...` in place of an element.
    Elided,
}

impl Repair {
    /// All kinds.
    pub const ALL: [Self; 17] = [
        Self::ExtraComma,
        Self::MissingComma,
        Self::MissingBracket,
        Self::MissingValue,
        Self::Comment,
        Self::SingleQuotes,
        Self::SmartQuotes,
        Self::BareKey,
        Self::BareText,
        Self::RawControl,
        Self::BadEscape,
        Self::LoneSurrogate,
        Self::InnerQuotes,
        Self::ForeignWord,
        Self::NoNumber,
        Self::OddNumber,
        Self::Elided,
    ];

    /// What was done, for a note.
    pub fn words(self) -> &'static str {
        match self {
            Self::ExtraComma => "a comma too many was passed over",
            Self::MissingComma => "a missing comma was put in",
            Self::MissingBracket => "a missing bracket was put in",
            Self::MissingValue => "a key without a value counts as not given",
            Self::Comment => "a comment in its JSON was passed over",
            Self::SingleQuotes => "texts in single quotes were read",
            Self::SmartQuotes => "typographic quotes were read as quotes",
            Self::BareKey => "a key without quotes was read",
            Self::BareText => "a word without quotes was read as text",
            Self::RawControl => "a line break or tab that was not escaped was kept in its text",
            Self::BadEscape => "an escape that JSON does not have was kept as it stands",
            Self::LoneSurrogate => "half of an escaped character was replaced",
            Self::InnerQuotes => "quotes inside a text that were not escaped were kept",
            Self::ForeignWord => "a word of another language (such as True or None) was read",
            Self::NoNumber => "a number that JSON does not have (NaN, Infinity) counts as not given",
            Self::OddNumber => "a number that JSON does not write so was read",
            Self::Elided => "the agent left entries out ('...')",
        }
    }
}

/// Which repairs were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in super::super) struct Repairs(u32);

impl Repairs {
    /// Adds one; a second of its kind changes nothing.
    pub fn add(&mut self, repair: Repair) {
        self.0 |= 1 << repair as u32;
    }

    /// In the order of the enum.
    pub fn iter(self) -> impl Iterator<Item = Repair> {
        Repair::ALL.into_iter().filter(move |repair| self.0 & (1 << *repair as u32) != 0)
    }
}
