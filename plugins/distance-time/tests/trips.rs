//! Tests of trip prices.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use distance_time::DistanceTime;
use waybill_plugin::LaneEngine;
use waybill_plugin::types::{
    Band, BandKind, Item, ItemsPriced, Lane, LaneAnswer, LaneRate, LaneRequest, LaneService,
    Method, Waiting,
};

fn rate(method: Method, value: i64, minimum: i64) -> LaneRate {
    LaneRate {
        service: 0,
        from_zone: "MEL".into(),
        to_zone: "GEE".into(),
        is_reciprocal: false,
        calculation_method: method,
        accumulative: false,
        minimum,
        cubic_allowance: None,
        cut_off: None,
        transit_days: Some(0),
        bands: vec![Band {
            kind: BandKind::Break,
            up_to: None,
            basic: 0,
            value,
        }],
    }
}

fn lane(rates: Vec<LaneRate>) -> Lane {
    Lane {
        card: "HIRE".into(),
        currency: "AUD".into(),
        cubic_allowance: 2_500_000,
        items_priced: ItemsPriced::Each,
        rounding: None,
        levies_compound: false,
        fuel_percent: 0,
        waiting: Some(Waiting {
            free_minutes: 15,
            step_minutes: 10,
            price_per_step: 80_000,
        }),
        services: vec![LaneService {
            code: "VAN".into(),
            name: "Van".into(),
            is_additional: false,
            min_unit: 2_500,
        }],
        rates,
        levies: Vec::new(),
        from_holidays: Vec::new(),
        to_holidays: Vec::new(),
    }
}

fn van() -> Lane {
    lane(vec![
        rate(Method::PerKm, 12_000, 650_000),
        rate(Method::PerHour, 480_000, 0),
    ])
}

fn request(metres: Option<u64>, minutes: Option<u32>) -> LaneRequest {
    let item = Item {
        reference: String::new(),
        package_type: "Carton".into(),
        description: String::new(),
        quantity: 3,
        length_mm: 100,
        width_mm: 100,
        height_mm: 100,
        weight_g: 5_000,
        dangerous_goods: false,
    };
    LaneRequest {
        items: vec![item],
        date: "2026-11-23".into(),
        ready: None,
        residential: false,
        options: Vec::new(),
        distance_m: metres,
        duration_minutes: minutes,
        waiting_minutes: 0,
        explain: true,
    }
}

fn priced(lane: &Lane, request: &LaneRequest) -> LaneAnswer {
    DistanceTime::price_lane(lane, request).unwrap()
}

fn minors(answer: &LaneAnswer) -> Vec<i64> {
    answer
        .prices
        .iter()
        .flat_map(|price| &price.lines)
        .map(|line| line.minor)
        .collect()
}

#[test]
fn kilometres_and_hours_add_up() {
    let answer = priced(&van(), &request(Some(75_000), Some(60)));
    assert_eq!(minors(&answer), [13_800]);
    assert_eq!(answer.prices[0].rates, [0, 1]);
    assert_eq!(
        answer.prices[0].lines[0].description,
        "Trip MEL to GEE, 75 km, 1 hour"
    );
    assert_eq!(answer.prices[0].explanation, ["75 km: 90", "1 hour: 48"]);
}

#[test]
fn the_highest_minimum_is_the_least_for_the_trip() {
    let answer = priced(&van(), &request(Some(10_000), Some(15)));
    assert_eq!(minors(&answer), [6_500]);
    assert_eq!(
        answer.prices[0].explanation.last().unwrap(),
        "The minimum of 65 is charged"
    );
}

#[test]
fn the_least_quantity_is_a_time() {
    // Five minutes are charged as a quarter of an hour.
    assert_eq!(
        minors(&priced(&van(), &request(Some(100_000), Some(5)))),
        [13_200]
    );
}

#[test]
fn waiting_costs_every_step_that_has_begun() {
    let waiting = |minutes: u32| {
        let request = LaneRequest {
            waiting_minutes: minutes,
            ..request(Some(75_000), Some(60))
        };
        minors(&priced(&van(), &request))
    };
    assert_eq!(waiting(15), [13_800]);
    assert_eq!(waiting(16), [13_800, 800]);
    assert_eq!(waiting(36), [13_800, 2_400]);
}

#[test]
fn a_trip_of_unknown_length_is_refused_with_the_reason() {
    let error = |metres, minutes| {
        priced(&van(), &request(metres, minutes))
            .refused
            .remove(0)
            .reason
    };
    assert_eq!(error(None, Some(60)), "the distance is not known");
    assert_eq!(error(Some(10_000), None), "the time is not known");
}

#[test]
fn rates_of_a_wider_zone_are_not_added() {
    let wider = LaneRate {
        from_zone: "VIC".into(),
        ..rate(Method::PerItem, 100_000, 0)
    };
    let mut lane = van();
    lane.rates.push(wider);
    lane.rates.push(rate(Method::PerKm, 990_000, 0));
    assert_eq!(
        minors(&priced(&lane, &request(Some(75_000), Some(60)))),
        [13_800]
    );
}
