//! Places of bookings: when two are the same, and what one is found by.

use freight::address::Address;
use kernel::search::fold;
use sha2::{Digest, Sha256};

/// More words than anybody types.
pub const MAX_NEEDLES: usize = 8;

/// Who and where it is, whatever case and marks it is written with: a digest, since it may be long.
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

/// What it is found by, and what else it is called.
pub fn words(address: &Address, more: &[&str]) -> String {
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
        .flat_map(needles_of)
        .collect();
    format!(" {} ", folded.join(" "))
}

fn needles_of(text: &str) -> Vec<String> {
    text.split_whitespace()
        .map(fold)
        .filter(|word| !word.is_empty())
        .collect()
}

/// The words that are looked for: each begins one of the place's.
pub fn needles(search: &str) -> Vec<String> {
    let mut needles = needles_of(search);
    needles.truncate(MAX_NEEDLES);
    needles
}

/// Whether a place with these words is one that is looked for.
pub fn fits(words: &str, needles: &[String]) -> bool {
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
        let words = words(&dock(), &["The corner"]);
        for search in [
            "muller%",
            "caf mil",
            "  CREMORNE 2090",
            "pires",
            "corner",
            "",
            "& müll",
        ] {
            assert!(fits(&words, &needles(search)), "{search}: {words}");
        }
        for search in ["uller", "cremorne 3000"] {
            assert!(!fits(&words, &needles(search)), "{search}");
        }
        assert_eq!(needles(&"a ".repeat(50)).len(), MAX_NEEDLES);
    }
}
