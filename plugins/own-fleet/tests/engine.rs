//! Tests of the component in the real engine, with prices from the zone rate engine's component.

use engine::{CallContext, FaultKind, wit};
use serde_json::json;
use waybill_plugin_testing::Rig;

const CARD: &str = r#"{
    "currency": "AUD", "fuelLevyPercent": 10,
    "zones": [{ "code": "MEL", "postcodes": ["3000-3207"] }, { "code": "TAS", "postcodes": ["7000-7999"] }],
    "services": [{ "code": "ROAD", "name": "Road express", "transitTime": 3 }, { "code": "PRIORITY", "name": "Priority", "transitTime": 1 }],
    "rates": [
        { "service": "ROAD", "fromZone": "MEL", "toZone": "TAS", "calculationMethod": "PerKg", "accumulative": true,
          "rateDetails": [{ "rateType": "Break", "break": 5, "value": 1.5 }, { "rateType": "Break", "break": 10, "value": 1.25 }, { "rateType": "Break", "value": 1 }] },
        { "service": "PRIORITY", "fromZone": "MEL", "toZone": "TAS", "calculationMethod": "Flat", "effectiveDate": "2027-01-01",
          "rateDetails": [{ "rateType": "Basic", "value": 99 }] }
    ]
}"#;

async fn rig() -> Rig {
    let rig = Rig::start(
        env!("CARGO_TARGET_TMPDIR"),
        &["own-fleet", "zone-rates"],
        &[],
    )
    .await
    .expect("a rig");
    rig.host.put_card("METRO", "zone-rates", CARD);
    rig
}

fn call(rig: &Rig) -> CallContext {
    let settings = json!({
        "rateCard": "METRO", "connotePrefix": "HGL", "gs1CompanyPrefix": "9399999", "fleetName": "Harbour Fleet",
        "cutOff": "16:30",
    });
    rig.call(settings, &[])
}

fn address(suburb: &str, state: &str, postcode: &str) -> wit::Address {
    wit::Address {
        contact_name: Some("Mara Quinn".into()),
        company_name: None,
        email: None,
        telephone: None,
        lines: vec!["12 Wharf Road".into()],
        suburb: suburb.into(),
        state: Some(state.into()),
        postcode: postcode.into(),
        country_code: "AU".into(),
        residential: false,
    }
}

fn consignment(reference: &str) -> wit::Consignment {
    wit::Consignment {
        reference: reference.into(),
        from: address("Melbourne", "VIC", "3000"),
        to: address("Hobart", "TAS", "7000"),
        items: vec![wit::Item {
            reference: String::new(),
            package_type: "Carton".into(),
            description: "Lamps".into(),
            quantity: 2,
            length_mm: 300,
            width_mm: 200,
            height_mm: 100,
            weight_g: 5_500,
            dangerous_goods: false,
        }],
        dangerous_goods: None,
        currency: "AUD".into(),
        dispatch_date: "2026-03-02".into(),
        customer_reference: "PO 7781".into(),
        pickup_instructions: String::new(),
        delivery_instructions: String::new(),
        options: Vec::new(),
        ext: Vec::new(),
    }
}

fn book_request(reference: &str) -> wit::BookRequest {
    wit::BookRequest {
        consignment: consignment(reference),
        service_code: "ROAD".into(),
        carrier_quote: None,
    }
}

#[tokio::test]
async fn rates_come_from_the_card_with_tax_a_line() {
    let rig = rig().await;
    let rates = rig
        .carrier("own-fleet")
        .rates(call(&rig), consignment("WB-1"))
        .await
        .expect("rates");
    // Priority takes effect next year.
    assert_eq!(rates.len(), 1);
    let lines: Vec<_> = rates[0]
        .charges
        .iter()
        .map(|line| (line.code.as_str(), line.amount.minor, line.tax.minor))
        .collect();
    assert_eq!(lines, [("FREIGHT", 1_475, 148), ("FUEL", 148, 15)]);
    assert_eq!(
        (rates[0].service_code.as_str(), rates[0].transit_days),
        ("ROAD", Some(3))
    );
    assert_eq!(rates[0].cut_off.as_deref(), Some("16:30"));
}

#[tokio::test]
async fn several_accounts_are_priced_like_each_alone() {
    let rig = rig().await;
    let fleet = rig.carrier("own-fleet");
    let settings = |card: &str, tax: u32| json!({ "rateCard": card, "connotePrefix": "HGL", "gs1CompanyPrefix": "9399999", "taxPercent": tax });
    let account = |settings: &serde_json::Value| wit::AskedAccount {
        code: "A".into(),
        settings: settings.to_string(),
    };
    let accounts = [
        settings("METRO", 10),
        settings("NONE", 10),
        json!({}),
        settings("METRO", 15),
    ];
    let requests = accounts.iter().map(account).collect();
    let answers = fleet
        .rates_by_account(call(&rig), requests, consignment("WB-1"))
        .await
        .expect("asked")
        .expect("able");
    assert_eq!(answers.len(), accounts.len());
    for (settings, said) in accounts.iter().zip(&answers) {
        let alone = fleet
            .rates(rig.call(settings.clone(), &[]), consignment("WB-1"))
            .await;
        assert_eq!(said, &alone, "{settings}");
    }
    assert!(
        matches!(&answers[1], Err(fault) if fault.kind == FaultKind::NotFound),
        "{answers:?}"
    );
    assert!(
        matches!(&answers[2], Err(fault) if matches!(fault.kind, FaultKind::InvalidInput(_))),
        "{answers:?}"
    );
    let taxes = |at: usize| answers[at].as_ref().expect("rates")[0].charges[0].tax.minor;
    assert_eq!((taxes(0), taxes(3)), (148, 221));
}

#[tokio::test]
async fn a_booking_repeated_is_the_same_booking_and_a_cancelled_one_is_gone() {
    let rig = rig().await;
    let fleet = rig.carrier("own-fleet");
    let first = fleet
        .book(call(&rig), book_request("WB-1"))
        .await
        .expect("booked");
    let again = fleet
        .book(call(&rig), book_request("WB-1"))
        .await
        .expect("booked");
    let other = fleet
        .book(call(&rig), book_request("WB-2"))
        .await
        .expect("booked");
    assert_eq!(first.connote, "HGL00000001");
    assert_eq!((&again.connote, &again.data), (&first.connote, &first.data));
    assert_eq!(other.connote, "HGL00000002");
    let found = fleet
        .find(call(&rig), "WB-1".into())
        .await
        .expect("asked")
        .expect("there");
    assert_eq!(found.connote, first.connote);

    fleet
        .cancel(call(&rig), first.clone())
        .await
        .expect("cancelled");
    fleet
        .cancel(call(&rig), first)
        .await
        .expect("cancelled already");
    assert!(
        fleet
            .find(call(&rig), "WB-1".into())
            .await
            .expect("asked")
            .is_none()
    );
}

#[tokio::test]
async fn labels_carry_a_code_of_their_own_for_every_piece() {
    let rig = rig().await;
    let fleet = rig.carrier("own-fleet");
    for reference in ["WB-1", "WB-2"] {
        let booked = fleet
            .book(call(&rig), book_request(reference))
            .await
            .expect("booked");
        let file = fleet
            .label(call(&rig), book_request(reference), booked)
            .await
            .expect("labels");
        assert_eq!(file.media_type, "application/pdf");
    }
    let labels = rig.host.labels();
    let codes: std::collections::BTreeSet<_> =
        labels.iter().map(|label| label.gs1.clone()).collect();
    assert_eq!((labels.len(), codes.len()), (4, 4));
    assert!(
        codes
            .iter()
            .all(|code| code.starts_with("(00)09399999") && code.len() == 22),
        "{codes:?}"
    );
    assert_eq!(
        (
            labels[3].piece,
            labels[3].pieces,
            labels[3].connote.as_str()
        ),
        (2, 2, "HGL00000002")
    );
}

#[tokio::test]
async fn pieces_added_after_booking_have_codes_that_stay() {
    let rig = rig().await;
    let fleet = rig.carrier("own-fleet");
    let mut request = book_request("WB-1");
    let booked = fleet
        .book(call(&rig), request.clone())
        .await
        .expect("booked");
    request.consignment.items[0].quantity += 1;
    for _ in 0..2 {
        fleet
            .label(call(&rig), request.clone(), booked.clone())
            .await
            .expect("labels");
    }
    let labels = rig.host.labels();
    let codes: std::collections::BTreeSet<_> =
        labels.iter().map(|label| label.gs1.clone()).collect();
    assert_eq!((labels.len(), codes.len()), (6, 3));
    assert!(labels.iter().all(|label| label.pieces == 3));
}

#[tokio::test]
async fn a_manifest_repeated_keeps_its_number() {
    let rig = rig().await;
    let fleet = rig.carrier("own-fleet");
    let booked = fleet
        .book(call(&rig), book_request("WB-1"))
        .await
        .expect("booked");
    let entry = wit::ManifestEntry {
        booked,
        receiver: "Mara Quinn".into(),
        suburb: "Hobart".into(),
        pieces: 2,
        weight_g: 11_000,
        service_name: "Road".into(),
    };
    let request = |reference: &str| wit::ManifestRequest {
        reference: reference.into(),
        sender: address("Melbourne", "VIC", "3000"),
        entries: vec![entry.clone()],
    };
    let mut numbers = Vec::new();
    for reference in ["M-1", "M-1", "M-2"] {
        let manifested = fleet
            .manifest(call(&rig), request(reference))
            .await
            .expect("made")
            .expect("an ability");
        assert!(manifested.sheet.is_some());
        numbers.push(manifested.number);
    }
    assert_eq!(numbers, ["HGLM000001", "HGLM000001", "HGLM000002"]);
    // Taken back twice, since the host may repeat the call; closed again, it has another number.
    for _ in 0..2 {
        let reopened = fleet
            .cancel_manifest(call(&rig), "M-1".into(), "HGLM000001".into())
            .await;
        assert_eq!(reopened, Ok(Some(())));
    }
    let closed = fleet
        .manifest(call(&rig), request("M-1"))
        .await
        .expect("made")
        .expect("an ability");
    assert_eq!(closed.number, "HGLM000003");
    let sheet = rig.host.sheets().remove(0);
    assert_eq!(
        (sheet.title.as_str(), sheet.date.as_str()),
        ("Harbour Fleet manifest", "2026-03-02")
    );
    assert_eq!(sheet.lines[0].connote, "HGL00000001");
}

#[tokio::test]
async fn a_wrong_account_is_told_what_is_wrong() {
    let rig = rig().await;
    let fleet = rig.carrier("own-fleet");
    assert!(fleet.check_account(call(&rig)).await.is_ok());
    let members = |fault: engine::PluginFault| match fault.kind {
        FaultKind::InvalidInput(fields) => fields
            .into_iter()
            .map(|field| field.member)
            .collect::<Vec<_>>(),
        other => panic!("must be invalid input, got {other:?}"),
    };
    let nothing = fleet
        .check_account(rig.call(json!({}), &[]))
        .await
        .expect_err("refused");
    assert_eq!(
        members(nothing),
        ["rateCard", "connotePrefix", "gs1CompanyPrefix"]
    );
    let no_card =
        json!({ "rateCard": "NONE", "connotePrefix": "HGL", "gs1CompanyPrefix": "9399999" });
    assert_eq!(
        members(
            fleet
                .check_account(rig.call(no_card, &[]))
                .await
                .expect_err("refused")
        ),
        ["rateCard"]
    );
}

#[tokio::test]
async fn it_says_what_it_is() {
    let rig = rig().await;
    let plugin = rig.engine.plugin("own-fleet").expect("loaded");
    let description = plugin.description().expect("asked at load");
    assert_eq!(
        (description.id.as_str(), description.abilities.as_slice()),
        (
            "own-fleet",
            [
                "rating-by-account".into(),
                "manifesting".into(),
                "manifest-cancel".into(),
                "pickup".into()
            ]
            .as_slice()
        )
    );
    assert!(plugin.has(engine::Ability::Manifesting) && !plugin.has(engine::Ability::Tracking));
    let services: Vec<_> = plugin
        .services()
        .iter()
        .map(|service| service.code.as_str())
        .collect();
    assert_eq!(services, ["ROAD", "PRIORITY", "SAMEDAY", "PALLET"]);
    let fleet = rig.carrier("own-fleet");
    let own = fleet
        .list_services(rig.call(json!({ "services": "BULK=Bulk" }), &[]))
        .await
        .expect("listed");
    assert_eq!((own.len(), own[0].name.as_str()), (1, "Bulk"));
}

#[tokio::test]
async fn a_pickup_is_booked_once() {
    let rig = rig().await;
    let fleet = rig.carrier("own-fleet");
    let request = |reference: &str| wit::PickupRequest {
        reference: reference.into(),
        at: address("Melbourne", "VIC", "3000"),
        day: "2026-03-02".into(),
        ready: "09:00".into(),
        closes: "17:00".into(),
        booked: Vec::new(),
        pieces: 2,
        weight_g: 11_000,
        instructions: String::new(),
    };
    let first = fleet
        .book_pickup(call(&rig), request("WBP1-1"))
        .await
        .expect("booked")
        .expect("it books pickups");
    let again = fleet
        .book_pickup(call(&rig), request("WBP1-1"))
        .await
        .expect("booked")
        .expect("it books pickups");
    let other = fleet
        .book_pickup(call(&rig), request("WBP1-2"))
        .await
        .expect("booked")
        .expect("it books pickups");
    assert_eq!(
        (first.number.as_str(), again.number.as_str()),
        ("HGLP000001", "HGLP000001")
    );
    assert_eq!(other.number, "HGLP000002");
    fleet
        .cancel_pickup(call(&rig), first.clone())
        .await
        .expect("cancelled");
    fleet
        .cancel_pickup(call(&rig), first)
        .await
        .expect("cancelled");
}
