//! Hosts killed under load: nothing acknowledged is lost, duplicated or stuck.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use std::{
    collections::{BTreeMap, BTreeSet},
    process::Command,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use data::{
    db::{Col, Mode, PlatformSql},
    ids::CustomerId,
    tsql,
};
use serde_json::{Value, json};
use testkit::{Client, ExternalProgram, Kit, given, on_host};

const KILLS: usize = 10;
/// A kill meets the same states whatever came before it.
const BOOKINGS_BETWEEN: usize = 40;
const CALLERS: usize = 6;
const TIMEOUT: Duration = Duration::from_secs(120);

struct Machine {
    _program: ExternalProgram,
    url: String,
}

impl Machine {
    fn start(kit: &Kit) -> Self {
        let config = kit.app.host().config();
        let data =
            std::env::temp_dir().join(format!("waybill-machine-{}", uuid::Uuid::now_v7().simple()));
        let mut command = Command::new(env!("CARGO_BIN_EXE_waybill"));
        command
            .arg("serve")
            .env("WAYBILL_CONFIG", data.join("none"))
            .env("WAYBILL_LISTEN", "127.0.0.1:0")
            .env("WAYBILL_DATA", &data)
            .env(
                "WAYBILL_SECRET_KEY",
                kit.app.host().secrets().export().expose(),
            )
            .env("WAYBILL_PLUGINS", config.plugins.as_ref().unwrap())
            .env(
                "WAYBILL_PLUGIN_CACHE",
                config.plugin_cache.as_ref().unwrap(),
            )
            .env("WAYBILL_LOG", "off")
            .env("WAYBILL_DATABASE_CONNECTIONS", "6")
            .env("DATABASE_URL", config.database_url.as_ref().unwrap());
        let (program, line) = ExternalProgram::start_and_read_line(&mut command);
        let port = line.rsplit(':').next().unwrap();
        Self {
            _program: program,
            url: format!("http://127.0.0.1:{port}"),
        }
    }
}

struct Load {
    machines: Mutex<Vec<String>>,
    acknowledged: Mutex<BTreeMap<i64, String>>,
    next: AtomicUsize,
    over: AtomicBool,
}

impl Load {
    fn count(&self) -> usize {
        self.acknowledged.lock().unwrap().len()
    }

    async fn wait_for_count(&self, count: usize) {
        let start = Instant::now();
        while self.count() < count {
            assert!(
                start.elapsed() < TIMEOUT,
                "only {} of {count} bookings",
                self.count()
            );
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

struct Booker {
    http: reqwest::Client,
    host_name: String,
    token: String,
    customer: CustomerId,
    load: Arc<Load>,
}

impl Booker {
    async fn work(self, mut at: usize) {
        while !self.load.over.load(Ordering::Relaxed) {
            let url = {
                let machines = self.load.machines.lock().unwrap();
                machines[at % machines.len()].clone()
            };
            if self.book(&url).await.is_none() {
                at += 1;
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }

    async fn book(&self, url: &str) -> Option<()> {
        let bookings = self.build_bookings(url).await?;
        let body = json!({"bookings": bookings, "operations": ["Book"]});
        let path = format!("{url}/api/booking/booking/createorupdatebatchbooking");
        let answer = self.call(self.post(&path, &body)).await?;
        let booked = answer["successBookings"]
            .as_array()?
            .iter()
            .map(|one| &one["booking"]);
        let mut acknowledged = self.load.acknowledged.lock().unwrap();
        for booking in booked.filter(|booking| booking["bookingStatus"] == "Booked") {
            let connote = booking["consignmentId"].as_str().unwrap().to_owned();
            acknowledged.insert(booking["id"].as_i64().unwrap(), connote);
        }
        Some(())
    }

    async fn build_bookings(&self, url: &str) -> Option<Vec<Value>> {
        let mut request = given::quote_request(self.customer);
        request["items"] = json!([request["items"][0]]);
        let response = self
            .call(self.post(&format!("{url}/api/booking/Quote/Quote"), &request))
            .await?;
        let token = response["resourceToken"].as_str()?.to_owned();
        let collect =
            format!("{url}/api/booking/Quote/GetQuotes?waitMs=1000&resourceToken={token}");
        let quotes = self.call(self.http.get(collect)).await?;
        let (from, to) = given::addresses();
        let bookings: Vec<Value> = quotes["quotes"]
            .as_array()?
            .iter()
            .map(|quote| {
                let number = self.load.next.fetch_add(1, Ordering::Relaxed);
                json!({"booking": {
                    "customer": {"id": self.customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
                    "resourceToken": token, "quoteId": quote["id"], "reference": format!("KILL-{number}"),
                }})
            })
            .collect();
        // A quote whose host was killed has no price yet.
        (!bookings.is_empty()).then_some(bookings)
    }

    fn post(&self, url: &str, body: &Value) -> reqwest::RequestBuilder {
        self.http
            .post(url)
            .header("content-type", "application/json")
            .body(body.to_string())
    }

    async fn call(&self, request: reqwest::RequestBuilder) -> Option<Value> {
        let request = request
            .header("host", &self.host_name)
            .bearer_auth(&self.token);
        let answer = request.send().await.ok()?;
        let (status, text) = (answer.status(), answer.text().await.ok()?);
        assert!(
            status.is_success() || status.is_server_error(),
            "{status}: {text}"
        );
        status
            .is_success()
            .then(|| serde_json::from_str::<Value>(&text).unwrap()["result"].take())
    }
}

async fn expire_leases(kit: &Kit) {
    let mut scope = kit.scope(Mode::Write);
    let past = scope.now() - chrono::TimeDelta::hours(1);
    let intents =
        tsql!("UPDATE bookings SET intent_time = $2 WHERE tenant_id = $1 AND intent IS NOT NULL");
    scope.rows(intents, vec![past.val()]).await.unwrap();
    const JOBS: PlatformSql = PlatformSql(
        "UPDATE jobs SET run_at = CASE WHEN state = 'waiting' THEN $2 ELSE run_at END,
           locked_until = CASE WHEN locked_until IS NULL THEN NULL ELSE $2 END
         WHERE for_tenant = $1 AND kind LIKE 'bookings.settle%'",
    );
    scope
        .platform(JOBS, vec![kit.tenant.val(), past.val()])
        .await
        .unwrap();
    scope.commit().await.unwrap();
}

#[test]
#[allow(clippy::print_stdout, reason = "the program prints its progress")]
fn ten_kills_lose_double_and_hold_up_nothing_that_was_acknowledged() {
    on_host("kills", |kit| async move {
        let admin: Client = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        // SQLite has one machine; two share PostgreSQL, and one is killed at a time.
        let shared = kit
            .app
            .host()
            .config()
            .database_url
            .as_ref()
            .unwrap()
            .starts_with("postgres");
        let mut machines: Vec<Machine> = (0..if shared { 2 } else { 1 })
            .map(|_| Machine::start(&kit))
            .collect();
        let load = Arc::new(Load {
            machines: Mutex::new(machines.iter().map(|machine| machine.url.clone()).collect()),
            acknowledged: Mutex::default(),
            next: AtomicUsize::new(0),
            over: AtomicBool::new(false),
        });
        // Another test may have installed one already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let callers: Vec<_> = (0..CALLERS)
            .map(|at| {
                let booker = Booker {
                    http: reqwest::Client::builder().timeout(TIMEOUT).build().unwrap(),
                    host_name: kit.host_name.clone(),
                    token: admin.token.clone().unwrap(),
                    customer,
                    load: load.clone(),
                };
                tokio::spawn(booker.work(at))
            })
            .collect();
        for kill in 0..KILLS {
            load.wait_for_count((kill + 1) * BOOKINGS_BETWEEN).await;
            let at = kill % machines.len();
            let before = load.count();
            drop(machines.remove(at));
            if shared {
                load.wait_for_count(before + 10).await;
            }
            machines.insert(at, Machine::start(&kit));
            load.machines.lock().unwrap()[at] = machines[at].url.clone();
        }
        load.wait_for_count((KILLS + 1) * BOOKINGS_BETWEEN).await;
        load.over.store(true, Ordering::Relaxed);
        for caller in callers {
            caller.await.unwrap();
        }
        drop(machines);
        expire_leases(&kit).await;
        kit.drain_jobs().await;

        let mut scope = kit.scope(Mode::Read);
        let sql = tsql!(
            "SELECT reference, booking_status, consignment_id, intent, id FROM bookings WHERE tenant_id = $1 ORDER BY id"
        );
        let rows = scope.rows(sql, Vec::new()).await.unwrap();
        let acknowledged = load.acknowledged.lock().unwrap();
        let (mut references, mut connotes) = (BTreeSet::new(), BTreeSet::new());
        let mut booked: BTreeMap<i64, String> = BTreeMap::new();
        for row in &rows {
            let (reference, id): (String, i64) = (row.get(0).unwrap(), row.get(4).unwrap());
            let (status, connote): (String, Option<String>) =
                (row.get(1).unwrap(), row.get(2).unwrap());
            assert!(
                references.insert(reference.clone()),
                "{reference} was made twice"
            );
            assert_eq!(
                row.get::<Option<String>>(3).unwrap(),
                None,
                "{reference} is still being booked"
            );
            match (status.as_str(), connote) {
                ("Booked", Some(connote)) => {
                    assert!(
                        connotes.insert(connote.clone()),
                        "{connote} is on two bookings"
                    );
                    booked.insert(id, connote);
                }
                // Saved, and killed before the carrier call: never acknowledged.
                ("Quoted", None) => assert!(
                    !acknowledged.contains_key(&id),
                    "{reference} was acknowledged"
                ),
                (status, connote) => panic!("{reference} is {status} with {connote:?}"),
            }
        }
        for (id, connote) in acknowledged.iter() {
            assert_eq!(booked.get(id), Some(connote), "{id} was acknowledged");
        }
        println!(
            "{:?}: {KILLS} kills, {} bookings acknowledged, {} booked, {} saved",
            kit.database,
            acknowledged.len(),
            booked.len(),
            rows.len()
        );
    });
}

async fn count(kit: &Kit, status: &str) -> i64 {
    let sql = tsql!("SELECT COUNT(*) FROM bookings WHERE tenant_id = $1 AND booking_status = $2");
    let rows = kit
        .scope(Mode::Read)
        .rows(sql, vec![status.to_owned().val()])
        .await
        .unwrap();
    rows[0].get(0).unwrap()
}

#[test]
fn a_batch_that_a_kill_interrupted_is_finished_when_it_is_sent_again() {
    const BATCH: usize = 60;
    on_host("kills-batch", |kit| async move {
        let admin: Client = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let machine = Machine::start(&kit);
        // Another test may have installed one already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let booker = Booker {
            http: reqwest::Client::builder().timeout(TIMEOUT).build().unwrap(),
            host_name: kit.host_name.clone(),
            token: admin.token.clone().unwrap(),
            customer,
            load: Arc::new(Load {
                machines: Mutex::default(),
                acknowledged: Mutex::default(),
                next: AtomicUsize::new(0),
                over: AtomicBool::new(false),
            }),
        };
        let mut bookings = Vec::new();
        while bookings.len() < BATCH {
            bookings.extend(booker.build_bookings(&machine.url).await.unwrap());
        }
        let body = json!({"bookings": bookings, "operations": ["Book", "Manifest"]});
        let send = async |url: &str| {
            let path = format!("{url}/api/booking/booking/createorupdatebatchbooking");
            booker.call(booker.post(&path, &body)).await
        };
        let url = machine.url.clone();
        let kill = async {
            while count(&kit, "Booked").await < 20 {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            drop(machine);
        };
        let (first, ()) = tokio::join!(send(&url), kill);
        assert!(first.is_none(), "the call was answered before the kill");
        let machine = Machine::start(&kit);
        expire_leases(&kit).await;
        kit.drain_jobs().await;
        let answer = send(&machine.url).await.unwrap();
        assert_eq!(answer["failBookings"], json!([]), "{answer}");
        assert_eq!(
            answer["successBookings"].as_array().unwrap().len(),
            bookings.len()
        );
        let manifested = usize::try_from(count(&kit, "Manifested").await).unwrap();
        let all =
            admin.get("/api/booking/booking/getbookings").await.result()["totalCount"].as_u64();
        assert_eq!(
            (manifested, all),
            (bookings.len(), Some(bookings.len() as u64))
        );
        let connotes: BTreeSet<&str> = answer["successBookings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["booking"]["consignmentId"].as_str().unwrap())
            .collect();
        assert_eq!(connotes.len(), bookings.len());
    });
}
