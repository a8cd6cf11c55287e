//! Reference fields of a booking: storage and required ones.

use customers::reference_fields;
use data::{FieldError, Result, Scope, ids::CustomerId};

use crate::{
    bookings::model::{Booking, CustomerDetail},
    references::{self, model::ReferenceValue},
};

/// Stores the values under the customer's field names; returns the errors.
pub async fn fill(
    scope: &mut Scope,
    customer: CustomerId,
    before: &[ReferenceValue],
    detail: &mut CustomerDetail,
    member: &str,
) -> Result<Vec<FieldError>> {
    let fields = reference_fields(scope, customer).await?;
    let sent = std::mem::take(&mut detail.references);
    match references::rules::normalise(
        &fields,
        before,
        sent,
        &format!("{member}customer.references"),
    ) {
        Ok(kept) => detail.references = kept,
        Err(errors) => return Ok(errors),
    }
    Ok(Vec::new())
}

/// Lists required fields that block booking.
pub async fn missing(
    scope: &mut Scope,
    booking: &Booking,
    member: &str,
) -> Result<Vec<FieldError>> {
    let fields = reference_fields(scope, booking.payer.customer_id).await?;
    let values = &booking.payer.customer_detail.references;
    Ok(references::rules::missing_fields(
        &fields,
        values,
        &format!("{member}customer.references"),
    ))
}
