//! All settings of a tenant by group, with their defaults.
//!
//! The JSON is that of `getallsettings`. Secrets are write-only; a flag shows that one is stored.
//! Fields stored in the tenant's columns (time zone, currency, billing, self-registration, logo)
//! are filled in from there, to avoid duplicates.

pub mod bookings;
pub mod compliance;
pub mod guests;
pub mod insurance;
pub mod maps;
pub mod protection;
pub mod retention;
pub mod routing;

use data::{config::Security as SmtpSecurity, secrets::Secret};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::settings::model::bookings::Bookings;
use crate::settings::model::compliance::Compliance;
use crate::settings::model::guests::Guests;
use crate::settings::model::insurance::Insurance;
use crate::settings::model::maps::Maps;
use crate::settings::model::protection::{Ldap, OpenIdProvider, Security, UserManagement};
use crate::settings::model::retention::{Audit, Files};
use crate::settings::model::routing::Routing;

/// All settings of one tenant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// Expected by `updateallsettings`, which rejects stale changes.
    pub row_version: i64,
    pub general: General,
    pub ui: Ui,
    pub user_management: UserManagement,
    pub email: Email,
    pub ldap: Ldap,
    pub open_id: Vec<OpenIdProvider>,
    pub security: Security,
    pub billing: Billing,
    pub customer: Numbering,
    pub invoice: Numbering,
    pub insurance: Insurance,
    pub tax: Tax,
    pub pricing: Pricing,
    pub card_payment: CardPayment,
    pub currency: Currency,
    pub e_commerce: ECommerce,
    pub bookings: Bookings,
    pub guests: Guests,
    pub audit: Audit,
    pub files: Files,
    pub compliance: Compliance,
    pub routing: Routing,
    pub maps: Maps,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            row_version: 0,
            general: General::default(),
            ui: Ui::default(),
            user_management: UserManagement::default(),
            email: Email::default(),
            ldap: Ldap::default(),
            open_id: Vec::new(),
            security: Security::default(),
            billing: Billing::default(),
            customer: Numbering::of_customers(),
            invoice: Numbering::of_invoices(),
            insurance: Insurance::default(),
            tax: Tax::default(),
            pricing: Pricing::default(),
            card_payment: CardPayment::default(),
            currency: Currency::default(),
            e_commerce: ECommerce::default(),
            bookings: Bookings::default(),
            guests: Guests::default(),
            audit: Audit::default(),
            files: Files::default(),
            compliance: Compliance::default(),
            routing: Routing::default(),
            maps: Maps::default(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct General {
    /// IANA name of the tenant's time zone.
    pub timezone: String,
    /// ISO 3166-1 alpha-2 code: default country of addresses.
    pub country_code: String,
}

impl Default for General {
    fn default() -> Self {
        Self {
            timezone: String::new(),
            country_code: "AU".to_owned(),
        }
    }
}

/// Appearance of the product.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Ui {
    /// Id of the tenant's logo; every upload has a new one. Null removes the logo.
    pub logo_id: Option<String>,
    /// Id of the tenant's style sheet; every upload has a new one. Null removes it.
    pub custom_css_id: Option<String>,
    /// Colour of buttons and links, `#1d4ed8`.
    pub primary_color: Option<String>,
}

/// The tenant's outgoing mail server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Email {
    /// True if the platform's server is used.
    pub use_host_default: bool,
    pub default_from_address: String,
    pub default_from_display_name: String,
    pub smtp_host: String,
    pub smtp_port: u16,
    pub smtp_user_name: String,
    /// Omitted: unchanged. Empty: removed.
    #[serde(skip_serializing)]
    pub smtp_password: Option<Secret>,
    /// True if a password is stored.
    pub has_password: bool,
    pub smtp_security: SmtpSecurity,
}

impl Default for Email {
    fn default() -> Self {
        Self {
            use_host_default: true,
            default_from_address: String::new(),
            default_from_display_name: String::new(),
            smtp_host: String::new(),
            smtp_port: 587,
            smtp_user_name: String::new(),
            smtp_password: None,
            has_password: false,
            smtp_security: SmtpSecurity::StartTls,
        }
    }
}

/// The tenant's identity on invoices.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Billing {
    pub legal_name: String,
    pub address: String,
    pub tax_vat_no: String,
}

/// Format of one number series.
///
/// A number is `prefix`, the counter, `postfix`. `format` is a run of zeros: the counter's minimum
/// digits. Prefix and postfix may contain `{yyyy}`, `{yy}` and `{MM}` in the tenant's time zone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Numbering {
    /// True if users enter the numbers; there is no counter then.
    pub is_manual: bool,
    /// Default type of a new record: a customer Account, Payg, Prepaid or Guest; an invoice
    /// Freight, AdHoc, Recharge, Fee, Storage, AgentRcti or OpeningBalance.
    pub default_type: String,
    pub prefix: String,
    pub postfix: String,
    pub format: String,
    /// First counter value.
    pub start: i64,
    /// Last counter value; null: unlimited.
    pub end: Option<i64>,
    /// Maximum characters of the number.
    pub max_length: i64,
}

impl Numbering {
    fn new(default_type: &str, prefix: &str, format: &str) -> Self {
        Self {
            is_manual: false,
            default_type: default_type.to_owned(),
            prefix: prefix.to_owned(),
            postfix: String::new(),
            format: format.to_owned(),
            start: 1,
            end: None,
            max_length: 32,
        }
    }
    pub fn of_customers() -> Self {
        Self::new("Account", "C", "00000")
    }
    pub fn of_invoices() -> Self {
        Self::new("Freight", "INV", "000000")
    }
}

impl Default for Numbering {
    fn default() -> Self {
        Self::of_customers()
    }
}

#[data::wire]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Tax {
    /// Percent.
    pub gst: Decimal,
}

impl Default for Tax {
    fn default() -> Self {
        Self { gst: Decimal::TEN }
    }
}

/// Price settings for all customers.
#[data::wire]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Pricing {
    /// Minimum margin over the carrier's cost, in percent of the price before tax; null: none.
    pub minimum_margin: Option<Decimal>,
    /// Rounding unit of marked-up prices before tax; 0: no rounding.
    pub round_to: Decimal,
    pub rounding: PriceRounding,
}

/// Rounding direction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum PriceRounding {
    #[default]
    Nearest,
    Up,
    Down,
}

/// Account at a card payment provider.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CardPayment {
    /// Provider in the path of the tokenization key: letters, digits and hyphens. Empty: no card
    /// payments.
    pub provider: String,
    pub environment: CardEnvironment,
    pub merchant_id: String,
    pub public_key: String,
    /// Omitted: unchanged. Empty: removed.
    #[serde(skip_serializing)]
    pub private_key: Option<Secret>,
    pub has_private_key: bool,
    /// Public key with which the browser turns a card into a nonce. Empty: the provider issues one
    /// per request.
    pub tokenization_key: String,
    /// Card surcharges by card type.
    pub surcharges: Vec<CardSurcharge>,
}

/// A surcharge for cards of a type.
#[data::wire]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardSurcharge {
    /// `visa`, `american express`; empty: every type without a specific surcharge.
    #[serde(default)]
    pub card_type: String,
    /// Percent of the amount paid, including tax.
    pub percent: Decimal,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum CardEnvironment {
    #[default]
    Sandbox,
    Production,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Currency {
    /// ISO 4217 code.
    pub base_currency: String,
    pub factors: Vec<CurrencyFactor>,
}

/// Units of this currency per unit of the base currency.
#[data::wire]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurrencyFactor {
    pub factor: Decimal,
    pub currency: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ECommerce {
    /// Milliseconds that a shop's checkout waits for rates.
    pub rate_callback_delay: u32,
}

impl Default for ECommerce {
    fn default() -> Self {
        Self {
            rate_callback_delay: MAX_CALLBACK_DELAY,
        }
    }
}

/// Shops time out after a few seconds, which limits the delay.
pub const MAX_CALLBACK_DELAY: u32 = 3000;
