//! Tests of the inputs and outputs of a well-behaved plugin.

use crate::world::{Services, consignment, context, world};
use engine::{Ability, CallContext, FaultKind, wit};
use std::sync::Arc;

/// Calls the plain guest and returns the text in its only rate.
async fn words(context: CallContext, reference: &str) -> String {
    let carrier = world().await.engine.carrier("guest").unwrap();
    let rates = carrier
        .rates(context, consignment(reference))
        .await
        .unwrap();
    rates[0].service_name.clone()
}

#[tokio::test]
async fn ten_items_give_ten_rates() {
    let world = world().await;
    let carrier = world.engine.carrier("guest").unwrap();
    let rates = carrier
        .rates(context(world, &Arc::default()), consignment("R1"))
        .await
        .unwrap();
    assert_eq!(rates.len(), 10);
    let economy = rates
        .iter()
        .find(|rate| rate.service_code == "ECO")
        .unwrap();
    assert_eq!(economy.carrier_quote.as_deref(), Some("R1-ECO"));
    assert_eq!(economy.charges.len(), 3);
    assert_eq!(
        economy.charges[0].amount,
        wit::Money {
            minor: 7_875,
            currency: "AUD".into()
        }
    );
    let sums: Vec<i64> = rates
        .iter()
        .map(|rate| rate.charges.iter().map(|charge| charge.amount.minor).sum())
        .collect();
    assert!(sums.is_sorted(), "{sums:?}");
}

#[tokio::test]
async fn it_describes_itself_when_it_is_loaded() {
    let plugin = world().await.engine.plugin("guest").unwrap();
    let keys: Vec<_> = plugin
        .description()
        .unwrap()
        .attributes
        .iter()
        .map(|attribute| &attribute.key)
        .collect();
    assert_eq!(keys, ["user", "KEY"]);
    assert_eq!(plugin.services().len(), 10);
    assert!(plugin.rate_engine().is_none());
}

#[tokio::test]
async fn it_reads_its_account_and_the_calls_clock() {
    let world = world().await;
    let host = Arc::default();
    assert_eq!(
        words(context(world, &host), "settings").await,
        r#"{"user":"ann"}"#
    );
    assert_eq!(
        words(context(world, &host), "clock").await,
        "1769817600000 2026-01-31T11:00:00+11:00"
    );
    let carrier = world.engine.carrier("guest").unwrap();
    assert_eq!(carrier.check_account(context(world, &host)).await, Ok(()));
    let nobody = CallContext {
        account: engine::AccountGrant::none(),
        ..context(world, &host)
    };
    let fault = carrier.check_account(nobody).await.unwrap_err();
    assert_eq!(
        (fault.kind.clone(), fault.to_string().as_str()),
        (FaultKind::Unauthorised, "there is no account")
    );
}

#[tokio::test]
async fn its_memory_never_reaches_the_next_call() {
    let world = world().await;
    for _ in 0..3 {
        assert_eq!(
            words(context(world, &Arc::default()), "remember").await,
            "0"
        );
    }
}

#[tokio::test]
async fn its_store_is_its_tenants_own() {
    let world = world().await;
    let host: Arc<Services> = Arc::default();
    let of = |tenant| CallContext {
        tenant,
        ..context(world, &host)
    };
    assert_eq!(words(of(1), "count").await, "1");
    assert_eq!(words(of(1), "count").await, "2");
    assert_eq!(words(of(2), "count").await, "1");
    let values = host.values.lock().unwrap();
    assert!(values.contains_key(&(2, "guest".into(), "count".into())));
}

#[tokio::test]
async fn it_books_finds_labels_and_cancels() {
    let world = world().await;
    let host: Arc<Services> = Arc::default();
    let carrier = world.engine.carrier("guest").unwrap();
    let request = wit::BookRequest {
        consignment: consignment("B7"),
        service_code: "STD".into(),
        carrier_quote: None,
    };
    let booked = carrier
        .book(context(world, &host), request.clone())
        .await
        .unwrap();
    assert_eq!(booked.connote, "GB7");
    assert_eq!(
        carrier.find(context(world, &host), "new".into()).await,
        Ok(None)
    );
    let found = carrier
        .find(context(world, &host), "known-1".into())
        .await
        .unwrap();
    assert_eq!(found.map(|found| found.connote), Some("Gknown-1".into()));
    let label = carrier
        .label(context(world, &host), request, booked.clone())
        .await
        .unwrap();
    assert_eq!(label.media_type, "application/pdf");
    assert_eq!(host.labels.lock().unwrap()[0].connote, "GB7");
    assert_eq!(carrier.cancel(context(world, &host), booked).await, Ok(()));
}

#[tokio::test]
async fn an_ability_that_is_not_exported_is_no_error() {
    let world = world().await;
    let host = Arc::default();
    let request = || wit::ManifestRequest {
        reference: "D1".into(),
        sender: consignment("x").from,
        entries: vec![],
    };
    let booked = |connote: &str| wit::Booked {
        reference: "B".into(),
        connote: connote.into(),
        data: String::new(),
    };

    let plain = world.engine.carrier("guest").unwrap();
    assert!(!plain.plugin().has(Ability::Manifesting) && !plain.plugin().has(Ability::Tracking));
    assert_eq!(
        plain.manifest(context(world, &host), request()).await,
        Ok(None)
    );
    assert_eq!(
        plain.track(context(world, &host), vec![booked("C1")]).await,
        Ok(None)
    );

    let full = world.engine.carrier("full-guest").unwrap();
    assert!(full.plugin().has(Ability::Manifesting) && full.plugin().has(Ability::Tracking));
    let manifested = full
        .manifest(context(world, &host), request())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(manifested.number, "M0");
    let tracked = full
        .track(context(world, &host), vec![booked("C1")])
        .await
        .unwrap()
        .unwrap();
    assert_eq!(tracked[0].events[0].status.as_deref(), Some("InTransit"));
    let fault = full
        .track(context(world, &host), vec![booked("yesterday")])
        .await
        .unwrap_err();
    assert_eq!(fault.kind, FaultKind::BadAnswer);
}

#[tokio::test]
async fn a_rate_engine_prices_and_checks_cards() {
    let world = world().await;
    let host = Arc::default();
    let rates = world.engine.rate_engine("rate-guest").unwrap();
    assert_eq!(
        rates
            .check(context(world, &host), r#"{"cents":250}"#.into())
            .await,
        Ok(())
    );
    let fault = rates
        .check(context(world, &host), "{}".into())
        .await
        .unwrap_err();
    let FaultKind::InvalidInput(fields) = fault.kind else {
        panic!("{fault:?}")
    };
    assert_eq!(fields[0].member, "cents");
}

#[tokio::test]
async fn a_carrier_prices_by_a_card_through_the_rate_engine() {
    let world = world().await;
    let host = Arc::default();
    let carrier = world.engine.carrier("guest").unwrap();
    let by =
        |card: &str| carrier.rates(context(world, &host), consignment(&format!("card {card}")));
    let rates = by(r#"rate-guest {"cents":250}"#).await.unwrap();
    assert_eq!(
        (
            rates[0].service_code.as_str(),
            rates[0].charges[0].amount.minor
        ),
        ("CARD", 19 * 250)
    );
    assert!(matches!(
        by("nowhere").await.unwrap_err().kind,
        FaultKind::NotFound
    ));
    assert!(matches!(
        by("guest {}").await.unwrap_err().kind,
        FaultKind::Unsupported
    ));
    assert!(matches!(
        by("rate-guest {}").await.unwrap_err().kind,
        FaultKind::InvalidInput(_)
    ));
    let stopped = by("rate-guest spin").await.unwrap_err();
    assert_eq!(stopped.kind, FaultKind::Internal);
    assert!(
        stopped
            .to_string()
            .contains("rate-guest failed in price: it used up its 50 ms"),
        "{stopped}"
    );
}

#[tokio::test]
async fn calls_are_counted() {
    let world = world().await;
    let carrier = world.engine.carrier("full-guest").unwrap();
    carrier
        .rates(context(world, &Arc::default()), consignment("R1"))
        .await
        .unwrap();
    carrier
        .rates(context(world, &Arc::default()), consignment("panic"))
        .await
        .unwrap_err();
    carrier
        .rates(context(world, &Arc::default()), consignment("rejected"))
        .await
        .unwrap_err();
    let stats = world.engine.stats();
    let plugin = stats
        .iter()
        .find(|stats| stats.plugin == "full-guest")
        .unwrap();
    let rates = plugin
        .functions
        .iter()
        .find(|function| function.function == "rates")
        .unwrap();
    assert_eq!(
        (
            rates.calls,
            rates.faulted,
            rates.declined,
            rates.turned_away
        ),
        (3, 1, 1, 0)
    );
    assert_eq!(rates.classes.iter().map(|class| class.1).sum::<u64>(), 3);
}
