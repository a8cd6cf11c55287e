//! Records of wit/v1 under short names; the host's ports map them to the areas' types.

pub use crate::interface::bindings::carrier::exports::waybill::carrier1_0_0::address_check::Verdict;
pub use crate::interface::bindings::carrier::exports::waybill::carrier1_0_0::invoice_file::{
    CarrierInvoice, InvoiceLine,
};
pub use crate::interface::bindings::carrier::exports::waybill::carrier1_0_0::manifesting::{
    ManifestEntry, ManifestRequest, Manifested,
};
pub use crate::interface::bindings::carrier::exports::waybill::carrier1_0_0::pickup::{
    Picked, PickupRequest,
};
pub use crate::interface::bindings::carrier::exports::waybill::carrier1_0_0::rating::{
    Charge, Rate,
};
pub use crate::interface::bindings::carrier::exports::waybill::carrier1_0_0::services::Service;
pub use crate::interface::bindings::carrier::exports::waybill::carrier1_0_0::shipping::BookRequest;
pub use crate::interface::bindings::carrier::exports::waybill::carrier1_2_0::rating_by_account::Account as AskedAccount;
pub use crate::interface::bindings::carrier::waybill::carrier1_0_0::shipment::{
    Booked, Consignment, Event, Tracked,
};
pub use crate::interface::bindings::commerce::exports::waybill::commerce::carrier_service::Configuration;
pub use crate::interface::bindings::commerce::exports::waybill::commerce::checkout_rates::{
    Checkout, ShippingOption,
};
pub use crate::interface::bindings::commerce::exports::waybill::commerce::fulfilment::Fulfilled;
pub use crate::interface::bindings::commerce::exports::waybill::commerce::orders::OrderPage;
pub use crate::interface::bindings::commerce::exports::waybill::commerce::shop_push::Notice;
pub use crate::interface::bindings::commerce::waybill::commerce::shop::{Order, OrderLine};
pub use crate::interface::bindings::lanes::exports::waybill::rates::lane_engine::{
    Answer as LaneAnswer, Band, BandKind, ItemsPriced, Lane, LanePrice, LaneRequest, Levy,
    LevyCase, Line as LaneLine, Method, NoPrice, Rate as LaneRate, Rounding, RoundingMode,
    Service as LaneService, Waiting,
};
pub use crate::interface::bindings::measures::waybill::host::measures::Measure;
pub use crate::interface::bindings::payment::waybill::payment::card::{
    PaymentRequest, State as TransactionState, Transaction,
};
pub use crate::interface::bindings::plugin::exports::waybill::plugin::about::{
    Attribute, Description,
};
pub use crate::interface::bindings::report::exports::waybill::report::reports::{
    Parameter, Report as ReportInfo, Summary,
};
pub use crate::interface::bindings::shared::waybill::host::data::{
    DataError, Query as DataQuery, Value as DataValue,
};
pub use crate::interface::bindings::shared::waybill::host::key_value::StoreError;
pub use crate::interface::bindings::shared::waybill::host::log::Level;
pub use crate::interface::bindings::shared::waybill::host::output::{
    Column as ReportColumn, OutputError,
};
pub use crate::interface::bindings::shared::waybill::host::rate_cards::{
    PriceLine, PriceRequest, ServicePrice,
};
pub use crate::interface::bindings::shared::waybill::host::render::{
    Label, ManifestLine, ManifestSheet,
};
pub use crate::interface::bindings::shared::waybill::types::common::{
    Address, DangerousGoods, FieldError, File, Item, Money, Outage, PluginError, Refusal,
};
pub use crate::interface::bindings::shared::waybill::types::web::{
    Caller as WebCaller, Header as WebHeader, Request as WebRequest, Response as WebResponse,
};
