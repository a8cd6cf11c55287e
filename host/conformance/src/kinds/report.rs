//! Functions of a report generator: each report with valid and invalid parameters, and a reader
//! that leaves.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use engine::{BoxFuture, Report, ReportOutput, wit};
use serde_json::{Map, Value, json};

use super::Arguments;
use crate::{
    subject::Subject,
    trial::{Story, Trial},
};

/// Takes a report's rows, or is closed from the start.
#[derive(Default)]
struct Reader {
    is_closed: bool,
    rows: AtomicU64,
    /// Output, for comparing two runs.
    said: Mutex<String>,
}

impl Reader {
    fn take(&self, said: String, rows: usize) -> Result<(), wit::OutputError> {
        if self.is_closed {
            return Err(wit::OutputError::Closed);
        }
        self.rows.fetch_add(rows as u64, Ordering::Relaxed);
        self.said
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push_str(&said);
        Ok(())
    }

    fn render_output(&self) -> String {
        self.said
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl ReportOutput for Reader {
    fn columns(
        &self,
        columns: Vec<wit::ReportColumn>,
    ) -> BoxFuture<'_, Result<(), wit::OutputError>> {
        let taken = self.take(format!("{columns:?}\n"), 0);
        Box::pin(async { taken })
    }

    fn rows(&self, rows: Vec<Vec<wit::DataValue>>) -> BoxFuture<'_, Result<(), wit::OutputError>> {
        let taken = self.take(format!("{rows:?}\n"), rows.len());
        Box::pin(async { taken })
    }
}

/// A value for each parameter as its component gives it.
fn parameters(info: &wit::ReportInfo) -> Map<String, Value> {
    let value = |parameter: &wit::Parameter| match parameter.component.as_str() {
        "number" | "customer" | "carrier" => json!(1),
        "date" => json!("2026-03-02"),
        "date-range" => json!({ "from": "2026-03-01", "to": "2026-03-31" }),
        "choice" => json!(parameter.choices.first()),
        "multi-choice" => json!(parameter.choices),
        "boolean" => json!(true),
        _ => json!("A"),
    };
    info.parameters
        .iter()
        .map(|parameter| (parameter.name.clone(), value(parameter)))
        .collect()
}

pub async fn inputs(subject: &Subject) -> Vec<Trial> {
    let Some(report) = subject.plugin.report() else {
        return Vec::new();
    };
    let tenant = subject.tenant();
    let mut story = Story::new("an account");
    let reports = story
        .note(
            "list-reports",
            report.list_reports(subject.call(tenant)).await,
        )
        .unwrap_or_default();
    if reports.is_empty() {
        story.broken("list-reports", "it has no report");
    }
    let mut trials = story.trials;
    for info in &reports {
        let good = parameters(info);
        let all = |value: Value| {
            Value::Object(
                good.keys()
                    .map(|key| (key.clone(), value.clone()))
                    .collect(),
            )
            .to_string()
        };
        let odd = [
            ("good parameters", Value::Object(good.clone()).to_string()),
            ("no parameters", "{}".into()),
            ("parameters of the wrong kind", all(json!([{ "a": null }]))),
            (
                "parameters of odd text",
                all(json!("' or 1 eq 1 or '\u{202e}\u{0}")),
            ),
            ("parameters of large numbers", all(json!(1e300))),
            ("parameters that are no object", "[]".into()),
            ("parameters that are no JSON", "{\"a\":".into()),
        ];
        for (name, parameters) in odd {
            trials.extend(run(subject, &report, name, info, parameters, false).await);
        }
        let good = Value::Object(good).to_string();
        trials.extend(run(subject, &report, "a reader that left", info, good, true).await);
    }
    let stranger = wit::ReportInfo {
        id: "no-such-report".into(),
        name: String::new(),
        description: String::new(),
        parameters: Vec::new(),
    };
    trials.extend(
        run(
            subject,
            &report,
            "a report it has not",
            &stranger,
            "{}".into(),
            false,
        )
        .await,
    );
    trials
}

async fn run(
    subject: &Subject,
    report: &Report,
    name: &str,
    info: &wit::ReportInfo,
    parameters: String,
    is_closed: bool,
) -> Vec<Trial> {
    let mut story = Story::new(name);
    let reader = Arc::new(Reader {
        is_closed,
        ..Reader::default()
    });
    let call = subject.call(subject.tenant());
    let summary = story.note(
        "run",
        report
            .run(call, info.id.clone(), parameters, reader.clone())
            .await,
    );
    let written = reader.rows.load(Ordering::Relaxed);
    if let Some(summary) = summary.filter(|summary| summary.rows != written) {
        story.broken(
            "run",
            format!(
                "report {}: it speaks of {} rows and wrote {written}",
                info.id, summary.rows
            ),
        );
    }
    story.trials
}

pub async fn pure(subject: &Subject) -> Vec<Trial> {
    let Some(report) = subject.plugin.report() else {
        return Vec::new();
    };
    let mut story = Story::new("good parameters");
    let reports = story.note(
        "list-reports",
        report.list_reports(subject.call(subject.tenant())).await,
    );
    for info in reports.unwrap_or_default() {
        let reader = Arc::new(Reader::default());
        let parameters = Value::Object(parameters(&info)).to_string();
        let said = report
            .run(
                subject.call(subject.tenant()),
                info.id,
                parameters,
                reader.clone(),
            )
            .await;
        story.note("run", said.map(|summary| (summary, reader.render_output())));
    }
    story.trials
}

/// Returns a vector's arguments. The input is `{"report": "<id>", "parameters": {…}}`; the answer
/// is the summary.
pub fn arguments(function: &str, input: &Value) -> Option<Arguments> {
    Some(match function {
        "list-reports" => Ok(Vec::new()),
        "run" => match input["report"].as_str() {
            Some(id) => {
                let parameters = input
                    .get("parameters")
                    .cloned()
                    .unwrap_or_else(|| json!({}));
                Ok(vec![json!(id), json!(parameters.to_string())])
            }
            None => Err("input.report: a report's id is expected".into()),
        },
        _ => return None,
    })
}
