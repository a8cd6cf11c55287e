//! Readers of published instances: Solomon and Gehring-Homberger, Li and Lim, CVRPLIB.

use std::fs;
use std::path::Path;

use solver::{Costs, Job, Matrix, Problem, Shipment, Stop, Vehicle, Visit, Window};

use crate::families::Kind;

/// Double-precision distances are kept to a thousandth.
pub const SCALE: f64 = 1000.0;
/// Cost of a vehicle where vehicles count first: more than any distance.
const VEHICLE: i64 = 10_000_000;

/// An instance, its coordinates and how its cost is counted.
pub struct Instance {
    pub name: String,
    pub problem: Problem,
    pub points: Vec<(f64, f64)>,
    /// Set for distances rounded to whole numbers, as CVRPLIB counts them.
    pub rounded: bool,
    pub best_known: Option<Best>,
}

/// The best-known plan of an instance.
#[derive(Clone, Copy)]
pub struct Best {
    pub cost: f64,
    pub vehicles: Option<usize>,
}

/// A line of an instance's file, in scaled times.
pub struct Row {
    pub point: (f64, f64),
    pub demand: i64,
    pub window: Window,
    pub service: i64,
    pub pickup: usize,
    pub delivery: usize,
}

impl Instance {
    pub fn kind(&self) -> Kind {
        match (self.rounded, self.problem.shipments.is_empty()) {
            (true, _) => Kind::Capacity,
            (false, true) => Kind::Windows,
            (false, false) => Kind::Shipments,
        }
    }

    /// Length of a plan in the unit of the published solutions.
    pub fn length(&self, routes: &[Vec<Visit>]) -> f64 {
        let legs = |route: &Vec<Visit>| {
            let mut at = 0;
            let mut length = 0.0;
            for visit in route {
                let Visit::Task(task) = *visit else {
                    continue;
                };
                let next = self.problem.stop(task).location;
                length += self.leg(at, next);
                at = next;
            }
            length + self.leg(at, 0)
        };
        routes.iter().map(legs).sum()
    }

    pub fn leg(&self, from: usize, to: usize) -> f64 {
        let (a, b) = (self.points[from], self.points[to]);
        let length = (a.0 - b.0).hypot(a.1 - b.1);
        if self.rounded { length.round() } else { length }
    }
}

/// Reads an instance in any of the formats.
pub fn read(path: &Path) -> Option<Instance> {
    let text = fs::read_to_string(path).ok()?;
    let name = path.file_stem()?.to_str()?.to_owned();
    if text.contains("TIME_WINDOW_SECTION") {
        return None;
    }
    if text.contains("NODE_COORD_SECTION") {
        return read_cvrp(name, &text);
    }
    let lines: Vec<Vec<f64>> = (text.lines())
        .map(|line| {
            line.split_whitespace()
                .map_while(|word| word.parse().ok())
                .collect()
        })
        .collect();
    let paired = lines.first().is_some_and(|first| first.len() == 3);
    let rows: Vec<Row> = (lines.iter().skip(usize::from(paired)))
        .filter(|line| line.len() >= if paired { 9 } else { 7 })
        .map(|line| Row {
            point: (line[1], line[2]),
            demand: line[3] as i64,
            window: (scaled(line[4]), scaled(line[5])),
            service: scaled(line[6]),
            pickup: line.get(7).map_or(0, |&pickup| pickup as usize),
            delivery: line.get(8).map_or(0, |&delivery| delivery as usize),
        })
        .collect();
    let (vehicles, capacity) = match paired {
        true => (lines[0][0], lines[0][1]),
        false => {
            let fleet = lines.iter().find(|line| line.len() == 2)?;
            (fleet[0], fleet[1])
        }
    };
    Some(assemble(
        name,
        &rows,
        vehicles as usize,
        capacity as i64,
        paired,
    ))
}

/// A problem of jobs, or of shipments for as few vehicles as possible.
pub fn assemble(
    name: String,
    rows: &[Row],
    vehicles: usize,
    capacity: i64,
    paired: bool,
) -> Instance {
    let points: Vec<(f64, f64)> = rows.iter().map(|row| row.point).collect();
    let stop = |index: usize| Stop {
        location: index,
        service: rows[index].service,
        windows: vec![rows[index].window],
        ..Stop::default()
    };
    let mut problem = Problem {
        matrices: vec![matrix(&points, SCALE, false)],
        dimensions: 1,
        vehicles: vec![
            Vehicle {
                start: Some(0),
                end: Some(0),
                capacity: Some(vec![capacity]),
                window: Some(rows[0].window),
                costs: Costs {
                    fixed: if paired { VEHICLE } else { 0 },
                    ..Costs::default()
                },
                ..Vehicle::default()
            };
            vehicles
        ],
        ..Problem::default()
    };
    for (index, row) in rows.iter().enumerate().skip(1) {
        if !paired {
            problem.jobs.push(Job {
                stop: stop(index),
                delivery: vec![row.demand],
                pickup: vec![0],
                ..Job::default()
            });
        } else if row.pickup == 0 && row.delivery > 0 {
            problem.shipments.push(Shipment {
                pickup: stop(index),
                delivery: stop(row.delivery),
                amount: vec![row.demand],
                ..Shipment::default()
            });
        }
    }
    Instance {
        name,
        problem,
        points,
        rounded: false,
        best_known: None,
    }
}

fn read_cvrp(name: String, text: &str) -> Option<Instance> {
    let mut capacity = 0;
    let mut section = "";
    let mut points = Vec::new();
    let mut demands = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some((key, value)) = line.split_once(':') {
            if key.trim() == "CAPACITY" {
                capacity = value.trim().parse().ok()?;
            }
        } else if line.ends_with("SECTION") {
            section = line;
        } else {
            let numbers: Vec<f64> = line
                .split_whitespace()
                .map_while(|word| word.parse().ok())
                .collect();
            match (section, numbers.as_slice()) {
                ("NODE_COORD_SECTION", &[_, x, y]) => points.push((x, y)),
                ("DEMAND_SECTION", &[_, demand]) => demands.push(demand as i64),
                _ => (),
            }
        }
    }
    Some(capacitated(name, points, &demands, capacity))
}

/// A problem of capacity alone, with some more vehicles than the load needs.
pub fn capacitated(
    name: String,
    points: Vec<(f64, f64)>,
    demands: &[i64],
    capacity: i64,
) -> Instance {
    let total: i64 = demands.iter().sum();
    let fleet = (total as f64 / capacity as f64 * 1.1).ceil() as usize + 3;
    let problem = Problem {
        matrices: vec![matrix(&points, 1.0, true)],
        dimensions: 1,
        vehicles: vec![
            Vehicle {
                start: Some(0),
                end: Some(0),
                capacity: Some(vec![capacity]),
                ..Vehicle::default()
            };
            fleet
        ],
        jobs: (demands.iter().enumerate().skip(1))
            .map(|(location, &demand)| Job {
                stop: Stop {
                    location,
                    ..Stop::default()
                },
                delivery: vec![demand],
                pickup: vec![0],
                ..Job::default()
            })
            .collect(),
        ..Problem::default()
    };
    Instance {
        name,
        problem,
        points,
        rounded: true,
        best_known: None,
    }
}

pub fn matrix(points: &[(f64, f64)], scale: f64, whole: bool) -> Matrix {
    let size = points.len();
    let mut durations = Vec::with_capacity(size * size);
    for from in points {
        for to in points {
            let length = (from.0 - to.0).hypot(from.1 - to.1);
            let length = if whole { length.round() } else { length };
            durations.push((length * scale).round() as u32);
        }
    }
    Matrix {
        size,
        durations,
        ..Matrix::default()
    }
}

fn scaled(value: f64) -> i64 {
    (value * SCALE).round() as i64
}
