//! Benchmark of hostile plugins' effect on other tenants: `cargo run -p testkit --example hostile`.
//!
//! One tenant quotes with its own fleet, first alone, then while others call a misbehaving carrier.
//! Prints the tenant's median and slowest quote, in milliseconds.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use serde_json::json;
use testkit::{Client, GuestPlugin, Kit, given, on_host};

const HOSTILE: usize = 5;
const QUOTES: usize = 40;
const MISDEEDS: [&str; 7] = [
    "bloat service-name 7340032",
    "sum",
    "huge",
    "spin",
    "hold 60",
    "store-on",
    "sleep",
];

const GUEST: GuestPlugin = GuestPlugin::carrier(
    "guest",
    r#"{"type": "object", "properties": {"misdeed": {"type": "string"}}}"#,
);

fn main() {
    on_host("hostile", |kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let request = given::quote_request(customer);
        let mut attackers = Vec::new();
        for _ in 0..HOSTILE {
            attackers.push(create_attacker(&kit).await);
        }
        quotes(&admin, &request).await;
        print_figure("quiet", quotes(&admin, &request).await);
        for misdeed in MISDEEDS {
            let stop = Arc::new(AtomicBool::new(false));
            let mut running = Vec::new();
            for (client, request) in &attackers {
                let settings = json!({"id": "guest", "settings": {"misdeed": misdeed}});
                client
                    .post("/api/plugins/savesettings", settings)
                    .await
                    .result();
                let (client, request, over) = (client.clone(), request.clone(), stop.clone());
                running.push(tokio::spawn(async move {
                    while !over.load(Relaxed) {
                        client
                            .post("/api/booking/Quote/Quote", request.clone())
                            .await;
                    }
                }));
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
            print_figure(misdeed, quotes(&admin, &request).await);
            stop.store(true, Relaxed);
            for task in running {
                let _ = task.await;
            }
        }
    });
}

async fn create_attacker(kit: &Kit) -> (Client, serde_json::Value) {
    let kit = kit.another_tenant().await;
    GUEST.install(&kit).await;
    let admin = kit.user("Admin").await;
    given::account(&admin, "guest", "GUEST", json!([])).await;
    let customer = given::customer(&kit, "Others").await;
    (admin, given::quote_request(customer))
}

async fn quotes(client: &Client, request: &serde_json::Value) -> Vec<f64> {
    let mut durations = Vec::new();
    for _ in 0..QUOTES {
        let start = Instant::now();
        given::quotes(client, request.clone()).await;
        durations.push(start.elapsed().as_secs_f64() * 1e3);
    }
    durations.sort_by(f64::total_cmp);
    durations
}

#[allow(clippy::print_stdout, reason = "the program prints its measurements")]
fn print_figure(label: &str, durations: Vec<f64>) {
    println!(
        "{label:30} median {:7.1} ms, slowest {:7.1} ms",
        durations[durations.len() / 2],
        durations[durations.len() - 1]
    );
}
