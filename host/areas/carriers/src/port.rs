//! Port to carriers, implemented by the host with plugins.

use std::{collections::BTreeMap, time::Instant};

use chrono::{DateTime, NaiveDate, Utc};
use freight::address::Address;
pub use freight::goods::Piece;
use futures_util::future::BoxFuture;
use kernel::{
    FieldError,
    ids::{CustomerId, TenantId},
    secrets::Secret,
};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone)]
pub struct CarrierInfo {
    pub code: String,
    pub name: String,
    pub description: String,
    pub attributes: Vec<Attribute>,
    pub services: Vec<Service>,
    pub manifests: bool,
    pub picks_up: bool,
    pub checks_addresses: bool,
    /// True if it supports tracking; otherwise scans are entered by hand.
    pub tracks: bool,
}

#[derive(Debug, Clone)]
pub struct Attribute {
    pub key: String,
    pub display_name: String,
    /// `text`, `secret`, `number`, `boolean` or `choice`.
    pub data_type: String,
    pub required: bool,
    pub choices: Vec<String>,
    pub help: String,
}

#[derive(Debug, Clone)]
pub struct Service {
    pub code: String,
    pub name: String,
    pub additional: bool,
}

/// Tenant and account of a carrier call.
#[derive(Debug, Clone)]
pub struct CarrierCall {
    pub tenant: TenantId,
    /// Customer whose settings of the carrier plugin apply; None for the tenant's.
    pub customer: Option<CustomerId>,
    /// IANA name of the tenant's zone.
    pub timezone: String,
    pub now: DateTime<Utc>,
    pub carrier: String,
    pub account_code: String,
    pub settings: BTreeMap<String, String>,
    pub secrets: BTreeMap<String, Secret>,
    /// Time after which an answer is useless.
    pub deadline: Option<Instant>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Consignment {
    /// Our reference, identical on every attempt.
    pub reference: String,
    pub from: Address,
    pub to: Address,
    pub pieces: Vec<Piece>,
    pub dangerous_goods: Option<DangerousGoods>,
    pub currency: String,
    pub dispatch_date: NaiveDate,
    pub customer_reference: String,
    pub pickup_instructions: String,
    pub delivery_instructions: String,
    /// `tail-lift`, `authority-to-leave`, …
    pub options: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DangerousGoods {
    pub un_number: String,
    pub packing_group: Option<String>,
    pub description: Option<String>,
    pub package_type: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Charge {
    pub code: String,
    pub description: String,
    pub amount: Decimal,
    pub tax: Decimal,
    pub additional: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    pub service_code: String,
    pub service_name: String,
    pub charges: Vec<Charge>,
    /// Working days.
    pub transit_days: Option<u32>,
    /// Local time of day for dispatch today, `16:30`.
    pub cut_off: Option<String>,
    /// Opaque token, returned when this rate is booked.
    pub carrier_quote: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BookRequest {
    pub consignment: Consignment,
    pub service_code: String,
    pub carrier_quote: Option<String>,
}

/// A consignment accepted by the carrier; `data` is opaque and returned unchanged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Booked {
    pub reference: String,
    pub connote: String,
    pub data: String,
}

#[derive(Debug, Clone)]
pub struct CarrierFile {
    pub media_type: String,
    pub content: Vec<u8>,
}

#[derive(Debug, Clone)]
pub struct ManifestEntry {
    pub booked: Booked,
    pub receiver: String,
    pub suburb: String,
    pub pieces: u32,
    pub weight_g: u64,
    pub service_name: String,
}

#[derive(Debug, Clone)]
pub struct ManifestRequest {
    pub reference: String,
    pub sender: Address,
    pub entries: Vec<ManifestEntry>,
}

#[derive(Debug, Clone)]
pub struct Manifested {
    pub number: String,
    pub sheet: Option<CarrierFile>,
}

#[derive(Debug, Clone)]
pub struct PickupRequest {
    /// Our reference, identical on every attempt.
    pub reference: String,
    pub at: Address,
    /// In the tenant's zone.
    pub day: NaiveDate,
    /// Local times of day, `09:00`.
    pub ready: String,
    pub closes: String,
    pub booked: Vec<Booked>,
    pub pieces: u32,
    pub weight_g: u64,
    pub instructions: String,
}

/// A pickup accepted by the carrier; `data` is opaque and returned unchanged.
#[derive(Debug, Clone)]
pub struct BookedPickup {
    pub number: String,
    pub data: String,
}

/// Result of an address check.
#[derive(Debug, Clone, PartialEq)]
pub enum AddressVerdict {
    Known,
    /// The same address in the carrier's spelling.
    Better(Box<Address>),
    /// Nearest known addresses first.
    Unknown(Vec<Address>),
}

#[derive(Debug, Clone)]
pub struct TrackingEvent {
    pub id: String,
    /// RFC 3339 with the offset of the place.
    pub at: String,
    /// A booking status; None if the event changes nothing.
    pub status: Option<String>,
    pub description: String,
    pub location: String,
    pub signed_by: Option<String>,
}

#[derive(Debug, Clone)]
pub struct Tracked {
    pub connote: String,
    pub events: Vec<TrackingEvent>,
    pub eta: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct CarrierInvoice {
    pub number: String,
    /// `2026-01-31`.
    pub day: String,
    /// Currency of all amounts; None without lines.
    pub currency: Option<String>,
    pub lines: Vec<InvoiceLine>,
}

/// A line of a carrier's invoice; credits are negative.
#[derive(Debug, Clone, PartialEq)]
pub struct InvoiceLine {
    /// Line in the file, from 1.
    pub line: u32,
    pub connote: String,
    pub service_code: String,
    pub description: String,
    /// Exclusive of tax.
    pub amount: Decimal,
    pub tax: Decimal,
    pub weight_g: Option<u64>,
    /// `2026-01-31`.
    pub day: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct CarrierFault {
    pub kind: FaultKind,
    /// Message for users; contains no secrets.
    pub message: String,
}

#[derive(Debug, Clone, PartialEq)]
pub enum FaultKind {
    /// Fields of the request that the carrier rejects; members are paths of [`Consignment`].
    Invalid(Vec<FieldError>),
    /// Refused by the carrier, with its own code.
    Rejected {
        code: String,
    },
    /// Credentials not accepted.
    Unauthorised,
    NotFound,
    /// Unreachable, too slow or rate limited. The operation may have succeeded anyway.
    Unavailable,
    Unsupported,
    /// Plugin failure with its kind: `trap`, `memory`, `cpu-time`, `bad-answer`, …
    Plugin {
        word: String,
    },
}

impl CarrierFault {
    /// Stable error code for lists and logs.
    pub fn as_str(&self) -> &str {
        match &self.kind {
            FaultKind::Invalid(_) => "invalid-input",
            FaultKind::Rejected { .. } => "rejected",
            FaultKind::Unauthorised => "unauthorised",
            FaultKind::NotFound => "not-found",
            FaultKind::Unavailable => "unavailable",
            FaultKind::Unsupported => "unsupported",
            FaultKind::Plugin { word } => word,
        }
    }
}

/// The installed carriers. Calls reach external systems: no database transaction may be open.
pub trait CarrierPort: Send + Sync {
    fn codes(&self) -> Vec<String>;
    /// The carrier's description in the tenant's plugin version.
    fn carrier(&self, tenant: TenantId, code: &str) -> Option<CarrierInfo>;
    /// The carrier's description in the first of these languages it supports.
    fn in_languages(
        &self,
        tenant: TenantId,
        info: CarrierInfo,
        languages: &[String],
    ) -> CarrierInfo;
    fn names(&self, tenant: TenantId, languages: &[String]) -> BTreeMap<String, String>;
    fn check_account(&self, call: CarrierCall) -> BoxFuture<'static, Result<(), CarrierFault>>;
    fn rates(
        &self,
        call: CarrierCall,
        consignment: Consignment,
    ) -> BoxFuture<'static, Result<Vec<Rate>, CarrierFault>>;
    /// True if the carrier prices several accounts in one call of `rates_together`.
    fn prices_together(&self, tenant: TenantId, code: &str) -> bool;
    /// Results of `rates` for accounts of one carrier, tenant and customer, in order.
    fn rates_together(
        &self,
        calls: Vec<CarrierCall>,
        consignment: Consignment,
    ) -> BoxFuture<'static, Vec<Result<Vec<Rate>, CarrierFault>>>;
    /// Must be idempotent per reference; `find` returns the carrier's state of it.
    fn book(
        &self,
        call: CarrierCall,
        request: BookRequest,
    ) -> BoxFuture<'static, Result<Booked, CarrierFault>>;
    fn find(
        &self,
        call: CarrierCall,
        reference: String,
    ) -> BoxFuture<'static, Result<Option<Booked>, CarrierFault>>;
    fn label(
        &self,
        call: CarrierCall,
        request: BookRequest,
        booked: Booked,
    ) -> BoxFuture<'static, Result<CarrierFile, CarrierFault>>;
    fn cancel(
        &self,
        call: CarrierCall,
        booked: Booked,
    ) -> BoxFuture<'static, Result<(), CarrierFault>>;
    /// None: manifests are unsupported.
    fn manifest(
        &self,
        call: CarrierCall,
        request: ManifestRequest,
    ) -> BoxFuture<'static, Result<Option<Manifested>, CarrierFault>>;
    /// Must be idempotent per reference. None: pickups are unsupported.
    fn book_pickup(
        &self,
        call: CarrierCall,
        request: PickupRequest,
    ) -> BoxFuture<'static, Result<Option<BookedPickup>, CarrierFault>>;
    /// An unknown pickup counts as cancelled. None: pickups are unsupported.
    fn cancel_pickup(
        &self,
        call: CarrierCall,
        picked: BookedPickup,
    ) -> BoxFuture<'static, Result<Option<()>, CarrierFault>>;
    /// None: address checks are unsupported.
    fn check_address(
        &self,
        call: CarrierCall,
        address: Address,
    ) -> BoxFuture<'static, Result<Option<AddressVerdict>, CarrierFault>>;
    /// None: tracking is unsupported. At most 50 per call.
    fn track(
        &self,
        call: CarrierCall,
        booked: Vec<Booked>,
    ) -> BoxFuture<'static, Result<Option<Vec<Tracked>>, CarrierFault>>;
    /// None: the plugin reads no invoices.
    fn read_invoice(
        &self,
        call: CarrierCall,
        file: CarrierFile,
    ) -> BoxFuture<'static, Result<Option<CarrierInvoice>, CarrierFault>>;
}
