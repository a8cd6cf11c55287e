//! Benchmark of the change log's cost per booking: `cargo run -p testkit --example record
//! [postgres://…]`.
//!
//! Writes and changes the same booking with and without the log. Prints microseconds per booking.

use std::time::{Duration, Instant};

use anyhow::Context;
use data::{Where, config::Config, db::Mode, ids::TenantId};
use waybill::{App, Parts};

const BOOKINGS: usize = 300;
const TURNS: usize = 5;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let data =
        std::env::temp_dir().join(format!("waybill-record-{}", uuid::Uuid::now_v7().simple()));
    let config = Config {
        data: data.clone(),
        database_url: std::env::args().nth(1),
        secret_key: Some(testkit::secret_key()),
        ..Config::default()
    };
    let app = App::start(Parts::new(config)).await?;
    let name = format!("record-{}.test", uuid::Uuid::now_v7().simple());
    let new = tenancy::NewTenant {
        name: "Bench".to_owned(),
        hosts: vec![name],
        ..Default::default()
    };
    let tenant = people::create_tenant(app.host(), new).await?;
    let mut scope = app.host().scope(tenant, Mode::Write);
    let customer = customers::NewCustomer {
        company_name: Some("Bench".to_owned()),
        ..Default::default()
    };
    customers::create(&mut scope, customer).await?;
    scope.commit().await?;
    bookings::seed_many(&mut scope, BOOKINGS).await?;
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        without.push(change_all(&app, tenant, false).await?);
        with.push(change_all(&app, tenant, true).await?);
    }
    let (with, without) = (
        median(with).context("no turns")?,
        median(without).context("no turns")?,
    );
    print_line(&format!(
        "a booking changed and saved: {:.0} µs without its record, {:.0} µs with it",
        without, with
    ));
    std::fs::remove_dir_all(data)?;
    Ok(())
}

/// Changes every booking in its own transaction. Returns microseconds per booking.
async fn change_all(app: &App, tenant: TenantId, recorded: bool) -> anyhow::Result<f64> {
    let mut scope = app.host().scope(tenant, Mode::Write);
    if !recorded {
        scope.without_record();
    }
    let all: Vec<bookings::rows::Booking> = scope.all(Where::all()).await?;
    scope.rollback();
    let start = Instant::now();
    let count = all.len();
    for mut booking in all {
        booking.references.reference = Some(format!("R-{}", booking.row_version));
        booking.measures.total_items += 1;
        scope.update(&mut booking).await?;
        scope.commit().await?;
    }
    Ok(micros_per(start.elapsed(), count))
}

fn micros_per(time: Duration, count: usize) -> f64 {
    time.as_secs_f64() * 1e6 / count as f64
}

fn median(mut figures: Vec<f64>) -> Option<f64> {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied()
}

#[allow(clippy::print_stdout, reason = "the program prints its measurements")]
fn print_line(line: &str) {
    println!("{line}");
}
