//! Copies, versions and differences of cards.

use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::{
    CARD, RATE, SERVICE, ZONE, create_card, list_member, new_place, new_rate, new_zone, rate_body,
};

async fn content(client: &Client, card: &Value) -> Value {
    let mut all = Vec::new();
    for path in [
        format!("{SERVICE}/rate-services"),
        format!("{ZONE}/zones"),
        format!("{RATE}/rates"),
    ] {
        let page = client
            .get(&format!(
                "{path}?rateCardId={card}&sorting=id&maxResultCount=100"
            ))
            .await
            .result();
        for mut item in page["items"].as_array().unwrap().clone() {
            if item["fromZone"].is_null()
                && item["minUnit"].is_null()
                && item["isAdditional"].is_null()
            {
                let places = client
                    .get(&format!(
                        "{ZONE}/zone-locations?zoneId={}&sorting=id",
                        item["id"]
                    ))
                    .await
                    .result();
                for mut place in places["items"].as_array().unwrap().clone() {
                    for name in ["id", "zoneId", "rateCardId"] {
                        place.as_object_mut().unwrap().remove(name);
                    }
                    all.push(place);
                }
            }
            for name in ["id", "rateCardId", "rateServiceId"] {
                item.as_object_mut().unwrap().remove(name);
            }
            all.push(item);
        }
    }
    Value::Array(all)
}

async fn full(client: &Client, code: &str) -> super::CardFixture {
    let card = create_card(client, code).await;
    new_place(
        client,
        card.mel,
        json!({"postCode": "3121", "suburb": "Richmond"}),
    )
    .await;
    new_place(
        client,
        card.mel,
        json!({"postCode": "3000", "postCodeTo": "3207"}),
    )
    .await;
    new_place(client, card.rest, json!({"stateCode": "TAS"})).await;
    new_rate(
        client,
        rate_body(
            card.road,
            "MEL",
            "SYD",
            json!({"cutOffTime": "16:30", "cubicAllowance": 167.5}),
        ),
    )
    .await;
    new_rate(
        client,
        rate_body(card.road, "SYD", "REST", json!({"reciprocal": true})),
    )
    .await;
    new_rate(
        client,
        rate_body(card.express, "MEL", "SYD", json!({"transitTime": 1})),
    )
    .await;
    card
}

#[test]
fn a_copy_has_all_that_the_card_has() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = full(&admin, "ROAD").await;
        let terms = json!({"rateCard": {"id": card.card, "terms": {"cubicAllowance": 333}, "kind": "Cost"}});
        admin
            .put(&format!("{CARD}/rate-card"), terms)
            .await
            .result();
        let path = format!("{CARD}/copy-rate-card");
        let copy = json!({"id": card.card, "code": "ROAD-2", "name": "Road two"});
        let copy = admin.post(&path, copy).await.result()["rateCard"].clone();
        assert_eq!(
            (&copy["version"], &copy["kind"]),
            (&json!(1), &json!("Cost"))
        );
        assert_eq!(copy["terms"]["cubicAllowance"], 333);
        assert_eq!(
            (&copy["isActive"], &copy["isDraft"]),
            (&json!(false), &json!(true))
        );
        let (old, new) = (
            content(&admin, &json!(card.card)).await,
            content(&admin, &copy["id"]).await,
        );
        assert_eq!(old.as_array().unwrap().len(), 2 + 3 + 3 + 3);
        assert_eq!(old, new);
        let services = format!(
            "{SERVICE}/rate-services?rateCardId={}&sorting=id",
            copy["id"]
        );
        let service = list_member(&admin, &services, "id").await[0]
            .as_i64()
            .unwrap();
        assert_ne!(service, card.road);
        assert_eq!(
            list_member(
                &admin,
                &format!(
                    "{RATE}/service-rate?rateCardId={}&serviceId={service}",
                    copy["id"]
                ),
                "id"
            )
            .await
            .len(),
            2
        );
        assert!(
            list_member(
                &admin,
                &format!(
                    "{RATE}/service-rate?rateCardId={}&serviceId={}",
                    copy["id"], card.road
                ),
                "id"
            )
            .await
            .is_empty()
        );
        // The copy's places have their own ids.
        let zones = list_member(
            &admin,
            &format!("{ZONE}/zones?rateCardId={}&sorting=code", copy["id"]),
            "id",
        )
        .await;
        let places = list_member(
            &admin,
            &format!("{ZONE}/zone-locations?zoneId={}", zones[0]),
            "id",
        )
        .await;
        for place in places {
            let removed = format!("{ZONE}/remove-zone-location?id={}", place.as_str().unwrap());
            admin.delete(&removed).await.result();
        }
        assert_eq!(
            list_member(
                &admin,
                &format!("{ZONE}/zone-locations?zoneId={}", card.mel),
                "id"
            )
            .await
            .len(),
            2
        );
        for (code, name, member) in [
            ("road", "Again", "code"),
            ("", "None", "code"),
            ("R3", "", "name"),
        ] {
            let answer = admin
                .post(&path, json!({"id": card.card, "code": code, "name": name}))
                .await;
            assert_eq!(answer.invalid_members(), [member]);
        }
    });
}

#[test]
fn a_new_version_begins_when_the_one_before_ends() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = full(&admin, "ROAD").await;
        let path = format!("{CARD}/new-version");
        let version = async |date: &str| {
            admin
                .post(&path, json!({"id": card.card, "effectiveDate": date}))
                .await
                .result()["rateCard"]
                .clone()
        };
        let second = version("2026-07-01").await;
        assert_eq!(
            (&second["code"], &second["version"]),
            (&json!("ROAD"), &json!(2))
        );
        assert_eq!(
            (&second["effectiveDate"], &second["expireDate"]),
            (&json!("2026-07-01"), &Value::Null)
        );
        let first = admin
            .get(&format!("{CARD}/rate-card?id={}", card.card))
            .await
            .result();
        assert_eq!(first["rateCard"]["expireDate"], "2026-06-30");
        assert_eq!(
            content(&admin, &json!(card.card)).await,
            content(&admin, &second["id"]).await
        );
        let early = admin
            .post(
                &path,
                json!({"id": card.card, "effectiveDate": "2026-07-01"}),
            )
            .await;
        assert_eq!(early.invalid_members(), ["effectiveDate"]);
        let third = version("2026-10-01").await;
        assert_eq!(third["version"], 3);
        let versions = format!("{CARD}/rate-cards?filter=code eq 'ROAD'&sorting=version");
        let ends = list_member(&admin, &versions, "expireDate").await;
        assert_eq!(
            ends,
            [json!("2026-06-30"), json!("2026-09-30"), Value::Null]
        );
        let renamed = json!({"rateCard": {"id": second["id"], "code": "ROAD-26"}});
        admin
            .put(&format!("{CARD}/rate-card"), renamed)
            .await
            .result();
        let versions = format!("{CARD}/rate-cards?filter=code eq 'ROAD-26'&sorting=version");
        assert_eq!(list_member(&admin, &versions, "version").await, [1, 2, 3]);
    });
}

#[test]
fn two_cards_are_compared() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = full(&admin, "ROAD").await;
        let next = json!({"id": card.card, "effectiveDate": "2026-07-01"});
        let next = admin
            .post(&format!("{CARD}/new-version"), next)
            .await
            .result()["rateCard"]["id"]
            .as_i64()
            .unwrap();
        let path = format!("{CARD}/compare-rate-cards?id={}&otherId={next}", card.card);
        let same = admin.get(&path).await.result();
        assert_eq!(
            same["totals"],
            json!({"before": 3, "after": 3, "changed": 0, "added": 0, "removed": 0})
        );
        assert_eq!(same["differences"], json!([]));
        let rates = admin
            .get(&format!("{RATE}/rates?rateCardId={next}&sorting=id"))
            .await
            .result()["items"]
            .clone();
        let dearer = json!({"rate": {"id": rates[0]["id"], "minimum": 99}});
        admin.put(&format!("{RATE}/rate"), dearer).await.result();
        let other_lines = json!({"rate": {"id": rates[1]["id"], "rateDetails": [{"rateType": "Flat", "value": 7}]}});
        admin
            .put(&format!("{RATE}/rate"), other_lines)
            .await
            .result();
        admin
            .delete(&format!("{RATE}/rate?id={}", rates[2]["id"]))
            .await
            .result();
        new_zone(&admin, next, "PER").await;
        let air = super::new_service(&admin, next, "AIR").await["id"]
            .as_i64()
            .unwrap();
        new_rate(&admin, rate_body(air, "PER", "MEL", json!({}))).await;
        let results = admin.get(&path).await.result();
        assert_eq!(
            results["totals"],
            json!({"before": 3, "after": 3, "changed": 2, "added": 1, "removed": 1})
        );
        assert_eq!(
            (&results["servicesAdded"], &results["zonesAdded"]),
            (&json!(["AIR"]), &json!(["PER"]))
        );
        assert_eq!(
            (&results["servicesRemoved"], &results["zonesRemoved"]),
            (&json!([]), &json!([]))
        );
        let line = |at: usize| {
            let one = &results["differences"][at];
            (
                one["service"].clone(),
                one["fromZone"].clone(),
                one["before"]["minimum"].clone(),
                one["after"]["minimum"].clone(),
            )
        };
        let body_for = |service: &str, from: &str, before: Value, after: Value| {
            (json!(service), json!(from), before, after)
        };
        assert_eq!(line(0), body_for("ROAD", "MEL", json!(9.5), json!(99)));
        assert_eq!(line(1), body_for("ROAD", "SYD", json!(9.5), json!(9.5)));
        assert_eq!(line(2), body_for("AIR", "PER", Value::Null, json!(9.5)));
        assert_eq!(line(3), body_for("EXPRESS", "MEL", json!(9.5), Value::Null));
    });
}
