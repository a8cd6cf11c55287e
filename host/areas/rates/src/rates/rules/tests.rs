//! Tests of the rate rules.

use serde_json::json;

use crate::rates::rules::*;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn rate(details: serde_json::Value) -> Rate {
    Rate {
        from_zone: "MEL".to_owned(),
        to_zone: "SYD".to_owned(),
        calculation_method: CalculationMethod::PerKg,
        rate_details: serde_json::from_value(details).unwrap(),
        ..Rate::default()
    }
}

fn members(rate: &Rate) -> Vec<String> {
    check("rate", rate)
        .into_iter()
        .map(|error| error.member)
        .collect()
}

#[test]
fn breaks_ascend_and_the_last_may_be_without_end() {
    let line = |up_to: serde_json::Value| json!({"rateType": "Break", "break": up_to, "value": 1});
    let of =
        |breaks: &[serde_json::Value]| members(&rate(breaks.iter().cloned().map(line).collect()));
    let none = json!(null);
    assert!(of(&[json!(5), json!(10), none.clone()]).is_empty());
    assert!(of(&[json!(5), json!(5.5)]).is_empty());
    assert_eq!(of(&[json!(5), json!(5)]), ["rate.rateDetails[1].break"]);
    assert_eq!(
        of(&[json!(10), json!(5), json!(20)]),
        ["rate.rateDetails[1].break"]
    );
    assert_eq!(
        of(&[none.clone(), json!(10)]),
        ["rate.rateDetails[1].break"]
    );
    assert_eq!(of(&[json!(0)]), ["rate.rateDetails[0].break"]);
    assert_eq!(of(&[json!(1.00001)]), ["rate.rateDetails[0].break"]);
    assert_eq!(of(&[]), ["rate.rateDetails"]);
    let many: Vec<serde_json::Value> = (1..=101).map(|up_to| json!(up_to)).collect();
    assert!(of(&many[..100]).is_empty());
    assert_eq!(of(&many), ["rate.rateDetails"]);
}

#[test]
fn there_is_one_basic_line_and_it_has_no_break() {
    let basic = json!({"rateType": "Basic", "basic": 10});
    let per_kg = json!({"rateType": "Break", "value": 1.5});
    assert!(members(&rate(json!([basic, per_kg]))).is_empty());
    assert_eq!(
        members(&rate(json!([basic, basic]))),
        ["rate.rateDetails[1].rateType"]
    );
    assert_eq!(
        members(&rate(
            json!([{"rateType": "Basic", "basic": 10, "break": 5}])
        )),
        ["rate.rateDetails[0].break"]
    );
}

#[test]
fn what_is_no_amount_day_or_time_is_named() {
    let invalid = Rate {
        calculation_method: CalculationMethod::Unknown,
        minimum: Decimal::NEGATIVE_ONE,
        cubic_allowance: Some(Decimal::ZERO),
        cut_off_time: Some("25:00".to_owned()),
        transit_time: Some(-1),
        effective_date: Some(day("2026-02-01")),
        expire_date: Some(day("2026-01-31")),
        ..rate(json!([{"rateType": "Break", "basic": -1, "value": 0.00001}]))
    };
    let names = [
        "calculationMethod",
        "cubicAllowance",
        "cutOffTime",
        "transitTime",
        "minimum",
        "expireDate",
        "rateDetails[0].basic",
        "rateDetails[0].value",
    ];
    assert_eq!(members(&invalid), names.map(|name| format!("rate.{name}")));
    let mut late = Rate {
        cut_off_time: Some("9:05".to_owned()),
        ..rate(json!([{"rateType": "Flat", "value": 9}]))
    };
    tidy(&mut late);
    assert_eq!(late.cut_off_time.as_deref(), Some("09:05"));
    assert!(members(&late).is_empty());
}

#[test]
fn a_lane_within_one_zone_has_no_other_direction() {
    let metro = Rate {
        to_zone: "mel".to_owned(),
        reciprocal: true,
        ..rate(json!([{"rateType": "Flat", "value": 9}]))
    };
    assert_eq!(members(&metro), ["rate.reciprocal"]);
    assert!(
        members(&Rate {
            reciprocal: false,
            ..metro
        })
        .is_empty()
    );
}

#[test]
fn both_days_of_a_rate_are_its_own() {
    let of = |first: &str, last: &str| Rate {
        effective_date: first.parse().ok(),
        expire_date: last.parse().ok(),
        ..Rate::default()
    };
    let january = of("2026-01-01", "2026-01-31");
    assert!(overlap(&january, &of("2026-01-31", "")));
    assert!(!overlap(&january, &of("2026-02-01", "")));
    assert!(!overlap(&of("2026-02-01", ""), &january));
    assert!(overlap(&january, &of("", "")));
    assert!(overlap(&of("", ""), &of("", "2025-01-01")));
    assert!(applies(
        january.effective_date,
        january.expire_date,
        day("2026-01-31")
    ));
    assert!(!applies(
        january.effective_date,
        january.expire_date,
        day("2026-02-01")
    ));
    assert!(!applies(january.effective_date, None, day("2025-12-31")));
}

#[test]
fn days_have_years_of_four_digits() {
    let far = Rate {
        effective_date: NaiveDate::from_ymd_opt(1899, 12, 31),
        expire_date: NaiveDate::from_ymd_opt(10000, 1, 1),
        ..rate(json!([{"rateType": "Flat", "value": 9}]))
    };
    assert_eq!(members(&far), ["rate.effectiveDate", "rate.expireDate"]);
}

#[test]
fn a_price_that_falls_with_the_quantity_is_told() {
    let falling = rate(json!([
        {"rateType": "Break", "break": 5, "value": 1.5},
        {"rateType": "Break", "break": 10, "value": 1.25},
        {"rateType": "Break", "break": null, "value": 1.3},
    ]));
    let found = warnings("rate", &falling);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].member, "rate.rateDetails[1].value");
    assert_eq!(
        found[0].message,
        "makes a little more than 5 cost 6.25, less than the 7.5 of 5"
    );
    // Accumulative prices, or equal minimums, never decrease.
    assert!(
        warnings(
            "rate",
            &Rate {
                accumulative: true,
                ..falling.clone()
            }
        )
        .is_empty()
    );
    assert!(
        warnings(
            "rate",
            &Rate {
                minimum: Decimal::from(8),
                ..falling
            }
        )
        .is_empty()
    );
    let flat = rate(json!([
        {"rateType": "Basic", "basic": 3},
        {"rateType": "Flat", "break": 5, "value": 12},
        {"rateType": "Break", "value": 2},
    ]));
    assert_eq!(
        warnings("rate", &flat)[0].member,
        "rate.rateDetails[2].value"
    );
}
