//! Plugin packages: signed, uploaded, activated, granted by tenants, upgraded and rolled back.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod hosts;
mod upgrades;

use std::{fs, path::PathBuf};

use axum::http::Method;
use engine::package::{SigningKey, pack, sign};
use serde_json::{Value, json};
use testkit::{Client, Kit, on_host};

const BASE: &str = "/api/plugins/platform";

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!(
        "waybill-test-{name}-{}",
        uuid::Uuid::now_v7().simple()
    ));
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn key() -> SigningKey {
    SigningKey::create(&folder("key").join("key")).unwrap()
}

fn build_package(id: &str, version: &str, more: &str, key: Option<&SigningKey>) -> Vec<u8> {
    let folder = folder("package");
    fs::copy(
        testkit::plugins_folder().join("zone-rates/component.wasm"),
        folder.join("component.wasm"),
    )
    .unwrap();
    let toml = format!(
        "id = \"{id}\"\nname = \"Ferry rates\"\nversion = \"{version}\"\nkind = \"rate-engine\"\nwit = \"1.0.0\"\n\
         [grants]\ncapabilities = [\"log\"{more}]\n"
    );
    fs::write(folder.join("plugin.toml"), toml).unwrap();
    let package = pack(&folder).unwrap();
    fs::remove_dir_all(folder).unwrap();
    match key {
        Some(key) => sign(&package, key).unwrap(),
        None => package,
    }
}

async fn upload(client: &Client, package: &[u8]) -> testkit::ApiResponse {
    client
        .send(
            Method::POST,
            &format!("{BASE}/upload"),
            Some(("application/zip", package.to_vec())),
        )
        .await
}

async fn trust_new_key(platform: &Client) -> SigningKey {
    let key = key();
    let body = json!({"key": key.public().to_string(), "name": "Ferry makers"});
    platform
        .post(&format!("{BASE}/trustsigner"), body)
        .await
        .result();
    key
}

async fn revoke_key(platform: &Client, key: &SigningKey) {
    let signers = platform.get(&format!("{BASE}/getsigners")).await.result();
    let key = key.public().to_string();
    let signer = signers
        .as_array()
        .unwrap()
        .iter()
        .find(|signer| signer["key"] == key.as_str())
        .unwrap();
    platform
        .delete(&format!("{BASE}/revokesigner?id={}", signer["id"]))
        .await
        .result();
}

async fn platform(kit: &Kit) -> Client {
    kit.platform().await.user("Admin").await
}

async fn find_plugin(client: &Client, id: &str) -> Option<Value> {
    let list = client.get("/api/plugins/getplugins").await.result();
    list.as_array()
        .unwrap()
        .iter()
        .find(|plugin| plugin["id"] == id)
        .cloned()
}

fn unique() -> String {
    format!("ferry-{}", &uuid::Uuid::new_v4().simple().to_string()[..12])
}

#[test]
fn only_what_a_trusted_key_signed_is_taken() {
    on_host("plugin packages", |kit| async move {
        let platform = platform(&kit).await;
        let id = unique();
        let error = upload(&platform, &build_package(&id, "1.0.0", "", None))
            .await
            .expect_error(400);
        assert_eq!(error["code"], 702);
        assert_eq!(error["details"], "It is not signed.");

        let outsider = key();
        let error = upload(&platform, &build_package(&id, "1.0.0", "", Some(&outsider)))
            .await
            .expect_error(400);
        assert!(
            error["details"]
                .as_str()
                .unwrap()
                .contains(&outsider.public().fingerprint()),
            "{error}"
        );

        let key = trust_new_key(&platform).await;
        let package = build_package(&id, "1.0.0", "", Some(&key));
        let created = upload(&platform, &package).await.result();
        assert_eq!(
            upload(&platform, &package).await.result()["id"],
            created["id"],
            "the same file is the same package"
        );
        let other = build_package(&id, "1.0.0", ", \"clock\"", Some(&key));
        assert_eq!(
            upload(&platform, &other).await.expect_error(400)["code"],
            704
        );

        let mut tampered = package.clone();
        let middle = tampered.len() / 2;
        tampered[middle] ^= 0xff;
        assert_eq!(
            upload(&platform, &tampered).await.expect_error(400)["code"],
            701
        );
        assert_eq!(
            upload(&platform, b"nonsense").await.expect_error(400)["code"],
            701
        );
        let bundled = build_package("zone-rates", "9.0.0", "", Some(&key));
        assert_eq!(
            upload(&platform, &bundled).await.expect_error(400)["code"],
            703
        );

        revoke_key(&platform, &key).await;
        let next = build_package(&id, "1.1.0", "", Some(&key));
        assert_eq!(
            upload(&platform, &next).await.expect_error(400)["code"],
            702,
            "a revoked key is trusted no more"
        );
        assert_eq!(
            upload(&platform, &package).await.expect_error(400)["code"],
            702,
            "not even of the same file"
        );
        platform
            .post(
                &format!("{BASE}/trustsigner"),
                json!({"key": "x", "name": ""}),
            )
            .await
            .expect_error(400);

        let admin = kit.user("Admin").await;
        upload(&admin, &package).await.expect_error(403);
        upload(&kit.guest(), &package).await.expect_error(401);
    });
}

#[test]
fn a_revoked_signers_packages_are_not_activated() {
    on_host("plugin packages", |kit| async move {
        let platform = platform(&kit).await;
        let key = trust_new_key(&platform).await;
        let id = unique();
        let mut packages = Vec::new();
        for version in ["1.0.0", "1.1.0", "1.2.0"] {
            let package = build_package(&id, version, "", Some(&key));
            let created = upload(&platform, &package).await.result();
            packages.push(created["id"].clone());
        }
        let post =
            async |call: &str, body: Value| platform.post(&format!("{BASE}/{call}"), body).await;
        let canary = json!({"packageId": packages[1], "share": 10});
        post("install", json!({"id": packages[0]})).await.result();
        post("startcanary", canary.clone()).await.result();

        revoke_key(&platform, &key).await;
        let plugin = json!({"plugin": id});
        for (call, body) in [
            ("promotecanary", plugin.clone()),
            ("startcanary", canary),
            ("install", json!({"id": packages[2]})),
        ] {
            let refused = post(call, body).await.expect_error(400);
            assert_eq!(refused["code"], 702, "{call}: {refused}");
        }
        let admin = kit.user("Admin").await;
        assert_eq!(find_plugin(&admin, &id).await.unwrap()["version"], "1.0.0");
        // The active version remains in use.
        post("suspend", plugin.clone()).await.result();
        post("resume", plugin.clone()).await.result();
        post("remove", plugin).await.result();
    });
}

#[test]
fn a_plugin_that_does_not_pass_its_trial_is_not_kept() {
    on_host("plugin packages", |kit| async move {
        let platform = platform(&kit).await;
        let key = trust_new_key(&platform).await;
        let id = unique();
        let failing = folder("broken");
        let toml = format!(
            "id = \"{id}\"\nname = \"F\"\nversion = \"1.0.0\"\nkind = \"carrier\"\nwit = \"1.0.0\"\n"
        );
        fs::write(failing.join("plugin.toml"), toml).unwrap();
        // A rate engine is no carrier.
        fs::copy(
            testkit::plugins_folder().join("zone-rates/component.wasm"),
            failing.join("component.wasm"),
        )
        .unwrap();
        let package = sign(&pack(&failing).unwrap(), &key).unwrap();
        let error = upload(&platform, &package).await.expect_error(400);
        assert_eq!(error["code"], 705);
        assert!(
            error["details"]
                .as_str()
                .unwrap()
                .contains("lacks what its kind needs"),
            "{error}"
        );
        let packages = platform.get(&format!("{BASE}/getpackages")).await.result();
        assert!(
            packages
                .as_array()
                .unwrap()
                .iter()
                .all(|package| package["plugin"] != id.as_str())
        );
    });
}

#[test]
fn a_package_lives_its_life() {
    on_host("plugin packages", |kit| async move {
        let platform = platform(&kit).await;
        let key = trust_new_key(&platform).await;
        let id = unique();
        let first = upload(&platform, &build_package(&id, "1.0.0", "", Some(&key)))
            .await
            .result();
        let admin = kit.user("Admin").await;
        assert!(
            find_plugin(&admin, &id).await.is_none(),
            "nobody sees what is not active"
        );
        platform
            .post(&format!("{BASE}/install"), json!({"id": first["id"]}))
            .await
            .result();

        let current = find_plugin(&admin, &id).await.unwrap();
        assert_eq!(
            (&current["isEnabled"], &current["isBundled"]),
            (&json!(false), &json!(false))
        );
        assert_eq!(current["asks"], json!([]));
        let enable = |asks: Value| json!({"id": id, "asks": asks});
        let refused = admin
            .post(
                "/api/plugins/enableplugin",
                enable(json!(["host:evil.example"])),
            )
            .await
            .expect_error(400);
        assert_eq!(refused["code"], 711, "what is agreed to is what was shown");
        admin
            .post("/api/plugins/enableplugin", enable(json!([])))
            .await
            .result();
        assert_eq!(find_plugin(&admin, &id).await.unwrap()["isEnabled"], true);

        let second = upload(
            &platform,
            &build_package(&id, "2.0.0", ", \"key-value\"", Some(&key)),
        )
        .await
        .result();
        platform
            .post(&format!("{BASE}/install"), json!({"id": second["id"]}))
            .await
            .result();
        let current = find_plugin(&admin, &id).await.unwrap();
        assert_eq!(
            (
                &current["version"],
                &current["isPinned"],
                &current["missingConsents"]
            ),
            (&json!("1.0.0"), &json!(false), &json!([]))
        );
        let pending = &current["waiting"];
        assert_eq!(
            (&pending["version"], &pending["newSigner"]),
            (&json!("2.0.0"), &Value::Null)
        );
        assert_eq!(pending["missingConsents"], json!(["capability:key-value"]));
        let pins = platform
            .get(&format!("{BASE}/getpins?plugin={id}"))
            .await
            .result();
        assert_eq!(
            (&pins[0]["version"], &pins[0]["isHeld"]),
            (&json!("1.0.0"), &json!(true))
        );
        let follow = admin
            .put(
                "/api/plugins/setversion",
                json!({"id": id, "version": null}),
            )
            .await
            .expect_error(400);
        assert_eq!(follow["code"], 726, "it follows by agreeing");
        let agree =
            |version: &str, asks: Value| json!({"id": id, "version": version, "asks": asks});
        for wrong in [
            agree("2.0.0", json!([])),
            agree("3.0.0", json!(["capability:key-value"])),
        ] {
            assert_eq!(
                admin
                    .post("/api/plugins/agreetoversion", wrong)
                    .await
                    .expect_error(400)["code"],
                711
            );
        }
        let right = agree("2.0.0", json!(["capability:key-value"]));
        admin
            .post("/api/plugins/agreetoversion", right.clone())
            .await
            .result();
        let current = find_plugin(&admin, &id).await.unwrap();
        assert_eq!(
            (
                &current["version"],
                &current["waiting"],
                &current["missingConsents"]
            ),
            (&json!("2.0.0"), &Value::Null, &json!([]))
        );
        admin
            .post("/api/plugins/agreetoversion", right)
            .await
            .expect_error(404);
        let other = kit.another_tenant().await;
        let theirs = find_plugin(&other.user("Admin").await, &id).await.unwrap();
        assert_eq!(
            theirs["missingConsents"],
            json!(["capability:key-value"]),
            "a consent is one tenant's"
        );

        platform
            .post(&format!("{BASE}/rollback"), json!({"plugin": id}))
            .await
            .result();
        assert_eq!(find_plugin(&admin, &id).await.unwrap()["version"], "1.0.0");
        let refused = platform
            .delete(&format!("{BASE}/deletepackage?id={}", second["id"]))
            .await
            .expect_error(400);
        assert_eq!(refused["code"], 707);
        platform
            .post(&format!("{BASE}/rollback"), json!({"plugin": id}))
            .await
            .result();
        assert_eq!(
            find_plugin(&admin, &id).await.unwrap()["version"],
            "2.0.0",
            "the way forward stays open"
        );

        platform
            .post(&format!("{BASE}/suspend"), json!({"plugin": id}))
            .await
            .result();
        assert!(find_plugin(&admin, &id).await.is_none());
        platform
            .post(&format!("{BASE}/resume"), json!({"plugin": id}))
            .await
            .result();
        assert!(find_plugin(&admin, &id).await.is_some());
        admin
            .post("/api/plugins/disableplugin", json!({"id": id}))
            .await
            .result();
        assert_eq!(find_plugin(&admin, &id).await.unwrap()["isEnabled"], false);

        platform
            .post(&format!("{BASE}/remove"), json!({"plugin": id}))
            .await
            .result();
        assert!(find_plugin(&admin, &id).await.is_none());
        platform
            .post(&format!("{BASE}/remove"), json!({"plugin": id}))
            .await
            .expect_error(404);
        platform
            .delete(&format!("{BASE}/deletepackage?id={}", second["id"]))
            .await
            .result();
    });
}
