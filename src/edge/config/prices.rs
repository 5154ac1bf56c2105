//! What models cost: the person's `[[prices]]`, and the table that the program carries (`assets/prices.txt`). Called by
//! `models`.

use crate::core::plan::{Price, Prices};

use super::value::{Item, Values};

/// The table.
const TABLE: &str = include_str!("../../../assets/prices.txt");

/// Prices by model. What of the table cannot be read is left out; a test holds it readable.
pub(super) fn prices(values: &Values) -> Prices {
    Prices { own: values.items("prices").iter().filter_map(own).collect(), listed: listed() }
}

fn own(item: &Item) -> Option<(String, Price)> {
    let (input, output) = (item.number("input")?, item.number("output")?);
    let cache = |field: &str| item.number(field).unwrap_or(input);
    let price = Price { input, output, cache_write: cache("cache_write"), cache_read: cache("cache_read") };
    Some((item.text("model")?, price))
}

fn listed() -> Vec<(String, Price)> {
    let price = |line: &str| {
        let mut words = line.split_whitespace();
        let model = words.next().filter(|model| !model.starts_with('#'))?;
        let (input, output) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let mut number = |fallback: f64| words.next().and_then(|word| word.parse().ok()).unwrap_or(fallback);
        // Without their own prices, cached tokens cost what the others do.
        let (cache_write, cache_read) = (number(input), number(input));
        Some((model.to_owned(), Price { input, output, cache_write, cache_read }))
    };
    TABLE.lines().filter_map(price).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_a_price() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        let prices = Prices { own: Vec::new(), listed: listed() };
        assert_eq!(prices.listed.len(), lines);
        assert!(prices.of("ollama::qwen").is_some_and(|price| price.input == 0.0));
        assert!(prices.of("anthropic::claude-sonnet-4").is_some_and(|price| price.input == 3.0));
        assert_eq!(prices.of("unknown::x"), None);
    }
}
