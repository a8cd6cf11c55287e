//! Makes the runs of a plan and allocates their jobs, in one transaction.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::NaiveDate;
use data::{
    Error, Outcome, Result, Scope, ids::DriverId, life_cycle::Operation as _, message,
    message::Remark,
};
use drivers::{PlannedWork, VehicleId};
use jobs::FreightJobId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    check::{self, Checked, RouteInput},
    find, lock,
    model::{PLAN_NOT_ALLOWED, PlanOperation, PlanResult, RoutePlan, RoutePlanId},
    result,
};
use crate::{
    day::evaluate::Stop,
    events,
    roads::Roads,
    runs::{
        IN_ANOTHER_RUN, LEFT_RUN,
        allocate::work_of,
        model::{PlannedRun, RouteRun, RouteRunId, RouteStep, split_kept},
        stored::{self, StoredRun},
        view::{Names, RunView},
    },
};

#[data::wire(lists)]
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "SendRoutePlan")]
pub(crate) struct SendPlan {
    /// Default for `routes`: the best ones of this plan.
    #[serde(default)]
    pub planid: Option<RoutePlanId>,
    /// Default: the plan's.
    #[serde(default)]
    pub rundate: Option<NaiveDate>,
    #[serde(default)]
    pub routes: Vec<RouteInput>,
}

/// Result of sending out a job.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SentRouteJob")]
pub(crate) struct SentJob {
    #[serde(rename = "jobId")]
    pub job_id: FreightJobId,
    /// Null if it is in no run.
    pub runid: Option<RouteRunId>,
    pub success: bool,
    #[serde(flatten)]
    pub remark: Remark,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SentRoutePlan")]
pub(crate) struct SentPlan {
    pub runs: Vec<RunView>,
    pub jobs: Vec<SentJob>,
}

/// Jobs of a route that keep or lose their place in it.
type Verdicts = BTreeMap<FreightJobId, Result<()>>;

pub(crate) async fn send_plan(mut scope: Scope, sent: SendPlan) -> Result<SentPlan> {
    let (date, routes) = read(&mut scope, &sent).await?;
    let (made, jobs) = send(&mut scope, date, routes, sent.planid).await?;
    let runs = view(&mut scope, &made).await?;
    Ok(SentPlan { runs, jobs })
}

/// Makes runs, allocates their jobs and commits.
pub(crate) async fn send(
    scope: &mut Scope,
    date: NaiveDate,
    mut routes: Vec<RouteInput>,
    plan: Option<RoutePlanId>,
) -> Result<(Vec<RouteRun>, Vec<SentJob>)> {
    adopt_runs(scope, date, &mut routes).await?;
    let checked = check::check(scope, date, &routes, &[]).await?;
    let Checked {
        problem,
        orders,
        runs,
        ..
    } = checked;
    let mut planned = PlanResult {
        routes: runs,
        unassigned: Vec::new(),
    };
    let roads = Roads::of_tenant(scope).await?;
    result::add_geometry(&roads, &problem, &mut planned).await;
    if let Some(id) = plan {
        let mut plan = lock(scope, id).await?;
        PlanOperation::Send.check(plan.status)?;
        plan.status = PlanOperation::Send.target().unwrap_or(plan.status);
        scope.update(&mut plan).await?;
        events::publish_plan(scope, id).await?;
    }
    let replaced = lock_runs(scope, &routes).await?;
    for (_, steps) in replaced.values() {
        stored::remove_open(scope, steps).await?;
    }
    let mut verdicts = check_places(scope, date, &orders).await?;
    let works: Vec<PlannedWork> = planned
        .routes
        .iter()
        .map(|run| work_of(date, run.vehicleid, &run.steps))
        .collect();
    allocate_all(scope, &problem, &orders, &works, &replaced, &mut verdicts).await?;
    let (mut made, mut jobs) = (Vec::new(), Vec::new());
    for (at, stops) in orders.iter().enumerate() {
        let is_kept = |stop: &Stop| match stop {
            Stop::Job(id, _) => verdicts.get(id).is_some_and(Result::is_ok),
            Stop::Break(_) => true,
        };
        let kept: Vec<Stop> = stops.iter().copied().filter(is_kept).collect();
        let run = match kept.len() == stops.len() {
            true => planned.routes[at].clone(),
            false => problem.time(at, &kept),
        };
        let run = store(scope, date, run, &replaced).await?;
        let id = run.as_ref().map(|run| run.id);
        for job in jobs_of(stops) {
            let result = verdicts.remove(&job).unwrap_or(Ok(()));
            jobs.push(sent_job(id, Outcome::new(job, result)));
        }
        made.extend(run);
    }
    scope.commit().await?;
    Ok((made, jobs))
}

/// Returns the routes that were sent, or the best ones of the plan.
async fn read(scope: &mut Scope, sent: &SendPlan) -> Result<(NaiveDate, Vec<RouteInput>)> {
    let plan = match sent.planid {
        Some(id) => Some(find(scope, id).await?),
        None => None,
    };
    if let Some(plan) = &plan {
        PlanOperation::Send.check(plan.status)?;
        if sent.rundate.is_some_and(|date| date != plan.run_date) {
            return Err(Error::invalid(
                "rundate",
                message!("must be the day of the plan"),
            ));
        }
    }
    let date = sent.rundate.or(plan.as_ref().map(|plan| plan.run_date));
    let Some(date) = date else {
        return Err(Error::invalid("rundate", message!("is required")));
    };
    let Some(plan) = plan else {
        return match sent.routes.is_empty() {
            true => Err(Error::invalid("routes", message!("is required, or planid"))),
            false => Ok((date, sent.routes.clone())),
        };
    };
    if !sent.routes.is_empty() {
        let routes = check::with_defaults(sent.routes.clone(), &plan.request.vehicles);
        return Ok((date, routes));
    }
    let emptied = find_emptied(scope, &plan).await?;
    let is_emptied = |run: &PlannedRun| run.runid.is_some_and(|id| emptied.contains(&id));
    let routes = plan.best.routes.into_iter();
    let used = routes.filter(|run| has_stops(run) || is_emptied(run));
    let routes: Vec<RouteInput> = used.map(to_input).collect();
    match routes.is_empty() {
        true => Err(PLAN_NOT_ALLOWED.with_message(message!("The plan has no routes."))),
        false => Ok((date, routes)),
    }
}

/// Returns the runs whose open jobs the plan has put elsewhere: they are sent too, and let go of
/// them.
async fn find_emptied(scope: &mut Scope, plan: &RoutePlan) -> Result<HashSet<RouteRunId>> {
    let idle = plan.best.routes.iter().filter(|run| !has_stops(run));
    let ids: Vec<RouteRunId> = idle.filter_map(|run| run.runid).collect();
    let runs = stored::load(scope, &ids).await?.into_iter();
    let planned: HashSet<FreightJobId> = plan.request.jobids.iter().copied().collect();
    let emptied = runs.filter(|(run, steps)| {
        let mut open = steps.iter().filter(|step| !step.outcome.has_ended());
        !run.is_completed && open.any(|step| step.job_id.is_some_and(|job| planned.contains(&job)))
    });
    Ok(emptied.map(|(run, _)| run.id).collect())
}

/// A route without a run replaces the one that its vehicle has on the day and has not begun.
async fn adopt_runs(scope: &mut Scope, date: NaiveDate, routes: &mut [RouteInput]) -> Result<()> {
    let vehicles: Vec<VehicleId> = routes.iter().map(|route| route.vehicleid).collect();
    let open = stored::load_open(scope, date, Some(&vehicles)).await?;
    for (run, steps) in open {
        let has_begun = steps.iter().any(|step| step.outcome.has_begun());
        let route = routes
            .iter_mut()
            .find(|route| route.vehicleid == run.vehicle_id && route.runid.is_none());
        if let (Some(route), false) = (route, has_begun) {
            route.runid = Some(run.id);
        }
    }
    Ok(())
}

fn has_stops(run: &PlannedRun) -> bool {
    run.steps
        .iter()
        .any(|step| step.kind.is_stop() && !step.outcome.has_ended())
}

fn to_input(run: PlannedRun) -> RouteInput {
    let stops = run.steps.iter();
    let stops = stops.filter(|step| step.kind.is_stop() && !step.outcome.has_ended());
    RouteInput {
        vehicleid: run.vehicleid,
        driverid: run.driverid,
        jobids: stops.filter_map(|step| step.jobid).collect(),
        runid: run.runid,
        start: run.start,
        end: run.end,
        shift: Some(run.shift),
    }
}

/// Locks the runs that routes continue, in the order of their ids.
async fn lock_runs(
    scope: &mut Scope,
    routes: &[RouteInput],
) -> Result<HashMap<RouteRunId, StoredRun>> {
    let mut ids: Vec<RouteRunId> = routes.iter().filter_map(|route| route.runid).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut locked = HashMap::new();
    for id in ids {
        let run = stored::lock(scope, id).await?;
        locked.insert(id, run);
    }
    Ok(locked)
}

/// Rejects jobs that another run of the day has.
async fn check_places(
    scope: &mut Scope,
    date: NaiveDate,
    orders: &[Vec<Stop>],
) -> Result<Verdicts> {
    let jobs: Vec<FreightJobId> = orders.iter().flat_map(|stops| jobs_of(stops)).collect();
    let taken = stored::find_stops(scope, date, &jobs).await?;
    let taken: HashSet<Stop> = taken
        .iter()
        .filter_map(|step| Some(Stop::Job(step.job_id?, step.step_type)))
        .collect();
    let mut verdicts: Verdicts = jobs.into_iter().map(|job| (job, Ok(()))).collect();
    for stop in orders.iter().flatten() {
        if let (Stop::Job(job, _), true) = (stop, taken.contains(stop)) {
            verdicts.insert(*job, Err(Error::from(IN_ANOTHER_RUN)));
        }
    }
    Ok(verdicts)
}

/// Gives jobs to the drivers of their routes. Jobs that a continued run of another driver had are
/// taken from that driver first; those that another user allocated stay.
async fn allocate_all(
    scope: &mut Scope,
    problem: &crate::day::prepare::DayProblem,
    orders: &[Vec<Stop>],
    works: &[PlannedWork],
    replaced: &HashMap<RouteRunId, StoredRun>,
    verdicts: &mut Verdicts,
) -> Result<()> {
    let mut holders: HashMap<FreightJobId, DriverId> = HashMap::new();
    for (run, steps) in replaced.values() {
        let jobs = steps.iter().filter_map(|step| step.job_id);
        if let Some(driver) = run.driver_id {
            holders.extend(jobs.map(|job| (job, driver)));
        }
    }
    let mut moves: BTreeMap<DriverId, Vec<FreightJobId>> = BTreeMap::new();
    // A driver has one of the routes.
    let mut wanted: BTreeMap<DriverId, (usize, Vec<FreightJobId>)> = BTreeMap::new();
    for (at, stops) in orders.iter().enumerate() {
        let driver = problem.vehicles[at].vehicle.driver;
        for job in jobs_of(stops) {
            if verdicts.get(&job).is_none_or(Result::is_err) {
                continue;
            }
            let holder = problem.tasks.get(&job).and_then(|task| task.job.driver);
            match holder {
                Some(holder) if holder == driver => continue,
                Some(holder) if holders.get(&job) == Some(&holder) => {
                    moves.entry(holder).or_default().push(job);
                }
                _ => {}
            }
            let of_driver = wanted.entry(driver).or_insert((at, Vec::new()));
            of_driver.1.push(job);
        }
    }
    let planned: HashSet<FreightJobId> = orders.iter().flat_map(|stops| jobs_of(stops)).collect();
    for (run, steps) in replaced.values() {
        let (_, open) = split_kept(steps);
        let jobs = open.into_iter().filter_map(|step| step.job_id);
        let dropped: Vec<FreightJobId> = jobs.filter(|job| !planned.contains(job)).collect();
        if let (true, Some(driver)) = (run.is_allocated, run.driver_id) {
            jobs::unallocate(scope, driver, &dropped, LEFT_RUN).await?;
        }
    }
    for (driver, jobs) in moves {
        // A job that cannot be taken back is rejected by its allocation.
        jobs::unallocate(scope, driver, &jobs, MOVED).await?;
    }
    for (driver, (at, jobs)) in wanted {
        for outcome in jobs::allocate(scope, driver, &jobs, Some(&works[at])).await? {
            verdicts.insert(outcome.item, outcome.result);
        }
    }
    Ok(())
}

/// Reason in the log of a job that moves to another run.
const MOVED: &str = "Moved to another run";

/// Stores a run; one without stops is not made, and a continued one is emptied.
async fn store(
    scope: &mut Scope,
    date: NaiveDate,
    planned: PlannedRun,
    replaced: &HashMap<RouteRunId, StoredRun>,
) -> Result<Option<RouteRun>> {
    match planned.runid.and_then(|id| replaced.get(&id)) {
        Some((run, steps)) => {
            let is_empty = split_kept(steps).0.is_empty() && !has_stops(&planned);
            if is_empty {
                stored::delete(scope, run).await?;
                return Ok(None);
            }
            let mut run = run.clone();
            run.is_allocated = true;
            stored::replace(scope, &mut run, steps, planned).await?;
            Ok(Some(run))
        }
        None if has_stops(&planned) => Ok(Some(stored::create(scope, date, planned, true).await?)),
        None => Ok(None),
    }
}

async fn view(scope: &mut Scope, runs: &[RouteRun]) -> Result<Vec<RunView>> {
    let ids: Vec<RouteRunId> = runs.iter().map(|run| run.id).collect();
    let mut loaded = stored::load(scope, &ids).await?;
    loaded.sort_by_key(|(run, _)| ids.iter().position(|id| *id == run.id));
    let names = Names::load(
        scope,
        runs.iter().map(|run| (run.driver_id, run.vehicle_id)),
    )
    .await?;
    let to_view = |(run, steps): StoredRun| {
        let steps = steps.iter().map(RouteStep::to_step).collect();
        RunView::from_stored(run, steps, &names)
    };
    Ok(loaded.into_iter().map(to_view).collect())
}

/// Jobs of stops, each once.
fn jobs_of(stops: &[Stop]) -> Vec<FreightJobId> {
    let mut seen = HashSet::new();
    let jobs = stops.iter().filter_map(|stop| match stop {
        Stop::Job(id, _) => Some(*id),
        Stop::Break(_) => None,
    });
    jobs.filter(|id| seen.insert(*id)).collect()
}

fn sent_job(run: Option<RouteRunId>, outcome: Outcome<FreightJobId>) -> SentJob {
    let (job_id, success, remark) = outcome.into_remark();
    SentJob {
        job_id,
        runid: run.filter(|_| success),
        success,
        remark,
    }
}
