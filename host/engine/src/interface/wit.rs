//! Records of wit/ under short names: the trade's are carriage's, the others are generated.

pub use carriage::wit::{
    Account as AskedAccount, Address, BookRequest, Booked, CarrierInvoice, Charge, Consignment,
    DangerousGoods, Event, FieldError, File, InvoiceLine, Item, ManifestEntry, ManifestRequest,
    Manifested, Money, Outage, Picked, PickupRequest, PluginError, Rate, Refusal, Service, Tracked,
    Verdict,
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
pub use crate::interface::bindings::shared::waybill::types::web::{
    Caller as WebCaller, Header as WebHeader, Request as WebRequest, Response as WebResponse,
};

impl From<&carriage::goods::Piece> for Measure {
    fn from(piece: &carriage::goods::Piece) -> Self {
        Self {
            reference: piece.reference.clone(),
            weight_ng: piece.exact.weight_ng,
            length_nm: piece.exact.length_nm,
            width_nm: piece.exact.width_nm,
            height_nm: piece.exact.height_nm,
        }
    }
}
