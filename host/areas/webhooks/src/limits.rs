//! Calls of webhooks: subscriptions, and the log of deliveries.

use work::limiter::{Limit, MINUTE};

pub(crate) const MANUAL_SEND_LIMIT: Limit = Limit {
    name: "webhook",
    window: MINUTE,
    per_address: None,
    per_tenant: None,
    per_user: Some(60),
};
