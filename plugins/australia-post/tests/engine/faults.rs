//! Tests of the carrier's faults and timeouts.

use super::*;

#[tokio::test]
async fn faults_of_the_carrier_have_their_names() {
    let world = World::start().await;
    let rates = async |fault: Fault| {
        world.post.fail(Endpoint::Prices, fault);
        world
            .carrier()
            .rates(world.call(), consignment("WB-1"))
            .await
    };
    let kind = rates(Fault::TooManyRequests { retry_after: 7 })
        .await
        .expect_err("refused")
        .kind;
    assert_eq!(
        kind,
        FaultKind::Unavailable {
            retry_after: Some(Duration::from_secs(7))
        }
    );
    for fault in [Fault::Status(500), Fault::Status(503), Fault::Drop] {
        let kind = rates(fault).await.expect_err("refused").kind;
        assert_eq!(
            kind,
            FaultKind::Unavailable { retry_after: None },
            "{fault:?}"
        );
    }
    assert_eq!(
        rates(Fault::Garbage).await.expect_err("refused").kind,
        FaultKind::Internal
    );
    assert!(
        world
            .carrier()
            .rates(world.call(), consignment("WB-1"))
            .await
            .is_ok()
    );
}

#[tokio::test]
async fn a_carrier_that_hangs_costs_no_more_than_the_deadline() {
    let world = World::start().await;
    world
        .post
        .fail(Endpoint::Prices, Fault::Hang(Duration::from_secs(20)));
    let begun = Instant::now();
    let call = CallContext {
        deadline: Some(begun + Duration::from_millis(300)),
        ..world.call()
    };
    let fault = world
        .carrier()
        .rates(call, consignment("WB-1"))
        .await
        .expect_err("too late");
    assert!(fault.kind.may_retry(), "{fault:?}");
    assert!(
        begun.elapsed() < Duration::from_secs(5),
        "{:?}",
        begun.elapsed()
    );
}
