//! Runs: by hand, sent out, allocated, and followed on the road.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::super::{
    RAW, alone,
    limits::{large, set_budget, wait_until_busy},
};
use super::{
    BASE, Crew, crew, day, delivery, invalid, job, process, reload, route, send, stops, successes,
    two_crews,
};

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
