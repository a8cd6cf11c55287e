//! Line hauls as records: codes, head ports, crew, notes, life cycle, deletion, and lists.

use axum::http::StatusCode;
use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::{
    LINE_HAUL, LINE_HAULS, PROCESS, add, line_haul, network, process, reload, reload_job, run,
};

async fn put(admin: &Client, haul: Value, note: Option<&str>) -> Value {
    let mut body = json!({ "linehaul": haul });
    if let Some(note) = note {
        body["note"] = json!({ "comment": note });
    }
    admin.put(LINE_HAUL, body).await.result()["linehaul"].clone()
}

#[test]
fn a_line_haul_is_a_job_with_the_same_id() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (melbourne, sydney) = network(&admin).await;
        let haul = line_haul(&admin).await;
        assert_eq!(haul["linehaulcode"], "LH00001");
        assert_eq!(haul["linehaulid"], haul["id"]);
        assert_eq!(haul["status"], "Draft");
        assert_eq!(
            haul["startheadport"],
            json!({"id": melbourne["id"], "code": "MEL", "name": "Depot MEL"})
        );
        assert_eq!(haul["destinationheadport"]["id"], sydney["id"]);
        let job = reload_job(&admin, &haul).await;
        assert_eq!(job["jobtype"], "LineHaul");
        assert_eq!(
            (&job["islinehaul"], &job["reference"], &job["jobstatus"]),
            (&json!(true), &json!("LH00001"), &json!("Draft"))
        );
        assert_eq!(job["toaddress"]["suburb"], "Parramatta");
        assert_eq!(job["allowedOperations"], json!([]));
        let again = add(
            &admin,
            json!({"startheadport": {"id": sydney["id"]}, "destinationheadport": {"code": "MEL"}}),
        )
        .await;
        assert_eq!(again["linehaulcode"], "LH00002");
    });
}

#[test]
fn only_line_haul_changes_its_job() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let haul = line_haul(&admin).await;
        let cancel = json!({"operation": "Cancel", "ids": [haul["id"]]});
        let refused = admin.post("/api/jobs/job/processjobs", cancel).await;
        assert_eq!(refused.result()[0]["success"], false);
        let edit = json!({"job": {"id": haul["id"], "reference": "mine"}});
        admin.put("/api/jobs/job/job", edit).await.expect_error(400);
        let path = format!("/api/jobs/job/job?jobId={}", haul["id"]);
        admin.delete(&path).await.expect_error(400);
        let made = json!({"job": {"jobtype": "LineHaul"}});
        let members = admin
            .post("/api/jobs/job/job", made)
            .await
            .invalid_members();
        assert_eq!(members, ["job.jobtype"]);
    });
}

#[test]
fn a_save_changes_what_is_sent_and_adds_notes() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let haul = line_haul(&admin).await;
        let changed = put(
            &admin,
            json!({"id": haul["id"], "manifestno": "M-77",
                "capacity": {"weight": 22000, "palletspaces": 22}}),
            Some("Seal 448 190"),
        )
        .await;
        assert_eq!(changed["manifestno"], "M-77");
        assert_eq!(changed["departuredate"], haul["departuredate"]);
        assert_eq!(changed["capacity"]["palletspaces"], 22);
        assert_eq!(changed["capacity"]["volume"], Value::Null);
        assert_eq!(changed["notes"][0]["comment"], "Seal 448 190");
        let by_other_name = json!({"linehaulid": haul["id"], "connoteno": "C-1"});
        let changed = put(&admin, by_other_name, Some("Dock 3")).await;
        assert_eq!(changed["connoteno"], "C-1");
        assert_eq!(changed["notes"].as_array().unwrap().len(), 2);
        assert_eq!(changed["linehaulcode"], "LH00001");
        let stale = json!({"linehaul": {"id": haul["id"], "rowVersion": 1, "connoteno": "C-2"}});
        admin.put(LINE_HAUL, stale).await.expect_error(409);
    });
}

#[test]
fn a_line_haul_is_found_by_its_numbers_and_head_ports() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let haul = line_haul(&admin).await;
        for query in ["lh00001", "depot%20mel", "depot%20syd"] {
            assert_eq!(find_titles(&admin, query).await, ["LH00001"], "{query}");
        }
        assert!(find_titles(&admin, "waratah-77").await.is_empty());
        let numbered = json!({"id": haul["id"], "manifestno": "WARATAH-77"});
        put(&admin, numbered, None).await;
        assert_eq!(find_titles(&admin, "waratah-77").await, ["LH00001"]);
        let path = format!("{LINE_HAUL}?Id={}", haul["id"]);
        assert_eq!(admin.delete(&path).await.status, StatusCode::NO_CONTENT);
        assert!(find_titles(&admin, "lh00001").await.is_empty());
    });
}

async fn find_titles(client: &Client, query: &str) -> Vec<String> {
    let path = format!("/api/search/?query={query}");
    let groups = client.post(&path, json!({})).await.result();
    let hits = groups["LineHauls"].as_array().unwrap().iter();
    hits.map(|hit| hit["title"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn bad_members_are_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (melbourne, _) = network(&admin).await;
        let members = async |haul: Value| -> Vec<String> {
            let body = json!({ "linehaul": haul });
            admin.post(LINE_HAUL, body).await.invalid_members()
        };
        assert_eq!(
            members(json!({})).await,
            ["linehaul.startheadport", "linehaul.destinationheadport"]
        );
        let unknown = json!({"startheadport": {"code": "XXX"},
            "destinationheadport": {"code": "SYD"}});
        assert_eq!(members(unknown).await, ["linehaul.startheadport"]);
        let circle = json!({"startheadport": {"id": melbourne["id"]},
            "destinationheadport": {"code": "mel"},
            "departuredate": "2026-03-02T09:00:00Z", "arrivaldate": "2026-03-02T08:00:00Z",
            "capacity": {"weight": 0}});
        assert_eq!(
            members(circle).await,
            [
                "linehaul.destinationheadport",
                "linehaul.arrivaldate",
                "linehaul.capacity.weight"
            ]
        );
        let body = json!({"linehaul": {"startheadport": {"id": 999_999},
            "destinationheadport": {"code": "SYD"}}});
        admin.post(LINE_HAUL, body).await.expect_error(404);
    });
}

#[test]
fn a_vehicle_brings_its_driver_and_its_capacity() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let driver = json!({"driver": {"name": "Ren Adair"}});
        let driver = admin.post("/api/drivers/driver/driver", driver).await;
        let driver = driver.result()["driver"]["id"].clone();
        let vehicle = json!({"vehicle": {"driverid": driver, "name": "B-double",
            "registrationnumber": "7BD 2QX", "capacity": {
                "weight": {"value": 22, "unit": "t"}, "cubic": {"value": 78, "unit": "m3"}}}});
        let vehicle = admin.post("/api/drivers/vehicle/vehicle", vehicle).await;
        let vehicle = vehicle.result()["vehicle"]["id"].clone();
        let haul = add(
            &admin,
            json!({"startheadport": {"code": "MEL"}, "destinationheadport": {"code": "SYD"},
                "vehicleid": vehicle}),
        )
        .await;
        assert_eq!(haul["drivername"], "Ren Adair");
        assert!(haul["vehiclename"].as_str().unwrap().contains("7BD 2QX"));
        assert_eq!(haul["capacity"]["weight"], 22_000);
        assert_eq!(haul["capacity"]["volume"], 78);
        assert_eq!(reload_job(&admin, &haul).await["driverid"], driver);
        // A driver who is not available does not leave.
        run(&admin, &haul, &["Load", "Close"]).await;
        let refused = process(&admin, "Depart", &haul).await;
        assert_eq!(refused["message"], "Ren Adair is not available for work.");
    });
}

#[test]
fn operations_follow_the_life_cycle_and_the_job_follows_them() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let haul = line_haul(&admin).await;
        let refused = process(&admin, "Close", &haul).await;
        assert_eq!(
            refused["message"],
            "Close is not possible for a line haul that is Draft. It is possible when the line \
             haul is Loading."
        );
        let state = async |operations: &[&str]| {
            run(&admin, &haul, operations).await;
            let status = reload(&admin, &haul).await["status"].clone();
            (status, reload_job(&admin, &haul).await["jobstatus"].clone())
        };
        let pair = |haul: &str, job: &str| (json!(haul), json!(job));
        assert_eq!(state(&["Load"]).await, pair("Loading", "Allocated"));
        assert_eq!(state(&["Close"]).await, pair("Closed", "Allocated"));
        assert_eq!(
            state(&["Depart"]).await,
            pair("Departed", "EnRouteToDelivery")
        );
        assert_eq!(
            state(&["Transit"]).await,
            pair("InTransit", "EnRouteToDelivery")
        );
        assert_eq!(process(&admin, "Cancel", &haul).await["success"], false);
        assert_eq!(state(&["Arrive"]).await, pair("Arrived", "AtDelivery"));
        assert_eq!(
            state(&["Unload", "Complete"]).await,
            pair("Completed", "Delivered")
        );
        let done = reload(&admin, &haul).await;
        assert!(done["departedtime"].is_string() && done["arrivedtime"].is_string());
        assert_eq!(done["allowedOperations"], json!([]));
        let edit = json!({"linehaul": {"id": haul["id"], "connoteno": "late"}});
        admin.put(LINE_HAUL, edit).await.expect_error(400);
        let unknown = json!({"operation": "Edit", "ids": [haul["id"]]});
        admin.post(PROCESS, unknown).await.expect_error(400);
        let many = json!({"operation": "Close", "ids": vec![1; 1001]});
        admin.post(PROCESS, many).await.expect_error(400);
    });
}

#[test]
fn a_draft_and_a_cancelled_line_haul_are_deleted_with_their_job() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let haul = line_haul(&admin).await;
        run(&admin, &haul, &["Load"]).await;
        let path = format!("{LINE_HAUL}?Id={}", haul["id"]);
        admin.delete(&path).await.expect_error(400);
        run(&admin, &haul, &["Cancel"]).await;
        assert_eq!(reload_job(&admin, &haul).await["jobstatus"], "Cancelled");
        assert_eq!(admin.delete(&path).await.status, StatusCode::NO_CONTENT);
        admin.delete(&path).await.expect_error(404);
        let job = format!("/api/jobs/job/job?jobId={}", haul["id"]);
        admin.get(&job).await.expect_error(404);
    });
}

#[test]
fn the_list_is_filtered_by_state_and_lane() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let first = line_haul(&admin).await;
        add(
            &admin,
            json!({"startheadport": {"code": "SYD"}, "destinationheadport": {"code": "MEL"}}),
        )
        .await;
        run(&admin, &first, &["Load"]).await;
        let codes = async |filter: &str| -> Vec<String> {
            let path = format!("{LINE_HAULS}?sorting=linehaulcode&filter={filter}");
            let page = admin.get(&path.replace(' ', "%20")).await.result();
            let rows = page["items"].as_array().unwrap().iter();
            rows.map(|row| row["linehaulcode"].as_str().unwrap().to_owned())
                .collect()
        };
        assert_eq!(codes("").await, ["LH00001", "LH00002"]);
        assert_eq!(codes("status eq 'Loading'").await, ["LH00001"]);
        assert_eq!(codes("startheadport/code eq 'SYD'").await, ["LH00002"]);
        let statuses = admin.get("/api/jobs/look-up/line-haul-statuses").await;
        let statuses = statuses.result();
        assert_eq!(statuses.as_array().unwrap().len(), 9);
        assert_eq!(statuses[4], "InTransit");
    });
}
