//! Exact check of a route's times with breaks and setup times.

use crate::class::Class;
use crate::model::{Model, NEVER};
use crate::problem::{Break, TaskKind};

/// True if the route can be driven in time with all breaks of its vehicle, in their order. Breaks
/// may interrupt a leg. For each number of breaks taken, the earliest time is the best.
pub(crate) fn is_in_time(model: &Model, class: &Class, vehicle: u32, tasks: &[u32]) -> bool {
    let mut origins = Vec::new();
    earliest_end(model, class, vehicle, tasks, &mut origins) <= class.close
}

/// Number of breaks before each task and before the end, in a route that is in time.
pub(crate) fn place_breaks(
    model: &Model,
    class: &Class,
    vehicle: u32,
    tasks: &[u32],
) -> Vec<usize> {
    let breaks = class.breaks.len();
    let mut origins = Vec::new();
    earliest_end(model, class, vehicle, tasks, &mut origins);
    let mut taken = breaks;
    let mut counts = vec![0; tasks.len() + 1];
    for (leg, count) in counts.iter_mut().enumerate().rev() {
        let before = origins
            .get(leg * (breaks + 1) + taken)
            .copied()
            .unwrap_or(taken);
        *count = taken - before;
        taken = before;
    }
    counts
}

/// Earliest end with all breaks. `origins` has, for each leg and number of breaks taken after it,
/// the number taken before it.
fn earliest_end(
    model: &Model,
    class: &Class,
    vehicle: u32,
    tasks: &[u32],
    origins: &mut Vec<usize>,
) -> i64 {
    let breaks = class.breaks.len();
    let mut load = vec![0; model.dims];
    for &task in tasks {
        if model.kind[task as usize] == TaskKind::Job {
            add(model, task, &mut load, &model.delivery, 1);
        }
    }
    // Time at which the vehicle is ready to leave the last place, by breaks taken.
    let mut times = vec![NEVER; breaks + 1];
    times[0] = class.open;
    let mut arrivals = times.clone();
    let mut from = model.location[model.start(vehicle) as usize];
    let ends = [model.end(vehicle)];
    for &node in tasks.iter().chain(&ends) {
        let to = model.location[node as usize];
        let (travel, _) = model.leg(class, from, to);
        arrivals.fill(NEVER);
        let row = origins.len();
        origins.resize(row + breaks + 1, 0);
        for (taken, &time) in times.iter().enumerate() {
            let (mut time, mut rest) = (time, travel);
            let mut next = taken;
            while time < NEVER {
                if time + rest < arrivals[next] {
                    arrivals[next] = time + rest;
                    origins[row + next] = taken;
                }
                let Some(pause) = class.breaks.get(next).filter(|pause| allows(pause, &load))
                else {
                    break;
                };
                (time, rest) = take_break(pause, time, rest);
                next += 1;
            }
        }
        if node == ends[0] {
            return arrivals[breaks];
        }
        let action = model.action(class, from, node);
        for (time, &arrival) in times.iter_mut().zip(&arrivals) {
            let begin = model.begin(node, arrival);
            *time = if begin < NEVER { begin + action } else { NEVER };
        }
        if times.iter().all(|&time| time >= NEVER) {
            return NEVER;
        }
        add(model, node, &mut load, &model.delivery, -1);
        add(model, node, &mut load, &model.pickup, 1);
        from = to;
    }
    NEVER
}

/// Time after a break, and the travel that is still left: the vehicle drives until the break may
/// begin.
pub(crate) fn take_break(pause: &Break, time: i64, rest: i64) -> (i64, i64) {
    let begin = match pause.windows.as_slice() {
        [] => time,
        windows => (windows.iter())
            .find(|window| time <= window.1)
            .map_or(NEVER, |window| time.max(window.0)),
    };
    if begin >= NEVER {
        return (NEVER, rest);
    }
    (begin + pause.service, (rest - (begin - time)).max(0))
}

fn allows(pause: &Break, load: &[i64]) -> bool {
    (pause.max_load.as_ref())
        .is_none_or(|most| load.iter().zip(most).all(|(load, most)| load <= most))
}

fn add(model: &Model, task: u32, load: &mut [i64], amounts: &[i64], sign: i64) {
    let amounts = &amounts[task as usize * model.dims..][..model.dims];
    for (load, amount) in load.iter_mut().zip(amounts) {
        *load += sign * amount;
    }
}
