//! Runs and their steps: rows, and the planned form that plans and runs share.

use chrono::{DateTime, NaiveDate, Utc};
use data::{Record, TextEnum, ids::DriverId};
use drivers::VehicleId;
use jobs::FreightJobId;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

data::id! {
    /// A vehicle's route of one day.
    RouteRunId,
    RouteStepId,
}

/// Type of a step of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, TextEnum)]
pub(crate) enum RunStepType {
    #[text_enum(name = "start")]
    Start,
    #[default]
    #[text_enum(name = "job")]
    Job,
    #[text_enum(name = "pickup")]
    Pickup,
    #[text_enum(name = "delivery")]
    Delivery,
    #[text_enum(name = "break")]
    Break,
    #[text_enum(name = "end")]
    End,
    /// A stored value unknown to this version.
    #[text_enum(unknown)]
    Unknown,
}

impl RunStepType {
    /// True for the stops of jobs.
    pub fn is_stop(self) -> bool {
        matches!(self, Self::Job | Self::Pickup | Self::Delivery)
    }
}

/// Progress of a step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, TextEnum)]
pub(crate) enum StepOutcome {
    #[default]
    Planned,
    /// The driver drives to the stop or is there.
    Begun,
    Done,
    Failed,
    /// A stored value unknown to this version.
    #[text_enum(unknown)]
    Unknown,
}

impl StepOutcome {
    pub fn has_ended(self) -> bool {
        matches!(self, Self::Done | Self::Failed)
    }
    pub fn has_begun(self) -> bool {
        self == Self::Begun || self.has_ended()
    }
}

/// A constraint that a run breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum RunViolationCause {
    Delay,
    LeadTime,
    Load,
    MaxTasks,
    Skills,
    Precedence,
    MissingBreak,
    MaxTravelTime,
    MaxDistance,
    MaxLoad,
    UnknownPosition,
    HoursLeft,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunViolation {
    pub cause: RunViolationCause,
    /// Seconds too late or too early.
    pub duration: Option<i64>,
}

/// Load of a vehicle after a step.
#[data::wire]
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct RunLoad {
    /// Kilograms.
    pub weight: Decimal,
    /// Cubic metres.
    pub volume: Decimal,
    pub pallets: i64,
}

/// A place where a run begins or ends.
#[data::wire(trim)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct RunPlace {
    /// Degrees, -90 to 90.
    pub latitude: f64,
    /// Degrees, -180 to 180.
    pub longitude: f64,
    #[serde(default)]
    pub description: Option<String>,
}

/// Working time of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct RunShift {
    pub from: DateTime<Utc>,
    pub to: DateTime<Utc>,
}

/// A step of a run.
// With sentences in its violations as callers see it, and without as it is stored.
#[data::wire]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RunStep")]
pub(crate) struct RunStep<V = RunViolation> {
    #[serde(rename = "type")]
    pub kind: RunStepType,
    pub jobid: Option<FreightJobId>,
    pub jobno: Option<String>,
    pub description: Option<String>,
    /// Longitude and latitude.
    pub location: Option<[f64; 2]>,
    /// Planned.
    pub arrival: DateTime<Utc>,
    /// Seconds of work.
    pub service: i64,
    /// Seconds between arrival and work.
    pub waiting: i64,
    /// Seconds of travel since the start.
    pub duration: i64,
    /// Metres since the start.
    pub distance: i64,
    /// After the step.
    pub load: RunLoad,
    /// Null: any time.
    pub windowstart: Option<DateTime<Utc>>,
    pub windowend: Option<DateTime<Utc>>,
    /// Seconds after the end of the window, by the actual arrival once it is known.
    pub lateness: i64,
    pub violations: Vec<V>,
    pub outcome: StepOutcome,
    pub actualarrival: Option<DateTime<Utc>>,
    pub actualdeparture: Option<DateTime<Utc>>,
}

impl<V> RunStep<V> {
    /// A planned step without work, place or travel.
    pub fn new(kind: RunStepType, arrival: DateTime<Utc>) -> Self {
        Self {
            kind,
            jobid: None,
            jobno: None,
            description: None,
            location: None,
            arrival,
            service: 0,
            waiting: 0,
            duration: 0,
            distance: 0,
            load: RunLoad::default(),
            windowstart: None,
            windowend: None,
            lateness: 0,
            violations: Vec::new(),
            outcome: StepOutcome::Planned,
            actualarrival: None,
            actualdeparture: None,
        }
    }

    /// Replaces the violations by others of another form.
    pub fn with_violations<W>(self, violations: Vec<W>) -> RunStep<W> {
        RunStep {
            kind: self.kind,
            jobid: self.jobid,
            jobno: self.jobno,
            description: self.description,
            location: self.location,
            arrival: self.arrival,
            service: self.service,
            waiting: self.waiting,
            duration: self.duration,
            distance: self.distance,
            load: self.load,
            windowstart: self.windowstart,
            windowend: self.windowend,
            lateness: self.lateness,
            violations,
            outcome: self.outcome,
            actualarrival: self.actualarrival,
            actualdeparture: self.actualdeparture,
        }
    }
}

/// The route of a vehicle, planned or stored.
#[data::wire]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct PlannedRun {
    /// The run that this one continues or replaces.
    pub runid: Option<RouteRunId>,
    pub driverid: Option<DriverId>,
    pub vehicleid: VehicleId,
    pub start: Option<RunPlace>,
    pub end: Option<RunPlace>,
    pub shift: RunShift,
    pub cost: Decimal,
    pub duration: i64,
    pub service: i64,
    pub waiting: i64,
    pub distance: i64,
    pub lateness: i64,
    pub steps: Vec<RunStep>,
    pub violations: Vec<RunViolation>,
    pub geometry: Option<String>,
}

/// A vehicle's route of one day.
// Lock order: runs, then jobs.
#[derive(Debug, Clone, Record)]
#[record(table = "route_runs", name = "The run")]
pub(crate) struct RouteRun {
    #[record(listed)]
    pub id: RouteRunId,
    pub row_version: i64,
    #[record(listed, name = "rundate")]
    pub run_date: NaiveDate,
    #[record(listed, driver, name = "driverid")]
    pub driver_id: Option<DriverId>,
    #[record(listed, name = "vehicleid")]
    pub vehicle_id: VehicleId,
    #[record(json)]
    pub start_place: Option<RunPlace>,
    #[record(json)]
    pub end_place: Option<RunPlace>,
    pub shift_from: DateTime<Utc>,
    pub shift_to: DateTime<Utc>,
    #[record(listed)]
    pub cost: Decimal,
    #[record(listed)]
    pub duration: i64,
    pub service: i64,
    pub waiting: i64,
    #[record(listed)]
    pub distance: i64,
    #[record(listed)]
    pub lateness: i64,
    #[record(json)]
    pub violations: Vec<RunViolation>,
    pub geometry: Option<String>,
    #[record(listed, name = "isallocated")]
    pub is_allocated: bool,
    #[record(listed, name = "iscompleted")]
    pub is_completed: bool,
    #[record(listed, name = "creationTime")]
    pub creation_time: DateTime<Utc>,
}

/// A step of a run. Belongs to its run, which is locked first.
#[derive(Debug, Clone, Record)]
#[record(table = "route_steps", name = "The step", unrecorded)]
pub(crate) struct RouteStep {
    pub id: RouteStepId,
    pub row_version: i64,
    #[record(driver(through = RouteRun))]
    pub run_id: RouteRunId,
    /// The run's, for the rule that a job is in one run of a day.
    pub run_date: NaiveDate,
    /// From 1.
    pub position: i64,
    pub step_type: RunStepType,
    pub job_id: Option<FreightJobId>,
    #[record(json)]
    pub planned: RunStep,
    pub lateness: i64,
    pub outcome: StepOutcome,
    pub actual_arrival: Option<DateTime<Utc>>,
    pub actual_departure: Option<DateTime<Utc>>,
}

impl RouteStep {
    /// Returns the planned step with its actual times.
    pub fn to_step(&self) -> RunStep {
        RunStep {
            lateness: self.lateness,
            outcome: self.outcome,
            actualarrival: self.actual_arrival,
            actualdeparture: self.actual_departure,
            ..self.planned.clone()
        }
    }
}

impl RouteRun {
    pub fn into_planned(self, steps: Vec<RunStep>) -> PlannedRun {
        PlannedRun {
            runid: Some(self.id),
            driverid: self.driver_id,
            vehicleid: self.vehicle_id,
            start: self.start_place,
            end: self.end_place,
            shift: RunShift {
                from: self.shift_from,
                to: self.shift_to,
            },
            cost: self.cost,
            duration: self.duration,
            service: self.service,
            waiting: self.waiting,
            distance: self.distance,
            lateness: self.lateness,
            steps,
            violations: self.violations,
            geometry: self.geometry,
        }
    }

    /// Takes the route of a plan.
    pub fn set_route(&mut self, planned: PlannedRun) {
        self.driver_id = planned.driverid;
        self.vehicle_id = planned.vehicleid;
        self.start_place = planned.start;
        self.end_place = planned.end;
        (self.shift_from, self.shift_to) = (planned.shift.from, planned.shift.to);
        self.cost = planned.cost;
        self.duration = planned.duration;
        self.service = planned.service;
        self.waiting = planned.waiting;
        self.distance = planned.distance;
        self.lateness = planned.lateness;
        self.violations = planned.violations;
        self.geometry = planned.geometry;
    }
}

/// Splits the steps of a run into those that stay when it is planned again, which are the start
/// and all that has ended, and the others. Before the first end none stays.
pub(crate) fn split_kept(steps: &[RouteStep]) -> (Vec<&RouteStep>, Vec<&RouteStep>) {
    let has_begun = steps.iter().any(|step| step.outcome.has_ended());
    steps.iter().partition(|step| {
        let is_start = step.step_type == RunStepType::Start;
        has_begun && (is_start || step.outcome.has_ended())
    })
}
