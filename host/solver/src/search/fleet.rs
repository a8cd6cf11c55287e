//! Fewer vehicles: routes of vehicles with a fixed cost are emptied, one after another.

use super::pace::Pace;
use super::{Best, Search};
use crate::model::NONE;

impl Search<'_> {
    /// Empties one route after another while the others can take its tasks and the plan gets
    /// cheaper. The search continues from the best plan.
    pub(super) fn reduce_fleet(&mut self, pace: &mut Pace<'_>, best: &mut Best) {
        let has_fixed_costs = self.model.classes.iter().any(|class| class.fixed > 0);
        if !has_fixed_costs || best.score.missing > 0 {
            return;
        }
        while self.state.used > self.fewest_vehicles() {
            let Some(route) = self.route_to_empty() else {
                break;
            };
            self.empty(route);
            if !self.complete(pace, best) {
                break;
            }
            let score = self.score();
            if score >= best.score {
                break;
            }
            best.score = score;
            self.keep(best);
        }
        self.state.is_blocked.fill(false);
        self.state.set_routes(self.model, &best.routes);
        self.absent = 0;
        for vehicle in 0..self.is_changed.len() {
            if !self.is_changed[vehicle] {
                self.is_changed[vehicle] = true;
                self.changed.push(vehicle as u32);
            }
        }
    }

    /// Searches until no task is missing. False if the share of the limit ends before.
    fn complete(&mut self, pace: &mut Pace<'_>, best: &Best) -> bool {
        let mut current = self.score();
        while pace.progress < self.tuning.fleet_share && pace.next(best) {
            if let Some(new) = self.step(current, self.tuning.fleet_heat * self.model.typical) {
                current = new;
                if current.missing == 0 {
                    return true;
                }
            }
        }
        false
    }

    /// Vehicles that the amounts of all jobs need.
    fn fewest_vehicles(&self) -> usize {
        let model = self.model;
        let count = |dim: usize| {
            let capacity = model.classes.iter().map(|class| class.capacity[dim]).max();
            let capacity = capacity.unwrap_or(0).max(1);
            let sum = |amounts: &[i64]| -> i64 {
                let jobs = (0..model.tasks).filter(|&task| model.partner[task] == NONE);
                jobs.map(|task| amounts[task * model.dims + dim]).sum()
            };
            let most = sum(&model.delivery).max(sum(&model.pickup));
            (most as u64).div_ceil(capacity as u64) as usize
        };
        (0..model.dims).map(count).max().unwrap_or(0).max(1)
    }

    /// Route whose tasks were left out least often.
    fn route_to_empty(&self) -> Option<u32> {
        let model = self.model;
        let routes = (0..self.state.routes.len() as u32).filter(|&route| {
            let class = model.class_of[route as usize] as usize;
            self.state.routes[route as usize].tasks > 0 && model.classes[class].fixed > 0
        });
        let mut tasks = Vec::new();
        let mut chosen: Option<((u64, u32), u32)> = None;
        for route in routes {
            self.state.sequence(model, route, &mut tasks);
            if tasks.iter().any(|&task| model.anchored[task as usize]) {
                continue;
            }
            let absences: u64 = tasks
                .iter()
                .map(|&task| u64::from(self.absences[task as usize]))
                .sum();
            let key = (absences, self.state.routes[route as usize].tasks);
            if chosen.is_none_or(|(least, _)| key < least) {
                chosen = Some((key, route));
            }
        }
        chosen.map(|(_, route)| route)
    }

    /// Leaves out all tasks of a route, and keeps all unused vehicles from use.
    fn empty(&mut self, route: u32) {
        let model = self.model;
        self.state.begin();
        self.state.touch(model, route);
        let mut tasks = Vec::new();
        self.state.sequence(model, route, &mut tasks);
        self.removed.clear();
        for task in tasks {
            self.remove(task);
        }
        self.state.refresh(model, route);
        self.note_empty(route);
        self.state.unassigned.append(&mut self.removed);
        for vehicle in 0..self.state.routes.len() {
            self.state.is_blocked[vehicle] = self.state.routes[vehicle].tasks == 0;
        }
        self.state.find_spare(model);
        self.absent = self.state.unassigned.iter().fold(0, |sum, &task| {
            sum + u64::from(self.absences[task as usize])
        });
        if !self.is_changed[route as usize] {
            self.is_changed[route as usize] = true;
            self.changed.push(route);
        }
    }
}
