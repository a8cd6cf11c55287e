//! A day of vehicles: plans, runs and multi-stop jobs.

mod journeys;
mod multi_stop;
mod plans;
mod runs;
mod stream;

use chrono::{Days, NaiveDate, Utc};
use data::ids::DriverId;
use serde_json::{Value, json};
use testkit::{ApiResponse, Client};

const BASE: &str = "/api/jobs/routing";

/// A day ahead, so that no test depends on the hour.
fn day() -> NaiveDate {
    Utc::now().date_naive() + Days::new(3)
}

/// A driver who is available, with a van.
struct Crew {
    driver: DriverId,
    vehicle: i64,
}

async fn crew(admin: &Client, name: &str, plate: &str) -> Crew {
    let body = json!({"driver": {"name": name}});
    let saved = admin
        .post("/api/drivers/driver/driver", body)
        .await
        .result();
    let driver = saved["driver"]["id"].as_i64().unwrap();
    let path = format!("/api/drivers/driver/available-for-work?driverId={driver}");
    admin.put(&path, json!({})).await.result();
    let van = json!({"vehicle": {"driverid": driver, "name": "Van", "registrationnumber": plate,
        "capacity": {"weight": {"value": 900, "unit": "kg"}}}});
    let van = admin
        .post("/api/drivers/vehicle/vehicle", van)
        .await
        .result();
    Crew {
        driver: DriverId(driver),
        vehicle: van["vehicle"]["id"].as_i64().unwrap(),
    }
}

async fn two_crews(admin: &Client) -> (Crew, Crew) {
    (
        crew(admin, "Ann Lee", "ONE1").await,
        crew(admin, "Ben Cole", "TWO2").await,
    )
}

/// A confirmed delivery from Derrimut, some hundredths of a degree east of the depot.
async fn delivery(admin: &Client, hundredths: i64) -> Value {
    job(admin, "Delivery", hundredths, json!({})).await
}

async fn job(admin: &Client, kind: &str, hundredths: i64, more: Value) -> Value {
    let place = |east: i64| {
        json!({"companyname": format!("Shop {east}"), "postcode": "3026",
            "suburb": "Derrimut", "latitude": -37.8, "longitude": 144.8 + east as f64 / 100.0})
    };
    let mut sent = json!({"jobtype": kind, "fromaddress": place(0),
        "toaddress": place(hundredths),
        "items": [{"packagetype": "Carton", "quantity": 1,
            "weight": {"value": 20, "unit": "kg"}}]});
    let members = more.as_object().unwrap().clone();
    sent.as_object_mut().unwrap().extend(members);
    let saved = admin
        .post("/api/jobs/job/job", json!({ "job": sent }))
        .await
        .result();
    let body = json!({"id": saved["job"]["id"]});
    admin.post("/api/jobs/job/confirm", body).await.result()["job"].clone()
}

async fn reload(admin: &Client, job: &Value) -> Value {
    let path = format!("/api/jobs/job/job?jobId={}", job["id"]);
    admin.get(&path).await.result()["job"].clone()
}

/// Does operations on a job, one after another.
async fn process(client: &Client, job: &Value, operations: &[&str]) {
    for operation in operations {
        let body = json!({"operation": operation, "ids": [job["id"]]});
        let done = client
            .post("/api/jobs/job/processjobs", body)
            .await
            .result();
        assert_eq!(done[0]["success"], true, "{operation}: {done}");
    }
}

fn depot() -> Value {
    json!({"latitude": -37.8, "longitude": 144.8, "description": "Depot"})
}

fn ids(jobs: &[Value]) -> Vec<Value> {
    jobs.iter().map(|job| job["id"].clone()).collect()
}

fn vehicles(crews: &[&Crew]) -> Value {
    let vehicle =
        |crew: &&Crew| json!({"vehicleid": crew.vehicle, "start": depot(), "end": depot()});
    crews.iter().map(vehicle).collect()
}

fn route(crew: &Crew, jobs: &[&Value]) -> Value {
    let jobs: Vec<&Value> = jobs.iter().map(|job| &job["id"]).collect();
    json!({"vehicleid": crew.vehicle, "jobids": jobs, "start": depot(), "end": depot()})
}

/// Starts a plan, lets it end, and returns it.
async fn solve(kit: &testkit::Kit, admin: &Client, mut plan: Value) -> Value {
    plan["rundate"] = json!(day());
    plan["seconds"] = json!(1);
    let started = admin
        .post(&format!("{BASE}/plan"), json!({ "plan": plan }))
        .await
        .result();
    kit.drain_jobs().await;
    load_plan(admin, &started["planid"]).await
}

async fn load_plan(admin: &Client, id: &Value) -> Value {
    let path = format!("{BASE}/plan?planId={id}");
    admin.get(&path).await.result()["plan"].clone()
}

async fn check(admin: &Client, routes: Value) -> Value {
    let body = json!({"rundate": day(), "routes": routes});
    let checked = admin.post(&format!("{BASE}/check-plan"), body).await;
    checked.result()["plan"].clone()
}

async fn send(admin: &Client, routes: Value) -> Value {
    let body = json!({"rundate": day(), "routes": routes});
    admin
        .post(&format!("{BASE}/send-plan"), body)
        .await
        .result()
}

/// Jobs of a run's stops, in order.
fn stops(run: &Value) -> Vec<&Value> {
    let steps = run["steps"].as_array().unwrap().iter();
    steps
        .map(|step| &step["jobid"])
        .filter(|job| !job.is_null())
        .collect()
}

fn successes(answers: &Value) -> Vec<bool> {
    let answers = answers.as_array().unwrap().iter();
    answers
        .map(|answer| answer["success"].as_bool().unwrap())
        .collect()
}

/// Returns the first wrong member of a rejected input.
#[track_caller]
fn invalid(response: &ApiResponse) -> String {
    let error = response.expect_error(400);
    let member = &error["validationErrors"][0]["members"][0];
    member.as_str().unwrap_or_default().to_owned()
}
