//! `Link` headers (RFC 8288): which address is the next page. Not whether it may be asked (see `Address::joins`).
//! Called by `edge::github`.

use http::HeaderMap;

/// The address of `rel="next"`, verbatim; `None` on the last page.
pub fn next_page(headers: &HeaderMap) -> Option<String> {
    headers.get_all(http::header::LINK).iter().filter_map(|value| value.to_str().ok()).find_map(next_of)
}

/// Walks `<address>; rel="next"; …, <address>; …`. Commas and semicolons may stand inside an address.
fn next_of(mut rest: &str) -> Option<String> {
    loop {
        let (_, from_address) = rest.split_once('<')?;
        let (address, parameters) = from_address.split_once('>')?;
        let end = end_of_parameters(parameters);
        let (own, others) = parameters.split_at_checked(end)?;
        if own.split(';').any(is_next) {
            return Some(address.trim().to_owned());
        }
        rest = others;
    }
}

/// Where the parameters of one link end: the first comma outside quotes.
fn end_of_parameters(parameters: &str) -> usize {
    let mut quoted = false;
    for (at, character) in parameters.char_indices() {
        match character {
            '"' => quoted = !quoted,
            ',' if !quoted => return at,
            _ => {}
        }
    }
    parameters.len()
}

/// `rel="next"`, `rel=next`, `rel="last next"`.
fn is_next(parameter: &str) -> bool {
    let Some((name, value)) = parameter.split_once('=') else { return false };
    let mut words = value.trim().trim_matches('"').split_ascii_whitespace();
    name.trim().eq_ignore_ascii_case("rel") && words.any(|word| word.eq_ignore_ascii_case("next"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(value: &str) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(http::header::LINK, value.parse().unwrap());
        next_page(&headers)
    }

    #[test]
    fn the_next_page_is_found_wherever_it_stands() {
        let two =
            r#"<https://h/a?page=1>; rel="prev", <https://h/a?page=3>; rel="next", <https://h/a?page=9>; rel="last""#;
        assert_eq!(next(two).as_deref(), Some("https://h/a?page=3"));
        assert_eq!(next("<https://h/a,b;c?after=x%3D>; rel=next").as_deref(), Some("https://h/a,b;c?after=x%3D"));
        assert_eq!(next(r#"<h>; title="a, rel=next"; rel="last", <n>; REL="NEXT last""#).as_deref(), Some("n"));
    }

    #[test]
    fn without_a_next_page_there_is_none() {
        assert_eq!(next(r#"<https://h/a?page=1>; rel="prev""#), None);
        assert_eq!(next("rel=next"), None);
        assert_eq!(next("<https://h/a; rel=next"), None);
        assert_eq!(next(""), None);
        assert_eq!(next_page(&HeaderMap::new()), None);
    }
}
