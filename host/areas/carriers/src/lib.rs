//! Carriers: the tenant's accounts, enabled services, and mappings of customers to accounts.
//!
//! Terms: a *carrier* is an installed and enabled plugin; an *account* is an agreement of the
//! tenant, or of one customer, with its credentials; a *mapping* lets a customer use an account.
//!
//! Invariants:
//! - Secrets are encrypted at rest and never returned.
//! - An account of a disabled carrier is not used.
//! - A customer with mappings uses the mapped accounts and its own; one without uses all of the
//!   tenant's.

pub mod access;
pub mod accounts;
mod document_owner;
pub mod events;
mod mappings;
mod model;
pub mod port;
mod routes;
mod rules;
mod services;

pub use crate::accounts::Account;
pub use crate::document_owner::find_entity;
pub use crate::routes::{area, create as create_account};
pub use crate::services::codes as service_codes;
