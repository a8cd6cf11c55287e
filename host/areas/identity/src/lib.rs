//! Identity: how people and integrations come in, and the sessions and keys they come in with.
//!
//! Words: a *session* is a browser that signed in; an *API key* is what an integration exchanges for a bearer token. The
//! *session service* under `/api/auth` speaks the next-auth 4 protocol. The *outside* is a tenant's OpenID providers and
//! its directory, which vouch for people; a *link* is what they call a user. A *second step* is what is asked for after
//! the password; an *impersonation* is a session in which somebody else acts as the user, named in everything that is
//! done. The *session gate* is the kernel's gate: it knows tokens and tenants. Who the users are and what they may do,
//! `people` know.
//!
//! Invariants: a token is kept as its SHA-256 alone, and a bearer token can't be made into the browser's cookie. A user
//! signs in at the host names of the user's own tenant only. An unknown user name costs, answers and locks as a known
//! one, and all hosts count attempts together. A code, of a mail or of an authenticator, is good once and is kept as a
//! keyed hash or sealed. An impersonation lasts as long as the right to it, and changes nothing of the user's own
//! account. What a session may do is at most two seconds behind what another host has written; this program's own
//! changes count at once. Somebody from outside is a user here by a link, or by an e-mail address that both sides have
//! verified and only where the tenant says so; a name alone makes nobody somebody else. A state of a sign-in is good
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
    impersonation::{Entrance, enter_tenant},
    platform::set_tenant_state,
    registration::{Registration, judge_registration, register},
    session_gate::SessionGate,
    users::{create_user, find_user, sign_in},
};

/// The program's gate, and the ports with what identity and tenancy keep in memory.
pub fn gate(ports: Ports) -> (Arc<dyn Gate>, Ports) {
    let session_gate = Arc::new(SessionGate::default());
    let ports = ports
        .with(Arc::new(tenancy::Directory::default()))
        .with(session_gate.clone());
    let ports = ports.with::<dyn people::SignIn>(session_gate.clone());
    (session_gate, ports)
}

pub fn area() -> kernel::Area {
    kernel::Area::new("identity")
        .needs::<SessionGate>()
        .sealed(&service::two_factor::SECRETS)
        .routes(routes::auth::table())
        .routes(routes::account::table())
        .routes(routes::profile::table())
        .routes(routes::passkeys::table())
        .routes(routes::impersonate::table())
        .routes(routes::token::table())
        .routes(routes::keys::table())
        .job(service::account::MAIL)
        .routes(routes::platform::table())
}
