//! The reference fields of a booking's customer: what the booking says in them, and what it has to say.

use customers::reference_fields;
use kernel::{FieldError, Result, Scope, ids::CustomerId};

use crate::{
    model::{Booking, CustomerDetail, ReferenceValue},
    rules::references,
};

/// Keeps what was sent under the names of the customer's fields; answers what is wrong with it.
pub async fn fill(
    scope: &mut Scope,
    customer: CustomerId,
    before: &[ReferenceValue],
    detail: &mut CustomerDetail,
    member: &str,
) -> Result<Vec<FieldError>> {
    let fields = reference_fields(scope, customer).await?;
    let sent = std::mem::take(&mut detail.references);
    match references::filled(
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

/// The required fields that keep the booking from its carrier.
pub async fn missing(
    scope: &mut Scope,
    booking: &Booking,
    member: &str,
) -> Result<Vec<FieldError>> {
    let fields = reference_fields(scope, booking.customer_id).await?;
    let said = &booking.customer_detail.references;
    Ok(references::missing(
        &fields,
        said,
        &format!("{member}customer.references"),
    ))
}
