//! Benchmark of carriers in other languages: size, loading, and a fresh call of `rates` with one
//! item.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement prints, and ends when it cannot go on"
)]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use engine::{Engine, EngineConfig, wit};
use serde_json::json;
use waybill_plugin_testing::Rig;

/// Same allocator as the program's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const CALLS: usize = 500;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(measure());
}

async fn measure() {
    let Some(folder) = std::env::var_os("WAYBILL_TEST_LANGUAGES").map(PathBuf::from) else {
        println!("WAYBILL_TEST_LANGUAGES names no folder of carriers");
        return;
    };
    let scratch = std::env::temp_dir().join(format!("waybill-languages-{}", std::process::id()));
    let mut rig = None;
    for how in ["compiled", "from the cache"] {
        let engine = Engine::new(EngineConfig::new(&scratch)).unwrap();
        for id in ["carrier-js", "carrier-py"] {
            let started = Instant::now();
            let plugin = engine.prepare(&folder.join(id)).await.unwrap();
            println!("{id} loaded, {how}: {:.1?}", started.elapsed());
            engine.activate(&plugin);
        }
        rig = Some(Rig {
            engine,
            host: Arc::default(),
        });
    }
    let rig = rig.unwrap();
    for id in ["carrier-js", "carrier-py"] {
        let size = std::fs::metadata(folder.join(id).join("component.wasm"))
            .unwrap()
            .len();
        let carrier = rig.carrier(id);
        let mut durations = Vec::new();
        for _ in 0..CALLS {
            let settings = json!({ "currency": "AUD", "basePrice": 8.5, "pricePerKg": 1.2, "gs1Prefix": "9312345" });
            let (context, asked) = (rig.call(settings, &[]), consignment());
            let started = Instant::now();
            assert_eq!(carrier.rates(context, asked).await.unwrap().len(), 2);
            durations.push(started.elapsed());
        }
        durations.sort();
        println!(
            "{id}: {:.1} MB, rates, fresh: median {:.2?}, nine in ten below {:.2?}",
            size as f64 / 1e6,
            durations[CALLS / 2],
            durations[CALLS * 9 / 10]
        );
    }
    std::fs::remove_dir_all(scratch).unwrap();
}

fn consignment() -> wit::Consignment {
    let address = || wit::Address {
        contact_name: None,
        company_name: None,
        email: None,
        telephone: None,
        lines: vec!["12 Wharf Road".into()],
        suburb: "Hobart".into(),
        state: Some("TAS".into()),
        postcode: "7000".into(),
        country_code: "AU".into(),
        residential: false,
    };
    wit::Consignment {
        reference: "R-1".into(),
        from: address(),
        to: address(),
        items: vec![wit::Item {
            reference: String::new(),
            package_type: "Carton".into(),
            description: "Lamps".into(),
            quantity: 2,
            length_mm: 300,
            width_mm: 200,
            height_mm: 150,
            weight_g: 4_250,
            dangerous_goods: false,
        }],
        dangerous_goods: None,
        currency: "AUD".into(),
        dispatch_date: "2026-03-02".into(),
        customer_reference: String::new(),
        pickup_instructions: String::new(),
        delivery_instructions: String::new(),
        options: Vec::new(),
        ext: Vec::new(),
    }
}
