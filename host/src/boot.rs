//! Startup of a host from its settings: database, keys, files, engine, areas, web application.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};

use anyhow::Context;
use axum::{Router, body::Body, extract::State, http::Request, response::Response};
use data::{
    Host,
    address::Scheme,
    clock::{Clock, SystemClock},
    config::Config,
    db::Db,
    files::FileStore,
    host::{HostParts, Ports},
    ids::TenantId,
    secrets::Secrets,
};
use engine::{AccountGrant, CallContext, Engine, EngineConfig, LoadReport, NetworkPolicy};
use tokio::sync::watch;
use web::{Area, area::create_host, http, live::Live, origin::Origin, serve::Api};
use work::worker::{Worker, WorkerOptions};

use crate::{
    app, frame, health, metrics,
    migrations::MIGRATIONS,
    ports::{
        accounts::{CustomerBalances, FinanceInvoices},
        cards::{BookingCardPayments, PluginCards},
        carrier::PluginCarriers,
        customers::CustomerQueries,
        document_owner::DocumentEntities,
        driver_work::DriverJobs,
        endpoints::PluginEndpoints,
        installed::InstalledPlugins,
        packages::Packages,
        rates::{PluginRateEngines, RepricingBookings},
        reports::PluginReports,
        services::Services,
        settings::PluginValidator,
        tenant_use::TenantBookings,
    },
    serving::{self, Connections, Counts, Limits},
    web::Web,
};

pub struct Parts {
    pub config: Config,
    pub clock: Arc<dyn Clock>,
    /// Stand-in servers by the host they replace in plugin calls.
    pub stand_ins: std::collections::BTreeMap<String, String>,
    /// Compiles plugins in a child process; `None` compiles in this one.
    pub compiler: Option<engine::Compiler>,
    pub breaker: engine::BreakerPolicy,
    /// Maximum concurrent plugin calls; `None` is the engine's default.
    pub max_plugin_instances: Option<u32>,
    /// Additional areas, for tests.
    pub areas: Vec<Area>,
}

impl Parts {
    pub fn new(config: Config) -> Self {
        Self {
            config,
            clock: Arc::new(SystemClock),
            stand_ins: std::collections::BTreeMap::new(),
            compiler: None,
            breaker: engine::BreakerPolicy::default(),
            max_plugin_instances: None,
            areas: Vec::new(),
        }
    }
}

#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    host: Host,
    api: Api,
    plugins: Arc<InstalledPlugins>,
    web: Option<Web>,
    engine: Engine,
    services: Arc<Services>,
    loaded: LoadReport,
    stopping: watch::Sender<bool>,
    /// Set by `serve`.
    connections: RwLock<Option<Arc<Connections>>>,
}

impl App {
    /// Migrates the schema, loads the plugins, assembles the areas.
    pub async fn start(parts: Parts) -> anyhow::Result<Self> {
        let Parts {
            config,
            clock,
            stand_ins,
            compiler,
            breaker,
            max_plugin_instances,
            areas: more,
        } = parts;
        config.create_data_folder()?;
        let database = config.db_config();
        Db::migrate(&database, MIGRATIONS)
            .await
            .context("the database could not be brought up to date")?;
        let db = Db::connect(&database)
            .await
            .context("the database could not be reached")?;
        let secrets = Secrets::open(&config, &db, clock.now()).await?;

        let cache = config
            .plugin_cache
            .clone()
            .unwrap_or_else(|| config.data.clone());
        let mut engine_config = EngineConfig::new(cache);
        engine_config.network = NetworkPolicy {
            trusted: config.plugin_private_hosts.clone(),
            stand_ins,
        };
        engine_config.memory_mib = config.plugin_memory_mib;
        engine_config.compiler = compiler;
        engine_config.breaker = breaker;
        engine_config.max_instances = max_plugin_instances.unwrap_or(engine_config.max_instances);
        let engine = Engine::new(engine_config)?;
        let loaded = match plugins_folder(&config) {
            Some(folder) => engine.load_folder(&folder).await,
            None => LoadReport {
                loaded: Vec::new(),
                refused: Vec::new(),
            },
        };
        for refused in &loaded.refused {
            tracing::warn!(folder = %refused.folder.display(), reason = refused.reason, "a plugin was refused");
        }

        let plugins = Arc::new(InstalledPlugins::read(&engine)?);
        let services = Arc::new(Services::new(engine.clone(), plugins.clone()));
        let carriers = Arc::new(PluginCarriers::new(engine.clone(), services.clone()));
        let cards = Arc::new(PluginCards::new(services.clone()));
        let endpoints = Arc::new(PluginEndpoints::new(
            engine.clone(),
            services.clone(),
            plugins.clone(),
        ));
        let reports = Arc::new(PluginReports::new(engine.clone(), services.clone()));
        let packages = Arc::new(Packages::new(engine.clone(), plugins.clone(), &config.data));
        let plugin_validator = Arc::new(PluginValidator::new(
            engine.clone(),
            services.clone(),
            plugins.clone(),
            clock.clone(),
        ));
        let (gate, ports) = identity::gate(Ports::default());
        let ports = ports
            .with::<dyn tenancy::PluginCatalogue>(plugins.clone())
            .with::<dyn tenancy::TenantUse>(Arc::new(TenantBookings))
            .with::<dyn tenancy::staff_names::CustomerUsers>(Arc::new(CustomerQueries))
            .with::<dyn plugins::InstalledPort>(plugins.clone())
            .with::<dyn plugins::PackagePort>(packages)
            .with::<dyn plugins::PluginPort>(plugin_validator)
            .with::<dyn plugins::CustomerPort>(Arc::new(CustomerQueries))
            .with(Arc::new(plugins::Consents::default()))
            .with(services.switches())
            .with::<dyn plugins::endpoints::port::EndpointPort>(endpoints)
            .with::<dyn plugins::endpoints::port::ReportPort>(reports)
            .with(Arc::new(plugins::EffectiveCache::default()))
            .with(Arc::new(rates::price::cache::Tariffs::default()))
            .with::<dyn rates::price::port::BookingSource>(Arc::new(RepricingBookings))
            .with::<dyn rates::price::port::RateEngines>(Arc::new(PluginRateEngines::new(
                engine.clone(),
                services.clone(),
            )))
            .with::<dyn files::port::Things>(Arc::new(DocumentEntities))
            .with(Arc::new(lookups::Gazetteer::default()))
            .with(Arc::new(places::Places::default()))
            .with(Arc::new(routing::RoadGraphs::default()))
            .with(Arc::new(pricing::MarkupCache::default()))
            .with::<dyn customers::AccountPort>(Arc::new(CustomerBalances))
            .with::<dyn tenancy::CardTokens>(cards.clone())
            .with::<dyn receivables::cards::port::CardPort>(cards)
            .with::<dyn bookings::card_port::BookingCards>(Arc::new(BookingCardPayments))
            .with::<dyn bookings::invoice_port::InvoicePort>(Arc::new(FinanceInvoices))
            .with::<dyn drivers::DriverWork>(Arc::new(DriverJobs))
            .with::<dyn people::Customers>(Arc::new(CustomerQueries))
            .with::<dyn carriers::port::CarrierPort>(carriers);
        let mut areas = areas_with_openapi();
        areas.extend(more);
        let files = FileStore::open(&config)?;
        let web = match web_folder(&config) {
            Some(folder) => Web::read(&folder, &plugins)?,
            None => None,
        };
        let host = create_host(
            HostParts {
                db,
                config,
                clock,
                secrets,
                files,
                gate,
                ports,
            },
            &areas,
        )?;
        work::feed::add_readers(&host).await?;
        services.bind(host.clone());
        follow_packages(&host).await;
        let api = Api::new(&areas)?;
        Ok(Self(Arc::new(Inner {
            host,
            api,
            plugins,
            web,
            engine,
            services,
            loaded,
            stopping: watch::Sender::new(false),
            connections: RwLock::default(),
        })))
    }

    pub fn host(&self) -> &Host {
        &self.0.host
    }
    pub fn engine(&self) -> &Engine {
        &self.0.engine
    }
    pub fn load_report(&self) -> &LoadReport {
        &self.0.loaded
    }

    /// Returns the context of the host's own plugin calls.
    pub fn call_context(&self, tenant: TenantId) -> CallContext {
        CallContext {
            tenant: tenant.0,
            timezone: chrono_tz::UTC,
            now: self.0.host.clock().now(),
            account: AccountGrant::none(),
            settings: engine::SettingsGrant::default(),
            limits: Arc::default(),
            granted_hosts: Vec::new(),
            deadline: None,
            measures: Arc::default(),
            caller: None,
            host: self.0.services.clone(),
        }
    }

    /// Returns connection counts; `None` before `serve`.
    pub fn connections(&self) -> Option<Counts> {
        self.0
            .connections
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .as_ref()
            .map(|held| held.counts())
    }

    pub async fn handle(&self, request: Request<Body>) -> Response {
        let (parts, body) = request.into_parts();
        let origin = Origin::from_request(&parts, self.0.host.config().trust_proxy);
        let is_secure = origin
            .as_ref()
            .is_ok_and(|origin| origin.scheme == Scheme::Https);
        let mut response = match origin {
            Ok(origin) => {
                self.handle_from(&origin, Request::from_parts(parts, body))
                    .await
            }
            Err(error) => http::error_response(error),
        };
        http::add_security_headers(response.headers_mut(), is_secure);
        response
    }

    async fn handle_from(&self, origin: &Origin, request: Request<Body>) -> Response {
        let path = request.uri().path();
        if path == metrics::PATH {
            return metrics::handle(
                &self.0.engine,
                self.connections(),
                self.0.host.config(),
                &request,
            );
        }
        if matches!(path, health::LIVE | health::READY) {
            let (path, method) = (path.to_owned(), request.method().clone());
            return health::handle(&self.0.host, &self.0.stopping, &path, &method).await;
        }
        let for_api = path.len() >= 5 && path.as_bytes()[..5].eq_ignore_ascii_case(b"/api/");
        if for_api || self.0.api.has_path(path) {
            return self.0.api.respond(&self.0.host, origin, request).await;
        }
        if let Some(plugin) = frame::plugin_in_path(path) {
            let (plugin, method) = (plugin.to_owned(), request.method().clone());
            return frame::handle(&self.0.host, &self.0.plugins, origin, &plugin, &method).await;
        }
        match &self.0.web {
            Some(web) => web.handle(&self.0.plugins, request).await,
            None => self.0.api.respond(&self.0.host, origin, request).await,
        }
    }

    /// Serves until `stop`, then finishes requests in flight.
    pub async fn serve(
        self,
        listener: tokio::net::TcpListener,
        mut stop: watch::Receiver<bool>,
    ) -> anyhow::Result<()> {
        tenancy::begin_days(self.host()).await?;
        work::indexing::begin(self.host()).await?;
        let options = WorkerOptions {
            max_concurrent: self.host().config().jobs_at_once,
            ..WorkerOptions::default()
        };
        let worker = tokio::spawn(Worker::new(self.0.host.clone(), options).run(stop.clone()));
        let follower = tokio::spawn(poll_packages(self.0.host.clone(), stop.clone()));
        let router = Router::new()
            .fallback(
                |State(app): State<App>, request: Request<Body>| async move {
                    app.handle(request).await
                },
            )
            .layer(tower_http::compression::CompressionLayer::new())
            .with_state(self.clone());
        let limits = Limits::from_config(self.host().config());
        let connections = Arc::new(Connections::new(&limits));
        *self
            .0
            .connections
            .write()
            .unwrap_or_else(PoisonError::into_inner) = Some(connections.clone());
        let stopping = {
            let app = self.clone();
            async move {
                // A closed channel also stops the server.
                let _ = stop.wait_for(|stop| *stop).await;
                app.0.stopping.send_replace(true);
                tokio::time::sleep(limits.drain).await;
                if let Ok(live) = Live::from_host(&app.0.host) {
                    live.close();
                }
            }
        };
        serving::serve(listener, router, limits, connections, stopping).await;
        worker.await?;
        follower.await?;
        self.0.host.db().close().await;
        Ok(())
    }
}

/// Poll interval for packages activated on other hosts.
const PACKAGE_POLL_INTERVAL: std::time::Duration = std::time::Duration::from_secs(5);

async fn poll_packages(host: Host, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        tokio::select! {
            () = tokio::time::sleep(PACKAGE_POLL_INTERVAL) => follow_packages(&host).await,
            changed = stop.changed() => {
                // A closed channel also stops it; it would be changed all the time.
                if changed.is_err() {
                    return;
                }
            }
        }
    }
}

/// A failure is logged; the previous version stays active.
async fn follow_packages(host: &Host) {
    match plugins::packages::follow(host).await {
        Ok(troubles) => troubles
            .iter()
            .for_each(|words| tracing::error!(words, "a plugin package is not active here")),
        Err(error) => tracing::error!(
            error = format!("{error:#}"),
            "the active plugin packages could not be read"
        ),
    }
    let switched = match host.port::<plugins::RecordingSwitches>() {
        Ok(switches) => switches.reload(host).await,
        Err(error) => Err(error),
    };
    if let Err(error) = switched {
        tracing::error!(
            error = format!("{error:#}"),
            "the recording switches could not be read"
        );
    }
}

/// Returns all areas and the OpenAPI route.
pub fn areas_with_openapi() -> Vec<Area> {
    let mut areas = app::areas();
    areas.push(crate::openapi::area());
    areas
}

fn plugins_folder(config: &Config) -> Option<PathBuf> {
    config
        .plugins
        .clone()
        .or_else(|| next_to_program("plugins"))
}

fn web_folder(config: &Config) -> Option<PathBuf> {
    config.web.clone().or_else(|| next_to_program("web"))
}

fn next_to_program(name: &str) -> Option<PathBuf> {
    let folder = std::env::current_exe()
        .ok()?
        .parent()
        .map(Path::to_owned)?
        .join(name);
    folder.is_dir().then_some(folder)
}
