//! Route planning: plans, days of jobs, wrong inputs, sources of roads, limits.

mod day;
mod input;
mod limits;
mod own_roads;
mod plans;
mod roads;

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use testkit::{ApiResponse, Client};

const ENVELOPED: &str = "/api/route/routing";
const RAW: &str = "/api/route/vroom";

/// Held by each test: a host has few plans at a time, and some tests take all of them.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plans at the raw address. Times of computing differ with each call and are checked here.
async fn plan(client: &Client, problem: &Value) -> Value {
    let response = client.post(RAW, problem.clone()).await;
    let mut plan = response.json();
    assert_eq!(response.status.as_u16(), 200, "{plan}");
    take_times(&mut plan);
    plan
}

fn take_times(plan: &mut Value) {
    let times = plan["summary"]["computing_times"].take();
    for part in ["loading", "solving", "routing"] {
        assert!(times[part].is_u64(), "{times}");
    }
}

/// Returns code and sentence of a rejection in VROOM's form.
#[track_caller]
fn rejection(response: &ApiResponse, status: u16) -> (i64, String) {
    let body = response.json();
    assert_eq!(response.status.as_u16(), status, "{body}");
    let sentence = body["error"].as_str().unwrap().to_owned();
    (body["code"].as_i64().unwrap(), sentence)
}

/// A job at a place on the parallel of 37° south, some hundredths of a degree east of Melbourne.
fn job(id: u64, hundredths: f64) -> Value {
    json!({"id": id, "location": [144.9 + hundredths / 100.0, -37.0]})
}

fn vehicle(id: u64) -> Value {
    json!({"id": id, "start": [144.9, -37.0], "end": [144.9, -37.0]})
}

/// Ids of the tasks of a route, in order.
fn visits(route: &Value) -> Vec<u64> {
    let steps = route["steps"].as_array().unwrap().iter();
    steps.filter_map(|step| step["id"].as_u64()).collect()
}

/// Causes of violations.
fn causes(violations: &Value) -> Vec<&str> {
    let violations = violations.as_array().unwrap().iter();
    violations
        .map(|violation| violation["cause"].as_str().unwrap())
        .collect()
}
