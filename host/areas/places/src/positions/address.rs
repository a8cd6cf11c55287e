//! An address as positions are kept for it: its key, and its house number and street.

use carriage::address::Address;
use data::search::fold;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{model::join, words};

/// Words that begin the part of a line that is inside the building.
const INSIDE: &[&str] = &["unit", "level", "suite", "shop", "floor", "building", "lot"];

/// An address to be found.
#[data::wire(trim)]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PlacedAddress {
    #[serde(rename = "addressline1")]
    pub address_line1: Option<String>,
    #[serde(rename = "addressline2")]
    pub address_line2: Option<String>,
    #[serde(rename = "addressline3")]
    pub address_line3: Option<String>,
    #[serde(rename = "postcode")]
    pub post_code: String,
    pub suburb: String,
    #[serde(rename = "statecode")]
    pub state_code: Option<String>,
    /// Two letters. Default: the tenant's country.
    #[serde(rename = "countrycode")]
    pub country_code: String,
}

impl From<&Address> for PlacedAddress {
    fn from(address: &Address) -> Self {
        Self {
            address_line1: address.address_line1.clone(),
            address_line2: address.address_line2.clone(),
            address_line3: address.address_line3.clone(),
            post_code: address.post_code.clone(),
            suburb: address.suburb.clone(),
            state_code: address.state_code.clone().or(address.state.clone()),
            country_code: address.country_code.clone(),
        }
    }
}

/// House number and street of a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StreetLine {
    /// Empty if the line has none.
    pub number: String,
    pub street: String,
}

impl PlacedAddress {
    pub(crate) fn to_address(&self) -> Address {
        Address {
            address_line1: self.address_line1.clone(),
            address_line2: self.address_line2.clone(),
            address_line3: self.address_line3.clone(),
            post_code: self.post_code.clone(),
            suburb: self.suburb.clone(),
            state_code: self.state_code.clone(),
            country_code: self.country_code.clone(),
            ..Address::default()
        }
    }

    fn lines(&self) -> impl Iterator<Item = &str> {
        let lines = [
            &self.address_line1,
            &self.address_line2,
            &self.address_line3,
        ];
        lines.into_iter().filter_map(|line| line.as_deref())
    }

    /// Returns the same for different spellings of an address; none without a place.
    pub fn key(&self) -> Option<String> {
        if self.country_code.is_empty() || (self.suburb.is_empty() && self.post_code.is_empty()) {
            return None;
        }
        let line = |line: &str| {
            let forms = words::words(line).into_iter().map(|word| word.form);
            forms.collect::<Vec<_>>().join(" ")
        };
        let lines: Vec<String> = self.lines().map(line).filter(|it| !it.is_empty()).collect();
        let post_code = self.post_code.replace(' ', "").to_lowercase();
        let parts = [
            self.country_code.to_lowercase(),
            post_code,
            fold(&self.suburb),
            lines.join(" "),
        ];
        Some(hex::encode(Sha256::digest(parts.join("|"))))
    }

    /// `3/12 Church Street, Richmond VIC 3121, AU`.
    pub(crate) fn label(&self) -> String {
        let state = self.state_code.as_deref().unwrap_or_default();
        let town = join(&[&self.suburb, state, &self.post_code], " ");
        let mut parts: Vec<&str> = self.lines().collect();
        parts.extend([town.as_str(), self.country_code.as_str()]);
        join(&parts, ", ")
    }

    /// Returns the lines that may name a street, the best first.
    pub(crate) fn street_lines(&self) -> Vec<StreetLine> {
        let mut found: Vec<StreetLine> = self.lines().filter_map(street_line).collect();
        found.sort_by_key(|line| line.number.is_empty());
        found
    }
}

/// Reads a line such as `Unit 3, 12-14 Church Street`. The number precedes the street's name.
fn street_line(line: &str) -> Option<StreetLine> {
    let pieces: Vec<&str> = line
        .split(|letter: char| letter.is_whitespace() || matches!(letter, ',' | '/' | ';'))
        .filter(|piece| !piece.is_empty())
        .collect();
    let is_number = |piece: &str| piece.starts_with(|letter: char| letter.is_ascii_digit());
    let begins_street = |at: usize| {
        let next = pieces.get(at + 1);
        is_number(pieces[at]) && next.is_some_and(|next| !is_number(next) && !is_inside(next))
    };
    let number = (0..pieces.len()).rev().find(|&at| begins_street(at));
    let street: Vec<&str> = pieces
        .iter()
        .copied()
        .skip(number.map_or(0, |at| at + 1))
        .take_while(|piece| !is_number(piece) && !is_inside(piece))
        .collect();
    let number = number.and_then(|at| words::words(pieces[at]).into_iter().next());
    let line = StreetLine {
        number: number.map(|word| word.form).unwrap_or_default(),
        street: street.join(" "),
    };
    (!line.street.is_empty()).then_some(line)
}

fn is_inside(piece: &str) -> bool {
    words::words(piece)
        .first()
        .is_some_and(|word| INSIDE.contains(&word.form.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(line: &str) -> PlacedAddress {
        PlacedAddress {
            address_line1: Some(line.to_owned()),
            post_code: "3121".to_owned(),
            suburb: "Richmond".to_owned(),
            state_code: Some("VIC".to_owned()),
            country_code: "AU".to_owned(),
            ..PlacedAddress::default()
        }
    }

    #[test]
    fn spellings_of_an_address_share_a_key() {
        let key = address("12 Church Street").key();
        assert!(key.is_some());
        let mut same = address(" 12, CHURCH st. ");
        same.suburb = "RICHMOND".to_owned();
        same.state_code = None;
        same.address_line2 = Some(" ".to_owned());
        assert_eq!(same.key(), key);
        assert_ne!(address("14 Church Street").key(), key);
        assert_ne!(address("3/12 Church Street").key(), key);
        let mut other = address("12 Church Street");
        other.post_code = "3122".to_owned();
        assert_ne!(other.key(), key);
        assert_eq!(PlacedAddress::default().key(), None);
    }

    #[test]
    fn number_and_street_are_read_from_a_line() {
        let read = |line: &str| {
            let line = street_line(line).unwrap_or_default();
            (line.number, line.street)
        };
        let expected = |number: &str, street: &str| (number.to_owned(), street.to_owned());
        for (line, number, street) in [
            ("12 Church Street", "12", "Church Street"),
            ("3/12 Church St", "12", "Church St"),
            ("Unit 3, 12-14 Church Street", "12", "Church Street"),
            ("Level 2, 100A Queen St", "100a", "Queen St"),
            ("12 Church Street Unit 3", "12", "Church Street"),
            ("Church Street", "", "Church Street"),
            ("Unit 3", "", ""),
            ("2000", "", ""),
        ] {
            assert_eq!(read(line), expected(number, street), "{line}");
        }
        let mut nested = address("Level 2");
        nested.address_line2 = Some("Dock B".to_owned());
        nested.address_line3 = Some("100 Queen Street".to_owned());
        let lines = nested.street_lines();
        assert_eq!(lines[0].number, "100");
        assert_eq!(
            nested.label(),
            "Level 2, Dock B, 100 Queen Street, Richmond VIC 3121, AU"
        );
    }
}
