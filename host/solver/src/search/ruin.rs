//! Removal of strings of tasks from routes near a random task.

use super::Search;
use crate::model::NONE;

/// Share of strings that keep tasks in their middle.
const SPLIT: f64 = 0.5;
/// Chance that one more task in the middle is kept.
const KEEP: f64 = 0.01;

impl Search<'_> {
    /// Removes strings of tasks from routes near a random task.
    pub(super) fn ruin(&mut self) {
        let model = self.model;
        self.removed.clear();
        self.ruin += 1;
        let used = self.state.used.max(1);
        let assigned = model.tasks.saturating_sub(self.state.unassigned.len());
        let longest = self
            .tuning
            .longest
            .min(assigned as f64 / used as f64)
            .max(1.0);
        let strings = 4.0 * self.tuning.removed / (1.0 + longest) - 1.0;
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
    pub(super) fn remove(&mut self, task: u32) {
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

    pub(super) fn note_empty(&mut self, route: u32) {
        if self.state.routes[route as usize].tasks == 0 {
            let class = self.model.class_of[route as usize] as usize;
            self.state.spare[class].push(route);
            self.state.note_spare_changed();
        }
    }
}
