//! Lane lookups: zones by specificity, rates by precedence.

use data::{db::Mode, ids::RateCardId};
use rates::Place;
use serde_json::{Value, json};
use testkit::{Client, Kit, on_both};

use super::{
    CARD, RATE, SERVICE, ZONE, new_card, new_place, new_rate, new_service, new_zone, rate_body,
};

fn place(suburb: &str, post_code: &str, state: &str) -> Place {
    Place {
        country_code: "AU".to_owned(),
        state_code: (!state.is_empty()).then(|| state.to_owned()),
        post_code: post_code.to_owned(),
        suburb: suburb.to_owned(),
    }
}

async fn lane(kit: &Kit, card: i64, from: &Place, to: &Place, day: &str) -> rates::Lane {
    rates::load_lane(
        &mut kit.scope(Mode::Read),
        RateCardId(card),
        from,
        to,
        day.parse().unwrap(),
    )
    .await
    .unwrap()
}

fn codes(zones: &[rates::RateZone]) -> Vec<&str> {
    zones.iter().map(|zone| zone.code.as_str()).collect()
}

async fn zone_with(client: &Client, card: i64, code: &str, place: Value) -> i64 {
    let zone = new_zone(client, card, code).await["id"].as_i64().unwrap();
    new_place(client, zone, place).await;
    zone
}

#[test]
fn the_most_specific_location_decides_the_zone() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = new_card(&admin, "ROAD").await["id"].as_i64().unwrap();
        zone_with(&admin, card, "COUNTRY", json!({"countryCode": "AU"})).await;
        zone_with(&admin, card, "STATE", json!({"stateCode": "VIC"})).await;
        zone_with(
            &admin,
            card,
            "WIDE",
            json!({"postCode": "3000", "postCodeTo": "3999"}),
        )
        .await;
        let narrow = zone_with(
            &admin,
            card,
            "NARROW",
            json!({"postCode": "3100", "postCodeTo": "3130"}),
        )
        .await;
        zone_with(&admin, card, "EXACT", json!({"postCode": "3121"})).await;
        zone_with(
            &admin,
            card,
            "SUBURB",
            json!({"postCode": "3121", "suburb": "Richmond"}),
        )
        .await;
        let zones = async |place: Place| {
            let results = lane(&kit, card, &place, &Place::default(), "2026-03-02").await;
            assert!(results.to_zones.is_empty());
            codes(&results.from_zones)
                .into_iter()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let all = ["SUBURB", "EXACT", "NARROW", "WIDE", "STATE", "COUNTRY"];
        assert_eq!(zones(place("RICHMOND", "3121", "vic")).await, all);
        assert_eq!(zones(place("Burnley", "3121", "VIC")).await, all[1..]);
        assert_eq!(zones(place("Box Hill", "3128", "VIC")).await, all[2..]);
        assert_eq!(
            zones(place("Box Hill", "3130", "")).await,
            ["NARROW", "WIDE", "COUNTRY"]
        );
        assert_eq!(
            zones(place("Melbourne", "3000", "")).await,
            ["WIDE", "COUNTRY"]
        );
        assert_eq!(zones(place("Sydney", "2000", "NSW")).await, ["COUNTRY"]);
        assert_eq!(
            zones(Place {
                country_code: "NZ".to_owned(),
                ..place("Richmond", "3121", "")
            })
            .await,
            Vec::<String>::new()
        );
        let off = json!({"zone": {"id": narrow, "isActive": false}});
        admin.put(&format!("{ZONE}/zone"), off).await.result();
        assert_eq!(zones(place("Box Hill", "3128", "VIC")).await, all[3..]);
        // If only postcodes count, so does the suburb's postcode.
        let terms = json!({"rateCard": {"id": card, "terms": {"zonesByPostcodeAlone": true}}});
        admin
            .put(&format!("{CARD}/rate-card"), terms)
            .await
            .result();
        assert_eq!(
            zones(place("Burnley", "3121", "")).await,
            ["EXACT", "SUBURB", "WIDE", "COUNTRY"]
        );
    });
}

#[test]
fn rates_come_in_the_order_in_which_they_count() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let card = new_card(&admin, "ROAD").await["id"].as_i64().unwrap();
        let road = new_service(&admin, card, "ROAD").await["id"]
            .as_i64()
            .unwrap();
        let air = new_service(&admin, card, "AIR").await["id"]
            .as_i64()
            .unwrap();
        zone_with(
            &admin,
            card,
            "RICH",
            json!({"postCode": "3121", "suburb": "Richmond"}),
        )
        .await;
        zone_with(&admin, card, "VIC", json!({"stateCode": "VIC"})).await;
        zone_with(&admin, card, "SYD", json!({"postCode": "2000"})).await;
        let add = async |service: i64, from: &str, to: &str, beside: Value| {
            new_rate(&admin, rate_body(service, from, to, beside)).await["id"]
                .as_i64()
                .unwrap()
        };
        let wide = add(road, "VIC", "SYD", json!({})).await;
        let back = add(
            road,
            "SYD",
            "RICH",
            json!({"reciprocal": true, "expireDate": "2026-06-30"}),
        )
        .await;
        let one_way = add(air, "SYD", "RICH", json!({})).await;
        let per_item = json!({"calculationMethod": "PerItem", "effectiveDate": "2026-02-01"});
        let late = add(road, "RICH", "SYD", per_item).await;
        let early = add(
            road,
            "RICH",
            "SYD",
            json!({"calculationMethod": "PerPallet", "effectiveDate": "2026-01-01"}),
        )
        .await;
        let future = add(road, "RICH", "SYD", json!({"effectiveDate": "2026-07-01"})).await;
        let (richmond, sydney) = (
            place("Richmond", "3121", "VIC"),
            place("Sydney", "2000", "NSW"),
        );
        let found = async |from: &Place, to: &Place, day: &str| {
            let lane = lane(&kit, card, from, to, day).await;
            lane.rates
                .iter()
                .map(|one| (one.rate.id.0, one.is_reciprocal, one.from, one.to))
                .collect::<Vec<_>>()
        };
        // Direct before reciprocal, later dates first; all before the wider zone.
        let own = [
            (late, false, 0, 0),
            (early, false, 0, 0),
            (back, true, 0, 0),
            (wide, false, 1, 0),
        ];
        assert_eq!(found(&richmond, &sydney, "2026-06-30").await, own);
        let july = [
            (future, false, 0, 0),
            (late, false, 0, 0),
            (early, false, 0, 0),
            (wide, false, 1, 0),
        ];
        assert_eq!(found(&richmond, &sydney, "2026-07-01").await, july);
        assert_eq!(
            found(&sydney, &richmond, "2026-06-30").await,
            [(back, false, 0, 0), (one_way, false, 0, 0)]
        );
        let off = json!({"rateService": {"id": air, "isActive": false}});
        admin
            .put(&format!("{SERVICE}/rate-service"), off)
            .await
            .result();
        assert_eq!(
            found(&sydney, &richmond, "2026-06-30").await,
            [(back, false, 0, 0)]
        );
        let local = add(road, "RICH", "RICH", json!({})).await;
        assert_eq!(
            found(&richmond, &richmond, "2026-06-30").await,
            [(local, false, 0, 0)]
        );
        admin
            .delete(&format!("{RATE}/rate?id={local}"))
            .await
            .result();
        assert!(found(&richmond, &richmond, "2026-06-30").await.is_empty());
    });
}
