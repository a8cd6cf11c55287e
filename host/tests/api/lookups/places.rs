//! Invalid suburbs and postcodes are rejected once a country's complete list is imported.

use serde_json::json;
use testkit::{given, on_both};

#[test]
fn an_unknown_suburb_is_named_with_those_that_exist() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Kauri Crafts").await;
        let mut request = given::quote_request(customer);
        request["toAddress"] =
            json!({"suburb": "Nowhere", "postCode": "2150", "state": "NSW", "countryCode": "AU"});
        admin
            .post("/api/booking/Quote/Quote", request.clone())
            .await
            .result();
        request["toAddress"]["postCode"] = json!("9998");
        let answer = admin
            .post("/api/booking/Quote/Quote", request.clone())
            .await;
        assert_eq!(answer.invalid_members(), ["toAddress.postCode"]);

        let mut list = String::new();
        for at in 0..5_000 {
            let post_code = 1_000 + at / 2;
            list.push_str(&format!(
                "NZ\t{post_code}\tPlace {at}\tRegion\tRG\t\t\t\t\t-41.2\t174.7\t4\n"
            ));
        }
        lookups::import(kit.app.host(), lookups::Kind::Locations, list.as_bytes())
            .await
            .unwrap();
        request["toAddress"] =
            json!({"suburb": "Place 9999", "postCode": "1003", "countryCode": "NZ"});
        let answer = admin
            .post("/api/booking/Quote/Quote", request.clone())
            .await;
        assert_eq!(answer.invalid_members(), ["toAddress.suburb"]);
        let message = answer.json()["error"]["validationErrors"][0]["message"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(message.contains("Place 6, Place 7"), "{message}");
        // Missing from the complete list; lists of alphanumeric postcodes may be partial.
        request["toAddress"] =
            json!({"suburb": "Place 6", "postCode": "9998", "countryCode": "NZ"});
        let answer = admin
            .post("/api/booking/Quote/Quote", request.clone())
            .await;
        assert_eq!(answer.invalid_members(), ["toAddress.postCode"]);
        request["toAddress"]["postCode"] = json!("9998 AB");
        admin
            .post("/api/booking/Quote/Quote", request.clone())
            .await
            .result();
        request["toAddress"]["postCode"] = json!("1003");
        for known in ["Place 6", "PLACE 7"] {
            request["toAddress"]["suburb"] = json!(known);
            admin
                .post("/api/booking/Quote/Quote", request.clone())
                .await
                .result();
        }
    });
}
