//! Scopes of Sublime's grammars to tones. The innermost scope that says something decides.
//! Called by `stream` for each piece of a line.

use std::collections::HashMap;

use syntect::parsing::{Scope, ScopeStack};

use super::Tone;

/// What a scope says: the longest entry that it begins with counts. `Text` ends the search: what stands around does
/// not colour what is inside.
const TABLE: &[(&str, Tone)] = &[
    ("comment", Tone::Comment),
    ("constant", Tone::Constant),
    ("constant.character", Tone::Escape),
    ("constant.numeric", Tone::Number),
    ("constant.other.color", Tone::Number),
    ("constant.other.placeholder", Tone::Escape),
    ("entity.name", Tone::Type),
    ("entity.name.constant", Tone::Constant),
    ("entity.name.function", Tone::Function),
    ("entity.name.label", Tone::Namespace),
    ("entity.name.macro", Tone::Macro),
    ("entity.name.module", Tone::Namespace),
    ("entity.name.namespace", Tone::Namespace),
    ("entity.name.section", Tone::Heading),
    ("entity.name.tag", Tone::Tag),
    ("entity.name.val", Tone::Text),
    ("entity.name.variable", Tone::Text),
    ("entity.other.attribute-name", Tone::Attribute),
    ("entity.other.inherited-class", Tone::Type),
    ("invalid", Tone::Invalid),
    ("invalid.deprecated", Tone::Text),
    ("keyword", Tone::Keyword),
    ("keyword.operator", Tone::Operator),
    ("keyword.operator.expression", Tone::Keyword),
    ("keyword.operator.logical.python", Tone::Keyword),
    ("keyword.operator.new", Tone::Keyword),
    ("keyword.operator.word", Tone::Keyword),
    ("markup.bold", Tone::Strong),
    ("markup.deleted", Tone::Deleted),
    ("markup.heading", Tone::Heading),
    ("markup.inserted", Tone::Inserted),
    ("markup.italic", Tone::Emphasis),
    ("markup.quote", Tone::Quote),
    ("markup.raw", Tone::Raw),
    ("markup.underline.link", Tone::Link),
    ("meta.annotation", Tone::Macro),
    ("meta.attribute.rust", Tone::Macro),
    ("meta.diff.header", Tone::Heading),
    ("meta.diff.range", Tone::Keyword),
    ("meta.interpolation", Tone::Text),
    ("meta.preprocessor", Tone::Macro),
    ("meta.preprocessor.include", Tone::Text),
    ("meta.template.expression", Tone::Text),
    ("punctuation", Tone::Punctuation),
    ("punctuation.definition.annotation", Tone::Macro),
    ("punctuation.definition.comment", Tone::Comment),
    ("punctuation.definition.heading", Tone::Heading),
    ("punctuation.definition.keyword", Tone::Keyword),
    ("punctuation.definition.raw", Tone::Raw),
    ("punctuation.definition.string", Tone::String),
    ("punctuation.definition.variable", Tone::Parameter),
    ("punctuation.section.interpolation", Tone::Escape),
    ("storage", Tone::Storage),
    ("storage.modifier", Tone::Keyword),
    ("string", Tone::String),
    ("string.regexp", Tone::Escape),
    ("string.unquoted", Tone::Text),
    ("string.unquoted.heredoc", Tone::String),
    ("support", Tone::Function),
    ("support.class", Tone::Type),
    ("support.constant", Tone::Constant),
    ("support.macro", Tone::Macro),
    ("support.module", Tone::Namespace),
    ("support.type", Tone::Type),
    ("support.type.property-name", Tone::Property),
    ("support.variable", Tone::Constant),
    ("text", Tone::Text),
    ("variable", Tone::Text),
    ("variable.annotation", Tone::Macro),
    ("variable.function", Tone::Function),
    ("variable.language", Tone::Constant),
    ("variable.other.constant", Tone::Constant),
    ("variable.other.member", Tone::Property),
    ("variable.other.property", Tone::Property),
    ("variable.parameter", Tone::Parameter),
];

/// Scopes that were asked for, and what they say.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    known: HashMap<Scope, Said>,
}

/// What one scope says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    /// Nothing: ask the one around it.
    Nothing,
    /// This.
    Tone(Tone),
    /// What is inside is the name of something that has a value: a string there is no text.
    Key,
}

impl Scopes {
    /// The tone where these scopes are open.
    pub fn tone(&mut self, stack: &ScopeStack) -> Tone {
        let mut string = false;
        for scope in stack.scopes.iter().rev() {
            match self.said(*scope) {
                Said::Nothing => {}
                Said::Key if string => return Tone::Property,
                Said::Key => {}
                Said::Tone(Tone::String) => string = true,
                Said::Tone(_) if string => break,
                Said::Tone(tone) => return tone,
            }
        }
        if string { Tone::String } else { Tone::Text }
    }

    fn said(&mut self, scope: Scope) -> Said {
        *self.known.entry(scope).or_insert_with(|| said(&scope.build_string()))
    }
}

fn said(scope: &str) -> Said {
    if begins(scope, "meta.mapping.key") {
        return Said::Key;
    }
    let fitting = TABLE.iter().filter(|(start, _)| begins(scope, start));
    fitting.max_by_key(|(start, _)| start.len()).map_or(Said::Nothing, |(_, tone)| Said::Tone(*tone))
}

/// Whether a scope is `start` or something below it.
fn begins(scope: &str, start: &str) -> bool {
    scope.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::str::FromStr;

    fn tone(stack: &str) -> Tone {
        Scopes::default().tone(&ScopeStack::from_str(stack).unwrap())
    }

    #[test]
    fn the_innermost_scope_that_says_something_decides() {
        assert_eq!(tone("source.rust meta.function keyword.control.rust"), Tone::Keyword);
        assert_eq!(tone("source.rust comment.line punctuation.definition.comment.rust"), Tone::Comment);
        assert_eq!(tone("source.js string.quoted meta.interpolation.js variable.other"), Tone::Text);
        assert_eq!(tone("source.rust meta.block.rust"), Tone::Text);
        assert_eq!(tone("source.python string.quoted constant.character.escape"), Tone::Escape);
    }

    #[test]
    fn a_name_is_matched_by_whole_words() {
        assert_eq!(tone("source.x stringy"), Tone::Text);
        assert_eq!(tone("source.x string"), Tone::String);
    }

    #[test]
    fn a_key_of_a_mapping_is_no_string() {
        assert_eq!(tone("source.json meta.mapping.key.json string.quoted.double.json"), Tone::Property);
        assert_eq!(tone("source.json meta.mapping.value.json string.quoted.double.json"), Tone::String);
    }
}
