//! Tenancy: the companies that share one platform, the host names they answer on, and the features each has switched on.
//!
//! Words: a *tenant* is a carrier, broker or logistics company whose people use the platform; a *host name* is how the
//! browser's address names it; a *feature* is a part of the product that can be switched for one tenant, among them
//! one for every plugin, `Plugin.<id>.Enabled`.
//!
//! Invariants: a host name belongs to one tenant. An inactive tenant serves nobody, yet can be told from one that is
//! not there. A feature that the product does not know can't be set. What is answered here is at most a few seconds
//! behind what another host of the same database has written; what this program writes is seen at once.

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
    any_by_host, create_tenant,
    features::{
        customer_features, enable_plugins, feature, of_tenant as features_of,
        set_customer_features, set_features,
    },
    find_by_host,
    look::set_logo,
    mail::queue_mail,
    numbers::{Numbered, count_number, next_number},
    platform::{
        create_tenant_in, delete_in, give_features, page as tenants, platform_tenant, seen,
        set_state_in, within,
    },
    set_state, settings,
    settings::{settings_of, tokenization_key, zone_of},
    tenant,
};

pub use words::CustomerType;

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

/// Payment providers, as far as the tokenization key's call asks them. The program fills it from the plugin engine.
pub trait CardTokens: Send + Sync {
    /// What the provider's form in the browser starts with.
    fn client_token(
        &self,
        host: &kernel::Host,
        tenant: TenantId,
        provider: &str,
    ) -> BoxFuture<'static, CardToken>;
}

/// A provider's token, or why there is none in a sentence for people; no answer where no such provider is switched on.
pub type CardToken = Result<Option<String>, String>;

/// What of a tenant stands against deleting it, in words: "3 bookings". The program fills it, since what a tenant does
/// lies on floors above.
pub trait TenantUse: Send + Sync {
    fn uses<'a>(
        &'a self,
        host: &'a kernel::Host,
        tenant: TenantId,
    ) -> BoxFuture<'a, kernel::Result<Vec<kernel::Message>>>;
}

pub fn area() -> kernel::Area {
    kernel::Area::new("tenancy")
        .sealed(&[service::settings::SECRETS, service::mail::WAITING])
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
