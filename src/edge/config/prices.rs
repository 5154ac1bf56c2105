//! The table of prices that the program carries (`assets/prices.txt`). Called by `app` for estimates.

use crate::core::plan::{Price, Prices};

/// The table.
const TABLE: &str = include_str!("../../../assets/prices.txt");

/// Prices by model. What of the table cannot be read is left out; a test holds it readable.
pub fn prices() -> Prices {
    let price = |line: &str| {
        let mut words = line.split_whitespace();
        let model = words.next().filter(|model| !model.starts_with('#'))?;
        let (input, output) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let mut number = |fallback: f64| words.next().and_then(|word| word.parse().ok()).unwrap_or(fallback);
        // Without their own prices, cached tokens cost what the others do.
        let (cache_write, cache_read) = (number(input), number(input));
        Some((model.to_owned(), Price { input, output, cache_write, cache_read }))
    };
    Prices(TABLE.lines().filter_map(price).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_a_price() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(prices().0.len(), lines);
        assert!(prices().of("ollama::qwen").is_some_and(|price| price.input == 0.0));
        assert!(prices().of("anthropic::claude-sonnet-4").is_some_and(|price| price.input == 3.0));
        assert_eq!(prices().of("unknown::x"), None);
    }
}
