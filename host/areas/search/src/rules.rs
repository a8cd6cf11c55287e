//! From what was typed to filters over the lists.

use chrono::{DateTime, Utc};
use kernel::{Error, Result};

const LONGEST: usize = 100;
/// Words beyond these narrow nothing down any more.
const MOST_WORDS: usize = 5;

/// Fields of a booking that hold its numbers; they are indexed, so their age does not matter.
const BOOKING_NUMBERS: [&str; 2] = ["consignmentId", "reference"];
/// Fields of a booking that are looked through.
const BOOKING_FIELDS: [&str; 8] = [
    "consignmentId",
    "reference",
    "orderNumber",
    "manifestId",
    "customer/companyName",
    "customer/customerName",
    "fromAddress/suburb",
    "toAddress/suburb",
];

/// The words that were typed, in lower case; none when nothing was.
pub fn words(query: Option<&str>) -> Result<Vec<String>> {
    let query = query.unwrap_or_default();
    if query.chars().count() > LONGEST {
        return Err(Error::invalid("query", format!("must have at most {LONGEST} characters")));
    }
    Ok(query.split_whitespace().take(MOST_WORDS).map(str::to_lowercase).collect())
}

/// The filter that finds a booking by one of its numbers.
pub fn booking_number(query: &str) -> String {
    let query = query.trim();
    let mut either: Vec<String> = BOOKING_NUMBERS.iter().map(|field| format!("{field} eq {}", quoted(query))).collect();
    if let Ok(id) = query.trim_start_matches('#').parse::<u32>() {
        either.push(format!("id eq {id}"));
    }
    either.join(" or ")
}

/// The filter that looks for every word in any of a booking's names, places and numbers.
pub fn booking_words(words: &[String], since: DateTime<Utc>) -> String {
    let mut all = vec![format!("creationTime ge {}", since.format("%Y-%m-%dT%H:%M:%SZ"))];
    all.extend(words.iter().map(|word| {
        let any: Vec<String> =
            BOOKING_FIELDS.iter().map(|field| format!("contains(tolower({field}),{})", quoted(word))).collect();
        format!("({})", any.join(" or "))
    }));
    all.join(" and ")
}

/// The filter that looks for every word in a customer's folded names and code, or in the e-mail address.
pub fn customer_words(words: &[String]) -> String {
    let each: Vec<String> = words
        .iter()
        .map(|word| {
            let folded = quoted(&deunicode::deunicode(word).to_lowercase());
            format!("(contains(search,{folded}) or contains(tolower(email),{}))", quoted(word))
        })
        .collect();
    each.join(" and ")
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_stays_a_text() {
        assert_eq!(booking_number("O'Neil"), "consignmentId eq 'O''Neil' or reference eq 'O''Neil'");
        assert_eq!(booking_number(" #17 "), "consignmentId eq '#17' or reference eq '#17' or id eq 17");
    }

    #[test]
    fn every_word_narrows_it_down() {
        let words = words(Some("  Bluegum  Café a b c d e ")).unwrap();
        assert_eq!(words, ["bluegum", "café", "a", "b", "c"]);
        let filter = customer_words(&words[..2]);
        assert_eq!(
            filter,
            "(contains(search,'bluegum') or contains(tolower(email),'bluegum')) and \
             (contains(search,'cafe') or contains(tolower(email),'café'))"
        );
        let since = DateTime::from_timestamp(0, 0).unwrap();
        let filter = booking_words(&words[..1], since);
        assert!(
            filter.starts_with(
                "creationTime ge 1970-01-01T00:00:00Z and (contains(tolower(consignmentId),'bluegum') or "
            )
        );
    }

    #[test]
    fn too_long_a_query_is_told() {
        assert!(words(Some(&"x".repeat(101))).is_err());
        assert!(words(None).unwrap().is_empty());
    }
}
