//! Tests of terms.

use serde_json::json;

use crate::rate_cards::terms::*;

fn members(terms: serde_json::Value) -> Vec<String> {
    let mut terms: RateTerms = data::case::from_json(terms.to_string().as_bytes()).unwrap();
    terms.tidy();
    terms
        .check("terms")
        .into_iter()
        .map(|error| error.member)
        .collect()
}

#[test]
fn terms_of_an_old_card_are_the_usual_ones() {
    let terms: RateTerms = serde_json::from_str("{}").unwrap();
    assert_eq!(terms, RateTerms::default());
    assert_eq!(
        (terms.cubic_allowance, terms.items_priced),
        (Decimal::from(250), ItemsPriced::Together)
    );
    assert!(terms.check("terms").is_empty());
}

#[test]
fn fuel_levies_come_in_the_order_of_their_days() {
    let levy = |date: &str| json!({"fromDate": date, "percent": 12.5});
    assert!(members(json!({"fuelLevies": [levy("2026-01-01"), levy("2026-02-01")]})).is_empty());
    let again = json!({"fuelLevies": [levy("2026-02-01"), levy("2026-02-01")]});
    assert_eq!(members(again), ["terms.fuelLevies[1].fromDate"]);
}

#[test]
fn a_levy_has_a_price_and_what_its_case_needs() {
    let levy = |when: serde_json::Value| json!({"levies": [{"code": "TL", "name": "Tail lift", "feeType": "TailLift", "amount": 55, "when": when}]});
    assert!(members(levy(json!({"case": "Option", "option": "Tail Lift"}))).is_empty());
    for (case, member) in [
        ("Option", "option"),
        ("OverLength", "lengthMm"),
        ("OverWeight", "weightG"),
        ("Zone", "zone"),
    ] {
        assert_eq!(
            members(levy(json!({"case": case}))),
            [format!("terms.levies[0].when.{member}")]
        );
    }
    assert!(members(levy(json!({"case": "DangerousGoods"}))).is_empty());
    let twice = json!({"levies": [
        {"code": "A", "name": "A", "feeType": "Admin", "percent": 1},
        {"code": "a", "name": "A", "feeType": "Admin"},
    ]});
    assert_eq!(
        members(twice),
        ["terms.levies[1].code", "terms.levies[1].amount"]
    );
}

#[test]
fn decimals_and_days_are_bounded() {
    let terms = json!({"cubicAllowance": 0, "rounding": {"step": 0.00001, "mode": "Up"}, "holidays": [
        {"date": "2026-01-26", "name": "Australia Day"}, {"date": "2026-01-26", "name": "Again"},
        {"date": "2026-01-26", "stateCode": "vic", "name": "Elsewhere"},
    ]});
    assert_eq!(
        members(terms),
        [
            "terms.cubicAllowance",
            "terms.rounding.step",
            "terms.holidays[1].date"
        ]
    );
}
