//! Documents that expire, hours left, checklists and the export of answers.

use chrono::TimeDelta;
use data::{
    db::{Col, Mode},
    tsql,
};
use serde_json::json;
use testkit::on_both;

use super::{AVAILABLE, ann};

const DOCUMENT: &str = "/api/drivers/driver/document";
const DOCUMENTS: &str = "/api/drivers/driver/documents";
const PRE_START: &str = "/api/compliance/pre-start-check";

#[test]
fn documents_belong_to_a_driver_and_staff_change_them() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (driver, other) = (ann(&admin).await, ann(&admin).await);
        let undated = json!({"document": {"driverid": driver, "kind": "Licence"}});
        let undated = admin.post(DOCUMENT, undated).await;
        assert_eq!(undated.invalid_members(), ["document.expirydate"]);
        let licence = json!({"document": {"driverid": driver, "kind": "Licence", "number": "NSW 1",
            "expirydate": "2030-01-31"}});
        let licence = admin.post(DOCUMENT, licence).await.result()["document"].clone();
        assert_eq!(licence["expirydate"], "2030-01-31");
        let own = kit.driver_user(driver).await;
        assert_eq!(own.get(DOCUMENTS).await.result()["totalCount"], 1);
        let change = json!({"document": {"id": licence["id"], "expirydate": "2040-01-31"}});
        own.put(DOCUMENT, change.clone()).await.expect_error(403);
        let stranger = kit.driver_user(other).await;
        assert_eq!(stranger.get(DOCUMENTS).await.result()["totalCount"], 0);
        let changed = admin.put(DOCUMENT, change).await.result();
        assert_eq!(changed["document"]["number"], "NSW 1");
    });
}

#[test]
fn vans_are_not_bound_and_heavy_vehicles_are() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let driver = ann(&admin).await;
        let path = format!("/api/drivers/driver/hours-left?driverId={driver}");
        assert_eq!(admin.get(&path).await.result()["isbound"], false);
        let truck = json!({"vehicle": {"driverid": driver, "name": "Truck", "registrationnumber": "HVY-1",
            "gvm": {"unit": "kg", "value": 22500}, "iscurrentvehicle": true}});
        admin.post(super::VEHICLE, truck).await.result();
        let left = admin.get(&path).await.result();
        assert_eq!(left["isbound"], true, "{left}");
        assert_eq!(left["fatiguerules"], "standard");
        assert_eq!(left["minutesleft"], 315, "{left}");
    });
}

#[test]
fn checklists_are_read_and_answers_exported() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let driver = ann(&admin).await;
        let client = kit.driver_user(driver).await;
        let lists = client
            .get(&format!("{PRE_START}/checklists"))
            .await
            .result();
        assert!(
            lists["checklists"]["engine"][0]["title"].is_string(),
            "{lists}"
        );
        let unfit = json!({"driverPreStartAnswer": {"hadenoughsleep": true}});
        let path = format!("{PRE_START}/driver-pre-start-answer");
        client.post(&path, unfit).await.result();
        let export = format!("{PRE_START}/export-driver-pre-start-answers");
        client.get(&export).await.expect_error(403);
    });
}

/// Hours look back 16 days.
#[test]
fn availability_that_began_long_ago_counts_until_it_ends() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let client = kit.driver_user(ann(&admin).await).await;
        let now = kit.app.host().clock().now();
        let ago = |days| (now - TimeDelta::days(days)).val();
        for (is_available, days) in [(true, 30), (false, 25), (true, 20)] {
            match is_available {
                true => client.put(AVAILABLE, json!({})).await.result(),
                false => client.delete(AVAILABLE).await.result(),
            };
            let mut scope = kit.scope(Mode::Write);
            let age = tsql!(
                "UPDATE driver_availability SET from_time = $2
                 WHERE tenant_id = $1 AND from_time > $3"
            );
            scope.rows(age, vec![ago(days), ago(1)]).await.unwrap();
            scope.commit().await.unwrap();
        }
        let left = client.get("/api/drivers/driver/hours-left").await.result();
        // A minute may pass while the hours are computed.
        let worked = left["workedinweek"].as_i64().unwrap();
        assert!((7 * 24 * 60 - 1..=7 * 24 * 60).contains(&worked), "{left}");
        let position = json!({"waypoint": {"latitude": -33.86, "longitude": 151.2,
            "creationTime": now - TimeDelta::hours(1)}});
        let path = "/api/drivers/waypoint/waypoint";
        assert_eq!(client.post(path, position).await.result()["accepted"], 1);
    });
}
