//! Runs for demonstrations and tests.

use chrono::NaiveDate;
use data::{Result, Scope, ids::DriverId};
use jobs::FreightJobId;

use crate::{
    plans::{check::RouteInput, send},
    runs::model::RunPlace,
};

/// A driver's run of a day.
#[derive(Debug, Clone)]
pub struct SeedRun {
    pub driver: DriverId,
    /// In the order of the stops.
    pub jobs: Vec<FreightJobId>,
    /// Latitude, longitude and name of the place where it begins and ends.
    pub depot: (f64, f64, &'static str),
}

/// Sends out the runs of a day with the drivers' vehicles, and commits. A driver without a vehicle
/// gets none.
pub async fn send_day(scope: &mut Scope, date: NaiveDate, runs: Vec<SeedRun>) -> Result<()> {
    let drivers: Vec<DriverId> = runs.iter().map(|run| run.driver).collect();
    let vehicles = drivers::current_vehicles(scope, &drivers).await?;
    let routes = runs.into_iter().filter_map(|run| {
        let (latitude, longitude, name) = run.depot;
        let depot = RunPlace {
            latitude,
            longitude,
            description: Some(name.to_owned()),
        };
        Some(RouteInput {
            vehicleid: *vehicles.get(&run.driver)?,
            driverid: Some(run.driver),
            jobids: run.jobs,
            start: Some(depot.clone()),
            end: Some(depot),
            ..RouteInput::default()
        })
    });
    send::send(scope, date, routes.collect(), None).await?;
    Ok(())
}
