//! Exact prices: many small pieces, road distances, and the tenant's zone.

use serde_json::{Value, json};
use testkit::{Client, Kit, given as freight, on_both};

use super::{CARD, create_card, new_place, new_rate, rate_body};

const QUOTE: &str = "/api/rates/quote";

fn place(suburb: &str, post_code: &str) -> Value {
    json!({"addressType": "Business", "suburb": suburb, "postCode": post_code, "countryCode": "AU"})
}

fn carton(quantity: i64, weight: (f64, &str), sides: ([f64; 3], &str)) -> Value {
    let [length, width, height] = sides
        .0
        .map(|value| json!({"value": value, "unit": sides.1}));
    json!({
        "fromAddress": place("Melbourne", "3000"), "toAddress": place("Sydney", "2000"),
        "items": [{
            "packageType": "Carton", "quantity": quantity, "description": "Seed samples",
            "length": length, "width": width, "height": height, "weight": {"value": weight.0, "unit": weight.1},
        }],
    })
}

async fn card_of(client: &Client, code: &str, method: &str, value: f64) -> super::CardFixture {
    let card = create_card(client, code).await;
    new_place(client, card.mel, json!({"postCode": "3000"})).await;
    new_place(client, card.syd, json!({"postCode": "2000"})).await;
    let details = json!([{"rateType": "Break", "break": null, "value": value}]);
    let related = json!({
        "calculationMethod": method, "minimum": 0, "rateDetails": details, "transitTime": 1, "cubicAllowance": 1,
    });
    new_rate(client, rate_body(card.road, "MEL", "SYD", related)).await;
    card
}

async fn total(client: &Client, mut request: Value, card: i64) -> Value {
    request["rateCardId"] = json!(card);
    let answer = client
        .post(&format!("{QUOTE}/quote"), request)
        .await
        .result();
    assert!(!answer["quote"].is_null(), "{answer}");
    answer["quote"]["cost"]["total"].clone()
}

const SMALL: ([f64; 3], &str) = ([1.0, 1.0, 1.0], "mm");

#[test]
fn a_quantity_is_multiplied_before_it_is_rounded() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let by_weight = card_of(&admin, "WEIGHT", "PerKg", 1.0).await.card;
        for (quantity, weight, price) in [
            (1_500, (0.2, "lb"), 136.08),
            (500, (1.3, "g"), 0.65),
            (2_000, (0.3, "g"), 0.6),
            (250, (1.0, "oz"), 7.09),
        ] {
            let results = total(&admin, carton(quantity, weight, SMALL), by_weight).await;
            assert_eq!(results, json!(price), "{quantity} of {weight:?}");
        }
        let by_volume = card_of(&admin, "VOLUME", "PerCubicMetre", 100.0).await.card;
        for (quantity, sides, price) in [
            (10, ([22.22, 22.22, 22.22], "cm"), 10.97),
            (2, ([2.0, 1.0, 1.0], "ft"), 11.33),
            (500, ([40.0, 30.0, 0.03], "cm"), 1.8),
        ] {
            let results = total(&admin, carton(quantity, (1.0, "kg"), sides), by_volume).await;
            assert_eq!(results, json!(price), "{quantity} of {sides:?}");
        }
        // Rounding per piece would give 250 minimums; 250 × 28.35 cents are 2.8349… cents each.
        let cards = admin
            .get(&format!("{CARD}/rate-card?id={by_weight}"))
            .await
            .result()["rateCard"]
            .clone();
        let mut terms = cards["terms"].clone();
        terms["itemsPriced"] = json!("Each");
        let change = json!({"rateCard": {"id": by_weight, "rowVersion": cards["rowVersion"], "terms": terms}});
        admin
            .put(&format!("{CARD}/rate-card"), change)
            .await
            .result();
        assert_eq!(
            total(&admin, carton(250, (1.0, "oz"), SMALL), by_weight).await,
            json!(7.09)
        );
    });
}

#[test]
fn an_accounts_price_and_the_booking_have_the_same_weight() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        card_of(&admin, "WEIGHT", "PerKg", 10.0).await;
        let attributes = json!([
            {"key": "rateCard", "value": "WEIGHT"}, {"key": "connotePrefix", "value": "SCF"},
            {"key": "gs1CompanyPrefix", "value": "9377779"},
        ]);
        freight::account(&admin, "own-fleet", "FLEET", attributes.clone()).await;
        // Several accounts of the carrier share one call.
        freight::account(&admin, "own-fleet", "SECOND", attributes).await;
        let customer = freight::customer(&kit, "Bluegum Seeds").await;
        let mut request = carton(1_500, (0.2, "lb"), SMALL);
        request["customer"] = json!({"customerId": customer});
        let answer = freight::quotes(&admin, request.clone()).await;
        let quotes = answer["quotes"].as_array().unwrap();
        assert_eq!(quotes.len(), 2, "{answer}");
        for quote in quotes {
            assert_eq!(
                quote["carrierCost"]["totalExcludingGst"],
                json!(1_360.78),
                "136.077711 kg at 10.00: {quote}"
            );
        }
        let (from, to) = freight::addresses();
        let rated = admin
            .post(&format!("{QUOTE}/quote"), carton(1_500, (0.2, "lb"), SMALL))
            .await
            .result();
        assert_eq!(
            rated["quote"]["quoteAttributes"]["chargeableWeight"],
            json!(136.0777),
            "{rated}"
        );
        let booking = json!({
            "customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
        });
        let body = json!({"bookings": [{ "booking": booking }]});
        let saved = admin
            .post("/api/booking/booking/createorupdatebatchbooking", body)
            .await
            .result();
        let id = &saved["successBookings"][0]["booking"]["id"];
        let read = admin
            .get(&format!("/api/booking/booking/getbookingforEdit?Id={id}"))
            .await
            .result();
        assert_eq!(
            read["totalWeight"],
            json!({"value": 136.0777, "unit": "kg"}),
            "{read}"
        );
    });
}

#[test]
fn the_way_that_is_sent_is_the_way_that_is_priced() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let goods = || carton(1, (5.0, "kg"), SMALL);
        let with = |members: Value| {
            let mut request = goods();
            for (name, value) in members.as_object().unwrap() {
                request[name] = value.clone();
            }
            request
        };
        let km = card_of(&admin, "KM", "PerKm", 3.0).await.card;
        let metres = json!({"totalDistance": {"value": 12_500, "unit": "m"}, "totalTime": {"value": 0, "unit": "s"}});
        assert_eq!(total(&admin, with(metres), km).await, json!(37.5));
        assert_eq!(
            total(
                &admin,
                with(json!({"totalDistance": {"value": 10, "unit": "km"}})),
                km
            )
            .await,
            json!(30)
        );
        let hours = card_of(&admin, "HOUR", "PerHour", 60.0).await.card;
        let seconds = json!({"totalDistance": {"value": 0, "unit": "m"}, "totalTime": {"value": 5_400, "unit": "s"}});
        assert_eq!(total(&admin, with(seconds.clone()), hours).await, json!(90));
        let far = total(
            &admin,
            with(json!({"totalDistance": {"value": 0, "unit": "m"}})),
            km,
        )
        .await;
        assert!(far.as_f64().unwrap() > 2_000.0, "{far}");
        let body = json!({"ask": with(seconds), "rateCardIds": [hours]});
        let cards = admin
            .post(&format!("{QUOTE}/simulate"), body)
            .await
            .result()["cards"]
            .clone();
        assert_eq!(cards[0]["quotes"][0]["cost"]["total"], json!(90), "{cards}");
        let invalid = with(json!({
            "totalDistance": {"value": -1, "unit": "m"}, "totalTime": {"value": 9_999_999, "unit": "s"},
        }));
        let refused = admin.post(&format!("{QUOTE}/quote"), invalid).await;
        assert_eq!(
            refused.invalid_members(),
            ["totalDistance.value", "totalTime.value"]
        );
        let duplicate =
            with(json!({"totalDistance": {"value": 5_000, "unit": "m"}, "distanceKm": 6}));
        assert_eq!(
            admin
                .post(&format!("{QUOTE}/quote"), duplicate)
                .await
                .invalid_members(),
            ["totalDistance"]
        );
        let equal = with(json!({"totalDistance": {"value": 6_000, "unit": "m"}, "distanceKm": 6}));
        assert_eq!(total(&admin, equal, km).await, json!(18));
    });
}

async fn dispatch_day(client: &Client, path: &str, ready: &str) -> Value {
    let mut request = carton(1, (5.0, "kg"), SMALL);
    request["pickupReadyTime"] = json!(ready);
    let answer = client.post(path, request).await.result();
    answer["quotes"][0]["quoteAttributes"]["dispatchDate"].clone()
}

async fn in_melbourne(kit: &Kit) -> Client {
    freight::change_settings(kit, json!({"general": {"timezone": "Australia/Melbourne"}})).await;
    kit.user("Admin").await
}

#[test]
fn times_without_an_offset_are_the_tenants() {
    on_both(|kit| async move {
        let admin = in_melbourne(&kit).await;
        let card = card_of(&admin, "ROAD", "PerKg", 1.0).await.card;
        let quote = format!("{QUOTE}/quote");
        // Tuesday in Melbourne, Wednesday in UTC.
        assert_eq!(
            dispatch_day(&admin, &quote, "2027-03-02T23:30:00").await,
            json!("2027-03-02")
        );
        assert_eq!(
            dispatch_day(&admin, &quote, "2027-03-02 23:30").await,
            json!("2027-03-02")
        );
        assert_eq!(
            dispatch_day(&admin, &quote, "2027-03-02T23:30:00Z").await,
            json!("2027-03-03")
        );
        let mut request = carton(1, (5.0, "kg"), SMALL);
        request["pickupReadyTime"] = json!("2027-03-02T23:30:00");
        let token = admin
            .post(&format!("{QUOTE}/multi-quote"), request.clone())
            .await
            .result()["resourceToken"]
            .clone();
        let path = format!("{QUOTE}/quotes?resourceToken={}", token.as_str().unwrap());
        let collected = admin.get(&path).await.result();
        assert_eq!(
            collected["quotes"][0]["quoteAttributes"]["dispatchDate"],
            json!("2027-03-02"),
            "{collected}"
        );
        let body = json!({"ask": request, "rateCardIds": [card]});
        let cards = admin
            .post(&format!("{QUOTE}/simulate"), body)
            .await
            .result()["cards"]
            .clone();
        assert_eq!(
            cards[0]["quotes"][0]["quoteAttributes"]["dispatchDate"],
            json!("2027-03-02"),
            "{cards}"
        );
        let customer = freight::customer(&kit, "Bluegum Wines").await;
        freight::own_fleet(&kit, &admin, "FLEET").await;
        let mut request = freight::quote_request(customer);
        request["pickupReadyTime"] = json!("2027-03-02T09:00:00");
        assert!(
            !freight::quotes(&admin, request.clone()).await["quotes"]
                .as_array()
                .unwrap()
                .is_empty()
        );
        let hour_ago = chrono::Utc::now().with_timezone(&chrono_tz::Australia::Melbourne)
            - chrono::TimeDelta::hours(1);
        let filter = format!("modifiedTime ge {}", hour_ago.format("%Y-%m-%dT%H:%M:%S"));
        let cards = admin
            .get(&format!("{CARD}/rate-cards?filter={filter}"))
            .await
            .result();
        assert_eq!(cards["totalCount"], 2, "{cards}");
        request["pickupReadyTime"] = json!("in the morning");
        let refused = admin.post("/api/booking/Quote/Quote", request).await;
        assert_eq!(refused.invalid_members(), ["pickupReadyTime"]);
    });
}
