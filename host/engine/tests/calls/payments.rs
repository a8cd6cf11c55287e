//! Tests of card payment providers: answers are compared with the request, and a charge is never
//! cancelled.

use crate::world::{Services, context, world};
use engine::{Ability, FaultKind, Payment, wit};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

async fn provider() -> Payment {
    world()
        .await
        .engine
        .plugin("payment-guest")
        .unwrap()
        .payment()
        .unwrap()
}

fn money(minor: i64) -> wit::Money {
    wit::Money {
        minor,
        currency: "AUD".into(),
    }
}

fn request(reference: &str) -> wit::PaymentRequest {
    wit::PaymentRequest {
        reference: reference.into(),
        nonce: "nonce".into(),
        amount: money(1_500),
        description: "Freight".into(),
        customer_name: "Kim Doe".into(),
        customer_email: None,
    }
}

#[tokio::test]
async fn every_function_of_the_kind_answers() {
    let (world, host) = (world().await, Arc::default());
    let provider = provider().await;
    let call = || context(world, &host);
    assert_eq!(provider.client_token(call()).await, Ok("pk_guest".into()));
    let charged = provider.charge(call(), request("R1")).await.unwrap();
    assert_eq!(
        (charged.state, charged.amount.minor),
        (wit::TransactionState::Charged, 1_500)
    );
    assert!(
        provider
            .find(call(), "unknown".into())
            .await
            .unwrap()
            .is_none()
    );
    assert_eq!(
        provider
            .find(call(), "R1".into())
            .await
            .unwrap()
            .unwrap()
            .reference,
        "R1"
    );
    assert_eq!(
        provider
            .refund(call(), "T1".into(), money(5), "F1".into())
            .await
            .unwrap()
            .refunded
            .minor,
        5
    );
    assert!(
        provider
            .authorise(call(), request("R1"))
            .await
            .unwrap()
            .is_some()
    );
    assert!(
        provider
            .capture(call(), "T1".into(), money(5))
            .await
            .unwrap()
            .is_some()
    );
    assert!(provider.void(call(), "T1".into()).await.unwrap().is_some());
    let plugin = provider.plugin();
    let names: Vec<_> = plugin.abilities().into_iter().map(Ability::name).collect();
    assert_eq!(
        names,
        [
            "authorisation",
            "payment-push",
            "settings-migration",
            "endpoint"
        ]
    );
    assert!(plugin.carrier().is_none() && plugin.report().is_none() && plugin.commerce().is_none());
}

#[tokio::test]
async fn an_answer_about_something_else_is_not_taken() {
    let (world, host) = (world().await, Arc::default());
    let provider = provider().await;
    let call = || context(world, &host);
    for (reference, words) in [
        ("negative", "is negative (-1500)"),
        ("more", "the amount is 1501; 1500 was asked for"),
        ("dollars", "AUD was asked for"),
        (
            "another",
            "it is about reference \"somebody else's\" instead of \"another\"",
        ),
        ("whole-card", "four digits"),
    ] {
        let fault = provider
            .charge(call(), request(reference))
            .await
            .unwrap_err();
        assert_eq!(fault.kind, FaultKind::BadAnswer, "{reference}: {fault}");
        assert!(fault.to_string().contains(words), "{reference}: {fault}");
        assert!(!fault.to_string().contains("4111"), "{fault}");
    }
    let outcomes = [
        provider.find(call(), "another".into()).await.map(drop),
        provider
            .refund(call(), "T1".into(), money(5), "less".into())
            .await
            .map(drop),
        provider
            .capture(call(), "greedy".into(), money(5))
            .await
            .map(drop),
        provider.void(call(), "T2".into()).await.map(drop),
    ];
    for outcome in outcomes {
        let fault = outcome.unwrap_err();
        assert_eq!(fault.kind, FaultKind::BadAnswer, "{fault}");
    }
}

#[tokio::test]
async fn what_the_provider_tells_is_read() {
    let (world, host) = (world().await, Arc::default());
    let provider = provider().await;
    let delivery = |body: &str| wit::WebRequest {
        method: "POST".into(),
        path: "/events".into(),
        store: None,
        query: String::new(),
        headers: vec![],
        body: body.into(),
        caller: None,
    };
    let transactions = provider
        .read_push(context(world, &host), delivery("AUD"))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(transactions[0].amount.currency, "AUD");
    let fault = provider
        .read_push(context(world, &host), delivery("shells"))
        .await
        .unwrap_err();
    assert!(fault.to_string().contains("ISO 4217"), "{fault}");
    let large = delivery(&"x".repeat(2 << 20));
    assert_eq!(
        provider
            .read_push(context(world, &host), large)
            .await
            .unwrap_err()
            .kind,
        FaultKind::TooLarge
    );
}

/// The remote side may have acted already, so a charge completes even if its caller is dropped. Its
/// answer is discarded.
#[tokio::test]
async fn a_charge_goes_on_when_nobody_waits_for_it() {
    let world = world().await;
    let host: Arc<Services> = Arc::default();
    let provider = provider().await;
    let call = provider.charge(context(world, &host), request("slow"));
    assert!(
        tokio::time::timeout(Duration::from_millis(50), call)
            .await
            .is_err()
    );
    let started = Instant::now();
    let key = (1, "payment-guest".to_owned(), "charged".to_owned());
    while host.values.lock().unwrap().get(&key).is_none() {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "the charge was broken off"
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    while Arc::strong_count(&host) > 1 {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "the call goes on"
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(
        provider
            .charge(context(world, &host), request("R1"))
            .await
            .is_ok()
    );
}
