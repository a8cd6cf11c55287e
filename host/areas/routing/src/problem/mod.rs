//! Conversion of the input to the solver's problem; all wrong members are reported by their paths.

pub(crate) mod matrices;
pub(crate) mod places;
mod steps;
mod tasks;
#[cfg(test)]
mod tests;
mod vehicles;

use std::collections::HashMap;

use data::{FieldError, message};
use solver::{Matrix, PlannedRoute, Problem, ProblemError, Window};

use crate::{
    failure::{Failure, Outcome},
    request::{RoutingRequest, TimeWindow},
};
use matrices::Profile;
use places::Places;

/// Jobs count once, shipments twice.
pub(crate) const MAX_STOPS: usize = 1000;
pub(crate) const MAX_VEHICLES: usize = 200;
/// Components of an amount.
const MAX_DIMENSIONS: usize = 20;
/// Breaks of a vehicle.
const MAX_BREAKS: usize = 20;
/// Windows of a task or break.
const MAX_WINDOWS: usize = 50;

/// A problem that still lacks its matrices.
#[derive(Default)]
pub(crate) struct Draft {
    pub problem: Problem,
    pub places: Places,
    /// One for each matrix of the problem.
    pub profiles: Vec<Profile>,
    /// Given routes by vehicle; empty where a vehicle has none.
    pub routes: Vec<PlannedRoute>,
}

/// Reads the input. The number of errors is limited by that of stops and vehicles.
pub(crate) fn read(request: &RoutingRequest) -> Outcome<Draft> {
    check_size(request)?;
    let mut errors = Vec::new();
    if request.vehicles.is_empty() {
        errors.push(FieldError::new("vehicles", message!("is required")));
    }
    if request.tasks() == 0 {
        errors.push(FieldError::new(
            "jobs",
            message!("is required, or shipments"),
        ));
    }
    if !errors.is_empty() {
        return Err(Failure::Input(errors));
    }
    let mut reader = Reader::new(request);
    let vehicles = vehicles::read(&mut reader);
    let (jobs, shipments) = tasks::read(&mut reader);
    let profiles = matrices::profiles(request, &reader.places.all, &mut reader.errors);
    let routes = steps::read(&mut reader);
    if !reader.errors.is_empty() {
        return Err(Failure::Input(reader.errors));
    }
    Ok(Draft {
        problem: Problem {
            matrices: Vec::new(),
            vehicles,
            jobs,
            shipments,
            dimensions: reader.dimensions,
        },
        places: reader.places,
        profiles,
        routes,
    })
}

fn check_size(request: &RoutingRequest) -> Outcome<()> {
    let too_large =
        |member: &str, message| Err(Failure::TooLarge(FieldError::new(member, message)));
    if request.tasks() > MAX_STOPS {
        let member = match request.jobs.len() > MAX_STOPS {
            true => "jobs",
            false => "shipments",
        };
        let message = message!(
            "must be at most {max} stops, where a shipment counts twice; {count} were sent",
            max = MAX_STOPS,
            count = request.tasks()
        );
        return too_large(member, message);
    }
    if request.vehicles.len() > MAX_VEHICLES {
        let message = message!(
            "must be at most {max}; {count} were sent",
            max = MAX_VEHICLES,
            count = request.vehicles.len()
        );
        return too_large("vehicles", message);
    }
    Ok(())
}

/// State of a conversion.
struct Reader<'a> {
    request: &'a RoutingRequest,
    errors: Vec<FieldError>,
    places: Places,
    /// Number of the matrix of each profile.
    profiles: HashMap<&'a str, usize>,
    /// Numbers of the types of vehicles.
    kinds: HashMap<&'a str, u32>,
    /// Components of the first vehicle's capacity, which all amounts have.
    dimensions: usize,
}

impl<'a> Reader<'a> {
    fn new(request: &'a RoutingRequest) -> Self {
        let mut kinds = HashMap::new();
        for kind in request
            .vehicles
            .iter()
            .filter_map(|vehicle| vehicle.kind.as_deref())
        {
            let next = kinds.len() as u32;
            kinds.entry(kind).or_insert(next);
        }
        let names = matrices::names(request).into_iter().enumerate();
        let capacity = request.vehicles.first();
        let capacity = capacity.and_then(|vehicle| vehicle.capacity.as_ref());
        Self {
            request,
            errors: Vec::new(),
            places: Places::default(),
            profiles: names.map(|(at, name)| (name, at)).collect(),
            kinds,
            dimensions: capacity.map_or(0, Vec::len),
        }
    }

    fn error(&mut self, member: String, message: data::Message) {
        self.errors.push(FieldError::new(member, message));
    }

    fn require(&mut self, is_valid: bool, member: String, message: data::Message) {
        if !is_valid {
            self.error(member, message);
        }
    }

    /// Reads an amount; absent is nothing.
    fn amount(&mut self, member: String, amount: Option<&[u32]>) -> Vec<i64> {
        let Some(amount) = amount else {
            return vec![0; self.dimensions];
        };
        let count = self.dimensions;
        self.require(
            amount.len() == count,
            member,
            message!(
                "must have {count} values, as many as the capacity of the first vehicle",
                count = count
            ),
        );
        amount.iter().map(|&value| i64::from(value)).collect()
    }

    /// Reads windows in the order of their beginnings.
    fn windows(&mut self, member: &str, windows: &[TimeWindow]) -> Vec<Window> {
        if windows.len() > MAX_WINDOWS {
            let message = message!("must be at most {max}", max = MAX_WINDOWS);
            self.error(member.to_owned(), message);
            return Vec::new();
        }
        let mut read = Vec::with_capacity(windows.len());
        for (at, window) in windows.iter().enumerate() {
            read.push(self.window(|| format!("{member}[{at}]"), window));
        }
        read.sort_unstable();
        self.require(
            read.windows(2).all(|pair| pair[0].1 < pair[1].0),
            member.to_owned(),
            message!("must not overlap"),
        );
        read
    }

    fn window(&mut self, member: impl Fn() -> String, &[from, to]: &TimeWindow) -> Window {
        if to < from {
            self.error(member(), message!("must not end before it begins"));
        }
        (i64::from(from), i64::from(to))
    }
}

/// Completes the problem with its matrices.
pub(crate) fn with_matrices(draft: &mut Draft, matrices: Vec<Matrix>) -> Outcome<()> {
    draft.problem.matrices = matrices;
    solver::validate(&draft.problem).map_err(rejection)
}

/// Converts a rejection of the solver that the conversion cannot foresee.
pub(crate) fn rejection(error: ProblemError) -> Failure {
    match error {
        ProblemError::TooLarge => Failure::input(
            "",
            message!("The costs of a route would be too large: lower costs, times or distances."),
        ),
        ProblemError::Steps { vehicle } | ProblemError::Infeasible { vehicle } => Failure::input(
            format!("vehicles[{vehicle}].steps"),
            message!("must keep all constraints; plan mode names the violations"),
        ),
        other => Failure::Other(data::Error::Internal(
            std::io::Error::other(format!("the solver rejects a checked problem: {other:?}"))
                .into(),
        )),
    }
}
