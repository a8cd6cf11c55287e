//! Tests of the component in the real engine, against a stand-in of Australia Post: calls and
//! failures.

mod faults;
mod orders;

use std::time::{Duration, Instant};

use engine::{CallContext, Carrier, FaultKind, SettingsGrant, wit};
use serde_json::{Value, json};
use stand_ins::australia_post::{AustraliaPost, DELIVERY_EVENTS, Endpoint, Fault};
use waybill_plugin_testing::Rig;

struct World {
    rig: Rig,
    post: AustraliaPost,
}

impl World {
    async fn start() -> Self {
        let post = AustraliaPost::start("127.0.0.1:0").await.expect("a server");
        let stand_ins = [("digitalapi.auspost.com.au", post.origin())];
        let rig = Rig::start(env!("CARGO_TARGET_TMPDIR"), &["australia-post"], &stand_ins)
            .await
            .expect("a rig");
        Self { rig, post }
    }

    fn carrier(&self) -> Carrier {
        self.rig.carrier("australia-post")
    }

    fn call(&self) -> CallContext {
        self.call_with(
            json!({ "accountNumber": self.post.account_number() }),
            self.post.password(),
        )
    }

    fn call_with(&self, settings: Value, password: &str) -> CallContext {
        self.rig.call(
            settings,
            &[("apiKey", self.post.api_key()), ("password", password)],
        )
    }

    async fn book(&self, reference: &str) -> Result<wit::Booked, engine::PluginFault> {
        self.carrier()
            .book(self.call(), book_request(reference))
            .await
    }

    async fn manifest(
        &self,
        reference: &str,
        booked: &[&wit::Booked],
    ) -> Result<wit::Manifested, engine::PluginFault> {
        let entry = |booked: &&wit::Booked| wit::ManifestEntry {
            booked: (*booked).clone(),
            receiver: "Mara Quinn".into(),
            suburb: "Hobart".into(),
            pieces: 3,
            weight_g: 9_400,
            service_name: "Parcel Post".into(),
        };
        let request = wit::ManifestRequest {
            reference: reference.into(),
            sender: address("Ballarat Central", "VIC", "3350"),
            entries: booked.iter().map(entry).collect(),
        };
        let response = self.carrier().manifest(self.call(), request).await?;
        Ok(response.expect("the plugin has the ability"))
    }
}

fn address(suburb: &str, state: &str, postcode: &str) -> wit::Address {
    wit::Address {
        contact_name: Some("Mara Quinn".into()),
        company_name: Some("Harbour Goods".into()),
        email: None,
        telephone: Some("0355501234".into()),
        lines: vec!["12 Wharf Road".into()],
        suburb: suburb.into(),
        state: Some(state.into()),
        postcode: postcode.into(),
        country_code: "AU".into(),
        residential: false,
    }
}

fn consignment(reference: &str) -> wit::Consignment {
    let item = |quantity, weight_g| wit::Item {
        reference: String::new(),
        package_type: "Carton".into(),
        description: "Lamps".into(),
        quantity,
        length_mm: 305,
        width_mm: 200,
        height_mm: 150,
        weight_g,
        dangerous_goods: false,
    };
    wit::Consignment {
        reference: reference.into(),
        from: address("Ballarat Central", "VIC", "3350"),
        to: address("Hobart", "TAS", "7000"),
        items: vec![item(2, 4_250), item(1, 900)],
        dangerous_goods: None,
        currency: "AUD".into(),
        dispatch_date: "2026-03-02".into(),
        customer_reference: "PO 7781".into(),
        pickup_instructions: String::new(),
        delivery_instructions: "Ring the bell".into(),
        options: Vec::new(),
        ext: Vec::new(),
    }
}

fn book_request(reference: &str) -> wit::BookRequest {
    wit::BookRequest {
        consignment: consignment(reference),
        service_code: "T28S".into(),
        carrier_quote: None,
    }
}

fn pages(file: &wit::File) -> usize {
    let text = String::from_utf8_lossy(&file.content).into_owned();
    text.matches("/Type /Page ").count()
}

#[tokio::test]
async fn an_account_is_checked_with_the_carrier() {
    let world = World::start().await;
    let post = world.carrier();
    assert!(post.check_account(world.call()).await.is_ok());

    let own = json!({ "accountNumber": world.post.account_number() });
    let wrong_password = post
        .check_account(world.call_with(own, "wrong"))
        .await
        .expect_err("refused");
    assert_eq!(wrong_password.kind, FaultKind::Unauthorised);
    assert!(
        wrong_password
            .message
            .to_string()
            .contains("failed authentication"),
        "{wrong_password}"
    );

    let other = json!({ "accountNumber": "0001112223" });
    let unknown = post
        .check_account(world.call_with(other, world.post.password()))
        .await
        .expect_err("refused");
    assert!(
        matches!(&unknown.kind, FaultKind::InvalidInput(fields) if fields[0].member == "accountNumber"),
        "{unknown:?}"
    );
}

#[tokio::test]
async fn rates_are_the_sum_over_all_pieces() {
    let world = World::start().await;
    let rates = world
        .carrier()
        .rates(world.call(), consignment("WB-1"))
        .await
        .expect("rates");
    let found: Vec<_> = rates
        .iter()
        .map(|rate| {
            (
                rate.service_code.as_str(),
                rate.charges[0].amount.minor + rate.charges[0].tax.minor,
            )
        })
        .collect();
    // Twice 5 started kg and once 1 kg (2.2875 kg cubic), half as much again for the distance.
    let parcel =
        |base: i64, per_kg: i64| 2 * ((base + 5 * per_kg) * 3 / 2) + (base + 3 * per_kg) * 3 / 2;
    let expected = [
        ("T28", parcel(870, 125)),
        ("T28S", parcel(1_165, 125)),
        ("E34", parcel(1_240, 235)),
        ("E34S", parcel(1_535, 235)),
    ];
    assert_eq!(found, expected);
}

#[tokio::test]
async fn settings_of_the_plugin_reach_its_prices() {
    let world = World::start().await;
    let plain = world
        .carrier()
        .rates(world.call(), consignment("WB-1"))
        .await
        .expect("rates");
    let preferring = |json: &str| {
        let settings = SettingsGrant {
            json: json.to_owned(),
            ..SettingsGrant::default()
        };
        CallContext {
            settings,
            ..world.call()
        }
    };
    let settings =
        r#"{"surchargePercent":10,"cutOff":"15:45","keepTogether":false,"leaveUnattended":false}"#;
    let rates = world
        .carrier()
        .rates(preferring(settings), consignment("WB-1"))
        .await
        .expect("rates");
    assert_eq!(rates.len(), plain.len());
    for (with, without) in rates.iter().zip(&plain) {
        assert_eq!(without.charges.len(), 1);
        assert_eq!(
            (&without.cut_off, with.cut_off.as_deref()),
            (&None, Some("15:45"))
        );
        let surcharge = with.charges.last().expect("a charge");
        assert_eq!(
            (surcharge.code.as_str(), surcharge.additional),
            ("SURCHARGE", true)
        );
        // Rounded half away from zero.
        assert_eq!(
            surcharge.amount.minor,
            (without.charges[0].amount.minor + 5) / 10
        );
    }
    let wrong = preferring(r#"{"cutOff":"at tea"}"#);
    let refused = world
        .carrier()
        .rates(wrong, consignment("WB-1"))
        .await
        .expect_err("refused");
    assert!(
        matches!(&refused.kind, FaultKind::InvalidInput(fields) if fields[0].member == "cutOff"),
        "{refused:?}"
    );
}

#[tokio::test]
async fn what_the_carrier_will_not_carry_is_refused_in_its_words() {
    let world = World::start().await;
    let mut heavy = consignment("WB-1");
    heavy.items[1].weight_g = 30_000;
    let refused = world
        .carrier()
        .rates(world.call(), heavy.clone())
        .await
        .expect_err("refused");
    assert!(
        matches!(&refused.kind, FaultKind::Rejected { code, .. } if code == "42010"),
        "{refused:?}"
    );
    assert!(refused.message.to_string().contains("22 kg"), "{refused}");

    let request = wit::BookRequest {
        consignment: heavy,
        service_code: "T28S".into(),
        carrier_quote: None,
    };
    let refused = world
        .carrier()
        .book(world.call(), request)
        .await
        .expect_err("refused");
    assert!(
        matches!(&refused.kind, FaultKind::Rejected { code, http_status: Some(400) } if code == "42010"),
        "{refused:?}"
    );
    assert_eq!(world.post.shipment_count(), 0);
}

#[tokio::test]
async fn a_consignment_is_booked_labelled_manifested_and_tracked() {
    let world = World::start().await;
    let booked = world.book("WB-1").await.expect("booked");
    assert!(booked.connote.starts_with("WSI"), "{booked:?}");

    let label = world
        .carrier()
        .label(world.call(), book_request("WB-1"), booked.clone())
        .await
        .expect("a label");
    assert_eq!(
        (label.media_type.as_str(), pages(&label)),
        ("application/pdf", 3)
    );
    // A label's URL is signed, so the account's credentials are not sent.
    let fetched = world
        .post
        .requests()
        .into_iter()
        .find(|call| call.endpoint == Some(Endpoint::LabelFile));
    assert_eq!(fetched.map(|call| call.status), Some(200));

    let manifested = world.manifest("M-1", &[&booked]).await.expect("an order");
    assert!(manifested.number.starts_with("AP"), "{manifested:?}");
    assert_eq!(manifested.sheet.as_ref().map(pages), Some(1));

    for step in DELIVERY_EVENTS {
        assert!(world.post.advance(&booked.connote, step, "HOBART TAS"));
    }
    let unknown = wit::Booked {
        connote: "WSI9999999".into(),
        ..booked.clone()
    };
    let tracked = world
        .carrier()
        .track(world.call(), vec![booked.clone(), unknown])
        .await
        .expect("asked")
        .expect("an ability");
    assert_eq!(tracked.len(), 1);
    let statuses: Vec<_> = tracked[0]
        .events
        .iter()
        .filter_map(|event| event.status.as_deref())
        .collect();
    let count = |status: &str| statuses.iter().filter(|other| **other == status).count();
    // Three articles; the last one completes the delivery.
    assert_eq!(
        (
            statuses.last(),
            count("Delivered"),
            count("PartiallyDelivered")
        ),
        (Some(&"Delivered"), 1, 2)
    );
    assert_eq!(count("PickedUp"), 3);
}

#[tokio::test]
async fn many_consignments_are_tracked_ten_at_a_time() {
    let world = World::start().await;
    let mut booked = Vec::new();
    for number in 0..12 {
        booked.push(world.book(&format!("WB-{number}")).await.expect("booked"));
    }
    let tracked = world
        .carrier()
        .track(world.call(), booked)
        .await
        .expect("asked")
        .expect("an ability");
    assert_eq!((tracked.len(), world.post.calls(Endpoint::Track)), (12, 2));
}

#[tokio::test]
async fn a_booking_repeated_is_found_and_not_made_again() {
    let world = World::start().await;
    let first = world.book("WB-1").await.expect("booked");
    assert_eq!(
        world.post.calls(Endpoint::FindShipments),
        0,
        "the first call need not look"
    );
    let again = world.book("WB-1").await.expect("found");
    assert_eq!((first.connote, first.data), (again.connote, again.data));
    assert_eq!(
        (
            world.post.calls(Endpoint::CreateShipments),
            world.post.shipment_count()
        ),
        (1, 1)
    );
    assert!(
        world
            .carrier()
            .find(world.call(), "WB-2".into())
            .await
            .expect("asked")
            .is_none()
    );
}

#[tokio::test]
async fn an_answer_lost_or_garbled_makes_no_second_shipment() {
    let world = World::start().await;
    world
        .post
        .fail(Endpoint::CreateShipments, Fault::LoseResponse);
    let booked = world.book("WB-1").await.expect("found in the same call");
    assert_eq!(
        (
            world.post.shipment_count(),
            world.post.calls(Endpoint::CreateShipments)
        ),
        (1, 1)
    );

    // The carrier is also down for the lookup: the host retries later.
    world
        .post
        .fail(Endpoint::CreateShipments, Fault::LoseResponse);
    world.post.fail(Endpoint::FindShipments, Fault::Status(503));
    let fault = world.book("WB-2").await.expect_err("unknown");
    assert!(
        matches!(fault.kind, FaultKind::Unavailable { .. }) && fault.kind.may_retry(),
        "{fault:?}"
    );
    let later = world.book("WB-2").await.expect("found");
    assert_ne!(later.connote, booked.connote);
    assert_eq!(
        (
            world.post.shipment_count(),
            world.post.calls(Endpoint::CreateShipments)
        ),
        (2, 2)
    );

    // No shipment exists after these faults, so the next call creates it.
    for (reference, fault) in [("WB-3", Fault::Garbage), ("WB-4", Fault::Drop)] {
        world.post.fail(Endpoint::CreateShipments, fault);
        world.book(reference).await.expect_err("not made");
        world.book(reference).await.expect("made");
    }
    assert_eq!(world.post.shipment_count(), 4);
}

#[tokio::test]
async fn no_word_of_the_plugin_holds_a_secret() {
    let world = World::start().await;
    let fault = world
        .carrier()
        .check_account(world.call_with(
            json!({ "accountNumber": world.post.account_number() }),
            "top-secret-word",
        ))
        .await
        .expect_err("refused");
    assert!(!format!("{fault:?}").contains("top-secret-word"));
    assert!(
        world
            .post
            .requests()
            .iter()
            .all(|call| !call.path.contains(world.post.api_key()))
    );
}
