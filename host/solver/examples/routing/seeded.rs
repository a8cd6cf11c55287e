//! Seeded instances of the published families, for machines without the files.

use solver::Window;

use crate::readers::{Instance, Row, SCALE, assemble, capacitated};

/// Numbers of a linear congruential generator: the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.below(most - least + 1)
    }

    fn unit(&mut self) -> f64 {
        self.below(1 << 20) as f64 / f64::from(1 << 20)
    }
}

/// Places at random, in clusters, or both, by the letters R, C and RC.
fn places(numbers: &mut Numbers, kind: usize, count: usize, side: f64) -> Vec<(f64, f64)> {
    let centres: Vec<(f64, f64)> = (0..count.div_ceil(10))
        .map(|_| (numbers.unit() * side, numbers.unit() * side))
        .collect();
    let mut place = |index: usize| {
        let clustered = kind == 1 || kind == 2 && index.is_multiple_of(2);
        let (x, y) = match clustered {
            true => {
                let centre = centres[index % centres.len()];
                let mut offset = || (numbers.unit() - 0.5) * side / 10.0;
                (centre.0 + offset(), centre.1 + offset())
            }
            false => (numbers.unit() * side, numbers.unit() * side),
        };
        (x.clamp(0.0, side).round(), y.clamp(0.0, side).round())
    };
    (0..count).map(&mut place).collect()
}

/// Deliveries with time windows: short routes and narrow windows, or long routes and wide ones.
pub fn windows(number: usize, stops: usize) -> Instance {
    let mut numbers = Numbers(number as u64 * 7919 + stops as u64);
    let long = number % 2 == 1;
    let side = 100.0 * (stops as f64 / 100.0).sqrt();
    let depot = (side / 2.0, side / 2.0);
    let horizon = if long { 10.0 } else { 2.3 } * side + if long { 0.0 } else { 100.0 };
    let mut rows = vec![row(depot, 0, (0, scaled(horizon)), 0)];
    for place in places(&mut numbers, number / 2 % 3, stops, side) {
        let way = (place.0 - depot.0).hypot(place.1 - depot.1);
        let width = horizon * (0.05 + 0.35 * numbers.unit());
        let latest = horizon - way - 10.0;
        let centre = way + (latest - way).max(0.0) * numbers.unit();
        let window = match numbers.below(4) {
            0 => (scaled(way), scaled(latest.max(way))),
            _ => {
                let open = (centre - width / 2.0).max(way);
                let close = (centre + width / 2.0).min(latest).max(open);
                (scaled(open), scaled(close))
            }
        };
        rows.push(row(
            place,
            numbers.between(5, 35) as i64,
            window,
            scaled(10.0),
        ));
    }
    let capacity = if long { 1000 } else { 200 };
    let name = format!("windows-{stops}-{number}");
    assemble(name, &rows, stops / 4, capacity, false)
}

/// Pickups with their deliveries, both with time windows.
pub fn shipments(number: usize, stops: usize) -> Instance {
    let mut instance = windows(number, stops);
    let rows = std::mem::take(&mut instance.problem.jobs);
    let mut all = vec![row(instance.points[0], 0, window_of_depot(&instance), 0)];
    all.extend(rows.iter().map(|job| Row {
        point: instance.points[job.stop.location],
        demand: job.delivery[0],
        window: job.stop.windows[0],
        service: job.stop.service,
        pickup: 0,
        delivery: 0,
    }));
    // Neighbours in time become pairs, the earlier one the pickup.
    let mut order: Vec<usize> = (1..all.len() - (all.len() - 1) % 2).collect();
    order.sort_by_key(|&index| (all[index].window.0, index));
    for pair in order.chunks_exact(2) {
        let (pickup, delivery) = (pair[0], pair[1]);
        all[pickup].delivery = delivery;
        all[delivery].pickup = pickup;
        let way = instance.leg(pickup, delivery);
        let earliest = all[pickup].window.0 + scaled(way + 10.0);
        let home = instance.leg(delivery, 0);
        let last = all[0].window.1 - scaled(home + 10.0);
        let window = &mut all[delivery].window;
        window.1 = window.1.max(earliest).min(last.max(earliest));
        window.0 = window.0.min(window.1);
    }
    let capacity = instance.problem.vehicles[0].capacity.clone();
    let name = format!("shipments-{stops}-{number}");
    assemble(
        name,
        &all,
        instance.problem.vehicles.len(),
        capacity.map_or(0, |capacity| capacity[0]),
        true,
    )
}

/// Capacity alone, on whole distances.
pub fn capacity(number: usize, stops: usize) -> Instance {
    let mut numbers = Numbers(number as u64 * 104_729 + stops as u64);
    let depot = match number % 3 {
        0 => (500.0, 500.0),
        1 => (0.0, 0.0),
        _ => (numbers.below(1000) as f64, numbers.below(1000) as f64),
    };
    let mut points = vec![depot];
    points.extend(places(&mut numbers, number % 3, stops, 1000.0));
    let most = [1, 10, 100][number / 3 % 3];
    let mut demands = vec![0];
    demands.extend((0..stops).map(|_| numbers.between(1, most) as i64));
    let total: i64 = demands.iter().sum();
    let length = numbers.between(4, 22) as i64;
    let capacity = (total * length / stops as i64).max(most as i64);
    capacitated(
        format!("capacity-{stops}-{number}"),
        points,
        &demands,
        capacity,
    )
}

fn window_of_depot(instance: &Instance) -> Window {
    instance.problem.vehicles[0].window.unwrap_or((0, 0))
}

fn row(point: (f64, f64), demand: i64, window: Window, service: i64) -> Row {
    Row {
        point,
        demand,
        window,
        service,
        pickup: 0,
        delivery: 0,
    }
}

fn scaled(value: f64) -> i64 {
    (value * SCALE).round() as i64
}
