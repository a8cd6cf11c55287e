//! Allocation of jobs to drivers.

use chrono::{Days, Utc};
use serde_json::{Value, json};
use testkit::{given, on_both};

use super::{
    ALLOCATE, add, allocate, confirm, confirmed, draft, driver, items, receiver, reload, run,
    sender,
};

const UNALLOCATED: &str = "/api/jobs/delivery-agent/un-allocated-jobs";
const ALLOCATED: &str = "/api/jobs/delivery-agent/allocated-jobs";

fn successes(answers: &Value) -> Vec<bool> {
    let answers = answers.as_array().unwrap();
    answers
        .iter()
        .map(|it| it["success"].as_bool().unwrap())
        .collect()
}

#[test]
fn jobs_go_to_a_driver_and_back() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        let (one, two, unconfirmed) = (
            confirmed(&admin).await,
            confirmed(&admin).await,
            draft(&admin).await,
        );
        assert_eq!(admin.get(UNALLOCATED).await.result()["totalCount"], 2);
        let answers = allocate(&admin, ann, &[&one, &unconfirmed, &two, &one]).await;
        assert_eq!(successes(&answers), [true, false, true]);
        assert_eq!(answers[0]["jobId"], one["id"]);
        let given = reload(&admin, &one).await;
        assert_eq!(given["driverid"], json!(ann));
        assert_eq!(given["isallocatedtodeliveryagent"], true);
        let path = format!("{ALLOCATED}?id={ann}&sorting=id");
        let listed = admin.get(&path).await.result();
        assert_eq!(listed["totalCount"], 2);
        let user = kit.driver_user(ann).await;
        assert_eq!(user.get(ALLOCATED).await.result()["totalCount"], 2);

        let wrong = json!({"deallocation": {"agentid": 999, "jobid": one["id"], "reason": "x"}});
        let path = "/api/jobs/delivery-agent/un-allocate-job";
        assert_eq!(successes(&admin.post(path, wrong).await.result()), [false]);
        let back = json!({"deallocation": {"agentid": ann, "jobid": one["id"], "reason": "Late"}});
        assert_eq!(successes(&admin.post(path, back).await.result()), [true]);
        let back = json!({"deallocation": {"jobids": [one["id"], two["id"]], "reason": "Late"}});
        let path = "/api/jobs/delivery-agent/un-allocate-jobs";
        assert_eq!(
            successes(&admin.post(path, back).await.result()),
            [false, true]
        );
        let free = reload(&admin, &two).await;
        assert_eq!(
            (&free["jobstatus"], &free["driverid"]),
            (&json!("Unallocated"), &Value::Null)
        );
    });
}

#[test]
fn of_two_dispatchers_one_wins_and_the_other_is_told() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let dispatcher = kit.user("Dispatcher").await;
        let (ann, ben) = (
            driver(&admin, "Ann Lee").await,
            driver(&admin, "Ben Cole").await,
        );
        let mut jobs = Vec::new();
        for _ in 0..6 {
            jobs.push(confirmed(&admin).await);
        }
        let forth: Vec<&Value> = jobs.iter().collect();
        let back: Vec<&Value> = jobs.iter().rev().collect();
        let (one, two) = tokio::join!(
            allocate(&admin, ann, &forth),
            allocate(&dispatcher, ben, &back)
        );
        let won = successes(&one).into_iter().filter(|won| *won).count();
        let also_won = successes(&two).into_iter().filter(|won| *won).count();
        assert_eq!(won + also_won, jobs.len());
        let again = allocate(&admin, ben, &forth[..1]).await;
        let sentence = again[0]["message"].as_str().unwrap();
        assert!(sentence.contains("is allocated to"), "{sentence}");
        for job in &jobs {
            let path = format!(
                "/api/jobs/job/operation-logs?jobId={}&filter=operation eq 'Allocate'",
                job["id"]
            );
            assert_eq!(admin.get(&path).await.result()["totalCount"], 1);
        }
    });
}

#[test]
fn a_driver_who_is_barred_gets_nothing() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        let job = confirmed(&admin).await;
        let path = format!("/api/drivers/driver/available-for-work?driverId={ann}");
        admin.delete(&path).await.result();
        let answers = allocate(&admin, ann, &[&job]).await;
        assert_eq!(successes(&answers), [false]);
        assert_eq!(answers[0]["message"], "Ann Lee is not available for work.");
        assert_eq!(reload(&admin, &job).await["jobstatus"], "Unallocated");
        // Off duty, a driver may get the work of a later day.
        let later = json!({"fromaddress": sender(), "toaddress": receiver(), "items": items(),
            "pickupdate": Utc::now().date_naive() + Days::new(3)});
        let later = add(&admin, later).await;
        let later = confirm(&admin, &later).await;
        let answers = allocate(&admin, ann, &[&job, &later]).await;
        assert_eq!(successes(&answers), [false, true], "{answers}");
        let nobody = json!({"allocation": {"agentId": 999, "jobIds": [job["id"]]}});
        admin.post(ALLOCATE, nobody).await.expect_error(404);
    });
}

#[test]
fn own_vehicles_are_no_carrier_agent() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "METRO").await;
        let job = confirmed(&admin).await;
        let body = json!({"allocation": {"agentId": account, "jobIds": [job["id"]],
            "agentType": "Carrier"}});
        let refused = admin.post(ALLOCATE, body).await;
        assert_eq!(refused.invalid_members(), ["allocation.agentType"]);
    });
}

#[test]
fn only_dispatchers_allocate() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        let job = confirmed(&admin).await;
        let body = json!({"allocation": {"agentId": ann, "jobIds": [job["id"]]}});
        let user = kit.driver_user(ann).await;
        user.post(ALLOCATE, body.clone()).await.expect_error(403);
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let customer = kit.customer_user(customer).await;
        customer.post(ALLOCATE, body).await.expect_error(403);
        allocate(&admin, ann, &[&job]).await;
        run(&admin, &job, &["PickUp"]).await;
        let late = json!({"deallocation": {"jobid": job["id"], "reason": ""}});
        let path = "/api/jobs/delivery-agent/un-allocate-job";
        assert_eq!(successes(&admin.post(path, late).await.result()), [false]);
    });
}
