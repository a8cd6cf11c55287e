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
    /// Earliest begin.
    pub begin: i64,
    /// Earliest departure.
    pub depart: i64,
    /// Latest arrival from which the rest of the route is in time, without the task's own setup.
    pub latest: i64,
    /// Cost of the leg to the next node.
    pub cost_next: i64,
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
    /// Load after each node, the highest before and up to it, and the highest from it on.
    load: Vec<i64>,
    pub peak_before: Vec<i64>,
    pub peak_after: Vec<i64>,
    pub unassigned: Vec<u32>,
    pub cost: i64,
    /// Unused vehicles of each class.
    pub spare: Vec<Vec<u32>>,
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
            begin: 0,
            depart: 0,
            latest: NEVER,
            cost_next: 0,
        };
        let mut state = Self {
            nodes: vec![node; nodes],
            routes: vec![Route::default(); vehicles],
            load: vec![0; nodes * model.dims],
            peak_before: vec![0; nodes * model.dims],
            peak_after: vec![0; nodes * model.dims],
            unassigned: (0..model.tasks as u32)
                .filter(|&task| model.kind[task as usize] != TaskKind::Delivery)
                .collect(),
            cost: 0,
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
            spare.extend(empty.filter(|&vehicle| self.routes[vehicle as usize].tasks == 0));
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

    /// Unlinks a task. The route's figures are stale until `refresh`.
    pub fn unlink(&mut self, task: u32) {
        let Node { prev, next, .. } = self.nodes[task as usize];
        self.nodes[prev as usize].next = next;
        self.nodes[next as usize].prev = prev;
        self.nodes[task as usize].route = NONE;
    }

    /// Links a task after a node. The route's figures are stale until `refresh`.
    pub fn link(&mut self, task: u32, after: u32) {
        let Node { route, next, .. } = self.nodes[after as usize];
        self.nodes[task as usize].route = route;
        self.nodes[task as usize].prev = after;
        self.nodes[task as usize].next = next;
        self.nodes[after as usize].next = task;
        self.nodes[next as usize].prev = task;
    }

    /// Recomputes a route's figures and the total cost. False if the route is infeasible, which a
    /// removal can cause where a detour is quicker than the direct way.
    pub fn refresh(&mut self, model: &Model, vehicle: u32) -> bool {
        let class = &model.classes[model.class_of[vehicle as usize] as usize];
        let (start, end) = (model.start(vehicle), model.end(vehicle));
        let mut route = Route::default();
        let mut feasible = true;
        let mut at = start;
        let (mut time, mut from) = (class.open, model.location[start as usize]);
        self.nodes[start as usize].begin = time;
        self.nodes[start as usize].depart = time;
        let mut travel_cost = 0;
        while at != end {
            let next = self.nodes[at as usize].next;
            let to = model.location[next as usize];
            let (mut travel, mut cost) = model.leg(class, from, to);
            if next == end && at == start {
                (travel, cost) = (0, 0);
            }
            self.nodes[at as usize].cost_next = cost;
            travel_cost += cost;
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
        self.cost += route.cost - self.routes[vehicle as usize].cost;
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
        let class = &model.classes[model.class_of[vehicle as usize] as usize];
        let (start, end) = (model.start(vehicle), model.end(vehicle));
        let mut limit = class.close;
        let mut at = end;
        while at != start {
            let prev = self.nodes[at as usize].prev;
            if prev == start {
                break;
            }
            let from = model.location[prev as usize];
            let (travel, _) = model.leg(class, from, model.location[at as usize]);
            let by = limit - travel;
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
        let class = &model.classes[model.class_of[vehicle as usize] as usize];
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
            self.load[start * dims + dim] = load;
            self.peak_before[start * dims + dim] = load;
            let mut at = self.nodes[start].next as usize;
            while at != end {
                let index = at * dims + dim;
                load += model.pickup[index] - model.delivery[index];
                peak = peak.max(load);
                self.load[index] = load;
                self.peak_before[index] = peak;
                at = self.nodes[at].next as usize;
            }
            feasible &= peak <= class.capacity[dim];
            let mut peak = 0;
            while at != start {
                at = self.nodes[at].prev as usize;
                peak = peak.max(self.load[at * dims + dim]);
                self.peak_after[at * dims + dim] = peak;
            }
        }
        feasible
    }

    pub fn load(&self, model: &Model, node: u32) -> &[i64] {
        &self.load[node as usize * model.dims..][..model.dims]
    }

    /// Begins an iteration: what changes from here can be undone.
    pub fn begin(&mut self) {
        self.log.epoch += 1;
        self.log.routes.clear();
        self.log.nodes.clear();
        self.log.loads.clear();
        self.log.unassigned.clone_from(&self.unassigned);
        self.log.cost = self.cost;
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
            let loads = index * model.dims..(index + 1) * model.dims;
            self.log.loads.extend_from_slice(&self.load[loads.clone()]);
            self.log
                .loads
                .extend_from_slice(&self.peak_before[loads.clone()]);
            self.log.loads.extend_from_slice(&self.peak_after[loads]);
            if at == end {
                break;
            }
            at = self.nodes[index].next;
        }
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
        let dims = model.dims;
        let mut loads = self.log.loads.as_slice();
        for &(at, node) in &self.log.nodes {
            let index = at as usize;
            self.nodes[index] = node;
            for target in [&mut self.load, &mut self.peak_before, &mut self.peak_after] {
                target[index * dims..(index + 1) * dims].copy_from_slice(&loads[..dims]);
                loads = &loads[dims..];
            }
        }
        for &(vehicle, route) in &self.log.routes {
            self.routes[vehicle as usize] = route;
        }
        self.cost = self.log.cost;
        if self.log.spare_changed {
            self.find_spare(model);
        }
    }
}
