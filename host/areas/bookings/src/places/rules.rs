//! Places of bookings: identity and search words.

use carriage::address::Address;
use data::search::fold;
use sha2::{Digest, Sha256};

/// More words than a user types.
pub const MAX_SEARCH_TERMS: usize = 8;

/// Case- and accent-insensitive digest, to keep the key short.
pub fn key(address: &Address) -> String {
    let text = |text: &Option<String>| fold(text.as_deref().unwrap_or_default());
    let lines = [
        &address.address_line1,
        &address.address_line2,
        &address.address_line3,
    ];
    let mut parts = vec![text(&address.company_name), text(&address.contact_name)];
    parts.push(lines.map(text).concat());
    parts.extend(
        [&address.suburb, &address.post_code, &address.country_code].map(|part| fold(part)),
    );
    hex::encode(Sha256::digest(parts.join("|")))
}

pub fn search_words(address: &Address, more: &[&str]) -> String {
    let texts = [
        &address.company_name,
        &address.contact_name,
        &address.address_line1,
        &address.address_line2,
        &address.address_line3,
        &address.email,
        &address.telephone,
    ];
    let texts = texts
        .into_iter()
        .flatten()
        .map(String::as_str)
        .chain([&*address.suburb, &*address.post_code]);
    let folded: Vec<String> = texts
        .chain(more.iter().copied())
        .flat_map(split_words)
        .collect();
    format!(" {} ", folded.join(" "))
}

fn split_words(text: &str) -> Vec<String> {
    text.split_whitespace()
        .map(fold)
        .filter(|word| !word.is_empty())
        .collect()
}

pub fn search_terms(search: &str) -> Vec<String> {
    let mut needles = split_words(search);
    needles.truncate(MAX_SEARCH_TERMS);
    needles
}

/// True if each needle is a prefix of a word.
pub fn matches_terms(words: &str, needles: &[String]) -> bool {
    needles
        .iter()
        .all(|needle| words.contains(&format!(" {needle}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dock() -> Address {
        Address {
            company_name: Some("Café Müller & Co".to_owned()),
            contact_name: Some("Ana Pires".to_owned()),
            address_line1: Some("221 Military Road".to_owned()),
            suburb: "Cremorne".to_owned(),
            post_code: "2090".to_owned(),
            country_code: "AU".to_owned(),
            ..Address::default()
        }
    }

    #[test]
    fn the_same_place_written_otherwise_is_the_same() {
        let shouted = Address {
            company_name: Some("CAFE MULLER & CO".to_owned()),
            suburb: "cremorne".to_owned(),
            telephone: Some("02 9000 0000".to_owned()),
            ..dock()
        };
        assert_eq!(key(&dock()), key(&shouted));
        for other in [
            Address {
                contact_name: None,
                ..dock()
            },
            Address {
                address_line1: Some("223 Military Road".to_owned()),
                ..dock()
            },
            Address {
                post_code: "2091".to_owned(),
                ..dock()
            },
        ] {
            assert_ne!(key(&dock()), key(&other));
        }
        let split = Address {
            company_name: None,
            contact_name: Some("Café Müller & CoAna Pires".to_owned()),
            ..dock()
        };
        assert_ne!(key(&dock()), key(&split));
    }

    #[test]
    fn a_place_is_found_by_the_beginnings_of_its_words() {
        let words = search_words(&dock(), &["The corner"]);
        for search in [
            "muller%",
            "caf mil",
            "  CREMORNE 2090",
            "pires",
            "corner",
            "",
            "& müll",
        ] {
            assert!(
                matches_terms(&words, &search_terms(search)),
                "{search}: {words}"
            );
        }
        for search in ["uller", "cremorne 3000"] {
            assert!(!matches_terms(&words, &search_terms(search)), "{search}");
        }
        assert_eq!(search_terms(&"a ".repeat(50)).len(), MAX_SEARCH_TERMS);
    }
}
