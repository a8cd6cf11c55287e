//! Plugin authors on a running host: log output, and builds installed immediately.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chrono::TimeDelta;
use data::{config::Config, db::Mode, ids::TenantId};
use plugins::LogLine;
use testkit::on_host;
use waybill::{
    App, Parts,
    plugin_dev::{self, DevOptions},
    plugin_log::{self, LogOptions},
};

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<String>>>);

impl Output {
    fn add(&self, line: &str) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(line.to_owned());
    }

    fn lines(&self) -> Vec<String> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    async fn wait_for(&self, words: &str, count: usize) {
        let found = || {
            self.lines()
                .iter()
                .filter(|line| line.contains(words))
                .count()
        };
        for _ in 0..600 {
            if found() >= count {
                return assert_eq!(found(), count, "{:?}", self.lines());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{words:?} was not said {count} times: {:?}", self.lines());
    }
}

fn unique(name: &str) -> String {
    format!(
        "{name}-{}",
        &uuid::Uuid::new_v4().simple().to_string()[..12]
    )
}

#[test]
fn each_line_of_a_log_is_said_once_whoever_wrote_it() {
    on_host("plugin authors", |kit| async move {
        let id = unique("logged");
        let others = kit.another_tenant().await;
        let write = async |tenant: TenantId, plugin: &str, messages: Vec<String>| {
            let mut scope = kit.app.host().scope(tenant, Mode::Write);
            let now = scope.now();
            let line = |message| LogLine {
                plugin: plugin.to_owned(),
                account: "ACC".into(),
                call: "rates".into(),
                level: "info".into(),
                message,
                creation_time: now - TimeDelta::milliseconds(1),
            };
            plugins::write_log(&mut scope, messages.into_iter().map(line).collect())
                .await
                .unwrap();
            scope.commit().await.unwrap();
        };
        let quiet = Output::default();
        let missing = plugin_log::log(
            &kit.app,
            &LogOptions::last(&id, 5),
            &|line| quiet.add(line),
            async {},
        )
        .await
        .unwrap_err();
        assert!(missing.to_string().contains("is installed"), "{missing}");

        write(
            kit.tenant,
            &id,
            (0..300).map(|number| format!("old {number};")).collect(),
        )
        .await;
        write(
            kit.tenant,
            &unique("another"),
            vec!["of another plugin".into()],
        )
        .await;
        plugin_log::log(
            &kit.app,
            &LogOptions::last(&id, 5),
            &|line| quiet.add(line),
            async {},
        )
        .await
        .unwrap();
        let lines = quiet.lines();
        assert_eq!(lines.len(), 5, "{lines:?}");
        assert!(
            lines[0].contains(" info ") && lines[0].ends_with("rates (ACC): old 295;"),
            "{lines:?}"
        );
        assert!(lines[4].ends_with("old 299;"), "{lines:?}");

        let output = Output::default();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let (app, heard, followed) = (kit.app.clone(), output.clone(), id.clone());
        let following = tokio::spawn(async move {
            let stop = async { drop(stopped.await) };
            plugin_log::log(
                &app,
                &LogOptions::following(&followed),
                &|line| heard.add(line),
                stop,
            )
            .await
        });
        // Lines written before its first poll are old.
        while !output.lines().iter().any(|line| line.contains("begins")) {
            write(others.tenant, &id, vec!["begins".into()]).await;
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        // More than one page, from two tenants and concurrent transactions.
        let many = (0..30).map(|batch| {
            let tenant = if batch % 2 == 0 {
                kit.tenant
            } else {
                others.tenant
            };
            write(
                tenant,
                &id,
                (0..80)
                    .map(|number| format!("new {batch}-{number};"))
                    .collect(),
            )
        });
        futures_util::future::join_all(many).await;
        output.wait_for("new ", 30 * 80).await;
        write(kit.tenant, &id, vec!["the end".into()]).await;
        output.wait_for("the end", 1).await;
        stop.send(()).unwrap();
        following.await.unwrap().unwrap();

        let lines = output.lines();
        assert!(
            lines
                .iter()
                .all(|line| !line.contains("old ") && !line.contains("another plugin")),
            "only what is new"
        );
        for batch in 0..30 {
            for number in 0..80 {
                let text = format!(": new {batch}-{number};");
                assert_eq!(
                    lines.iter().filter(|line| line.ends_with(&text)).count(),
                    1,
                    "{text}"
                );
            }
        }
    });
}

fn build(folder: &Path, id: &str, version: &str, grants: &str) {
    fs::create_dir_all(folder).unwrap();
    fs::copy(
        testkit::plugins_folder().join("zone-rates/component.wasm"),
        folder.join("component.wasm"),
    )
    .unwrap();
    let toml = format!(
        "id = \"{id}\"\nname = \"Ferry rates\"\nversion = \"{version}\"\nkind = \"rate-engine\"\nwit = \"1.0.0\"\n\
         [grants]\ncapabilities = [\"log\"{grants}]\n"
    );
    fs::write(folder.join("plugin.toml"), toml).unwrap();
}

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(unique(&format!("waybill-test-{name}")));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Starts an exclusive host, optionally in development mode.
async fn host(data: &Path, plugin_allow_unsigned: bool) -> App {
    let config = Config {
        plugins: Some(data.join("bundled")),
        plugin_allow_unsigned,
        secret_key: Some(testkit::secret_key()),
        sqlite_durable: false,
        data: data.to_owned(),
        ..Config::default()
    };
    fs::create_dir_all(data.join("bundled")).unwrap();
    App::start(Parts::new(config)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_is_not_in_development_takes_no_builds() {
    let (data, folder) = (scratch("signed-host"), scratch("refused-build"));
    build(&folder, "ferry", "1.0.0", "");
    let app = host(&data, false).await;
    let refused = plugin_dev::develop(&app, &DevOptions::new(folder.clone()), &|_| {}, async {})
        .await
        .unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("WAYBILL_PLUGIN_ALLOW_UNSIGNED=true"),
        "{refused}"
    );
    assert!(app.engine().plugin("ferry").is_none());
    for folder in [data, folder] {
        fs::remove_dir_all(folder).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_build_is_taken_as_soon_as_it_changes_and_leaves_the_way_back() {
    let (data, project) = (scratch("dev-host"), scratch("project"));
    let app = host(&data, true).await;
    let new = tenancy::NewTenant {
        name: "T".into(),
        hosts: vec!["t.test".into()],
        ..Default::default()
    };
    people::create_tenant(app.host(), new).await.unwrap();
    let released = scratch("released");
    build(&released, "ferry", "2.0.0", "");
    let mut scope = app.host().scope(TenantId(0), Mode::Write);
    let package = engine::package::pack(&released).unwrap();
    let uploaded = plugins::packages::service::upload(&mut scope, package.into())
        .await
        .unwrap();
    plugins::packages::service::install(&mut scope, uploaded.id, Default::default())
        .await
        .unwrap();
    waybill::operate::enable_plugin(&app, "t.test", "ferry", true)
        .await
        .unwrap();

    fs::write(project.join("build.py"), "").unwrap();
    fs::copy(released.join("plugin.toml"), project.join("plugin.toml")).unwrap();
    let folder = project.join("target/waybill/ferry");
    let output = Output::default();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let (working, heard, watched) = (app.clone(), output.clone(), project.clone());
    let following = tokio::spawn(async move {
        let stop = async { drop(stopped.await) };
        plugin_dev::develop(
            &working,
            &DevOptions::new(watched),
            &|line| heard.add(line),
            stop,
        )
        .await
    });
    output.wait_for("Watching", 1).await;
    build(&folder, "ferry", "1.0.0", "");
    output.wait_for("ferry 1.0.0-dev.", 1).await;
    let active = || {
        app.engine()
            .plugin("ferry")
            .unwrap()
            .manifest()
            .version
            .clone()
    };
    let first = active();
    assert!(first.starts_with("1.0.0-dev."), "{first}");
    fs::create_dir_all(folder.join("web")).unwrap();
    fs::write(folder.join("web/remoteEntry.js"), "export default 1;").unwrap();
    output.wait_for("is active.", 2).await;
    assert_ne!(active(), first);
    fs::write(folder.join("plugin.toml"), "id = 7").unwrap();
    output.wait_for("Not taken: ", 1).await;
    build(&folder, "ferry", "1.1.0", ", \"key-value\"");
    output
        .wait_for("until it agrees to what this build asks for", 1)
        .await;
    assert!(active().starts_with("1.1.0-dev."));

    // Old builds are removed, except the active, the pinned and the released one.
    let mut scope = app.host().scope(TenantId(0), Mode::Read);
    let query = data::db::PlatformSql("SELECT version FROM plugin_packages ORDER BY id");
    let stored = scope.platform(query, Vec::new()).await.unwrap();
    let stored: Vec<String> = stored.iter().map(|row| row.get(0).unwrap()).collect();
    assert_eq!(stored.len(), 3, "{stored:?}");
    let pins = plugins::packages::pins(&mut scope).await.unwrap();
    assert_eq!(pins.len(), 1);
    assert!(
        pins[0].is_held
            && pins[0].version == stored[1]
            && stored[0] == "2.0.0"
            && stored[2] == active(),
        "{stored:?}"
    );
    drop(scope);
    stop.send(()).unwrap();
    following.await.unwrap().unwrap();
    output.wait_for("stays active", 1).await;

    let mut scope = app.host().scope(TenantId(0), Mode::Write);
    plugins::packages::service::roll_back(&mut scope, "ferry")
        .await
        .unwrap();
    assert_eq!(active(), "2.0.0", "the way back leads past all builds");
    for folder in [data, project, released] {
        fs::remove_dir_all(folder).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_build_takes_no_id_that_is_a_signers() {
    let (data, folder) = (scratch("owned-host"), scratch("owned-build"));
    let app = host(&data, true).await;
    build(&folder, "ferry", "1.0.0", "");
    let key = engine::package::SigningKey::create(&scratch("key").join("key")).unwrap();
    let mut scope = app.host().scope(TenantId(0), Mode::Write);
    plugins::packages::service::trust(&mut scope, &key.public().to_string(), "Ferry makers")
        .await
        .unwrap();
    let signed = engine::package::sign(&engine::package::pack(&folder).unwrap(), &key).unwrap();
    let uploaded = plugins::packages::service::upload(&mut scope, signed.into())
        .await
        .unwrap();
    plugins::packages::service::install(&mut scope, uploaded.id, Default::default())
        .await
        .unwrap();

    let output = Output::default();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let (working, heard, watched) = (app.clone(), output.clone(), folder.clone());
    let following = tokio::spawn(async move {
        let stop = async { drop(stopped.await) };
        plugin_dev::develop(
            &working,
            &DevOptions::new(watched),
            &|line| heard.add(line),
            stop,
        )
        .await
    });
    output.wait_for("has a different signer", 1).await;
    stop.send(()).unwrap();
    following.await.unwrap().unwrap();
    assert_eq!(
        app.engine().plugin("ferry").unwrap().manifest().version,
        "1.0.0"
    );
    for folder in [data, folder] {
        fs::remove_dir_all(folder).unwrap();
    }
}
