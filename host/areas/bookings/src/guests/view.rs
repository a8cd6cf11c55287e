//! Public view of a booking, without costs, notes, logs or the customer's internal data.

use std::collections::BTreeMap;

use carriage::{
    address::Address,
    goods::Item,
    quantity::{Volume, Weight},
};
use chrono::{DateTime, Utc};
use data::ids::BookingId;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::bookings::status::Status;
use crate::{
    bookings::{model::Booking, records::TrackingEvent, view::TrackingView},
    prices::model::PricingDetail,
};

/// A booking as shown without sign-in.
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
    /// Price paid by the guest who booked; null for a shared booking.
    pub pricing_detail: Option<PricingDetail>,
    /// True until the address is proven; fields that require the emailed link are empty.
    pub is_outline: bool,
}

impl OutsideBooking {
    pub fn for_guest(booking: Booking, scans: Vec<TrackingEvent>) -> Self {
        let price = booking.pricing_detail.clone().without_costs();
        Self {
            pricing_detail: Some(price),
            ..Self::for_share(booking, scans)
        }
    }

    /// Omits contact details.
    pub fn for_share(booking: Booking, scans: Vec<TrackingEvent>) -> Self {
        Self {
            id: booking.id,
            creation_time: booking.creation_time,
            booking_date: booking.booking_date,
            booking_status: booking.booking_status,
            carrier: booking.service.carrier,
            carrier_service_name: booking.service.carrier_service_name,
            consignment_id: booking.consignment.consignment_id,
            reference: booking.references.reference,
            from_address: without_contacts(booking.route.from_address),
            to_address: without_contacts(booking.route.to_address),
            items: booking.items,
            pickup_options: booking.handling.pickup_options,
            delivery_options: booking.handling.delivery_options,
            delivery_instructions: booking.handling.delivery_instructions,
            pickup_ready_time: booking.handling.pickup_ready_time,
            total_weight: Weight::kilograms(booking.measures.total_weight),
            total_volume: Volume::cubic_metres(booking.measures.total_volume),
            is_dangerous_good: booking.dangerous_goods.is_dangerous_good,
            eta: booking.tracking.eta,
            last_tracking_status: booking.tracking.last_tracking_status,
            last_tracking_modified_time: booking.tracking.last_tracking_modified_time,
            tracking_details: scans.into_iter().map(TrackingView::from).collect(),
            pricing_detail: None,
            is_outline: false,
        }
    }

    /// For callers who only give a recipient's address: no personal data, goods or consignment
    /// numbers.
    pub fn for_outline(booking: Booking, scans: Vec<TrackingEvent>) -> Self {
        let progress = scans
            .into_iter()
            .filter(|scan| scan.status.is_some())
            .map(TrackingView::from);
        Self {
            consignment_id: None,
            reference: None,
            from_address: region(&booking.route.from_address),
            to_address: region(&booking.route.to_address),
            items: Vec::new(),
            pickup_options: BTreeMap::new(),
            delivery_options: BTreeMap::new(),
            delivery_instructions: None,
            pickup_ready_time: None,
            total_weight: Weight::kilograms(Decimal::ZERO),
            total_volume: Volume::cubic_metres(Decimal::ZERO),
            is_dangerous_good: false,
            tracking_details: progress
                .map(|scan| TrackingView {
                    details: Vec::new(),
                    ..scan
                })
                .collect(),
            is_outline: true,
            ..Self::for_share(booking, Vec::new())
        }
    }
}

/// Keeps suburb, state and country.
fn region(address: &Address) -> Address {
    Address {
        suburb: address.suburb.clone(),
        state: address.state.clone(),
        state_code: address.state_code.clone(),
        country: address.country.clone(),
        country_code: address.country_code.clone(),
        ..Address::default()
    }
}

fn without_contacts(address: Address) -> Address {
    Address {
        email: None,
        telephone: None,
        ..address
    }
}

#[cfg(test)]
mod tests {
    use carriage::money::Amount;

    use super::*;
    use crate::bookings::model::CustomerDetail;
    use crate::bookings::parts::{
        BookingCustomer, Consignment, Handling, Measures, Offer, References, Route,
    };

    #[test]
    fn costs_and_what_is_the_customers_own_are_shown_to_nobody_outside() {
        let amount = |total: i64| Amount {
            total: Decimal::from(total),
            ..Amount::ZERO
        };
        let booking = Booking {
            pricing_detail: PricingDetail {
                total: amount(999),
                carrier_total: Some(amount(777)),
                ..PricingDetail::default()
            },
            offer: Offer {
                resource_token: Some("quote-token".to_owned()),
                ..Offer::default()
            },
            payer: BookingCustomer {
                company_name: Some("Bluegum Wines".to_owned()),
                customer_detail: CustomerDetail {
                    email: Some("robin@example.test".to_owned()),
                    ..CustomerDetail::default()
                },
                ..BookingCustomer::default()
            },
            route: Route {
                from_address: Address {
                    telephone: Some("0390001111".to_owned()),
                    ..Address::default()
                },
                ..Route::default()
            },
            references: References {
                order_number: Some("SO-1".to_owned()),
                ..References::default()
            },
            ..Booking::default()
        };
        let guest =
            serde_json::to_string(&OutsideBooking::for_guest(booking.clone(), Vec::new())).unwrap();
        let shared =
            serde_json::to_string(&OutsideBooking::for_share(booking, Vec::new())).unwrap();
        for text in [&guest, &shared] {
            for kept_back in [
                "777",
                "quote-token",
                "Bluegum",
                "robin@",
                "0390001111",
                "SO-1",
            ] {
                assert!(!text.contains(kept_back), "{kept_back} in {text}");
            }
        }
        assert!(guest.contains("999") && !shared.contains("999"));
    }

    #[test]
    fn an_outline_shows_progress_and_regions_alone() {
        let address = |street: &str| Address {
            contact_name: Some("Robin Reed".to_owned()),
            company_name: Some("Bluegum Wines".to_owned()),
            address_line1: Some(street.to_owned()),
            post_code: "3121".to_owned(),
            suburb: "Richmond".to_owned(),
            ..Address::default()
        };
        let booking = Booking {
            booking_status: Status::InTransit,
            consignment: Consignment {
                consignment_id: Some("SCF0000042".to_owned()),
                ..Consignment::default()
            },
            references: References {
                reference: Some("PO-77".to_owned()),
                ..References::default()
            },
            route: Route {
                from_address: address("46 Bridge Road"),
                to_address: address("9 Quay Street"),
                ..Route::default()
            },
            handling: Handling {
                delivery_instructions: Some("Key under the mat".to_owned()),
                ..Handling::default()
            },
            items: vec![Item {
                description: Some("Riesling".to_owned()),
                ..Item::default()
            }],
            measures: Measures {
                total_weight: Decimal::from(88),
                ..Measures::default()
            },
            ..Booking::default()
        };
        let outline = OutsideBooking::for_outline(booking, Vec::new());
        assert!(outline.is_outline && outline.to_address.suburb == "Richmond");
        let text = serde_json::to_string(&outline).unwrap();
        for hidden in [
            "Robin", "Bluegum", "Bridge", "Quay", "3121", "SCF", "PO-77", "mat", "Riesling", "88",
        ] {
            assert!(!text.contains(hidden), "{hidden} in {text}");
        }
    }
}
