//! The kinds of plugins: how each one's functions are called.

mod carrier;
mod carrier_more;
mod commerce;
mod common;
mod declared;
mod payment;
mod rate_engine;
mod report;

use std::fmt::Debug;

use engine::{CallContext, Kind, PluginFault};
use futures_util::future::{BoxFuture, join_all};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{patch, subject::Subject, trial::Trial};

/// Calls every function with every input, in order; answers feed the next calls.
pub async fn inputs(subject: &Subject) -> Vec<Trial> {
    let mut trials = common::inputs(subject).await;
    trials.extend(match subject.plugin.manifest().kind {
        Kind::Carrier => carrier::inputs(subject).await,
        Kind::RateEngine => rate_engine::inputs(subject).await,
        Kind::Commerce => commerce::inputs(subject).await,
        Kind::Payment => payment::inputs(subject).await,
        Kind::Report => report::inputs(subject).await,
    });
    trials.extend(declared::inputs(subject).await);
    trials
}

/// Calls every function with outgoing requests once, in parallel, each for a separate tenant.
pub async fn singles(subject: &Subject, impatient: bool) -> Vec<Trial> {
    let call = || {
        if impatient {
            subject.impatient(subject.tenant())
        } else {
            subject.call(subject.tenant())
        }
    };
    let mut running = common::singles(subject, &call);
    running.extend(match subject.plugin.manifest().kind {
        Kind::Carrier => carrier::singles(subject, &call),
        Kind::Commerce => commerce::singles(subject, &call),
        Kind::Payment => payment::singles(subject, &call),
        // A rate engine makes no calls, and a report has no network.
        Kind::RateEngine | Kind::Report => Vec::new(),
    });
    running.extend(declared::singles(subject, &call));
    join_all(running).await
}

/// Calls the pure functions with the sample input.
pub async fn pure(subject: &Subject) -> Vec<Trial> {
    let mut trials = common::pure(subject).await;
    trials.extend(match subject.plugin.manifest().kind {
        Kind::Carrier => carrier::pure(subject).await,
        Kind::RateEngine => rate_engine::pure(subject).await,
        Kind::Commerce => commerce::pure(subject).await,
        Kind::Payment => Vec::new(),
        Kind::Report => report::pure(subject).await,
    });
    trials
}

/// Arguments as JSON. The error is the vector's own fault.
pub type Arguments = Result<Vec<Value>, String>;

/// Returns a vector's arguments: its input merged into the sample.
pub fn arguments(subject: &Subject, function: &str, input: &Value) -> Arguments {
    let found =
        common::arguments(function, input).or_else(|| match subject.plugin.manifest().kind {
            Kind::Carrier => carrier::arguments(subject, function, input),
            Kind::RateEngine => rate_engine::arguments(subject, function, input),
            Kind::Commerce => commerce::arguments(subject, function, input),
            Kind::Payment => payment::arguments(subject, function, input),
            Kind::Report => report::arguments(function, input),
        });
    let found = found.or_else(|| declared::arguments(subject, function, input));
    found.unwrap_or_else(|| {
        Err(format!(
            "function {function:?}: this kind has no such function"
        ))
    })
}

/// Renders a function's answer as in a vector's `expect`. The outer error is the vector's.
pub async fn render_answer(
    subject: &Subject,
    call: CallContext,
    function: &str,
    arguments: Vec<Value>,
) -> Result<Result<Value, PluginFault>, String> {
    let said = subject
        .plugin
        .call_by_name(call, function, arguments)
        .await
        .map_err(|error| error.to_string())?;
    Ok(said.map(|answer| match (function, &answer) {
        // Text that holds JSON is compared as that.
        ("migrate", Value::String(text)) => serde_json::from_str(text).unwrap_or(answer),
        _ => answer,
    }))
}

type Calls<'a> = &'a (dyn Fn() -> CallContext + Sync);

type Running = BoxFuture<'static, Trial>;

/// Starts nothing yet: the call is made when it is waited for.
fn single<T: Debug>(
    function: &'static str,
    call: impl Future<Output = Result<T, PluginFault>> + Send + 'static,
) -> Running {
    Box::pin(async move { Trial::new(function, "a good one", &call.await) })
}

/// Merges the vector's input into the sample record.
fn merge_input<T: Serialize + DeserializeOwned>(sample: &T, input: &Value) -> Result<T, String> {
    let sample = serde_json::to_value(sample).map_err(|error| error.to_string())?;
    let laid = if input.is_null() {
        sample
    } else {
        patch::lay(&sample, input)
    };
    serde_json::from_value(laid).map_err(|error| format!("input: {error}"))
}

/// The kit's sample as the fixtures change it.
fn patch_sample<T: Serialize + DeserializeOwned>(subject: &Subject, sample: T) -> T {
    let over = subject.fixtures.input.as_ref();
    over.and_then(|over| merge_input(&sample, over).ok())
        .unwrap_or(sample)
}

/// Merges the input into the only or first argument.
fn one<T: Serialize + DeserializeOwned>(sample: &T, input: &Value) -> Arguments {
    Ok(vec![json(&merge_input(sample, input)?)?])
}

fn json<T: Serialize>(argument: &T) -> Result<Value, String> {
    serde_json::to_value(argument).map_err(|error| error.to_string())
}

fn text(input: &Value, otherwise: &str) -> Value {
    input.as_str().unwrap_or(otherwise).into()
}
