//! The SDK for Waybill plugins in Rust: implement a trait, register it, build for `wasm32-wasip2`.
//!
//! ```text
//! struct Couriers;
//! impl waybill_plugin::Carrier for Couriers { /* about, list_services, rates, book, find, label, cancel */ }
//! impl waybill_plugin::Tracking for Couriers { /* track */ }
//! waybill_plugin::register!(carrier Couriers, tracking);
//! ```
//!
//! A plugin is a pure reaction to a call: each call runs in a fresh instance, so only values in
//! [`store`] survive it. Everything else comes in through host capabilities ([`host`], [`http`]),
//! which exist only inside the component: keep rules in modules that do not touch them, and `cargo
//! test` runs those natively.
//!
//! Units are the same everywhere: money in minor units with its currency, weights in grams, lengths
//! in millimetres, times in milliseconds since 1970 (UTC). [`units`] and [`decimal`] turn them into
//! what another side wants, exactly.

mod about;
pub mod answer;
pub mod bindings;
mod carrier;
mod commerce;
pub mod crypto;
pub mod dangerous;
pub mod decimal;
pub mod encoding;
pub mod error;
pub mod http;
pub mod lane;
mod payment;
mod rate_engine;
mod register;
pub mod report;
pub mod settings;
pub mod store;
pub mod units;
pub mod web;

pub use about::{About, Endpoint, SettingsMigration};
pub use carrier::*;
pub use commerce::{CarrierService, CheckoutRates, Commerce, ShopPush};
pub use decimal::Decimal;
pub use error::{FieldErrors, Result};
pub use payment::{Authorisation, Payment, PaymentPush};
pub use rate_engine::{LaneEngine, RateEngine};
pub use register::{Abilities, Guest, kind};
pub use report::Report;

/// Capabilities of the host; callable inside a component only.
pub mod host {
    pub use crate::bindings::measures::waybill::host::measures;
    pub use crate::bindings::shared::waybill::host::{
        clock, config, crypto, data, http_client, key_value, log, output, rate_cards, render,
    };

    /// A line for the tenant's administrator; no secrets, no personal data.
    pub fn info(message: &str) {
        log::write(log::Level::Info, message);
    }

    /// The same, for a handled fault.
    pub fn warn(message: &str) {
        log::write(log::Level::Warn, message);
    }
}

/// Every record of the interfaces, under one roof.
pub mod types {
    pub use crate::bindings::about::exports::waybill::plugin::about::{Attribute, Description};
    pub use crate::bindings::address_check::exports::waybill::carrier::address_check::Verdict;
    pub use crate::bindings::carrier::exports::waybill::carrier::rating::{Charge, Rate};
    pub use crate::bindings::carrier::exports::waybill::carrier::services::Service;
    pub use crate::bindings::carrier::exports::waybill::carrier::shipping::BookRequest;
    pub use crate::bindings::carrier::waybill::carrier::shipment::{
        Booked, Consignment, Event, Tracked,
    };
    pub use crate::bindings::carrier_service::exports::waybill::commerce::carrier_service::Configuration;
    pub use crate::bindings::checkout_rates::exports::waybill::commerce::checkout_rates::{
        Checkout, ShippingOption,
    };
    pub use crate::bindings::commerce::exports::waybill::commerce::fulfilment::Fulfilled;
    pub use crate::bindings::commerce::exports::waybill::commerce::orders::OrderPage;
    pub use crate::bindings::commerce::waybill::commerce::shop::{Order, OrderLine};
    pub use crate::bindings::invoice_file::exports::waybill::carrier::invoice_file::{
        CarrierInvoice, InvoiceLine,
    };
    pub use crate::bindings::lane_engine::exports::waybill::rates::lane_engine::{
        Answer as LaneAnswer, Band, BandKind, ItemsPriced, Lane, LanePrice, LaneRequest, Levy,
        LevyCase, Line as LaneLine, Method, NoPrice, Rate as LaneRate, Rounding, RoundingMode,
        Service as LaneService, Waiting,
    };
    pub use crate::bindings::manifesting::exports::waybill::carrier::manifesting::{
        ManifestEntry, ManifestRequest, Manifested,
    };
    pub use crate::bindings::payment::waybill::payment::card::{
        PaymentRequest, State as TransactionState, Transaction,
    };
    pub use crate::bindings::pickup::exports::waybill::carrier::pickup::{Picked, PickupRequest};
    pub use crate::bindings::rating_by_account::exports::waybill::carrier1_2_0::rating_by_account::Account as AskedAccount;
    pub use crate::bindings::report::exports::waybill::report::reports::{
        Parameter, Report as ReportInfo, Summary,
    };
    pub use crate::bindings::shared::waybill::host::data::{Query as DataQuery, Value};
    pub use crate::bindings::shared::waybill::host::output::Column as ReportColumn;
    pub use crate::bindings::shared::waybill::host::rate_cards::{
        PriceLine, PriceRequest, ServicePrice,
    };
    pub use crate::bindings::shared::waybill::host::render::{Label, ManifestLine, ManifestSheet};
    pub use crate::bindings::shared::waybill::types::common::{
        Address, DangerousGoods, FieldError, File, Item, Money, Outage, PluginError, Refusal,
    };
    pub use crate::bindings::shared::waybill::types::web::{
        Caller as WebCaller, Header as WebHeader, Request as WebRequest, Response as WebResponse,
    };
    pub use crate::bindings::shop_push::exports::waybill::commerce::shop_push::Notice;
}

/// The example of the README must compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
