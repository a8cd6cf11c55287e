//! Rate services: added, changed, listed and deleted.

use serde_json::json;
use testkit::on_both;

use super::{CARD, RATE, SERVICE, create_card, list_member, new_rate, rate_body};

#[test]
fn services_are_kept_in_their_card() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let rate_card = create_card(&admin, "ROAD").await;
        let other = create_card(&admin, "AIR").await;
        let path = format!("{SERVICE}/rate-service");
        let change = json!({"rateService": {"id": rate_card.road, "name": "Road freight", "minUnit": 5.5, "isAdditional": true}});
        let changed = admin.put(&path, change).await.result()["rateService"].clone();
        assert_eq!(
            (&changed["code"], &changed["minUnit"]),
            (&json!("ROAD"), &json!(5.5))
        );
        let all = format!(
            "{SERVICE}/rate-services?rateCardId={}&sorting=code",
            rate_card.card
        );
        assert_eq!(list_member(&admin, &all, "code").await, ["EXPRESS", "ROAD"]);
        assert_eq!(
            list_member(
                &admin,
                &format!("{all}&entityId={}", rate_card.road),
                "name"
            )
            .await,
            ["Road freight"]
        );
        assert!(
            list_member(&admin, &format!("{all}&entityId={}", other.road), "name")
                .await
                .is_empty()
        );
        let refused = async |service: serde_json::Value| {
            let body = json!({ "rateService": service });
            let is_new = body["rateService"]["id"].is_null();
            let answer = if is_new {
                admin.post(&path, body).await
            } else {
                admin.put(&path, body).await
            };
            answer.invalid_members()
        };
        let repeat = json!({"rateCardId": rate_card.card, "code": "road", "name": "Again"});
        assert_eq!(refused(repeat).await, ["rateService.code"]);
        let nameless = json!({"rateCardId": rate_card.card, "minUnit": -1});
        assert_eq!(
            refused(nameless).await,
            [
                "rateService.code",
                "rateService.name",
                "rateService.minUnit"
            ]
        );
        let moved = json!({"id": rate_card.road, "rateCardId": other.card});
        assert_eq!(refused(moved).await, ["rateService.rateCardId"]);
        let card = admin
            .get(&format!("{CARD}/rate-card?id={}", rate_card.card))
            .await
            .result();
        assert_eq!(card["rateCard"]["rowVersion"], 1);
    });
}

#[test]
fn a_service_with_rates_stays() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD").await;
        let rate = new_rate(&admin, rate_body(card.road, "MEL", "SYD", json!({}))).await;
        let path = format!("{SERVICE}/rate-service?id={}", card.road);
        assert_eq!(admin.delete(&path).await.invalid_members(), ["id"]);
        admin
            .delete(&format!("{RATE}/rate?id={}", rate["id"]))
            .await
            .result();
        admin.delete(&path).await.result();
        admin.delete(&path).await.expect_error(404);
    });
}

#[test]
fn a_card_has_a_hundred_services() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD").await;
        for number in 2..100 {
            super::new_service(&admin, card.card, &format!("S{number}")).await;
        }
        let body =
            json!({"rateService": {"rateCardId": card.card, "code": "MORE", "name": "More"}});
        let refused = admin.post(&format!("{SERVICE}/rate-service"), body).await;
        assert_eq!(refused.invalid_members(), ["rateService"]);
        assert!(refused.json()["error"].to_string().contains("100"));
    });
}
