//! Tests of the component in the real engine, against a stand-in of Braintree: successes and
//! failures.

use std::time::{Duration, Instant};

use engine::{Ability, CallContext, FaultKind, Payment, wit};
use serde_json::json;
use stand_ins::{
    braintree::{self, Keys},
    cards::Fault,
};
use waybill_plugin_testing::{Rig, request};

struct World {
    rig: Rig,
    braintree: braintree::Braintree,
    keys: Keys,
}

impl World {
    async fn start() -> Self {
        let braintree = braintree::Braintree::start("127.0.0.1:0")
            .await
            .expect("a server");
        let origin = braintree.origin();
        let stand_ins = [("payments.sandbox.braintree-api.com", origin.as_str())];
        let rig = Rig::start(env!("CARGO_TARGET_TMPDIR"), &["braintree"], &stand_ins)
            .await
            .expect("a rig");
        Self {
            rig,
            braintree,
            keys: Keys {
                public: "public_1".into(),
                private: "private_bluegum".into(),
            },
        }
    }

    fn provider(&self) -> Payment {
        self.rig.payment("braintree")
    }

    fn call(&self) -> CallContext {
        self.call_with(&self.keys.private, "sandbox_1")
    }

    fn call_with(&self, private: &str, tokenization_key: &str) -> CallContext {
        let account = json!({ "publicKey": self.keys.public, "environment": "Sandbox", "merchantId": "m1",
                              "tokenizationKey": tokenization_key });
        self.rig.call(account, &[("privateKey", private)])
    }
}

fn money(minor: i64) -> wit::Money {
    wit::Money {
        minor,
        currency: "AUD".into(),
    }
}

fn payment(reference: &str, nonce: &str) -> wit::PaymentRequest {
    wit::PaymentRequest {
        reference: reference.into(),
        nonce: nonce.into(),
        amount: money(1_505),
        description: "INV-1".into(),
        customer_name: "Kim Doe".into(),
        customer_email: Some("kim@bluegum.example".into()),
    }
}

#[tokio::test]
async fn a_card_is_charged_once_for_a_reference() {
    let world = World::start().await;
    let provider = world.provider();
    let first = provider
        .charge(world.call(), payment("WB1", "nonce-visa"))
        .await
        .expect("charged");
    assert_eq!(
        (first.state, first.amount.minor),
        (wit::TransactionState::Charged, 1_505)
    );
    assert_eq!(
        (first.card_brand.as_deref(), first.card_last4.as_deref()),
        (Some("visa"), Some("1111"))
    );
    for (key, value) in [
        ("status", "SubmittedForSettlement"),
        ("authorizationCode", "54B4LV"),
    ] {
        assert!(first.ext.contains(&(key.into(), value.into())), "{first:?}");
    }
    assert_eq!(
        provider
            .charge(world.call(), payment("WB1", "nonce-visa"))
            .await,
        Ok(first.clone())
    );
    assert_eq!(
        provider.find(world.call(), "WB1".into()).await,
        Ok(Some(first))
    );
    assert_eq!(provider.find(world.call(), "WB2".into()).await, Ok(None));
    assert_eq!(
        world.braintree.transactions(&world.keys)[0]["amount"]["value"],
        "15.05"
    );
    let stolen = provider
        .charge(world.call(), payment("WB2", "nonce-visa"))
        .await
        .expect_err("the nonce has served");
    assert!(
        matches!(stolen.kind, FaultKind::Rejected { .. }),
        "{stolen:?}"
    );
}

#[tokio::test]
async fn the_form_starts_with_the_tenants_key_or_a_token_of_its_own() {
    let world = World::start().await;
    let provider = world.provider();
    assert_eq!(
        provider.client_token(world.call()).await,
        Ok("sandbox_1".into())
    );
    assert!(world.braintree.calls(&world.keys).is_empty());
    let token = provider
        .client_token(world.call_with(&world.keys.private, ""))
        .await
        .expect("a token");
    assert!(token.starts_with("eyJ"), "{token}");
    assert!(provider.check_account(world.call()).await.is_ok());
}

#[tokio::test]
async fn a_declined_card_is_an_answer_with_the_processors_words() {
    let world = World::start().await;
    let provider = world.provider();
    let declined = provider
        .charge(world.call(), payment("WB1", "nonce-Declined"))
        .await
        .expect("an answer");
    assert_eq!(declined.state, wit::TransactionState::Declined);
    assert_eq!(declined.decline_code.as_deref(), Some("2001"));
    assert_eq!(
        declined.decline_message.as_deref(),
        Some("Insufficient Funds")
    );
    let rejected = provider
        .charge(world.call(), payment("WB2", "nonce-Rejected"))
        .await
        .expect("an answer");
    assert!(
        rejected
            .ext
            .contains(&("status".into(), "GatewayRejected".into())),
        "{rejected:?}"
    );
    let mut dollars = payment("WB3", "nonce-usd");
    dollars.amount.currency = "USD".into();
    let foreign = provider
        .charge(world.call(), dollars)
        .await
        .expect_err("refused before the charge");
    assert!(
        matches!(foreign.kind, FaultKind::InvalidInput(_)),
        "{foreign:?}"
    );
    assert_eq!(world.braintree.transactions(&world.keys).len(), 2);
}

#[tokio::test]
async fn what_is_settled_is_refunded_once_and_what_is_not_is_let_go() {
    let world = World::start().await;
    let provider = world.provider();
    let taken = provider
        .charge(world.call(), payment("WB1", "nonce-1"))
        .await
        .expect("charged");
    let back = async |id: &str, minor: i64, reference: &str| {
        provider
            .refund(world.call(), id.to_owned(), money(minor), reference.into())
            .await
    };
    let early = back(&taken.id, 500, "WBR0")
        .await
        .expect_err("not settled yet");
    assert!(early.message.to_string().contains("settled"), "{early}");
    world.braintree.settle(&world.keys);
    for _ in 0..2 {
        let part = back(&taken.id, 500, "WBR1").await.expect("refunded");
        assert_eq!(
            (part.state, part.refunded.minor),
            (wit::TransactionState::Refunded, 500)
        );
    }
    let over = back(&taken.id, 1_006, "WBR2").await.expect_err("refused");
    assert!(matches!(over.kind, FaultKind::Rejected { .. }), "{over:?}");
    let other = provider
        .charge(world.call(), payment("WB2", "nonce-2"))
        .await
        .expect("charged");
    for _ in 0..2 {
        let whole = back(&other.id, 1_505, "WBR3").await.expect("let go");
        assert_eq!(
            (whole.state, whole.refunded.minor),
            (wit::TransactionState::Refunded, 1_505)
        );
    }
    let nothing = back("bm90aGluZw", 1, "WBR4").await.expect_err("refused");
    assert_eq!(nothing.kind, FaultKind::NotFound);
}

#[tokio::test]
async fn money_is_reserved_taken_and_let_go() {
    let world = World::start().await;
    let provider = world.provider();
    assert!(provider.plugin().has(Ability::Authorisation));
    let held = provider
        .authorise(world.call(), payment("WB1", "nonce-1"))
        .await
        .expect("held")
        .expect("the ability");
    assert_eq!(held.state, wit::TransactionState::Authorised);
    for _ in 0..2 {
        let taken = provider
            .capture(world.call(), held.id.clone(), money(1_200))
            .await;
        let taken = taken.expect("taken").expect("the ability");
        assert_eq!(
            (taken.state, taken.amount.minor),
            (wit::TransactionState::Charged, 1_200)
        );
    }
    let gone = provider
        .void(world.call(), held.id)
        .await
        .expect_err("taken already");
    assert!(matches!(gone.kind, FaultKind::Rejected { .. }), "{gone:?}");
    let held = provider
        .authorise(world.call(), payment("WB2", "nonce-2"))
        .await
        .expect("held")
        .expect("the ability");
    for _ in 0..2 {
        let freed = provider
            .void(world.call(), held.id.clone())
            .await
            .expect("void")
            .expect("the ability");
        assert_eq!(freed.state, wit::TransactionState::Voided);
    }
}

#[tokio::test]
async fn what_goes_wrong_is_named_and_the_key_is_never_told() {
    let world = World::start().await;
    let provider = world.provider();
    let wrong = provider
        .charge(world.call_with("no-key", "k"), payment("WB1", "nonce-1"))
        .await
        .expect_err("refused");
    assert_eq!(wrong.kind, FaultKind::Unauthorised);
    for fault in [Fault::Status(500), Fault::Drop, Fault::LoseResponse] {
        world
            .braintree
            .fail(&world.keys, "chargePaymentMethod", fault);
        let (reference, nonce) = (format!("WB-{fault:?}"), format!("nonce-{fault:?}"));
        let down = provider
            .charge(world.call(), payment(&reference, &nonce))
            .await
            .expect_err("down");
        assert!(
            matches!(down.kind, FaultKind::Unavailable { .. }),
            "{fault:?}: {down:?}"
        );
        assert!(
            !down.message.to_string().contains(&world.keys.private),
            "{down}"
        );
        let again = provider
            .charge(world.call(), payment(&reference, &nonce))
            .await
            .expect("charged");
        assert_eq!(again.state, wit::TransactionState::Charged);
    }
    assert_eq!(world.braintree.transactions(&world.keys).len(), 3);
    world.braintree.fail(
        &world.keys,
        "chargePaymentMethod",
        Fault::Hang(Duration::from_secs(20)),
    );
    let slow = CallContext {
        deadline: Some(Instant::now() + Duration::from_secs(2)),
        ..world.call()
    };
    let late = provider
        .charge(slow, payment("WB6", "nonce-6"))
        .await
        .expect_err("late");
    assert!(
        matches!(
            late.kind,
            FaultKind::WallTime | FaultKind::Unavailable { .. }
        ),
        "{late:?}"
    );
    let found = provider
        .find(world.call(), "WB6".into())
        .await
        .expect("asked")
        .expect("it was charged");
    assert_eq!(found.state, wit::TransactionState::Charged);
}

#[tokio::test]
async fn a_signed_notification_is_read_as_what_stands_now() {
    let world = World::start().await;
    let provider = world.provider();
    let taken = provider
        .charge(world.call(), payment("WB1", "nonce-1"))
        .await
        .expect("charged");
    let read = async |body: String| {
        let told = provider
            .read_push(world.call(), request("POST", "/events", &[], body))
            .await;
        told.map(|told| told.expect("the ability"))
    };
    world.braintree.settle(&world.keys);
    let settled = world
        .braintree
        .notification(&world.keys, "transaction_settled", &taken.id);
    let told = read(settled.clone()).await.expect("read");
    assert!(
        told[0].ext.contains(&("status".into(), "Settled".into())),
        "{told:?}"
    );
    world.braintree.dispute(&world.keys, &taken.id, "LOST");
    world.braintree.refund(&world.keys, &taken.id, 500);
    let lost = read(
        world
            .braintree
            .notification(&world.keys, "dispute_lost", &taken.id),
    )
    .await
    .expect("read");
    assert!(
        lost[0].ext.contains(&("dispute".into(), "lost".into())),
        "{lost:?}"
    );
    assert_eq!(lost[0].refunded.minor, 500);
    assert_eq!(
        read(settled.clone()).await,
        Ok(lost),
        "an old notification that comes late tells the same"
    );
    assert_eq!(
        read(
            world
                .braintree
                .notification(&world.keys, "check", &taken.id)
        )
        .await,
        Ok(Vec::new())
    );
    let other = Keys {
        private: "private_other".into(),
        ..world.keys.clone()
    };
    for wrong in [
        world
            .braintree
            .notification(&other, "transaction_settled", &taken.id),
        settled.replace("bt_payload=", "bt_payload=PG"),
        "bt_payload=PGE%2B".to_owned(),
        String::new(),
    ] {
        let refused = read(wrong).await.expect_err("not signed");
        assert_eq!(refused.kind, FaultKind::Unauthorised);
    }
}
