//! Tests of editions and their features.

use super::*;

#[test]
fn an_edition_is_a_set_of_features() {
    on_both(|kit| async move {
        let platform = kit.platform().await.user("Admin").await;
        let (name, save) = (unique("basic"), platform_path("createorupdateedition"));
        let edition = json!({"edition": {"name": name, "displayName": "Basic", "featureValues": [
            {"name": "Warehouse.Enabled", "value": "false"}, {"name": "Plugin.zone-rates.Enabled", "value": "true"}]}});
        let created = platform.post(&save, edition).await.result()["edition"].clone();
        let change = json!({"tenant": {"id": kit.tenant, "editionId": created["id"]}});
        platform
            .put(&platform_path("updatetenant"), change)
            .await
            .result();
        let admin = kit.user("Admin").await;
        let on = json!({"featureValues": [{"name": "Warehouse.Enabled", "value": "true"}]});
        assert_eq!(
            admin
                .put("/api/core/feature/updatetenantfeatures", on)
                .await
                .invalid_members(),
            ["featureValues[0].value"]
        );

        let more = json!({"tenantId": kit.tenant, "featureValues": [{"name": "Warehouse.Enabled", "value": "true"}]});
        platform
            .put(&platform_path("updatefeatures"), more)
            .await
            .result();
        let form = platform
            .get(&format!(
                "{}?id={}",
                platform_path("gettenantforedit"),
                kit.tenant
            ))
            .await
            .result();
        let values = form["features"]["featureValues"].as_array().unwrap();
        let warehouse = values
            .iter()
            .find(|value| value["name"] == "Warehouse.Enabled")
            .unwrap();
        assert_eq!(
            *warehouse,
            json!({"name": "Warehouse.Enabled", "value": "true", "own": "true", "edition": "false"})
        );
        assert_eq!(form["tenant"]["editionName"], "Basic");

        let used = platform
            .delete(&format!(
                "{}?id={}",
                platform_path("deleteedition"),
                created["id"]
            ))
            .await
            .expect_error(400);
        assert_eq!(used["message"], "One tenant has the edition Basic.");
        let mut changed = created.clone();
        changed["featureValues"] = json!([{"name": "Job.Enabled", "value": "false"}]);
        let changed = platform
            .post(&save, json!({"edition": changed}))
            .await
            .result()["edition"]
            .clone();
        assert_eq!(changed["rowVersion"], 2);
        let features = admin.get(FEATURES).await.result();
        assert!(
            features["featureValues"]
                .as_array()
                .unwrap()
                .contains(&json!({"name": "Job.Enabled", "value": "false"}))
        );
        platform
            .post(&save, json!({"edition": created}))
            .await
            .expect_error(409);
        let invalid =
            json!({"edition": {"name": "Not A Slug", "displayName": "", "featureValues": []}});
        assert_eq!(
            platform.post(&save, invalid).await.invalid_members(),
            ["edition.displayName", "edition.name"]
        );
        let invalid = json!({"edition": {"name": "a", "displayName": "A", "featureValues": [{"name": "No", "value": "true"}]}});
        assert_eq!(
            platform.post(&save, invalid).await.invalid_members(),
            ["edition.featureValues[0].name"]
        );
        platform
            .put(
                &platform_path("updatetenant"),
                json!({"tenant": {"id": kit.tenant, "editionId": null}}),
            )
            .await
            .result();
        platform
            .delete(&format!(
                "{}?id={}",
                platform_path("deleteedition"),
                created["id"]
            ))
            .await
            .result();
    });
}
