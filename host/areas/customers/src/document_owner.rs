//! Links customers to attached documents.

use data::{Error, Result, Scope, Where};
use files::port::{ThingKey, VisibleThing};

use crate::{
    access::{CUSTOMER, CUSTOMER_EDIT},
    model::Customer,
};

/// A customer's user can read its own customer only.
pub async fn find_entity(scope: &mut Scope, reference: ThingKey) -> Result<VisibleThing> {
    const NONE: Error = Error::NotFound("The customer");
    let is_customers = scope.caller.customer().is_some();
    if !is_customers && !scope.can(CUSTOMER) {
        return Err(NONE);
    }
    let narrow = match reference {
        ThingKey::Id(id) => Where::id(id.into()),
        ThingKey::Guid(value) => Where::all().eq(Customer::CUSTOMER_GUID, value),
    };
    let customer: Customer = scope.first(narrow).await?.ok_or(NONE)?;
    Ok(VisibleThing {
        id: customer.id.0,
        may_change: !is_customers && scope.can(CUSTOMER_EDIT),
    })
}
