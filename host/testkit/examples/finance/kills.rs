//! Hosts that are killed at each step of a run, a payment and a refund: nothing that was acknowledged is lost, nothing is
//! there twice, and the ledger comes to the documents.

use std::{
    path::PathBuf,
    process::Command,
    time::{Duration, Instant},
};

use anyhow::Context;
use kernel::{
    db::{Col, Mode, PlatformSql},
    ids::CustomerId,
    tsql,
};
use serde_json::{Value, json};
use testkit::{ExternalProgram, bench::Bench};

use super::{INVOICE, customers, posted};

const PAYMENT: &str = "/api/finance/payment";
/// A killed call is waited for no longer.
const PATIENCE: Duration = Duration::from_secs(30);
/// Each run has a day of its own from here on, when no other bookings are.
const FIRST: &str = "2026-04-05T02:00:00Z";
const BOOKINGS_A_RUN: usize = 30;

/// What is under way when the host is killed.
#[derive(Clone, Copy)]
enum Work {
    Run,
    Payment,
    Refund,
}

const WORKS: [Work; 3] = [Work::Run, Work::Payment, Work::Refund];

/// A call, and what tells afterwards that it was done.
struct Round {
    work: Work,
    reference: String,
    path: String,
    body: Value,
    is_acknowledged: bool,
}

/// The program in a process of its own, on the bench's database.
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

/// The program of the same build: examples stand in a folder beside it.
fn program() -> anyhow::Result<PathBuf> {
    if let Some(named) = std::env::var_os("WAYBILL_PROGRAM") {
        return Ok(PathBuf::from(named));
    }
    let example = std::env::current_exe()?;
    let beside = example
        .parent()
        .and_then(|examples| examples.parent())
        .context("a folder")?
        .join("waybill");
    anyhow::ensure!(
        beside.is_file(),
        "build the program first, or name it with WAYBILL_PROGRAM: {}",
        beside.display()
    );
    Ok(beside)
}

pub async fn measure(bench: &Bench, kills: usize) -> anyhow::Result<()> {
    let customer = customers(bench, "Killed", 1).await?[0];
    let mut rounds = prepare(bench, customer, kills).await?;
    // Another part of the program may have chosen it already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::builder().timeout(PATIENCE).build()?;
    // How long each kind of work takes is known from the first of its rounds that nobody kills.
    let mut usual = [Duration::ZERO; 3];
    let begun = Instant::now();
    for (at, round) in rounds.iter_mut().enumerate() {
        let machine = Machine::start(bench)?;
        let call = send(bench, &http, &machine.url, round);
        let kind = round_kind(round.work);
        if at < WORKS.len() {
            let begun = Instant::now();
            round.is_acknowledged = call.await;
            anyhow::ensure!(
                round.is_acknowledged,
                "{} was not answered",
                round.reference
            );
            // A run goes on as a job.
            tokio::time::sleep(Duration::from_millis(if matches!(round.work, Work::Run) {
                500
            } else {
                0
            }))
            .await;
            usual[kind] = begun.elapsed();
        } else {
            // A little later each time, up to a while after the end.
            let share = (at / WORKS.len()) as f64 / (kills as f64 / WORKS.len() as f64);
            let kill = usual[kind].mul_f64(share * 1.2);
            round.is_acknowledged = killed_after(call, kill).await;
        }
        drop(machine);
        leases_end(bench).await?;
    }
    let taken = begun.elapsed().as_secs_f64();
    prove(bench, customer, &rounds).await?;
    let acknowledged = rounds.iter().filter(|round| round.is_acknowledged).count();
    let told = format!("{acknowledged} of {kills} answered, {taken:.0} s");
    bench.line(
        &format!("{kills} kills lose nothing and double nothing"),
        &told,
        "-",
    );
    Ok(())
}

const fn round_kind(work: Work) -> usize {
    match work {
        Work::Run => 0,
        Work::Payment => 1,
        Work::Refund => 2,
    }
}

/// Whether the call was answered before the host is killed; what it goes on with is killed all the same.
async fn killed_after(call: impl Future<Output = bool>, kill: Duration) -> bool {
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

/// Bookings for the runs, invoices for the payments, payments for the refunds.
async fn prepare(bench: &Bench, customer: CustomerId, kills: usize) -> anyhow::Result<Vec<Round>> {
    let runs = kills.div_ceil(WORKS.len());
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
    let count = (runs * BOOKINGS_A_RUN) as i64;
    scope
        .rows(copy, vec![before.val(), count.val(), customer.val()])
        .await?;
    let first: chrono::DateTime<chrono::Utc> = FIRST.parse()?;
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
        let work = WORKS[at % WORKS.len()];
        let (path, body) = match work {
            Work::Run => {
                let day = (first + chrono::TimeDelta::days((at / WORKS.len()) as i64)).date_naive();
                (
                    format!("{INVOICE}/runinvoices"),
                    json!({"fromDate": day, "toDate": day, "customerIds": [customer]}),
                )
            }
            Work::Payment => {
                let invoice = posted(&bench.admin, customer, 100).await?;
                let shares = json!([{"invoiceId": invoice, "amount": 60}]);
                let body = payment(&reference, customer, shares);
                (format!("{PAYMENT}/createpayment"), body)
            }
            Work::Refund => {
                let invoice = posted(&bench.admin, customer, 100).await?;
                let shares = json!([{"invoiceId": invoice, "amount": 50}]);
                let body = payment(&format!("PAID-{at}"), customer, shares);
                let made = bench
                    .admin
                    .post(&format!("{PAYMENT}/createpayment"), body)
                    .await
                    .result();
                let id = &made["payment"]["id"];
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

/// Ends the waiting for what the killed host held.
async fn leases_end(bench: &Bench) -> anyhow::Result<()> {
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

async fn prove(bench: &Bench, customer: CustomerId, rounds: &[Round]) -> anyhow::Result<()> {
    leases_end(bench).await?;
    kernel::job::drain(bench.app.host()).await?;
    // What no run got to is invoiced by one more.
    let body = json!({"fromDate": "2026-03-29", "toDate": "2026-12-31", "customerIds": [customer]});
    bench
        .admin
        .post(&format!("{INVOICE}/runinvoices"), body)
        .await
        .result();
    kernel::job::drain(bench.app.host()).await?;
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
            Work::Run => continue,
            Work::Payment => {
                tsql!(
                    "SELECT COUNT(*) FROM payments WHERE tenant_id = $1 AND payment_reference_number = $2"
                )
            }
            Work::Refund => {
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
