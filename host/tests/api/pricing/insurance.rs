//! Insurance: premiums by the tenant's settings, eligibility, and quote lines.

use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{cents, road, road_with};

const BASE: &str = "/api/booking/Insurance";

/// Offers Standard (1.5 %, at least 7.50, up to 20,000, not class 3) and ATI (2 % from 1,000,
/// without tax).
async fn offer(admin: &Client) {
    let insurance = json!({
        "standard": {"multiplier": 0.015, "minimum": 7.5, "excess": 250, "maximumValue": 20_000,
            "excludedClasses": ["3"]},
        "ati": {"multiplier": 0.02, "minimumValueLimit": 1000, "taxPercent": 0},
    });
    admin
        .put(
            "/api/core/tenantsettings/updateallsettings",
            json!({ "insurance": insurance }),
        )
        .await
        .result();
}

fn kinds(answer: &Value) -> Vec<&str> {
    answer["quotes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|quote| quote["insuranceType"].as_str().unwrap())
        .collect()
}

#[test]
fn both_calls_tell_what_insurance_costs() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let request = async |value: &str| {
            let path =
                format!("{BASE}/GetInsuranceQuotes?insuredValue={value}&CustomerId={customer}");
            admin.get(&path).await
        };
        assert_eq!(
            request("5000").await.result(),
            json!({"quotes": []}),
            "nothing is offered before it is set"
        );
        offer(&admin).await;
        let results = request("5000").await.result();
        assert_eq!(
            results["quotes"],
            json!([
                {"insuredValue": 5000, "insuranceCost": 82.5, "insuranceCostTaxExclusive": 75,
                    "insuranceType": "Standard", "excess": 250, "isDefault": false},
                {"insuredValue": 5000, "insuranceCost": 100, "insuranceCostTaxExclusive": 100,
                    "insuranceType": "ATI", "excess": 0, "isDefault": false},
            ])
        );
        let guest = kit.guest();
        let response = guest
            .get(&format!("{BASE}/GetGuestInsuranceQuotes?insuredValue=5000"))
            .await
            .result();
        assert_eq!(response, results);
        assert_eq!(kinds(&request("20000.01").await.result()), ["ATI"]);
        let small = request("100").await.result();
        assert_eq!(kinds(&small), ["Standard"]);
        assert_eq!(
            small["quotes"][0]["insuranceCost"], 8.25,
            "at least the minimum"
        );
        for value in ["0", "-5", "2000000000000"] {
            assert_eq!(
                request(value).await.invalid_members(),
                ["insuredValue"],
                "{value}"
            );
        }
        assert_eq!(request("much").await.invalid_members(), ["insuredValue"]);
        let unnamed = admin
            .get(&format!("{BASE}/GetInsuranceQuotes?insuredValue=100"))
            .await;
        assert_eq!(unnamed.invalid_members(), ["customerId"]);
        guest
            .get(&format!(
                "{BASE}/GetInsuranceQuotes?insuredValue=100&CustomerId={customer}"
            ))
            .await
            .expect_error(401);
        let user = kit.customer_user(customer).await;
        let own = user
            .get(&format!("{BASE}/GetInsuranceQuotes?insuredValue=100"))
            .await
            .result();
        assert_eq!(kinds(&own), ["Standard"]);
        let other = given::customer(&kit, "Wattle Works").await;
        user.get(&format!(
            "{BASE}/GetInsuranceQuotes?insuredValue=100&CustomerId={other}"
        ))
        .await
        .expect_error(404);
    });
}

#[test]
fn a_quote_has_insurance_as_a_line_and_in_its_total() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        offer(&admin).await;
        let plain = road(&admin, customer).await;
        assert_eq!(
            (
                &plain["insurance"],
                &plain["customerCost"]["insuranceIncludingGst"]
            ),
            (&Value::Null, &json!(0))
        );
        let quote_body =
            json!({"isInsured": true, "insuredValue": 5000, "insuranceType": "standard"});
        let insured = road_with(&admin, customer, quote_body.clone()).await;
        assert_eq!(insured["insurance"]["insuranceType"], "Standard");
        assert_eq!(
            insured["insurance"]["cost"],
            json!({"taxExclusiveAmount": 75, "tax": 7.5, "total": 82.5})
        );
        let (before, after) = (&plain["customerCost"], &insured["customerCost"]);
        for (member, more) in [
            ("totalExcludingGst", 7500),
            ("totalIncludingGst", 8250),
            ("freightIncludingGst", 0),
        ] {
            assert_eq!(
                cents(&after[member]),
                cents(&before[member]) + more,
                "{member}"
            );
        }
        assert_eq!(
            insured["carrierCost"], plain["carrierCost"],
            "no carrier takes anything for it"
        );
        let lines = insured["details"].as_array().unwrap();
        let last = lines.last().unwrap();
        assert_eq!(
            (&last["serviceCode"], &last["markedupAmount"]),
            (&json!("INSURANCE"), &json!(75))
        );
        assert!(
            last["breakDown"].as_str().unwrap().starts_with("75 + 7.5"),
            "{last}"
        );
        let sum: i64 = lines
            .iter()
            .map(|line| cents(&line["markedupAmount"]) - cents(&line["discountAmount"]))
            .sum();
        assert_eq!(sum, cents(&after["totalExcludingGst"]));

        let refused = async |more: Value| {
            let mut request = given::quote_request(customer);
            request
                .as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            admin
                .post("/api/booking/Quote/Quote", request)
                .await
                .invalid_members()
        };
        assert_eq!(
            refused(json!({"isInsured": true})).await,
            ["insuredValue", "insuranceType"]
        );
        let premium = json!({"isInsured": true, "insuredValue": 5000, "insuranceType": "Premium"});
        assert_eq!(refused(premium).await, ["insuranceType"]);
        let high = json!({"isInsured": true, "insuredValue": 20_001, "insuranceType": "Standard"});
        assert_eq!(refused(high).await, ["insuredValue"]);
    });
}

#[test]
fn dangerous_goods_of_an_excluded_class_are_not_insured() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let path = "/api/customer/customer/createorupdatecustomer";
        admin
            .post(
                path,
                json!({"customer": {"id": customer, "canSendDG": true}}),
            )
            .await
            .result();
        offer(&admin).await;
        let send_request = async |number: &str, kind: &str| {
            let mut request = given::quote_request(customer);
            let more = json!({"isDangerousGood": true, "dangerousGoodUNCode": number, "isInsured": true,
                "insuredValue": 5000, "insuranceType": kind});
            request
                .as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            admin.post("/api/booking/Quote/Quote", request).await
        };
        assert_eq!(
            send_request("UN1263", "Standard").await.invalid_members(),
            ["isInsured"],
            "paint is of class 3"
        );
        assert_eq!(
            send_request("3999", "Standard").await.invalid_members(),
            ["isInsured"],
            "it may be of class 3"
        );
        assert_eq!(
            send_request("9999", "Standard").await.invalid_members(),
            ["dangerousGoodUNCode"],
            "no goods have this number"
        );
        send_request("UN1263", "ATI").await.result();
        send_request("1845", "Standard").await.result();
    });
}

#[test]
fn a_customer_that_has_opted_in_is_insured_unless_it_says_otherwise() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let path = "/api/customer/customer/createorupdatecustomer";
        let opt_in = json!({"id": customer, "atiOptIn": true, "atiInsuredValue": 4000});
        admin.post(path, json!({"customer": opt_in})).await.result();
        let quote = road(&admin, customer).await;
        assert_eq!(
            quote["insurance"],
            Value::Null,
            "what is not offered is left out"
        );
        offer(&admin).await;
        let quote = road(&admin, customer).await;
        assert_eq!(quote["insurance"]["insuranceType"], "ATI");
        assert_eq!(quote["insurance"]["insuredValue"], 4000);
        assert_eq!(cents(&quote["insurance"]["cost"]["total"]), 8000);
        let without = road_with(&admin, customer, json!({"isInsured": false})).await;
        assert_eq!(without["insurance"], Value::Null);
        let response = admin
            .get(&format!(
                "{BASE}/GetInsuranceQuotes?insuredValue=4000&CustomerId={customer}"
            ))
            .await;
        let defaults: Vec<Value> = response.result()["quotes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|quote| quote["isDefault"].clone())
            .collect();
        assert_eq!(defaults, [json!(false), json!(true)]);
    });
}

#[test]
fn without_the_feature_nothing_is_insured() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        offer(&admin).await;
        let off = json!({"featureValues": [{"name": "Insurance.Enabled", "value": "false"}]});
        admin
            .put("/api/core/feature/updatetenantfeatures", off)
            .await
            .result();
        let path = format!("{BASE}/GetInsuranceQuotes?insuredValue=5000&CustomerId={customer}");
        admin.get(&path).await.expect_error(403);
        let mut request = given::quote_request(customer);
        let quote_body =
            json!({"isInsured": true, "insuredValue": 5000, "insuranceType": "Standard"});
        request
            .as_object_mut()
            .unwrap()
            .extend(quote_body.as_object().unwrap().clone());
        assert_eq!(
            admin
                .post("/api/booking/Quote/Quote", request)
                .await
                .invalid_members(),
            ["insuranceType"]
        );
    });
}
