//! Tenants pinned to a version.

use serde_json::{Value, json};
use testkit::on_host;

use super::stage::*;

#[test]
fn a_pinned_tenant_stays_while_others_are_upgraded() {
    on_host("plugin versions", |kit| async move {
        let _turn = TURN.lock().await;
        let mut stage = Stage::new(&kit).await;
        let other = kit.another_tenant().await;
        let others_admin = other.user("Admin").await;
        stage.enable(&others_admin).await;
        others_admin
            .post(
                &format!("{BASE}/savesettings"),
                json!({"id": ID, "settings": {"shop": "B"}}),
            )
            .await
            .result();
        let second = stage.upload("2.0.0", "store", true).await;

        stage.pin(json!("1.0.0")).await;
        stage.post("install", json!({"id": second})).await;
        let plugin = get_plugin(&stage.admin).await;
        assert_eq!(
            (&plugin["version"], &plugin["isPinned"]),
            (&json!("1.0.0"), &json!(true))
        );
        assert_eq!(
            rates(&kit, "plugin-settings").await.unwrap(),
            r#"{"shop":"A"}"#,
            "its settings stay too"
        );
        let theirs = get_plugin(&others_admin).await;
        assert_eq!(
            (&theirs["version"], &theirs["isPinned"]),
            (&json!("2.0.0"), &json!(false))
        );
        assert_eq!(
            rates(&other, "plugin-settings").await.unwrap(),
            r#"{"store":"B"}"#
        );
        let settings = stage
            .admin
            .get(&format!("{BASE}/getsettings?id={ID}"))
            .await
            .result();
        assert!(
            settings["schema"]["properties"]["shop"].is_object(),
            "the form is that of its version: {settings}"
        );
        let form = json!({"id": ID, "settings": {"shop": "C"}});
        stage
            .admin
            .post(&format!("{BASE}/savesettings"), form)
            .await
            .result();
        let versions = stage
            .admin
            .get(&format!("{BASE}/getversions?id={ID}"))
            .await
            .result();
        let actual: Vec<_> = versions
            .as_array()
            .unwrap()
            .iter()
            .map(|it| (&it["version"], &it["isActive"], &it["isPinned"]))
            .collect();
        assert_eq!(
            actual,
            [
                (&json!("2.0.0"), &json!(true), &json!(false)),
                (&json!("1.0.0"), &json!(false), &json!(true)),
            ]
        );

        // Unpinning migrates the settings like an upgrade.
        stage.pin(Value::Null).await;
        assert_eq!(get_plugin(&stage.admin).await["version"], "2.0.0");
        assert_eq!(
            rates(&kit, "plugin-settings").await.unwrap(),
            r#"{"store":"C"}"#
        );
        assert_eq!(
            kit.app.engine().versions(ID).len(),
            1,
            "nobody needs the old one any more"
        );
        stage.clear().await;
    });
}

#[test]
fn a_pin_holds_its_package_and_the_platform_can_lift_it() {
    on_host("plugin versions", |kit| async move {
        let _turn = TURN.lock().await;
        let mut stage = Stage::new(&kit).await;
        let second = stage.upload("2.0.0", "shop", true).await;
        let third = stage.upload("3.0.0", "shop", true).await;
        let first = stage.packages[0];
        stage.pin(json!("1.0.0")).await;
        stage.post("install", json!({"id": second})).await;
        stage.post("install", json!({"id": third})).await;
        let delete = format!("{PLATFORM}/deletepackage?id={first}");
        let refused = stage.platform.delete(&delete).await.expect_error(400);
        assert_eq!(
            (&refused["code"], &refused["details"]),
            (&json!(717), &json!("One tenant is pinned to it."))
        );
        let pins = stage
            .platform
            .get(&format!("{PLATFORM}/getpins?plugin={ID}"))
            .await
            .result();
        assert_eq!(pins[0]["version"], "1.0.0");
        assert_eq!(pins[0]["tenantId"], kit.tenant.0);

        stage
            .post("liftpin", json!({"plugin": ID, "tenantId": kit.tenant}))
            .await;
        assert_eq!(get_plugin(&stage.admin).await["version"], "3.0.0");
        let repeat = json!({"plugin": ID, "tenantId": kit.tenant});
        stage
            .platform
            .post(&format!("{PLATFORM}/liftpin"), repeat)
            .await
            .expect_error(404);

        // Deleted anyway: pinned tenants follow the active version.
        stage.pin(json!("1.0.0")).await;
        assert_eq!(get_plugin(&stage.admin).await["version"], "1.0.0");
        stage
            .platform
            .delete(&format!("{delete}&force=true"))
            .await
            .result();
        stage.packages.remove(0);
        let plugin = get_plugin(&stage.admin).await;
        assert_eq!(
            (&plugin["version"], &plugin["isPinned"]),
            (&json!("3.0.0"), &json!(false))
        );

        let set = async |body: Value| stage.admin.put(&format!("{BASE}/setversion"), body).await;
        assert_eq!(
            set(json!({"id": ID, "version": "1.0.0"}))
                .await
                .invalid_members(),
            ["version"]
        );
        assert_eq!(
            set(json!({"id": "zone-rates", "version": "1.0.0"}))
                .await
                .expect_error(400)["code"],
            718
        );
        set(json!({"id": "nothing", "version": null}))
            .await
            .expect_error(404);
        let user = kit.user("Dispatcher").await;
        user.put(
            &format!("{BASE}/setversion"),
            json!({"id": ID, "version": null}),
        )
        .await
        .expect_error(403);
        let listed = format!("{PLATFORM}/getpins?plugin={ID}");
        stage.admin.get(&listed).await.expect_error(403);

        // Packages of an untrusted key get no new pins.
        let signers = stage
            .platform
            .get(&format!("{PLATFORM}/getsigners"))
            .await
            .result();
        let own = stage.key.public().to_string();
        let own = signers
            .as_array()
            .unwrap()
            .iter()
            .find(|signer| signer["key"] == own.as_str())
            .unwrap();
        stage
            .platform
            .delete(&format!("{PLATFORM}/revokesigner?id={}", own["id"]))
            .await
            .result();
        assert_eq!(
            set(json!({"id": ID, "version": "2.0.0"}))
                .await
                .invalid_members(),
            ["version"]
        );
        stage.clear().await;
    });
}

#[test]
fn a_pinned_tenants_endpoints_and_health_are_those_of_its_version() {
    on_host("plugin versions", |kit| async move {
        let _turn = TURN.lock().await;
        let mut stage = Stage::new(&kit).await;
        let id = "endpoint-guest";
        let first = stage
            .take(endpoint_package("1.0.0", "/old/*", &stage.key))
            .await;
        let second = stage
            .take(endpoint_package("2.0.0", "/new/*", &stage.key))
            .await;
        stage.post("install", json!({"id": first})).await;
        let other = kit.another_tenant().await;
        for admin in [&stage.admin, &other.user("Admin").await] {
            grant_permissions(admin, id).await;
        }
        let pin = json!({"id": id, "version": "1.0.0"});
        stage
            .admin
            .put(&format!("{BASE}/setversion"), pin)
            .await
            .result();
        stage.post("install", json!({"id": second})).await;

        let status = async |client: &testkit::Client, path: &str| {
            client
                .get(&format!("{BASE}/{id}/{path}"))
                .await
                .status
                .as_u16()
        };
        assert_eq!(status(&kit.guest(), "old/a").await, 200);
        assert_eq!(status(&kit.guest(), "new/a").await, 404);
        assert_eq!(
            status(&other.guest(), "old/a").await,
            200,
            "nobody there has agreed to the new endpoint yet"
        );
        assert_eq!(status(&other.guest(), "new/a").await, 404);
        grant_permissions(&other.user("Admin").await, id).await;
        assert_eq!(status(&other.guest(), "new/a").await, 200);
        assert_eq!(status(&other.guest(), "old/a").await, 404);

        let health = stage
            .admin
            .get(&format!("{BASE}/getpluginhealth?id={id}"))
            .await
            .result();
        assert_eq!(
            health["functions"][0]["calls"], 1,
            "its own version's calls: {health}"
        );
        stage.post("remove", json!({"plugin": id})).await;
        stage.clear().await;
    });
}
