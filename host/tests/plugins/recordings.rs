//! Recordings of failed plugin calls: enabled for an hour, downloaded, and replayed.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    time::Duration,
};

use base64::{Engine, engine::general_purpose::STANDARD};
use carriage::{Consignment, PluginFault, address::Address, goods::Piece};
use carriers::port::{CarrierCall, CarrierPort};
use chrono::TimeDelta;
use data::{db::Mode, ids::TenantId, secrets::Secret};
use plugins::NewRecording;
use serde_json::{Value, json};
use testkit::{Client, GuestPlugin, Kit, on_host};
use work::event::ScopeEvents;

const BASE: &str = "/api/plugins";
const SECRET: &str = "hunter2-hunter2";

const GUEST: GuestPlugin = GuestPlugin::carrier("guest", r#"{"type": "object", "properties": {}}"#);

async fn rates(kit: &Kit, reference: &str) -> Result<(), PluginFault> {
    let port = kit.app.host().port::<dyn CarrierPort>().unwrap();
    let address = || Address {
        country_code: "AU".into(),
        post_code: "3121".into(),
        ..Address::default()
    };
    let piece = Piece {
        reference: String::new(),
        package_type: "carton".into(),
        description: "Books".into(),
        quantity: 1,
        length_mm: 300,
        width_mm: 200,
        height_mm: 100,
        weight_g: 1_000,
        dangerous_goods: false,
        exact: carriage::goods::ExactMeasure::default(),
    };
    let goods = Consignment {
        reference: reference.into(),
        from: address(),
        to: address(),
        pieces: vec![piece],
        dangerous_goods: None,
        substances: Vec::new(),
        currency: "AUD".into(),
        dispatch_date: kit.app.host().clock().now().date_naive(),
        customer_reference: format!("their password is {SECRET}"),
        pickup_instructions: String::new(),
        delivery_instructions: String::new(),
        options: Vec::new(),
    };
    let call = CarrierCall {
        tenant: kit.tenant,
        customer: None,
        timezone: "Australia/Sydney".into(),
        now: kit.app.host().clock().now(),
        carrier: "guest".into(),
        account_code: "ACC-1".into(),
        settings: BTreeMap::new(),
        secrets: BTreeMap::from([("KEY".to_owned(), Secret::new(SECRET))]),
        deadline: None,
    };
    port.rates(call, goods).await.map(|_| ())
}

async fn list(client: &Client) -> Vec<Value> {
    let page = client
        .get(&format!(
            "{BASE}/getrecordings?id=guest&sorting=id desc&maxResultCount=100"
        ))
        .await
        .result();
    page["items"].as_array().unwrap().clone()
}

/// Waits for recordings, which are written after the call.
async fn recordings(client: &Client, count: usize) -> Vec<Value> {
    for _ in 0..600 {
        let results = list(client).await;
        if results.len() == count {
            return results;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!(
        "there are {:?} recordings, not {count}",
        list(client).await.len()
    );
}

async fn switch(client: &Client, is_on: bool) {
    client
        .post(
            &format!("{BASE}/recordfaults"),
            json!({"id": "guest", "isOn": is_on}),
        )
        .await
        .result();
}

async fn file(client: &Client, id: &Value) -> Vec<u8> {
    let answer = client
        .get(&format!("{BASE}/downloadrecording?id={id}"))
        .await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["content-type"], "application/json");
    let name = answer.headers["content-disposition"].to_str().unwrap();
    assert_eq!(
        name,
        format!("attachment; filename=\"guest-rates-{id}.recording.json\"")
    );
    answer.body.to_vec()
}

#[test]
fn faults_are_written_down_while_it_is_switched_on() {
    on_host("plugin recordings", |kit| async move {
        GUEST.install(&kit).await;
        let admin = kit.user("Admin").await;
        rates(&kit, "panic glass").await.unwrap_err();
        let off = admin
            .get(&format!("{BASE}/getrecordingswitch?id=guest"))
            .await
            .result();
        assert_eq!(off, json!({"until": null, "switchedBy": null}));

        switch(&admin, true).await;
        let on = admin
            .get(&format!("{BASE}/getrecordingswitch?id=guest"))
            .await
            .result();
        let until: chrono::DateTime<chrono::Utc> = on["until"].as_str().unwrap().parse().unwrap();
        let remaining = until - kit.app.host().clock().now();
        assert!(
            remaining > TimeDelta::minutes(50) && remaining <= TimeDelta::hours(1),
            "{remaining}"
        );
        assert!(!on["switchedBy"].as_str().unwrap().is_empty());
        rates(&kit, "HONEST-1").await.unwrap();
        rates(&kit, "not-found").await.unwrap_err();
        rates(&kit, "panic glass").await.unwrap_err();

        let results = recordings(&admin, 1).await.remove(0);
        assert_eq!(
            (&results["call"], &results["fault"]),
            (&json!("rates"), &json!("panic"))
        );
        assert_eq!(
            (&results["account"], &results["isWhole"]),
            (&json!("ACC-1"), &json!(true))
        );
        assert!(
            results["message"]
                .as_str()
                .unwrap()
                .contains("no rate table for glass")
        );
        let text = String::from_utf8(file(&admin, &results["id"]).await).unwrap();
        assert_eq!(results["bytes"], text.len());
        for secret in [
            SECRET.to_owned(),
            hex(SECRET),
            STANDARD.encode(SECRET),
            STANDARD.encode(SECRET)[..18].to_owned(),
        ] {
            assert!(!text.contains(&secret), "{secret} stands in {text}");
        }
        let recording: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(recording["timezone"], "Australia/Sydney");
        let message = recording["arguments"][0]["customer_reference"]
            .as_str()
            .unwrap();
        assert!(message.starts_with("their password is A"), "{message}");

        switch(&admin, false).await;
        rates(&kit, "panic glass").await.unwrap_err();
        assert_eq!(list(&admin).await.len(), 1);
    });
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn who_may_not_see_the_log_sees_no_recording() {
    on_host("plugin recordings", |kit| async move {
        GUEST.install(&kit).await;
        let (admin, driver) = (kit.user("Admin").await, kit.user("Driver").await);
        let other = kit.another_tenant().await;
        let outsider = other.user("Admin").await;
        switch(&admin, true).await;
        rates(&kit, "divide").await.unwrap_err();
        let id = recordings(&admin, 1).await[0]["id"].clone();

        let download = format!("{BASE}/downloadrecording?id={id}");
        let delete = format!("{BASE}/deleterecording?id={id}");
        let on = json!({"id": "guest", "isOn": true});
        for (client, status) in [(&driver, 403), (&kit.guest(), 401)] {
            client
                .get(&format!("{BASE}/getrecordings?id=guest"))
                .await
                .expect_error(status);
            client.get(&download).await.expect_error(status);
            client.delete(&delete).await.expect_error(status);
            client
                .post(&format!("{BASE}/recordfaults"), on.clone())
                .await
                .expect_error(status);
        }
        assert!(list(&outsider).await.is_empty());
        outsider.get(&download).await.expect_error(404);
        outsider.delete(&delete).await.expect_error(404);
        let theirs = outsider
            .get(&format!("{BASE}/getrecordingswitch?id=guest"))
            .await
            .result();
        assert_eq!(theirs["until"], Value::Null);
        admin
            .post(
                &format!("{BASE}/recordfaults"),
                json!({"id": "nobody", "isOn": true}),
            )
            .await
            .expect_error(404);

        file(&admin, &id).await;
        admin.delete(&delete).await.result();
        assert!(list(&admin).await.is_empty());
        admin.get(&download).await.expect_error(404);
        let changes = changes(&kit).await;
        let told = |kind: &str, change: &str| {
            changes
                .iter()
                .any(|(of, what)| of == kind && what == change)
        };
        assert!(told("PluginRecordings", "Updated"), "{changes:?}");
        assert!(told("PluginRecording", "Downloaded"), "{changes:?}");
        assert!(told("PluginRecording", "Deleted"), "{changes:?}");
    });
}

async fn changes(kit: &Kit) -> Vec<(String, String)> {
    let mut scope = kit.scope(Mode::Read);
    let rows =
        data::tsql!("SELECT entity_type, change_type FROM entity_changes WHERE tenant_id = $1");
    let rows = scope.rows(rows, Vec::new()).await.unwrap();
    rows.iter()
        .map(|row| (row.get(0).unwrap(), row.get(1).unwrap()))
        .collect()
}

#[test]
fn the_platforms_administrator_switches_it_on_for_a_tenant() {
    on_host("plugin recordings", |kit| async move {
        GUEST.install(&kit).await;
        let (admin, platform) = (
            kit.user("Admin").await,
            kit.platform().await.user("Admin").await,
        );
        let at = format!("{BASE}/platform/recordfaults");
        let body = |tenant: TenantId| json!({"plugin": "guest", "tenantId": tenant, "isOn": true});
        admin.post(&at, body(kit.tenant)).await.expect_error(403);
        platform
            .post(&at, body(TenantId(999_999_999)))
            .await
            .expect_error(404);
        platform.post(&at, body(kit.tenant)).await.result();
        rates(&kit, "negative").await.unwrap_err();
        assert_eq!(recordings(&admin, 1).await[0]["fault"], "bad-answer");
    });
}

#[test]
fn twenty_are_kept_for_a_week() {
    on_host("plugin recordings", |kit| async move {
        let admin = kit.user("Admin").await;
        let mut scope = kit.scope(Mode::Write);
        for number in 0..23 {
            let new = NewRecording {
                plugin: "guest".into(),
                version: "1.0.0".into(),
                call: "rates".into(),
                account: format!("A{number}"),
                fault: "panic".into(),
                message: "it panicked".into(),
                is_whole: true,
                json: "{}".into(),
            };
            let other = NewRecording {
                plugin: "other".into(),
                ..new.clone()
            };
            plugins::keep_recording(&mut scope, new).await.unwrap();
            if number == 0 {
                plugins::keep_recording(&mut scope, other).await.unwrap();
            }
        }
        let old = scope.now() - TimeDelta::days(8);
        let age = data::tsql!(
            "UPDATE plugin_recordings SET creation_time = $2 WHERE tenant_id = $1 AND account IN ('A3', 'A4')"
        );
        scope.commit().await.unwrap();
        let stored = list(&admin).await;
        assert_eq!(stored.len(), 20);
        assert_eq!(
            (&stored[0]["account"], &stored[19]["account"]),
            (&json!("A22"), &json!("A3"))
        );

        let mut scope = kit.scope(Mode::Write);
        scope
            .rows(age, vec![data::db::Col::val(&old)])
            .await
            .unwrap();
        scope
            .publish(&tenancy::DAY_BEGAN, &Default::default())
            .await
            .unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
        let stored = list(&admin).await;
        assert_eq!((stored.len(), &stored[17]["account"]), (18, &json!("A5")));
        let others = admin
            .get(&format!("{BASE}/getrecordings?id=other"))
            .await
            .result();
        assert_eq!(others["totalCount"], 1);
    });
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("replay-{}", uuid::Uuid::now_v7().simple()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn replay(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_waybill"))
        .args(["plugin", "replay"])
        .args(arguments)
        .output()
        .unwrap()
}

fn output_text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

#[test]
fn a_downloaded_file_is_replayed_by_the_program() {
    on_host("plugin recordings", |kit| async move {
        GUEST.install(&kit).await;
        let admin = kit.user("Admin").await;
        switch(&admin, true).await;
        rates(&kit, "faint https://nowhere.example/")
            .await
            .unwrap_err();
        let id = recordings(&admin, 1).await[0]["id"].clone();
        let folder = folder();
        let (file_at, plugin) = (folder.join("fault.json"), folder.join("guest"));
        let text = file(&admin, &id).await;
        fs::write(&file_at, &text).unwrap();
        GUEST.write_folder(&plugin);
        let (at, plugin_at) = (file_at.to_str().unwrap(), plugin.to_str().unwrap());

        let same = replay(&[at, "--plugin", plugin_at]);
        let message = output_text(&same);
        assert_eq!(same.status.code(), Some(0), "{message}");
        for expected in [
            "rates of guest 1.0.0",
            "now:      panic: ",
            "The same as recorded.",
            "faint",
            "Its log:",
        ] {
            assert!(message.contains(expected), "{expected} is not in {message}");
        }

        // The guest depends on the reference: another one acts as a changed plugin.
        let mut other: Value = serde_json::from_slice(&text).unwrap();
        other["arguments"][0]["reference"] = "faint https://elsewhere.example/".into();
        fs::write(&file_at, other.to_string()).unwrap();
        let different = replay(&[at, "--plugin", plugin_at]);
        let message = output_text(&different);
        assert_eq!(different.status.code(), Some(1), "{message}");
        assert!(
            message.contains("The first difference is the host call 4"),
            "{message}"
        );
        assert!(
            message.contains("nowhere.example") && message.contains("elsewhere.example"),
            "{message}"
        );
        assert!(message.contains("Not the same as recorded."), "{message}");

        other["arguments"][0]["reference"] = "HONEST-1".into();
        other["calls"] = json!([]);
        fs::write(&file_at, other.to_string()).unwrap();
        let mended = replay(&[at, "--plugin", plugin_at, "--as-vector", "--json"]);
        assert_eq!(mended.status.code(), Some(1), "{}", output_text(&mended));
        let vector: Value = serde_json::from_slice(
            &fs::read(plugin.join("fixtures/vectors/rates-panic.json")).unwrap(),
        )
        .unwrap();
        assert!(vector["expect"]["answer"].is_array(), "{vector:#}");
        let report = conformance::check(
            &plugin,
            conformance::Options {
                trust_unsigned: true,
                no_web: true,
                ..Default::default()
            },
        )
        .await;
        let report = report.unwrap();
        let row = report
            .rows
            .iter()
            .find(|row| row.group == "vectors")
            .unwrap();
        assert_eq!(
            (row.what.as_str(), row.mark),
            ("rates-panic.json: rates", conformance::Mark::Passed),
            "{report}"
        );

        fs::write(&file_at, r#"{"format": 7}"#).unwrap();
        let unknown = replay(&[at, "--plugin", plugin_at]);
        assert_eq!(unknown.status.code(), Some(2));
        assert!(
            output_text(&unknown).contains("it has the format 7; this program reads 1"),
            "{}",
            output_text(&unknown)
        );
        assert_eq!(replay(&["nowhere.json"]).status.code(), Some(2));
        fs::remove_dir_all(folder).unwrap();
    });
}
