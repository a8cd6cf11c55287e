//! Multi-stop jobs: stops in order, jobs in and out, a driver for all.

use serde_json::{Value, json};
use testkit::on_both;

use super::{crew, delivery, invalid, job, process, reload, successes};

const BASE: &str = "/api/jobs/multi-stop";

#[test]
fn jobs_are_done_together_and_their_state_is_that_of_the_last() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = crew(&admin, "Ann Lee", "ONE1").await;
        let jobs = [
            job(&admin, "PointToPoint", 3, json!({})).await,
            delivery(&admin, 6).await,
            delivery(&admin, 9).await,
        ];
        let path = format!("{BASE}/multi-stop");
        let stop = |job: &Value, kind: &str| json!({"jobid": job["id"], "type": kind});
        let body = json!({"multistop": {"reference": "Tuesday", "vehicleid": ann.vehicle,
            "stops": [stop(&jobs[0], "pickup"), stop(&jobs[0], "delivery"),
                stop(&jobs[1], "delivery")]}});
        let made = admin.post(&path, body).await.result()["multistop"].clone();
        assert_eq!(made["jobstatus"], "Unallocated");
        assert_eq!(made["stops"][2]["sequence"], 3);
        assert_eq!(made["stops"][2]["jobno"], jobs[1]["jobno"]);
        let of_job = reload(&admin, &made).await;
        assert_eq!(of_job["jobtype"], "MultiStop");
        assert_eq!(of_job["toaddress"]["companyname"], "Shop 6");

        let allocate = format!("{BASE}/allocate-jobs");
        let body = json!({"allocation": {"multistopid": made["id"],
            "jobids": [jobs[2]["id"], jobs[0]["id"], 999_999]}});
        let added = admin.post(&allocate, body).await.result();
        assert_eq!(successes(&added), [true, true, false]);
        let listed = format!("{BASE}/allocated-jobs?jobId={}", made["id"]);
        assert_eq!(admin.get(&listed).await.result()["totalCount"], 3);
        let other = json!({"multistop": {"stops": [stop(&jobs[1], "delivery")]}});
        let other = admin.post(&path, other).await;
        assert_eq!(invalid(&other), "multistop.stops[0].jobid");

        let body = json!({"multistop": {"id": made["id"], "driverid": ann.driver}});
        let given = admin.put(&path, body).await.result()["multistop"].clone();
        assert_eq!(given["driverid"], json!(ann.driver));
        assert_eq!(given["reference"], "Tuesday");
        assert_eq!(given["jobstatus"], "Allocated");
        assert_eq!(
            reload(&admin, &jobs[2]).await["driverid"],
            json!(ann.driver)
        );

        let back = json!({"deallocation": {"multistopid": made["id"], "reason": "Too long",
            "jobids": [jobs[2]["id"], 999_999]}});
        let back = admin.post(&format!("{BASE}/de-allocate-jobs"), back).await;
        assert_eq!(successes(&back.result()), [true, false]);
        assert_eq!(reload(&admin, &jobs[2]).await["jobstatus"], "Unallocated");
        let user = kit.driver_user(ann.driver).await;
        for job in &jobs[..2] {
            process(&user, job, &["PickUp", "Depart", "Arrive", "Deliver"]).await;
            kit.drain_jobs().await;
        }
        let read = format!("{path}?jobId={}", made["id"]);
        let done = admin.get(&read).await.result()["multistop"].clone();
        assert_eq!(done["jobstatus"], "Delivered");
        let own = format!("{path}?id={}", made["id"]);
        assert_eq!(admin.delete(&own).await.status.as_u16(), 204);
        admin.get(&read).await.expect_error(404);
        assert_eq!(reload(&admin, &jobs[0]).await["jobstatus"], "Delivered");
    });
}

#[test]
fn null_clears_a_member_and_takes_back_what_is_not_under_way() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = crew(&admin, "Ann Lee", "ONE1").await;
        let jobs = [delivery(&admin, 3).await, delivery(&admin, 6).await];
        let path = format!("{BASE}/multi-stop");
        let stop = |job: &Value| json!({"jobid": job["id"], "type": "delivery"});
        let body = json!({"multistop": {"reference": " Tuesday ", "driverid": ann.driver,
            "vehicleid": ann.vehicle, "stops": [stop(&jobs[0]), stop(&jobs[1])]}});
        let made = admin.post(&path, body).await.result()["multistop"].clone();
        assert_eq!(made["reference"], "Tuesday");
        assert_eq!(made["jobstatus"], "Allocated");
        let user = kit.driver_user(ann.driver).await;
        process(&user, &jobs[0], &["PickUp"]).await;
        kit.drain_jobs().await;
        let change = async |mut members: Value| {
            members["id"] = made["id"].clone();
            let body = json!({ "multistop": members });
            admin.put(&path, body).await.result()["multistop"].clone()
        };
        let same = change(json!({})).await;
        assert_eq!(
            (&same["driverid"], &same["vehicleid"], &same["reference"]),
            (&json!(ann.driver), &json!(ann.vehicle), &json!("Tuesday"))
        );
        let cleared = change(json!({"driverid": null, "vehicleid": null, "reference": null})).await;
        for member in ["driverid", "vehicleid", "reference"] {
            assert_eq!(cleared[member], Value::Null, "{cleared}");
        }
        assert_eq!(cleared["stops"].as_array().unwrap().len(), 2);
        assert_eq!(cleared["jobstatus"], "Unallocated");
        let begun = reload(&admin, &jobs[0]).await;
        assert_eq!(begun["driverid"], json!(ann.driver));
        let back = reload(&admin, &jobs[1]).await;
        assert_eq!(
            (&back["jobstatus"], &back["driverid"]),
            (&json!("Unallocated"), &Value::Null)
        );
        assert_eq!(
            change(json!({"reference": " "})).await["reference"],
            Value::Null
        );
    });
}
