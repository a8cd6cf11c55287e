//! Positions: accepted once, only while available, and drawn as tracks.

use chrono::{DateTime, TimeDelta, Utc};
use data::ids::DriverId;
use serde_json::{Value, json};
use testkit::{Client, Kit, on_both};

use super::{AVAILABLE, ann, with_driver};

const WAYPOINT: &str = "/api/drivers/waypoint/waypoint";

fn position(latitude: f64, longitude: f64, time: DateTime<Utc>) -> Value {
    json!({"latitude": latitude, "longitude": longitude, "accuracy": 8.5, "creationTime": time})
}

async fn working(kit: &Kit) -> (Client, Client, DriverId, DateTime<Utc>) {
    let admin = kit.user("Admin").await;
    let driver = ann(&admin).await;
    let client = kit.driver_user(driver).await;
    client.put(AVAILABLE, json!({})).await.result();
    // Devices' clocks are up to five minutes ahead; positions after the start count.
    let start = kit.app.host().clock().now() + TimeDelta::seconds(1);
    (admin, client, driver, start)
}

#[test]
fn positions_of_a_list_are_stored_once_and_bad_ones_returned() {
    on_both(|kit| async move {
        let (admin, client, driver, start) = working(&kit).await;
        let second = |seconds| start + TimeDelta::seconds(seconds);
        let list = json!({"waypoint": [
            position(-33.8688197, 151.2093, second(20)),
            position(-33.8600, 151.2090, second(10)),
            position(-33.8600, 151.2090, second(10)),
            position(-95.0, 151.0, second(30)),
            {"latitude": "north", "longitude": 1, "creationTime": second(31)},
            position(-33.86, 151.2, start - TimeDelta::hours(1)),
        ]});
        let answer = client.post(WAYPOINT, list.clone()).await.result();
        assert_eq!(
            (&answer["accepted"], &answer["duplicates"]),
            (&json!(2), &json!(1)),
            "{answer}"
        );
        let rejected: Vec<i64> = answer["rejected"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["index"].as_i64().unwrap())
            .collect();
        assert_eq!(rejected, [3, 4, 5]);
        assert!(
            answer["rejected"][2]["errorInfo"]
                .as_str()
                .unwrap()
                .contains("not available")
        );
        let again = client.post(WAYPOINT, list).await.result();
        assert_eq!(
            (&again["accepted"], &again["duplicates"]),
            (&json!(0), &json!(3))
        );

        let current = admin
            .get("/api/drivers/waypoint/current-waypoints")
            .await
            .result();
        assert_eq!(current["totalCount"], 1);
        assert_eq!(current["items"][0]["latitude"], -33.868_82);
        let one = admin
            .get(&format!("{WAYPOINT}?id={}", current["items"][0]["id"]))
            .await
            .result();
        assert_eq!(one["waypoint"]["driverId"], json!(driver));
        let history = with_driver("/api/drivers/waypoint/waypoints-for-driver", driver);
        let history = admin
            .get(&format!("{history}&sorting=creationTime"))
            .await
            .result();
        assert_eq!(history["totalCount"], 2);
        assert_eq!(history["items"][0]["latitude"], -33.86);
        let track = admin
            .get(&format!("/api/drivers/waypoint/{driver}/polyline"))
            .await
            .result();
        assert_eq!(track["polylines"].as_array().unwrap().len(), 1);
        assert_eq!(track["points"].as_array().unwrap().len(), 2);
        let active = admin
            .get("/api/drivers/waypoint/active-drivers")
            .await
            .result();
        assert_eq!(active["items"][0]["waypoints"], 2);
    });
}

#[test]
fn one_position_is_answered_or_refused() {
    on_both(|kit| async move {
        let (_, client, _, start) = working(&kit).await;
        let sent = json!({"waypoint": position(-33.86, 151.2, start)});
        let answer = client.post(WAYPOINT, sent).await.result();
        assert_eq!(answer["waypoint"]["longitude"], 151.2);
        let late = start + TimeDelta::days(1);
        let bad = client
            .post(WAYPOINT, json!({"waypoint": position(0.0, 0.0, late)}))
            .await;
        assert_eq!(
            bad.invalid_members(),
            ["waypoint.latitude", "waypoint.creationTime"]
        );
        let many = vec![position(1.0, 1.0, start); 1001];
        let many = client.post(WAYPOINT, json!({ "waypoint": many })).await;
        assert_eq!(many.invalid_members(), ["waypoint"]);
    });
}

#[test]
fn a_driver_sends_and_sees_only_their_own_positions() {
    on_both(|kit| async move {
        let (admin, client, driver, start) = working(&kit).await;
        let other = ann(&admin).await;
        let mut sent = position(-33.86, 151.2, start);
        sent["driverId"] = json!(other);
        let answer = client
            .post(WAYPOINT, json!({ "waypoint": sent }))
            .await
            .result();
        assert_eq!(answer["waypoint"]["driverId"], json!(driver));
        let stranger = kit.driver_user(other).await;
        let id = &answer["waypoint"]["id"];
        stranger
            .get(&format!("{WAYPOINT}?id={id}"))
            .await
            .expect_error(404);
        let track = format!("/api/drivers/waypoint/{driver}/polyline");
        stranger.get(&track).await.expect_error(404);
        let active = stranger
            .get("/api/drivers/waypoint/active-drivers")
            .await
            .result();
        assert_eq!(active["totalCount"], 0);
        let days = format!("{track}?startDate=2026-01-01&endDate=2026-03-01");
        assert_eq!(admin.get(&days).await.invalid_members(), ["endDate"]);
    });
}
