//! A booking as it is shown to who is not signed in: the consignment and where it is, without costs, notes, logs, and
//! without what the customer keeps for itself.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use freight::{
    address::Address,
    goods::Item,
    quantity::{Volume, Weight},
};
use kernel::ids::BookingId;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Booking, PricingDetail, TrackingEvent, view::TrackingView};
use crate::rules::status::Status;

/// A booking for somebody who is not signed in.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutsideBooking {
    pub id: BookingId,
    pub creation_time: DateTime<Utc>,
    pub booking_date: DateTime<Utc>,
    pub booking_status: Status,
    pub carrier: Option<String>,
    pub carrier_service_name: Option<String>,
    pub consignment_id: Option<String>,
    pub reference: Option<String>,
    pub from_address: Address,
    pub to_address: Address,
    pub items: Vec<Item>,
    pub pickup_options: BTreeMap<String, String>,
    pub delivery_options: BTreeMap<String, String>,
    pub delivery_instructions: Option<String>,
    pub pickup_ready_time: Option<DateTime<Utc>>,
    pub total_weight: Weight,
    pub total_volume: Volume,
    pub is_dangerous_good: bool,
    pub eta: Option<DateTime<Utc>>,
    pub last_tracking_status: Option<Status>,
    pub last_tracking_modified_time: Option<DateTime<Utc>>,
    pub tracking_details: Vec<TrackingView>,
    /// What the guest pays who has booked it; null for a booking that is shared.
    pub pricing_detail: Option<PricingDetail>,
}

impl OutsideBooking {
    /// For the guest who has made it.
    pub fn of_guest(booking: Booking, scans: Vec<TrackingEvent>) -> Self {
        let price = booking.pricing_detail.clone().without_costs();
        Self { pricing_detail: Some(price), ..Self::shared(booking, scans) }
    }

    /// For those whom it is shared with. How to reach either side is theirs to tell.
    pub fn shared(booking: Booking, scans: Vec<TrackingEvent>) -> Self {
        Self {
            id: booking.id,
            creation_time: booking.creation_time,
            booking_date: booking.booking_date,
            booking_status: booking.booking_status,
            carrier: booking.carrier,
            carrier_service_name: booking.carrier_service_name,
            consignment_id: booking.consignment_id,
            reference: booking.reference,
            from_address: unreachable_at(booking.from_address),
            to_address: unreachable_at(booking.to_address),
            items: booking.items,
            pickup_options: booking.pickup_options,
            delivery_options: booking.delivery_options,
            delivery_instructions: booking.delivery_instructions,
            pickup_ready_time: booking.pickup_ready_time,
            total_weight: Weight::kilograms(booking.total_weight),
            total_volume: Volume::cubic_metres(booking.total_volume),
            is_dangerous_good: booking.is_dangerous_good,
            eta: booking.eta,
            last_tracking_status: booking.last_tracking_status,
            last_tracking_modified_time: booking.last_tracking_modified_time,
            tracking_details: scans.into_iter().map(TrackingView::from).collect(),
            pricing_detail: None,
        }
    }
}

/// The address without e-mail and telephone.
fn unreachable_at(address: Address) -> Address {
    Address { email: None, telephone: None, ..address }
}

#[cfg(test)]
mod tests {
    use freight::money::Amount;
    use rust_decimal::Decimal;

    use super::*;
    use crate::model::CustomerDetail;

    #[test]
    fn costs_and_what_is_the_customers_own_are_shown_to_nobody_outside() {
        let amount = |total: i64| Amount { total: Decimal::from(total), ..Amount::ZERO };
        let booking = Booking {
            pricing_detail: PricingDetail {
                total: amount(999),
                carrier_total: Some(amount(777)),
                ..PricingDetail::default()
            },
            resource_token: Some("quote-token".to_owned()),
            company_name: Some("Bluegum Wines".to_owned()),
            customer_detail: CustomerDetail {
                email: Some("robin@example.test".to_owned()),
                ..CustomerDetail::default()
            },
            from_address: Address { telephone: Some("0390001111".to_owned()), ..Address::default() },
            order_number: Some("SO-1".to_owned()),
            ..Booking::default()
        };
        let guest = serde_json::to_string(&OutsideBooking::of_guest(booking.clone(), Vec::new())).unwrap();
        let shared = serde_json::to_string(&OutsideBooking::shared(booking, Vec::new())).unwrap();
        for text in [&guest, &shared] {
            for kept_back in ["777", "quote-token", "Bluegum", "robin@", "0390001111", "SO-1"] {
                assert!(!text.contains(kept_back), "{kept_back} in {text}");
            }
        }
        assert!(guest.contains("999") && !shared.contains("999"));
    }
}
