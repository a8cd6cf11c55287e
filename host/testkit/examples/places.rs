//! Benchmark of the search for places among 1,000,000 addresses, or the number in the first
//! argument: `cargo run --release -p testkit --example places -- 15000000`, or as part of
//! `cargo xtask bench`.
//!
//! Calls run in process through the whole program. Prints one line per figure: name, measurement
//! (median and 99 of 100), goal.

use std::time::Instant;

use anyhow::Context;
use data::config::Config;
use places::Place;
use testkit::{Client, bench};
use waybill::{App, Parts};

const ADDRESSES: usize = 1_000_000;
const TURNS: usize = 40;
const STREETS: [&str; 12] = [
    "Church",
    "Victoria",
    "Station",
    "George",
    "High",
    "Railway",
    "Park",
    "Bridge",
    "Elizabeth",
    "William",
    "Albert",
    "Wattle",
];
const TYPES: [&str; 6] = ["Street", "Road", "Avenue", "Court", "Drive", "Crescent"];
const BEGINNINGS: [&str; 20] = [
    "Rich", "Hawth", "Kens", "Preston", "Coburg", "North", "Wagga", "Bendi", "Ballar", "Geel",
    "Moree", "Dubbo", "Orange", "Albury", "Cairns", "Mackay", "Towns", "Lismore", "Tamw", "Ade",
];
const ENDS: [&str; 15] = [
    "mond", "orn", "ington", "ville", "field", "ton", "ford", "ley", "wood", "dale", "burn",
    "worth", "ham", "mere", "haven",
];
const STATES: [&str; 4] = ["VIC", "NSW", "QLD", "SA"];

/// Typed texts: whole, beginnings, misspelt.
const TYPED: [(&str, &[&str]); 4] = [
    (
        "whole addresses",
        &[
            "12 church street richmond",
            "7 george road hawthorn",
            "250 high st prestonville",
        ],
    ),
    (
        "beginnings",
        &[
            "12 chu",
            "church st",
            "rich",
            "n",
            "77 victoria road ken",
            "station",
        ],
    ),
    (
        "misspelt",
        &[
            "12 chruch street richmnod",
            "georgge road hawthon",
            "elisabeth street",
        ],
    ),
    (
        "in a state",
        &[
            "church street&filter_by=state:=VIC",
            "rich&filter_by=countryCode:=AU",
        ],
    ),
];

fn address(at: usize) -> Place {
    let pick = |all: &[&str], from: usize| all[from % all.len()].to_owned();
    let suburb_at = at % (BEGINNINGS.len() * ENDS.len());
    let suburb = pick(&BEGINNINGS, suburb_at) + &pick(&ENDS, suburb_at / BEGINNINGS.len());
    let street = at / (BEGINNINGS.len() * ENDS.len());
    let offset = |from: usize| (from % 10_000) as f64 / 1_000.0;
    Place {
        id: format!("seeded-{at}"),
        number: (street / (STREETS.len() * TYPES.len()) * 2 + 1 + at % 400).to_string(),
        street: format!(
            "{} {}",
            pick(&STREETS, street),
            pick(&TYPES, street / STREETS.len())
        ),
        suburb,
        post_code: (3000 + suburb_at).to_string(),
        state: pick(&STATES, suburb_at),
        country: "AU".to_owned(),
        latitude: -38.0 + offset(at * 7),
        longitude: 140.0 + offset(at * 13),
        ..Place::default()
    }
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let data =
        std::env::temp_dir().join(format!("waybill-places-{}", uuid::Uuid::now_v7().simple()));
    let config = Config {
        data: data.clone(),
        sqlite_durable: false,
        ..Config::default()
    };
    let app = App::start(Parts::new(config)).await?;
    lookups::seed_builtin(app.host()).await?;
    let (_, client) = bench::create_tenant(&app, "places").await?;
    let count = match std::env::args().nth(1) {
        Some(count) => count.parse().context("the argument is a number")?,
        None => ADDRESSES,
    };
    let start = Instant::now();
    let report = places::import_places(app.host(), (0..count).map(address))?;
    let name = format!("index of {} addresses", report.places);
    let measured = format!("{:.0} s", start.elapsed().as_secs_f64());
    bench::print_figure(&name, &measured, "none");
    for (kind, texts) in TYPED {
        let paths = texts.iter().map(|text| {
            let text = text.replace(' ', "%20").replace(":=", "%3A%3D");
            format!("/api/geocode/v2/search?q={text}")
        });
        let kind = format!("among {count} addresses: {kind}");
        measure(&client, &kind, &paths.collect::<Vec<_>>()).await?;
    }
    let positions = ["-38.0&lon=140.0", "-31.0001&lon=143.0001"];
    let paths = positions.map(|at| format!("/api/route/nominatim/reverse?lat={at}"));
    let kind = format!("among {count} addresses: reverse");
    measure(&client, &kind, &paths).await?;
    bench::print_figure("memory of the program, not of files", &memory()?, "none");
    std::fs::remove_dir_all(data)?;
    Ok(())
}

async fn measure(client: &Client, kind: &str, paths: &[String]) -> anyhow::Result<()> {
    let mut times = Vec::new();
    for path in paths.iter().cycle().take(paths.len() * TURNS) {
        let start = Instant::now();
        let answer = client.get(path).await;
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        let found = answer.json();
        let is_found = found["result"]
            .as_array()
            .is_some_and(|found| !found.is_empty())
            || found["lat"].is_string();
        anyhow::ensure!(is_found, "{path} finds nothing");
    }
    // The first call opens the index.
    times.remove(0);
    times.sort_by(f64::total_cmp);
    let at = |part: usize| times.get((times.len() - 1) * part / 100).context("a time");
    let measured = format!("{:.1} ms, 99 % {:.1} ms", at(50)?, at(99)?);
    bench::print_figure(&format!("places {kind}"), &measured, "20 ms");
    Ok(())
}

/// The memory of the process without the pages of mapped files, as Linux counts it.
fn memory() -> anyhow::Result<String> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("RssAnon:"));
    Ok(line
        .and_then(|line| line.split_once(':'))
        .map_or_else(|| "unknown".to_owned(), |(_, size)| size.trim().to_owned()))
}
