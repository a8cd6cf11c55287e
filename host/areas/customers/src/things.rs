//! Customers as things that documents can hang on.

use files::port::{Named, Seen};
use kernel::{Error, Result, Scope, Where};

use crate::{
    access::{CUSTOMER, CUSTOMER_EDIT},
    model::Customer,
};

/// The customer, for a caller who may see it; to all others there is none. A customer's user sees its own customer and
/// does not keep its records.
pub async fn seen(scope: &mut Scope, named: Named) -> Result<Seen> {
    const NONE: Error = Error::NotFound("The customer");
    let is_customers = scope.caller.customer().is_some();
    if !is_customers && !scope.can(CUSTOMER) {
        return Err(NONE);
    }
    let narrow = match named {
        Named::Id(id) => Where::id(id.into()),
        Named::Guid(value) => Where::all().eq(Customer::CUSTOMER_GUID, value),
    };
    let customer: Customer = scope.first(narrow).await?.ok_or(NONE)?;
    Ok(Seen {
        id: customer.id.0,
        may_change: !is_customers && scope.can(CUSTOMER_EDIT),
    })
}
