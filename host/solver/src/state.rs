//! Routes under change: linked tasks with forward and backward figures, and an undo log.

use crate::exact;
use crate::model::{Model, NEVER, NONE};
use crate::problem::TaskKind;

/// Figures of a task in its route; starts and ends of vehicles are nodes too.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Node {
    /// `NONE` if the task is unassigned.
    pub route: u32,
    pub prev: u32,
    pub next: u32,
    /// Next node at which the leg was looked up; `NONE` if the leg has changed since.
    known_next: u32,
    /// Earliest begin.
    pub begin: i64,
    /// Earliest departure.
    pub depart: i64,
    /// Latest arrival from which the rest of the route is in time, without the task's own setup.
    pub latest: i64,
    /// Cost of the leg to the next node, and its travel time.
    pub cost_next: i64,
    travel_next: i64,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Route {
    pub tasks: u32,
    pub cost: i64,
    pub travel: i64,
    pub distance: i64,
}

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub nodes: Vec<Node>,
    pub routes: Vec<Route>,
    /// For each node and dimension the load after it, then the highest loads before and up to it,
    /// then the highest from it on.
    loads: Vec<i64>,
    pub unassigned: Vec<u32>,
    pub cost: i64,
    /// Vehicles with tasks.
    pub used: usize,
    /// Unused vehicles of each class.
    pub spare: Vec<Vec<u32>>,
    /// Vehicles that stay unused.
    pub is_blocked: Vec<bool>,
    sequence: Vec<u32>,
    log: Log,
}

/// Everything that an iteration changed, as it was before.
#[derive(Clone, Debug, Default)]
struct Log {
    epoch: u32,
    saved: Vec<u32>,
    routes: Vec<(u32, Route)>,
    nodes: Vec<(u32, Node)>,
    loads: Vec<i64>,
    unassigned: Vec<u32>,
    cost: i64,
    used: usize,
    spare_changed: bool,
}

impl State {
    pub fn new(model: &Model) -> Self {
        let vehicles = model.class_of.len();
        let nodes = model.tasks + 2 * vehicles;
        let node = Node {
            route: NONE,
            prev: NONE,
            next: NONE,
            known_next: NONE,
            begin: 0,
            depart: 0,
            latest: NEVER,
            cost_next: 0,
            travel_next: 0,
        };
        let mut state = Self {
            nodes: vec![node; nodes],
            routes: vec![Route::default(); vehicles],
            loads: vec![0; nodes * 3 * model.dims],
            unassigned: (0..model.tasks as u32)
                .filter(|&task| model.kind[task as usize] != TaskKind::Delivery)
                .collect(),
            cost: 0,
            used: 0,
            is_blocked: vec![false; vehicles],
            spare: vec![Vec::new(); model.classes.len()],
            sequence: Vec::new(),
            log: Log::default(),
        };
        state.log.saved = vec![0; vehicles];
        for vehicle in 0..vehicles as u32 {
            let (start, end) = (model.start(vehicle), model.end(vehicle));
            state.nodes[start as usize].route = vehicle;
            state.nodes[end as usize].route = vehicle;
            state.nodes[start as usize].next = end;
            state.nodes[end as usize].prev = start;
            state.refresh(model, vehicle);
        }
        state.cost = 0;
        state.find_spare(model);
        state
    }

    pub fn is_assigned(&self, task: u32) -> bool {
        self.nodes[task as usize].route != NONE
    }

    pub fn find_spare(&mut self, model: &Model) {
        for (class, spare) in model.classes.iter().zip(&mut self.spare) {
            spare.clear();
            let empty = class.vehicles.iter().rev().copied();
            spare.extend(empty.filter(|&vehicle| {
                self.routes[vehicle as usize].tasks == 0 && !self.is_blocked[vehicle as usize]
            }));
        }
    }

    pub fn sequence(&self, model: &Model, vehicle: u32, into: &mut Vec<u32>) {
        into.clear();
        let end = model.end(vehicle);
        let mut at = self.nodes[model.start(vehicle) as usize].next;
        while at != end {
            into.push(at);
            at = self.nodes[at as usize].next;
        }
    }

    /// Replaces all routes by feasible ones.
    pub fn set_routes(&mut self, model: &Model, routes: &[Vec<u32>]) {
        for node in &mut self.nodes[..model.tasks] {
            node.route = NONE;
        }
        for (vehicle, tasks) in routes.iter().enumerate() {
            let vehicle = vehicle as u32;
            let (mut last, end) = (model.start(vehicle), model.end(vehicle));
            self.nodes[last as usize].next = end;
            self.nodes[last as usize].known_next = NONE;
            self.nodes[end as usize].prev = last;
            for &task in tasks {
                self.link(task, last);
                last = task;
            }
            self.refresh(model, vehicle);
        }
        self.unassigned.clear();
        let heads =
            (0..model.tasks as u32).filter(|&task| model.kind[task as usize] != TaskKind::Delivery);
        let missing = heads.filter(|&task| self.nodes[task as usize].route == NONE);
        self.unassigned.extend(missing);
        self.find_spare(model);
    }

    /// Unlinks a task. The route's figures are stale until `refresh`.
    pub fn unlink(&mut self, task: u32) {
        let Node { prev, next, .. } = self.nodes[task as usize];
        self.nodes[prev as usize].next = next;
        self.nodes[prev as usize].known_next = NONE;
        self.nodes[next as usize].prev = prev;
        self.nodes[task as usize].route = NONE;
    }

    /// Links a task after a node. The route's figures are stale until `refresh`.
    pub fn link(&mut self, task: u32, after: u32) {
        let Node { route, next, .. } = self.nodes[after as usize];
        self.nodes[task as usize].route = route;
        self.nodes[task as usize].prev = after;
        self.nodes[task as usize].next = next;
        self.nodes[task as usize].known_next = NONE;
        self.nodes[after as usize].next = task;
        self.nodes[after as usize].known_next = NONE;
        self.nodes[next as usize].prev = task;
    }

    /// Recomputes a route's figures and the total cost. False if the route is infeasible, which a
    /// removal can cause where a detour is quicker than the direct way.
    pub fn refresh(&mut self, model: &Model, vehicle: u32) -> bool {
        let class = model.class(vehicle);
        let (start, end) = (model.start(vehicle), model.end(vehicle));
        let mut route = Route::default();
        let mut feasible = true;
        let mut at = start;
        let (mut time, mut from) = (class.open, model.location[start as usize]);
        self.nodes[start as usize].begin = time;
        self.nodes[start as usize].depart = time;
        let mut travel_cost = 0;
        while at != end {
            let node = &mut self.nodes[at as usize];
            let next = node.next;
            let to = model.location[next as usize];
            if node.known_next != next {
                let is_unused = next == end && at == start;
                (node.travel_next, node.cost_next) = match is_unused {
                    true => (0, 0),
                    false => model.leg(class, from, to),
                };
                node.known_next = next;
            }
            let travel = node.travel_next;
            travel_cost += node.cost_next;
            if class.limited {
                route.travel += travel;
                route.distance += model.distance(class, from, to);
            }
            let arrival = time + travel;
            if next == end {
                feasible &= arrival <= class.close;
                self.nodes[end as usize].begin = arrival;
            } else {
                let begin = model.begin(next, arrival);
                feasible &= begin != NEVER;
                let action = model.action(class, from, next);
                travel_cost += action * class.per_task_time;
                let node = &mut self.nodes[next as usize];
                node.begin = begin;
                node.depart = begin + action;
                time = begin + action;
                route.tasks += 1;
            }
            (at, from) = (next, to);
        }
        if route.tasks > 0 {
            travel_cost += class.fixed;
        } else {
            (route.travel, route.distance) = (0, 0);
        }
        route.cost = travel_cost;
        self.nodes[end as usize].latest = class.close;
        if !class.timeless {
            self.refresh_latest(model, vehicle);
        }
        feasible &= self.refresh_loads(model, vehicle);
        feasible &= route.tasks <= class.max_tasks
            && route.travel <= class.max_travel
            && route.distance <= class.max_distance;
        let before = &self.routes[vehicle as usize];
        self.cost += route.cost - before.cost;
        self.used = self.used + usize::from(route.tasks > 0) - usize::from(before.tasks > 0);
        self.routes[vehicle as usize] = route;
        if feasible && class.verify && route.tasks > 0 {
            let mut sequence = std::mem::take(&mut self.sequence);
            self.sequence(model, vehicle, &mut sequence);
            feasible = exact::is_in_time(model, class, vehicle, &sequence);
            self.sequence = sequence;
        }
        feasible
    }

    fn refresh_latest(&mut self, model: &Model, vehicle: u32) {
        let class = model.class(vehicle);
        let (start, end) = (model.start(vehicle), model.end(vehicle));
        let mut limit = class.close;
        let mut at = end;
        while at != start {
            let prev = self.nodes[at as usize].prev;
            if prev == start {
                break;
            }
            let from = model.location[prev as usize];
            let by = limit - self.nodes[prev as usize].travel_next;
            let service = class.service[prev as usize];
            self.nodes[prev as usize].latest = model.begin_by(prev, by - service);
            let before = model.location[self.nodes[prev as usize].prev as usize];
            limit = match class.setup[prev as usize] > 0 && before != from {
                true => model.begin_by(prev, by - service - class.setup[prev as usize]),
                false => self.nodes[prev as usize].latest,
            };
            at = prev;
        }
    }

    fn refresh_loads(&mut self, model: &Model, vehicle: u32) -> bool {
        let dims = model.dims;
        let class = model.class(vehicle);
        let (start, end) = (model.start(vehicle) as usize, model.end(vehicle) as usize);
        let mut feasible = true;
        for dim in 0..dims {
            let mut load = 0;
            let mut at = self.nodes[start].next as usize;
            while at != end {
                if model.kind[at] == TaskKind::Job {
                    load += model.delivery[at * dims + dim];
                }
                at = self.nodes[at].next as usize;
            }
            let mut peak = load;
            let place = |node: usize| node * 3 * dims + dim;
            self.loads[place(start)] = load;
            self.loads[place(start) + dims] = load;
            let mut at = self.nodes[start].next as usize;
            while at != end {
                let index = at * dims + dim;
                load += model.pickup[index] - model.delivery[index];
                peak = peak.max(load);
                self.loads[place(at)] = load;
                self.loads[place(at) + dims] = peak;
                at = self.nodes[at].next as usize;
            }
            feasible &= peak <= class.capacity[dim];
            let mut peak = 0;
            while at != start {
                at = self.nodes[at].prev as usize;
                peak = peak.max(self.loads[place(at)]);
                self.loads[place(at) + 2 * dims] = peak;
            }
        }
        feasible
    }

    /// Load after a node.
    pub fn load(&self, model: &Model, node: u32) -> &[i64] {
        &self.loads[node as usize * 3 * model.dims..][..model.dims]
    }

    /// Highest loads before and up to a node, then the highest from it on, by dimension.
    #[inline(always)]
    pub fn peaks(&self, model: &Model, node: u32) -> (&[i64], &[i64]) {
        let dims = model.dims;
        let first = node as usize * 3 * dims + dims;
        self.loads[first..first + 2 * dims].split_at(dims)
    }

    /// Begins an iteration: what changes from here can be undone.
    pub fn begin(&mut self) {
        self.log.epoch += 1;
        self.log.routes.clear();
        self.log.nodes.clear();
        self.log.loads.clear();
        self.log.unassigned.clone_from(&self.unassigned);
        self.log.cost = self.cost;
        self.log.used = self.used;
        self.log.spare_changed = false;
    }

    /// Saves a route before its first change.
    pub fn touch(&mut self, model: &Model, vehicle: u32) {
        if self.log.saved[vehicle as usize] == self.log.epoch {
            return;
        }
        self.log.saved[vehicle as usize] = self.log.epoch;
        self.log
            .routes
            .push((vehicle, self.routes[vehicle as usize]));
        let end = model.end(vehicle);
        let mut at = model.start(vehicle);
        loop {
            let index = at as usize;
            self.log.nodes.push((at, self.nodes[index]));
            let loads = index * 3 * model.dims..(index + 1) * 3 * model.dims;
            self.log.loads.extend_from_slice(&self.loads[loads]);
            if at == end {
                break;
            }
            at = self.nodes[index].next;
        }
    }

    /// Routes that this iteration has changed.
    pub fn touched(&self) -> impl Iterator<Item = u32> + '_ {
        self.log.routes.iter().map(|&(route, _)| route)
    }

    pub fn note_spare_changed(&mut self) {
        self.log.spare_changed = true;
    }

    /// Takes back everything since `begin`.
    pub fn undo(&mut self, model: &Model) {
        std::mem::swap(&mut self.unassigned, &mut self.log.unassigned);
        for &task in &self.unassigned {
            self.nodes[task as usize].route = NONE;
            let partner = model.partner[task as usize];
            if partner != NONE {
                self.nodes[partner as usize].route = NONE;
            }
        }
        let figures = 3 * model.dims;
        let mut loads = self.log.loads.as_slice();
        for &(at, node) in &self.log.nodes {
            let index = at as usize;
            self.nodes[index] = node;
            let (saved, rest) = loads.split_at(figures);
            self.loads[index * figures..][..figures].copy_from_slice(saved);
            loads = rest;
        }
        for &(vehicle, route) in &self.log.routes {
            self.routes[vehicle as usize] = route;
        }
        self.cost = self.log.cost;
        self.used = self.log.used;
        if self.log.spare_changed {
            self.find_spare(model);
        }
    }
}
