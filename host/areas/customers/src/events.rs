//! What customers tell the areas above, and what they do when they are told something themselves.

use kernel::{
    Result, Scope, Where,
    event::{Event, Listener},
    ids::{CustomerId, OrganizationUnitId},
};

use crate::model::Customer;

pub static CREATED: Event<CustomerId> = Event::new("customers.created", 1);
pub static CHANGED: Event<CustomerId> = Event::new("customers.changed", 1);
pub static DELETED: Event<CustomerId> = Event::new("customers.deleted", 1);

/// A customer of a deleted unit belongs to none.
pub(crate) fn on_units_deleted() -> Listener {
    Listener::new("customers.on-units-deleted", &people::UNITS_DELETED, leave)
}

/// A customer's users and roles go with it.
pub(crate) fn on_deleted() -> Listener {
    Listener::new("customers.on-deleted", &DELETED, people::leave_with_customer)
}

async fn leave(mut scope: Scope, units: Vec<OrganizationUnitId>) -> Result<()> {
    for mut customer in scope.all::<Customer>(Where::all().is_in(Customer::ORGANIZATION_UNIT_ID, &units)).await? {
        customer.organization_unit_id = None;
        scope.update(&mut customer).await?;
    }
    scope.commit().await
}
