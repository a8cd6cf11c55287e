//! Tenancy: the companies that share one platform, the host names they answer on, and the features each has switched on.
//!
//! Words: a *tenant* is a carrier, broker or logistics company whose people use the platform; a *host name* is how the
//! browser's address names it; a *feature* is a part of the product that can be switched for one tenant, among them
//! one for every plugin, `Plugin.<id>.Enabled`.
//!
//! Invariants: a host name belongs to one tenant. An inactive tenant serves nobody, yet can be told from one that is
//! not there. A feature that the product does not know can't be set. What is answered here is at most a few seconds
//! behind what another host of the same database has written; what this program writes is seen at once.

pub mod audit;
pub mod languages;
mod links;
mod model;
mod routes;
mod rules;
mod service;
mod store;
mod views;

use futures_util::future::BoxFuture;
use kernel::ids::TenantId;

pub use model::{
    AtiInsuranceRate, Audit, Billing, CardEnvironment, CardPayment, Currency, CurrencyFactor, CustomerFeatureValue,
    CustomerFeatures, ECommerce, Email, FeatureInfo, FeatureValue, Features, Files, General, Insurance, InsuranceRate,
    LONGEST_CALLBACK_DELAY, Ldap, NewTenant, Numbering, OpenIdProvider, PasswordComplexity, Security, Settings, Tax,
    Tenant, TenantState, TwoFactorLogin, Ui, UserLockOut, UserManagement, platform::TenantItem,
};
pub use service::{
    Directory,
    address::base_url,
    any_by_host, create_tenant,
    features::{
        customer_features, enable_plugins, feature, of_tenant as features_of, set_customer_features, set_features,
    },
    find_by_host,
    look::set_logo,
    mail::queue_mail,
    numbers::{Numbered, next_number},
    platform::{
        create_tenant_in, delete_in, give_features, page as tenants, platform_tenant, seen, set_state_in, within,
    },
    set_state, settings,
    settings::settings_of,
    tenant,
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

/// What of a tenant stands against deleting it, in words: "3 bookings". The program fills it, since what a tenant does
/// lies on floors above.
pub trait TenantUse: Send + Sync {
    fn uses<'a>(&'a self, host: &'a kernel::Host, tenant: TenantId) -> BoxFuture<'a, kernel::Result<Vec<String>>>;
}

pub fn area() -> kernel::Area {
    kernel::Area::new("tenancy")
        .routes(routes::account())
        .routes(routes::configuration())
        .routes(routes::logo())
        .routes(routes::features())
        .routes(languages::routes::languages())
        .routes(languages::routes::platform())
        .routes(links::routes::links())
        .routes(views::routes::views())
        .routes(routes::settings::table())
        .routes(audit::routes::audit())
        .routes(routes::platform::table())
        .job(service::mail::JOB)
        .job(audit::DAILY)
        .listener(audit::SWEEP)
}
