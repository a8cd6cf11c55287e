//! The problem in flat arrays: scaled integers, classes of equal vehicles, neighbour lists.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::class::{Class, are_equal};
use crate::problem::{Matrix, Problem, ProblemError, TaskKind, Window};
use crate::solve::Tuning;

/// Time units in a second: keeps two digits of a speed factor.
pub(crate) const TIME_SCALE: i64 = 100;
/// Cost units: a time unit at one per hour is 1.
pub(crate) const COST_SCALE: i64 = TIME_SCALE * 3600;
pub(crate) const NONE: u32 = u32::MAX;
pub(crate) const NEVER: i64 = i64::MAX / 4;

/// Neighbours that a removal may reach from its seed.
const REACH: usize = 300;

#[derive(Debug)]
pub(crate) struct Model {
    pub tasks: usize,
    pub dims: usize,
    /// Location of each node: tasks, then start and end of each vehicle.
    pub location: Vec<u32>,
    pub kind: Vec<TaskKind>,
    pub partner: Vec<u32>,
    /// First opening and last closing of a task.
    pub open: Vec<i64>,
    pub close: Vec<i64>,
    /// Set for tasks with several windows.
    pub several: Vec<bool>,
    pub windows: Vec<Vec<Window>>,
    /// `dims` components for each task.
    pub delivery: Vec<i64>,
    pub pickup: Vec<i64>,
    pub priority: Vec<u32>,
    pub class_of: Vec<u32>,
    pub classes: Vec<Class>,
    pub matrices: Vec<Legs>,
    /// Tasks by distance, `reach` for each task.
    pub near: Vec<u32>,
    pub reach: usize,
    /// Likely predecessors and successors, `neighbours` for each task.
    pub before: Vec<u32>,
    pub after: Vec<u32>,
    pub neighbours: usize,
    pub has_priorities: bool,
    pub has_windows: bool,
    /// First tasks of their routes: nothing is inserted before them, and they are not removed.
    pub leading: Vec<bool>,
    /// Leading tasks, and deliveries of leading pickups: they are not removed.
    pub anchored: Vec<bool>,
    /// Average cost of a leg between neighbours: the scale of temperatures.
    pub typical: f64,
}

/// A matrix with one more row and column of zeros, where open routes begin and end.
#[derive(Debug)]
pub(crate) struct Legs {
    pub size: usize,
    pub durations: Vec<u32>,
    pub distances: Option<Vec<u32>>,
    pub costs: Option<Vec<u32>>,
    /// Columns as rows, unless the matrices are symmetric: the legs into a task lie together.
    turned: Option<[Vec<u32>; 3]>,
}

impl Model {
    /// Prepares a search, or lists of any neighbours if it is stopped before it begins.
    pub fn new(
        problem: &Problem,
        tuning: &Tuning,
        stop: Option<&AtomicBool>,
    ) -> Result<Self, ProblemError> {
        problem.validate()?;
        let tasks = problem.tasks();
        let dims = problem.dimensions;
        let origin = problem.matrices.iter().map(|matrix| matrix.size).max();
        let origin = origin.unwrap_or(0) as u32;
        let mut model = Self {
            tasks,
            dims,
            location: Vec::new(),
            kind: (0..tasks).map(|task| problem.kind(task)).collect(),
            partner: (0..tasks)
                .map(|task| problem.partner(task).map_or(NONE, |other| other as u32))
                .collect(),
            open: vec![0; tasks],
            close: vec![NEVER; tasks],
            several: vec![false; tasks],
            windows: Vec::with_capacity(tasks),
            delivery: vec![0; tasks * dims],
            pickup: vec![0; tasks * dims],
            priority: (0..tasks).map(|task| problem.priority(task)).collect(),
            class_of: Vec::new(),
            classes: Vec::new(),
            matrices: problem
                .matrices
                .iter()
                .map(|matrix| Legs::new(matrix, origin as usize + 1))
                .collect(),
            near: Vec::new(),
            reach: 0,
            before: Vec::new(),
            after: Vec::new(),
            neighbours: 0,
            has_priorities: (0..tasks).any(|task| problem.priority(task) > 0),
            has_windows: false,
            leading: vec![false; tasks],
            anchored: vec![false; tasks],
            typical: 1.0,
        };
        for task in 0..tasks {
            let stop = problem.stop(task);
            model.location.push(stop.location as u32);
            let windows: Vec<Window> = (stop.windows.iter())
                .map(|&(open, close)| (open * TIME_SCALE, close * TIME_SCALE))
                .collect();
            if let (Some(first), Some(last)) = (windows.first(), windows.last()) {
                model.open[task] = first.0;
                model.close[task] = last.1;
                model.has_windows = true;
            }
            model.several[task] = windows.len() > 1;
            model.windows.push(windows);
            let at = task * dims..(task + 1) * dims;
            match problem.kind(task) {
                TaskKind::Job => {
                    model.delivery[at.clone()].copy_from_slice(&problem.jobs[task].delivery);
                    model.pickup[at].copy_from_slice(&problem.jobs[task].pickup);
                }
                TaskKind::Pickup => {
                    let shipment = (task - problem.jobs.len()) / 2;
                    model.pickup[at].copy_from_slice(&problem.shipments[shipment].amount);
                }
                TaskKind::Delivery => {
                    let shipment = (task - problem.jobs.len()) / 2;
                    model.delivery[at].copy_from_slice(&problem.shipments[shipment].amount);
                }
            }
        }
        for (index, vehicle) in problem.vehicles.iter().enumerate() {
            for end in [vehicle.start, vehicle.end] {
                model
                    .location
                    .push(end.map_or(origin, |location| location as u32));
            }
            let equal = (model.classes.iter()).position(|class| {
                are_equal(vehicle, &problem.vehicles[class.vehicles[0] as usize])
            });
            let class = match equal {
                Some(class) => class,
                None => {
                    model.classes.push(Class::new(problem, vehicle));
                    model.classes.len() - 1
                }
            };
            model.classes[class].vehicles.push(index as u32);
            model.class_of.push(class as u32);
        }
        model.check_range()?;
        model.find_neighbours(tuning.neighbours, stop);
        Ok(model)
    }

    /// Marks the first tasks of routes, and returns the routes that contain them all: the
    /// deliveries of their pickups follow. Unknown tasks are left to the check of the routes.
    pub fn keep(&mut self, kept: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let mut routes = kept.to_vec();
        for route in &mut routes {
            for &task in route.iter().filter(|&&task| task < self.tasks) {
                self.leading[task] = true;
                self.anchored[task] = true;
            }
            let partners = route.iter().filter_map(|&task| {
                let is_pickup = self.kind.get(task) == Some(&TaskKind::Pickup);
                is_pickup.then(|| self.partner[task] as usize)
            });
            let missing: Vec<usize> = partners
                .filter(|partner| !route.contains(partner))
                .collect();
            for &task in &missing {
                self.anchored[task] = true;
            }
            route.extend(missing);
        }
        routes.resize(self.class_of.len(), Vec::new());
        routes
    }

    /// Class of a vehicle.
    #[inline(always)]
    pub fn class(&self, vehicle: u32) -> &Class {
        match self.classes.as_slice() {
            [only] => only,
            classes => &classes[self.class_of[vehicle as usize] as usize],
        }
    }

    /// Travel time and cost between two locations.
    #[inline(always)]
    pub fn leg(&self, class: &Class, from: u32, to: u32) -> (i64, i64) {
        let legs = &self.matrices[class.matrix];
        let at = from as usize * legs.size + to as usize;
        let time = i64::from(legs.durations[at]) * class.time_factor;
        if class.own_costs {
            let cost = legs.costs.as_ref().map_or(0, |costs| i64::from(costs[at]));
            return (time, cost * COST_SCALE);
        }
        let mut cost = time * class.per_time;
        if class.per_metre > 0
            && let Some(distances) = &legs.distances
        {
            cost += i64::from(distances[at]) * class.per_metre;
        }
        (time, cost)
    }

    /// As `leg`, for one task and many places before it.
    #[inline(always)]
    pub fn leg_into(&self, class: &Class, from: u32, to: u32) -> (i64, i64) {
        let legs = &self.matrices[class.matrix];
        let Some([durations, distances, costs]) = &legs.turned else {
            return self.leg(class, to, from);
        };
        let at = to as usize * legs.size + from as usize;
        let time = i64::from(durations[at]) * class.time_factor;
        if class.own_costs {
            return (time, i64::from(costs[at]) * COST_SCALE);
        }
        let mut cost = time * class.per_time;
        if class.per_metre > 0 && !distances.is_empty() {
            cost += i64::from(distances[at]) * class.per_metre;
        }
        (time, cost)
    }

    pub fn distance(&self, class: &Class, from: u32, to: u32) -> i64 {
        let legs = &self.matrices[class.matrix];
        (legs.distances.as_ref()).map_or(0, |distances| {
            i64::from(distances[from as usize * legs.size + to as usize])
        })
    }

    /// First time from `arrival` at which a task may begin; `NEVER` if there is none.
    #[inline(always)]
    pub fn begin(&self, task: u32, arrival: i64) -> i64 {
        let task = task as usize;
        if arrival > self.close[task] {
            return NEVER;
        }
        if !self.several[task] {
            return arrival.max(self.open[task]);
        }
        (self.windows[task].iter())
            .find(|window| arrival <= window.1)
            .map_or(NEVER, |window| arrival.max(window.0))
    }

    /// Last time until `limit` at which a task may begin; below zero if there is none.
    #[inline(always)]
    pub fn begin_by(&self, task: u32, limit: i64) -> i64 {
        let task = task as usize;
        if !self.several[task] {
            let last = limit.min(self.close[task]);
            return if last < self.open[task] { -1 } else { last };
        }
        (self.windows[task].iter().rev())
            .find(|window| window.0 <= limit)
            .map_or(-1, |window| limit.min(window.1))
    }

    /// Duration of a task for a vehicle that comes from another place or stays at one.
    #[inline(always)]
    pub fn action(&self, class: &Class, from: u32, task: u32) -> i64 {
        let setup = class.setup[task as usize];
        let service = class.service[task as usize];
        if setup > 0 && from != self.location[task as usize] {
            service + setup
        } else {
            service
        }
    }

    /// True if nothing may be inserted before a node.
    #[inline(always)]
    pub fn leads(&self, node: u32) -> bool {
        self.leading.get(node as usize).is_some_and(|leads| *leads)
    }

    pub fn start(&self, vehicle: u32) -> u32 {
        self.tasks as u32 + 2 * vehicle
    }

    pub fn end(&self, vehicle: u32) -> u32 {
        self.tasks as u32 + 2 * vehicle + 1
    }

    /// Rejects problems whose costs or times could overflow.
    fn check_range(&self) -> Result<(), ProblemError> {
        let legs = (self.tasks + 2 * self.class_of.len() + 2) as f64;
        for class in &self.classes {
            let matrix = &self.matrices[class.matrix];
            let largest = |values: &[u32]| values.iter().copied().max().unwrap_or(0) as f64;
            let time = largest(&matrix.durations) * class.time_factor as f64;
            let distance = matrix
                .distances
                .as_ref()
                .map_or(0.0, |values| largest(values));
            let own = matrix.costs.as_ref().map_or(0.0, |values| largest(values));
            let task = (class.service.iter().max().copied().unwrap_or(0)
                + class.setup.iter().max().copied().unwrap_or(0)) as f64;
            let cost = (time * class.per_time as f64)
                .max(own * COST_SCALE as f64)
                .max(distance * class.per_metre as f64)
                .max(task * class.per_task_time as f64)
                .max(class.fixed as f64);
            if cost * legs > 1e18 || (time + task) * legs > 1e18 {
                return Err(ProblemError::TooLarge);
            }
        }
        Ok(())
    }

    /// Lists for each task the tasks near it, and those that may well come before and after it.
    fn find_neighbours(&mut self, most: usize, stop: Option<&AtomicBool>) {
        let tasks = self.tasks;
        if tasks < 2 || self.classes.is_empty() {
            return;
        }
        let class = &self.classes[0];
        self.reach = REACH.min(tasks - 1);
        self.neighbours = most.min(tasks - 1);
        let mut near: Vec<(i64, u32)> = Vec::with_capacity(tasks);
        let mut before = near.clone();
        let mut after = near.clone();
        let mut sum = 0.0;
        // A wait or delay counts less than travel, as it costs nothing in itself.
        let wait = |time: i64| time.max(0) * class.per_time.max(1) / 5;
        let slip = |first: u32, second: u32, time: i64| {
            let (a, b) = (first as usize, second as usize);
            let done = class.service[a] + time;
            let early = self.open[b] - (self.close[a].min(NEVER / 8) + done);
            let late = (self.open[a] + done) - self.close[b];
            if late > 0 { NEVER } else { wait(early) }
        };
        let (mut near_all, mut before_all, mut after_all) = (vec![], vec![], vec![]);
        for task in 0..tasks as u32 {
            near.clear();
            before.clear();
            after.clear();
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                let others = |count: usize| {
                    let others = (0..tasks as u32).filter(move |&other| other != task);
                    others.take(count)
                };
                near_all.extend(others(self.reach));
                before_all.extend(others(self.neighbours));
                after_all.extend(others(self.neighbours));
                continue;
            }
            let here = self.location[task as usize];
            for other in (0..tasks as u32).filter(|&other| other != task) {
                let there = self.location[other as usize];
                let (away, out) = self.leg(class, here, there);
                let (back, home) = self.leg(class, there, here);
                near.push((out + home, other));
                after.push((out.saturating_add(slip(task, other, away)), other));
                before.push((home.saturating_add(slip(other, task, back)), other));
            }
            take_smallest(&mut near, self.reach);
            take_smallest(&mut before, self.neighbours);
            take_smallest(&mut after, self.neighbours);
            sum += near[0].0 as f64 / 2.0 + near[near.len().min(5) - 1].0 as f64 / 2.0;
            near_all.extend(near.iter().map(|&(_, other)| other));
            before_all.extend(before.iter().map(|&(_, other)| other));
            after_all.extend(after.iter().map(|&(_, other)| other));
        }
        self.typical = (sum / 2.0 / tasks as f64).max(1.0);
        (self.near, self.before, self.after) = (near_all, before_all, after_all);
    }
}

impl Legs {
    fn new(matrix: &Matrix, size: usize) -> Self {
        let widen = |values: &Vec<u32>| widen(values, matrix.size, size);
        let mut legs = Self {
            size,
            durations: widen(&matrix.durations),
            distances: matrix.distances.as_ref().map(widen),
            costs: matrix.costs.as_ref().map(widen),
            turned: None,
        };
        let all = [
            Some(&legs.durations),
            legs.distances.as_ref(),
            legs.costs.as_ref(),
        ];
        if !all
            .iter()
            .flatten()
            .all(|values| is_symmetric(values, size))
        {
            legs.turned =
                Some(all.map(|values| values.map_or(vec![], |values| turn(values, size))));
        }
        legs
    }
}

fn widen(values: &[u32], size: usize, wide: usize) -> Vec<u32> {
    let mut all = vec![0; wide * wide];
    for row in 0..size {
        all[row * wide..row * wide + size].copy_from_slice(&values[row * size..][..size]);
    }
    all
}

fn is_symmetric(values: &[u32], size: usize) -> bool {
    (0..size).all(|row| (0..row).all(|col| values[row * size + col] == values[col * size + row]))
}

fn turn(values: &[u32], size: usize) -> Vec<u32> {
    (0..size * size)
        .map(|at| values[at % size * size + at / size])
        .collect()
}

fn take_smallest(list: &mut Vec<(i64, u32)>, count: usize) {
    if list.len() > count {
        list.select_nth_unstable(count);
        list.truncate(count);
    }
    list.sort_unstable();
}
