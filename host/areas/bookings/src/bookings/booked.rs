//! A booking as other areas see it.

use carriage::goods::{Item, Piece, options_on, to_pieces};
use chrono::{DateTime, Utc};
use data::{
    Record,
    ids::{BookingId, TenantId},
};
use rust_decimal::Decimal;

use crate::{
    bookings::{
        model::{Booking, carrier_reference},
        parts::{
            BookingCustomer, Consignment, DangerousGoods, Handling, Measures, References, Route,
            Service, Tracking,
        },
        status::Status,
    },
    prices::model::PricingDetail,
};

/// A booking reduced to its consignment and its price.
#[derive(Debug, Clone, Default, Record)]
#[record(view_of = Booking)]
pub struct BookedConsignment {
    pub id: BookingId,
    pub booking_date: DateTime<Utc>,
    pub booking_status: Status,
    #[record(embed)]
    pub payer: BookingCustomer,
    #[record(embed)]
    pub service: Service,
    #[record(embed)]
    pub consignment: Consignment,
    #[record(embed)]
    pub references: References,
    #[record(embed)]
    pub route: Route,
    #[record(json)]
    pub items: Vec<Item>,
    #[record(embed)]
    pub handling: Handling,
    #[record(embed)]
    pub measures: Measures,
    #[record(embed)]
    pub dangerous_goods: DangerousGoods,
    #[record(json)]
    pub pricing_detail: PricingDetail,
    #[record(embed)]
    pub tracking: Tracking,
}

impl BookedConsignment {
    /// The connote number, or the booking id.
    pub fn name(&self) -> String {
        self.consignment.name(self.id)
    }

    /// The reference sent to the carrier.
    pub fn carrier_reference(&self, tenant: TenantId) -> String {
        carrier_reference(tenant, self.id)
    }

    pub fn pieces(&self) -> Vec<Piece> {
        to_pieces(&self.items, self.dangerous_goods.is_dangerous_good)
    }

    pub fn options(&self) -> Vec<String> {
        options_on(
            &self.handling.pickup_options,
            &self.handling.delivery_options,
        )
    }

    /// Time from which the carrier can collect.
    pub fn ready_time(&self) -> DateTime<Utc> {
        self.handling.pickup_ready_time.unwrap_or(self.booking_date)
    }

    /// Freight and additional services, exclusive of tax.
    pub fn sold(&self) -> Decimal {
        let price = &self.pricing_detail;
        price.freight.tax_exclusive_amount + price.additional.tax_exclusive_amount
    }

    /// The carrier's freight and additional services, exclusive of tax; zero if not known.
    pub fn cost(&self) -> Decimal {
        let price = &self.pricing_detail;
        [price.carrier_freight, price.carrier_additional]
            .into_iter()
            .flatten()
            .map(|amount| amount.tax_exclusive_amount)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use carriage::money::Amount;

    use super::*;

    #[test]
    fn a_consignment_without_a_connote_has_the_name_of_its_booking() {
        let mut booking = BookedConsignment {
            id: BookingId(7),
            ..BookedConsignment::default()
        };
        assert_eq!(booking.name(), "#7");
        booking.consignment.consignment_id = Some("ABC1".to_owned());
        assert_eq!(booking.name(), "ABC1");
        assert_eq!(booking.carrier_reference(TenantId(3)), "WB3-7");
    }

    #[test]
    fn price_and_cost_leave_out_tax_and_insurance() {
        let amount = |cents| Amount::line(Decimal::new(cents, 2), Decimal::TEN, "AUD");
        let booking = BookedConsignment {
            pricing_detail: PricingDetail {
                freight: amount(1_000),
                additional: amount(200),
                insurance: amount(50),
                carrier_freight: Some(amount(800)),
                ..PricingDetail::default()
            },
            ..BookedConsignment::default()
        };
        assert_eq!(booking.sold(), Decimal::new(1_200, 2));
        assert_eq!(booking.cost(), Decimal::new(800, 2));
    }
}
