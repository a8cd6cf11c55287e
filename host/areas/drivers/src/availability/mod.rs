//! Availability for work, with its history: positions count only while a driver is available.

mod store;

use chrono::{DateTime, Utc};
use data::{
    Error, Needs, Record, Result, Scope,
    ids::{DriverId, UserId},
    message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    access::{DRIVER, DRIVER_EDIT, DRIVERS},
    events,
    model::Driver,
};

pub(crate) use store::load_periods;

pub(crate) fn table() -> Routes {
    Routes::new("/api/drivers/driver")
        .feature(DRIVERS)
        .get("available-for-work", Needs::DriverOr(DRIVER), get)
        .put("available-for-work", Needs::DriverOr(DRIVER_EDIT), begin)
        .delete("available-for-work", Needs::DriverOr(DRIVER_EDIT), stop)
}

/// From a moment on, whether a driver was available.
#[derive(Debug, Clone, Default, Record)]
#[record(table = "driver_availability", name = "The availability", unrecorded)]
struct Period {
    id: i64,
    row_version: i64,
    #[record(driver)]
    driver_id: DriverId,
    is_available: bool,
    from_time: DateTime<Utc>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DriverParameter {
    /// A driver's user may omit it.
    pub driver_id: Option<DriverId>,
}

/// Availability of a driver for work.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DriverAvailability")]
struct Availability {
    is_available_for_work: bool,
    last_modification_time: Option<DateTime<Utc>>,
    /// The user who changed it last.
    last_modifier_id: Option<UserId>,
}

impl From<&Driver> for Availability {
    fn from(driver: &Driver) -> Self {
        Self {
            is_available_for_work: driver.is_available_for_work,
            last_modification_time: driver.availability_time,
            last_modifier_id: driver.availability_user_id,
        }
    }
}

/// Resolves the driver of a call: the given one, or the caller.
pub(crate) async fn resolve(scope: &mut Scope, driver: Option<DriverId>) -> Result<Driver> {
    let id = driver
        .or(scope.caller.driver())
        .ok_or_else(|| Error::invalid("driverId", message!("is required")))?;
    scope.find(id).await
}

async fn get(
    mut scope: Scope,
    DriverParameter { driver_id }: DriverParameter,
) -> Result<Availability> {
    Ok((&resolve(&mut scope, driver_id).await?).into())
}

async fn begin(
    mut scope: Scope,
    DriverParameter { driver_id }: DriverParameter,
) -> Result<Availability> {
    let mut driver = resolve(&mut scope, driver_id).await?;
    if !driver.is_active {
        return Err(Error::invalid(
            "driverId",
            message!("is an inactive driver, who is not available for work"),
        ));
    }
    if !driver.is_available_for_work {
        set(&mut scope, &mut driver, true).await?;
        scope.update(&mut driver).await?;
        events::publish_changed(&mut scope, driver.id).await?;
        scope.commit().await?;
    }
    Ok((&driver).into())
}

async fn stop(
    mut scope: Scope,
    DriverParameter { driver_id }: DriverParameter,
) -> Result<Availability> {
    let mut driver = resolve(&mut scope, driver_id).await?;
    if driver.is_available_for_work {
        set(&mut scope, &mut driver, false).await?;
        scope.update(&mut driver).await?;
        events::publish_changed(&mut scope, driver.id).await?;
        scope.commit().await?;
    }
    Ok((&driver).into())
}

/// Makes a driver available; the caller stores the driver.
pub(crate) async fn start(scope: &mut Scope, driver: &mut Driver) -> Result<()> {
    set(scope, driver, true).await
}

/// Makes a driver unavailable; the caller stores the driver.
pub(crate) async fn end(scope: &mut Scope, driver: &mut Driver) -> Result<()> {
    match driver.is_available_for_work {
        true => set(scope, driver, false).await,
        false => Ok(()),
    }
}

async fn set(scope: &mut Scope, driver: &mut Driver, is_available: bool) -> Result<()> {
    let now = scope.now();
    driver.is_available_for_work = is_available;
    driver.availability_time = Some(now);
    driver.availability_user_id = scope.caller.user();
    let mut period = Period {
        driver_id: driver.id,
        is_available,
        from_time: now,
        ..Period::default()
    };
    scope.insert(&mut period).await
}

/// True if the driver was available at that moment.
pub(crate) fn was_available(periods: &[(DateTime<Utc>, bool)], at: DateTime<Utc>) -> bool {
    let last = periods.iter().rev().find(|(from, _)| *from <= at);
    last.is_some_and(|(_, is_available)| *is_available)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_driver_is_available_from_begin_to_stop() {
        let at = |seconds: i64| DateTime::from_timestamp(seconds, 0).unwrap();
        let periods = [(at(10), true), (at(20), false), (at(30), true)];
        for (seconds, expected) in [(9, false), (10, true), (19, true), (20, false), (31, true)] {
            assert_eq!(was_available(&periods, at(seconds)), expected, "{seconds}");
        }
        assert!(!was_available(&[], at(5)));
    }
}
