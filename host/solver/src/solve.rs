//! Solves a problem with one or several searches.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::construct::{construct, follow};
use crate::exact::place_breaks;
use crate::model::{COST_SCALE, Model};
use crate::problem::{Problem, ProblemError};
use crate::random::Random;
use crate::reason::{Reason, Reasons};
use crate::schedule::Visit;
use crate::search::{Best, Limits, Report, search};
use crate::state::State;

/// Iterations without any limit given.
const DEFAULT_ITERATIONS: u64 = 20_000;

#[derive(Clone, Debug)]
pub struct Options {
    pub seed: u64,
    /// Independent searches at a time; the best plan counts.
    pub threads: usize,
    /// Iterations of each search. The plan depends on nothing else if they end before the time.
    pub iterations: Option<u64>,
    pub time: Option<Duration>,
    /// Measures the time, such as [`wall_clock`] or a thread's processor time.
    pub clock: fn() -> Duration,
    /// First routes by vehicle; empty lets the solver construct them.
    pub routes: Vec<Vec<usize>>,
    /// Tasks by vehicle that stay its first ones, in this order. The deliveries of kept pickups
    /// that are not kept themselves stay in the vehicle. Not together with first routes.
    pub kept: Vec<Vec<usize>>,
    pub tuning: Tuning,
}

/// Constants of the search, which benchmarks vary.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// First and last temperature, in lengths of a typical leg.
    pub hot: f64,
    pub cold: f64,
    /// Average number of tasks that an iteration removes.
    pub removed: f64,
    /// Longest removed string.
    pub longest: f64,
    /// Neighbours that a task's insertion looks at, before and after it.
    pub neighbours: usize,
    /// Share of the limits for the reduction of the fleet, and its temperature in typical legs.
    pub fleet_share: f64,
    pub fleet_heat: f64,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            hot: 10.0,
            cold: 0.01,
            removed: 10.0,
            longest: 10.0,
            neighbours: 40,
            fleet_share: 0.3,
            fleet_heat: 0.3,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            threads: 1,
            iterations: None,
            time: None,
            clock: wall_clock,
            routes: Vec::new(),
            kept: Vec::new(),
            tuning: Tuning::default(),
        }
    }
}

/// The best plan found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Tasks and breaks in order, for each vehicle.
    pub routes: Vec<Vec<Visit>>,
    /// Tasks that no route serves, with the reason.
    pub unassigned: Vec<(usize, Reason)>,
    /// Cost of travel and work and of the vehicles used.
    pub cost: i64,
    pub iterations: u64,
}

/// Progress of a search.
#[derive(Clone, Debug)]
pub struct Progress {
    pub iterations: u64,
    /// The best plan, if it has changed since the last report.
    pub best: Option<Solution>,
}

/// Receives progress of a search, some times in a second, on the search's thread.
pub type Observer<'a> = dyn Fn(Progress) + Sync + 'a;

/// Time since the program first looked at this clock.
pub fn wall_clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Checks a problem as [`solve`] does, such as one whose routes are only scheduled.
pub fn validate(problem: &Problem) -> Result<(), ProblemError> {
    Model::new(problem, &Tuning::default(), None).map(drop)
}

/// Solves a problem within the limits of `options`. Set `stop` to end at once with the best plan.
pub fn solve(
    problem: &Problem,
    options: &Options,
    stop: Option<&AtomicBool>,
) -> Result<Solution, ProblemError> {
    solve_observed(problem, options, stop, None)
}

/// Solves like [`solve`], and reports progress of the first search.
pub fn solve_observed(
    problem: &Problem,
    options: &Options,
    stop: Option<&AtomicBool>,
    observer: Option<&Observer<'_>>,
) -> Result<Solution, ProblemError> {
    let started = (options.clock)();
    let mut model = Model::new(problem, &options.tuning, stop)?;
    let routes = match options.kept.iter().all(Vec::is_empty) {
        true => options.routes.clone(),
        false => model.keep(&options.kept),
    };
    let mut first = State::new(&model);
    if !routes.is_empty() {
        follow(&model, &mut first, &routes)?;
    }
    construct(&model, &mut first, &mut Random::new(options.seed), stop);
    let iterations = match (options.iterations, options.time) {
        (None, None) => Some(DEFAULT_ITERATIONS),
        (iterations, _) => iterations,
    };
    let limits = Limits {
        iterations,
        time: options.time,
        clock: options.clock,
        started,
        stop,
        tuning: options.tuning,
    };
    let report = |best: Option<&Best>, iterations: u64| {
        if let Some(observer) = observer {
            observer(Progress {
                iterations,
                best: best.map(|best| finish(problem, &model, best)),
            });
        }
    };
    let run = |thread: u64, state: State| {
        let mut random = Random::new(options.seed);
        for _ in 0..thread {
            random = Random::new(random.next());
        }
        let observer: Option<&Report<'_>> = match (thread, observer) {
            (0, Some(_)) => Some(&report),
            _ => None,
        };
        search(&model, state, random, limits, observer)
    };
    let best = match options.threads {
        0 | 1 => run(0, first),
        threads => std::thread::scope(|scope| {
            let searches: Vec<_> = (0..threads as u64)
                .map(|thread| {
                    let (run, state) = (&run, first.clone());
                    scope.spawn(move || run(thread, state))
                })
                .collect();
            let plans = searches.into_iter().filter_map(|search| search.join().ok());
            plans
                .min_by_key(|plan| plan.score)
                .unwrap_or_else(|| run(0, first))
        }),
    };
    Ok(finish(problem, &model, &best))
}

fn finish(problem: &Problem, model: &Model, best: &Best) -> Solution {
    let mut assigned = vec![false; problem.tasks()];
    best.routes
        .iter()
        .flatten()
        .for_each(|&task| assigned[task as usize] = true);
    let routes = (best.routes.iter().enumerate())
        .map(|(vehicle, tasks)| with_breaks(model, vehicle as u32, tasks))
        .collect();
    let missing: Vec<usize> = (0..problem.tasks())
        .filter(|&task| !assigned[task])
        .collect();
    let mut unassigned = Vec::with_capacity(missing.len());
    if !missing.is_empty() {
        let mut reasons = Reasons::new(model);
        unassigned.extend((missing.into_iter()).map(|task| (task, reasons.find(task as u32))));
    }
    Solution {
        routes,
        unassigned,
        cost: (best.score.cost + COST_SCALE / 2) / COST_SCALE,
        iterations: best.iterations,
    }
}

fn with_breaks(model: &Model, vehicle: u32, tasks: &[u32]) -> Vec<Visit> {
    if tasks.is_empty() {
        return Vec::new();
    }
    let class = &model.classes[model.class_of[vehicle as usize] as usize];
    let counts = place_breaks(model, class, vehicle, tasks);
    let mut breaks = class.break_order.iter();
    let mut visits = Vec::with_capacity(tasks.len() + class.breaks.len());
    for (leg, &count) in counts.iter().enumerate() {
        visits.extend(
            breaks
                .by_ref()
                .take(count)
                .map(|&pause| Visit::Break(pause)),
        );
        visits.extend(tasks.get(leg).map(|&task| Visit::Task(task as usize)));
    }
    visits
}
