//! Validation of ad hoc invoices and invoice runs.

use carriage::{address::Address, money};
use chrono::NaiveDate;
use data::{
    FieldError,
    case::{FIRST_YEAR, LAST_YEAR},
    message,
};
use rust_decimal::Decimal;

use ledger::input_rules::{MAX_NOTE, MAX_TEXT, is_near};

use crate::invoices::{self, model::InvoiceDetail};
use crate::{
    invoice_runs::model::InvoiceRunRequest, invoices::ad_hoc_model::AdHocInvoice,
    values::InvoiceDetailType,
};

const MAX_LINES: usize = 500;
const MAX_PRICES: usize = 20;
const MAX_COUNT: i64 = 1_000_000;
const MAX_DAYS: i64 = 367;
pub const MAX_IDS: usize = 1000;

/// Returns every invalid field. `lines` are the computed lines.
pub fn check_ad_hoc(
    invoice: &AdHocInvoice,
    invoice_date: NaiveDate,
    lines: &[InvoiceDetail],
) -> Vec<FieldError> {
    let mut errors = Vec::new();
    texts(&mut errors, invoice);
    days(&mut errors, invoice, invoice_date);
    if invoice
        .customs_entries
        .is_some_and(|count| !(0..=MAX_COUNT).contains(&count))
    {
        errors.push(field_error(
            "customsEntries",
            message!("must be from 0 to {max}", max = MAX_COUNT),
        ));
    }
    for (member, address) in [
        ("fromAddress", &invoice.from_address),
        ("toAddress", &invoice.to_address),
    ] {
        errors.extend(
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
    errors.extend(sizes.into_iter().filter_map(|(_, checked)| checked?.err()));
    if invoice.items.len() > MAX_LINES {
        errors.push(field_error(
            "items",
            message!("must be at most {max} entries", max = MAX_LINES),
        ));
    }
    if invoice.invoice_lines.len() > MAX_LINES {
        errors.push(field_error(
            "invoiceLines",
            message!("must be at most {max} entries", max = MAX_LINES),
        ));
    }
    charges(&mut errors, invoice);
    if errors.is_empty() {
        if lines.is_empty() {
            errors.push(field_error(
                "invoiceLines",
                message!("must have at least one line, or an item with a price"),
            ));
        } else if invoices::amounts::total(lines).total < Decimal::ZERO {
            errors.push(field_error(
                "invoiceLines",
                message!("must not be less than 0: use a credit note instead"),
            ));
        } else if invoices::amounts::total(lines).total > Decimal::from(money::LIMIT) {
            errors.push(field_error(
                "invoiceLines",
                message!("must not exceed {max}", max = money::LIMIT),
            ));
        }
    }
    errors
}

fn member_of(name: &str) -> String {
    format!("adhocInvoice.{name}")
}

fn field_error(name: &str, message: data::Message) -> FieldError {
    FieldError::new(member_of(name), message)
}

fn texts(errors: &mut Vec<FieldError>, invoice: &AdHocInvoice) {
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
        text(errors, name, value.as_deref().unwrap_or_default(), max);
    }
    for (index, item) in invoice.items.iter().enumerate() {
        for (name, value) in [
            ("packageType", &item.package_type),
            ("description", &item.description),
        ] {
            text(
                errors,
                &format!("items[{index}].{name}"),
                value.as_deref().unwrap_or_default(),
                MAX_TEXT,
            );
        }
    }
    for (index, line) in invoice.invoice_lines.iter().enumerate() {
        text(
            errors,
            &format!("invoiceLines[{index}].description"),
            &line.description,
            MAX_TEXT,
        );
        for (name, value) in [
            ("referenceNo", &line.reference_no),
            ("service", &line.service),
        ] {
            text(
                errors,
                &format!("invoiceLines[{index}].{name}"),
                value.as_deref().unwrap_or_default(),
                MAX_TEXT,
            );
        }
    }
}

fn text(errors: &mut Vec<FieldError>, name: &str, value: &str, max: usize) {
    if value.chars().count() > max {
        errors.push(
            field_error(
                name,
                message!("must be at most {max} characters", max = max),
            )
            .with_code("tooLong"),
        );
    }
}

fn days(errors: &mut Vec<FieldError>, invoice: &AdHocInvoice, invoice_date: NaiveDate) {
    let all = [
        ("invoiceDate", Some(invoice_date)),
        ("bookingDate", invoice.booking_date),
        ("dueDate", invoice.due_date),
    ];
    for (name, day) in all {
        if day.is_some_and(|day| !is_near(day)) {
            let message = message!(
                "must be a day from {first} to {last}",
                first = FIRST_YEAR,
                last = LAST_YEAR
            );
            errors.push(field_error(name, message));
        }
    }
    if invoice.due_date.is_some_and(|due| due < invoice_date) {
        errors.push(field_error(
            "dueDate",
            message!("must not be before the invoice's date"),
        ));
    }
}

fn charges(errors: &mut Vec<FieldError>, invoice: &AdHocInvoice) {
    for (index, item) in invoice.items.iter().enumerate() {
        let name = format!("items[{index}]");
        if !(0..=MAX_COUNT).contains(&item.quantity) {
            errors.push(field_error(
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
            errors.extend(
                length.and_then(|length| length.check(&member_of(&format!("{name}.{side}"))).err()),
            );
        }
        errors.extend(
            item.weight
                .and_then(|weight| weight.check(&member_of(&format!("{name}.weight"))).err()),
        );
        if item.pricing_details.len() > MAX_PRICES {
            let message = message!("must be at most {max} entries", max = MAX_PRICES);
            errors.push(field_error(&format!("{name}.pricingDetails"), message));
        }
        for (place, price) in item.pricing_details.iter().enumerate() {
            let name = format!("{name}.pricingDetails[{place}]");
            text(
                errors,
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
                sum(errors, &format!("{name}.{member}"), amount);
            }
            taxed(
                errors,
                &format!("{name}.costTax"),
                price.cost_tax_exclusive,
                price.cost_tax,
            );
        }
    }
    for (index, line) in invoice.invoice_lines.iter().enumerate() {
        let name = format!("invoiceLines[{index}]");
        if line.invoice_detail_type == Some(InvoiceDetailType::Unknown) {
            let known = InvoiceDetailType::NAMES.join(", ");
            errors.push(field_error(
                &format!("{name}.invoiceDetailType"),
                message!("must be one of {known}", known = known),
            ));
        }
        sum(
            errors,
            &format!("{name}.taxExclusiveAmount"),
            Some(line.tax_exclusive_amount),
        );
        sum(errors, &format!("{name}.tax"), line.tax);
        taxed(
            errors,
            &format!("{name}.tax"),
            line.tax_exclusive_amount,
            line.tax,
        );
    }
}

fn sum(errors: &mut Vec<FieldError>, name: &str, amount: Option<Decimal>) {
    errors.extend(amount.and_then(|amount| money::check(amount, &member_of(name)).err()));
}

/// Rejects a tax of another sign or above its net amount.
fn taxed(errors: &mut Vec<FieldError>, name: &str, net: Decimal, tax: Option<Decimal>) {
    let is_right = tax.is_none_or(|tax| {
        tax.is_zero()
            || (tax.is_sign_negative() == net.is_sign_negative() && tax.abs() <= net.abs())
    });
    if !is_right {
        errors.push(field_error(
            name,
            message!("must be no more than the amount that is taxed"),
        ));
    }
}

/// Returns every invalid field.
pub fn check_run(request: &InvoiceRunRequest) -> Vec<FieldError> {
    let mut errors = check_days(request.from_date, request.to_date, request.invoice_date);
    errors.extend(check_id_counts(&[
        ("customerIds", request.customer_ids.len()),
        ("bookingIds", request.booking_ids.len()),
        ("jobIds", request.job_ids.len()),
    ]));
    errors
}

/// Checks the period of a run and the date of its invoices.
pub fn check_days(
    from: NaiveDate,
    to: NaiveDate,
    invoice_date: Option<NaiveDate>,
) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let far = || {
        message!(
            "must be a day from {first} to {last}",
            first = FIRST_YEAR,
            last = LAST_YEAR
        )
    };
    if !is_near(from) {
        errors.push(FieldError::new("fromDate", far()));
    }
    if !(0..MAX_DAYS).contains(&(to - from).num_days()) {
        let message = message!(
            "must be from the first day on, and at most {max} days",
            max = MAX_DAYS
        );
        errors.push(FieldError::new("toDate", message));
    }
    if invoice_date.is_some_and(|day| !is_near(day)) {
        errors.push(FieldError::new("invoiceDate", far()));
    }
    errors
}

/// Checks members that list ids.
pub fn check_id_counts(members: &[(&str, usize)]) -> Vec<FieldError> {
    members
        .iter()
        .filter(|(_, count)| *count > MAX_IDS)
        .map(|(member, _)| {
            FieldError::new(
                *member,
                message!("must be at most {max} entries", max = MAX_IDS),
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invoices::ad_hoc_model::AdHocLine;

    fn line(net: &str, tax: Option<&str>) -> AdHocLine {
        let decimal = |text: &str| text.parse::<Decimal>().unwrap();
        AdHocLine {
            tax_exclusive_amount: decimal(net),
            tax: tax.map(decimal),
            ..AdHocLine::default()
        }
    }

    fn members(invoice: &AdHocInvoice) -> Vec<String> {
        let lines = invoices::amounts::ad_hoc_lines(invoice, Decimal::TEN, "AUD");
        let day = "2026-03-02".parse().unwrap();
        check_ad_hoc(invoice, day, &lines)
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
