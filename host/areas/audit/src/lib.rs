//! The audit log: the record of changes as people read it, and how long it is kept.
//!
//! The kernel writes the record; here it is listed for those who may see it, and what is older than the tenant keeps it
//! is removed when the tenant's day begins.

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
