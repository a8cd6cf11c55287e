//! Tests of the pricing rules: methods, breaks, minimum, cubic weight, directions, dates,
//! surcharges, levy.

use proptest::prelude::*;
use waybill_plugin::RateEngine;
use waybill_plugin::types::{Address, Item, PluginError, PriceRequest, ServicePrice};
use zone_rates::ZoneRates;

fn address(postcode: &str) -> Address {
    Address {
        contact_name: None,
        company_name: Some("Harbour Goods".into()),
        email: None,
        telephone: None,
        lines: vec!["7 Quay Street".into()],
        suburb: "Anywhere".into(),
        state: Some("VIC".into()),
        postcode: postcode.into(),
        country_code: "AU".into(),
        residential: false,
    }
}

fn item(quantity: u32, weight_g: u64, (length_mm, width_mm, height_mm): (u32, u32, u32)) -> Item {
    Item {
        reference: String::new(),
        package_type: "Carton".into(),
        description: "Lamps".into(),
        quantity,
        length_mm,
        width_mm,
        height_mm,
        weight_g,
        dangerous_goods: false,
    }
}

fn request(items: Vec<Item>) -> PriceRequest {
    PriceRequest {
        from: address("3000"),
        to: address("2000"),
        items,
        currency: "AUD".into(),
        date: "2026-03-02".into(),
        services: Vec::new(),
        options: Vec::new(),
    }
}

fn kilograms(weight: u64) -> PriceRequest {
    request(vec![item(1, weight * 1_000, (100, 100, 100))])
}

fn card(rates: &str, more: &str) -> String {
    format!(
        r#"{{"currency":"AUD","zones":[{{"code":"MEL","postcodes":["3000-3207"]}},{{"code":"SYD","postcodes":["2000-2234"]}}],
            "services":[{{"code":"ROAD","name":"Road","transitTime":2}}],"rates":[{rates}]{more}}}"#
    )
}

fn rate(more: &str) -> String {
    format!(r#"{{"service":"ROAD","fromZone":"MEL","toZone":"SYD",{more}}}"#)
}

const BREAKS: &str = r#""calculationMethod":"PerKg","rateDetails":[
    {"rateType":"Break","break":5,"value":1.50},{"rateType":"Break","break":10,"value":1.25},{"rateType":"Break","value":1}]"#;

fn prices(card: &str, request: &PriceRequest) -> Vec<ServicePrice> {
    assert_eq!(
        ZoneRates::check(card),
        Ok(()),
        "the test's card must be right"
    );
    ZoneRates::price(card, request).expect("prices")
}

fn only_price(card: &str, request: &PriceRequest) -> ServicePrice {
    let mut prices = prices(card, request);
    assert_eq!(prices.len(), 1);
    prices.remove(0)
}

fn freight(card: &str, request: &PriceRequest) -> i64 {
    let price = only_price(card, request);
    assert_eq!(price.lines[0].code, "FREIGHT");
    price.lines[0].amount.minor
}

#[test]
fn eleven_kilograms_by_break_and_accumulated() {
    assert_eq!(freight(&card(&rate(BREAKS), ""), &kilograms(11)), 1_100);
    let accumulated = rate(&format!(r#""accumulative":true,{BREAKS}"#));
    assert_eq!(freight(&card(&accumulated, ""), &kilograms(11)), 1_475);
}

#[test]
fn a_break_includes_its_last_unit() {
    let card = card(&rate(BREAKS), "");
    assert_eq!(freight(&card, &kilograms(5)), 750);
    assert_eq!(
        freight(&card, &request(vec![item(1, 5_001, (1, 1, 1))])),
        625
    );
    assert_eq!(freight(&card, &kilograms(10)), 1_250);
}

#[test]
fn beyond_the_last_break_the_service_is_left_out() {
    let details = r#""calculationMethod":"PerKg","rateDetails":[{"rateType":"Break","break":20,"value":1.5}]"#;
    assert!(prices(&card(&rate(details), ""), &kilograms(21)).is_empty());
}

#[test]
fn the_price_is_the_greater_of_minimum_and_basic_with_breaks() {
    let details = r#""calculationMethod":"PerKg","minimum":9.5,
        "rateDetails":[{"rateType":"Basic","value":4.4},{"rateType":"Break","value":0.55}]"#;
    let card = card(&rate(details), "");
    assert_eq!(freight(&card, &kilograms(2)), 950);
    assert_eq!(freight(&card, &kilograms(20)), 1_540);
}

#[test]
fn a_basic_beside_a_break_is_added_in_its_band_only() {
    let details = r#""calculationMethod":"PerKg","rateDetails":[
        {"rateType":"Break","break":10,"basic":3,"value":1},{"rateType":"Break","basic":8,"value":0.5}]"#;
    let card = card(&rate(details), "");
    assert_eq!(freight(&card, &kilograms(10)), 1_300);
    assert_eq!(freight(&card, &kilograms(12)), 1_400);
}

#[test]
fn chargeable_weight_is_the_greater_of_dead_and_cubic() {
    let details = r#""calculationMethod":"PerKg","rateDetails":[{"rateType":"Break","value":1}]"#;
    // 0.4 x 0.5 x 0.6 m = 0.12 m³, twice: 60 kg at 250 kg/m³.
    let bulky = request(vec![item(2, 10_000, (400, 500, 600))]);
    let price = only_price(&card(&rate(details), ""), &bulky);
    assert_eq!(
        (price.lines[0].amount.minor, price.chargeable_weight_g),
        (6_000, 60_000)
    );
    assert_eq!(
        freight(&card(&rate(details), r#","cubicAllowance":333"#), &bulky),
        7_992
    );
    let own = rate(&format!(r#""cubicAllowance":167,{details}"#));
    assert_eq!(
        freight(&card(&own, r#","cubicAllowance":333"#), &bulky),
        4_008
    );
    let heavy = request(vec![item(2, 90_000, (400, 500, 600))]);
    assert_eq!(freight(&card(&rate(details), ""), &heavy), 18_000);
}

#[test]
fn each_method_counts_its_own_units() {
    let by = |method: &str| {
        card(
            &rate(&format!(
                r#""calculationMethod":"{method}","rateDetails":[{{"rateType":"Break","value":7.25}}]"#
            )),
            "",
        )
    };
    let cartons = request(vec![
        item(3, 2_000, (1_000, 1_000, 500)),
        item(1, 2_000, (1_000, 1_000, 500)),
    ]);
    assert_eq!(freight(&by("PerItem"), &cartons), 2_900);
    assert_eq!(freight(&by("PerCubicMetre"), &cartons), 1_450);
    assert!(prices(&by("PerPallet"), &cartons).is_empty());
    let mut pallets = cartons;
    for item in &mut pallets.items {
        item.package_type = "Pallet".into();
    }
    assert_eq!(freight(&by("PerPallet"), &pallets), 2_900);
}

#[test]
fn flat_bands_are_whole_prices_by_chargeable_weight() {
    let details = r#""calculationMethod":"Flat","rateDetails":[
        {"rateType":"Flat","break":5,"value":12.5},{"rateType":"Flat","value":20}]"#;
    let card = card(&rate(details), "");
    assert_eq!(freight(&card, &kilograms(5)), 1_250);
    assert_eq!(freight(&card, &kilograms(6)), 2_000);
}

#[test]
fn pallets_go_by_the_pallet_rate_and_cartons_by_the_other() {
    let rates = format!(
        "{},{}",
        rate(r#""calculationMethod":"PerPallet","rateDetails":[{"rateType":"Break","value":80}]"#),
        rate(r#""calculationMethod":"PerKg","rateDetails":[{"rateType":"Break","value":1}]"#)
    );
    let card = card(&rates, "");
    assert_eq!(freight(&card, &kilograms(30)), 3_000);
    let mut pallet = kilograms(300);
    pallet.items[0].package_type = "PX".into();
    assert_eq!(freight(&card, &pallet), 8_000);
}

#[test]
fn reciprocal_rates_serve_both_directions_but_the_direction_itself_goes_first() {
    let flat = |value: u32, more: &str| {
        format!(
            r#""calculationMethod":"Flat",{more}"rateDetails":[{{"rateType":"Basic","value":{value}}}]"#
        )
    };
    let mut back = kilograms(1);
    (back.from, back.to) = (address("2000"), address("3000"));
    assert!(prices(&card(&rate(&flat(10, "")), ""), &back).is_empty());
    let reciprocal = rate(&flat(10, r#""reciprocal":true,"#));
    let price = only_price(&card(&reciprocal, ""), &back);
    assert_eq!(price.lines[0].amount.minor, 1_000);
    assert_eq!(price.lines[0].description, "Freight SYD to MEL");
    let own = format!(
        r#"{reciprocal},{{"service":"ROAD","fromZone":"SYD","toZone":"MEL",{}}}"#,
        flat(12, "")
    );
    assert_eq!(freight(&card(&own, ""), &back), 1_200);
}

#[test]
fn a_rate_applies_from_its_effective_to_its_expire_date() {
    let dated = |dates: &str, value: u32| {
        rate(&format!(
            r#""calculationMethod":"Flat",{dates},"rateDetails":[{{"rateType":"Basic","value":{value}}}]"#
        ))
    };
    let rates = format!(
        "{},{}",
        dated(
            r#""effectiveDate":"2026-01-01","expireDate":"2026-06-30""#,
            10
        ),
        dated(r#""effectiveDate":"2026-06-01""#, 11)
    );
    let card = card(&rates, "");
    let on = |day: &str| {
        let mut request = kilograms(1);
        request.date = day.into();
        prices(&card, &request)
            .first()
            .map(|price| price.lines[0].amount.minor)
    };
    assert_eq!(on("2025-12-31"), None);
    assert_eq!(on("2026-01-01"), Some(1_000));
    assert_eq!(
        on("2026-06-01"),
        Some(1_100),
        "the latest to take effect counts"
    );
    assert_eq!(on("2027-01-01"), Some(1_100));
}

#[test]
fn surcharges_and_levy_are_lines_of_their_own_rounded_each() {
    let more = r#","fuelLevyPercent":12.5,"surcharges":[
        {"option":"tail-lift","code":"TAILLIFT","name":"Tail lift","amount":45},
        {"option":"dangerous-goods","code":"DG","name":"Dangerous goods","amountPerItem":1.333},
        {"option":"residential","code":"RESI","name":"Residential","percent":8.5}]"#;
    let details =
        r#""calculationMethod":"PerKg","rateDetails":[{"rateType":"Break","value":1.0031}]"#;
    let card = card(&rate(details), more);
    let plain = only_price(&card, &kilograms(11));
    let lines: Vec<_> = plain
        .lines
        .iter()
        .map(|line| (line.code.as_str(), line.amount.minor))
        .collect();
    assert_eq!(lines, [("FREIGHT", 1_103), ("FUEL", 138)]);

    let mut all = kilograms(11);
    all.options = vec!["tail-lift".into(), "appointment".into()];
    all.to.residential = true;
    all.items[0].dangerous_goods = true;
    let lines: Vec<_> = only_price(&card, &all)
        .lines
        .into_iter()
        .map(|line| (line.code, line.amount.minor))
        .collect();
    let expected = [
        ("FREIGHT", 1_103),
        ("TAILLIFT", 4_500),
        ("DG", 133),
        ("RESI", 94),
        ("FUEL", 138),
    ];
    assert_eq!(
        lines,
        expected.map(|(code, minor)| (code.to_owned(), minor))
    );
}

#[test]
fn only_the_wanted_services_are_priced_with_their_transit_days() {
    let json = r#"{"currency":"AUD","zones":[{"code":"AU"}],
        "services":[{"code":"ROAD","name":"Road","transitTime":3,"minUnit":2},{"code":"AIR","name":"Air"}],"rates":[
        {"service":"ROAD","fromZone":"AU","toZone":"AU","calculationMethod":"PerKg","rateDetails":[{"rateType":"Break","value":1}]},
        {"service":"AIR","fromZone":"AU","toZone":"AU","transitTime":1,"calculationMethod":"PerKg","rateDetails":[{"rateType":"Break","value":5}]}]}"#;
    let all = prices(json, &kilograms(1));
    let found: Vec<_> = all
        .iter()
        .map(|price| (price.service_code.as_str(), price.transit_days))
        .collect();
    assert_eq!(found, [("ROAD", Some(3)), ("AIR", Some(1))]);
    assert_eq!(
        all[0].lines[0].amount.minor, 200,
        "at least two units are charged"
    );
    let mut air = kilograms(1);
    air.services = vec!["AIR".into()];
    assert_eq!(only_price(json, &air).service_code, "AIR");
}

#[test]
fn another_currency_and_no_pieces_are_refused() {
    let card = card(&rate(BREAKS), "");
    let mut dollars = kilograms(1);
    dollars.currency = "NZD".into();
    assert!(matches!(
        ZoneRates::price(&card, &dollars),
        Err(PluginError::Unsupported(_))
    ));
    let Err(PluginError::InvalidInput(fields)) = ZoneRates::price(&card, &request(Vec::new()))
    else {
        panic!()
    };
    assert_eq!(fields[0].member, "items");
    assert!(matches!(
        ZoneRates::price("{", &kilograms(1)),
        Err(PluginError::Internal(_))
    ));
}

proptest! {
    /// With falling prices, accumulating never costs less than pricing by break.
    #[test]
    fn accumulated_is_never_below_by_break(grams in 1_u64..50_000) {
        let request = request(vec![item(1, grams, (10, 10, 10))]);
        let by_break = freight(&card(&rate(BREAKS), ""), &request);
        let accumulated = freight(&card(&rate(&format!(r#""accumulative":true,{BREAKS}"#)), ""), &request);
        prop_assert!(accumulated >= by_break);
    }

    /// The freight is the exact product, rounded half away from zero once.
    #[test]
    fn freight_is_exact(grams in 1_u64..10_000_000, micros in 0_u64..100_000_000) {
        let value = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
        let details = format!(r#""calculationMethod":"PerKg","rateDetails":[{{"rateType":"Break","value":{value}}}]"#);
        let exact = u128::from(grams) * u128::from(micros);
        let cents = (exact * 2 + 10_000_000) / 20_000_000;
        let priced = freight(&card(&rate(&details), ""), &request(vec![item(1, grams, (1, 1, 1))]));
        prop_assert_eq!(u128::try_from(priced), Ok(cents));
    }

    /// No input makes the engine panic, and no price is negative.
    #[test]
    fn anything_measurable_is_priced_or_refused(quantity in 0_u32.., grams in 0_u64.., side in 0_u32..) {
        let card = card(&rate(BREAKS), "");
        if let Ok(prices) = ZoneRates::price(&card, &request(vec![item(quantity, grams, (side, side, side))])) {
            prop_assert!(prices.iter().flat_map(|price| &price.lines).all(|line| line.amount.minor >= 0));
        }
    }
}
