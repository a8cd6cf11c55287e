//! Runs as callers see them, with sentences for violations.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use data::{Message, Result, Scope, ids::DriverId, message, message::TranslatableMessage};
use drivers::VehicleId;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use super::model::{
    PlannedRun, RouteRun, RouteRunId, RunPlace, RunShift, RunStep, RunStepType, RunViolation,
    RunViolationCause,
};

/// A broken constraint, with a sentence.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RunViolation")]
pub(crate) struct ViolationView {
    pub cause: RunViolationCause,
    /// Seconds too late or too early.
    pub duration: Option<i64>,
    #[serde(flatten)]
    pub message: TranslatableMessage,
}

/// The route of a vehicle.
#[data::wire]
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RouteRun")]
pub(crate) struct RunView {
    /// 0 in a plan that makes a new run.
    pub id: RouteRunId,
    #[serde(rename = "rowVersion")]
    pub row_version: i64,
    pub rundate: NaiveDate,
    pub driverid: Option<DriverId>,
    pub drivername: Option<String>,
    pub vehicleid: VehicleId,
    pub vehiclename: Option<String>,
    pub start: Option<RunPlace>,
    pub end: Option<RunPlace>,
    pub shift: RunShift,
    pub cost: Decimal,
    /// Seconds of travel.
    pub duration: i64,
    pub service: i64,
    pub waiting: i64,
    /// Metres.
    pub distance: i64,
    /// Seconds of the latest stop.
    pub lateness: i64,
    /// Empty in lists.
    pub steps: Vec<RunStep<ViolationView>>,
    /// Violations of the route as a whole.
    pub violations: Vec<ViolationView>,
    /// Polyline with five decimals.
    pub geometry: Option<String>,
    pub isallocated: bool,
    pub iscompleted: bool,
    /// Null in a plan.
    #[serde(rename = "creationTime")]
    pub creation_time: Option<DateTime<Utc>>,
}

/// Names of drivers and vehicles.
#[derive(Debug, Default)]
pub(crate) struct Names {
    drivers: HashMap<DriverId, String>,
    vehicles: HashMap<VehicleId, String>,
}

impl Names {
    pub async fn load(
        scope: &mut Scope,
        of: impl IntoIterator<Item = (Option<DriverId>, VehicleId)>,
    ) -> Result<Self> {
        let (drivers, vehicles): (Vec<_>, Vec<_>) = of.into_iter().unzip();
        let drivers: Vec<DriverId> = drivers.into_iter().flatten().collect();
        Ok(Self {
            drivers: drivers::names(scope, &drivers).await?,
            vehicles: drivers::vehicle_names(scope, &vehicles).await?,
        })
    }
}

impl RunView {
    /// Returns a run that is not stored.
    pub fn from_planned(run: PlannedRun, date: NaiveDate, names: &Names) -> Self {
        Self {
            id: run.runid.unwrap_or_default(),
            row_version: 0,
            rundate: date,
            driverid: run.driverid,
            drivername: run.driverid.and_then(|id| names.drivers.get(&id).cloned()),
            vehicleid: run.vehicleid,
            vehiclename: names.vehicles.get(&run.vehicleid).cloned(),
            start: run.start,
            end: run.end,
            shift: run.shift,
            cost: run.cost,
            duration: run.duration,
            service: run.service,
            waiting: run.waiting,
            distance: run.distance,
            lateness: run.lateness,
            steps: run.steps.into_iter().map(to_view).collect(),
            violations: views(&run.violations, RunStepType::Job),
            geometry: run.geometry,
            isallocated: false,
            iscompleted: false,
            creation_time: None,
        }
    }

    /// Returns a stored run.
    pub fn from_stored(run: RouteRun, steps: Vec<RunStep>, names: &Names) -> Self {
        let stored = (run.row_version, run.is_allocated, run.is_completed);
        let (date, time) = (run.run_date, run.creation_time);
        let (row_version, isallocated, iscompleted) = stored;
        Self {
            row_version,
            isallocated,
            iscompleted,
            creation_time: Some(time),
            ..Self::from_planned(run.into_planned(steps), date, names)
        }
    }
}

fn to_view(step: RunStep) -> RunStep<ViolationView> {
    let violations = views(&step.violations, step.kind);
    step.with_violations(violations)
}

fn views(violations: &[RunViolation], at: RunStepType) -> Vec<ViolationView> {
    let view = |violation: &RunViolation| ViolationView {
        cause: violation.cause,
        duration: violation.duration,
        message: sentence(*violation, at).to_translatable(),
    };
    violations.iter().map(view).collect()
}

/// Describes a violation at a step.
fn sentence(violation: RunViolation, at: RunStepType) -> Message {
    let minutes = (violation.duration.unwrap_or_default() + 59) / 60;
    match violation.cause {
        RunViolationCause::Delay if at == RunStepType::End => {
            message!("Ends {minutes} min after the shift.", minutes = minutes)
        }
        RunViolationCause::Delay if at == RunStepType::Break => {
            message!("The rest begins {minutes} min late.", minutes = minutes)
        }
        RunViolationCause::Delay => message!("{minutes} min late.", minutes = minutes),
        RunViolationCause::LeadTime => message!("{minutes} min too early.", minutes = minutes),
        RunViolationCause::Load => message!("More than the vehicle can carry."),
        RunViolationCause::MaxTasks => message!("Too many stops for the vehicle."),
        RunViolationCause::Skills => message!("The longest piece does not fit into the vehicle."),
        RunViolationCause::Precedence => message!("The delivery comes before the pickup."),
        RunViolationCause::MissingBreak => message!("A rest is missing."),
        RunViolationCause::MaxTravelTime => message!("Too much driving for the vehicle."),
        RunViolationCause::MaxDistance => message!("Too far for the vehicle."),
        RunViolationCause::MaxLoad => {
            message!("The vehicle carries more than is allowed during a rest.")
        }
        RunViolationCause::UnknownPosition => message!("Position unknown."),
        RunViolationCause::HoursLeft => {
            message!(
                "Exceeds the driver's hours by {minutes} min.",
                minutes = minutes
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_described_without_its_parameter() {
        assert_eq!(RunStep::<ViolationView>::schema_name(), "RunStep");
    }

    #[test]
    fn sentences_round_minutes_up_and_name_the_step() {
        let delay = |duration| RunViolation {
            cause: RunViolationCause::Delay,
            duration: Some(duration),
        };
        assert_eq!(sentence(delay(61), RunStepType::Delivery), "2 min late.");
        assert_eq!(
            sentence(delay(60), RunStepType::End),
            "Ends 1 min after the shift."
        );
    }
}
