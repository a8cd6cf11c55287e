//! Benchmark of plugin calls: ten items in, ten rates out, in a fresh instance, against the same
//! function in native code.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    dead_code,
    reason = "a measurement prints, and ends when it cannot go on"
)]

#[path = "../tests/calls/guests.rs"]
mod guests;
#[path = "../tests/guests/src/guest/logic.rs"]
mod logic;
#[path = "calls/policy.rs"]
mod policy;
#[path = "../tests/calls/world.rs"]
mod world;

use engine::{CallContext, wit};
use std::{
    hint::black_box,
    sync::Arc,
    time::{Duration, Instant},
};
use world::{Services, consignment, context};

/// Same allocator as the program's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let parts: Vec<String> = std::env::args()
        .skip(1)
        .filter(|given| !given.starts_with('-'))
        .collect();
    let is_selected = |part: &str| parts.is_empty() || parts.iter().any(|given| given == part);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        if is_selected("calls") {
            calls().await;
        }
        if is_selected("load") {
            policy::load().await;
        }
        if is_selected("install") {
            policy::install().await;
        }
        if is_selected("beside") {
            policy::measure_with_runaways().await;
        }
        if is_selected("pairs") {
            policy::pairs().await;
        }
    });
}

async fn calls() {
    let native = one_by_one_natively();
    let call = one_by_one().await;
    let times = call.as_nanos() as f64 / native.as_nanos() as f64;
    print_figure(
        "a carrier's rates, 10 items, 10 rates, fresh: median",
        &format!("{call:.1?}"),
        "45 µs",
    );
    print_figure(
        "the same against native Rust",
        &format!("{times:.1} times"),
        "10 times",
    );
    measure_runtime_hop().await;
    let mut most = 0.0_f64;
    for callers in [2, 8, 32] {
        most = most.max(many_at_once(callers).await);
    }
    print_figure(
        "the same, many callers, two cores",
        &format!("{most:.0} a second"),
        "40000 a second",
    );
}

fn one_by_one_natively() -> Duration {
    let request = consignment("R1");
    median("native", 20_000, || rates_natively(black_box(&request)))
}

async fn one_by_one() -> Duration {
    let world = world::world().await;
    let host: Arc<Services> = Arc::default();
    let carrier = world.engine.carrier("guest").unwrap();
    let mut durations = Vec::new();
    for _ in 0..20_000 {
        let (context, asked) = (context(world, &host), consignment("R1"));
        let started = Instant::now();
        let rates = carrier.rates(context, asked).await.unwrap();
        durations.push(started.elapsed());
        assert_eq!(rates.len(), 10);
    }
    print_median("fresh instance, rates, one by one", durations)
}

/// Every call not known as quick pays this.
async fn measure_runtime_hop() {
    let other = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .build()
        .unwrap();
    let mut durations = Vec::new();
    for _ in 0..20_000 {
        let started = Instant::now();
        other.spawn(async { black_box(1) }).await.unwrap();
        durations.push(started.elapsed());
    }
    print_median(
        "a hop to the plugins' runtime and back, which quick ones save",
        durations,
    );
    other.shutdown_background();
}

async fn many_at_once(callers: i64) -> f64 {
    let world = world::world().await;
    let host: Arc<Services> = Arc::default();
    let spent = processor_time();
    let until = Instant::now() + Duration::from_secs(3);
    let calling: Vec<_> = (0..callers)
        .map(|tenant| {
            let carrier = world.engine.carrier("guest").unwrap();
            let context = CallContext {
                tenant,
                ..context(world, &host)
            };
            let request = consignment("R1");
            tokio::spawn(async move {
                let mut calls = 0u64;
                while Instant::now() < until {
                    carrier
                        .rates(context.clone(), request.clone())
                        .await
                        .unwrap();
                    calls += 1;
                }
                calls
            })
        })
        .collect();
    let mut calls = 0;
    for caller in calling {
        calls += caller.await.unwrap();
    }
    let each = (processor_time() - spent).as_nanos() as f64 / 1000.0 / calls as f64;
    println!(
        "{callers} callers at once: {:.0} calls a second, {each:.1} µs of processor time each ({:.0} calls a second on two free cores)",
        calls as f64 / 3.0,
        2e6 / each
    );
    calls as f64 / 3.0
}

fn print_figure(what: &str, measured: &str, goal: &str) {
    println!("{what:<58} {measured:>22}   goal {goal}");
}

/// Processor time of this process, whatever other programs use.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    // The second field, in brackets, can hold spaces. User and system time are fields 14 and 15, in
    // 1/100 s.
    let fields: Vec<_> = stat
        .rsplit(')')
        .next()
        .unwrap()
        .split_whitespace()
        .collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    Duration::from_millis(ticks * 10)
}

fn median<T>(what: &str, times: usize, mut run: impl FnMut() -> T) -> Duration {
    let mut durations = Vec::with_capacity(times);
    for _ in 0..times {
        let started = Instant::now();
        black_box(run());
        durations.push(started.elapsed());
    }
    print_median(what, durations)
}

fn median_of(mut took: Vec<Duration>) -> Duration {
    took.sort();
    took[took.len() / 2]
}

fn print_median(what: &str, mut durations: Vec<Duration>) -> Duration {
    durations.sort();
    let at = |percent: usize| durations[durations.len() * percent / 100];
    println!(
        "{what}: median {:.2?}, 10 % {:.2?}, 90 % {:.2?}, 99 % {:.2?}",
        at(50),
        at(10),
        at(90),
        at(99)
    );
    at(50)
}

/// Computes the guest's answer natively, over the same records.
fn rates_natively(request: &wit::Consignment) -> Vec<wit::Rate> {
    let pieces: Vec<_> = request
        .items
        .iter()
        .map(|item| logic::Piece {
            quantity: item.quantity.into(),
            length_mm: item.length_mm.into(),
            width_mm: item.width_mm.into(),
            height_mm: item.height_mm.into(),
            weight_g: item.weight_g,
            dangerous: item.dangerous_goods,
        })
        .collect();
    let to = &request.to;
    let priced = logic::price(
        &pieces,
        &request.from.postcode,
        &to.postcode,
        request.options.len(),
        to.residential,
    );
    let charge = |code: &str, description: &str, minor: i64| wit::Charge {
        code: code.into(),
        description: description.into(),
        amount: wit::Money {
            minor,
            currency: request.currency.clone(),
        },
        tax: wit::Money {
            minor: minor / 10,
            currency: request.currency.clone(),
        },
        additional: false,
    };
    priced
        .into_iter()
        .map(|one| {
            let service = &logic::SERVICES[one.service];
            wit::Rate {
                service_code: service.code.into(),
                service_name: service.name.into(),
                charges: vec![
                    charge("FRT", "Freight", one.freight),
                    charge("FUEL", "Fuel levy", one.fuel),
                    charge("EXT", "Extras", one.extras),
                ],
                transit_days: Some(service.days),
                cut_off: Some("16:30".into()),
                carrier_quote: Some(format!("{}-{}", request.reference, service.code)),
            }
        })
        .collect()
}
