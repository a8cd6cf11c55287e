//! Reasons against giving work to a driver, for the areas that allocate it.

use std::collections::HashMap;

use data::{Message, Result, Scope, Where, ids::DriverId, message};

use crate::{documents, hours, model::Driver, pre_start};

/// Returns those of the drivers who must get no work, each with the first reason: inactive, not
/// available, barred by the pre-start answers of the day, an expired licence, or no hours left.
pub async fn load_bars(
    scope: &mut Scope,
    drivers: &[DriverId],
) -> Result<HashMap<DriverId, Message>> {
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let today = scope.now().with_timezone(&zone).date_naive();
    let mut bars = HashMap::new();
    for driver in scope
        .all::<Driver>(Where::all().is_in(Driver::ID, drivers))
        .await?
    {
        if !driver.is_active {
            bars.insert(
                driver.id,
                message!("{name} is inactive.", name = driver.name),
            );
        } else if !driver.is_available_for_work {
            let reason = message!("{name} is not available for work.", name = driver.name);
            bars.insert(driver.id, reason);
        }
    }
    let begin = data::case::to_instant(today.and_time(chrono::NaiveTime::MIN), zone);
    for (driver, reason) in pre_start::load_barred(scope, drivers, begin).await? {
        bars.entry(driver).or_insert(reason);
    }
    for (driver, last) in documents::expired_licences(scope, drivers, today).await? {
        let reason = message!(
            "The driver's licence expired on {date}.",
            date = last.to_string()
        );
        bars.entry(driver).or_insert(reason);
    }
    for (driver, reason) in hours::load_spent(scope, drivers).await? {
        bars.entry(driver).or_insert(reason);
    }
    Ok(bars)
}
