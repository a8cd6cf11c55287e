//! Tenancy: the companies on the platform, their host names, settings and features.
//!
//! Terms:
//! - *tenant*: a carrier, broker or logistics company whose people use the platform.
//! - *host name*: its name in the browser's address.
//! - *feature*: a part of the product that is switched per tenant, including `Plugin.<id>.Enabled`
//!   of every plugin.
//!
//! Invariants:
//! - A host name belongs to one tenant.
//! - An inactive tenant serves no requests, but is distinguishable from an unknown one.
//! - Unknown features can't be set.
//! - Reads are at most a few seconds behind other hosts' writes; this host's own writes apply at
//!   once.

pub mod access;
mod days;
mod jobs;
mod model;
pub mod names;
mod routes;
mod rules;
mod service;
mod store;
mod words;

use futures_util::future::BoxFuture;
use kernel::ids::TenantId;

pub use days::{DAY_BEGAN, begin_days};
pub use model::{
    AtiInsuranceRate, Audit, Billing, Bookings, CardEnvironment, CardPayment, CardSurcharge,
    Currency, CurrencyFactor, CustomerFeatureValue, CustomerFeatures, ECommerce, Email,
    FeatureInfo, FeatureValue, Features, Files, General, Guests, Insurance, InsuranceRate, Ldap,
    MAX_CALLBACK_DELAY, MailedStatus, NewTenant, Numbering, OpenIdProvider, PasswordComplexity,
    PriceRounding, Pricing, Security, Settings, Tax, Tenant, TenantState, TwoFactorLogin, Ui,
    UserLockOut, UserManagement, platform::TenantItem,
};
pub use service::{
    Directory,
    address::base_url,
    create_tenant,
    features::{
        customer_features, enable_plugins, is_feature_enabled, set_customer_features, set_features,
        tenant_features as features_of,
    },
    find_any_by_host, find_by_host,
    look::set_logo,
    mail::queue_mail,
    numbers::{NumberedRecord, count_number, next_number},
    platform::{
        clear_cached_tenant, create_tenant_in, delete_in, grant_features, page as tenants,
        platform_tenant, prefix_fields, set_state_in,
    },
    set_state, settings,
    settings::{load_zone, settings_of, tokenization_key},
    tenant,
};

pub use words::CustomerType;

/// Id and display name of an installed plugin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownPlugin {
    pub id: String,
    pub name: String,
}

/// Installed plugins, each of which is a feature. Implemented over the plugin engine.
pub trait PluginCatalogue: Send + Sync {
    fn plugins(&self) -> Vec<KnownPlugin>;
}

/// Payment providers' client tokens. Implemented over the plugin engine.
pub trait CardTokens: Send + Sync {
    /// Returns the token that initialises the provider's form in the browser.
    fn client_token(
        &self,
        host: &kernel::Host,
        tenant: TenantId,
        provider: &str,
    ) -> BoxFuture<'static, CardToken>;
}

/// A provider's token, or the reason there is none as a message. None if no such provider is
/// enabled.
pub type CardToken = Result<Option<String>, String>;

/// Data that prevents deleting a tenant, as text: "3 bookings". Implemented by the program, since
/// the data belongs to higher areas.
pub trait TenantUse: Send + Sync {
    fn uses<'a>(
        &'a self,
        host: &'a kernel::Host,
        tenant: TenantId,
    ) -> BoxFuture<'a, kernel::Result<Vec<kernel::Message>>>;
}

pub fn area() -> kernel::Area {
    kernel::Area::new("tenancy")
        .sealed(&[service::settings::SECRETS, service::mail::QUEUED_COLUMN])
        .permissions(access::PERMISSIONS)
        .needs::<Directory>()
        .needs::<dyn PluginCatalogue>()
        .needs::<dyn CardTokens>()
        .needs::<dyn TenantUse>()
        .needs::<dyn names::CustomerUsers>()
        .routes(routes::account())
        .routes(routes::configuration())
        .routes(routes::logo())
        .routes(routes::features())
        .routes(routes::settings::table())
        .routes(routes::platform::table())
        .routes(jobs::routes::table())
        .job(service::mail::JOB)
        .job(days::DAILY)
}
