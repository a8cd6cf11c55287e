//! Retention of plugin data: log lines a week, a removed plugin's data a month.

use chrono::TimeDelta;
use data::db::{Col, Mode, PlatformSql, Val};
use plugins::{
    LogLine,
    values::{self, WriteResult},
};
use serde_json::json;
use testkit::{Kit, on_host};
use work::event::ScopeEvents;

use super::fixtures::*;

async fn run_nightly(kit: &Kit) {
    let mut scope = kit.scope(Mode::Write);
    scope
        .publish(&tenancy::DAY_BEGAN, &Default::default())
        .await
        .unwrap();
    scope.commit().await.unwrap();
    kit.drain_jobs().await;
}

#[test]
fn log_lines_go_after_a_week() {
    on_host("plugin settings", |kit| async move {
        let admin = kit.user("Admin").await;
        let mut scope = kit.scope(Mode::Write);
        let now = scope.now();
        let line = |message: &str, days: i64| LogLine {
            plugin: "own-fleet".into(),
            account: "A".into(),
            call: "rates".into(),
            level: "info".into(),
            message: message.into(),
            creation_time: now - TimeDelta::days(days),
        };
        plugins::write_log(&mut scope, vec![line("old", 8), line("young", 6)])
            .await
            .unwrap();
        scope.commit().await.unwrap();
        run_nightly(&kit).await;
        let log = admin.get(&format!("{BASE}/getpluginlog")).await.result();
        let remaining: Vec<&str> = log["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["message"].as_str().unwrap())
            .collect();
        assert_eq!(remaining, ["young"]);
    });
}

#[test]
fn what_a_removed_plugin_kept_goes_after_a_month() {
    on_host("plugin settings", |kit| async move {
        let (admin, platform) = (kit.user("Admin").await, platform(&kit).await);
        let id = install_ready(&kit, &admin).await;
        let body = json!({"id": id, "settings": {"shop": "https://shop.example"}, "secrets": {"apiKey": SECRET}});
        save(&admin, body).await.result();
        let mut scope = kit.scope(Mode::Write);
        values::set(&mut scope, &id, "counted", b"7", None)
            .await
            .unwrap();
        values::set(&mut scope, "own-fleet", "counted", b"7", None)
            .await
            .unwrap();
        scope.commit().await.unwrap();
        let kept = async |plugin: &str| {
            let mut scope = kit.scope(Mode::Read);
            let value = values::get(&mut scope, plugin, "counted")
                .await
                .unwrap()
                .is_some();
            let rows =
                data::tsql!("SELECT id FROM plugin_settings WHERE tenant_id = $1 AND plugin = $2");
            (
                value,
                scope
                    .rows(rows, vec![Val::Text(plugin.to_owned())])
                    .await
                    .unwrap()
                    .len(),
            )
        };

        platform
            .post(&format!("{PLATFORM}/remove"), json!({"plugin": id}))
            .await
            .result();
        run_nightly(&kit).await;
        assert_eq!(
            kept(&id).await,
            (true, 1),
            "it may come back to what it left"
        );
        let mut scope = kit.scope(Mode::Write);
        let long_ago = scope.now() - TimeDelta::days(31);
        let age = PlatformSql("UPDATE plugin_removals SET removed_at = $2 WHERE plugin = $1");
        scope
            .platform(age, vec![Val::Text(id.clone()), long_ago.val()])
            .await
            .unwrap();
        scope.commit().await.unwrap();
        run_nightly(&kit).await;
        assert_eq!(kept(&id).await, (false, 0));
        assert!(kept("own-fleet").await.0, "others keep theirs");
    });
}

#[test]
fn a_plugins_store_is_full_of_empty_values_and_counters_too() {
    on_host("plugin settings", |kit| async move {
        let mut scope = kit.scope(Mode::Write);
        let plugin = "own-fleet";
        // 64 bytes a row; the last empty value takes the last byte.
        let (counter, empty) = (64 + 1 + 20, 64 + 1);
        let rest = 10 * 1024 * 1024 - counter - empty - 64 - 3;
        let set = async |scope: &mut data::Scope, name: &str, value: &[u8]| {
            values::set(scope, plugin, name, value, None).await.unwrap()
        };
        let increment = async |scope: &mut data::Scope, name: &str| {
            values::increment(scope, plugin, name, 1).await.unwrap()
        };
        assert_eq!(
            set(&mut scope, "big", &vec![0; rest]).await,
            WriteResult::Yes
        );
        assert_eq!(increment(&mut scope, "n").await, Some(1));
        assert_eq!(set(&mut scope, "a", b"").await, WriteResult::Yes);
        assert_eq!(set(&mut scope, "b", b"").await, WriteResult::Full);
        assert_eq!(increment(&mut scope, "c").await, None);
        assert_eq!(increment(&mut scope, "n").await, Some(2));
        assert_eq!(set(&mut scope, "a", b"").await, WriteResult::Yes);

        values::delete(&mut scope, plugin, "big").await.unwrap();
        assert_eq!(increment(&mut scope, "c").await, Some(1));
        scope.rollback();
    });
}
