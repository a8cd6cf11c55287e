//! Matching of bank lines to customers and invoices, with a confidence from 0 to 100.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use data::ids::CustomerId;
use rust_decimal::Decimal;

use crate::bank_statements::{model::BankMatchReason, sums};
use billing::allocations::rules::MAX_SHARES;
use billing::{allocations::model::InvoiceShare, invoices::model::InvoiceId};

const MAX_PROPOSALS: usize = 3;
/// Shorter numbers occur in texts by chance.
const MIN_NUMBER: usize = 4;
const MAX_WORDS: usize = 40;

#[derive(Debug, Clone)]
pub struct Incoming<'a> {
    pub amount: Decimal,
    /// All texts of the line.
    pub said: &'a [String],
    pub payer: Option<&'a str>,
    /// Customers with earlier payments from this payer.
    pub known: &'a BTreeSet<CustomerId>,
}

#[derive(Debug, Clone)]
pub struct OpenInvoice<'a> {
    pub id: InvoiceId,
    pub customer: CustomerId,
    pub number: &'a str,
    pub name: &'a str,
    pub outstanding: Decimal,
    pub due: NaiveDate,
}

#[derive(Debug, Clone)]
pub struct Proposal {
    pub customer: CustomerId,
    pub shares: Vec<InvoiceShare>,
    pub confidence: i64,
    pub reasons: Vec<BankMatchReason>,
}

/// Returns words, and up to three of their parts joined, as possible invoice numbers.
pub fn numbers(texts: &[String]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for text in texts {
        let text = text.to_uppercase();
        let words = text
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':'))
            .take(MAX_WORDS);
        found.extend(words.map(|word| word.trim_matches('.').to_owned()));
        let parts: Vec<&str> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|part| !part.is_empty())
            .take(MAX_WORDS)
            .collect();
        for size in 1..=3 {
            found.extend(parts.windows(size).map(<[&str]>::concat));
        }
    }
    found.retain(|word| {
        word.chars().count() >= MIN_NUMBER && word.chars().any(|c| c.is_ascii_digit())
    });
    found
}

/// Returns the proposals, best first. Ties halve the confidence, so a person decides.
pub fn propose(line: &Incoming<'_>, open: &[OpenInvoice<'_>]) -> Vec<Proposal> {
    let numbers = numbers(line.said);
    let mut customers: BTreeMap<CustomerId, Vec<&OpenInvoice<'_>>> = BTreeMap::new();
    for invoice in open
        .iter()
        .filter(|invoice| invoice.outstanding > Decimal::ZERO)
    {
        customers.entry(invoice.customer).or_default().push(invoice);
    }
    let mut found: Vec<Proposal> = Vec::new();
    for (customer, mut invoices) in customers {
        invoices.sort_by_key(|invoice| (invoice.due, invoice.id));
        let is_payer = line.known.contains(&customer)
            || line.payer.is_some_and(|payer| {
                invoices
                    .iter()
                    .any(|invoice| is_same_name(payer, invoice.name))
            });
        found.extend(propose_for_customer(
            line, customer, &invoices, &numbers, is_payer,
        ));
    }
    found.sort_by_key(|proposal| (-proposal.confidence, proposal.customer));
    if let [first, second, ..] = found.as_slice()
        && first.confidence == second.confidence
    {
        let tied = first.confidence;
        for proposal in found
            .iter_mut()
            .filter(|proposal| proposal.confidence == tied)
        {
            proposal.confidence /= 2;
        }
        found.sort_by_key(|proposal| (-proposal.confidence, proposal.customer));
    }
    found.truncate(MAX_PROPOSALS);
    found
}

fn propose_for_customer(
    line: &Incoming<'_>,
    customer: CustomerId,
    invoices: &[&OpenInvoice<'_>],
    numbers: &BTreeSet<String>,
    is_payer: bool,
) -> Option<Proposal> {
    use BankMatchReason::{Amount, Payer, Reference};
    let sum = |invoices: &[&OpenInvoice<'_>]| {
        invoices
            .iter()
            .map(|invoice| invoice.outstanding)
            .sum::<Decimal>()
    };
    let named: Vec<&OpenInvoice<'_>> = invoices
        .iter()
        .copied()
        .filter(|invoice| is_named(numbers, invoice.number))
        .collect();
    let equal: Vec<&OpenInvoice<'_>> = invoices
        .iter()
        .copied()
        .filter(|invoice| invoice.outstanding == line.amount)
        .collect();
    let (paid, confidence, mut reasons) = if !named.is_empty() {
        let others: Vec<&OpenInvoice<'_>> = invoices
            .iter()
            .copied()
            .filter(|invoice| !is_named(numbers, invoice.number))
            .collect();
        let named_sum = sum(&named);
        if named_sum == line.amount {
            (named, 90, vec![Reference, Amount])
        } else if let Some((paid, _)) = exact_sum(&named, line.amount, sums::MAX_SUMMED) {
            (paid, 80, vec![Reference, Amount])
        } else if let Some((paid, _)) = exact_sum(
            &others,
            line.amount - named_sum,
            sums::MAX_SUMMED.saturating_sub(named.len()),
        ) {
            ([named, paid].concat(), 75, vec![Reference, Amount])
        } else if named_sum > line.amount {
            (named, 65, vec![Reference])
        } else {
            (named, 60, vec![Reference])
        }
    } else if let [one] = equal.as_slice() {
        (vec![*one], if is_payer { 75 } else { 40 }, vec![Amount])
    } else if let [oldest, ..] = equal.as_slice() {
        (vec![*oldest], if is_payer { 55 } else { 25 }, vec![Amount])
    } else if is_payer && sum(invoices) == line.amount {
        (invoices.to_vec(), 75, vec![Amount])
    } else if let Some(oldest) = oldest_run(invoices, line.amount).filter(|_| is_payer) {
        (oldest, 70, vec![Amount])
    } else if let Some((paid, is_only_one)) = is_payer
        .then(|| exact_sum(invoices, line.amount, sums::MAX_SUMMED))
        .flatten()
    {
        (paid, if is_only_one { 60 } else { 40 }, vec![Amount])
    } else if is_payer {
        (invoices.to_vec(), 35, Vec::new())
    } else {
        return None;
    };
    if is_payer {
        reasons.push(Payer);
    }
    let requested = paid
        .iter()
        .take(MAX_SHARES)
        .map(|invoice| (invoice.id, invoice.outstanding));
    let shares = billing::allocations::rules::spread(line.amount, requested);
    Some(Proposal {
        customer,
        shares,
        confidence: confidence + if is_payer { 10 } else { 0 },
        reasons,
    })
}

/// Returns the invoices of an exact sum, and true if no others make it.
fn exact_sum<'i, 'a>(
    invoices: &[&'i OpenInvoice<'a>],
    amount: Decimal,
    max: usize,
) -> Option<(Vec<&'i OpenInvoice<'a>>, bool)> {
    let amounts: Vec<Decimal> = invoices.iter().map(|invoice| invoice.outstanding).collect();
    let found = sums::find(&amounts, amount, max)?;
    let paid = found.places.iter().map(|place| invoices[*place]).collect();
    Some((paid, found.is_only_one))
}

/// Returns the oldest invoices if they make the amount: customers pay in that order.
fn oldest_run<'i, 'a>(
    invoices: &[&'i OpenInvoice<'a>],
    amount: Decimal,
) -> Option<Vec<&'i OpenInvoice<'a>>> {
    let mut sum = Decimal::ZERO;
    let count = invoices.iter().take(sums::MAX_SUMMED).position(|invoice| {
        sum += invoice.outstanding;
        sum == amount
    })?;
    Some(invoices[..=count].to_vec())
}

fn is_named(numbers: &BTreeSet<String>, number: &str) -> bool {
    let number = number.to_uppercase();
    let plain: String = number.chars().filter(|c| c.is_alphanumeric()).collect();
    numbers.contains(&number) || numbers.contains(&plain)
}

/// True for equal or contained words, ignoring legal forms.
fn is_same_name(one: &str, other: &str) -> bool {
    const FORMS: [&str; 12] = [
        "PTY", "LTD", "LIMITED", "INC", "LLC", "GMBH", "AG", "KG", "SA", "SL", "BV", "CO",
    ];
    let words = |name: &str| -> BTreeSet<String> {
        let name = name.to_uppercase();
        let words = name
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty() && !FORMS.contains(word));
        words.map(str::to_owned).collect()
    };
    let (one, other) = (words(one), words(other));
    let fewer = one.len().min(other.len());
    fewer > 0 && (one == other || (fewer > 1 && (one.is_subset(&other) || other.is_subset(&one))))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn invoice(
        id: i64,
        customer: i64,
        number: &'static str,
        name: &'static str,
        amount: i64,
    ) -> OpenInvoice<'static> {
        let due = "2026-03-01".parse().unwrap();
        let (id, customer) = (InvoiceId(id), CustomerId(customer));
        OpenInvoice {
            id,
            customer,
            number,
            name,
            outstanding: Decimal::from(amount),
            due,
        }
    }

    fn some() -> Vec<OpenInvoice<'static>> {
        vec![
            invoice(1, 1, "INV-000001", "Bluegum Wines Pty Ltd", 110),
            invoice(2, 1, "INV-000002", "Bluegum Wines Pty Ltd", 55),
            invoice(3, 2, "INV-000003", "Wattle Works", 110),
        ]
    }

    fn best(amount: i64, texts: &str, payer: Option<&str>) -> Option<(i64, i64, usize)> {
        let (said, known) = ([texts.to_owned()], BTreeSet::new());
        let line = Incoming {
            amount: Decimal::from(amount),
            said: &said,
            payer,
            known: &known,
        };
        let found = propose(&line, &some());
        found
            .first()
            .map(|best| (best.customer.0, best.confidence, best.shares.len()))
    }

    #[test]
    fn numbers_payer_and_amount_make_the_confidence() {
        assert_eq!(
            best(110, "Invoice INV-000001", Some("BLUEGUM WINES")),
            Some((1, 100, 1))
        );
        assert_eq!(best(110, "inv 000001", None), Some((1, 90, 1)));
        assert_eq!(best(165, "INV-000001, INV000002", None), Some((1, 90, 2)));
        assert_eq!(best(50, "INV-000001", None), Some((1, 65, 1)));
        assert_eq!(best(500, "INV-000001", None), Some((1, 60, 1)));
        assert_eq!(best(55, "Thanks", None), Some((1, 40, 1)));
        assert_eq!(best(165, "Thanks", Some("Bluegum Wines")), Some((1, 85, 2)));
        assert_eq!(best(100, "Thanks", Some("Bluegum Wines")), Some((1, 45, 1)));
        assert_eq!(best(7, "Thanks", Some("Nobody")), None);
    }

    #[test]
    fn an_amount_that_two_owe_is_for_a_person() {
        assert_eq!(best(110, "Thanks", None), Some((1, 20, 1)));
        assert_eq!(best(110, "Thanks", Some("Wattle Works")), Some((2, 85, 1)));
    }

    #[test]
    fn a_number_within_another_is_not_named() {
        assert_eq!(best(1, "INV-0000011", None), None);
    }

    fn paid(amount: i64, texts: &str, payer: Option<&str>) -> (Vec<i64>, i64) {
        let open: Vec<OpenInvoice<'static>> = [
            (1, "INV-000001", 100, "2026-03-01"),
            (2, "INV-000002", 230, "2026-03-02"),
            (3, "INV-000003", 370, "2026-03-03"),
            (4, "INV-000004", 610, "2026-03-04"),
            (5, "INV-000005", 930, "2026-03-05"),
        ]
        .into_iter()
        .map(|(id, number, amount, due)| OpenInvoice {
            due: due.parse().unwrap(),
            ..invoice(id, 1, number, "Bluegum Wines", amount)
        })
        .collect();
        let (said, known) = ([texts.to_owned()], BTreeSet::new());
        let line = Incoming {
            amount: Decimal::from(amount),
            said: &said,
            payer,
            known: &known,
        };
        let best = propose(&line, &open).into_iter().next().unwrap();
        let sum: Decimal = best.shares.iter().map(|share| share.amount).sum();
        assert!(sum <= line.amount);
        let ids = best.shares.iter().map(|share| share.invoice_id.0);
        (ids.collect(), best.confidence)
    }

    #[test]
    fn one_payment_pays_several_invoices() {
        let payer = Some("Bluegum Wines");
        assert_eq!(paid(700, "Thanks", payer), (vec![1, 2, 3], 80));
        assert_eq!(paid(230 + 930, "Thanks", payer), (vec![2, 5], 70));
        assert_eq!(
            paid(230 + 370 + 610, "INV-000003", None),
            (vec![3, 2, 4], 75)
        );
        let three = "INV-000001 INV-000002 INV-000004";
        assert_eq!(paid(100 + 610, three, None), (vec![1, 4], 80));
    }

    proptest! {
        #[test]
        fn no_more_is_proposed_than_came_in(amount in 1i64..400, said in "[A-Z0-9 -]{0,40}") {
            let (said, known) = ([said], BTreeSet::from([CustomerId(1)]));
            let line = Incoming { amount: Decimal::from(amount), said: &said, payer: None, known: &known };
            for proposal in propose(&line, &some()) {
                let sum: Decimal = proposal.shares.iter().map(|share| share.amount).sum();
                prop_assert!(sum <= Decimal::from(amount) && (0..=100).contains(&proposal.confidence));
            }
        }
    }
}
