//! What is right in what callers send.

use chrono::NaiveDate;
use freight::{address::Address, money};
use kernel::{
    FieldError,
    case::{FIRST_YEAR, LAST_YEAR},
    message,
};
use rust_decimal::Decimal;

use super::amounts::{self, NewLine};
use crate::model::{ad_hoc::AdHocInvoice, run::InvoiceRunAsked, words::InvoiceDetailType};

pub const MAX_TEXT: usize = 256;
pub const MAX_NOTE: usize = 2000;
const MAX_LINES: usize = 500;
const MAX_PRICES: usize = 20;
const MAX_COUNT: i64 = 1_000_000;
/// A year and a day.
const MAX_DAYS: i64 = 367;
pub const MAX_IDS: usize = 1000;

/// Every field of an ad hoc invoice that cannot be accepted; `lines` are what it comes to.
pub fn ad_hoc(
    invoice: &AdHocInvoice,
    invoice_date: NaiveDate,
    lines: &[NewLine],
) -> Vec<FieldError> {
    let mut wrong = Vec::new();
    texts(&mut wrong, invoice);
    days(&mut wrong, invoice, invoice_date);
    if invoice
        .customs_entries
        .is_some_and(|count| !(0..=MAX_COUNT).contains(&count))
    {
        wrong.push(at(
            "customsEntries",
            message!("must be from 0 to {max}", max = MAX_COUNT),
        ));
    }
    for (member, address) in [
        ("fromAddress", &invoice.from_address),
        ("toAddress", &invoice.to_address),
    ] {
        wrong.extend(
            address
                .as_ref()
                .map(|address: &Address| address.check(&member_of(member)))
                .unwrap_or_default(),
        );
    }
    let sizes = [
        (
            "totalWeight",
            invoice
                .total_weight
                .map(|weight| weight.check(&member_of("totalWeight"))),
        ),
        (
            "totalVolume",
            invoice
                .total_volume
                .map(|volume| volume.check(&member_of("totalVolume"))),
        ),
        (
            "chargeable",
            invoice
                .chargeable
                .map(|weight| weight.check(&member_of("chargeable"))),
        ),
    ];
    wrong.extend(sizes.into_iter().filter_map(|(_, checked)| checked?.err()));
    if invoice.items.len() > MAX_LINES {
        wrong.push(at(
            "items",
            message!("must be at most {max} entries", max = MAX_LINES),
        ));
    }
    if invoice.invoice_lines.len() > MAX_LINES {
        wrong.push(at(
            "invoiceLines",
            message!("must be at most {max} entries", max = MAX_LINES),
        ));
    }
    charges(&mut wrong, invoice);
    if wrong.is_empty() {
        if lines.is_empty() {
            wrong.push(at(
                "invoiceLines",
                message!("must have at least one line, or an item with a price"),
            ));
        } else if amounts::total(lines).total < Decimal::ZERO {
            wrong.push(at(
                "invoiceLines",
                message!("must not come to less than 0: that is a credit note"),
            ));
        } else if amounts::total(lines).total > Decimal::from(money::LIMIT) {
            wrong.push(at(
                "invoiceLines",
                message!("must not come to more than {max}", max = money::LIMIT),
            ));
        }
    }
    wrong
}

fn member_of(name: &str) -> String {
    format!("adhocInvoice.{name}")
}

fn at(name: &str, message: kernel::Message) -> FieldError {
    FieldError::new(member_of(name), message)
}

fn texts(wrong: &mut Vec<FieldError>, invoice: &AdHocInvoice) {
    let all = [
        ("description", &invoice.description, MAX_TEXT),
        ("service", &invoice.service, MAX_TEXT),
        ("frequency", &invoice.frequency, MAX_TEXT),
        ("commodity", &invoice.commodity, MAX_TEXT),
        ("transitTime", &invoice.transit_time, MAX_TEXT),
        ("incoterm", &invoice.incoterm, 16),
        ("note", &invoice.note, MAX_NOTE),
    ];
    for (name, value, max) in all {
        text(wrong, name, value.as_deref().unwrap_or_default(), max);
    }
    for (index, item) in invoice.items.iter().enumerate() {
        for (name, value) in [
            ("packageType", &item.package_type),
            ("description", &item.description),
        ] {
            text(
                wrong,
                &format!("items[{index}].{name}"),
                value.as_deref().unwrap_or_default(),
                MAX_TEXT,
            );
        }
    }
    for (index, line) in invoice.invoice_lines.iter().enumerate() {
        text(
            wrong,
            &format!("invoiceLines[{index}].description"),
            &line.description,
            MAX_TEXT,
        );
        for (name, value) in [
            ("referenceNo", &line.reference_no),
            ("service", &line.service),
        ] {
            text(
                wrong,
                &format!("invoiceLines[{index}].{name}"),
                value.as_deref().unwrap_or_default(),
                MAX_TEXT,
            );
        }
    }
}

fn text(wrong: &mut Vec<FieldError>, name: &str, value: &str, max: usize) {
    if value.chars().count() > max {
        wrong.push(
            at(
                name,
                message!("must be at most {max} characters", max = max),
            )
            .coded("tooLong"),
        );
    }
}

fn days(wrong: &mut Vec<FieldError>, invoice: &AdHocInvoice, invoice_date: NaiveDate) {
    let all = [
        ("invoiceDate", Some(invoice_date)),
        ("bookingDate", invoice.booking_date),
        ("dueDate", invoice.due_date),
    ];
    for (name, day) in all {
        if day.is_some_and(|day| !is_near(day)) {
            let says = message!(
                "must be a day from {first} to {last}",
                first = FIRST_YEAR,
                last = LAST_YEAR
            );
            wrong.push(at(name, says));
        }
    }
    if invoice.due_date.is_some_and(|due| due < invoice_date) {
        wrong.push(at(
            "dueDate",
            message!("must not be before the invoice's date"),
        ));
    }
}

pub fn is_near(day: NaiveDate) -> bool {
    kernel::case::is_day(day)
}

fn charges(wrong: &mut Vec<FieldError>, invoice: &AdHocInvoice) {
    for (index, item) in invoice.items.iter().enumerate() {
        let name = format!("items[{index}]");
        if !(0..=MAX_COUNT).contains(&item.quantity) {
            wrong.push(at(
                &format!("{name}.quantity"),
                message!("must be from 0 to {max}", max = MAX_COUNT),
            ));
        }
        let sides = [
            ("height", item.height),
            ("width", item.width),
            ("length", item.length),
        ];
        for (side, length) in sides {
            wrong.extend(
                length.and_then(|length| length.check(&member_of(&format!("{name}.{side}"))).err()),
            );
        }
        wrong.extend(
            item.weight
                .and_then(|weight| weight.check(&member_of(&format!("{name}.weight"))).err()),
        );
        if item.pricing_details.len() > MAX_PRICES {
            let says = message!("must be at most {max} entries", max = MAX_PRICES);
            wrong.push(at(&format!("{name}.pricingDetails"), says));
        }
        for (place, price) in item.pricing_details.iter().enumerate() {
            let name = format!("{name}.pricingDetails[{place}]");
            text(
                wrong,
                &format!("{name}.service"),
                price.service.as_deref().unwrap_or_default(),
                MAX_TEXT,
            );
            let amounts = [
                ("costTaxExclusive", Some(price.cost_tax_exclusive)),
                ("costTax", price.cost_tax),
                ("carrierCostTaxExclusive", price.carrier_cost_tax_exclusive),
                ("carrierCostTax", price.carrier_cost_tax),
            ];
            for (member, amount) in amounts {
                sum(wrong, &format!("{name}.{member}"), amount);
            }
            taxed(
                wrong,
                &format!("{name}.costTax"),
                price.cost_tax_exclusive,
                price.cost_tax,
            );
        }
    }
    for (index, line) in invoice.invoice_lines.iter().enumerate() {
        let name = format!("invoiceLines[{index}]");
        if line.invoice_detail_type == Some(InvoiceDetailType::Unknown) {
            let known = InvoiceDetailType::WORDS.join(", ");
            wrong.push(at(
                &format!("{name}.invoiceDetailType"),
                message!("must be one of {known}", known = known),
            ));
        }
        sum(
            wrong,
            &format!("{name}.taxExclusiveAmount"),
            Some(line.tax_exclusive_amount),
        );
        sum(wrong, &format!("{name}.tax"), line.tax);
        taxed(
            wrong,
            &format!("{name}.tax"),
            line.tax_exclusive_amount,
            line.tax,
        );
    }
}

fn sum(wrong: &mut Vec<FieldError>, name: &str, amount: Option<Decimal>) {
    wrong.extend(amount.and_then(|amount| money::check(amount, &member_of(name)).err()));
}

/// A tax has the sign of what is taxed, and is no more than it.
fn taxed(wrong: &mut Vec<FieldError>, name: &str, net: Decimal, tax: Option<Decimal>) {
    let is_right = tax.is_none_or(|tax| {
        tax.is_zero()
            || (tax.is_sign_negative() == net.is_sign_negative() && tax.abs() <= net.abs())
    });
    if !is_right {
        wrong.push(at(
            name,
            message!("must be no more than the amount that is taxed"),
        ));
    }
}

/// Every field of a run that cannot be accepted.
pub fn run(asked: &InvoiceRunAsked) -> Vec<FieldError> {
    let mut wrong = Vec::new();
    let days = (asked.to_date - asked.from_date).num_days();
    if !is_near(asked.from_date) {
        let says = message!(
            "must be a day from {first} to {last}",
            first = FIRST_YEAR,
            last = LAST_YEAR
        );
        wrong.push(FieldError::new("fromDate", says));
    }
    if !(0..MAX_DAYS).contains(&days) {
        let says = message!(
            "must be from the first day on, and at most {max} days",
            max = MAX_DAYS
        );
        wrong.push(FieldError::new("toDate", says));
    }
    if asked.invoice_date.is_some_and(|day| !is_near(day)) {
        let says = message!(
            "must be a day from {first} to {last}",
            first = FIRST_YEAR,
            last = LAST_YEAR
        );
        wrong.push(FieldError::new("invoiceDate", says));
    }
    for (member, count) in [
        ("customerIds", asked.customer_ids.len()),
        ("bookingIds", asked.booking_ids.len()),
    ] {
        if count > MAX_IDS {
            wrong.push(FieldError::new(
                member,
                message!("must be at most {max} entries", max = MAX_IDS),
            ));
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ad_hoc::AdHocLine;

    fn line(net: &str, tax: Option<&str>) -> AdHocLine {
        let decimal = |text: &str| text.parse::<Decimal>().unwrap();
        AdHocLine {
            tax_exclusive_amount: decimal(net),
            tax: tax.map(decimal),
            ..AdHocLine::default()
        }
    }

    fn members(invoice: &AdHocInvoice) -> Vec<String> {
        let lines = amounts::of_ad_hoc(invoice, Decimal::TEN, "AUD");
        let day = "2026-03-02".parse().unwrap();
        ad_hoc(invoice, day, &lines)
            .into_iter()
            .map(|error| error.member)
            .collect()
    }

    #[test]
    fn an_ad_hoc_invoice_charges_something() {
        let with = |lines: Vec<AdHocLine>| AdHocInvoice {
            invoice_lines: lines,
            ..AdHocInvoice::default()
        };
        assert_eq!(members(&with(vec![line("10", None)])), Vec::<String>::new());
        assert_eq!(
            members(&with(vec![line("10", Some("1")), line("-5", Some("-0.5"))])),
            Vec::<String>::new()
        );
        assert_eq!(members(&with(Vec::new())), ["adhocInvoice.invoiceLines"]);
        assert_eq!(
            members(&with(vec![line("-10", None)])),
            ["adhocInvoice.invoiceLines"]
        );
        assert_eq!(
            members(&with(vec![line("10", Some("11"))])),
            ["adhocInvoice.invoiceLines[0].tax"]
        );
        assert_eq!(
            members(&with(vec![line("10", Some("-1"))])),
            ["adhocInvoice.invoiceLines[0].tax"]
        );
    }

    #[test]
    fn it_is_not_due_before_its_day() {
        let invoice = AdHocInvoice {
            invoice_lines: vec![line("10", None)],
            due_date: "2026-03-01".parse().ok(),
            booking_date: "1026-03-01".parse().ok(),
            ..AdHocInvoice::default()
        };
        assert_eq!(
            members(&invoice),
            ["adhocInvoice.bookingDate", "adhocInvoice.dueDate"]
        );
    }
}
