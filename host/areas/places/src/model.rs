//! A place as indexed.

use serde::{Deserialize, Serialize};

/// An address or a locality.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The publisher's id.
    pub id: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// House number; empty for a street or locality.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub number: String,
    /// Empty for a locality.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub street: String,
    pub suburb: String,
    #[serde(default)]
    pub post_code: String,
    /// Code where the country has common ones (VIC), otherwise the name.
    #[serde(default)]
    pub state: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub latitude: f64,
    pub longitude: f64,
}

impl Place {
    pub fn is_locality(&self) -> bool {
        self.street.is_empty()
    }

    /// `Unit 3, 12 Church Street`; empty for a locality.
    pub(crate) fn line(&self) -> String {
        let street = join(&[&self.number, &self.street], " ");
        match (self.unit.is_empty(), street.is_empty()) {
            (_, true) => String::new(),
            (true, false) => street,
            (false, false) => format!("Unit {}, {street}", self.unit),
        }
    }

    /// `12 Church Street, Richmond VIC 3121`.
    pub(crate) fn label(&self) -> String {
        let town = join(&[&self.suburb, &self.state, &self.post_code], " ");
        join(&[&self.line(), &town], ", ")
    }

    /// True for a position on the globe and a name.
    pub(crate) fn is_valid(&self) -> bool {
        let has_name = !self.suburb.trim().is_empty() || !self.street.trim().is_empty();
        has_name
            && self.country.len() == 2
            && (-90.0..=90.0).contains(&self.latitude)
            && (-180.0..=180.0).contains(&self.longitude)
    }
}

pub(crate) fn join(parts: &[&str], separator: &str) -> String {
    let filled: Vec<&str> = parts
        .iter()
        .copied()
        .filter(|part| !part.is_empty())
        .collect();
    filled.join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_has_the_parts_that_there_are() {
        let mut place = Place {
            suburb: "Richmond".to_owned(),
            state: "VIC".to_owned(),
            post_code: "3121".to_owned(),
            ..Place::default()
        };
        assert_eq!(place.label(), "Richmond VIC 3121");
        place.street = "Church Street".to_owned();
        place.number = "12".to_owned();
        place.unit = "3".to_owned();
        assert_eq!(place.label(), "Unit 3, 12 Church Street, Richmond VIC 3121");
    }
}
