//! The package's vectors: one call each, with the expected outcome.

use engine::{CallContext, PluginFault, Recording};
use serde_json::Value;

use crate::{
    fixtures::{Expect, Vector},
    kinds, patch,
    report::Report,
    server::Mood,
    subject::Subject,
};

pub async fn run(subject: &Subject, report: &mut Report) {
    if subject.fixtures.vectors.is_empty() {
        report.skip(
            "vectors",
            "what must come of what",
            "the package has none in fixtures/vectors",
        );
        return;
    }
    subject.server.set(Mood::Recorded);
    for (name, vector) in &subject.fixtures.vectors {
        let what = format!("{name}: {}", vector.function);
        match complaint(subject, vector).await {
            None => report.pass("vectors", what, ""),
            Some(words) => report.fail("vectors", what, words),
        }
    }
}

async fn complaint(subject: &Subject, vector: &Vector) -> Option<String> {
    let call = match call(subject, vector) {
        Ok(call) => call,
        Err(words) => return Some(words),
    };
    let arguments = match &vector.arguments {
        Some(arguments) => arguments.iter().map(Recording::plain).collect(),
        None => match kinds::arguments(subject, &vector.function, &vector.input) {
            Ok(arguments) => arguments,
            Err(words) => return Some(words),
        },
    };
    let before = (!vector.http.is_empty()).then(|| subject.server.record(vector.http.clone()));
    let outcome = kinds::render_answer(subject, call, &vector.function, arguments).await;
    if let Some(before) = before {
        subject.server.record(before);
    }
    match outcome {
        Ok(outcome) => compare(&vector.expect, outcome),
        Err(words) => Some(words),
    }
}

/// Builds a call for a fresh tenant: the vector's values override the kit's.
fn call(subject: &Subject, vector: &Vector) -> Result<CallContext, String> {
    let tenant = subject.tenant();
    let mut call = match &vector.settings {
        Some(settings) => subject.call_with(tenant, settings.clone()),
        None => subject.call(tenant),
    };
    if let Some(settings) = &vector.plugin {
        call.settings.json = Value::Object(settings.clone()).to_string();
    }
    call.now = vector.now.unwrap_or(call.now);
    if let Some(name) = &vector.timezone {
        call.timezone = name
            .parse()
            .map_err(|_| format!("timezone: {name:?} is not known"))?;
    }
    match vector
        .values
        .iter()
        .find(|(key, value)| !subject.host.put(tenant, key, value))
    {
        None => Ok(call),
        Some((key, _)) => Err(format!(
            "values.{key}: text, a number or {{\"$base64\": …}} is expected"
        )),
    }
}

fn compare(expect: &Expect, outcome: Result<Value, PluginFault>) -> Option<String> {
    match (outcome, &expect.error) {
        (Ok(answer), None) => patch::difference(expect.answer.as_ref()?, &answer, "answer"),
        (Ok(answer), Some(error)) => Some(format!("it answered {answer}; {error} is expected")),
        (Err(fault), None) => Some(format!("{}: {}", fault.kind.name(), fault.message)),
        (Err(fault), Some(error)) if fault.kind.name() != error => Some(format!(
            "{}: {}; {error} is expected",
            fault.kind.name(),
            fault.message
        )),
        (Err(fault), Some(_)) => {
            let wanted = expect
                .contains
                .as_ref()
                .filter(|wanted| !fault.to_string().contains(wanted.as_str()))?;
            Some(format!(
                "the error says {:?}; {wanted:?} is expected in it",
                fault.to_string()
            ))
        }
    }
}
