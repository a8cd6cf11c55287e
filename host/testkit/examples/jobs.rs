//! Benchmarks of background jobs: throughput, listener latency, and fairness among 1,000 tenants.
//!
//! Run by `cargo xtask bench`. Prints one line per figure: name, measurement, goal.

use std::{
    path::Path,
    sync::{LazyLock, Mutex, PoisonError},
    time::{Duration, Instant},
};

use anyhow::Context;
use data::{
    Scope,
    config::Config,
    db::{Mode, PlatformSql},
    ids::TenantId,
};
use futures_util::FutureExt;
use serde_json::{Value, json};
use waybill::{App, Parts};
use web::Area;
use work::{
    event::{Event, Listener, ScopeEvents},
    job::{JobKind, NewJob, ScopeJobs},
    worker::{Worker, WorkerOptions},
};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Tenant and time of every job that ran.
static FINISHED_JOBS: LazyLock<Mutex<Vec<(TenantId, Instant)>>> = LazyLock::new(Mutex::default);
static NEWS: Event<Value> = Event::new("bench.news", 1);

/// A minimal job: one statement in its own transaction.
async fn run(mut scope: Scope, _: Value) -> data::Result<()> {
    scope.platform(PlatformSql("SELECT 1"), Vec::new()).await?;
    scope.commit().await?;
    FINISHED_JOBS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push((scope.tenant, Instant::now()));
    Ok(())
}

fn area() -> Area {
    Area::new("bench")
        .job(
            JobKind::new("bench.one", |scope, payload| run(scope, payload).boxed())
                .max_concurrent(8),
        )
        .listener(Listener::new("bench.on-news", &NEWS, run))
}

fn print_figure(name: &str, measured: &str, goal: &str) {
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
                print_figure("background jobs: PostgreSQL", "no server", "500 a second");
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
    measure_throughput(&app, name).await?;
    measure_fairness(&app, name).await?;
    measure_latency(&app, name).await?;
    app.host().db().close().await;
    Ok(())
}

async fn enqueue_jobs(app: &App, tenant: i64, count: usize) -> anyhow::Result<()> {
    let mut scope = app.host().scope(TenantId(tenant), Mode::Write);
    for _ in 0..count {
        scope.enqueue(NewJob::new("bench.one", json!({}))).await?;
    }
    scope.commit().await?;
    Ok(())
}

fn finished_jobs() -> Vec<(TenantId, Instant)> {
    FINISHED_JOBS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
}

async fn run_worker(app: &App, count: usize) -> anyhow::Result<Vec<(TenantId, Instant)>> {
    FINISHED_JOBS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clear();
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let worker =
        tokio::spawn(Worker::new(app.host().clone(), WorkerOptions::default()).run(stopped));
    let end = Instant::now() + Duration::from_secs(300);
    while FINISHED_JOBS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .len()
        < count
    {
        anyhow::ensure!(
            Instant::now() < end,
            "the jobs were not done in five minutes"
        );
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    stop.send(true)?;
    worker.await?;
    Ok(finished_jobs())
}

async fn measure_throughput(app: &App, name: &str) -> anyhow::Result<()> {
    const JOBS: usize = 5000;
    for tenant in 1..=10 {
        enqueue_jobs(app, tenant, JOBS / 10).await?;
    }
    let begin = Instant::now();
    let last = run_worker(app, JOBS).await?.last().context("jobs ran")?.1;
    let rate = JOBS as f64 / (last - begin).as_secs_f64();
    print_figure(
        &format!("background jobs: {name}"),
        &format!("{rate:.0} a second"),
        "500 a second",
    );
    Ok(())
}

async fn measure_fairness(app: &App, name: &str) -> anyhow::Result<()> {
    const BIG_TENANT_JOBS: usize = 10_000;
    const TENANTS: i64 = 1000;
    const BIG_TENANT: i64 = 100_000;
    enqueue_jobs(app, BIG_TENANT, BIG_TENANT_JOBS).await?;
    for tenant in 1..=TENANTS {
        enqueue_jobs(app, BIG_TENANT + tenant, 1).await?;
    }
    let ran = run_worker(app, BIG_TENANT_JOBS + TENANTS as usize).await?;
    let last = ran
        .iter()
        .rposition(|(tenant, _)| tenant.0 != BIG_TENANT)
        .context("the small tenants were served")?;
    let label = format!("1,000 tenants behind one with 10,000 jobs, last turn: {name}");
    print_figure(&label, &format!("number {}", last + 1), "number 1,009");
    Ok(())
}

/// Measures from an event's commit to its listener's start, on an idle host.
async fn measure_latency(app: &App, name: &str) -> anyhow::Result<()> {
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let worker =
        tokio::spawn(Worker::new(app.host().clone(), WorkerOptions::default()).run(stopped));
    let mut times = Vec::new();
    for _ in 0..50 {
        FINISHED_JOBS
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
        let mut scope = app.host().scope(TenantId(1), Mode::Write);
        scope.publish(&NEWS, &json!({})).await?;
        scope.commit().await?;
        let committed = Instant::now();
        while finished_jobs().is_empty() {
            tokio::time::sleep(Duration::from_micros(200)).await;
        }
        times.push((finished_jobs()[0].1.saturating_duration_since(committed)).as_micros());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    stop.send(true)?;
    worker.await?;
    times.sort_unstable();
    let median = times[times.len() / 2] as f64 / 1000.0;
    print_figure(
        &format!("from an event's commit to its listener's end: {name}"),
        &format!("{median:.1} ms"),
        "50 ms",
    );
    Ok(())
}
