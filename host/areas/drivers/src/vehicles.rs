//! Vehicles of drivers. One can be the driver's current vehicle.

use carriage::quantity::{Length, Quantity, Volume, Weight};
use data::{
    ById, Change, Edit, Error, FieldError, Form, ListQuery, Needs, PageOf, Record, Result, Scope,
    Where, case::rejection, db::Mode, ids::DriverId, message, validate,
};
use garde::Validate;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;
use web::{
    Raw, Routes,
    http::{Method, Response, deleted},
};

use crate::{
    access::{DRIVER, DRIVER_EDIT, DRIVERS},
    model::{Driver, MAX_NAME_LENGTH},
};

data::id! { VehicleId }

const MAX_REGISTRATION_LENGTH: usize = 16;
const MAX_IMAGES: usize = 12;
/// Vehicles up to this gross mass are not covered by the rules of hours, in grams.
const MAX_LIGHT_MASS: u64 = 12_000_000;

pub(crate) fn table() -> Routes {
    Routes::new("/api/drivers/vehicle")
        .feature(DRIVERS)
        .list("vehicles", Needs::DriverOr(DRIVER), list)
        .writes_with("id")
        .get("vehicle", Needs::DriverOr(DRIVER), get)
        .post("vehicle", Needs::SaveOwn, save)
        .put("vehicle", Needs::SaveOwn, change)
        .raw(
            Method::DELETE,
            "vehicle",
            Needs::DriverOr(DRIVER_EDIT),
            0,
            delete_one,
        )
        .describe_query::<ById<VehicleId>>()
}

/// Load that a vehicle can carry.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "VehicleCapacity")]
pub struct Capacity {
    #[serde(deserialize_with = "optional_measure")]
    pub cubic: Option<Volume>,
    #[serde(deserialize_with = "optional_measure")]
    pub length: Option<Length>,
    #[serde(deserialize_with = "optional_measure")]
    pub width: Option<Length>,
    #[serde(deserialize_with = "optional_measure")]
    pub height: Option<Length>,
    #[serde(deserialize_with = "optional_measure")]
    pub weight: Option<Weight>,
}

/// A measure as it is sent. The documents set the message for a value that is no number.
#[derive(Deserialize)]
struct SentMeasure<U> {
    #[serde(deserialize_with = "number")]
    value: Decimal,
    unit: U,
}

impl<U> SentMeasure<U> {
    fn into_quantity(self) -> Quantity<U> {
        Quantity {
            value: self.value,
            unit: self.unit,
        }
    }
}

fn number<'de, D: Deserializer<'de>>(source: D) -> Result<Decimal, D::Error> {
    <Decimal as Deserialize>::deserialize(source)
        .map_err(|_| rejection(message!("A number is required")))
}

/// `#[serde(deserialize_with = "vehicles::measure")]`
pub(crate) fn measure<'de, D: Deserializer<'de>, U: Deserialize<'de>>(
    source: D,
) -> Result<Quantity<U>, D::Error> {
    SentMeasure::deserialize(source).map(SentMeasure::into_quantity)
}

fn optional_measure<'de, D: Deserializer<'de>, U: Deserialize<'de>>(
    source: D,
) -> Result<Option<Quantity<U>>, D::Error> {
    let sent = Option::<SentMeasure<U>>::deserialize(source)?;
    Ok(sent.map(SentMeasure::into_quantity))
}

/// A vehicle of a driver.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(default)]
#[record(table = "vehicles", name = "The vehicle", open, kept)]
#[garde(allow_unvalidated)]
pub struct Vehicle {
    /// 0 or omitted for a new vehicle.
    pub id: VehicleId,
    #[serde(rename = "rowVersion")]
    pub row_version: i64,
    /// A driver's user may omit it.
    #[serde(rename = "driverid")]
    #[record(driver)]
    pub driver_id: DriverId,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    pub name: String,
    /// Unique among the tenant's vehicles.
    #[serde(rename = "registrationnumber")]
    #[garde(length(chars, min = 1, max = MAX_REGISTRATION_LENGTH))]
    pub registration_number: String,
    #[serde(skip)]
    #[record(internal)]
    pub registration_key: String,
    #[record(json)]
    pub capacity: Capacity,
    /// Gross vehicle mass: the most it may weigh with its load.
    #[serde(deserialize_with = "optional_measure")]
    #[record(json)]
    pub gvm: Option<Weight>,
    /// Pictures: the `assetId` of files uploaded with `uploadasset`.
    #[record(json)]
    #[garde(length(max = MAX_IMAGES))]
    pub images: Vec<Uuid>,
    #[serde(rename = "isactive")]
    pub is_active: bool,
    /// The vehicle that the driver drives now. Replaces the previous one.
    #[serde(rename = "iscurrentvehicle")]
    pub is_current_vehicle: bool,
}

impl Default for Vehicle {
    fn default() -> Self {
        Self {
            id: VehicleId(0),
            row_version: 0,
            driver_id: DriverId(0),
            name: String::new(),
            registration_number: String::new(),
            registration_key: String::new(),
            capacity: Capacity::default(),
            gvm: None,
            images: Vec::new(),
            is_active: true,
            is_current_vehicle: false,
        }
    }
}

impl Vehicle {
    /// True if the rules of hours cover it.
    pub(crate) fn is_heavy(&self) -> bool {
        self.gvm.is_some_and(|gvm| gvm.to_grams() > MAX_LIGHT_MASS)
    }
}

#[derive(Deserialize, JsonSchema)]
struct SaveVehicle {
    vehicle: Change<Vehicle>,
}

/// A single vehicle.
#[derive(Serialize, JsonSchema)]
struct OneVehicle {
    vehicle: Vehicle,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct VehiclesQuery {
    driver_id: Option<DriverId>,
    /// Deletes this vehicle first; prefer the DELETE call.
    id: Option<VehicleId>,
}

async fn list(
    mut scope: Scope,
    VehiclesQuery { driver_id, id }: VehiclesQuery,
    query: ListQuery,
) -> Result<PageOf<Vehicle>> {
    if let Some(id) = id {
        // The documents declare deletion as this GET. A session cookie alone is no caller here, so
        // no link and no prefetch deletes.
        if scope.caller.driver().is_none() {
            scope.require(DRIVER_EDIT)?;
        }
        delete(scope.sibling(Mode::Write), ById { id }).await?;
    }
    let narrow = Where::all().eq_some(Vehicle::DRIVER_ID, driver_id);
    scope.page(&query, narrow).await
}

async fn get(mut scope: Scope, ById { id }: ById<VehicleId>) -> Result<OneVehicle> {
    Ok(OneVehicle {
        vehicle: scope.find(id).await?,
    })
}

async fn change(scope: Scope, sent: SaveVehicle) -> Result<OneVehicle> {
    if sent.vehicle.is_new() {
        return Err(Error::invalid("vehicle.id", message!("is required")));
    }
    save(scope, sent).await
}

async fn save(mut scope: Scope, SaveVehicle { vehicle }: SaveVehicle) -> Result<OneVehicle> {
    let own = scope.caller.driver();
    if own.is_none() {
        scope.require(DRIVER_EDIT)?;
    }
    let mut edit = scope.edit(vehicle).await?;
    if let Some(own) = own {
        edit.record.driver_id = own;
    }
    store(&mut scope, &mut edit).await?;
    scope.commit().await?;
    Ok(OneVehicle {
        vehicle: edit.record,
    })
}

/// Checks and stores a vehicle.
pub(crate) async fn store(scope: &mut Scope, edit: &mut Edit<Vehicle>) -> Result<()> {
    tidy(&mut edit.record);
    let mut errors = check(&edit.record, "vehicle");
    let driver = scope
        .first::<Driver>(Where::all().eq(Driver::ID, edit.record.driver_id))
        .await?;
    if driver.is_none() {
        errors.push(FieldError::new(
            "vehicle.driverid",
            message!("must be the id of a driver"),
        ));
    }
    let same = Where::all()
        .eq(
            Vehicle::REGISTRATION_KEY,
            edit.record.registration_key.as_str(),
        )
        .ne(Vehicle::ID, edit.record.id);
    if scope.unrestricted().await?.count(same).await? > 0 {
        errors.push(FieldError::new(
            "vehicle.registrationnumber",
            message!("is the registration number of another vehicle"),
        ));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    keep_images(scope, edit).await?;
    if edit.record.is_current_vehicle {
        let others = Where::all()
            .eq(Vehicle::DRIVER_ID, edit.record.driver_id)
            .eq(Vehicle::IS_CURRENT_VEHICLE, true)
            .ne(Vehicle::ID, edit.record.id);
        for mut other in scope.all::<Vehicle>(others).await? {
            other.is_current_vehicle = false;
            scope.update(&mut other).await?;
        }
    }
    scope.store(edit).await
}

/// Keeps the files of new pictures and releases those of removed ones.
async fn keep_images(scope: &mut Scope, edit: &Edit<Vehicle>) -> Result<()> {
    let before = edit
        .before
        .as_ref()
        .map_or(&[][..], |before| &before.images);
    for image in &edit.record.images {
        if !before.contains(image) {
            files::retain_alone(scope, *image).await?;
        }
    }
    for image in before {
        if !edit.record.images.contains(image) {
            files::release(scope, *image).await?;
        }
    }
    Ok(())
}

fn tidy(vehicle: &mut Vehicle) {
    vehicle.name = vehicle.name.trim().to_owned();
    vehicle.registration_number = vehicle.registration_number.trim().to_uppercase();
    vehicle.registration_key = vehicle
        .registration_number
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .collect();
}

pub(crate) fn check(vehicle: &Vehicle, path: &str) -> Vec<FieldError> {
    let mut errors = validate::check(path, vehicle);
    let capacity = &vehicle.capacity;
    let at = |member: &str| format!("{path}.capacity.{member}");
    let lengths = [
        ("length", capacity.length),
        ("width", capacity.width),
        ("height", capacity.height),
    ];
    for (member, length) in lengths {
        errors.extend(length.and_then(|it| it.check(&at(member)).err()));
    }
    errors.extend(capacity.cubic.and_then(|it| it.check(&at("cubic")).err()));
    errors.extend(capacity.weight.and_then(|it| it.check(&at("weight")).err()));
    let gvm = vehicle.gvm;
    errors.extend(gvm.and_then(|it| it.check(&format!("{path}.gvm")).err()));
    if let (Some(weight), Some(gvm)) = (capacity.weight, gvm)
        && errors.is_empty()
        && weight.to_grams() >= gvm.to_grams()
    {
        errors.push(FieldError::new(
            at("weight.value"),
            message!("must be less than the gross vehicle mass"),
        ));
    }
    if vehicle.is_current_vehicle && !vehicle.is_active {
        errors.push(FieldError::new(
            format!("{path}.isactive"),
            message!("must be true for the current vehicle"),
        ));
    }
    errors
}

async fn delete_one(scope: Scope, raw: Raw) -> Result<Response> {
    delete(scope, raw.query()?).await?;
    Ok(deleted())
}

async fn delete(mut scope: Scope, ById { id }: ById<VehicleId>) -> Result<()> {
    let vehicle: Vehicle = scope.find(id).await?;
    for image in &vehicle.images {
        files::release(&mut scope, *image).await?;
    }
    scope.delete::<Vehicle>(id).await?;
    scope.commit().await
}

/// Returns the current vehicles of these drivers.
pub(crate) async fn current_of(scope: &mut Scope, drivers: &[DriverId]) -> Result<Vec<Vehicle>> {
    let current = Where::all()
        .is_in(Vehicle::DRIVER_ID, drivers)
        .eq(Vehicle::IS_CURRENT_VEHICLE, true);
    scope.all(current).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(vehicle: Vehicle) -> Vec<String> {
        let mut vehicle = vehicle;
        tidy(&mut vehicle);
        check(&vehicle, "vehicle")
            .into_iter()
            .map(|error| error.member)
            .collect()
    }

    fn van() -> Vehicle {
        Vehicle {
            name: "Van 1".to_owned(),
            registration_number: " abc-123 ".to_owned(),
            ..Vehicle::default()
        }
    }

    #[test]
    fn a_registration_is_compared_without_marks() {
        let mut vehicle = van();
        tidy(&mut vehicle);
        assert_eq!(vehicle.registration_number, "ABC-123");
        assert_eq!(vehicle.registration_key, "ABC123");
    }

    #[test]
    fn name_and_registration_are_required() {
        assert_eq!(
            members(Vehicle::default()),
            ["vehicle.name", "vehicle.registrationnumber"]
        );
        assert_eq!(members(van()), Vec::<String>::new());
    }

    #[test]
    fn measures_are_positive_and_the_load_is_below_the_mass() {
        let kilograms = |value: i64| Some(Weight::kilograms(value.into()));
        let vehicle = |length: i64, weight: i64, gvm: i64| Vehicle {
            capacity: Capacity {
                length: Some(Length::centimetres(length.into())),
                weight: kilograms(weight),
                ..Capacity::default()
            },
            gvm: kilograms(gvm),
            ..van()
        };
        assert_eq!(members(vehicle(300, 1200, 3500)), Vec::<String>::new());
        assert_eq!(
            members(vehicle(0, -1, 3500)),
            [
                "vehicle.capacity.length.value",
                "vehicle.capacity.weight.value"
            ]
        );
        assert_eq!(
            members(vehicle(300, 3500, 3500)),
            ["vehicle.capacity.weight.value"]
        );
    }

    #[test]
    fn the_current_vehicle_is_active() {
        let parked = Vehicle {
            is_active: false,
            is_current_vehicle: true,
            ..van()
        };
        assert_eq!(members(parked), ["vehicle.isactive"]);
    }
}
