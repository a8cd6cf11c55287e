//! Tests of report generators: records in, rows out in batches; endpoints; settings migration.

use crate::world::{Services, context, world};
use engine::{BoxFuture, CallContext, FaultKind, PluginFault, ReportOutput, wit};
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

/// Stores rows, or stops reading after some.
#[derive(Default)]
struct Reader {
    rows: Mutex<Vec<Vec<wit::DataValue>>>,
    batches: AtomicUsize,
    closed: bool,
}

impl ReportOutput for Reader {
    fn columns(&self, _: Vec<wit::ReportColumn>) -> BoxFuture<'_, Result<(), wit::OutputError>> {
        Box::pin(async { Ok(()) })
    }

    fn rows(&self, rows: Vec<Vec<wit::DataValue>>) -> BoxFuture<'_, Result<(), wit::OutputError>> {
        self.batches.fetch_add(1, Relaxed);
        self.rows.lock().unwrap().extend(rows);
        let closed = self.closed;
        Box::pin(async move {
            if closed {
                Err(wit::OutputError::Closed)
            } else {
                Ok(())
            }
        })
    }
}

async fn run(
    report: &str,
    host: &Arc<Services>,
    reader: &Arc<Reader>,
) -> Result<wit::Summary, PluginFault> {
    let world = world().await;
    let plugin = world
        .engine
        .plugin("report-guest")
        .unwrap()
        .report()
        .unwrap();
    let context = CallContext {
        caller: Some(Arc::new("ann".to_owned())),
        ..context(world, host)
    };
    plugin
        .run(context, report.into(), "{}".into(), reader.clone())
        .await
}

#[tokio::test]
async fn records_are_read_as_the_caller_and_written_in_batches() {
    let host: Arc<Services> = Arc::default();
    host.records.store(1_234, Relaxed);
    let reader = Arc::default();
    let summary = run("copy", &host, &reader).await.unwrap();
    assert_eq!(summary.rows, 1_234);
    let rows = reader.rows.lock().unwrap();
    assert_eq!((rows.len(), reader.batches.load(Relaxed)), (1_234, 3));
    assert_eq!(
        rows[1_233],
        [
            wit::DataValue::Integer(1_233),
            wit::DataValue::Text("ann".into())
        ]
    );
}

#[tokio::test]
async fn what_does_not_fit_is_refused_to_the_guest_with_words() {
    let host: Arc<Services> = Arc::default();
    for (report, words) in [
        ("sources", "numbers"),
        ("no-source", "NoSource(\"secrets\")"),
        ("no-columns", "0 given; 1 to 100"),
        ("rows-first", "the columns come before any row"),
        ("columns-twice", "the columns were given already"),
        ("ragged", "a row has 1 values; there are 2 columns"),
        ("not-a-number", "\\\"NaN\\\" is no decimal"),
    ] {
        let reader: Arc<Reader> = Arc::default();
        let fault = run(report, &host, &reader).await.unwrap_err();
        assert_eq!(fault.kind, FaultKind::Internal, "{report}: {fault}");
        assert!(fault.to_string().contains(words), "{report}: {fault}");
        assert!(reader.rows.lock().unwrap().is_empty(), "{report}");
    }
}

#[tokio::test]
async fn a_report_without_measure_is_stopped() {
    let host: Arc<Services> = Arc::default();
    let large = run("ten-megabytes", &host, &Arc::default())
        .await
        .unwrap_err();
    assert_eq!(large.kind, FaultKind::BadAnswer, "{large}");
    let deaf = Arc::new(Reader {
        closed: true,
        ..Reader::default()
    });
    for (report, words) in [
        ("deaf", "more than 1000 calls"),
        ("insatiable", "more than 1000 calls"),
        ("hoard", ""),
    ] {
        let fault = run(report, &host, &deaf).await.unwrap_err();
        assert_eq!(fault.kind, FaultKind::Trap, "{report}: {fault}");
        assert!(fault.to_string().contains(words), "{report}: {fault}");
    }
}

fn request(path: &str, body: &str) -> wit::WebRequest {
    wit::WebRequest {
        method: "POST".into(),
        path: path.into(),
        store: None,
        query: String::new(),
        headers: vec![],
        body: body.into(),
        caller: None,
    }
}

#[tokio::test]
async fn an_endpoint_answers_what_http_can_carry() {
    let (world, host) = (world().await, Arc::<Services>::default());
    host.records.store(7, Relaxed);
    let endpoint = world
        .engine
        .plugin("report-guest")
        .unwrap()
        .endpoint()
        .unwrap();
    let answer = endpoint
        .handle(context(world, &host), request("/echo", "raw \u{0}"))
        .await
        .unwrap();
    assert_eq!(
        (answer.status, answer.body.as_slice()),
        (200, &b"raw \0"[..])
    );
    for (path, words) in [
        ("/early", "status 102; 200 to 599"),
        ("/split", "the header x-a has characters"),
        ("/name", "is no header's name"),
        ("/huge", "more than 8 MiB"),
    ] {
        let fault = endpoint
            .handle(context(world, &host), request(path, ""))
            .await
            .unwrap_err();
        assert_eq!(fault.kind, FaultKind::BadAnswer, "{path}: {fault}");
        assert!(fault.to_string().contains(words), "{path}: {fault}");
    }
    let answer = endpoint
        .handle(context(world, &host), request("/write", ""))
        .await
        .unwrap();
    assert_eq!(answer.body, b"rows are written while a report runs");
    let answer = endpoint
        .handle(context(world, &host), request("/rows", ""))
        .await
        .unwrap();
    assert_eq!(answer.body, b"7");
    let lost = endpoint
        .handle(context(world, &host), request("/nowhere", ""))
        .await
        .unwrap_err();
    assert_eq!(lost.kind, FaultKind::NotFound);
}

#[tokio::test]
async fn settings_of_another_version_stay_an_object() {
    let (world, host) = (world().await, Arc::default());
    let migration = world
        .engine
        .plugin("report-guest")
        .unwrap()
        .settings_migration()
        .unwrap();
    let moved = migration
        .migrate(context(world, &host), "0.9.0".into(), r#"{"a":1}"#.into())
        .await;
    assert_eq!(moved, Ok(r#"{"a":1}"#.into()));
    let fault = migration
        .migrate(
            context(world, &host),
            "0.9.0".into(),
            r#"{"spoil":1}"#.into(),
        )
        .await
        .unwrap_err();
    assert_eq!(fault.kind, FaultKind::BadAnswer);
    assert!(
        fault
            .to_string()
            .contains("the settings are no JSON object"),
        "{fault}"
    );
}
