//! Tenants and editions: partial updates, and all validation errors.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use serde_json::{Value, json};
use testkit::{Client, Kit, on_both};

const UPDATE: &str = "/api/core/platform/updatetenant";
const TENANT: &str = "/api/core/platform/gettenantforedit";
const SAVE: &str = "/api/core/platform/createorupdateedition";
const EDITION: &str = "/api/core/platform/geteditionforedit";

fn unique(word: &str) -> String {
    format!("{word}-{}", uuid::Uuid::now_v7().simple())
}

async fn tenant(platform: &Client, kit: &Kit) -> Value {
    platform
        .get(&format!("{TENANT}?id={}", kit.tenant))
        .await
        .result()["tenant"]
        .clone()
}

async fn edition(platform: &Client, edition: Value) -> Value {
    platform
        .post(SAVE, json!({"edition": edition}))
        .await
        .result()["edition"]
        .clone()
}

async fn user_with(platform: &Kit, admin: &Client, permissions: &[&str]) -> Client {
    // Short, since the email address derives from it.
    let name = format!("H{}", &uuid::Uuid::new_v4().simple().to_string()[..12]);
    let role = json!({"role": {"displayName": name}, "grantedPermissionNames": permissions});
    admin
        .post("/api/core/role/createorupdaterole", role)
        .await
        .result();
    platform.user(&name).await
}

#[test]
fn what_is_left_out_of_a_tenant_stays() {
    on_both(|kit| async move {
        let platform = kit.platform().await.user("Admin").await;
        let basic = edition(
            &platform,
            json!({"name": unique("basic"), "displayName": "Basic"}),
        )
        .await;
        let save = async |mut change: Value| {
            change["id"] = json!(kit.tenant);
            platform.put(UPDATE, json!({"tenant": change})).await
        };
        let mut expected = tenant(&platform, &kit).await;
        let version = expected["rowVersion"].as_i64().unwrap();
        save(json!({"editionId": basic["id"], "timezone": "Australia/Perth"}))
            .await
            .result();
        expected["rowVersion"] = json!(version + 1);
        expected["timezone"] = json!("Australia/Perth");
        (expected["editionId"], expected["editionName"]) = (basic["id"].clone(), json!("Basic"));
        assert_eq!(tenant(&platform, &kit).await, expected);
        // State, currency and creation time are read-only.
        let protected = json!({"name": "Renamed Freight", "state": "InActive", "baseCurrency": "EUR",
            "isPlatform": true, "creationTime": "2020-01-01T00:00:00Z"});
        save(protected).await.result();
        (expected["name"], expected["rowVersion"]) = (json!("Renamed Freight"), json!(version + 2));
        assert_eq!(
            tenant(&platform, &kit).await,
            expected,
            "all but the name stays, the edition too"
        );
        save(json!({"rowVersion": version + 2, "editionId": null}))
            .await
            .result();
        expected["rowVersion"] = json!(version + 3);
        (expected["editionId"], expected["editionName"]) = (Value::Null, Value::Null);
        assert_eq!(tenant(&platform, &kit).await, expected);
        save(json!({"rowVersion": version + 2, "name": "Late"}))
            .await
            .expect_error(409);
        save(json!({"rowVersion": 0})).await.result();
    });
}

#[test]
fn every_wrong_field_of_a_tenant_is_told() {
    on_both(|kit| async move {
        let platform = kit.platform().await.user("Admin").await;
        let other = kit.another_tenant().await;
        let before = tenant(&platform, &kit).await;
        let save = async |change: Value| platform.put(UPDATE, json!({"tenant": change})).await;
        let invalid = json!({"id": kit.tenant, "name": " ", "timezone": "Sydney", "editionId": 987_654_321,
            "hosts": [kit.host_name, "not a host", other.host_name, kit.host_name.to_uppercase()]});
        let mut members = save(invalid).await.invalid_members();
        members.sort_unstable();
        assert_eq!(
            members,
            [
                "tenant.editionId",
                "tenant.hosts[1]",
                "tenant.hosts[2]",
                "tenant.hosts[3]",
                "tenant.name",
                "tenant.timezone"
            ]
        );
        let unread = json!({"id": kit.tenant, "name": "x".repeat(129), "editionId": "Basic"});
        assert_eq!(
            save(unread).await.invalid_members(),
            ["tenant.editionId", "tenant.name"]
        );
        let half = json!({"id": kit.tenant, "name": "Half", "editionId": "Basic"});
        assert_eq!(save(half).await.invalid_members(), ["tenant.editionId"]);
        for nothing in [
            json!({"id": kit.tenant, "name": null}),
            json!({"id": kit.tenant, "name": ""}),
        ] {
            assert_eq!(save(nothing).await.invalid_members(), ["tenant.name"]);
        }
        let many: Vec<String> = (0..101).map(|at| format!("h{at}.test")).collect();
        assert_eq!(
            save(json!({"id": kit.tenant, "hosts": many}))
                .await
                .invalid_members(),
            ["tenant.hosts"]
        );
        assert_eq!(
            save(json!({"name": "Nobody"})).await.invalid_members(),
            ["tenant.id"]
        );
        assert_eq!(
            tenant(&platform, &kit).await,
            before,
            "nothing of what was refused is kept"
        );
    });
}

#[test]
fn what_is_left_out_of_an_edition_stays() {
    on_both(|kit| async move {
        let platform = kit.platform().await.user("Admin").await;
        let name = unique("plain");
        let plain = edition(&platform, json!({"name": name, "displayName": "Plain"})).await;
        assert_eq!(
            (&plain["rowVersion"], &plain["featureValues"]),
            (&json!(1), &json!([]))
        );
        assert!(plain["creationTime"].is_string());
        let values = json!([{"name": "Job.Enabled", "value": "false"}]);
        let change = json!({"id": plain["id"], "featureValues": values, "creationTime": "2020-01-01T00:00:00Z"});
        let mut expected = plain.clone();
        (expected["featureValues"], expected["rowVersion"]) = (values, json!(2));
        assert_eq!(edition(&platform, change).await, expected);
        let renamed = edition(
            &platform,
            json!({"id": plain["id"], "displayName": "Plainer"}),
        )
        .await;
        (expected["displayName"], expected["rowVersion"]) = (json!("Plainer"), json!(3));
        assert_eq!(renamed, expected, "its features stay");
        let emptied = edition(
            &platform,
            json!({"id": plain["id"], "rowVersion": 3, "featureValues": []}),
        )
        .await;
        (expected["featureValues"], expected["rowVersion"]) = (json!([]), json!(4));
        assert_eq!(emptied, expected);

        let save = async |edition: Value| platform.post(SAVE, json!({"edition": edition})).await;
        save(json!({"id": plain["id"], "rowVersion": 3, "displayName": "Late"}))
            .await
            .expect_error(409);
        save(json!({"id": 987_654_321, "displayName": "Nobody"}))
            .await
            .expect_error(404);
        assert_eq!(
            save(json!({"name": name, "displayName": "Twice"}))
                .await
                .expect_error(400)["code"],
            101
        );
        assert_eq!(
            save(json!({"featureValues": []})).await.invalid_members(),
            ["edition.displayName", "edition.name"]
        );
        let invalid = json!({"id": plain["id"], "name": "Not A Slug", "displayName": "x".repeat(65), "rowVersion": "last",
            "featureValues": [{"name": "Job.Enabled", "value": "perhaps"}, {"name": "Teleport.Enabled", "value": "true"}]});
        assert_eq!(
            save(invalid).await.invalid_members(),
            [
                "edition.rowVersion",
                "edition.displayName",
                "edition.name",
                "edition.featureValues[0].value",
                "edition.featureValues[1].name"
            ]
        );
        let half =
            save(json!({"id": plain["id"], "displayName": "Half", "featureValues": "none"})).await;
        assert_eq!(half.invalid_members(), ["edition.featureValues"]);
        let stored = platform
            .get(&format!("{EDITION}?id={}", plain["id"]))
            .await
            .result();
        assert_eq!(
            stored["edition"], expected,
            "nothing of what was refused is kept"
        );
    });
}

#[test]
fn who_may_change_tenants_may_not_change_editions_and_the_reverse() {
    on_both(|kit| async move {
        let platform_kit = kit.platform().await;
        let admin = platform_kit.user("Admin").await;
        let basic = edition(
            &admin,
            json!({"name": unique("basic"), "displayName": "Basic"}),
        )
        .await;
        let renamed = json!({"tenant": {"id": kit.tenant, "name": "Renamed Freight"}});
        let new = || json!({"edition": {"name": unique("new"), "displayName": "New"}});
        let changed = json!({"edition": {"id": basic["id"], "displayName": "Changed"}});
        let editor = user_with(
            &platform_kit,
            &admin,
            &["Pages.Tenants", "Pages.Tenants.Edit"],
        )
        .await;
        editor.put(UPDATE, renamed.clone()).await.result();
        editor.post(SAVE, new()).await.expect_error(403);
        editor.post(SAVE, changed.clone()).await.expect_error(403);
        let giver = user_with(
            &platform_kit,
            &admin,
            &["Pages.Tenants", "Pages.Tenants.ChangeFeatures"],
        )
        .await;
        giver.put(UPDATE, renamed).await.expect_error(403);
        giver.post(SAVE, new()).await.result();
        giver.post(SAVE, changed).await.result();
    });
}
