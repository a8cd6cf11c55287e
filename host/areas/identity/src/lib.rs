//! Identity: sign-in for people and integrations, their sessions and API keys.
//!
//! Terms:
//! - *session*: a browser that signed in. The *session service* under `/api/auth` speaks the
//!   next-auth 4 protocol.
//! - *API key*: a secret that an integration exchanges for a bearer token.
//! - *outside*: a tenant's OpenID providers and its directory, which authenticate people. A *link*
//!   maps their subject to a user.
//! - *second step*: the factor required after the password.
//! - *impersonation*: a session in which another user acts as the user; every record names both.
//! - *session gate*: the kernel's gate, which resolves tokens and tenants. Users and permissions
//!   belong to `people`.
//!
//! Invariants:
//! - A token is stored as its SHA-256 only; the cookie can't be derived from the bearer token.
//! - A user signs in only at the host names of the user's own tenant.
//! - An unknown user name costs the same work, gets the same response and locks like an existing
//!   one. All hosts share the attempt counters.
//! - A code is valid once and is stored as a keyed hash or sealed.
//! - An impersonation ends with the impersonator's permission and can't change the user's own
//!   account.
//! - A session's permissions are at most two seconds behind another host's writes; this host's own
//!   changes apply at once.
//! - An outside person becomes a user through a link, or through an email address verified on both
//!   sides where the tenant allows it. A name alone never matches.
//! - The state of a sign-in is valid once.

mod account;
mod api_keys;
mod attempts;
mod codes;
mod confirmation;
mod emails;
mod impersonation;
mod passkeys;
mod passwords;
mod profile;
mod providers;
mod registration;
mod sessions;
mod sign_in;
mod sign_in_port;
mod tenants;
mod two_factor;
mod users;

use std::sync::Arc;

use data::host::{Gate, Ports};

pub use crate::sessions::model::NewUser;
pub use crate::{
    impersonation::service::{TenantAccessToken, enter_tenant},
    registration::{
        Registration, create_driver, register, replace_password, tell_registered, validate_account,
        validate_registration,
    },
    sessions::gate::SessionGate,
    tenants::service::set_tenant_state,
    users::service::{create_user, create_user_with_hash, find_user, hash_password, sign_in},
};

/// Builds the session gate and the ports that share its caches.
pub fn gate(ports: Ports) -> (Arc<dyn Gate>, Ports) {
    let session_gate = Arc::new(SessionGate::default());
    let ports = ports
        .with(Arc::new(tenancy::Directory::default()))
        .with(session_gate.clone());
    let ports = ports.with::<dyn people::SignIn>(session_gate.clone());
    (session_gate, ports)
}

pub fn area() -> web::Area {
    web::Area::new("identity")
        .needs::<SessionGate>()
        .sealed(&crate::two_factor::service::SECRETS)
        .routes(crate::sessions::routes::table())
        .routes(crate::account::routes::table())
        .routes(crate::profile::routes::table())
        .routes(crate::passkeys::routes::table())
        .routes(crate::impersonation::routes::table())
        .routes(crate::api_keys::token::table())
        .routes(crate::api_keys::routes::table())
        .job(crate::account::service::MAIL)
        .routes(crate::tenants::routes::table())
}
