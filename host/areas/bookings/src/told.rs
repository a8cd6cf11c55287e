//! A booking as programs outside are told of it: what the API answers, without costs, tokens and what a person may do with it.

use chrono::{DateTime, Utc};
use freight::{address::Address, goods::Item, quantity::Weight};
use kernel::{
    Result, Scope, Where,
    ids::{BookingId, CustomerId},
};
use rust_decimal::Decimal;
use serde_json::Value;

use crate::{
    model::{Booking, view::BookingView},
    rules::status::Status,
};

/// Members that say something to a caller of the API alone.
const KEPT_BACK: [&str; 3] = ["allowedOperations", "resourceToken", "rechargeDetail"];

/// The booking and whose it is; none when there is no such booking any more.
pub async fn told(scope: &mut Scope, id: BookingId) -> Result<Option<(CustomerId, Value)>> {
    let booking: Option<Booking> = scope.first(Where::id(id)).await?;
    booking
        .map(|booking| Ok((booking.customer_id, written(booking)?)))
        .transpose()
}

/// What such a booking looks like, for those who write a program that is told.
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
    written(Booking {
        id: BookingId(90_210),
        row_version: 5,
        creation_time: booked,
        booking_date: booked,
        booking_status: Status::Booked,
        customer_id: CustomerId(4711),
        customer_code: "C04711".to_owned(),
        company_name: Some("Bluegum Wines".to_owned()),
        carrier: Some("own-fleet".to_owned()),
        carrier_service_code: Some("STD".to_owned()),
        carrier_service_name: Some("Standard".to_owned()),
        consignment_id: Some("SCF0000017".to_owned()),
        reference: Some("PO-1789".to_owned()),
        from_address: address("Bluegum Wines", "Richmond", "3121", "VIC"),
        to_address: address("Harbour Tools", "Parramatta", "2150", "NSW"),
        items: vec![Item {
            package_type: Some("Carton".to_owned()),
            quantity: 3,
            weight: Some(Weight::kilograms(Decimal::new(125, 1))),
            ..Item::default()
        }],
        total_weight: Decimal::new(375, 1),
        ..Booking::default()
    })
}

fn written(booking: Booking) -> Result<Value> {
    let mut written = serde_json::to_value(BookingView::outside(booking))?;
    if let Some(members) = written.as_object_mut() {
        members.retain(|name, _| !KEPT_BACK.contains(&name.as_str()));
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use freight::money::Amount;

    use super::*;
    use crate::model::PricingDetail;

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
        let told = written(Booking {
            pricing_detail,
            resource_token,
            ..Booking::default()
        })
        .unwrap()
        .to_string();
        assert!(
            !told.contains("777")
                && !told.contains("quote-token")
                && !told.contains("allowedOperations"),
            "{told}"
        );
        assert_eq!(sample().unwrap()["bookingStatus"], "Booked");
    }
}
