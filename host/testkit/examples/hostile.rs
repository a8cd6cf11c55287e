//! Measures what hostile plugins cost everybody else: `cargo run -p testkit --example hostile`.
//!
//! One tenant quotes with its own fleet, first alone and then while others keep asking a carrier that does one thing it
//! must not. What is printed is the honest tenant's median and its slowest quote, in milliseconds.

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
        let mut others = Vec::new();
        for _ in 0..HOSTILE {
            others.push(hostile(&kit).await);
        }
        // What is compiled and cached at first is not what is measured.
        quotes(&admin, &request).await;
        told("quiet", quotes(&admin, &request).await);
        for misdeed in MISDEEDS {
            let over = Arc::new(AtomicBool::new(false));
            let mut running = Vec::new();
            for (client, request) in &others {
                let settings = json!({"id": "guest", "settings": {"misdeed": misdeed}});
                client
                    .post("/api/plugins/savesettings", settings)
                    .await
                    .result();
                let (client, request, over) = (client.clone(), request.clone(), over.clone());
                running.push(tokio::spawn(async move {
                    while !over.load(Relaxed) {
                        client
                            .post("/api/booking/Quote/Quote", request.clone())
                            .await;
                    }
                }));
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
            told(misdeed, quotes(&admin, &request).await);
            over.store(true, Relaxed);
            for task in running {
                let _ = task.await;
            }
        }
    });
}

/// A tenant with the carrier, its administrator and what it asks for.
async fn hostile(kit: &Kit) -> (Client, serde_json::Value) {
    let kit = kit.another_tenant().await;
    GUEST.install(&kit).await;
    let admin = kit.user("Admin").await;
    given::account(&admin, "guest", "GUEST", json!([])).await;
    let customer = given::customer(&kit, "Others").await;
    (admin, given::quote_request(customer))
}

async fn quotes(client: &Client, request: &serde_json::Value) -> Vec<f64> {
    let mut took = Vec::new();
    for _ in 0..QUOTES {
        let begun = Instant::now();
        given::quotes(client, request.clone()).await;
        took.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    took.sort_by(f64::total_cmp);
    took
}

#[allow(
    clippy::print_stdout,
    reason = "what was measured is what this program is for"
)]
fn told(what: &str, took: Vec<f64>) {
    println!(
        "{what:30} median {:7.1} ms, slowest {:7.1} ms",
        took[took.len() / 2],
        took[took.len() - 1]
    );
}
