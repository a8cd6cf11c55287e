//! Benchmarks of bulk booking: a batch of 1,000, and 500 labels as one file, first and cached, in
//! each format: `cargo run --release -p testkit --example bookings`, or as part of `cargo xtask
//! bench`.
//!
//! Calls run in process through the whole program. Prints one line per figure: name, measurement,
//! goal.

use std::time::Instant;

use anyhow::{Context, ensure};
use data::{db::Mode, ids::CustomerId};
use serde_json::{Value, json};
use testkit::{
    bench::{self, Bench},
    given,
};

const LABELS: usize = 500;
const BATCH: usize = 1_000;
const BASE: &str = "/api/booking/booking";

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    bench::on_each_database("bookings", ("500 labels as one file", "5 s"), measure).await
}

async fn measure(bench: Bench) -> anyhow::Result<()> {
    lookups::seed_builtin(bench.app.host()).await?;
    let (tenant, client) = (bench.tenant, &bench.admin);
    waybill::demo::put_rate_card(&bench.app, tenant).await?;
    let attributes = json!([
        {"key": "rateCard", "value": waybill::demo::RATE_CARD},
        {"key": "connotePrefix", "value": "BEN"},
        {"key": "gs1CompanyPrefix", "value": "9377779"},
    ]);
    given::account(client, "own-fleet", "FLEET", attributes).await;
    let customer = customer(&bench).await?;
    let ids = create_bookings(&bench, customer).await?;
    for (label, format) in [
        ("500 labels as one file", "Pdf"),
        ("500 labels again", "Pdf"),
        ("500 labels again, four on a sheet", "A4"),
        ("500 labels again, for a thermal printer", "Zpl"),
        ("500 labels again, as pictures", "Png"),
    ] {
        let start = Instant::now();
        let body = json!({"bookingIds": ids, "operations": ["PrintLabel"], "labelFormat": format});
        let answer = client
            .post(&format!("{BASE}/runbulkoperation"), body)
            .await
            .result();
        let seconds = start.elapsed().as_secs_f64();
        let token = answer["label"][0].as_str().context("there is no file")?;
        let file = client
            .get(&format!("/api/booking/File/DownloadDocument?token={token}"))
            .await;
        ensure!(file.status == 200, "the file cannot be had");
        let figure = format!("{seconds:.2} s, {:.1} MB", file.body.len() as f64 / 1e6);
        bench.print_figure(label, &figure, "5 s");
    }
    Ok(())
}

async fn create_bookings(bench: &Bench, customer: CustomerId) -> anyhow::Result<Vec<Value>> {
    let client = &bench.admin;
    let (from, to) = given::addresses();
    let mut request = given::quote_request(customer);
    request["items"] = json!([request["items"][0]]);
    request["items"][0]["quantity"] = json!(1);
    let mut bookings = Vec::with_capacity(BATCH);
    for _ in 0..BATCH {
        let quotes = given::quotes(client, request.clone()).await;
        bookings.push(json!({"booking": {
            "customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
            "resourceToken": quotes["resourceToken"], "quoteId": quotes["quotes"][0]["id"],
        }}));
    }
    let body = json!({"bookings": bookings, "operations": ["Book"]});
    let start = Instant::now();
    let answer = client
        .post(&format!("{BASE}/createorupdatebatchbooking"), body)
        .await
        .result();
    let seconds = start.elapsed().as_secs_f64();
    let saved = answer["successBookings"]
        .as_array()
        .context("nothing was booked")?;
    ensure!(
        saved.len() == BATCH,
        "not all were booked: {}",
        answer["failedBookings"]
    );
    bench.print_figure(
        &format!("{BATCH} bookings in one batch, booked with a local carrier"),
        &format!("{seconds:.2} s"),
        "2 s",
    );
    Ok(saved
        .iter()
        .take(LABELS)
        .map(|saved| saved["booking"]["id"].clone())
        .collect())
}

async fn customer(bench: &Bench) -> anyhow::Result<CustomerId> {
    let mut scope = bench.app.host().scope(bench.tenant, Mode::Write);
    let new = customers::NewCustomer {
        company_name: Some("Bluegum Wines".to_owned()),
        ..Default::default()
    };
    let customer = customers::create(&mut scope, new).await?;
    scope.commit().await?;
    Ok(customer.id)
}
