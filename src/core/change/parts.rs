//! Words of which identifiers are made, and texts without their blanks: how the change map compares what people wrote.
//! Not here: meaning. Called by `marks`, `signs` and the reviewer of removed guards.

/// The words of identifiers in a text: parts of `snake_case`, `camelCase` and `PascalCase`, in lower case.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = String> + '_ {
    pieces(text).map(|word| String::from_utf8_lossy(word).to_ascii_lowercase())
}

/// The same as they stand there.
fn pieces(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut start = 0;
    let mut at = 0;
    std::iter::from_fn(move || {
        while at <= text.len() {
            let here = text.get(at).copied().unwrap_or(b' ');
            let before = at.checked_sub(1).and_then(|i| text.get(i)).copied().unwrap_or(b' ');
            let after = text.get(at + 1).copied().unwrap_or(b' ');
            let hump = here.is_ascii_uppercase()
                && (before.is_ascii_lowercase() || (before.is_ascii_uppercase() && after.is_ascii_lowercase()));
            let ends = hump || !here.is_ascii_alphanumeric();
            let word = text.get(start..at).filter(|word| ends && !word.is_empty());
            if ends {
                start = if hump { at } else { at + 1 };
            }
            at += 1;
            if word.is_some() {
                return word;
            }
        }
        None
    })
}

/// Whether one of the words is in a list, in which `*` at the end stands for any continuation.
pub(super) fn has_word(text: &[u8], list: &[&str]) -> bool {
    pieces(text).any(|word| list.iter().any(|known| is_word(word, known)))
}

/// Whether a word is in such a list.
pub(super) fn fits(word: &str, list: &[&str]) -> bool {
    list.iter().any(|known| is_word(word.as_bytes(), known))
}

fn is_word(word: &[u8], known: &str) -> bool {
    match known.strip_suffix('*') {
        Some(start) => word.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start.as_bytes())),
        None => word.eq_ignore_ascii_case(known.as_bytes()),
    }
}

/// Longest text that is compared.
const MOST: usize = 2_000;

/// A text without blanks, so that layout does not matter.
pub(super) fn squeezed(text: &[u8]) -> String {
    let bare: Vec<u8> = text.iter().copied().filter(|b| !b.is_ascii_whitespace()).take(MOST).collect();
    String::from_utf8_lossy(&bare).into_owned()
}

/// A condition without blanks and without the brackets around the whole of it, with the operators of all languages written
/// alike.
pub(in crate::core) fn condition_key(text: &str) -> String {
    let words = text.split_whitespace().map(|word| match word {
        "and" => "&&",
        "or" => "||",
        "not" => "!",
        other => other,
    });
    without_brackets(&words.collect::<String>()).to_owned()
}

/// A text without the brackets around the whole of it: `(a)&&(b)` keeps its own.
pub(in crate::core) fn without_brackets(text: &str) -> &str {
    let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
    let closes_early = |t: &str| {
        let mut depth = 0i32;
        t.chars().any(|c| {
            depth += match c {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            depth < 0
        })
    };
    inner.filter(|t| !closes_early(t)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_fall_into_words() {
        let of = |text: &str| words(text.as_bytes()).collect::<Vec<_>>();
        assert_eq!(of("checkAuth(user_id, HTTPServer)"), ["check", "auth", "user", "id", "http", "server"]);
        assert_eq!(of(""), Vec::<String>::new());
        assert!(has_word(b"isAuthorized", &["authoriz*"]) && !has_word(b"author", &["auth"]));
        assert_eq!(squeezed(b" a  &&\n b "), "a&&b");
    }

    #[test]
    fn conditions_of_all_languages_have_one_key() {
        for (text, key) in [
            ("(a and not b)", "a&&!b"),
            ("a  &&\n b", "a&&b"),
            ("(a) or (b)", "(a)||(b)"),
            ("((a))", "(a)"),
            ("(", "("),
            ("", ""),
        ] {
            assert_eq!(condition_key(text), key, "{text}");
        }
    }
}
