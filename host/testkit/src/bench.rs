//! Shared parts of whole-program benchmarks: a program on each database, a tenant with its
//! administrator, and figures.
//!
//! Each figure is a line: name, measurement, goal. Benchmarks are examples, so release builds leave
//! the tests out.

use std::path::{Path, PathBuf};

use anyhow::Context;
use data::{config::Config, ids::TenantId};
use waybill::{App, Parts};

use crate::{Client, Database, remove_database, secret_key};

pub struct Bench {
    pub app: App,
    pub tenant: TenantId,
    pub admin: Client,
    pub database: &'static str,
    pub config: Config,
}

impl Bench {
    pub fn print_figure(&self, name: &str, measured: &str, goal: &str) {
        print_figure(&format!("{name}: {}", self.database), measured, goal);
    }
}

/// Measures on SQLite, and on PostgreSQL if configured. Removes data even after a failure.
pub async fn on_each_database(
    name: &str,
    first: (&str, &str),
    measure: impl AsyncFn(Bench) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let data =
        std::env::temp_dir().join(format!("waybill-{name}-{}", uuid::Uuid::now_v7().simple()));
    let outcome = measure_each_database(name, first, &data, measure).await;
    // The reason of a failure comes before that of the folder.
    let removed = std::fs::remove_dir_all(data);
    outcome?;
    Ok(removed?)
}

async fn measure_each_database(
    name: &str,
    (figure, goal): (&str, &str),
    data: &Path,
    measure: impl AsyncFn(Bench) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let plugins =
        std::env::var_os("WAYBILL_PLUGINS").context("set WAYBILL_PLUGINS to the built plugins")?;
    let plugins = Some(PathBuf::from(plugins));
    let config = Config {
        data: data.join("sqlite"),
        plugins: plugins.clone(),
        ..Config::default()
    };
    measure(start(config, name, "SQLite").await?).await?;
    if !Database::all().contains(&Database::Postgres) {
        print_figure(&format!("{figure}: PostgreSQL"), "no server", goal);
        return Ok(());
    }
    let url = Database::Postgres.create(data).await?;
    let config = Config {
        data: data.join("pg"),
        plugins,
        database_url: Some(url.clone()),
        secret_key: Some(secret_key()),
        ..Config::default()
    };
    let outcome = async { measure(start(config, name, "PostgreSQL").await?).await }.await;
    remove_database(&url).await?;
    outcome
}

async fn start(config: Config, name: &str, database: &'static str) -> anyhow::Result<Bench> {
    let app = App::start(Parts::new(config.clone())).await?;
    let (tenant, admin) = create_tenant(&app, name).await?;
    Ok(Bench {
        app,
        tenant,
        admin,
        database,
        config,
    })
}

/// Creates a tenant with all features and plugins; signs its administrator in.
pub async fn create_tenant(app: &App, name: &str) -> anyhow::Result<(TenantId, Client)> {
    let host_name = format!("{name}-{}.test", uuid::Uuid::now_v7().simple());
    let new = tenancy::NewTenant {
        name: "Bench".to_owned(),
        hosts: vec![host_name.clone()],
        ..Default::default()
    };
    let tenant = people::create_tenant(app.host(), new).await?;
    waybill::operate::enable_all_plugins(app, tenant).await?;
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
    Ok((
        tenant,
        Client {
            app: app.clone(),
            host_name,
            token: Some(token),
            headers: Vec::new(),
            address: None,
        },
    ))
}

/// Returns the kernel's memory figure in megabytes: `VmRSS:` now, `VmHWM:` peak.
pub fn memory_mb(name: &str) -> anyhow::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status
        .lines()
        .find(|line| line.starts_with(name))
        .context("the memory")?;
    let kilobytes: u64 = line
        .split_whitespace()
        .nth(1)
        .context("a number")?
        .parse()?;
    Ok(kilobytes / 1024)
}

/// Resets the peak `VmHWM:`.
pub fn reset_peak_memory() -> anyhow::Result<()> {
    Ok(std::fs::write("/proc/self/clear_refs", "5")?)
}

pub fn print_figure(name: &str, measured: &str, goal: &str) {
    #[expect(clippy::print_stdout, reason = "the figures are what a bench is for")]
    {
        println!("{name:<66} {measured:>26}   goal {goal}");
    }
}
