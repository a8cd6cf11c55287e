//! What identity hears from the areas above, by the events' names alone.

use futures_util::FutureExt;
use kernel::{event::Listener, ids::CustomerId};

use crate::service::people::leave;

/// A customer's users and roles go with it.
pub const CUSTOMER_DELETED: Listener = Listener {
    name: "identity.on-customer-deleted",
    event: "customers.deleted",
    run: |scope, payload| {
        async move {
            let customer: CustomerId = serde_json::from_value(payload)?;
            leave::with_customer(scope, customer).await
        }
        .boxed()
    },
};
