//! The platform's packages: uploaded, verified and tried out, then active for all hosts, with the way back.
//!
//! A package is taken when its parts are whole, a trusted key signed it (or the operator takes unsigned ones), and it
//! compiles and answers what every plugin answers. What is active stands in the database; each host follows it.

//!
//! Words: a *canary* is a version that gets a share of the calls of tenants that *follow* what is active; a tenant that
//! is *pinned* stays at its version whatever is active, and one that is *held* stays until it agrees to what the active
//! version asks for besides. A plugin's *owner* is whoever signed its first package.

mod canary;
mod development;
mod follow;
mod held;
mod order;
mod owners;
mod pins;
mod routes;
mod service;
mod store;
mod versions;

pub use canary::{promote, start as start_canary, stop as stop_canary};
pub use development::{develop, development_version};
pub use follow::follow;
pub(crate) use held::{Waiting, agree, let_go, waiting};
pub use order::is_newer;
pub(crate) use pins::moved;
pub use pins::{Pin, all as pins, set as pin};
pub(crate) use routes::table;
pub use service::{Decided, Uploaded, install, remove, roll_back, trust, upload};
pub(crate) use versions::{platform_table, tenant_table};
