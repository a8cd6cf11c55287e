//! Debits and credits of each movement, and open days.

use chrono::NaiveDate;
use rust_decimal::Decimal;

use crate::model::BookAccount;

/// A positive amount from credit to debit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    pub debit: BookAccount,
    pub credit: BookAccount,
    pub amount: Decimal,
}

/// None for 0. A negative amount swaps the accounts.
fn pair(debit: BookAccount, credit: BookAccount, amount: Decimal) -> Option<Pair> {
    match amount {
        amount if amount.is_zero() => None,
        amount if amount < Decimal::ZERO => Some(Pair {
            debit: credit,
            credit: debit,
            amount: -amount,
        }),
        amount => Some(Pair {
            debit,
            credit,
            amount,
        }),
    }
}

fn pairs<const N: usize>(pairs: [Option<Pair>; N]) -> Vec<Pair> {
    pairs.into_iter().flatten().collect()
}

pub fn posted(net: Decimal, tax: Decimal) -> Vec<Pair> {
    pairs([
        pair(BookAccount::Receivable, BookAccount::Revenue, net),
        pair(BookAccount::Receivable, BookAccount::Tax, tax),
    ])
}

/// Posts a balance from before this system.
pub fn opened(amount: Decimal) -> Vec<Pair> {
    pairs([pair(
        BookAccount::Receivable,
        BookAccount::OpeningBalance,
        amount,
    )])
}

pub fn written_off(amount: Decimal) -> Vec<Pair> {
    pairs([pair(BookAccount::WriteOff, BookAccount::Receivable, amount)])
}

/// Negative if the credit note is voided.
pub fn credited(net: Decimal, tax: Decimal) -> Vec<Pair> {
    pairs([
        pair(BookAccount::Revenue, BookAccount::Unapplied, net),
        pair(BookAccount::Tax, BookAccount::Unapplied, tax),
    ])
}

pub fn received(amount: Decimal) -> Vec<Pair> {
    pairs([pair(BookAccount::Cash, BookAccount::Unapplied, amount)])
}

pub fn surcharged(net: Decimal, tax: Decimal) -> Vec<Pair> {
    pairs([
        pair(BookAccount::Cash, BookAccount::Surcharge, net),
        pair(BookAccount::Cash, BookAccount::Tax, tax),
    ])
}

/// Negative for a reversal. Amounts differ for invoices in a foreign currency.
pub fn allocated(paid: Decimal, owed: Decimal) -> Vec<Pair> {
    pairs([
        pair(BookAccount::Unapplied, BookAccount::Receivable, owed),
        pair(
            BookAccount::Unapplied,
            BookAccount::ExchangeDifference,
            paid - owed,
        ),
    ])
}

/// Posts a refund or reversal. The unapplied part can differ by rounding.
pub fn returned(unapplied: Decimal, paid: Decimal) -> Vec<Pair> {
    pairs([
        pair(BookAccount::Unapplied, BookAccount::Cash, paid),
        pair(
            BookAccount::Unapplied,
            BookAccount::ExchangeDifference,
            unapplied - paid,
        ),
    ])
}

/// Posts a driver's charges as owed. Negative if the invoice is voided.
pub fn owed_to_driver(net: Decimal, tax: Decimal) -> Vec<Pair> {
    pairs([
        pair(BookAccount::DriverCost, BookAccount::Payable, net),
        pair(BookAccount::InputTax, BookAccount::Payable, tax),
    ])
}

pub fn paid_to_driver(amount: Decimal) -> Vec<Pair> {
    pairs([pair(BookAccount::Payable, BookAccount::Cash, amount)])
}

/// Five digits, as MYOB requires and Xero accepts.
pub fn code(account: BookAccount) -> &'static str {
    match account {
        BookAccount::Cash => "11100",
        BookAccount::Receivable => "11200",
        BookAccount::InputTax => "11300",
        BookAccount::Unapplied => "21100",
        BookAccount::Tax => "21200",
        BookAccount::Payable => "21300",
        BookAccount::OpeningBalance => "31000",
        BookAccount::Revenue => "41000",
        BookAccount::Surcharge => "42000",
        BookAccount::DriverCost => "51000",
        BookAccount::WriteOff => "61000",
        BookAccount::ExchangeDifference => "62000",
        BookAccount::Unknown => "",
    }
}

/// Returns the first open day after a locked one. None if the day itself is open.
pub fn first_open(day: NaiveDate, last_days: &[NaiveDate]) -> Option<NaiveDate> {
    last_days
        .iter()
        .max()
        .filter(|last| day <= **last)?
        .succ_opt()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn what_is_below_zero_goes_the_other_way() {
        let (five, less) = (Decimal::from(5), Decimal::from(-5));
        assert_eq!(
            allocated(less, less),
            [Pair {
                debit: BookAccount::Receivable,
                credit: BookAccount::Unapplied,
                amount: five
            }]
        );
        assert_eq!(posted(five, Decimal::ZERO).len(), 1);
        assert!(received(Decimal::ZERO).is_empty());
    }

    #[test]
    fn a_drivers_invoice_is_owed_until_it_is_paid_or_voided() {
        let balance = |steps: Vec<Pair>| {
            let sum = |side: fn(&Pair) -> BookAccount| {
                let of = steps
                    .iter()
                    .filter(|pair| side(pair) == BookAccount::Payable);
                of.map(|pair| pair.amount).sum::<Decimal>()
            };
            sum(|pair| pair.credit) - sum(|pair| pair.debit)
        };
        let (ten, one) = (Decimal::TEN, Decimal::ONE);
        let owed = owed_to_driver(ten, one);
        assert_eq!(owed[1].debit, BookAccount::InputTax);
        assert_eq!(balance(owed.clone()), Decimal::from(11));
        let paid = [owed.clone(), paid_to_driver(Decimal::from(11))].concat();
        assert_eq!(balance(paid), Decimal::ZERO);
        assert_eq!(
            balance([owed, owed_to_driver(-ten, -one)].concat()),
            Decimal::ZERO
        );
        assert_eq!(owed_to_driver(ten, Decimal::ZERO).len(), 1);
    }

    #[test]
    fn what_currencies_bring_is_gained_or_lost() {
        let (ten, nine) = (Decimal::TEN, Decimal::from(9));
        let gained = Pair {
            debit: BookAccount::Unapplied,
            credit: BookAccount::ExchangeDifference,
            amount: Decimal::ONE,
        };
        assert_eq!(allocated(ten, nine)[1], gained);
        let lost = Pair {
            debit: gained.credit,
            credit: gained.debit,
            ..gained
        };
        assert_eq!(allocated(nine, ten)[1], lost);
        assert_eq!(returned(nine, ten)[1], lost);
        assert_eq!(allocated(-ten, -nine)[1], lost);
    }

    #[test]
    fn a_lock_closes_everything_up_to_and_including_its_last_day() {
        let (march, may) = (day("2026-03-31"), day("2026-05-31"));
        assert_eq!(first_open(day("2026-04-01"), &[march]), None);
        assert_eq!(first_open(march, &[march]), Some(day("2026-04-01")));
        assert_eq!(
            first_open(day("2001-02-03"), &[march]),
            Some(day("2026-04-01"))
        );
        assert_eq!(
            first_open(day("2026-04-15"), &[may, march]),
            Some(day("2026-06-01"))
        );
        assert_eq!(first_open(day("2026-06-01"), &[may, march]), None);
        assert_eq!(first_open(march, &[]), None);
    }

    #[test]
    fn codes_are_five_digits_and_no_two_are_one() {
        let codes: BTreeSet<&str> = BookAccount::ALL
            .iter()
            .map(|account| code(*account))
            .collect();
        assert_eq!(codes.len(), BookAccount::ALL.len());
        assert!(
            codes
                .iter()
                .all(|code| code.len() == 5 && code.bytes().all(|digit| digit.is_ascii_digit()))
        );
    }

    #[derive(Default)]
    struct Books {
        sides: BTreeMap<&'static str, (Decimal, Decimal)>,
        invoices: Vec<Decimal>,
        /// Unallocated amount, received amount, allocations by invoice.
        payments: Vec<(Decimal, Decimal, BTreeMap<usize, Decimal>, bool)>,
        credits: Vec<Decimal>,
    }

    impl Books {
        fn write(&mut self, pairs: Vec<Pair>) {
            for pair in pairs {
                assert!(pair.amount > Decimal::ZERO && pair.debit != pair.credit);
                self.sides.entry(pair.debit.as_str()).or_default().0 += pair.amount;
                self.sides.entry(pair.credit.as_str()).or_default().1 += pair.amount;
            }
        }

        fn balance(&self, account: BookAccount) -> Decimal {
            self.sides
                .get(account.as_str())
                .map_or(Decimal::ZERO, |(debit, credit)| debit - credit)
        }

        fn step(&mut self, what: u8, first: usize, second: usize, cents: i64) {
            let amount = Decimal::new(cents, 2);
            let at = |list: usize, place: usize| (list > 0).then(|| place % list);
            let (invoice, payment) = (
                at(self.invoices.len(), first),
                at(self.payments.len(), second),
            );
            match (what, invoice, payment) {
                (0, ..) => {
                    let tax = amount / Decimal::TEN;
                    self.write(posted(amount, tax));
                    self.invoices.push(amount + tax);
                }
                (1, ..) => {
                    self.write(received(amount));
                    self.payments.push((amount, amount, BTreeMap::new(), false));
                }
                (2, Some(invoice), Some(payment)) => {
                    let share = amount
                        .min(self.invoices[invoice])
                        .min(self.payments[payment].0);
                    self.write(allocated(share, share));
                    self.invoices[invoice] -= share;
                    self.payments[payment].0 -= share;
                    *self.payments[payment].2.entry(invoice).or_default() += share;
                }
                (3, Some(invoice), _) => {
                    self.write(written_off(self.invoices[invoice]));
                    self.invoices[invoice] = Decimal::ZERO;
                }
                (4, _, Some(payment)) => {
                    let back = amount.min(self.payments[payment].0);
                    self.write(returned(back, back));
                    self.payments[payment].0 -= back;
                    self.payments[payment].3 |= back > Decimal::ZERO;
                }
                (5, _, Some(payment)) if !self.payments[payment].3 => {
                    let (_, whole, shares, _) = self.payments[payment].clone();
                    for (invoice, share) in shares {
                        self.write(allocated(-share, -share));
                        self.invoices[invoice] += share;
                    }
                    self.write(returned(whole, whole));
                    self.payments[payment] = (Decimal::ZERO, Decimal::ZERO, BTreeMap::new(), true);
                }
                (6, Some(invoice), _) => {
                    self.write(credited(amount, Decimal::ZERO));
                    let share = amount.min(self.invoices[invoice]);
                    self.write(allocated(share, share));
                    self.invoices[invoice] -= share;
                    self.credits.push(amount - share);
                }
                (7, ..) => {
                    if let Some(remaining) = self.credits.pop() {
                        self.write(credited(-remaining, Decimal::ZERO));
                    }
                }
                _ => {}
            }
        }
    }

    proptest! {
        #[test]
        fn in_any_order_debits_are_credits_and_receivable_is_what_is_open(
            steps in prop::collection::vec((0u8..8, 0usize..8, 0usize..8, 1i64..1_000_000), 0..80),
        ) {
            let mut books = Books::default();
            for (what, first, second, cents) in steps {
                books.step(what, first, second, cents);
                let (debits, credits) = books.sides.values().fold(
                    (Decimal::ZERO, Decimal::ZERO),
                    |(debits, credits), side| (debits + side.0, credits + side.1),
                );
                prop_assert_eq!(debits, credits);
                prop_assert_eq!(books.balance(BookAccount::Receivable), books.invoices.iter().sum::<Decimal>());
                let ahead = books.payments.iter().map(|payment| payment.0).chain(books.credits.iter().copied());
                prop_assert_eq!(-books.balance(BookAccount::Unapplied), ahead.sum::<Decimal>());
            }
        }
    }
}
