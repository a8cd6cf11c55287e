//! Benchmarks of effects between plugins: installing, loading, runaway calls, and memory per tenant
//! and plugin.

use crate::{guests, median_of, print_figure, rates_natively, world};
use engine::{
    BreakerPolicy, CallContext, Engine, EngineConfig, FaultKind,
    package::{Package, SigningKey, pack, sign},
};
use std::{
    fs,
    hint::black_box,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use world::{Services, consignment, context, world};

fn engine(data: &Path, change: impl FnOnce(&mut EngineConfig)) -> Engine {
    let mut config = EngineConfig::new(data);
    change(&mut config);
    Engine::new(config).unwrap()
}

/// Read, check, link, describe.
pub async fn load() {
    let folder = guests::empty_folder("bench-load");
    guests::lay_out(&folder, &guests::CARRIER, &[]);
    let guest_folder = folder.join("guest");
    let engine = engine(&folder.join("data"), |config| config.max_instances = 16);
    engine.prepare(&guest_folder).await.unwrap();
    let mut durations = Vec::new();
    for _ in 0..200 {
        let started = Instant::now();
        black_box(engine.prepare(&guest_folder).await.unwrap());
        durations.push(started.elapsed());
    }
    let pool = engine.pool();
    assert_eq!((pool.compiled, pool.cache_hits), (1, 200));
    let code = Duration::from_micros(pool.cache_micros / pool.cache_hits);
    print_figure(
        "load a component's compiled code: mean",
        &format!("{code:.2?}"),
        "1 ms",
    );
    let whole = format!("{:.2?}", median_of(durations));
    print_figure(
        "the same with manifest, linking, three trial calls: median",
        &whole,
        "none",
    );
}

/// A signed package of one megabyte: signature, hashes, unpacking, compiling, testing.
pub async fn install() {
    let folder = guests::empty_folder("bench-install");
    guests::lay_out(&folder, &guests::CARRIER, &[]);
    let guest_folder = folder.join("guest");
    let mut component = fs::read(guest_folder.join("component.wasm")).unwrap();
    component.extend(ballast((1 << 20) - component.len()));
    fs::write(guest_folder.join("component.wasm"), &component).unwrap();
    let key = SigningKey::create(&folder.join("key")).unwrap();
    let package = sign(&pack(&guest_folder).unwrap(), &key).unwrap();
    let mut durations = Vec::new();
    for number in 0..5 {
        let at = folder.join(format!("installed-{number}"));
        let engine = engine(&at.join("data"), |config| config.max_instances = 16);
        let started = Instant::now();
        let read = Package::read(&package).unwrap();
        assert_eq!(read.signers.len(), 1);
        read.unpack(&at.join("guest")).unwrap();
        engine.prepare(&at.join("guest")).await.unwrap();
        durations.push(started.elapsed());
        assert_eq!(engine.pool().compiled, 1);
    }
    let what = format!(
        "install {} KiB of component, verify and compile: median",
        component.len() >> 10
    );
    print_figure(&what, &format!("{:.2?}", median_of(durations)), "1 s");
}

/// A core module of about this size: arithmetic, branches and memory access.
fn ballast(bytes: usize) -> Vec<u8> {
    let section = |id: u8, content: Vec<u8>| [vec![id], number(content.len()), content].concat();
    // (param i32) (result i32): sixteen rounds of load, multiply, add, compare, branch and store.
    let mut body = vec![0x00];
    for round in 0..16 {
        body.extend([
            0x20,
            0,
            0x41,
            round + 1,
            0x6c,
            0x41,
            0xff,
            0,
            0x71,
            0x22,
            0,
            0x28,
            2,
            round * 4,
        ]);
        body.extend([
            0x41,
            round,
            0x4b,
            0x04,
            0x40,
            0x20,
            0,
            0x20,
            0,
            0x41,
            7,
            0x6a,
            0x36,
            2,
            round * 4,
            0x0b,
        ]);
    }
    body.extend([0x20, 0, 0x0b]);
    let body = [number(body.len()), body].concat();
    let count = bytes / (body.len() + 1);
    let module = [
        b"\0asm\x01\0\0\0".to_vec(),
        section(1, vec![1, 0x60, 1, 0x7f, 1, 0x7f]),
        section(3, [number(count), vec![0; count]].concat()),
        section(5, vec![1, 0, 1]),
        section(10, [number(count), body.repeat(count)].concat()),
    ]
    .concat();
    section(1, module)
}

fn number(mut value: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value > 0x7f {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// Alone, then with 64 runaway calls in parallel.
pub async fn measure_with_runaways() {
    let world = world().await;
    let folder = guests::empty_folder("bench-beside");
    guests::lay_out(&folder.join("plugins"), &guests::CARRIER, &[]);
    guests::lay_out(&folder.join("plugins"), &guests::FULL, &[]);
    let engine = engine(&folder.join("data"), |config| {
        config.max_instances = 64;
        // The breaker would open after three.
        config.breaker = BreakerPolicy::NEVER;
    });
    assert_eq!(
        engine
            .load_folder(&folder.join("plugins"))
            .await
            .loaded
            .len(),
        2
    );
    let host: Arc<Services> = Arc::default();
    let honest = engine.carrier("full-guest").unwrap();
    let calls = async || {
        let mut durations = Vec::new();
        for _ in 0..3_000 {
            let (context, asked) = (context(world, &host), consignment("R1"));
            let started = Instant::now();
            assert_eq!(honest.rates(context, asked).await.unwrap().len(), 10);
            durations.push(started.elapsed());
        }
        median_of(durations)
    };
    let plain = async || {
        let mut durations = Vec::new();
        for _ in 0..3_000 {
            let started = Instant::now();
            tokio::spawn(async { black_box(plain_work()) })
                .await
                .unwrap();
            durations.push(started.elapsed());
        }
        median_of(durations)
    };
    // Loss by the machine itself when both cores are busy: they may be threads of one core.
    let native = || {
        let request = consignment("R1");
        let once = |_| {
            let started = Instant::now();
            rates_natively(black_box(&request));
            started.elapsed()
        };
        median_of((0..20_000).map(once).collect())
    };
    let (quiet_call, quiet_plain, quiet_native) = (calls().await, plain().await, native());
    let over = Arc::new(AtomicBool::new(false));
    let runaways: Vec<_> = (0..64)
        .map(|number| {
            let carrier = engine.carrier("guest").unwrap();
            let context = CallContext {
                tenant: 100 + number / 8,
                ..context(world, &host)
            };
            let over = over.clone();
            tokio::spawn(async move {
                while !over.load(Relaxed) {
                    let fault = carrier
                        .rates(context.clone(), consignment("spin"))
                        .await
                        .unwrap_err();
                    let expected = [FaultKind::CpuTime, FaultKind::WallTime, FaultKind::Capacity];
                    assert!(expected.contains(&fault.kind), "{fault}");
                }
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(500)).await;
    let (call, plain, native) = (calls().await, plain().await, native());
    over.store(true, Relaxed);
    for runaway in runaways {
        runaway.await.unwrap();
    }
    let times = |now: Duration, quiet: Duration| now.as_nanos() as f64 / quiet.as_nanos() as f64;
    println!(
        "an honest call {quiet_call:.1?}, beside runaways {call:.1?}; plain work {quiet_plain:.1?}, {plain:.1?}"
    );
    let machine = format!("{:.2} times", times(native, quiet_native));
    print_figure(
        "the same function natively beside 64 runaways, median",
        &machine,
        "none",
    );
    print_figure(
        "an honest call beside 64 runaways, median",
        &format!("{:.2} times", times(call, quiet_call)),
        "1.5 times",
    );
    print_figure(
        "plain work beside them, median",
        &format!("{:.2} times", times(plain, quiet_plain)),
        "1.1 times",
    );
}

fn plain_work() -> usize {
    let rows: Vec<serde_json::Value> = (0..200)
        .map(|number| serde_json::json!({"id": number, "name": "Doe Tools", "isActive": true}))
        .collect();
    let text = serde_json::to_string(&rows).unwrap();
    let read: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    text.len() + read.len()
}

/// A thousand tenants that each called twenty plugins once.
pub async fn pairs() {
    const PLUGINS: usize = 20;
    const TENANTS: i64 = 1_000;
    let folder = guests::empty_folder("bench-pairs");
    for number in 0..PLUGINS {
        let id: &'static str = Box::leak(format!("rates-{number}").into_boxed_str());
        let guest = guests::Guest {
            id,
            ..guests::RATE_ENGINE
        };
        let guest_folder = folder.join("plugins").join(id);
        fs::create_dir_all(&guest_folder).unwrap();
        fs::write(
            guest_folder.join("plugin.toml"),
            guests::manifest(&guest, &[]),
        )
        .unwrap();
        fs::copy(
            guests::component("rate-guest"),
            guest_folder.join("component.wasm"),
        )
        .unwrap();
    }
    let engine = engine(&folder.join("data"), |config| config.max_instances = 64);
    assert_eq!(
        engine
            .load_folder(&folder.join("plugins"))
            .await
            .loaded
            .len(),
        PLUGINS
    );
    let world = world().await;
    let host: Arc<Services> = Arc::default();
    let round = async |tenants: std::ops::Range<i64>| {
        for number in 0..PLUGINS {
            let rates = engine.rate_engine(&format!("rates-{number}")).unwrap();
            for tenant in tenants.clone() {
                let context = CallContext {
                    tenant,
                    ..context(world, &host)
                };
                rates.check(context, r#"{"cents":1}"#.into()).await.unwrap();
            }
        }
    };
    // The first calls allocate the engine's shared memory.
    round(1..21).await;
    let before = resident();
    round(1_000..1_000 + TENANTS).await;
    let each = resident().saturating_sub(before) / (PLUGINS as u64 * TENANTS as u64);
    assert_eq!(engine.usage("rates-7", Some(1_500))[0].calls, 1);
    print_figure(
        "memory of a tenant and plugin that have met",
        &format!("{each} bytes"),
        "2000 bytes",
    );
}

fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}
