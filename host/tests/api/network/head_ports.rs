//! The calls of head ports.

use serde_json::json;
use testkit::on_both;

use super::{PORT, PORTS, port, zone};

#[test]
fn a_head_port_is_added_changed_listed_and_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let sent = json!({"headport": {
            "code": "MEL", "name": "Melbourne", "addressline1": "40 Footscray Road",
            "addressline2": "Gate 3", "addressline3": "Dock B", "postcode": "3003",
            "suburb": "West Melbourne", "countrycode": "au", "latitude": "-37.8083651",
            "longitude": 144.9396,
        }});
        let saved = admin.post(PORT, sent).await.result()["headport"].clone();
        let expected = json!({
            "id": saved["id"], "rowVersion": saved["rowVersion"],
            "code": "MEL", "name": "Melbourne", "addressline1": "40 Footscray Road",
            "addressline2": "Gate 3", "addressline3": "Dock B", "postcode": "3003",
            "suburb": "West Melbourne", "countrycode": "AU", "latitude": -37.808365,
            "longitude": 144.9396,
        });
        assert_eq!(saved, expected);

        let change = json!({"headport": {"ID": saved["id"], "Name": "Melbourne West"}});
        let changed = admin.put(PORT, change).await.result()["headport"].clone();
        assert_eq!(changed["name"], "Melbourne West");
        assert_eq!(changed["addressline3"], "Dock B");
        let one = admin.get(&format!("{PORT}?Id={}", saved["id"])).await;
        assert_eq!(one.result(), json!({ "headport": changed }));
        port(&admin, "ADL").await;
        let listed = admin.get(&format!("{PORTS}?sorting=code")).await.result();
        assert_eq!(listed["totalCount"], 2);
        assert_eq!(listed["items"][1], changed);

        let path = format!("{PORT}?id={}", saved["id"]);
        let gone = admin.delete(&path).await;
        assert_eq!((gone.status.as_u16(), gone.body.len()), (204, 0));
        admin.get(&path).await.expect_error(404);
        admin.delete(&path).await.expect_error(404);
    });
}

#[test]
fn a_suburb_gives_a_head_port_its_position() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let sent = json!({"headport": {"code": "MEL", "name": "Melbourne", "postcode": "3121",
            "suburb": "Richmond"}});
        let saved = admin.post(PORT, sent).await.result()["headport"].clone();
        let latitude = saved["latitude"].as_f64().unwrap();
        assert!((-38.0..-37.5).contains(&latitude), "{saved}");
    });
}

#[test]
fn a_wrong_head_port_names_its_members() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let wrong = json!({"headport": {"countrycode": "XX", "latitude": 91, "longitude": 10}});
        let mut members = admin.post(PORT, wrong).await.invalid_members();
        members.sort();
        assert_eq!(
            members,
            [
                "headport.code",
                "headport.countrycode",
                "headport.latitude",
                "headport.name"
            ]
        );
        port(&admin, "MEL").await;
        let same = json!({"headport": {"code": "mel", "name": "Again"}});
        let taken = admin.post(PORT, same).await;
        assert_eq!(taken.invalid_members(), ["headport.code"]);
        let unnamed = admin.put(PORT, json!({"headport": {"name": "None"}})).await;
        assert_eq!(unnamed.invalid_members(), ["headport.id"]);
        let old = port(&admin, "SYD").await;
        let stale = json!({"headport": {"id": old["id"], "rowVersion": 99, "name": "New"}});
        admin.put(PORT, stale).await.expect_error(409);
    });
}

#[test]
fn a_head_port_with_zones_stays() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let mel = port(&admin, "MEL").await;
        zone(&admin, &mel, "METRO", json!([])).await;
        let path = format!("{PORT}?id={}", mel["id"]);
        assert_eq!(admin.delete(&path).await.invalid_members(), ["id"]);
        admin.get(&path).await.result();
    });
}

#[test]
fn staff_and_drivers_read_and_those_with_the_permission_write() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let mel = port(&admin, "MEL").await;
        let path = format!("{PORT}?id={}", mel["id"]);
        let warehouse = kit.user("Warehouse").await;
        let finance = kit.user("Finance").await;
        let driver = admin
            .post(
                "/api/drivers/driver/driver",
                json!({"driver": {"name": "Ann Lee"}}),
            )
            .await
            .result()["driver"]["id"]
            .as_i64()
            .unwrap();
        let driver = kit.driver_user(data::ids::DriverId(driver)).await;
        for reader in [&warehouse, &finance, &driver] {
            assert_eq!(reader.get(PORTS).await.result()["totalCount"], 1);
            reader.get(&path).await.result();
            reader.delete(&path).await.expect_error(403);
            let change = json!({"headport": {"id": mel["id"], "name": "Mine"}});
            reader.put(PORT, change).await.expect_error(403);
        }
        let customer = testkit::given::customer(&kit, "Bluegum").await;
        let customer = kit.customer_user(customer).await;
        customer.get(PORTS).await.expect_error(403);
        customer.get(&path).await.expect_error(403);
        kit.guest().get(PORTS).await.expect_error(401);
    });
}
