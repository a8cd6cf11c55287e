//! Measures the import of a carrier's invoice of 100,000 lines, read, matched with 50,000 bookings and compared:
//! `cargo run --release -p testkit --example reconciliation`, or as a part of `cargo xtask bench`.
//!
//! Every call goes through the whole program, in process. It prints one line a figure: name, what was measured, the goal.

use std::{fmt::Write, path::PathBuf, time::Instant};

use anyhow::Context;
use kernel::{
    config::Config,
    db::{Col, Mode},
    ids::TenantId,
    tsql,
};
use serde_json::{Value, json};
use testkit::{Client, Database};
use waybill::{App, Parts};

const BOOKINGS: usize = 50_000;
/// Each booking is charged with its freight and its fuel.
const LINES: usize = 2 * BOOKINGS;
const BASE: &str = "/api/booking/reconciliation";

/// The same as the program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let data = std::env::temp_dir().join(format!("waybill-reconciliation-{}", uuid::Uuid::now_v7().simple()));
    let outcome = async {
        let plugins = std::env::var_os("WAYBILL_PLUGINS").context("set WAYBILL_PLUGINS to the built plugins")?;
        let plugins = Some(PathBuf::from(plugins));
        let sqlite = Config { data: data.join("sqlite"), plugins: plugins.clone(), ..Config::default() };
        measure(sqlite, "SQLite", "60 s").await?;
        if !Database::all().contains(&Database::Postgres) {
            line("100,000 invoice lines compared: PostgreSQL", "no server", "-");
            return Ok(());
        }
        let url = Database::Postgres.create(&data).await?;
        let config = Config {
            data: data.join("pg"),
            plugins,
            database_url: Some(url.clone()),
            secret_key: Some(testkit::secret_key()),
            ..Config::default()
        };
        let outcome = measure(config, "PostgreSQL", "-").await;
        testkit::remove_database(&url).await?;
        outcome
    }
    .await;
    std::fs::remove_dir_all(data)?;
    outcome
}

async fn measure(config: Config, database: &str, goal: &str) -> anyhow::Result<()> {
    let app = App::start(Parts::new(config)).await?;
    let host_name = format!("reconciliation-{}.test", uuid::Uuid::now_v7().simple());
    let new = tenancy::NewTenant { name: "Bench".to_owned(), hosts: vec![host_name.clone()], ..Default::default() };
    let tenant = people::create_tenant(app.host(), new).await?;
    waybill::operate::enable_all(&app, tenant).await?;
    let user = identity::NewUser {
        user_name: "admin".to_owned(),
        name: "Ad".to_owned(),
        surname: "Min".to_owned(),
        email: "admin@bench.test".to_owned(),
        password: "Bench-gumtree-1".to_owned(),
        roles: vec!["Admin".to_owned()],
        ..Default::default()
    };
    let user = identity::create_user(app.host(), tenant, user).await?;
    let token = identity::sign_in(app.host(), tenant, user).await?;
    let client = Client { app: app.clone(), host_name, token: Some(token), headers: Vec::new(), address: None };
    let invoice = invoice(&app, tenant).await?;

    let path = "/api/booking/File/UploadReconciliationFile";
    let file = client.post_file(path, &[], ("invoice.csv", invoice.as_bytes())).await.result();
    drop(invoice);
    let body = json!({"fileName": file["fileName"], "carrierCode": "own-fleet"});
    let before = resident("VmRSS:")?;
    forget_peak()?;
    let begun = Instant::now();
    let import = client.post(&format!("{BASE}/importCsv"), body).await.result();
    kernel::job::drain(app.host()).await?;
    let taken = begun.elapsed().as_secs_f64();
    let peak = resident("VmHWM:")?;
    let token = import["importToken"].as_str().context("a token")?;
    let status = client.get(&format!("{BASE}/GetImportStatus?importToken={token}")).await.result();
    anyhow::ensure!(status["isCompleted"] == true && status["status"] == "AwaitingApproval", "{status}");
    let id = &import["id"];
    let begun = Instant::now();
    let all = client.get(&format!("{BASE}/GetReconciliationForApproval?id={id}&maxResultCount=100")).await.result();
    let opened = begun.elapsed().as_secs_f64() * 1000.0;
    anyhow::ensure!(
        all["charges"] == LINES && all["bookings"] == BOOKINGS,
        "{} of {}",
        all["charges"],
        all["bookings"]
    );
    let unmatched = client
        .get(&format!("{BASE}/GetReconciliationBookings?id={id}&filter=status eq 'Unmatched'&maxResultCount=1"))
        .await
        .result();
    anyhow::ensure!(unmatched["totalCount"] == 0, "{} lines without a booking", unmatched["totalCount"]);
    line(&format!("100,000 invoice lines compared: {database}"), &format!("{taken:.1} s"), goal);
    let memory = format!("{before} → {peak} MB");
    line(&format!("resident memory before, and at most meanwhile: {database}"), &memory, "+64 MB");
    line(&format!("its first 100 of 50,000 consignments opened: {database}"), &format!("{opened:.0} ms"), "-");
    approved(&client, id, &all, database).await
}

/// A whole answer's consignments approved by one call.
async fn approved(client: &Client, id: &Value, all: &Value, database: &str) -> anyhow::Result<()> {
    let lines = all["bookingReconciliations"].as_array().context("lines")?;
    let ids: Vec<&Value> = lines.iter().map(|line| &line["id"]).collect();
    let body = json!({"id": id, "operation": "Approve", "ids": ids, "note": "Measured"});
    let begun = Instant::now();
    let answer = client.post(&format!("{BASE}/ProcessReconciliationBookings"), body).await.result();
    let taken = begun.elapsed().as_secs_f64() * 1000.0;
    let items = answer["items"].as_array().context("items")?;
    anyhow::ensure!(items.iter().all(|item| item["success"] == true), "{answer}");
    line(&format!("{} consignments approved: {database}", items.len()), &format!("{taken:.0} ms"), "-");
    Ok(())
}

/// Bookings that the carrier has, and its invoice over them.
async fn invoice(app: &App, tenant: TenantId) -> anyhow::Result<String> {
    let mut scope = app.host().scope(tenant, Mode::Write);
    let customer = customers::NewCustomer { company_name: Some("Bench".to_owned()), ..Default::default() };
    customers::create(&mut scope, customer).await?;
    scope.commit().await?;
    bookings::seed_many(&mut scope, BOOKINGS).await?;
    // What is seeded repeats its numbers; an invoice names each consignment once.
    let numbers = tsql!(
        "UPDATE bookings SET consignment_id = 'RC' || id || 'X', carrier = 'own-fleet', booking_status = 'Delivered'
         WHERE tenant_id = $1 AND booking_status <> $2"
    );
    scope.rows(numbers, vec!["Deleted".to_owned().val()]).await?;
    scope.commit().await?;
    let all = tsql!("SELECT consignment_id FROM bookings WHERE tenant_id = $1 ORDER BY id");
    let mut table = "consignmentId,serviceCode,chargedWeight,taxExclusiveAmount,tax,invoiceNumber\n".to_owned();
    for (at, row) in scope.rows(all, Vec::new()).await?.iter().enumerate() {
        let connote: String = row.get(0)?;
        let (dollars, number) = (10 + at % 90, at / 1_000);
        writeln!(table, "{connote},STD,{},{dollars}.00,{}.00,INV-{number}", at % 40, dollars / 10)?;
        writeln!(table, "{connote},FUEL,,{}.50,0.25,INV-{number}", dollars / 5)?;
    }
    scope.rollback();
    Ok(table)
}

/// Megabytes by the kernel's books: `VmRSS:` now, `VmHWM:` at most.
fn resident(name: &str) -> anyhow::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with(name)).context("the memory")?;
    let kilobytes: u64 = line.split_whitespace().nth(1).context("a number")?.parse()?;
    Ok(kilobytes / 1024)
}

/// Has `VmHWM:` begin anew.
fn forget_peak() -> anyhow::Result<()> {
    Ok(std::fs::write("/proc/self/clear_refs", "5")?)
}

fn line(name: &str, measured: &str, goal: &str) {
    #[expect(clippy::print_stdout, reason = "the figures are what this program is for")]
    {
        println!("{name:<58} {measured:>22}   goal {goal}");
    }
}
