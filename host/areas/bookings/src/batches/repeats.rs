//! Detects repeated calls whose first response was lost.
//!
//! Invariants:
//! - An entry is a repeat only for the same user's booking and content. Any other entry on a booked
//!   quote is rejected.
//! - A repeat skips completed operations and runs the remaining ones.

use data::{Change, Result, Scope, Where, ids::BookingId};

use crate::{
    bookings::{
        self,
        input::BatchEntry,
        model::{Booking, CustomerDetail},
        operations::Operation,
        status::Status,
    },
    references::model::ReferenceValue,
};
use crate::{manifests, payments};

/// Finds an earlier identical call's booking; None if the entry must be saved.
pub async fn find(scope: &mut Scope, entry: &BatchEntry) -> Result<Option<Booking>> {
    let change = &entry.booking;
    let stored = match change.is_new() {
        true => find_by_quote(scope, change).await?,
        false => {
            let row: Option<Booking> = scope.first(Where::id(BookingId(change.id()))).await?;
            // An unbooked booking is saved again.
            row.filter(|booking| {
                booking.pending.intent.is_some() || booking.carrier_record.booked.is_some()
            })
        }
    };
    let Some(stored) = stored else {
        return Ok(None);
    };
    let country = tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .general
        .country_code
        .clone();
    if !is_same(&stored, change, &country) {
        return Ok(None);
    }
    // Requires the permission to save.
    scope
        .edit(Change::default().over(Some(stored.clone())))
        .await?;
    if let Some(nonce) = &change.input().offer.payment_nonce
        && Operation::Book.check_for(&stored).is_ok()
        && payments::service::check_nonce(Some(nonce), "").is_none()
    {
        payments::service::store_nonce(scope, stored.id, nonce).await?;
    }
    Ok(Some(stored))
}

async fn find_by_quote(scope: &mut Scope, change: &Change<Booking>) -> Result<Option<Booking>> {
    let Some(quote) = change.input().offer.quote_id.filter(|id| id.0 != 0) else {
        return Ok(None);
    };
    // Not restricted to a customer: the user check protects it.
    let Some(user) = scope.caller.user() else {
        return Ok(None);
    };
    let row = bookings::store::booked_quote(scope, quote).await?;
    Ok(row.filter(|booking| booking.creator_user_id == Some(user)))
}

/// True if the change has no effect.
fn is_same(stored: &Booking, change: &Change<Booking>, country: &str) -> bool {
    let mut record = stored.clone();
    change.clone().apply(&mut record);
    let names_other_quote =
        change.mentions("quoteId") && record.offer.quote_id != stored.offer.quote_id;
    let names_other_code = change.mentions("promoCode")
        && record
            .offer
            .promo_code
            .as_deref()
            .is_some_and(|code| !code.trim().is_empty())
        && !same_text(
            record.offer.promo_code.as_deref(),
            stored.offer.promo_code.as_deref(),
        );
    let customer = std::mem::take(&mut record.customer);
    if names_other_quote || names_other_code || !is_same_customer(stored, &customer) {
        return false;
    }
    for (name, address) in [
        ("fromAddress", &mut record.route.from_address),
        ("toAddress", &mut record.route.to_address),
    ] {
        if change.mentions(name) {
            *address = std::mem::take(address).normalized_in(country);
        }
    }
    record.insurance.normalize();
    record.legs.parent_booking_id = record.legs.parent_booking_id.filter(|id| id.0 != 0);
    // Compared above.
    (record.id, record.row_version, record.offer.quote_id) =
        (stored.id, stored.row_version, stored.offer.quote_id);
    record.offer.promo_code.clone_from(&stored.offer.promo_code);
    record
        .offer
        .resource_token
        .clone_from(&stored.offer.resource_token);
    let json = |booking: &Booking| serde_json::to_value(booking).ok();
    json(&record).is_some_and(|sent| Some(sent) == json(stored))
}

fn same_text(one: Option<&str>, other: Option<&str>) -> bool {
    one.unwrap_or_default().trim().to_lowercase() == other.unwrap_or_default().trim().to_lowercase()
}

fn is_same_customer(stored: &Booking, sent: &Change<CustomerDetail>) -> bool {
    if sent
        .input()
        .id
        .is_some_and(|id| id.0 != 0 && id != stored.payer.customer_id)
    {
        return false;
    }
    let mut detail = stored.payer.customer_detail.clone();
    sent.clone().apply(&mut detail);
    let before = &stored.payer.customer_detail;
    // An empty address takes the customer's own; id 0 is no cost centre.
    let is_same_email = detail.email.is_none() || detail.email == before.email;
    let is_same_center = detail.cost_center_id.filter(|id| id.0 != 0) == before.cost_center_id;
    is_same_email
        && is_same_center
        && detail.caller == before.caller
        && detail.reference == before.reference
        && (detail.cost_center == before.cost_center || detail.cost_center_id.is_some())
        && values(&detail.references) == values(&before.references)
}

fn values(references: &[ReferenceValue]) -> Vec<(i64, &str)> {
    let mut values: Vec<_> = references
        .iter()
        .map(|field| (field.reference_id.0, field.value.trim()))
        .filter(|(_, value)| !value.is_empty())
        .collect();
    values.sort_unstable();
    values
}

fn is_done(operation: Operation, booking: &Booking) -> bool {
    match operation {
        Operation::Book => booking.carrier_record.booked.is_some(),
        Operation::Manifest => {
            booking.consignment.manifest_row_id.is_some() && booking.booking_status.is_manifested()
        }
        Operation::BookPickup => {
            booking.consignment.pickup_row_id.is_some()
                && booking.consignment.pickup_request_id.is_some()
        }
        Operation::Invoice => booking.invoice.invoice_id.is_some(),
        Operation::Hold => booking.booking_status == Status::OnHold,
        Operation::Cancel => booking.booking_status == Status::Cancelled,
        Operation::PrintLabel
        | Operation::PrintManifest
        | Operation::EmailDocuments
        | Operation::RefreshTracking
        | Operation::Requote
        | Operation::Release
        | Operation::Delete
        | Operation::Edit
        | Operation::EditAddresses
        | Operation::AddTrackingEvent => false,
    }
}

/// Adds the tokens of manifest sheets.
pub async fn was_completed(
    scope: &mut Scope,
    id: BookingId,
    operation: Operation,
    sheets: &mut Vec<String>,
) -> Result<bool> {
    let booking = bookings::store::find(scope, id).await?;
    if !is_done(operation, &booking) {
        return Ok(false);
    }
    if operation == Operation::Manifest {
        sheets.extend(manifests::service::sheets(scope, id).await?);
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use data::ids::{CustomerId, QuoteId};
    use serde_json::{Value, json};

    use super::*;
    use crate::bookings::parts::{BookingCustomer, Offer};

    fn form(value: Value) -> Change<Booking> {
        serde_json::from_value(value).unwrap()
    }

    fn stored() -> Booking {
        let mut booking = Booking {
            id: BookingId(5),
            row_version: 3,
            offer: Offer {
                quote_id: Some(QuoteId(9)),
                promo_code: Some("SPRING".to_owned()),
                ..Offer::default()
            },
            payer: BookingCustomer {
                customer_id: CustomerId(2),
                ..BookingCustomer::default()
            },
            ..Booking::default()
        };
        form(json!({
            "toAddress": {"suburb": "Richmond", "postCode": "3121", "countryCode": "AU", "contactName": "Kim"},
            "items": [{"quantity": 2, "weight": {"value": 12.5, "unit": "kg"}}], "reference": "PO-1",
        }))
        .apply(&mut booking);
        booking
    }

    #[test]
    fn the_same_form_is_a_repeat() {
        for same in [
            json!({"quoteId": 9, "resourceToken": "t", "customer": {"id": 2}, "reference": "PO-1"}),
            json!({"quoteId": 9, "toAddress": {"suburb": "Richmond", "postCode": "3121", "contactName": "Kim"}}),
            json!({"quoteId": 9, "items": [{"quantity": 2, "weight": {"value": 12.50, "unit": "kg"}}]}),
            json!({"id": 5, "rowVersion": 1, "promoCode": " spring "}),
        ] {
            assert!(is_same(&stored(), &form(same.clone()), "AU"), "{same}");
        }
    }

    #[test]
    fn another_consignment_is_no_repeat() {
        for other in [
            json!({"quoteId": 9, "reference": "PO-2"}),
            json!({"quoteId": 8}),
            json!({"quoteId": null}),
            json!({"quoteId": 9, "customer": {"id": 3}}),
            json!({"quoteId": 9, "customer": {"reference": "X"}}),
            json!({"quoteId": 9, "promoCode": "AUTUMN"}),
            json!({"quoteId": 9, "toAddress": {"suburb": "Richmond", "postCode": "3121", "contactName": "Lee"}}),
            json!({"quoteId": 9, "items": [{"quantity": 3, "weight": {"value": 12.5, "unit": "kg"}}]}),
        ] {
            assert!(!is_same(&stored(), &form(other.clone()), "AU"), "{other}");
        }
    }
}
