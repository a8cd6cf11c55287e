//! The component in the real engine, against a gateway of the test's own: what goes well, and what
//! goes wrong.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use engine::{Ability, CallContext, FaultKind, Payment, wit};
use serde_json::{Value, json};
use waybill_plugin::encoding::unescape;
use waybill_plugin_testing::{Recording, Rig, request};

const KEY: &str = "sk_live_77aa";

#[derive(Default)]
struct Gateway {
    payments: Mutex<BTreeMap<String, Value>>,
    answered: Mutex<BTreeMap<String, (u16, Value)>>,
}

type Fields = BTreeMap<String, String>;

fn fields_of(body: &str) -> Fields {
    let pairs = body.split('&').filter_map(|pair| pair.split_once('='));
    pairs
        .map(|(name, value)| (unescape(name), unescape(value)))
        .collect()
}

/// The key's earlier answer, or a new one.
fn once(gateway: &Gateway, headers: &HeaderMap, make: impl FnOnce() -> (u16, Value)) -> Response {
    if headers
        .get("authorization")
        .is_none_or(|given| given != &format!("Bearer {KEY}"))
    {
        let refusal =
            json!({ "error": { "code": "bad_key", "message": "This key is not known." } });
        return (StatusCode::UNAUTHORIZED, Json(refusal)).into_response();
    }
    let key = headers["idempotency-key"]
        .to_str()
        .expect("a key")
        .to_owned();
    let before = gateway.answered.lock().expect("answers").get(&key).cloned();
    let (status, body) = before.unwrap_or_else(make);
    gateway
        .answered
        .lock()
        .expect("answers")
        .insert(key, (status, body.clone()));
    (StatusCode::from_u16(status).expect("a status"), Json(body)).into_response()
}

async fn pay(State(gateway): State<Arc<Gateway>>, headers: HeaderMap, body: String) -> Response {
    let fields = fields_of(&body);
    let source = fields["source"].clone();
    match source.as_str() {
        "slow" => tokio::time::sleep(Duration::from_secs(120)).await,
        "garbage" => return "<html>".into_response(),
        "odd" => return Json(json!({ "id": "x", "status": "levitating" })).into_response(),
        "dollars" => {
            let odd = json!({ "id": "py_9", "reference": fields["reference"], "status": "captured",
                              "amount": 1500, "currency": "usd" });
            return Json(odd).into_response();
        }
        _ => {}
    }
    once(&gateway, &headers, || {
        let mut payments = gateway.payments.lock().expect("payments");
        let id = format!("py_{}", payments.len() + 1);
        let amount: i64 = fields["amount"].parse().expect("an amount");
        let declined = source == "declined";
        let status = match (declined, fields["capture"].as_str()) {
            (true, _) => "declined",
            (_, "true") => "captured",
            _ => "authorised",
        };
        let decline = declined
            .then(|| json!({ "code": "insufficient_funds", "message": "Not enough money." }));
        let payment = json!({
            "id": id, "reference": fields["reference"], "status": status, "amount": amount, "amount_refunded": 0,
            "currency": fields["currency"].to_lowercase(), "decline": decline, "card": { "brand": "visa", "last4": "4242" },
        });
        payments.insert(id, payment.clone());
        (if declined { 402 } else { 200 }, payment)
    })
}

async fn find(State(gateway): State<Arc<Gateway>>, Query(asked): Query<Fields>) -> Json<Value> {
    let payments = gateway.payments.lock().expect("payments");
    let found: Vec<_> = payments
        .values()
        .filter(|payment| payment["reference"] == asked["reference"])
        .collect();
    Json(json!({ "data": found }))
}

async fn change(
    State(gateway): State<Arc<Gateway>>,
    Path((id, what)): Path<(String, String)>,
    headers: HeaderMap,
    body: String,
) -> Response {
    let fields = fields_of(&body);
    once(&gateway, &headers, || {
        let mut payments = gateway.payments.lock().expect("payments");
        let Some(payment) = payments.get_mut(&id) else {
            return (
                404,
                json!({ "error": { "code": "no_payment", "message": "There is no such payment." } }),
            );
        };
        let amount = || fields["amount"].parse::<i64>().expect("an amount");
        match what.as_str() {
            "capture" => {
                payment["amount"] = json!(amount());
                payment["status"] = json!("captured");
            }
            "cancel" => payment["status"] = json!("cancelled"),
            _ => {
                let given = payment["amount_refunded"].as_i64().unwrap_or(0) + amount();
                if given > payment["amount"].as_i64().unwrap_or(0) {
                    return (
                        409,
                        json!({ "error": { "code": "too_much", "message": "More than was taken." } }),
                    );
                }
                payment["amount_refunded"] = json!(given);
                payment["status"] = json!("refunded");
            }
        }
        (200, payment.clone())
    })
}

struct World {
    rig: Rig,
    gateway: Arc<Gateway>,
}

impl World {
    async fn start() -> Self {
        let gateway: Arc<Gateway> = Arc::default();
        let account = async |headers: HeaderMap| match headers.get("authorization") {
            Some(key) if key == &format!("Bearer {KEY}") => StatusCode::OK,
            _ => StatusCode::UNAUTHORIZED,
        };
        let routes = Router::new()
            .route("/v1/account", get(account))
            .route("/v1/payments", get(find).post(pay))
            .route("/v1/payments/{id}/{what}", post(change))
            .with_state(gateway.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self {
            rig: rig(&origin).await,
            gateway,
        }
    }

    fn provider(&self) -> Payment {
        self.rig.payment("card-gateway")
    }

    fn call(&self) -> CallContext {
        call(&self.rig, KEY)
    }
}

async fn rig(origin: &str) -> Rig {
    let stand_ins = [("api.cardgateway.example", origin)];
    Rig::start(env!("CARGO_TARGET_TMPDIR"), &["card-gateway"], &stand_ins)
        .await
        .expect("a rig")
}

fn call(rig: &Rig, key: &str) -> CallContext {
    rig.plugin_call(
        json!({ "publishableKey": "pk_1", "statement": "Freight & Co" }),
        &[("secretKey", key)],
    )
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
        description: "Freight of WB-1".into(),
        customer_name: "Kim Doe".into(),
        customer_email: None,
    }
}

#[tokio::test]
async fn a_card_is_charged_once_for_a_reference() {
    let world = World::start().await;
    let provider = world.provider();
    assert_eq!(provider.client_token(world.call()).await, Ok("pk_1".into()));
    let first = provider
        .charge(world.call(), payment("R1", "good"))
        .await
        .expect("charged");
    assert_eq!(
        (first.state, first.card_last4.as_deref()),
        (wit::TransactionState::Charged, Some("4242"))
    );
    let again = provider
        .charge(world.call(), payment("R1", "good"))
        .await
        .expect("charged");
    assert_eq!(first, again);
    assert_eq!(world.gateway.payments.lock().expect("payments").len(), 1);
    assert_eq!(
        provider.find(world.call(), "R1".into()).await,
        Ok(Some(first))
    );
    assert_eq!(provider.find(world.call(), "R2".into()).await, Ok(None));
}

#[tokio::test]
async fn a_declined_card_is_an_answer_with_the_gateways_words() {
    let world = World::start().await;
    let declined = world
        .provider()
        .charge(world.call(), payment("R1", "declined"))
        .await
        .expect("an answer");
    assert_eq!(declined.state, wit::TransactionState::Declined);
    assert_eq!(
        declined.decline_message.as_deref(),
        Some("Not enough money.")
    );
}

#[tokio::test]
async fn money_is_given_back_and_no_more_than_was_taken() {
    let world = World::start().await;
    let provider = world.provider();
    let taken = provider
        .charge(world.call(), payment("R1", "good"))
        .await
        .expect("charged");
    let back = provider
        .refund(world.call(), taken.id.clone(), money(500), "F1".into())
        .await
        .expect("refunded");
    assert_eq!(
        (back.state, back.refunded.minor),
        (wit::TransactionState::Refunded, 500)
    );
    let again = provider
        .refund(world.call(), taken.id.clone(), money(500), "F1".into())
        .await
        .expect("refunded");
    assert_eq!(again.refunded.minor, 500);
    let over = provider
        .refund(world.call(), taken.id, money(1_200), "F2".into())
        .await
        .expect_err("refused");
    assert_eq!(
        over.kind,
        FaultKind::Rejected {
            code: "too_much".into(),
            http_status: Some(409)
        }
    );
    let nothing = provider
        .refund(world.call(), "py_77".into(), money(1), "F3".into())
        .await
        .expect_err("refused");
    assert_eq!(nothing.kind, FaultKind::NotFound);
}

#[tokio::test]
async fn money_is_reserved_taken_and_let_go() {
    let world = World::start().await;
    let provider = world.provider();
    assert!(provider.plugin().has(Ability::Authorisation));
    let held = provider
        .authorise(world.call(), payment("R1", "good"))
        .await
        .expect("held")
        .expect("the ability");
    assert_eq!(held.state, wit::TransactionState::Authorised);
    let taken = provider
        .capture(world.call(), held.id, money(1_200))
        .await
        .expect("taken")
        .expect("the ability");
    assert_eq!(
        (taken.state, taken.amount.minor),
        (wit::TransactionState::Charged, 1_200)
    );
    let held = provider
        .authorise(world.call(), payment("R2", "good"))
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
        .charge(call(&world.rig, "sk_wrong"), payment("R1", "good"))
        .await
        .expect_err("refused");
    assert_eq!(
        (wrong.kind, wrong.message.to_string().as_str()),
        (FaultKind::Unauthorised, "This key is not known.")
    );
    for (nonce, kind) in [
        ("garbage", FaultKind::Internal),
        ("odd", FaultKind::Internal),
    ] {
        let fault = provider
            .charge(world.call(), payment(nonce, nonce))
            .await
            .expect_err(nonce);
        assert_eq!(fault.kind, kind, "{nonce}: {fault}");
        assert!(!fault.message.to_string().contains(KEY), "{fault}");
    }
    let foreign = provider
        .charge(world.call(), payment("R5", "dollars"))
        .await
        .expect_err("not asked for");
    assert!(
        foreign.message.to_string().contains("1500 USD"),
        "{foreign}"
    );
    let deadline = Some(std::time::Instant::now() + Duration::from_secs(2));
    let slow = CallContext {
        deadline,
        ..world.call()
    };
    let late = provider
        .charge(slow, payment("R6", "slow"))
        .await
        .expect_err("late");
    assert!(
        matches!(
            late.kind,
            FaultKind::WallTime | FaultKind::Unavailable { .. }
        ),
        "{late:?}"
    );
}

#[tokio::test]
async fn what_the_gateway_tells_is_read_and_old_settings_are_moved() {
    let world = World::start().await;
    let body = json!({ "type": "payment.updated", "payment": {
        "id": "py_1", "reference": "R1", "status": "refunded", "amount": 1500, "amount_refunded": 1500, "currency": "aud" } });
    let told = request("POST", "/events", &[], body.to_string());
    let changed = world
        .provider()
        .read_push(world.call(), told)
        .await
        .expect("read")
        .expect("the ability");
    assert_eq!((changed.len(), changed[0].refunded.minor), (1, 1_500));
    let migration = world
        .rig
        .plugin("card-gateway")
        .settings_migration()
        .expect("the ability");
    let moved = migration
        .migrate(
            world.call(),
            "1.0.0".into(),
            r#"{"publicKey":"pk_0"}"#.into(),
        )
        .await;
    assert_eq!(moved, Ok(r#"{"publishableKey":"pk_0"}"#.into()));
}

/// The same flow against a recording instead of a server.
#[tokio::test]
async fn a_recording_stands_in_for_the_gateway() {
    let recorded = json!([{
        "request": { "method": "POST", "path": "/v1/payments",
                     "body": "amount=1500&currency=AUD&source=good&capture=true&reference=R1&description=Freight%20of%20WB-1&statement=Freight%20%26%20Co&customer_name=Kim%20Doe" },
        "response": { "status": 200, "body": { "id": "py_1", "reference": "R1", "status": "pending", "amount": 1500, "currency": "aud" } },
    }]);
    let recording = Recording::play(&recorded.to_string())
        .await
        .expect("a recording");
    let rig = rig(recording.origin()).await;
    let provider = rig.payment("card-gateway");
    let pending = provider
        .charge(call(&rig, KEY), payment("R1", "good"))
        .await
        .expect("pending");
    assert_eq!(pending.state, wit::TransactionState::Pending);
    assert!(recording.unused().is_empty() && recording.unmatched().is_empty());
    let unrecorded = provider
        .find(call(&rig, KEY), "R1".into())
        .await
        .expect_err("not recorded");
    assert!(
        unrecorded
            .message
            .to_string()
            .contains("the recording has no answer to GET /v1/payments?reference=R1"),
        "{unrecorded}"
    );
    assert_eq!(recording.unmatched(), ["GET /v1/payments?reference=R1"]);
}
