//! Members that runs, plans and multi-stop jobs need in addition to ids.

use serde_json::json;

use super::Sample;

pub fn routing() -> Vec<Sample> {
    let base = "/api/jobs/routing";
    let day = chrono::Utc::now().date_naive();
    let vehicles = json!([{"vehicleid": "VehicleId"}]);
    let jobs = json!(["FreightJobId"]);
    vec![
        (
            format!("POST {base}/plan"),
            json!({"plan": {"rundate": day, "vehicles": vehicles, "jobids": jobs}}),
        ),
        (
            format!("POST {base}/check-plan"),
            json!({"rundate": day, "routes": vehicles}),
        ),
        (
            format!("POST {base}/send-plan"),
            json!({"rundate": day, "routes": vehicles}),
        ),
        (
            format!("POST {base}/run"),
            json!({"run": {"rundate": day, "vehicleid": "VehicleId", "jobids": jobs}}),
        ),
        (
            format!("PUT {base}/run"),
            json!({"run": {"id": "RouteRunId"}}),
        ),
        (
            "PUT /api/jobs/multi-stop/multi-stop".to_owned(),
            json!({"multistop": {"id": "FreightJobId"}}),
        ),
        (
            "POST /api/jobs/multi-stop/allocate-jobs".to_owned(),
            json!({"allocation": {"multistopid": "FreightJobId", "jobids": jobs}}),
        ),
        (
            "POST /api/jobs/multi-stop/de-allocate-jobs".to_owned(),
            json!({"deallocation": {"multistopid": "FreightJobId", "jobids": jobs}}),
        ),
    ]
}
