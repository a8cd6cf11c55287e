//! The problem as callers describe it: vehicles, jobs, shipments and matrices.

/// Inclusive range of times in seconds.
pub type Window = (i64, i64);

/// Largest time, duration and amount that a problem may contain, in seconds or units.
pub const MAX_VALUE: i64 = 1 << 40;

/// A routing problem. Locations are rows of the matrices. Tasks are numbered: first the jobs, then
/// the pickup and the delivery of each shipment.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// One for each profile.
    pub matrices: Vec<Matrix>,
    pub vehicles: Vec<Vehicle>,
    pub jobs: Vec<Job>,
    pub shipments: Vec<Shipment>,
    /// Number of components of every amount and capacity.
    pub dimensions: usize,
}

/// Travel between locations, row by row.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    pub size: usize,
    /// Seconds.
    pub durations: Vec<u32>,
    /// Metres.
    pub distances: Option<Vec<u32>>,
    /// Replaces time and distance in the cost of a route.
    pub costs: Option<Vec<u32>>,
}

#[derive(Clone, Debug)]
pub struct Vehicle {
    /// Index into the problem's matrices.
    pub matrix: usize,
    pub start: Option<usize>,
    pub end: Option<usize>,
    /// One component for each dimension; `None` is unlimited.
    pub capacity: Option<Vec<i64>>,
    pub skills: Vec<u32>,
    pub window: Option<Window>,
    pub breaks: Vec<Break>,
    /// Hundredths: 100 travels in the matrix's durations, 200 in half of them.
    pub speed_factor: u32,
    pub costs: Costs,
    pub max_tasks: Option<usize>,
    /// Seconds.
    pub max_travel_time: Option<i64>,
    /// Metres.
    pub max_distance: Option<i64>,
    /// Selects the durations of tasks that depend on the vehicle.
    pub kind: Option<u32>,
}

impl Default for Vehicle {
    fn default() -> Self {
        Self {
            matrix: 0,
            start: None,
            end: None,
            capacity: None,
            skills: Vec::new(),
            window: None,
            breaks: Vec::new(),
            speed_factor: 100,
            costs: Costs::default(),
            max_tasks: None,
            max_travel_time: None,
            max_distance: None,
            kind: None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Cost of using the vehicle at all.
    pub fixed: i64,
    /// Cost of an hour of travel.
    pub per_hour: i64,
    /// Cost of an hour of setup and service.
    pub per_task_hour: i64,
    pub per_km: i64,
}

impl Default for Costs {
    fn default() -> Self {
        Self {
            fixed: 0,
            per_hour: 3600,
            per_task_hour: 0,
            per_km: 0,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Break {
    pub windows: Vec<Window>,
    pub service: i64,
    /// Largest load with which the break may be taken.
    pub max_load: Option<Vec<i64>>,
}

/// A place and the work there.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    pub location: usize,
    /// Added to the service if the vehicle comes from another location.
    pub setup: i64,
    pub service: i64,
    /// Overrides by kind of vehicle.
    pub setup_by_kind: Vec<(u32, i64)>,
    pub service_by_kind: Vec<(u32, i64)>,
    /// Disjoint and ascending; empty is any time.
    pub windows: Vec<Window>,
}

#[derive(Clone, Debug, Default)]
pub struct Job {
    pub stop: Stop,
    /// Loaded at the start of the route.
    pub delivery: Vec<i64>,
    /// On board until the end of the route.
    pub pickup: Vec<i64>,
    pub skills: Vec<u32>,
    pub priority: u32,
}

#[derive(Clone, Debug, Default)]
pub struct Shipment {
    pub pickup: Stop,
    pub delivery: Stop,
    pub amount: Vec<i64>,
    pub skills: Vec<u32>,
    pub priority: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskKind {
    Job,
    Pickup,
    Delivery,
}

/// Reason for which a problem is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemError {
    /// A matrix does not have `size * size` entries.
    Matrix { matrix: usize },
    /// A vehicle names a matrix that does not exist.
    Profile { vehicle: usize },
    /// A location is outside of a matrix.
    Location { location: usize },
    /// A time, duration or amount is negative or too large.
    Value,
    /// A window ends before it begins, or windows overlap.
    Window,
    /// An amount has another number of components than the problem.
    Dimensions,
    /// A speed factor of zero or above 5.
    Speed { vehicle: usize },
    /// Costs of a route could exceed the range of numbers.
    TooLarge,
    /// A given route names an unknown task, or names one twice.
    Steps { vehicle: usize },
    /// A given route breaks a constraint.
    Infeasible { vehicle: usize },
}

impl Problem {
    pub fn tasks(&self) -> usize {
        self.jobs.len() + 2 * self.shipments.len()
    }

    pub fn kind(&self, task: usize) -> TaskKind {
        match task.checked_sub(self.jobs.len()) {
            None => TaskKind::Job,
            Some(rest) if rest.is_multiple_of(2) => TaskKind::Pickup,
            Some(_) => TaskKind::Delivery,
        }
    }

    pub fn stop(&self, task: usize) -> &Stop {
        match task.checked_sub(self.jobs.len()) {
            None => &self.jobs[task].stop,
            Some(rest) if rest.is_multiple_of(2) => &self.shipments[rest / 2].pickup,
            Some(rest) => &self.shipments[rest / 2].delivery,
        }
    }

    /// The other task of a shipment.
    pub fn partner(&self, task: usize) -> Option<usize> {
        match self.kind(task) {
            TaskKind::Job => None,
            TaskKind::Pickup => Some(task + 1),
            TaskKind::Delivery => Some(task - 1),
        }
    }

    pub fn skills(&self, task: usize) -> &[u32] {
        match task.checked_sub(self.jobs.len()) {
            None => &self.jobs[task].skills,
            Some(rest) => &self.shipments[rest / 2].skills,
        }
    }

    pub fn priority(&self, task: usize) -> u32 {
        match task.checked_sub(self.jobs.len()) {
            None => self.jobs[task].priority,
            Some(rest) => self.shipments[rest / 2].priority,
        }
    }

    /// Checks shapes and ranges, so that the solver needs no further checks.
    pub fn validate(&self) -> Result<(), ProblemError> {
        for (index, matrix) in self.matrices.iter().enumerate() {
            let entries = matrix.size * matrix.size;
            let fits = |values: &Vec<u32>| values.len() == entries;
            if !fits(&matrix.durations)
                || !matrix.distances.as_ref().is_none_or(fits)
                || !matrix.costs.as_ref().is_none_or(fits)
            {
                return Err(ProblemError::Matrix { matrix: index });
            }
        }
        let smallest = self.matrices.iter().map(|matrix| matrix.size).min();
        let smallest = smallest.unwrap_or(0);
        let located = |location: usize| match location < smallest {
            true => Ok(()),
            false => Err(ProblemError::Location { location }),
        };
        for task in 0..self.tasks() {
            let stop = self.stop(task);
            located(stop.location)?;
            value(stop.setup)?;
            value(stop.service)?;
            for &(_, duration) in stop.setup_by_kind.iter().chain(&stop.service_by_kind) {
                value(duration)?;
            }
            windows(&stop.windows)?;
        }
        for job in &self.jobs {
            self.amount(&job.delivery)?;
            self.amount(&job.pickup)?;
        }
        for shipment in &self.shipments {
            self.amount(&shipment.amount)?;
        }
        for (index, vehicle) in self.vehicles.iter().enumerate() {
            self.validate_vehicle(index, vehicle)?;
            vehicle.start.map_or(Ok(()), located)?;
            vehicle.end.map_or(Ok(()), located)?;
        }
        Ok(())
    }

    fn validate_vehicle(&self, index: usize, vehicle: &Vehicle) -> Result<(), ProblemError> {
        if vehicle.matrix >= self.matrices.len() {
            return Err(ProblemError::Profile { vehicle: index });
        }
        if !(1..=500).contains(&vehicle.speed_factor) {
            return Err(ProblemError::Speed { vehicle: index });
        }
        if let Some(window) = vehicle.window {
            windows(&[window])?;
        }
        if let Some(capacity) = &vehicle.capacity {
            self.amount(capacity)?;
        }
        for pause in &vehicle.breaks {
            windows(&pause.windows)?;
            value(pause.service)?;
            if let Some(load) = &pause.max_load {
                self.amount(load)?;
            }
        }
        let costs = vehicle.costs;
        for cost in [
            costs.fixed,
            costs.per_hour,
            costs.per_task_hour,
            costs.per_km,
        ] {
            value(cost)?;
        }
        value(vehicle.max_travel_time.unwrap_or(0))?;
        value(vehicle.max_distance.unwrap_or(0))
    }

    fn amount(&self, amount: &[i64]) -> Result<(), ProblemError> {
        if amount.len() != self.dimensions {
            return Err(ProblemError::Dimensions);
        }
        amount.iter().try_for_each(|&component| value(component))
    }
}

fn value(value: i64) -> Result<(), ProblemError> {
    match (0..=MAX_VALUE).contains(&value) {
        true => Ok(()),
        false => Err(ProblemError::Value),
    }
}

fn windows(windows: &[Window]) -> Result<(), ProblemError> {
    let mut last = -1;
    for &(start, end) in windows {
        value(start)?;
        value(end)?;
        if end < start || start <= last {
            return Err(ProblemError::Window);
        }
        last = end;
    }
    Ok(())
}
