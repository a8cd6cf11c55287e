//! Jobs that are split and merged.

use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::{JOBS, add, allocate, confirmed, driver, items, receiver, reload, run, sender};

const SPLIT: &str = "/api/jobs/job/split-job";
const MERGE: &str = "/api/jobs/job/merge-jobs";

fn split(job: &Value, articles: &[&str]) -> Value {
    json!({"split": {"jobid": job["id"], "articlenumbers": articles}})
}

fn merge(jobs: &[&Value]) -> Value {
    let ids: Vec<&Value> = jobs.iter().map(|job| &job["id"]).collect();
    json!({"merge": {"jobids": ids}})
}

async fn scanned(admin: &Client, article: &str) -> Value {
    let body = json!({"scanevent": {"code": "Damaged", "articlenumber": article}});
    let path = "/api/jobs/scan-events/scan-event";
    admin.post(path, body).await.result()["scanevent"].clone()
}

#[test]
fn articles_move_to_a_new_job() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let job = confirmed(&admin).await;
        let price = json!({"jobprice": {"jobid": job["id"], "sell": {"chargebreakdown": [
            {"servicecode": "GENERAL", "amount": 100, "istaxapplicable": false}]}}});
        admin.put("/api/jobs/job/job-price", price).await.result();
        let ann = driver(&admin, "Ann Lee").await;
        allocate(&admin, ann, &[&job]).await;
        let numbers = ["J00001-001", "J00001-003"];
        let both = admin.post(SPLIT, split(&job, &numbers)).await.result();
        let (old, new) = (&both["job"], &both["newjob"]);
        assert_eq!(
            (&old["jobno"], &new["jobno"]),
            (&json!("J00001"), &json!("J00002"))
        );
        assert_eq!(
            (&old["totalquantity"], &new["totalquantity"]),
            (&json!(1), &json!(2))
        );
        assert_eq!(old["driverid"], json!(ann));
        assert_eq!(
            (&new["driverid"], &new["jobstatus"]),
            (&Value::Null, &json!("Unallocated"))
        );
        assert_eq!(new["linkedjobs"], json!([job["id"]]));
        // 410 of 800 kg move.
        let total = |job: &Value| job["pricingdetails"]["sell"]["total"].as_f64().unwrap();
        assert_eq!((total(old), total(new)), (48.75, 51.25));
        assert_eq!(scanned(&admin, "J00001-003").await["jobid"], new["id"]);
        assert_eq!(scanned(&admin, "J00001-002").await["jobid"], job["id"]);

        for wrong in [&["J00001-002"][..], &["J00001-001"], &[]] {
            admin
                .post(SPLIT, split(&job, wrong))
                .await
                .expect_error(400);
        }
        run(&admin, &job, &["PickUp"]).await;
        admin
            .post(SPLIT, split(&job, &["J00001-002"]))
            .await
            .expect_error(400);
    });
}

#[test]
fn jobs_of_the_same_way_become_one() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (one, two) = (confirmed(&admin).await, confirmed(&admin).await);
        let other = json!({"fromaddress": sender(), "toaddress": sender(), "items": items()});
        let other = add(&admin, other).await;
        admin
            .post(MERGE, merge(&[&one, &other]))
            .await
            .expect_error(400);
        admin
            .post(MERGE, merge(&[&one, &one]))
            .await
            .expect_error(400);
        admin.post(MERGE, merge(&[&one])).await.expect_error(400);
        let merged = admin.post(MERGE, merge(&[&one, &two])).await.result()["job"].clone();
        assert_eq!(merged["id"], one["id"]);
        assert_eq!(merged["totalquantity"], 6);
        let gone = reload(&admin, &two).await;
        assert_eq!(
            (&gone["jobstatus"], &gone["totalquantity"]),
            (&json!("Cancelled"), &json!(0))
        );
        assert_eq!(scanned(&admin, "J00002-001").await["jobid"], one["id"]);
        // A repeat finds the other one cancelled.
        admin
            .post(MERGE, merge(&[&one, &two]))
            .await
            .expect_error(400);
        assert_eq!(reload(&admin, &one).await["totalquantity"], 6);
    });
}

#[test]
fn a_job_says_whether_it_can_be_divided() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let single = json!({"fromaddress": sender(), "toaddress": receiver(),
            "items": [{"quantity": 1}]});
        add(&admin, single).await;
        confirmed(&admin).await;
        let listed = admin.get(&format!("{JOBS}?sorting=id")).await.result();
        let allows = |at: usize, name: &str| {
            let operations = listed["items"][at]["allowedOperations"].as_array().unwrap();
            operations.contains(&json!(name))
        };
        assert!(!allows(0, "Split") && allows(0, "Merge"));
        assert!(allows(1, "Split") && allows(1, "Merge"));
    });
}

#[test]
fn jobs_of_another_tenant_are_unknown() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let job = confirmed(&admin).await;
        let own = kit.another_tenant().await.user("Admin").await;
        own.post(SPLIT, split(&job, &["J00001-001"]))
            .await
            .expect_error(404);
        let mine = confirmed(&own).await;
        own.post(MERGE, merge(&[&mine, &job]))
            .await
            .expect_error(404);
    });
}
