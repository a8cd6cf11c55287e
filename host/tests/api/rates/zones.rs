//! Zones and their places.

use serde_json::{Value, json};
use testkit::on_both;

use super::{CARD, RATE, ZONE, create_card, list_member, new_place, new_rate, rate_body};

#[test]
fn a_zones_new_code_is_the_rates_and_levies_new_code() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let rate_card = create_card(&admin, "ROAD").await;
        let out = new_rate(&admin, rate_body(rate_card.road, "mel", "SYD", json!({}))).await;
        assert_eq!(out["fromZone"], "MEL");
        new_rate(&admin, rate_body(rate_card.road, "SYD", "MEL", json!({}))).await;
        let levy = json!({"code": "CITY", "name": "City", "feeType": "Admin", "amount": 5,
            "when": {"case": "Zone", "zone": "mel"}});
        let card = json!({"rateCard": {"id": rate_card.card, "terms": {"levies": [levy]}}});
        let card = admin.put(&format!("{CARD}/rate-card"), card).await.result();
        assert_eq!(
            card["rateCard"]["terms"]["levies"][0]["when"]["zone"],
            "MEL"
        );
        let path = format!("{ZONE}/zone");
        let zone = json!({"zone": {"id": rate_card.mel, "code": "MELB", "name": "Melbourne"}});
        let zone = admin.put(&path, zone).await.result()["zone"].clone();
        assert_eq!(
            admin
                .get(&format!("{path}?id={}", rate_card.mel))
                .await
                .result()["zone"],
            zone
        );
        let rates = format!("{RATE}/rates?rateCardId={}&sorting=id", rate_card.card);
        assert_eq!(
            list_member(&admin, &rates, "fromZone").await,
            ["MELB", "SYD"]
        );
        assert_eq!(
            list_member(&admin, &format!("{rates}&toZone=melb"), "fromZone").await,
            ["SYD"]
        );
        let card = admin
            .get(&format!("{CARD}/rate-card?id={}", rate_card.card))
            .await
            .result();
        assert_eq!(
            card["rateCard"]["terms"]["levies"][0]["when"]["zone"],
            "MELB"
        );
        assert_eq!(
            admin
                .delete(&format!("{path}?id={}", rate_card.syd))
                .await
                .invalid_members(),
            ["id"]
        );
        for rate in list_member(&admin, &rates, "id").await {
            admin
                .delete(&format!("{RATE}/rate?id={rate}"))
                .await
                .result();
        }
        assert_eq!(
            admin
                .delete(&format!("{path}?id={}", rate_card.mel))
                .await
                .invalid_members(),
            ["id"]
        );
        admin
            .delete(&format!("{path}?id={}", rate_card.syd))
            .await
            .result();
        let zones = format!("{ZONE}/zones?rateCardId={}&sorting=code", rate_card.card);
        assert_eq!(list_member(&admin, &zones, "code").await, ["MELB", "REST"]);
        let repeat =
            json!({"zone": {"rateCardId": rate_card.card, "code": "rest", "name": "Rest"}});
        assert_eq!(
            admin.post(&path, repeat).await.invalid_members(),
            ["zone.code"]
        );
    });
}

#[test]
fn a_place_is_in_one_zone_of_a_card() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD").await;
        let suburb = new_place(
            &admin,
            card.mel,
            json!({"postCode": " 3121 ", "suburb": "Richmond", "countryCode": "au"}),
        )
        .await;
        assert_eq!(
            (&suburb["countryCode"], &suburb["postCode"]),
            (&json!("AU"), &json!("3121"))
        );
        assert_eq!(suburb["id"].as_str().map(str::len), Some(36));
        new_place(
            &admin,
            card.mel,
            json!({"postCode": "3000", "postCodeTo": "3207"}),
        )
        .await;
        new_place(&admin, card.rest, json!({"stateCode": "Victoria"})).await;
        new_place(&admin, card.rest, json!({"countryCode": "NZ"})).await;
        let refused = async |place: Value| {
            let mut place = place;
            place["zoneId"] = json!(card.syd);
            let body = json!({ "zoneLocation": place });
            let answer = admin.post(&format!("{ZONE}/add-zone-location"), body).await;
            let error = answer.expect_error(400);
            (
                answer.invalid_members(),
                error["validationErrors"][0]["message"].clone(),
            )
        };
        let duplicate =
            refused(json!({"postCode": "3121", "suburb": "RICHMOND", "stateCode": "VIC"})).await;
        assert_eq!(
            duplicate,
            (
                vec!["zoneLocation".to_owned()],
                json!("is already in zone MEL of this card")
            )
        );
        assert_eq!(
            refused(json!({"stateCode": "VIC"})).await.1,
            "is already in zone REST of this card"
        );
        let alone = refused(json!({"suburb": "Richmond"})).await;
        assert_eq!(alone.0, ["zoneLocation.postCode"]);
        let other = create_card(&admin, "AIR").await;
        new_place(
            &admin,
            other.syd,
            json!({"postCode": "3121", "suburb": "Richmond"}),
        )
        .await;
        let path = format!(
            "{ZONE}/remove-zone-location?id={}",
            suburb["id"].as_str().unwrap()
        );
        admin.delete(&path).await.result();
        admin.delete(&path).await.expect_error(404);
        new_place(
            &admin,
            card.syd,
            json!({"postCode": "3121", "suburb": "Richmond"}),
        )
        .await;
        let places = format!("{ZONE}/zone-locations?zoneId={}", card.mel);
        assert_eq!(list_member(&admin, &places, "postCodeTo").await, ["3207"]);
        let results = format!(
            "{ZONE}/zone-locations?zoneId={}&filter=countryCode eq 'NZ'",
            card.rest
        );
        assert_eq!(list_member(&admin, &results, "countryCode").await, ["NZ"]);
        admin
            .delete(&format!("{ZONE}/zone?id={}", card.mel))
            .await
            .result();
        admin.get(&places).await.expect_error(404);
    });
}

#[test]
fn another_tenants_place_is_not_there() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD").await;
        let place = new_place(&admin, card.mel, json!({"postCode": "3121"})).await;
        let outsider = kit.another_tenant().await.user("Admin").await;
        let path = format!(
            "{ZONE}/remove-zone-location?id={}",
            place["id"].as_str().unwrap()
        );
        outsider.delete(&path).await.expect_error(404);
        admin.delete(&path).await.result();
    });
}
