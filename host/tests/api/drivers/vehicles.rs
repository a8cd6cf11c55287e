//! Vehicles of drivers.

use serde_json::json;
use testkit::on_both;

use super::{DRIVER, VEHICLE, ann};

const VEHICLES: &str = "/api/drivers/vehicle/vehicles";

#[test]
fn vehicles_are_added_changed_and_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let driver = ann(&admin).await;
        let van = json!({"vehicle": {
            "driverid": driver, "name": "Van 1", "registrationnumber": "abc-123", "iscurrentvehicle": true,
            "capacity": {"length": {"value": 3.2, "unit": "m"}, "weight": {"value": 1200, "unit": "kg"}},
            "gvm": {"value": 3500, "unit": "kg"},
        }});
        let van = admin.post(VEHICLE, van).await.result()["vehicle"].clone();
        assert_eq!(van["registrationnumber"], "ABC-123");
        assert_eq!(
            van["capacity"]["length"],
            json!({"value": 3.2, "unit": "m"})
        );
        let truck = json!({"vehicle": {
            "driverid": driver, "name": "Truck", "registrationnumber": "XYZ 9", "iscurrentvehicle": true}});
        let truck = admin.post(VEHICLE, truck).await.result()["vehicle"].clone();
        let current = admin.get(&format!("{DRIVER}?id={driver}")).await.result();
        assert_eq!(current["driver"]["currentvehicle"]["id"], truck["id"]);
        let old = admin
            .get(&format!("{VEHICLE}?id={}", van["id"]))
            .await
            .result();
        assert_eq!(old["vehicle"]["iscurrentvehicle"], false);

        let same = json!({"vehicle": {"driverid": driver, "name": "Copy", "registrationnumber": "ABC123"}});
        let taken = admin.post(VEHICLE, same).await;
        assert_eq!(taken.invalid_members(), ["vehicle.registrationnumber"]);
        let nobody =
            json!({"vehicle": {"driverid": 999_999, "name": "Ghost", "registrationnumber": "G1"}});
        let nobody = admin.post(VEHICLE, nobody).await;
        assert_eq!(nobody.invalid_members(), ["vehicle.driverid"]);

        let left = admin
            .get(&format!("{VEHICLES}?id={}", van["id"]))
            .await
            .result();
        assert_eq!(left["totalCount"], 1);
        let deleted = admin.delete(&format!("{VEHICLE}?id={}", truck["id"])).await;
        assert_eq!(deleted.status, 204);
        let none = admin.get(VEHICLES).await.result();
        assert_eq!(none["totalCount"], 0);
        kit.guest()
            .get(&format!("{VEHICLES}?id=1"))
            .await
            .expect_error(401);
    });
}

#[test]
fn a_measure_is_a_number() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let driver = ann(&admin).await;
        let mut van = json!({"vehicle": {
            "driverid": driver, "name": "Van", "registrationnumber": "NUM1",
            "capacity": {
                "cubic": {"value": {}, "unit": "m3"},
                "length": {"value": "long", "unit": "m"},
                "weight": {"value": true, "unit": "kg"},
            },
            "gvm": {"value": null, "unit": "kg"},
        }});
        let refused = admin.post(VEHICLE, van.clone()).await;
        assert_eq!(
            refused.invalid_members(),
            [
                "vehicle.capacity.cubic.value",
                "vehicle.capacity.length.value",
                "vehicle.capacity.weight.value",
                "vehicle.gvm.value",
            ]
        );
        let errors = refused.expect_error(400)["validationErrors"].clone();
        for error in errors.as_array().unwrap() {
            assert_eq!(error["message"], "A number is required");
        }
        van["vehicle"]["capacity"] = json!({"length": {"value": 3.2, "unit": "m"}});
        van["vehicle"]["gvm"] = json!(null);
        let van = admin.post(VEHICLE, van).await.result()["vehicle"].clone();
        assert_eq!(van["gvm"], json!(null));
        let change = json!({"vehicle": {"id": van["id"], "gvm": {"value": "much", "unit": "kg"}}});
        let refused = admin.put(VEHICLE, change).await;
        assert_eq!(refused.invalid_members(), ["vehicle.gvm.value"]);
        assert_eq!(
            refused.expect_error(400)["validationErrors"][0]["message"],
            "A number is required"
        );
    });
}

#[test]
fn a_picture_belongs_to_one_vehicle() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let driver = ann(&admin).await;
        let sent = admin
            .post_file(
                "/api/core/file/uploadasset",
                &[],
                ("van.pdf", b"%PDF-1.7 not much of a picture"),
            )
            .await
            .result();
        let with_picture = |name: &str| {
            json!({"vehicle": {"driverid": driver, "name": name, "registrationnumber": name,
                "images": [sent["assetId"]]}})
        };
        admin.post(VEHICLE, with_picture("VAN1")).await.result();
        admin
            .post(VEHICLE, with_picture("VAN2"))
            .await
            .expect_error_code(1402);
    });
}

#[test]
fn a_driver_keeps_their_own_vehicles_only() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (ann, other) = (ann(&admin).await, ann(&admin).await);
        let client = kit.driver_user(ann).await;
        let own =
            json!({"vehicle": {"driverid": other, "name": "Van", "registrationnumber": "OWN1"}});
        let own = client.post(VEHICLE, own).await.result()["vehicle"].clone();
        assert_eq!(own["driverid"], json!(ann));
        let foreign =
            json!({"vehicle": {"driverid": other, "name": "Van", "registrationnumber": "OTH1"}});
        let foreign = admin.post(VEHICLE, foreign).await.result()["vehicle"].clone();
        let path = format!("{VEHICLE}?id={}", foreign["id"]);
        client.get(&path).await.expect_error(404);
        client.delete(&path).await.expect_error(404);
        let change = json!({"vehicle": {"id": foreign["id"], "name": "Mine"}});
        client.put(VEHICLE, change).await.expect_error(404);
        assert_eq!(client.get(VEHICLES).await.result()["totalCount"], 1);
        let finance = kit.user("Finance").await;
        let change = json!({"vehicle": {"id": own["id"], "name": "Theirs"}});
        finance.put(VEHICLE, change).await.expect_error(403);
    });
}
