//! Plugins as packages: signed, uploaded, tried out, active for all, agreed to by each tenant, upgraded and rolled back.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod hosts;

use std::{fs, path::PathBuf};

use axum::http::Method;
use engine::package::{SigningKey, pack, sign};
use serde_json::{Value, json};
use testkit::{Client, Kit, on_host};

const AT: &str = "/api/plugins/platform";

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

/// A rate engine under a name of its own, which is all that differs from the one that comes with the program.
fn ferry(id: &str, version: &str, more: &str, key: Option<&SigningKey>) -> Vec<u8> {
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

async fn upload(client: &Client, package: &[u8]) -> testkit::Answer {
    client
        .send(
            Method::POST,
            &format!("{AT}/upload"),
            Some(("application/zip", package.to_vec())),
        )
        .await
}

async fn trusted(platform: &Client) -> SigningKey {
    let key = key();
    let body = json!({"key": key.public().to_string(), "name": "Ferry makers"});
    platform
        .post(&format!("{AT}/trustsigner"), body)
        .await
        .result();
    key
}

async fn platform(kit: &Kit) -> Client {
    kit.platform().await.user("Admin").await
}

async fn of_tenant(client: &Client, id: &str) -> Option<Value> {
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
        let error = upload(&platform, &ferry(&id, "1.0.0", "", None))
            .await
            .refused(400);
        assert_eq!(error["code"], 702);
        assert_eq!(error["details"], "It is not signed.");

        let stranger = key();
        let error = upload(&platform, &ferry(&id, "1.0.0", "", Some(&stranger)))
            .await
            .refused(400);
        assert!(
            error["details"]
                .as_str()
                .unwrap()
                .contains(&stranger.public().fingerprint()),
            "{error}"
        );

        let key = trusted(&platform).await;
        let package = ferry(&id, "1.0.0", "", Some(&key));
        let made = upload(&platform, &package).await.result();
        assert_eq!(
            upload(&platform, &package).await.result()["id"],
            made["id"],
            "the same file is the same package"
        );
        let other = ferry(&id, "1.0.0", ", \"clock\"", Some(&key));
        assert_eq!(upload(&platform, &other).await.refused(400)["code"], 704);

        let mut tampered = package.clone();
        let middle = tampered.len() / 2;
        tampered[middle] ^= 0xff;
        assert_eq!(upload(&platform, &tampered).await.refused(400)["code"], 701);
        assert_eq!(
            upload(&platform, b"nonsense").await.refused(400)["code"],
            701
        );
        let bundled = ferry("zone-rates", "9.0.0", "", Some(&key));
        assert_eq!(upload(&platform, &bundled).await.refused(400)["code"], 703);

        let signers = platform.get(&format!("{AT}/getsigners")).await.result();
        let own = key.public().to_string();
        let own = signers
            .as_array()
            .unwrap()
            .iter()
            .find(|signer| signer["key"] == own.as_str())
            .unwrap();
        platform
            .delete(&format!("{AT}/revokesigner?id={}", own["id"]))
            .await
            .result();
        let next = ferry(&id, "1.1.0", "", Some(&key));
        assert_eq!(
            upload(&platform, &next).await.refused(400)["code"],
            702,
            "a revoked key is trusted no more"
        );
        platform
            .post(
                &format!("{AT}/trustsigner"),
                json!({"key": "x", "name": ""}),
            )
            .await
            .refused(400);

        let admin = kit.user("Admin").await;
        upload(&admin, &package).await.refused(403);
        upload(&kit.guest(), &package).await.refused(401);
    });
}

#[test]
fn a_plugin_that_does_not_pass_its_trial_is_not_kept() {
    on_host("plugin packages", |kit| async move {
        let platform = platform(&kit).await;
        let key = trusted(&platform).await;
        let id = unique();
        let broken = folder("broken");
        let toml = format!(
            "id = \"{id}\"\nname = \"F\"\nversion = \"1.0.0\"\nkind = \"carrier\"\nwit = \"1.0.0\"\n"
        );
        fs::write(broken.join("plugin.toml"), toml).unwrap();
        // A rate engine is no carrier.
        fs::copy(
            testkit::plugins_folder().join("zone-rates/component.wasm"),
            broken.join("component.wasm"),
        )
        .unwrap();
        let package = sign(&pack(&broken).unwrap(), &key).unwrap();
        let error = upload(&platform, &package).await.refused(400);
        assert_eq!(error["code"], 705);
        assert!(
            error["details"]
                .as_str()
                .unwrap()
                .contains("lacks what its kind needs"),
            "{error}"
        );
        let packages = platform.get(&format!("{AT}/getpackages")).await.result();
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
        let key = trusted(&platform).await;
        let id = unique();
        let first = upload(&platform, &ferry(&id, "1.0.0", "", Some(&key)))
            .await
            .result();
        let admin = kit.user("Admin").await;
        assert!(
            of_tenant(&admin, &id).await.is_none(),
            "nobody sees what is not active"
        );
        platform
            .post(&format!("{AT}/install"), json!({"id": first["id"]}))
            .await
            .result();

        let seen = of_tenant(&admin, &id).await.unwrap();
        assert_eq!(
            (&seen["isEnabled"], &seen["isBundled"]),
            (&json!(false), &json!(false))
        );
        assert_eq!(seen["asks"], json!([]));
        let enable = |asks: Value| json!({"id": id, "asks": asks});
        let refused = admin
            .post(
                "/api/plugins/enableplugin",
                enable(json!(["host:evil.example"])),
            )
            .await
            .refused(400);
        assert_eq!(refused["code"], 711, "what is agreed to is what was shown");
        admin
            .post("/api/plugins/enableplugin", enable(json!([])))
            .await
            .result();
        assert_eq!(of_tenant(&admin, &id).await.unwrap()["isEnabled"], true);

        // The upgrade asks for more: the tenant stays at what it agreed to until it agrees to that too.
        let second = upload(
            &platform,
            &ferry(&id, "2.0.0", ", \"key-value\"", Some(&key)),
        )
        .await
        .result();
        platform
            .post(&format!("{AT}/install"), json!({"id": second["id"]}))
            .await
            .result();
        let seen = of_tenant(&admin, &id).await.unwrap();
        assert_eq!(
            (
                &seen["version"],
                &seen["isPinned"],
                &seen["missingConsents"]
            ),
            (&json!("1.0.0"), &json!(false), &json!([]))
        );
        let waiting = &seen["waiting"];
        assert_eq!(
            (&waiting["version"], &waiting["newSigner"]),
            (&json!("2.0.0"), &Value::Null)
        );
        assert_eq!(waiting["missingConsents"], json!(["capability:key-value"]));
        let pins = platform
            .get(&format!("{AT}/getpins?plugin={id}"))
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
            .refused(400);
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
                    .refused(400)["code"],
                711
            );
        }
        let right = agree("2.0.0", json!(["capability:key-value"]));
        admin
            .post("/api/plugins/agreetoversion", right.clone())
            .await
            .result();
        let seen = of_tenant(&admin, &id).await.unwrap();
        assert_eq!(
            (&seen["version"], &seen["waiting"], &seen["missingConsents"]),
            (&json!("2.0.0"), &Value::Null, &json!([]))
        );
        admin
            .post("/api/plugins/agreetoversion", right)
            .await
            .refused(404);
        let other = kit.another_tenant().await;
        let theirs = of_tenant(&other.user("Admin").await, &id).await.unwrap();
        assert_eq!(
            theirs["missingConsents"],
            json!(["capability:key-value"]),
            "a consent is one tenant's"
        );

        platform
            .post(&format!("{AT}/rollback"), json!({"plugin": id}))
            .await
            .result();
        assert_eq!(of_tenant(&admin, &id).await.unwrap()["version"], "1.0.0");
        let refused = platform
            .delete(&format!("{AT}/deletepackage?id={}", second["id"]))
            .await
            .refused(400);
        assert_eq!(refused["code"], 707);
        platform
            .post(&format!("{AT}/rollback"), json!({"plugin": id}))
            .await
            .result();
        assert_eq!(
            of_tenant(&admin, &id).await.unwrap()["version"],
            "2.0.0",
            "the way forward stays open"
        );

        platform
            .post(&format!("{AT}/suspend"), json!({"plugin": id}))
            .await
            .result();
        assert!(of_tenant(&admin, &id).await.is_none());
        platform
            .post(&format!("{AT}/resume"), json!({"plugin": id}))
            .await
            .result();
        assert!(of_tenant(&admin, &id).await.is_some());
        admin
            .post("/api/plugins/disableplugin", json!({"id": id}))
            .await
            .result();
        assert_eq!(of_tenant(&admin, &id).await.unwrap()["isEnabled"], false);

        platform
            .post(&format!("{AT}/remove"), json!({"plugin": id}))
            .await
            .result();
        assert!(of_tenant(&admin, &id).await.is_none());
        platform
            .post(&format!("{AT}/remove"), json!({"plugin": id}))
            .await
            .refused(404);
        platform
            .delete(&format!("{AT}/deletepackage?id={}", second["id"]))
            .await
            .result();
    });
}

#[test]
fn who_is_held_goes_on_when_nothing_is_missing_any_more() {
    on_host("plugin packages", |kit| async move {
        let platform = platform(&kit).await;
        let (key, id, admin) = (trusted(&platform).await, unique(), kit.user("Admin").await);
        let install = async |version: &str, more: &str| {
            let made = upload(&platform, &ferry(&id, version, more, Some(&key)))
                .await
                .result();
            platform
                .post(&format!("{AT}/install"), json!({"id": made["id"]}))
                .await
                .result();
        };
        let version = async || of_tenant(&admin, &id).await.unwrap()["version"].clone();
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
            .post(&format!("{AT}/rollback"), json!({"plugin": id}))
            .await
            .result();
        let seen = of_tenant(&admin, &id).await.unwrap();
        assert_eq!(
            (&seen["version"], &seen["waiting"]),
            (&json!("4.0.0"), &Value::Null)
        );
        platform
            .post(&format!("{AT}/rollback"), json!({"plugin": id}))
            .await
            .result();

        // Off and on again, it agrees to what is active.
        install("6.0.0", ", \"key-value\"").await;
        admin
            .post("/api/plugins/disableplugin", json!({"id": id}))
            .await
            .result();
        assert_eq!(version().await, "6.0.0");
        // A tenant that has it off is not held.
        install("7.0.0", ", \"key-value\", \"crypto\"").await;
        assert_eq!(version().await, "7.0.0");
    });
}

#[test]
fn an_older_version_is_made_active_only_when_it_is_meant() {
    on_host("plugin packages", |kit| async move {
        let platform = platform(&kit).await;
        let (key, id) = (trusted(&platform).await, unique());
        let mut made = Vec::new();
        for version in ["1.0.0", "1.1.0"] {
            let package = upload(&platform, &ferry(&id, version, "", Some(&key)))
                .await
                .result();
            platform
                .post(&format!("{AT}/install"), json!({"id": package["id"]}))
                .await
                .result();
            made.push(package["id"].clone());
        }
        let refused = platform
            .post(&format!("{AT}/install"), json!({"id": made[0]}))
            .await
            .refused(400);
        assert_eq!(
            (&refused["code"], &refused["details"]),
            (&json!(725), &json!("1.1.0 is active and 1.0.0 is older."))
        );
        platform
            .post(
                &format!("{AT}/install"),
                json!({"id": made[0], "downgrade": true}),
            )
            .await
            .result();
        let admin = kit.user("Admin").await;
        assert_eq!(of_tenant(&admin, &id).await.unwrap()["version"], "1.0.0");
    });
}

#[test]
fn an_id_is_its_first_signers_and_consent_does_not_go_to_another() {
    on_host("plugin packages", |kit| async move {
        let platform = platform(&kit).await;
        let (first, second) = (trusted(&platform).await, trusted(&platform).await);
        let (id, admin) = (unique(), kit.user("Admin").await);
        let made = upload(
            &platform,
            &ferry(&id, "1.0.0", ", \"key-value\"", Some(&first)),
        )
        .await
        .result();
        assert_eq!(made["newSigner"], Value::Null);
        platform
            .post(&format!("{AT}/install"), json!({"id": made["id"]}))
            .await
            .result();
        let asks = json!(["capability:key-value"]);
        admin
            .post("/api/plugins/enableplugin", json!({"id": id, "asks": asks}))
            .await
            .result();

        let taken = upload(
            &platform,
            &ferry(&id, "2.0.0", ", \"key-value\"", Some(&second)),
        )
        .await
        .result();
        let change = &taken["newSigner"];
        assert_eq!(change["fromFingerprint"], first.public().fingerprint());
        assert_eq!(change["toFingerprint"], second.public().fingerprint());
        let listed = platform.get(&format!("{AT}/getpackages")).await.result();
        let listed = listed
            .as_array()
            .unwrap()
            .iter()
            .find(|package| package["id"] == taken["id"])
            .unwrap()
            .clone();
        assert_eq!(&listed["newSigner"], change);
        let install = |decided: bool| json!({"id": taken["id"], "newSigner": decided});
        let refused = platform
            .post(&format!("{AT}/install"), install(false))
            .await
            .refused(400);
        assert_eq!(refused["code"], 724);
        assert!(
            refused["details"]
                .as_str()
                .unwrap()
                .contains(&second.public().fingerprint()),
            "{refused}"
        );
        let trial = json!({"packageId": taken["id"], "share": 10});
        assert_eq!(
            platform
                .post(&format!("{AT}/startcanary"), trial)
                .await
                .refused(400)["code"],
            724
        );
        let pin = json!({"id": id, "version": "2.0.0"});
        assert_eq!(
            admin.put("/api/plugins/setversion", pin).await.refused(400)["code"],
            724
        );

        platform
            .post(&format!("{AT}/install"), install(true))
            .await
            .result();
        let seen = of_tenant(&admin, &id).await.unwrap();
        assert_eq!(
            (&seen["version"], &seen["waiting"]["version"]),
            (&json!("1.0.0"), &json!("2.0.0"))
        );
        assert_eq!(&seen["waiting"]["newSigner"], change);
        assert_eq!(
            seen["waiting"]["missingConsents"], asks,
            "what was agreed to with the one does not hold for the other"
        );
        // From now on it is theirs.
        let next = upload(
            &platform,
            &ferry(&id, "3.0.0", ", \"key-value\"", Some(&second)),
        )
        .await
        .result();
        assert_eq!(next["newSigner"], Value::Null);
        platform
            .post(&format!("{AT}/install"), json!({"id": next["id"]}))
            .await
            .result();
        assert_eq!(of_tenant(&admin, &id).await.unwrap()["version"], "1.0.0");
        let agreed = json!({"id": id, "version": "3.0.0", "asks": asks});
        admin
            .post("/api/plugins/agreetoversion", agreed)
            .await
            .result();
        assert_eq!(of_tenant(&admin, &id).await.unwrap()["version"], "3.0.0");

        // Removed and installed anew by the first signer: nobody has agreed to that one.
        platform
            .post(&format!("{AT}/remove"), json!({"plugin": id}))
            .await
            .result();
        let back = json!({"id": made["id"], "newSigner": true});
        platform.post(&format!("{AT}/install"), back).await.result();
        assert_eq!(
            of_tenant(&admin, &id).await.unwrap()["missingConsents"],
            asks
        );
    });
}
