//! Choice of the markup: the first level that has one, and a service's own before the general one.

use std::collections::HashMap;

use chrono::NaiveDate;
use data::ids::CarrierAccountId;

use crate::markups::{level::Level, rate::MarkupRate};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApplicableMarkup {
    pub level: Level,
    pub rate: MarkupRate,
}

/// Markups of a level for an account or carrier.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Entry {
    pub first: Option<NaiveDate>,
    pub last: Option<NaiveDate>,
    /// Applies to all services without their own.
    pub whole: Option<MarkupRate>,
    pub services: HashMap<String, MarkupRate>,
}

impl Entry {
    fn applies(&self, day: NaiveDate) -> bool {
        is_valid_on(self.first, self.last, day)
    }
}

pub fn is_valid_on(first: Option<NaiveDate>, last: Option<NaiveDate>, day: NaiveDate) -> bool {
    first.is_none_or(|first| first <= day) && last.is_none_or(|last| day <= last)
}

pub fn overlap(
    (first, last): (Option<NaiveDate>, Option<NaiveDate>),
    (other_first, other_last): (Option<NaiveDate>, Option<NaiveDate>),
) -> bool {
    let before = |last: Option<NaiveDate>, first: Option<NaiveDate>| {
        last.zip(first).is_some_and(|(last, first)| last < first)
    };
    !before(last, other_first) && !before(other_last, first)
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Book {
    accounts: HashMap<(Level, CarrierAccountId), Vec<Entry>>,
    carriers: HashMap<String, Vec<Entry>>,
}

impl Book {
    pub fn add_to_account(&mut self, level: Level, account: CarrierAccountId, entry: Entry) {
        self.accounts
            .entry((level, account))
            .or_default()
            .push(entry);
    }
    pub fn add_to_carrier(&mut self, carrier: String, entry: Entry) {
        self.carriers.entry(carrier).or_default().push(entry);
    }
    pub fn remove_account(&mut self, level: Level, account: CarrierAccountId) {
        self.accounts.remove(&(level, account));
    }
    pub fn remove_carrier(&mut self, carrier: &str) {
        self.carriers.remove(carrier);
    }
    fn account_entries(
        &self,
        level: Level,
        account: CarrierAccountId,
        day: NaiveDate,
    ) -> Option<&Entry> {
        self.accounts
            .get(&(level, account))?
            .iter()
            .find(|entry| entry.applies(day))
    }
    fn carrier_entries(&self, carrier: &str, day: NaiveDate) -> Option<&Entry> {
        self.carriers
            .get(carrier)?
            .iter()
            .find(|entry| entry.applies(day))
    }
}

/// An account's applicable markups on a day, in order of precedence.
#[derive(Debug, Default)]
pub struct Levels<'b>(Vec<(Level, &'b Entry)>);

/// Orders the levels: customer, customer type, account, carrier.
pub fn levels<'b>(
    customer: Option<&'b Book>,
    shared: &'b Book,
    customers: Level,
    account: CarrierAccountId,
    carrier: &str,
    day: NaiveDate,
) -> Levels<'b> {
    let found = [
        (
            Level::Customer,
            customer.and_then(|own| own.account_entries(Level::Customer, account, day)),
        ),
        (customers, shared.account_entries(customers, account, day)),
        (
            Level::CarrierAccount,
            shared.account_entries(Level::CarrierAccount, account, day),
        ),
        (Level::Carrier, shared.carrier_entries(carrier, day)),
    ];
    Levels(
        found
            .into_iter()
            .filter_map(|(level, entry)| Some((level, entry?)))
            .collect(),
    )
}

impl Levels<'_> {
    pub fn for_service(&self, service: &str) -> Option<ApplicableMarkup> {
        self.0.iter().find_map(|(level, entry)| {
            let rate = entry.services.get(service).or(entry.whole.as_ref())?;
            Some(ApplicableMarkup {
                level: *level,
                rate: *rate,
            })
        })
    }

    /// Returns an additional service's own markup. None if an earlier level has a markup for the
    /// service, which covers its additions.
    pub fn for_additional(&self, additional: &str, service: &str) -> Option<ApplicableMarkup> {
        for (level, entry) in &self.0 {
            if let Some(rate) = entry.services.get(additional) {
                return Some(ApplicableMarkup {
                    level: *level,
                    rate: *rate,
                });
            }
            if entry.services.contains_key(service) || entry.whole.is_some() {
                return None;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use rust_decimal::Decimal;

    use super::*;
    use crate::markups::rate::CalcMethod;

    const ACCOUNT: CarrierAccountId = CarrierAccountId(7);

    fn percent(value: i64) -> MarkupRate {
        MarkupRate {
            calc_method: CalcMethod::Percentage,
            value: Decimal::from(value),
        }
    }

    fn general_entry(value: i64) -> Entry {
        Entry {
            whole: Some(percent(value)),
            ..Entry::default()
        }
    }

    fn service_entry(service: &str, value: i64) -> Entry {
        Entry {
            services: HashMap::from([(service.to_owned(), percent(value))]),
            ..Entry::default()
        }
    }

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn find_markup(
        customer: &Book,
        shared: &Book,
        service: &str,
        on: &str,
    ) -> Option<(Level, i64)> {
        let levels = levels(
            Some(customer),
            shared,
            Level::Payg,
            ACCOUNT,
            "acme",
            day(on),
        );
        let found = levels.for_service(service)?;
        Some((found.level, found.rate.value.try_into().unwrap()))
    }

    #[test]
    fn the_first_level_that_has_a_markup_decides() {
        let (mut customer, mut others) = (Book::default(), Book::default());
        let on = "2026-05-01";
        assert_eq!(find_markup(&customer, &others, "ROAD", on), None);
        others.add_to_carrier("acme".to_owned(), general_entry(1));
        assert_eq!(
            find_markup(&customer, &others, "ROAD", on),
            Some((Level::Carrier, 1))
        );
        others.add_to_account(Level::CarrierAccount, ACCOUNT, service_entry("ROAD", 2));
        assert_eq!(
            find_markup(&customer, &others, "ROAD", on),
            Some((Level::CarrierAccount, 2))
        );
        assert_eq!(
            find_markup(&customer, &others, "AIR", on),
            Some((Level::Carrier, 1)),
            "the account has none for it"
        );
        others.add_to_account(Level::Guest, ACCOUNT, general_entry(9));
        others.add_to_account(Level::Payg, CarrierAccountId(8), general_entry(9));
        assert_eq!(
            find_markup(&customer, &others, "ROAD", on),
            Some((Level::CarrierAccount, 2)),
            "of others"
        );
        others.add_to_account(Level::Payg, ACCOUNT, general_entry(3));
        assert_eq!(
            find_markup(&customer, &others, "ROAD", on),
            Some((Level::Payg, 3))
        );
        customer.add_to_account(
            Level::Customer,
            ACCOUNT,
            Entry {
                whole: Some(percent(5)),
                ..service_entry("ROAD", 4)
            },
        );
        assert_eq!(
            find_markup(&customer, &others, "ROAD", on),
            Some((Level::Customer, 4)),
            "its own comes first"
        );
        assert_eq!(
            find_markup(&customer, &others, "AIR", on),
            Some((Level::Customer, 5))
        );
    }

    #[test]
    fn a_markup_holds_on_its_days_alone() {
        let (customer, mut others) = (Book::default(), Book::default());
        let june = Entry {
            first: Some(day("2026-06-01")),
            last: Some(day("2026-06-30")),
            ..general_entry(3)
        };
        others.add_to_account(Level::CarrierAccount, ACCOUNT, june);
        others.add_to_account(
            Level::CarrierAccount,
            ACCOUNT,
            Entry {
                first: Some(day("2026-07-01")),
                ..general_entry(4)
            },
        );
        let on = |day: &str| find_markup(&customer, &others, "ROAD", day).map(|(_, value)| value);
        assert_eq!(
            [
                on("2026-05-31"),
                on("2026-06-01"),
                on("2026-06-30"),
                on("2026-07-01")
            ],
            [None, Some(3), Some(3), Some(4)]
        );
        let span = |first: Option<&str>, last: Option<&str>| (first.map(day), last.map(day));
        assert!(overlap(
            span(None, Some("2026-06-01")),
            span(Some("2026-06-01"), None)
        ));
        assert!(!overlap(
            span(None, Some("2026-05-31")),
            span(Some("2026-06-01"), None)
        ));
        assert!(overlap(
            span(None, None),
            span(Some("2026-06-01"), Some("2026-06-02"))
        ));
    }

    #[test]
    fn an_additional_service_has_its_own_unless_a_level_before_covers_it() {
        let mut shared = Book::default();
        shared.add_to_account(Level::CarrierAccount, ACCOUNT, service_entry("FUEL", 30));
        let of_fuel = |customer: &Book| {
            let levels = levels(
                Some(customer),
                &shared,
                Level::Account,
                ACCOUNT,
                "acme",
                day("2026-05-01"),
            );
            levels
                .for_additional("FUEL", "ROAD")
                .map(|found| found.rate)
        };
        assert_eq!(of_fuel(&Book::default()), Some(percent(30)));
        let mut customer = Book::default();
        customer.add_to_account(Level::Customer, ACCOUNT, service_entry("ROAD", 4));
        assert_eq!(
            of_fuel(&customer),
            None,
            "the customer's markup of the service covers its fuel"
        );
        let mut customer = Book::default();
        customer.add_to_account(
            Level::Customer,
            ACCOUNT,
            Entry {
                whole: Some(percent(5)),
                ..service_entry("FUEL", 6)
            },
        );
        assert_eq!(of_fuel(&customer), Some(percent(6)));
    }
}
