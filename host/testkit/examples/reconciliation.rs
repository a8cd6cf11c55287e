//! Benchmark of importing a carrier invoice of 100,000 lines: read, matched with 50,000 bookings,
//! compared: `cargo run --release -p testkit --example reconciliation`, or as part of `cargo xtask
//! bench`.
//!
//! Calls run in process through the whole program. Prints one line per figure: name, measurement,
//! goal.

use std::{fmt::Write, time::Instant};

use anyhow::Context;
use data::{
    db::{Col, Mode},
    ids::TenantId,
    tsql,
};
use serde_json::{Value, json};
use testkit::{
    Client,
    bench::{self, Bench, memory_mb, print_figure, reset_peak_memory},
};
use waybill::App;

const BOOKINGS: usize = 50_000;
/// Freight and fuel for each booking.
const LINES: usize = 2 * BOOKINGS;
const BASE: &str = "/api/booking/reconciliation";

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    bench::on_each_database(
        "reconciliation",
        ("100,000 invoice lines compared", "-"),
        measure,
    )
    .await
}

async fn measure(bench: Bench) -> anyhow::Result<()> {
    let Bench {
        app,
        tenant,
        admin: client,
        database,
        ..
    } = bench;
    let goal = if database == "SQLite" { "60 s" } else { "-" };
    let invoice = create_invoice(&app, tenant).await?;

    let path = "/api/booking/File/UploadReconciliationFile";
    let file = client
        .post_file(path, &[], ("invoice.csv", invoice.as_bytes()))
        .await
        .result();
    drop(invoice);
    let body = json!({"fileName": file["fileName"], "carrierCode": "own-fleet"});
    let before = memory_mb("VmRSS:")?;
    reset_peak_memory()?;
    let start = Instant::now();
    let import = client
        .post(&format!("{BASE}/importCsv"), body)
        .await
        .result();
    work::worker::drain(app.host()).await?;
    let duration = start.elapsed().as_secs_f64();
    let peak = memory_mb("VmHWM:")?;
    let token = import["importToken"].as_str().context("a token")?;
    let status = client
        .get(&format!("{BASE}/GetImportStatus?importToken={token}"))
        .await
        .result();
    anyhow::ensure!(
        status["isCompleted"] == true && status["status"] == "AwaitingApproval",
        "{status}"
    );
    let id = &import["id"];
    let start = Instant::now();
    let all = client
        .get(&format!(
            "{BASE}/GetReconciliationForApproval?id={id}&maxResultCount=100"
        ))
        .await
        .result();
    let opened = start.elapsed().as_secs_f64() * 1000.0;
    anyhow::ensure!(
        all["charges"] == LINES && all["bookings"] == BOOKINGS,
        "{} of {}",
        all["charges"],
        all["bookings"]
    );
    let unmatched = client
        .get(&format!(
            "{BASE}/GetReconciliationBookings?id={id}&filter=status eq 'Unmatched'&maxResultCount=1"
        ))
        .await
        .result();
    anyhow::ensure!(
        unmatched["totalCount"] == 0,
        "{} lines without a booking",
        unmatched["totalCount"]
    );
    print_figure(
        &format!("100,000 invoice lines compared: {database}"),
        &format!("{duration:.1} s"),
        goal,
    );
    let memory = format!("{before} → {peak} MB");
    print_figure(
        &format!("resident memory before, and at most meanwhile: {database}"),
        &memory,
        "+64 MB",
    );
    print_figure(
        &format!("its first 100 of 50,000 consignments opened: {database}"),
        &format!("{opened:.0} ms"),
        "-",
    );
    approve_all(&client, id, &all, database).await
}

async fn approve_all(
    client: &Client,
    id: &Value,
    all: &Value,
    database: &str,
) -> anyhow::Result<()> {
    let lines = all["bookingReconciliations"].as_array().context("lines")?;
    let ids: Vec<&Value> = lines.iter().map(|line| &line["id"]).collect();
    let body = json!({"id": id, "operation": "Approve", "ids": ids, "note": "Measured"});
    let start = Instant::now();
    let answer = client
        .post(&format!("{BASE}/ProcessReconciliationBookings"), body)
        .await
        .result();
    let duration = start.elapsed().as_secs_f64() * 1000.0;
    let items = answer["items"].as_array().context("items")?;
    anyhow::ensure!(items.iter().all(|item| item["success"] == true), "{answer}");
    print_figure(
        &format!("{} consignments approved: {database}", items.len()),
        &format!("{duration:.0} ms"),
        "-",
    );
    Ok(())
}

async fn create_invoice(app: &App, tenant: TenantId) -> anyhow::Result<String> {
    let mut scope = app.host().scope(tenant, Mode::Write);
    let customer = customers::NewCustomer {
        company_name: Some("Bench".to_owned()),
        ..Default::default()
    };
    customers::create(&mut scope, customer).await?;
    scope.commit().await?;
    bookings::seed_many(&mut scope, BOOKINGS).await?;
    // Seeded numbers repeat; an invoice names each consignment once.
    let numbers = tsql!(
        "UPDATE bookings SET consignment_id = 'RC' || id || 'X', carrier = 'own-fleet', booking_status = 'Delivered'
         WHERE tenant_id = $1 AND booking_status <> $2"
    );
    scope
        .rows(numbers, vec!["Deleted".to_owned().val()])
        .await?;
    scope.commit().await?;
    let all = tsql!("SELECT consignment_id FROM bookings WHERE tenant_id = $1 ORDER BY id");
    let mut table =
        "consignmentId,serviceCode,chargedWeight,taxExclusiveAmount,tax,invoiceNumber\n".to_owned();
    for (at, row) in scope.rows(all, Vec::new()).await?.iter().enumerate() {
        let connote: String = row.get(0)?;
        let (dollars, number) = (10 + at % 90, at / 1_000);
        writeln!(
            table,
            "{connote},STD,{},{dollars}.00,{}.00,INV-{number}",
            at % 40,
            dollars / 10
        )?;
        writeln!(
            table,
            "{connote},FUEL,,{}.50,0.25,INV-{number}",
            dollars / 5
        )?;
    }
    scope.rollback();
    Ok(table)
}
