//! Tests of parallel plugin versions: routing, failed canaries, unloading.

use crate::{
    guests::{CARRIER, Guest, RATE_ENGINE, empty_folder, manifest, write},
    world::{Services, World, consignment, context, world},
};
use engine::{
    BreakerPolicy, CANARY_CALLS, CallContext, Engine, EngineConfig, FaultKind, NetworkPolicy,
    NotLoaded, Plugin, Routes,
};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

const OLD: &str = "0.1.0";
const NEW: &str = "0.2.0";

fn engine(folder: &Path, toss: fn() -> u32, breaker: BreakerPolicy) -> Engine {
    let mut config = EngineConfig::new(folder.join("data"));
    config.max_instances = 16;
    config.canary_toss = toss;
    config.breaker = breaker;
    config.network = NetworkPolicy {
        trusted: hosts(),
        ..NetworkPolicy::default()
    };
    Engine::new(config).unwrap()
}

/// Address of the world's server, after the world has started.
fn hosts() -> Vec<String> {
    vec![SERVER.get().unwrap().clone()]
}

static SERVER: std::sync::OnceLock<String> = std::sync::OnceLock::new();

async fn started() -> &'static World {
    let world = world().await;
    SERVER.get_or_init(|| world.server.clone());
    world
}

/// Loads the guest in this version. The new version does not request its host, so each `fetch` is a
/// fault.
async fn version(engine: &Engine, folder: &Path, guest: &Guest, version: &str) -> Plugin {
    let place: PathBuf = folder.join(version);
    let granted = if version == OLD && guest.id == CARRIER.id {
        hosts()
    } else {
        Vec::new()
    };
    write(
        &place,
        guest,
        &manifest(guest, &granted).replace("0.1.0", version),
    );
    engine.prepare(&place.join(guest.id)).await.unwrap()
}

/// Calls the plugin as a tenant. `well` selects a call that every version can answer; otherwise the
/// new one fails.
async fn call(plugin: &Plugin, tenant: i64, well: bool) -> Result<(), FaultKind> {
    let world = world().await;
    let context = CallContext {
        tenant,
        ..context(world, &Arc::default())
    };
    let word = if well {
        "R1".to_owned()
    } else {
        format!("fetch http://{}/echo", world.server)
    };
    let rates = plugin
        .carrier()
        .unwrap()
        .rates(context, consignment(&word))
        .await;
    rates.map(|_| ()).map_err(|fault| fault.kind)
}

fn pins(tenant: i64, version: &str) -> Routes {
    Routes {
        pins: HashMap::from([(tenant, version.to_owned())]),
        canary: None,
    }
}

fn canary(share: u32) -> Routes {
    Routes {
        canary: Some((NEW.to_owned(), share)),
        ..Routes::default()
    }
}

fn versions(engine: &Engine) -> Vec<String> {
    engine
        .versions("guest")
        .iter()
        .map(|plugin| plugin.version().to_owned())
        .collect()
}

#[tokio::test]
async fn a_pinned_tenant_stays_and_what_nobody_needs_is_let_go() {
    started().await;
    let folder = empty_folder("pinned");
    let engine = engine(&folder, || 0, BreakerPolicy::NEVER);
    assert_eq!(engine.plugin_for("guest", 1).err(), Some(NotLoaded::Plugin));
    let old = version(&engine, &folder, &CARRIER, OLD).await;
    let new = version(&engine, &folder, &CARRIER, NEW).await;
    assert!(!engine.hold(&new), "beside what?");
    engine.activate(&old);
    engine.route("guest", pins(7, OLD));
    engine.activate(&new);
    assert_eq!(engine.plugin_for("guest", 7).unwrap().version(), OLD);
    assert_eq!(engine.plugin_for("guest", 1).unwrap().version(), NEW);
    assert_eq!(engine.plugin("guest").unwrap().version(), NEW);
    assert_eq!(
        (
            engine.pinned("guest", 7).as_deref(),
            engine.pinned("guest", 1)
        ),
        (Some(OLD), None)
    );

    // Each version has separate counters.
    let own = engine.plugin_for("guest", 7).unwrap();
    call(&own, 7, false).await.unwrap();
    let stats = engine.stats();
    let calls = |version: &str| {
        let one = stats.iter().find(|one| one.version == version).unwrap();
        one.functions
            .iter()
            .filter(|one| one.function == "rates")
            .map(|one| one.calls)
            .sum::<u64>()
    };
    assert_eq!((calls(OLD), calls(NEW)), (1, 0));

    engine.route("guest", Routes::default());
    assert_eq!(versions(&engine), [NEW]);
    call(&own, 7, true)
        .await
        .expect("a call that has begun finishes on what it began with");
    assert_eq!(engine.plugin_for("guest", 7).unwrap().version(), NEW);
    engine.route("guest", pins(7, "0.9.0"));
    assert_eq!(
        engine.plugin_for("guest", 7).err(),
        Some(NotLoaded::Version("0.9.0".to_owned()))
    );
    engine.remove("guest");
    assert_eq!(engine.plugin_for("guest", 1).err(), Some(NotLoaded::Plugin));
}

static TOSSED: AtomicU32 = AtomicU32::new(0);

#[tokio::test]
async fn a_canary_gets_its_share_of_the_tenants_that_follow() {
    started().await;
    let folder = empty_folder("canary-share");
    let engine = engine(&folder, || TOSSED.load(Relaxed), BreakerPolicy::NEVER);
    let old = version(&engine, &folder, &CARRIER, OLD).await;
    let new = version(&engine, &folder, &CARRIER, NEW).await;
    engine.activate(&old);
    assert!(engine.hold(&new));
    let mut routes = canary(10);
    routes.pins = HashMap::from([(7, OLD.to_owned()), (8, NEW.to_owned())]);
    engine.route("guest", routes);
    let falls: Vec<u32> = (0..100)
        .filter(|toss| {
            TOSSED.store(*toss, Relaxed);
            engine
                .candidate("guest", 1)
                .is_some_and(|candidate| candidate.version() == NEW)
        })
        .collect();
    assert_eq!(falls, (0..10).collect::<Vec<_>>());
    TOSSED.store(0, Relaxed);
    assert!(
        engine.candidate("guest", 7).is_none() && engine.candidate("guest", 8).is_none(),
        "the pinned stay"
    );
    assert_eq!(
        engine.plugin_for("guest", 1).unwrap().version(),
        OLD,
        "its own version is the active one"
    );
    engine.route("guest", canary(90));
    assert_eq!(
        engine.canary("guest").unwrap().share,
        50,
        "most calls stay with what is known to work"
    );
    engine.route("guest", Routes::default());
    assert!(engine.candidate("guest", 1).is_none() && engine.canary("guest").is_none());
    assert_eq!(versions(&engine), [OLD]);
}

#[tokio::test]
async fn a_canary_that_faults_more_gets_no_more_calls() {
    started().await;
    let folder = empty_folder("canary-faults");
    let engine = engine(&folder, || 0, BreakerPolicy::NEVER);
    let old = version(&engine, &folder, &CARRIER, OLD).await;
    let new = version(&engine, &folder, &CARRIER, NEW).await;
    engine.activate(&old);
    engine.hold(&new);
    // Calls before the trial do not count for it.
    for _ in 0..3 {
        call(&old, 1, true).await.unwrap();
        assert!(matches!(
            call(&new, 1, false).await,
            Err(FaultKind::RefusedHost(_))
        ));
    }
    engine.route("guest", canary(50));
    assert_eq!(engine.canary("guest").unwrap().candidate.calls, 0);
    call(&old, 1, true).await.unwrap();
    for _ in 1..CANARY_CALLS {
        let candidate = engine
            .candidate("guest", 1)
            .expect("too few calls to say that it fails");
        assert!(call(&candidate, 1, false).await.is_err());
    }
    engine.route("guest", canary(40));
    assert_eq!(
        engine.canary("guest").unwrap().candidate.calls,
        CANARY_CALLS - 1,
        "it goes on with its counts"
    );
    let candidate = engine.candidate("guest", 1).unwrap();
    call(&candidate, 1, false).await.unwrap_err();
    let state = engine.canary("guest").unwrap();
    assert_eq!(
        (
            state.candidate.faults,
            state.active.calls,
            state.active.faults
        ),
        (CANARY_CALLS, 1, 0)
    );
    let words = state.failure.unwrap();
    assert_eq!(
        words,
        "20 of 20 calls of 0.2.0 (100.0 %) failed; 0 of 1 calls of 0.1.0 (0.0 %) failed."
    );
    assert!(engine.candidate("guest", 1).is_none());
}

#[tokio::test]
async fn a_canary_that_does_as_well_goes_on() {
    started().await;
    let folder = empty_folder("canary-well");
    let engine = engine(&folder, || 0, BreakerPolicy::NEVER);
    let old = version(&engine, &folder, &CARRIER, OLD).await;
    let new = version(&engine, &folder, &CARRIER, NEW).await;
    engine.activate(&old);
    engine.hold(&new);
    engine.route("guest", canary(50));
    for _ in 0..CANARY_CALLS + 5 {
        call(&new, 1, true).await.unwrap();
    }
    let state = engine.canary("guest").unwrap();
    assert_eq!(
        (state.candidate.calls, state.failure),
        (CANARY_CALLS + 5, None)
    );
    assert!(engine.candidate("guest", 1).is_some());
    // Activating the canary ends the trial, and its calls continue.
    engine.activate(&new);
    assert!(engine.canary("guest").is_none());
    assert_eq!(
        engine
            .plugin("guest")
            .unwrap()
            .usage(Some(1))
            .iter()
            .map(|one| one.calls)
            .sum::<u64>(),
        CANARY_CALLS + 5
    );
}

#[tokio::test]
async fn a_canary_whose_breaker_for_all_opens_has_failed_at_once() {
    started().await;
    let folder = empty_folder("canary-rests");
    let engine = engine(&folder, || 0, BreakerPolicy::DEFAULT);
    let old = version(&engine, &folder, &CARRIER, OLD).await;
    let new = version(&engine, &folder, &CARRIER, NEW).await;
    engine.activate(&old);
    engine.hold(&new);
    engine.route("guest", canary(50));
    for tenant in [1, 2, 1, 2, 1] {
        assert!(call(&new, tenant, false).await.is_err());
    }
    let state = engine.canary("guest").unwrap();
    assert!(state.candidate.calls < CANARY_CALLS);
    assert_eq!(
        state.failure.as_deref(),
        Some("0.2.0 rests: calls of several tenants failed.")
    );
    assert!(engine.candidate("guest", 3).is_none());
    call(&old, 1, true)
        .await
        .expect("the active version does not rest with it");
}

#[tokio::test]
async fn a_rate_engine_inside_a_call_is_chosen_too() {
    let world = started().await;
    let folder = empty_folder("nested-version");
    let engine = engine(&folder, || 0, BreakerPolicy::NEVER);
    engine.activate(&version(&engine, &folder, &CARRIER, OLD).await);
    engine.activate(&version(&engine, &folder, &RATE_ENGINE, OLD).await);
    engine.hold(&version(&engine, &folder, &RATE_ENGINE, NEW).await);
    engine.route("rate-guest", pins(1, NEW));
    let host: Arc<Services> = Arc::default();
    let carrier = engine.carrier("guest").unwrap();
    let price = async || {
        carrier
            .rates(context(world, &host), consignment("card rate-guest {}"))
            .await
    };
    let calls = |version: &str| {
        let usage = engine.version("rate-guest", version).unwrap().usage(None);
        usage.iter().map(|one| one.calls).sum::<u64>()
    };
    let _ = price().await;
    assert_eq!(
        (calls(OLD), calls(NEW)),
        (1, 0),
        "the host names no version: the active one"
    );
    host.versions
        .lock()
        .unwrap()
        .insert("rate-guest".to_owned(), NEW.to_owned());
    let _ = price().await;
    assert_eq!((calls(OLD), calls(NEW)), (1, 1));
}
