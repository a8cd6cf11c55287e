//! Tests of cancellations and orders.

use super::*;

#[tokio::test]
async fn cancelling_twice_is_fine_but_not_what_is_in_an_order() {
    let world = World::start().await;
    let booked = world.book("WB-1").await.expect("booked");
    world
        .carrier()
        .cancel(world.call(), booked.clone())
        .await
        .expect("cancelled");
    world
        .carrier()
        .cancel(world.call(), booked.clone())
        .await
        .expect("gone already");
    assert_eq!(world.post.shipment_count(), 0);
    assert!(
        world
            .carrier()
            .find(world.call(), "WB-1".into())
            .await
            .expect("asked")
            .is_none()
    );

    let ordered = world.book("WB-2").await.expect("booked");
    world.manifest("M-1", &[&ordered]).await.expect("an order");
    let refused = world
        .carrier()
        .cancel(world.call(), ordered)
        .await
        .expect_err("too late");
    assert!(
        matches!(&refused.kind, FaultKind::Rejected { code, .. } if code == "44016"),
        "{refused:?}"
    );
}

#[tokio::test]
async fn an_order_repeated_is_the_same_order_even_when_its_answer_was_lost() {
    let world = World::start().await;
    let (one, two) = (
        world.book("WB-1").await.expect("booked"),
        world.book("WB-2").await.expect("booked"),
    );
    world.post.fail(Endpoint::CreateOrder, Fault::LoseResponse);
    let first = world
        .manifest("M-1", &[&one, &two])
        .await
        .expect("found through its shipments");
    let again = world
        .manifest("M-1", &[&one, &two])
        .await
        .expect("remembered");
    assert_eq!(
        (first.number.clone(), world.post.order_count()),
        (again.number, 1)
    );

    // Even with an empty store, the host's reference identifies the order.
    world.rig.host.forget();
    let later = world.manifest("M-1", &[&one, &two]).await.expect("found");
    assert_eq!((later.number, world.post.order_count()), (first.number, 1));
    let others = world
        .manifest("M-2", &[&one, &two])
        .await
        .expect_err("another's");
    assert!(
        matches!(&others.kind, FaultKind::Rejected { code, .. } if code == "44016"),
        "{others:?}"
    );
}

#[tokio::test]
async fn an_order_stands_when_its_sheet_cannot_be_fetched() {
    let world = World::start().await;
    let booked = world.book("WB-1").await.expect("booked");
    world.post.fail(Endpoint::OrderSummary, Fault::Status(500));
    let manifested = world.manifest("M-1", &[&booked]).await.expect("an order");
    assert!(manifested.sheet.is_none());
    assert!(
        world
            .rig
            .host
            .logs()
            .iter()
            .any(|line| line.contains(&manifested.number))
    );
    let again = world.manifest("M-1", &[&booked]).await.expect("the same");
    assert_eq!(
        (again.number == manifested.number, again.sheet.is_some()),
        (true, true)
    );
}
