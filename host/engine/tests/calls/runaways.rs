//! Tests of honest calls in parallel with runaway calls.

use crate::{
    guests::{CARRIER, FULL, empty_folder, lay_out},
    world::{consignment, context, world},
};
use engine::{CallContext, Engine, EngineConfig, FaultKind};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_honest_call_passes_sixty_four_runaways() {
    // A separate engine, so that other tests are not affected.
    let folder = empty_folder("beside");
    let plugins = folder.join("plugins");
    lay_out(&plugins, &CARRIER, &[]);
    lay_out(&plugins, &FULL, &[]);
    // The breaker stays closed for the runaways: this test is about the lanes.
    let mut config = EngineConfig::for_trials(folder.join("data"));
    config.max_instances = 64;
    config.workers = 2;
    let engine = Engine::new(config).unwrap();
    engine.load_folder(&plugins).await;
    let world = world().await;
    let host = Arc::default();

    let over = Arc::new(AtomicBool::new(false));
    let count = || Arc::new(AtomicU32::new(0));
    let (spun, late, turned_away) = (count(), count(), count());
    let runaways: Vec<_> = (0..64)
        .map(|number| {
            let carrier = engine.carrier("guest").unwrap();
            let context = CallContext {
                tenant: number / 8,
                ..context(world, &host)
            };
            let (over, spun, late, turned_away) = (
                over.clone(),
                spun.clone(),
                late.clone(),
                turned_away.clone(),
            );
            tokio::spawn(async move {
                while !over.load(Relaxed) {
                    match carrier
                        .rates(context.clone(), consignment("spin"))
                        .await
                        .unwrap_err()
                        .kind
                    {
                        // On a busy machine, the wall-clock limit can come first.
                        FaultKind::CpuTime => spun.fetch_add(1, Relaxed),
                        FaultKind::WallTime => late.fetch_add(1, Relaxed),
                        FaultKind::Capacity => turned_away.fetch_add(1, Relaxed),
                        other => panic!("{other:?}"),
                    };
                }
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(200)).await;

    let carrier = engine.carrier("full-guest").unwrap();
    let before = spun.load(Relaxed);
    for _ in 0..100 {
        let rates = carrier
            .rates(context(world, &host), consignment("R1"))
            .await
            .unwrap();
        assert_eq!(rates.len(), 10);
    }
    let meanwhile = spun.load(Relaxed) - before;
    over.store(true, Relaxed);
    // In one shared queue, each honest call would wait for 32 turns of 5 ms, in which three
    // runaways use up their 50 ms. The test counts runaways because durations vary on a busy
    // machine.
    assert!(
        meanwhile < 30,
        "{meanwhile} runaways ended during 100 honest calls"
    );
    for runaway in runaways {
        runaway.await.unwrap();
    }
    assert!(spun.load(Relaxed) > 0);
}

#[tokio::test]
async fn calls_beyond_the_places_wait_and_are_turned_away() {
    let folder = empty_folder("crowd");
    lay_out(&folder.join("plugins"), &CARRIER, &[]);
    let engine = Engine::new(EngineConfig {
        max_instances: 16,
        ..EngineConfig::for_trials(folder.join("data"))
    })
    .unwrap();
    engine.load_folder(&folder.join("plugins")).await;
    let world = world().await;
    let host = Arc::default();
    let carrier = engine.carrier("guest").unwrap();
    let asleep = |milliseconds| {
        let deadline = Some(Instant::now() + Duration::from_millis(milliseconds));
        let (carrier, context) = (
            carrier.clone(),
            CallContext {
                deadline,
                ..context(world, &host)
            },
        );
        tokio::spawn(async move {
            carrier
                .rates(context, consignment("sleep"))
                .await
                .unwrap_err()
                .kind
        })
    };
    let running: Vec<_> = (0..8).map(|_| asleep(3_000)).collect();
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(asleep(200).await.unwrap(), FaultKind::Capacity);
    for call in running {
        assert_eq!(call.await.unwrap(), FaultKind::WallTime);
    }
    // Their permits are free again.
    assert!(
        carrier
            .rates(context(world, &host), consignment("R1"))
            .await
            .is_ok()
    );
}

#[tokio::test]
async fn a_guest_that_sleeps_does_not_hold_up_those_that_work() {
    let folder = empty_folder("drowse");
    lay_out(&folder.join("plugins"), &CARRIER, &[]);
    let engine = Engine::new(EngineConfig {
        workers: 2,
        max_instances: 16,
        ..EngineConfig::for_trials(folder.join("data"))
    });
    let engine = engine.unwrap();
    engine.load_folder(&folder.join("plugins")).await;
    let world = world().await;
    let host = Arc::default();
    let carrier = engine.carrier("guest").unwrap();
    let drowsing: Vec<_> = (1..=3)
        .map(|tenant| {
            let (carrier, context) = (
                carrier.clone(),
                CallContext {
                    tenant,
                    ..context(world, &host)
                },
            );
            tokio::spawn(async move { carrier.rates(context, consignment("drowse")).await })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(300)).await;
    // There is one lane for long calls, and the sleepers held it.
    let rates = carrier
        .rates(context(world, &host), consignment("work"))
        .await
        .unwrap();
    assert_eq!(rates[0].service_name, "done");
    assert!(drowsing.iter().all(|call| !call.is_finished()));
    drowsing.into_iter().for_each(|call| call.abort());
}
