//! The tenant's country, the default of addresses.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use data::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{given, on_both};

const PUT: &str = "/api/core/tenantsettings/updateallsettings";
const CUSTOMER: &str = "/api/customer/customer/createorupdatecustomer";

#[test]
fn a_place_without_a_country_is_in_the_tenants() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        admin
            .put(PUT, json!({"general": {"countryCode": "NZ"}, "userManagement": {"allowSelfRegistration": true}}))
            .await
            .result();
        let place =
            json!({"addressLine1": "1 Quay Street", "suburb": "Auckland", "postCode": "1010"});
        let country = |customer: &Value| customer["address"]["countryCode"].clone();

        let customer = json!({"customer": {"companyName": "Kauri Wines", "isBusiness": true, "address": place}});
        let created = admin.post(CUSTOMER, customer).await.result()["customer"].clone();
        assert_eq!(country(&created), "NZ");
        let change = json!({"customer": {"id": created["id"], "address": {"suburb": "Richmond", "countryCode": "au"}}});
        let changed = admin.post(CUSTOMER, change).await.result();
        assert_eq!(country(&changed["customer"]), "AU");

        let mut booking = given::quote_request(CustomerId(created["id"].as_i64().unwrap()));
        booking["customer"] = json!({"id": created["id"]});
        booking["fromAddress"] =
            json!({"suburb": "Auckland", "postCode": "1010", "type": "Business"});
        booking["toAddress"] = json!({"suburb": "Sydney", "postCode": "2000", "countryCode": "AU", "type": "Business"});
        let batch = json!({"bookings": [{"booking": booking}], "operations": []});
        let answer = admin
            .post("/api/booking/booking/createorupdatebatchbooking", batch)
            .await
            .result();
        let id = answer["successBookings"][0]["booking"]["id"]
            .as_i64()
            .unwrap_or_else(|| panic!("{answer}"));
        let stored = admin
            .get(&format!("/api/booking/booking/getbookingforEdit?Id={id}"))
            .await
            .result();
        let countries =
            ["fromAddress", "toAddress"].map(|member| stored[member]["countryCode"].clone());
        assert_eq!(countries, ["NZ", "AU"], "{stored}");
    });
}
