//! Tests of held tenants, downgrades and changed signers.

use super::*;

#[test]
fn who_is_held_goes_on_when_nothing_is_missing_any_more() {
    on_host("plugin packages", |kit| async move {
        let platform = platform(&kit).await;
        let (key, id, admin) = (
            trust_new_key(&platform).await,
            unique(),
            kit.user("Admin").await,
        );
        let install = async |version: &str, more: &str| {
            let created = upload(&platform, &build_package(&id, version, more, Some(&key)))
                .await
                .result();
            platform
                .post(&format!("{BASE}/install"), json!({"id": created["id"]}))
                .await
                .result();
        };
        let version = async || find_plugin(&admin, &id).await.unwrap()["version"].clone();
        install("1.0.0", "").await;
        admin
            .post("/api/plugins/enableplugin", json!({"id": id, "asks": []}))
            .await
            .result();
        install("2.0.0", ", \"key-value\"").await;
        install("3.0.0", ", \"key-value\"").await;
        assert_eq!(
            version().await,
            "1.0.0",
            "two upgrades on, it is where it was"
        );
        install("4.0.0", ", \"clock\"").await;
        assert_eq!(version().await, "4.0.0", "a clock is nothing to agree to");
        install("5.0.0", ", \"key-value\"").await;
        assert_eq!(version().await, "4.0.0");
        platform
            .post(&format!("{BASE}/rollback"), json!({"plugin": id}))
            .await
            .result();
        let current = find_plugin(&admin, &id).await.unwrap();
        assert_eq!(
            (&current["version"], &current["waiting"]),
            (&json!("4.0.0"), &Value::Null)
        );
        platform
            .post(&format!("{BASE}/rollback"), json!({"plugin": id}))
            .await
            .result();

        install("6.0.0", ", \"key-value\"").await;
        admin
            .post("/api/plugins/disableplugin", json!({"id": id}))
            .await
            .result();
        assert_eq!(version().await, "6.0.0");
        install("7.0.0", ", \"key-value\", \"crypto\"").await;
        assert_eq!(version().await, "7.0.0");
    });
}

#[test]
fn an_older_version_is_made_active_only_when_it_is_meant() {
    on_host("plugin packages", |kit| async move {
        let platform = platform(&kit).await;
        let (key, id) = (trust_new_key(&platform).await, unique());
        let mut created = Vec::new();
        for version in ["1.0.0", "1.1.0"] {
            let package = upload(&platform, &build_package(&id, version, "", Some(&key)))
                .await
                .result();
            platform
                .post(&format!("{BASE}/install"), json!({"id": package["id"]}))
                .await
                .result();
            created.push(package["id"].clone());
        }
        let refused = platform
            .post(&format!("{BASE}/install"), json!({"id": created[0]}))
            .await
            .expect_error(400);
        assert_eq!(
            (&refused["code"], &refused["details"]),
            (&json!(725), &json!("1.1.0 is active and 1.0.0 is older."))
        );
        platform
            .post(
                &format!("{BASE}/install"),
                json!({"id": created[0], "downgrade": true}),
            )
            .await
            .result();
        let admin = kit.user("Admin").await;
        assert_eq!(find_plugin(&admin, &id).await.unwrap()["version"], "1.0.0");
    });
}

#[test]
fn an_id_is_its_first_signers_and_consent_does_not_go_to_another() {
    on_host("plugin packages", |kit| async move {
        let platform = platform(&kit).await;
        let (first, second) = (
            trust_new_key(&platform).await,
            trust_new_key(&platform).await,
        );
        let (id, admin) = (unique(), kit.user("Admin").await);
        let created = upload(
            &platform,
            &build_package(&id, "1.0.0", ", \"key-value\"", Some(&first)),
        )
        .await
        .result();
        assert_eq!(created["newSigner"], Value::Null);
        platform
            .post(&format!("{BASE}/install"), json!({"id": created["id"]}))
            .await
            .result();
        let permissions = json!(["capability:key-value"]);
        admin
            .post(
                "/api/plugins/enableplugin",
                json!({"id": id, "asks": permissions}),
            )
            .await
            .result();

        let result = upload(
            &platform,
            &build_package(&id, "2.0.0", ", \"key-value\"", Some(&second)),
        )
        .await
        .result();
        let change = &result["newSigner"];
        assert_eq!(change["fromFingerprint"], first.public().fingerprint());
        assert_eq!(change["toFingerprint"], second.public().fingerprint());
        let listed = platform.get(&format!("{BASE}/getpackages")).await.result();
        let listed = listed
            .as_array()
            .unwrap()
            .iter()
            .find(|package| package["id"] == result["id"])
            .unwrap()
            .clone();
        assert_eq!(&listed["newSigner"], change);
        let install = |decided: bool| json!({"id": result["id"], "newSigner": decided});
        let refused = platform
            .post(&format!("{BASE}/install"), install(false))
            .await
            .expect_error(400);
        assert_eq!(refused["code"], 724);
        assert!(
            refused["details"]
                .as_str()
                .unwrap()
                .contains(&second.public().fingerprint()),
            "{refused}"
        );
        let trial = json!({"packageId": result["id"], "share": 10});
        assert_eq!(
            platform
                .post(&format!("{BASE}/startcanary"), trial)
                .await
                .expect_error(400)["code"],
            724
        );
        let pin = json!({"id": id, "version": "2.0.0"});
        assert_eq!(
            admin
                .put("/api/plugins/setversion", pin)
                .await
                .expect_error(400)["code"],
            724
        );

        platform
            .post(&format!("{BASE}/install"), install(true))
            .await
            .result();
        let current = find_plugin(&admin, &id).await.unwrap();
        assert_eq!(
            (&current["version"], &current["waiting"]["version"]),
            (&json!("1.0.0"), &json!("2.0.0"))
        );
        assert_eq!(&current["waiting"]["newSigner"], change);
        assert_eq!(
            current["waiting"]["missingConsents"], permissions,
            "what was agreed to with the one does not hold for the other"
        );
        let next = upload(
            &platform,
            &build_package(&id, "3.0.0", ", \"key-value\"", Some(&second)),
        )
        .await
        .result();
        assert_eq!(next["newSigner"], Value::Null);
        platform
            .post(&format!("{BASE}/install"), json!({"id": next["id"]}))
            .await
            .result();
        assert_eq!(find_plugin(&admin, &id).await.unwrap()["version"], "1.0.0");
        let agreed = json!({"id": id, "version": "3.0.0", "asks": permissions});
        admin
            .post("/api/plugins/agreetoversion", agreed)
            .await
            .result();
        assert_eq!(find_plugin(&admin, &id).await.unwrap()["version"], "3.0.0");

        platform
            .post(&format!("{BASE}/remove"), json!({"plugin": id}))
            .await
            .result();
        let back = json!({"id": created["id"], "newSigner": true});
        platform
            .post(&format!("{BASE}/install"), back)
            .await
            .result();
        assert_eq!(
            find_plugin(&admin, &id).await.unwrap()["missingConsents"],
            permissions
        );
    });
}
