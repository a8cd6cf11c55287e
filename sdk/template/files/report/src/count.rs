//! The counting itself, and the filter that goes with it.

use std::collections::BTreeMap;

/// Counts by value.
#[derive(Debug, Default)]
pub struct Counts(BTreeMap<String, i64>);

impl Counts {
    pub fn add(&mut self, word: String) {
        *self.0.entry(word).or_default() += 1;
    }

    /// In the order of the words.
    pub fn rows(self) -> impl Iterator<Item = (String, i64)> {
        self.0.into_iter()
    }
}

/// Only bookings of this status, in the filter language of the API: a quote within is doubled.
pub fn filter(status: &str) -> String {
    format!("bookingStatus eq '{}'", status.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_in_order() {
        let mut counts = Counts::default();
        for word in ["b", "a", "b"] {
            counts.add(word.into());
        }
        assert!(counts.rows().eq([("a".to_owned(), 1), ("b".to_owned(), 2)]));
    }

    #[test]
    fn a_quote_ends_no_filter() {
        assert_eq!(filter("' or 1 eq 1"), "bookingStatus eq ''' or 1 eq 1'");
    }
}
