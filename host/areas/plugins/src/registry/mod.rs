//! Registry of packages: upload, verification, activation on all hosts and rollback.
//!
//! A package is accepted if its structure is valid, a trusted key signed it (or the operator allows
//! unsigned ones), and it compiles and passes the common checks. The database holds the active
//! version; each host follows it.
//!
//! Terms: a *canary* gets a share of the calls of tenants that *follow* the active version. A
//! *pinned* tenant stays at its version. A *held* tenant stays until it approves the active
//! version's requests. A plugin's *owner* is the signer of its first package.

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
pub(crate) use held::{WaitingVersion, approve_waiting, load_waiting, release_tenant};
pub use order::is_newer;
pub(crate) use pins::follow_change;
pub use pins::{Pin, load_all as pins, set as pin};
pub(crate) use routes::table;
pub use service::{InstallDecisions, Uploaded, install, remove, roll_back, trust, upload};
pub(crate) use versions::{platform_table, tenant_table};
