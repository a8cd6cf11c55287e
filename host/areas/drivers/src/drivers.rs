//! Drivers: list, page, and save with the driver's user.

use std::collections::HashMap;

use data::{
    ById, Change, Edit, Empty, Error, FieldError, ListQuery, Needs, PageOf, Result, Save, Scope,
    Where, ids::DriverId, message, numbering, numbering::Series, validate,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    access::{DRIVER, DRIVER_CREATE, DRIVER_EDIT, DRIVERS},
    events, joining,
    model::Driver,
    port::DriverWork,
    users,
    vehicles::{self, Vehicle},
    waypoints::{self, WaypointView},
};

pub(crate) fn table() -> Routes {
    Routes::new("/api/drivers/driver")
        .feature(DRIVERS)
        .list("drivers", Needs::DriverOr(DRIVER), list)
        .get("driver", Needs::DriverOr(DRIVER), get)
        .post("driver", Save::with(DRIVER_CREATE, DRIVER_EDIT), save)
        .put("driver", Save::with_permission(DRIVER_EDIT), change)
}

/// Codes of drivers without a code of the tenant's own.
const CODES: Series = Series {
    name: "driver",
    prefix: "D",
    digits: 5,
    start: 1,
};

/// Maximum consecutive manual codes skipped.
const MAX_SKIPPED_CODES: usize = 1000;

/// Returns the names of drivers.
pub async fn names(scope: &mut Scope, ids: &[DriverId]) -> Result<HashMap<DriverId, String>> {
    let drivers: Vec<Driver> = scope.all(Where::all().is_in(Driver::ID, ids)).await?;
    Ok(drivers
        .into_iter()
        .map(|driver| (driver.id, driver.name))
        .collect())
}

/// A driver with the vehicle they drive now.
#[derive(Serialize, JsonSchema)]
struct DriverView {
    #[serde(flatten)]
    driver: Driver,
    currentvehicle: Option<Vehicle>,
    /// Number of open jobs.
    #[serde(rename = "assignedJobs")]
    assigned_jobs: i64,
    /// The newest position.
    lastwaypoint: Option<WaypointView>,
}

/// A single driver.
#[derive(Serialize, JsonSchema)]
struct OneDriver {
    driver: DriverView,
}

#[derive(Deserialize, JsonSchema)]
struct SaveDriver {
    driver: Change<Driver>,
}

async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<DriverView>> {
    let PageOf { total_count, items } = scope.page::<Driver>(&query, Where::all()).await?;
    let ids: Vec<DriverId> = items.iter().map(|driver| driver.id).collect();
    let mut current: HashMap<DriverId, Vehicle> = vehicles::current_of(&mut scope, &ids)
        .await?
        .into_iter()
        .map(|vehicle| (vehicle.driver_id, vehicle))
        .collect();
    let mut last = waypoints::last_of(&mut scope, &items).await?;
    let jobs = count_jobs(&mut scope, ids).await?;
    let to_view = |driver: Driver| DriverView {
        assigned_jobs: jobs.get(&driver.id).copied().unwrap_or(0),
        currentvehicle: current.remove(&driver.id),
        lastwaypoint: last.remove(&driver.id),
        driver,
    };
    Ok(PageOf {
        total_count,
        items: items.into_iter().map(to_view).collect(),
    })
}

async fn count_jobs(scope: &mut Scope, ids: Vec<DriverId>) -> Result<HashMap<DriverId, i64>> {
    let work = scope.port::<dyn DriverWork>()?;
    work.count_jobs(scope, ids).await
}

async fn get(mut scope: Scope, ById { id }: ById<DriverId>) -> Result<OneDriver> {
    let driver: Driver = scope.find(id).await?;
    one(&mut scope, driver).await
}

async fn one(scope: &mut Scope, driver: Driver) -> Result<OneDriver> {
    let currentvehicle = vehicles::current_of(scope, &[driver.id]).await?.pop();
    let lastwaypoint = waypoints::last_of(scope, std::slice::from_ref(&driver))
        .await?
        .remove(&driver.id);
    let jobs = count_jobs(scope, vec![driver.id]).await?;
    Ok(OneDriver {
        driver: DriverView {
            assigned_jobs: jobs.get(&driver.id).copied().unwrap_or(0),
            driver,
            currentvehicle,
            lastwaypoint,
        },
    })
}

async fn change(scope: Scope, sent: SaveDriver) -> Result<OneDriver> {
    if sent.driver.is_new() {
        return Err(Error::invalid("driver.id", message!("is required")));
    }
    save(scope, sent).await
}

async fn save(mut scope: Scope, SaveDriver { driver }: SaveDriver) -> Result<OneDriver> {
    let mut edit = scope.edit(driver).await?;
    let country = tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .general
        .country_code
        .clone();
    let is_new_address = edit.mentions("address");
    let driver = &mut edit.record;
    tidy(driver);
    if is_new_address {
        driver.address = driver.address.take().map(|it| it.normalized_in(&country));
    }
    let errors = check(&edit.record, is_new_address);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let account = users::validate(&scope, &edit).await?;
    set_code(&mut scope, &mut edit).await?;
    if edit.is_new() {
        edit.record.creation_time = scope.now();
    }
    if !edit.record.is_active {
        crate::availability::end(&mut scope, &mut edit.record).await?;
    }
    scope.store(&mut edit).await?;
    let was_inactive = edit.before.as_ref().is_some_and(|before| !before.is_active);
    if was_inactive && edit.record.is_active {
        joining::announce_approval(&mut scope, edit.record.id).await?;
    }
    let ends_sessions = users::apply(&mut scope, &mut edit, account).await?;
    let driver = edit.record;
    events::publish_changed(&mut scope, driver.id).await?;
    let answer = one(&mut scope, driver).await?;
    scope.commit().await?;
    if ends_sessions {
        scope.port::<dyn people::SignIn>()?.clear_sessions();
    }
    Ok(answer)
}

fn tidy(driver: &mut Driver) {
    driver.code = driver.code.trim().to_owned();
    driver.name = driver.name.trim().to_owned();
    for text in [
        &mut driver.phone_number,
        &mut driver.email,
        &mut driver.company_name,
        &mut driver.abn,
    ] {
        *text = text
            .take()
            .map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty());
    }
}

fn check(driver: &Driver, is_new_address: bool) -> Vec<FieldError> {
    let mut errors = validate::check("driver", driver);
    if let Some(address) = driver.address.as_ref().filter(|_| is_new_address) {
        errors.extend(address.check("driver.address"));
    }
    if driver.is_gst_registered && driver.abn.is_none() {
        errors.push(FieldError::new(
            "driver.abn",
            message!("is required for a driver who is registered for GST"),
        ));
    }
    if driver.password.is_some() && driver.email.is_none() {
        errors.push(FieldError::new(
            "driver.email",
            message!("is required with a password"),
        ));
    }
    if driver.user_id.is_some() && driver.email.is_none() {
        errors.push(FieldError::new(
            "driver.email",
            message!("is required: the driver signs in with it"),
        ));
    }
    errors
}

/// Sets the next code if none is given; rejects another driver's.
async fn set_code(scope: &mut Scope, edit: &mut Edit<Driver>) -> Result<()> {
    if edit.record.code.is_empty() {
        edit.record.code = match &edit.before {
            Some(before) => before.code.clone(),
            None => next_code(scope).await?,
        };
    }
    edit.record.code_key = edit.record.code.to_lowercase();
    let others = Where::all()
        .eq(Driver::CODE_KEY, edit.record.code_key.as_str())
        .ne(Driver::ID, edit.record.id);
    if scope.count(others).await? > 0 {
        return Err(Error::invalid(
            "driver.code",
            message!("is the code of another driver"),
        ));
    }
    Ok(())
}

pub(crate) async fn next_code(scope: &mut Scope) -> Result<String> {
    for _ in 0..MAX_SKIPPED_CODES {
        let code = numbering::take_next(scope, CODES).await?;
        let same = Where::all().eq(Driver::CODE_KEY, code.to_lowercase());
        if scope.count(same).await? == 0 {
            return Ok(code);
        }
    }
    Err(Error::invalid(
        "driver.code",
        message!("is required: the next automatic codes are all used"),
    ))
}

#[cfg(test)]
mod tests {
    use data::secret::Secret;

    use super::*;

    fn members(driver: Driver) -> Vec<String> {
        let mut driver = driver;
        tidy(&mut driver);
        check(&driver, true)
            .into_iter()
            .map(|error| error.member)
            .collect()
    }

    #[test]
    fn a_name_is_required_and_texts_are_bounded() {
        assert_eq!(members(Driver::default()), ["driver.name"]);
        let long = Driver {
            name: "n".repeat(129),
            code: "c".repeat(33),
            email: Some("no address".to_owned()),
            ..Driver::default()
        };
        let mut long = members(long);
        long.sort();
        assert_eq!(long, ["driver.code", "driver.email", "driver.name"]);
    }

    #[test]
    fn a_password_needs_an_address() {
        let with_password = Driver {
            name: "Ann".to_owned(),
            password: Some(Secret::new("long enough")),
            email: Some("  ".to_owned()),
            ..Driver::default()
        };
        assert_eq!(members(with_password), ["driver.email"]);
    }
}
