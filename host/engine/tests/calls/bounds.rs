//! Tests of answers that are too long in part or in total, of deceptive text, and of the host's
//! spending for a guest.

use crate::{
    guests::{CARRIER, empty_folder, lay_out, manifest, write},
    world::{Services, consignment, context, world},
};
use engine::{CallContext, CallLimits, Carrier, Engine, EngineConfig, FaultKind, PluginFault, wit};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

async fn rates(reference: &str) -> Result<Vec<wit::Rate>, PluginFault> {
    let world = world().await;
    let carrier = world.engine.carrier("guest").unwrap();
    carrier
        .rates(context(world, &Arc::default()), consignment(reference))
        .await
}

#[tokio::test]
async fn each_text_of_a_rate_has_its_limit() {
    for (member, most, name) in [
        ("service-code", 64, "rates[3].service-code"),
        ("service-name", 200, "rates[3].service-name"),
        ("charge-code", 64, "rates[3].charges[0].code"),
        ("description", 200, "rates[3].charges[0].description"),
        ("carrier-quote", 4_096, "rates[3].carrier-quote"),
    ] {
        assert!(
            rates(&format!("bloat {member} {most}")).await.is_ok(),
            "{member}"
        );
        for bytes in [most + 1, 7 << 20] {
            let fault = rates(&format!("bloat {member} {bytes}")).await.unwrap_err();
            assert_eq!(fault.kind, FaultKind::BadAnswer, "{fault}");
            let words = format!("{name} has {bytes} bytes; at most {most} are taken");
            assert!(fault.to_string().contains(&words), "{fault}");
        }
    }
    for (reference, words) in [
        ("bloat currency 4", "charge FRT of service"),
        (
            "bloat cut-off 65",
            "rates[3].cut-off has 65 bytes; at most 64",
        ),
        (
            "bloat charges 101",
            "rates[3].charges has 101 entries; at most 100",
        ),
        ("sum", "bytes in all; at most 262144 are taken"),
        ("nothing", "has no charges; at least one is expected"),
    ] {
        let fault = rates(reference).await.unwrap_err();
        assert_eq!(fault.kind, FaultKind::BadAnswer, "{fault}");
        assert!(fault.to_string().contains(words), "{fault}");
    }
}

#[tokio::test]
async fn words_lose_what_is_not_seen_and_data_is_handed_back_as_it_is() {
    let rates = rates("dress").await.unwrap();
    assert_eq!(rates[0].service_name, "Roadsserpxe  now");
    assert_eq!(rates[0].charges[0].description, "Freight");
    assert_eq!(rates[0].carrier_quote.as_deref(), Some("a\u{202e}\nb"));
}

#[tokio::test]
async fn a_booking_with_too_much_data_is_refused_and_found_again() {
    let world = world().await;
    let carrier = world.engine.carrier("guest").unwrap();
    let request = |service: &str| wit::BookRequest {
        consignment: consignment("known-1"),
        service_code: service.into(),
        carrier_quote: None,
    };
    let context = || context(world, &Arc::default());
    let fault = carrier
        .book(context(), request("DATA-6291456"))
        .await
        .unwrap_err();
    assert_eq!(fault.kind, FaultKind::BadAnswer);
    assert!(
        fault
            .to_string()
            .contains("data has 6291456 bytes; at most 4096 are taken"),
        "{fault}"
    );
    let found = carrier
        .find(context(), "known-1".into())
        .await
        .unwrap()
        .unwrap();
    carrier.cancel(context(), found).await.unwrap();
}

#[tokio::test]
async fn a_guests_errors_are_as_long_as_people_read() {
    let fault = rates("complain").await.unwrap_err();
    let FaultKind::InvalidInput(fields) = &fault.kind else {
        panic!("{:?}", fault.kind)
    };
    assert_eq!(fields.len(), 100);
    assert!(fields[0].member.len() <= 203 && fields[0].message.to_string().len() <= 1_003);
    assert!(
        fields[0].message.to_string().starts_with("abab"),
        "{}",
        fields[0].message
    );
    assert!(fault.to_string().len() <= 1_003);
}

#[tokio::test]
async fn what_the_host_spends_for_a_guest_is_the_guests() {
    let fault = rates("store-on").await.unwrap_err();
    assert_eq!(fault.kind, FaultKind::CpuTime, "{fault}");
    assert!(
        fault.to_string().contains("the host's work for it counts"),
        "{fault}"
    );
    let fault = rates("draw-on 6").await.unwrap_err();
    assert!(
        fault
            .to_string()
            .contains("labels: 100 given; 0 more can be drawn in this call"),
        "{fault}"
    );
    assert!(rates("draw-on 5").await.is_ok());
    // Each of these calls is within its own limit.
    let fault = rates("price-on rate-guest work").await.unwrap_err();
    assert_eq!(fault.kind, FaultKind::CpuTime, "{fault}");
    assert!(
        fault
            .to_string()
            .contains("the rate engines that it asked used up 250 ms"),
        "{fault}"
    );
}

/// Creates a separate engine whose guests share this much memory.
async fn engine(name: &str, memory_mib: u32) -> (Engine, Carrier) {
    let folder = empty_folder(name);
    let plugins = folder.join("plugins");
    let large = format!(
        "{}[limits]\nmemory-mib = 256\ncpu-ms = {{ rates = 250 }}\n",
        manifest(&CARRIER, &[])
    );
    write(&plugins, &CARRIER, &large);
    let config = EngineConfig {
        memory_mib,
        max_instances: 16,
        ..EngineConfig::for_trials(folder.join("data"))
    };
    let engine = Engine::new(config).unwrap();
    let report = engine.load_folder(&plugins).await;
    assert_eq!(report.loaded, ["guest"], "{:?}", report.refused);
    let carrier = engine.carrier("guest").unwrap();
    (engine, carrier)
}

#[tokio::test]
async fn guests_have_so_much_memory_together_and_a_tenant_a_quarter() {
    let (engine, carrier) = engine("crowded", 1_024).await;
    let world = world().await;
    let hold = |tenant: i64| {
        let (carrier, context) = (
            carrier.clone(),
            CallContext {
                tenant,
                ..context(world, &Arc::default())
            },
        );
        tokio::spawn(async move { carrier.rates(context, consignment("hold 100")).await })
    };
    let calls: Vec<_> = (0..6).map(|_| hold(1)).collect();
    tokio::time::sleep(Duration::from_millis(300)).await;
    // Memory remains for another call.
    let other = hold(2).await.unwrap();
    assert!(other.is_ok(), "{other:?}");
    let mut outcomes = Vec::new();
    for call in calls {
        outcomes.push(call.await.unwrap().map_err(|fault| fault.kind));
    }
    assert_eq!(
        outcomes.iter().filter(|outcome| outcome.is_ok()).count(),
        2,
        "{outcomes:?}"
    );
    let crowded = outcomes
        .iter()
        .filter(|outcome| **outcome == Err(FaultKind::Capacity))
        .count();
    assert_eq!(crowded, 4, "{outcomes:?}");
    let pool = engine.pool();
    assert_eq!((pool.memory_mib, pool.memory_most_mib), (0, 1_024));
}

#[tokio::test]
async fn a_plugin_that_hangs_rests_however_slowly_it_is_called() {
    let folder = empty_folder("hangs");
    lay_out(&folder.join("plugins"), &CARRIER, &[]);
    let engine = Engine::new(EngineConfig {
        max_instances: 16,
        ..EngineConfig::new(folder.join("data"))
    })
    .unwrap();
    engine.load_folder(&folder.join("plugins")).await;
    let carrier = engine.carrier("guest").unwrap();
    let world = world().await;
    let limits: CallLimits = serde_json::from_str(r#"{"wallMs":{"rates":400}}"#).unwrap();
    let started = Instant::now();
    for _ in 0..3 {
        // Like a quote: the deadline leaves time for a retry.
        let deadline = Some(Instant::now() + Duration::from_millis(800));
        let host: Arc<Services> = Arc::default();
        let context = CallContext {
            limits: Arc::new(limits.clone()),
            deadline,
            ..context(world, &host)
        };
        let fault = carrier
            .rates(context, consignment("sleep"))
            .await
            .unwrap_err();
        assert_eq!(fault.kind, FaultKind::WallTime, "{fault}");
    }
    let fault = carrier
        .rates(context(world, &Arc::default()), consignment("R1"))
        .await
        .unwrap_err();
    assert!(
        matches!(fault.kind, FaultKind::CircuitOpen { .. }),
        "{fault}"
    );
    assert!(fault.to_string().contains("wall-time"), "{fault}");
    assert!(
        started.elapsed() < Duration::from_secs(30),
        "{:?}",
        started.elapsed()
    );
}
