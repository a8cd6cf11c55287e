//! Scan events: stored once, placed on the right job, with their effect on its state.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use testkit::{Client, Kit, on_both};

use super::{add, allocate, confirm, confirmed, driver, reload};

pub(super) const SCAN: &str = "/api/jobs/scan-events/scan-event";
pub(super) const SCANS: &str = "/api/jobs/scan-events/scan-events";
pub(super) const MANY: &str = "/api/jobs/scan-events/scan-event-for-items";
/// One transparent pixel.
pub(super) const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// A grey picture of 8 × 8 pixels, with a text of the camera.
pub(super) fn jpeg() -> Vec<u8> {
    let one_code = |class: u8| [&[0xff, 0xc4, 0, 20, class, 1][..], &[0; 16]].concat();
    [
        b"\xff\xd8\xff\xe1\0\x10Exif\0\0MM GPS!!".to_vec(),
        [&[0xff, 0xdb, 0, 67, 0][..], &[16; 64]].concat(),
        vec![0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0],
        one_code(0x00),
        one_code(0x10),
        vec![0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x3f, 0xff, 0xd9],
    ]
    .concat()
}

pub(super) fn data_url(media_type: &str, content: &[u8]) -> String {
    format!("data:{media_type};base64,{}", STANDARD.encode(content))
}

fn now(kit: &Kit) -> DateTime<Utc> {
    kit.app.host().clock().now()
}

/// The article numbers of a job, in order.
pub(super) fn articles(job: &Value) -> Vec<String> {
    let items = job["items"].as_array().unwrap().iter();
    items
        .flat_map(|item| item["articlenumbers"].as_array().unwrap())
        .map(|number| number.as_str().unwrap().to_owned())
        .collect()
}

pub(super) async fn scan(client: &Client, scan: Value) -> Value {
    let body = json!({ "scanevent": scan });
    client.post(SCAN, body).await.result()
}

async fn refused(client: &Client, scan: Value) -> Value {
    let body = json!({ "scanevent": scan });
    client.post(SCAN, body).await.expect_error(400)
}

fn members(error: &Value) -> Vec<&str> {
    let fields = error["validationErrors"].as_array().unwrap().iter();
    fields
        .map(|field| field["members"][0].as_str().unwrap())
        .collect()
}

pub(super) async fn state(client: &Client, job: &Value) -> String {
    let job = reload(client, job).await;
    job["jobstatus"].as_str().unwrap().to_owned()
}

#[test]
fn scans_move_a_job_on_and_never_back() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        let user = kit.driver_user(ann).await;
        let job = confirmed(&admin).await;
        let all = articles(&job);
        allocate(&admin, ann, &[&job]).await;
        let sent = json!({"code": "PickedUp", "articlenumber": all[0], "deviceeventid": "d-1",
            "scannedeventdatetime": now(&kit) - TimeDelta::hours(1),
            "latitude": -33.8688197, "longitude": 151.2093, "signedby": " Robin ",
            "details": [{"key": "handover", "value": "person"}]});
        let first = scan(&user, sent.clone()).await;
        assert_eq!(first["duplicate"], false);
        let event = &first["scanevent"];
        assert_eq!(event["jobid"], job["id"]);
        assert_eq!(event["itemid"], job["items"][0]["id"]);
        assert_eq!(
            (&event["signedby"], &event["latitude"]),
            (&json!("Robin"), &json!(-33.86882))
        );
        assert_eq!(event["creatorUserName"], "Driver Tester");
        let again = scan(&user, sent).await;
        assert_eq!(
            (&again["duplicate"], &again["scanevent"]["id"]),
            (&json!(true), &event["id"])
        );
        let moved = reload(&user, &job).await;
        assert_eq!(moved["jobstatus"], "PickedUp");
        assert_eq!(moved["lastscanevent"]["code"], "PickedUp");

        for (code, expected) in [
            ("OnBoard", "OnBoard"),
            ("DepotIn", "OnBoard"),
            ("Damaged", "OnBoard"),
            ("AtLocation", "AtDelivery"),
        ] {
            scan(&user, json!({"code": code, "jobid": job["id"]})).await;
            assert_eq!(state(&admin, &job).await, expected, "{code}");
        }
        // A day late: stored in its place, and nothing moves.
        let late = json!({"code": "DepotIn", "articlenumber": all[1],
            "scannedeventdatetime": now(&kit) - TimeDelta::days(1)});
        scan(&user, late).await;
        assert_eq!(
            reload(&admin, &job).await["lastscanevent"]["code"],
            "AtLocation"
        );
        let path = format!("{SCANS}?jobId={}&sorting=scannedeventdatetime", job["id"]);
        let listed = admin.get(&path).await.result();
        let codes: Vec<&str> = listed["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|event| event["code"].as_str().unwrap())
            .collect();
        assert_eq!(
            codes,
            [
                "DepotIn",
                "PickedUp",
                "OnBoard",
                "DepotIn",
                "Damaged",
                "AtLocation"
            ]
        );
        let of_item = format!("{SCANS}?itemId={}", job["items"][1]["id"]);
        assert_eq!(user.get(&of_item).await.result()["totalCount"], 0);
        // Customers may see another name.
        let by_name = format!("{SCANS}?filter=startswith(creatorUserName,'A')");
        admin.get(&by_name).await.expect_error(400);
        let filter = format!("{SCANS}?filter=code eq 'Damaged'");
        assert_eq!(user.get(&filter).await.result()["totalCount"], 1);

        scan(
            &user,
            json!({"code": "CardLeft", "jobid": job["id"], "reason": "Nobody there"}),
        )
        .await;
        assert_eq!(state(&admin, &job).await, "FailedDelivery");
        let logs = format!("/api/jobs/job/operation-logs?jobId={}", job["id"]);
        let logs = admin.get(&logs).await.result();
        assert_eq!(logs["items"][0]["operation"], "Scan");
        assert_eq!(logs["items"][0]["value"], "CardLeft");
    });
}

#[test]
fn a_burst_that_is_sent_twice_at_once_is_stored_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        let user = kit.driver_user(ann).await;
        let mut jobs = Vec::new();
        for _ in 0..10 {
            let items = json!([{"quantity": 50, "weight": {"value": 1, "unit": "kg"}}]);
            let job = json!({"fromaddress": super::sender(), "toaddress": super::receiver(),
                "items": items});
            jobs.push(confirm(&admin, &add(&admin, job).await).await);
        }
        allocate(&admin, ann, &jobs.iter().collect::<Vec<_>>()).await;
        let start = now(&kit) - TimeDelta::minutes(30);
        let mut scans = Vec::new();
        for (code, minutes) in [("PickedUp", 0), ("OnBoard", 10)] {
            for (at, article) in jobs.iter().flat_map(articles).enumerate() {
                let time = start + TimeDelta::minutes(minutes);
                scans.push(json!({"code": code, "articlenumber": article,
                    "deviceeventid": format!("{code}-{at}"), "scannedeventdatetime": time}));
            }
        }
        assert_eq!(scans.len(), 1000);
        let began = std::time::Instant::now();
        let both: Vec<_> = (0..2)
            .map(|_| {
                let (user, body) = (user.clone(), json!({ "scanevents": scans }));
                tokio::spawn(async move { user.post(MANY, body).await.result() })
            })
            .collect();
        let (mut new, mut duplicates) = (0, 0);
        for answer in both {
            for result in answer.await.unwrap().as_array().unwrap() {
                assert_eq!(result["success"], true, "{result}");
                match result["duplicate"] == true {
                    true => duplicates += 1,
                    false => new += 1,
                }
            }
        }
        println!("two bursts of 1,000 scans took {:?}", began.elapsed());
        assert_eq!((new, duplicates), (1000, 1000));
        let stored = admin.get(SCANS).await.result();
        assert_eq!(stored["totalCount"], 1000);
        for job in &jobs {
            assert_eq!(state(&admin, job).await, "OnBoard");
        }
        let too_many = json!({"scanevents": vec![json!({"code": "PickedUp"}); 1001]});
        let too_many = user.post(MANY, too_many).await;
        assert_eq!(too_many.invalid_members(), ["scanevents"]);
    });
}

#[test]
fn each_scan_of_many_has_its_own_answer() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (ann, bob) = (driver(&admin, "Ann").await, driver(&admin, "Bob").await);
        let user = kit.driver_user(ann).await;
        let (own, theirs) = (confirmed(&admin).await, confirmed(&admin).await);
        allocate(&admin, ann, &[&own]).await;
        allocate(&admin, bob, &[&theirs]).await;
        let foreign = kit.another_tenant().await;
        let outsider = foreign.user("Admin").await;
        let customer = json!({"fromaddress": super::sender(), "toaddress": super::receiver(),
            "items": [{"quantity": 400, "weight": {"value": 1, "unit": "kg"}}]});
        let far = confirm(&outsider, &add(&outsider, customer).await).await;
        let far = articles(&far)[399].clone();
        let in_time = now(&kit) - TimeDelta::minutes(1);
        let body = json!({"scanevents": [
            {"code": "OnBoard", "articlenumber": articles(&own)[0], "deviceeventid": "1"},
            {"code": "PickedUp", "articlenumber": articles(&own)[0],
                "scannedeventdatetime": in_time},
            {"code": "OnBoard", "articlenumber": articles(&own)[0], "deviceeventid": "1"},
            {"code": "OnBoard", "articlenumber": articles(&theirs)[0]},
            {"code": "OnBoard", "articlenumber": articles(&theirs)[0], "jobid": own["id"]},
            {"code": "OnBoard", "articlenumber": far},
            {"code": "Nonsense", "articlenumber": articles(&own)[0]},
            {"code": "OnBoard", "jobid": theirs["id"]},
            {"code": "OnBoard"},
        ]});
        let answer = user.post(MANY, body).await.result();
        let facts: Vec<(bool, bool)> = answer
            .as_array()
            .unwrap()
            .iter()
            .map(|result| (result["success"] == true, result["duplicate"] == true))
            .collect();
        let bad = (false, false);
        assert_eq!(
            facts,
            [
                (true, false),
                (true, false),
                (true, true),
                bad,
                bad,
                bad,
                bad,
                bad,
                bad
            ],
            "{answer}"
        );
        let message = |at: usize| answer[at]["message"].as_str().unwrap().to_owned();
        let job = theirs["jobno"].as_str().unwrap();
        assert!(message(3).contains(&format!("is an article of {job}, which is not allocated")));
        assert!(message(4).contains(&format!("is an article of {job}")));
        assert!(message(5).contains("is not the number of an article"));
        assert_eq!(state(&admin, &own).await, "OnBoard");
        assert_eq!(state(&admin, &theirs).await, "Allocated");

        // One scan for several, twice.
        let several = json!({"scanevent": {"code": "Damaged", "deviceeventid": "box",
            "images": [PNG], "details": []}, "jobids": [own["id"], theirs["id"]],
            "articlenumbers": [articles(&own)[1], articles(&own)[2]]});
        for is_duplicate in [false, true] {
            let answer = admin.post(MANY, several.clone()).await.result();
            for result in answer.as_array().unwrap() {
                assert_eq!(
                    (&result["success"], &result["duplicate"]),
                    (&json!(true), &json!(is_duplicate)),
                    "{answer}"
                );
            }
        }
        let damaged = admin
            .get(&format!("{SCANS}?filter=code eq 'Damaged'&sorting=id"))
            .await
            .result();
        let pictures: Vec<usize> = damaged["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|event| event["images"].as_array().unwrap().len())
            .collect();
        assert_eq!(pictures, [1, 1, 0, 0]);
    });
}

#[test]
fn bad_scans_are_refused_by_member() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        let user = kit.driver_user(ann).await;
        let job = confirmed(&admin).await;
        allocate(&admin, ann, &[&job]).await;
        let id = &job["id"];
        let at = |minutes| now(&kit) + TimeDelta::minutes(minutes);
        for (bad, expected) in [
            (
                json!({"code": "OnBoard", "jobid": id, "scannedeventdatetime": at(24 * 60)}),
                "scanevent.scannedeventdatetime",
            ),
            (
                json!({"code": "OnBoard", "jobid": id, "latitude": 91, "longitude": 0}),
                "scanevent.latitude",
            ),
            (
                json!({"code": "OnBoard", "jobid": id, "latitude": 9}),
                "scanevent.longitude",
            ),
            (
                json!({"code": "OnBoard", "articlenumber": "J99999-001"}),
                "scanevent.articlenumber",
            ),
            (
                json!({"code": "OnBoard", "jobid": 99_999_999}),
                "scanevent.jobid",
            ),
            (json!({"jobid": id}), "scanevent.code"),
            (
                json!({"code": "OnBoard", "jobid": id, "deviceeventid": "d".repeat(65)}),
                "scanevent.deviceeventid",
            ),
            (
                json!({"code": "OnBoard", "jobid": id, "images": [STANDARD.encode("<svg/>")]}),
                "scanevent.images[0]",
            ),
            (
                json!({"code": "OnBoard", "jobid": id, "images": ["no picture!"]}),
                "scanevent.images[0]",
            ),
            (
                json!({"code": "OnBoard", "jobid": id, "images": [PNG, &PNG[..60]]}),
                "scanevent.images[1]",
            ),
            (
                json!({"code": "OnBoard", "jobid": id, "images": vec![PNG; 11]}),
                "scanevent.images",
            ),
            (
                json!({"code": "OnBoard", "jobid": id, "signature": "A".repeat(28 << 20)}),
                "scanevent.signature",
            ),
        ] {
            let error = refused(&user, bad).await;
            assert_eq!(members(&error), [expected], "{error}");
        }
        assert_eq!(state(&admin, &job).await, "Allocated");
        assert_eq!(admin.get(SCANS).await.result()["totalCount"], 0);

        // A clock that is a little ahead, and a device without a position.
        let ahead = json!({"code": "PickedUp", "jobid": id, "scannedeventdatetime": at(10),
            "latitude": 0, "longitude": 0});
        let stored = scan(&user, ahead).await["scanevent"].clone();
        let time: DateTime<Utc> =
            serde_json::from_value(stored["scannedeventdatetime"].clone()).unwrap();
        assert!(time <= now(&kit));
        assert_eq!(stored["latitude"], Value::Null);
    });
}

#[test]
fn a_call_has_a_limited_number_of_pictures() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let job = confirmed(&admin).await;
        let mut scans: Vec<Value> = (0..10)
            .map(|at| {
                json!({"code": "Damaged", "jobid": job["id"], "deviceeventid": format!("d-{at}"),
                    "images": vec![PNG; 10]})
            })
            .collect();
        scans[9]["signature"] = json!(PNG);
        let too_many = admin.post(MANY, json!({ "scanevents": scans })).await;
        assert_eq!(too_many.invalid_members(), ["scanevents"]);
        assert_eq!(admin.get(SCANS).await.result()["totalCount"], 0);
        // The same scans in two calls.
        for part in scans.chunks(9) {
            let answer = admin.post(MANY, json!({ "scanevents": part })).await;
            for result in answer.result().as_array().unwrap() {
                assert_eq!(result["success"], true, "{result}");
            }
        }
        assert_eq!(admin.get(SCANS).await.result()["totalCount"], 10);
    });
}

#[test]
fn staff_correct_and_delete_scans() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let warehouse = kit.user("Warehouse").await;
        let job = confirmed(&admin).await;
        let received = json!({"code": "Received", "jobid": job["id"], "warehousecode": "MEL",
            "images": [PNG, data_url("image/jpeg", &jpeg())]});
        let stored = scan(&warehouse, received).await["scanevent"].clone();
        // The job has no driver yet.
        assert_eq!(state(&admin, &job).await, "Unallocated");
        let change = json!({"scanevent": {"id": stored["id"], "rowVersion": stored["rowVersion"],
            "code": "Over", "reason": "One box too many", "images": [stored["images"][1]]}});
        warehouse.put(SCAN, change.clone()).await.expect_error(403);
        let changed = admin.put(SCAN, change.clone()).await.result()["scanevent"].clone();
        assert_eq!(
            (&changed["code"], &changed["warehousecode"]),
            (&json!("Over"), &json!("MEL"))
        );
        assert_eq!(changed["images"], json!([stored["images"][1]]));
        admin.put(SCAN, change).await.expect_error(409);
        let dropped = stored["images"][0].as_str().unwrap();
        admin.get(dropped).await.expect_error(404);
        assert_eq!(reload(&admin, &job).await["lastscanevent"]["code"], "Over");

        let path = format!("{SCAN}?id={}", stored["id"]);
        warehouse.delete(&path).await.expect_error(403);
        assert_eq!(admin.delete(&path).await.status, 204);
        admin.delete(&path).await.expect_error(404);
        assert_eq!(reload(&admin, &job).await["lastscanevent"], Value::Null);
        let types = admin
            .get("/api/jobs/look-up/scan-event-types")
            .await
            .result();
        assert!(types.as_array().unwrap().contains(&json!("CardLeft")));
    });
}
