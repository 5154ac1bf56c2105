//! Letters of other scripts that look like Latin ones, as far as identifiers are made of them. Rules: Unicode Technical
//! Standard 39 ("confusables"), only letters that common fonts draw alike. Called by `trojan_source`.

/// The Latin letter that a Cyrillic or Greek one looks like. Greek small letters but omicron are signs of formulas.
pub(super) fn latin(c: char) -> Option<char> {
    Some(match c {
        'а' => 'a',
        'е' => 'e',
        'о' | 'ο' => 'o',
        'р' => 'p',
        'с' => 'c',
        'у' => 'y',
        'х' => 'x',
        'і' => 'i',
        'ј' => 'j',
        'ѕ' => 's',
        'һ' => 'h',
        'ԁ' => 'd',
        'ԛ' => 'q',
        'ԝ' => 'w',
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'Е' | 'Ε' => 'E',
        'Н' | 'Η' => 'H',
        'К' | 'Κ' => 'K',
        'М' | 'Μ' => 'M',
        'О' | 'Ο' => 'O',
        'Р' | 'Ρ' => 'P',
        'С' => 'C',
        'Т' | 'Τ' => 'T',
        'Х' | 'Χ' => 'X',
        'У' => 'Y',
        'І' | 'Ι' => 'I',
        'Ј' => 'J',
        'Ѕ' => 'S',
        'Ζ' => 'Z',
        'Ν' => 'N',
        _ => return None,
    })
}

/// An identifier with every such letter as the Latin one; `None` when it holds none, or one that looks like no other.
pub(super) fn skeleton(identifier: &str) -> Option<String> {
    let mut foreign = false;
    let made: Option<String> = identifier
        .chars()
        .map(|c| match latin(c) {
            Some(same) => {
                foreign = true;
                Some(same)
            }
            None => c.is_ascii().then_some(c),
        })
        .collect();
    made.filter(|_| foreign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_looks_like_latin_throughout_has_a_skeleton() {
        assert_eq!(skeleton("pаypal").as_deref(), Some("paypal"));
        assert_eq!(skeleton("сору").as_deref(), Some("copy"));
        assert_eq!(skeleton("имя"), None);
        assert_eq!(skeleton("Δx"), None);
        assert_eq!(skeleton("plain"), None);
    }
}
