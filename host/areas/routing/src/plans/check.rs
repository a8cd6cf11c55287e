//! Times given routes, so that each move of a planner is checked immediately.

use std::collections::{BTreeSet, HashMap};

use chrono::NaiveDate;
use data::{Error, FieldError, Result, Scope, ids::DriverId, message};
use drivers::VehicleId;
use jobs::FreightJobId;
use schemars::JsonSchema;
use serde::Deserialize;

use super::model::{PlanResult, PlanView, RoutePlan, RoutePlanId, Unassigned, UnassignedCause};
use crate::{
    day::{
        Day,
        evaluate::{Stop, to_stops},
        prepare::{DayProblem, Jobs, Wishes},
        vehicles::{self, DayVehicle, PlanVehicle},
    },
    problem::MAX_STOPS,
    roads::Roads,
    runs::{
        RUN_NOT_ALLOWED,
        model::{PlannedRun, RouteRunId, RunPlace, RunShift},
        stored,
    },
};

/// A route in the order of its stops.
#[data::wire(lists)]
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[schemars(rename = "RunRoute")]
pub(crate) struct RouteInput {
    pub vehicleid: VehicleId,
    /// Default: the vehicle's driver.
    #[serde(default)]
    pub driverid: Option<DriverId>,
    /// A job with pickup and delivery may be named twice: first its pickup, then its delivery.
    #[serde(default)]
    pub jobids: Vec<FreightJobId>,
    /// The run that the route continues or replaces.
    #[serde(default)]
    pub runid: Option<RouteRunId>,
    /// Default: the plan's, otherwise the driver's depot or home.
    #[serde(default)]
    pub start: Option<RunPlace>,
    #[serde(default)]
    pub end: Option<RunPlace>,
    #[serde(default)]
    pub shift: Option<RunShift>,
}

#[data::wire(lists)]
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "CheckRoutePlan")]
pub(crate) struct CheckPlan {
    pub rundate: NaiveDate,
    pub routes: Vec<RouteInput>,
    /// Gives the vehicles' places and shifts where the routes name none.
    #[serde(default)]
    pub planid: Option<RoutePlanId>,
    /// Jobs that stay in no route.
    #[serde(default)]
    pub unassigned: Vec<FreightJobId>,
}

/// Routes with their times.
pub(crate) struct Checked {
    pub problem: DayProblem,
    /// By vehicle.
    pub orders: Vec<Vec<Stop>>,
    pub runs: Vec<PlannedRun>,
    pub unassigned: Vec<Unassigned>,
}

/// Answers with times, cost, lateness and violations. Nothing is stored.
pub(crate) async fn check_plan(
    mut scope: Scope,
    sent: CheckPlan,
) -> Result<super::routes::OnePlan> {
    let plan: Option<RoutePlan> = match sent.planid {
        Some(id) => Some(super::find(&mut scope, id).await?),
        None => None,
    };
    let vehicles = plan.map(|plan| plan.request.vehicles).unwrap_or_default();
    let routes = with_defaults(sent.routes, &vehicles);
    let checked = check(&mut scope, sent.rundate, &routes, &sent.unassigned).await?;
    let result = PlanResult {
        routes: checked.runs,
        unassigned: checked.unassigned,
    };
    let plan = PlanView::from_result(&mut scope, sent.rundate, result).await?;
    Ok(super::routes::OnePlan { plan })
}

/// Completes routes by the vehicles of their plan.
pub(crate) fn with_defaults(routes: Vec<RouteInput>, plan: &[PlanVehicle]) -> Vec<RouteInput> {
    let complete = |mut route: RouteInput| {
        let known = plan.iter().find(|known| known.vehicleid == route.vehicleid);
        if let Some(known) = known {
            route.driverid = route.driverid.or(known.driverid);
            route.runid = route.runid.or(known.runid);
            route.start = route.start.or_else(|| known.start.clone());
            route.end = route.end.or_else(|| known.end.clone());
            route.shift = route.shift.or(known.shift);
        }
        route
    };
    routes.into_iter().map(complete).collect()
}

/// Loads and times routes. The transaction ends before a road server may be called.
pub(crate) async fn check(
    scope: &mut Scope,
    date: NaiveDate,
    routes: &[RouteInput],
    unassigned: &[FreightJobId],
) -> Result<Checked> {
    check_routes(routes, unassigned)?;
    let day = Day::load(scope, date).await?;
    let vehicles = load_vehicles(scope, &day, routes).await?;
    let of_routes = routes.iter().flat_map(|route| &route.jobids);
    let ids: Vec<FreightJobId> = of_routes.chain(unassigned).copied().collect();
    let jobs = Jobs::load(scope, &ids).await?;
    let roads = Roads::of_tenant(scope).await?;
    scope.commit().await?;
    let planned: BTreeSet<FreightJobId> = routes
        .iter()
        .flat_map(|route| &route.jobids)
        .copied()
        .collect();
    let unassigned = left_out(&day, &jobs, &planned);
    let orders: Vec<Vec<Stop>> = routes
        .iter()
        .map(|route| to_stops(&day, &jobs.tasks, &route.jobids))
        .collect();
    let wishes = Wishes::default();
    let problem = DayProblem::new(&roads, day, jobs.tasks, vehicles, &wishes).await?;
    let runs = orders.iter().enumerate();
    Ok(Checked {
        runs: runs.map(|(at, stops)| problem.time(at, stops)).collect(),
        problem,
        orders,
        unassigned,
    })
}

/// Returns the jobs that are in no route.
pub(crate) fn left_out(
    day: &Day,
    jobs: &Jobs,
    planned: &BTreeSet<FreightJobId>,
) -> Vec<Unassigned> {
    let left = jobs
        .tasks
        .values()
        .filter(|task| !planned.contains(&task.job.id));
    let left = left.map(|task| Unassigned {
        jobid: task.job.id,
        jobno: task.job.job_no.clone(),
        cause: match task.is_located(day) {
            true => UnassignedCause::Fleet,
            false => UnassignedCause::UnknownPosition,
        },
    });
    let rejected = jobs.rejected.iter().map(|(id, number, _)| Unassigned {
        jobid: *id,
        jobno: number.clone(),
        cause: UnassignedCause::NotPlanned,
    });
    left.chain(rejected).collect()
}

/// Loads the vehicles of routes. Vehicles that continue a run keep its completed steps.
async fn load_vehicles(
    scope: &mut Scope,
    day: &Day,
    routes: &[RouteInput],
) -> Result<Vec<DayVehicle>> {
    let sent: Vec<PlanVehicle> = routes
        .iter()
        .map(|route| PlanVehicle {
            vehicleid: route.vehicleid,
            driverid: route.driverid,
            start: route.start.clone(),
            end: route.end.clone(),
            shift: route.shift,
            runid: route.runid,
        })
        .collect();
    let mut vehicles = vehicles::load(scope, day, &sent, "routes").await?;
    resume_all(scope, day, &mut vehicles).await?;
    Ok(vehicles)
}

/// Continues the runs that vehicles name, also a completed one that gets more stops.
pub(crate) async fn resume_all(
    scope: &mut Scope,
    day: &Day,
    vehicles: &mut [DayVehicle],
) -> Result<()> {
    let ids: Vec<RouteRunId> = vehicles.iter().filter_map(|vehicle| vehicle.run).collect();
    let mut runs: HashMap<RouteRunId, _> = stored::load(scope, &ids)
        .await?
        .into_iter()
        .map(|(run, steps)| (run.id, (run, steps)))
        .collect();
    for vehicle in vehicles {
        if let Some(run) = vehicle.run {
            let (stored, steps) = runs.remove(&run).ok_or(Error::NotFound("The run"))?;
            if stored.run_date != day.date {
                return Err(RUN_NOT_ALLOWED
                    .with_message(message!("The run is of another day: make a new one.")));
            }
            vehicle.resume(day, run, &steps);
        }
    }
    Ok(())
}

fn check_routes(routes: &[RouteInput], unassigned: &[FreightJobId]) -> Result<()> {
    let count: usize = routes.iter().map(|route| route.jobids.len()).sum();
    if count + unassigned.len() > MAX_STOPS {
        return Err(Error::invalid(
            "routes",
            message!(
                "must have at most {max} stops; {count} were sent",
                max = MAX_STOPS,
                count = count + unassigned.len()
            ),
        ));
    }
    let mut errors = Vec::new();
    let mut routes_of: HashMap<FreightJobId, usize> = HashMap::new();
    for (at, route) in routes.iter().enumerate() {
        for (stop, &id) in route.jobids.iter().enumerate() {
            if *routes_of.entry(id).or_insert(at) != at {
                errors.push(FieldError::new(
                    format!("routes[{at}].jobids[{stop}]"),
                    message!("is in another route"),
                ));
            }
        }
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Error::Invalid(errors)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(jobs: &[i64]) -> RouteInput {
        RouteInput {
            jobids: jobs.iter().copied().map(FreightJobId).collect(),
            ..RouteInput::default()
        }
    }

    #[test]
    fn a_job_is_in_one_route_and_stops_are_limited() {
        assert!(check_routes(&[route(&[1, 2, 1]), route(&[3])], &[]).is_ok());
        let Err(Error::Invalid(errors)) = check_routes(&[route(&[1]), route(&[3, 1])], &[]) else {
            panic!("a job in two routes is accepted");
        };
        assert_eq!(errors[0].member, "routes[1].jobids[1]");
        let many: Vec<i64> = (0..1001).collect();
        let Err(Error::Invalid(errors)) = check_routes(&[route(&many)], &[]) else {
            panic!("too many stops are accepted");
        };
        assert_eq!(
            errors[0].message,
            "must have at most 1000 stops; 1001 were sent"
        );
    }

    #[test]
    fn routes_take_what_they_lack_from_the_plan() {
        let shift = RunShift {
            from: chrono::DateTime::UNIX_EPOCH,
            to: chrono::DateTime::UNIX_EPOCH,
        };
        let planned = PlanVehicle {
            vehicleid: VehicleId(7),
            driverid: Some(DriverId(3)),
            start: None,
            end: None,
            shift: Some(shift),
            runid: Some(RouteRunId(9)),
        };
        let sent = RouteInput {
            vehicleid: VehicleId(7),
            driverid: Some(DriverId(4)),
            ..route(&[1])
        };
        let route = with_defaults(vec![sent], &[planned]).remove(0);
        assert_eq!(route.driverid, Some(DriverId(4)));
        assert_eq!(
            (route.shift, route.runid),
            (Some(shift), Some(RouteRunId(9)))
        );
    }
}
