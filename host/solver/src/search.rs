//! Ruin and recreate: strings of neighbouring tasks are removed and inserted again, and the change
//! is kept by simulated annealing.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::insert::{Inserter, insert};
use crate::model::{Model, NEVER, NONE};
use crate::problem::TaskKind;
use crate::random::Random;
use crate::state::State;

/// Average number of tasks that an iteration removes.
const REMOVED: f64 = 10.0;
/// Longest removed string.
const LONGEST: f64 = 10.0;
/// Share of strings that keep tasks in their middle.
const SPLIT: f64 = 0.5;
/// Chance that one more task in the middle is kept.
const KEEP: f64 = 0.01;
/// Iterations between two looks at the clock.
const CLOCK: u64 = 16;

const REPORT_INTERVAL: Duration = Duration::from_millis(250);

/// Limits of one search.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'a> {
    pub iterations: Option<u64>,
    pub time: Option<Duration>,
    pub clock: fn() -> Duration,
    pub started: Duration,
    pub stop: Option<&'a AtomicBool>,
    /// First and last temperature, in typical legs.
    pub heat: (f64, f64),
}

/// Plans are compared by lost priority, then by missing tasks, then by cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Score {
    pub lost: u64,
    pub missing: usize,
    pub cost: i64,
}

pub(crate) struct Best {
    pub score: Score,
    pub routes: Vec<Vec<u32>>,
    pub iterations: u64,
}

struct Search<'a> {
    model: &'a Model,
    state: State,
    random: Random,
    inserter: Inserter,
    removed: Vec<u32>,
    keys: Vec<(i64, u32)>,
    ruined: Vec<u32>,
    ruin: u32,
    string: Vec<u32>,
    /// Number of times each task was left out: the hard ones come first.
    absences: Vec<u32>,
    /// Sum of absences of the tasks that the current plan leaves out.
    absent: u64,
    tasks_of_class: Vec<i64>,
}

/// Receives the best plan if it is new, and the iterations so far.
pub(crate) type Report<'a> = dyn Fn(Option<&Best>, u64) + Sync + 'a;

pub(crate) fn search(
    model: &Model,
    state: State,
    random: Random,
    limits: Limits<'_>,
    report: Option<&Report<'_>>,
) -> Best {
    let vehicles = state.routes.len();
    let mut search = Search {
        model,
        inserter: Inserter::new(vehicles, true),
        removed: Vec::new(),
        keys: Vec::new(),
        ruined: vec![0; vehicles],
        ruin: 0,
        string: Vec::new(),
        absences: vec![0; model.tasks],
        absent: 0,
        tasks_of_class: demand(model),
        state,
        random,
    };
    search.run(limits, report)
}

/// Reports some times in a second.
struct Reporter<'a> {
    report: &'a Report<'a>,
    clock: fn() -> Duration,
    next: Duration,
    last: Option<Score>,
}

impl<'a> Reporter<'a> {
    fn new(report: &'a Report<'a>, clock: fn() -> Duration) -> Self {
        Self {
            report,
            clock,
            next: Duration::ZERO,
            last: None,
        }
    }

    fn report(&mut self, best: &Best, iterations: u64) {
        let now = (self.clock)();
        if now < self.next {
            return;
        }
        self.next = now + REPORT_INTERVAL;
        let is_new = self.last != Some(best.score);
        self.last = Some(best.score);
        (self.report)(is_new.then_some(best), iterations);
    }
}

impl Search<'_> {
    fn run(&mut self, limits: Limits<'_>, report: Option<&Report<'_>>) -> Best {
        let mut current = self.score();
        let mut best = Best {
            score: current,
            routes: Vec::new(),
            iterations: 0,
        };
        self.keep(&mut best);
        if self.model.tasks == 0 || self.state.routes.is_empty() {
            return best;
        }
        let mut reporter = report.map(|report| Reporter::new(report, limits.clock));
        let (hot, cold) = limits.heat;
        let mut temperature = hot * self.model.typical;
        let mut iteration = 0;
        loop {
            if limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
                || limits.iterations.is_some_and(|most| iteration >= most)
            {
                break;
            }
            if iteration % CLOCK == 0 {
                let elapsed = match limits.time {
                    Some(time) => {
                        let elapsed = (limits.clock)().saturating_sub(limits.started);
                        elapsed.as_secs_f64() / time.as_secs_f64().max(1e-9)
                    }
                    None => 0.0,
                };
                if elapsed >= 1.0 {
                    break;
                }
                let progress = match limits.iterations {
                    Some(most) => iteration as f64 / most as f64,
                    None => elapsed,
                };
                temperature = self.model.typical * hot * (cold / hot).powf(progress);
                if let Some(reporter) = &mut reporter {
                    reporter.report(&best, iteration);
                }
            }
            iteration += 1;
            self.state.begin();
            self.ruin();
            self.recreate();
            let new = self.score();
            if self.accepts(current, new, temperature) {
                current = new;
                if new < best.score {
                    best.score = new;
                    self.keep(&mut best);
                }
            } else {
                self.state.undo(self.model);
            }
        }
        best.iterations = iteration;
        best
    }

    fn accepts(&mut self, current: Score, new: Score, temperature: f64) -> bool {
        let absent: u64 = (self.state.unassigned.iter())
            .map(|&task| u64::from(self.absences[task as usize]))
            .sum();
        for &task in &self.state.unassigned {
            self.absences[task as usize] += 1;
        }
        let accepted = match (new.lost, new.missing).cmp(&(current.lost, current.missing)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal => {
                let slack = -temperature * (1.0 - self.random.unit()).ln();
                ((new.cost - current.cost) as f64) < slack
            }
            std::cmp::Ordering::Greater => new.lost == current.lost && absent < self.absent,
        };
        if accepted {
            self.absent = absent;
        }
        accepted
    }

    fn score(&self) -> Score {
        let mut score = Score {
            lost: 0,
            missing: 0,
            cost: self.state.cost,
        };
        for &task in &self.state.unassigned {
            let both = match self.model.kind[task as usize] {
                TaskKind::Job => 1,
                _ => 2,
            };
            score.missing += both;
            score.lost += both as u64 * u64::from(self.model.priority[task as usize]);
        }
        score
    }

    fn keep(&self, best: &mut Best) {
        best.routes.resize(self.state.routes.len(), Vec::new());
        for (vehicle, route) in best.routes.iter_mut().enumerate() {
            self.state.sequence(self.model, vehicle as u32, route);
        }
    }

    /// Removes strings of tasks from routes near a random task.
    fn ruin(&mut self) {
        let model = self.model;
        self.removed.clear();
        self.ruin += 1;
        let used = self.state.routes.iter().filter(|route| route.tasks > 0);
        let used = used.count().max(1);
        let assigned = model.tasks.saturating_sub(self.state.unassigned.len());
        let longest = LONGEST.min(assigned as f64 / used as f64).max(1.0);
        let strings = 4.0 * REMOVED / (1.0 + longest) - 1.0;
        let strings = (self.random.unit() * strings + 1.0) as usize;
        let seed = self.random.below(model.tasks);
        self.ruin_at(seed as u32, longest);
        let mut ruined = usize::from(!self.removed.is_empty());
        let near = seed * model.reach..(seed + 1) * model.reach;
        for index in near {
            if ruined >= strings {
                break;
            }
            let before = self.removed.len();
            self.ruin_at(model.near[index], longest);
            ruined += usize::from(self.removed.len() > before);
        }
    }

    /// Removes a string that contains a task, unless its route is ruined already.
    fn ruin_at(&mut self, task: u32, longest: f64) {
        let model = self.model;
        let route = self.state.nodes[task as usize].route;
        if route == NONE || self.ruined[route as usize] == self.ruin {
            return;
        }
        self.ruined[route as usize] = self.ruin;
        let tasks = self.state.routes[route as usize].tasks as usize;
        let most = longest.min(tasks as f64);
        let length = ((self.random.unit() * most + 1.0) as usize).min(tasks);
        let mut kept = 0;
        if length > 1 && length < tasks && self.random.unit() < SPLIT {
            kept = 1;
            while length + kept < tasks && self.random.unit() < KEEP {
                kept += 1;
            }
        }
        // The string begins some tasks before the given one, as far as the route allows.
        let span = length + kept;
        let (start, end) = (model.start(route), model.end(route));
        let mut first = task;
        let mut back = self.random.below(span);
        let mut behind = 0;
        let mut at = task;
        while self.state.nodes[at as usize].next != end && behind < span - 1 {
            at = self.state.nodes[at as usize].next;
            behind += 1;
        }
        back = back.max(span - 1 - behind);
        while back > 0 && self.state.nodes[first as usize].prev != start {
            first = self.state.nodes[first as usize].prev;
            back -= 1;
        }
        let gap = 1 + self.random.below(length.max(2) - 1);
        self.string.clear();
        let mut at = first;
        for index in 0..span {
            if at == end {
                break;
            }
            if (kept == 0 || index < gap || index >= gap + kept) && !model.anchored[at as usize] {
                self.string.push(at);
            }
            at = self.state.nodes[at as usize].next;
        }
        self.state.touch(model, route);
        for index in 0..self.string.len() {
            self.remove(self.string[index]);
        }
        if self.state.refresh(model, route) {
            self.note_empty(route);
            return;
        }
        // A detour was quicker than the direct way.
        let mut string = std::mem::take(&mut self.string);
        self.state.sequence(model, route, &mut string);
        // Routes of anchored tasks alone were checked at the start.
        for &task in string
            .iter()
            .filter(|&&task| !model.anchored[task as usize])
        {
            self.remove(task);
        }
        self.string = string;
        self.state.refresh(model, route);
        self.note_empty(route);
    }

    /// Unlinks a task, and its partner with it.
    fn remove(&mut self, task: u32) {
        if !self.state.is_assigned(task) {
            return;
        }
        self.state.unlink(task);
        let partner = self.model.partner[task as usize];
        let mut head = task;
        if partner != NONE {
            self.state.unlink(partner);
            head = task.min(partner);
        }
        self.removed.push(head);
    }

    fn note_empty(&mut self, route: u32) {
        if self.state.routes[route as usize].tasks == 0 {
            let class = self.model.class_of[route as usize] as usize;
            self.state.spare[class].push(route);
            self.state.note_spare_changed();
        }
    }

    /// Inserts removed and unassigned tasks again, in one of several orders.
    fn recreate(&mut self) {
        let model = self.model;
        self.removed.append(&mut self.state.unassigned);
        self.sort();
        for index in 0..self.keys.len() {
            let task = self.keys[index].1;
            let place = self
                .inserter
                .best(model, &self.state, &mut self.random, task);
            if place.exists() {
                let vehicle = self.state.nodes[place.after as usize].route;
                self.state.touch(model, vehicle);
                insert(model, &mut self.state, task, place);
            } else {
                self.state.unassigned.push(task);
            }
        }
    }

    fn sort(&mut self) {
        let model = self.model;
        let choices = if model.has_windows { 17 } else { 11 };
        let order = self.random.below(choices);
        self.keys.clear();
        for &task in &self.removed {
            let index = task as usize;
            let near = || match model.reach {
                0 => 0,
                reach => {
                    let first = model.location[model.near[index * reach] as usize];
                    model.leg(&model.classes[0], first, model.location[index]).1
                }
            };
            let depot = || {
                let depot = model.location[model.tasks];
                model.leg(&model.classes[0], depot, model.location[index]).1 + near() / 16
            };
            let key = match order {
                0..4 => (self.random.next() >> 2) as i64,
                4..8 => -self.tasks_of_class[index],
                8..10 => -depot(),
                10 => depot(),
                11..13 => model.close[index].min(NEVER) - model.open[index],
                13..15 => model.open[index],
                _ => -model.close[index],
            };
            self.keys.push((key, task));
        }
        if model.has_priorities {
            let priority = |task: u32| std::cmp::Reverse(model.priority[task as usize]);
            self.keys
                .sort_unstable_by_key(|&(key, task)| (priority(task), key, task));
        } else {
            self.keys.sort_unstable();
        }
    }
}

/// Size of each task, over all dimensions, by the largest capacity.
fn demand(model: &Model) -> Vec<i64> {
    (0..model.tasks)
        .map(|task| {
            let amounts = task * model.dims..(task + 1) * model.dims;
            let sizes = amounts.enumerate().map(|(dim, at)| {
                let capacity = model.classes.iter().map(|class| class.capacity[dim]).max();
                let amount = model.delivery[at] + model.pickup[at];
                (amount as f64 / capacity.unwrap_or(1).max(1) as f64 * 1e6) as i64
            });
            sizes.max().unwrap_or(0)
        })
        .collect()
}
