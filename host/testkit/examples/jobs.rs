//! Measures background jobs: how many a second a host runs, how soon a listener hears, and whose turn it is among 1,000 tenants.
//!
//! Run by `cargo xtask bench`. It prints one line a figure: name, what was measured, the goal.

use std::{
    path::Path,
    sync::{LazyLock, Mutex, PoisonError},
    time::{Duration, Instant},
};

use anyhow::Context;
use futures_util::FutureExt;
use kernel::{
    Area, Scope,
    config::Config,
    db::{Mode, PlatformSql},
    event::{Event, Listener},
    ids::TenantId,
    job::{JobKind, NewJob, Worker, WorkerOptions},
};
use serde_json::{Value, json};
use waybill::{App, Parts};

/// The same as the program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The tenant and the time of every job that ran.
static RAN: LazyLock<Mutex<Vec<(TenantId, Instant)>>> = LazyLock::new(Mutex::default);
static NEWS: Event<Value> = Event::new("bench.news", 1);

/// The least that a job does: one statement in a transaction of its own.
async fn run(mut scope: Scope, _: Value) -> kernel::Result<()> {
    scope.platform(PlatformSql("SELECT 1"), Vec::new()).await?;
    scope.commit().await?;
    RAN.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push((scope.tenant, Instant::now()));
    Ok(())
}

fn area() -> Area {
    Area::new("bench")
        .job(JobKind::new("bench.one", |scope, payload| run(scope, payload).boxed()).at_once(8))
        .listener(Listener::new("bench.on-news", &NEWS, run))
}

fn line(name: &str, measured: &str, goal: &str) {
    #[expect(
        clippy::print_stdout,
        reason = "the figures are what this program is for"
    )]
    {
        println!("{name:<58} {measured:>22}   goal {goal}");
    }
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let folder = std::env::temp_dir().join(format!("waybill-bench-jobs-{}", std::process::id()));
    let outcome = async {
        let data = folder.join("sqlite");
        let database = format!("sqlite://{}", data.join("waybill.db").display());
        measure("SQLite", &data, &database).await?;
        match std::env::var("WAYBILL_TEST_POSTGRES") {
            Ok(server) if !server.is_empty() => {
                measure("PostgreSQL", &folder.join("pg"), &server).await
            }
            _ => {
                line("background jobs: PostgreSQL", "no server", "500 a second");
                Ok(())
            }
        }
    }
    .await;
    std::fs::remove_dir_all(&folder)?;
    outcome
}

async fn measure(name: &str, data: &Path, database: &str) -> anyhow::Result<()> {
    std::fs::create_dir_all(data.join("plugins"))?;
    let config = Config {
        data: data.to_owned(),
        database_url: Some(database.to_owned()),
        plugins: Some(data.join("plugins")),
        secret_key: Some(testkit::secret_key()),
        ..Config::default()
    };
    let app = App::start(Parts {
        areas: vec![area()],
        ..Parts::new(config)
    })
    .await?;
    rate(&app, name).await?;
    turns(&app, name).await?;
    latency(&app, name).await?;
    app.host().db().close().await;
    Ok(())
}

/// Leaves this many jobs in a tenant.
async fn leave(app: &App, tenant: i64, count: usize) -> anyhow::Result<()> {
    let mut scope = app.host().scope(TenantId(tenant), Mode::Write);
    for _ in 0..count {
        scope.enqueue(NewJob::new("bench.one", json!({}))).await?;
    }
    scope.commit().await?;
    Ok(())
}

fn ran() -> Vec<(TenantId, Instant)> {
    RAN.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Runs a host's worker until so many jobs ran.
async fn work(app: &App, count: usize) -> anyhow::Result<Vec<(TenantId, Instant)>> {
    RAN.lock().unwrap_or_else(PoisonError::into_inner).clear();
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let worker =
        tokio::spawn(Worker::new(app.host().clone(), WorkerOptions::default()).run(stopped));
    let end = Instant::now() + Duration::from_secs(300);
    while RAN.lock().unwrap_or_else(PoisonError::into_inner).len() < count {
        anyhow::ensure!(
            Instant::now() < end,
            "the jobs were not done in five minutes"
        );
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    stop.send(true)?;
    worker.await?;
    Ok(ran())
}

async fn rate(app: &App, name: &str) -> anyhow::Result<()> {
    const JOBS: usize = 5000;
    for tenant in 1..=10 {
        leave(app, tenant, JOBS / 10).await?;
    }
    let begin = Instant::now();
    let last = work(app, JOBS).await?.last().context("jobs ran")?.1;
    let rate = JOBS as f64 / (last - begin).as_secs_f64();
    line(
        &format!("background jobs: {name}"),
        &format!("{rate:.0} a second"),
        "500 a second",
    );
    Ok(())
}

async fn turns(app: &App, name: &str) -> anyhow::Result<()> {
    const MANY: usize = 10_000;
    const TENANTS: i64 = 1000;
    const BIG: i64 = 100_000;
    leave(app, BIG, MANY).await?;
    for tenant in 1..=TENANTS {
        leave(app, BIG + tenant, 1).await?;
    }
    let ran = work(app, MANY + TENANTS as usize).await?;
    let last = ran
        .iter()
        .rposition(|(tenant, _)| tenant.0 != BIG)
        .context("the small tenants were served")?;
    let what = format!("1,000 tenants behind one with 10,000 jobs, last turn: {name}");
    line(&what, &format!("number {}", last + 1), "number 1,009");
    Ok(())
}

/// From the commit of an event to the start of its listener, on a host that has nothing else to do.
async fn latency(app: &App, name: &str) -> anyhow::Result<()> {
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let worker =
        tokio::spawn(Worker::new(app.host().clone(), WorkerOptions::default()).run(stopped));
    let mut times = Vec::new();
    for _ in 0..50 {
        RAN.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let mut scope = app.host().scope(TenantId(1), Mode::Write);
        scope.announce(&NEWS, &json!({})).await?;
        scope.commit().await?;
        let committed = Instant::now();
        while ran().is_empty() {
            tokio::time::sleep(Duration::from_micros(200)).await;
        }
        times.push((ran()[0].1.saturating_duration_since(committed)).as_micros());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    stop.send(true)?;
    worker.await?;
    times.sort_unstable();
    let median = times[times.len() / 2] as f64 / 1000.0;
    line(
        &format!("from an event's commit to its listener's end: {name}"),
        &format!("{median:.1} ms"),
        "50 ms",
    );
    Ok(())
}
