//! Tests of shipments, labels and orders: requests and responses.

mod common;

use australia_post::preferences::Preferences;
use australia_post::wire::{LabelsAnswer, ShipmentsAnswer};
use australia_post::{booking, orders};
use common::{account, address, book_request, booked, members, preferences};
use serde_json::json;
use waybill_plugin::answer::Answer;
use waybill_plugin::types::{DangerousGoods, ManifestEntry, ManifestRequest, PluginError};

fn shipments() -> ShipmentsAnswer {
    serde_json::from_str(include_str!("fixtures/shipments.json")).expect("an answer")
}

#[test]
fn a_shipment_has_an_item_a_piece_and_our_reference_twice() {
    let (account, request) = (account(r#","emailTracking":true"#), book_request());
    let body = serde_json::to_value(
        booking::request(&account, &Preferences::default(), &request).expect("right"),
    )
    .expect("JSON");
    let shipment = &body["shipments"][0];
    assert_eq!(shipment["shipment_reference"], "WB-81");
    assert_eq!(shipment["customer_reference_1"], "WB-81");
    assert_eq!(shipment["customer_reference_2"], "PO 7781");
    assert_eq!(shipment["email_tracking_enabled"], true);
    assert_eq!(
        shipment["to"],
        json!({
            "name": "Mara Quinn", "business_name": "Harbour Goods", "lines": ["12 Wharf Road"], "suburb": "Hobart",
            "state": "TAS", "postcode": "7000", "country": "AU", "phone": "0355501234",
            "email": "mara@harbourgoods.example", "delivery_instructions": "Ring the bell"
        })
    );
    assert_eq!(shipment["items"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        shipment["items"][2],
        json!({
            "item_reference": "3", "product_id": "7D55", "item_description": "Lamps", "length": 30.5, "width": 20,
            "height": 15, "weight": 0.9, "authority_to_leave": false, "allow_partial_delivery": true,
            "contains_dangerous_goods": false, "transportable_by_air": true
        })
    );
}

#[test]
fn what_the_tenant_prefers_is_said_of_every_piece() {
    let items = |settings: &str| {
        let request = book_request();
        let body = booking::request(&account(""), &preferences(settings), &request).expect("right");
        let body = serde_json::to_value(body).expect("JSON");
        let items = body["shipments"][0]["items"]
            .as_array()
            .expect("items")
            .clone();
        items
            .iter()
            .map(|it| {
                (
                    it["allow_partial_delivery"].clone(),
                    it["authority_to_leave"].clone(),
                )
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(
        items(r#"{"keepTogether":true,"leaveUnattended":true}"#),
        vec![(json!(false), json!(true)); 3]
    );
    assert_eq!(items("{}"), vec![(json!(true), json!(false)); 3]);
}

#[test]
fn authority_to_leave_and_dangerous_goods_are_said_of_the_pieces() {
    let flags = |request: &_| {
        let account = account("");
        let body = serde_json::to_value(
            booking::request(&account, &Preferences::default(), request).expect("right"),
        )
        .expect("JSON");
        let items = body["shipments"][0]["items"]
            .as_array()
            .expect("items")
            .clone();
        let flag = |item: &serde_json::Value, name: &str| item[name] == json!(true);
        items
            .iter()
            .map(|it| {
                (
                    flag(it, "authority_to_leave"),
                    flag(it, "contains_dangerous_goods"),
                )
            })
            .collect::<Vec<_>>()
    };
    let mut request = book_request();
    request.consignment.options = vec!["authority-to-leave".into()];
    request.consignment.items[1].dangerous_goods = true;
    assert_eq!(
        flags(&request),
        [(true, false), (true, false), (true, true)]
    );
    // Declared for the consignment, with no line marked: any piece may hold them.
    let mut request = book_request();
    request.consignment.dangerous_goods = Some(DangerousGoods {
        un_number: "UN1950".into(),
        packing_group: None,
        description: None,
        package_type: None,
    });
    assert_eq!(flags(&request), [(false, true); 3]);
}

#[test]
fn what_the_carrier_would_not_take_is_named_field_by_field() {
    let mut request = book_request();
    let consignment = &mut request.consignment;
    consignment.delivery_instructions = "x".repeat(129);
    consignment.from = address("Ballarat Central", "Victoria", "335");
    consignment.from.lines = Vec::new();
    consignment.to.country_code = "NZ".into();
    consignment.to.contact_name = None;
    consignment.to.company_name = Some(" ".into());
    consignment.to.telephone = Some("1".repeat(21));
    let account = account("");
    let named: Vec<String> = members(booking::request(
        &account,
        &Preferences::default(),
        &request,
    ))
    .into_iter()
    .map(|(member, _)| member)
    .collect();
    assert_eq!(
        named,
        [
            "deliveryInstructions",
            "from.state",
            "from.lines",
            "from.postcode",
            "to.countryCode",
            "to.contactName",
            "to.telephone"
        ]
    );
}

#[test]
fn long_address_lines_are_broken_between_words_as_far_as_three_lines_go() {
    let lines = |text: &str| {
        let (account, mut request) = (account(""), book_request());
        request.consignment.to.lines = vec![text.into()];
        booking::request(&account, &Preferences::default(), &request).map(|body| {
            serde_json::to_value(body).expect("JSON")["shipments"][0]["to"]["lines"].clone()
        })
    };
    let long = "Warehouse 4, Gate C, Harbour Logistics Park, 118-124 Old Coast Road";
    assert_eq!(
        lines(long),
        Ok(json!([
            "Warehouse 4, Gate C, Harbour Logistics",
            "Park, 118-124 Old Coast Road"
        ]))
    );
    assert_eq!(members(lines(&"abcdefghi ".repeat(17)))[0].0, "to.lines");
}

#[test]
fn a_booking_is_the_consignment_number_with_the_shipments_id() {
    let mut answer = shipments();
    let found = booking::find_booking("WB-81", &answer)
        .expect("readable")
        .expect("there");
    assert_eq!(found.connote, "HGX0000071");
    assert_eq!(
        booking::Shipped::from_booked(&found)
            .expect("data")
            .shipment_id,
        "Qw2HGq1uXn4AAAGYbW0aPQx3"
    );
    assert_eq!(booking::find_booking("WB-82", &answer), Ok(None));
    answer.shipments.truncate(2);
    assert_eq!(
        booking::find_booking("WB-81", &answer),
        Ok(None),
        "a cancelled one does not count"
    );
    answer.shipments.clear();
    assert!(matches!(
        booking::to_booked("WB-81", &answer),
        Err(PluginError::Internal(_))
    ));
}

#[test]
fn a_shipment_is_gone_only_when_the_carrier_says_so() {
    let answer = |status, body: &str| Answer {
        status,
        headers: Vec::new(),
        body: body.into(),
    };
    let missing =
        r#"{"errors":[{"code":"44013","name":"SHIPMENT_NOT_FOUND_ERROR","message":"Not there."}]}"#;
    assert!(
        booking::is_missing(&answer(404, missing)) && booking::is_missing(&answer(400, missing))
    );
    assert!(!booking::is_missing(&answer(
        404,
        "<html>no such page</html>"
    )));
    assert!(!booking::is_missing(&answer(
        400,
        r#"{"errors":[{"code":"44016","message":"In an order."}]}"#
    )));
}

#[test]
fn labels_are_asked_for_by_the_groups_of_the_account() {
    let groups = |account: &australia_post::account::Account| {
        let body = serde_json::to_value(booking::label_request(account, "S1")).expect("JSON");
        assert_eq!(body["shipments"], json!([{ "shipment_id": "S1" }]));
        assert_eq!(body["wait_for_label_url"], true);
        body["preferences"][0]["groups"].clone()
    };
    let group = |name: &str, layout: &str| json!({ "group": name, "layout": layout, "branded": true, "left_offset": 0, "top_offset": 0 });
    let expected = json!([
        group("Parcel Post", "A4-1pp"),
        group("Express Post", "A4-1pp")
    ]);
    assert_eq!(groups(&account(r#","labelLayout":"A4-1pp""#)), expected);
    let startrack = australia_post::account::Account {
        number: "91234567".into(),
        ..account("")
    };
    assert_eq!(
        groups(&startrack),
        json!([
            group("StarTrack", "A6-1pp"),
            group("Startrack Courier", "A6-1pp")
        ])
    );
}

#[test]
fn a_label_is_there_pending_or_refused() {
    let url = |json: &str| {
        let answer: LabelsAnswer = serde_json::from_str(json).expect("an answer");
        booking::label_url(&answer).map(str::to_owned)
    };
    let there = r#"{"labels":[{"request_id":"r","url":"https://auspost.com.au/l.pdf?s=1","status":"AVAILABLE"}]}"#;
    assert_eq!(
        url(there),
        Ok("https://auspost.com.au/l.pdf?s=1".to_owned())
    );
    let Err(PluginError::Unavailable(outage)) =
        url(r#"{"labels":[{"request_id":"r","status":"PENDING"}]}"#)
    else {
        panic!("must be pending")
    };
    assert_eq!(outage.retry_after_ms, Some(2_000));
    let error = r#"{"labels":[{"status":"ERROR","errors":[{"code":"51015","message":"Printed elsewhere."}]}]}"#;
    assert!(matches!(url(error), Err(PluginError::Rejected(refusal)) if refusal.code == "51015"));
    assert!(matches!(
        url(r#"{"labels":[]}"#),
        Err(PluginError::Internal(_))
    ));
}

fn manifest_request(ids: &[&str]) -> ManifestRequest {
    let entry = |id: &&str| ManifestEntry {
        booked: booked(id),
        receiver: "Harbour Goods".into(),
        suburb: "Hobart".into(),
        pieces: 3,
        weight_g: 9_400,
        service_name: "Parcel Post".into(),
    };
    ManifestRequest {
        reference: "M-12".into(),
        sender: address("Ballarat Central", "VIC", "3350"),
        entries: ids.iter().map(entry).collect(),
    }
}

#[test]
fn an_order_names_its_shipments_and_our_reference() {
    let request = manifest_request(&["S1", "S2"]);
    let body = serde_json::to_value(orders::request(&request).expect("right")).expect("JSON");
    let expected = json!({
        "order_reference": "M-12", "payment_method": "CHARGE_TO_ACCOUNT",
        "shipments": [{ "shipment_id": "S1" }, { "shipment_id": "S2" }]
    });
    assert_eq!(body, expected);
    assert_eq!(
        members(orders::request(&manifest_request(&[])))[0].0,
        "entries"
    );
}

#[test]
fn an_earlier_order_is_the_one_that_holds_every_shipment() {
    let answer = shipments();
    let common = |ids: &[&str]| {
        let request = manifest_request(ids);
        orders::common_order(&orders::request(&request).expect("right"), &answer)
    };
    assert_eq!(
        common(&["Qw2HGq1uXn4AAAGYbW0aPQx3"]).as_deref(),
        Some("AP0000004711")
    );
    assert_eq!(
        common(&["Qw2HGq1uXn4AAAGYbW0aPQx3", "kd0HGq1uXn4AAAGYbW0aPQx1"]),
        None
    );
    assert_eq!(common(&["unknown"]), None);
    assert!(orders::is_ordered_already("44016") && !orders::is_ordered_already("44013"));
}
