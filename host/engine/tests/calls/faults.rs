//! Tests with one guest per fault: each is stopped and identified, and affects no other call.

use crate::world::{SECRET, Services, consignment, context, world};
use data::{FieldError, Message};
use engine::{FaultKind, PluginFault, wit};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

async fn fault(reference: &str) -> PluginFault {
    let world = world().await;
    let carrier = world.engine.carrier("guest").unwrap();
    let outcome = carrier
        .rates(context(world, &Arc::default()), consignment(reference))
        .await;
    outcome
        .err()
        .unwrap_or_else(|| panic!("{reference} went well"))
}

#[tokio::test]
async fn what_stops_a_guest_is_named() {
    for (reference, kind, words) in [
        (
            "spin",
            FaultKind::CpuTime,
            "used up its 250 ms of processor time",
        ),
        ("allocate", FaultKind::Memory, "more than its 64 MiB"),
        ("recurse", FaultKind::Stack, "its stack ran out"),
        ("panic glass", FaultKind::Panic, "no rate table for glass"),
        ("divide", FaultKind::Panic, "divide by zero"),
        ("exit", FaultKind::Trap, "it ended itself"),
        (
            "ask-forever",
            FaultKind::Trap,
            "more than 1000 calls of the host",
        ),
        ("huge", FaultKind::BadAnswer, "more than 8 MiB"),
    ] {
        let fault = fault(reference).await;
        assert_eq!(fault.kind, kind, "{reference}: {fault}");
        assert!(fault.to_string().contains(words), "{reference}: {fault}");
        assert!(
            fault.to_string().starts_with("guest failed in rates: "),
            "{fault}"
        );
        assert!(fault.kind.is_plugin_fault());
    }
}

#[tokio::test]
async fn an_answer_that_breaks_the_rules_is_not_taken() {
    for (reference, words) in [
        ("negative", "is negative (-5)"),
        ("currency", "is in \"XTS\"; AUD was asked for"),
        ("absurd", "is absurd"),
        ("twice", "is given twice"),
        ("many", "201 rates; at most 200"),
    ] {
        let fault = fault(reference).await;
        assert_eq!(fault.kind, FaultKind::BadAnswer, "{reference}: {fault}");
        assert!(fault.to_string().contains(words), "{reference}: {fault}");
    }
}

#[tokio::test]
async fn the_guests_own_errors_keep_their_meaning() {
    let field = FieldError::new("items[0].weight", Message::verbatim("at most 30 kg"));
    for (reference, kind, words) in [
        (
            "invalid-input",
            FaultKind::InvalidInput(vec![field]),
            "items[0].weight: at most 30 kg",
        ),
        (
            "rejected",
            FaultKind::Rejected {
                code: "E42".into(),
                http_status: Some(409),
            },
            "the account is on hold",
        ),
        (
            "unauthorised",
            FaultKind::Unauthorised,
            "the key was not taken",
        ),
        ("not-found", FaultKind::NotFound, "no such suburb"),
        (
            "unavailable",
            FaultKind::Unavailable {
                retry_after: Some(Duration::from_millis(1500)),
            },
            "down for repairs",
        ),
        ("unsupported", FaultKind::Unsupported, "no returns"),
        (
            "internal",
            FaultKind::Internal,
            "an answer nobody could read",
        ),
    ] {
        let fault = fault(reference).await;
        assert_eq!(
            (fault.kind.name(), fault.to_string().as_str()),
            (reference, words)
        );
        assert_eq!(fault.kind, kind);
    }
}

#[tokio::test]
async fn a_deadline_holds_while_the_guest_waits() {
    let world = world().await;
    let carrier = world.engine.carrier("guest").unwrap();
    let started = Instant::now();
    let mut context = context(world, &Arc::default());
    context.deadline = Some(started + Duration::from_millis(150));
    let fault = carrier
        .rates(context, consignment("sleep"))
        .await
        .unwrap_err();
    assert_eq!(fault.kind, FaultKind::WallTime);
    assert!(
        fault
            .to_string()
            .contains("gave no answer to rates within 1"),
        "{fault}"
    );
    assert!(
        started.elapsed() < Duration::from_secs(60),
        "{:?}",
        started.elapsed()
    );
}

#[tokio::test]
async fn a_call_is_stopped_when_nobody_waits_for_it() {
    let world = world().await;
    let host: Arc<Services> = Arc::default();
    let carrier = world.engine.carrier("guest").unwrap();
    let call = carrier.rates(context(world, &host), consignment("sleep"));
    assert!(
        tokio::time::timeout(Duration::from_millis(50), call)
            .await
            .is_err()
    );
    let started = Instant::now();
    // The call held the services; they are free once it is dropped.
    while Arc::strong_count(&host) > 1 {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "the call goes on"
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn arguments_are_bounded() {
    let world = world().await;
    let carrier = world.engine.carrier("guest").unwrap();
    let mut large = consignment("R1");
    large.delivery_instructions = "x".repeat(1 << 20);
    let fault = carrier
        .rates(context(world, &Arc::default()), large)
        .await
        .unwrap_err();
    assert_eq!(fault.kind, FaultKind::TooLarge);
    assert!(!fault.kind.is_plugin_fault());
}

#[tokio::test]
async fn a_flood_of_words_is_cut() {
    let world = world().await;
    let host: Arc<Services> = Arc::default();
    let carrier = world.engine.carrier("guest").unwrap();
    carrier
        .rates(context(world, &host), consignment("flood"))
        .await
        .unwrap();
    let logs = host.logs.lock().unwrap();
    let batch = &logs[0];
    assert_eq!((batch.lines.len(), batch.dropped), (64, 36));
    assert!(
        batch
            .lines
            .iter()
            .all(|line| line.message.len() <= 1024 + "…".len())
    );
    assert_eq!(
        (
            batch.plugin.as_str(),
            batch.function,
            batch.account.as_str()
        ),
        ("guest", "rates", "ACC-1")
    );
}

#[tokio::test]
async fn a_megabyte_of_words_is_one_short_line() {
    let world = world().await;
    let host: Arc<Services> = Arc::default();
    let carrier = world.engine.carrier("guest").unwrap();
    carrier
        .rates(context(world, &host), consignment("shout"))
        .await
        .unwrap();
    let logs = host.logs.lock().unwrap();
    assert_eq!(
        (logs[0].lines.len(), logs[0].lines[0].message.len()),
        (1, 1024 + "…".len())
    );
}

#[tokio::test]
async fn words_before_a_fault_are_kept_and_secrets_are_masked() {
    let world = world().await;
    let host: Arc<Services> = Arc::default();
    let carrier = world.engine.carrier("guest").unwrap();
    let reference = format!("whisper the key is {SECRET}");
    let fault = carrier
        .rates(context(world, &host), consignment(&reference))
        .await
        .unwrap_err();
    assert_eq!(fault.message, "it said the key is …");
    assert_eq!(
        host.logs.lock().unwrap()[0].lines[0].message,
        "the key is …"
    );
}

#[tokio::test]
async fn a_guest_sees_no_files_no_environment_no_sockets_and_stores_little() {
    let world = world().await;
    let carrier = world.engine.carrier("guest").unwrap();
    let connect = format!("connect {}", world.server);
    for (reference, expected) in [
        ("files", "Err("),
        ("environment", "0"),
        (connect.as_str(), "false"),
        ("store", "too large"),
    ] {
        let rates = carrier
            .rates(context(world, &Arc::default()), consignment(reference))
            .await
            .unwrap();
        assert!(
            rates[0].service_name.starts_with(expected),
            "{reference}: {}",
            rates[0].service_name
        );
    }
}

#[tokio::test]
async fn bookings_and_documents_are_checked() {
    let world = world().await;
    let carrier = world.engine.carrier("guest").unwrap();
    let request = |service: &str| wit::BookRequest {
        consignment: consignment("B1"),
        service_code: service.into(),
        carrier_quote: None,
    };
    for (service, words) in [("NO-CONNOTE", "connote"), ("OTHER", "instead of \"B1\"")] {
        let fault = carrier
            .book(context(world, &Arc::default()), request(service))
            .await
            .unwrap_err();
        assert_eq!(fault.kind, FaultKind::BadAnswer);
        assert!(fault.to_string().contains(words), "{fault}");
    }
    let booked = wit::Booked {
        reference: "B1".into(),
        connote: "GB1".into(),
        data: "{}".into(),
    };
    let fault = carrier
        .label(context(world, &Arc::default()), request("HTML"), booked)
        .await
        .unwrap_err();
    assert!(fault.to_string().contains("text/html"), "{fault}");
}
