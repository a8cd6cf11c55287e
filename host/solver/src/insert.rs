//! Best place of a job or a shipment in the routes there are.

use crate::class::Class;
use crate::exact;
use crate::model::{Model, NEVER, NONE};
use crate::problem::TaskKind;
use crate::random::Random;
use crate::state::State;

/// A place for a job, or for both tasks of a shipment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub cost: i64,
    /// Node before the job or the pickup.
    pub after: u32,
    /// Node before the delivery: the pickup itself if it follows directly.
    pub delivery_after: u32,
}

impl Place {
    pub const NOWHERE: Self = Self {
        cost: NEVER,
        after: NONE,
        delivery_after: NONE,
    };

    pub fn exists(&self) -> bool {
        self.after != NONE
    }
}

/// Evaluates places; some are skipped at random, so that searches differ.
#[derive(Debug)]
pub(crate) struct Inserter {
    /// Places until the next skipped one.
    blink_in: u32,
    blink_gap: f64,
    sequence: Vec<u32>,
    marked: Vec<u32>,
    mark: u32,
}

impl Inserter {
    /// Skips one place in a hundred, or none.
    pub fn new(vehicles: usize, blinks: bool) -> Self {
        Self {
            blink_in: if blinks { 50 } else { u32::MAX },
            blink_gap: 100.0,
            sequence: Vec::new(),
            marked: vec![0; vehicles],
            mark: 0,
        }
    }

    #[inline(always)]
    fn blinks(&mut self, random: &mut Random) -> bool {
        if self.blink_in > 0 {
            self.blink_in -= u32::from(self.blink_in != u32::MAX);
            return false;
        }
        let gap = -self.blink_gap * (1.0 - random.unit()).ln();
        self.blink_in = gap as u32;
        true
    }

    /// Cheapest place below a cost among the likely neighbours and unused vehicles; without a
    /// limit, all routes are scanned if those have none.
    pub fn best(
        &mut self,
        model: &Model,
        state: &State,
        random: &mut Random,
        task: u32,
        limit: i64,
    ) -> Place {
        let mut best = Place {
            cost: limit,
            ..Place::NOWHERE
        };
        if model.kind[task as usize] == TaskKind::Job {
            let at = task as usize * model.neighbours;
            for index in at..at + model.neighbours {
                let before = model.before[index];
                if state.is_assigned(before) && !self.blinks(random) {
                    self.try_job(model, state, task, before, &mut best);
                }
                let after = model.after[index];
                if state.is_assigned(after) && !self.blinks(random) {
                    let before = state.nodes[after as usize].prev;
                    self.try_job(model, state, task, before, &mut best);
                }
            }
        } else {
            self.mark += 1;
            for node in [task, model.partner[task as usize]] {
                let at = node as usize * model.neighbours;
                for index in at..at + model.neighbours {
                    for other in [model.before[index], model.after[index]] {
                        let route = state.nodes[other as usize].route;
                        if route != NONE && self.marked[route as usize] != self.mark {
                            self.marked[route as usize] = self.mark;
                            self.try_route(model, state, random, task, route, &mut best);
                        }
                    }
                }
            }
        }
        for spare in &state.spare {
            if let Some(&vehicle) = spare.last()
                && !self.blinks(random)
            {
                self.try_route(model, state, random, task, vehicle, &mut best);
            }
        }
        if !best.exists() && limit >= NEVER {
            for vehicle in 0..state.routes.len() as u32 {
                if state.routes[vehicle as usize].tasks > 0 {
                    self.try_route(model, state, random, task, vehicle, &mut best);
                }
            }
        }
        best
    }

    /// Tries all places in one route.
    pub fn try_route(
        &mut self,
        model: &Model,
        state: &State,
        random: &mut Random,
        task: u32,
        vehicle: u32,
        best: &mut Place,
    ) {
        let class = model.class(vehicle);
        if !class.allowed[task as usize] {
            return;
        }
        let end = model.end(vehicle);
        let mut after = model.start(vehicle);
        let job = model.kind[task as usize] == TaskKind::Job;
        while after != end {
            if !self.blinks(random) {
                if job {
                    self.try_job(model, state, task, after, best);
                } else {
                    self.try_shipment(model, state, task, after, best);
                }
            }
            // Nothing can be inserted once the task would begin too late.
            if state.nodes[after as usize].begin > model.close[task as usize] {
                break;
            }
            after = state.nodes[after as usize].next;
        }
    }

    /// Checks in constant time whether a job fits after a node for less than the best place.
    #[inline(always)]
    fn try_job(&mut self, model: &Model, state: &State, task: u32, after: u32, best: &mut Place) {
        let prev = &state.nodes[after as usize];
        let class = model.class(prev.route);
        let (from, here) = (
            model.location[after as usize],
            model.location[task as usize],
        );
        let to = model.location[prev.next as usize];
        let (there, there_cost) = model.leg_into(class, from, here);
        let (on, on_cost) = model.leg(class, here, to);
        let mut cost = there_cost + on_cost - prev.cost_next;
        // Most places end here. What else a job costs is never negative.
        if cost >= best.cost {
            return;
        }
        let route = &state.routes[prev.route as usize];
        let action = model.action(class, from, task);
        cost += action * class.per_task_time;
        if route.tasks == 0 {
            cost += class.fixed;
        }
        if cost >= best.cost
            || route.tasks >= class.max_tasks
            || !class.allowed[task as usize]
            || model.leads(prev.next)
        {
            return;
        }
        let begin = model.begin(task, prev.depart + there);
        if begin == NEVER || begin + action + on > state.nodes[prev.next as usize].latest {
            return;
        }
        let (before, behind) = state.peaks(model, after);
        for dim in 0..model.dims {
            let amount = task as usize * model.dims + dim;
            let capacity = class.capacity[dim];
            if before[dim] + model.delivery[amount] > capacity
                || behind[dim] + model.pickup[amount] > capacity
            {
                return;
            }
        }
        if class.limited {
            let (direct, _) = model.leg(class, from, to);
            let direct = if route.tasks == 0 { 0 } else { direct };
            let far = |a: u32, b: u32| model.distance(class, a, b);
            let metres =
                far(from, here) + far(here, to) - if route.tasks == 0 { 0 } else { far(from, to) };
            if route.travel + there + on - direct > class.max_travel
                || route.distance + metres > class.max_distance
            {
                return;
            }
        }
        if class.verify && !self.is_in_time(model, state, class, task, after, NONE) {
            return;
        }
        *best = Place {
            cost,
            after,
            delivery_after: NONE,
        };
    }

    /// Tries a pickup after a node with its delivery at every later place.
    fn try_shipment(
        &mut self,
        model: &Model,
        state: &State,
        pickup: u32,
        after: u32,
        best: &mut Place,
    ) {
        let prev = &state.nodes[after as usize];
        if model.leads(prev.next) {
            return;
        }
        let vehicle = prev.route;
        let route = &state.routes[vehicle as usize];
        let class = model.class(vehicle);
        let delivery = model.partner[pickup as usize];
        let location = |node: u32| model.location[node as usize];
        let (from, here, there) = (location(after), location(pickup), location(delivery));
        let (to_pickup, to_pickup_cost) = model.leg_into(class, from, here);
        let (on, on_cost) = model.leg(class, here, location(prev.next));
        let pickup_action = model.action(class, from, pickup);
        let mut fixed = (pickup_action + class.service[delivery as usize]) * class.per_task_time;
        if route.tasks == 0 {
            fixed += class.fixed;
        }
        let begin = model.begin(pickup, prev.depart + to_pickup);
        if begin == NEVER || route.tasks.saturating_add(2) > class.max_tasks {
            return;
        }
        // The pickup's part of the cost unless the delivery follows directly.
        let split = to_pickup_cost + on_cost - prev.cost_next + fixed;
        let mut depart = begin + pickup_action;
        let mut last = pickup;
        let mut node = after;
        loop {
            let next = state.nodes[node as usize].next;
            if !self.fits(model, state, class, pickup, node) {
                return;
            }
            let (out, out_cost) = model.leg_into(class, location(last), there);
            let (back, back_cost) = model.leg(class, there, location(next));
            let cost = if last == pickup {
                to_pickup_cost + out_cost + back_cost - prev.cost_next + fixed
            } else {
                split + out_cost + back_cost - state.nodes[last as usize].cost_next
            };
            let arrival = model.begin(delivery, depart + out);
            if arrival == NEVER {
                return;
            }
            let ready = arrival + model.action(class, location(last), delivery);
            if cost < best.cost
                && ready + back <= state.nodes[next as usize].latest
                && (!class.limited
                    || self.is_within(model, state, class, pickup, after, last, vehicle))
                && (!class.verify || self.is_in_time(model, state, class, pickup, after, last))
            {
                *best = Place {
                    cost,
                    after,
                    delivery_after: last,
                };
            }
            // The delivery's own detour is hardly ever negative.
            if next == model.end(vehicle) || split >= best.cost {
                return;
            }
            // On to the next task, which the pickup delays.
            let travel = match last == pickup {
                true => on,
                false => model.leg(class, location(last), location(next)).0,
            };
            let begin = model.begin(next, depart + travel);
            if begin == NEVER || begin > state.nodes[next as usize].latest {
                return;
            }
            depart = begin + model.action(class, location(last), next);
            last = next;
            node = next;
        }
    }

    /// True if a shipment's amount fits on board after a node.
    #[inline(always)]
    fn fits(&self, model: &Model, state: &State, class: &Class, task: u32, node: u32) -> bool {
        let amounts = &model.pickup[task as usize * model.dims..][..model.dims];
        (state
            .load(model, node)
            .iter()
            .zip(amounts)
            .zip(&class.capacity))
        .all(|((load, amount), capacity)| load + amount <= *capacity)
    }

    #[allow(clippy::too_many_arguments)]
    fn is_within(
        &mut self,
        model: &Model,
        state: &State,
        class: &Class,
        task: u32,
        after: u32,
        delivery_after: u32,
        vehicle: u32,
    ) -> bool {
        self.write_sequence(model, state, task, after, delivery_after);
        let mut from = model.location[model.start(vehicle) as usize];
        let (mut travel, mut distance) = (0, 0);
        for &node in self.sequence.iter().chain(&[model.end(vehicle)]) {
            let to = model.location[node as usize];
            travel += model.leg(class, from, to).0;
            distance += model.distance(class, from, to);
            from = to;
        }
        travel <= class.max_travel && distance <= class.max_distance
    }

    fn is_in_time(
        &mut self,
        model: &Model,
        state: &State,
        class: &Class,
        task: u32,
        after: u32,
        delivery_after: u32,
    ) -> bool {
        self.write_sequence(model, state, task, after, delivery_after);
        let vehicle = state.nodes[after as usize].route;
        exact::is_in_time(model, class, vehicle, &self.sequence)
    }

    /// Writes the route's tasks as they would be with the new ones.
    fn write_sequence(
        &mut self,
        model: &Model,
        state: &State,
        task: u32,
        after: u32,
        delivery_after: u32,
    ) {
        let vehicle = state.nodes[after as usize].route;
        self.sequence.clear();
        let end = model.end(vehicle);
        let mut at = model.start(vehicle);
        while at != end {
            if at < model.tasks as u32 {
                self.sequence.push(at);
            }
            let delivery = model.partner[task as usize];
            if at == after {
                self.sequence.push(task);
                if delivery_after == task {
                    self.sequence.push(delivery);
                }
            } else if at == delivery_after {
                self.sequence.push(delivery);
            }
            at = state.nodes[at as usize].next;
        }
    }
}

/// Puts a job or shipment at a place. The place was checked before.
pub(crate) fn insert(model: &Model, state: &mut State, task: u32, place: Place) {
    let vehicle = state.nodes[place.after as usize].route;
    if state.routes[vehicle as usize].tasks == 0 {
        let spare = &mut state.spare[model.class_of[vehicle as usize] as usize];
        match spare.last() {
            Some(&last) if last == vehicle => {
                spare.pop();
            }
            _ => spare.retain(|&other| other != vehicle),
        }
        state.note_spare_changed();
    }
    state.link(task, place.after);
    if place.delivery_after != NONE {
        state.link(model.partner[task as usize], place.delivery_after);
    }
    state.refresh(model, vehicle);
}
