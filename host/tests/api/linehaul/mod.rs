//! Line hauls: records, loading and unloading by the article, onward legs, and documents.

mod attacks;
mod carriers;
mod loading;
mod records;
mod sheets;
mod split;
mod unloading;

use serde_json::{Value, json};
use testkit::Client;

const LINE_HAUL: &str = "/api/jobs/linehaul/line-haul";
const LINE_HAULS: &str = "/api/jobs/linehaul/line-hauls";
const CANDIDATES: &str = "/api/jobs/linehaul/line-haul-jobs";
const PROCESS: &str = "/api/jobs/linehaul/processlinehauls";
const UNLOAD: &str = "/api/jobs/linehaul/unload-articles";
const ALLOCATION: &str = "/api/jobs/linehaul-job-allocation";

/// Head ports in Melbourne and Sydney, with the zones of two postcodes each.
async fn network(admin: &Client) -> (Value, Value) {
    let melbourne = port(admin, "MEL", "3026", "Derrimut").await;
    let sydney = port(admin, "SYD", "2150", "Parramatta").await;
    zone(admin, &melbourne, &["3026", "3121"]).await;
    zone(admin, &sydney, &["2150", "2000"]).await;
    (melbourne, sydney)
}

async fn port(admin: &Client, code: &str, post_code: &str, suburb: &str) -> Value {
    let body = json!({"headport": {"code": code, "name": format!("Depot {code}"),
        "postcode": post_code, "suburb": suburb}});
    let saved = admin.post("/api/jobs/head-port/head-port", body).await;
    saved.result()["headport"].clone()
}

async fn zone(admin: &Client, port: &Value, post_codes: &[&str]) {
    let places: Vec<Value> = post_codes
        .iter()
        .map(|code| json!({ "postCode": code }))
        .collect();
    let zone = json!({"headportid": port["id"], "code": "METRO", "name": "Metro",
        "zoneLocation": places});
    let body = json!({ "zone": zone });
    admin.post("/api/jobs/zone/zone", body).await.result();
}

/// A line haul from Melbourne to Sydney.
async fn line_haul(admin: &Client) -> Value {
    let haul = json!({"startheadport": {"code": "mel"}, "destinationheadport": {"code": "SYD"},
        "departuredate": "2026-03-02T09:00:00Z", "arrivaldate": "2026-03-02T19:00:00Z"});
    add(admin, haul).await
}

async fn add(admin: &Client, haul: Value) -> Value {
    let body = json!({ "linehaul": haul });
    admin.post(LINE_HAUL, body).await.result()["linehaul"].clone()
}

async fn reload(client: &Client, haul: &Value) -> Value {
    let path = format!("{LINE_HAUL}?jobId={}", haul["id"]);
    client.get(&path).await.result()["linehaul"].clone()
}

/// A confirmed job from Derrimut to Parramatta, with this number of pallets.
async fn job(admin: &Client, pallets: i64) -> Value {
    job_between(admin, pallets, ["3026", "Derrimut"], ["2150", "Parramatta"]).await
}

async fn job_between(admin: &Client, pallets: i64, from: [&str; 2], to: [&str; 2]) -> Value {
    let address = |[post_code, suburb]: [&str; 2]| {
        json!({"companyname": format!("{suburb} Tools"), "addressline1": "8 Long Street",
            "postcode": post_code, "suburb": suburb})
    };
    let items = json!([{"packagetype": "Pallet", "quantity": pallets,
        "weight": {"value": 390, "unit": "kg"}}]);
    let body = json!({"job": {"fromaddress": address(from), "toaddress": address(to),
        "items": items}});
    let saved = admin.post("/api/jobs/job/job", body).await.result();
    let body = json!({"id": saved["job"]["id"]});
    admin.post("/api/jobs/job/confirm", body).await.result()["job"].clone()
}

async fn reload_job(client: &Client, job: &Value) -> Value {
    let path = format!("/api/jobs/job/job?jobId={}", job["id"]);
    client.get(&path).await.result()["job"].clone()
}

async fn legs(client: &Client, job: &Value) -> Vec<Value> {
    let path = format!("/api/jobs/job/child-jobs?jobId={}", job["id"]);
    let page = client.get(&path).await.result();
    page["items"].as_array().unwrap().clone()
}

/// The texts of a job's operation log.
async fn log(client: &Client, job: &Value) -> Vec<String> {
    let path = format!(
        "/api/jobs/job/operation-logs?jobId={}&maxResultCount=100&filter=operation eq 'LineHaul'",
        job["id"]
    );
    let page = client.get(&path.replace(' ', "%20")).await.result();
    let entries = page["items"].as_array().unwrap().iter();
    entries
        .map(|entry| entry["value"].as_str().unwrap_or_default().to_owned())
        .collect()
}

/// The article numbers of a job, in order.
fn articles(job: &Value) -> Vec<String> {
    let items = job["items"].as_array().unwrap().iter();
    items
        .flat_map(|item| item["articlenumbers"].as_array().unwrap())
        .map(|number| number.as_str().unwrap().to_owned())
        .collect()
}

async fn process(client: &Client, operation: &str, haul: &Value) -> Value {
    let body = json!({"operation": operation, "ids": [haul["id"]], "note": ""});
    client.post(PROCESS, body).await.result()[0].clone()
}

async fn run(client: &Client, haul: &Value, operations: &[&str]) {
    for operation in operations {
        let done = process(client, operation, haul).await;
        assert_eq!(done["success"], true, "{operation}: {done}");
    }
}

async fn allocate(client: &Client, haul: &Value, jobs: &[&Value]) -> Vec<Value> {
    let ids: Vec<&Value> = jobs.iter().map(|job| &job["id"]).collect();
    let body = json!({"allocation": {"linehaulId": haul["id"], "jobIds": ids}});
    let path = format!("{ALLOCATION}/allocate-jobs");
    results(client.post(&path, body).await.result())
}

async fn load(client: &Client, haul: &Value, numbers: &[String]) -> Vec<Value> {
    let body = json!({"allocation": {"linehaulid": haul["id"], "articlenumbers": numbers}});
    let path = format!("{ALLOCATION}/allocate-articles");
    results(client.post(&path, body).await.result())
}

/// Takes loaded articles off, and the plan for them too.
async fn take_off(client: &Client, haul: &Value, numbers: &[String]) {
    let body = json!({"deallocation": {"linehaulid": haul["id"], "articlenumbers": numbers,
        "reason": "wet"}});
    let path = format!("{ALLOCATION}/un-allocate-articles");
    for _ in ["loaded", "planned"] {
        assert_done(&results(client.post(&path, body.clone()).await.result()));
    }
}

async fn unload(client: &Client, haul: &Value, numbers: &[String]) -> Vec<Value> {
    let body = json!({"unloading": {"linehaulid": haul["id"], "articlenumbers": numbers}});
    results(client.post(UNLOAD, body).await.result())
}

fn results(answer: Value) -> Vec<Value> {
    answer.as_array().unwrap().clone()
}

fn assert_done(results: &[Value]) {
    for result in results {
        assert_eq!(result["success"], true, "{result}");
    }
}

/// The sentence of a rejected item.
fn message(result: &Value) -> &str {
    assert_eq!(result["success"], false, "{result}");
    result["message"].as_str().unwrap()
}
