//! What customers hear from the rooms below: units that are gone are nobody's any more.

use futures_util::FutureExt;
use kernel::{Result, Scope, Where, event::Listener, ids::OrganizationUnitId};

use crate::model::Customer;

/// A customer of a deleted unit belongs to none.
pub const UNITS_DELETED: Listener = Listener {
    name: "customers.on-units-deleted",
    event: "identity.units-deleted",
    run: |scope, payload| {
        async move {
            let units: Vec<OrganizationUnitId> = serde_json::from_value(payload)?;
            leave(scope, &units).await
        }
        .boxed()
    },
};

async fn leave(mut scope: Scope, units: &[OrganizationUnitId]) -> Result<()> {
    for mut customer in scope.all::<Customer>(Where::all().is_in("organization_unit_id", units)).await? {
        customer.organization_unit_id = None;
        scope.update(&mut customer).await?;
    }
    scope.save().await
}
