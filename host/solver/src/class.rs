//! Classes of equal vehicles, which are tried once for all of them.

use crate::model::{COST_SCALE, NEVER, NONE, TIME_SCALE};
use crate::problem::{Break, Problem, Vehicle};

/// Vehicles that are equal in everything.
#[derive(Debug)]
pub(crate) struct Class {
    pub matrix: usize,
    pub time_factor: i64,
    pub per_time: i64,
    pub per_metre: i64,
    pub per_task_time: i64,
    pub fixed: i64,
    pub own_costs: bool,
    pub open: i64,
    pub close: i64,
    pub max_tasks: u32,
    pub max_travel: i64,
    pub max_distance: i64,
    pub capacity: Vec<i64>,
    pub service: Vec<i64>,
    pub setup: Vec<i64>,
    pub allowed: Vec<bool>,
    pub breaks: Vec<Break>,
    /// Position of each break in the vehicle's own list.
    pub break_order: Vec<usize>,
    /// Set if travel time or distance is limited.
    pub limited: bool,
    /// Set if neither the vehicle nor any task has a time window.
    pub timeless: bool,
    /// Set if breaks or setup times make constant-time checks necessary but not sufficient.
    pub verify: bool,
    pub vehicles: Vec<u32>,
}

impl Class {
    pub fn new(problem: &Problem, vehicle: &Vehicle) -> Self {
        let tasks = problem.tasks();
        let duration = |base: i64, kinds: &[(u32, i64)]| {
            let own = kinds.iter().find(|(kind, _)| Some(*kind) == vehicle.kind);
            own.map_or(base, |own| own.1) * TIME_SCALE
        };
        let setup: Vec<i64> = (0..tasks)
            .map(|task| problem.stop(task))
            .map(|stop| duration(stop.setup, &stop.setup_by_kind))
            .collect();
        let mut break_order: Vec<usize> = (0..vehicle.breaks.len()).collect();
        break_order.sort_by_key(|&index| {
            let last = vehicle.breaks[index].windows.last();
            (last.map_or(NEVER, |last| last.1), index)
        });
        let breaks: Vec<Break> = (break_order.iter())
            .map(|&index| &vehicle.breaks[index])
            .map(|pause| Break {
                windows: (pause.windows.iter())
                    .map(|&(open, close)| (open * TIME_SCALE, close * TIME_SCALE))
                    .collect(),
                service: pause.service * TIME_SCALE,
                max_load: pause.max_load.clone(),
            })
            .collect();
        Self {
            matrix: vehicle.matrix,
            time_factor: time_factor(vehicle.speed_factor),
            per_time: vehicle.costs.per_hour,
            per_metre: vehicle.costs.per_km * COST_SCALE / 1000,
            per_task_time: vehicle.costs.per_task_hour,
            fixed: vehicle.costs.fixed.saturating_mul(COST_SCALE),
            own_costs: problem.matrices[vehicle.matrix].costs.is_some(),
            open: vehicle.window.map_or(0, |window| window.0 * TIME_SCALE),
            close: vehicle.window.map_or(NEVER, |window| window.1 * TIME_SCALE),
            max_tasks: vehicle
                .max_tasks
                .map_or(NONE, |most| most.min(1 << 30) as u32),
            max_travel: (vehicle.max_travel_time).map_or(NEVER, |most| most * TIME_SCALE),
            max_distance: vehicle.max_distance.unwrap_or(NEVER),
            capacity: (vehicle.capacity.clone()).unwrap_or_else(|| vec![NEVER; problem.dimensions]),
            service: (0..tasks)
                .map(|task| problem.stop(task))
                .map(|stop| duration(stop.service, &stop.service_by_kind))
                .collect(),
            limited: vehicle.max_travel_time.is_some() || vehicle.max_distance.is_some(),
            timeless: vehicle.window.is_none()
                && (0..tasks).all(|task| problem.stop(task).windows.is_empty()),
            verify: !breaks.is_empty() || setup.iter().any(|&setup| setup > 0),
            setup,
            allowed: (0..tasks)
                .map(|task| problem.skills(task).iter())
                .map(|mut skills| skills.all(|skill| vehicle.skills.contains(skill)))
                .collect(),
            breaks,
            break_order,
            vehicles: Vec::new(),
        }
    }
}

/// Scaled travel time of a second in the matrix.
pub(crate) fn time_factor(speed: u32) -> i64 {
    let speed = i64::from(speed);
    (TIME_SCALE * 100 + speed / 2) / speed
}

/// True if two vehicles may take each other's routes.
pub(crate) fn are_equal(one: &Vehicle, other: &Vehicle) -> bool {
    one.matrix == other.matrix
        && one.start == other.start
        && one.end == other.end
        && one.capacity == other.capacity
        && one.skills == other.skills
        && one.window == other.window
        && one.breaks == other.breaks
        && one.speed_factor == other.speed_factor
        && one.costs == other.costs
        && one.max_tasks == other.max_tasks
        && one.max_travel_time == other.max_travel_time
        && one.max_distance == other.max_distance
        && one.kind == other.kind
}
