//! Legs of a job, and the state of their parent.

use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::{JOB, add, allocate, confirmed, draft, driver, process, reload, run};

async fn leg(admin: &Client, parent: &Value, kind: &str) -> Value {
    add(admin, json!({"parentid": parent["id"], "jobtype": kind})).await
}

#[test]
fn a_parent_has_the_state_of_its_least_advanced_leg() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        let job = confirmed(&admin).await;
        let first = leg(&admin, &job, "Pickup").await;
        let second = leg(&admin, &job, "Delivery").await;
        assert_eq!((&first["leg"], &second["leg"]), (&json!(1), &json!(2)));
        assert_eq!(second["jobstatus"], "Unallocated");
        assert_eq!(second["items"], job["items"]);
        assert_eq!(second["toaddress"], job["toaddress"]);
        allocate(&admin, ann, &[&first, &second]).await;
        assert_eq!(reload(&admin, &job).await["jobstatus"], "Allocated");
        run(&admin, &first, &["PickUp"]).await;
        assert_eq!(reload(&admin, &job).await["jobstatus"], "Allocated");
        run(&admin, &second, &["PickUp", "Hold"]).await;
        assert_eq!(reload(&admin, &job).await["jobstatus"], "PickedUp");
        run(&admin, &second, &["Release", "Deliver"]).await;
        run(&admin, &first, &["Deliver"]).await;
        assert_eq!(reload(&admin, &job).await["jobstatus"], "Delivered");

        let path = format!("/api/jobs/job/child-jobs?jobId={}", job["id"]);
        let children = admin.get(&path).await.result();
        let ids: Vec<&Value> = (0..2).map(|at| &children["items"][at]["id"]).collect();
        assert_eq!(ids, [&first["id"], &second["id"]]);
        let roots = admin.get("/api/jobs/job/jobs-with-children").await.result();
        assert_eq!(roots["totalCount"], 1);
        assert_eq!(roots["items"][0]["childjobs"][1]["id"], second["id"]);
    });
}

#[test]
fn a_job_with_legs_passes_on_holds_and_cancellations_only() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        let job = draft(&admin).await;
        let first = leg(&admin, &job, "Pickup").await;
        let second = leg(&admin, &job, "Delivery").await;
        assert_eq!(first["jobstatus"], "Draft");
        super::confirm(&admin, &job).await;
        assert_eq!(reload(&admin, &second).await["jobstatus"], "Unallocated");
        let refused = &allocate(&admin, ann, &[&job]).await[0];
        assert_eq!(refused["success"], false);
        allocate(&admin, ann, &[&first]).await;
        run(&admin, &job, &["Hold"]).await;
        assert_eq!(reload(&admin, &first).await["jobstatus"], "OnHold");
        run(&admin, &job, &["Release"]).await;
        assert_eq!(reload(&admin, &first).await["jobstatus"], "Allocated");
        assert_eq!(reload(&admin, &job).await["jobstatus"], "Unallocated");
        run(&admin, &first, &["PickUp"]).await;
        let refused = process(&admin, "Cancel", &job).await;
        assert_eq!(refused["success"], false, "a leg has the goods");
        assert_eq!(reload(&admin, &second).await["jobstatus"], "Unallocated");
        run(&admin, &first, &["Fail"]).await;
        run(&admin, &job, &["Cancel"]).await;
        assert_eq!(reload(&admin, &second).await["jobstatus"], "Cancelled");
    });
}

#[test]
fn legs_share_the_goods_of_their_job() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let job = confirmed(&admin).await;
        let only = leg(&admin, &job, "Delivery").await;
        let own = json!({"job": {"id": only["id"], "items": []}});
        assert_eq!(admin.put(JOB, own).await.invalid_members(), ["job.items"]);
        let more = json!({"jobitems": {"jobid": job["id"], "items": [{"quantity": 5}]}});
        let changed = admin
            .put("/api/jobs/job-item/job-item", more)
            .await
            .result();
        assert_eq!(
            reload(&admin, &only).await["items"],
            changed["job"]["items"]
        );
        let moved = json!({"job": {"id": only["id"], "parentid": null}});
        assert_eq!(
            admin.put(JOB, moved).await.invalid_members(),
            ["job.parentid"]
        );
        let path = format!("{JOB}?jobId={}", only["id"]);
        run(&admin, &only, &["Cancel"]).await;
        run(&admin, &job, &["Cancel"]).await;
        let parent = format!("{JOB}?jobId={}", job["id"]);
        assert_eq!(admin.delete(&parent).await.invalid_members(), ["jobId"]);
        assert_eq!(admin.delete(&path).await.status.as_u16(), 204);
        assert_eq!(reload(&admin, &job).await["haslegs"], false);
    });
}
