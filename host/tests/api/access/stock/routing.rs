//! A run and a plan of the driver's vehicle.

use testkit::{Client, api::*};

use super::Fixtures;

pub async fn create(admin: &Client, stock: &mut Fixtures) {
    let calls = admin.routing();
    let day = chrono::Utc::now().date_naive().to_string();
    let vehicle = VehicleId(stock["VehicleId"]);
    let job = FreightJobId(stock["FreightJobId"]);
    let plan = RoutePlanRequest::new()
        .rundate(&day)
        .jobids([job])
        .seconds(1)
        .vehicles([PlanVehicle::new().vehicleid(vehicle)]);
    let plan = calls.post_plan(StartRoutePlan::new().plan(plan)).await;
    let run = RouteRunInput::new()
        .rundate(&day)
        .vehicleid(vehicle)
        .jobids([job]);
    let run = calls.post_run(SaveRouteRun::new().run(run)).await.run;
    stock.extend([("RoutePlanId", plan.planid.0), ("RouteRunId", run.id.0)]);
}
