//! What the product asks of any carrier: declared here, implemented by the program with plugins.

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

/// A carrier that is installed: what its plugin says of itself.
#[derive(Debug, Clone)]
pub struct CarrierInfo {
    /// The carrier's code, which is its plugin's id.
    pub code: String,
    pub name: String,
    pub description: String,
    pub attributes: Vec<Attribute>,
    pub services: Vec<Service>,
    /// Whether it can close the day.
    pub manifests: bool,
    /// Whether collections can be booked with it.
    pub picks_up: bool,
    /// Whether it says which addresses it knows.
    pub checks_addresses: bool,
    /// Whether it can be asked where goods are; otherwise scans are entered by hand.
    pub tracks: bool,
}

/// One setting of an account.
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

/// For which tenant and account a carrier is asked.
#[derive(Debug, Clone)]
pub struct CarrierCall {
    pub tenant: TenantId,
    /// The customer it is asked for, whose settings of the carrier's plugin hold; none for the tenant's own.
    pub customer: Option<CustomerId>,
    /// IANA name of the tenant's zone.
    pub timezone: String,
    pub now: DateTime<Utc>,
    pub carrier: String,
    pub account_code: String,
    pub settings: BTreeMap<String, String>,
    pub secrets: BTreeMap<String, Secret>,
    /// No answer is of use after this.
    pub deadline: Option<Instant>,
}

/// What is to be carried: the same record prices it and books it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Consignment {
    /// Our own reference, the same at every attempt.
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

/// One line of a price, exclusive of tax.
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
    /// Handed back when this rate is booked.
    pub carrier_quote: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BookRequest {
    pub consignment: Consignment,
    pub service_code: String,
    pub carrier_quote: Option<String>,
}

/// A consignment the carrier has taken; `data` is its own and goes back unread.
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

/// A collection of goods that the carrier has been booked for.
#[derive(Debug, Clone)]
pub struct PickupRequest {
    /// Our own reference, the same at every attempt.
    pub reference: String,
    pub at: Address,
    /// Of the tenant's calendar.
    pub day: NaiveDate,
    /// Local times of day, `09:00`.
    pub ready: String,
    pub closes: String,
    pub booked: Vec<Booked>,
    pub pieces: u32,
    pub weight_g: u64,
    pub instructions: String,
}

/// A collection that the carrier has taken on; `data` is its own and goes back unread.
#[derive(Debug, Clone)]
pub struct Picked {
    pub number: String,
    pub data: String,
}

/// What a carrier says of an address.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    Known,
    /// The same address as the carrier writes it.
    Better(Box<Address>),
    /// The nearest that it knows come first.
    Unknown(Vec<Address>),
}

#[derive(Debug, Clone)]
pub struct TrackingEvent {
    pub id: String,
    /// RFC 3339 with the offset of the place.
    pub at: String,
    /// A booking status word; none when the event changes nothing.
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

/// A carrier's own invoice as its plugin reads it.
#[derive(Debug, Clone, PartialEq)]
pub struct CarrierInvoice {
    pub number: String,
    /// `2026-01-31`.
    pub day: String,
    /// That of all amounts; none where there are no lines.
    pub currency: Option<String>,
    pub lines: Vec<InvoiceLine>,
}

/// A line of a carrier's invoice; a credit is negative.
#[derive(Debug, Clone, PartialEq)]
pub struct InvoiceLine {
    /// In the file, counted from 1.
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

/// Why a carrier has no answer.
#[derive(Debug, Clone, PartialEq)]
pub struct CarrierFault {
    pub kind: FaultKind,
    /// A sentence for people; holds no secret.
    pub message: String,
}

#[derive(Debug, Clone, PartialEq)]
pub enum FaultKind {
    /// Fields of the request that the carrier cannot work with; members are paths of [`Consignment`].
    Invalid(Vec<FieldError>),
    /// The carrier refused, with its own code.
    Rejected {
        code: String,
    },
    /// The account's credentials were not accepted.
    Unauthorised,
    NotFound,
    /// Not reached, too slow, or asked to come back later. What was asked may have happened all the same.
    Unavailable,
    Unsupported,
    /// The plugin misbehaved; the word tells how: `trap`, `memory`, `cpu-time`, `bad-answer`, …
    Plugin {
        word: String,
    },
}

impl CarrierFault {
    /// A short stable word for lists and logs.
    pub fn word(&self) -> &str {
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

/// All carriers that are installed. Calls go out to the world: no database transaction may be open meanwhile.
pub trait CarrierPort: Send + Sync {
    /// The codes of the carriers that are installed.
    fn codes(&self) -> Vec<String>;
    /// What the carrier's plugin says of itself in the tenant's version.
    fn carrier(&self, tenant: TenantId, code: &str) -> Option<CarrierInfo>;
    /// The same carrier with what the tenant's version says of itself in the first of these languages that it knows.
    fn in_languages(
        &self,
        tenant: TenantId,
        info: CarrierInfo,
        languages: &[String],
    ) -> CarrierInfo;
    /// What people call the carriers that are installed, by their codes.
    fn names(&self, tenant: TenantId, languages: &[String]) -> BTreeMap<String, String>;
    fn check_account(&self, call: CarrierCall) -> BoxFuture<'static, Result<(), CarrierFault>>;
    fn rates(
        &self,
        call: CarrierCall,
        consignment: Consignment,
    ) -> BoxFuture<'static, Result<Vec<Rate>, CarrierFault>>;
    /// Whether the carrier prices several accounts in one call: then they are asked by `rates_together`.
    fn prices_together(&self, tenant: TenantId, code: &str) -> bool;
    /// What `rates` answers for each of these accounts of one carrier, tenant and customer, in their order.
    fn rates_together(
        &self,
        calls: Vec<CarrierCall>,
        consignment: Consignment,
    ) -> BoxFuture<'static, Vec<Result<Vec<Rate>, CarrierFault>>>;
    /// Booking the same reference again must not book twice; `find` tells what the carrier has of it.
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
    /// None: the carrier has no manifests.
    fn manifest(
        &self,
        call: CarrierCall,
        request: ManifestRequest,
    ) -> BoxFuture<'static, Result<Option<Manifested>, CarrierFault>>;
    /// Booking the same reference again must not book twice. None: collections cannot be booked with the carrier.
    fn book_pickup(
        &self,
        call: CarrierCall,
        request: PickupRequest,
    ) -> BoxFuture<'static, Result<Option<Picked>, CarrierFault>>;
    /// One that is gone already is cancelled. None as above.
    fn cancel_pickup(
        &self,
        call: CarrierCall,
        picked: Picked,
    ) -> BoxFuture<'static, Result<Option<()>, CarrierFault>>;
    /// None: the carrier says nothing of addresses.
    fn check_address(
        &self,
        call: CarrierCall,
        address: Address,
    ) -> BoxFuture<'static, Result<Option<Verdict>, CarrierFault>>;
    /// None: the carrier cannot be asked. At most 50 at a time.
    fn track(
        &self,
        call: CarrierCall,
        booked: Vec<Booked>,
    ) -> BoxFuture<'static, Result<Option<Vec<Tracked>>, CarrierFault>>;
    /// None: the carrier's plugin reads no invoices.
    fn read_invoice(
        &self,
        call: CarrierCall,
        file: CarrierFile,
    ) -> BoxFuture<'static, Result<Option<CarrierInvoice>, CarrierFault>>;
}
