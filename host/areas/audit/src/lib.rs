//! Audit log: listing of the record of changes, and its retention.
//!
//! The kernel writes the record. Entries past the tenant's retention are deleted daily.

pub mod access;
mod model;
mod routes;
mod rules;
mod service;
mod store;

use work::event::Listener;

fn sweeper() -> Listener {
    Listener::new(
        "audit.sweep",
        &tenancy::DAY_BEGAN,
        |mut scope, _| async move { service::sweep(&mut scope).await },
    )
}

pub fn area() -> web::Area {
    web::Area::new("audit")
        .tag("tenancy")
        .permissions(access::PERMISSIONS)
        .routes(routes::audit())
        .listener(sweeper())
}
