//! Grouping of billables into invoices: by period, optionally by cost centre.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use chrono_tz::Tz;
use rust_decimal::Decimal;

use crate::{
    billables::model::{Billable, Source},
    invoice_runs::{period::Period, store::BilledCount},
};

#[derive(Debug, Clone, Copy)]
pub struct Grouping<'c> {
    pub period: Period,
    pub calendar: &'c [NaiveDate],
    pub by_cost_center: bool,
    pub zone: Tz,
}

#[derive(Debug)]
pub struct Group {
    pub first: NaiveDate,
    pub last: NaiveDate,
    pub cost_center: Option<String>,
    pub billables: Vec<Billable>,
    /// The booking's price can be here, on another invoice, or not invoiced yet.
    pub recharges: Vec<Billable>,
}

impl Group {
    /// Counts distinct bookings and jobs.
    pub fn count(&self) -> BilledCount {
        let sources: BTreeSet<Source> = self.all().map(|billable| billable.source).collect();
        let count = |is_counted: fn(&Source) -> bool| {
            let counted = sources.iter().filter(|source| is_counted(source)).count();
            i64::try_from(counted).unwrap_or_default()
        };
        BilledCount {
            bookings: count(|source| source.booking().is_some()),
            jobs: count(|source| source.job().is_some()),
        }
    }
    /// Bookings and jobs whose prices have lines, with their totals.
    pub fn sources(&self) -> BTreeMap<Source, Decimal> {
        let charged = self
            .billables
            .iter()
            .filter(|billable| billable.has_lines());
        charged
            .map(|billable| (billable.source, billable.total()))
            .collect()
    }
    fn total(&self) -> Decimal {
        self.all().map(Billable::total).sum()
    }
    fn all(&self) -> impl Iterator<Item = &Billable> {
        self.billables.iter().chain(&self.recharges)
    }
    fn has_room(&self) -> bool {
        self.all().count() < MAX_BILLABLES
    }
}

/// More are split over further invoices.
pub const MAX_BILLABLES: usize = 2000;

/// Orders groups by day.
pub fn group(billables: Vec<Billable>, by: Grouping<'_>) -> Vec<Group> {
    type Key = (NaiveDate, NaiveDate, Option<String>, Option<Source>);
    let mut groups: BTreeMap<Key, Vec<Billable>> = BTreeMap::new();
    for billable in billables {
        let (first, last) = by.period.containing(billable.day(by.zone), by.calendar);
        let cost_center = billable.cost_center.clone().filter(|_| by.by_cost_center);
        let own = (by.period == Period::PerBooking).then_some(billable.source);
        groups
            .entry((first, last, cost_center, own))
            .or_default()
            .push(billable);
    }
    let mut whole = Vec::new();
    for ((first, last, cost_center, _), billables) in groups {
        let mut rest = billables;
        while !rest.is_empty() {
            let more = rest.split_off(rest.len().min(MAX_BILLABLES));
            whole.push(Group {
                first,
                last,
                cost_center: cost_center.clone(),
                billables: rest,
                recharges: Vec::new(),
            });
            rest = more;
        }
    }
    whole
}

/// Adds recharges to fitting invoices, or to new ones. A booking from before the run counts to the
/// period of `first`. A negative recharge reduces an invoice, or waits if none is large enough.
pub fn with_recharges(
    mut groups: Vec<Group>,
    recharges: Vec<Billable>,
    by: Grouping<'_>,
    first: NaiveDate,
) -> Vec<Group> {
    let (back, more): (Vec<_>, Vec<_>) = recharges
        .into_iter()
        .partition(|recharge| recharge.total() < Decimal::ZERO);
    for recharge in more {
        let days = by
            .period
            .containing(recharge.day(by.zone).max(first), by.calendar);
        let cost_center = recharge.cost_center.clone().filter(|_| by.by_cost_center);
        let fits = |group: &&mut Group| {
            let is_own = by.period != Period::PerBooking
                || group
                    .billables
                    .iter()
                    .any(|billable| billable.source == recharge.source);
            is_own
                && group.has_room()
                && (group.first, group.last) == days
                && group.cost_center == cost_center
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.recharges.push(recharge),
            None => groups.push(Group {
                first: days.0,
                last: days.1,
                cost_center,
                billables: Vec::new(),
                recharges: vec![recharge],
            }),
        }
    }
    for recharge in back {
        let cost_center = recharge.cost_center.clone().filter(|_| by.by_cost_center);
        let fits = |group: &&mut Group| {
            group.has_room()
                && group.cost_center == cost_center
                && group.total() + recharge.total() >= Decimal::ZERO
        };
        if let Some(group) = groups.iter_mut().find(fits) {
            group.recharges.push(recharge);
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use bookings::ServiceDetail;
    use carriage::money::Amount;
    use chrono::{DateTime, TimeDelta, Utc};
    use data::ids::BookingId;
    use jobs::FreightJobId;
    use proptest::prelude::*;

    use super::*;

    fn booking(id: i64, date: &str, cost_center: Option<&str>) -> Billable {
        Billable {
            source: Source::Booking(BookingId(id)),
            time: date.parse().unwrap(),
            name: format!("#{id}"),
            reference: None,
            cost_center: cost_center.map(str::to_owned),
            from: "Richmond".to_owned(),
            to: "Parramatta".to_owned(),
            lines: Vec::new(),
            insurance: None,
        }
    }

    fn by(period: Period, by_cost_center: bool) -> Grouping<'static> {
        Grouping {
            period,
            calendar: &[],
            by_cost_center,
            zone: chrono_tz::Australia::Melbourne,
        }
    }

    fn id_of(billable: &Billable) -> i64 {
        match billable.source {
            Source::Booking(id) => id.0,
            Source::Job(id, _) => id.0,
        }
    }

    fn ids(groups: &[Group]) -> Vec<Vec<i64>> {
        groups
            .iter()
            .map(|group| group.billables.iter().map(id_of).collect())
            .collect()
    }

    #[test]
    fn days_are_the_tenants() {
        // Evening in London is the next morning in Melbourne.
        let booked = || {
            vec![
                booking(1, "2026-01-31T20:00:00Z", None),
                booking(2, "2026-01-31T02:00:00Z", None),
            ]
        };
        assert_eq!(
            ids(&group(booked(), by(Period::Month, false))),
            [vec![2], vec![1]]
        );
        assert_eq!(ids(&group(booked(), by(Period::Week, false))), [vec![1, 2]]);
        assert_eq!(
            ids(&group(booked(), by(Period::PerBooking, false))),
            [vec![2], vec![1]]
        );
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
        assert_eq!(
            ids(&group(booked(), by(Period::Month, true))),
            [vec![2], vec![1, 3]]
        );
        assert_eq!(
            ids(&group(booked(), by(Period::Month, false))),
            [vec![1, 2, 3]]
        );
    }

    #[test]
    fn jobs_and_bookings_share_an_invoice_of_a_period() {
        let billed = || {
            let job = Billable {
                source: Source::Job(FreightJobId(1), 4),
                ..booking(1, "2026-01-06T02:00:00Z", None)
            };
            vec![booking(1, "2026-01-05T02:00:00Z", None), job]
        };
        let of_month = group(billed(), by(Period::Month, false));
        let count = of_month[0].count();
        assert_eq!((of_month.len(), count.bookings, count.jobs), (1, 1, 1));
        assert_eq!(group(billed(), by(Period::PerBooking, false)).len(), 2);
    }

    fn charged(id: i64, date: &str, cents: i64) -> Billable {
        let amount = Amount::untaxed(Decimal::new(cents, 2), "AUD");
        let line = ServiceDetail::new("ROAD", "Road", false, amount);
        Billable {
            lines: vec![line],
            ..booking(id, date, None)
        }
    }

    #[test]
    fn an_invoice_has_the_sources_of_its_prices_and_not_of_its_recharges() {
        let whole = Group {
            first: "2026-02-01".parse().unwrap(),
            last: "2026-02-28".parse().unwrap(),
            cost_center: None,
            billables: vec![
                charged(2, "2026-02-05T02:00:00Z", 10_000),
                booking(3, "2026-02-06T02:00:00Z", None),
            ],
            recharges: vec![charged(1, "2026-01-05T02:00:00Z", 500)],
        };
        let sources: Vec<(Source, Decimal)> = whole.sources().into_iter().collect();
        let booking = Source::Booking(BookingId(2));
        assert_eq!(sources, [(booking, Decimal::ONE_HUNDRED)]);
    }

    #[test]
    fn a_recharge_of_an_earlier_booking_joins_the_first_invoice() {
        let first: NaiveDate = "2026-02-01".parse().unwrap();
        let by = by(Period::Month, false);
        let groups = group(vec![charged(1, "2026-02-05T02:00:00Z", 10_000)], by);
        let recharges = vec![
            charged(2, "2025-11-05T02:00:00Z", 500),
            charged(1, "2026-02-05T02:00:00Z", -300),
        ];
        let groups = with_recharges(groups, recharges, by, first);
        assert_eq!(
            (
                groups.len(),
                groups[0].recharges.len(),
                groups[0].count().bookings
            ),
            (1, 2, 2)
        );
        let alone = with_recharges(
            Vec::new(),
            vec![charged(2, "2025-11-05T02:00:00Z", 500)],
            by,
            first,
        );
        assert_eq!(
            (alone.len(), alone[0].first, alone[0].billables.len()),
            (1, first, 0)
        );
        let waits = with_recharges(
            Vec::new(),
            vec![charged(2, "2025-11-05T02:00:00Z", -500)],
            by,
            first,
        );
        assert!(waits.is_empty(), "there is nothing that it could reduce");
    }

    proptest! {
        #[test]
        fn what_is_given_back_makes_no_invoice_negative(
            booked in prop::collection::vec(1i64..5_000, 0..10),
            again in prop::collection::vec(-5_000i64..5_000, 0..20),
            period in prop::sample::select(vec![Period::PerBooking, Period::Week, Period::Month]),
        ) {
            let by = by(period, false);
            let of = |cents: &i64, id: i64| charged(id, &format!("2026-01-{:02}T02:00:00Z", 1 + id % 28), *cents);
            let bookings = booked.iter().zip(1..).map(|(cents, id)| of(cents, id)).collect();
            let recharges: Vec<Billable> = again.iter().zip(1..).map(|(cents, id)| of(cents, id)).collect();
            let groups = with_recharges(group(bookings, by), recharges, by, "2026-01-01".parse().unwrap());
            let mut taken = BTreeSet::new();
            for group in &groups {
                prop_assert!(group.total() >= Decimal::ZERO);
                for recharge in &group.recharges {
                    prop_assert!(taken.insert(recharge.source), "once");
                }
            }
            let positive = again.iter().filter(|cents| **cents >= 0).count();
            prop_assert!(taken.len() >= positive, "what is charged does not wait");
        }

        #[test]
        fn every_booking_is_on_one_invoice(
            hours in prop::collection::vec((0i64..20_000, 0u8..3), 0..200),
            period in prop::sample::select(vec![Period::PerBooking, Period::Day, Period::Fortnight, Period::Month]),
        ) {
            let start: DateTime<Utc> = "2026-01-01T00:00:00Z".parse().unwrap();
            let booked = hours.iter().zip(1..).map(|((hours, center), id)| Billable {
                time: start + TimeDelta::hours(*hours),
                ..booking(id, "2026-01-01T00:00:00Z", Some(["A", "B", "C"][usize::from(*center)]))
            });
            let by = by(period, true);
            let groups = group(booked.collect(), by);
            let all: BTreeSet<i64> = ids(&groups).concat().into_iter().collect();
            prop_assert_eq!(all.len(), hours.len());
            prop_assert_eq!(ids(&groups).concat().len(), hours.len());
            for group in &groups {
                prop_assert!(!group.billables.is_empty() && group.billables.len() <= MAX_BILLABLES);
                for booking in &group.billables {
                    let day = booking.day(by.zone);
                    prop_assert!(group.first <= day && day <= group.last);
                    prop_assert_eq!(&booking.cost_center, &group.cost_center);
                }
            }
        }
    }
}
