//! Tests of pricing several accounts of one carrier in one call.

use crate::{
    guests::{self, JOINT},
    world::{consignment, context, world},
};
use engine::{Ability, Engine, EngineConfig, FaultKind, wit};
use std::sync::Arc;

fn account(code: &str, misdeed: &str) -> wit::AskedAccount {
    wit::AskedAccount {
        code: code.into(),
        settings: format!(r#"{{"user":"{misdeed}"}}"#),
    }
}

/// Prices these accounts, each by its code and misdeed.
async fn price_accounts(
    accounts: &[(&str, &str)],
) -> Result<Vec<Result<Vec<wit::Rate>, FaultKind>>, FaultKind> {
    let world = world().await;
    let carrier = world.engine.carrier("joint-guest").unwrap();
    let accounts = accounts
        .iter()
        .map(|(code, misdeed)| account(code, misdeed))
        .collect();
    let answers = carrier
        .rates_by_account(context(world, &Arc::default()), accounts, consignment("R1"))
        .await;
    let answers = answers.map_err(|fault| fault.kind)?.unwrap();
    Ok(answers
        .into_iter()
        .map(|one| one.map_err(|fault| fault.kind))
        .collect())
}

#[tokio::test]
async fn every_account_has_its_own_answer() {
    let answers = price_accounts(&[("A", ""), ("B", "refuse"), ("C", "")])
        .await
        .unwrap();
    let name = |at: usize| {
        answers[at]
            .as_ref()
            .map(|rates| rates[0].service_name.as_str())
    };
    // The call's own account and settings are withheld.
    assert_eq!((name(0), name(2)), (Ok("A {} of 0"), Ok("C {} of 0")));
    assert_eq!(
        name(1),
        Err(&FaultKind::Rejected {
            code: "closed".into(),
            http_status: None
        })
    );
    assert_eq!(price_accounts(&[]).await.unwrap(), []);
}

#[tokio::test]
async fn an_answer_that_is_not_one_an_account_is_a_fault_of_the_whole_call() {
    assert_eq!(
        price_accounts(&[("A", ""), ("B", "leave-out")]).await,
        Err(FaultKind::BadAnswer)
    );
    assert_eq!(
        price_accounts(&[("A", ""), ("B", "currency")]).await,
        Err(FaultKind::BadAnswer)
    );
    assert_eq!(
        price_accounts(&[("A", ""), ("B", "panic")]).await,
        Err(FaultKind::Panic)
    );
}

#[tokio::test]
async fn no_host_may_be_called() {
    let answers = price_accounts(&[("A", "call-out")]).await.unwrap();
    assert_eq!(answers[0].as_ref().unwrap()[0].service_name, "true");
}

#[tokio::test]
async fn a_carrier_without_the_ability_says_none() {
    let world = world().await;
    let plain = world.engine.carrier("guest").unwrap();
    assert!(!plain.plugin().has(Ability::RatingByAccount));
    assert_eq!(
        plain
            .rates_by_account(context(world, &Arc::default()), vec![], consignment("R1"))
            .await,
        Ok(None)
    );
}

/// Afterwards each account is priced separately, so a fault in both calls counts once.
#[tokio::test]
async fn a_whole_call_that_fails_says_nothing_to_the_breakers() {
    let folder = guests::empty_folder("together");
    guests::lay_out(&folder.join("plugins"), &JOINT, &[]);
    let engine = Engine::new(EngineConfig::new(folder.join("data"))).unwrap();
    assert_eq!(
        engine.load_folder(&folder.join("plugins")).await.loaded,
        ["joint-guest"]
    );
    let carrier = engine.carrier("joint-guest").unwrap();
    for _ in 0..12 {
        let context = context(world().await, &Arc::default());
        let accounts = vec![account("A", ""), account("B", "panic")];
        let fault = carrier
            .rates_by_account(context, accounts, consignment("R1"))
            .await
            .unwrap_err();
        assert_eq!(fault.kind, FaultKind::Panic, "{fault}");
    }
    assert_eq!(
        (
            carrier.plugin().breaker(1).faults,
            engine.stats()[0].breaker.faults
        ),
        (0, 0)
    );
}
