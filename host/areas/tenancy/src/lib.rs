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
mod branding;
mod days;
mod emails;
mod features;
mod jobs;
mod number_series;
mod platform;
mod settings;
pub mod staff_names;
mod tenants;

use data::ids::TenantId;
use futures_util::future::BoxFuture;

pub use crate::days::{DAY_BEGAN, begin_days};
pub use crate::{
    branding::service::{load_logo, set_logo},
    emails::{
        delivery::delivery_listener,
        model::{EmailChange, EmailId, EmailProblem, EmailState, MailedRecord},
        service::{queue_mail, queue_mail_about},
    },
    features::service::{
        customer_features, enable_plugins, is_feature_enabled, set_customer_features, set_features,
        tenant_features as features_of,
    },
    number_series::service::{NumberedRecord, count_number, next_number},
    platform::service::{
        clear_cached_tenant, create_tenant_in, delete_in, grant_features, page as tenants,
        platform_tenant, prefix_fields, set_state_in,
    },
    settings::service::{load_zone, settings_of, tokenization_key},
    tenants::{
        address::base_url,
        service::{
            Directory, create_tenant, find_any_by_host, find_by_host, set_state, settings, tenant,
        },
    },
};
pub use crate::{
    platform::model::TenantItem,
    settings::model::{
        Billing, CardEnvironment, CardPayment, CardSurcharge, Currency, CurrencyFactor, ECommerce,
        Email, General, MAX_CALLBACK_DELAY, Numbering, PriceRounding, Pricing, Settings, Tax, Ui,
        bookings::{Bookings, MailedStatus},
        compliance::{ChecklistItem, Checklists, Compliance, FatigueRules},
        guests::Guests,
        insurance::{AtiInsuranceRate, Insurance, InsuranceRate},
        maps::{Geocoder, Maps, TileKind, TileSource},
        protection::{
            Ldap, OpenIdProvider, PasswordComplexity, Security, TwoFactorLogin, UserLockOut,
            UserManagement,
        },
        retention::{Audit, Files},
        routing::{RoadProfile, RoadProfiles, RoadSource, Routing, RunSettings},
    },
    tenants::model::{
        CustomerFeatureValue, CustomerFeatures, FeatureInfo, FeatureValue, Features, NewTenant,
        Tenant, TenantState,
    },
};

pub use crate::settings::values::CustomerType;
pub use crate::tenants::store::PRESENT as PRESENT_TENANTS;

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
        host: &data::Host,
        tenant: TenantId,
        provider: &str,
    ) -> BoxFuture<'static, CardToken>;
}

/// None if no such provider is enabled; the error is a message.
pub type CardToken = Result<Option<String>, String>;

/// Data that prevents deleting a tenant, as text: "3 bookings".
pub trait TenantUse: Send + Sync {
    fn uses<'a>(
        &'a self,
        host: &'a data::Host,
        tenant: TenantId,
    ) -> BoxFuture<'a, data::Result<Vec<data::Message>>>;
}

pub fn area() -> web::Area {
    web::Area::new("tenancy")
        .sealed(&[
            crate::settings::service::SECRETS,
            crate::emails::service::QUEUED_COLUMN,
            crate::emails::service::FAILED_COLUMN,
        ])
        .permissions(crate::access::PERMISSIONS)
        .needs::<Directory>()
        .needs::<dyn PluginCatalogue>()
        .needs::<dyn CardTokens>()
        .needs::<dyn TenantUse>()
        .needs::<dyn crate::staff_names::CustomerUsers>()
        .routes(crate::tenants::routes::account())
        .routes(crate::tenants::routes::configuration())
        .routes(crate::tenants::routes::logo())
        .routes(crate::tenants::routes::features())
        .routes(crate::settings::routes::table())
        .routes(crate::platform::routes::table())
        .routes(crate::jobs::routes::table())
        .routes(crate::emails::routes::table())
        .listener(crate::emails::delivery::sweeper())
        .job(crate::emails::service::JOB)
        .job(crate::days::DAILY)
}
