//! Tests of outgoing calls: only to granted and allowed hosts, with secrets that the guest never
//! holds.

use crate::world::{SECRET, consignment, context, world};
use base64::{Engine, engine::general_purpose::STANDARD};
use engine::{FaultKind, PluginFault};
use std::sync::Arc;

async fn call(reference: &str) -> Result<String, PluginFault> {
    let world = world().await;
    let carrier = world.engine.carrier("guest").unwrap();
    let rates = carrier
        .rates(context(world, &Arc::default()), consignment(reference))
        .await?;
    Ok(rates[0].carrier_quote.clone().unwrap_or_default())
}

#[tokio::test]
async fn secrets_are_filled_in_on_the_way() {
    let server = &world().await.server;
    assert_eq!(
        call(&format!("fetch http://{server}/echo")).await.unwrap(),
        format!("200 Bearer {SECRET} ")
    );
    let basic = STANDARD.encode(format!("ann:{SECRET}"));
    let sent = format!("200 Basic {basic} {{\"key\":\"hunter2\\\"x\"}}");
    assert_eq!(
        call(&format!("post http://{server}/echo")).await.unwrap(),
        sent
    );
}

#[tokio::test]
async fn a_secret_is_filled_into_a_few_places_only() {
    let server = &world().await.server;
    let fault = call(&format!("fill http://{server}/echo"))
        .await
        .unwrap_err();
    let sentence = fault.to_string();
    assert!(sentence.contains("at most 64 places"), "{sentence}");
    assert!(!sentence.contains(SECRET), "{sentence}");
}

#[tokio::test]
async fn a_host_must_be_declared_granted_and_public() {
    let world = world().await;
    let private = format!("fetch https://{}/", world.private);
    let mapped = "fetch https://[::ffff:127.0.0.1]:9/";
    for (reference, host, why) in [
        (
            "fetch https://undeclared.example/",
            "undeclared.example:443",
            "manifest does not name it",
        ),
        (
            "fetch https://ungranted.example/",
            "ungranted.example:443",
            "it is not granted",
        ),
        (mapped, "[::ffff:7f00:1]:9", "manifest does not name it"),
        (&private, &world.private, "its address is loopback"),
        (
            &private.replace("https", "http"),
            &world.private,
            "only https is allowed",
        ),
    ] {
        let fault = call(reference).await.unwrap_err();
        let FaultKind::RefusedHost(named) = &fault.kind else {
            panic!("{reference}: {fault:?}")
        };
        assert!(
            named.starts_with(host) && named.contains(why),
            "{reference}: {named}"
        );
        assert!(
            fault
                .to_string()
                .contains("guest tried to call a host that is refused to it"),
            "{fault}"
        );
        assert!(!fault.to_string().contains(SECRET));
    }
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let server = &world().await.server;
    assert_eq!(
        call(&format!("fetch http://{server}/away")).await.unwrap(),
        "302 away"
    );
}

#[tokio::test]
async fn a_guest_that_follows_a_redirect_is_held_to_its_declared_hosts() {
    let server = &world().await.server;
    let fault = call(&format!("follow http://{server}/lure"))
        .await
        .unwrap_err();
    let FaultKind::RefusedHost(named) = &fault.kind else {
        panic!("{fault:?}")
    };
    assert!(named.starts_with("undeclared.example:443"), "{named}");
}

#[tokio::test]
async fn large_and_slow_answers_are_given_up() {
    let server = &world().await.server;
    let large = call(&format!("fetch http://{server}/large"))
        .await
        .unwrap_err();
    assert!(large.to_string().contains("TooLarge"), "{large}");
    let slow = call(&format!("fetch http://{server}/slow"))
        .await
        .unwrap_err();
    assert_eq!(
        (slow.kind.name(), slow.to_string().as_str()),
        ("unavailable", "HttpError::TimedOut")
    );
}

#[tokio::test]
async fn twenty_calls_are_enough() {
    let server = &world().await.server;
    assert_eq!(
        call(&format!("fetch-on http://{server}/echo"))
            .await
            .unwrap(),
        "20"
    );
}

#[tokio::test]
async fn a_stand_in_takes_the_calls_of_a_granted_host() {
    world().await;
    assert_eq!(
        call("fetch https://stood-in.example/echo").await.unwrap(),
        format!("200 Bearer {SECRET} ")
    );
}
