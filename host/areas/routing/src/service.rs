//! Steps of a plan: input, travel times, search or check, geometry.

use std::{num::NonZero, time::Duration};

use data::{
    Error, FieldError, Scope, blocking, message,
    request::Departure,
    turns::{Permit, WorkKind},
};
use futures_util::{StreamExt, TryStreamExt, stream};
use solver::{Matrix, Options, PlannedRoute, Visit, schedule, solve, wall_clock};

use crate::{
    failure::{Failure, Outcome},
    problem::{self, Draft, matrices::PROFILES},
    request::RoutingRequest,
    response::{RoutingResponse, RoutingTimes},
    roads::{Roads, Travel},
    solution::{Plan, positions, response},
};

/// Plans of a tenant at a time.
pub(crate) const TENANT_PLANS: WorkKind = WorkKind {
    name: "routing.plans",
    max_concurrent: 2,
};
/// Routes whose geometry is loaded at a time.
const MAX_CONCURRENT_ROUTES: usize = 4;
/// Tasks of a problem whose search ends by itself, long before its time.
const SMALL: usize = 40;
/// Iterations of a small problem for each square of a task.
const SMALL_ITERATIONS: u64 = 10;
const MIN_ITERATIONS: u64 = 200;
const DEPARTURE_INTERVAL: Duration = Duration::from_millis(50);

/// Plans routes. Nothing is stored.
pub(crate) async fn plan(scope: &Scope, request: RoutingRequest) -> Outcome<RoutingResponse> {
    let begun = wall_clock();
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let draft = blocking::run(|| problem::read(&request))?;
    let roads = Roads::new(scope.host(), &settings.routing)?;
    let with_geometry = request.options.g == Some(true);
    if with_geometry && let Err(place) = draft.places.positions() {
        let member = place.member.trim_end_matches("_index");
        let message = message!("is required to return the geometry");
        return Err(Failure::input(member, message));
    }
    let departure = scope.request.departure.clone();
    let prepared = async {
        let tenant_turn = Permit::take_for_tenant(scope, TENANT_PLANS).await?;
        let matrices = load_matrices(&roads, &draft).await?;
        let host_turn = Permit::take_for_host(host_plans()).await?;
        Ok((matrices, tenant_turn, host_turn))
    };
    let (matrices, _tenant_turn, host_turn) = unless_departed(&departure, prepared).await?;
    let budget = search_time(&request, settings.routing.time_budget);
    let loaded = wall_clock();
    let flag = departure.clone();
    let work = move || search(request, draft, matrices, budget, &flag);
    let done = tokio::task::spawn_blocking(work).await;
    let (request, draft, plan) = done.map_err(Error::internal)??;
    drop(host_turn);
    let solved = wall_clock();
    let mut response = response(&request, &draft, &plan);
    if with_geometry {
        let geometry = add_geometry(&roads, &request, &draft, &plan, &mut response);
        unless_departed(&departure, geometry).await?;
    }
    let milliseconds = |from: Duration, to: Duration| (to.saturating_sub(from)).as_millis() as u64;
    response.summary.computing_times = RoutingTimes {
        loading: milliseconds(begun, loaded),
        solving: milliseconds(loaded, solved),
        routing: milliseconds(solved, wall_clock()),
    };
    Ok(response)
}

/// Ends work when the client disconnects.
async fn unless_departed<T>(
    departure: &Departure,
    work: impl Future<Output = Outcome<T>>,
) -> Outcome<T> {
    let departed = async {
        while !departure.is_set() {
            tokio::time::sleep(DEPARTURE_INTERVAL).await;
        }
    };
    tokio::select! {
        done = work => done,
        () = departed => Err(Failure::Other(Error::Cancelled)),
    }
}

/// Plans of this host at a time: one processor stays free for other calls.
pub(crate) fn host_plans() -> WorkKind {
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    WorkKind {
        name: "routing.host_plans",
        max_concurrent: processors.saturating_sub(1).max(1),
    }
}

/// The caller's limit in seconds can only shorten the tenant's in milliseconds.
fn search_time(request: &RoutingRequest, budget: u32) -> Duration {
    let budget = Duration::from_millis(u64::from(budget));
    let limit = request.options.l.filter(|limit| *limit >= 0.0);
    limit.map_or(budget, |limit| {
        budget.mul_f64((limit / budget.as_secs_f64()).min(1.0))
    })
}

/// Completes the given matrices from the tenant's roads.
pub(crate) async fn load_matrices(roads: &Roads, draft: &Draft) -> Outcome<Vec<Matrix>> {
    let size = draft.places.all.len();
    let mut matrices = Vec::with_capacity(draft.profiles.len());
    for profile in &draft.profiles {
        let mut travel = None;
        if profile.is_incomplete() {
            let name = profile.name.as_str();
            if !PROFILES.contains(&name) {
                let message = message!("is required for costs and limits of distance");
                return Err(Failure::input(
                    format!("matrices.{name}.distances"),
                    message,
                ));
            }
            let places = draft.places.positions().map_err(|place| {
                let member = place.member.trim_end_matches("_index");
                let message = message!(
                    "is required: no matrix gives travel of {profile}",
                    profile = name
                );
                Failure::Input(vec![FieldError::new(member, message)])
            })?;
            travel = Some(roads.travel(name, &places).await?);
        }
        let Travel {
            durations,
            distances,
        } = travel.unwrap_or_default();
        let loaded = (!distances.is_empty()).then_some(distances);
        matrices.push(Matrix {
            size,
            durations: profile.durations.clone().unwrap_or(durations),
            distances: profile.distances.clone().or(loaded),
            costs: profile.costs.clone(),
        });
    }
    Ok(matrices)
}

/// Searches, or times the given routes in plan mode. Takes a processor.
fn search(
    request: RoutingRequest,
    mut draft: Draft,
    matrices: Vec<Matrix>,
    budget: Duration,
    departure: &Departure,
) -> Outcome<(RoutingRequest, Draft, Plan)> {
    if departure.is_set() {
        return Err(Failure::Other(Error::Cancelled));
    }
    problem::with_matrices(&mut draft, matrices)?;
    let plan = match request.options.c {
        Some(true) => check_routes(&draft)?,
        _ => find_routes(&draft, budget, departure)?,
    };
    match departure.is_set() {
        true => Err(Failure::Other(Error::Cancelled)),
        false => Ok((request, draft, plan)),
    }
}

/// Iterations after which a small problem has its best plan; None for a large one.
pub(crate) fn enough_iterations(tasks: usize) -> Option<u64> {
    (tasks <= SMALL).then(|| MIN_ITERATIONS.max(SMALL_ITERATIONS * (tasks * tasks) as u64))
}

fn find_routes(draft: &Draft, budget: Duration, departure: &Departure) -> Outcome<Plan> {
    let problem = &draft.problem;
    let is_given = draft.routes.iter().any(|route| !route.visits.is_empty());
    let given = draft.routes.iter().map(|route| tasks_of(route).collect());
    let options = Options {
        iterations: enough_iterations(problem.tasks()),
        time: Some(budget),
        routes: if is_given {
            given.collect()
        } else {
            Vec::new()
        },
        ..Options::default()
    };
    let solution = solve(problem, &options, Some(departure.flag())).map_err(problem::rejection)?;
    let routes = solution.routes.iter().enumerate();
    Ok(Plan {
        schedules: routes
            .map(|(vehicle, route)| {
                schedule(problem, vehicle, &PlannedRoute::from(route.as_slice()))
            })
            .collect(),
        unassigned: solution
            .unassigned
            .into_iter()
            .map(|(task, reason)| (task, Some(reason)))
            .collect(),
    })
}

fn tasks_of(route: &PlannedRoute) -> impl Iterator<Item = usize> + '_ {
    route
        .visits
        .iter()
        .filter_map(|planned| match planned.visit {
            Visit::Task(task) => Some(task),
            Visit::Break(_) => None,
        })
}

/// Plan mode: keeps the order of the given steps.
fn check_routes(draft: &Draft) -> Outcome<Plan> {
    let mut schedules = Vec::with_capacity(draft.routes.len());
    let mut is_planned = vec![false; draft.problem.tasks()];
    for (vehicle, route) in draft.routes.iter().enumerate() {
        tasks_of(route).for_each(|task| is_planned[task] = true);
        let timed = schedule(&draft.problem, vehicle, route);
        if timed.exceeds_bounds {
            return Err(Failure::input(
                format!("vehicles[{vehicle}].steps"),
                message!("must have times of service that can be kept one after the other"),
            ));
        }
        schedules.push(timed);
    }
    let unplanned = is_planned.iter().enumerate();
    Ok(Plan {
        schedules,
        unassigned: unplanned
            .filter(|(_, is_planned)| !**is_planned)
            .map(|(task, _)| (task, None))
            .collect(),
    })
}

async fn add_geometry(
    roads: &Roads,
    request: &RoutingRequest,
    draft: &Draft,
    plan: &Plan,
    response: &mut RoutingResponse,
) -> Outcome<()> {
    let used = plan.schedules.iter().enumerate();
    let used = used.filter(|(_, schedule)| !schedule.steps.is_empty());
    let requests = used.map(|(vehicle, schedule)| async move {
        let profile = request.vehicles[vehicle].profile();
        roads.geometry(profile, &positions(draft, schedule)).await
    });
    let requests: Vec<_> = requests.collect();
    let shapes: Vec<String> = stream::iter(requests)
        .buffered(MAX_CONCURRENT_ROUTES)
        .try_collect()
        .await?;
    for (route, shape) in response.routes.iter_mut().zip(shapes) {
        route.geometry = Some(shape);
    }
    Ok(())
}
