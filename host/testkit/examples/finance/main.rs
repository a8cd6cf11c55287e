//! Measures finance: a run over 100,000 bookings of 2,000 customers, statements and ageing over large books, invoices as
//! PDF, and whether anything is lost or double when hosts are killed at each step:
//! `cargo run --release -p testkit --example finance`, or as a part of `cargo xtask bench`.
//!
//! A number behind it (`-- 100`) divides all sizes, to try it out. Every call goes through the whole program: in process, or
//! for what is killed in a process of its own. It prints one line a figure: name, what was measured, the goal.

mod books;
mod kills;

use std::time::Instant;

use anyhow::Context;
use kernel::{
    db::{Col, Mode},
    ids::CustomerId,
    tsql,
};
use serde_json::{Value, json};
use testkit::{
    Client,
    bench::{self, Bench, forget_peak, resident},
};

const INVOICE: &str = "/api/finance/invoice";

/// The same as the program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How much there is to do.
#[derive(Clone, Copy)]
struct Sizes {
    bookings: usize,
    billed: usize,
    entries: usize,
    owing: usize,
    papers: usize,
    kills: usize,
}

impl Sizes {
    fn divided(by: usize) -> Self {
        let of = |whole: usize| (whole / by).max(3);
        Self {
            bookings: of(100_000),
            billed: of(2_000),
            entries: of(100_000),
            owing: of(20_000),
            papers: of(500),
            kills: of(100),
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
    bench::on_each(
        "finance",
        ("100,000 bookings of 2,000 customers invoiced", "60 s"),
        async |bench: Bench| {
            run(&bench, sizes).await?;
            kills::measure(&bench, sizes.kills).await?;
            // Last, since their rows are written beside the ledger.
            books::measure(&bench, sizes.entries, sizes.owing).await
        },
    )
    .await
}

/// The goal, which is of SQLite.
fn goal(bench: &Bench, goal: &'static str) -> &'static str {
    if bench.database == "SQLite" {
        goal
    } else {
        "-"
    }
}

/// Customers that are invoiced, their bookings of one day, and the run over them; then some of its invoices as PDF.
async fn run(bench: &Bench, sizes: Sizes) -> anyhow::Result<()> {
    customers(bench, "Billed", sizes.billed).await?;
    bookings(bench, sizes.bookings).await?;
    let body =
        json!({"fromDate": "2026-03-01", "toDate": "2026-03-31", "invoiceDate": "2026-03-31"});
    let before = resident("VmRSS:")?;
    forget_peak()?;
    let begun = Instant::now();
    let asked = bench
        .admin
        .post(&format!("{INVOICE}/runinvoices"), body)
        .await
        .result();
    kernel::job::drain(bench.app.host()).await?;
    let taken = begun.elapsed().as_secs_f64();
    let peak = resident("VmHWM:")?;
    let told = bench
        .admin
        .get(&format!("{INVOICE}/getinvoicerun?runId={}", asked["runId"]))
        .await
        .result();
    anyhow::ensure!(
        told["status"] == "Completed",
        "{}: {}",
        told["status"],
        told["failure"]
    );
    anyhow::ensure!(
        told["totalBookings"] == sizes.bookings,
        "{} of {}",
        told["totalBookings"],
        sizes.bookings
    );
    let what = format!(
        "{} bookings of {} customers invoiced",
        sizes.bookings, sizes.billed
    );
    bench.line(&what, &format!("{taken:.1} s"), goal(bench, "60 s"));
    bench.line(
        "resident memory before, and at most meanwhile",
        &format!("{before} → {peak} MB"),
        "+64 MB",
    );

    let ids: Vec<i64> = told["invoices"]
        .as_array()
        .context("invoices")?
        .iter()
        .filter_map(|it| it["id"].as_i64())
        .collect();
    let begun = Instant::now();
    for at in 0..sizes.papers {
        let id = ids.get(at % ids.len().max(1)).context("an invoice")?;
        let paper = bench
            .admin
            .get(&format!("{INVOICE}/downloadinvoice?id={id}&format=pdf"))
            .await;
        anyhow::ensure!(
            paper.status == 200 && paper.body.starts_with(b"%PDF"),
            "{}",
            paper.status
        );
    }
    let taken = begun.elapsed().as_secs_f64();
    bench.line(
        &format!("{} invoices as PDF", sizes.papers),
        &format!("{taken:.1} s"),
        goal(bench, "10 s"),
    );
    Ok(())
}

async fn customers(bench: &Bench, name: &str, count: usize) -> anyhow::Result<Vec<CustomerId>> {
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

/// Delivered bookings with a price, spread over the customers there are and the first 28 days of a March.
async fn bookings(bench: &Bench, count: usize) -> anyhow::Result<()> {
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
    // Some are seeded without a price, or in a state in which nothing is invoiced.
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

/// A posted invoice over so much before tax.
async fn posted(admin: &Client, customer: CustomerId, net: i64) -> anyhow::Result<i64> {
    let lines = json!([{"description": "Storage", "taxExclusiveAmount": net}]);
    let body = json!({"customerId": customer, "adhocInvoice": {"invoiceLines": lines}});
    let made = admin
        .post(&format!("{INVOICE}/GenerateAdhocInvoice"), body)
        .await
        .result();
    let id = made["invoice"]["id"].as_i64().context("an invoice")?;
    for operation in ["Close", "Approve", "Post"] {
        let body = json!({"operation": operation, "ids": [id]});
        let told: Value = admin
            .post(&format!("{INVOICE}/processinvoices"), body)
            .await
            .result();
        anyhow::ensure!(told["results"][0]["success"] == true, "{told}");
    }
    Ok(id)
}
