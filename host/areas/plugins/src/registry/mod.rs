//! The platform's packages: uploaded, verified and tried out, then active for all hosts, with the way back.
//!
//! A package is taken when its parts are whole, a trusted key signed it (or the operator takes unsigned ones), and it
//! compiles and answers what every plugin answers. What is active stands in the database; each host follows it.

//!
//! Words: a *canary* is a version that gets a share of the calls of tenants that *follow* what is active; a tenant that
//! is *pinned* stays at its version whatever is active.

mod canary;
mod follow;
mod pins;
mod routes;
mod service;
mod store;
mod versions;

pub use canary::{promote, start as start_canary, stop as stop_canary};
pub use follow::follow;
pub use pins::{Pin, all as pins, set as pin};
pub(crate) use routes::table;
pub use service::{Uploaded, install, remove, roll_back, trust, upload};
pub(crate) use versions::{platform_table, tenant_table};
