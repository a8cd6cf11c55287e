//! Features of tenants and customers, limited by the platform.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use data::db::Mode;
use serde_json::{Value, json};
use testkit::{Kit, given, on_both};

const FEATURES: &str = "/api/core/feature/gettenantfeatuers";
const UPDATE: &str = "/api/core/feature/updatetenantfeatures";
const OF_CUSTOMER: &str = "/api/core/feature/getcustomerfeatures";
const FOR_CUSTOMER: &str = "/api/core/feature/updatecustomerfeatures";
const BOOKINGS: &str = "/api/booking/booking/getbookings";

fn value<'a>(answer: &'a Value, name: &str) -> &'a Value {
    let values = answer["featureValues"].as_array().unwrap();
    values
        .iter()
        .find(|value| value["name"] == name)
        .unwrap_or_else(|| panic!("{name} is missing"))
}

fn change(name: &str, value: impl Into<Value>) -> Value {
    json!({"featureValues": [{"name": name, "value": value.into()}]})
}

async fn set_feature(kit: &Kit, name: &str, value: Option<&str>) {
    let values = [(name.to_owned(), value.map(str::to_owned))];
    tenancy::grant_features(&kit.scope(Mode::Write), kit.tenant, &values)
        .await
        .unwrap();
}

#[test]
fn a_tenant_switches_within_what_it_was_given() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        set_feature(&kit, "Booking.Enabled", Some("false")).await;
        assert_eq!(
            value(&admin.get(FEATURES).await.result(), "Booking.Enabled")["value"],
            "false"
        );
        admin.get(BOOKINGS).await.expect_error(403);
        let more = admin.put(UPDATE, change("Booking.Enabled", "true")).await;
        assert_eq!(more.invalid_members(), ["featureValues[0].value"]);
        set_feature(&kit, "Booking.Enabled", None).await;
        admin.get(BOOKINGS).await.result();
        admin
            .put(UPDATE, change("Booking.Enabled", "false"))
            .await
            .result();
        admin.get(BOOKINGS).await.expect_error(403);
        admin
            .put(UPDATE, change("Booking.Enabled", Value::Null))
            .await
            .result();
        admin.get(BOOKINGS).await.result();
        let other = kit.another_tenant().await;
        set_feature(&other, "Booking.Enabled", Some("false")).await;
        admin.get(BOOKINGS).await.result();
    });
}

#[test]
fn a_customer_has_what_its_tenant_has_or_less() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (one, two) = (
            given::customer(&kit, "One").await,
            given::customer(&kit, "Two").await,
        );
        let (of_one, of_two) = (kit.customer_user(one).await, kit.customer_user(two).await);
        of_one.get(BOOKINGS).await.result();
        let mut off = change("Booking.Enabled", "false");
        off["customerId"] = json!(one);
        admin.put(FOR_CUSTOMER, off.clone()).await.result();
        of_one.get(BOOKINGS).await.expect_error(403);
        of_two.get(BOOKINGS).await.result();
        admin.get(BOOKINGS).await.result();
        assert_eq!(
            value(&of_one.get(FEATURES).await.result(), "Booking.Enabled")["value"],
            "false"
        );
        assert_eq!(
            value(&of_two.get(FEATURES).await.result(), "Booking.Enabled")["value"],
            "true"
        );
        let displayed = admin
            .get(&format!("{OF_CUSTOMER}?customerId={one}"))
            .await
            .result();
        assert_eq!(
            *value(&displayed, "Booking.Enabled"),
            json!({"name": "Booking.Enabled", "value": "false", "own": "false"})
        );
        assert_eq!(
            *value(&displayed, "Job.Enabled"),
            json!({"name": "Job.Enabled", "value": "true", "own": null})
        );

        admin
            .put(UPDATE, change("Warehouse.Enabled", "false"))
            .await
            .result();
        let mut more = change("Warehouse.Enabled", "true");
        more["customerId"] = json!(one);
        assert_eq!(
            admin.put(FOR_CUSTOMER, more).await.invalid_members(),
            ["featureValues[0].value"]
        );
        let mut on = change("Booking.Enabled", "true");
        on["customerId"] = json!(two);
        admin.put(FOR_CUSTOMER, on).await.result();
        admin
            .put(UPDATE, change("Booking.Enabled", "false"))
            .await
            .result();
        of_two.get(BOOKINGS).await.expect_error(403);
        admin
            .put(UPDATE, change("Booking.Enabled", "true"))
            .await
            .result();
        off["featureValues"][0]["value"] = Value::Null;
        admin.put(FOR_CUSTOMER, off).await.result();
        of_one.get(BOOKINGS).await.result();
    });
}

#[test]
fn customers_features_are_the_staffs_to_set() {
    on_both(|kit| async move {
        let (admin, customer) = (kit.user("Admin").await, given::customer(&kit, "One").await);
        let customer_client = kit.customer_user(customer).await;
        let mut off = change("Job.Enabled", "false");
        off["customerId"] = json!(customer);
        customer_client
            .put(FOR_CUSTOMER, off.clone())
            .await
            .expect_error(403);
        customer_client
            .get(&format!("{OF_CUSTOMER}?customerId={customer}"))
            .await
            .expect_error(403);
        kit.user("Warehouse")
            .await
            .put(FOR_CUSTOMER, off.clone())
            .await
            .expect_error(403);
        let other = kit.another_tenant().await.user("Admin").await;
        other.put(FOR_CUSTOMER, off.clone()).await.expect_error(404);
        other
            .get(&format!("{OF_CUSTOMER}?customerId={customer}"))
            .await
            .expect_error(404);
        off["featureValues"][0]["name"] = json!("Teleport.Enabled");
        assert_eq!(
            admin.put(FOR_CUSTOMER, off).await.invalid_members(),
            ["featureValues[0].name"]
        );
        let unknown = json!({"customerId": 987_654_321, "featureValues": []});
        admin.put(FOR_CUSTOMER, unknown).await.expect_error(404);
    });
}

#[test]
fn a_plugin_can_be_off_for_one_customer() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "One").await;
        let customer_client = kit.customer_user(customer).await;
        let before = given::quotes(&admin, given::quote_request(customer)).await;
        assert!(!before["quotes"].as_array().unwrap().is_empty(), "{before}");
        let mut off = change("Plugin.own-fleet.Enabled", "false");
        off["customerId"] = json!(customer);
        admin.put(FOR_CUSTOMER, off).await.result();
        let displayed = customer_client.get(FEATURES).await.result();
        assert_eq!(
            value(&displayed, "Plugin.own-fleet.Enabled")["value"],
            "false"
        );
        let displayed = admin.get(FEATURES).await.result();
        assert_eq!(
            value(&displayed, "Plugin.own-fleet.Enabled")["value"],
            "true"
        );
        for caller in [&customer_client, &admin] {
            let none = caller
                .post("/api/booking/Quote/Quote", given::quote_request(customer))
                .await;
            assert_eq!(
                none.expect_error(400)["code"],
                3101,
                "no carrier account may be used"
            );
        }
        let other = given::customer(&kit, "Two").await;
        let some = given::quotes(&admin, given::quote_request(other)).await;
        assert!(!some["quotes"].as_array().unwrap().is_empty(), "{some}");
    });
}
