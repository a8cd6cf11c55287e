//! Registry of packages: upload, verification, activation on all hosts and rollback.
//!
//! A package is accepted if its structure is valid, a trusted key signed it (or the operator allows
//! unsigned ones), and it compiles and passes the common checks. The database holds the active
//! version; each host follows it.
//!
//! Terms: a *canary* gets a share of the calls of tenants that *follow* the active version. A
//! *pinned* tenant stays at its version. A *held* tenant stays until it approves the active
//! version's requests. A plugin's *owner* is the signer of its first package.

pub mod development;
pub mod owners;
pub mod routes;
pub mod service;
pub mod store;
pub mod sync;
pub mod version_order;

pub use crate::canaries::service::{promote, start as start_canary, stop as stop_canary};
pub use crate::packages::development::{develop, development_version};
pub(crate) use crate::packages::routes::table;
pub use crate::packages::service::{
    InstallDecisions, Uploaded, install, remove, roll_back, trust, upload,
};
pub use crate::packages::sync::follow;
pub use crate::packages::version_order::is_newer;
pub(crate) use crate::pins::holds::{
    WaitingVersion, approve_waiting, load_waiting, release_tenant,
};
pub(crate) use crate::pins::service::follow_change;
pub use crate::pins::service::set as pin;
pub use crate::pins::store::{Pin, load_all as pins};
pub(crate) use crate::versions::routes::{platform_table, tenant_table};
