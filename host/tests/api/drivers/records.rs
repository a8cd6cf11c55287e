//! Drivers, their users and their availability.

use serde_json::json;
use testkit::{PASSWORD, on_both};

use super::{AVAILABLE, DRIVER, ann, create, with_driver};

#[test]
fn drivers_are_added_changed_and_listed() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let first = create(&admin, json!({"name": " Ann Lee ", "type": "OwnerDriver"})).await;
        assert_eq!(
            (&first["name"], &first["code"], &first["type"]),
            (&json!("Ann Lee"), &json!("D00001"), &json!("OwnerDriver"))
        );
        assert_eq!(first["isactive"], true);
        assert_eq!(first["isavailableforwork"], false);
        let second = create(&admin, json!({"name": "Bo", "code": "d7"})).await;
        let body = json!({"driver": {"name": "Cy", "code": "D7"}});
        let taken = admin.post(DRIVER, body).await;
        assert_eq!(taken.invalid_members(), ["driver.code"]);

        let change = json!({"driver": {"ID": first["id"], "PhoneNumber": "02 9000 1234"}});
        let changed = admin.put(DRIVER, change).await.result()["driver"].clone();
        assert_eq!(
            (&changed["phonenumber"], &changed["name"]),
            (&json!("02 9000 1234"), &json!("Ann Lee"))
        );
        let without = admin.put(DRIVER, json!({"driver": {"name": "X"}})).await;
        assert_eq!(without.invalid_members(), ["driver.id"]);
        let stale = json!({"driver": {"id": first["id"], "rowVersion": 1, "name": "Old"}});
        admin.put(DRIVER, stale).await.expect_error(409);

        let path = "/api/drivers/driver/drivers?sorting=name&filter=contains(phonenumber,'9000')";
        let list = admin.get(path).await.result();
        assert_eq!(list["totalCount"], 1);
        assert_eq!(list["items"][0]["id"], first["id"]);
        let one = admin
            .get(&format!("{DRIVER}?id={}", second["id"]))
            .await
            .result();
        assert_eq!(one["driver"]["currentvehicle"], json!(null));
    });
}

#[test]
fn a_password_makes_the_drivers_user_who_sees_only_their_own_rows() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let other = ann(&admin).await;
        let email = format!("driver-{}@example.test", uuid::Uuid::now_v7().simple());
        let driver = json!({"name": "Bo Ray", "email": email, "password": PASSWORD});
        let driver = create(&admin, driver).await;
        assert!(driver["userGuid"].is_string(), "{driver}");
        assert_eq!(driver["password"], json!(null));
        let user = identity::find_user(kit.app.host(), kit.tenant, &email)
            .await
            .unwrap()
            .unwrap();
        let token = identity::sign_in(kit.app.host(), kit.tenant, user)
            .await
            .unwrap();
        let bo = kit.guest().with_token(&token);

        let list = bo.get("/api/drivers/driver/drivers").await.result();
        assert_eq!(list["totalCount"], 1);
        assert_eq!(list["items"][0]["id"], driver["id"]);
        bo.get(&format!("{DRIVER}?id={other}"))
            .await
            .expect_error(404);
        bo.put(&with_driver(AVAILABLE, other), json!({}))
            .await
            .expect_error(404);
        bo.post(DRIVER, json!({"driver": {"name": "Me"}}))
            .await
            .expect_error(403);
        let available = bo.put(AVAILABLE, json!({})).await.result();
        assert_eq!(available["isAvailableForWork"], true);
        assert_eq!(available["lastModifierId"], json!(user));

        let again = json!({"driver": {"name": "Cy", "email": email, "password": PASSWORD}});
        let taken = admin.post(DRIVER, again).await;
        assert_eq!(taken.invalid_members(), ["driver.email"]);
        let body = json!({"driver": {"id": driver["id"], "isactive": false}});
        let closed = admin.put(DRIVER, body).await.result()["driver"].clone();
        assert_eq!(closed["isavailableforwork"], false);
        bo.get(DRIVER).await.expect_error(401);
    });
}

#[test]
fn availability_is_set_and_taken_back() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let driver = ann(&admin).await;
        let path = with_driver(AVAILABLE, driver);
        let before = admin.get(&path).await.result();
        assert_eq!(
            before,
            json!({"isAvailableForWork": false, "lastModificationTime": null, "lastModifierId": null})
        );
        let on = admin.put(&path, json!({})).await.result();
        assert_eq!(on["isAvailableForWork"], true);
        let repeated = admin.put(&path, json!({})).await.result();
        assert_eq!(repeated["lastModificationTime"], on["lastModificationTime"]);
        let off = admin.delete(&path).await.result();
        assert_eq!(off["isAvailableForWork"], false);
        let body = json!({"driver": {"id": driver, "isactive": false}});
        admin.put(DRIVER, body).await.result();
        let inactive = admin.put(&path, json!({})).await;
        assert_eq!(inactive.invalid_members(), ["driverId"]);
        let none = admin.get(AVAILABLE).await;
        assert_eq!(none.invalid_members(), ["driverId"]);
    });
}
