//! Measures what is done with many bookings at once: 500 labels as one file, first and again, in each format:
//! `cargo run --release -p testkit --example bookings`, or as a part of `cargo xtask bench`.
//!
//! Every call goes through the whole program, in process. It prints one line a figure: name, what was measured, the goal.

use std::{path::PathBuf, time::Instant};

use anyhow::{Context, ensure};
use kernel::{
    config::Config,
    db::Mode,
    ids::{CustomerId, TenantId},
};
use serde_json::{Value, json};
use testkit::{Client, Database, given};
use waybill::{App, Parts};

const LABELS: usize = 500;
/// How many bookings one call makes.
const BATCH: usize = 100;
const BASE: &str = "/api/booking/booking";

/// The same as the program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let data = std::env::temp_dir().join(format!("waybill-bookings-{}", uuid::Uuid::now_v7().simple()));
    let outcome = async {
        let plugins = std::env::var_os("WAYBILL_PLUGINS").context("set WAYBILL_PLUGINS to the built plugins")?;
        let plugins = Some(PathBuf::from(plugins));
        let sqlite = Config { data: data.join("sqlite"), plugins: plugins.clone(), ..Config::default() };
        measure(sqlite, "SQLite").await?;
        if !Database::all().contains(&Database::Postgres) {
            line("500 labels as one file: PostgreSQL", "no server", "5 s");
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
        let outcome = measure(config, "PostgreSQL").await;
        testkit::remove_database(&url).await?;
        outcome
    }
    .await;
    std::fs::remove_dir_all(data)?;
    outcome
}

async fn measure(config: Config, database: &str) -> anyhow::Result<()> {
    let app = App::start(Parts::new(config)).await?;
    lookups::seed_builtin(app.host()).await?;
    let (tenant, client) = office(&app).await?;
    waybill::demo::put_rate_card(&app, tenant).await?;
    let attributes = json!([
        {"key": "rateCard", "value": waybill::demo::RATE_CARD},
        {"key": "connotePrefix", "value": "BEN"},
        {"key": "gs1CompanyPrefix", "value": "9377779"},
    ]);
    given::account(&client, "own-fleet", "FLEET", attributes).await;
    let customer = customer(&app, tenant).await?;
    let ids = booked(&client, customer).await?;
    for (what, format) in [
        ("500 labels as one file", "Pdf"),
        ("500 labels again", "Pdf"),
        ("500 labels again, four on a sheet", "A4"),
        ("500 labels again, for a thermal printer", "Zpl"),
        ("500 labels again, as pictures", "Png"),
    ] {
        let begun = Instant::now();
        let body = json!({"bookingIds": ids, "operations": ["PrintLabel"], "labelFormat": format});
        let answer = client.post(&format!("{BASE}/runbulkoperation"), body).await.result();
        let seconds = begun.elapsed().as_secs_f64();
        let token = answer["label"][0].as_str().context("there is no file")?;
        let file = client.get(&format!("/api/booking/File/DownloadDocument?token={token}")).await;
        ensure!(file.status == 200, "the file cannot be had");
        let told = format!("{seconds:.2} s, {:.1} MB", file.body.len() as f64 / 1e6);
        line(&format!("{what}: {database}"), &told, "5 s");
    }
    Ok(())
}

/// Bookings that the carrier has, one piece each.
async fn booked(client: &Client, customer: CustomerId) -> anyhow::Result<Vec<Value>> {
    let (from, to) = given::addresses();
    let mut request = given::quote_request(customer);
    request["items"] = json!([request["items"][0]]);
    request["items"][0]["quantity"] = json!(1);
    let mut ids = Vec::new();
    while ids.len() < LABELS {
        let mut bookings = Vec::with_capacity(BATCH);
        for _ in 0..BATCH {
            let quotes = given::quotes(client, request.clone()).await;
            bookings.push(json!({"booking": {
                "customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
                "resourceToken": quotes["resourceToken"], "quoteId": quotes["quotes"][0]["id"],
            }}));
        }
        let body = json!({"bookings": bookings, "operations": ["Book"]});
        let answer = client.post(&format!("{BASE}/createorupdatebatchbooking"), body).await.result();
        let saved = answer["successBookings"].as_array().context("nothing was booked")?;
        ensure!(saved.len() == BATCH, "not all were booked: {answer}");
        ids.extend(saved.iter().map(|saved| saved["booking"]["id"].clone()));
    }
    Ok(ids)
}

async fn office(app: &App) -> anyhow::Result<(TenantId, Client)> {
    let host_name = format!("bookings-{}.test", uuid::Uuid::now_v7().simple());
    let new = tenancy::NewTenant { name: "Bench".to_owned(), hosts: vec![host_name.clone()], ..Default::default() };
    let tenant = people::create_tenant(app.host(), new).await?;
    waybill::operate::enable_all(app, tenant).await?;
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
    Ok((tenant, Client { app: app.clone(), host_name, token: Some(token), headers: Vec::new(), address: None }))
}

async fn customer(app: &App, tenant: TenantId) -> anyhow::Result<CustomerId> {
    let mut scope = app.host().scope(tenant, Mode::Write);
    let new = customers::NewCustomer { company_name: Some("Bluegum Wines".to_owned()), ..Default::default() };
    let customer = customers::create(&mut scope, new).await?;
    scope.commit().await?;
    Ok(customer.id)
}

fn line(name: &str, measured: &str, goal: &str) {
    #[expect(clippy::print_stdout, reason = "the figures are what this program is for")]
    {
        println!("{name:<66} {measured:>26}   goal {goal}");
    }
}
