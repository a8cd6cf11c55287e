//! Rates: added, changed, listed and deleted; overlaps are rejected, odd prices warned of.

use data::{
    db::{Mode, Val},
    tsql,
};
use serde_json::{Value, json};
use testkit::on_both;

use super::{CARD, RATE, create_card, list_member, new_rate, rate_body};

#[test]
fn rates_are_added_changed_and_listed() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD").await;
        let related = json!({
            "reciprocal": true, "cubicAllowance": 333.3333, "cutOffTime": "9:05", "transitTime": 2,
            "effectiveDate": "2026-01-01", "expireDate": "2026-06-30",
            "rateDetails": [{"rateType": "Break", "break": 5, "value": 1.5}, {"rateType": "Break", "break": 10.5, "value": 1.6}],
        });
        let rate = new_rate(&admin, rate_body(card.road, "MEL", "SYD", related)).await;
        let said = |name: &str| rate[name].clone();
        assert_eq!(
            [
                "rateCardId",
                "cubicAllowance",
                "cutOffTime",
                "minimum",
                "rowVersion",
                "effectiveDate"
            ]
            .map(said),
            [
                json!(card.card),
                json!(333.3333),
                json!("09:05"),
                json!(9.5),
                json!(1),
                json!("2026-01-01")
            ]
        );
        assert_eq!(
            rate["rateDetails"][1],
            json!({"rateType": "Break", "break": 10.5, "basic": 0, "value": 1.6})
        );
        new_rate(
            &admin,
            rate_body(
                card.express,
                "MEL",
                "SYD",
                json!({"calculationMethod": "PerItem"}),
            ),
        )
        .await;
        new_rate(&admin, rate_body(card.road, "REST", "REST", json!({}))).await;
        let all = format!("{RATE}/rates?rateCardId={}&sorting=id", card.card);
        let service = card.express;
        for (narrow, lanes) in [
            (String::new(), vec!["SYD", "SYD", "REST"]),
            (format!("&rateServiceId={service}"), vec!["SYD"]),
            ("&fromZone=mel&toZone=Syd".to_owned(), vec!["SYD", "SYD"]),
            ("&fromZone=NOWHERE".to_owned(), vec![]),
            ("&calculationMethod=PerItem".to_owned(), vec!["SYD"]),
            ("&filter=expireDate le 2026-06-30".to_owned(), vec!["SYD"]),
        ] {
            assert_eq!(
                list_member(&admin, &format!("{all}{narrow}"), "toZone").await,
                lanes,
                "{narrow}"
            );
        }
        let of_service = format!(
            "{RATE}/service-rate?rateCardId={}&serviceId={}&sorting=id",
            card.card, card.road
        );
        assert_eq!(
            list_member(&admin, &of_service, "toZone").await,
            ["SYD", "REST"]
        );
        assert_eq!(
            list_member(
                &admin,
                &format!("{of_service}&entityId={}", rate["id"]),
                "toZone"
            )
            .await,
            ["SYD"]
        );
        let change = json!({"rate": {"id": rate["id"], "rowVersion": 1, "minimum": 12, "transitTime": null}});
        let changed = admin
            .put(&format!("{RATE}/rate"), change.clone())
            .await
            .result()["rate"]
            .clone();
        assert_eq!(
            (&changed["minimum"], &changed["transitTime"]),
            (&json!(12), &Value::Null)
        );
        assert_eq!(changed["rateDetails"], rate["rateDetails"]);
        admin
            .put(&format!("{RATE}/rate"), change)
            .await
            .expect_error(409);
    });
}

#[test]
fn what_is_wrong_with_a_rate_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD").await;
        let other = create_card(&admin, "AIR").await;
        let refused = async |rate: Value| {
            admin
                .post(&format!("{RATE}/rate"), json!({ "rate": rate }))
                .await
                .invalid_members()
        };
        let invalid = json!({
            "calculationMethod": "", "rateDetails": [
                {"rateType": "Break", "break": 10, "value": 1}, {"rateType": "Break", "break": 5, "value": 1}],
        });
        assert_eq!(
            refused(rate_body(card.road, "NOWHERE", "", invalid)).await,
            [
                "rate.toZone",
                "rate.calculationMethod",
                "rate.rateDetails[1].break",
                "rate.fromZone"
            ]
        );
        assert_eq!(
            refused(rate_body(
                card.road,
                "MEL",
                "MEL",
                json!({"reciprocal": true})
            ))
            .await,
            ["rate.reciprocal"]
        );
        assert_eq!(
            refused(rate_body(0, "MEL", "SYD", json!({}))).await,
            ["rate.rateServiceId"]
        );
        let rate = new_rate(&admin, rate_body(card.road, "MEL", "SYD", json!({}))).await;
        let moved = json!({"rate": {"id": rate["id"], "rateServiceId": other.road}});
        assert_eq!(
            admin
                .put(&format!("{RATE}/rate"), moved)
                .await
                .invalid_members(),
            ["rate.rateServiceId"]
        );
    });
}

#[test]
fn two_rates_of_a_lane_share_no_day() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD").await;
        let days = |first: &str, last: &str| json!({"effectiveDate": first, "expireDate": last});
        let summer = new_rate(
            &admin,
            rate_body(card.road, "MEL", "SYD", days("2026-01-01", "2026-03-31")),
        )
        .await;
        let refused = async |rate: Value| {
            let answer = admin
                .post(&format!("{RATE}/rate"), json!({ "rate": rate }))
                .await;
            let error = answer.expect_error(400);
            assert_eq!(answer.invalid_members(), ["rate.effectiveDate"]);
            error["validationErrors"][0]["message"]
                .as_str()
                .unwrap()
                .to_owned()
        };
        let message = refused(rate_body(
            card.road,
            "MEL",
            "SYD",
            days("2026-03-31", "2026-12-31"),
        ))
        .await;
        assert!(
            message.contains(&summer["id"].to_string()) && message.contains("2026-03-31"),
            "{message}"
        );
        refused(rate_body(card.road, "MEL", "SYD", json!({}))).await;
        let autumn = new_rate(
            &admin,
            rate_body(card.road, "MEL", "SYD", days("2026-04-01", "2026-06-30")),
        )
        .await;
        let per_item = json!({"calculationMethod": "PerItem"});
        new_rate(&admin, rate_body(card.road, "MEL", "SYD", per_item)).await;
        new_rate(&admin, rate_body(card.express, "MEL", "SYD", json!({}))).await;
        let back = new_rate(
            &admin,
            rate_body(card.road, "SYD", "MEL", json!({"reciprocal": true})),
        )
        .await;
        let longer = |id: &Value, last: &str| json!({"rate": {"id": id, "expireDate": last}});
        let answer = admin
            .put(&format!("{RATE}/rate"), longer(&summer["id"], "2026-04-01"))
            .await;
        assert_eq!(answer.invalid_members(), ["rate.effectiveDate"]);
        admin
            .put(&format!("{RATE}/rate"), longer(&autumn["id"], "2026-07-31"))
            .await
            .result();
        let both_ways = json!({"rate": {"id": summer["id"], "reciprocal": true}});
        let answer = admin.put(&format!("{RATE}/rate"), both_ways.clone()).await;
        assert_eq!(answer.invalid_members(), ["rate.effectiveDate"]);
        admin
            .delete(&format!("{RATE}/rate?id={}", back["id"]))
            .await
            .result();
        admin.put(&format!("{RATE}/rate"), both_ways).await.result();
    });
}

#[test]
fn a_price_that_falls_with_the_weight_is_taken_and_told() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD").await;
        let falling = json!({"minimum": 0, "rateDetails": [
            {"rateType": "Break", "break": 5, "value": 1.5}, {"rateType": "Break", "break": null, "value": 1}]});
        let body = json!({"rate": rate_body(card.road, "MEL", "SYD", falling)});
        let saved = admin.post(&format!("{RATE}/rate"), body).await.result();
        assert_eq!(
            saved["warnings"][0]["members"],
            json!(["rate.rateDetails[1].value"])
        );
        assert_eq!(saved["rate"]["rateDetails"].as_array().unwrap().len(), 2);
    });
}

#[test]
fn a_rate_that_an_import_has_replaced_is_not_live() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD").await;
        let old = new_rate(&admin, rate_body(card.road, "MEL", "SYD", json!({}))).await;
        let mut scope = kit.scope(Mode::Write);
        let replaced = tsql!(
            "UPDATE rates SET replaced_by = 1, import_id = 1 WHERE tenant_id = $1 AND id = $2"
        );
        scope
            .rows(replaced, vec![Val::I64(old["id"].as_i64().unwrap())])
            .await
            .unwrap();
        scope.commit().await.unwrap();
        let all = format!("{RATE}/rates?rateCardId={}", card.card);
        assert!(list_member(&admin, &all, "id").await.is_empty());
        let change = json!({"rate": {"id": old["id"], "minimum": 1}});
        admin
            .put(&format!("{RATE}/rate"), change)
            .await
            .expect_error(404);
        admin
            .delete(&format!("{RATE}/rate?id={}", old["id"]))
            .await
            .expect_error(404);
        let new = new_rate(&admin, rate_body(card.road, "MEL", "SYD", json!({}))).await;
        assert_eq!(list_member(&admin, &all, "id").await, [new["id"].clone()]);
        let copy = json!({"id": card.card, "code": "COPY", "name": "Copy"});
        let copy = admin
            .post(&format!("{CARD}/copy-rate-card"), copy)
            .await
            .result()["rateCard"]["id"]
            .clone();
        let results = admin
            .get(&format!(
                "{CARD}/compare-rate-cards?id={}&otherId={copy}",
                card.card
            ))
            .await
            .result();
        assert_eq!(
            results["totals"],
            json!({"before": 1, "after": 1, "changed": 0, "added": 0, "removed": 0})
        );
    });
}

#[test]
fn of_two_who_add_the_same_rate_at_once_one_is_refused() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = create_card(&admin, "ROAD").await;
        let path = format!("{RATE}/rate");
        for zone in ["MEL", "SYD", "REST"] {
            let add = || {
                admin.post(
                    &path,
                    json!({"rate": rate_body(card.road, zone, zone, json!({}))}),
                )
            };
            let (one, two, three) = tokio::join!(add(), add(), add());
            let mut answers = [one, two, three].map(|answer| answer.status.as_u16());
            answers.sort_unstable();
            assert_eq!(answers, [200, 400, 400]);
        }
        assert_eq!(
            list_member(
                &admin,
                &format!("{RATE}/rates?rateCardId={}", card.card),
                "id"
            )
            .await
            .len(),
            3
        );
    });
}
