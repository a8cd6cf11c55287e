//! Drivers for demonstrations and tests.

use carriage::quantity::{Length, Weight};
use data::{
    Change, Result, Scope,
    ids::{DriverId, UserId},
};
use rust_decimal::Decimal;

use crate::{
    availability, drivers,
    model::{Driver, DriverType},
    vehicles::{self, Capacity, Vehicle},
};

/// A driver with the vehicle they drive.
#[derive(Debug, Clone, Copy)]
pub struct NewDriver {
    pub name: &'static str,
    pub phone: &'static str,
    pub driver_type: DriverType,
    pub is_available: bool,
    pub vehicle: &'static str,
    pub registration: &'static str,
    /// Centimetres: length, width and height of the load.
    pub load: [i64; 3],
    /// Kilograms.
    pub payload: i64,
    /// Kilograms.
    pub gvm: i64,
}

pub async fn add(scope: &mut Scope, new: NewDriver) -> Result<DriverId> {
    let code = drivers::next_code(scope).await?;
    let mut driver = Driver {
        code_key: code.to_lowercase(),
        code,
        name: new.name.to_owned(),
        phone_number: Some(new.phone.to_owned()),
        driver_type: new.driver_type,
        creation_time: scope.now(),
        ..Driver::default()
    };
    scope.insert(&mut driver).await?;
    if new.is_available {
        availability::start(scope, &mut driver).await?;
        scope.update(&mut driver).await?;
    }
    let [length, width, height] = new
        .load
        .map(|side| Some(Length::centimetres(Decimal::from(side))));
    let kilograms = |value: i64| Some(Weight::kilograms(Decimal::from(value)));
    let vehicle = Vehicle {
        driver_id: driver.id,
        name: new.vehicle.to_owned(),
        registration_number: new.registration.to_owned(),
        capacity: Capacity {
            length,
            width,
            height,
            weight: kilograms(new.payload),
            ..Capacity::default()
        },
        gvm: kilograms(new.gvm),
        is_current_vehicle: true,
        ..Vehicle::default()
    };
    let mut edit = scope.edit(Change::from_form(vehicle)).await?;
    vehicles::store(scope, &mut edit).await?;
    Ok(driver.id)
}

/// Makes an existing user the driver's.
pub async fn link_user(scope: &mut Scope, driver: DriverId, user: UserId) -> Result<()> {
    let mut driver: Driver = scope.find(driver).await?;
    driver.user_id = Some(user);
    driver.user_guid = Some(people::guid_of(scope, user).await?);
    scope.update(&mut driver).await
}
