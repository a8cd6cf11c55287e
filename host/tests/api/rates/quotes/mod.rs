//! Rate card prices: totals, rejections, and carrier accounts.

mod comparison;

use data::db::Mode;
use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::{CARD, RATE, SERVICE, create_card, new_card, new_place, new_rate, rate_body};
use testkit::given as freight;

const QUOTE: &str = "/api/rates/quote";

fn place(suburb: &str, post_code: &str) -> Value {
    json!({"addressType": "Business", "suburb": suburb, "postCode": post_code, "countryCode": "AU"})
}

fn cartons(quantity: i64) -> Value {
    let length = |value: i64| json!({"value": value, "unit": "CM"});
    json!({
        "fromAddress": place("Melbourne", "3000"), "toAddress": place("Sydney", "2000"),
        "items": [{
            "packageType": "Carton", "quantity": quantity, "description": "Wine",
            "length": length(40), "width": length(30), "height": length(10), "weight": {"value": 5, "unit": "KG"},
        }],
    })
}

fn with(mut request: Value, beside: Value) -> Value {
    for (name, value) in beside.as_object().unwrap() {
        request[name] = value.clone();
    }
    request
}

async fn priced_card(client: &Client, code: &str) -> super::CardFixture {
    let card = create_card(client, code).await;
    new_place(client, card.mel, json!({"postCode": "3000"})).await;
    new_place(client, card.syd, json!({"postCode": "2000"})).await;
    let related = json!({"reciprocal": true, "transitTime": 2});
    new_rate(client, rate_body(card.road, "MEL", "SYD", related)).await;
    card
}

async fn quoted(client: &Client, ask: Value) -> Value {
    client.post(&format!("{QUOTE}/quote"), ask).await.result()
}

async fn totals(client: &Client, ask: Value) -> Vec<Value> {
    let quotes = quoted(client, ask).await["quotes"]
        .as_array()
        .unwrap()
        .clone();
    quotes
        .iter()
        .map(|quote| quote["cost"]["total"].clone())
        .collect()
}

#[test]
fn a_card_prices_a_consignment_and_explains_itself() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = priced_card(&admin, "ROAD").await;
        let request = with(
            cartons(4),
            json!({"rateCardId": card.card, "explain": true}),
        );
        let answer = quoted(&admin, request).await;
        let quote = &answer["quote"];
        assert_eq!(quote["rateCardCode"], "ROAD");
        assert_eq!(
            (&quote["serviceCode"], &quote["currency"]),
            (&json!("ROAD"), &json!("AUD"))
        );
        assert_eq!(
            quote["cost"],
            json!({"freight": 35, "additional": 0, "total": 35})
        );
        assert_eq!(
            quote["serviceDetails"][0]["serviceName"],
            "Freight MEL to SYD"
        );
        let attributes = &quote["quoteAttributes"];
        assert_eq!(
            (&attributes["fromZone"], &attributes["toZone"]),
            (&json!("MEL"), &json!("SYD"))
        );
        assert_eq!(
            (&attributes["chargeableWeight"], &attributes["transitTime"]),
            (&json!(20), &json!(2))
        );
        assert!(attributes["deliveryDate"].as_str() > attributes["dispatchDate"].as_str());
        let explanation: Vec<&str> = attributes["explanation"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(
            explanation[1],
            "20 kg dead weight, 12 kg cubic weight at 250 kg a m³: 20 kg chargeable"
        );
        assert_eq!(explanation[2], "20 kg: 35");
        assert_eq!(answer["refused"][0]["serviceCode"], "EXPRESS");
        assert_eq!(
            answer["refused"][0]["reason"],
            "EXPRESS has no rate from MEL to SYD on this day"
        );
        let back = json!({"fromAddress": place("Sydney", "2000"), "toAddress": place("Melbourne", "3000")});
        let back = quoted(&admin, with(cartons(4), back)).await["quote"].clone();
        assert_eq!(
            (
                &back["cost"]["total"],
                &back["quoteAttributes"]["isReciprocal"]
            ),
            (&json!(35), &json!(true))
        );
    });
}

#[test]
fn a_place_in_no_zone_is_said_so() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        priced_card(&admin, "ROAD").await;
        let request = with(
            cartons(1),
            json!({"fromAddress": place("Richmond", "3121")}),
        );
        let answer = quoted(&admin, request).await;
        assert_eq!(answer["quote"], Value::Null);
        assert_eq!(
            answer["refused"][0]["reason"],
            "3121 Richmond is in no zone of card ROAD"
        );
    });
}

#[test]
fn a_zone_of_its_own_goes_before_a_wider_one_in_either_direction() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = priced_card(&admin, "ROAD").await;
        new_place(
            &admin,
            card.rest,
            json!({"postCode": "2000", "postCodeTo": "2999"}),
        )
        .await;
        new_rate(
            &admin,
            rate_body(card.road, "REST", "MEL", json!({"minimum": 500})),
        )
        .await;
        let from_sydney = json!({"fromAddress": place("Sydney", "2000"), "toAddress": place("Melbourne", "3000")});
        assert_eq!(
            totals(&admin, with(cartons(4), from_sydney.clone())).await,
            [json!(35)]
        );
        let from_newcastle = json!({"fromAddress": place("Newcastle", "2300"), "toAddress": place("Melbourne", "3000")});
        assert_eq!(
            totals(&admin, with(cartons(4), from_newcastle)).await,
            [json!(500)]
        );
        let road = admin
            .get(&format!(
                "{RATE}/rates?rateCardId={}&fromZone=MEL",
                card.card
            ))
            .await
            .result();
        admin
            .delete(&format!("{RATE}/rate?id={}", road["items"][0]["id"]))
            .await
            .result();
        assert_eq!(
            totals(&admin, with(cartons(4), from_sydney.clone())).await,
            Vec::<Value>::new()
        );
        let stored = admin
            .get(&format!("{CARD}/rate-card?id={}", card.card))
            .await
            .result()["rateCard"]
            .clone();
        let terms = with(
            stored["terms"].clone(),
            json!({"fallsBackToWiderZones": true}),
        );
        let change = json!({"rateCard": {"id": card.card, "rowVersion": stored["rowVersion"], "terms": terms}});
        admin
            .put(&format!("{CARD}/rate-card"), change)
            .await
            .result();
        assert_eq!(
            totals(&admin, with(cartons(4), from_sydney)).await,
            [json!(500)]
        );
    });
}

#[test]
fn a_change_shows_in_the_next_price() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = priced_card(&admin, "ROAD").await;
        assert_eq!(totals(&admin, cartons(4)).await, [json!(35)]);
        let rate = admin
            .get(&format!("{RATE}/rates?rateCardId={}", card.card))
            .await
            .result()["items"][0]
            .clone();
        let change =
            json!({"rate": {"id": rate["id"], "rowVersion": rate["rowVersion"], "minimum": 99}});
        admin.put(&format!("{RATE}/rate"), change).await.result();
        assert_eq!(totals(&admin, cartons(4)).await, [json!(99)]);
        let service = admin
            .get(&format!("{SERVICE}/rate-services?rateCardId={}", card.card))
            .await
            .result();
        let road = service["items"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["code"] == "ROAD")
            .unwrap();
        let change = json!({"rateService": {"id": road["id"], "rowVersion": road["rowVersion"], "isActive": false}});
        admin
            .put(&format!("{SERVICE}/rate-service"), change)
            .await
            .result();
        assert_eq!(totals(&admin, cartons(4)).await, Vec::<Value>::new());
    });
}

#[test]
fn a_customers_own_cards_go_before_those_for_all() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        priced_card(&admin, "ROAD").await;
        let own = priced_card(&admin, "WINES").await;
        let customer = freight::customer(&kit, "Bluegum Wines").await;
        let card = admin
            .get(&format!("{CARD}/rate-card?id={}", own.card))
            .await
            .result()["rateCard"]
            .clone();
        let change = json!({"rateCard": {"id": own.card, "rowVersion": card["rowVersion"], "customerId": customer}});
        admin
            .put(&format!("{CARD}/rate-card"), change)
            .await
            .result();
        let codes = async |ask: Value| -> Vec<String> {
            let quotes = quoted(&admin, ask).await["quotes"]
                .as_array()
                .unwrap()
                .clone();
            quotes
                .iter()
                .map(|quote| quote["rateCardCode"].as_str().unwrap().to_owned())
                .collect()
        };
        assert_eq!(codes(cartons(1)).await, ["ROAD"]);
        assert_eq!(
            codes(with(cartons(1), json!({"customerId": customer}))).await,
            ["WINES"]
        );
        assert_eq!(
            codes(with(cartons(1), json!({"kind": "Cost"}))).await,
            Vec::<String>::new()
        );
    });
}

#[test]
fn an_engine_is_exchanged_per_card() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = priced_card(&admin, "HIRE").await;
        let engines = admin.get(&format!("{CARD}/engines")).await.result();
        let ids: Vec<&str> = engines["engines"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|engine| engine["id"].as_str())
            .collect();
        assert!(
            ids.contains(&"distance-time") && ids.contains(&"zone-rates"),
            "{ids:?}"
        );
        let stored = admin
            .get(&format!("{CARD}/rate-card?id={}", card.card))
            .await
            .result()["rateCard"]
            .clone();
        let change = |engine: &str| json!({"rateCard": {"id": card.card, "rowVersion": stored["rowVersion"], "engine": engine}});
        let refused = admin
            .put(&format!("{CARD}/rate-card"), change("abacus"))
            .await
            .expect_error(400);
        assert_eq!(
            refused["validationErrors"][0]["members"][0], "rateCard.engine",
            "{refused}"
        );
        admin
            .put(&format!("{CARD}/rate-card"), change("distance-time"))
            .await
            .result();
        for (method, value) in [("PerKm", 1.2), ("PerHour", 48.0)] {
            let details = json!([{"rateType": "Break", "value": value}]);
            let related =
                json!({"calculationMethod": method, "minimum": 65, "rateDetails": details});
            new_rate(&admin, rate_body(card.express, "MEL", "SYD", related)).await;
        }
        let trip = json!({"services": ["express"], "distanceKm": 75, "durationMinutes": 60});
        assert_eq!(totals(&admin, with(cartons(1), trip)).await, [json!(138)]);
        // Without a distance: Melbourne and Sydney are 713 km apart, farther by road.
        let estimated =
            quoted(&admin, with(cartons(1), json!({"services": ["EXPRESS"]}))).await["quotes"][0]
                .clone();
        let km = estimated["quoteAttributes"]["estimatedDistanceKm"]
            .as_f64()
            .unwrap();
        assert!((900.0..950.0).contains(&km), "{estimated}");
        let total = estimated["cost"]["total"].as_f64().unwrap();
        assert!(
            (total - km * (1.2 + 48.0 / 60.0)).abs() < 25.0,
            "{estimated}"
        );
    });
}

#[test]
fn quotes_are_collected_with_their_token_and_only_there() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        priced_card(&admin, "ROAD").await;
        priced_card(&admin, "RAIL").await;
        let token = admin
            .post(&format!("{QUOTE}/multi-quote"), cartons(4))
            .await
            .result()["resourceToken"]
            .clone();
        let path = format!("{QUOTE}/quotes?resourceToken={}", token.as_str().unwrap());
        let collected = admin.get(&path).await.result();
        assert_eq!(collected["isCompleted"], true);
        let quotes = collected["quotes"].as_array().unwrap();
        assert_eq!(quotes.len(), 2);
        assert!(
            quotes.iter().all(|quote| quote["cost"]["total"] == 35),
            "{collected}"
        );
        let other = kit.another_tenant().await.user("Admin").await;
        other.get(&path).await.expect_error(404);
        admin
            .get(&format!("{QUOTE}/quotes?resourceToken=guess"))
            .await
            .expect_error(404);
    });
}
