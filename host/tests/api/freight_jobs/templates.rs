//! Templates of jobs and their recurrence.

use serde_json::{Value, json};
use testkit::{Client, Kit, on_both};

use super::{JOBS, items, receiver, sender};

const TEMPLATE: &str = "/api/jobs/job-template/job-template";
const TEMPLATES: &str = "/api/jobs/job-template/job-templates";
const MAKE: &str = "/api/jobs/job-template/make-job";
const WEEK: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

fn template(weekdays: &[&str]) -> Value {
    json!({"name": "Milk run", "fromaddress": sender(), "toaddress": receiver(),
        "items": items(), "reference": "WEEKLY", "weekdays": weekdays})
}

async fn save(admin: &Client, template: Value) -> Value {
    let body = json!({"jobtemplate": template});
    admin.post(TEMPLATE, body).await.result()["jobtemplate"].clone()
}

async fn count_jobs(admin: &Client) -> i64 {
    admin.get(JOBS).await.result()["totalCount"]
        .as_i64()
        .unwrap()
}

async fn make_due(kit: &Kit, admin: &Client, template: &Value) {
    // A save lets the recurrence look for due jobs, as each day does.
    let body = json!({"jobtemplate": {"id": template["id"], "reference": "AGAIN"}});
    admin.put(TEMPLATE, body).await.result();
    kit.drain_jobs().await;
}

#[test]
fn the_recurrence_makes_each_job_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let saved = save(&admin, template(&WEEK)).await;
        assert_eq!(saved["nextdates"].as_array().unwrap().len(), 5);
        assert_eq!(
            (&saved["isactive"], &saved["skipholidays"]),
            (&json!(true), &json!(true))
        );
        kit.drain_jobs().await;
        // Today's and tomorrow's.
        assert_eq!(count_jobs(&admin).await, 2);
        make_due(&kit, &admin, &saved).await;
        assert_eq!(count_jobs(&admin).await, 2);
        let jobs = admin.get(&format!("{JOBS}?sorting=id")).await.result();
        let job = &jobs["items"][0];
        assert_eq!(job["templateid"], saved["id"]);
        assert_eq!(job["templatedate"], job["pickupdate"]);
        assert_eq!(job["jobstatus"], "Unallocated");
        assert_eq!(job["items"][0]["articlenumbers"][0], "J00001-001");
        let by_hand = json!({"id": saved["id"], "date": job["pickupdate"]});
        let error = admin.post(MAKE, by_hand).await.expect_error(400);
        assert!(
            error["message"].as_str().unwrap().contains("J00001"),
            "{error}"
        );
    });
}

#[test]
fn a_job_is_made_by_hand_for_any_day_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let mut template = template(&[]);
        template["readytime"] = json!("9:30");
        template["deadlinetime"] = json!("16:00");
        let saved = save(&admin, template).await;
        assert_eq!(saved["readytime"], "09:30");
        kit.drain_jobs().await;
        assert_eq!(count_jobs(&admin).await, 0);
        let body = json!({"id": saved["id"], "date": "2027-03-02"});
        let job = admin.post(MAKE, body.clone()).await.result()["job"].clone();
        assert_eq!(job["pickupdate"], "2027-03-02");
        assert!(job["pickupreadydatetime"].as_str().is_some());
        assert!(job["deadline"].as_str() > job["pickupreadydatetime"].as_str());
        let (one, two) = tokio::join!(admin.post(MAKE, body.clone()), admin.post(MAKE, body));
        assert_eq!((one.status.as_u16(), two.status.as_u16()), (400, 400));
        assert_eq!(count_jobs(&admin).await, 1);
    });
}

#[test]
fn a_template_is_checked_as_its_jobs_are() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let wrong = json!({"jobtemplate": {"name": "", "readytime": "noon",
            "items": [{"quantity": 0}],
            "fromaddress": {"postcode": "3026", "suburb": "Derrimut"}}});
        let error = admin.post(TEMPLATE, wrong).await.expect_error(400);
        let mut members: Vec<&str> = error["validationErrors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| error["members"][0].as_str().unwrap())
            .collect();
        members.sort_unstable();
        assert_eq!(
            members,
            [
                "jobtemplate.items[0].quantity",
                "jobtemplate.name",
                "jobtemplate.readytime",
                "jobtemplate.toaddress"
            ]
        );
        let saved = save(&admin, template(&["Monday"])).await;
        let stale = json!({"jobtemplate": {"id": saved["id"], "rowVersion": 99, "name": "X"}});
        admin.put(TEMPLATE, stale).await.expect_error(409);
        let path = format!("{TEMPLATE}?id={}", saved["id"]);
        let other = kit.another_tenant().await.user("Admin").await;
        other.get(&path).await.expect_error(404);
        other.delete(&path).await.expect_error(404);
        assert_eq!(admin.delete(&path).await.status, 204);
        assert_eq!(admin.get(TEMPLATES).await.result()["totalCount"], 0);
    });
}
