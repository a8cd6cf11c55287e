//! Events of customers, and listeners.

use data::{
    Result, Scope, Where,
    ids::{CustomerId, OrganizationUnitId},
};
use work::event::{Event, Listener};

use crate::{model::Customer, store};

pub static CREATED: Event<CustomerId> = Event::new("customers.created", 1);
pub static CHANGED: Event<CustomerId> = Event::new("customers.changed", 1);
pub static DELETED: Event<CustomerId> = Event::new("customers.deleted", 1);

pub(crate) fn on_units_deleted() -> Listener {
    Listener::new("customers.on-units-deleted", &people::UNITS_DELETED, leave)
}

pub(crate) fn on_deleted() -> Listener {
    Listener::new(
        "customers.on-deleted",
        &DELETED,
        people::leave_with_customer,
    )
}

/// Deletes a customer's addresses, products, settings and stores; data referenced by bookings
/// stays.
pub(crate) fn on_deleted_clear() -> Listener {
    Listener::new("customers.on-deleted-clear", &DELETED, clear)
}

async fn clear(mut scope: Scope, customer: CustomerId) -> Result<()> {
    store::delete_dependent_rows(&mut scope, customer).await?;
    scope.commit().await
}

async fn leave(mut scope: Scope, units: Vec<OrganizationUnitId>) -> Result<()> {
    for mut customer in scope
        .all::<Customer>(Where::all().is_in(Customer::ORGANIZATION_UNIT_ID, &units))
        .await?
    {
        customer.organization_unit_id = None;
        scope.update(&mut customer).await?;
    }
    scope.commit().await
}
