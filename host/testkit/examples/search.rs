//! Benchmarks of search over 1,000,000 bookings and 200,000 customers, and of the index's cost per
//! save: `cargo run --release -p testkit --example search [postgres://…]`, or as part of `cargo
//! xtask bench`.
//!
//! Calls run in process through the whole program. Prints one line per figure: name, measurement
//! (median and maximum), goal.

use std::time::Instant;

use anyhow::Context;
use data::{ListQuery, Where, config::Config, db::Mode, ids::TenantId};
use serde_json::{Value, json};
use testkit::{Client, Database};
use waybill::{App, Parts};

const BOOKINGS: usize = 1_000_000;
const CUSTOMERS: i64 = 200_000;
const TURNS: usize = 20;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let data =
        std::env::temp_dir().join(format!("waybill-search-{}", uuid::Uuid::now_v7().simple()));
    let outcome = async {
        measure(
            Config {
                data: data.join("sqlite"),
                ..Config::default()
            },
            "SQLite",
        )
        .await?;
        if !Database::all().contains(&Database::Postgres) {
            line(
                "search over 1,000,000 bookings: PostgreSQL",
                "no server",
                "50 ms",
            );
            return Ok(());
        }
        let url = Database::Postgres.create(&data).await?;
        let config = Config {
            data: data.join("pg"),
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
    let host_name = format!("search-{}.test", uuid::Uuid::now_v7().simple());
    let new = tenancy::NewTenant {
        name: "Bench".to_owned(),
        hosts: vec![host_name.clone()],
        ..Default::default()
    };
    let tenant = people::create_tenant(app.host(), new).await?;
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
    let client = Client {
        app: app.clone(),
        host_name,
        token: Some(token),
        headers: Vec::new(),
        address: None,
    };
    let start = Instant::now();
    seed(&app, tenant).await?;
    print_line(&format!(
        "{database}: filled in {:.0} s",
        start.elapsed().as_secs_f64()
    ));

    let mut scope = app.host().scope(tenant, Mode::Read);
    let some = ListQuery {
        skip_count: Some(654_321),
        max_result_count: Some(1),
        ..Default::default()
    };
    let filter = ListQuery {
        filter: Some("consignmentId ne null".to_owned()),
        ..some
    };
    let booking: bookings::rows::Booking = scope.page(&filter, Where::all()).await?.items.remove(0);
    drop(scope);
    let connote = booking.consignment.consignment_id.context("a connote")?;
    let (begins, within) = (&connote[..6], &connote[3..9]);
    let mut swapped: Vec<char> = connote.chars().collect();
    swapped.swap(5, 6);
    let slip: String = swapped.into_iter().collect();
    let reference = booking.references.reference.context("a reference")?;

    let searches = [
        ("a connote", connote.clone()),
        ("a connote in lower case", connote.to_lowercase()),
        ("a connote's beginning", begins.to_lowercase()),
        ("the middle of a connote", within.to_owned()),
        ("a connote with a slip", slip),
        ("a suburb", "richmond".to_owned()),
        ("two names", "bluegum parramatta".to_owned()),
        ("a name with a slip", "richmnod".to_owned()),
        ("what nobody has", "qqqq".to_owned()),
    ];
    for (label, query) in searches {
        let path = format!("/api/search?query={query}");
        let times = measure_calls(|| client.post(&path, json!({})), "Bookings").await?;
        figure(
            &format!("search 1,000,000 bookings, {label}: {database}"),
            times,
            "50 ms",
        );
    }
    let names = [
        "code",
        "companyName",
        "contactName",
        "accountName",
        "customerName",
    ];
    let any = |text: &str| {
        names
            .map(|name| format!("contains(tolower({name}),'{text}')"))
            .join(" or ")
    };
    let bookings = "/api/booking/booking/getbookings";
    let customers = "/api/customer/customer/getCustomers";
    let lists = [
        (
            "contains(reference)",
            bookings,
            format!("contains(reference,'{}')", &reference[4..]),
            "50 ms",
        ),
        (
            "startswith(consignmentId)",
            bookings,
            format!("startswith(consignmentId,'{begins}')"),
            "50 ms",
        ),
        (
            "contains(tolower(code),'ab')",
            customers,
            "contains(tolower(code),'ab')".to_owned(),
            "30 ms",
        ),
        (
            "five names contain a name",
            customers,
            any("ironbark t"),
            "30 ms",
        ),
        (
            "five names contain two letters",
            customers,
            any("zq"),
            "30 ms",
        ),
        (
            "five names or the id",
            customers,
            format!("id eq 1234 or {}", any("1234")),
            "30 ms",
        ),
    ];
    for (label, path, filter, goal) in lists {
        let filter: String = filter.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let path = format!("{path}?filter={filter}&maxResultCount=20");
        let times = measure_calls(|| client.get(&path), "items").await?;
        figure(&format!("list, {label}: {database}"), times, goal);
    }
    measure_saves(&app, tenant, database).await
}

async fn seed(app: &App, tenant: TenantId) -> anyhow::Result<()> {
    const FIRST: [&str; 12] = [
        "Bluegum", "Redgum", "Ironbark", "Wattle", "Banksia", "Harbour", "Pacific", "Alpine",
        "Abbott", "Coral", "Jarrah", "Karri",
    ];
    const SECOND: [&str; 8] = [
        "Timber",
        "Foods",
        "Traders",
        "Medical",
        "Wines",
        "Books",
        "Motors",
        "Packaging",
    ];
    let mut scope = app.host().scope(tenant, Mode::Write);
    scope.without_record();
    scope.without_index();
    for at in 0..CUSTOMERS {
        let (first, second) = (FIRST[(at % 12) as usize], SECOND[(at / 12 % 8) as usize]);
        let mut customer = customers::rows::Customer {
            customer_guid: uuid::Uuid::now_v7(),
            code: format!("C{at:06}"),
            customer_type: customers::CustomerType::Account,
            account_status: customers::AccountStatus::Active,
            is_active: true,
            company_name: Some(format!("{first} {second} {at}")),
            contact_name: Some(format!("{second} {first}")),
            date_of_registration: scope.now(),
            ..Default::default()
        };
        scope.insert(&mut customer).await?;
        if at % 2000 == 1999 {
            scope.commit().await?;
        }
    }
    scope.commit().await?;
    data::search::rebuild(&mut app.host().scope(tenant, Mode::Write), &[]).await?;
    bookings::seed_many(&mut app.host().scope(tenant, Mode::Write), BOOKINGS).await?;
    Ok(())
}

/// Returns milliseconds of each turn. Every search must find something, except the one without
/// matches.
async fn measure_calls<F>(call: impl Fn() -> F, member: &str) -> anyhow::Result<Vec<f64>>
where
    F: Future<Output = testkit::ApiResponse>,
{
    let mut times = Vec::with_capacity(TURNS);
    for _ in 0..TURNS {
        let start = Instant::now();
        let answer: Value = call().await.json();
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        anyhow::ensure!(answer["result"][member].is_array(), "{answer}");
    }
    Ok(times)
}

const SAVED: usize = 400;

/// Measures a booking's insert, and a change of an indexed word, each in its own transaction, with
/// and without the index.
async fn measure_saves(app: &App, tenant: TenantId, database: &str) -> anyhow::Result<()> {
    let mut scope = app.host().scope(tenant, Mode::Read);
    let some = ListQuery {
        max_result_count: Some(1000),
        ..Default::default()
    };
    let originals: Vec<bookings::rows::Booking> = scope.page(&some, Where::all()).await?.items;
    drop(scope);
    let (mut with, mut without) = (Vec::new(), Vec::new());
    // Alternating, so other load affects both.
    for turn in 0..SAVED * 2 {
        let mut scope = app.host().scope(tenant, Mode::Write);
        if turn % 2 == 0 {
            scope.without_index();
        }
        let mut booking = originals[turn / 2 % originals.len()].clone();
        booking.references.reference = Some(format!("NEW-{turn}"));
        booking.offer.quote_id = None;
        let start = Instant::now();
        scope.insert(&mut booking).await?;
        scope.commit().await?;
        booking.consignment.consignment_id = Some(format!("N{turn:09}"));
        scope.update(&mut booking).await?;
        scope.commit().await?;
        let time = start.elapsed().as_secs_f64() * 1000.0;
        if turn % 2 == 0 {
            without.push(time)
        } else {
            with.push(time)
        }
    }
    let (with, without) = (median(&mut with), median(&mut without));
    let dearer = (with / without - 1.0) * 100.0;
    let measured = format!("{without:.2} → {with:.2} ms, {dearer:+.0} %");
    line(
        &format!("a booking saved and changed, without and with the index: {database}"),
        &measured,
        "+10 %",
    );
    Ok(())
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn figure(name: &str, mut times: Vec<f64>, goal: &str) {
    let middle = median(&mut times);
    let slowest = times.last().copied().unwrap_or_default();
    line(name, &format!("{middle:.1} ms, at most {slowest:.1}"), goal);
}

fn line(name: &str, measured: &str, goal: &str) {
    print_line(&format!("{name:<72} {measured:>28}   goal {goal}"));
}

#[allow(clippy::print_stdout, reason = "the program prints its measurements")]
fn print_line(line: &str) {
    println!("{line}");
}
