//! Carriers: the tenant's accounts with them, the services switched on, and which customers may use which account.
//!
//! Words: a *carrier* is a plugin that is installed and enabled; an *account* is the tenant's (or one customer's own)
//! agreement with it, with its credentials; a *mapping* lets a customer use an account.
//! Invariants: secrets are sealed at rest and never sent back; an account of a carrier that is not enabled is not used;
//! a customer with mappings uses the mapped accounts and its own, one without mappings all of the tenant's.

pub mod access;
pub mod accounts;
pub mod events;
mod mappings;
mod model;
pub mod port;
mod routes;
mod rules;
mod services;
mod things;

pub use accounts::Account;
pub use routes::{area, create as create_account};
pub use services::codes as service_codes;
pub use things::seen;
