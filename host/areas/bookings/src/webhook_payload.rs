//! Webhook payload: the API view without costs, tokens and allowed operations.

use carriage::{address::Address, goods::Item, quantity::Weight};
use chrono::{DateTime, Utc};
use data::{
    Result, Scope, Where,
    ids::{BookingId, CustomerId},
};
use rust_decimal::Decimal;
use serde_json::Value;

use crate::bookings::parts::{BookingCustomer, Consignment, Measures, References, Route, Service};
use crate::bookings::{model::Booking, status::Status, view::BookingView};

const EXCLUDED_FIELDS: [&str; 3] = ["allowedOperations", "resourceToken", "rechargeDetail"];

/// Returns the customer and payload; None if deleted.
pub async fn load_payload(scope: &mut Scope, id: BookingId) -> Result<Option<(CustomerId, Value)>> {
    let booking: Option<Booking> = scope.first(Where::id(id)).await?;
    booking
        .map(|booking| Ok((booking.payer.customer_id, to_payload(booking)?)))
        .transpose()
}

pub fn sample() -> Result<Value> {
    let booked = DateTime::<Utc>::UNIX_EPOCH + chrono::TimeDelta::days(20_600);
    let address = |company: &str, suburb: &str, post_code: &str, state: &str| Address {
        company_name: Some(company.to_owned()),
        suburb: suburb.to_owned(),
        post_code: post_code.to_owned(),
        state: Some(state.to_owned()),
        country_code: "AU".to_owned(),
        ..Address::default()
    };
    to_payload(Booking {
        id: BookingId(90_210),
        row_version: 5,
        creation_time: booked,
        booking_date: booked,
        booking_status: Status::Booked,
        payer: BookingCustomer {
            customer_id: CustomerId(4711),
            customer_code: "C04711".to_owned(),
            company_name: Some("Bluegum Wines".to_owned()),
            ..BookingCustomer::default()
        },
        service: Service {
            carrier: Some("own-fleet".to_owned()),
            carrier_service_code: Some("STD".to_owned()),
            carrier_service_name: Some("Standard".to_owned()),
            ..Service::default()
        },
        consignment: Consignment {
            consignment_id: Some("SCF0000017".to_owned()),
            ..Consignment::default()
        },
        references: References {
            reference: Some("PO-1789".to_owned()),
            ..References::default()
        },
        route: Route::new(
            address("Bluegum Wines", "Richmond", "3121", "VIC"),
            address("Harbour Tools", "Parramatta", "2150", "NSW"),
        ),
        items: vec![Item {
            package_type: Some("Carton".to_owned()),
            quantity: 3,
            weight: Some(Weight::kilograms(Decimal::new(125, 1))),
            ..Item::default()
        }],
        measures: Measures {
            total_weight: Decimal::new(375, 1),
            ..Measures::default()
        },
        ..Booking::default()
    })
}

fn to_payload(booking: Booking) -> Result<Value> {
    let mut written = serde_json::to_value(BookingView::for_webhook(booking))?;
    if let Some(members) = written.as_object_mut() {
        members.retain(|name, _| !EXCLUDED_FIELDS.contains(&name.as_str()));
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use carriage::money::Amount;

    use super::*;
    use crate::{bookings::parts::Offer, prices::model::PricingDetail};

    #[test]
    fn costs_and_tokens_are_told_to_nobody_outside() {
        let cost = Amount {
            total: Decimal::from(777),
            ..Amount::ZERO
        };
        let pricing_detail = PricingDetail {
            carrier_total: Some(cost),
            ..PricingDetail::default()
        };
        let resource_token = Some("quote-token".to_owned());
        let payload = to_payload(Booking {
            pricing_detail,
            offer: Offer {
                resource_token,
                ..Offer::default()
            },
            ..Booking::default()
        })
        .unwrap()
        .to_string();
        assert!(
            !payload.contains("777")
                && !payload.contains("quote-token")
                && !payload.contains("allowedOperations"),
            "{payload}"
        );
        assert_eq!(sample().unwrap()["bookingStatus"], "Booked");
    }
}
