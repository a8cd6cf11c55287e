//! Data printed on invoices, credit notes and statements beyond their rows: logo, account to pay
//! to, and the consignments of the lines.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use data::{Result, Scope, ids::BookingId};
use documents::Logo;
use jobs::FreightJobId;

use crate::{
    invoices::model::InvoiceDetail,
    settings::{self, model::PaymentDetails},
};

#[derive(Debug, Default)]
pub struct PrintParts {
    pub logo: Option<Logo>,
    pub payment: PaymentDetails,
    pub shipments: BTreeMap<Consignment, PrintedShipment>,
}

/// Booking or job of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Consignment {
    Booking(BookingId),
    Job(FreightJobId),
}

impl Consignment {
    pub fn of_line(line: &InvoiceDetail) -> Option<Self> {
        let booking = line.booking_id.map(Self::Booking);
        booking.or(line.job_id.map(Self::Job))
    }
}

#[derive(Debug, Clone, Copy)]
pub struct PrintedShipment {
    /// In the tenant's time zone.
    pub day: NaiveDate,
    pub pieces: i64,
}

/// Rolls the scope's transaction back before it reads the logo's file.
pub async fn load_parts(scope: &mut Scope, details: &[InvoiceDetail]) -> Result<PrintParts> {
    let payment = settings::service::settings(scope).await?.payment;
    let ids: BTreeSet<BookingId> = details.iter().filter_map(|line| line.booking_id).collect();
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let local = |time: DateTime<Utc>, pieces: i64| PrintedShipment {
        day: time.with_timezone(&zone).date_naive(),
        pieces,
    };
    let mut shipments = BTreeMap::new();
    for (id, shipment) in bookings::load_shipments(scope, ids).await? {
        let printed = local(shipment.booking_date, shipment.total_items);
        shipments.insert(Consignment::Booking(id), printed);
    }
    let jobs: BTreeSet<FreightJobId> = details.iter().filter_map(|line| line.job_id).collect();
    for (id, (time, pieces)) in jobs::load_deliveries(scope, jobs).await? {
        shipments.insert(Consignment::Job(id), local(time, pieces));
    }
    let logo = tenancy::load_logo(scope).await?;
    Ok(PrintParts {
        logo: logo.map(|(media_type, content)| Logo {
            media_type,
            content,
        }),
        payment,
        shipments,
    })
}

/// Lines of the account to pay to; none without an account.
pub fn payment_lines(payment: &PaymentDetails, country: &str, reference: &str) -> Vec<String> {
    let is_australian = matches!(country, "AU");
    let bank_code = if is_australian { "BSB" } else { "Bank code" };
    let lines = [
        ("Account name", &payment.account_name),
        ("Bank", &payment.bank_name),
        (bank_code, &payment.bank_code),
        ("Account number", &payment.account_number),
        ("SWIFT code", &payment.swift_code),
    ];
    let mut printed: Vec<String> = lines
        .into_iter()
        .filter(|(_, value)| !value.trim().is_empty())
        .map(|(caption, value)| format!("{caption}: {}", value.trim()))
        .collect();
    if !printed.is_empty() {
        printed.push(format!("Payment reference: {reference}"));
    }
    printed.extend(
        payment
            .instructions
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .map(str::to_owned),
    );
    printed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_printed_with_the_reference_to_give() {
        let payment = PaymentDetails {
            account_name: "Harbour Tools Pty Ltd".to_owned(),
            bank_code: "083-001".to_owned(),
            account_number: "12345678".to_owned(),
            instructions: "Send remittances to accounts@example.com.".to_owned(),
            ..PaymentDetails::default()
        };
        assert_eq!(
            payment_lines(&payment, "AU", "INV000042"),
            [
                "Account name: Harbour Tools Pty Ltd",
                "BSB: 083-001",
                "Account number: 12345678",
                "Payment reference: INV000042",
                "Send remittances to accounts@example.com.",
            ]
        );
        assert!(payment_lines(&payment, "NZ", "1").contains(&"Bank code: 083-001".to_owned()));
        assert!(payment_lines(&PaymentDetails::default(), "AU", "1").is_empty());
    }
}
