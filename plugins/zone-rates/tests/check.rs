//! Tests that an invalid card is rejected with every invalid member, and that the README's card is
//! valid.

use waybill_plugin::RateEngine;
use waybill_plugin::types::PluginError;
use zone_rates::ZoneRates;

fn errors(card: &str) -> Vec<(String, String)> {
    match ZoneRates::check(card) {
        Err(PluginError::InvalidInput(fields)) => fields
            .into_iter()
            .map(|field| (field.member, field.message))
            .collect(),
        other => panic!("must be refused, got {other:?}"),
    }
}

fn members(card: &str) -> Vec<String> {
    errors(card).into_iter().map(|(member, _)| member).collect()
}

#[test]
fn the_readme_shows_a_right_card() {
    let readme = include_str!("../README.md");
    let (_, from_json) = readme.split_once("```json\n").expect("an example");
    let (card, _) = from_json.split_once("```").expect("its end");
    assert_eq!(ZoneRates::check(card), Ok(()));
}

#[test]
fn every_wrong_member_is_named() {
    let card = r#"{
        "currency": "dollars", "cubicAllowance": 0, "fuelLevyPercent": -1, "colour": "red",
        "zones": [
            {"code": "MEL", "postcodes": ["3207-3000", ""], "country": "Australia"},
            {"code": "MEL", "suburbs": "Geelong"}
        ],
        "services": [{"code": "ROAD", "transitTime": -1}],
        "rates": [
            {"service": "AIR", "fromZone": "MEL", "toZone": "SYD", "calculationMethod": "PerKm", "reciprocal": "yes",
             "minimum": "9,50", "effectiveDate": "2026-02-30", "rateDetails": [
                {"rateType": "Break", "break": 10, "value": 1},
                {"rateType": "Break", "break": 5},
                {"rateType": "Basic", "break": 5, "value": -1},
                {"rateType": "Sometimes"}
            ]}
        ],
        "surcharges": [{"option": "tail-lift", "code": "T", "name": "Tail lift", "amount": 1, "percent": 1}]
    }"#;
    assert_eq!(
        members(card),
        [
            "colour",
            "currency",
            "cubicAllowance",
            "fuelLevyPercent",
            "zones[0].country",
            "zones[0].postcodes[0]",
            "zones[0].postcodes[1]",
            "zones[1].code",
            "zones[1].suburbs",
            "services[0].name",
            "services[0].transitTime",
            "rates[0].service",
            "rates[0].toZone",
            "rates[0].calculationMethod",
            "rates[0].reciprocal",
            "rates[0].minimum",
            "rates[0].effectiveDate",
            "rates[0].rateDetails[1].break",
            "rates[0].rateDetails[1].value",
            "rates[0].rateDetails[2].value",
            "rates[0].rateDetails[2].break",
            "rates[0].rateDetails[3].rateType",
            "surcharges[0].amount",
        ]
    );
}

#[test]
fn the_words_say_what_would_be_right() {
    let card = |rate: &str| {
        format!(
            r#"{{"currency":"AUD","zones":[{{"code":"AU"}}],"services":[{{"code":"R","name":"Road"}}],"rates":[
                {{"service":"R","fromZone":"AU","toZone":"AU",{rate}}}]}}"#
        )
    };
    let words = |rate: &str| errors(&card(rate)).remove(0).1;
    let details = r#""rateDetails":[{"rateType":"Break","value":1}]"#;
    assert!(words(&format!(r#""calculationMethod":"PerHour",{details}"#)).contains("is not given"));
    assert!(
        words(&format!(r#""calculationMethod":"perkg",{details}"#))
            .starts_with("must be one of Flat, PerKg")
    );
    assert!(
        words(&format!(r#""calculationMethod":"Flat",{details}"#)).contains("use rateType Flat")
    );
    let open_then_more = r#""calculationMethod":"PerKg","rateDetails":[
        {"rateType":"Break","value":1},{"rateType":"Break","break":5,"value":1}]"#;
    assert!(words(open_then_more).contains("must be the last"));
    let backwards =
        r#""calculationMethod":"PerKg","effectiveDate":"2026-02-01","expireDate":"2026-01-31","#;
    assert_eq!(
        words(&format!("{backwards}{details}")),
        "must not be before effectiveDate"
    );
}

#[test]
fn what_is_missing_or_no_object_is_named_too() {
    assert_eq!(members("[]"), ["card"]);
    assert_eq!(members("{"), ["card"]);
    assert_eq!(members("{}"), ["currency", "zones", "services", "rates"]);
    let empty = r#"{"currency":"AUD","zones":[],"services":[7],"rates":[]}"#;
    assert_eq!(members(empty), ["zones", "services[0]", "rates"]);
}
