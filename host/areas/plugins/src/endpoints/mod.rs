//! Plugins' HTTP endpoints, deliveries and reports.
//!
//! Terms:
//! - *endpoint*: an HTTP call declared in a plugin's manifest. Its *access* (open, signature, API
//!   key, session) is checked by the host alone.
//! - *callback*: a call of an endpoint through a store's key.
//! - *delivery*: a stored call, processed with retries.
//!
//! Invariants:
//! - A plugin is called only where it is enabled and approved; otherwise the response is that of an
//!   unknown path.
//! - Signatures are compared in constant time over the raw bytes.
//! - A plugin gets no cookies or tokens, and its answers can't run in a browser as our pages.
//! - A delivery is processed at least once; repeats are dropped.

pub mod authentication;
pub mod lookup;
pub mod port;
pub mod response;
pub mod routes;
pub mod signature;

use std::collections::BTreeMap;

use crate::access::{PLUGINS, PLUGINS_CONFIGURE, REPORTS, REPORTS_RUN};
use data::Needs;
use futures_util::FutureExt;
use serde_json::Value;
use web::{Area, Routes, http::Method};
use work::{event::Listener, job::JobKind};

/// Maximum body of a call; a manifest may set less.
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

pub(crate) fn add_to(area: Area) -> Area {
    // Only the tenant is required: endpoints declare their access.
    let own = |routes: Routes, method| {
        routes
            .raw(
                method,
                "{id}/{*path}",
                Needs::Tenant,
                MAX_BODY_BYTES,
                crate::endpoints::routes::serve_own,
            )
            .writes()
            .without_limit()
    };
    let called_back = |routes: Routes, method| {
        routes
            .raw(
                method,
                "{storeId}/{segment}",
                Needs::Tenant,
                MAX_BODY_BYTES,
                crate::endpoints::routes::serve_callback,
            )
            .writes()
            .without_limit()
    };
    area.routes(METHODS.into_iter().fold(Routes::new("/api/plugins"), own))
        .routes(
            METHODS
                .into_iter()
                .fold(Routes::new("/api/booking/Quote"), called_back),
        )
        .routes(
            Routes::new("/api/plugins")
                .list("getdeliveries", PLUGINS, crate::deliveries::routes::list)
                .post(
                    "retrydelivery",
                    PLUGINS_CONFIGURE,
                    crate::deliveries::routes::retry,
                ),
        )
        .routes(
            Routes::new("/api/reports")
                .get("reports", REPORTS, crate::reports::list)
                .raw(
                    Method::POST,
                    "run",
                    REPORTS_RUN,
                    MAX_BODY_BYTES,
                    crate::reports::run,
                )
                .describe_query::<crate::reports::Which>()
                .describe_body::<BTreeMap<String, Value>>(),
        )
        .job(
            JobKind::new(crate::deliveries::service::DELIVER, |scope, payload| {
                crate::deliveries::service::run_attempt(scope, payload).boxed()
            })
            .attempts(crate::deliveries::service::JOB_ATTEMPTS),
        )
        .listener(Listener::new(
            "plugins.sweep-deliveries",
            &tenancy::DAY_BEGAN,
            |scope, _| crate::deliveries::service::sweep(scope),
        ))
}

/// True if a plugin's id would collide with the area's paths, `/api/plugins/<word>`.
pub(crate) fn is_reserved(id: &str) -> bool {
    web::serve::route_list(&[crate::area()])
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
