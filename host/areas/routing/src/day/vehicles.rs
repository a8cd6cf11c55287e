//! A vehicle with its driver for the solver: capacity, start, end, shift, rests, end of the hours.

use std::collections::{HashMap, HashSet};

use carriage::address::Address;
use chrono::{DateTime, TimeDelta, Utc};
use data::{Error, FieldError, Result, Scope, Where, ids::DriverId, message};
use drivers::{RoutableVehicle, ShiftRest, VehicleId};
use jobs::FreightJobId;
use network::{HeadPort, HeadPortId};
use rust_decimal::prelude::ToPrimitive;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Day;
use crate::{
    problem::MAX_VEHICLES,
    runs::model::{
        RouteRunId, RouteStep, RunPlace, RunShift, RunStep, RunStepType, StepOutcome, split_kept,
    },
};

/// Longest shift.
const MAX_SHIFT: TimeDelta = TimeDelta::hours(24);
/// Maximum age of a position that locates a vehicle.
pub(crate) const MAX_POSITION_AGE: TimeDelta = TimeDelta::minutes(30);

/// A vehicle of a plan.
#[data::wire]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct PlanVehicle {
    pub vehicleid: VehicleId,
    /// Default: the vehicle's driver.
    #[serde(default)]
    pub driverid: Option<DriverId>,
    /// Default: the driver's depot, otherwise the driver's home, otherwise anywhere.
    #[serde(default)]
    pub start: Option<RunPlace>,
    #[serde(default)]
    pub end: Option<RunPlace>,
    /// Default: the tenant's hours of runs.
    #[serde(default)]
    pub shift: Option<RunShift>,
    /// The run that is continued or replaced.
    #[serde(default)]
    pub runid: Option<RouteRunId>,
}

/// A vehicle on a day.
#[derive(Debug, Clone)]
pub(crate) struct DayVehicle {
    pub vehicle: RoutableVehicle,
    pub run: Option<RouteRunId>,
    pub start: Option<RunPlace>,
    pub end: Option<RunPlace>,
    pub shift: RunShift,
    /// Moment at which the driver's hours end, if before the shift's end.
    pub hours_end: Option<DateTime<Utc>>,
    /// Rests of the whole shift, in order. A route that ends before one is due does not take it.
    pub breaks: Vec<ShiftRest>,
    /// Steps of the continued run that have ended.
    pub done: Vec<RunStep>,
    /// Stops of the continued run that the driver has begun; they stay first.
    pub begun: Vec<(FreightJobId, RunStepType)>,
}

impl DayVehicle {
    /// Latest end of the run.
    pub fn latest(&self) -> DateTime<Utc> {
        self.hours_end.unwrap_or(self.shift.to)
    }
}

/// Loads vehicles with their defaults. `member` is the path of the list.
pub(crate) async fn load(
    scope: &mut Scope,
    day: &Day,
    sent: &[PlanVehicle],
    member: &str,
) -> Result<Vec<DayVehicle>> {
    check(day, sent, member)?;
    let pairs: Vec<(VehicleId, Option<DriverId>)> = sent
        .iter()
        .map(|vehicle| (vehicle.vehicleid, vehicle.driverid))
        .collect();
    let vehicles = drivers::load_routable(scope, &pairs).await?;
    check_crews(&vehicles, member)?;
    let depots = load_depots(scope, &vehicles).await?;
    let mut loaded = Vec::with_capacity(sent.len());
    for (sent, vehicle) in sent.iter().zip(vehicles) {
        let base = match vehicle.depot.and_then(|id| depots.get(&id)) {
            Some(place) => Some(place.clone()),
            None => locate_home(scope, vehicle.home.as_ref()).await?,
        };
        let shift = sent.shift.unwrap_or(RunShift {
            from: day.at_minutes(day.settings.shift_start),
            to: day.at_minutes(day.settings.shift_end),
        });
        let shift = not_before_now(day, shift);
        let hours = drivers::load_rests(scope, &vehicle, shift.from, shift.to).await?;
        loaded.push(DayVehicle {
            run: sent.runid,
            start: sent.start.clone().or_else(|| base.clone()),
            end: sent.end.clone().or(base),
            breaks: hours.rests,
            shift,
            hours_end: hours.end,
            done: Vec::new(),
            begun: Vec::new(),
            vehicle,
        });
    }
    Ok(loaded)
}

impl DayVehicle {
    /// Continues a run: completed steps stay, and the others begin at the vehicle's position.
    pub fn resume(&mut self, day: &Day, run: RouteRunId, steps: &[RouteStep]) {
        self.run = Some(run);
        self.note_begun(steps);
        let (kept, _) = split_kept(steps);
        if kept.is_empty() {
            return;
        }
        self.done = kept.into_iter().map(RouteStep::to_step).collect();
        self.shift.from = self.shift.from.max(day.now.min(self.shift.to));
        let located = self.done.iter().rev().find(|step| step.location.is_some());
        let departure = located.and_then(|step| step.actualdeparture);
        let newest = self.vehicle.last.filter(|last| {
            let is_recent = day.now - last.time <= MAX_POSITION_AGE;
            is_recent && departure.is_none_or(|departure| departure <= last.time)
        });
        let position = match newest {
            Some(last) => Some((last.position, None)),
            None => located.and_then(|step| Some((step.location?, step.description.clone()))),
        };
        if let Some(([longitude, latitude], description)) = position {
            self.start = Some(RunPlace {
                latitude,
                longitude,
                description,
            });
        }
    }

    fn note_begun(&mut self, steps: &[RouteStep]) {
        let begun = steps
            .iter()
            .filter(|step| step.outcome == StepOutcome::Begun);
        self.begun = begun
            .filter_map(|step| Some((step.job_id?, step.step_type)))
            .collect();
    }
}

/// Moves the beginning of a shift that has begun to the present.
fn not_before_now(day: &Day, shift: RunShift) -> RunShift {
    match shift.from < day.now && day.now < shift.to {
        true => RunShift {
            from: day.now,
            ..shift
        },
        false => shift,
    }
}

fn check(day: &Day, sent: &[PlanVehicle], member: &str) -> Result<()> {
    if sent.is_empty() || sent.len() > MAX_VEHICLES {
        return Err(Error::invalid(
            member,
            message!("must be 1 to {max} vehicles", max = MAX_VEHICLES),
        ));
    }
    let (mut errors, mut seen) = (Vec::new(), HashSet::new());
    for (at, vehicle) in sent.iter().enumerate() {
        let path = |name: &str| format!("{member}[{at}].{name}");
        if !seen.insert(vehicle.vehicleid) {
            errors.push(FieldError::new(
                path("vehicleid"),
                message!("is used twice"),
            ));
        }
        for (name, place) in [("start", &vehicle.start), ("end", &vehicle.end)] {
            errors.extend(
                place
                    .as_ref()
                    .and_then(|place| check_place(place, path(name))),
            );
        }
        if let Some(shift) = vehicle.shift {
            let is_of_day = shift.from >= day.begin && shift.from <= day.begin + MAX_SHIFT;
            if !is_of_day || shift.to <= shift.from || shift.to > shift.from + MAX_SHIFT {
                let text = message!("must begin on the day of the run and end within 24 hours");
                errors.push(FieldError::new(path("shift"), text));
            }
        }
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Error::Invalid(errors)),
    }
}

fn check_place(place: &RunPlace, member: String) -> Option<FieldError> {
    let is_place = place.latitude.abs() <= 90.0 && place.longitude.abs() <= 180.0;
    let text = place.description.as_deref().unwrap_or_default();
    match (is_place, text.chars().count() <= MAX_DESCRIPTION) {
        (false, _) => Some(FieldError::new(
            member,
            message!("must be a latitude from -90 to 90 and a longitude from -180 to 180"),
        )),
        (_, false) => Some(FieldError::new(
            format!("{member}.description"),
            message!("must be at most {max} characters", max = MAX_DESCRIPTION),
        )),
        _ => None,
    }
}

const MAX_DESCRIPTION: usize = 256;

/// A driver drives one vehicle; inactive ones get no work.
fn check_crews(vehicles: &[RoutableVehicle], member: &str) -> Result<()> {
    let (mut errors, mut seen) = (Vec::new(), HashSet::new());
    for (at, vehicle) in vehicles.iter().enumerate() {
        let mut refuse = |name: &str, text| {
            errors.push(FieldError::new(format!("{member}[{at}].{name}"), text));
        };
        if !vehicle.is_active {
            refuse("vehicleid", message!("must be an active vehicle"));
        }
        if !vehicle.is_driver_active {
            refuse("driverid", message!("must be an active driver"));
        }
        if !seen.insert(vehicle.driver) {
            refuse("driverid", message!("drives another of these vehicles"));
        }
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Error::Invalid(errors)),
    }
}

async fn load_depots(
    scope: &mut Scope,
    vehicles: &[RoutableVehicle],
) -> Result<HashMap<i64, RunPlace>> {
    let ids = vehicles.iter().filter_map(|vehicle| vehicle.depot);
    let ids: Vec<HeadPortId> = ids.map(HeadPortId).collect();
    let ports: Vec<HeadPort> = scope.all(Where::all().is_in(HeadPort::ID, &ids)).await?;
    let place = |port: HeadPort| {
        let place = RunPlace {
            latitude: port.latitude?.to_f64()?,
            longitude: port.longitude?.to_f64()?,
            description: Some(port.display_name()),
        };
        Some((port.id.0, place))
    };
    Ok(ports.into_iter().filter_map(place).collect())
}

async fn locate_home(scope: &Scope, home: Option<&Address>) -> Result<Option<RunPlace>> {
    let Some(home) = home else { return Ok(None) };
    let position =
        lookups::locate(scope, &home.country_code, &home.post_code, &home.suburb).await?;
    Ok(position.map(|(latitude, longitude)| RunPlace {
        latitude,
        longitude,
        description: Some(home.suburb.clone()),
    }))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::day::sample_day;

    pub(crate) fn sample_vehicle(id: i64) -> RoutableVehicle {
        RoutableVehicle {
            id: VehicleId(id),
            name: format!("Van {id}"),
            is_active: true,
            driver: DriverId(id),
            driver_name: "Ann".to_owned(),
            is_driver_active: true,
            grams: Some(1_000_000),
            litres: Some(10_000),
            pallets: None,
            longest_mm: Some(3000),
            is_truck: false,
            depot: None,
            home: None,
            last: None,
            is_heavy: false,
        }
    }

    fn members(error: Error) -> Vec<String> {
        match error {
            Error::Invalid(fields) => fields.into_iter().map(|field| field.member).collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_vehicle_and_a_driver_are_used_once() {
        let day = sample_day();
        let sent = |id: i64| PlanVehicle {
            vehicleid: VehicleId(id),
            driverid: None,
            start: None,
            end: None,
            shift: None,
            runid: None,
        };
        assert!(check(&day, &[sent(1), sent(2)], "vehicles").is_ok());
        let twice = check(&day, &[sent(1), sent(1)], "vehicles").unwrap_err();
        assert_eq!(members(twice), ["vehicles[1].vehicleid"]);
        assert_eq!(
            members(check(&day, &[], "vehicles").unwrap_err()),
            ["vehicles"]
        );
        let mut crews = vec![sample_vehicle(1), sample_vehicle(2)];
        assert!(check_crews(&crews, "vehicles").is_ok());
        crews[1].driver = DriverId(1);
        crews[0].is_active = false;
        let wrong = check_crews(&crews, "vehicles").unwrap_err();
        assert_eq!(
            members(wrong),
            ["vehicles[0].vehicleid", "vehicles[1].driverid"]
        );
    }

    #[test]
    fn places_and_shifts_are_checked() {
        let day = sample_day();
        let shift = |from: i64, to: i64| RunShift {
            from: day.instant(from * 3600),
            to: day.instant(to * 3600),
        };
        let wrong = PlanVehicle {
            vehicleid: VehicleId(1),
            driverid: None,
            start: Some(RunPlace {
                latitude: 91.0,
                longitude: 0.0,
                description: None,
            }),
            end: None,
            shift: Some(shift(9, 8)),
            runid: None,
        };
        let error = check(&day, &[wrong], "vehicles").unwrap_err();
        assert_eq!(members(error), ["vehicles[0].start", "vehicles[0].shift"]);
    }

    #[test]
    fn a_shift_that_has_begun_begins_now() {
        let mut day = sample_day();
        let shift = RunShift {
            from: day.instant(6 * 3600),
            to: day.instant(18 * 3600),
        };
        assert_eq!(not_before_now(&day, shift), shift);
        day.now = day.instant(12 * 3600);
        assert_eq!(not_before_now(&day, shift).from, day.now);
        day.now = day.instant(20 * 3600);
        assert_eq!(not_before_now(&day, shift), shift);
    }
}
