//! A running host for each database, shared by the tests of one process, and a tenant for each test.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{
        LazyLock, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use anyhow::Context;
use kernel::{
    config::Config,
    db::Mode,
    ids::{CustomerId, TenantId},
    scope::Scope,
};
use stand_ins::australia_post::AustraliaPost;
use waybill::{App, Parts};

use crate::{Client, database::Database};

/// One test's own tenant in a running host.
pub struct Kit {
    pub app: App,
    pub database: Database,
    pub tenant: TenantId,
    pub host_name: String,
    /// A carrier's server that no other test of this process uses.
    pub australia_post: AustraliaPost,
}

/// Tests run on a runtime that outlives them: the hosts' connections belong to it.
static RUNTIME: LazyLock<tokio::runtime::Runtime> =
    LazyLock::new(|| tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime can be made"));
static HOSTS: LazyLock<tokio::sync::Mutex<Vec<(Database, App)>>> = LazyLock::new(Default::default);
static STAND_INS: LazyLock<Mutex<Vec<AustraliaPost>>> = LazyLock::new(Default::default);
static NEXT_STAND_IN: AtomicUsize = AtomicUsize::new(0);

/// Carrier servers started for one process; tests that run side by side each take their own.
const STAND_IN_COUNT: usize = 32;

/// Runs the test in a tenant of its own on SQLite, and on PostgreSQL when the run has a server.
pub fn on_both<F>(test: impl Fn(Kit) -> F)
where
    F: Future<Output = ()>,
{
    for database in Database::all() {
        RUNTIME.block_on(async {
            let kit = Kit::open(database).await.unwrap_or_else(|error| panic!("{database:?}: {error:#}"));
            test(kit).await;
        });
    }
}

impl Kit {
    async fn open(database: Database) -> anyhow::Result<Self> {
        let app = shared_host(database).await?;
        let at = NEXT_STAND_IN.fetch_add(1, Ordering::Relaxed) % STAND_IN_COUNT;
        let australia_post = STAND_INS.lock().unwrap_or_else(std::sync::PoisonError::into_inner)[at].clone();
        let mut kit = Self { app, database, tenant: TenantId(0), host_name: String::new(), australia_post };
        kit.open_tenant().await?;
        Ok(kit)
    }

    /// The same host with another new tenant.
    pub async fn another_tenant(&self) -> Self {
        let mut other = Self {
            app: self.app.clone(),
            database: self.database,
            tenant: TenantId(0),
            host_name: String::new(),
            australia_post: self.australia_post.clone(),
        };
        other.open_tenant().await.expect("a second tenant can be made");
        other
    }

    /// The platform's own tenant on this host, which all tests of the process share.
    pub async fn platform(&self) -> Self {
        static ONCE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
        let _one_at_a_time = ONCE.lock().await;
        let tenant = waybill::operate::platform_tenant(&self.app, PLATFORM).await.expect("the platform can be made");
        Self {
            app: self.app.clone(),
            database: self.database,
            tenant,
            host_name: PLATFORM.to_owned(),
            australia_post: self.australia_post.clone(),
        }
    }

    async fn open_tenant(&mut self) -> anyhow::Result<()> {
        self.host_name = format!("t{}.test", uuid::Uuid::now_v7().simple());
        let new = tenancy::NewTenant {
            name: "Test Freight".to_owned(),
            hosts: vec![self.host_name.clone()],
            ..Default::default()
        };
        self.tenant = identity::create_tenant(self.app.host(), new).await?;
        waybill::operate::enable_all(&self.app, self.tenant).await
    }

    /// A scope of the program itself in the test's tenant.
    pub fn scope(&self, mode: Mode) -> Scope {
        self.app.host().scope(self.tenant, mode)
    }

    /// A caller who is not signed in.
    pub fn guest(&self) -> Client {
        Client { app: self.app.clone(), host_name: self.host_name.clone(), token: None, headers: Vec::new() }
    }

    /// A new user with this role, signed in.
    pub async fn user(&self, role: &str) -> Client {
        self.sign_in(role, None).await
    }

    /// A new user of the customer, signed in.
    pub async fn customer_user(&self, customer: CustomerId) -> Client {
        self.sign_in("Customer", Some(customer)).await
    }

    async fn sign_in(&self, role: &str, customer: Option<CustomerId>) -> Client {
        let user_name = format!("{}-{}", role.to_lowercase(), uuid::Uuid::now_v7().simple());
        let new = identity::NewUser {
            email: format!("{user_name}@example.test"),
            user_name,
            name: role.to_owned(),
            surname: "Tester".to_owned(),
            password: PASSWORD.to_owned(),
            roles: vec![role.to_owned()],
            customer,
            is_driver: role == "Driver",
            ..Default::default()
        };
        let host = self.app.host();
        let user = identity::create_user(host, self.tenant, new).await.expect("a user can be made");
        let token = identity::sign_in(host, self.tenant, user).await.expect("a user can sign in");
        self.guest().with_token(&token)
    }

    /// Runs every job that is due.
    pub async fn drain_jobs(&self) {
        kernel::job::drain(self.app.host()).await.expect("jobs can be worked");
    }
}

/// Where the platform is run from.
const PLATFORM: &str = "platform.test";
/// The password of every user a test makes.
pub const PASSWORD: &str = "Test-password-1";

async fn shared_host(database: Database) -> anyhow::Result<App> {
    let mut hosts = HOSTS.lock().await;
    if let Some((_, app)) = hosts.iter().find(|(known, _)| *known == database) {
        return Ok(app.clone());
    }
    let addresses = start_stand_ins().await?;
    let data = std::env::temp_dir().join(format!("waybill-test-{}", uuid::Uuid::now_v7().simple()));
    std::fs::create_dir_all(&data)?;
    let authority = data.join("authority.pem");
    std::fs::write(&authority, crate::authority())?;
    let config = Config {
        database_url: Some(database.create(&data).await?),
        plugins: Some(with_gateways(&plugins_folder(), &data.join("plugins"), &addresses)?),
        plugin_cache: Some(target_folder().join("waybill-test-cache")),
        plugin_private_hosts: addresses,
        sqlite_durable: false,
        // Identity providers and directories of tests are on this machine.
        tenant_private_hosts: vec!["127.0.0.1".to_owned(), "localhost".to_owned()],
        trusted_authorities: Some(authority),
        data,
        ..Config::default()
    };
    // All tests of a process share the plugins: what one makes fail must not rest when another calls it.
    let breaker = engine::BreakerPolicy::NEVER;
    let parts = Parts { stand_ins: BTreeMap::new(), breaker, ..Parts::new(config) };
    let app = App::start(parts).await?;
    anyhow::ensure!(app.loaded().refused.is_empty(), "plugins were refused: {:?}", app.loaded().refused);
    anyhow::ensure!(
        !app.loaded().loaded.is_empty(),
        "no plugin was found in {}: run `cargo xtask test`, which builds them",
        plugins_folder().display()
    );
    lookups::seed_builtin(app.host()).await?;
    hosts.push((database, app.clone()));
    Ok(app)
}

/// A copy of the plugins whose carrier may also call the stand-in servers: what an operator does for a private gateway.
fn with_gateways(from: &Path, to: &Path, gateways: &[String]) -> anyhow::Result<PathBuf> {
    for entry in
        std::fs::read_dir(from).with_context(|| format!("no plugins in {}: run `cargo xtask test`", from.display()))?
    {
        let plugin = entry?;
        let copy = to.join(plugin.file_name());
        std::fs::create_dir_all(&copy)?;
        for file in ["plugin.toml", "component.wasm"] {
            std::fs::copy(plugin.path().join(file), copy.join(file))?;
        }
        let schema = plugin.path().join("settings.schema.json");
        if schema.is_file() {
            std::fs::copy(schema, copy.join("settings.schema.json"))?;
        }
        let locales = plugin.path().join("locales");
        if locales.is_dir() {
            std::fs::create_dir_all(copy.join("locales"))?;
            for locale in std::fs::read_dir(locales)? {
                let locale = locale?;
                std::fs::copy(locale.path(), copy.join("locales").join(locale.file_name()))?;
            }
        }
    }
    let manifest = to.join("australia-post/plugin.toml");
    let hosts: String = gateways.iter().map(|gateway| format!("\"{gateway}\", ")).collect();
    let text = std::fs::read_to_string(&manifest)?.replacen("hosts = [", &format!("hosts = [{hosts}"), 1);
    std::fs::write(&manifest, text)?;
    Ok(to.to_owned())
}

/// Starts the carrier servers once and gives their addresses.
async fn start_stand_ins() -> anyhow::Result<Vec<String>> {
    if STAND_INS.lock().unwrap_or_else(std::sync::PoisonError::into_inner).is_empty() {
        for _ in 0..STAND_IN_COUNT {
            let server = AustraliaPost::start("127.0.0.1:0").await?;
            STAND_INS.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(server);
        }
    }
    let servers = STAND_INS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    Ok(servers.iter().map(|server| server.authority()).collect())
}

/// Where the built plugins are: as `cargo xtask` says, or where it puts them.
pub fn plugins_folder() -> PathBuf {
    if let Some(folder) = std::env::var_os("WAYBILL_TEST_PLUGINS") {
        return folder.into();
    }
    target_folder().join("waybill-plugins")
}

pub(crate) fn target_folder() -> PathBuf {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target");
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(beside, PathBuf::from)
}
