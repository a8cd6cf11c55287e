//! Vehicles and their drivers as route planning sees them.

use std::collections::HashMap;

use carriage::address::Address;
use chrono::{DateTime, Utc};
use data::{Error, Result, Scope, Where, ids::DriverId};
use rust_decimal::{Decimal, prelude::ToPrimitive};

use crate::{
    hours::{self, ShiftRests},
    model::Driver,
    vehicles::{self, Capacity, Vehicle, VehicleId},
    waypoints,
};

/// Side of the square that a pallet takes, in millimetres.
const PALLET_SIDE: u32 = 1165;
/// Vehicles above this gross mass use the roads of trucks, in grams.
const MAX_CAR_MASS: u64 = 4_500_000;

/// A driver's newest position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LastPosition {
    /// Longitude and latitude in degrees.
    pub position: [f64; 2],
    pub time: DateTime<Utc>,
}

/// A vehicle with the person who drives it.
#[derive(Debug, Clone, PartialEq)]
pub struct RoutableVehicle {
    pub id: VehicleId,
    /// Name and registration number.
    pub name: String,
    pub is_active: bool,
    pub driver: DriverId,
    pub driver_name: String,
    pub is_driver_active: bool,
    /// None is unlimited.
    pub grams: Option<u64>,
    pub litres: Option<u64>,
    /// Places for pallets on the floor.
    pub pallets: Option<u64>,
    /// Longest piece that fits.
    pub longest_mm: Option<u32>,
    pub is_truck: bool,
    /// Id of the head port where the driver begins and ends.
    pub depot: Option<i64>,
    pub home: Option<Address>,
    pub last: Option<LastPosition>,
    /// True if the rules of hours cover it.
    pub is_heavy: bool,
}

/// Loads vehicles with these drivers, in this order. Without a driver, the vehicle's own counts.
/// An unknown vehicle or driver fails.
pub async fn load_routable(
    scope: &mut Scope,
    pairs: &[(VehicleId, Option<DriverId>)],
) -> Result<Vec<RoutableVehicle>> {
    let ids: Vec<VehicleId> = pairs.iter().map(|(vehicle, _)| *vehicle).collect();
    let vehicles: Vec<Vehicle> = scope.all(Where::all().is_in(Vehicle::ID, &ids)).await?;
    let vehicles: HashMap<VehicleId, Vehicle> = vehicles
        .into_iter()
        .map(|vehicle| (vehicle.id, vehicle))
        .collect();
    let mut crews = Vec::with_capacity(pairs.len());
    for (id, driver) in pairs {
        let vehicle = vehicles.get(id).ok_or(Error::NotFound("The vehicle"))?;
        crews.push((vehicle, driver.unwrap_or(vehicle.driver_id)));
    }
    let ids: Vec<DriverId> = crews.iter().map(|(_, driver)| *driver).collect();
    let drivers: Vec<Driver> = scope.all(Where::all().is_in(Driver::ID, &ids)).await?;
    let last = waypoints::last_of(scope, &drivers).await?;
    let drivers: HashMap<DriverId, Driver> = drivers
        .into_iter()
        .map(|driver| (driver.id, driver))
        .collect();
    let mut routable = Vec::with_capacity(crews.len());
    for (vehicle, id) in crews {
        let driver = drivers.get(&id).ok_or(Error::NotFound("The driver"))?;
        let capacity = &vehicle.capacity;
        routable.push(RoutableVehicle {
            id: vehicle.id,
            name: format!("{} {}", vehicle.name, vehicle.registration_number),
            is_active: vehicle.is_active,
            driver: id,
            driver_name: driver.name.clone(),
            is_driver_active: driver.is_active,
            grams: capacity.weight.map(|weight| weight.to_grams()),
            litres: load_space(capacity),
            pallets: floor_spaces(capacity),
            longest_mm: [capacity.length, capacity.width, capacity.height]
                .into_iter()
                .flatten()
                .map(|side| side.to_mm())
                .max(),
            is_truck: vehicle.gvm.is_some_and(|gvm| gvm.to_grams() > MAX_CAR_MASS),
            depot: driver.main_depot_id,
            home: driver.address.clone(),
            last: last.get(&id).and_then(|point| {
                let degrees = |value: Option<Decimal>| value.and_then(|value| value.to_f64());
                Some(LastPosition {
                    position: [degrees(point.longitude)?, degrees(point.latitude)?],
                    time: point.creation_time?,
                })
            }),
            is_heavy: vehicle.is_heavy(),
        });
    }
    Ok(routable)
}

/// Returns the names of vehicles.
pub async fn vehicle_names(
    scope: &mut Scope,
    ids: &[VehicleId],
) -> Result<HashMap<VehicleId, String>> {
    let vehicles: Vec<Vehicle> = scope.all(Where::all().is_in(Vehicle::ID, ids)).await?;
    Ok(vehicles
        .into_iter()
        .map(|vehicle| (vehicle.id, vehicle.name))
        .collect())
}

/// Returns the current vehicles of drivers.
pub async fn current_vehicles(
    scope: &mut Scope,
    drivers: &[DriverId],
) -> Result<HashMap<DriverId, VehicleId>> {
    let current = vehicles::current_of(scope, drivers).await?;
    Ok(current
        .into_iter()
        .map(|vehicle| (vehicle.driver_id, vehicle.id))
        .collect())
}

/// Returns a driver's name. Drivers outside the caller's reach are not found.
pub async fn find_driver(scope: &mut Scope, id: DriverId) -> Result<String> {
    let driver: Driver = scope.find(id).await?;
    Ok(driver.name)
}

/// Loads the rests that the driver of a vehicle needs in a shift; none if no rule set binds.
pub async fn load_rests(
    scope: &mut Scope,
    vehicle: &RoutableVehicle,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
) -> Result<ShiftRests> {
    match vehicle.is_heavy {
        true => hours::load_rests(scope, vehicle.driver, from, to).await,
        false => Ok(ShiftRests::default()),
    }
}

/// The stated space, or that of the sides, in cubic decimetres.
fn load_space(capacity: &Capacity) -> Option<u64> {
    if let Some(cubic) = capacity.cubic {
        let metres = cubic.to(carriage::quantity::VolumeUnit::M3).value;
        return (metres * Decimal::ONE_THOUSAND).floor().to_u64();
    }
    let sides = [capacity.length?, capacity.width?, capacity.height?];
    let cubic_mm: u64 = sides.iter().map(|side| u64::from(side.to_mm())).product();
    Some(cubic_mm / 1_000_000)
}

fn floor_spaces(capacity: &Capacity) -> Option<u64> {
    let along = capacity.length?.to_mm() / PALLET_SIDE;
    let across = capacity.width?.to_mm() / PALLET_SIDE;
    Some(u64::from(along) * u64::from(across))
}

#[cfg(test)]
mod tests {
    use carriage::quantity::Length;

    use super::*;

    #[test]
    fn a_floor_has_whole_spaces() {
        let side = |cm: i64| Some(Length::centimetres(cm.into()));
        let truck = Capacity {
            length: side(600),
            width: side(240),
            height: side(200),
            ..Capacity::default()
        };
        assert_eq!(floor_spaces(&truck), Some(10));
        assert_eq!(load_space(&truck), Some(28_800));
        assert_eq!(floor_spaces(&Capacity::default()), None);
        assert_eq!(load_space(&Capacity::default()), None);
    }
}
