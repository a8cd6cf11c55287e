//! Tenants: host names, description, branding, and features.

mod branding;
mod country;
mod features;
mod languages;
mod links;
mod platform;
mod platform_mail;
mod platform_saves;
mod settings;
mod views;

use data::db::Mode;
use serde_json::json;
use tenancy::TenantState;
use testkit::on_both;

const AVAILABLE: &str = "/api/core/account/isTenantAvailable";
const CONFIGURATION: &str = "/api/core/configuration/getconfiguration";
const LOGO: &str = "/api/core/tenant/getlogo";
const FEATURES: &str = "/api/core/feature/gettenantfeatuers";
const UPDATE: &str = "/api/core/feature/updatetenantfeatures";

#[test]
fn a_tenant_is_found_by_its_host_name() {
    on_both(|kit| async move {
        let guest = kit.guest();
        let name = kit.host_name.to_uppercase();
        let results = guest
            .post(AVAILABLE, json!({"tenancyName": name}))
            .await
            .result();
        assert_eq!(
            results,
            json!({"state": 1, "tenantId": kit.tenant, "serverRootAddress": format!("http://{}", kit.host_name)})
        );
        for nobody in ["nobody.test", "", "not a host name", &"a".repeat(300)] {
            let answer = guest
                .post(AVAILABLE, json!({"tenancyName": nobody}))
                .await
                .result();
            assert_eq!(
                (answer["state"].clone(), answer["tenantId"].clone()),
                (json!(3), json!(null)),
                "{nobody}"
            );
        }
        assert_eq!(
            guest.post(AVAILABLE, json!({})).await.invalid_members(),
            ["tenancyName"]
        );
    });
}

#[test]
fn an_inactive_tenant_serves_nobody() {
    on_both(|kit| async move {
        let (guest, admin) = (kit.guest(), kit.user("Admin").await);
        admin.get(FEATURES).await.result();
        tenancy::set_state(kit.app.host(), kit.tenant, TenantState::InActive)
            .await
            .unwrap();
        let answer = guest
            .post(AVAILABLE, json!({"tenancyName": kit.host_name}))
            .await
            .result();
        assert_eq!(
            (answer["state"].clone(), answer["tenantId"].clone()),
            (json!(2), json!(null))
        );
        guest.get(CONFIGURATION).await.expect_error(404);
        guest
            .with_header("Abp-TenantId", &kit.tenant.to_string())
            .get(CONFIGURATION)
            .await
            .expect_error(404);
        admin.get(FEATURES).await.expect_error(401);

        tenancy::set_state(kit.app.host(), kit.tenant, TenantState::Available)
            .await
            .unwrap();
        guest.get(CONFIGURATION).await.result();
        admin.get(FEATURES).await.result();
    });
}

#[test]
fn a_guest_reads_the_configuration() {
    on_both(|kit| async move {
        let configuration = kit.guest().get(CONFIGURATION).await.result();
        assert_eq!(
            configuration,
            json!({
                "tenantName": "Test Freight",
                "tenantBillingAddress": {"address": "", "legalName": "", "taxVatNo": ""},
                "allowSelfRegistration": false,
                "hasMailServer": false, "guests": {"canBook": false, "onAccount": false}, "holidays": [],
                "baseCurrency": "AUD",
                "countryCode": "AU", "timezone": "Australia/Sydney",
                "ui": {"logoId": null, "customCssId": null, "primaryColor": null},
            })
        );
        let elsewhere = testkit::Client {
            host_name: "nobody.test".to_owned(),
            ..kit.guest()
        };
        elsewhere.get(CONFIGURATION).await.expect_error(404);
        for name in ["Abp-TenantId", "Abp.TenantId", "ABP-TENANTID"] {
            elsewhere
                .with_header(name, &kit.tenant.to_string())
                .get(CONFIGURATION)
                .await
                .result();
        }
        elsewhere
            .with_header("cookie", &format!("a=b; Abp.TenantId={}", kit.tenant))
            .get(CONFIGURATION)
            .await
            .result();
        elsewhere
            .with_header("Abp-TenantId", "999999999")
            .get(CONFIGURATION)
            .await
            .expect_error(404);
        let invalid = elsewhere
            .with_header("Abp-TenantId", "first")
            .get(CONFIGURATION)
            .await;
        assert_eq!(invalid.invalid_members(), ["Abp-TenantId"]);
    });
}

#[test]
fn a_token_is_of_one_tenant() {
    on_both(|kit| async move {
        let (admin, other) = (kit.user("Admin").await, kit.another_tenant().await);
        admin
            .with_header("Abp-TenantId", &other.tenant.to_string())
            .get(FEATURES)
            .await
            .expect_error(403);
        let question = format!("{FEATURES}?tenantId={}", other.tenant);
        admin.get(&question).await.expect_error(404);
        let visitor = testkit::Client {
            host_name: other.host_name.clone(),
            ..admin
        };
        let results = visitor
            .get(&format!("{FEATURES}?TenantId={}", kit.tenant))
            .await
            .result();
        assert!(results["featureValues"].is_array());
    });
}

#[test]
fn a_logo_is_the_tenants_own_or_its_initials() {
    on_both(|kit| async move {
        let mark = kit.guest().get(LOGO).await;
        assert_eq!(mark.headers["content-type"], "image/svg+xml");
        assert_eq!(mark.headers["x-content-type-options"], "nosniff");
        assert!(String::from_utf8(mark.body).unwrap().contains(">TF</text>"));

        let mut scope = kit.scope(Mode::Write);
        assert!(
            tenancy::set_logo(&mut scope, b"<svg onload='alert(1)'/>".to_vec())
                .await
                .is_err()
        );
        let png =
            b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x40\0\0\0\x40 not much of a picture".to_vec();
        tenancy::set_logo(&mut scope, png.clone()).await.unwrap();
        let logo = kit.guest().get(LOGO).await;
        assert_eq!(
            (logo.headers["content-type"].to_str().unwrap(), logo.body),
            ("image/png", png)
        );
        let another = kit.another_tenant().await.guest().get(LOGO).await;
        assert_eq!(another.headers["content-type"], "image/svg+xml");
    });
}

#[test]
fn features_are_switched_by_those_who_may() {
    on_both(|kit| async move {
        let (admin, dispatcher) = (kit.user("Admin").await, kit.user("Dispatcher").await);
        let value = |answer: &serde_json::Value, name: &str| {
            let values = answer["featureValues"].as_array().unwrap().clone();
            let matching = values.into_iter().find(|value| value["name"] == name);
            matching.map(|found| found["value"].as_str().unwrap().to_owned())
        };
        let before = dispatcher.get(FEATURES).await.result();
        assert_eq!(value(&before, "Warehouse.Enabled").as_deref(), Some("true"));
        assert_eq!(
            value(&before, "Plugin.own-fleet.Enabled").as_deref(),
            Some("true")
        );
        let described = before["features"].as_array().unwrap();
        assert_eq!(
            described.len(),
            before["featureValues"].as_array().unwrap().len()
        );
        assert!(described.iter().all(
            |feature| feature["displayName"].is_string() && feature["defaultValue"].is_string()
        ));

        let off = json!({"featureValues": [
            {"name": "Warehouse.Enabled", "value": "false"}, {"name": "Plugin.own-fleet.Enabled", "value": "false"},
        ]});
        dispatcher.put(UPDATE, off.clone()).await.expect_error(403);
        kit.guest().put(UPDATE, off.clone()).await.expect_error(401);
        admin.put(UPDATE, off).await.result();
        let after = dispatcher.get(FEATURES).await.result();
        assert_eq!(value(&after, "Warehouse.Enabled").as_deref(), Some("false"));
        assert_eq!(
            value(&after, "Plugin.own-fleet.Enabled").as_deref(),
            Some("false")
        );
        assert_eq!(value(&after, "Booking.Enabled").as_deref(), Some("true"));
        let other = kit
            .another_tenant()
            .await
            .user("Admin")
            .await
            .get(FEATURES)
            .await
            .result();
        assert_eq!(value(&other, "Warehouse.Enabled").as_deref(), Some("true"));

        let invalid = json!({"featureValues": [
            {"name": "Warehouse.Enabled", "value": "true"}, {"name": "Teleport.Enabled", "value": "true"},
            {"name": "Booking.Enabled", "value": "perhaps"},
        ]});
        assert_eq!(
            admin.put(UPDATE, invalid).await.invalid_members(),
            ["featureValues[1].name", "featureValues[2].value"]
        );
        let unchanged = admin.get(FEATURES).await.result();
        assert_eq!(
            value(&unchanged, "Warehouse.Enabled").as_deref(),
            Some("false")
        );
    });
}

#[test]
fn a_feature_that_is_off_closes_its_calls() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customers = "/api/customer/customer/getCustomers";
        admin.get(customers).await.result();
        admin
            .put(
                UPDATE,
                json!({"featureValues": [{"name": "Customer.Enabled", "value": "false"}]}),
            )
            .await
            .result();
        admin.get(customers).await.expect_error(403);
    });
}

#[test]
fn a_host_name_belongs_to_one_tenant() {
    on_both(|kit| async move {
        let duplicate = tenancy::NewTenant {
            name: "Second".to_owned(),
            hosts: vec!["fresh.test".to_owned(), kit.host_name.to_uppercase()],
            ..Default::default()
        };
        let refused = people::create_tenant(kit.app.host(), duplicate)
            .await
            .unwrap_err();
        assert!(
            refused.sentence().starts_with("hosts[1]: "),
            "{}",
            refused.sentence()
        );
        assert_eq!(
            tenancy::find_by_host(kit.app.host(), "fresh.test")
                .await
                .unwrap(),
            None
        );
    });
}
