//! Why a task stays unassigned.

use crate::class::Class;
use crate::insert::{Inserter, Place};
use crate::model::Model;
use crate::random::Random;
use crate::state::State;

/// First constraint that no vehicle meets even with the task alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The problem has no vehicles.
    NoVehicle,
    /// No vehicle has all skills.
    Skills,
    /// The amount exceeds the capacity of every vehicle with the skills.
    Capacity,
    /// No such vehicle can be there within the time windows and the limits of travel.
    Time,
    /// Some vehicle could serve the task, but not with the others.
    Fleet,
}

/// Finds the reasons of several tasks.
pub(crate) struct Reasons<'a> {
    model: &'a Model,
    empty: State,
    inserter: Inserter,
}

impl<'a> Reasons<'a> {
    pub fn new(model: &'a Model) -> Self {
        let empty = State::new(model);
        Self {
            model,
            inserter: Inserter::new(empty.routes.len(), false),
            empty,
        }
    }

    pub fn find(&mut self, task: u32) -> Reason {
        let model = self.model;
        if model.classes.is_empty() {
            return Reason::NoVehicle;
        }
        let partner = model.partner[task as usize];
        let head = if partner < task { partner } else { task };
        let skilled: Vec<&Class> = model
            .classes
            .iter()
            .filter(|class| class.allowed[head as usize])
            .collect();
        if skilled.is_empty() {
            return Reason::Skills;
        }
        let at = head as usize * model.dims;
        let carries = |class: &&Class| {
            (class.capacity.iter().enumerate()).all(|(dim, &capacity)| {
                model.delivery[at + dim].max(model.pickup[at + dim]) <= capacity
            })
        };
        if !skilled.iter().any(carries) {
            return Reason::Capacity;
        }
        let mut random = Random::new(0);
        let is_served_alone = model.classes.iter().any(|class| {
            let mut place = Place::NOWHERE;
            let vehicle = class.vehicles[0];
            let (empty, inserter) = (&self.empty, &mut self.inserter);
            inserter.try_route(model, empty, &mut random, head, vehicle, &mut place);
            place.exists()
        });
        match is_served_alone {
            true => Reason::Fleet,
            false => Reason::Time,
        }
    }
}
