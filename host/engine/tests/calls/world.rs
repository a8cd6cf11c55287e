//! Shared test fixtures: one engine with the guests loaded, an in-memory store, a server on
//! loopback.

use crate::guests;
use axum::{
    Router,
    body::Body,
    http::{HeaderMap, header::LOCATION},
    routing::any,
};
use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE},
};
use engine::{
    AccountGrant, BoxFuture, CallContext, Engine, EngineConfig, HostServices, LogLines,
    NetworkPolicy, Owner, Priced, RateCard, Recording, Secret, Taping, wit,
};
use std::{
    any::Any,
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
        mpsc,
    },
    time::Duration,
};
use tokio::sync::OnceCell;

pub const SECRET: &str = "hunter2\"x";

pub struct World {
    pub engine: Engine,
    /// Loopback server as `127.0.0.1:port`, granted and trusted by the operator.
    pub server: String,
    /// Granted, but not trusted by the operator.
    pub private: String,
}

/// Returns the engine that most tests share, as in a program: calls must not affect each other.
pub async fn world() -> &'static World {
    static WORLD: OnceCell<World> = OnceCell::const_new();
    WORLD
        .get_or_init(|| async {
            let server = start_server();
            let private = "127.0.0.1:9".to_owned();
            let folder = guests::empty_folder("world");
            let hosts = [
                server.clone(),
                private.clone(),
                "stood-in.example".into(),
                "ungranted.example".into(),
            ];
            let plugins = folder.join("plugins");
            // The maximum processor time, so that a slow machine causes no other fault than the
            // tested one.
            let patient = format!(
                "{}[limits]\ncpu-ms = {{ rates = 250 }}\n",
                guests::manifest(&guests::CARRIER, &hosts)
            );
            guests::write(&plugins, &guests::CARRIER, &patient);
            guests::lay_out(&plugins, &guests::FULL, &[]);
            guests::lay_out(&plugins, &guests::JOINT, &["stood-in.example".into()]);
            guests::lay_out(&plugins, &guests::RATE_ENGINE, &[]);
            guests::lay_out(&plugins, &guests::PAYMENT, &[]);
            guests::lay_out(&plugins, &guests::REPORT, &[]);
            // A guest made to fail in one test must not open the breaker for the next.
            let mut config = EngineConfig::for_trials(folder.join("data"));
            config.network = NetworkPolicy {
                trusted: vec![server.clone()],
                stand_ins: BTreeMap::from([(
                    "stood-in.example".into(),
                    format!("http://{server}"),
                )]),
            };
            let engine = Engine::new(config).unwrap();
            let report = engine.load_folder(&plugins).await;
            assert!(report.refused.is_empty(), "{:?}", report.refused);
            assert_eq!(
                report.loaded,
                [
                    "full-guest",
                    "guest",
                    "joint-guest",
                    "payment-guest",
                    "rate-guest",
                    "report-guest"
                ]
            );
            World {
                engine,
                server,
                private,
            }
        })
        .await
}

/// Host services in memory.
#[derive(Default)]
pub struct Services {
    pub values: Mutex<HashMap<(i64, String, String), Vec<u8>>>,
    pub logs: Mutex<Vec<LogLines>>,
    /// Names of the threads on which calls with log lines ended.
    pub threads: Mutex<Vec<Option<String>>>,
    pub labels: Mutex<Vec<wit::Label>>,
    /// Plugin versions that calls go to.
    pub versions: Mutex<HashMap<String, String>>,
    /// Number of records to list.
    pub records: AtomicU64,
    /// Recording mode, and the recordings made.
    pub taping: Mutex<Taping>,
    pub recordings: Mutex<Vec<Recording>>,
    /// Set to make the store hang.
    pub hangs: AtomicBool,
}

impl HostServices for Services {
    fn taping(&self, _: Owner<'_>) -> Taping {
        self.taping.lock().unwrap().clone()
    }

    fn recorded(&self, _: i64, recording: Recording) {
        self.recordings.lock().unwrap().push(recording);
    }

    fn log(&self, lines: LogLines) {
        self.logs.lock().unwrap().push(lines);
        self.threads
            .lock()
            .unwrap()
            .push(std::thread::current().name().map(str::to_owned));
    }

    fn key_value_get<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
    ) -> BoxFuture<'a, Result<Option<Vec<u8>>, wit::StoreError>> {
        if self.hangs.load(Relaxed) {
            return Box::pin(std::future::pending());
        }
        let found = self.values.lock().unwrap().get(&place(owner, key)).cloned();
        Box::pin(async { Ok(found) })
    }

    fn key_value_set<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
        value: Vec<u8>,
        _: Option<Duration>,
    ) -> BoxFuture<'a, Result<(), wit::StoreError>> {
        self.values.lock().unwrap().insert(place(owner, key), value);
        Box::pin(async { Ok(()) })
    }

    fn key_value_delete<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
    ) -> BoxFuture<'a, Result<(), wit::StoreError>> {
        self.values.lock().unwrap().remove(&place(owner, key));
        Box::pin(async { Ok(()) })
    }

    fn key_value_increment<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
        by: u64,
    ) -> BoxFuture<'a, Result<u64, wit::StoreError>> {
        let mut values = self.values.lock().unwrap();
        let value = values
            .entry(place(owner, key))
            .or_insert_with(|| 0u64.to_le_bytes().to_vec());
        let sum = u64::from_le_bytes(value.as_slice().try_into().unwrap()) + by;
        *value = sum.to_le_bytes().to_vec();
        Box::pin(async move { Ok(sum) })
    }

    fn render_labels<'a>(
        &'a self,
        _: Owner<'a>,
        labels: Vec<wit::Label>,
    ) -> BoxFuture<'a, Result<wit::File, String>> {
        self.labels.lock().unwrap().extend(labels);
        let file = wit::File {
            media_type: "application/pdf".into(),
            content: b"%PDF-1.7 a label".to_vec(),
        };
        Box::pin(async { Ok(file) })
    }

    fn render_manifest<'a>(
        &'a self,
        _: Owner<'a>,
        sheet: wit::ManifestSheet,
    ) -> BoxFuture<'a, Result<wit::File, String>> {
        Box::pin(async move { Err(format!("title: {:?} cannot be drawn", sheet.title)) })
    }

    /// The code is `engine-id card-data`.
    fn rate_card<'a>(
        &'a self,
        _: Owner<'a>,
        code: &'a str,
        _: &'a wit::PriceRequest,
    ) -> BoxFuture<'a, Result<Option<RateCard>, String>> {
        let found = code.split_once(' ').map(|(engine, data)| RateCard {
            engine: engine.into(),
            priced: Priced::Card(data.into()),
        });
        Box::pin(async { Ok(found) })
    }

    fn version<'a>(&'a self, _: Owner<'a>, plugin: &'a str) -> BoxFuture<'a, Option<String>> {
        let version = self.versions.lock().unwrap().get(plugin).cloned();
        Box::pin(async { version })
    }

    fn data_sources<'a>(&'a self, _: Owner<'a>) -> BoxFuture<'a, Vec<String>> {
        Box::pin(async { vec!["numbers".into()] })
    }

    /// Numbers from 0, each with the caller's name.
    fn data_rows<'a>(
        &'a self,
        _: Owner<'a>,
        query: wit::DataQuery,
        caller: Option<Arc<dyn Any + Send + Sync>>,
        page: u64,
        most: u32,
    ) -> BoxFuture<'a, Result<Vec<Vec<wit::DataValue>>, wit::DataError>> {
        let name = caller
            .and_then(|caller| caller.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        let first = page * u64::from(most);
        let end = self.records.load(Relaxed).min(first + u64::from(most));
        let row = |number: u64| {
            vec![
                wit::DataValue::Integer(number as i64),
                wit::DataValue::Text(name.clone()),
            ]
        };
        let answer = match query.source.as_str() {
            "numbers" => Ok((first..end).map(row).collect()),
            other => Err(wit::DataError::NoSource(other.into())),
        };
        Box::pin(async { answer })
    }
}

fn place(owner: Owner<'_>, key: &str) -> (i64, String, String) {
    (owner.tenant, owner.plugin.to_owned(), key.to_owned())
}

pub fn context(world: &World, host: &Arc<Services>) -> CallContext {
    CallContext {
        tenant: 1,
        timezone: chrono_tz::Australia::Melbourne,
        now: "2026-01-31T00:00:00Z".parse().unwrap(),
        account: AccountGrant {
            code: "ACC-1".into(),
            settings_json: r#"{"user":"ann"}"#.into(),
            secrets: BTreeMap::from([("KEY".into(), Secret::new(SECRET))]),
        },
        settings: engine::SettingsGrant::default(),
        limits: Arc::default(),
        granted_hosts: vec![
            world.server.clone(),
            world.private.clone(),
            "stood-in.example".into(),
        ],
        deadline: None,
        measures: Arc::default(),
        caller: None,
        host: host.clone(),
    }
}

pub fn consignment(reference: &str) -> wit::Consignment {
    let address = |suburb: &str, postcode: &str, residential| wit::Address {
        contact_name: Some("Kim Doe".into()),
        company_name: Some("Doe Tools".into()),
        email: None,
        telephone: None,
        lines: vec!["12 Quay Street".into()],
        suburb: suburb.into(),
        state: Some("VIC".into()),
        postcode: postcode.into(),
        country_code: "AU".into(),
        residential,
    };
    let item = |number: u32| wit::Item {
        reference: format!("I{number}"),
        package_type: "Carton".into(),
        description: "Hand tools".into(),
        quantity: 1 + number % 3,
        length_mm: 400,
        width_mm: 300,
        height_mm: 200 + 10 * number,
        weight_g: 4_000 + u64::from(number) * 250,
        dangerous_goods: false,
    };
    wit::Consignment {
        reference: reference.into(),
        from: address("Richmond", "3121", false),
        to: address("Parramatta", "2150", true),
        items: (0..10).map(item).collect(),
        dangerous_goods: None,
        currency: "AUD".into(),
        dispatch_date: "2026-01-31".into(),
        customer_reference: "PO 7".into(),
        pickup_instructions: String::new(),
        delivery_instructions: String::new(),
        options: vec!["tail-lift".into()],
        ext: vec![],
    }
}

/// Runs on a separate thread, because the starting test may end before the others.
fn start_server() -> String {
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            tell.send(listener.local_addr().unwrap().to_string())
                .unwrap();
            axum::serve(listener, routes()).await.unwrap();
        });
    });
    told.recv().unwrap()
}

/// Echoes the input in every encoding a server may use.
fn mirror(authorization: &str, body: &str) -> String {
    let basic = authorization.strip_prefix("Basic ").unwrap_or_default();
    let inside = String::from_utf8(STANDARD.decode(basic).unwrap_or_default()).unwrap();
    let (_, secret) = inside.split_once(':').unwrap_or_default();
    let encoded = percent_encoding::utf8_percent_encode(secret, percent_encoding::NON_ALPHANUMERIC);
    let again = STANDARD.encode(format!("x{}", URL_SAFE.encode(format!("{secret}!"))));
    let hexed = hex::encode(secret);
    format!(
        "{authorization} {body} {secret} {encoded} {again} {hexed} {}",
        hexed.to_uppercase()
    )
}

fn routes() -> Router {
    let seen = |headers: &HeaderMap| {
        headers["authorization"]
            .to_str()
            .unwrap_or_default()
            .to_owned()
    };
    Router::new()
        .route(
            "/echo",
            any(async move |headers: HeaderMap, body: String| format!("{} {body}", seen(&headers))),
        )
        .route(
            "/mirror",
            any(async move |headers: HeaderMap, body: String| mirror(&seen(&headers), &body)),
        )
        .route(
            "/slow",
            any(async || {
                tokio::time::sleep(Duration::from_secs(5)).await;
                "late"
            }),
        )
        .route(
            "/large",
            any(async || Body::from(vec![b'x'; (4 << 20) + 1])),
        )
        .route(
            "/lure",
            any(async || {
                (
                    axum::http::StatusCode::FOUND,
                    [(LOCATION, "https://undeclared.example/trap")],
                    "lure",
                )
            }),
        )
        .route(
            "/away",
            any(async || (axum::http::StatusCode::FOUND, [(LOCATION, "/echo")], "away")),
        )
}
