//! The SDK for Waybill plugins in Rust: implement a trait, register it, build for `wasm32-wasip2`.
//!
//! ```text
//! struct Couriers;
//! impl waybill_plugin::Carrier for Couriers { /* about, list_services, rates, book, find, label, cancel */ }
//! impl waybill_plugin::Tracking for Couriers { /* track */ }
//! waybill_plugin::register_carrier!(Couriers, tracking);
//! ```
//!
//! A plugin is a pure reaction to a call: each call runs in a fresh instance, so nothing survives it but what was put
//! into [`store`]. Everything else comes in through host capabilities ([`host`], [`http`]), which exist only inside the
//! component: keep rules in modules that do not touch them, and `cargo test` runs those natively.
//!
//! Units are the same everywhere: money in minor units with its currency, weights in grams, lengths in millimetres,
//! times in milliseconds since 1970 (UTC). [`units`] and [`decimal`] turn them into what another side wants, exactly.

pub mod answer;
pub mod bindings;
mod carrier;
pub mod decimal;
pub mod error;
pub mod http;
mod rate_engine;
pub mod settings;
pub mod store;
pub mod units;

pub use carrier::{Abilities, About, Carrier, CarrierGuest, Manifesting, Tracking};
pub use decimal::Decimal;
pub use error::{FieldErrors, Result};
pub use rate_engine::{RateEngine, RateEngineGuest};

/// What the host gives; callable inside a component only.
pub mod host {
    pub use crate::bindings::shared::waybill::host::{clock, config, http_client, key_value, log, rate_cards, render};

    /// One line for the tenant's administrator; no secrets, no personal data.
    pub fn info(message: &str) {
        log::write(log::Level::Info, message);
    }

    /// The same, for what went wrong but was dealt with.
    pub fn warn(message: &str) {
        log::write(log::Level::Warn, message);
    }
}

/// Every record of the carrier and rate-engine interfaces, under one roof.
pub mod types {
    pub use crate::bindings::carrier::exports::waybill::carrier::rating::{Charge, Rate};
    pub use crate::bindings::carrier::exports::waybill::carrier::services::Service;
    pub use crate::bindings::carrier::exports::waybill::carrier::shipping::BookRequest;
    pub use crate::bindings::carrier::exports::waybill::plugin::about::{Attribute, Description};
    pub use crate::bindings::carrier::waybill::carrier::shipment::{Booked, Consignment};
    pub use crate::bindings::carrier_manifesting::exports::waybill::carrier::manifesting::{
        ManifestEntry, ManifestRequest, Manifested,
    };
    pub use crate::bindings::carrier_tracking::exports::waybill::carrier::tracking::{Event, Tracked};
    pub use crate::bindings::shared::waybill::host::rate_cards::{PriceLine, PriceRequest, ServicePrice};
    pub use crate::bindings::shared::waybill::host::render::{Label, ManifestLine, ManifestSheet};
    pub use crate::bindings::shared::waybill::types::common::{
        Address, DangerousGoods, FieldError, File, Item, Money, Outage, PluginError, Refusal,
    };
}

/// The example of the README must compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
