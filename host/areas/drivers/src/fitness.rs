//! Reasons against giving work to a driver, for the areas that allocate it.

use chrono::{NaiveDate, NaiveTime, TimeDelta};
use data::{Message, Result, Scope, Where, case::to_instant, ids::DriverId, message};

use crate::{
    documents,
    hours::{self, WorkSpan},
    model::Driver,
    pre_start,
    vehicles::VehicleId,
};

/// Work that a driver may get.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlannedWork {
    /// By the tenant's clock. Default: today, which is also the day of work that is late.
    pub day: Option<NaiveDate>,
    /// Default: the driver's current vehicle.
    pub vehicle: Option<VehicleId>,
    /// Work between rests. Default: work of today begins now. The hours of a later day are then
    /// unknown, and no rule is checked.
    pub spans: Vec<WorkSpan>,
}

/// Returns the first reason against giving work to a driver: inactive, an expired licence, or no
/// hours for it. Work of today is also barred by the pre-start answers of the day, and if the
/// driver is not available.
pub async fn find_bar(
    scope: &mut Scope,
    driver: DriverId,
    work: &PlannedWork,
) -> Result<Option<Message>> {
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let today = scope.now().with_timezone(&zone).date_naive();
    let day = work.day.unwrap_or(today).max(today);
    let is_today = day == today;
    if let Some(driver) = scope.first::<Driver>(Where::id(driver)).await? {
        if !driver.is_active {
            return Ok(Some(message!("{name} is inactive.", name = driver.name)));
        }
        if is_today && !driver.is_available_for_work {
            let name = driver.name;
            return Ok(Some(message!(
                "{name} is not available for work.",
                name = name
            )));
        }
    }
    if is_today {
        let begin = to_instant(today.and_time(NaiveTime::MIN), zone);
        let mut barred = pre_start::load_barred(scope, &[driver], begin).await?;
        if let Some(reason) = barred.remove(&driver) {
            return Ok(Some(reason));
        }
    }
    let mut expired = documents::expired_licences(scope, &[driver], day).await?;
    if let Some(date) = expired.remove(&driver) {
        return Ok(Some(message!(
            "The driver's licence expired on {date}.",
            date = date.to_string()
        )));
    }
    let spans = match work.spans.is_empty() && is_today {
        true => vec![WorkSpan {
            from: scope.now(),
            to: scope.now() + TimeDelta::minutes(1),
        }],
        false => work.spans.clone(),
    };
    hours::first_broken_rule(scope, driver, work.vehicle, &spans).await
}
