//! Zones of an address, the most specific first.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;
use waybill_plugin::types::Address;

use crate::card::Zone;

/// Kind of match between address and zone; the lesser comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    Suburb,
    Postcode,
    Country,
}

/// Returns the indices of matching zones, most specific first.
pub fn of_address(zones: &[Zone<'_>], address: &Address) -> serde_json::Result<Vec<usize>> {
    let mut found = Vec::new();
    for (index, zone) in zones.iter().enumerate() {
        if let Some(kind) = zone_match(zone, address)? {
            found.push((kind, index));
        }
    }
    found.sort_unstable();
    Ok(found.into_iter().map(|(_, index)| index).collect())
}

fn zone_match(zone: &Zone<'_>, address: &Address) -> serde_json::Result<Option<Match>> {
    if !zone
        .country
        .as_deref()
        .unwrap_or("AU")
        .eq_ignore_ascii_case(&address.country_code)
    {
        return Ok(None);
    }
    if any(zone.suburbs, |entry| suburb_matches(entry, address))? {
        return Ok(Some(Match::Suburb));
    }
    if any(zone.postcodes, |entry| {
        postcode_matches(entry, address.postcode.trim())
    })? {
        return Ok(Some(Match::Postcode));
    }
    let whole_country = zone.suburbs.is_none() && zone.postcodes.is_none();
    Ok(whole_country.then_some(Match::Country))
}

/// Matches `Geelong` or `Geelong 3220`.
fn suburb_matches(entry: &str, address: &Address) -> bool {
    let (suburb, postcode) = split_suburb(entry);
    suburb.eq_ignore_ascii_case(address.suburb.trim())
        && postcode.is_none_or(|postcode| postcode.eq_ignore_ascii_case(address.postcode.trim()))
}

fn split_suburb(entry: &str) -> (&str, Option<&str>) {
    let entry = entry.trim();
    match entry.rsplit_once(' ') {
        Some((suburb, last)) if last.bytes().all(|byte| byte.is_ascii_digit()) => {
            (suburb.trim_end(), Some(last))
        }
        _ => (entry, None),
    }
}

/// Matches `3220` or `3000-3207`; as numbers where possible, else as text.
fn postcode_matches(entry: &str, postcode: &str) -> bool {
    let Some((first, last)) = split_range(entry) else {
        return entry.trim().eq_ignore_ascii_case(postcode);
    };
    postcode
        .parse()
        .is_ok_and(|postcode: u32| (first..=last).contains(&postcode))
}

/// Splits a range of postcodes into its ends; `None` for a single one.
pub fn split_range(entry: &str) -> Option<(u32, u32)> {
    let (first, last) = entry.split_once('-')?;
    Some((first.trim().parse().ok()?, last.trim().parse().ok()?))
}

/// True if any text of a JSON list passes, without allocating it.
fn any(list: Option<&RawValue>, passes: impl Fn(&str) -> bool) -> serde_json::Result<bool> {
    let Some(list) = list else { return Ok(false) };
    Any(passes).deserialize(&mut serde_json::Deserializer::from_str(list.get()))
}

struct Any<P>(P);

impl<'de, P: Fn(&str) -> bool> DeserializeSeed<'de> for Any<P> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, P: Fn(&str) -> bool> Visitor<'de> for Any<P> {
    type Value = bool;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list of text")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<bool, A::Error> {
        let mut found = false;
        while let Some(Entry(entry)) = list.next_element()? {
            found = found || (self.0)(&entry);
        }
        Ok(found)
    }
}

/// Text borrowed if possible; a bare `Cow` would always copy.
#[derive(serde::Deserialize)]
struct Entry<'a>(#[serde(borrow)] Cow<'a, str>);

#[cfg(test)]
mod tests {
    use super::*;

    fn address(suburb: &str, postcode: &str, country: &str) -> Address {
        Address {
            contact_name: None,
            company_name: None,
            email: None,
            telephone: None,
            lines: Vec::new(),
            suburb: suburb.into(),
            state: None,
            postcode: postcode.into(),
            country_code: country.into(),
            residential: false,
        }
    }

    fn zones_of(suburb: &str, postcode: &str, country: &str) -> Vec<&'static str> {
        let json = r#"[
            {"code":"AU"},
            {"code":"VIC","postcodes":["3000-3999","8000-8999"]},
            {"code":"MEL","postcodes":["3000-3207","3335"]},
            {"code":"GEE","suburbs":["Geelong 3220","Lara","St Leonards 3223"],"postcodes":["3214-3220"]},
            {"code":"NZ","country":"NZ"},
            {"code":"UK","country":"GB","postcodes":["EC1A 1BB"]}
        ]"#;
        let zones: Vec<Zone<'_>> = serde_json::from_str(json).expect("zones");
        let codes = ["AU", "VIC", "MEL", "GEE", "NZ", "UK"];
        of_address(&zones, &address(suburb, postcode, country))
            .expect("lists")
            .into_iter()
            .map(|index| codes[index])
            .collect()
    }

    #[test]
    fn the_most_specific_zone_goes_first() {
        assert_eq!(zones_of("Melbourne", "3000", "AU"), ["VIC", "MEL", "AU"]);
        assert_eq!(zones_of("geelong", "3220", "AU"), ["GEE", "VIC", "AU"]);
        assert_eq!(zones_of("Newtown", "3220", "AU"), ["VIC", "GEE", "AU"]);
        assert_eq!(zones_of("LARA", "3212", "AU"), ["GEE", "VIC", "AU"]);
        assert_eq!(zones_of("Perth", "6000", "AU"), ["AU"]);
    }

    #[test]
    fn ranges_include_both_ends_and_single_postcodes_count() {
        assert_eq!(zones_of("X", "3207", "AU"), ["VIC", "MEL", "AU"]);
        assert_eq!(zones_of("X", "3208", "AU"), ["VIC", "AU"]);
        assert_eq!(zones_of("X", "3335", "AU"), ["VIC", "MEL", "AU"]);
        assert_eq!(zones_of("London", "ec1a 1bb", "GB"), ["UK"]);
    }

    #[test]
    fn a_suburb_of_another_postcode_or_country_does_not_count() {
        assert_eq!(zones_of("St Leonards", "2065", "AU"), ["AU"]);
        assert_eq!(zones_of("Geelong", "3220", "NZ"), ["NZ"]);
        assert!(zones_of("Paris", "75001", "FR").is_empty());
    }
}
