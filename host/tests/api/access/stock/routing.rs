//! A run and a plan of the driver's vehicle.

use serde_json::json;
use testkit::Client;

use super::{Fixtures, id};

pub async fn create(admin: &Client, stock: &mut Fixtures) {
    const BASE: &str = "/api/jobs/routing";
    let day = chrono::Utc::now().date_naive();
    let (vehicle, job) = (stock["VehicleId"], stock["FreightJobId"]);
    let plan = json!({"plan": {"rundate": day, "jobids": [job], "seconds": 1,
        "vehicles": [{"vehicleid": vehicle}]}});
    let plan = admin.post(&format!("{BASE}/plan"), plan).await.result();
    stock.insert("RoutePlanId", id(&plan["planid"]));
    let run = json!({"run": {"rundate": day, "vehicleid": vehicle, "jobids": [job]}});
    let run = admin.post(&format!("{BASE}/run"), run).await.result();
    stock.insert("RouteRunId", id(&run["run"]["id"]));
}
