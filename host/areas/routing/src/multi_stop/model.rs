//! Rows, input and view of multi-stop jobs.

use data::{Record, TextEnum, case::Patch, ids::DriverId};
use drivers::VehicleId;
use jobs::{FreightJobId, JobStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

data::id! { MultiStopId, MultiStopStopId }

/// Type of a stop.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, TextEnum)]
pub(crate) enum StopType {
    #[text_enum(name = "pickup")]
    Pickup,
    #[default]
    #[text_enum(name = "delivery")]
    Delivery,
    /// A stored value unknown to this version.
    #[text_enum(unknown)]
    Unknown,
}

/// Agent of a multi-stop job, which itself is a job.
// Lock order: the job of a multi-stop, then its parts.
#[derive(Debug, Clone, Record)]
#[record(
    table = "multi_stops",
    name = "The multi-stop job",
    called = "MultiStop"
)]
pub(crate) struct MultiStop {
    pub id: MultiStopId,
    pub row_version: i64,
    #[record(recorded)]
    pub job_id: FreightJobId,
    #[record(recorded)]
    pub driver_id: Option<DriverId>,
    #[record(recorded)]
    pub vehicle_id: Option<VehicleId>,
}

/// A stop: one end of a job. Belongs to its multi-stop job.
#[derive(Debug, Clone, Record)]
#[record(table = "multi_stop_stops", name = "The stop", unrecorded)]
pub(crate) struct MultiStopStop {
    pub id: MultiStopStopId,
    pub row_version: i64,
    pub multi_stop_id: MultiStopId,
    pub job_id: FreightJobId,
    /// From 1.
    pub sequence: i64,
    pub stop_type: StopType,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[schemars(rename = "MultiStopStopInput")]
pub(crate) struct StopInput {
    pub jobid: FreightJobId,
    /// Order of the stops. Default: the place in the list.
    #[serde(default)]
    pub sequence: Option<i64>,
    /// `pickup` or `delivery`.
    #[serde(rename = "type")]
    pub kind: StopType,
}

/// A multi-stop job. A change names only what changes; stops replace the stored ones.
#[data::wire]
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub(crate) struct MultiStopInput {
    /// Required for a change: the id of its job.
    #[serde(default)]
    pub id: Option<FreightJobId>,
    #[serde(default)]
    #[wire(trim)]
    pub reference: Patch<String>,
    /// Gets the jobs of all stops.
    #[serde(default)]
    pub driverid: Patch<DriverId>,
    #[serde(default)]
    pub vehicleid: Patch<VehicleId>,
    /// At most 500.
    #[serde(default)]
    pub stops: Option<Vec<StopInput>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MultiStopStop")]
pub(crate) struct StopView {
    pub jobid: FreightJobId,
    pub jobno: String,
    pub sequence: i64,
    #[serde(rename = "type")]
    pub kind: StopType,
}

/// A multi-stop job with its stops in order.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MultiStop")]
pub(crate) struct MultiStopView {
    /// The id of its job.
    pub id: FreightJobId,
    #[serde(rename = "rowVersion")]
    pub row_version: i64,
    pub jobno: String,
    pub reference: Option<String>,
    pub driverid: Option<DriverId>,
    pub vehicleid: Option<VehicleId>,
    /// State of the least advanced part.
    pub jobstatus: JobStatus,
    pub stops: Vec<StopView>,
}
