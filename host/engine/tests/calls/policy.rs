//! Tests of quotas per tenant, circuit breakers, retries and counters.

use crate::{
    guests::{CARRIER, empty_folder, lay_out, manifest, write},
    world::{Services, consignment, context, world},
};
use axum::{Router, routing::any};
use engine::{
    BreakerPhase, BreakerPolicy, CallContext, CallLimits, Carrier, Engine, EngineConfig, FaultKind,
    NetworkPolicy,
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// Creates a separate engine with a carrier that may call `server`.
async fn engine(
    name: &str,
    server: Option<&str>,
    change: impl FnOnce(&mut EngineConfig),
) -> (Engine, Carrier) {
    let folder = empty_folder(name);
    let plugins = folder.join("plugins");
    let hosts: Vec<String> = server.map(str::to_owned).into_iter().collect();
    // The maximum processor time, so that a slow machine does not look like a runaway.
    let patient = format!(
        "{}[limits]\ncpu-ms = {{ rates = 250 }}\n",
        manifest(&CARRIER, &hosts)
    );
    write(&plugins, &CARRIER, &patient);
    let mut config = EngineConfig::new(folder.join("data"));
    config.max_instances = 16;
    config.network = NetworkPolicy {
        trusted: hosts,
        ..NetworkPolicy::default()
    };
    change(&mut config);
    let engine = Engine::new(config).unwrap();
    let report = engine.load_folder(&plugins).await;
    assert_eq!(report.loaded, ["guest"], "{:?}", report.refused);
    let carrier = engine.carrier("guest").unwrap();
    (engine, carrier)
}

/// Returns the answer to `rates` for this tenant and reference.
async fn rates(carrier: &Carrier, tenant: i64, word: &str) -> Result<String, FaultKind> {
    let context = CallContext {
        tenant,
        ..context(world().await, &Arc::default())
    };
    let rates = carrier.rates(context, consignment(word)).await;
    rates
        .map(|rates| rates[0].service_name.clone())
        .map_err(|fault| fault.kind)
}

#[tokio::test]
async fn each_limit_of_a_tenant_holds() {
    let world = world().await;
    let carrier = world.engine.carrier("guest").unwrap();
    let services: Arc<Services> = Arc::default();
    let with = |json: &str| {
        let limits: CallLimits = serde_json::from_str(json).unwrap();
        assert_eq!(limits.check(), Ok(()));
        CallContext {
            tenant: 71,
            limits: Arc::new(limits),
            ..context(world, &services)
        }
    };
    for (json, word, kind, words) in [
        (
            r#"{"memoryMib":16}"#,
            "allocate",
            FaultKind::Memory,
            "more than its 16 MiB",
        ),
        (
            r#"{"cpuMs":{"rates":20}}"#,
            "spin",
            FaultKind::CpuTime,
            "its 20 ms of processor time",
        ),
        (
            r#"{"wallMs":{"rates":300}}"#,
            "sleep",
            FaultKind::WallTime,
            "gave no answer to rates within",
        ),
        (
            r#"{"answerBytes":65536}"#,
            "huge",
            FaultKind::BadAnswer,
            "more than 65536 bytes",
        ),
    ] {
        let fault = carrier
            .rates(with(json), consignment(word))
            .await
            .unwrap_err();
        assert_eq!(fault.kind, kind, "{fault}");
        assert!(fault.to_string().contains(words), "{fault}");
    }
    let fetch_on = consignment(&format!("fetch-on http://{}/echo", world.server));
    let made = carrier
        .rates(with(r#"{"httpCalls":2}"#), fetch_on.clone())
        .await
        .unwrap();
    assert_eq!(made[0].service_name, "2");
    let made = carrier
        .rates(with(r#"{"httpCalls":30}"#), fetch_on)
        .await
        .unwrap();
    assert_eq!(
        made[0].service_name, "30",
        "more than the default, when somebody says so"
    );
    carrier
        .rates(with(r#"{"logLines":3}"#), consignment("flood"))
        .await
        .unwrap();
    let logs = services.logs.lock().unwrap();
    assert_eq!((logs[0].lines.len(), logs[0].dropped), (3, 97));
}

#[tokio::test]
async fn a_tenant_may_have_fewer_calls_at_once() {
    let (_, carrier) = engine("fewer", None, |_| {}).await;
    let world = world().await;
    let one = CallLimits {
        in_flight: Some(1),
        ..CallLimits::default()
    };
    let context = CallContext {
        limits: Arc::new(one),
        ..context(world, &Arc::default())
    };
    let asleep = {
        let (carrier, context) = (carrier.clone(), context.clone());
        tokio::spawn(async move { carrier.rates(context, consignment("sleep")).await })
    };
    while carrier.plugin().breaker(1).phase == BreakerPhase::Closed && !asleep.is_finished() {
        let soon = CallContext {
            deadline: Some(Instant::now() + Duration::from_millis(100)),
            ..context.clone()
        };
        if let Err(fault) = carrier.rates(soon, consignment("R1")).await {
            assert!(
                matches!(fault.kind, FaultKind::Capacity | FaultKind::WallTime),
                "{fault}"
            );
            if fault.kind == FaultKind::Capacity {
                asleep.abort();
                return;
            }
        }
    }
    panic!("a second call ran beside the only one allowed");
}

#[tokio::test]
async fn a_plugin_that_keeps_failing_rests_for_that_tenant() {
    let (engine, carrier) = engine("rests", None, |_| {}).await;
    for _ in 0..5 {
        assert_eq!(
            rates(&carrier, 1, "panic glass").await.unwrap_err(),
            FaultKind::Panic
        );
    }
    let context = context(world().await, &Arc::default());
    let fault = carrier.rates(context, consignment("R1")).await.unwrap_err();
    let FaultKind::CircuitOpen { retry_after } = fault.kind else {
        panic!("{fault}")
    };
    assert!(retry_after <= BreakerPolicy::DEFAULT.rest && !fault.kind.is_plugin_fault());
    assert!(
        fault
            .to_string()
            .starts_with("guest was not called: too many of your calls of it failed"),
        "{fault}"
    );
    assert!(fault.to_string().contains("the last one: panic"), "{fault}");
    let state = carrier.plugin().breaker(1);
    assert_eq!(
        (state.phase, state.faults, state.last_fault, state.for_all),
        (BreakerPhase::Open, 5, Some("panic"), false)
    );

    // Other tenants are not affected.
    rates(&carrier, 2, "R1").await.unwrap();
    assert_eq!(carrier.plugin().breaker(2).phase, BreakerPhase::Closed);
    assert_eq!(engine.stats()[0].breaker.phase, BreakerPhase::Closed);
    let usage = engine.usage("guest", Some(1));
    assert_eq!((usage[0].faulted, usage[0].turned_away), (5, 1));
}

#[tokio::test]
async fn a_tenant_may_have_a_shorter_patience_and_no_second_try() {
    let (engine, carrier) = engine("patience", None, |_| {}).await;
    let limits = CallLimits {
        breaker_faults: Some(2),
        retries: Some(0),
        ..CallLimits::default()
    };
    let context = CallContext {
        limits: Arc::new(limits),
        ..context(world().await, &Arc::default())
    };
    let ask = async |word: &str| {
        carrier
            .rates(context.clone(), consignment(word))
            .await
            .map_err(|fault| fault.kind)
    };
    assert!(matches!(
        ask("unavailable").await,
        Err(FaultKind::Unavailable { .. })
    ));
    assert_eq!(engine.usage("guest", Some(1))[0].retried, 0);
    assert_eq!(ask("panic glass").await.unwrap_err(), FaultKind::Panic);
    assert!(matches!(
        ask("R1").await,
        Err(FaultKind::CircuitOpen { .. })
    ));
}

#[tokio::test]
async fn a_trial_that_goes_well_ends_the_rest() {
    let short = BreakerPolicy {
        rest: Duration::from_secs(2),
        ..BreakerPolicy::DEFAULT
    };
    let (_, carrier) = engine("trial", None, |config| config.breaker = short).await;
    for _ in 0..3 {
        assert_eq!(
            rates(&carrier, 1, "spin").await.unwrap_err(),
            FaultKind::CpuTime
        );
    }
    assert!(
        matches!(
            rates(&carrier, 1, "spin").await,
            Err(FaultKind::CircuitOpen { .. })
        ),
        "three runaways are enough"
    );
    tokio::time::sleep(Duration::from_millis(2_200)).await;
    // The half-open call fails, so the next pause is twice as long.
    assert_eq!(
        rates(&carrier, 1, "panic glass").await.unwrap_err(),
        FaultKind::Panic
    );
    let started = Instant::now();
    while rates(&carrier, 1, "R1").await.is_err() {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "it never came back"
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(carrier.plugin().breaker(1).phase, BreakerPhase::Closed);
}

#[tokio::test]
async fn a_refusal_of_the_other_side_is_no_fault() {
    let (_, carrier) = engine("refusals", None, |_| {}).await;
    for _ in 0..8 {
        assert!(matches!(
            rates(&carrier, 1, "rejected").await,
            Err(FaultKind::Rejected { .. })
        ));
        assert!(matches!(
            rates(&carrier, 1, "unauthorised").await,
            Err(FaultKind::Unauthorised)
        ));
    }
    assert_eq!(carrier.plugin().breaker(1).phase, BreakerPhase::Closed);
}

/// Starts a server that delays its first `slow` answers past the timeout, then answers quickly.
async fn server(slow: u32) -> (String, Arc<AtomicU32>) {
    let seen = Arc::new(AtomicU32::new(0));
    let counted = seen.clone();
    let answer = move || {
        let number = counted.fetch_add(1, Relaxed);
        async move {
            if number < slow {
                tokio::time::sleep(Duration::from_secs(30)).await;
            }
            "here"
        }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move { axum::serve(listener, Router::new().route("/", any(answer))).await });
    (address, seen)
}

#[tokio::test]
async fn what_only_reads_is_tried_once_more() {
    for (name, slow, well, seen_by_then) in [("once", 1, true, 2), ("twice", 9, false, 2)] {
        let (address, seen) = server(slow).await;
        let (engine, carrier) = engine(name, Some(&address), |_| {}).await;
        let mut context = context(world().await, &Arc::default());
        context.granted_hosts = vec![address.clone()];
        let outcome = carrier
            .rates(context, consignment(&format!("fetch http://{address}/")))
            .await;
        assert_eq!(outcome.is_ok(), well, "{outcome:?}");
        assert_eq!(
            seen.load(Relaxed),
            seen_by_then,
            "one repetition and no more"
        );
        let usage = &engine.usage("guest", Some(1))[0];
        assert_eq!((usage.calls, usage.retried, usage.http_calls), (1, 1, 2));
    }
}

#[tokio::test]
async fn nothing_is_tried_again_when_the_caller_has_no_time() {
    let (address, seen) = server(9).await;
    let (engine, carrier) = engine("hurry", Some(&address), |_| {}).await;
    let mut context = context(world().await, &Arc::default());
    context.granted_hosts = vec![address.clone()];
    // The guest gives its server 400 ms; the remaining 100 ms are too short for a retry.
    context.deadline = Some(Instant::now() + Duration::from_millis(500));
    carrier
        .rates(context, consignment(&format!("fetch http://{address}/")))
        .await
        .unwrap_err();
    assert!(seen.load(Relaxed) <= 1);
    assert_eq!(engine.usage("guest", Some(1))[0].retried, 0);
}

#[tokio::test]
async fn what_calls_took_is_counted_for_each_tenant() {
    let (address, _) = server(0).await;
    let (engine, carrier) = engine("counted", Some(&address), |_| {}).await;
    assert!(
        engine.usage("guest", Some(1)).is_empty(),
        "nothing is kept of who never called"
    );
    assert!(engine.usage("nobody", None).is_empty());
    let mut own = context(world().await, &Arc::default());
    own.granted_hosts = vec![address.clone()];
    let fetch = consignment(&format!("post http://{address}/"));
    carrier.rates(own.clone(), fetch).await.unwrap();
    carrier
        .rates(own.clone(), consignment("work"))
        .await
        .unwrap();
    carrier
        .rates(own.clone(), consignment("flood"))
        .await
        .unwrap();
    carrier
        .rates(own.clone(), consignment("rejected"))
        .await
        .unwrap_err();
    carrier.check_account(own.clone()).await.unwrap();
    carrier
        .rates(CallContext { tenant: 2, ..own }, consignment("R1"))
        .await
        .unwrap();

    let usage = engine.usage("guest", Some(1));
    assert_eq!(
        usage.iter().map(|one| one.function).collect::<Vec<_>>(),
        ["check-account", "rates"]
    );
    let rates = &usage[1];
    assert_eq!((rates.calls, rates.declined, rates.faulted), (4, 1, 0));
    assert_eq!(
        (
            rates.http_calls,
            rates.http_bytes_sent,
            rates.http_bytes_received
        ),
        (1, 24, 4)
    );
    assert_eq!(
        (
            rates.log_lines,
            rates.classes.iter().map(|class| class.1).sum::<u64>()
        ),
        (100, 4)
    );
    // `work` spins for 20 ms of wall time, most of them processor time on any live machine.
    assert!(
        rates.cpu_micros > 0 && rates.wall_micros >= 20_000,
        "{rates:?}"
    );
    assert!(rates.memory_peak_kib >= 64, "{rates:?}");
    let mut outcomes = rates.outcomes.clone();
    outcomes.sort_unstable();
    assert_eq!(outcomes, [("ok", 3), ("rejected", 1)]);
    assert_eq!(engine.usage("guest", Some(2))[0].calls, 1);
    let all = engine.usage("guest", None);
    // Loading also requested the description and the services.
    assert_eq!(
        all.iter()
            .find(|one| one.function == "rates")
            .unwrap()
            .calls,
        5
    );
    assert_eq!((engine.pool().live, engine.pool().most), (0, 16));
}

#[tokio::test]
async fn other_plugins_are_laid_out_without_limits_of_their_own() {
    let folder = empty_folder("views");
    lay_out(&folder.join("plugins"), &CARRIER, &[]);
    let engine = Engine::new(EngineConfig {
        max_instances: 8,
        ..EngineConfig::new(folder.join("data"))
    })
    .unwrap();
    engine.load_folder(&folder.join("plugins")).await;
    let plugin = engine.plugin("guest").unwrap();
    let set = CallLimits {
        memory_mib: Some(128),
        ..CallLimits::default()
    };
    let views = engine::limits_of(plugin.manifest(), &set);
    assert_eq!(
        (
            views[0].name.as_str(),
            views[0].default,
            views[0].most,
            views[0].value
        ),
        ("memoryMib", 64, 256, Some(128))
    );
}
