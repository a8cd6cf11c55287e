//! Which bookings of a customer share an invoice: those of one period and, where the customer keeps them apart, of one
//! cost centre.

use std::collections::BTreeMap;

use bookings::BilledCharge;
use chrono::NaiveDate;
use chrono_tz::Tz;
use kernel::ids::BookingId;

use super::period::Period;

/// How a customer is invoiced.
#[derive(Debug, Clone, Copy)]
pub struct Grouping {
    pub period: Period,
    pub by_cost_center: bool,
    /// The tenant's zone, in which days are counted.
    pub zone: Tz,
}

/// The bookings of one invoice.
#[derive(Debug)]
pub struct Group {
    pub first: NaiveDate,
    pub last: NaiveDate,
    pub cost_center: Option<String>,
    pub bookings: Vec<BilledCharge>,
}

/// No invoice has more bookings: what is more stands on a further one.
pub const MAX_BOOKINGS: usize = 2000;

/// Puts bookings together, in the order of their days.
pub fn group(bookings: Vec<BilledCharge>, by: Grouping) -> Vec<Group> {
    type Key = (NaiveDate, NaiveDate, Option<String>, Option<BookingId>);
    let mut groups: BTreeMap<Key, Vec<BilledCharge>> = BTreeMap::new();
    for booking in bookings {
        let (first, last) = by.period.around(day(&booking, by.zone));
        let cost_center = booking.cost_center.clone().filter(|_| by.by_cost_center);
        let own = (by.period == Period::PerBooking).then_some(booking.id);
        groups.entry((first, last, cost_center, own)).or_default().push(booking);
    }
    let mut whole = Vec::new();
    for ((first, last, cost_center, _), bookings) in groups {
        let mut rest = bookings;
        while !rest.is_empty() {
            let more = rest.split_off(rest.len().min(MAX_BOOKINGS));
            whole.push(Group { first, last, cost_center: cost_center.clone(), bookings: rest });
            rest = more;
        }
    }
    whole
}

/// The tenant's day on which it was booked.
pub fn day(booking: &BilledCharge, zone: Tz) -> NaiveDate {
    booking.booking_date.with_timezone(&zone).date_naive()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use chrono::{DateTime, TimeDelta, Utc};
    use proptest::prelude::*;

    use super::*;

    fn booking(id: i64, date: &str, cost_center: Option<&str>) -> BilledCharge {
        BilledCharge {
            id: BookingId(id),
            booking_date: date.parse().unwrap(),
            name: format!("#{id}"),
            reference: None,
            cost_center: cost_center.map(str::to_owned),
            from: "Richmond".to_owned(),
            to: "Parramatta".to_owned(),
            lines: Vec::new(),
        }
    }

    fn by(period: Period, by_cost_center: bool) -> Grouping {
        Grouping { period, by_cost_center, zone: chrono_tz::Australia::Melbourne }
    }

    fn ids(groups: &[Group]) -> Vec<Vec<i64>> {
        groups.iter().map(|group| group.bookings.iter().map(|booking| booking.id.0).collect()).collect()
    }

    #[test]
    fn days_are_the_tenants() {
        // The first evening in London is the next morning in Melbourne.
        let booked = || vec![booking(1, "2026-01-31T20:00:00Z", None), booking(2, "2026-01-31T02:00:00Z", None)];
        assert_eq!(ids(&group(booked(), by(Period::Month, false))), [vec![2], vec![1]]);
        assert_eq!(ids(&group(booked(), by(Period::Week, false))), [vec![1, 2]]);
        assert_eq!(ids(&group(booked(), by(Period::PerBooking, false))), [vec![2], vec![1]]);
    }

    #[test]
    fn cost_centres_are_kept_apart_where_the_customer_has_them() {
        let booked = || {
            vec![
                booking(1, "2026-01-05T02:00:00Z", Some("Sales")),
                booking(2, "2026-01-06T02:00:00Z", None),
                booking(3, "2026-01-07T02:00:00Z", Some("Sales")),
            ]
        };
        assert_eq!(ids(&group(booked(), by(Period::Month, true))), [vec![2], vec![1, 3]]);
        assert_eq!(ids(&group(booked(), by(Period::Month, false))), [vec![1, 2, 3]]);
    }

    proptest! {
        #[test]
        fn every_booking_is_on_one_invoice(
            hours in prop::collection::vec((0i64..20_000, 0u8..3), 0..200),
            period in prop::sample::select(vec![Period::PerBooking, Period::Day, Period::Fortnight, Period::Month]),
        ) {
            let start: DateTime<Utc> = "2026-01-01T00:00:00Z".parse().unwrap();
            let booked = hours.iter().zip(1..).map(|((hours, center), id)| BilledCharge {
                booking_date: start + TimeDelta::hours(*hours),
                ..booking(id, "2026-01-01T00:00:00Z", Some(["A", "B", "C"][usize::from(*center)]))
            });
            let by = by(period, true);
            let groups = group(booked.collect(), by);
            let all: BTreeSet<i64> = ids(&groups).concat().into_iter().collect();
            prop_assert_eq!(all.len(), hours.len());
            prop_assert_eq!(ids(&groups).concat().len(), hours.len());
            for group in &groups {
                prop_assert!(!group.bookings.is_empty() && group.bookings.len() <= MAX_BOOKINGS);
                for booking in &group.bookings {
                    let day = day(booking, by.zone);
                    prop_assert!(group.first <= day && day <= group.last);
                    prop_assert_eq!(&booking.cost_center, &group.cost_center);
                }
            }
        }
    }
}
