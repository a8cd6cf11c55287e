//! First plans: given routes, insertion by regret, and insertion in one pass.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::insert::{Inserter, Place, insert};
use crate::model::{Model, NEVER};
use crate::problem::{ProblemError, TaskKind};
use crate::random::Random;
use crate::state::State;

/// Most pairs of task and vehicle for which regrets are kept.
const MAX_PAIRS: usize = 40_000;

/// Links given routes and checks them.
pub(crate) fn follow(
    model: &Model,
    state: &mut State,
    routes: &[Vec<usize>],
) -> Result<(), ProblemError> {
    for (vehicle, tasks) in routes.iter().enumerate() {
        if tasks.is_empty() {
            continue;
        }
        let class = &model.classes[model.class_of[vehicle] as usize];
        let mut last = model.start(vehicle as u32);
        for (index, &task) in tasks.iter().enumerate() {
            if task >= model.tasks || state.is_assigned(task as u32) {
                return Err(ProblemError::Steps { vehicle });
            }
            let partner = model.partner[task] as usize;
            let paired = match model.kind[task] {
                TaskKind::Job => true,
                TaskKind::Pickup => tasks[index..].contains(&partner),
                TaskKind::Delivery => tasks[..index].contains(&partner),
            };
            if !paired || !class.allowed[task] {
                return Err(ProblemError::Infeasible { vehicle });
            }
            state.link(task as u32, last);
            last = task as u32;
        }
        if !state.refresh(model, vehicle as u32) {
            return Err(ProblemError::Infeasible { vehicle });
        }
    }
    let nodes = &state.nodes;
    let assigned = |task: &u32| nodes[*task as usize].route != crate::model::NONE;
    state.unassigned.retain(|task| !assigned(task));
    state.find_spare(model);
    Ok(())
}

/// Inserts all unassigned tasks that fit.
pub(crate) fn construct(
    model: &Model,
    state: &mut State,
    random: &mut Random,
    stop: Option<&AtomicBool>,
) {
    if state.unassigned.len() * state.routes.len() <= MAX_PAIRS {
        by_regret(model, state, random, stop);
    }
    let mut tasks = std::mem::take(&mut state.unassigned);
    tasks.sort_by_key(|&task| {
        let index = task as usize;
        (u32::MAX - model.priority[index], model.close[index], task)
    });
    let mut inserter = Inserter::new(state.routes.len(), false);
    for task in tasks {
        let stopped = stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let place = match stopped {
            true => Place::NOWHERE,
            false => inserter.best(model, state, random, task, NEVER),
        };
        match place.exists() {
            true => insert(model, state, task, place),
            false => state.unassigned.push(task),
        }
    }
}

/// Inserts the task first that would lose most by waiting: the difference between its best route
/// and its second best.
fn by_regret(model: &Model, state: &mut State, random: &mut Random, stop: Option<&AtomicBool>) {
    let vehicles = state.routes.len();
    let mut inserter = Inserter::new(vehicles, false);
    let mut tasks = std::mem::take(&mut state.unassigned);
    let mut left = Vec::new();
    let mut places = vec![Place::NOWHERE; tasks.len() * vehicles];
    let mut stale: Vec<u32> = (0..vehicles as u32).collect();
    let mut rows: Vec<usize> = (0..tasks.len()).collect();
    while !tasks.is_empty() && !stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
        for &vehicle in &stale {
            // Of equal unused vehicles only the next one counts.
            let spare = &state.spare[model.class_of[vehicle as usize] as usize];
            let hidden =
                state.routes[vehicle as usize].tasks == 0 && spare.last() != Some(&vehicle);
            for (&task, &row) in tasks.iter().zip(&rows) {
                let place = &mut places[row * vehicles + vehicle as usize];
                *place = Place::NOWHERE;
                if !hidden {
                    inserter.try_route(model, state, random, task, vehicle, place);
                }
            }
        }
        let mut chosen: Option<(usize, (u32, i64, i64), Place)> = None;
        let mut index = 0;
        while index < tasks.len() {
            let row = &places[rows[index] * vehicles..][..vehicles];
            let mut best = Place::NOWHERE;
            let mut second = NEVER;
            for place in row {
                if place.cost < best.cost {
                    second = best.cost;
                    best = *place;
                } else {
                    second = second.min(place.cost);
                }
            }
            if !best.exists() {
                left.push(tasks.swap_remove(index));
                rows.swap_remove(index);
                continue;
            }
            let priority = model.priority[tasks[index] as usize];
            let key = (priority, second - best.cost, -best.cost);
            if chosen.is_none_or(|(_, other, _)| key > other) {
                chosen = Some((index, key, best));
            }
            index += 1;
        }
        let Some((index, _, place)) = chosen else {
            break;
        };
        let vehicle = state.nodes[place.after as usize].route;
        rows.swap_remove(index);
        insert(model, state, tasks.swap_remove(index), place);
        stale.clear();
        stale.push(vehicle);
        let spare = &state.spare[model.class_of[vehicle as usize] as usize];
        stale.extend(spare.last());
    }
    left.append(&mut tasks);
    state.unassigned = left;
}
