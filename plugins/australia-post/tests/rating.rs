//! Tests of converting item prices to rates: summed, filtered by options, or rejected with the
//! carrier's message.

mod common;

use australia_post::preferences::Preferences;
use australia_post::rating;
use australia_post::wire::PriceAnswer;
use common::{account, consignment, item, members, preferences};
use waybill_plugin::types::{Consignment, PluginError, Rate};

fn answer(json: &str) -> PriceAnswer {
    serde_json::from_str(json).expect("an answer")
}

fn priced() -> PriceAnswer {
    answer(include_str!("fixtures/prices.json"))
}

fn rates(more: &str, consignment: &Consignment) -> Result<Vec<Rate>, PluginError> {
    rating::rates(
        &account(more),
        &Preferences::default(),
        consignment,
        &priced(),
    )
}

#[test]
fn the_request_holds_one_entry_a_line_in_the_carriers_units() {
    let consignment = consignment();
    let account = account(r#","products":"7D55=Parcel, 7E55""#);
    let request = rating::request(&account, &consignment)
        .expect("right")
        .expect("served");
    let json = serde_json::to_value(&request).expect("JSON");
    let expected = serde_json::json!({
        "from": { "postcode": "3350", "suburb": "Ballarat Central", "country": "AU" },
        "to": { "postcode": "7000", "suburb": "Hobart", "country": "AU" },
        "items": [
            { "item_reference": "1", "length": 30.5, "width": 20, "height": 15, "weight": 4.25, "product_ids": ["7D55", "7E55"] },
            { "item_reference": "2", "length": 30.5, "width": 20, "height": 15, "weight": 0.9, "product_ids": ["7D55", "7E55"] }
        ]
    });
    assert_eq!(json, expected);
}

#[test]
fn only_products_that_price_every_line_count_and_pieces_are_summed() {
    let rates = rates("", &consignment()).expect("rates");
    let found: Vec<_> = rates
        .iter()
        .map(|rate| {
            (
                rate.service_code.as_str(),
                rate.charges[0].amount.minor,
                rate.charges[0].tax.minor,
            )
        })
        .collect();
    // Twice the first line and once the second; Express Post lacks its price before tax.
    assert_eq!(
        found,
        [
            ("7D55", 2 * 1_350 + 900, 2 * 135 + 90),
            ("7E55", 2 * 2_010 + 1_100, 2 * 201 + 110)
        ]
    );
    assert_eq!(rates[0].service_name, "PARCEL POST + SIGNATURE");
}

#[test]
fn the_accounts_own_names_go_first() {
    let rates = rates(r#","products":"7D55=Parcel Post""#, &consignment()).expect("rates");
    assert_eq!(
        (
            rates[0].service_name.as_str(),
            rates[1].service_name.as_str()
        ),
        ("Parcel Post", "EXPRESS POST")
    );
}

#[test]
fn options_narrow_the_products() {
    let with = |option: &str| {
        let mut consignment = consignment();
        consignment.options = vec![option.into()];
        rates("", &consignment).map(|rates| {
            rates
                .into_iter()
                .map(|rate| rate.service_code)
                .collect::<Vec<_>>()
        })
    };
    assert_eq!(with("signature"), Ok(vec!["7D55".to_owned()]));
    assert_eq!(
        with("authority-to-leave"),
        Ok(vec!["7D55".to_owned(), "7E55".to_owned()])
    );
}

#[test]
fn no_price_gives_the_carriers_reasons_once_each() {
    let warning =
        r#"{"code":"42002","name":"NO_PRICES_FOR_PRODUCT","message":"No service takes 96 kg."}"#;
    let error = r#"{"code":"42010","name":"MAX_WEIGHT","message":""}"#;
    let one = format!(r#"{{"prices":[],"errors":[],"warnings":[{warning},{warning}]}}"#);
    let two = format!(r#"{{"prices":[],"errors":[{error}],"warnings":[]}}"#);
    let refused = rating::rates(
        &account(""),
        &Preferences::default(),
        &consignment(),
        &answer(&format!(r#"{{"items":[{one},{two}]}}"#)),
    );
    let Err(PluginError::Rejected(refusal)) = refused else {
        panic!("must be refused")
    };
    assert_eq!(
        (refusal.code.as_str(), refusal.message.as_str()),
        ("42010", "MAX_WEIGHT No service takes 96 kg.")
    );
}

#[test]
fn no_price_without_a_reason_is_not_served_and_lacking_options_say_so() {
    let nothing = answer(r#"{"items":[{"prices":[]},{"prices":[]}]}"#);
    assert_eq!(
        rating::rates(
            &account(""),
            &Preferences::default(),
            &consignment(),
            &nothing
        ),
        Ok(Vec::new())
    );
    let price = r#"{"prices":[{"product_id":"E34","calculated_price":5}]}"#;
    let mut signed = consignment();
    signed.options = vec!["signature".into()];
    let refused = rating::rates(
        &account(""),
        &Preferences::default(),
        &signed,
        &answer(&format!(r#"{{"items":[{price},{price}]}}"#)),
    );
    let Err(PluginError::Rejected(refusal)) = refused else {
        panic!("must be refused")
    };
    assert_eq!(refusal.code, "OPTIONS");
}

#[test]
fn an_answer_for_other_items_is_not_believed() {
    let short = answer(r#"{"items":[{"prices":[]}]}"#);
    assert!(matches!(
        rating::rates(
            &account(""),
            &Preferences::default(),
            &consignment(),
            &short
        ),
        Err(PluginError::Internal(_))
    ));
}

#[test]
fn other_countries_are_not_served_and_other_currencies_refused() {
    let mut abroad = consignment();
    abroad.to.country_code = "NZ".into();
    assert!(
        rating::request(&account(""), &abroad)
            .expect("right")
            .is_none()
    );
    let mut dollars = consignment();
    dollars.currency = "NZD".into();
    assert!(matches!(
        rating::request(&account(""), &dollars),
        Err(PluginError::Unsupported(_))
    ));
}

#[test]
fn one_to_twenty_pieces_are_taken() {
    let with = |items| Consignment {
        items,
        ..consignment()
    };
    let (right, account) = (with(vec![item(20, 1)]), account(""));
    assert!(rating::request(&account, &right).is_ok());
    assert_eq!(
        members(rating::request(&account, &with(vec![item(21, 1)])))[0].0,
        "items"
    );
    assert_eq!(
        members(rating::request(
            &account,
            &with(vec![item(1, 1), item(0, 1)])
        ))[0]
            .0,
        "items[1].quantity"
    );
    assert_eq!(
        members(rating::request(&account, &with(Vec::new())))[0].0,
        "items"
    );
}

#[test]
fn what_the_tenant_prefers_stands_in_every_rate() {
    let preferences = preferences(r#"{"surchargePercent":7.5,"cutOff":"15:45"}"#);
    let rates =
        rating::rates(&account(""), &preferences, &consignment(), &priced()).expect("rates");
    let charges: Vec<_> = rates[0]
        .charges
        .iter()
        .map(|charge| {
            (
                charge.code.as_str(),
                charge.amount.minor,
                charge.tax.minor,
                charge.additional,
            )
        })
        .collect();
    // 3,600 cents and 360 of tax, and 7.5 percent of each.
    assert_eq!(
        charges,
        [("FREIGHT", 3_600, 360, false), ("SURCHARGE", 270, 27, true)]
    );
    assert_eq!(rates[0].charges[1].description, "Surcharge 7.5%");
    assert!(
        rates
            .iter()
            .all(|rate| rate.cut_off.as_deref() == Some("15:45"))
    );
}

#[test]
fn goods_left_at_the_door_go_with_products_that_allow_it() {
    let (from, to) = (
        r#"false, "authority_to_leave_option": true"#,
        r#"false, "authority_to_leave_option": false"#,
    );
    let priced = answer(&include_str!("fixtures/prices.json").replace(from, to));
    let codes = |settings: &str, options: &[&str]| {
        let mut consignment = consignment();
        consignment.options = options.iter().map(|option| (*option).to_owned()).collect();
        let rates = rating::rates(&account(""), &preferences(settings), &consignment, &priced)
            .expect("rates");
        rates
            .into_iter()
            .map(|rate| rate.service_code)
            .collect::<Vec<_>>()
    };
    let leaving = r#"{"leaveUnattended":true}"#;
    assert_eq!(codes("{}", &[]), ["7D55", "7E55"]);
    assert_eq!(codes(leaving, &[]), ["7D55"]);
    assert_eq!(codes("{}", &["authority-to-leave"]), ["7D55"]);
    assert_eq!(codes(leaving, &["signature"]), ["7D55"]);
}
