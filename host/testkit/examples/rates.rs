//! Measures rate cards: the import, export and copy of a million prices, and quotes on a small card and on that one:
//! `cargo run --release -p testkit --example rates`, or as a part of `cargo xtask bench`.
//!
//! Every call goes through the whole program, in process. It prints one line a figure: name, what was measured, the goal.

use std::{fmt::Write, time::Instant};

use anyhow::Context;
use chrono::NaiveDate;
use kernel::{
    db::Mode,
    ids::{RateCardId, TenantId},
};
use serde_json::{Value, json};
use testkit::{
    Client,
    bench::{self, Bench, line},
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
/// Askers at once.
const WIDE: usize = 8;

/// The same as the program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    bench::on_each("rates", ("1,000,000 prices imported", "60 s"), measure).await
}

async fn measure(bench: Bench) -> anyhow::Result<()> {
    let Bench {
        app,
        tenant,
        admin: client,
        database,
        ..
    } = bench;
    for (what, lanes, goal) in [
        ("11,000", SMALL_LANES, ""),
        ("1,000,000", LARGE_LANES, "60 s"),
    ] {
        let code = what.replace(',', "");
        let card = card(&client, &code).await?;
        let begun = Instant::now();
        import(&app, &client, "zone/import-zone", card, &zones(), false).await?;
        let places = seconds(begun);
        let table = rates(lanes);
        let dearer = table.replace(",12.5,", ",13.5,");
        let ways = [
            ("looked at", &table, true),
            ("imported", &table, false),
            ("replaced", &dearer, false),
        ];
        for (way, table, dry_run) in ways {
            let begun = Instant::now();
            let told = import(&app, &client, "rate/import-rate", card, table, dry_run).await?;
            let changed = if way == "replaced" {
                &told["updated"]
            } else {
                &told["inserted"]
            };
            anyhow::ensure!(*changed == lanes * SERVICES, "{told}");
            line(
                &format!("{what} prices {way}: {database}"),
                &seconds(begun),
                if goal.is_empty() { "-" } else { goal },
            );
        }
        line(
            &format!("{} places imported: {database}", ZONES * POST_CODES),
            &places,
            "-",
        );
        for format in ["csv", "xlsx"] {
            let begun = Instant::now();
            let path = format!("/api/rates/rate/export-rate?rateCardId={card}&format={format}");
            let exported = client.get(&path).await;
            anyhow::ensure!(exported.status.is_success(), "{}", exported.status);
            line(
                &format!("{what} prices exported as {format}: {database}"),
                &seconds(begun),
                "-",
            );
            if format == "xlsx" {
                let begun = Instant::now();
                let told = import(
                    &app,
                    &client,
                    "rate/import-rate",
                    card,
                    &exported.body,
                    true,
                )
                .await?;
                anyhow::ensure!(told["unchanged"] == lanes * SERVICES, "{told}");
                line(
                    &format!("{what} prices of a workbook looked at: {database}"),
                    &seconds(begun),
                    "-",
                );
            }
        }
        let begun = Instant::now();
        copied(&app, &client, card, &format!("{code}-COPY")).await?;
        line(
            &format!("a card of {what} prices copied: {database}"),
            &seconds(begun),
            "-",
        );
        let times = lookups(&app, tenant, RateCardId(card), lanes).await?;
        line(
            &format!("rates of a lane found in the database, {what} prices: {database}"),
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
            .measure(&format!("{what} prices: {database}"))
            .await?;
    }
    Ok(())
}

/// Quotes of one card, each of another lane.
struct Quotes<'a> {
    app: &'a App,
    client: &'a Client,
    card: i64,
    lanes: usize,
}

impl Quotes<'_> {
    async fn measure(&self, of: &str) -> anyhow::Result<()> {
        let tariffs = self.app.host().port::<rates::price::Tariffs>()?;
        tariffs.clear();
        let (cold, _) = self.in_turn().await?;
        // Once around, so that all lanes that are asked for are held.
        self.in_turn().await?;
        let (warm, engine) = self.in_turn().await?;
        let (pairs, bytes) = tariffs.held();
        let prices = pairs * (SERVICES * BREAKS) as u64;
        line(
            &format!("CPU of a quote, nothing held, {of}"),
            &format!("{cold:.0} µs"),
            "-",
        );
        line(
            &format!("CPU of a quote, {of}"),
            &format!("{warm:.0} µs"),
            "500 µs",
        );
        line(
            &format!("CPU of it in the engine, {of}"),
            &format!("{engine:.0} µs"),
            "100 µs",
        );
        line(
            &format!("memory of a price held, {of}"),
            &format!("{} bytes", bytes / prices.max(1)),
            "100 bytes",
        );
        let begun = Instant::now();
        let runs: Vec<_> = (0..WIDE).map(|_| self.in_turn()).collect();
        for run in futures_util::future::join_all(runs).await {
            run?;
        }
        let a_second = (WIDE * LOOKUPS) as f64 / begun.elapsed().as_secs_f64();
        line(
            &format!("quotes a second, {WIDE} at once, {of}"),
            &format!("{a_second:.0}"),
            "1,500",
        );
        Ok(())
    }

    /// Processor time of a quote, in microseconds: of the whole program, and of the engine alone.
    async fn in_turn(&self) -> anyhow::Result<(f64, f64)> {
        let (begun, in_engine) = (cpu()?, self.in_engine());
        for at in 0..LOOKUPS {
            let (from, to) = lane(at * 31 % self.lanes);
            let place = |zone: usize, at: usize| json!({"suburb": "Springfield", "postCode": post_code(zone, at % POST_CODES), "countryCode": "US"});
            let length = json!({"value": 40, "unit": "cm"});
            let ask = json!({
                "rateCardId": self.card, "fromAddress": place(from, at), "toAddress": place(to, at * 3),
                "items": [{
                    "packageType": "Carton", "quantity": 1 + at % 9, "length": length, "width": length, "height": length,
                    "weight": {"value": 7, "unit": "kg"},
                }],
            });
            let answer = self
                .client
                .post("/api/rates/quote/quote", ask)
                .await
                .result();
            let priced = answer["quotes"].as_array().map_or(0, Vec::len);
            anyhow::ensure!(priced == SERVICES, "{answer}");
        }
        let each = |of: f64| of / LOOKUPS as f64;
        Ok((each(cpu()? - begun), each(self.in_engine() - in_engine)))
    }

    /// Microseconds that the engine has worked so far.
    fn in_engine(&self) -> f64 {
        let stats = self.app.engine().stats();
        let functions = stats
            .iter()
            .filter(|plugin| plugin.plugin == "zone-rates")
            .flat_map(|plugin| &plugin.functions);
        functions.map(|function| function.cpu_micros as f64).sum()
    }
}

/// Microseconds of processor time that this program has used so far.
fn cpu() -> anyhow::Result<f64> {
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

/// Five digits, which no Australian code has: there are 16,000 of them.
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

/// The zones of a lane, spread over all pairs.
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
    let begun = client
        .post_part(&path, &fields, ("csvFile", "table.csv", table.as_ref()))
        .await
        .result();
    kernel::job::drain(app.host()).await?;
    let token = begun["importToken"].as_str().context("a token")?;
    let told = client
        .get(&format!(
            "/api/rates/rate/import-status?importToken={token}"
        ))
        .await
        .result();
    anyhow::ensure!(
        told["isCompleted"] == true && told["refused"] == 0,
        "{told}"
    );
    Ok(told)
}

/// Copies a card, by a job where it is large.
async fn copied(app: &App, client: &Client, card: i64, code: &str) -> anyhow::Result<()> {
    let body = json!({"id": card, "code": code, "name": code});
    let begun = client
        .post("/api/rates/rate-card/copy-rate-card", body)
        .await
        .result();
    kernel::job::drain(app.host()).await?;
    if let Some(job) = begun["jobId"].as_i64() {
        let told = client
            .get(&format!("/api/core/jobs/getjob?id={job}"))
            .await
            .result();
        anyhow::ensure!(told["result"]["isWhole"] == true, "{told}");
    }
    Ok(())
}

fn seconds(begun: Instant) -> String {
    format!("{:.1} s", begun.elapsed().as_secs_f64())
}

/// Median and slowest of finding a lane's rates in the database, nothing of the card being held in memory.
async fn lookups(
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
        let begun = Instant::now();
        let mut scope = app.host().scope(tenant, Mode::Read);
        let found =
            rates::lane(&mut scope, card, &place(from, at), &place(to, at * 3), day).await?;
        times.push(begun.elapsed().as_secs_f64() * 1_000_000.0);
        anyhow::ensure!(found.rates.len() == SERVICES, "{} rates", found.rates.len());
    }
    times.sort_by(f64::total_cmp);
    Ok(format!(
        "{:.0} µs ({:.0})",
        times[times.len() / 2],
        times[times.len() - 1]
    ))
}
