//! Operations on jobs, by dispatchers and by drivers, and their rejections.

use serde_json::json;
use testkit::{given, on_both};

use super::{PROCESS, allocate, confirmed, draft, driver, process, reload, run};

#[test]
fn a_driver_takes_a_job_from_the_allocation_to_the_delivery() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        let user = kit.driver_user(ann).await;
        let job = confirmed(&admin).await;
        allocate(&admin, ann, &[&job]).await;
        for (operation, status) in [
            ("Acknowledge", "Acknowledged"),
            ("Start", "EnRouteToPickup"),
            ("Arrive", "AtPickup"),
            ("PickUp", "PickedUp"),
            ("Depart", "EnRouteToDelivery"),
            ("Arrive", "AtDelivery"),
            ("Deliver", "Delivered"),
        ] {
            assert_eq!(run(&user, &job, &[operation]).await, status);
        }
        let done = reload(&admin, &job).await;
        assert_eq!(done["driverid"], json!(ann));
        assert_eq!(done["allowedOperations"], json!([]));
        let logs = admin
            .get(&format!(
                "/api/jobs/job/operation-logs?jobId={}&maxResultCount=50",
                job["id"]
            ))
            .await
            .result();
        let operations: Vec<&str> = logs["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["operation"].as_str().unwrap())
            .collect();
        assert_eq!(
            operations,
            [
                "Deliver",
                "Arrive",
                "Depart",
                "PickUp",
                "Arrive",
                "Start",
                "Acknowledge",
                "Allocate",
                "Confirm",
                "Create"
            ]
        );
    });
}

#[test]
fn each_job_has_its_own_answer_also_where_all_fail() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (one, two) = (draft(&admin).await, confirmed(&admin).await);
        let body = json!({"operation": "Hold", "ids": [one["id"], two["id"], 999, two["id"]],
            "note": "No vehicle"});
        let answers = admin.post(PROCESS, body).await.result();
        let success: Vec<bool> = answers
            .as_array()
            .unwrap()
            .iter()
            .map(|answer| answer["success"].as_bool().unwrap())
            .collect();
        assert_eq!(success, [false, true, false]);
        let sentence = answers[0]["message"].as_str().unwrap();
        assert!(sentence.contains("Draft"), "{sentence}");
        assert!(answers[1]["message"].is_null());
        let body = json!({"operation": "PickUp", "ids": [one["id"]]});
        let all_fail = admin.post(PROCESS, body).await;
        assert_eq!(all_fail.status.as_u16(), 200);
        assert_eq!(all_fail.result()[0]["success"], false);
        for (operation, member) in [("Allocate", "operation"), ("Edit", "operation")] {
            let body = json!({"operation": operation, "ids": [one["id"]]});
            assert_eq!(admin.post(PROCESS, body).await.invalid_members(), [member]);
        }
        let body = json!({"operation": "Hold", "ids": []});
        assert_eq!(admin.post(PROCESS, body).await.invalid_members(), ["ids"]);
    });
}

#[test]
fn a_hold_keeps_the_state_and_goods_on_the_way_are_not_cancelled() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        let job = confirmed(&admin).await;
        allocate(&admin, ann, &[&job]).await;
        run(&admin, &job, &["PickUp", "Hold"]).await;
        let held = reload(&admin, &job).await;
        assert_eq!(held["allowedOperations"], json!(["Release", "Edit"]));
        assert_eq!(process(&admin, "Cancel", &job).await["success"], false);
        assert_eq!(run(&admin, &job, &["Release"]).await, "PickedUp");
        let other = confirmed(&admin).await;
        assert_eq!(run(&admin, &other, &["Hold", "Cancel"]).await, "Cancelled");
    });
}

#[test]
fn a_failed_delivery_is_retried_with_a_new_leg() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        let job = confirmed(&admin).await;
        allocate(&admin, ann, &[&job]).await;
        assert_eq!(
            run(&admin, &job, &["PickUp", "Fail"]).await,
            "FailedDelivery"
        );
        assert_eq!(run(&admin, &job, &["Retry"]).await, "Unallocated");
        let retried = reload(&admin, &job).await;
        assert_eq!(retried["leg"], 2);
        assert!(retried["driverid"].is_null());
        assert_eq!(retried["isallocatedtodeliveryagent"], false);
        let early = confirmed(&admin).await;
        allocate(&admin, ann, &[&early]).await;
        assert_eq!(run(&admin, &early, &["Fail"]).await, "FailedPickup");
        assert_eq!(run(&admin, &early, &["Cancel"]).await, "Cancelled");
    });
}

#[test]
fn a_delivery_of_some_articles_leaves_the_rest() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        let job = confirmed(&admin).await;
        allocate(&admin, ann, &[&job]).await;
        run(&admin, &job, &["PickUp"]).await;
        let deliver = |articles: serde_json::Value| {
            json!({"operation": "Deliver",
            "ids": [job["id"]], "articlenumbers": articles})
        };
        let strange = admin.post(PROCESS, deliver(json!(["J09999-001"]))).await;
        assert_eq!(strange.result()[0]["success"], false);
        let some = admin.post(PROCESS, deliver(json!(["J00001-001"]))).await;
        assert_eq!(some.result()[0]["success"], true);
        assert_eq!(
            reload(&admin, &job).await["jobstatus"],
            "PartiallyDelivered"
        );
        run(&admin, &job, &["Retry"]).await;
        allocate(&admin, ann, &[&job]).await;
        run(&admin, &job, &["PickUp"]).await;
        let rest = json!(["J00001-002", "J00001-003"]);
        admin.post(PROCESS, deliver(rest)).await.result();
        assert_eq!(reload(&admin, &job).await["jobstatus"], "Delivered");
    });
}

#[test]
fn a_driver_does_only_what_happens_on_the_road_with_own_jobs() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (ann, ben) = (
            driver(&admin, "Ann Lee").await,
            driver(&admin, "Ben Cole").await,
        );
        let user = kit.driver_user(ben).await;
        let job = confirmed(&admin).await;
        allocate(&admin, ann, &[&job]).await;
        let answer = process(&user, "Acknowledge", &job).await;
        assert_eq!(answer["success"], false);
        assert_eq!(reload(&admin, &job).await["jobstatus"], "Allocated");
        let hold = json!({"operation": "Hold", "ids": [job["id"]]});
        user.post(PROCESS, hold.clone()).await.expect_error(403);
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let customer = kit.customer_user(customer).await;
        customer.post(PROCESS, hold).await.expect_error(403);
    });
}

#[test]
fn a_pickup_is_ready_before_the_deadline() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let job = confirmed(&admin).await;
        let ready = json!({"jobpickup": {"jobid": job["id"],
            "pickupreadydatetime": "2026-03-02T04:00:00Z"}});
        let path = "/api/jobs/job/job-pickup";
        let saved = admin.post(path, ready.clone()).await.result()["job"].clone();
        assert_eq!(saved["ispickupready"], true);
        assert_eq!(saved["pickupreadydatetime"], "2026-03-02T04:00:00Z");
        let deadline = json!({"job": {"id": job["id"], "pickupreadydatetime": null,
            "deadline": "2026-03-02T03:00:00Z"}});
        admin.put(super::JOB, deadline).await.result();
        let late = admin.post(path, ready).await.invalid_members();
        assert_eq!(late, ["jobpickup.pickupreadydatetime"]);
    });
}
