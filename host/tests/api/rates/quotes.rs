//! Rate card prices: totals, rejections, and carrier accounts.

use kernel::db::Mode;
use serde_json::{Value, json};
use testkit::{Client, on_both};

use super::{CARD, RATE, SERVICE, create_card, new_card, new_place, new_rate, rate_body};
use testkit::given as freight;

const QUOTE: &str = "/api/rates/quote";

fn place(suburb: &str, post_code: &str) -> Value {
    json!({"addressType": "Business", "suburb": suburb, "postCode": post_code, "countryCode": "AU"})
}

/// Returns cartons of 5 kg from Melbourne to Sydney.
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

/// Creates a card with a rate from MEL to SYD: 10 plus 1.25 per kilogram.
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
        // The other service has no rate.
        assert_eq!(answer["refused"][0]["serviceCode"], "EXPRESS");
        assert_eq!(
            answer["refused"][0]["reason"],
            "EXPRESS has no rate from MEL to SYD on this day"
        );
        // The reciprocal rate applies in the other direction.
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
        // Direct for Sydney's wider zone, reciprocal for its own zone.
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
        // A place of the wider zone gets its rate only if the card falls back.
        let from_newcastle = json!({"fromAddress": place("Newcastle", "2300"), "toAddress": place("Melbourne", "3000")});
        assert_eq!(
            totals(&admin, with(cartons(4), from_newcastle)).await,
            [json!(500)]
        );
        // A card falls back only if configured.
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

#[test]
fn cards_are_compared_whatever_their_dates() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = priced_card(&admin, "ROAD").await;
        let next = json!({"id": card.card, "effectiveDate": "2099-01-01"});
        let next = admin
            .post(&format!("{CARD}/new-version"), next)
            .await
            .result()["rateCard"]["id"]
            .clone();
        let rates = admin
            .get(&format!("{RATE}/rates?rateCardId={next}"))
            .await
            .result();
        let rate = &rates["items"][0];
        let change =
            json!({"rate": {"id": rate["id"], "rowVersion": rate["rowVersion"], "minimum": 50}});
        admin.put(&format!("{RATE}/rate"), change).await.result();
        let body = json!({"ask": cartons(4), "rateCardIds": [card.card, next]});
        let cards = admin
            .post(&format!("{QUOTE}/simulate"), body)
            .await
            .result()["cards"]
            .clone();
        let told = |at: usize| {
            (
                cards[at]["rateCardVersion"].clone(),
                cards[at]["applies"].clone(),
                cards[at]["quotes"][0]["cost"]["total"].clone(),
            )
        };
        assert_eq!(told(0), (json!(1), json!(true), json!(35)));
        assert_eq!(told(1), (json!(2), json!(false), json!(50)));
        let none = json!({"ask": cartons(4), "rateCardIds": []});
        admin
            .post(&format!("{QUOTE}/simulate"), none)
            .await
            .expect_error(400);
    });
}

#[test]
fn what_is_wrong_is_named_and_others_cards_are_not_there() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = priced_card(&admin, "ROAD").await;
        let mut invalid = with(cartons(0), json!({"distanceKm": -1, "waitingMinutes": -5}));
        invalid["toAddress"]["countryCode"] = json!("Straya");
        let refused = admin
            .post(&format!("{QUOTE}/quote"), invalid)
            .await
            .expect_error(400);
        let members: Vec<&str> = refused["validationErrors"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|error| error["members"][0].as_str())
            .collect();
        for member in [
            "toAddress.countryCode",
            "items[0].quantity",
            "distanceKm",
            "waitingMinutes",
        ] {
            assert!(members.contains(&member), "{member}: {members:?}");
        }
        let request = with(cartons(1), json!({"rateCardId": card.card}));
        let other = kit.another_tenant().await.user("Admin").await;
        other
            .post(&format!("{QUOTE}/quote"), request.clone())
            .await
            .expect_error(404);
        let compare = json!({"ask": cartons(1), "rateCardIds": [card.card]});
        other
            .post(&format!("{QUOTE}/simulate"), compare)
            .await
            .expect_error(404);
        kit.guest()
            .post(&format!("{QUOTE}/quote"), request)
            .await
            .expect_error(401);
    });
}

#[test]
fn an_account_is_priced_by_a_card_of_rows_and_told_why_not() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let attributes = json!([
            {"key": "rateCard", "value": "ROWS"}, {"key": "connotePrefix", "value": "SCF"},
            {"key": "gs1CompanyPrefix", "value": "9377779"},
        ]);
        freight::account(&admin, "own-fleet", "FLEET", attributes).await;
        let customer = freight::customer(&kit, "Bluegum Wines").await;
        new_card(&admin, "ROWS").await;
        let request = freight::quote_request(customer);
        let answer = freight::quotes(&admin, request.clone()).await;
        let message = answer["failures"][0]["message"]
            .as_str()
            .unwrap_or_default();
        assert!(message.contains("is in no zone of card ROWS"), "{answer}");
        // The same account once the card has zones and rates.
        let card = priced_card(&admin, "ROAD").await;
        let road = admin
            .get(&format!("{CARD}/rate-card?id={}", card.card))
            .await
            .result()["rateCard"]
            .clone();
        let rows = admin.get(&format!("{CARD}/rate-cards")).await.result()["items"].clone();
        let rows = rows
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["code"] == "ROWS")
            .unwrap()
            .clone();
        admin
            .delete(&format!("{CARD}/rate-card?id={}", rows["id"]))
            .await
            .result();
        let change = json!({"rateCard": {"id": card.card, "rowVersion": road["rowVersion"], "code": "ROWS"}});
        admin
            .put(&format!("{CARD}/rate-card"), change)
            .await
            .result();
        for (zone, suburb) in [
            (card.mel, &request["fromAddress"]),
            (card.syd, &request["toAddress"]),
        ] {
            let place = json!({"postCode": suburb["postCode"], "suburb": suburb["suburb"]});
            new_place(&admin, zone, place).await;
        }
        let answer = freight::quotes(&admin, request).await;
        assert_eq!(answer["quotes"][0]["service"]["code"], "ROAD", "{answer}");
        assert_eq!(answer["quotes"][0]["service"]["transitTime"], 2, "{answer}");
    });
}

#[test]
fn bookings_of_a_period_are_priced_by_another_card() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        freight::own_fleet(&kit, &admin, "FLEET").await;
        let customer = freight::customer(&kit, "Bluegum Wines").await;
        let request = freight::quote_request(customer);
        let answer = freight::quotes(&admin, request.clone()).await;
        let road = answer["quotes"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["service"]["code"] == "ROAD")
            .unwrap();
        let (from, to) = freight::addresses();
        let booking = json!({
            "customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
            "resourceToken": answer["resourceToken"], "quoteId": road["id"],
        });
        let body = json!({"bookings": [{"booking": booking}], "operations": ["Book"]});
        admin
            .post("/api/booking/booking/createorupdatebatchbooking", body)
            .await
            .result();
        kit.drain_jobs().await;
        // A card with a flat price, and one without zones.
        let flat = create_card(&admin, "FLAT").await;
        new_place(&admin, flat.mel, json!({"stateCode": "VIC"})).await;
        new_place(&admin, flat.syd, json!({"stateCode": "NSW"})).await;
        let details = json!({"calculationMethod": "Flat", "rateDetails": [{"rateType": "Flat", "value": 50}]});
        new_rate(&admin, rate_body(flat.road, "MEL", "SYD", details)).await;
        let empty = new_card(&admin, "EMPTY").await["id"].clone();
        let (first, last) = ("2020-01-01", "2020-12-31");
        let re_price = async |card: &Value, from: &str, to: &str| {
            let body = json!({"rateCardId": card, "fromDate": from, "toDate": to});
            let token = admin
                .post(&format!("{QUOTE}/re-price"), body)
                .await
                .result()["jobToken"]
                .clone();
            let path = format!("{QUOTE}/re-priced?jobToken={}", token.as_str().unwrap());
            assert_eq!(admin.get(&path).await.result()["isCompleted"], false);
            kit.drain_jobs().await;
            let status = admin.get(&path).await.result();
            assert_eq!(
                (&status["isCompleted"], &status["failure"]),
                (&json!(true), &Value::Null),
                "{status}"
            );
            (path, status["result"].clone())
        };
        let today = rates::today_of(&kit.scope(Mode::Read)).await.unwrap();
        let month = (today - chrono::Days::new(30)).to_string();
        let (path, result) = re_price(&json!(flat.card), &month, &today.to_string()).await;
        assert_eq!(
            (&result["bookings"], &result["priced"]),
            (&json!(1), &json!(1)),
            "{result}"
        );
        assert_eq!(result["rePriced"], 50);
        let cost = road["customerCost"]["totalExcludingGst"].clone();
        assert_eq!(result["booked"], cost, "{road}");
        assert_eq!(result["customers"][0]["customerName"], "Bluegum Wines");
        assert_eq!(result["examples"][0]["rePriced"], 50);
        let (_, result) = re_price(&empty, &month, &today.to_string()).await;
        assert_eq!(
            (&result["bookings"], &result["priced"]),
            (&json!(1), &json!(0))
        );
        assert_eq!(
            result["reasons"][0],
            json!({"reason": "3121 Richmond is in no zone of card EMPTY", "count": 1})
        );
        let (_, result) = re_price(&json!(flat.card), first, last).await;
        assert_eq!(result["bookings"], 0);
        // Others have no such calculation; a period has an end.
        kit.another_tenant()
            .await
            .user("Admin")
            .await
            .get(&path)
            .await
            .expect_error(404);
        let body =
            json!({"rateCardId": flat.card, "fromDate": "2020-01-01", "toDate": "2021-06-01"});
        let refused = admin.post(&format!("{QUOTE}/re-price"), body).await;
        assert_eq!(refused.invalid_members(), ["toDate"]);
    });
}
