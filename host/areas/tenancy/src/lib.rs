//! Tenancy: the companies that share one platform, the host names they answer on, and the features each has switched on.
//!
//! Words: a *tenant* is a carrier, broker or logistics company whose people use the platform; a *host name* is how the
//! browser's address names it; a *feature* is a part of the product that can be switched for one tenant, among them
//! one for every plugin, `Plugin.<id>.Enabled`.
//!
//! Invariants: a host name belongs to one tenant. An inactive tenant serves nobody, yet can be told from one that is
//! not there. A feature that the product does not know can't be set. What is answered here is at most a few seconds
//! behind what another host of the same database has written; what this program writes is seen at once.

mod model;
mod routes;
mod rules;
mod service;
mod store;

pub use model::{NewTenant, Tenant, TenantState};
pub use service::{
    Directory, create_tenant, feature, find_by_host, set_features, set_logo, set_state, settings, tenant,
};

/// A plugin that the program has: its id and its name for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownPlugin {
    pub id: String,
    pub name: String,
}

/// Which plugins there are, so that each can be a feature. The program fills it from the plugin engine.
pub trait PluginCatalogue: Send + Sync {
    fn plugins(&self) -> Vec<KnownPlugin>;
}

pub fn area() -> kernel::Area {
    kernel::Area::new("tenancy")
        .routes(routes::account())
        .routes(routes::configuration())
        .routes(routes::logo())
        .routes(routes::features())
}
