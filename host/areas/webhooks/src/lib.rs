//! Webhooks: signed event notifications over HTTPS, retried until accepted.
//!
//! Terms:
//! - A *subscription* names a target address and *event types*.
//! - A *delivery* is one event for one subscription, with every *attempt* to send it.
//! - A subscription is *paused* if the host switched it off.
//!
//! Invariants:
//! - A rolled back event is never delivered.
//! - An event has one id for all deliveries and attempts. It is delivered at least once, in no
//!   certain order.
//! - A subscriber must be allowed to see the event.
//! - A private address or plain HTTP is used only for hosts that the operator has named.
//! - A secret is shown once, when created.
//! - No transaction is open during a call.

pub mod access;
mod catalog;
mod deliveries;
mod feed;
mod limits;
mod model;
mod store;
mod subscriptions;

use std::sync::Arc;

use data::secrets::{SealedColumn, SealedIn};
use futures_util::FutureExt;
use web::Area;
use work::{event::Listener, job::JobKind};

/// Unreachable addresses take ten seconds each and must not occupy the whole host.
const DELIVERED_AT_ONCE: usize = 8;

pub fn area() -> Area {
    Area::new("webhooks")
        .permissions(crate::access::PERMISSIONS)
        .features(crate::access::FEATURES)
        .sealed(&[sealed("secret"), sealed("old_secret")])
        .routes(crate::subscriptions::routes::table())
        .routes(crate::deliveries::routes::table())
        .reader(Arc::new(crate::feed::Reader))
        .job(JobKind::new(
            deliveries::enqueue::ENQUEUE_JOB,
            |scope, payload| deliveries::enqueue::job(scope, payload).boxed(),
        ))
        .job(
            JobKind::new(deliveries::deliver::DELIVER, |scope, payload| {
                deliveries::deliver::handle_job(scope, payload).boxed()
            })
            .max_concurrent(DELIVERED_AT_ONCE),
        )
        .listener(Listener::new(
            "webhooks.sweep",
            &tenancy::DAY_BEGAN,
            |scope, _| crate::deliveries::sweep::sweep(scope),
        ))
}

const fn sealed(column: &'static str) -> SealedColumn {
    SealedColumn {
        table: "webhook_subscriptions",
        tenant: "tenant_id",
        column,
        holds: SealedIn::Text,
        context: "''",
        purpose: |_, _| Some(crate::subscriptions::secrets::PURPOSE.to_owned()),
    }
}
