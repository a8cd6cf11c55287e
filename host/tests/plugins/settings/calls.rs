//! Plugin settings in calls: validated before saving, and migrated by upgrades.

use serde_json::json;
use testkit::{given, on_host};

use super::fixtures::*;

fn carrier(version: &str, setting: &str, key: &engine::package::SigningKey) -> Vec<u8> {
    let manifest = format!(
        "id = \"settled-guest\"\nname = \"Settled\"\nversion = \"{version}\"\nkind = \"carrier\"\nwit = \"1.0.0\"\n\
         [grants]\ncapabilities = [\"log\", \"config\", \"key-value\", \"http-client\", \"clock\", \"render\", \"rate-cards\"]\n"
    );
    let schema = json!({"type": "object", "properties": {setting: {"type": "string"}}, "additionalProperties": false});
    package(&guest("settled-guest"), &manifest, &schema.to_string(), key)
}

#[test]
fn an_upgrade_moves_the_settings_and_the_way_back_has_the_old_ones() {
    on_host("plugin settings", |kit| async move {
        let (admin, platform) = (kit.user("Admin").await, platform(&kit).await);
        let key = trust_new_key(&platform).await;
        let id = "settled-guest";
        install(&platform, carrier("1.0.0", "shop", &key)).await;
        enable(&admin, id).await;
        save(&admin, json!({"id": id, "settings": {"shop": "A"}}))
            .await
            .result();
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let stuck = json!({"id": id, "customerId": customer, "settings": {"shop": "unmovable"}});
        save(&admin, stuck).await.result();
        let said = async |customer| {
            guest_message(&kit, id, customer, "plugin-settings")
                .await
                .unwrap()
        };
        assert_eq!(said(None).await, r#"{"shop":"A"}"#);
        assert_eq!(said(Some(customer)).await, r#"{"shop":"unmovable"}"#);

        install(&platform, carrier("2.0.0", "store", &key)).await;
        assert_eq!(
            said(None).await,
            r#"{"store":"A"}"#,
            "the first call finds them moved"
        );
        let moved = settings(&admin, id).await;
        assert_eq!(
            (&moved["settings"], &moved["version"]),
            (&json!({"store": "A"}), &json!("2.0.0"))
        );
        assert_eq!(moved["problems"], json!([]));

        // Settings that can't be migrated stay at their version.
        assert!(said(Some(customer)).await.contains(r#""shop":"unmovable""#));
        let stored = settings_of(&admin, id, customer).await;
        assert_eq!(
            (&stored["settings"], &stored["version"]),
            (&json!({"shop": "unmovable"}), &json!("1.0.0"))
        );
        let problems = stored["problems"].to_string();
        assert!(
            problems.contains("can't be moved") && problems.contains("settings.shop"),
            "{problems}"
        );
        let health = admin
            .get(&format!("{BASE}/getpluginhealth?id={id}"))
            .await
            .result();
        assert!(
            health["problems"].to_string().contains("can't be moved"),
            "{health}"
        );
        assert!(
            health["functions"].to_string().contains("rates"),
            "{health}"
        );

        platform
            .post(&format!("{PLATFORM}/rollback"), json!({"plugin": id}))
            .await
            .result();
        assert_eq!(said(None).await, r#"{"shop":"A"}"#);
        platform
            .post(&format!("{PLATFORM}/rollback"), json!({"plugin": id}))
            .await
            .result();
        assert_eq!(said(None).await, r#"{"store":"A"}"#);
        let mended = json!({"id": id, "customerId": customer, "settings": {"store": "B"}});
        assert_eq!(save(&admin, mended).await.result()["problems"], json!([]));
        assert_eq!(said(Some(customer)).await, r#"{"store":"B"}"#);
    });
}

#[test]
fn plugins_installed_at_once_are_all_listed() {
    on_host("plugin settings", |kit| async move {
        let (admin, platform) = (kit.user("Admin").await, platform(&kit).await);
        let key = trust_new_key(&platform).await;
        let schema = json!({"type": "object", "properties": {}});
        let packages: Vec<(String, Vec<u8>)> = (0..6)
            .map(|_| unique())
            .map(|id| (id.clone(), shop(&id, &schema, &key)))
            .collect();
        // Each fails if its own plugin is not listed right after its installation.
        let installs = packages.into_iter().map(async |(id, package)| {
            install(&platform, package).await;
            enable(&admin, &id).await;
        });
        futures_util::future::join_all(installs).await;
    });
}

#[test]
fn settings_are_tried_out_before_they_are_saved() {
    on_host("plugin settings", |kit| async move {
        let (admin, platform) = (kit.user("Admin").await, platform(&kit).await);
        let key = trust_new_key(&platform).await;
        let id = "tested-guest";
        let manifest = format!(
            "id = \"{id}\"\nname = \"Tested\"\nversion = \"1.0.0\"\nkind = \"report\"\nwit = \"1.0.0\"\n\
             [grants]\ncapabilities = [\"config\"]\n"
        );
        let schema =
            json!({"type": "object", "properties": {"mode": {"enum": ["right", "wrong"]}}});
        install(
            &platform,
            package(&guest(id), &manifest, &schema.to_string(), &key),
        )
        .await;
        enable(&admin, id).await;
        let test = async |mode: &str| {
            admin
                .post(
                    &format!("{BASE}/testsettings"),
                    json!({"id": id, "settings": {"mode": mode}}),
                )
                .await
        };
        assert_eq!(test("right").await.result()["ok"], true);
        let invalid = test("wrong").await.result();
        assert_eq!(
            (&invalid["ok"], &invalid["message"]),
            (&json!(false), &json!("the mode is not right"))
        );
        assert_eq!(test("other").await.invalid_members(), ["settings.mode"]);
        assert_eq!(
            settings(&admin, id).await["settings"],
            json!({}),
            "nothing was stored"
        );
        let carriers = admin
            .post(&format!("{BASE}/testsettings"), json!({"id": "own-fleet"}))
            .await
            .expect_error(400);
        assert_eq!(carriers["code"], 714);
    });
}
