//! Which head port serves a place, and the map of zones.

use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::{ZONE, port, zone};

async fn serving(admin: &Client, query: &str) -> (Value, Value, Value) {
    let path = format!("/api/jobs/head-port/serving-head-port?{query}");
    let found = admin.get(&path).await.result();
    let code = |member: &str| found[member]["code"].clone();
    (code("headport"), code("zone"), found["message"].clone())
}

#[test]
fn the_most_specific_place_decides() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (mel, syd) = (port(&admin, "MEL").await, port(&admin, "SYD").await);
        zone(&admin, &mel, "METRO", json!([{"postCode": "3121"}])).await;
        let burnley = json!([{"postCode": "3121", "suburb": "Burnley"}]);
        let north = zone(&admin, &syd, "NORTH", burnley).await;
        let served = |port: &str, zone: &str| (json!(port), json!(zone), Value::Null);
        let of = async |query: &str| serving(&admin, query).await;
        assert_eq!(of("postCode=3121").await, served("MEL", "METRO"));
        assert_eq!(
            of("postCode=3121&suburb=Richmond").await,
            served("MEL", "METRO")
        );
        assert_eq!(
            of("postCode=3121&suburb=BURNLEY").await,
            served("SYD", "NORTH")
        );
        let inactive = json!({"zone": {"id": north["id"], "isActive": false}});
        admin.put(ZONE, inactive).await.result();
        assert_eq!(
            of("postCode=3121&suburb=Burnley").await,
            served("MEL", "METRO")
        );
        let none = (
            Value::Null,
            Value::Null,
            json!("No head port serves 3000 Melbourne."),
        );
        assert_eq!(of("postCode=3000&suburb=Melbourne").await, none);
        assert_eq!(of("postCode=3121&countryCode=NZ").await.0, Value::Null);
    });
}

#[test]
fn active_zones_are_on_the_map() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let mel = port(&admin, "MEL").await;
        zone(
            &admin,
            &mel,
            "METRO",
            json!([{"postCode": "3121"}, {"postCode": "9999"}]),
        )
        .await;
        let path = format!("/api/jobs/zone/map?headPortId={}", mel["id"]);
        let map = admin.get(&path).await.result();
        assert_eq!((&map["places"], &map["unlocated"]), (&json!(2), &json!(1)));
        assert_eq!(map["unlocatedExamples"][0]["postCode"], "9999");
        let zones = map["points"]["zone"].as_array().unwrap();
        let codes = map["points"]["postCode"].as_array().unwrap();
        let own = zones.iter().position(|zone| *zone == json!(0)).unwrap();
        assert_eq!(codes[own], "3121");
    });
}
