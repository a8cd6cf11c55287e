//! Identity: who may come in, what each may do there, and the sessions and keys they come in with.
//!
//! Words: a *user* is a person of one tenant, staff or a customer's; a *role* is a named set of permissions; a user's
//! own *permissions* are given or taken beside the roles. A *session* is a browser that signed in; an *API key* is
//! what an integration exchanges for a bearer token. The *session service* under `/api/auth` speaks the next-auth 4
//! protocol. The *doorman* is the kernel's gate: it knows tokens and tenants.
//!
//! Invariants: a token is kept as its SHA-256 alone, and a bearer token can't be made into the browser's cookie. A
//! user is of one tenant and signs in at that tenant's host names only. An unknown user name costs, answers and locks
//! as a known one. A customer's user never holds a permission that is not for customers, whatever the roles say. What
//! a session may do is at most two seconds behind what another host has written; this program's own changes count at
//! once.

mod model;
mod routes;
mod rules;
mod service;
mod store;

use std::sync::Arc;

use kernel::{caller::Gate, host::Ports};

pub use model::NewUser;
pub use service::{
    doorman::Doorman,
    users::{create_tenant, create_user, find_user, sign_in},
};

/// The program's gate, and the ports with what identity and tenancy keep in memory.
pub fn gate(ports: Ports) -> (Arc<dyn Gate>, Ports) {
    let doorman = Arc::new(Doorman::default());
    let ports = ports.with(Arc::new(tenancy::Directory::default())).with(doorman.clone());
    (doorman, ports)
}

pub fn area() -> kernel::Area {
    kernel::Area::new("identity")
        .routes(routes::auth::table())
        .routes(routes::token::table())
        .routes(routes::users::table())
}
