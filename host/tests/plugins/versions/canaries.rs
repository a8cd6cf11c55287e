//! Canary versions: promoted, stopped, rolled back automatically.

use serde_json::{Value, json};
use testkit::on_host;

use super::stage::*;

#[test]
fn a_canary_that_faults_is_rolled_back_by_itself() {
    on_host("plugin versions", |kit| async move {
        let _turn = TURN.lock().await;
        let mut stage = Stage::new(&kit).await;
        // 2.0.0 lacks the permission for its server.
        let second = stage.upload("2.0.0", "shop", false).await;
        stage
            .post("startcanary", json!({"packageId": second, "share": 50}))
            .await;
        assert!(
            stage
                .states()
                .await
                .contains(&("2.0.0".to_owned(), "canary".to_owned()))
        );
        assert_eq!(
            get_plugin(&stage.admin).await["version"],
            "1.0.0",
            "the tenant's own version is the active one"
        );
        let fetch = format!("fetch http://{}/", stage.server);
        // About half of the calls use it; enough calls allow a decision.
        let mut refused = 0;
        for _ in 0..2_000 {
            if stage.canary().await["running"]["failure"].is_string() {
                break;
            }
            if rates(&kit, &fetch)
                .await
                .is_err_and(|fault| fault.to_string().contains("refused"))
            {
                refused += 1;
            }
        }
        let running = stage.canary().await["running"].clone();
        assert_eq!(
            (
                running["candidate"]["faults"].as_u64(),
                running["active"]["faults"].as_u64()
            ),
            (Some(refused), Some(0))
        );
        assert!(refused >= 20, "{running}");
        let counted = calls(&kit, "2.0.0");
        for _ in 0..20 {
            rates(&kit, "R1").await.unwrap();
        }
        assert_eq!(
            calls(&kit, "2.0.0"),
            counted,
            "it gets no more calls, before anybody has written it down"
        );

        assert!(
            plugins::packages::follow(kit.app.host())
                .await
                .unwrap()
                .is_empty()
        );
        let response = stage.canary().await;
        assert_eq!(response["running"], Value::Null);
        let last = &response["last"];
        assert_eq!(
            (&last["how"], &last["version"], &last["by"]),
            (&json!("rolledBack"), &json!("2.0.0"), &Value::Null)
        );
        assert!(
            last["why"]
                .as_str()
                .unwrap()
                .contains("calls of 2.0.0 (100.0 %) failed"),
            "{last}"
        );
        assert_eq!(kit.app.engine().versions(ID).len(), 1);
        let filter = "entityType eq 'PluginVersion' and contains(entityName,'settled-guest')";
        let filter = filter.replace(' ', "%20").replace('\'', "%27");
        let log = format!(
            "/api/core/auditlog/getentitychanges?filter={filter}&sorting=id%20desc&maxResultCount=1"
        );
        let entries = stage.platform.get(&log).await.result();
        let actual = entries["items"][0].to_string();
        assert!(actual.contains("rolled back: "), "{entries}");
        stage.clear().await;
    });
}

#[test]
fn a_canary_is_promoted_or_stopped_by_hand() {
    on_host("plugin versions", |kit| async move {
        let _turn = TURN.lock().await;
        let mut stage = Stage::new(&kit).await;
        let second = stage.upload("2.0.0", "shop", true).await;
        let start = async |package: i64, share: i64| {
            stage
                .platform
                .post(
                    &format!("{PLATFORM}/startcanary"),
                    json!({"packageId": package, "share": share}),
                )
                .await
        };
        assert_eq!(start(second, 0).await.invalid_members(), ["share"]);
        assert_eq!(start(second, 51).await.invalid_members(), ["share"]);
        assert_eq!(
            start(stage.packages[0], 10).await.expect_error(400)["code"],
            720
        );
        start(second, 10).await.result();
        start(second, 50).await.result();
        let running = stage.canary().await["running"].clone();
        assert_eq!(
            (
                &running["version"],
                &running["activeVersion"],
                &running["share"]
            ),
            (&json!("2.0.0"), &json!("1.0.0"), &json!(50))
        );
        let refused = stage
            .platform
            .delete(&format!("{PLATFORM}/deletepackage?id={second}"))
            .await
            .expect_error(400);
        assert_eq!(refused["code"], 707, "what is tried out is in use");
        stage.post("stopcanary", json!({"plugin": ID})).await;
        let response = stage.canary().await;
        assert_eq!(
            (&response["running"], &response["last"]["how"]),
            (&Value::Null, &json!("stopped"))
        );
        let none = json!({"plugin": ID});
        assert_eq!(
            stage
                .platform
                .post(&format!("{PLATFORM}/stopcanary"), none.clone())
                .await
                .expect_error(400)["code"],
            723
        );
        assert_eq!(
            stage
                .platform
                .post(&format!("{PLATFORM}/promotecanary"), none.clone())
                .await
                .expect_error(400)["code"],
            723
        );

        start(second, 50).await.result();
        while calls(&kit, "2.0.0") == 0 {
            rates(&kit, "R1").await.unwrap();
        }
        stage.post("promotecanary", none.clone()).await;
        assert_eq!(get_plugin(&stage.admin).await["version"], "2.0.0");
        assert_eq!(stage.canary().await["last"]["how"], "promoted");
        let states = stage.states().await;
        assert_eq!(
            states,
            [
                ("2.0.0".to_owned(), "active".to_owned()),
                ("1.0.0".to_owned(), "previous".to_owned())
            ]
        );
        stage.post("rollback", none.clone()).await;
        assert_eq!(
            get_plugin(&stage.admin).await["version"],
            "1.0.0",
            "what was active is the way back"
        );

        // Suspending or rolling back ends the canary.
        start(second, 50).await.result();
        stage.post("suspend", none.clone()).await;
        assert_eq!(
            stage.canary().await["last"]["why"],
            "The plugin was suspended."
        );
        assert_eq!(start(second, 50).await.expect_error(400)["code"], 721);
        stage.post("resume", none).await;
        stage
            .admin
            .get(&format!("{PLATFORM}/getcanary?plugin={ID}"))
            .await
            .expect_error(403);
        stage.clear().await;
    });
}

#[test]
fn a_canary_is_for_tenants_that_it_fits() {
    on_host("plugin versions", |kit| async move {
        let _turn = TURN.lock().await;
        let mut stage = Stage::new(&kit).await;
        let other_settings = stage.upload("2.0.0", "store", true).await;
        let body = json!({"packageId": other_settings, "share": 10});
        let refused = stage
            .platform
            .post(&format!("{PLATFORM}/startcanary"), body)
            .await
            .expect_error(400);
        assert_eq!(refused["code"], 722);
        assert!(
            refused["details"]
                .as_str()
                .unwrap()
                .contains("takes other settings than 1.0.0"),
            "{refused}"
        );

        // It needs more than anyone has granted: calls stay on the active version.
        let hosts = [stage.server.clone(), "api.ferry.example".to_owned()];
        let bytes = package(&CarrierVersion {
            version: "3.0.0",
            setting: "shop",
            hosts: &hosts,
            key: &stage.key,
        });
        let third = stage.take(bytes).await;
        stage
            .post("startcanary", json!({"packageId": third, "share": 50}))
            .await;
        for _ in 0..64 {
            rates(&kit, "R1").await.unwrap();
        }
        assert_eq!((calls(&kit, "1.0.0"), calls(&kit, "3.0.0")), (64, 0));
        // A tenant that granted more with an earlier upgrade takes part.
        stage.post("install", json!({"id": third})).await;
        stage.enable(&stage.admin).await;
        stage.post("rollback", json!({"plugin": ID})).await;
        stage
            .post("startcanary", json!({"packageId": third, "share": 50}))
            .await;
        while calls(&kit, "3.0.0") == 0 {
            rates(&kit, "R1").await.unwrap();
        }
        // Pinned tenants don't.
        stage.pin(json!("1.0.0")).await;
        let before = calls(&kit, "3.0.0");
        for _ in 0..32 {
            rates(&kit, "R1").await.unwrap();
        }
        assert_eq!(calls(&kit, "3.0.0"), before);
        stage.clear().await;
    });
}
