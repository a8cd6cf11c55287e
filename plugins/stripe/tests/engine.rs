//! Tests of the component in the real engine, against a stand-in of Stripe: successes and failures.

use std::time::{Duration, Instant};

use engine::{Ability, CallContext, FaultKind, Payment, wit};
use serde_json::json;
use stand_ins::{cards::Fault, stripe};
use waybill_plugin_testing::{Rig, request};

const KEY: &str = "sk_test_bluegum";
const CHARGE: &str = "POST /v1/payment_intents";

struct World {
    rig: Rig,
    stripe: stripe::Stripe,
}

impl World {
    async fn start() -> Self {
        let stripe = stripe::Stripe::start("127.0.0.1:0")
            .await
            .expect("a server");
        let stand_ins = [("api.stripe.com", stripe.origin())];
        let stand_ins = stand_ins
            .each_ref()
            .map(|(host, origin)| (*host, origin.as_str()));
        let rig = Rig::start(env!("CARGO_TARGET_TMPDIR"), &["stripe"], &stand_ins)
            .await
            .expect("a rig");
        Self { rig, stripe }
    }

    fn provider(&self) -> Payment {
        self.rig.payment("stripe")
    }

    fn call(&self) -> CallContext {
        self.call_with(KEY)
    }

    fn call_with(&self, key: &str) -> CallContext {
        self.rig.call(
            json!({ "tokenizationKey": "pk_test_1", "environment": "Sandbox" }),
            &[("privateKey", key)],
        )
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
        amount: money(1_500),
        description: "INV-1 & INV-2".into(),
        customer_name: "Kim Doe".into(),
        customer_email: Some("kim@bluegum.example".into()),
    }
}

#[tokio::test]
async fn a_card_is_charged_once_for_a_reference() {
    let world = World::start().await;
    let provider = world.provider();
    assert_eq!(
        provider.client_token(world.call()).await,
        Ok("pk_test_1".into())
    );
    let first = provider
        .charge(world.call(), payment("WB1", "pm_card"))
        .await
        .expect("charged");
    assert_eq!(
        (first.state, first.card_last4.as_deref()),
        (wit::TransactionState::Charged, Some("4242"))
    );
    assert!(
        first
            .ext
            .contains(&("cardHolderName".into(), "Kim Doe".into())),
        "{first:?}"
    );
    assert_eq!(
        provider
            .charge(world.call(), payment("WB1", "pm_card"))
            .await,
        Ok(first.clone())
    );
    assert_eq!(
        provider.find(world.call(), "WB1".into()).await,
        Ok(Some(first))
    );
    assert_eq!(provider.find(world.call(), "WB2".into()).await, Ok(None));
    let intents = world.stripe.intents(KEY);
    assert_eq!(
        (intents.len(), &intents[0]["metadata"]["customer"]),
        (1, &json!("Kim Doe"))
    );
}

#[tokio::test]
async fn amounts_are_sent_in_stripes_own_units_and_read_back() {
    let world = World::start().await;
    let provider = world.provider();
    let of = |number: i64, minor: i64, currency: &str| {
        let amount = wit::Money {
            minor,
            currency: currency.into(),
        };
        wit::PaymentRequest {
            amount,
            ..payment(&format!("WBU{number}"), &format!("pm_unit_{number}"))
        }
    };
    let amounts = [
        (5_000, "ISK", 500_000),
        (5, "UGX", 500),
        (500, "JPY", 500),
        (12_300, "MGA", 123),
        (5_120, "KWD", 5_120),
    ];
    for (number, (minor, currency, sent)) in (0..).zip(amounts) {
        let request = of(number, minor, currency);
        let reserved = provider
            .authorise(world.call(), request.clone())
            .await
            .expect("asked")
            .expect("reserved");
        assert_eq!(
            (reserved.amount.minor, reserved.amount.currency.as_str()),
            (minor, currency)
        );
        let intents = world.stripe.intents(KEY);
        assert_eq!(
            intents.last().expect("an intent")["amount"],
            json!(sent),
            "{currency}"
        );
        let taken = provider
            .capture(world.call(), reserved.id.clone(), request.amount.clone())
            .await;
        assert_eq!(
            taken.expect("asked").expect("captured").amount.minor,
            minor,
            "{currency}"
        );
        let reference = format!("WBRU{number}");
        let back = provider
            .refund(world.call(), reserved.id, request.amount, reference)
            .await
            .expect("refunded");
        assert_eq!(back.refunded.minor, minor, "{currency}");
    }
    let before = world.stripe.intents(KEY).len();
    let odd = provider
        .charge(world.call(), of(99, 5_124, "KWD"))
        .await
        .expect_err("refused");
    assert!(matches!(odd.kind, FaultKind::InvalidInput(_)), "{odd:?}");
    assert!(format!("{odd:?}").contains("0.01 KWD"), "{odd:?}");
    assert_eq!(world.stripe.intents(KEY).len(), before);
}

#[tokio::test]
async fn what_is_old_is_found_by_searching() {
    let world = World::start().await;
    let provider = world.provider();
    for number in 0..102 {
        let nonce = format!("pm_{number}");
        provider
            .charge(world.call(), payment(&format!("WB{number}"), &nonce))
            .await
            .expect("charged");
    }
    let found = provider
        .find(world.call(), "WB0".into())
        .await
        .expect("asked")
        .expect("found");
    assert_eq!(found.reference, "WB0");
    assert!(
        world
            .stripe
            .calls(KEY)
            .iter()
            .any(|call| call.ends_with("/search"))
    );
}

#[tokio::test]
async fn a_declined_card_is_an_answer_with_stripes_words() {
    let world = World::start().await;
    let provider = world.provider();
    let declined = provider
        .charge(world.call(), payment("WB1", "pm_InsufficientFunds"))
        .await
        .expect("an answer");
    assert_eq!(declined.state, wit::TransactionState::Declined);
    assert_eq!(declined.decline_code.as_deref(), Some("insufficient_funds"));
    assert_eq!(
        declined.decline_message.as_deref(),
        Some("Your card was declined.")
    );
    let blocked = provider
        .charge(world.call(), payment("WB2", "pm_Blocked"))
        .await
        .expect("an answer");
    assert!(
        blocked
            .ext
            .contains(&("status".into(), "GatewayRejected".into())),
        "{blocked:?}"
    );
    let unconfirmed = provider
        .charge(world.call(), payment("WB4", "pm_Authentication"))
        .await
        .expect("an answer");
    assert_eq!(
        unconfirmed.decline_code.as_deref(),
        Some("authentication_required")
    );
    assert!(
        unconfirmed
            .decline_message
            .is_some_and(|words| words.contains("3-D Secure"))
    );
    let pending = provider
        .charge(world.call(), payment("WB3", "pm_Processing"))
        .await
        .expect("an answer");
    assert_eq!(pending.state, wit::TransactionState::Pending);
}

#[tokio::test]
async fn money_is_given_back_and_no_more_than_was_taken() {
    let world = World::start().await;
    let provider = world.provider();
    let taken = provider
        .charge(world.call(), payment("WB1", "pm_card"))
        .await
        .expect("charged");
    let back = async |minor: i64, reference: &str| {
        provider
            .refund(
                world.call(),
                taken.id.clone(),
                money(minor),
                reference.into(),
            )
            .await
    };
    for _ in 0..2 {
        let part = back(500, "WBR1").await.expect("refunded");
        assert_eq!(
            (part.state, part.refunded.minor),
            (wit::TransactionState::Refunded, 500)
        );
    }
    let over = back(1_200, "WBR2").await.expect_err("refused");
    assert!(matches!(over.kind, FaultKind::Rejected { .. }), "{over:?}");
    let rest = back(1_000, "WBR3").await.expect("refunded");
    assert_eq!(rest.refunded.minor, 1_500);
    let nothing = provider
        .refund(world.call(), "pi_77".into(), money(1), "WBR4".into())
        .await
        .expect_err("refused");
    assert_eq!(nothing.kind, FaultKind::NotFound);
    let strange = provider
        .refund(world.call(), "../x".into(), money(1), "WBR5".into())
        .await
        .expect_err("refused");
    assert_eq!(strange.kind, FaultKind::NotFound);
}

#[tokio::test]
async fn money_is_reserved_taken_and_let_go() {
    let world = World::start().await;
    let provider = world.provider();
    assert!(provider.plugin().has(Ability::Authorisation));
    let held = provider
        .authorise(world.call(), payment("WB1", "pm_1"))
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
    let error = provider
        .void(world.call(), held.id)
        .await
        .expect_err("taken already");
    assert!(
        matches!(error.kind, FaultKind::Rejected { .. }),
        "{error:?}"
    );
    let held = provider
        .authorise(world.call(), payment("WB2", "pm_2"))
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
    assert!(provider.check_account(world.call()).await.is_ok());
    let wrong = provider
        .charge(world.call_with("no-key-of-stripe"), payment("WB1", "pm_1"))
        .await
        .expect_err("refused");
    assert_eq!(
        (wrong.kind, wrong.message.to_string().as_str()),
        (FaultKind::Unauthorised, "Invalid API Key provided.")
    );
    for fault in [Fault::Status(500), Fault::Drop, Fault::LoseResponse] {
        world.stripe.fail(KEY, CHARGE, fault);
        let reference = format!("WB-{fault:?}");
        let nonce = format!("pm_{fault:?}");
        let down = provider
            .charge(world.call(), payment(&reference, &nonce))
            .await
            .expect_err("down");
        assert!(
            matches!(down.kind, FaultKind::Unavailable { .. }),
            "{fault:?}: {down:?}"
        );
        assert!(!down.message.to_string().contains(KEY), "{down}");
        // A retry with the same reference charges once, even if the first call succeeded.
        let again = provider
            .charge(world.call(), payment(&reference, &nonce))
            .await
            .expect("charged");
        assert_eq!(again.state, wit::TransactionState::Charged);
    }
    assert_eq!(world.stripe.intents(KEY).len(), 3);
    let used = provider
        .charge(world.call(), payment("WB9", "pm_Drop"))
        .await
        .expect_err("refused");
    assert!(matches!(used.kind, FaultKind::Rejected { .. }), "{used:?}");
    world
        .stripe
        .fail(KEY, CHARGE, Fault::Hang(Duration::from_secs(20)));
    let slow = CallContext {
        deadline: Some(Instant::now() + Duration::from_secs(2)),
        ..world.call()
    };
    let late = provider
        .charge(slow, payment("WB6", "pm_6"))
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
async fn an_event_is_read_as_what_stands_now() {
    let world = World::start().await;
    let provider = world.provider();
    let taken = provider
        .charge(world.call(), payment("WB1", "pm_card"))
        .await
        .expect("charged");
    let read = async |event: serde_json::Value| {
        let told = provider
            .read_push(
                world.call(),
                request("POST", "/events", &[], event.to_string()),
            )
            .await;
        told.expect("read").expect("the ability")
    };
    let created = world.stripe.created(KEY, &taken.id);
    let refunded = read(world.stripe.refund(KEY, &taken.id, 500)).await;
    assert_eq!((refunded.len(), refunded[0].refunded.minor), (1, 500));
    assert_eq!(
        read(created).await,
        refunded,
        "an old event that comes late tells the same"
    );
    let disputed = read(world.stripe.dispute(KEY, &taken.id, "needs_response")).await;
    assert!(
        disputed[0]
            .ext
            .contains(&("dispute".into(), "needs_response".into())),
        "{disputed:?}"
    );
    let foreign =
        json!({ "type": "payment_intent.succeeded", "data": { "object": { "id": "pi_9" } } });
    assert!(read(foreign).await.is_empty());
    let other = json!({ "type": "payout.paid", "data": { "object": { "id": "po_1" } } });
    assert!(read(other).await.is_empty());
}
