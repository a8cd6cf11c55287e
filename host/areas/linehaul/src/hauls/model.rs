//! The line haul: row, API view and form input in one declaration.

use chrono::{DateTime, Utc};
use data::{
    Form, Record,
    ids::{BookingId, CarrierAccountId, CustomerId, DriverId},
    life_cycle::Operation as _,
};
use drivers::VehicleId;
use garde::Validate;
use jobs::FreightJobId;
use network::{HeadPort, HeadPortId};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    rules::{MAX_CODE_LENGTH, MAX_IMAGES, MAX_NOTE_LENGTH},
    status::{LineHaulOperation, LineHaulStatus},
};

data::id! {
    /// A line haul: the id of its job.
    LineHaulId,
}

impl LineHaulId {
    /// The job that the line haul is.
    pub const fn job(self) -> FreightJobId {
        FreightJobId(self.0)
    }
}

/// A head port of a line haul. An input names it by id or by code.
#[data::wire(trim)]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "LineHaulHeadPort")]
pub struct HeadPortRef {
    #[wire(null)]
    pub id: HeadPortId,
    pub code: String,
    pub name: String,
}

impl From<&HeadPort> for HeadPortRef {
    fn from(port: &HeadPort) -> Self {
        Self {
            id: port.id,
            code: port.code.clone(),
            name: port.name.clone(),
        }
    }
}

/// Load that a line haul can take. A missing measure is unlimited.
#[data::wire]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "LineHaulCapacity")]
pub struct Capacity {
    /// Kilograms.
    pub weight: Option<Decimal>,
    /// Cubic metres.
    pub volume: Option<Decimal>,
    #[serde(rename = "palletspaces")]
    pub pallet_spaces: Option<Decimal>,
}

/// A note on a line haul.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LineHaulNote")]
pub struct Note {
    pub comment: String,
    pub user_name: String,
    pub creation_time: DateTime<Utc>,
}

/// Goods that travel from one head port to another.
// Lock order: the line haul, jobs of its goods by one statement, then their parents.
#[data::wire(trim, lists)]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(default)]
#[record(
    table = "line_hauls",
    name = "The line haul",
    called = "LineHaul",
    open,
    searched = 14
)]
#[garde(allow_unvalidated)]
pub(crate) struct LineHaul {
    /// The id of its job. 0 or omitted for a new line haul.
    #[wire(null)]
    pub id: LineHaulId,
    #[serde(rename = "rowVersion")]
    #[wire(null)]
    pub row_version: i64,
    /// The same as `id`.
    #[serde(rename = "linehaulid")]
    #[record(sent, protected)]
    #[wire(null)]
    pub line_haul_id: LineHaulId,
    /// Unique; the next number of the series.
    #[serde(rename = "linehaulcode", skip_deserializing)]
    #[record(searched)]
    pub code: String,
    #[serde(rename = "linehaulnote")]
    #[garde(length(chars, max = MAX_NOTE_LENGTH))]
    pub note: Option<String>,
    #[serde(skip_deserializing)]
    pub status: LineHaulStatus,
    #[serde(rename = "startheadport")]
    #[record(json)]
    pub start_head_port: HeadPortRef,
    #[serde(skip)]
    #[record(listed, name = "startheadport/id")]
    pub start_id: HeadPortId,
    #[serde(skip)]
    #[record(listed, name = "startheadport/code")]
    pub start_code: String,
    #[serde(skip)]
    #[record(listed, name = "startheadport/name", searched)]
    pub start_name: String,
    #[serde(rename = "destinationheadport")]
    #[record(json)]
    pub destination_head_port: HeadPortRef,
    #[serde(skip)]
    #[record(listed, name = "destinationheadport/id")]
    pub destination_id: HeadPortId,
    #[serde(skip)]
    #[record(listed, name = "destinationheadport/code")]
    pub destination_code: String,
    #[serde(skip)]
    #[record(listed, name = "destinationheadport/name", searched)]
    pub destination_name: String,
    #[serde(rename = "connoteno")]
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    #[record(searched)]
    pub connote_no: Option<String>,
    #[serde(rename = "manifestno")]
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    #[record(searched)]
    pub manifest_no: Option<String>,
    #[serde(rename = "pickuprequestno")]
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    pub pickup_request_no: Option<String>,
    /// Planned departure.
    #[serde(rename = "departuredate")]
    pub departure_time: Option<DateTime<Utc>>,
    /// Planned arrival.
    #[serde(rename = "arrivaldate")]
    pub arrival_time: Option<DateTime<Utc>>,
    #[serde(rename = "departedtime", skip_deserializing)]
    pub departed_time: Option<DateTime<Utc>>,
    #[serde(rename = "arrivedtime", skip_deserializing)]
    pub arrived_time: Option<DateTime<Utc>>,
    #[serde(rename = "driverid")]
    pub driver_id: Option<DriverId>,
    #[serde(rename = "drivername", skip_deserializing)]
    pub driver_name: Option<String>,
    #[serde(rename = "vehicleid")]
    pub vehicle_id: Option<VehicleId>,
    /// Name and registration number.
    #[serde(rename = "vehiclename", skip_deserializing)]
    pub vehicle_name: Option<String>,
    /// The carrier account that runs it, instead of a driver and a vehicle.
    #[serde(rename = "carrierid")]
    pub carrier_id: Option<CarrierAccountId>,
    /// Name of the carrier account.
    #[serde(rename = "carrieraccount", skip_deserializing)]
    pub carrier_account: Option<String>,
    /// The customer under which the carrier's booking is filed. Default: that of the account's
    /// latest line haul.
    #[serde(rename = "customerid")]
    pub customer_id: Option<CustomerId>,
    #[serde(rename = "customername", skip_deserializing)]
    pub customer_name: Option<String>,
    /// Service of the carrier's booking. Default: the cheapest.
    #[serde(rename = "servicecode")]
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    pub service_code: Option<String>,
    #[serde(rename = "carrierbookingid", skip_deserializing)]
    pub carrier_booking_id: Option<BookingId>,
    /// True once the carrier has accepted the booking.
    #[serde(rename = "iscarrierbooked", skip_deserializing)]
    pub is_carrier_booked: bool,
    /// Default: the vehicle's.
    #[record(json)]
    #[wire(null)]
    pub capacity: Capacity,
    #[serde(rename = "numberofjobs", skip_deserializing)]
    pub job_count: i64,
    /// Allocated to it, and loaded by it.
    #[serde(rename = "numberofarticles", skip_deserializing)]
    pub article_count: i64,
    /// Loaded, unloaded since or not.
    #[serde(rename = "numberofloaded", skip_deserializing)]
    pub loaded_count: i64,
    #[serde(rename = "numberofunloaded", skip_deserializing)]
    pub unloaded_count: i64,
    /// Loaded, and not unloaded when it was completed.
    #[serde(rename = "numberofshort", skip_deserializing)]
    pub short_count: i64,
    /// Unloaded without having been loaded.
    #[serde(rename = "numberofover", skip_deserializing)]
    pub over_count: i64,
    /// Kilograms of all articles.
    #[serde(skip_deserializing)]
    pub weight: Decimal,
    /// Cubic metres of all articles.
    #[serde(skip_deserializing)]
    pub volume: Decimal,
    #[serde(rename = "palletspaces", skip_deserializing)]
    pub pallet_spaces: Decimal,
    #[serde(rename = "loadedweight", skip_deserializing)]
    pub loaded_weight: Decimal,
    #[serde(rename = "loadedvolume", skip_deserializing)]
    pub loaded_volume: Decimal,
    #[serde(rename = "loadedpalletspaces", skip_deserializing)]
    pub loaded_pallet_spaces: Decimal,
    /// The `assetId` of files uploaded with `uploadasset`.
    #[garde(length(max = MAX_IMAGES))]
    #[record(json)]
    pub images: Vec<Uuid>,
    /// The last 500. Add one with `note.comment`.
    #[serde(skip_deserializing)]
    #[record(json)]
    pub notes: Vec<Note>,
    #[serde(rename = "creationTime", skip_deserializing)]
    pub creation_time: DateTime<Utc>,
}

/// A line haul with the operations that its state allows.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct LineHaulView {
    #[serde(flatten)]
    line_haul: LineHaul,
    #[serde(rename = "allowedOperations")]
    allowed_operations: Vec<LineHaulOperation>,
}

impl From<LineHaul> for LineHaulView {
    fn from(mut line_haul: LineHaul) -> Self {
        line_haul.line_haul_id = line_haul.id;
        let mut allowed_operations = LineHaulOperation::list_allowed(line_haul.status);
        if line_haul.carrier_id.is_none() || line_haul.is_carrier_booked {
            allowed_operations.retain(|operation| *operation != LineHaulOperation::Book);
        }
        Self {
            line_haul,
            allowed_operations,
        }
    }
}
