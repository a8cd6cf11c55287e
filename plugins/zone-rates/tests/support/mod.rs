//! Fixed and random lanes and consignments for tests, and a slow reference pricing.

pub mod reference;

use proptest::collection::vec;
use proptest::prelude::*;
use waybill_plugin::LaneEngine;
use waybill_plugin::types::{
    Band, BandKind, Item, ItemsPriced, Lane, LaneAnswer, LaneRate, LaneRequest, LaneService, Levy,
    LevyCase, Method, PluginError, Rounding, RoundingMode,
};
use zone_rates::ZoneRates;

pub fn band(up_to: Option<i64>, value: i64) -> Band {
    Band {
        kind: BandKind::Break,
        up_to,
        basic: 0,
        value,
    }
}

pub fn basic(value: i64) -> Band {
    Band {
        kind: BandKind::Basic,
        up_to: None,
        basic: 0,
        value,
    }
}

pub fn rate(calculation_method: Method, bands: Vec<Band>) -> LaneRate {
    LaneRate {
        service: 0,
        from_zone: "MEL".into(),
        to_zone: "SYD".into(),
        is_reciprocal: false,
        calculation_method,
        accumulative: false,
        minimum: 0,
        cubic_allowance: None,
        cut_off: None,
        transit_days: None,
        bands,
    }
}

pub fn lane(rates: Vec<LaneRate>) -> Lane {
    Lane {
        card: "ROAD".into(),
        currency: "AUD".into(),
        cubic_allowance: 2_500_000,
        items_priced: ItemsPriced::Together,
        rounding: None,
        levies_compound: false,
        fuel_percent: 0,
        waiting: None,
        services: vec![LaneService {
            code: "ROAD".into(),
            name: "Road".into(),
            is_additional: false,
            min_unit: 0,
        }],
        rates,
        levies: Vec::new(),
        from_holidays: Vec::new(),
        to_holidays: Vec::new(),
    }
}

pub fn item() -> Item {
    Item {
        reference: String::new(),
        package_type: "Carton".into(),
        description: String::new(),
        quantity: 1,
        length_mm: 10,
        width_mm: 10,
        height_mm: 10,
        weight_g: 1_000,
        dangerous_goods: false,
    }
}

pub fn request(items: Vec<Item>) -> LaneRequest {
    LaneRequest {
        items,
        date: "2026-11-23".into(),
        ready: None,
        residential: false,
        options: Vec::new(),
        distance_m: None,
        duration_minutes: None,
        waiting_minutes: 0,
        explain: true,
    }
}

pub fn priced(lane: &Lane, request: &LaneRequest) -> LaneAnswer {
    ZoneRates::price_lane(lane, request).unwrap()
}

pub fn refused(lane: &Lane, request: &LaneRequest) -> String {
    match ZoneRates::price_lane(lane, request).unwrap_err() {
        PluginError::InvalidInput(fields) => {
            fields.iter().map(|field| field.message.clone()).collect()
        }
        other => panic!("{other:?}"),
    }
}

pub fn minors(lane: &Lane, request: &LaneRequest) -> Vec<i64> {
    priced(lane, request)
        .prices
        .iter()
        .flat_map(|price| &price.lines)
        .map(|line| line.minor)
        .collect()
}

pub fn freights(lane: &Lane, request: &LaneRequest) -> Vec<i64> {
    priced(lane, request)
        .prices
        .iter()
        .map(|price| price.lines[0].minor)
        .collect()
}

/// Makes every break cost at least as much as the end of the previous one.
pub fn without_falls(rate: &mut LaneRate) {
    rate.accumulative = false;
    let mut dearest = 0;
    for band in rate
        .bands
        .iter_mut()
        .filter(|band| band.kind != BandKind::Basic)
    {
        band.kind = BandKind::Break;
        band.basic = 0;
        band.value = band.value.max(dearest);
        dearest = band.value;
    }
}

fn method() -> impl Strategy<Value = Method> {
    prop_oneof![
        Just(Method::Flat),
        Just(Method::PerKg),
        Just(Method::PerItem),
        Just(Method::PerPallet),
        Just(Method::PerCubicMetre),
        Just(Method::PerKm),
        Just(Method::PerHour),
    ]
}

/// Generates amounts up to 20 with four decimals, often 0.
fn amount() -> impl Strategy<Value = i64> {
    prop_oneof![1 => Just(0), 3 => 0_i64..200_000, 2 => (0_i64..200).prop_map(|whole| whole * 1_000)]
}

/// Generates valid bands: ascending breaks, the last with or without an end.
pub fn bands() -> impl Strategy<Value = Vec<Band>> {
    let lines = vec((1_i64..2_000_000, amount(), amount(), any::<bool>()), 0..6);
    (proptest::option::of(amount()), lines, any::<bool>()).prop_map(|(first, lines, is_open)| {
        let mut bands: Vec<Band> = first.map(basic).into_iter().collect();
        let (mut end, count) = (0, lines.len());
        for (at, (wide, basic, value, is_flat)) in lines.into_iter().enumerate() {
            end += wide;
            let kind = if is_flat {
                BandKind::Flat
            } else {
                BandKind::Break
            };
            let up_to = (!is_open || at + 1 < count).then_some(end);
            bands.push(Band {
                kind,
                up_to,
                basic,
                value,
            });
        }
        if bands.is_empty() {
            bands.push(band(None, 12_500));
        }
        bands
    })
}

prop_compose! {
    fn rates()(
        service in 0_u32..3,
        calculation_method in method(),
        accumulative in any::<bool>(),
        minimum in amount(),
        cubic_allowance in proptest::option::of(10_000_i64..10_000_000),
        is_reciprocal in any::<bool>(),
        bands in bands(),
    ) -> LaneRate {
        LaneRate {
            service, accumulative, minimum, cubic_allowance, is_reciprocal,
            ..rate(calculation_method, bands)
        }
    }
}

fn levies() -> impl Strategy<Value = Levy> {
    let when = prop_oneof![
        Just(LevyCase::Always),
        Just(LevyCase::AskedFor("tail-lift".into())),
        (1_u32..1_500).prop_map(LevyCase::OverLength),
        (1_u64..500_000).prop_map(LevyCase::OverWeight),
        Just(LevyCase::DangerousGoods),
        Just(LevyCase::Residential),
    ];
    (when, amount(), amount(), 0_i64..400_000).prop_map(
        |(when, amount, amount_per_item, percent)| Levy {
            code: "LEVY".into(),
            name: "Levy".into(),
            when,
            amount,
            amount_per_item,
            percent,
        },
    )
}

prop_compose! {
    pub fn lanes()(
        rates in vec(rates(), 0..6),
        levies in vec(levies(), 0..4),
        cubic_allowance in 10_000_i64..10_000_000,
        each in any::<bool>(),
        rounding in proptest::option::of((prop_oneof![Just(500_i64), Just(100), Just(10_000), 1_i64..20_000], any::<bool>())),
        levies_compound in any::<bool>(),
        fuel_percent in prop_oneof![Just(0_i64), 1_i64..500_000],
        min_unit in amount(),
        currency in prop_oneof![Just("AUD"), Just("JPY"), Just("KWD")],
    ) -> Lane {
        let services = ["ROAD", "AIR", "SEA"].map(|code| LaneService {
            code: code.into(), name: code.into(), is_additional: code == "SEA", min_unit,
        });
        let mode = |up: bool| if up { RoundingMode::Up } else { RoundingMode::Nearest };
        Lane {
            cubic_allowance, levies_compound, fuel_percent, levies,
            currency: currency.into(),
            services: services.into(),
            items_priced: if each { ItemsPriced::Each } else { ItemsPriced::Together },
            rounding: rounding.map(|(step, up)| Rounding { step, mode: mode(up) }),
            ..lane(rates)
        }
    }
}

prop_compose! {
    fn items()(
        quantity in 1_u32..6,
        sides in [1_u32..1_200, 1_u32..1_200, 1_u32..1_000],
        weight_g in 0_u64..900_000,
        pallet in any::<bool>(),
        dangerous_goods in any::<bool>(),
    ) -> Item {
        let [length_mm, width_mm, height_mm] = sides;
        Item {
            quantity, length_mm, width_mm, height_mm, weight_g, dangerous_goods,
            package_type: if pallet { "Pallet".into() } else { "Carton".into() },
            ..item()
        }
    }
}

prop_compose! {
    pub fn requests()(
        items in vec(items(), 1..4),
        residential in any::<bool>(),
        options in proptest::sample::subsequence(vec!["tail-lift".to_owned(), "sea".to_owned()], 0..=2),
        distance_m in proptest::option::of(0_u64..2_000_000),
        duration_minutes in proptest::option::of(0_u32..3_000),
        explain in any::<bool>(),
    ) -> LaneRequest {
        LaneRequest { residential, options, distance_m, duration_minutes, explain, ..request(items) }
    }
}
