//! Kills hosts at each step of a run, a payment and a refund.
//!
//! Invariants:
//! - nothing acknowledged is lost
//! - nothing exists twice
//! - the ledger matches the documents

use std::{
    path::PathBuf,
    process::Command,
    time::{Duration, Instant},
};

use anyhow::Context;
use data::{
    db::{Col, Mode, PlatformSql},
    ids::CustomerId,
    tsql,
};
use serde_json::{Value, json};
use testkit::{ExternalProgram, bench::Bench};

use super::{INVOICE, create_customers, post_invoice};

const PAYMENT: &str = "/api/finance/payment";
/// Timeout of a killed call.
const CALL_TIMEOUT: Duration = Duration::from_secs(30);
/// Each run has a separate day.
const FIRST_DAY: &str = "2026-04-05T02:00:00Z";
const BOOKINGS_PER_RUN: usize = 30;

#[derive(Clone, Copy)]
enum Operation {
    Run,
    Payment,
    Refund,
}

const OPERATIONS: [Operation; 3] = [Operation::Run, Operation::Payment, Operation::Refund];

struct Round {
    work: Operation,
    reference: String,
    path: String,
    body: Value,
    is_acknowledged: bool,
}

struct Machine {
    _program: ExternalProgram,
    url: String,
}

impl Machine {
    fn start(bench: &Bench) -> anyhow::Result<Self> {
        let config = &bench.config;
        let data = config.data.join("machine");
        let database = config
            .database_url
            .clone()
            .unwrap_or_else(|| format!("sqlite://{}", config.data.join("waybill.db").display()));
        let mut command = Command::new(program()?);
        command
            .arg("serve")
            .env("WAYBILL_CONFIG", data.join("none"))
            .env("WAYBILL_LISTEN", "127.0.0.1:0")
            .env("WAYBILL_DATA", &data)
            .env(
                "WAYBILL_SECRET_KEY",
                bench.app.host().secrets().export().expose(),
            )
            .env(
                "WAYBILL_PLUGINS",
                config.plugins.as_ref().context("plugins")?,
            )
            .env(
                "WAYBILL_PLUGIN_CACHE",
                config.plugin_cache.as_ref().unwrap_or(&config.data),
            )
            .env("WAYBILL_LOG", "off")
            .env("DATABASE_URL", database);
        let (program, line) = ExternalProgram::start_and_read_line(&mut command);
        let port = line.rsplit(':').next().context("a port")?;
        Ok(Self {
            _program: program,
            url: format!("http://127.0.0.1:{port}"),
        })
    }
}

/// Returns the program of the same build.
fn program() -> anyhow::Result<PathBuf> {
    if let Some(path) = std::env::var_os("WAYBILL_PROGRAM") {
        return Ok(PathBuf::from(path));
    }
    let example = std::env::current_exe()?;
    let path = example
        .parent()
        .and_then(|examples| examples.parent())
        .context("a folder")?
        .join("waybill");
    anyhow::ensure!(
        path.is_file(),
        "build the program first, or name it with WAYBILL_PROGRAM: {}",
        path.display()
    );
    Ok(path)
}

pub async fn measure(bench: &Bench, kills: usize) -> anyhow::Result<()> {
    let customer = create_customers(bench, "Killed", 1).await?[0];
    let mut rounds = prepare(bench, customer, kills).await?;
    // Another part of the program may have installed one already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::builder().timeout(CALL_TIMEOUT).build()?;
    // The first round of each kind measures the usual duration.
    let mut usual = [Duration::ZERO; 3];
    let start = Instant::now();
    for (at, round) in rounds.iter_mut().enumerate() {
        let machine = Machine::start(bench)?;
        let call = send(bench, &http, &machine.url, round);
        let kind = round_kind(round.work);
        if at < OPERATIONS.len() {
            let start = Instant::now();
            round.is_acknowledged = call.await;
            anyhow::ensure!(
                round.is_acknowledged,
                "{} was not answered",
                round.reference
            );
            // A run continues as a job.
            tokio::time::sleep(Duration::from_millis(
                if matches!(round.work, Operation::Run) {
                    500
                } else {
                    0
                },
            ))
            .await;
            usual[kind] = start.elapsed();
        } else {
            // Later each time, until somewhat after the end.
            let share = (at / OPERATIONS.len()) as f64 / (kills as f64 / OPERATIONS.len() as f64);
            let kill = usual[kind].mul_f64(share * 1.2);
            round.is_acknowledged = kill_after(call, kill).await;
        }
        drop(machine);
        expire_leases(bench).await?;
    }
    let seconds = start.elapsed().as_secs_f64();
    check_consistency(bench, customer, &rounds).await?;
    let acknowledged = rounds.iter().filter(|round| round.is_acknowledged).count();
    let figure = format!("{acknowledged} of {kills} answered, {seconds:.0} s");
    bench.print_figure(
        &format!("{kills} kills lose nothing and double nothing"),
        &figure,
        "-",
    );
    Ok(())
}

const fn round_kind(work: Operation) -> usize {
    match work {
        Operation::Run => 0,
        Operation::Payment => 1,
        Operation::Refund => 2,
    }
}

/// Returns true if the call returned before the kill.
async fn kill_after(call: impl Future<Output = bool>, kill: Duration) -> bool {
    let mut call = std::pin::pin!(call);
    let until = tokio::time::Instant::now() + kill;
    match tokio::time::timeout_at(until, &mut call).await {
        Ok(answered) => {
            tokio::time::sleep_until(until).await;
            answered
        }
        Err(_) => false,
    }
}

async fn send(bench: &Bench, http: &reqwest::Client, url: &str, round: &Round) -> bool {
    let request = http
        .post(format!("{url}{}", round.path))
        .header("host", &bench.admin.host_name)
        .bearer_auth(bench.admin.token.clone().unwrap_or_default())
        .header("content-type", "application/json")
        .body(round.body.to_string());
    let Ok(answer) = request.send().await else {
        return false;
    };
    answer.status().is_success() && answer.bytes().await.is_ok()
}

async fn prepare(bench: &Bench, customer: CustomerId, kills: usize) -> anyhow::Result<Vec<Round>> {
    let runs = kills.div_ceil(OPERATIONS.len());
    let mut scope = bench.app.host().scope(bench.tenant, Mode::Write);
    let before = tsql!("SELECT COALESCE(MAX(id), 0) FROM bookings WHERE tenant_id = $1");
    let before: i64 = scope.rows(before, Vec::new()).await?[0].get(0)?;
    let copy = tsql!(
        "WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < $3)
         INSERT INTO bookings (tenant_id, row_version, guid, creation_time, booking_date, booking_status, customer_id,
           customer_code, customer_detail, carrier, consignment_id, reference, from_suburb, from_post_code, to_suburb,
           to_post_code, from_address, to_address, items, pickup_options, delivery_options, is_ready_to_pickup,
           total_items, total_weight, total_volume, total_cubic_weight, chargable_weight, cubic_factor, total_price,
           freight_price, insurance_price, carrier_price, quoted_net, sold_net, cost_net, insurance_net, from_region,
           to_region, pricing_detail, is_dangerous_good, is_insured, is_multi_leg, tracked_automatically,
           intent_attempts, is_uncertain, carrier_record)
         SELECT tenant_id, 1, guid, creation_time, booking_date, 'Delivered', $4, customer_code, customer_detail,
           carrier, consignment_id, reference, from_suburb, from_post_code, to_suburb, to_post_code, from_address,
           to_address, items, pickup_options, delivery_options, is_ready_to_pickup, total_items, total_weight,
           total_volume, total_cubic_weight, chargable_weight, cubic_factor, total_price, freight_price,
           insurance_price, carrier_price, quoted_net, sold_net, cost_net, insurance_net, from_region, to_region,
           pricing_detail, is_dangerous_good, is_insured, is_multi_leg, tracked_automatically, intent_attempts,
           is_uncertain, carrier_record
         FROM bookings CROSS JOIN copies WHERE tenant_id = $1 AND id = $2"
    );
    let count = (runs * BOOKINGS_PER_RUN) as i64;
    scope
        .rows(copy, vec![before.val(), count.val(), customer.val()])
        .await?;
    let first: chrono::DateTime<chrono::Utc> = FIRST_DAY.parse()?;
    for run in 0..runs as i64 {
        let at = first + chrono::TimeDelta::days(run);
        let days = tsql!(
            "UPDATE bookings SET booking_date = $2 WHERE tenant_id = $1 AND customer_id = $3 AND id % $4 = $5"
        );
        scope
            .rows(
                days,
                vec![at.val(), customer.val(), (runs as i64).val(), run.val()],
            )
            .await?;
    }
    scope.commit().await?;
    let mut rounds = Vec::with_capacity(kills);
    for at in 0..kills {
        let reference = format!("KILL-{at}");
        let work = OPERATIONS[at % OPERATIONS.len()];
        let (path, body) = match work {
            Operation::Run => {
                let day =
                    (first + chrono::TimeDelta::days((at / OPERATIONS.len()) as i64)).date_naive();
                (
                    format!("{INVOICE}/runinvoices"),
                    json!({"fromDate": day, "toDate": day, "customerIds": [customer]}),
                )
            }
            Operation::Payment => {
                let invoice = post_invoice(&bench.admin, customer, 100).await?;
                let shares = json!([{"invoiceId": invoice, "amount": 60}]);
                let body = payment(&reference, customer, shares);
                (format!("{PAYMENT}/createpayment"), body)
            }
            Operation::Refund => {
                let invoice = post_invoice(&bench.admin, customer, 100).await?;
                let shares = json!([{"invoiceId": invoice, "amount": 50}]);
                let body = payment(&format!("PAID-{at}"), customer, shares);
                let created = bench
                    .admin
                    .post(&format!("{PAYMENT}/createpayment"), body)
                    .await
                    .result();
                let id = &created["payment"]["id"];
                let body = json!({"paymentId": id, "amount": 30, "invoiceId": invoice, "referenceNumber": reference});
                (format!("{PAYMENT}/refundpayment"), body)
            }
        };
        rounds.push(Round {
            work,
            reference,
            path,
            body,
            is_acknowledged: false,
        });
    }
    Ok(rounds)
}

fn payment(reference: &str, customer: CustomerId, shares: Value) -> Value {
    json!({
        "customerId": customer, "paymentDate": "2026-04-01", "paidAmount": 80, "paymentReferenceNumber": reference,
        "allocatedInvoicePayments": shares,
    })
}

async fn expire_leases(bench: &Bench) -> anyhow::Result<()> {
    const JOBS: PlatformSql = PlatformSql(
        "UPDATE jobs SET run_at = CASE WHEN state = 'waiting' THEN $2 ELSE run_at END,
           locked_until = CASE WHEN locked_until IS NULL THEN NULL ELSE $2 END
         WHERE for_tenant = $1 AND kind LIKE 'finance.%'",
    );
    let mut scope = bench.app.host().scope(bench.tenant, Mode::Write);
    let past = scope.now() - chrono::TimeDelta::hours(1);
    scope
        .platform(JOBS, vec![bench.tenant.val(), past.val()])
        .await?;
    scope.commit().await?;
    Ok(())
}

async fn check_consistency(
    bench: &Bench,
    customer: CustomerId,
    rounds: &[Round],
) -> anyhow::Result<()> {
    expire_leases(bench).await?;
    work::worker::drain(bench.app.host()).await?;
    // A last run invoices the rest.
    let body = json!({"fromDate": "2026-03-29", "toDate": "2026-12-31", "customerIds": [customer]});
    bench
        .admin
        .post(&format!("{INVOICE}/runinvoices"), body)
        .await
        .result();
    work::worker::drain(bench.app.host()).await?;
    let mut scope = bench.app.host().scope(bench.tenant, Mode::Read);
    let invoiced = tsql!(
        "SELECT b.id, b.invoice_id, COUNT(DISTINCT d.invoice_id) FROM bookings b
         LEFT JOIN invoice_details d ON d.tenant_id = $1 AND d.booking_id = b.id
         WHERE b.tenant_id = $1 AND b.customer_id = $2 GROUP BY b.id, b.invoice_id"
    );
    for row in scope.rows(invoiced, vec![customer.val()]).await? {
        let (id, invoice, count): (i64, Option<i64>, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        anyhow::ensure!(
            invoice.is_some() && count == 1,
            "the booking {id} is on {count} invoices"
        );
    }
    for round in rounds {
        let counts = match round.work {
            Operation::Run => continue,
            Operation::Payment => {
                tsql!(
                    "SELECT COUNT(*) FROM payments WHERE tenant_id = $1 AND payment_reference_number = $2"
                )
            }
            Operation::Refund => {
                tsql!(
                    "SELECT COUNT(*) FROM payment_details WHERE tenant_id = $1 AND reference_number = $2"
                )
            }
        };
        let count: i64 = scope.rows(counts, vec![round.reference.val()]).await?[0].get(0)?;
        anyhow::ensure!(count <= 1, "{} is there {count} times", round.reference);
        anyhow::ensure!(
            count == 1 || !round.is_acknowledged,
            "{} was acknowledged and is lost",
            round.reference
        );
    }
    scope.rollback();
    let proof = bench
        .admin
        .get("/api/finance/ledger/getproof")
        .await
        .result();
    anyhow::ensure!(proof["isProven"] == true, "{proof}");
    let balances = bench
        .admin
        .get("/api/finance/ledger/getbalances")
        .await
        .result();
    let sum: f64 = balances["items"]
        .as_array()
        .context("balances")?
        .iter()
        .filter_map(|item| item["balance"].as_f64())
        .sum();
    anyhow::ensure!(sum.abs() < 0.001, "debits and credits differ by {sum}");
    Ok(())
}
