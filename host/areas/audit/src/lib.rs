//! Audit log: listing of the record of changes, and its retention.
//!
//! The kernel writes the record. Entries past the tenant's retention are deleted daily.

pub mod access;
mod model;
mod routes;
mod rules;
mod service;
mod store;

use kernel::event::Listener;

fn sweeper() -> Listener {
    Listener::new(
        "audit.sweep",
        &tenancy::DAY_BEGAN,
        |mut scope, _| async move { service::sweep(&mut scope).await },
    )
}

pub fn area() -> kernel::Area {
    kernel::Area::new("audit")
        .tag("tenancy")
        .permissions(access::PERMISSIONS)
        .routes(routes::audit())
        .listener(sweeper())
}
