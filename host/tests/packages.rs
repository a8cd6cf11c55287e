//! Plugins as packages: signed, uploaded, tried out, active for all, agreed to by each tenant, upgraded and rolled back.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use axum::http::Method;
use carriers::port::{CarrierCall, CarrierPort};
use engine::package::{SigningKey, pack, sign};
use kernel::config::Config;
use serde_json::{Value, json};
use testkit::{Client, Kit, on_both};
use waybill::{App, Parts};

const AT: &str = "/api/plugins/platform";

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("waybill-test-{name}-{}", uuid::Uuid::now_v7().simple()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn key() -> SigningKey {
    SigningKey::create(&folder("key").join("key")).unwrap()
}

/// A rate engine under a name of its own, which is all that differs from the one that comes with the program.
fn ferry(id: &str, version: &str, more: &str, key: Option<&SigningKey>) -> Vec<u8> {
    let folder = folder("package");
    fs::copy(testkit::plugins_folder().join("zone-rates/component.wasm"), folder.join("component.wasm")).unwrap();
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
    client.send(Method::POST, &format!("{AT}/upload"), Some(("application/zip", package.to_vec()))).await
}

async fn trusted(platform: &Client) -> SigningKey {
    let key = key();
    let body = json!({"key": key.public().to_string(), "name": "Ferry makers"});
    platform.post(&format!("{AT}/trustsigner"), body).await.result();
    key
}

async fn platform(kit: &Kit) -> Client {
    kit.platform().await.user("Admin").await
}

async fn of_tenant(client: &Client, id: &str) -> Option<Value> {
    let list = client.get("/api/plugins/getplugins").await.result();
    list.as_array().unwrap().iter().find(|plugin| plugin["id"] == id).cloned()
}

fn unique() -> String {
    format!("ferry-{}", &uuid::Uuid::new_v4().simple().to_string()[..12])
}

#[test]
fn only_what_a_trusted_key_signed_is_taken() {
    on_both(|kit| async move {
        let platform = platform(&kit).await;
        let id = unique();
        let error = upload(&platform, &ferry(&id, "1.0.0", "", None)).await.refused(400);
        assert_eq!(error["code"], 702);
        assert_eq!(error["details"], "It is not signed.");

        let stranger = key();
        let error = upload(&platform, &ferry(&id, "1.0.0", "", Some(&stranger))).await.refused(400);
        assert!(error["details"].as_str().unwrap().contains(&stranger.public().fingerprint()), "{error}");

        let key = trusted(&platform).await;
        let package = ferry(&id, "1.0.0", "", Some(&key));
        let made = upload(&platform, &package).await.result();
        assert_eq!(upload(&platform, &package).await.result()["id"], made["id"], "the same file is the same package");
        let other = ferry(&id, "1.0.0", ", \"clock\"", Some(&key));
        assert_eq!(upload(&platform, &other).await.refused(400)["code"], 704);

        let mut tampered = package.clone();
        let middle = tampered.len() / 2;
        tampered[middle] ^= 0xff;
        assert_eq!(upload(&platform, &tampered).await.refused(400)["code"], 701);
        assert_eq!(upload(&platform, b"nonsense").await.refused(400)["code"], 701);
        let bundled = ferry("zone-rates", "9.0.0", "", Some(&key));
        assert_eq!(upload(&platform, &bundled).await.refused(400)["code"], 703);

        let signers = platform.get(&format!("{AT}/getsigners")).await.result();
        let own = key.public().to_string();
        let own = signers.as_array().unwrap().iter().find(|signer| signer["key"] == own.as_str()).unwrap();
        platform.delete(&format!("{AT}/revokesigner?id={}", own["id"])).await.result();
        let next = ferry(&id, "1.1.0", "", Some(&key));
        assert_eq!(upload(&platform, &next).await.refused(400)["code"], 702, "a revoked key is trusted no more");
        platform.post(&format!("{AT}/trustsigner"), json!({"key": "x", "name": ""})).await.refused(400);

        let admin = kit.user("Admin").await;
        upload(&admin, &package).await.refused(403);
        upload(&kit.guest(), &package).await.refused(401);
    });
}

#[test]
fn a_plugin_that_does_not_pass_its_trial_is_not_kept() {
    on_both(|kit| async move {
        let platform = platform(&kit).await;
        let key = trusted(&platform).await;
        let id = unique();
        let broken = folder("broken");
        let toml = format!("id = \"{id}\"\nname = \"F\"\nversion = \"1.0.0\"\nkind = \"carrier\"\nwit = \"1.0.0\"\n");
        fs::write(broken.join("plugin.toml"), toml).unwrap();
        // A rate engine is no carrier.
        fs::copy(testkit::plugins_folder().join("zone-rates/component.wasm"), broken.join("component.wasm")).unwrap();
        let package = sign(&pack(&broken).unwrap(), &key).unwrap();
        let error = upload(&platform, &package).await.refused(400);
        assert_eq!(error["code"], 705);
        assert!(error["details"].as_str().unwrap().contains("lacks what its kind needs"), "{error}");
        let packages = platform.get(&format!("{AT}/getpackages")).await.result();
        assert!(packages.as_array().unwrap().iter().all(|package| package["plugin"] != id.as_str()));
    });
}

#[test]
fn a_package_lives_its_life() {
    on_both(|kit| async move {
        let platform = platform(&kit).await;
        let key = trusted(&platform).await;
        let id = unique();
        let first = upload(&platform, &ferry(&id, "1.0.0", "", Some(&key))).await.result();
        let admin = kit.user("Admin").await;
        assert!(of_tenant(&admin, &id).await.is_none(), "nobody sees what is not active");
        platform.post(&format!("{AT}/install"), json!({"id": first["id"]})).await.result();

        let seen = of_tenant(&admin, &id).await.unwrap();
        assert_eq!((&seen["isEnabled"], &seen["isBundled"]), (&json!(false), &json!(false)));
        assert_eq!(seen["asks"], json!([]));
        let enable = |asks: Value| json!({"id": id, "asks": asks});
        let refused = admin.post("/api/plugins/enableplugin", enable(json!(["host:evil.example"]))).await.refused(400);
        assert_eq!(refused["code"], 711, "what is agreed to is what was shown");
        admin.post("/api/plugins/enableplugin", enable(json!([]))).await.result();
        assert_eq!(of_tenant(&admin, &id).await.unwrap()["isEnabled"], true);

        // The upgrade asks for more, which has to be agreed to anew.
        let second = upload(&platform, &ferry(&id, "2.0.0", ", \"key-value\"", Some(&key))).await.result();
        platform.post(&format!("{AT}/install"), json!({"id": second["id"]})).await.result();
        let seen = of_tenant(&admin, &id).await.unwrap();
        assert_eq!(seen["version"], "2.0.0");
        assert_eq!(seen["missingConsents"], json!(["capability:key-value"]));
        admin.post("/api/plugins/enableplugin", enable(json!(["capability:key-value"]))).await.result();
        assert_eq!(of_tenant(&admin, &id).await.unwrap()["missingConsents"], json!([]));
        let other = kit.another_tenant().await;
        let theirs = of_tenant(&other.user("Admin").await, &id).await.unwrap();
        assert_eq!(theirs["missingConsents"], json!(["capability:key-value"]), "a consent is one tenant's");

        platform.post(&format!("{AT}/rollback"), json!({"plugin": id})).await.result();
        assert_eq!(of_tenant(&admin, &id).await.unwrap()["version"], "1.0.0");
        let refused = platform.delete(&format!("{AT}/deletepackage?id={}", second["id"])).await.refused(400);
        assert_eq!(refused["code"], 707);
        platform.post(&format!("{AT}/rollback"), json!({"plugin": id})).await.result();
        assert_eq!(of_tenant(&admin, &id).await.unwrap()["version"], "2.0.0", "the way forward stays open");

        platform.post(&format!("{AT}/suspend"), json!({"plugin": id})).await.result();
        assert!(of_tenant(&admin, &id).await.is_none());
        platform.post(&format!("{AT}/resume"), json!({"plugin": id})).await.result();
        assert!(of_tenant(&admin, &id).await.is_some());
        admin.post("/api/plugins/disableplugin", json!({"id": id})).await.result();
        assert_eq!(of_tenant(&admin, &id).await.unwrap()["isEnabled"], false);

        platform.post(&format!("{AT}/remove"), json!({"plugin": id})).await.result();
        assert!(of_tenant(&admin, &id).await.is_none());
        platform.post(&format!("{AT}/remove"), json!({"plugin": id})).await.refused(404);
        platform.delete(&format!("{AT}/deletepackage?id={}", second["id"])).await.result();
    });
}

/// A host of its own whose only bundled plugin is the rate engine.
async fn host_without_carriers(data: &Path, database_url: Option<String>) -> App {
    let bundled = data.join("bundled/zone-rates");
    fs::create_dir_all(&bundled).unwrap();
    for file in ["plugin.toml", "component.wasm"] {
        fs::copy(testkit::plugins_folder().join("zone-rates").join(file), bundled.join(file)).unwrap();
    }
    let config = Config {
        database_url,
        plugins: Some(data.join("bundled")),
        plugin_allow_unsigned: true,
        sqlite_durable: false,
        data: data.to_owned(),
        ..Config::default()
    };
    App::start(Parts::new(config)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_packaged_carrier_is_called_only_where_it_was_agreed_to_and_other_hosts_follow() {
    let data = folder("host");
    let app = host_without_carriers(&data, None).await;
    let new = tenancy::NewTenant { name: "T".into(), hosts: vec!["t.test".into()], ..Default::default() };
    let tenant = identity::create_tenant(app.host(), new).await.unwrap();

    let source = folder("own-fleet");
    for file in ["plugin.toml", "component.wasm"] {
        fs::copy(testkit::plugins_folder().join("own-fleet").join(file), source.join(file)).unwrap();
    }
    let package = pack(&source).unwrap();
    let mut scope = app.host().scope(kernel::ids::TenantId(0), kernel::db::Mode::Write);
    let uploaded = plugins::registry::upload(&mut scope, package.into()).await.unwrap();
    plugins::registry::install(&mut scope, uploaded.id).await.unwrap();

    let user = identity::NewUser {
        user_name: "admin".into(),
        name: "A".into(),
        surname: "B".into(),
        email: "a@t.test".into(),
        password: testkit::PASSWORD.into(),
        roles: vec!["Admin".into()],
        ..Default::default()
    };
    let user = identity::create_user(app.host(), tenant, user).await.unwrap();
    let token = identity::sign_in(app.host(), tenant, user).await.unwrap();
    let admin = Client { app: app.clone(), host_name: "t.test".into(), token: Some(token), headers: Vec::new() };

    let call = || CarrierCall {
        tenant,
        customer: None,
        timezone: "UTC".into(),
        now: app.host().clock().now(),
        carrier: "own-fleet".into(),
        account_code: "F".into(),
        settings: BTreeMap::new(),
        secrets: BTreeMap::new(),
        deadline: None,
    };
    let port = app.host().port::<dyn CarrierPort>().unwrap();
    let fault = port.find(call(), "nothing".into()).await.unwrap_err();
    assert!(fault.message.contains("has agreed to"), "{}", fault.message);
    let seen = of_tenant(&admin, "own-fleet").await.unwrap();
    let asks: Vec<&Value> = seen["asks"].as_array().unwrap().iter().map(|ask| &ask["code"]).collect();
    admin.post("/api/plugins/enableplugin", json!({"id": "own-fleet", "asks": asks})).await.result();
    let found = port.find(call(), "nothing".into()).await.unwrap();
    assert!(found.is_none(), "the carrier was asked and knows of no such booking");
    let health = admin.get("/api/plugins/getpluginhealth?id=own-fleet").await.result();
    assert!(health["functions"].as_array().unwrap().iter().any(|function| function["function"] == "find"), "{health}");

    // Another host of the same database follows, at its start and while it runs.
    let url = format!("sqlite://{}", data.join("waybill.db").display());
    let second = folder("second");
    fs::create_dir_all(second.join("files")).unwrap();
    copy_files(&data.join("files"), &second.join("files"));
    let other = host_without_carriers(&second, Some(url)).await;
    assert!(other.engine().plugin("own-fleet").is_some());
    plugins::registry::remove(&mut scope, "own-fleet").await.unwrap();
    assert!(plugins::registry::follow(other.host()).await.unwrap().is_empty());
    assert!(other.engine().plugin("own-fleet").is_none());
}

/// Hosts share their files by a folder or by S3; here by a copy.
fn copy_files(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_dir() {
            copy_files(&entry.path(), &to.join(entry.file_name()));
        } else {
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}
