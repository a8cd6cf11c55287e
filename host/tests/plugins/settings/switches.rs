//! A plugin for one customer: enabled or not, with overriding settings.

use data::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{Client, given, on_host};

use super::fixtures::*;

async fn state(admin: &Client, id: &str, customer: CustomerId) -> Value {
    let list = admin
        .get(&format!("{BASE}/getcustomers?id={id}&maxResultCount=100"))
        .await
        .result();
    list["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["id"] == customer.0)
        .cloned()
        .unwrap()
}

#[test]
fn a_customer_s_settings_lie_over_the_tenant_s() {
    on_host("plugin settings", |kit| async move {
        let admin = kit.user("Admin").await;
        let id = install_ready(&kit, &admin).await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let tenants = json!({"id": id, "settings": {"shop": "https://a.example"}, "secrets": {"apiKey": SECRET}});
        save(&admin, tenants).await.result();

        let empty = settings_of(&admin, &id, customer).await;
        assert_eq!(
            (&empty["settings"], &empty["rowVersion"]),
            (&json!({}), &json!(null))
        );
        assert_eq!(
            empty["inherited"],
            json!({"settings": {"shop": "https://a.example"}, "secretsSet": ["apiKey"]})
        );
        // The tenant's settings are inherited; overrides are validated.
        let invalid = json!({"id": id, "customerId": customer, "settings": {"days": 0}});
        assert_eq!(
            save(&admin, invalid).await.invalid_members(),
            ["settings.days"]
        );
        let own_body = json!({"id": id, "customerId": customer, "settings": {"days": 9}});
        let saved = save(&admin, own_body).await.result();
        assert_ne!(saved["storeKey"], settings(&admin, &id).await["storeKey"]);

        let host = kit.app.host();
        let given = plugins::settings_for(host, kit.tenant, &id, Some(customer))
            .await
            .unwrap();
        let plain: Value = serde_json::from_str(&given.json).unwrap();
        assert_eq!(plain, json!({"shop": "https://a.example", "days": 9}));
        assert_eq!(given.secrets["apiKey"].expose(), SECRET);
        // Changes of the tenant's settings apply below the customer's at once.
        let tenants = json!({"id": id, "settings": {"shop": "https://b.example", "days": 5}});
        save(&admin, tenants).await.result();
        let given = plugins::settings_for(host, kit.tenant, &id, Some(customer))
            .await
            .unwrap();
        let plain: Value = serde_json::from_str(&given.json).unwrap();
        assert_eq!(plain, json!({"shop": "https://b.example", "days": 9}));
        assert_eq!(state(&admin, &id, customer).await["hasSettings"], true);

        let other = kit.another_tenant().await;
        let outsider = given::customer(&other, "Somebody else's").await;
        let foreign = json!({"id": id, "customerId": outsider, "settings": {"days": 9}});
        save(&admin, foreign).await.expect_error(404);
        admin
            .get(&format!("{BASE}/getsettings?id={id}&customerId={outsider}"))
            .await
            .expect_error(404);
    });
}

#[test]
fn a_plugin_is_off_for_one_customer_and_on_again() {
    on_host("plugin settings", |kit| async move {
        let admin = kit.user("Admin").await;
        let id = install_ready(&kit, &admin).await;
        let wines = given::customer(&kit, "Bluegum Wines").await;
        let mills = given::customer(&kit, "Merino Mills").await;
        let current = state(&admin, &id, wines).await;
        assert_eq!(
            (
                &current["isEnabled"],
                &current["hasRow"],
                &current["hasSettings"]
            ),
            (&json!(true), &json!(false), &json!(false))
        );
        assert_eq!(current["name"], "Bluegum Wines");
        let results = admin
            .get(&format!("{BASE}/getcustomers?id={id}&search=bluegum"))
            .await
            .result();
        assert_eq!(
            (&results["totalCount"], &results["items"][0]["id"]),
            (&json!(1), &json!(wines))
        );

        let of = json!({"id": id, "customerId": wines});
        admin
            .post(&format!("{BASE}/disableforcustomer"), of.clone())
            .await
            .result();
        let current = state(&admin, &id, wines).await;
        assert_eq!(
            (&current["isEnabled"], &current["hasRow"]),
            (&json!(false), &json!(true))
        );
        assert_eq!(state(&admin, &id, mills).await["isEnabled"], true);
        let on = async |customer| {
            let host = kit.app.host();
            let feature = format!("Plugin.{id}.Enabled");
            host.gate()
                .feature(host, kit.tenant, Some(customer), &feature)
                .await
                .unwrap()
        };
        assert_eq!((on(wines).await, on(mills).await), (false, true));

        admin
            .post(&format!("{BASE}/enableforcustomer"), of.clone())
            .await
            .result();
        assert!(on(wines).await);
        assert!(
            settings_of(&admin, &id, wines).await["storeKey"].is_string(),
            "its store has a key now"
        );
        admin
            .post(&format!("{BASE}/disableplugin"), json!({"id": id}))
            .await
            .result();
        assert_eq!(state(&admin, &id, wines).await["isEnabled"], false);
        let error = admin
            .post(&format!("{BASE}/enableforcustomer"), of)
            .await
            .expect_error(400);
        assert_eq!(error["code"], 713);
        let unknown = json!({"id": id, "customerId": 999_999_999});
        admin
            .post(&format!("{BASE}/disableforcustomer"), unknown)
            .await
            .expect_error(404);
    });
}
