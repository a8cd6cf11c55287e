//! Saves of line hauls.

use data::{
    Change, Error, FieldError, Result, Scope, message,
    note::NoteInput,
    numbering::{self, Series},
};
use drivers::RoutableVehicle;
use jobs::line_hauls::create_haul;
use rust_decimal::Decimal;
use work::event::ScopeEvents;

use super::{
    change,
    model::{Capacity, HeadPortRef, LineHaul, LineHaulId},
    ports, rules,
    status::LineHaulOperation,
    store,
};
use crate::events;

/// Numbers of line hauls.
const NUMBERS: Series = Series {
    name: "line-haul",
    prefix: "LH",
    digits: 5,
    start: 1,
};

/// Checks and stores a line haul with its job; the caller commits.
pub(crate) async fn save(
    scope: &mut Scope,
    sent: Change<LineHaul>,
    note: Option<NoteInput>,
) -> Result<LineHaul> {
    let id = match sent.is_new() {
        true => sent.input().line_haul_id,
        false => LineHaulId(sent.id()),
    };
    let stored = match id.0 {
        0 => None,
        _ => Some(change::lock(scope, id).await?),
    };
    let mut edit = scope
        .edit(sent.of_row(stored.as_ref(), LineHaul::clone))
        .await?;
    if let Some(before) = &stored {
        LineHaulOperation::Edit.check(before.status)?;
    }
    let is_vehicle_new = edit.mentions("vehicleid") && !edit.mentions("capacity");
    let mut haul = std::mem::take(&mut edit.record);
    rules::tidy(&mut haul);
    let mut errors = set_ports(scope, &mut haul).await?;
    errors.extend(set_crew(scope, &mut haul, stored.as_ref(), is_vehicle_new).await?);
    errors.extend(rules::check(&haul, stored.as_ref()));
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    keep_images(scope, &haul, stored.as_ref()).await?;
    if let Some(note) = &note {
        change::add_note(scope, &mut haul, &note.comment)?;
    }
    match stored {
        Some(before) => {
            change::store(scope, &mut haul, &before, Some("Edit".to_owned())).await?;
            Ok(haul)
        }
        None => create(scope, haul).await,
    }
}

/// Stores a new line haul under the next number, with its job; the caller commits.
pub(crate) async fn create(scope: &mut Scope, mut haul: LineHaul) -> Result<LineHaul> {
    haul.code = numbering::take_next(scope, NUMBERS).await?;
    haul.creation_time = scope.now();
    let job = change::to_job(scope, &haul, String::new()).await?;
    let id = LineHaulId(create_haul(scope, &job).await?.0);
    store::insert(scope, id, &haul).await?;
    haul.id = id;
    haul.row_version = 1;
    scope.update(&mut haul).await?;
    let changed = events::OneLineHaul { line_haul_id: id };
    scope.publish(&events::CHANGED, &changed).await?;
    Ok(haul)
}

/// Completes the head ports of an input, which names them by id or code.
async fn set_ports(scope: &mut Scope, haul: &mut LineHaul) -> Result<Vec<FieldError>> {
    let mut errors = Vec::new();
    let start = ports::require(scope, &haul.start_head_port, "linehaul.startheadport").await?;
    match start {
        Ok(port) => {
            haul.start_head_port = HeadPortRef::from(&port);
            haul.start_id = port.id;
            haul.start_code = port.code;
            haul.start_name = port.name;
        }
        Err(error) => errors.push(error),
    }
    let destination = ports::require(
        scope,
        &haul.destination_head_port,
        "linehaul.destinationheadport",
    )
    .await?;
    match destination {
        Ok(port) => {
            haul.destination_head_port = HeadPortRef::from(&port);
            haul.destination_id = port.id;
            haul.destination_code = port.code;
            haul.destination_name = port.name;
        }
        Err(error) => errors.push(error),
    }
    Ok(errors)
}

/// Sets the names of driver, vehicle and carrier account. A new vehicle brings its driver, unless
/// one is set, and its capacity, unless the input has one.
async fn set_crew(
    scope: &mut Scope,
    haul: &mut LineHaul,
    before: Option<&LineHaul>,
    takes_capacity: bool,
) -> Result<Vec<FieldError>> {
    let mut errors = Vec::new();
    haul.vehicle_name = None;
    if let Some(vehicle) = haul.vehicle_id {
        let is_known = before.is_some_and(|before| before.vehicle_id == Some(vehicle));
        match before.filter(|_| is_known) {
            Some(before) => haul.vehicle_name.clone_from(&before.vehicle_name),
            None => {
                let loaded = drivers::load_routable(scope, &[(vehicle, haul.driver_id)]).await?;
                let loaded = loaded.into_iter().next();
                let vehicle = loaded.ok_or(Error::NotFound("The vehicle"))?;
                if !vehicle.is_active {
                    let text = message!("must be an active vehicle");
                    errors.push(FieldError::new("linehaul.vehicleid", text));
                }
                haul.vehicle_name = Some(vehicle.name.clone());
                haul.driver_id = haul.driver_id.or(Some(vehicle.driver));
                if takes_capacity {
                    haul.capacity = capacity_of(&vehicle);
                }
            }
        }
    }
    haul.driver_name = match haul.driver_id {
        Some(driver) => Some(drivers::find_driver(scope, driver).await?),
        None => None,
    };
    set_carrier(scope, haul).await?;
    Ok(errors)
}

/// Sets the name of the carrier account, and the customer of its booking.
async fn set_carrier(scope: &mut Scope, haul: &mut LineHaul) -> Result<()> {
    haul.carrier_account = match haul.carrier_id {
        Some(account) => Some(carriers::accounts::find(scope, account).await?.name),
        None => None,
    };
    if let (Some(account), None) = (haul.carrier_id, haul.customer_id) {
        haul.customer_id = super::carriers::find_last_customer(scope, account).await?;
    }
    haul.customer_name = match haul.customer_id {
        Some(customer) => {
            let customer = customers::find(scope, customer).await?;
            Some(customer.display_name().to_owned())
        }
        None => None,
    };
    if haul.carrier_id.is_none() {
        haul.customer_id = None;
        haul.customer_name = None;
        haul.service_code = None;
    }
    Ok(())
}

fn capacity_of(vehicle: &RoutableVehicle) -> Capacity {
    let thousandth = |number: u64| (Decimal::from(number) / Decimal::ONE_THOUSAND).normalize();
    Capacity {
        weight: vehicle.grams.map(thousandth),
        volume: vehicle.litres.map(thousandth),
        pallet_spaces: vehicle.pallets.map(Decimal::from),
    }
}

/// Keeps the files of new pictures and releases those of removed ones.
async fn keep_images(scope: &mut Scope, haul: &LineHaul, before: Option<&LineHaul>) -> Result<()> {
    let before = before.map_or(&[][..], |before| &before.images);
    for image in haul.images.iter().filter(|image| !before.contains(image)) {
        files::retain_alone(scope, *image).await?;
    }
    for image in before.iter().filter(|image| !haul.images.contains(image)) {
        files::release(scope, *image).await?;
    }
    Ok(())
}

/// Deletes a line haul with its job; the caller commits.
pub(crate) async fn delete(scope: &mut Scope, id: LineHaulId) -> Result<()> {
    let haul = change::lock(scope, id).await?;
    LineHaulOperation::Delete.check(haul.status)?;
    if haul.article_count > 0 {
        return Err(Error::invalid(
            "Id",
            message!("has jobs: take them off first"),
        ));
    }
    for image in &haul.images {
        files::release(scope, *image).await?;
    }
    scope.delete::<LineHaul>(id).await?;
    jobs::line_hauls::delete_haul(scope, id.job()).await?;
    let deleted = events::OneLineHaul { line_haul_id: id };
    scope.publish(&events::DELETED, &deleted).await
}
