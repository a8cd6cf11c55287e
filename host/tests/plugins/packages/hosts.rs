//! Packages on several hosts.

use std::{collections::BTreeMap, fs, path::Path};

use bytes::Bytes;
use carriers::port::{CarrierCall, CarrierPort};
use data::config::Config;
use engine::package::{Package, pack};
use futures_util::future::join_all;
use plugins::PackagePort;
use serde_json::json;
use testkit::{Client, on_host};
use waybill::{App, Parts};

use super::{BASE, build_package, find_plugin, folder, platform, trust_new_key, unique, upload};

async fn host_without_carriers(data: &Path, database_url: Option<String>) -> App {
    let bundled = data.join("bundled/zone-rates");
    fs::create_dir_all(&bundled).unwrap();
    for file in ["plugin.toml", "component.wasm"] {
        fs::copy(
            testkit::plugins_folder().join("zone-rates").join(file),
            bundled.join(file),
        )
        .unwrap();
    }
    let config = Config {
        database_url,
        plugins: Some(data.join("bundled")),
        plugin_allow_unsigned: true,
        secret_key: Some(testkit::secret_key()),
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
    let new = tenancy::NewTenant {
        name: "T".into(),
        hosts: vec!["t.test".into()],
        ..Default::default()
    };
    let tenant = people::create_tenant(app.host(), new).await.unwrap();

    let source = folder("own-fleet");
    for file in ["plugin.toml", "component.wasm"] {
        fs::copy(
            testkit::plugins_folder().join("own-fleet").join(file),
            source.join(file),
        )
        .unwrap();
    }
    let package = pack(&source).unwrap();
    let mut scope = app
        .host()
        .scope(data::ids::TenantId(0), data::db::Mode::Write);
    let uploaded = plugins::packages::service::upload(&mut scope, package.into())
        .await
        .unwrap();
    plugins::packages::service::install(&mut scope, uploaded.id, Default::default())
        .await
        .unwrap();

    let user = identity::NewUser {
        user_name: "admin".into(),
        name: "A".into(),
        surname: "B".into(),
        email: "a@t.test".into(),
        password: testkit::PASSWORD.into(),
        roles: vec!["Admin".into()],
        ..Default::default()
    };
    let user = identity::create_user(app.host(), tenant, user)
        .await
        .unwrap();
    let token = identity::sign_in(app.host(), tenant, user).await.unwrap();
    let admin = Client {
        app: app.clone(),
        host_name: "t.test".into(),
        token: Some(token),
        headers: Vec::new(),
        address: None,
    };

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
    assert!(
        fault.to_string().contains("has agreed to"),
        "{}",
        fault.message
    );
    let lines = waybill::operate::enable_plugin(&app, "t.test", "own-fleet", false)
        .await
        .unwrap();
    assert!(
        lines
            .iter()
            .any(|line| line.contains("capability:key-value")),
        "{lines:?}"
    );
    assert!(
        lines.last().unwrap().contains("nothing was agreed to"),
        "{lines:?}"
    );
    let fault = port.find(call(), "nothing".into()).await.unwrap_err();
    assert!(
        fault.to_string().contains("has agreed to"),
        "{}",
        fault.message
    );
    let lines = waybill::operate::enable_plugin(&app, "t.test", "own-fleet", true)
        .await
        .unwrap();
    assert!(
        lines.last().unwrap().contains("all of this is agreed to"),
        "{lines:?}"
    );
    let matching = port.find(call(), "nothing".into()).await.unwrap();
    assert!(
        matching.is_none(),
        "the carrier was asked and knows of no such booking"
    );
    let health = admin
        .get("/api/plugins/getpluginhealth?id=own-fleet")
        .await
        .result();
    assert!(
        health["functions"]
            .as_array()
            .unwrap()
            .iter()
            .any(|function| function["function"] == "find"),
        "{health}"
    );

    let url = format!("sqlite://{}", data.join("waybill.db").display());
    let second = folder("second");
    fs::create_dir_all(second.join("files")).unwrap();
    copy_files(&data.join("files"), &second.join("files"));
    let other = host_without_carriers(&second, Some(url)).await;
    assert!(other.engine().plugin("own-fleet").is_some());
    plugins::packages::service::remove(&mut scope, "own-fleet")
        .await
        .unwrap();
    assert!(
        plugins::packages::follow(other.host())
            .await
            .unwrap()
            .is_empty()
    );
    assert!(other.engine().plugin("own-fleet").is_none());
}

/// Hosts share files by a folder or S3; here by a copy.
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

#[test]
fn a_package_is_unpacked_by_many_at_once() {
    on_host("plugin packages", |kit| async move {
        let host = kit.app.host();
        let port = host.port::<dyn PackagePort>().unwrap();
        for _ in 0..4 {
            let package = Bytes::from(build_package(&unique(), "1.0.0", "", None));
            let prepared = join_all((0..8).map(|_| port.prepare(package.clone()))).await;
            assert!(prepared.iter().all(Result::is_ok), "{prepared:?}");
            let digest = Package::read(&package).unwrap().digest;
            let folder = host.config().data.join("packages").join(&digest[..16]);
            let unpacked = fs::read_dir(folder).unwrap().count();
            assert_eq!(unpacked, 1, "no draft is left");
        }
    });
}

#[test]
fn what_was_just_installed_stays_while_the_host_follows() {
    on_host("plugin packages", |kit| async move {
        let platform = platform(&kit).await;
        let key = trust_new_key(&platform).await;
        let host = kit.app.host().clone();
        let (stop, mut stopped) = tokio::sync::watch::channel(false);
        let following = tokio::spawn(async move {
            while !*stopped.borrow_and_update() {
                plugins::packages::follow(&host).await.unwrap();
                tokio::task::yield_now().await;
            }
        });
        let admin = kit.user("Admin").await;
        for _ in 0..8 {
            let id = unique();
            let created = upload(&platform, &build_package(&id, "1.0.0", "", Some(&key)))
                .await
                .result();
            platform
                .post(&format!("{BASE}/install"), json!({"id": created["id"]}))
                .await
                .result();
            for _ in 0..5 {
                assert!(
                    find_plugin(&admin, &id).await.is_some(),
                    "{id} was taken away again"
                );
            }
        }
        stop.send(true).unwrap();
        following.await.unwrap();
    });
}
