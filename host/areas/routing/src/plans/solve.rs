//! Background job that searches for a plan, and stores its best routes meanwhile.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use chrono::{DateTime, Utc};
use data::{Error, Result, Scope, turns::Permit};
use drivers::VehicleId;
use jobs::FreightJobId;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use solver::{Options, Progress, Reason, Solution, Visit, solve_observed};
use work::job::{JobKind, Priority, ScopeJobs};

use super::{
    check::resume_all,
    find, lock,
    model::{
        DEFAULT_SECONDS, PlanLock, PlanResult, PlanStatus, RoutePlan, RoutePlanId, Unassigned,
        UnassignedCause,
    },
    result::{add_geometry, to_result},
};
use crate::{
    day::{
        Day,
        evaluate::Stop,
        prepare::{DayProblem, Jobs, Wishes},
        vehicles,
    },
    events, problem,
    roads::Roads,
    service::host_plans,
};

pub(crate) const JOB: &str = "routing.solve";
/// A killed host's search begins again on another host.
const ATTEMPTS: i64 = 3;
/// Pause between two looks at the search and at its stop.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// Looks between two writes of progress.
const LOOKS_PER_WRITE: u32 = 4;

pub(crate) fn job() -> JobKind {
    JobKind::new(JOB, |scope, work| Box::pin(handle_job(scope, work)))
        .attempts(ATTEMPTS)
        .max_concurrent(2)
        .priority(Priority::High)
}

/// Payload of the job.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Work {
    pub plan: RoutePlanId,
}

async fn handle_job(mut scope: Scope, work: Value) -> Result<()> {
    let Work { plan } = serde_json::from_value(work)?;
    let outcome = search(&mut scope, plan).await;
    let (status, failure) = match outcome {
        Ok(()) | Err(Error::NotFound("The plan")) => return Ok(()),
        Err(Error::Cancelled) => (PlanStatus::Stopped, None),
        Err(error) => {
            if let Error::Internal(cause) = &error {
                tracing::error!(error = format!("{cause:#}"), "the search for a plan failed");
            }
            (PlanStatus::Failed, Some(error.sentence()))
        }
    };
    scope.rollback();
    let mut plan = lock(&mut scope, plan).await?;
    if plan.status.is_pending() {
        plan.status = status;
        plan.failure = failure;
        scope.update(&mut plan).await?;
        events::publish_plan(&mut scope, plan.id).await?;
        scope.commit().await?;
    }
    Ok(())
}

/// State that the search and its observer share.
#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    latest: Mutex<Option<(u64, Option<Solution>)>>,
}

impl Shared {
    fn report(&self, progress: Progress) {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let Progress {
            iterations, best, ..
        } = progress;
        match (&mut *latest, best) {
            (Some((known, _)), None) => *known = iterations,
            (latest, best) => *latest = Some((iterations, best)),
        }
    }

    fn take(&self) -> Option<(u64, Option<Solution>)> {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        latest.take()
    }
}

async fn search(scope: &mut Scope, id: RoutePlanId) -> Result<()> {
    let mut plan = lock(scope, id).await?;
    if !plan.status.is_pending() {
        return Ok(());
    }
    plan.status = PlanStatus::Solving;
    scope.update(&mut plan).await?;
    events::publish_plan(scope, id).await?;
    scope.commit().await?;
    let request = plan.request;
    let day = Day::load(scope, request.rundate).await?;
    let mut loaded = vehicles::load(scope, &day, &request.vehicles, "plan.vehicles").await?;
    resume_all(scope, &day, &mut loaded).await?;
    let jobs = Jobs::load(scope, &request.jobids).await?;
    let roads = Roads::of_tenant(scope).await?;
    scope.commit().await?;
    let places = request.vehicles.iter().enumerate();
    let places: HashMap<VehicleId, usize> = places
        .map(|(at, vehicle)| (vehicle.vehicleid, at))
        .collect();
    let mut prefixes = vec![Vec::new(); loaded.len()];
    let mut locks = HashMap::new();
    for (at, vehicle) in loaded.iter().enumerate() {
        for &(job, kind) in &vehicle.begun {
            locks.insert(job, at);
            prefixes[at].push(Stop::Job(job, kind));
        }
    }
    for lock in &request.locks {
        if let Some(&at) = places.get(&lock.vehicleid) {
            locks.entry(lock.jobid).or_insert(at);
        }
    }
    // Goods on board stay with their driver.
    for task in jobs
        .tasks
        .values()
        .filter(|task| task.job.status.has_goods())
    {
        let holder = task.job.driver.and_then(|driver| {
            loaded
                .iter()
                .position(|vehicle| vehicle.vehicle.driver == driver)
        });
        if let Some(at) = holder.filter(|_| is_on_board(task.job.status)) {
            locks.entry(task.job.id).or_insert(at);
        }
    }
    add_locked_places(&jobs, &day, &request.locks, &places, &mut prefixes);
    let rejected: Vec<Unassigned> = jobs
        .rejected
        .iter()
        .map(|(id, number, _)| Unassigned {
            jobid: *id,
            jobno: number.clone(),
            cause: UnassignedCause::NotPlanned,
        })
        .collect();
    let wishes = Wishes {
        locks,
        late: HashSet::new(),
    };
    let search = Search {
        id,
        roads,
        prefixes,
        rejected,
        begun: scope.now(),
    };
    let seconds = request.seconds.unwrap_or(DEFAULT_SECONDS);
    let time = Duration::from_secs(seconds.into());
    // A day that has begun may be late: what cannot be in time is served after its window.
    let first = match request.continues {
        true => time.mul_f64(FIRST_SHARE),
        false => time,
    };
    let (tasks, again) = (jobs.tasks.clone(), (day.clone(), loaded.clone()));
    let problem = DayProblem::new(&search.roads, day, tasks, loaded, &wishes).await?;
    let found = search.run(scope, problem, first).await?;
    let left: HashSet<FreightJobId> = found.left.iter().copied().collect();
    if !request.continues || left.is_empty() || found.is_stopped {
        return search.finish(scope, found).await;
    }
    let (day, loaded) = again;
    let wishes = Wishes {
        late: left,
        ..wishes
    };
    let problem = DayProblem::new(&search.roads, day, jobs.tasks, loaded, &wishes).await?;
    let mut late = search.run(scope, problem, time - first).await?;
    late.iterations += found.iterations;
    match late.left.len() < found.left.len() {
        true => search.finish(scope, late).await,
        false => search.finish(scope, found).await,
    }
}

/// Share of the time for the search that keeps all windows, if a second one follows.
const FIRST_SHARE: f64 = 0.6;

/// A search for a plan, in one or two steps.
struct Search {
    id: RoutePlanId,
    roads: Roads,
    /// Stops that stay the first ones of each vehicle.
    prefixes: Vec<Vec<Stop>>,
    rejected: Vec<Unassigned>,
    begun: DateTime<Utc>,
}

/// The outcome of a step of a search.
struct Found {
    problem: Arc<DayProblem>,
    result: PlanResult,
    iterations: u64,
    /// Jobs that no vehicle serves in time.
    left: Vec<FreightJobId>,
    is_stopped: bool,
}

impl Search {
    async fn run(&self, scope: &mut Scope, problem: DayProblem, time: Duration) -> Result<Found> {
        let problem = Arc::new(problem);
        if problem.draft.problem.tasks() == 0 {
            return Ok(Found {
                result: to_result(&problem, None, &self.rejected),
                problem,
                iterations: 0,
                left: Vec::new(),
                is_stopped: false,
            });
        }
        let _turn = wait_for_turn(scope, self.id).await?;
        let shared = Arc::new(Shared::default());
        let searching = {
            let (problem, shared) = (problem.clone(), shared.clone());
            let prefixes = self.prefixes.clone();
            tokio::task::spawn_blocking(move || run(&problem, &prefixes, time, &shared))
        };
        let outcome = self.watch(scope, &problem, searching, &shared).await;
        let is_stopped = shared.stop.swap(true, Ordering::Relaxed);
        let solution = outcome?;
        let of_task = |(number, _): &(usize, Reason)| problem.stop(*number).0;
        Ok(Found {
            result: to_result(&problem, Some(&solution), &self.rejected),
            iterations: solution.iterations,
            left: solution.unassigned.iter().map(of_task).collect(),
            is_stopped,
            problem,
        })
    }

    /// Stores progress until the search ends or the plan is stopped.
    async fn watch(
        &self,
        scope: &mut Scope,
        problem: &DayProblem,
        mut searching: tokio::task::JoinHandle<crate::failure::Outcome<Solution>>,
        shared: &Shared,
    ) -> Result<Solution> {
        let mut looks = 0_u32;
        loop {
            tokio::select! {
                done = &mut searching => {
                    return Ok(done.map_err(Error::internal)??);
                }
                () = tokio::time::sleep(POLL_INTERVAL) => {}
            }
            if shared.stop.load(Ordering::Relaxed) {
                continue;
            }
            match check_stop(scope, self.id).await {
                Ok(()) => {}
                // The search ends at once, and its best routes are stored.
                Err(Error::Cancelled) => {
                    shared.stop.store(true, Ordering::Relaxed);
                    continue;
                }
                Err(error) => {
                    shared.stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            looks += 1;
            if looks.is_multiple_of(LOOKS_PER_WRITE)
                && let Some((iterations, best)) = shared.take()
            {
                let best = best.map(|best| to_result(problem, Some(&best), &self.rejected));
                self.write(scope, best, iterations, None).await?;
            }
        }
    }

    async fn finish(&self, scope: &mut Scope, found: Found) -> Result<()> {
        let Found {
            problem,
            mut result,
            iterations,
            ..
        } = found;
        add_geometry(&self.roads, &problem, &mut result).await;
        let done = Some(PlanStatus::Done);
        self.write(scope, Some(result), iterations, done).await
    }

    /// Stores progress. The state of a plan that was stopped stays.
    async fn write(
        &self,
        scope: &mut Scope,
        best: Option<PlanResult>,
        iterations: u64,
        end: Option<PlanStatus>,
    ) -> Result<()> {
        let mut plan: RoutePlan = lock(scope, self.id).await?;
        if let Some(best) = best {
            plan.best = best;
        }
        plan.iterations = i64::try_from(iterations).unwrap_or(i64::MAX);
        plan.elapsed = (scope.now() - self.begun).num_milliseconds();
        if let (Some(end), true) = (end, plan.status.is_pending()) {
            plan.status = end;
        }
        scope.update(&mut plan).await?;
        events::publish_plan(scope, self.id).await?;
        scope.commit().await
    }
}

fn is_on_board(status: jobs::JobStatus) -> bool {
    status.has_goods()
        && !matches!(
            status,
            jobs::JobStatus::AtDepot | jobs::JobStatus::OnLineHaul
        )
}

/// Adds stops that are locked to the first places of a vehicle, after those that have begun.
fn add_locked_places(
    jobs: &Jobs,
    day: &Day,
    locks: &[PlanLock],
    places: &HashMap<VehicleId, usize>,
    prefixes: &mut [Vec<Stop>],
) {
    let mut by_vehicle: HashMap<usize, Vec<(u32, FreightJobId)>> = HashMap::new();
    for lock in locks {
        if let (Some(position), Some(&at)) = (lock.position, places.get(&lock.vehicleid)) {
            by_vehicle
                .entry(at)
                .or_default()
                .push((position, lock.jobid));
        }
    }
    for (at, mut positions) in by_vehicle {
        positions.sort_unstable();
        let mut order: Vec<FreightJobId> = Vec::new();
        for (expected, (position, job)) in (1..).zip(positions) {
            if position != expected {
                break;
            }
            order.push(job);
        }
        let mut named = HashMap::new();
        for job in order {
            let Some(task) = jobs.tasks.get(&job) else {
                break;
            };
            let count = named.entry(job).or_insert(0_usize);
            let stops = task.stops(day);
            let Some(stop) = stops.get(*count) else {
                continue;
            };
            *count += 1;
            let stop = Stop::Job(job, stop.kind);
            if !prefixes[at].contains(&stop) {
                prefixes[at].push(stop);
            }
        }
    }
}

/// Waits for a processor of this host; a stop ends the wait.
async fn wait_for_turn(scope: &mut Scope, id: RoutePlanId) -> Result<Permit> {
    loop {
        match Permit::take_for_host(host_plans()).await {
            Err(Error::TooMany(_)) => check_stop(scope, id).await?,
            turn => return turn,
        }
    }
}

async fn check_stop(scope: &mut Scope, id: RoutePlanId) -> Result<()> {
    scope.check_cancelled()?;
    let plan = find(scope, id).await?;
    scope.commit().await?;
    match plan.status.is_pending() {
        true => Ok(()),
        false => Err(Error::Cancelled),
    }
}

/// Searches. Takes a processor.
fn run(
    problem: &DayProblem,
    prefixes: &[Vec<Stop>],
    time: Duration,
    shared: &Shared,
) -> crate::failure::Outcome<Solution> {
    let kept: Vec<Vec<usize>> = prefixes
        .iter()
        .map(|stops| numbers(problem, stops))
        .collect();
    let options = Options {
        time: Some(time),
        kept,
        ..Options::default()
    };
    let observe = |progress: Progress| shared.report(progress);
    let solve = |options: &Options| {
        solve_observed(
            &problem.draft.problem,
            options,
            Some(&shared.stop),
            Some(&observe),
        )
    };
    match solve(&options) {
        // Locked places that break a constraint are left to the search.
        Err(solver::ProblemError::Infeasible { .. } | solver::ProblemError::Steps { .. }) => {
            let free = Options {
                kept: Vec::new(),
                ..options
            };
            solve(&free).map_err(problem::rejection)
        }
        solved => solved.map_err(problem::rejection),
    }
}

/// Task numbers of stops, each delivery after its pickup if both are there.
fn numbers(problem: &DayProblem, stops: &[Stop]) -> Vec<usize> {
    let mut numbers = Vec::with_capacity(stops.len());
    for stop in stops {
        let Stop::Job(job, kind) = *stop else {
            continue;
        };
        if let Some(Visit::Task(number)) = problem.visit((job, kind)) {
            numbers.push(number);
        }
    }
    let known: HashSet<usize> = numbers.iter().copied().collect();
    for number in numbers.clone() {
        // The delivery of a kept pickup stays behind it, wherever the search puts it.
        if let Some(partner) = problem.draft.problem.partner(number)
            && !known.contains(&partner)
            && partner < number
        {
            numbers.retain(|other| *other != number);
        }
    }
    numbers
}
