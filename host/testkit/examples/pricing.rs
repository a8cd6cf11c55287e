//! Benchmarks of selling prices: quotes without markups and with markups of 10,000 customers, and
//! the markup grid: `cargo run --release -p testkit --example pricing`, or as part of `cargo xtask
//! bench`.
//!
//! Calls run in process through the whole program. Prints one line per figure: name, measurement,
//! goal.

use std::time::Instant;

use anyhow::Context;
use data::{
    db::{Col, Mode},
    ids::{CustomerId, TenantId},
    tsql,
};
use serde_json::{Value, json};
use testkit::{
    Client,
    bench::{self, Bench, print_figure},
    given,
};
use waybill::App;

const CUSTOMERS: usize = 10_000;
const QUOTING_CUSTOMERS: usize = 500;
/// Rounds of each kind; the best counts, since other load only adds.
const ROUNDS: usize = 5;
const ACCOUNTS: usize = 200;
const SERVICES: usize = 50;
const TURNS: usize = 20;
const MARKUP: &str = "/api/booking/Markup";

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    bench::on_each_database(
        "pricing",
        ("CPU of a quote by 10,000 customers' markups", "+5 %"),
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
    lookups::seed_builtin(app.host()).await?;
    let plain = Office::furnish(&app, (tenant, client)).await?;
    let marked_up =
        Office::furnish(&app, bench::create_tenant(&app, "pricing-marked-up").await?).await?;
    let start = Instant::now();
    for (at, customer) in marked_up.customers.iter().enumerate() {
        let rate = json!({"calcMethod": "Percentage", "value": 5 + at % 40});
        let accounts = json!([{"carrierAccountId": marked_up.account, "rate": rate}]);
        let body = json!({"customerId": customer, "carrierAccounts": accounts});
        marked_up
            .client
            .post(&format!("{MARKUP}/CreateOrUpdateMarkupForCustomer"), body)
            .await
            .result();
    }
    let saved = start.elapsed().as_secs_f64() * 1000.0 / CUSTOMERS as f64;
    print_figure(
        &format!("a customer's markup saved: {database}"),
        &format!("{saved:.1} ms"),
        "-",
    );
    plain.round().await?;
    marked_up.round().await?;
    // Alternating, so both kinds see the same database and machine.
    let (mut without, mut with) = (f64::MAX, f64::MAX);
    for _ in 0..ROUNDS {
        without = without.min(plain.round().await?);
        with = with.min(marked_up.round().await?);
    }
    let dearer = (with / without - 1.0) * 100.0;
    let figure_text = format!("{without:.2} → {with:.2} ms, {dearer:+.1} %");
    print_figure(
        &format!("CPU of a quote by 10,000 customers' markups: {database}"),
        &figure_text,
        "+5 %",
    );
    measure_grid(&app, marked_up.tenant, &marked_up.client, database).await
}

struct Office {
    tenant: TenantId,
    client: Client,
    account: Value,
    customers: Vec<CustomerId>,
}

impl Office {
    async fn furnish(app: &App, (tenant, client): (TenantId, Client)) -> anyhow::Result<Self> {
        waybill::demo::put_rate_card(app, tenant).await?;
        let attributes = json!([
            {"key": "rateCard", "value": waybill::demo::RATE_CARD},
            {"key": "connotePrefix", "value": "BEN"},
            {"key": "gs1CompanyPrefix", "value": "9377779"},
        ]);
        let account = json!(given::account(&client, "own-fleet", "FLEET", attributes).await);
        let customers = create_customers(app, tenant).await?;
        Ok(Self {
            tenant,
            client,
            account,
            customers,
        })
    }

    async fn round(&self) -> anyhow::Result<f64> {
        let start = cpu_ms()?;
        for customer in self.customers.iter().step_by(CUSTOMERS / QUOTING_CUSTOMERS) {
            let response = self
                .client
                .post("/api/booking/Quote/Quote", given::quote_request(*customer))
                .await
                .result();
            let token = response["resourceToken"]
                .as_str()
                .context("a token")?
                .to_owned();
            let path = format!("/api/booking/Quote/GetQuotes?waitMs=1000&resourceToken={token}");
            let mut answer = self.client.get(&path).await.result();
            while answer["isCompleted"] != true {
                answer = self.client.get(&path).await.result();
            }
            anyhow::ensure!(
                answer["quotes"]
                    .as_array()
                    .is_some_and(|quotes| !quotes.is_empty()),
                "{answer}"
            );
        }
        Ok((cpu_ms()? - start) / QUOTING_CUSTOMERS as f64)
    }
}

async fn create_customers(app: &App, tenant: TenantId) -> anyhow::Result<Vec<CustomerId>> {
    let mut scope = app.host().scope(tenant, Mode::Write);
    let mut ids = Vec::with_capacity(CUSTOMERS);
    for at in 0..CUSTOMERS {
        let new = customers::NewCustomer {
            company_name: Some(format!("Customer {at}")),
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

fn cpu_ms() -> anyhow::Result<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let fields: Vec<&str> = stat
        .rsplit_once(") ")
        .context("stat")?
        .1
        .split(' ')
        .collect();
    let ticks: u64 = fields[11].parse::<u64>()? + fields[12].parse::<u64>()?;
    Ok(ticks as f64 * 10.0)
}

/// Measures the grid's initial requests: accounts, services, and a markup per service and account.
async fn measure_grid(
    app: &App,
    tenant: TenantId,
    client: &Client,
    database: &str,
) -> anyhow::Result<()> {
    let services = create_services(app, tenant).await?;
    let mut scope = app.host().scope(tenant, Mode::Write);
    let mut accounts = Vec::with_capacity(ACCOUNTS);
    for at in 0..ACCOUNTS {
        let settings = [
            ("rateCard", waybill::demo::RATE_CARD),
            ("connotePrefix", "BEN"),
            ("gs1CompanyPrefix", "9377779"),
        ];
        carriers::create_account(
            &mut scope,
            "own-fleet",
            &format!("GRID-{at}"),
            "Grid",
            &settings,
        )
        .await?;
    }
    scope.commit().await?;
    let accounts_path =
        "/api/carrier/carrieraccount/getcarrieraccounts?sorting=name, id&maxResultCount=1000";
    for account in client.get(accounts_path).await.result()["items"]
        .as_array()
        .context("accounts")?
    {
        if account["code"]
            .as_str()
            .is_some_and(|code| code.starts_with("GRID-"))
        {
            accounts.push(account["id"].clone());
        }
    }
    let of_account = |account: &Value| {
        let of_service = |(at, id): (usize, &i64)| json!({"serviceId": id, "rate": {"calcMethod": "Percentage", "value": at % 30}});
        let services: Vec<Value> = services.iter().enumerate().map(of_service).collect();
        json!({"carrierAccountId": account, "services": services})
    };
    let all: Vec<Value> = accounts.iter().map(of_account).collect();
    let start = Instant::now();
    client
        .post(
            &format!("{MARKUP}/CreateOrUpdateMarkup"),
            json!({ "carrierAccounts": all }),
        )
        .await
        .result();
    let saved = start.elapsed().as_secs_f64() * 1000.0;
    print_figure(
        &format!("markups of 200 accounts × 50 services saved: {database}"),
        &format!("{saved:.0} ms"),
        "-",
    );

    let services_path = "/api/carrier/carrierservices/getcarrierservices?sorting=carrierCode, name, id&maxResultCount=1000";
    let markups_path = format!("{MARKUP}/GetMarkup");
    let (mut grids, mut openings) = (Vec::with_capacity(TURNS), Vec::with_capacity(TURNS));
    for _ in 0..TURNS {
        let start = Instant::now();
        let markups = client.get(&markups_path).await.result();
        grids.push(start.elapsed().as_secs_f64() * 1000.0);
        anyhow::ensure!(
            markups["carrierAccounts"]
                .as_array()
                .is_some_and(|all| all.len() == ACCOUNTS),
            "{markups}"
        );
        let start = Instant::now();
        futures_util::future::join3(
            client.get(accounts_path),
            client.get(services_path),
            client.get(&markups_path),
        )
        .await;
        openings.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    figure(
        &format!("markups of 200 accounts × 50 services read: {database}"),
        grids,
    );
    figure(
        &format!("with the accounts and services, all that the grid asks: {database}"),
        openings,
    );
    Ok(())
}

async fn create_services(app: &App, tenant: TenantId) -> anyhow::Result<Vec<i64>> {
    let mut scope = app.host().scope(tenant, Mode::Write);
    let new = tsql!(
        "INSERT INTO carrier_services (tenant_id, row_version, carrier_code, code, name, is_active, is_additional)
         VALUES ($1, 1, 'own-fleet', $2, $3, TRUE, FALSE)
         ON CONFLICT (tenant_id, carrier_code, code) DO UPDATE SET name = excluded.name
         WHERE carrier_services.tenant_id = $1 RETURNING id"
    );
    let mut ids = Vec::with_capacity(SERVICES);
    for at in 0..SERVICES {
        let values = vec![format!("GRID-{at}").val(), format!("Grid {at}").val()];
        ids.push(
            scope
                .rows(new, values)
                .await?
                .first()
                .context("a service")?
                .get::<i64>(0)?,
        );
    }
    scope.commit().await?;
    Ok(ids)
}

fn figure(name: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let middle = times.get(times.len() / 2).copied().unwrap_or_default();
    let slowest = times.last().copied().unwrap_or_default();
    print_figure(
        name,
        &format!("{middle:.0} ms, at most {slowest:.0}"),
        "300 ms",
    );
}
