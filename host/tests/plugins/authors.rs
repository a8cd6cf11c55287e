//! What an author has on a running host: a plugin's log at the terminal, and a build that is taken as soon as it is made.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chrono::TimeDelta;
use kernel::{config::Config, db::Mode, ids::TenantId};
use plugins::LogLine;
use testkit::on_host;
use waybill::{
    App, Parts,
    plugin_dev::{self, DevOptions},
    plugin_log::{self, LogOptions},
};

/// What was said so far.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<String>>>);

impl Said {
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

    /// Waits until a line has these words, and tells how many have.
    async fn has(&self, words: &str, count: usize) {
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
        let quiet = Said::default();
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

        let said = Said::default();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let (app, heard, followed) = (kit.app.clone(), said.clone(), id.clone());
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
        // What is written before it looks for the first time is old to it.
        while !said.lines().iter().any(|line| line.contains("begins")) {
            write(others.tenant, &id, vec!["begins".into()]).await;
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        // More at once than are asked for at a time, from two tenants and in many transactions side by side.
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
        said.has("new ", 30 * 80).await;
        write(kit.tenant, &id, vec!["the end".into()]).await;
        said.has("the end", 1).await;
        stop.send(()).unwrap();
        following.await.unwrap().unwrap();

        let lines = said.lines();
        assert!(
            lines
                .iter()
                .all(|line| !line.contains("old ") && !line.contains("another plugin")),
            "only what is new"
        );
        for batch in 0..30 {
            for number in 0..80 {
                let words = format!(": new {batch}-{number};");
                assert_eq!(
                    lines.iter().filter(|line| line.ends_with(&words)).count(),
                    1,
                    "{words}"
                );
            }
        }
    });
}

/// A folder that is laid out as `waybill plugin build` does it.
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

/// A host of its own, in development or not.
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
    let refused = plugin_dev::develop(&app, &DevOptions::of(folder.clone()), &|_| {}, async {})
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
    let uploaded = plugins::registry::upload(&mut scope, package.into())
        .await
        .unwrap();
    plugins::registry::install(&mut scope, uploaded.id, Default::default())
        .await
        .unwrap();
    waybill::operate::switch_on(&app, "t.test", "ferry", true)
        .await
        .unwrap();

    // A project, whose build is laid out below it.
    fs::write(project.join("build.py"), "").unwrap();
    fs::copy(released.join("plugin.toml"), project.join("plugin.toml")).unwrap();
    let folder = project.join("target/waybill/ferry");
    let said = Said::default();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let (working, heard, watched) = (app.clone(), said.clone(), project.clone());
    let following = tokio::spawn(async move {
        let stop = async { drop(stopped.await) };
        plugin_dev::develop(
            &working,
            &DevOptions::of(watched),
            &|line| heard.add(line),
            stop,
        )
        .await
    });
    said.has("Watching", 1).await;
    build(&folder, "ferry", "1.0.0", "");
    said.has("ferry 1.0.0-dev.", 1).await;
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
    // A face, and a manifest that is broken for a while.
    fs::create_dir_all(folder.join("web")).unwrap();
    fs::write(folder.join("web/remoteEntry.js"), "export default 1;").unwrap();
    said.has("is active.", 2).await;
    assert_ne!(active(), first);
    fs::write(folder.join("plugin.toml"), "id = 7").unwrap();
    said.has("Not taken: ", 1).await;
    // What asks for more waits for the tenant, as with every package.
    build(&folder, "ferry", "1.1.0", ", \"key-value\"");
    said.has("until it agrees to what this build asks for", 1)
        .await;
    assert!(active().starts_with("1.1.0-dev."));

    // No heap of builds is kept: the one that is active and the one that the tenant is held at, beside what was released.
    let mut scope = app.host().scope(TenantId(0), Mode::Read);
    let kept = kernel::db::PlatformSql("SELECT version FROM plugin_packages ORDER BY id");
    let kept = scope.platform(kept, Vec::new()).await.unwrap();
    let kept: Vec<String> = kept.iter().map(|row| row.get(0).unwrap()).collect();
    assert_eq!(kept.len(), 3, "{kept:?}");
    let pins = plugins::registry::pins(&mut scope).await.unwrap();
    assert_eq!(pins.len(), 1);
    assert!(
        pins[0].is_held && pins[0].version == kept[1] && kept[0] == "2.0.0" && kept[2] == active(),
        "{kept:?}"
    );
    drop(scope);
    stop.send(()).unwrap();
    following.await.unwrap().unwrap();
    said.has("stays active", 1).await;

    let mut scope = app.host().scope(TenantId(0), Mode::Write);
    plugins::registry::roll_back(&mut scope, "ferry")
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
    plugins::registry::trust(&mut scope, &key.public().to_string(), "Ferry makers")
        .await
        .unwrap();
    let signed = engine::package::sign(&engine::package::pack(&folder).unwrap(), &key).unwrap();
    let uploaded = plugins::registry::upload(&mut scope, signed.into())
        .await
        .unwrap();
    plugins::registry::install(&mut scope, uploaded.id, Default::default())
        .await
        .unwrap();

    let said = Said::default();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let (working, heard, watched) = (app.clone(), said.clone(), folder.clone());
    let following = tokio::spawn(async move {
        let stop = async { drop(stopped.await) };
        plugin_dev::develop(
            &working,
            &DevOptions::of(watched),
            &|line| heard.add(line),
            stop,
        )
        .await
    });
    said.has("Somebody else has signed", 1).await;
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
