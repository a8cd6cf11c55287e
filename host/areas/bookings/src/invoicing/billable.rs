//! Charges that belong on invoices.

use carriage::money::Amount;
use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use data::{Record, ids::BookingId};
use rust_decimal::Decimal;

use crate::{
    bookings::{
        model::{Booking, CustomerDetail},
        parts::Service,
    },
    prices::model::{PricingDetail, ServiceDetail},
};

/// Charges of one record that belong on an invoice. `S` names the record.
#[derive(Debug, Clone, PartialEq)]
pub struct Billable<S> {
    pub source: S,
    /// Booking date, or delivery of a job: its day decides about the period.
    pub time: DateTime<Utc>,
    /// The connote number, or the source's.
    pub name: String,
    pub reference: Option<String>,
    pub cost_center: Option<String>,
    /// Suburb of the sender; `to` is the receiver's.
    pub from: String,
    pub to: String,
    pub lines: Vec<ServiceDetail>,
    /// The insurance, as a separate line.
    pub insurance: Option<ServiceDetail>,
}

impl<S> Billable<S> {
    /// Including tax.
    pub fn total(&self) -> Decimal {
        let lines = self.lines.iter().chain(&self.insurance);
        lines.map(|line| line.amount).sum()
    }

    pub fn has_lines(&self) -> bool {
        !self.lines.is_empty() || self.insurance.is_some()
    }

    pub fn day(&self, zone: Tz) -> NaiveDate {
        self.time.with_timezone(&zone).date_naive()
    }

    pub fn map_source<T>(self, map: impl FnOnce(S) -> T) -> Billable<T> {
        Billable {
            source: map(self.source),
            time: self.time,
            name: self.name,
            reference: self.reference,
            cost_center: self.cost_center,
            from: self.from,
            to: self.to,
            lines: self.lines,
            insurance: self.insurance,
        }
    }
}

/// A booking reduced to the columns its invoices show.
#[derive(Record)]
#[record(view_of = Booking)]
pub struct ChargeRow {
    pub id: BookingId,
    pub booking_date: DateTime<Utc>,
    #[record(json)]
    customer_detail: CustomerDetail,
    #[record(embed)]
    service: Service,
    consignment_id: Option<String>,
    reference: Option<String>,
    from_suburb: String,
    to_suburb: String,
    #[record(json)]
    pricing_detail: PricingDetail,
    #[record(json)]
    recharge_detail: Option<PricingDetail>,
}

impl ChargeRow {
    /// Returns the price. A price that has only a total is one line.
    pub fn into_price(mut self) -> Billable<BookingId> {
        let price = std::mem::take(&mut self.pricing_detail);
        let service_line = |amount: Amount| {
            let code = self.service.carrier_service_code.as_deref();
            let name = self.service.carrier_service_name.as_deref();
            let (code, name) = (code.unwrap_or_default(), name.unwrap_or_default());
            ServiceDetail::new(code, name, false, amount)
        };
        let mut lines = price.service_details;
        let total = price.freight + price.additional;
        if lines.is_empty() && total != Amount::ZERO {
            lines.push(service_line(total));
        }
        let is_insured = price.insurance != Amount::ZERO;
        let insurance = is_insured.then(|| service_line(price.insurance));
        self.into_billable(lines, insurance)
    }

    pub fn into_recharge(mut self) -> Billable<BookingId> {
        let lines = self.recharge_detail.take();
        let lines = lines.map_or_else(Vec::new, |detail| detail.service_details);
        self.into_billable(lines, None)
    }

    fn into_billable(
        self,
        lines: Vec<ServiceDetail>,
        insurance: Option<ServiceDetail>,
    ) -> Billable<BookingId> {
        let cost_center = self.customer_detail.cost_center;
        Billable {
            source: self.id,
            time: self.booking_date,
            name: self
                .consignment_id
                .unwrap_or_else(|| format!("#{}", self.id)),
            reference: self.reference,
            cost_center: cost_center.filter(|name| !name.trim().is_empty()),
            from: self.from_suburb,
            to: self.to_suburb,
            lines,
            insurance,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(pricing_detail: PricingDetail) -> ChargeRow {
        ChargeRow {
            id: BookingId(7),
            booking_date: DateTime::UNIX_EPOCH,
            customer_detail: CustomerDetail {
                cost_center: Some("  ".to_owned()),
                ..CustomerDetail::default()
            },
            service: Service {
                carrier_service_code: Some("EXP".to_owned()),
                carrier_service_name: Some("Express".to_owned()),
                ..Service::default()
            },
            consignment_id: None,
            reference: None,
            from_suburb: "Richmond".to_owned(),
            to_suburb: "Parramatta".to_owned(),
            pricing_detail,
            recharge_detail: None,
        }
    }

    #[test]
    fn a_price_without_lines_is_one_line_and_its_insurance_another() {
        let amount = |cents| Amount::untaxed(Decimal::new(cents, 2), "AUD");
        let billable = row(PricingDetail {
            freight: amount(1_000),
            additional: amount(200),
            insurance: amount(50),
            ..PricingDetail::default()
        })
        .into_price();
        assert_eq!(
            (billable.source, billable.name.as_str()),
            (BookingId(7), "#7")
        );
        assert_eq!(billable.cost_center, None, "a blank one is none");
        assert_eq!(billable.lines.len(), 1);
        assert_eq!(billable.lines[0].service_name, "Express");
        assert_eq!(billable.lines[0].amount, Decimal::new(1_200, 2));
        assert_eq!(billable.total(), Decimal::new(1_250, 2));
        assert!(!row(PricingDetail::default()).into_price().has_lines());
        let insured = row(PricingDetail {
            insurance: amount(50),
            ..PricingDetail::default()
        });
        assert!(insured.into_price().has_lines(), "insurance alone");
    }

    #[test]
    fn a_recharge_has_its_own_lines_only() {
        let amount = Amount::untaxed(Decimal::new(300, 2), "AUD");
        let mut charged = row(PricingDetail {
            freight: amount,
            ..PricingDetail::default()
        });
        charged.recharge_detail = Some(PricingDetail {
            service_details: vec![ServiceDetail::new("FUEL", "Fuel", true, amount)],
            ..PricingDetail::default()
        });
        let billable = charged.into_recharge();
        assert_eq!(billable.lines.len(), 1);
        assert_eq!(billable.lines[0].service_code, "FUEL");
    }
}
