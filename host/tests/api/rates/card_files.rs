//! Complete cards from a file, as in `waybill rate-card put`.

use serde_json::{Value, json};
use testkit::on_both;
use waybill::operate;

use super::{CARD, list_member};

fn card(code: &str, service: &str, value: f64) -> Value {
    json!({
        "rateCard": {"code": code, "name": "Coast road", "currency": "aud"},
        "services": [{"code": service, "name": "Road"}],
        "zones": [
            {"code": "MEL", "name": "Melbourne", "places": [{"postCode": "3000", "postCodeTo": "3207"}]},
            {"code": "SYD", "name": "Sydney", "places": [{"postCode": "2000"}]},
        ],
        "rates": [{
            "service": service, "fromZone": "mel", "toZone": "SYD", "calculationMethod": "PerKg", "minimum": 5,
            "rateDetails": [
                {"rateType": "Break", "break": 10, "value": value}, {"rateType": "Break", "break": 20, "value": 1},
            ],
        }],
    })
}

fn request(kilograms: i64) -> Value {
    let place = |suburb: &str, post_code: &str| json!({"suburb": suburb, "postCode": post_code, "countryCode": "AU"});
    let length = json!({"value": 10, "unit": "cm"});
    json!({
        "fromAddress": place("Melbourne", "3000"), "toAddress": place("Sydney", "2000"),
        "items": [{
            "packageType": "Carton", "quantity": 1, "length": length, "width": length, "height": length,
            "weight": {"value": kilograms, "unit": "kg"},
        }],
    })
}

#[test]
fn a_file_has_the_form_of_the_calls() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let put = async |card: Value| {
            operate::put_rate_card(&kit.app, kit.tenant, &card.to_string()).await
        };
        assert_eq!(put(card("COAST", "ROAD", 2.0)).await.unwrap(), "COAST");
        let total = async |kilograms: i64| {
            let answer = admin
                .post("/api/rates/quote/quote", request(kilograms))
                .await
                .result();
            answer["quote"]["cost"]["total"].clone()
        };
        assert_eq!(total(4).await, json!(8));
        assert_eq!(total(50).await, json!(50));
        let cards = admin.get(&format!("{CARD}/rate-cards")).await.result();
        assert_eq!(
            (&cards["totalCount"], &cards["items"][0]["currency"]),
            (&json!(1), &json!("AUD"))
        );
        assert_eq!(cards["items"][0]["isOwnForm"], false);
        put(card("COAST", "EXPRESS", 3.0)).await.unwrap();
        assert_eq!(total(4).await, json!(12));
        let id = &cards["items"][0]["id"];
        let services = format!("{}/rate-services?rateCardId={id}", super::SERVICE);
        assert_eq!(
            list_member(&admin, &services, "code").await,
            [json!("EXPRESS")]
        );
    });
}

#[test]
fn what_is_wrong_with_a_file_is_named_and_nothing_is_stored() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let error = async |card: Value| {
            let refused = operate::put_rate_card(&kit.app, kit.tenant, &card.to_string()).await;
            refused.unwrap_err().to_string()
        };
        let mut invalid = card("COAST", "ROAD", 2.0);
        invalid["rates"][0]["toZone"] = json!("MOON");
        assert!(
            error(invalid.clone())
                .await
                .starts_with("rates[0].toZone is not a zone of this card")
        );
        invalid["zones"][0]["places"][0]["postCode"] = json!("30");
        assert!(
            error(invalid)
                .await
                .starts_with("zones[0].places[0].postCode ")
        );
        let old =
            json!({"currency": "AUD", "zones": [], "services": [], "rates": [], "surcharges": []});
        assert!(error(old).await.starts_with("rateCard is required"));
        let mut duplicate = card("COAST", "ROAD", 2.0);
        let rate = duplicate["rates"][0].clone();
        duplicate["rates"].as_array_mut().unwrap().push(rate);
        assert!(error(duplicate).await.contains("overlaps another rate"));
        assert_eq!(
            admin.get(&format!("{CARD}/rate-cards")).await.result()["totalCount"],
            0
        );
    });
}
