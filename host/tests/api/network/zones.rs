//! The calls of zones and their places.

use serde_json::json;
use testkit::on_both;

use super::{LOCATION, LOCATIONS, ZONE, ZONES, message_at, port, zone};

#[test]
fn a_zone_is_added_changed_listed_and_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let mel = port(&admin, "MEL").await;
        let syd = port(&admin, "SYD").await;
        let wide = zone(&admin, &mel, "VIC", json!([])).await;
        let sent = json!({"zone": {
            "headportid": mel["id"], "parentid": wide["id"], "code": "METRO", "name": "Metro",
            "isonforwarding": true,
            "zoneLocation": {"postCode": "3121", "suburb": "Richmond", "countryCode": "AU"},
        }});
        let saved = admin.post(ZONE, sent).await.result()["zone"].clone();
        assert_eq!(
            (
                &saved["isonforwarding"],
                &saved["isActive"],
                &saved["parentid"]
            ),
            (&json!(true), &json!(true), &wide["id"])
        );
        let places = saved["zoneLocation"].as_array().unwrap();
        assert_eq!(places.len(), 1);
        assert_eq!(places[0]["suburb"], "Richmond");
        assert!(uuid::Uuid::parse_str(places[0]["id"].as_str().unwrap()).is_ok());

        let change = json!({"zone": {"id": saved["id"], "isActive": false,
            "zoneLocation": [{"postCode": "3121", "suburb": "richmond"}, {"postCode": "3122"}]}});
        let changed = admin.put(ZONE, change).await.result()["zone"].clone();
        assert_eq!(
            (
                &changed["isActive"],
                &changed["name"],
                &changed["locationcount"]
            ),
            (&json!(false), &json!("Metro"), &json!(2))
        );
        let one = admin.get(&format!("{ZONE}?Id={}", saved["id"])).await;
        assert_eq!(one.result(), json!({ "zone": changed }));
        zone(&admin, &syd, "METRO", json!([])).await;
        let of_mel = format!("{ZONES}?headPortId={}&sorting=code", mel["id"]);
        let listed = admin.get(&of_mel).await.result();
        assert_eq!(listed["totalCount"], 2);
        assert_eq!(listed["items"][0], changed);
        assert_eq!(admin.get(ZONES).await.result()["totalCount"], 3);

        let parent = format!("{ZONE}?id={}", wide["id"]);
        assert_eq!(admin.delete(&parent).await.invalid_members(), ["id"]);
        let path = format!("{ZONE}?id={}", saved["id"]);
        assert_eq!(admin.delete(&path).await.status.as_u16(), 204);
        admin.get(&path).await.expect_error(404);
        assert_eq!(admin.delete(&parent).await.status.as_u16(), 204);
    });
}

#[test]
fn a_wrong_zone_names_its_members() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (mel, syd) = (port(&admin, "MEL").await, port(&admin, "SYD").await);
        let none = admin.post(ZONE, json!({"zone": {}})).await;
        let mut members = none.invalid_members();
        members.sort();
        assert_eq!(members, ["zone.code", "zone.headportid", "zone.name"]);
        let metro = zone(&admin, &mel, "METRO", json!([])).await;
        let same = json!({"zone": {"headportid": mel["id"], "code": "metro", "name": "Again"}});
        assert_eq!(
            admin.post(ZONE, same).await.invalid_members(),
            ["zone.code"]
        );
        let foreign = json!({"zone": {"headportid": syd["id"], "code": "A", "name": "A",
            "parentid": metro["id"]}});
        assert_eq!(
            admin.post(ZONE, foreign).await.invalid_members(),
            ["zone.parentid"]
        );
        let own = json!({"zone": {"id": metro["id"], "parentid": metro["id"]}});
        assert_eq!(
            admin.put(ZONE, own).await.invalid_members(),
            ["zone.parentid"]
        );
        let place = json!({"zone": {"id": metro["id"],
            "zoneLocation": [{"postCode": "3121"}, {"postCode": "31"}, {"suburb": "Richmond"}]}});
        assert_eq!(
            admin.put(ZONE, place).await.invalid_members(),
            [
                "zone.zoneLocation[1].postCode",
                "zone.zoneLocation[2].postCode"
            ]
        );
    });
}

#[test]
fn places_are_added_listed_and_removed() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let mel = port(&admin, "MEL").await;
        let metro = zone(&admin, &mel, "METRO", json!([])).await;
        let sent = json!({"zoneLocation": {"zoneId": metro["id"], "postCode": "3121",
            "suburb": "Richmond"}});
        let added = admin.post(LOCATION, sent.clone()).await.result()["zoneLocation"].clone();
        assert_eq!(
            added,
            json!({"id": added["id"], "zoneId": metro["id"], "postCode": "3121",
                "suburb": "Richmond", "countryCode": "AU"})
        );
        let again = admin.post(LOCATION, sent).await;
        assert_eq!(
            message_at(&again, "zoneLocation"),
            "is already in zone METRO of this head port"
        );
        let list = format!("{LOCATIONS}?ZoneId={}", metro["id"]);
        let listed = admin.get(&list).await.result();
        assert_eq!(listed["items"], json!([added]));
        let state = json!({"zoneLocation": {"zoneId": metro["id"], "countryCode": "AU"}});
        assert_eq!(
            admin.post(LOCATION, state).await.invalid_members(),
            ["zoneLocation.postCode"]
        );
        let path = format!("{LOCATION}?id={}", added["id"].as_str().unwrap());
        assert_eq!(admin.delete(&path).await.status.as_u16(), 204);
        admin.delete(&path).await.expect_error(404);
        assert_eq!(admin.get(&list).await.result()["totalCount"], 0);
    });
}

#[test]
fn a_place_of_another_head_port_is_refused_with_its_name() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (mel, syd) = (port(&admin, "MEL").await, port(&admin, "SYD").await);
        zone(&admin, &mel, "METRO", json!([{"postCode": "3121"}])).await;
        let other = zone(&admin, &syd, "NORTH", json!([])).await;
        let same = json!({"zoneLocation": {"zoneId": other["id"], "postCode": "3121"}});
        let refused = admin.post(LOCATION, same).await;
        assert_eq!(
            message_at(&refused, "zoneLocation"),
            "is served by head port MEL Depot MEL, in its zone METRO"
        );
        let with = json!({"zone": {"id": other["id"],
            "zoneLocation": [{"postCode": "3121"}, {"postCode": "3122"}]}});
        let refused = admin.put(ZONE, with).await;
        assert_eq!(
            message_at(&refused, "zone.zoneLocation"),
            "has 3121, which head port MEL Depot MEL serves in its zone METRO"
        );
        // A suburb of the postcode is another place.
        let suburb = json!({"zoneLocation": {"zoneId": other["id"], "postCode": "3121",
            "suburb": "Burnley"}});
        admin.post(LOCATION, suburb).await.result();
    });
}

#[test]
fn two_people_cannot_give_a_place_to_two_zones_at_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (mel, syd) = (port(&admin, "MEL").await, port(&admin, "SYD").await);
        let first = zone(&admin, &mel, "METRO", json!([])).await;
        let second = zone(&admin, &syd, "NORTH", json!([])).await;
        let place = |zone: &serde_json::Value| json!({"zoneLocation": {"zoneId": zone["id"], "postCode": "3121"}});
        let (one, other) = tokio::join!(
            admin.post(LOCATION, place(&first)),
            admin.post(LOCATION, place(&second))
        );
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 400]);
    });
}
