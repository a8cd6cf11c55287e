//! A test area whose jobs record their runs.

use std::{
    collections::HashSet,
    sync::{LazyLock, Mutex, PoisonError},
    time::{Duration, Instant},
};

use data::{
    Error, Host, Needs, Refusal, Result, Scope,
    db::{Mode, PlatformSql},
    ids::{JobId, TenantId},
};
use futures_util::FutureExt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::{sync::watch, task::JoinHandle};
use web::{Area, Routes};
use work::{
    event::{Event, Listener},
    feed::{Effects, EventReader, PublishedEvent},
    job::{JobKind, NewJob, ScopeJobs},
    worker::{Worker, WorkerOptions},
};

#[derive(Debug, Clone)]
pub struct Mark {
    pub what: String,
    pub at: Instant,
}

type Marks = Vec<(String, Mark)>;
static MARKS: LazyLock<Mutex<Marks>> = LazyLock::new(Mutex::default);
static FIXED_TESTS: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);
/// Tests whose gated jobs may end.
static OPENED_TESTS: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);

fn mark(test: &str, what: impl Into<String>) {
    let mark = Mark {
        what: what.into(),
        at: Instant::now(),
    };
    MARKS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push((test.to_owned(), mark));
}

pub fn marks(test: &str) -> Vec<Mark> {
    let marks = MARKS.lock().unwrap_or_else(PoisonError::into_inner);
    marks
        .iter()
        .filter(|(of, _)| of == test)
        .map(|(_, mark)| mark.clone())
        .collect()
}

pub fn count(test: &str, what: &str) -> usize {
    marks(test).iter().filter(|mark| mark.what == what).count()
}

pub fn fix_failing_jobs(test: &str) {
    FIXED_TESTS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(test.to_owned());
}

/// Lets the gated jobs of a test end.
pub fn open_gate(test: &str) {
    OPENED_TESTS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(test.to_owned());
}

fn is_gate_open(test: &str) -> bool {
    OPENED_TESTS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .contains(test)
}

pub fn test_name() -> String {
    uuid::Uuid::now_v7().simple().to_string()
}

pub async fn wait_until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(20);
    while !holds().await {
        assert!(Instant::now() < end, "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[derive(Serialize, Deserialize)]
pub struct Probed {
    pub test: String,
    pub number: usize,
}

pub static PROBED: Event<Probed> = Event::new("probe.probed", 1);
/// The same event from a newer program version.
pub static PROBED_NEWER: Event<Value> = Event::new("probe.probed", 7);

const PROBE_FAILED: Refusal = Refusal::new(9000, "The probe is sick.");

fn text(payload: &Value, name: &str) -> String {
    payload[name].as_str().unwrap_or_default().to_owned()
}

async fn quick(_: Scope, payload: Value) -> Result<()> {
    mark(&text(&payload, "test"), text(&payload, "what"));
    Ok(())
}

/// Runs long at first, and returns at once when repeated; with `gated`, until the test opens the
/// gate.
async fn slow(_: Scope, payload: Value) -> Result<()> {
    let test = text(&payload, "test");
    let what = text(&payload, "what");
    let is_first = count(&test, &format!("begin {what}")) == 0;
    mark(&test, format!("begin {what}"));
    if is_first {
        tokio::time::sleep(Duration::from_millis(
            payload["ms"].as_u64().unwrap_or_default(),
        ))
        .await;
    }
    while payload["gated"] == true && !is_gate_open(&test) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    mark(&test, format!("end {what}"));
    Ok(())
}

async fn fail(_: Scope, payload: Value) -> Result<()> {
    let test = text(&payload, "test");
    if FIXED_TESTS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .contains(&test)
    {
        mark(&test, "healed");
        return Ok(());
    }
    if payload["panic"] == true {
        panic!("the probe fell over");
    }
    Err(PROBE_FAILED.into())
}

async fn steps(scope: Scope, payload: Value) -> Result<()> {
    let total = payload["steps"].as_u64().unwrap_or_default() as usize;
    for at in 0..total {
        scope.step(at, Some(total), format!("At step {at}"))?;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

/// Counts its runs and fails the first time; with `lost`, another host takes its lease.
async fn keep(mut scope: Scope, payload: Value) -> Result<()> {
    let runs = scope.saved_result::<usize>()?.unwrap_or_default() + 1;
    if payload["lost"] == true {
        let mut other = scope.sibling(Mode::Write);
        other
            .platform(
                PlatformSql("UPDATE jobs SET claims = claims + 1 WHERE state = 'running'"),
                Vec::new(),
            )
            .await?;
        other.commit().await?;
    }
    scope.save_result(&runs).await?;
    scope.commit().await?;
    mark(
        &text(&payload, "test"),
        format!("kept {runs} for {}", scope.caller.name()),
    );
    if runs == 1 {
        Err(PROBE_FAILED.into())
    } else {
        Ok(())
    }
}

#[derive(Deserialize, JsonSchema)]
struct StartJob {
    kind: String,
    payload: Value,
}

#[derive(Serialize, JsonSchema)]
struct StartedJob {
    id: JobId,
}

async fn begin(mut scope: Scope, StartJob { kind, payload }: StartJob) -> Result<StartedJob> {
    let kind = KINDS
        .iter()
        .find(|known| **known == kind)
        .ok_or(Error::NotFound("The kind"))?;
    let id = scope.enqueue_watched(NewJob::new(kind, payload)).await?;
    scope.commit().await?;
    Ok(StartedJob { id })
}

const KINDS: [&str; 6] = [
    "probe.quick",
    "probe.slow",
    "probe.other",
    "probe.fail",
    "probe.steps",
    "probe.keep",
];

/// Reads the event feed in addition to the listeners, like webhooks.
struct Follower;

impl EventReader for Follower {
    fn name(&self) -> &'static str {
        "probe"
    }
    fn read<'a>(
        &'a self,
        _: &'a Host,
        events: &'a [PublishedEvent],
        effects: &'a mut Effects<'_>,
    ) -> futures_util::future::BoxFuture<'a, Result<()>> {
        async move {
            for event in events.iter().filter(|event| event.name == "probe.probed") {
                let what = format!("followed {}", event.payload["number"]);
                let new = NewJob::new(
                    "probe.quick",
                    json!({"test": event.payload["test"], "what": what}),
                );
                effects.enqueue(event.tenant, new).await?;
            }
            Ok(())
        }
        .boxed()
    }
}

pub fn areas() -> Vec<Area> {
    let on_probed = |_: Scope, probed: Probed| async move {
        mark(&probed.test, format!("heard {}", probed.number));
        Ok(())
    };
    let area = Area::new("probe")
        .routes(
            Routes::new("/api/probe")
                .post("begin", Needs::SignedIn, begin)
                .post("beginbookings", bookings::access::BOOKING_CREATE, begin),
        )
        .job(
            JobKind::new("probe.quick", |scope, payload| {
                quick(scope, payload).boxed()
            })
            .max_concurrent(8),
        )
        .job(
            JobKind::new("probe.slow", |scope, payload| slow(scope, payload).boxed())
                .max_concurrent(2),
        )
        .job(
            JobKind::new("probe.other", |scope, payload| slow(scope, payload).boxed())
                .max_concurrent(100),
        )
        .job(JobKind::new("probe.fail", |scope, payload| fail(scope, payload).boxed()).attempts(1))
        .job(JobKind::new("probe.steps", |scope, payload| {
            steps(scope, payload).boxed()
        }))
        .job(JobKind::new("probe.keep", |scope, payload| {
            keep(scope, payload).boxed()
        }))
        .listener(Listener::new("probe.on-probed", &PROBED, on_probed))
        .reader(std::sync::Arc::new(Follower));
    vec![area]
}

pub async fn enqueue(host: &Host, tenant: TenantId, new: NewJob) {
    let mut scope = host.scope(tenant, Mode::Write);
    scope.enqueue(new).await.unwrap();
    scope.commit().await.unwrap();
}

pub struct Running {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Running {
    pub fn start(host: &Host, options: WorkerOptions) -> Self {
        let (stop, stopped) = watch::channel(false);
        Self {
            stop,
            task: tokio::spawn(Worker::new(host.clone(), options).run(stopped)),
        }
    }
    /// Stops like an operator.
    pub async fn stop(self) {
        self.stop.send(true).unwrap();
        self.task.await.unwrap();
    }
    /// Stops like a power failure: no more writes.
    pub async fn kill(self) {
        self.task.abort();
        assert!(self.task.await.unwrap_err().is_cancelled());
    }
}

/// Short leases, for tests to wait for.
pub const SHORT_LEASES: WorkerOptions = WorkerOptions {
    max_concurrent: 8,
    lease: Duration::from_secs(2),
    grace: Duration::from_millis(100),
};
