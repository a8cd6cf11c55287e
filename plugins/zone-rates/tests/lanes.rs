//! Tests of lane prices: worked figures, laws that hold for every price, and a plain reference
//! implementation.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod support;

use proptest::prelude::*;
use support::{band, basic, item, lane, lanes, minors, priced, rate, reference, request, requests};
use waybill_plugin::types::{
    BandKind, Item, ItemsPriced, Lane, LaneRate, LaneRequest, LaneService, Levy, LevyCase, Method,
    Rounding, RoundingMode,
};

/// Number of cards, and of consignments for each.
const CARDS: u32 = 2_000;
const CONSIGNMENTS: usize = 50;

fn breaks() -> Vec<waybill_plugin::types::Band> {
    vec![
        band(Some(50_000), 15_000),
        band(Some(100_000), 12_500),
        band(None, 10_000),
    ]
}

fn kilograms(weight_g: u64) -> LaneRequest {
    request(vec![Item { weight_g, ..item() }])
}

fn one(rate: LaneRate, request: &LaneRequest) -> i64 {
    minors(&lane(vec![rate]), request)[0]
}

#[test]
fn eleven_kilograms_by_break_and_accumulated() {
    let by_break = rate(Method::PerKg, breaks());
    let accumulated = LaneRate {
        accumulative: true,
        ..by_break.clone()
    };
    assert_eq!(one(by_break, &kilograms(11_000)), 1_100);
    assert_eq!(one(accumulated, &kilograms(11_000)), 1_475);
}

#[test]
fn a_break_begins_above_the_end_of_the_one_before_and_the_last_goes_on() {
    let rate = rate(
        Method::PerKg,
        vec![band(Some(50_000), 20_000), band(Some(100_000), 10_000)],
    );
    assert_eq!(one(rate.clone(), &kilograms(5_000)), 1_000);
    assert_eq!(one(rate.clone(), &kilograms(5_500)), 550);
    assert_eq!(one(rate, &kilograms(40_000)), 4_000);
}

#[test]
fn the_minimum_binds_and_is_explained() {
    let rate = LaneRate {
        minimum: 95_000,
        ..rate(Method::PerKg, vec![basic(80_000), band(None, 100)])
    };
    let price = priced(&lane(vec![rate]), &kilograms(1_000))
        .prices
        .remove(0);
    assert_eq!(price.lines[0].minor, 950);
    assert_eq!(
        price.explanation.last().unwrap(),
        "The minimum of 9.5 is charged"
    );
}

#[test]
fn goods_are_priced_together_or_each() {
    let rate = LaneRate {
        minimum: 100_000,
        ..rate(Method::PerKg, vec![basic(50_000), band(None, 10_000)])
    };
    let goods = request(vec![Item {
        quantity: 3,
        weight_g: 2_000,
        ..item()
    }]);
    let mut lane = lane(vec![rate]);
    assert_eq!(minors(&lane, &goods), [1_100]);
    lane.items_priced = ItemsPriced::Each;
    assert_eq!(minors(&lane, &goods), [3_000]);
}

#[test]
fn every_method_counts_its_own() {
    let goods = LaneRequest {
        distance_m: Some(12_500),
        duration_minutes: Some(90),
        ..request(vec![Item {
            quantity: 2,
            package_type: "Pallet".into(),
            length_mm: 1_000,
            width_mm: 1_000,
            height_mm: 500,
            weight_g: 300_000,
            ..item()
        }])
    };
    let of = |method| one(rate(method, vec![band(None, 10_000)]), &goods);
    assert_eq!(of(Method::PerKg), 60_000);
    assert_eq!(of(Method::PerItem), 200);
    assert_eq!(of(Method::PerPallet), 200);
    assert_eq!(of(Method::PerCubicMetre), 100);
    assert_eq!(of(Method::PerKm), 1_250);
    assert_eq!(of(Method::PerHour), 150);
    assert_eq!(of(Method::Flat), 100);
}

#[test]
fn what_does_not_suit_the_goods_leaves_the_next_rate_or_a_reason() {
    let by_pallet = rate(Method::PerPallet, vec![band(None, 400_000)]);
    let by_weight = rate(Method::PerKg, vec![band(None, 10_000)]);
    assert_eq!(
        minors(&lane(vec![by_pallet.clone(), by_weight]), &kilograms(7_000)),
        [700]
    );
    let refused = priced(&lane(vec![by_pallet]), &kilograms(7_000))
        .refused
        .remove(0);
    assert!(
        refused
            .reason
            .contains("not all of these goods are on pallets"),
        "{}",
        refused.reason
    );
    let by_km = priced(
        &lane(vec![rate(Method::PerKm, vec![band(None, 1)])]),
        &kilograms(1),
    )
    .refused
    .remove(0);
    assert!(
        by_km.reason.contains("distance is not known"),
        "{}",
        by_km.reason
    );
}

#[test]
fn freight_is_rounded_before_levies_are_taken_of_it() {
    let mut lane = lane(vec![rate(Method::PerKg, vec![band(None, 10_300)])]);
    lane.rounding = Some(Rounding {
        step: 500,
        mode: RoundingMode::Up,
    });
    lane.fuel_percent = 125_000;
    lane.levies = vec![
        Levy {
            amount: 100_000,
            amount_per_item: 20_000,
            percent: 100_000,
            ..levy("TL", LevyCase::AskedFor("tail-lift".into()))
        },
        Levy {
            amount_per_item: 50_000,
            ..levy("LONG", LevyCase::OverLength(2_000))
        },
        Levy {
            amount: 10_000,
            ..levy("RESI", LevyCase::Residential)
        },
    ];
    let long = Item {
        quantity: 2,
        length_mm: 2_001,
        ..item()
    };
    let goods = LaneRequest {
        options: vec!["tail-lift".into()],
        ..request(vec![
            Item {
                weight_g: 9_000,
                ..item()
            },
            long,
        ])
    };
    // 11 kg × 1.03 = 11.33, up to 11.35; 12.5 % of it; 10 + 3 × 2 + 10 % of it; two pieces too
    // long.
    assert_eq!(minors(&lane, &goods), [1_135, 142, 1_600 + 114, 1_000]);
    lane.levies_compound = true;
    assert_eq!(minors(&lane, &goods), [1_135, 142, 1_600 + 128, 1_000]);
    let home = LaneRequest {
        residential: true,
        ..kilograms(1_000)
    };
    assert_eq!(minors(&lane, &home), [105, 13, 100]);
}

fn levy(code: &str, when: LevyCase) -> Levy {
    Levy {
        code: code.into(),
        name: code.into(),
        when,
        amount: 0,
        amount_per_item: 0,
        percent: 0,
    }
}

#[test]
fn an_additional_service_adds_its_line_where_it_is_asked_for() {
    let mut lane = lane(vec![
        rate(Method::PerKg, vec![band(None, 10_000)]),
        LaneRate {
            service: 1,
            ..rate(Method::PerPallet, vec![band(None, 150_000)])
        },
    ]);
    lane.services.push(LaneService {
        code: "UNPACK".into(),
        name: "Unpack".into(),
        is_additional: true,
        min_unit: 0,
    });
    let with = |package_type: &str| LaneRequest {
        options: vec!["unpack".into()],
        ..request(vec![Item {
            package_type: package_type.into(),
            weight_g: 5_000,
            ..item()
        }])
    };
    assert_eq!(minors(&lane, &kilograms(5_000)), [500]);
    assert_eq!(minors(&lane, &with("Pallet")), [500, 1_500]);
    assert!(
        priced(&lane, &with("Carton")).refused[0]
            .reason
            .starts_with("UNPACK cannot be added: ")
    );
}

#[test]
fn what_is_ready_after_the_cut_off_leaves_on_the_next_working_day() {
    let rate = LaneRate {
        cut_off: Some(990),
        transit_days: Some(2),
        ..rate(Method::PerKg, vec![band(None, 1)])
    };
    let mut lane = lane(vec![rate]);
    lane.to_holidays = vec!["2026-01-26".into()];
    let days = |date: &str, ready: u16| {
        let request = LaneRequest {
            date: date.into(),
            ready: Some(ready),
            ..kilograms(1_000)
        };
        let price = priced(&lane, &request).prices.remove(0);
        (price.dispatch_date.unwrap(), price.delivery_date.unwrap())
    };
    assert_eq!(
        days("2026-01-20", 990),
        ("2026-01-20".into(), "2026-01-22".into())
    );
    assert_eq!(
        days("2026-01-20", 991),
        ("2026-01-21".into(), "2026-01-23".into())
    );
    // A Friday after the cut-off: dispatch is on Monday, a holiday only at the destination.
    assert_eq!(
        days("2026-01-23", 991),
        ("2026-01-26".into(), "2026-01-29".into())
    );
}

#[test]
fn absurd_goods_are_refused_by_name() {
    let absurd = kilograms(u64::MAX);
    let error = support::refused(
        &lane(vec![rate(Method::PerKg, vec![band(None, 1)])]),
        &absurd,
    );
    assert!(error.contains("more, or heavier or larger"), "{error}");
    let dear = kilograms(900_000_000_000);
    let error = support::refused(
        &lane(vec![rate(
            Method::PerKg,
            vec![band(None, 1_000_000_000_000)],
        )]),
        &dear,
    );
    assert!(error.contains("more than any consignment"), "{error}");
    assert!(
        support::refused(&lane(Vec::new()), &request(Vec::new())).contains("at least one piece")
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CARDS, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_reference_agrees(lane in lanes(), requests in proptest::collection::vec(requests(), CONSIGNMENTS)) {
        for request in &requests {
            let prices = priced(&lane, request).prices.into_iter();
            let actual: Vec<(u32, Vec<i64>)> =
                prices.map(|price| (price.service, price.lines.iter().map(|line| line.minor).collect())).collect();
            prop_assert_eq!(actual, reference::price(&lane, request), "{:?}", request);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// A rate whose breaks do not fall never charges less for more.
    #[test]
    fn more_weight_never_costs_less(lane in lanes(), grams in 1_u64..2_000_000, more in 1_u64..2_000_000) {
        let mut lane = lane;
        lane.rates.iter_mut().for_each(support::without_falls);
        let (light, heavy) = (kilograms(grams), kilograms(grams + more));
        for (light, heavy) in support::freights(&lane, &light).into_iter().zip(support::freights(&lane, &heavy)) {
            prop_assert!(light <= heavy, "{light} > {heavy}");
        }
    }

    /// At a break, one more gram costs at most the price of a gram.
    #[test]
    fn accumulated_prices_are_continuous(bands in support::bands(), grams in 1_u64..2_000_000) {
        let mut bands = bands;
        bands.retain(|band| band.kind == BandKind::Break);
        bands.iter_mut().for_each(|band| band.basic = 0);
        bands.push(band(None, 12_500));
        bands.dedup_by_key(|band| band.up_to);
        let dearest = bands.iter().map(|band| band.value).max().unwrap();
        let rate = LaneRate { accumulative: true, ..rate(Method::PerKg, bands) };
        let (at, above) = (one(rate.clone(), &kilograms(grams)), one(rate, &kilograms(grams + 1)));
        // In cents, with half a cent of rounding at both ends.
        prop_assert!(above >= at && above - at <= dearest / 100_000 + 1, "{at}, {above}");
    }

    #[test]
    fn no_freight_is_under_its_minimum(lane in lanes(), request in requests()) {
        let mut lane = lane;
        lane.rounding = None;
        lane.currency = "AUD".into();
        for price in priced(&lane, &request).prices {
            let rate = &lane.rates[price.rates[0] as usize];
            prop_assert!(price.lines[0].minor >= (rate.minimum + 50) / 100);
        }
    }

    /// The stored direction does not change a price.
    #[test]
    fn both_directions_cost_the_same(lane in lanes(), request in requests()) {
        let mut back = lane.clone();
        for rate in &mut back.rates {
            std::mem::swap(&mut rate.from_zone, &mut rate.to_zone);
            rate.is_reciprocal = !rate.is_reciprocal;
        }
        prop_assert_eq!(minors(&lane, &request), minors(&back, &request));
    }
}

#[test]
fn a_lane_without_rates_has_no_prices() {
    let answer = priced(
        &Lane {
            rates: Vec::new(),
            ..lane(Vec::new())
        },
        &kilograms(1_000),
    );
    assert!(answer.prices.is_empty() && answer.refused.is_empty());
}
