//! Selects bookings and sums them by carrier and status. Pure.

use std::collections::BTreeMap;

use serde::Serialize;
use waybill_plugin::types::Value;
use waybill_plugin::{Decimal, Result, error};

/// Both days included.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Days {
    from: String,
    to: String,
}

impl Days {
    /// Days as `2026-03-02`; the error is the wrong one of `from` and `to`, and words.
    pub fn new(from: &str, to: &str) -> core::result::Result<Self, (&'static str, &'static str)> {
        for (member, day) in [("from", from), ("to", to)] {
            if !is_day(day) {
                return Err((member, "must be a day like 2026-03-02"));
            }
        }
        match from <= to {
            true => Ok(Self {
                from: from.into(),
                to: to.into(),
            }),
            false => Err(("to", "must not be before the first day")),
        }
    }

    /// In the API's filter language, quotes doubled.
    pub fn filter(&self, carrier: Option<&str>) -> String {
        let mut filter = format!(
            "bookingDate ge {}T00:00:00Z and bookingDate le {}T23:59:59Z",
            self.from, self.to
        );
        if let Some(carrier) = carrier {
            filter.push_str(&format!(
                " and carrier eq '{}'",
                carrier.replace('\'', "''")
            ));
        }
        filter
    }
}

fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, digits: usize| {
        (part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit()))
            .then(|| part.parse::<u32>().ok())?
    };
    match parts.as_slice() {
        &[year, month, day] => {
            number(year, 4).is_some()
                && number(month, 2).is_some_and(|month| (1..=12).contains(&month))
                && number(day, 2).is_some_and(|day| (1..=31).contains(&day))
        }
        _ => false,
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Sum {
    pub bookings: i64,
    pub pieces: i64,
    /// In kilograms.
    pub weight: Decimal,
    pub price: Decimal,
}

impl Sum {
    fn add(&mut self, other: Sum) -> Result<()> {
        let too_much = || error::internal("the sums are too large to count");
        let sum = |one: Decimal, other: Decimal| {
            one.micros()
                .checked_add(other.micros())
                .map(Decimal::from_micros)
                .ok_or_else(too_much)
        };
        self.bookings = self
            .bookings
            .checked_add(other.bookings)
            .ok_or_else(too_much)?;
        self.pieces = self.pieces.checked_add(other.pieces).ok_or_else(too_much)?;
        self.weight = sum(self.weight, other.weight)?;
        self.price = sum(self.price, other.price)?;
        Ok(())
    }
}

#[derive(Debug, Default)]
pub struct Sums(BTreeMap<(String, String), Sum>);

#[derive(Debug, Serialize)]
pub struct Summary<'a> {
    day: &'a str,
    lines: Vec<Line<'a>>,
    total: Sum,
}

#[derive(Debug, Serialize)]
struct Line<'a> {
    carrier: &'a str,
    status: &'a str,
    #[serde(flatten)]
    sum: Sum,
}

impl Sums {
    /// Adds a booking: carrier (may be empty), status, pieces, weight, price.
    pub fn add(&mut self, record: &[Value]) -> Result<()> {
        let [carrier, status, pieces, weight, price, ..] = record else {
            return Err(error::internal("a booking came without its columns"));
        };
        let number = |value: &Value| value.to_decimal().unwrap_or(Decimal::ZERO);
        let one = Sum {
            bookings: 1,
            pieces: if let Value::Integer(pieces) = pieces {
                *pieces
            } else {
                0
            },
            weight: number(weight),
            price: number(price),
        };
        self.0
            .entry((carrier.to_text(), status.to_text()))
            .or_default()
            .add(one)
    }

    pub fn lines(&self) -> impl Iterator<Item = (&str, &str, Sum)> {
        self.0
            .iter()
            .map(|((carrier, status), sum)| (carrier.as_str(), status.as_str(), *sum))
    }

    /// All lines together; each was within bounds, and so few lines stay there.
    pub fn total(&self) -> Sum {
        let mut total = Sum::default();
        for sum in self.0.values() {
            // Values that overflow are left out, so the report does not fail.
            if total.add(*sum).is_err() {
                break;
            }
        }
        total
    }

    pub fn summarise<'a>(&'a self, day: &'a str) -> Summary<'a> {
        let lines = self
            .lines()
            .map(|(carrier, status, sum)| Line {
                carrier,
                status,
                sum,
            })
            .collect();
        Summary {
            day,
            lines,
            total: self.total(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn booking(carrier: &str, status: &str, pieces: i64, weight: &str, price: &str) -> Vec<Value> {
        let decimal = |text: &str| Value::Decimal(text.into());
        vec![
            carrier.into(),
            status.into(),
            Value::Integer(pieces),
            decimal(weight),
            decimal(price),
            Value::None,
        ]
    }

    #[test]
    fn bookings_are_summed_by_carrier_and_status() {
        let mut sums = Sums::default();
        for record in [
            booking("post", "Delivered", 2, "4.25", "19.90"),
            booking("fleet", "Booked", 1, "10", "35"),
            booking("post", "Delivered", 1, "0.75", "10.10"),
        ] {
            sums.add(&record).expect("a sum");
        }
        let lines: Vec<_> = sums
            .lines()
            .map(|(carrier, status, sum)| (carrier, status, sum.bookings))
            .collect();
        assert_eq!(lines, [("fleet", "Booked", 1), ("post", "Delivered", 2)]);
        let total = sums.total();
        assert_eq!(
            (
                total.bookings,
                total.pieces,
                total.price.to_string().as_str()
            ),
            (3, 4, "65")
        );
        assert!(sums.add(&[]).is_err());
    }

    #[test]
    fn days_are_days_in_order() {
        assert!(Days::new("2026-03-02", "2026-03-31").is_ok());
        assert_eq!(Days::new("yesterday", "2026-03-31").unwrap_err().0, "from");
        assert_eq!(Days::new("2026-03-02", "2026-13-01").unwrap_err().0, "to");
        assert_eq!(Days::new("2026-03-02", "2026-03-01").unwrap_err().0, "to");
        let days = Days::new("2026-03-02", "2026-03-02").expect("days");
        assert!(days.filter(Some("d'Or")).ends_with("carrier eq 'd''Or'"));
    }
}
