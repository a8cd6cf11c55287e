//! Endpoints of plugins: HTTP calls that a plugin answers by itself, deliveries that wait for it, and its reports.
//!
//! Words: an *endpoint* is an HTTP call that a plugin's manifest declares; its *access* is what a caller needs (nothing,
//! a signature, an API key, a session), which the host alone checks; a *call-back* reaches an endpoint through the key of
//! a store; a *delivery* is a call that was stored and is worked off with retries.
//! Invariants: a plugin is asked only where it is switched on and agreed to; a caller who may not know of it gets the
//! answer for a path that does not exist; a signature is compared in constant time over the bytes as they came;
//! a plugin sees no cookie and no token; nothing it answers runs in a browser as a page of ours; a delivery is worked at
//! least once and one that was told before is not told again.

mod answer;
mod callers;
mod deliveries;
mod find;
pub mod port;
mod reports;
mod serve;
mod signature;

use crate::access::{PLUGINS, PLUGINS_CONFIGURE, REPORTS, REPORTS_RUN};
use futures_util::FutureExt;
use kernel::{Area, Needs, Routes, event::Listener, http::Method, job::JobKind};

/// The largest body of a call; a manifest may ask for less.
const MAX_BODY_BYTES: usize = 1024 * 1024;
const METHODS: [Method; 7] = [
    Method::GET,
    Method::HEAD,
    Method::POST,
    Method::PUT,
    Method::PATCH,
    Method::DELETE,
    Method::OPTIONS,
];

/// Adds the endpoints, deliveries and reports to the area plugins.
pub(crate) fn add_to(area: Area) -> Area {
    // A tenant has to be known and nothing else: the endpoints say themselves who may call.
    let own = |routes: Routes, method| {
        routes
            .raw(
                method,
                "{id}/{*path}",
                Needs::Tenant,
                MAX_BODY_BYTES,
                serve::own,
            )
            .writes()
            .counted_by_itself()
    };
    let called_back = |routes: Routes, method| {
        routes
            .raw(
                method,
                "{storeId}/{segment}",
                Needs::Tenant,
                MAX_BODY_BYTES,
                serve::called_back,
            )
            .writes()
            .counted_by_itself()
    };
    area.routes(METHODS.into_iter().fold(Routes::at("/api/plugins"), own))
        .routes(
            METHODS
                .into_iter()
                .fold(Routes::at("/api/booking/Quote"), called_back),
        )
        .routes(
            Routes::at("/api/plugins")
                .list("getdeliveries", PLUGINS, deliveries::list)
                .post("retrydelivery", PLUGINS_CONFIGURE, deliveries::retry),
        )
        .routes(
            Routes::at("/api/reports")
                .get("reports", REPORTS, reports::list)
                .raw(
                    Method::POST,
                    "run",
                    REPORTS_RUN,
                    MAX_BODY_BYTES,
                    reports::run,
                ),
        )
        .job(
            JobKind::new(deliveries::DELIVER, |scope, payload| {
                deliveries::job(scope, payload).boxed()
            })
            .attempts(deliveries::JOB_ATTEMPTS),
        )
        .listener(Listener::new(
            "plugins.sweep-deliveries",
            &tenancy::DAY_BEGAN,
            |scope, _| deliveries::sweep(scope),
        ))
}

/// Whether the id of a plugin is the first part of one of the area's own paths, `/api/plugins/<word>`.
pub(crate) fn is_reserved(id: &str) -> bool {
    kernel::serve::route_list(&[crate::area()])
        .iter()
        .any(|(_, path, _)| {
            let first = path
                .strip_prefix("/api/plugins/")
                .and_then(|rest| rest.split('/').next());
            first.is_some_and(|first| first.eq_ignore_ascii_case(id))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_plugin_takes_the_place_of_a_call() {
        for word in ["platform", "manifest", "getplugins", "getdeliveries"] {
            assert!(is_reserved(word), "{word}");
        }
        assert!(!is_reserved("ferry"));
    }
}
