//! Tests of where calls run: quick ones on the caller's thread, all others on the plugins' threads.

use crate::world::{Services, consignment, context, world};
use engine::{CallContext, FaultKind};
use std::sync::Arc;

/// Thread name of the engine's runtime.
const PLUGINS: &str = "plugins";

/// Returns the thread on which a call with a log line ended.
async fn thread_of_a_call(tenant: i64) -> String {
    let (world, host) = (world().await, Arc::<Services>::default());
    let context = CallContext {
        tenant,
        ..context(world, &host)
    };
    let carrier = world.engine.carrier("guest").unwrap();
    carrier
        .rates(context, consignment("whisper hello"))
        .await
        .unwrap_err();
    let thread = host.threads.lock().unwrap().pop().unwrap();
    thread.unwrap_or_default()
}

fn own_thread() -> String {
    std::thread::current().name().unwrap_or_default().to_owned()
}

/// Calls the tenant's guest until it counts as quick, after eight quick calls in a row. On a busy
/// machine a call can take longer.
async fn known_to_be_quick(tenant: i64) {
    for _ in 0..8 {
        assert_eq!(
            thread_of_a_call(tenant).await,
            PLUGINS,
            "it is not known yet how long the tenant's calls run"
        );
    }
    for _ in 0..1_000 {
        if thread_of_a_call(tenant).await == own_thread() {
            return;
        }
    }
    panic!("none of a thousand short calls ran where its caller is");
}

#[tokio::test]
async fn a_guest_known_to_be_quick_runs_on_its_callers_thread() {
    known_to_be_quick(7_001).await;
    assert_eq!(
        thread_of_a_call(7_002).await,
        PLUGINS,
        "another tenant may make it do other things"
    );
}

#[tokio::test]
async fn a_guest_that_turns_out_slow_leaves_its_callers_thread() {
    const TENANT: i64 = 7_003;
    known_to_be_quick(TENANT).await;
    let (world, host) = (world().await, Arc::<Services>::default());
    let carrier = world.engine.carrier("guest").unwrap();
    let mut spin = Box::pin(carrier.rates(
        CallContext {
            tenant: TENANT,
            ..context(world, &host)
        },
        consignment("spin"),
    ));
    // It is polled first, and its 250 ms are not over when this thread is free again.
    let came_first = tokio::select! {
        biased;
        _ = &mut spin => "the guest",
        () = std::future::ready(()) => "the others",
    };
    assert_eq!(came_first, "the others");
    assert_eq!(spin.await.unwrap_err().kind, FaultKind::CpuTime);
    assert_eq!(
        thread_of_a_call(TENANT).await,
        PLUGINS,
        "who ran long begins among the long ones"
    );
}

#[tokio::test]
async fn a_call_is_counted_no_more_than_the_time_that_passed() {
    const TENANT: i64 = 7_004;
    let (world, host) = (world().await, Arc::<Services>::default());
    let carrier = world.engine.carrier("guest").unwrap();
    let mut before = (0, 0);
    // Some of the ticks come while a guest is instantiated.
    for _ in 0..2_000 {
        let context = CallContext {
            tenant: TENANT,
            ..context(world, &host)
        };
        carrier.rates(context, consignment("R1")).await.unwrap();
        let usage = &world.engine.usage("guest", Some(TENANT))[0];
        let (wall, cpu) = (usage.wall_micros - before.0, usage.cpu_micros - before.1);
        assert!(cpu <= wall, "{cpu} of {wall} µs");
        before = (usage.wall_micros, usage.cpu_micros);
    }
}

#[test]
fn what_a_call_waits_with_outlives_its_callers_runtime() {
    // The first calls run on the plugins' runtime, the others here; they share their connections to
    // the server.
    for _ in 0..12 {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let (world, host) = (world().await, Arc::<Services>::default());
            let carrier = world.engine.carrier("guest").unwrap();
            let context = CallContext {
                tenant: 7_004,
                ..context(world, &host)
            };
            let fetch = consignment(&format!("fetch http://{}/echo", world.server));
            let rates = carrier.rates(context, fetch).await.unwrap();
            assert_eq!(rates.len(), 1);
        });
    }
}
