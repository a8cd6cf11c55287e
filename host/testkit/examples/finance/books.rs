//! Benchmarks of a long statement of account, and of ageing over many customers.

use std::time::Instant;

use chrono::{Days, NaiveDate};
use data::{
    db::{Col, Mode, TenantSql},
    ids::CustomerId,
    tsql,
};
use testkit::bench::Bench;

use super::{create_customers, goal, post_invoice};

const STATEMENTS: &str = "/api/finance/customer";
const DAYS: usize = 730;
const TURNS: usize = 20;

pub async fn measure(bench: &Bench, entries: usize, debtors: usize) -> anyhow::Result<()> {
    statement(bench, entries).await?;
    ageing(bench, debtors).await
}

/// Copies an invoice once per number, for one customer and day.
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

async fn statement(bench: &Bench, entries: usize) -> anyhow::Result<()> {
    let customer = create_customers(bench, "Busy", 1).await?[0];
    let invoice = post_invoice(&bench.admin, customer, 100).await?;
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
    let query = format!("customerId={customer}&fromDate=2025-03-01&toDate=2025-03-31");
    let path = format!("{STATEMENTS}/GetFinanceStatement?{query}");
    let mut times = Vec::with_capacity(TURNS);
    for _ in 0..TURNS {
        let start = Instant::now();
        let response = bench.admin.get(&path).await.result();
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        anyhow::ensure!(
            response["openingBalance"] == response["closingBalance"],
            "every invoice of a day is paid on it"
        );
    }
    let name = format!("a month's statement of {} movements", 2 * written);
    bench.print_figure(
        &name,
        &format!("{:.0} ms", middle(times)),
        goal(bench, "50 ms"),
    );
    Ok(())
}

async fn ageing(bench: &Bench, debtors: usize) -> anyhow::Result<()> {
    let all: Vec<CustomerId> = create_customers(bench, "Owing", debtors).await?;
    let invoice = post_invoice(&bench.admin, all[0], 100).await?;
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
        let start = Instant::now();
        let response = bench.admin.get(&path).await.result();
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        anyhow::ensure!(
            response["totalCount"].as_u64() >= Some(debtors as u64),
            "{}",
            response["totalCount"]
        );
    }
    bench.print_figure(
        &format!("ageing of {debtors} customers"),
        &format!("{:.0} ms", middle(times)),
        goal(bench, "200 ms"),
    );
    Ok(())
}

fn middle(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}
