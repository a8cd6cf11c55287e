//! Jobs: records, life cycle, legs, allocation, prices, and bookings that make them.

mod agents;
mod carriers;
mod consignments;
mod counters;
mod deliveries;
mod devices;
mod division;
mod fleet;
mod legs;
mod life;
mod messages;
mod prices;
mod records;
mod scan_members;
mod scans;
mod stream;
mod tables;
mod templates;
mod together;

use std::cell::Cell;

use data::ids::DriverId;
use serde_json::{Value, json};
use testkit::{Client, Kit};

const JOB: &str = "/api/jobs/job/job";
const JOBS: &str = "/api/jobs/job/jobs";
const PROCESS: &str = "/api/jobs/job/processjobs";
const ALLOCATE: &str = "/api/jobs/delivery-agent/allocate-job";

fn sender() -> Value {
    json!({"companyname": "Bluegum Wines", "contactperson": "Robin Lee",
        "telephone": "0390001111", "addressline1": "41 Boundary Road", "postcode": "3026",
        "suburb": "Derrimut", "statecode": "VIC", "instructions": "Gate 2"})
}

fn receiver() -> Value {
    json!({"companyname": "Harbour Tools", "addressline1": "8 Macquarie Street",
        "postcode": "2150", "suburb": "Parramatta", "statecode": "NSW", "isresidential": false})
}

/// Two pallets and a carton.
fn items() -> Value {
    json!([
        {"packagetype": "Pallet", "description": "Shiraz", "quantity": 2,
            "length": {"value": 120, "unit": "cm"}, "width": {"value": 120, "unit": "cm"},
            "height": {"value": 100, "unit": "cm"}, "weight": {"value": 390, "unit": "kg"}},
        {"packagetype": "Carton", "description": "Glasses", "quantity": 1,
            "weight": {"value": 20, "unit": "kg"}},
    ])
}

async fn draft(admin: &Client) -> Value {
    let job = json!({"fromaddress": sender(), "toaddress": receiver(), "items": items()});
    add(admin, job).await
}

async fn add(admin: &Client, job: Value) -> Value {
    admin.post(JOB, json!({ "job": job })).await.result()["job"].clone()
}

async fn confirmed(admin: &Client) -> Value {
    let job = draft(admin).await;
    confirm(admin, &job).await
}

async fn confirm(admin: &Client, job: &Value) -> Value {
    let body = json!({"id": job["id"]});
    admin.post("/api/jobs/job/confirm", body).await.result()["job"].clone()
}

async fn reload(client: &Client, job: &Value) -> Value {
    let path = format!("{JOB}?jobId={}", job["id"]);
    client.get(&path).await.result()["job"].clone()
}

/// A driver who is available for work.
async fn driver(admin: &Client, name: &str) -> DriverId {
    let body = json!({"driver": {"name": name}});
    let saved = admin
        .post("/api/drivers/driver/driver", body)
        .await
        .result();
    let id = saved["driver"]["id"].as_i64().unwrap();
    let path = format!("/api/drivers/driver/available-for-work?driverId={id}");
    admin.put(&path, json!({})).await.result();
    DriverId(id)
}

async fn allocate(client: &Client, driver: DriverId, jobs: &[&Value]) -> Value {
    let ids: Vec<&Value> = jobs.iter().map(|job| &job["id"]).collect();
    let body = json!({"allocation": {"agentId": driver, "jobIds": ids, "agentType": "Driver"}});
    client.post(ALLOCATE, body).await.result()
}

async fn process(client: &Client, operation: &str, job: &Value) -> Value {
    let body = json!({"operation": operation, "ids": [job["id"]]});
    client.post(PROCESS, body).await.result()[0].clone()
}

/// Does the operations one after another, and returns the state.
async fn run(client: &Client, job: &Value, operations: &[&str]) -> String {
    for operation in operations {
        let done = process(client, operation, job).await;
        assert_eq!(done["success"], true, "{operation}: {done}");
    }
    let job = reload(client, job).await;
    job["jobstatus"].as_str().unwrap().to_owned()
}

/// Waits for a call while listeners run all the time.
async fn while_listening<T>(kit: &Kit, call: impl Future<Output = T>) -> T {
    let is_done = Cell::new(false);
    let listen = async {
        while !is_done.get() {
            kit.drain_jobs().await;
        }
    };
    let call = async {
        let answer = call.await;
        is_done.set(true);
        answer
    };
    tokio::join!(call, listen).0
}
