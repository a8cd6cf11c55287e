//! Benchmarks of rate cards: import, export and copy of a million prices, and quotes on a small and
//! on that large card: `cargo run --release -p testkit --example rates`, or as part of `cargo xtask
//! bench`.
//!
//! Calls run in process through the whole program. Prints one line per figure: name, measurement,
//! goal.

use std::{fmt::Write, time::Instant};

use anyhow::Context;
use chrono::NaiveDate;
use data::{
    db::Mode,
    ids::{RateCardId, TenantId},
};
use serde_json::{Value, json};
use testkit::{
    Client,
    bench::{self, Bench, print_figure},
};
use waybill::App;

const ZONES: usize = 200;
const POST_CODES: usize = 80;
const SERVICES: usize = 5;
const BREAKS: usize = 11;
const SMALL_LANES: usize = 200;
/// A million prices.
const LARGE_LANES: usize = 1_000_000 / (SERVICES * BREAKS) + 1;
const LOOKUPS: usize = 2_000;
const CONCURRENT_QUOTES: usize = 8;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    bench::on_each_database("rates", ("1,000,000 prices imported", "60 s"), measure).await
}

async fn measure(bench: Bench) -> anyhow::Result<()> {
    let Bench {
        app,
        tenant,
        admin: client,
        database,
        ..
    } = bench;
    for (label, lanes, goal) in [
        ("11,000", SMALL_LANES, ""),
        ("1,000,000", LARGE_LANES, "60 s"),
    ] {
        let code = label.replace(',', "");
        let card = card(&client, &code).await?;
        let start = Instant::now();
        import(&app, &client, "zone/import-zone", card, &zones(), false).await?;
        let places = seconds(start);
        let table = rates(lanes);
        let dearer = table.replace(",12.5,", ",13.5,");
        let ways = [
            ("looked at", &table, true),
            ("imported", &table, false),
            ("replaced", &dearer, false),
        ];
        for (way, table, dry_run) in ways {
            let start = Instant::now();
            let response = import(&app, &client, "rate/import-rate", card, table, dry_run).await?;
            let changed = if way == "replaced" {
                &response["updated"]
            } else {
                &response["inserted"]
            };
            anyhow::ensure!(*changed == lanes * SERVICES, "{response}");
            print_figure(
                &format!("{label} prices {way}: {database}"),
                &seconds(start),
                if goal.is_empty() { "-" } else { goal },
            );
        }
        print_figure(
            &format!("{} places imported: {database}", ZONES * POST_CODES),
            &places,
            "-",
        );
        for format in ["csv", "xlsx"] {
            let start = Instant::now();
            let path = format!("/api/rates/rate/export-rate?rateCardId={card}&format={format}");
            let exported = client.get(&path).await;
            anyhow::ensure!(exported.status.is_success(), "{}", exported.status);
            print_figure(
                &format!("{label} prices exported as {format}: {database}"),
                &seconds(start),
                "-",
            );
            if format == "xlsx" {
                let start = Instant::now();
                let response = import(
                    &app,
                    &client,
                    "rate/import-rate",
                    card,
                    &exported.body,
                    true,
                )
                .await?;
                anyhow::ensure!(response["unchanged"] == lanes * SERVICES, "{response}");
                print_figure(
                    &format!("{label} prices of a workbook looked at: {database}"),
                    &seconds(start),
                    "-",
                );
            }
        }
        let start = Instant::now();
        copy_card(&app, &client, card, &format!("{code}-COPY")).await?;
        print_figure(
            &format!("a card of {label} prices copied: {database}"),
            &seconds(start),
            "-",
        );
        let times = measure_lookups(&app, tenant, RateCardId(card), lanes).await?;
        print_figure(
            &format!("rates of a lane found in the database, {label} prices: {database}"),
            &times,
            "-",
        );
        let quotes = Quotes {
            app: &app,
            client: &client,
            card,
            lanes,
        };
        quotes
            .measure(&format!("{label} prices: {database}"))
            .await?;
    }
    Ok(())
}

/// Quotes of one card, each for another lane.
struct Quotes<'a> {
    app: &'a App,
    client: &'a Client,
    card: i64,
    lanes: usize,
}

impl Quotes<'_> {
    async fn measure(&self, label: &str) -> anyhow::Result<()> {
        let tariffs = self.app.host().port::<rates::price::cache::Tariffs>()?;
        tariffs.clear();
        let (cold, _) = self.measure_sequential().await?;
        self.measure_sequential().await?;
        let (warm, engine) = self.measure_sequential().await?;
        let (pairs, bytes) = tariffs.cached_pairs();
        let prices = pairs * (SERVICES * BREAKS) as u64;
        print_figure(
            &format!("CPU of a quote, nothing held, {label}"),
            &format!("{cold:.0} µs"),
            "-",
        );
        print_figure(
            &format!("CPU of a quote, {label}"),
            &format!("{warm:.0} µs"),
            "500 µs",
        );
        print_figure(
            &format!("CPU of it in the engine, {label}"),
            &format!("{engine:.0} µs"),
            "100 µs",
        );
        print_figure(
            &format!("memory of a price held, {label}"),
            &format!("{} bytes", bytes / prices.max(1)),
            "100 bytes",
        );
        let start = Instant::now();
        let runs: Vec<_> = (0..CONCURRENT_QUOTES)
            .map(|_| self.measure_sequential())
            .collect();
        for run in futures_util::future::join_all(runs).await {
            run?;
        }
        let a_second = (CONCURRENT_QUOTES * LOOKUPS) as f64 / start.elapsed().as_secs_f64();
        print_figure(
            &format!("quotes a second, {CONCURRENT_QUOTES} at once, {label}"),
            &format!("{a_second:.0}"),
            "1,500",
        );
        Ok(())
    }

    /// Returns CPU time per quote in microseconds: whole program, engine alone.
    async fn measure_sequential(&self) -> anyhow::Result<(f64, f64)> {
        let (start, in_engine) = (cpu_us()?, self.engine_us());
        for at in 0..LOOKUPS {
            let (from, to) = lane(at * 31 % self.lanes);
            let place = |zone: usize, at: usize| json!({"suburb": "Springfield", "postCode": post_code(zone, at % POST_CODES), "countryCode": "US"});
            let length = json!({"value": 40, "unit": "cm"});
            let request = json!({
                "rateCardId": self.card, "fromAddress": place(from, at), "toAddress": place(to, at * 3),
                "items": [{
                    "packageType": "Carton", "quantity": 1 + at % 9, "length": length, "width": length, "height": length,
                    "weight": {"value": 7, "unit": "kg"},
                }],
            });
            let answer = self
                .client
                .post("/api/rates/quote/quote", request)
                .await
                .result();
            let priced = answer["quotes"].as_array().map_or(0, Vec::len);
            anyhow::ensure!(priced == SERVICES, "{answer}");
        }
        let per_quote = |of: f64| of / LOOKUPS as f64;
        Ok((
            per_quote(cpu_us()? - start),
            per_quote(self.engine_us() - in_engine),
        ))
    }

    fn engine_us(&self) -> f64 {
        let stats = self.app.engine().stats();
        let functions = stats
            .iter()
            .filter(|plugin| plugin.plugin == "zone-rates")
            .flat_map(|plugin| &plugin.functions);
        functions.map(|function| function.cpu_micros as f64).sum()
    }
}

fn cpu_us() -> anyhow::Result<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let fields: Vec<&str> = stat
        .rsplit_once(") ")
        .context("stat")?
        .1
        .split(' ')
        .collect();
    let ticks: u64 = fields[11].parse::<u64>()? + fields[12].parse::<u64>()?;
    Ok(ticks as f64 * 10_000.0)
}

async fn card(client: &Client, code: &str) -> anyhow::Result<i64> {
    let body = json!({"rateCard": {"code": code, "name": format!("{code} prices")}});
    let card = client
        .post("/api/rates/rate-card/rate-card", body)
        .await
        .result();
    let card = card["rateCard"]["id"].as_i64().context("a card")?;
    for at in 0..SERVICES {
        let service =
            json!({"rateCardId": card, "code": format!("S{at}"), "name": format!("Service {at}")});
        client
            .post(
                "/api/rates/service/rate-service",
                json!({ "rateService": service }),
            )
            .await
            .result();
    }
    Ok(card)
}

/// Returns a code of five digits; Australian codes have four. There are 16,000 of them.
fn post_code(zone: usize, at: usize) -> String {
    format!("{:05}", 10_000 + zone * POST_CODES + at)
}

fn zones() -> String {
    let mut table = "zone,postCode,suburb,countryCode\n".to_owned();
    for zone in 0..ZONES {
        for at in 0..POST_CODES {
            let _ = writeln!(table, "Z{zone:03},{},,US", post_code(zone, at));
        }
    }
    table
}

/// Returns the zones of a lane, spread over all pairs.
fn lane(at: usize) -> (usize, usize) {
    let pair = at * 7_919 % (ZONES * ZONES);
    (pair / ZONES, pair % ZONES)
}

fn rates(lanes: usize) -> String {
    let mut table =
        "fromZone,toZone,service,calculationMethod,minimum,cubicAllowance,rateType,break,basic,value\n".to_owned();
    for at in 0..lanes {
        let (from, to) = lane(at);
        for service in 0..SERVICES {
            for step in 0..BREAKS {
                let end = if step + 1 == BREAKS {
                    String::new()
                } else {
                    ((step + 1) * 10).to_string()
                };
                let cents = 200 - step * 7 + service * 3 + at % 50;
                let (whole, rest) = (cents / 100, cents % 100);
                let _ = writeln!(
                    table,
                    "Z{from:03},Z{to:03},S{service},PerKg,12.5,250,Break,{end},8,{whole}.{rest:02}"
                );
            }
        }
    }
    table
}

async fn import(
    app: &App,
    client: &Client,
    path: &str,
    card: i64,
    table: impl AsRef<[u8]>,
    dry_run: bool,
) -> anyhow::Result<Value> {
    let (card, dry_run) = (card.to_string(), dry_run.to_string());
    let fields = [("rateCardId", card.as_str()), ("dryRun", dry_run.as_str())];
    let path = format!("/api/rates/{path}");
    let response = client
        .post_part(&path, &fields, ("csvFile", "table.csv", table.as_ref()))
        .await
        .result();
    work::worker::drain(app.host()).await?;
    let token = response["importToken"].as_str().context("a token")?;
    let response = client
        .get(&format!(
            "/api/rates/rate/import-status?importToken={token}"
        ))
        .await
        .result();
    anyhow::ensure!(
        response["isCompleted"] == true && response["refused"] == 0,
        "{response}"
    );
    Ok(response)
}

async fn copy_card(app: &App, client: &Client, card: i64, code: &str) -> anyhow::Result<()> {
    let body = json!({"id": card, "code": code, "name": code});
    let response = client
        .post("/api/rates/rate-card/copy-rate-card", body)
        .await
        .result();
    work::worker::drain(app.host()).await?;
    if let Some(job) = response["jobId"].as_i64() {
        let response = client
            .get(&format!("/api/core/jobs/getjob?id={job}"))
            .await
            .result();
        anyhow::ensure!(response["result"]["isWhole"] == true, "{response}");
    }
    Ok(())
}

fn seconds(start: Instant) -> String {
    format!("{:.1} s", start.elapsed().as_secs_f64())
}

/// Prints median and maximum of loading a lane's rates from the database, uncached.
async fn measure_lookups(
    app: &App,
    tenant: TenantId,
    card: RateCardId,
    lanes: usize,
) -> anyhow::Result<String> {
    let place = |zone: usize, at: usize| rates::Place {
        country_code: "US".to_owned(),
        post_code: post_code(zone, at % POST_CODES),
        ..Default::default()
    };
    let day = NaiveDate::from_ymd_opt(2026, 6, 30).context("a day")?;
    let mut times = Vec::with_capacity(LOOKUPS);
    for at in 0..LOOKUPS {
        let (from, to) = lane(at * 31 % lanes);
        let start = Instant::now();
        let mut scope = app.host().scope(tenant, Mode::Read);
        let found =
            rates::load_lane(&mut scope, card, &place(from, at), &place(to, at * 3), day).await?;
        times.push(start.elapsed().as_secs_f64() * 1_000_000.0);
        anyhow::ensure!(found.rates.len() == SERVICES, "{} rates", found.rates.len());
    }
    times.sort_by(f64::total_cmp);
    Ok(format!(
        "{:.0} µs ({:.0})",
        times[times.len() / 2],
        times[times.len() - 1]
    ))
}
