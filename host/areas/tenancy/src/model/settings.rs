//! Everything a tenant sets for itself, group by group, with what holds when nothing was set.
//!
//! The JSON is that of `getallsettings`. A secret is read from what is sent and never written; a flag tells that there
//! is one. Members that other columns keep (time zone, currency, billing, self-registration, logo) are filled in from
//! there, so that nothing is true in two places.

use kernel::{mail::Security as SmtpSecurity, secrets::Secret};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bookings::Bookings;
use super::guests::Guests;
use super::insurance::Insurance;
use super::keeping::{Audit, Files};
use super::protection::{Ldap, OpenIdProvider, Security, UserManagement};

/// All settings of one tenant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// Accepted back by `updateallsettings`, which refuses a change of settings that were changed meanwhile.
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
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct General {
    /// IANA name of the zone that the tenant's days are counted in.
    pub timezone: String,
    /// ISO 3166-1's two letters: where a place is whose country is left out.
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

/// How the product looks in this tenant.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Ui {
    /// Names the tenant's own logo; changes with every upload. Null takes the logo away.
    pub logo_id: Option<String>,
    /// Names the tenant's own style sheet; changes with every upload. Null takes it away.
    pub custom_css_id: Option<String>,
    /// The colour of buttons and links, `#1d4ed8`.
    pub primary_color: Option<String>,
}

/// Where the tenant's mail goes out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Email {
    /// Whether mail goes out through the platform's server.
    pub use_host_default: bool,
    pub default_from_address: String,
    pub default_from_display_name: String,
    pub smtp_host: String,
    pub smtp_port: u16,
    pub smtp_user_name: String,
    /// Left out: stays as it is. Empty: is removed.
    #[serde(skip_serializing)]
    pub smtp_password: Option<Secret>,
    /// Whether a password is kept.
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

/// Who the tenant is on its invoices.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Billing {
    pub legal_name: String,
    pub address: String,
    pub tax_vat_no: String,
}

/// How the numbers of one kind of thing are made.
///
/// A number is `prefix`, the counted number, `postfix`. `format` is a run of zeros: as many digits as the counted
/// number has at least. Prefix and postfix may hold `{yyyy}`, `{yy}` and `{MM}`, the tenant's year and month.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Numbering {
    /// Whether people give the number themselves; nothing is counted then.
    pub is_manual: bool,
    /// What a new one is when nobody says: a customer Account, Payg, Prepaid or Guest; an invoice Freight, AdHoc,
    /// Recharge, Fee, Storage, AgentRcti or OpeningBalance.
    pub default_type: String,
    pub prefix: String,
    pub postfix: String,
    pub format: String,
    /// The first number that is counted.
    pub start: i64,
    /// The last one; null: no end.
    pub end: Option<i64>,
    /// The most characters of a whole number.
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

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Tax {
    /// Percent.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub gst: Decimal,
}

impl Default for Tax {
    fn default() -> Self {
        Self { gst: Decimal::TEN }
    }
}

/// What holds for the prices of all customers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Pricing {
    /// The least share of a price before tax, in percent, that is left after the carrier's cost; null: no least margin.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub minimum_margin: Option<Decimal>,
    /// Marked-up prices before tax are multiples of this amount; 0: any amount.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub round_to: Decimal,
    pub rounding: PriceRounding,
}

/// Which multiple an amount in between becomes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum PriceRounding {
    #[default]
    Nearest,
    Up,
    Down,
}

/// The account at a company that takes card payments.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CardPayment {
    /// Names the provider in the tokenization key's path: letters, digits and hyphens. Empty: no card payments.
    pub provider: String,
    pub environment: CardEnvironment,
    pub merchant_id: String,
    pub public_key: String,
    /// Left out: stays as it is. Empty: is removed.
    #[serde(skip_serializing)]
    pub private_key: Option<Secret>,
    pub has_private_key: bool,
    /// What the browser turns a card into a nonce with. It is no secret. Empty: the provider is asked for one.
    pub tokenization_key: String,
    /// What paying by card costs the customer on top, by the card's type.
    pub surcharges: Vec<CardSurcharge>,
}

/// A surcharge for cards of a type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardSurcharge {
    /// `visa`, `american express`; empty: of every type that has none of its own.
    #[serde(default)]
    pub card_type: String,
    /// Of what is paid, with tax.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
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

/// How many of this currency one of the base currency is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurrencyFactor {
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
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

/// Shops give up after a few seconds, so no tenant may let them wait longer than this.
pub const MAX_CALLBACK_DELAY: u32 = 3000;
