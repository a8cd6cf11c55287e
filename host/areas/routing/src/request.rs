//! Input: VROOM's problem, and the members that the web application adds.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

/// First and last second, both included.
pub(crate) type TimeWindow = [u32; 2];

/// Rows of seconds, metres or costs.
pub(crate) type Rows = Vec<Vec<u32>>;

/// Profile of vehicles that name none.
pub(crate) const DEFAULT: &str = "car";

/// A routing problem in VROOM's form. Times are seconds, distances metres, coordinates longitude
/// and latitude.
#[data::wire(lists)]
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct RoutingRequest {
    #[serde(default)]
    pub vehicles: Vec<RoutingVehicle>,
    /// Jobs or shipments are required.
    #[serde(default)]
    pub jobs: Vec<RoutingJob>,
    #[serde(default)]
    pub shipments: Vec<RoutingShipment>,
    /// Travel by profile. Every place then needs its index.
    #[serde(default)]
    pub matrices: BTreeMap<String, RoutingMatrix>,
    /// Durations of the profile `car`.
    pub matrix: Option<Rows>,
    #[serde(default)]
    #[wire(null)]
    pub options: RoutingOptions,
}

/// Options of a plan.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct RoutingOptions {
    /// True to return the geometry of routes.
    pub g: Option<bool>,
    /// Plan mode: times and violations of the given steps, in their order.
    pub c: Option<bool>,
    /// Longest search in seconds, if shorter than the tenant's.
    pub l: Option<f64>,
}

#[data::wire(lists)]
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct RoutingVehicle {
    pub id: u64,
    /// `auto`, `truck` or `car`, or the name of a given matrix. Default: `car`.
    pub profile: Option<String>,
    pub description: Option<String>,
    pub start: Option<Vec<f64>>,
    /// Row of the start in given matrices.
    pub start_index: Option<u32>,
    pub end: Option<Vec<f64>>,
    pub end_index: Option<u32>,
    /// Description of the start step.
    #[serde(rename = "startDescription")]
    pub start_description: Option<String>,
    #[serde(rename = "endDescription")]
    pub end_description: Option<String>,
    /// One component for each dimension of the amounts.
    pub capacity: Option<Vec<u32>>,
    #[serde(default)]
    #[wire(null)]
    pub costs: RoutingCosts,
    #[serde(default)]
    pub skills: Vec<u32>,
    /// Selects durations of `setup_per_type` and `service_per_type`.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    pub time_window: Option<TimeWindow>,
    #[serde(default)]
    pub breaks: Vec<RoutingBreak>,
    /// Above 0, at most 5. Default: 1.
    pub speed_factor: Option<f64>,
    pub max_tasks: Option<u32>,
    pub max_travel_time: Option<u32>,
    pub max_distance: Option<u32>,
    /// A given route: the one to check in plan mode, otherwise the first one of the search.
    #[serde(default)]
    pub steps: Vec<RoutingGivenStep>,
}

/// Costs of a vehicle.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct RoutingCosts {
    /// Default: 0.
    pub fixed: Option<u32>,
    /// Cost of an hour of travel. Default: 3600.
    pub per_hour: Option<u32>,
    /// Cost of an hour of setup and service. Default: 0.
    pub per_task_hour: Option<u32>,
    /// Default: 0.
    pub per_km: Option<u32>,
}

#[data::wire(lists)]
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct RoutingBreak {
    pub id: u64,
    #[serde(default)]
    pub time_windows: Vec<TimeWindow>,
    pub service: Option<u32>,
    pub description: Option<String>,
    /// Largest load with which the break may be taken.
    pub max_load: Option<Vec<u32>>,
}

/// A step of a given route. The limits of its time count in plan mode only.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RoutingGivenStep {
    #[serde(rename = "type")]
    pub kind: RoutingStepType,
    /// Required for jobs, pickups, deliveries and breaks.
    pub id: Option<u64>,
    pub service_at: Option<u32>,
    pub service_after: Option<u32>,
    pub service_before: Option<u32>,
}

/// Type of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, serde::Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RoutingStepType {
    Start,
    Job,
    Pickup,
    Delivery,
    Break,
    End,
}

/// A place to visit.
#[data::wire(lists)]
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct RoutingJob {
    pub id: u64,
    /// Id of a job of the tenant, returned with its step.
    pub jobid: Option<i64>,
    /// Number of that job, returned with its step.
    pub jobno: Option<String>,
    pub description: Option<String>,
    pub location: Option<Vec<f64>>,
    pub location_index: Option<u32>,
    pub setup: Option<u32>,
    pub service: Option<u32>,
    #[serde(default)]
    pub setup_per_type: BTreeMap<String, u32>,
    #[serde(default)]
    pub service_per_type: BTreeMap<String, u32>,
    #[serde(default)]
    pub time_windows: Vec<TimeWindow>,
    /// Loaded at the start of the route.
    pub delivery: Option<Vec<u32>>,
    /// On board until the end of the route.
    pub pickup: Option<Vec<u32>>,
    /// Older name of `delivery`; counts without both others.
    pub amount: Option<Vec<u32>>,
    #[serde(default)]
    pub skills: Vec<u32>,
    /// 0 to 100. Default: 0.
    pub priority: Option<u32>,
}

/// Goods that one vehicle picks up and delivers.
#[data::wire(lists)]
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct RoutingShipment {
    pub pickup: RoutingShipmentStop,
    pub delivery: RoutingShipmentStop,
    pub amount: Option<Vec<u32>>,
    #[serde(default)]
    pub skills: Vec<u32>,
    /// 0 to 100. Default: 0.
    pub priority: Option<u32>,
}

/// The pickup or the delivery of a shipment.
#[data::wire(lists)]
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct RoutingShipmentStop {
    pub id: u64,
    pub jobid: Option<i64>,
    pub jobno: Option<String>,
    pub description: Option<String>,
    pub location: Option<Vec<f64>>,
    pub location_index: Option<u32>,
    pub setup: Option<u32>,
    pub service: Option<u32>,
    #[serde(default)]
    pub setup_per_type: BTreeMap<String, u32>,
    #[serde(default)]
    pub service_per_type: BTreeMap<String, u32>,
    #[serde(default)]
    pub time_windows: Vec<TimeWindow>,
}

/// Travel between the places of one profile.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct RoutingMatrix {
    pub durations: Option<Rows>,
    /// Requires durations.
    pub distances: Option<Rows>,
    /// Replaces time in the costs of routes.
    pub costs: Option<Rows>,
}

/// The common members of jobs, pickups and deliveries.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub kind: RoutingStepType,
    pub id: u64,
    pub jobid: Option<i64>,
    pub jobno: Option<&'a str>,
    pub description: Option<&'a str>,
    pub location: Option<&'a [f64]>,
    pub location_index: Option<u32>,
    pub setup: u32,
    pub service: u32,
    pub setup_per_type: &'a BTreeMap<String, u32>,
    pub service_per_type: &'a BTreeMap<String, u32>,
    pub time_windows: &'a [TimeWindow],
}

macro_rules! task {
    ($stop:expr, $kind:expr) => {
        Task {
            kind: $kind,
            id: $stop.id,
            jobid: $stop.jobid,
            jobno: $stop.jobno.as_deref(),
            description: $stop.description.as_deref(),
            location: $stop.location.as_deref(),
            location_index: $stop.location_index,
            setup: $stop.setup.unwrap_or(0),
            service: $stop.service.unwrap_or(0),
            setup_per_type: &$stop.setup_per_type,
            service_per_type: &$stop.service_per_type,
            time_windows: &$stop.time_windows,
        }
    };
}

impl RoutingRequest {
    /// Returns the number of tasks: a shipment has two.
    pub fn tasks(&self) -> usize {
        self.jobs.len() + 2 * self.shipments.len()
    }

    /// Returns a task by its number in the solver.
    pub fn task(&self, task: usize) -> Task<'_> {
        match task.checked_sub(self.jobs.len()) {
            None => task!(self.jobs[task], RoutingStepType::Job),
            Some(rest) if rest.is_multiple_of(2) => {
                task!(self.shipments[rest / 2].pickup, RoutingStepType::Pickup)
            }
            Some(rest) => task!(self.shipments[rest / 2].delivery, RoutingStepType::Delivery),
        }
    }

    /// Returns the path of a task: `jobs[2]`, `shipments[0].pickup`.
    pub fn path(&self, task: usize) -> String {
        match task.checked_sub(self.jobs.len()) {
            None => format!("jobs[{task}]"),
            Some(rest) if rest.is_multiple_of(2) => format!("shipments[{}].pickup", rest / 2),
            Some(rest) => format!("shipments[{}].delivery", rest / 2),
        }
    }

    /// True if travel is given for some profile.
    pub fn has_matrices(&self) -> bool {
        !self.matrices.is_empty() || self.matrix.is_some()
    }
}

impl RoutingVehicle {
    pub fn profile(&self) -> &str {
        match self.profile.as_deref() {
            None | Some("") => DEFAULT,
            Some(profile) => profile,
        }
    }
}
