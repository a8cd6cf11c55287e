//! Ruin and recreate: strings of neighbouring tasks are removed and inserted again, and the change
//! is kept by simulated annealing.

mod fleet;
mod pace;
mod ruin;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::insert::{Inserter, insert};
use crate::model::{Model, NEVER};
use crate::problem::TaskKind;
use crate::random::Random;
use crate::solve::Tuning;
use crate::state::State;
use pace::Pace;

/// Limits of one search.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'a> {
    pub iterations: Option<u64>,
    pub time: Option<Duration>,
    pub clock: fn() -> Duration,
    pub started: Duration,
    pub stop: Option<&'a AtomicBool>,
    pub tuning: Tuning,
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
    tuning: Tuning,
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
    /// Routes that differ from the best plan's, and whether each of them does.
    changed: Vec<u32>,
    is_changed: Vec<bool>,
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
        tuning: limits.tuning,
        inserter: Inserter::new(vehicles, true),
        removed: Vec::new(),
        keys: Vec::new(),
        ruined: vec![0; vehicles],
        ruin: 0,
        string: Vec::new(),
        absences: vec![0; model.tasks],
        absent: 0,
        tasks_of_class: demand(model),
        changed: (0..vehicles as u32).collect(),
        is_changed: vec![true; vehicles],
        state,
        random,
    };
    search.run(limits, report)
}

impl Search<'_> {
    fn run(&mut self, limits: Limits<'_>, report: Option<&Report<'_>>) -> Best {
        let mut best = Best {
            score: self.score(),
            routes: vec![Vec::new(); self.state.routes.len()],
            iterations: 0,
        };
        self.keep(&mut best);
        if self.model.tasks == 0 || self.state.routes.is_empty() {
            return best;
        }
        let mut pace = Pace::new(limits, report);
        self.reduce_fleet(&mut pace, &mut best);
        self.anneal(&mut pace, &mut best);
        best.iterations = pace.iteration;
        best
    }

    /// Changes the plan at falling temperatures until the end.
    fn anneal(&mut self, pace: &mut Pace<'_>, best: &mut Best) {
        let mut current = self.score();
        let begin = pace.progress;
        let Tuning { hot, cold, .. } = self.tuning;
        while pace.next(best) {
            let progress = (pace.progress - begin) / (1.0 - begin).max(1e-9);
            let temperature = self.model.typical * hot * (cold / hot).powf(progress);
            if let Some(new) = self.step(current, temperature) {
                current = new;
                if new < best.score {
                    best.score = new;
                    self.keep(best);
                }
            }
        }
    }

    /// Ruins and recreates the plan, and takes it back unless it is accepted.
    fn step(&mut self, current: Score, temperature: f64) -> Option<Score> {
        let slack = -temperature * (1.0 - self.random.unit()).ln();
        self.state.begin();
        self.ruin();
        // A complete plan is only followed by complete ones of a bounded cost.
        let most = match current.missing {
            0 => current.cost.saturating_add(slack.ceil() as i64),
            _ => NEVER,
        };
        if !self.recreate(most) {
            self.state.undo(self.model);
            return None;
        }
        let new = self.score();
        if !self.accepts(current, new, slack) {
            self.state.undo(self.model);
            return None;
        }
        for route in self.state.touched() {
            if !self.is_changed[route as usize] {
                self.is_changed[route as usize] = true;
                self.changed.push(route);
            }
        }
        Some(new)
    }

    fn accepts(&mut self, current: Score, new: Score, slack: f64) -> bool {
        let absent: u64 = (self.state.unassigned.iter())
            .map(|&task| u64::from(self.absences[task as usize]))
            .sum();
        for &task in &self.state.unassigned {
            self.absences[task as usize] += 1;
        }
        let accepted = match (new.lost, new.missing).cmp(&(current.lost, current.missing)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal => ((new.cost - current.cost) as f64) < slack,
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

    /// Copies the routes that have changed since the last best plan.
    fn keep(&mut self, best: &mut Best) {
        for vehicle in self.changed.drain(..) {
            self.is_changed[vehicle as usize] = false;
            let route = &mut best.routes[vehicle as usize];
            self.state.sequence(self.model, vehicle, route);
        }
    }

    /// Inserts removed and unassigned tasks again, in one of several orders. False if that costs
    /// at least `most`, or if a task finds no place below it.
    fn recreate(&mut self, most: i64) -> bool {
        let model = self.model;
        self.removed.append(&mut self.state.unassigned);
        self.sort();
        for index in 0..self.keys.len() {
            let task = self.keys[index].1;
            let limit = if most < NEVER {
                most - self.state.cost
            } else {
                NEVER
            };
            let place = (self.inserter).best(model, &self.state, &mut self.random, task, limit);
            if place.exists() {
                let vehicle = self.state.nodes[place.after as usize].route;
                self.state.touch(model, vehicle);
                insert(model, &mut self.state, task, place);
            } else if most < NEVER {
                return false;
            } else {
                self.state.unassigned.push(task);
            }
        }
        true
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
