//! Users, roles, sessions and the ways to sign in through the API.

mod account;
mod attacks;
mod devices;
mod fresh_proof;
mod impersonation;
mod lasting_power;
mod ldap;
mod mailed_codes;
mod oidc;
mod passkeys;
mod roles;
mod sessions;
mod sign_in;
mod tokens;
mod two_factor;
mod units;
mod users;
