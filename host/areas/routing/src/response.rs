//! Output: VROOM's solution.

use schemars::JsonSchema;
use serde::Serialize;

use crate::request::RoutingStepType;

/// A plan in VROOM's form.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RoutingResponse {
    /// 0.
    pub code: u8,
    pub summary: RoutingSummary,
    pub unassigned: Vec<RoutingUnassigned>,
    /// Routes of the vehicles that are used.
    pub routes: Vec<RoutingRoute>,
}

/// Totals of all routes.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct RoutingSummary {
    pub cost: i64,
    pub routes: usize,
    /// Number of tasks without a route.
    pub unassigned: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub delivery: Vec<i64>,
    /// The same as `delivery`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub amount: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pickup: Vec<i64>,
    pub setup: i64,
    pub service: i64,
    /// Travel time.
    pub duration: i64,
    pub waiting_time: i64,
    pub priority: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<i64>,
    pub violations: Vec<RoutingViolation>,
    pub computing_times: RoutingTimes,
}

/// Milliseconds of a call.
#[derive(Debug, Default, Clone, Copy, Serialize, JsonSchema)]
pub(crate) struct RoutingTimes {
    /// Reading the problem and the travel times.
    pub loading: u64,
    pub solving: u64,
    /// Geometry of the routes.
    pub routing: u64,
}

/// A task that no route serves.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RoutingUnassigned {
    pub id: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location_index: Option<u32>,
    #[serde(rename = "type")]
    pub kind: RoutingStepType,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jobid: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jobno: Option<String>,
    /// Absent in plan mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<RoutingReason>,
}

/// First constraint that no vehicle meets, even with the task alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RoutingReason {
    NoVehicle,
    /// No vehicle has all skills.
    Skills,
    /// The amount exceeds every capacity.
    Capacity,
    /// No vehicle can be there within the time windows and limits of travel.
    Time,
    /// Some vehicle could serve the task, but not with the others.
    Fleet,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RoutingRoute {
    /// Id of the vehicle.
    pub vehicle: u64,
    pub cost: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub delivery: Vec<i64>,
    /// The same as `delivery`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub amount: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pickup: Vec<i64>,
    pub setup: i64,
    pub service: i64,
    /// Travel time.
    pub duration: i64,
    /// The same as `duration`.
    pub durations: i64,
    pub waiting_time: i64,
    pub priority: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<i64>,
    pub steps: Vec<RoutingStep>,
    pub violations: Vec<RoutingViolation>,
    /// Polyline with five decimals, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geometry: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RoutingStep {
    #[serde(rename = "type")]
    pub kind: RoutingStepType,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Longitude and latitude, at most six decimals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location_index: Option<u32>,
    /// Id of the task or break.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// Id of the task, as older clients read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jobid: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jobno: Option<String>,
    pub setup: i64,
    pub service: i64,
    pub waiting_time: i64,
    /// Load after the step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub load: Vec<i64>,
    pub arrival: i64,
    /// Travel time until here.
    pub duration: i64,
    pub violations: Vec<RoutingViolation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<i64>,
}

/// A constraint that a given route breaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct RoutingViolation {
    pub cause: RoutingCause,
    /// Seconds too late (`delay`) or too early (`lead_time`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RoutingCause {
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
}
