//! Zones and the places in them.

use serde_json::{Value, json};
use testkit::on_both;

use super::{CARD, RATE, ZONE, a_rate, given, listed, new_place, new_rate};

#[test]
fn a_zones_new_code_is_the_rates_and_levies_new_code() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let of = given(&admin, "ROAD").await;
        let out = new_rate(&admin, a_rate(of.road, "mel", "SYD", json!({}))).await;
        assert_eq!(out["fromZone"], "MEL");
        new_rate(&admin, a_rate(of.road, "SYD", "MEL", json!({}))).await;
        let levy = json!({"code": "CITY", "name": "City", "feeType": "Admin", "amount": 5,
            "when": {"case": "Zone", "zone": "mel"}});
        let card = json!({"rateCard": {"id": of.card, "terms": {"levies": [levy]}}});
        let card = admin.put(&format!("{CARD}/rate-card"), card).await.result();
        assert_eq!(
            card["rateCard"]["terms"]["levies"][0]["when"]["zone"],
            "MEL"
        );
        let path = format!("{ZONE}/zone");
        let zone = json!({"zone": {"id": of.mel, "code": "MELB", "name": "Melbourne"}});
        let zone = admin.put(&path, zone).await.result()["zone"].clone();
        assert_eq!(
            admin.get(&format!("{path}?id={}", of.mel)).await.result()["zone"],
            zone
        );
        let rates = format!("{RATE}/rates?rateCardId={}&sorting=id", of.card);
        assert_eq!(listed(&admin, &rates, "fromZone").await, ["MELB", "SYD"]);
        assert_eq!(
            listed(&admin, &format!("{rates}&toZone=melb"), "fromZone").await,
            ["SYD"]
        );
        let card = admin
            .get(&format!("{CARD}/rate-card?id={}", of.card))
            .await
            .result();
        assert_eq!(
            card["rateCard"]["terms"]["levies"][0]["when"]["zone"],
            "MELB"
        );
        // What rates or levies name stays.
        assert_eq!(
            admin
                .delete(&format!("{path}?id={}", of.syd))
                .await
                .invalid_members(),
            ["id"]
        );
        for rate in listed(&admin, &rates, "id").await {
            admin
                .delete(&format!("{RATE}/rate?id={rate}"))
                .await
                .result();
        }
        assert_eq!(
            admin
                .delete(&format!("{path}?id={}", of.mel))
                .await
                .invalid_members(),
            ["id"]
        );
        admin
            .delete(&format!("{path}?id={}", of.syd))
            .await
            .result();
        let zones = format!("{ZONE}/zones?rateCardId={}&sorting=code", of.card);
        assert_eq!(listed(&admin, &zones, "code").await, ["MELB", "REST"]);
        let again = json!({"zone": {"rateCardId": of.card, "code": "rest", "name": "Rest"}});
        assert_eq!(
            admin.post(&path, again).await.invalid_members(),
            ["zone.code"]
        );
    });
}

#[test]
fn a_place_is_in_one_zone_of_a_card() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let of = given(&admin, "ROAD").await;
        let suburb = new_place(
            &admin,
            of.mel,
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
            of.mel,
            json!({"postCode": "3000", "postCodeTo": "3207"}),
        )
        .await;
        new_place(&admin, of.rest, json!({"stateCode": "Victoria"})).await;
        new_place(&admin, of.rest, json!({"countryCode": "NZ"})).await;
        let refused = async |place: Value| {
            let mut place = place;
            place["zoneId"] = json!(of.syd);
            let body = json!({ "zoneLocation": place });
            let answer = admin.post(&format!("{ZONE}/add-zone-location"), body).await;
            let error = answer.refused(400);
            (
                answer.invalid_members(),
                error["validationErrors"][0]["message"].clone(),
            )
        };
        let taken =
            refused(json!({"postCode": "3121", "suburb": "RICHMOND", "stateCode": "VIC"})).await;
        assert_eq!(
            taken,
            (
                vec!["zoneLocation".to_owned()],
                json!("is in zone MEL of this card already")
            )
        );
        assert_eq!(
            refused(json!({"stateCode": "VIC"})).await.1,
            "is in zone REST of this card already"
        );
        let alone = refused(json!({"suburb": "Richmond"})).await;
        assert_eq!(alone.0, ["zoneLocation.postCode"]);
        // The same place is free in another card, and here once it was taken out.
        let other = given(&admin, "AIR").await;
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
        admin.delete(&path).await.refused(404);
        new_place(
            &admin,
            of.syd,
            json!({"postCode": "3121", "suburb": "Richmond"}),
        )
        .await;
        let places = format!("{ZONE}/zone-locations?zoneId={}", of.mel);
        assert_eq!(listed(&admin, &places, "postCodeTo").await, ["3207"]);
        let found = format!(
            "{ZONE}/zone-locations?zoneId={}&filter=countryCode eq 'NZ'",
            of.rest
        );
        assert_eq!(listed(&admin, &found, "countryCode").await, ["NZ"]);
        // Places go with their zone.
        admin
            .delete(&format!("{ZONE}/zone?id={}", of.mel))
            .await
            .result();
        admin.get(&places).await.refused(404);
    });
}

#[test]
fn another_tenants_place_is_not_there() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let of = given(&admin, "ROAD").await;
        let place = new_place(&admin, of.mel, json!({"postCode": "3121"})).await;
        let stranger = kit.another_tenant().await.user("Admin").await;
        let path = format!(
            "{ZONE}/remove-zone-location?id={}",
            place["id"].as_str().unwrap()
        );
        stranger.delete(&path).await.refused(404);
        admin.delete(&path).await.result();
    });
}
