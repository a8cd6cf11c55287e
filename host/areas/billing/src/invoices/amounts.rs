//! Amounts of invoice lines. Each line is rounded with its tax; the invoice is their sum.

use bookings::ServiceDetail;
use carriage::{
    address::Address,
    money::{self, Amount},
};
use rust_decimal::Decimal;

use crate::{
    billables::model::Billable,
    invoices::{
        ad_hoc_model::{AdHocInvoice, AdHocLine},
        model::InvoiceDetail,
    },
    values::InvoiceDetailType,
};

pub fn total(lines: &[InvoiceDetail]) -> Amount {
    lines.iter().map(InvoiceDetail::price).sum()
}

/// Takes the given tax or the tenant's rate.
pub fn amount(net: Decimal, tax: Option<Decimal>, percent: Decimal, currency: &str) -> Amount {
    match tax {
        None => Amount::line(net, percent, currency),
        Some(tax) => {
            let (net, tax) = (money::round(net, currency), money::round(tax, currency));
            Amount {
                tax_exclusive_amount: net,
                tax,
                total: net.saturating_add(tax),
            }
        }
    }
}

/// Exact to the cent.
pub fn billable_lines(billable: &Billable, percent: Decimal, currency: &str) -> Vec<InvoiceDetail> {
    let lines = billable.lines.iter().map(|line| (line_type(line), line));
    let insurance = billable.insurance.iter();
    lines
        .chain(insurance.map(|line| (InvoiceDetailType::Insurance, line)))
        .map(|(kind, line)| {
            let description = format!("{} – {}", billable.from, billable.to);
            let amount = line.sold();
            let percent = amount.tax_percent(percent, currency);
            InvoiceDetail {
                reference_no: Some(billable.name.clone()),
                service: Some(line.service_name.clone()).filter(|name| !name.is_empty()),
                booking_id: billable.source.booking(),
                job_id: billable.source.job(),
                ..InvoiceDetail::new(kind, description, amount, percent)
            }
        })
        .collect()
}

pub fn recharge_lines(billable: &Billable, percent: Decimal, currency: &str) -> Vec<InvoiceDetail> {
    let mut lines = billable_lines(billable, percent, currency);
    for line in &mut lines {
        line.is_recharge = true;
    }
    lines
}

fn line_type(line: &ServiceDetail) -> InvoiceDetailType {
    let is_fuel = || {
        [&line.service_code, &line.service_name]
            .into_iter()
            .any(|text| text.to_ascii_lowercase().contains("fuel"))
    };
    match line.is_additional_service {
        false => InvoiceDetailType::Freight,
        true if is_fuel() => InvoiceDetailType::FuelLevy,
        true => InvoiceDetailType::Surcharge,
    }
}

/// Freight across a border and its surcharges are zero-rated.
fn rate(ad_hoc: &AdHocInvoice, kind: InvoiceDetailType, percent: Decimal) -> Decimal {
    use InvoiceDetailType::{Freight, FuelLevy, Insurance, Surcharge};
    let country = |address: &Option<Address>| {
        let code = address
            .as_ref()
            .map(|address| address.country_code.trim().to_ascii_uppercase());
        code.filter(|code| !code.is_empty())
    };
    let crosses = country(&ad_hoc.from_address)
        .zip(country(&ad_hoc.to_address))
        .is_some_and(|(from, to)| from != to);
    if crosses && matches!(kind, Freight | FuelLevy | Insurance | Surcharge) {
        Decimal::ZERO
    } else {
        percent
    }
}

/// Returns items first, then further charges.
pub fn ad_hoc_lines(ad_hoc: &AdHocInvoice, percent: Decimal, currency: &str) -> Vec<InvoiceDetail> {
    let title = || ad_hoc.description.clone().unwrap_or_default();
    let mut lines = Vec::new();
    for item in &ad_hoc.items {
        for price in &item.pricing_details {
            let percent = rate(ad_hoc, InvoiceDetailType::Freight, percent);
            let amount = amount(price.cost_tax_exclusive, price.cost_tax, percent, currency);
            let description = item
                .description
                .clone()
                .or_else(|| item.package_type.clone())
                .unwrap_or_else(title);
            let percent = amount.tax_percent(percent, currency);
            let kind = InvoiceDetailType::Freight;
            lines.push(InvoiceDetail {
                service: price.service.clone().or_else(|| ad_hoc.service.clone()),
                ..InvoiceDetail::new(kind, description, amount, percent)
            });
        }
    }
    for line in &ad_hoc.invoice_lines {
        let AdHocLine {
            invoice_detail_type,
            reference_no,
            description,
            service,
            ..
        } = line.clone();
        let kind = invoice_detail_type.unwrap_or_default();
        let percent = rate(ad_hoc, kind, percent);
        let amount = amount(line.tax_exclusive_amount, line.tax, percent, currency);
        let percent = amount.tax_percent(percent, currency);
        let description = match description.is_empty() {
            true => title(),
            false => description,
        };
        lines.push(InvoiceDetail {
            reference_no,
            service: service.or_else(|| ad_hoc.service.clone()),
            ..InvoiceDetail::new(kind, description, amount, percent)
        });
    }
    lines
}

#[cfg(test)]
mod tests {
    use data::ids::BookingId;
    use proptest::prelude::*;

    use super::*;
    use crate::{
        billables::model::Source,
        invoices::ad_hoc_model::{AdHocItem, AdHocPrice},
    };

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn lines_of_a_booking_keep_their_amounts_and_get_their_kinds() {
        let line = |code: &str, is_additional: bool, net: &str| {
            let amount = Amount::line(decimal(net), Decimal::TEN, "AUD");
            ServiceDetail::new(code, code, is_additional, amount)
        };
        let billable = Billable {
            source: Source::Booking(BookingId(7)),
            time: "2026-01-05T02:00:00Z".parse().unwrap(),
            name: "ABC1".to_owned(),
            reference: None,
            cost_center: None,
            from: "Richmond".to_owned(),
            to: "Parramatta".to_owned(),
            lines: vec![
                line("ROAD", false, "100"),
                line("Fuel levy", true, "18.50"),
                line("TAIL", true, "30"),
            ],
            insurance: Some(line("ROAD", false, "7.50")),
        };
        let lines = billable_lines(&billable, Decimal::TEN, "AUD");
        let kinds: Vec<InvoiceDetailType> =
            lines.iter().map(|line| line.invoice_detail_type).collect();
        use InvoiceDetailType::{Freight, FuelLevy, Insurance, Surcharge};
        assert_eq!(kinds, [Freight, FuelLevy, Surcharge, Insurance]);
        assert_eq!(total(&lines).total, billable.total());
        assert!(lines.iter().all(|line| {
            line.booking_id == Some(BookingId(7)) && line.job_id.is_none() && !line.is_recharge
        }));
        let again = recharge_lines(&billable, Decimal::TEN, "AUD");
        assert!(again.iter().all(|line| line.is_recharge));
    }

    #[test]
    fn items_and_lines_of_an_ad_hoc_invoice_are_charged() {
        let price = AdHocPrice {
            cost_tax_exclusive: decimal("100.005"),
            ..AdHocPrice::default()
        };
        let item = AdHocItem {
            package_type: Some("Pallet".into()),
            pricing_details: vec![price],
            ..Default::default()
        };
        let duty = AdHocLine {
            invoice_detail_type: Some(InvoiceDetailType::Duty),
            tax_exclusive_amount: decimal("20"),
            tax: Some(Decimal::ZERO),
            ..AdHocLine::default()
        };
        let ad_hoc = AdHocInvoice {
            description: Some("Import of machines".into()),
            items: vec![item],
            invoice_lines: vec![duty],
            ..AdHocInvoice::default()
        };
        let lines = ad_hoc_lines(&ad_hoc, decimal("10"), "AUD");
        assert_eq!(
            [&lines[0].description, &lines[1].description],
            ["Pallet", "Import of machines"]
        );
        assert_eq!(
            (lines[0].tax, lines[0].tax_percent),
            (decimal("10"), decimal("10"))
        );
        assert_eq!(
            (lines[1].tax, lines[1].tax_percent),
            (Decimal::ZERO, Decimal::ZERO)
        );
        assert_eq!(total(&lines).total, decimal("130.01"));
    }

    #[test]
    fn exports_are_zero_rated_but_domestic_fees_are_not() {
        let of = |kind, tax| AdHocLine {
            invoice_detail_type: Some(kind),
            tax_exclusive_amount: decimal("100"),
            tax,
            ..AdHocLine::default()
        };
        let at = |country: &str| {
            Some(Address {
                country_code: country.to_owned(),
                ..Address::default()
            })
        };
        let ad_hoc = AdHocInvoice {
            from_address: at("AU"),
            to_address: at("nz"),
            invoice_lines: vec![
                of(InvoiceDetailType::FuelLevy, None),
                of(InvoiceDetailType::Fee, None),
                of(InvoiceDetailType::Freight, Some(Decimal::TEN)),
            ],
            ..AdHocInvoice::default()
        };
        let taxes = |ad_hoc: &AdHocInvoice| -> Vec<Decimal> {
            ad_hoc_lines(ad_hoc, Decimal::TEN, "AUD")
                .iter()
                .map(|line| line.tax)
                .collect()
        };
        assert_eq!(taxes(&ad_hoc), [Decimal::ZERO, Decimal::TEN, Decimal::TEN]);
        let inland = AdHocInvoice {
            to_address: at("au"),
            ..ad_hoc
        };
        assert_eq!(taxes(&inland), [Decimal::TEN; 3]);
    }

    proptest! {
        #[test]
        fn the_invoice_is_the_sum_of_its_lines(
            amounts in prop::collection::vec((-1_000_000i64..10_000_000, prop::option::of(0i64..100_000)), 0..30),
            currency in prop_oneof!["AUD", "JPY", "KWD"],
        ) {
            let lines = amounts.iter().map(|(net, tax)| AdHocLine {
                tax_exclusive_amount: Decimal::new(*net, 3),
                tax: tax.map(|tax| Decimal::new(tax, 3)),
                ..AdHocLine::default()
            });
            let ad_hoc = AdHocInvoice { invoice_lines: lines.collect(), ..AdHocInvoice::default() };
            let lines = ad_hoc_lines(&ad_hoc, Decimal::TEN, &currency);
            let total = total(&lines);
            prop_assert_eq!(total.tax, lines.iter().map(|line| line.tax).sum::<Decimal>());
            prop_assert_eq!(total.total, total.tax_exclusive_amount + total.tax);
            for (line, (_, tax)) in lines.iter().zip(&amounts) {
                prop_assert!(line.amount.normalize().scale() <= money::minor_units(&currency));
                prop_assert_eq!(line.tax_percent.is_zero(), line.tax.is_zero());
                if tax.is_none() && !line.tax.is_zero() {
                    prop_assert_eq!(line.tax_percent, Decimal::TEN);
                }
            }
        }
    }
}
