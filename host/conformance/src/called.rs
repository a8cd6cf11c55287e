//! One call of a plugin for its author: the answer, its log and its cost.

use std::{path::Path, time::Duration};

use engine::{FunctionUsage, package::Package};
use serde::Serialize;
use serde_json::Value;

use crate::{kinds, package, report::Report, server::Mood, subject::Subject};

#[derive(Clone, Debug)]
pub enum Input {
    /// Merged over the kit's valid sample.
    Over(Value),
    /// All arguments in order.
    Whole(Vec<Value>),
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Called {
    /// None if the call ended with an error or a fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Value>,
    /// Name and message of the error or fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<[String; 2]>,
    pub log: Vec<String>,
    /// Targets of its HTTP calls, all answered by the kit's stand-in.
    pub requests: Vec<String>,
    pub wall_ms: f64,
    /// Processor time of the plugin alone.
    pub cpu_ms: f64,
    pub memory_kib: u64,
    pub host_calls: u64,
}

/// Calls one function with the fixtures' settings and responses. The error explains why not.
pub async fn call(target: &Path, function: &str, input: Input) -> Result<Called, String> {
    let package = Package::read(&package::bytes(target)?).map_err(|error| error.to_string())?;
    let mut report = Report::default();
    let Some(subject) = Subject::load(package, &mut report).await? else {
        let why = report
            .rows
            .iter()
            .map(|row| row.detail.as_str())
            .find(|detail| !detail.is_empty());
        return Err(why.unwrap_or("the plugin cannot be loaded").to_owned());
    };
    subject.server.set(Mood::Recorded);
    let arguments = match input {
        Input::Whole(arguments) => arguments,
        Input::Over(value) => kinds::arguments(&subject, function, &value)?,
    };
    let before = usage(&subject, function);
    let outcome = kinds::render_answer(
        &subject,
        subject.call(subject.tenant()),
        function,
        arguments,
    )
    .await?;
    let took = usage(&subject, function).ok_or("the call was not counted")?;
    let since = |of: fn(&FunctionUsage) -> u64| of(&took) - before.as_ref().map_or(0, of);
    let milliseconds = |micros: u64| Duration::from_micros(micros).as_secs_f64() * 1e3;
    let (answer, error) = match outcome {
        Ok(answer) => (Some(answer), None),
        Err(fault) => (
            None,
            Some([fault.kind.name().to_owned(), fault.to_string()]),
        ),
    };
    Ok(Called {
        answer,
        error,
        log: subject.host.lines(),
        requests: subject
            .server
            .received_requests()
            .into_iter()
            .map(|seen| seen.target)
            .collect(),
        wall_ms: milliseconds(since(|took| took.wall_micros)),
        cpu_ms: milliseconds(since(|took| took.cpu_micros)),
        memory_kib: took.memory_peak_kib,
        host_calls: since(|took| took.host_calls),
    })
}

fn usage(subject: &Subject, function: &str) -> Option<FunctionUsage> {
    let all = subject.engine.usage(subject.plugin.id(), None);
    all.into_iter().find(|usage| usage.function == function)
}
