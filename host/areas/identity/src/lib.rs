//! Identity: who may come in, what each may do there, and the sessions and keys they come in with.
//!
//! Words: a *user* is a person of one tenant, staff or a customer's; a *role* is a named set of permissions; a user's
//! own *permissions* are given or taken beside the roles. A *session* is a browser that signed in; an *API key* is
//! what an integration exchanges for a bearer token. An *organisation unit* is a place in the tenant's own order of
//! its people; it gives no permission. The *session service* under `/api/auth` speaks the next-auth 4
//! protocol. The *outside* is a tenant's OpenID providers and its directory, which vouch for people; a *link* is what
//! they call a user. A *second step* is what is asked for after the password; an *impersonation* is a session in which
//! somebody else acts as the user, named in everything that is done. The *doorman* is the kernel's gate: it knows tokens and tenants.
//!
//! Invariants: a token is kept as its SHA-256 alone, and a bearer token can't be made into the browser's cookie. A
//! user is of one tenant and signs in at that tenant's host names only. Nobody gives, by a role or a user, what they
//! do not hold themselves, and a tenant keeps an administrator. A customer's administrator manages that customer's
//! users and roles and knows of no others. A deleted user's row stays for history and lets nobody in. An unknown user
//! name costs, answers and locks as a known one, and all hosts count attempts together. A code, of a mail or of an
//! authenticator, is good once and is kept as a keyed hash or sealed. An impersonation lasts as long as the right to it,
//! and changes nothing of the user's own account. A customer's user never holds a permission that is not for customers, whatever the roles say. What
//! a session may do is at most two seconds behind what another host has written; this program's own changes count at
//! once. Somebody from outside is a user here by a link, or by an e-mail address that both sides have verified and only
//! where the tenant says so; a name alone makes nobody somebody else. A state of a sign-in is good once.

mod events;
mod model;
mod port;
mod routes;
mod rules;
mod service;
mod store;

use std::sync::Arc;

use kernel::{caller::Gate, host::Ports};

pub use model::NewUser;
pub use port::Customers;
pub use service::{
    doorman::Doorman,
    impersonation::{Entrance, enter_tenant},
    platform::set_tenant_state,
    registration::{Registration, judge_registration, register},
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
        .routes(routes::account::table())
        .routes(routes::profile::table())
        .routes(routes::impersonate::table())
        .routes(routes::token::table())
        .job(service::account::MAIL)
        .routes(routes::users::table())
        .routes(routes::roles::table())
        .routes(routes::roles::permissions())
        .routes(routes::units::table())
        .routes(routes::platform::table())
        .listener(events::CUSTOMER_DELETED)
}
