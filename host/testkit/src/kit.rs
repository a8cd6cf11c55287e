//! A running host for each database, shared by the tests of one process, and a tenant for each test.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{
        LazyLock, Mutex, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
};

use anyhow::Context;
use kernel::{
    Area,
    config::{Config, PublicAddress},
    db::{Col, Mode, PlatformSql},
    ids::{CustomerId, TenantId},
    origin::Scheme,
    scope::Scope,
    secrets::Secret,
};
use stand_ins::{australia_post::AustraliaPost, braintree::Braintree, stripe::Stripe};
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
static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime can be made")
});
/// The hosts that run, by database and name.
type Hosts = Vec<(Database, &'static str, App)>;
static HOSTS: LazyLock<tokio::sync::Mutex<Hosts>> = LazyLock::new(Default::default);
/// The name of the host that most tests share.
const SHARED: &str = "shared";
static STAND_INS: LazyLock<Mutex<Vec<AustraliaPost>>> = LazyLock::new(Default::default);
/// Payment providers, whose accounts are each test's own.
static CARDS: OnceLock<(Stripe, Braintree)> = OnceLock::new();
static NEXT_STAND_IN: AtomicUsize = AtomicUsize::new(0);

/// Carrier servers started for one process; tests that run side by side each take their own.
const STAND_IN_COUNT: usize = 32;

/// Runs the test in a tenant of its own on SQLite, and on PostgreSQL when the run has a server.
pub fn on_both<F>(test: impl Fn(Kit) -> F)
where
    F: Future<Output = ()>,
{
    on_host(SHARED, test);
}

/// The same on hosts of this name, which only the tests have that name it: for what reaches every tenant of a host,
/// such as the platform's settings and plugins.
pub fn on_host<F>(name: &'static str, test: impl Fn(Kit) -> F)
where
    F: Future<Output = ()>,
{
    for database in Database::all() {
        RUNTIME.block_on(async {
            let kit = Kit::open(database, name)
                .await
                .unwrap_or_else(|error| panic!("{database:?}: {error:#}"));
            test(kit).await;
        });
    }
}

/// Runs the test on a host that no other test uses, with these areas besides the program's own and no plugins: for what
/// concerns all tenants of a host.
pub fn on_both_apart<F>(areas: fn() -> Vec<Area>, test: impl Fn(Kit) -> F)
where
    F: Future<Output = ()>,
{
    for database in Database::all() {
        RUNTIME.block_on(async {
            let kit = Kit::apart(database, areas())
                .await
                .unwrap_or_else(|error| panic!("{database:?}: {error:#}"));
            test(kit).await;
        });
    }
}

impl Kit {
    async fn apart(database: Database, areas: Vec<Area>) -> anyhow::Result<Self> {
        start_stand_ins().await?;
        let data =
            std::env::temp_dir().join(format!("waybill-test-{}", uuid::Uuid::now_v7().simple()));
        std::fs::create_dir_all(data.join("plugins"))?;
        let config = Config {
            database_url: Some(database.create(&data).await?),
            plugins: Some(data.join("plugins")),
            plugin_cache: Some(target_folder().join("waybill-test-cache")),
            sqlite_durable: false,
            public_address: Some(public_address()),
            data,
            ..Config::default()
        };
        // No plugins are there to call, and a process has address space for few full pools of instances.
        let app = App::start(Parts {
            areas,
            max_plugin_instances: Some(4),
            ..Parts::new(config)
        })
        .await?;
        let australia_post = STAND_INS
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)[0]
            .clone();
        let mut kit = Self {
            app,
            database,
            tenant: TenantId(0),
            host_name: String::new(),
            australia_post,
        };
        kit.open_tenant().await?;
        Ok(kit)
    }

    /// The server that stands for Stripe; every secret key is an account of its own.
    pub fn stripe(&self) -> &'static Stripe {
        &CARDS
            .get()
            .expect("the stand-ins are started with the host")
            .0
    }

    /// The server that stands for Braintree; every pair of keys is an account of its own.
    pub fn braintree(&self) -> &'static Braintree {
        &CARDS
            .get()
            .expect("the stand-ins are started with the host")
            .1
    }

    /// Another host on the same database, as a second machine would be.
    pub async fn another_host(&self, areas: Vec<Area>) -> App {
        let config = self.app.host().config().clone();
        let parts = Parts {
            areas,
            max_plugin_instances: Some(4),
            ..Parts::new(config)
        };
        App::start(parts).await.expect("a second host can start")
    }

    /// The test's tenant on another host of the same database, whose settings differ.
    pub async fn on_another_host(&self, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = self.app.host().config().clone();
        change(&mut config);
        // Each engine reserves address space for its calls, of which one process has only so much.
        let parts = Parts {
            max_plugin_instances: Some(4),
            ..Parts::new(config)
        };
        let app = App::start(parts).await.expect("a second host can start");
        let australia_post = self.australia_post.clone();
        Self {
            app,
            database: self.database,
            tenant: self.tenant,
            host_name: self.host_name.clone(),
            australia_post,
        }
    }

    async fn open(database: Database, host: &'static str) -> anyhow::Result<Self> {
        let app = running_host(database, host).await?;
        let at = NEXT_STAND_IN.fetch_add(1, Ordering::Relaxed) % STAND_IN_COUNT;
        let australia_post = STAND_INS
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)[at]
            .clone();
        let mut kit = Self {
            app,
            database,
            tenant: TenantId(0),
            host_name: String::new(),
            australia_post,
        };
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
        other
            .open_tenant()
            .await
            .expect("a second tenant can be made");
        other
    }

    /// The platform's own tenant on this host, which all tests of the process share.
    pub async fn platform(&self) -> Self {
        static ONCE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
        let _one_at_a_time = ONCE.lock().await;
        let tenant = waybill::operate::platform_tenant(&self.app, PLATFORM)
            .await
            .expect("the platform can be made");
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
        self.tenant = people::create_tenant(self.app.host(), new).await?;
        waybill::operate::enable_all(&self.app, self.tenant).await
    }

    /// A scope of the program itself in the test's tenant.
    pub fn scope(&self, mode: Mode) -> Scope {
        self.app.host().scope(self.tenant, mode)
    }

    /// A caller who is not signed in.
    pub fn guest(&self) -> Client {
        let (app, host_name) = (self.app.clone(), self.host_name.clone());
        Client {
            app,
            host_name,
            token: None,
            headers: Vec::new(),
            address: None,
        }
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
        let user = identity::create_user(host, self.tenant, new)
            .await
            .expect("a user can be made");
        let token = identity::sign_in(host, self.tenant, user)
            .await
            .expect("a user can sign in");
        self.guest().with_token(&token)
    }

    /// Runs every job that is due, and those they leave behind. What another test took of this tenant's is waited for.
    pub async fn drain_jobs(&self) {
        loop {
            kernel::job::drain(self.app.host())
                .await
                .expect("jobs can be worked");
            let mut tx = self
                .app
                .host()
                .db()
                .begin_platform(Mode::Read)
                .await
                .expect("a read can begin");
            let values = vec![self.tenant.val(), self.app.host().clock().now().val()];
            let left = tx
                .platform(LEFT, values)
                .await
                .expect("jobs can be counted");
            if left.is_empty() {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }
}

/// Work of a tenant, or of the platform, that is not done yet.
const LEFT: PlatformSql = PlatformSql(
    "SELECT 1 FROM jobs WHERE for_tenant IN ($1, 0) AND (state = 'running' OR state = 'waiting' AND run_at <= $2)
     UNION ALL SELECT 1 FROM outbox o, outbox_readers r WHERE o.for_tenant = $1
       AND (o.position IS NULL OR o.position > r.position)",
);

/// The key of databases that hosts with several data folders work on.
pub fn secret_key() -> Secret {
    Secret::new("A".repeat(43))
}

/// Where the platform is run from.
const PLATFORM: &str = "platform.test";
/// The password of every user a test makes.
pub const PASSWORD: &str = "Gumtree-bark-17";

async fn running_host(database: Database, name: &'static str) -> anyhow::Result<App> {
    let mut hosts = HOSTS.lock().await;
    if let Some((.., app)) = hosts
        .iter()
        .find(|(known, named, _)| *known == database && *named == name)
    {
        return Ok(app.clone());
    }
    let addresses = start_stand_ins().await?;
    let data = std::env::temp_dir().join(format!("waybill-test-{}", uuid::Uuid::now_v7().simple()));
    std::fs::create_dir_all(&data)?;
    let authority = data.join("authority.pem");
    std::fs::write(&authority, crate::authority())?;
    let config = Config {
        database_url: Some(database.create(&data).await?),
        plugins: Some(with_gateways(
            &plugins_folder(),
            &data.join("plugins"),
            &addresses,
        )?),
        plugin_cache: Some(target_folder().join("waybill-test-cache")),
        plugin_private_hosts: addresses,
        sqlite_durable: false,
        public_address: Some(public_address()),
        // Identity providers and directories of tests are on this machine.
        tenant_private_hosts: vec!["127.0.0.1".to_owned(), "localhost".to_owned()],
        trusted_authorities: Some(authority),
        data,
        ..Config::default()
    };
    // All tests of a process share the plugins: what one makes fail must not rest when another calls it.
    let breaker = engine::BreakerPolicy::NEVER;
    let stand_ins = card_origins().await?;
    let parts = Parts {
        stand_ins,
        breaker,
        ..Parts::new(config)
    };
    let app = App::start(parts).await?;
    anyhow::ensure!(
        app.loaded().refused.is_empty(),
        "plugins were refused: {:?}",
        app.loaded().refused
    );
    anyhow::ensure!(
        !app.loaded().loaded.is_empty(),
        "no plugin was found in {}: run `cargo xtask test`, which builds them",
        plugins_folder().display()
    );
    lookups::seed_builtin(app.host()).await?;
    hosts.push((database, name, app.clone()));
    Ok(app)
}

/// Tests call tenants by their names alone.
fn public_address() -> PublicAddress {
    PublicAddress {
        scheme: Scheme::Http,
        port: None,
    }
}

/// A copy of the plugins whose carrier may also call the stand-in servers: what an operator does for a private gateway.
fn with_gateways(from: &Path, to: &Path, gateways: &[String]) -> anyhow::Result<PathBuf> {
    for entry in std::fs::read_dir(from)
        .with_context(|| format!("no plugins in {}: run `cargo xtask test`", from.display()))?
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
    let hosts: String = gateways
        .iter()
        .map(|gateway| format!("\"{gateway}\", "))
        .collect();
    let text =
        std::fs::read_to_string(&manifest)?.replacen("hosts = [", &format!("hosts = [{hosts}"), 1);
    std::fs::write(&manifest, text)?;
    Ok(to.to_owned())
}

/// Where the servers are that stand for payment providers, by the hosts that they stand for; started once.
async fn card_origins() -> anyhow::Result<BTreeMap<String, String>> {
    if CARDS.get().is_none() {
        // Hosts are started one after the other.
        let _known = CARDS.set((
            Stripe::start("127.0.0.1:0").await?,
            Braintree::start("127.0.0.1:0").await?,
        ));
    }
    let (stripe, braintree) = CARDS
        .get()
        .context("they were started in the lines above")?;
    let origins = [
        ("api.stripe.com", stripe.origin()),
        ("payments.braintree-api.com", braintree.origin()),
        ("payments.sandbox.braintree-api.com", braintree.origin()),
    ];
    Ok(origins
        .map(|(host, origin)| (host.to_owned(), origin))
        .into_iter()
        .collect())
}

/// Starts the carrier servers once and gives their addresses.
async fn start_stand_ins() -> anyhow::Result<Vec<String>> {
    if STAND_INS
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
        .is_empty()
    {
        for _ in 0..STAND_IN_COUNT {
            let server = AustraliaPost::start("127.0.0.1:0").await?;
            STAND_INS
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner)
                .push(server);
        }
    }
    let servers = STAND_INS
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
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
