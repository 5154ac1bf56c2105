//! What a piece of code is, as far as colour tells it apart. Themes give each a style (`ui::theme`).

/// The kinds of text that themes colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say it; `as_str` is the word in theme files")]
pub enum Tone {
    Text,
    Comment,
    Keyword,
    Storage,
    Operator,
    String,
    Escape,
    Number,
    Constant,
    Function,
    Type,
    Macro,
    Namespace,
    Parameter,
    Property,
    Tag,
    Attribute,
    Punctuation,
    Heading,
    Strong,
    Emphasis,
    Link,
    Raw,
    Quote,
    Inserted,
    Deleted,
    Invalid,
}

impl Tone {
    /// Every tone, in the order of its number.
    pub const ALL: [Self; 27] = [
        Self::Text,
        Self::Comment,
        Self::Keyword,
        Self::Storage,
        Self::Operator,
        Self::String,
        Self::Escape,
        Self::Number,
        Self::Constant,
        Self::Function,
        Self::Type,
        Self::Macro,
        Self::Namespace,
        Self::Parameter,
        Self::Property,
        Self::Tag,
        Self::Attribute,
        Self::Punctuation,
        Self::Heading,
        Self::Strong,
        Self::Emphasis,
        Self::Link,
        Self::Raw,
        Self::Quote,
        Self::Inserted,
        Self::Deleted,
        Self::Invalid,
    ];

    /// The word in theme files.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Comment => "comment",
            Self::Keyword => "keyword",
            Self::Storage => "storage",
            Self::Operator => "operator",
            Self::String => "string",
            Self::Escape => "escape",
            Self::Number => "number",
            Self::Constant => "constant",
            Self::Function => "function",
            Self::Type => "type",
            Self::Macro => "macro",
            Self::Namespace => "namespace",
            Self::Parameter => "parameter",
            Self::Property => "property",
            Self::Tag => "tag",
            Self::Attribute => "attribute",
            Self::Punctuation => "punctuation",
            Self::Heading => "heading",
            Self::Strong => "strong",
            Self::Emphasis => "emphasis",
            Self::Link => "link",
            Self::Raw => "raw",
            Self::Quote => "quote",
            Self::Inserted => "inserted",
            Self::Deleted => "deleted",
            Self::Invalid => "invalid",
        }
    }

    /// Its number in [`Self::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// A scope that themes for other editors are asked for when they are to give this tone a colour.
    pub fn scope(self) -> &'static str {
        match self {
            Self::Text => "source",
            Self::Comment => "comment.line",
            Self::Keyword => "keyword.control",
            Self::Storage => "storage.type",
            Self::Operator => "keyword.operator",
            Self::String => "string.quoted.double",
            Self::Escape => "constant.character.escape",
            Self::Number => "constant.numeric",
            Self::Constant => "constant.language",
            Self::Function => "entity.name.function",
            Self::Type => "entity.name.type",
            Self::Macro => "support.macro",
            Self::Namespace => "entity.name.namespace",
            Self::Parameter => "variable.parameter",
            Self::Property => "variable.other.member",
            Self::Tag => "entity.name.tag",
            Self::Attribute => "entity.other.attribute-name",
            Self::Punctuation => "punctuation.separator",
            Self::Heading => "markup.heading",
            Self::Strong => "markup.bold",
            Self::Emphasis => "markup.italic",
            Self::Link => "markup.underline.link",
            Self::Raw => "markup.raw",
            Self::Quote => "markup.quote",
            Self::Inserted => "markup.inserted",
            Self::Deleted => "markup.deleted",
            Self::Invalid => "invalid.illegal",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_the_order_of_the_numbers_and_the_words_differ() {
        for (at, tone) in Tone::ALL.into_iter().enumerate() {
            assert_eq!(tone.index(), at);
        }
        let words: std::collections::BTreeSet<_> = Tone::ALL.into_iter().map(Tone::as_str).collect();
        assert_eq!(words.len(), Tone::ALL.len());
    }
}
