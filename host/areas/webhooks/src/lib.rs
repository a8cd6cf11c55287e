//! Webhooks: other programs are told over HTTPS what happens in a tenant, signed and until they have taken it.
//!
//! Words: a *subscription* says where to and of which *types of events*; a *delivery* is one event for one subscription,
//! with every *attempt* to send it; a subscription is *paused* when the program itself switched it off.
//! Invariants: what was rolled back is told to nobody; an event has one id for all its deliveries and attempts, and is
//! delivered at least once, in no certain order; nobody subscribes to what they may not see; nothing is sent to a private
//! address or in plain text unless the operator named the host; a secret is shown when it is made and never again; no
//! transaction is open while an address is called.

pub mod access;
mod catalog;
mod model;
mod reader;
mod routes;
mod rules;
mod service;
mod store;

use std::sync::Arc;

use futures_util::FutureExt;
use kernel::{
    Area,
    event::Listener,
    job::JobKind,
    secrets::{Holds, SealedColumn},
};

use service::{deliver, take};

/// Addresses that do not answer take ten seconds each: they must not be all that a host does.
const DELIVERED_AT_ONCE: usize = 8;

/// The area, with its routes, permissions, jobs and the reader of the feed.
pub fn area() -> Area {
    Area::new("webhooks")
        .permissions(access::PERMISSIONS)
        .features(access::FEATURES)
        .sealed(&[sealed("secret"), sealed("old_secret")])
        .routes(routes::subscriptions::table())
        .routes(routes::deliveries::table())
        .reader(Arc::new(reader::Reader))
        .job(JobKind::new(take::TAKE, |scope, payload| {
            take::job(scope, payload).boxed()
        }))
        .job(
            JobKind::new(deliver::DELIVER, |scope, payload| {
                deliver::job(scope, payload).boxed()
            })
            .at_once(DELIVERED_AT_ONCE),
        )
        .listener(Listener::new(
            "webhooks.sweep",
            &tenancy::DAY_BEGAN,
            |scope, _| service::sweep(scope),
        ))
}

const fn sealed(column: &'static str) -> SealedColumn {
    SealedColumn {
        table: "webhook_subscriptions",
        tenant: "tenant_id",
        column,
        holds: Holds::Text,
        beside: "''",
        purpose: |_, _| Some(service::secrets::PURPOSE.to_owned()),
    }
}
