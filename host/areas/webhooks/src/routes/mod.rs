//! The calls of webhooks: subscriptions, and the log of their deliveries.

pub mod deliveries;
pub mod subscriptions;

use kernel::limiter::{Limit, MINUTE};

/// Messages that people send by hand.
const BY_HAND: Limit = Limit {
    name: "webhook",
    window: MINUTE,
    per_address: None,
    per_tenant: None,
    per_user: Some(60),
};
