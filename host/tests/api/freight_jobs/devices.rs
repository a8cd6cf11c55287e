//! Operations of devices: at their own time, and once.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use testkit::{Client, Kit, on_both};

use super::{
    JOBS, PROCESS, add, allocate, confirm, confirmed, driver, items, receiver, reload, sender,
};

fn now(kit: &Kit) -> DateTime<Utc> {
    kit.app.host().clock().now()
}

async fn send(client: &Client, job: &Value, operation: &str, time: DateTime<Utc>) -> Value {
    let body = json!({"operation": operation, "ids": [job["id"]], "time": time,
        "deviceid": format!("{operation}-1")});
    client.post(PROCESS, body).await.result()[0].clone()
}

#[test]
fn a_device_sends_an_operation_again() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        let job = confirmed(&admin).await;
        allocate(&admin, ann, &[&job]).await;
        let user = kit.driver_user(ann).await;
        let time = now(&kit) - TimeDelta::hours(3);
        for (operation, is_duplicate) in [("Start", false), ("Start", true), ("Arrive", false)] {
            let done = send(&user, &job, operation, time).await;
            assert_eq!(done["success"], true, "{done}");
            assert_eq!(done["duplicate"], is_duplicate, "{done}");
        }
        assert_eq!(send(&user, &job, "Start", time).await["duplicate"], true);
        assert_eq!(reload(&admin, &job).await["jobstatus"], "AtPickup");
        let path = format!(
            "/api/jobs/job/operation-logs?jobId={}&sorting=id desc",
            job["id"]
        );
        let log = admin.get(&path).await.result();
        let of_start: Vec<&Value> = log["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|entry| entry["operation"] == "Start")
            .collect();
        assert_eq!(of_start.len(), 1);
        let logged: DateTime<Utc> = of_start[0]["time"].as_str().unwrap().parse().unwrap();
        assert!((logged - time).abs() < TimeDelta::seconds(1), "{logged}");
    });
}

#[test]
fn a_wrong_clock_is_told() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let job = confirmed(&admin).await;
        for time in [
            now(&kit) + TimeDelta::days(1),
            now(&kit) - TimeDelta::days(40),
        ] {
            let body = json!({"operation": "Hold", "ids": [job["id"]], "time": time});
            let error = admin.post(PROCESS, body).await.expect_error(400);
            assert_eq!(error["validationErrors"][0]["members"], json!(["time"]));
        }
        let body = json!({"operation": "Hold", "ids": [job["id"]], "deviceid": "x".repeat(65)});
        admin.post(PROCESS, body).await.expect_error(400);
    });
}

#[test]
fn a_finished_job_tells_when_its_work_ended() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        let job = confirmed(&admin).await;
        allocate(&admin, ann, &[&job]).await;
        let user = kit.driver_user(ann).await;
        let time = now(&kit) - TimeDelta::minutes(30);
        send(&user, &job, "PickUp", time).await;
        assert_eq!(reload(&admin, &job).await["finishedtime"], Value::Null);
        send(&user, &job, "Deliver", time).await;
        let since = (time - TimeDelta::seconds(1)).format("%Y-%m-%dT%H:%M:%SZ");
        let path = format!("{JOBS}?filter=finishedtime ge {since}");
        assert_eq!(user.get(&path).await.result()["totalCount"], 1);
        let since = now(&kit).format("%Y-%m-%dT%H:%M:%SZ");
        let path = format!("{JOBS}?filter=finishedtime ge {since}");
        assert_eq!(user.get(&path).await.result()["totalCount"], 0);
    });
}

#[test]
fn jobs_that_miss_their_due_time_are_marked() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        for (minutes, expected) in [
            (-5, json!("late")),
            (60, json!("atRisk")),
            (600, Value::Null),
        ] {
            let deadline = now(&kit) + TimeDelta::minutes(minutes);
            let job = json!({"fromaddress": sender(), "toaddress": receiver(), "items": items(),
                "deadline": deadline});
            let job = add(&admin, job).await;
            assert_eq!(job["lateness"], Value::Null, "a draft has no agent yet");
            let job = confirm(&admin, &job).await;
            assert_eq!(job["lateness"], expected, "{minutes}");
            assert_eq!(job["duetime"], job["deadline"]);
        }
        let slot = json!({"fromaddress": sender(), "toaddress": receiver(), "items": items(),
            "pickupdate": "2026-03-02", "timeslot": "9:00–12:00"});
        let slot = add(&admin, slot).await;
        assert!(slot["duetime"].as_str().unwrap().starts_with("2026-03-0"));
    });
}
