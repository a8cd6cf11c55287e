//! Plugin settings are validated by schema; secrets are write-only.

use data::db::Mode;
use serde_json::json;
use testkit::on_host;

use super::fixtures::*;

#[test]
fn settings_are_checked_and_secrets_are_kept() {
    on_host("plugin settings", |kit| async move {
        let admin = kit.user("Admin").await;
        let id = install_ready(&kit, &admin).await;
        let empty = settings(&admin, &id).await;
        assert_eq!(
            (&empty["schema"], &empty["settings"]),
            (&schema(), &json!({}))
        );
        assert_eq!(
            (&empty["secretsSet"], &empty["inherited"]),
            (&json!([]), &json!(null))
        );
        let key = empty["storeKey"].as_str().unwrap();
        assert!(
            key.len() == 32 && key.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{key}"
        );

        let invalid = json!({
            "id": id, "settings": {"shop": "no address", "days": 31, "other": 1, "apiKey": SECRET},
            "secrets": {"days": "5"},
        });
        let answer = save(&admin, invalid).await;
        assert_eq!(
            answer.invalid_members(),
            ["settings.apiKey", "settings.days"],
            "a secret belongs under secrets"
        );
        let invalid = json!({
            "id": id, "settings": {"shop": "no address", "days": 31, "other": 1}, "secrets": {"apiKey": "short"},
        });
        let answer = save(&admin, invalid).await;
        let mut members = answer.invalid_members();
        members.sort();
        assert_eq!(
            members,
            [
                "settings.apiKey",
                "settings.days",
                "settings.other",
                "settings.shop"
            ]
        );
        assert!(
            !String::from_utf8_lossy(&answer.body).contains("short"),
            "a secret was repeated"
        );
        let missing = save(&admin, json!({"id": id, "settings": {}}))
            .await
            .invalid_members();
        assert_eq!(missing.len(), 2, "{missing:?}");
        assert_eq!(
            settings(&admin, &id).await["settings"],
            json!({}),
            "nothing of it was kept"
        );

        let right = json!({
            "id": id, "settings": {"shop": "https://shop.example"},
            "secrets": {"apiKey": SECRET, "signature": "sign-here"}, "rowVersion": empty["rowVersion"],
        });
        let answer = save(&admin, right.clone()).await;
        assert!(
            !String::from_utf8_lossy(&answer.body).contains("hunter2"),
            "a secret was sent back"
        );
        let saved = answer.result();
        assert_eq!(saved["secretsSet"], json!(["apiKey", "signature"]));
        assert_eq!(
            (&saved["storeKey"], &saved["version"]),
            (&empty["storeKey"], &json!("1.0.0"))
        );
        save(&admin, right).await.expect_error(409);

        // Missing stays, null removes, required secrets can't be removed.
        let stored = json!({"id": id, "settings": {"shop": "https://other.example"}, "secrets": {"signature": null}});
        assert_eq!(
            save(&admin, stored).await.result()["secretsSet"],
            json!(["apiKey"])
        );
        let without = json!({"id": id, "settings": {"shop": "https://other.example"}, "secrets": {"apiKey": null}});
        assert_eq!(
            save(&admin, without).await.invalid_members(),
            ["settings.apiKey"]
        );

        let effective = plugins::settings_for(kit.app.host(), kit.tenant, &id, None)
            .await
            .unwrap();
        let given: serde_json::Value = serde_json::from_str(&effective.json).unwrap();
        assert_eq!(
            given,
            json!({"shop": "https://other.example", "days": 3}),
            "with the default, without secrets"
        );
        assert_eq!(effective.secrets["apiKey"].expose(), SECRET);
    });
}

#[test]
fn secrets_are_sealed_and_the_record_tells_of_them_without_their_values() {
    on_host("plugin settings", |kit| async move {
        let admin = kit.user("Admin").await;
        let id = install_ready(&kit, &admin).await;
        let body = json!({"id": id, "settings": {"shop": "https://shop.example"}, "secrets": {"apiKey": SECRET}});
        save(&admin, body.clone()).await.result();
        save(&admin, body).await.result();
        let mut scope = kit.scope(Mode::Read);
        let sql = data::tsql!(
            "SELECT CAST(secrets AS TEXT), CAST(settings AS TEXT) FROM plugin_settings WHERE tenant_id = $1"
        );
        for row in scope.rows(sql, Vec::new()).await.unwrap() {
            let (secrets, settings): (String, String) = (row.get(0).unwrap(), row.get(1).unwrap());
            assert!(!secrets.contains(SECRET) && !settings.contains(SECRET));
            assert!(secrets.contains("apiKey"));
        }
        let changes = admin
            .get("/api/core/auditlog/getentitychanges?maxResultCount=100")
            .await;
        let text = String::from_utf8_lossy(&changes.body).into_owned();
        assert_eq!(changes.status.as_u16(), 200, "{text}");
        assert!(
            text.contains("secrets.apiKey") && text.contains("replaced") && !text.contains(SECRET),
            "{text}"
        );
    });
}

#[test]
fn another_tenant_sees_nothing_of_it_and_a_stranger_may_not_configure() {
    on_host("plugin settings", |kit| async move {
        let admin = kit.user("Admin").await;
        let id = install_ready(&kit, &admin).await;
        let body = json!({"id": id, "settings": {"shop": "https://shop.example"}, "secrets": {"apiKey": SECRET}});
        let saved = save(&admin, body.clone()).await.result();
        let other = kit.another_tenant().await;
        let outsider = other.user("Admin").await;
        let theirs = settings(&outsider, &id).await;
        assert_eq!(
            (&theirs["settings"], &theirs["storeKey"]),
            (&json!({}), &json!(null))
        );
        save(&kit.user("Driver").await, body)
            .await
            .expect_error(403);
        let mut key = saved["storeKey"].as_str().unwrap().to_owned();
        let own = plugins::store(&mut kit.scope(Mode::Read), &key)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(
            (own.plugin.as_str(), own.customer, own.is_enabled),
            (id.as_str(), None, true)
        );
        assert!(
            plugins::store(&mut other.scope(Mode::Read), &key)
                .await
                .unwrap()
                .is_none()
        );
        key.replace_range(0..1, if key.starts_with('0') { "1" } else { "0" });
        assert!(
            plugins::store(&mut kit.scope(Mode::Read), &key)
                .await
                .unwrap()
                .is_none()
        );
    });
}

#[test]
fn a_package_with_a_wrong_schema_is_not_taken() {
    on_host("plugin settings", |kit| async move {
        let platform = platform(&kit).await;
        let key = trust_new_key(&platform).await;
        let remote =
            json!({"type": "object", "properties": {"a": {"$ref": "https://evil.example/s.json"}}});
        for (schema, words) in [
            (remote, "only #/$defs/"),
            (json!([]), "settings.schema.json"),
        ] {
            let error = upload(&platform, shop(&unique(), &schema, &key))
                .await
                .expect_error(400);
            assert_eq!(error["code"], 705);
            assert!(
                error["details"].as_str().unwrap().contains(words),
                "{error}"
            );
        }
    });
}

#[test]
fn a_plugin_without_settings_says_so() {
    on_host("plugin settings", |kit| async move {
        let admin = kit.user("Admin").await;
        let none = settings(&admin, "own-fleet").await;
        assert_eq!(
            (&none["schema"], &none["rowVersion"]),
            (&json!(null), &json!(null))
        );
        let error = save(&admin, json!({"id": "own-fleet", "settings": {"a": 1}}))
            .await
            .expect_error(400);
        assert_eq!(error["code"], 712);
        admin
            .get(&format!("{BASE}/getsettings?id=nobody"))
            .await
            .expect_error(404);
    });
}
