//! A statement of a customer with very many movements, and the ageing of very many customers.

use std::time::Instant;

use chrono::{Days, NaiveDate};
use kernel::{
    db::{Col, Mode, TenantSql},
    ids::CustomerId,
    tsql,
};
use testkit::bench::Bench;

use super::{customers, goal, posted};

const STATEMENTS: &str = "/api/finance/customer";
const DAYS: usize = 730;
const TURNS: usize = 20;

pub async fn measure(bench: &Bench, entries: usize, owing: usize) -> anyhow::Result<()> {
    statement(bench, entries).await?;
    ageing(bench, owing).await
}

/// Copies an invoice as often as there are numbers, for one customer and day.
const INVOICES: TenantSql = tsql!(
    "WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < $4)
     INSERT INTO invoices (tenant_id, row_version, invoice_number, customer_id, tax_exclusive_amount, tax, amount,
       outstanding_amount, currency, base_currency, base_tax_exclusive_amount, base_tax, base_amount,
       base_outstanding_amount, invoice_date, due_date, status, invoice_type, customer, seller, creation_time)
     SELECT tenant_id, 1, 'B' || CAST($3 AS TEXT) || '-' || n, customer_id, tax_exclusive_amount, tax, amount,
       amount - amount, currency, base_currency, base_tax_exclusive_amount, base_tax, base_amount, amount - amount,
       CAST($3 AS TEXT), CAST($3 AS TEXT), 'Paid', invoice_type, customer, seller, creation_time
     FROM invoices CROSS JOIN copies WHERE tenant_id = $1 AND id = $2"
);

const PAYMENTS: TenantSql = tsql!(
    "WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < $4)
     INSERT INTO payments (tenant_id, row_version, customer_id, currency, paid_amount, unallocated_amount,
       base_paid_amount, payment_reference_number, payment_date, payment_type, creation_time)
     SELECT tenant_id, 1, customer_id, currency, amount, amount - amount, base_amount,
       'P' || CAST($3 AS TEXT) || '-' || n, CAST($3 AS TEXT), 'BankTransfer', creation_time
     FROM invoices CROSS JOIN copies WHERE tenant_id = $1 AND id = $2"
);

/// Two years of movements, half of them invoices and half payments; asked for a month in the middle.
async fn statement(bench: &Bench, entries: usize) -> anyhow::Result<()> {
    let customer = customers(bench, "Busy", 1).await?[0];
    let invoice = posted(&bench.admin, customer, 100).await?;
    let first: NaiveDate = "2024-01-01".parse()?;
    let a_day = (entries / 2 / DAYS).max(1);
    let mut scope = bench.app.host().scope(bench.tenant, Mode::Write);
    let mut written = 0;
    for day in 0..DAYS {
        if written >= entries / 2 {
            break;
        }
        let date = first + Days::new(day as u64);
        let count = if day + 1 == DAYS {
            entries / 2 - written
        } else {
            a_day
        };
        for sql in [INVOICES, PAYMENTS] {
            scope
                .rows(sql, vec![invoice.val(), date.val(), (count as i64).val()])
                .await?;
        }
        written += count;
    }
    scope.commit().await?;
    let wanted = format!("customerId={customer}&fromDate=2025-03-01&toDate=2025-03-31");
    let path = format!("{STATEMENTS}/GetFinanceStatement?{wanted}");
    let mut times = Vec::with_capacity(TURNS);
    for _ in 0..TURNS {
        let begun = Instant::now();
        let told = bench.admin.get(&path).await.result();
        times.push(begun.elapsed().as_secs_f64() * 1000.0);
        anyhow::ensure!(
            told["openingBalance"] == told["closingBalance"],
            "every invoice of a day is paid on it"
        );
    }
    let name = format!("a month's statement of {} movements", 2 * written);
    bench.line(
        &name,
        &format!("{:.0} ms", middle(times)),
        goal(bench, "50 ms"),
    );
    Ok(())
}

/// One open invoice of each customer, late by different steps.
async fn ageing(bench: &Bench, owing: usize) -> anyhow::Result<()> {
    let all: Vec<CustomerId> = customers(bench, "Owing", owing).await?;
    let invoice = posted(&bench.admin, all[0], 100).await?;
    let open = tsql!(
        "INSERT INTO invoices (tenant_id, row_version, invoice_number, customer_id, tax_exclusive_amount, tax, amount,
           outstanding_amount, currency, base_currency, base_tax_exclusive_amount, base_tax, base_amount,
           base_outstanding_amount, invoice_date, due_date, status, invoice_type, customer, seller, creation_time)
         SELECT i.tenant_id, 1, 'A' || c.id, c.id, i.tax_exclusive_amount, i.tax, i.amount, i.amount, i.currency,
           i.base_currency, i.base_tax_exclusive_amount, i.base_tax, i.base_amount, i.base_amount, CAST($3 AS TEXT),
           CAST($3 AS TEXT), 'Posted', i.invoice_type, i.customer, i.seller, i.creation_time
         FROM invoices i CROSS JOIN customers c
         WHERE i.tenant_id = $1 AND i.id = $2 AND c.tenant_id = $1 AND c.id >= $5 AND c.id % 6 = $4"
    );
    let today: NaiveDate = "2026-06-01".parse()?;
    let mut scope = bench.app.host().scope(bench.tenant, Mode::Write);
    for step in 0..6_i64 {
        let due = today - Days::new(30 * step.unsigned_abs());
        scope
            .rows(
                open,
                vec![invoice.val(), due.val(), step.val(), all[0].val()],
            )
            .await?;
    }
    scope.commit().await?;
    let path = format!("{STATEMENTS}/getagedreceivables?asOf={today}&maxResultCount=100");
    let mut times = Vec::with_capacity(TURNS);
    for _ in 0..TURNS {
        let begun = Instant::now();
        let told = bench.admin.get(&path).await.result();
        times.push(begun.elapsed().as_secs_f64() * 1000.0);
        anyhow::ensure!(
            told["totalCount"].as_u64() >= Some(owing as u64),
            "{}",
            told["totalCount"]
        );
    }
    bench.line(
        &format!("ageing of {owing} customers"),
        &format!("{:.0} ms", middle(times)),
        goal(bench, "200 ms"),
    );
    Ok(())
}

fn middle(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}
