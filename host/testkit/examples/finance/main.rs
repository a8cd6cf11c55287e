//! Benchmarks of finance: a run over 100,000 bookings of 2,000 customers, statements and ageing of
//! large ledgers, invoices as PDF, and consistency when hosts are killed at each step: `cargo run
//! --release -p testkit --example finance`, or as part of `cargo xtask bench`.
//!
//! A number after it (`-- 100`) divides all sizes. Calls run in process through the whole program;
//! killed hosts run in separate processes. Prints one line per figure: name, measurement, goal.

mod books;
mod kills;

use std::time::Instant;

use anyhow::Context;
use data::{
    db::{Col, Mode},
    ids::CustomerId,
    tsql,
};
use serde_json::{Value, json};
use testkit::{
    Client,
    bench::{self, Bench, memory_mb, reset_peak_memory},
};

const INVOICE: &str = "/api/finance/invoice";

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Clone, Copy)]
struct Sizes {
    bookings: usize,
    customers: usize,
    entries: usize,
    debtors: usize,
    documents: usize,
    kills: usize,
}

impl Sizes {
    fn divided(by: usize) -> Self {
        let divide = |whole: usize| (whole / by).max(3);
        Self {
            bookings: divide(100_000),
            customers: divide(2_000),
            entries: divide(100_000),
            debtors: divide(20_000),
            documents: divide(500),
            kills: divide(100),
        }
    }
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let by = std::env::args()
        .nth(1)
        .map_or(Ok(1), |number| number.parse())
        .context("a number to divide sizes by")?;
    let sizes = Sizes::divided(by.max(1));
    bench::on_each_database(
        "finance",
        ("100,000 bookings of 2,000 customers invoiced", "60 s"),
        async |bench: Bench| {
            run(&bench, sizes).await?;
            kills::measure(&bench, sizes.kills).await?;
            // Last, since its rows bypass the ledger.
            books::measure(&bench, sizes.entries, sizes.debtors).await
        },
    )
    .await
}

/// Returns the goal, which applies to SQLite only.
fn goal(bench: &Bench, goal: &'static str) -> &'static str {
    if bench.database == "SQLite" {
        goal
    } else {
        "-"
    }
}

async fn run(bench: &Bench, sizes: Sizes) -> anyhow::Result<()> {
    create_customers(bench, "Billed", sizes.customers).await?;
    create_bookings(bench, sizes.bookings).await?;
    let body =
        json!({"fromDate": "2026-03-01", "toDate": "2026-03-31", "invoiceDate": "2026-03-31"});
    let before = memory_mb("VmRSS:")?;
    reset_peak_memory()?;
    let start = Instant::now();
    let response = bench
        .admin
        .post(&format!("{INVOICE}/runinvoices"), body)
        .await
        .result();
    work::worker::drain(bench.app.host()).await?;
    let seconds = start.elapsed().as_secs_f64();
    let peak = memory_mb("VmHWM:")?;
    let run = bench
        .admin
        .get(&format!(
            "{INVOICE}/getinvoicerun?runId={}",
            response["runId"]
        ))
        .await
        .result();
    anyhow::ensure!(
        run["status"] == "Completed",
        "{}: {}",
        run["status"],
        run["failure"]
    );
    anyhow::ensure!(
        run["totalBookings"] == sizes.bookings,
        "{} of {}",
        run["totalBookings"],
        sizes.bookings
    );
    let label = format!(
        "{} bookings of {} customers invoiced",
        sizes.bookings, sizes.customers
    );
    bench.print_figure(&label, &format!("{seconds:.1} s"), goal(bench, "60 s"));
    bench.print_figure(
        "resident memory before, and at most meanwhile",
        &format!("{before} → {peak} MB"),
        "+64 MB",
    );

    let ids: Vec<i64> = run["invoices"]
        .as_array()
        .context("invoices")?
        .iter()
        .filter_map(|it| it["id"].as_i64())
        .collect();
    let start = Instant::now();
    for at in 0..sizes.documents {
        let id = ids.get(at % ids.len().max(1)).context("an invoice")?;
        let document = bench
            .admin
            .get(&format!("{INVOICE}/downloadinvoice?id={id}&format=pdf"))
            .await;
        anyhow::ensure!(
            document.status == 200 && document.body.starts_with(b"%PDF"),
            "{}",
            document.status
        );
    }
    let seconds = start.elapsed().as_secs_f64();
    bench.print_figure(
        &format!("{} invoices as PDF", sizes.documents),
        &format!("{seconds:.1} s"),
        goal(bench, "10 s"),
    );
    Ok(())
}

async fn create_customers(
    bench: &Bench,
    name: &str,
    count: usize,
) -> anyhow::Result<Vec<CustomerId>> {
    let mut scope = bench.app.host().scope(bench.tenant, Mode::Write);
    let mut ids = Vec::with_capacity(count);
    for at in 0..count {
        let new = customers::NewCustomer {
            company_name: Some(format!("{name} {at}")),
            payment_terms: Some("14 days".to_owned()),
            is_invoicable: true,
            ..Default::default()
        };
        ids.push(customers::create(&mut scope, new).await?.id);
        if at % 1_000 == 999 {
            scope.commit().await?;
        }
    }
    scope.commit().await?;
    Ok(ids)
}

async fn create_bookings(bench: &Bench, count: usize) -> anyhow::Result<()> {
    let mut scope = bench.app.host().scope(bench.tenant, Mode::Write);
    bookings::seed_many(&mut scope, count).await?;
    let priced = tsql!(
        "SELECT id FROM bookings WHERE tenant_id = $1 AND total_price > 0 ORDER BY id LIMIT 1"
    );
    let priced: i64 = scope
        .rows(priced, Vec::new())
        .await?
        .first()
        .context("a booking with a price")?
        .get(0)?;
    // Some are seeded unpriced or not invoiceable.
    let prices = tsql!(
        "UPDATE bookings SET total_price = p.total_price, freight_price = p.freight_price, sold_net = p.sold_net,
           quoted_net = p.quoted_net, cost_net = p.cost_net, pricing_detail = p.pricing_detail
         FROM (SELECT total_price, freight_price, sold_net, quoted_net, cost_net, pricing_detail FROM bookings
               WHERE tenant_id = $1 AND id = $2) AS p
         WHERE tenant_id = $1 AND (bookings.total_price IS NULL OR bookings.total_price = 0)"
    );
    scope.rows(prices, vec![priced.val()]).await?;
    let states = tsql!(
        "UPDATE bookings SET booking_status = 'Delivered', carrier = 'own-fleet' WHERE tenant_id = $1"
    );
    scope.rows(states, Vec::new()).await?;
    for day in 0..28_i64 {
        let first: chrono::DateTime<chrono::Utc> = "2026-03-01T02:00:00Z".parse()?;
        let at = first + chrono::TimeDelta::days(day);
        let days =
            tsql!("UPDATE bookings SET booking_date = $2 WHERE tenant_id = $1 AND id % 28 = $3");
        scope.rows(days, vec![at.val(), day.val()]).await?;
    }
    scope.commit().await?;
    Ok(())
}

async fn post_invoice(admin: &Client, customer: CustomerId, net: i64) -> anyhow::Result<i64> {
    let lines = json!([{"description": "Storage", "taxExclusiveAmount": net}]);
    let body = json!({"customerId": customer, "adhocInvoice": {"invoiceLines": lines}});
    let created = admin
        .post(&format!("{INVOICE}/GenerateAdhocInvoice"), body)
        .await
        .result();
    let id = created["invoice"]["id"].as_i64().context("an invoice")?;
    for operation in ["Close", "Approve", "Post"] {
        let body = json!({"operation": operation, "ids": [id]});
        let response: Value = admin
            .post(&format!("{INVOICE}/processinvoices"), body)
            .await
            .result();
        anyhow::ensure!(response[0]["success"] == true, "{response}");
    }
    Ok(id)
}
