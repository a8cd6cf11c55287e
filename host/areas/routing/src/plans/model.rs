//! Plans of a day: input, row, and the form that callers see.

use chrono::{DateTime, NaiveDate, Utc};
use data::{
    Message, Record, Result, Scope, life_cycle::Operation as _, message,
    message::TranslatableMessage, states,
};
use jobs::FreightJobId;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    day::vehicles::PlanVehicle,
    runs::{
        model::{PlannedRun, RunStep},
        view::{Names, RunView},
    },
};

data::id! {
    /// A search for the routes of a day.
    RoutePlanId,
}

pub(crate) const DEFAULT_SECONDS: u32 = 10;
pub(crate) const MAX_SECONDS: u32 = 60;

states! {
    /// State of a plan.
    #[derive(Default)]
    pub(crate) enum PlanStatus {
        #[default]
        Waiting [is_pending],
        Solving [is_pending],
        Done,
        Stopped,
        Failed,
        /// Its runs were made.
        Sent,
        /// A stored value unknown to this version.
        #[text_enum(unknown)]
        Unknown,
    }
    facts {
        /// The search is not finished.
        pub is_pending,
    }
    operations {
        pub(crate) enum PlanOperation {
            Stop: is_pending => Stopped,
            Send: [Done, Stopped, Sent] => Sent,
        }
    }
}

impl PlanOperation {
    pub fn check(self, status: PlanStatus) -> Result<()> {
        if self.is_allowed_in(status) {
            return Ok(());
        }
        Err(PLAN_NOT_ALLOWED.with_message(message!(
            "{operation} is not possible for a plan that is {status}.",
            operation = self,
            status = status
        )))
    }
}

/// Rejection of an operation that the plan's state does not allow.
pub(crate) const PLAN_NOT_ALLOWED: data::Refusal =
    data::Refusal::new(4703, "The plan's status does not allow this.");

/// A job that stays with a vehicle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct PlanLock {
    pub jobid: FreightJobId,
    pub vehicleid: drivers::VehicleId,
    /// Place among the vehicle's stops, from 1. It counts if all earlier places are locked too.
    #[serde(default)]
    pub position: Option<u32>,
}

/// A day to plan.
#[data::wire(lists)]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RoutePlanRequest")]
pub(crate) struct PlanRequest {
    pub rundate: NaiveDate,
    /// At most 1,000 stops. With `continue`, the open jobs of the day's runs are added.
    #[serde(default)]
    pub jobids: Vec<FreightJobId>,
    /// With `continue`, an empty list is the vehicles of the day's runs.
    #[serde(default)]
    pub vehicles: Vec<PlanVehicle>,
    #[serde(default)]
    pub locks: Vec<PlanLock>,
    /// Longest search, 1 to 60. Default: 10.
    #[serde(default)]
    pub seconds: Option<u32>,
    /// Plans the rest of a day that has begun: done steps stay, and begun ones stay first.
    #[serde(default, rename = "continue")]
    #[wire(null)]
    pub continues: bool,
}

/// Reason for which a job is in no route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum UnassignedCause {
    NoVehicle,
    Skills,
    Capacity,
    Time,
    Fleet,
    UnknownPosition,
    /// No run serves this kind of job.
    NotPlanned,
}

/// A job in no route, as stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Unassigned {
    pub jobid: FreightJobId,
    pub jobno: String,
    pub cause: UnassignedCause,
}

/// Routes of a plan, as stored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PlanResult {
    pub routes: Vec<PlannedRun>,
    pub unassigned: Vec<Unassigned>,
}

/// A search for the routes of a day, kept for two days.
#[derive(Debug, Clone, Record)]
#[record(table = "route_plans", name = "The plan", unrecorded)]
pub(crate) struct RoutePlan {
    #[record(filtered)]
    pub id: RoutePlanId,
    pub row_version: i64,
    #[record(filtered, name = "rundate")]
    pub run_date: NaiveDate,
    #[record(filtered)]
    pub status: PlanStatus,
    #[record(json)]
    pub request: PlanRequest,
    #[record(json)]
    pub best: PlanResult,
    pub iterations: i64,
    pub elapsed: i64,
    pub failure: Option<String>,
    #[record(filtered, name = "creationTime")]
    pub creation_time: DateTime<Utc>,
    pub expiry_time: DateTime<Utc>,
}

/// A job that no route serves.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RoutePlanUnassigned")]
pub(crate) struct UnassignedView {
    pub jobid: FreightJobId,
    pub jobno: String,
    pub cause: UnassignedCause,
    #[serde(flatten)]
    pub message: TranslatableMessage,
}

/// Totals of a plan.
#[data::wire]
#[derive(Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "RoutePlanSummary")]
pub(crate) struct PlanSummary {
    pub cost: Decimal,
    /// Metres.
    pub distance: i64,
    /// Seconds of travel.
    pub duration: i64,
    pub service: i64,
    pub waiting: i64,
    /// Number of late stops.
    pub late: usize,
    /// Seconds of the latest stop.
    pub lateness: i64,
    pub unassigned: usize,
    /// Vehicles with stops.
    pub vehicles: usize,
    /// Seconds of the longest run.
    pub longest: i64,
}

/// A plan of a day.
#[data::wire]
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RoutePlan")]
pub(crate) struct PlanView {
    /// 0 for a checked plan.
    pub planid: RoutePlanId,
    pub status: PlanStatus,
    pub failure: Option<TranslatableMessage>,
    pub rundate: NaiveDate,
    /// Longest search.
    pub seconds: u32,
    /// Milliseconds of the search so far.
    pub elapsed: i64,
    pub iterations: i64,
    pub cost: Decimal,
    pub routes: Vec<RunView>,
    pub unassigned: Vec<UnassignedView>,
    pub summary: PlanSummary,
    #[serde(rename = "creationTime")]
    pub creation_time: Option<DateTime<Utc>>,
    pub expirytime: Option<DateTime<Utc>>,
}

impl PlanView {
    pub async fn from_plan(scope: &mut Scope, plan: RoutePlan) -> Result<Self> {
        let view = Self::from_result(scope, plan.run_date, plan.best).await?;
        Ok(Self {
            planid: plan.id,
            status: plan.status,
            failure: plan
                .failure
                .map(|text| Message::verbatim(text).to_translatable()),
            seconds: plan.request.seconds.unwrap_or(DEFAULT_SECONDS),
            elapsed: plan.elapsed,
            iterations: plan.iterations,
            creation_time: Some(plan.creation_time),
            expirytime: Some(plan.expiry_time),
            ..view
        })
    }

    pub async fn from_result(
        scope: &mut Scope,
        date: NaiveDate,
        result: PlanResult,
    ) -> Result<Self> {
        let of = result.routes.iter();
        let names = Names::load(scope, of.map(|run| (run.driverid, run.vehicleid))).await?;
        let summary = summarize(&result);
        let routes = result.routes.into_iter();
        Ok(Self {
            planid: RoutePlanId(0),
            status: PlanStatus::Done,
            failure: None,
            rundate: date,
            seconds: 0,
            elapsed: 0,
            iterations: 0,
            cost: summary.cost,
            routes: routes
                .map(|run| RunView::from_planned(run, date, &names))
                .collect(),
            unassigned: result.unassigned.into_iter().map(view).collect(),
            summary,
            creation_time: None,
            expirytime: None,
        })
    }
}

fn summarize(result: &PlanResult) -> PlanSummary {
    let steps = || result.routes.iter().flat_map(|run| &run.steps);
    let ends =
        |step: &RunStep| step.arrival + chrono::TimeDelta::seconds(step.waiting + step.service);
    let length = |run: &PlannedRun| match (run.steps.first(), run.steps.last()) {
        (Some(first), Some(last)) => (ends(last) - first.arrival).num_seconds(),
        _ => 0,
    };
    let sum = |of: fn(&PlannedRun) -> i64| result.routes.iter().map(of).sum();
    PlanSummary {
        cost: result.routes.iter().map(|run| run.cost).sum(),
        distance: sum(|run| run.distance),
        duration: sum(|run| run.duration),
        service: sum(|run| run.service),
        waiting: sum(|run| run.waiting),
        late: steps().filter(|step| step.lateness > 0).count(),
        lateness: steps().map(|step| step.lateness).max().unwrap_or(0),
        unassigned: result.unassigned.len(),
        vehicles: result
            .routes
            .iter()
            .filter(|run| run.steps.iter().any(|step| step.kind.is_stop()))
            .count(),
        longest: result.routes.iter().map(length).max().unwrap_or(0),
    }
}

fn view(unassigned: Unassigned) -> UnassignedView {
    let Unassigned {
        jobid,
        jobno,
        cause,
    } = unassigned;
    let message = match cause {
        UnassignedCause::NoVehicle => message!("There is no vehicle."),
        UnassignedCause::Skills => {
            message!("The longest piece does not fit into a vehicle that may take it.")
        }
        UnassignedCause::Capacity => message!("No vehicle can carry it."),
        UnassignedCause::Time => message!("No vehicle can be there in time."),
        UnassignedCause::Fleet => message!("The vehicles are full or have no time left."),
        UnassignedCause::UnknownPosition => message!("Position unknown."),
        UnassignedCause::NotPlanned => message!("No run serves it: its legs or parts are planned."),
    };
    UnassignedView {
        jobid,
        jobno,
        cause,
        message: message.to_translatable(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_stopped_while_it_runs_and_sent_after() {
        data::life_cycle::assert_transitions(
            PLAN_NOT_ALLOWED.code,
            |operation: PlanOperation, status| match operation.check(status) {
                Ok(()) => Ok(operation.target().unwrap_or(status)),
                Err(data::Error::Refused { code, .. }) => Err(code),
                Err(_) => Err(0),
            },
        );
    }

    #[test]
    fn nothing_sums_up_to_nothing() {
        assert_eq!(summarize(&PlanResult::default()), PlanSummary::default());
    }
}
