//! Benchmark of the same call in Extism: ten items in and ten rates out as JSON, compiled once, a
//! fresh instance per call.

use std::time::{Duration, Instant};

use extism::{CompiledPlugin, Manifest, Plugin, PluginBuilder, Wasm};
use serde_json::{Value, json};

fn main() {
    let path = std::env::args().nth(1).expect("the path of the built guest is the first argument");
    let guest = std::fs::read(path).expect("the guest can be read");
    let manifest = Manifest::new([Wasm::data(guest)]).with_memory_max(1024).with_timeout(Duration::from_millis(50));
    let compiled = CompiledPlugin::new(PluginBuilder::new(manifest).with_wasi(false)).expect("it compiles");
    let asked = consignment().to_string();
    let call = |plugin: &mut Plugin| {
        let answer = plugin.call::<&str, String>("rates", &asked).expect("rates");
        let rates: Vec<Value> = serde_json::from_str(&answer).expect("the answer is JSON");
        assert_eq!(rates.len(), 10);
    };
    let fresh = median(5_000, || call(&mut Plugin::new_from_compiled(&compiled).expect("an instance")));
    let mut kept = Plugin::new_from_compiled(&compiled).expect("an instance");
    let reused = median(20_000, || call(&mut kept));
    println!("{:<58} {:>22}   goal more than ours", "Extism: the same rates, fresh: median", format!("{fresh:.1?}"));
    println!("{:<58} {:>22}   goal none", "Extism: the same rates, one instance for all", format!("{reused:.1?}"));
}

fn median(times: usize, mut run: impl FnMut()) -> Duration {
    let mut took: Vec<Duration> = Vec::with_capacity(times);
    for _ in 0..times {
        let begun = Instant::now();
        run();
        took.push(begun.elapsed());
    }
    took.sort();
    took[took.len() / 2]
}

fn consignment() -> Value {
    let address = |suburb: &str, postcode: &str, residential: bool| {
        json!({
            "contact_name": "Kim Doe", "company_name": "Doe Tools", "email": null, "telephone": null,
            "lines": ["12 Quay Street"], "suburb": suburb, "state": "VIC", "postcode": postcode, "country_code": "AU",
            "residential": residential,
        })
    };
    let item = |number: u32| {
        json!({
            "reference": format!("I{number}"), "package_type": "Carton", "description": "Hand tools",
            "quantity": 1 + number % 3, "length_mm": 400, "width_mm": 300, "height_mm": 200 + 10 * number,
            "weight_g": 4_000 + number * 250, "dangerous_goods": false,
        })
    };
    json!({
        "reference": "R1", "from": address("Richmond", "3121", false), "to": address("Parramatta", "2150", true),
        "items": (0..10).map(item).collect::<Vec<_>>(), "dangerous_goods": null, "currency": "AUD",
        "dispatch_date": "2026-01-31", "customer_reference": "PO 7", "pickup_instructions": "",
        "delivery_instructions": "", "options": ["tail-lift"], "ext": [],
    })
}
