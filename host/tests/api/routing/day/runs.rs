//! Runs: by hand, sent out, allocated, and followed on the road.

use std::time::Duration;

use chrono::TimeDelta;
use data::{
    db::{Col, Mode},
    tsql,
};
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};

use super::super::{
    RAW, alone,
    limits::{large, set_budget, wait_until_busy},
};
use super::{
    BASE, Crew, crew, day, delivery, invalid, job, process, reload, route, send, stops, successes,
    two_crews,
};

const VEHICLE: &str = "/api/drivers/vehicle/vehicle";

async fn add(admin: &testkit::Client, crew: &Crew, jobs: &[&Value]) -> Value {
    let mut run = route(crew, jobs);
    run["rundate"] = json!(day());
    let saved = admin
        .post(&format!("{BASE}/run"), json!({ "run": run }))
        .await
        .result();
    saved["run"].clone()
}

async fn load(admin: &testkit::Client, run: &Value) -> Value {
    let path = format!("{BASE}/run?id={}", run["id"]);
    admin.get(&path).await.result()["run"].clone()
}

#[test]
fn a_run_by_hand_is_timed_changed_and_deleted() {
    let _alone = alone();
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = crew(&admin, "Ann Lee", "ONE1").await;
        let jobs = [delivery(&admin, 9).await, delivery(&admin, 3).await];
        let run = add(&admin, &ann, &[&jobs[0], &jobs[1]]).await;
        assert_eq!(stops(&run), [&jobs[0]["id"], &jobs[1]["id"]]);
        assert_eq!(
            (&run["isallocated"], &run["iscompleted"]),
            (&json!(false), &json!(false))
        );
        let kinds: Vec<&Value> = run["steps"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| &it["type"])
            .collect();
        assert_eq!(
            json!(kinds),
            json!(["start", "delivery", "delivery", "end"])
        );
        let path = format!("{BASE}/run");
        let better = json!({"run": {"id": run["id"], "rowVersion": run["rowVersion"],
            "jobids": [jobs[1]["id"], jobs[0]["id"]]}});
        let changed = admin.put(&path, better.clone()).await.result()["run"].clone();
        assert_eq!(stops(&changed), [&jobs[1]["id"], &jobs[0]["id"]]);
        admin.put(&path, better).await.expect_error(409);
        let best = json!({"run": {"id": run["id"], "optimise": true}});
        let best = admin.put(&path, best).await.result()["run"].clone();
        assert!(best["distance"].as_i64() <= run["distance"].as_i64());
        assert_eq!(stops(&best).len(), 2);
        let again = json!({"run": {"rundate": day(), "vehicleid": ann.vehicle,
            "jobids": [jobs[0]["id"]]}});
        admin.post(&path, again).await.expect_error_code(4704);
        let none = json!({"run": {"rundate": day(), "vehicleid": ann.vehicle}});
        assert_eq!(invalid(&admin.post(&path, none).await), "run.jobids");
        let listed = format!(
            "{BASE}/runs?DriverId={}&filter=rundate eq '{}'",
            ann.driver,
            day()
        );
        assert_eq!(admin.get(&listed).await.result()["totalCount"], 1);
        let own = format!("{path}?id={}", run["id"]);
        assert_eq!(admin.delete(&own).await.status.as_u16(), 204);
        assert_eq!(admin.get(&listed).await.result()["totalCount"], 0);
        admin.get(&own).await.expect_error(404);
    });
}

#[test]
fn a_better_order_takes_a_turn_of_the_plans() {
    let _alone = alone();
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = crew(&admin, "Ann Lee", "ONE1").await;
        let jobs = [delivery(&admin, 9).await, delivery(&admin, 3).await];
        let run = add(&admin, &ann, &[&jobs[0], &jobs[1]]).await;
        set_budget(&kit, 30_000).await;
        let search = |client: Client| tokio::spawn(async move { client.post(RAW, large()).await });
        let running = [search(admin.clone()), search(admin.clone())];
        wait_until_busy().await;
        let best = json!({"run": {"id": run["id"], "optimise": true}});
        let refused = admin.put(&format!("{BASE}/run"), best).await;
        assert_eq!(refused.status.as_u16(), 429);
        for search in running {
            search.abort();
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    });
}

#[test]
fn a_run_goes_to_a_driver_who_follows_it() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (ann, ben) = two_crews(&admin).await;
        let jobs = [
            job(&admin, "PointToPoint", 3, json!({})).await,
            delivery(&admin, 6).await,
            delivery(&admin, 9).await,
        ];
        let run = add(&admin, &ann, &[&jobs[0], &jobs[1], &jobs[2]]).await;
        // The last job is allocated to another driver.
        let body = json!({"allocation": {"agentId": ben.driver, "jobIds": [jobs[2]["id"]]}});
        admin
            .post("/api/jobs/delivery-agent/allocate-job", body)
            .await
            .result();
        let path = format!("{BASE}/allocate-run");
        let body = json!({"allocation": {"runid": run["id"], "driverid": ann.driver}});
        let given = admin.post(&path, body.clone()).await.result();
        assert_eq!(successes(&given), [true, true, false]);
        assert!(given[2]["message"].as_str().unwrap().contains("Ben Cole"));
        assert_eq!(
            successes(&admin.post(&path, body).await.result()),
            [true, true, false]
        );
        kit.drain_jobs().await;
        let user = kit.driver_user(ann.driver).await;
        let own = user.get(&format!("{BASE}/run")).await.result()["run"].clone();
        assert_eq!(own["id"], run["id"]);
        assert_eq!(own["isallocated"], true);
        let path = format!("{BASE}/runs");
        assert_eq!(
            kit.driver_user(ben.driver).await.get(&path).await.result()["totalCount"],
            0
        );

        process(&user, &jobs[0], &["Start", "Arrive"]).await;
        kit.drain_jobs().await;
        let begun = load(&admin, &run).await;
        let step = &begun["steps"][1];
        assert_eq!(step["outcome"], "Begun");
        assert!(step["actualarrival"].is_string(), "{step}");
        let path = format!("{BASE}/run?id={}", run["id"]);
        admin.delete(&path).await.expect_error_code(4705);
        process(&user, &jobs[0], &["PickUp", "Depart", "Arrive", "Deliver"]).await;
        process(&user, &jobs[1], &["PickUp"]).await;
        process(&user, &jobs[1], &["Depart", "Fail"]).await;
        kit.drain_jobs().await;
        let done = load(&admin, &run).await;
        let outcomes: Vec<&Value> = done["steps"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|step| !step["jobid"].is_null())
            .map(|step| &step["outcome"])
            .collect();
        // The job that Ben has is still to be done.
        assert_eq!(
            json!(outcomes),
            json!(["Done", "Done", "Failed", "Planned"])
        );
        assert_eq!(done["iscompleted"], false);
    });
}

#[test]
fn a_plan_is_sent_in_one_go_and_answers_for_each_job() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (ann, ben) = two_crews(&admin).await;
        let jobs = [
            delivery(&admin, 3).await,
            delivery(&admin, 6).await,
            delivery(&admin, 9).await,
        ];
        let body = json!({"allocation": {"agentId": ben.driver, "jobIds": [jobs[1]["id"]]}});
        admin
            .post("/api/jobs/delivery-agent/allocate-job", body)
            .await
            .result();
        let sent = send(
            &admin,
            json!([route(&ann, &[&jobs[0], &jobs[1], &jobs[2]])]),
        )
        .await;
        assert_eq!(successes(&sent["jobs"]), [true, false, true]);
        let run = &sent["runs"][0];
        assert_eq!(stops(run), [&jobs[0]["id"], &jobs[2]["id"]]);
        assert_eq!(sent["jobs"][0]["runid"], run["id"]);
        assert_eq!(sent["jobs"][1]["runid"], Value::Null);
        let given = reload(&admin, &jobs[0]).await;
        assert_eq!(given["driverid"], json!(ann.driver));
        kit.drain_jobs().await;

        // The same vehicle's run is replaced; what leaves it is free again.
        let sent = send(&admin, json!([route(&ann, &[&jobs[2]])])).await;
        assert_eq!(sent["runs"][0]["id"], run["id"]);
        let free = reload(&admin, &jobs[0]).await;
        assert_eq!(free["jobstatus"], "Unallocated");
        // A job moves between runs only if both are sent.
        let alone = send(&admin, json!([route(&ben, &[&jobs[2]])])).await;
        assert_eq!(successes(&alone["jobs"]), [false]);
        assert_eq!(alone["runs"], json!([]));
        let both = send(
            &admin,
            json!([route(&ann, &[&jobs[0]]), route(&ben, &[&jobs[2]])]),
        )
        .await;
        assert_eq!(successes(&both["jobs"]), [true, true]);
        let moved = reload(&admin, &jobs[2]).await;
        assert_eq!(moved["driverid"], json!(ben.driver));
        let runs = admin.get(&format!("{BASE}/runs")).await.result();
        assert_eq!(runs["totalCount"], 2);
    });
}

#[test]
fn of_two_planners_who_send_at_once_one_gets_each_job() {
    on_both(|kit| async move {
        let (one, two) = (kit.user("Admin").await, kit.user("Dispatcher").await);
        let (ann, ben) = two_crews(&one).await;
        let mut jobs = Vec::new();
        for east in 1..=5 {
            jobs.push(delivery(&one, east * 2).await);
        }
        let jobs: Vec<&Value> = jobs.iter().collect();
        let body = |crew: &Crew| json!({"rundate": day(), "routes": [route(crew, &jobs)]});
        let path = format!("{BASE}/send-plan");
        let (of_ann, of_ben) =
            tokio::join!(one.post(&path, body(&ann)), two.post(&path, body(&ben)));
        let mut won = 0;
        for answer in [&of_ann, &of_ben] {
            if answer.status.is_success() {
                let sent = answer.json()["result"].clone();
                won += successes(&sent["jobs"])
                    .into_iter()
                    .filter(|won| *won)
                    .count();
            } else {
                assert_eq!(answer.status.as_u16(), 409, "{}", answer.json());
            }
        }
        assert_eq!(won, 5);
        kit.drain_jobs().await;
        let runs = one.get(&format!("{BASE}/runs")).await.result();
        let mut stops = 0;
        for run in runs["items"].as_array().unwrap() {
            stops += super::stops(&load(&one, run).await).len();
        }
        assert_eq!(stops, 5);
    });
}

/// Makes the van of a crew a truck that the rules of hours cover.
async fn weigh_down(admin: &Client, crew: &Crew) {
    let gvm = json!({"unit": "kg", "value": 22500});
    let truck = json!({"vehicle": {"id": crew.vehicle, "gvm": gvm}});
    admin.put(VEHICLE, truck).await.result();
}

/// Six deliveries of 85 minutes each are a run of nine hours.
async fn long_deliveries(kit: &Kit, admin: &Client) -> Vec<Value> {
    let runs = json!({"stopSeconds": 85 * 60, "pieceSeconds": 0});
    given::change_settings(kit, json!({"routing": { "runs": runs }})).await;
    let mut jobs = Vec::new();
    for east in 1..=6 {
        jobs.push(delivery(admin, east).await);
    }
    jobs
}

async fn allocate(admin: &Client, run: &Value, crew: &Crew) -> Value {
    let body = json!({"allocation": {"runid": run["id"], "driverid": crew.driver}});
    let path = format!("{BASE}/allocate-run");
    admin.post(&path, body).await.result()
}

#[test]
fn a_long_run_of_a_truck_needs_its_rests() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (ann, ben) = two_crews(&admin).await;
        let rests = |run: &Value| {
            let steps = run["steps"].as_array().unwrap().iter();
            steps.filter(|step| step["type"] == "break").count()
        };
        let jobs = long_deliveries(&kit, &admin).await;
        let unrested = add(&admin, &ann, &Vec::from_iter(&jobs)).await;
        assert_eq!(rests(&unrested), 0, "a van's driver is not bound");
        weigh_down(&admin, &ann).await;
        let refused = allocate(&admin, &unrested, &ann).await;
        assert_eq!(successes(&refused), [false; 6], "{refused}");
        assert_eq!(
            refused[0]["message"],
            "In 5.5 hours, at most 5.25 hours of work."
        );
        assert_eq!(reload(&admin, &jobs[0]).await["jobstatus"], "Unallocated");

        // Planned again, the same run has its rests.
        let again = json!({"run": {"id": unrested["id"]}});
        let path = format!("{BASE}/run");
        let rested = admin.put(&path, again).await.result()["run"].clone();
        assert_eq!(rests(&rested), 2, "{rested}");
        assert_eq!(rested["violations"], json!([]));
        let given = allocate(&admin, &rested, &ann).await;
        assert_eq!(successes(&given), [true; 6], "{given}");

        // The vehicle of the run counts, not the one that the driver drives now.
        let jobs = long_deliveries(&kit, &admin).await;
        let of_ben = add(&admin, &ben, &Vec::from_iter(&jobs)).await;
        let heavy = json!({"vehicle": {"driverid": ben.driver, "name": "Truck",
            "registrationnumber": "HVY2", "gvm": {"unit": "kg", "value": 22500},
            "iscurrentvehicle": true}});
        admin.post(VEHICLE, heavy).await.result();
        let given = allocate(&admin, &of_ben, &ben).await;
        assert_eq!(successes(&given), [true; 6], "{given}");
    });
}

#[test]
fn a_later_run_is_given_to_a_driver_who_has_done_the_day() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = crew(&admin, "Ann Lee", "ONE1").await;
        weigh_down(&admin, &ann).await;
        let current = json!({"vehicle": {"id": ann.vehicle, "iscurrentvehicle": true}});
        admin.put(VEHICLE, current).await.result();
        let mut scope = kit.scope(Mode::Write);
        let age = tsql!("UPDATE driver_availability SET from_time = $2 WHERE tenant_id = $1");
        let then = scope.now() - TimeDelta::hours(13);
        scope.rows(age, vec![then.val()]).await.unwrap();
        scope.commit().await.unwrap();
        let path = format!("/api/drivers/driver/hours-left?driverId={}", ann.driver);
        assert_eq!(admin.get(&path).await.result()["minutesleft"], 0);
        let path = format!(
            "/api/drivers/driver/available-for-work?driverId={}",
            ann.driver
        );
        admin.delete(&path).await.result();
        let jobs = long_deliveries(&kit, &admin).await;
        let run = add(&admin, &ann, &Vec::from_iter(&jobs)).await;
        let given = allocate(&admin, &run, &ann).await;
        assert_eq!(successes(&given), [true; 6], "{given}");
    });
}
