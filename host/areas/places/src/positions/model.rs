//! The kept position of an address.

use chrono::{DateTime, TimeDelta, Utc};
use data::{Record, TextEnum};
use rust_decimal::Decimal;

use crate::index::to_millionths;

data::id! { AddressPositionId }

/// Decimals of a degree; one is about 11 cm.
const DECIMALS: u32 = 6;
/// Time after which an address whose street was not found is looked for again.
const RETRY_INTERVAL: TimeDelta = TimeDelta::days(30);

/// Source of a position, the least exact first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, TextEnum)]
pub enum PositionSource {
    /// The middle of the suburb or postcode.
    #[default]
    Suburb,
    /// A house of the street.
    Street,
    /// The house itself.
    Address,
    /// Set by hand for the address.
    Manual,
    /// Sent with the record.
    Sent,
    /// A stored value unknown to this version.
    #[text_enum(unknown)]
    Unknown,
}

impl PositionSource {
    /// True if a person chose the position.
    pub fn is_given(self) -> bool {
        matches!(self, Self::Manual | Self::Sent)
    }
}

/// A position in degrees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub latitude: Decimal,
    pub longitude: Decimal,
    pub source: PositionSource,
}

impl Position {
    pub(crate) fn new(latitude: f64, longitude: f64, source: PositionSource) -> Self {
        let degrees = |angle: f64| Decimal::new(to_millionths(angle), DECIMALS).normalize();
        Self {
            latitude: degrees(latitude),
            longitude: degrees(longitude),
            source,
        }
    }
}

/// An address and its position. Coordinates are millionths of a degree, none if nothing was found.
#[derive(Debug, Clone, Record)]
#[record(
    table = "address_positions",
    name = "The position",
    called = "AddressPosition",
    open
)]
pub(crate) struct AddressPosition {
    pub id: AddressPositionId,
    pub row_version: i64,
    #[record(internal)]
    pub address_key: String,
    pub address: String,
    pub latitude: Option<i64>,
    pub longitude: Option<i64>,
    pub source: PositionSource,
    pub located_time: DateTime<Utc>,
}

impl AddressPosition {
    pub fn position(&self) -> Option<Position> {
        let degrees = |millionths: i64| Decimal::new(millionths, DECIMALS).normalize();
        Some(Position {
            latitude: degrees(self.latitude?),
            longitude: degrees(self.longitude?),
            source: self.source,
        })
    }

    /// True if the address is to be looked for again.
    pub fn is_due(&self, now: DateTime<Utc>) -> bool {
        self.source == PositionSource::Suburb && now - self.located_time > RETRY_INTERVAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_not_found_is_looked_for_again() {
        let located: DateTime<Utc> = "2026-01-01T00:00:00Z".parse().unwrap();
        let kept = |source| AddressPosition {
            id: AddressPositionId(1),
            row_version: 1,
            address_key: String::new(),
            address: String::new(),
            latitude: Some(-37_823_000),
            longitude: Some(144_998_000),
            source,
            located_time: located,
        };
        let later = located + TimeDelta::days(31);
        assert!(kept(PositionSource::Suburb).is_due(later));
        assert!(!kept(PositionSource::Suburb).is_due(located + TimeDelta::days(29)));
        for source in [
            PositionSource::Street,
            PositionSource::Address,
            PositionSource::Manual,
        ] {
            assert!(!kept(source).is_due(later));
        }
        let position = kept(PositionSource::Address).position();
        assert_eq!(
            position,
            Some(Position::new(-37.823, 144.998, PositionSource::Address))
        );
        assert_eq!(position.unwrap().latitude.to_string(), "-37.823");
    }
}
