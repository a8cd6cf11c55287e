//! A running host for each database, shared by a process's tests, and a tenant for each test.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{
        LazyLock, Mutex, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
};

use anyhow::Context;
use data::{
    address::Scheme,
    config::{Config, PublicAddress},
    db::{Col, Mode, PlatformSql},
    ids::{CustomerId, DriverId, TenantId, UserId},
    scope::Scope,
    secrets::Secret,
};
use stand_ins::{australia_post::AustraliaPost, braintree::Braintree, stripe::Stripe};
use waybill::{App, Parts};
use web::Area;

use crate::{Client, database::Database};

pub struct Kit {
    pub app: App,
    pub database: Database,
    pub tenant: TenantId,
    pub host_name: String,
    /// Not shared with other tests of this process.
    pub australia_post: AustraliaPost,
}

/// Outlives the tests: the hosts' connections belong to it.
static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime can be made")
});
type Hosts = Vec<(Database, &'static str, App)>;
static HOSTS: LazyLock<tokio::sync::Mutex<Hosts>> = LazyLock::new(Default::default);
const SHARED: &str = "shared";
static STAND_INS: LazyLock<Mutex<Vec<AustraliaPost>>> = LazyLock::new(Default::default);
/// Payment providers, with an account per test.
static PAYMENT_STAND_INS: OnceLock<(Stripe, Braintree)> = OnceLock::new();
static NEXT_STAND_IN: AtomicUsize = AtomicUsize::new(0);

/// Carrier servers of one process; concurrent tests take one each.
const STAND_IN_COUNT: usize = 32;

/// Runs the test in a new tenant on SQLite, and on PostgreSQL if available.
pub fn on_both<F>(test: impl Fn(Kit) -> F)
where
    F: Future<Output = ()>,
{
    on_host(SHARED, test);
}

/// Like [`on_both`] on hosts of this name, for tests that change platform state.
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

/// Runs the test on an exclusive host with extra areas and without plugins.
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
        // Address space allows few full instance pools.
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

    /// Every secret key is a separate account.
    pub fn stripe(&self) -> &'static Stripe {
        &PAYMENT_STAND_INS
            .get()
            .expect("the stand-ins are started with the host")
            .0
    }

    /// Every pair of keys is a separate account.
    pub fn braintree(&self) -> &'static Braintree {
        &PAYMENT_STAND_INS
            .get()
            .expect("the stand-ins are started with the host")
            .1
    }

    pub async fn another_host(&self, areas: Vec<Area>) -> App {
        let config = self.app.host().config().clone();
        let parts = Parts {
            areas,
            max_plugin_instances: Some(4),
            ..Parts::new(config)
        };
        App::start(parts).await.expect("a second host can start")
    }

    /// Returns the tenant on another host with changed settings.
    pub async fn on_another_host(&self, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = self.app.host().config().clone();
        change(&mut config);
        // Each engine reserves address space; a process has a limited amount.
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

    /// Returns the same host with another new tenant.
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

    /// Returns the platform's tenant, shared by the process's tests.
    pub async fn platform(&self) -> Self {
        static ONCE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
        let _one_at_a_time = ONCE.lock().await;
        let tenant = waybill::operate::platform_tenant(&self.app, PLATFORM_HOST_NAME)
            .await
            .expect("the platform can be made");
        Self {
            app: self.app.clone(),
            database: self.database,
            tenant,
            host_name: PLATFORM_HOST_NAME.to_owned(),
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
        waybill::operate::enable_all_plugins(&self.app, self.tenant).await
    }

    pub fn scope(&self, mode: Mode) -> Scope {
        self.app.host().scope(self.tenant, mode)
    }

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

    pub async fn user(&self, role: &str) -> Client {
        self.sign_in(role, None).await
    }

    /// Signs in as the user of a driver.
    pub async fn driver_user(&self, driver: DriverId) -> Client {
        let new = identity::NewUser {
            driver: Some(driver),
            ..crate::given::new_user("Driver", None)
        };
        self.sign_in_as(new).await
    }

    pub async fn customer_user(&self, customer: CustomerId) -> Client {
        self.sign_in("Customer", Some(customer)).await
    }

    async fn sign_in(&self, role: &str, customer: Option<CustomerId>) -> Client {
        self.sign_in_as(crate::given::new_user(role, customer))
            .await
    }

    async fn sign_in_as(&self, new: identity::NewUser) -> Client {
        let user = self.add_user(new).await;
        let token = identity::sign_in(self.app.host(), self.tenant, user)
            .await
            .expect("a user can sign in");
        self.guest().with_token(&token)
    }

    /// Adds a user whose password is [`PASSWORD`].
    pub async fn add_user(&self, new: identity::NewUser) -> UserId {
        assert_eq!(new.password, PASSWORD, "the hash is that of PASSWORD");
        let host = self.app.host();
        // Hashing is slow by design; users of tests share one hash.
        let hash = PASSWORD_HASH
            .get_or_try_init(|| identity::hash_password(host, PASSWORD))
            .await
            .expect("a password can be hashed");
        identity::create_user_with_hash(host, self.tenant, new, hash.clone())
            .await
            .expect("a user can be made")
    }

    /// Runs every due job and the jobs these enqueue; waits for jobs leased by other tests.
    pub async fn drain_jobs(&self) {
        loop {
            work::worker::drain(self.app.host())
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
            let unfinished = tx
                .platform(UNFINISHED_JOBS, values)
                .await
                .expect("jobs can be counted");
            if unfinished.is_empty() {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }
}

const UNFINISHED_JOBS: PlatformSql = PlatformSql(
    "SELECT 1 FROM jobs WHERE for_tenant IN ($1, 0) AND (state = 'running' OR state = 'waiting' AND run_at <= $2)
     UNION ALL SELECT 1 FROM outbox o, outbox_readers r WHERE o.for_tenant = $1
       AND (o.position IS NULL OR o.position > r.position)",
);

/// Returns the key of databases shared by several hosts.
pub fn secret_key() -> Secret {
    Secret::new("A".repeat(43))
}

/// Host name of the platform's tenant.
const PLATFORM_HOST_NAME: &str = "platform.test";
pub const PASSWORD: &str = "Gumtree-bark-17";
static PASSWORD_HASH: tokio::sync::OnceCell<String> = tokio::sync::OnceCell::const_new();

async fn running_host(database: Database, name: &'static str) -> anyhow::Result<App> {
    let mut hosts = HOSTS.lock().await;
    if let Some((.., app)) = hosts
        .iter()
        .find(|(host_database, host_name, _)| *host_database == database && *host_name == name)
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
        plugins: Some(copy_plugins_with_gateways(
            &plugins_folder(),
            &data.join("plugins"),
            &addresses,
        )?),
        plugin_cache: Some(target_folder().join("waybill-test-cache")),
        plugin_private_hosts: addresses,
        sqlite_durable: false,
        public_address: Some(public_address()),
        // Identity providers and directories of tests run on this machine.
        tenant_private_hosts: vec!["127.0.0.1".to_owned(), "localhost".to_owned()],
        trusted_authorities: Some(authority),
        data,
        ..Config::default()
    };
    // One test's failures must not open the breaker for another.
    let breaker = engine::BreakerPolicy::NEVER;
    let stand_ins = payment_origins().await?;
    let parts = Parts {
        stand_ins,
        breaker,
        ..Parts::new(config)
    };
    let app = App::start(parts).await?;
    anyhow::ensure!(
        app.load_report().refused.is_empty(),
        "plugins were refused: {:?}",
        app.load_report().refused
    );
    anyhow::ensure!(
        !app.load_report().loaded.is_empty(),
        "no plugin was found in {}: run `cargo xtask test`, which builds them",
        plugins_folder().display()
    );
    lookups::seed_builtin(app.host()).await?;
    hosts.push((database, name, app.clone()));
    Ok(app)
}

/// Tests address tenants by host name alone.
fn public_address() -> PublicAddress {
    PublicAddress {
        scheme: Scheme::Http,
        port: None,
    }
}

/// Copies plugins and allows their carrier to call the stand-ins.
fn copy_plugins_with_gateways(
    from: &Path,
    to: &Path,
    gateways: &[String],
) -> anyhow::Result<PathBuf> {
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

/// Returns the payment stand-ins by the hosts they replace.
async fn payment_origins() -> anyhow::Result<BTreeMap<String, String>> {
    if PAYMENT_STAND_INS.get().is_none() {
        let _previous = PAYMENT_STAND_INS.set((
            Stripe::start("127.0.0.1:0").await?,
            Braintree::start("127.0.0.1:0").await?,
        ));
    }
    let (stripe, braintree) = PAYMENT_STAND_INS
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

/// Starts the carrier servers once and returns their addresses.
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

/// Returns the folder of built plugins, set by `cargo xtask` or its default.
pub fn plugins_folder() -> PathBuf {
    if let Some(folder) = std::env::var_os("WAYBILL_TEST_PLUGINS") {
        return folder.into();
    }
    target_folder().join("waybill-plugins")
}

pub(crate) fn target_folder() -> PathBuf {
    let default_folder = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target");
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(default_folder, PathBuf::from)
}
