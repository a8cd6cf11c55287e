//! The package's own vectors: one call each, and what must come of it.

use engine::PluginFault;
use serde_json::Value;

use crate::{
    fixtures::{Expect, Vector},
    kinds, patch,
    report::Report,
    server::Mood,
    subject::Subject,
};

/// Runs them in the order of their names, a row each.
pub async fn run(subject: &Subject, report: &mut Report) {
    if subject.fixtures.vectors.is_empty() {
        report.skip("vectors", "what must come of what", "the package has none in fixtures/vectors");
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
    let tenant = subject.tenant();
    let call = match &vector.settings {
        Some(settings) => subject.call_with(tenant, settings.clone()),
        None => subject.call(tenant),
    };
    let before = (!vector.http.is_empty()).then(|| subject.server.record(vector.http.clone()));
    let outcome = kinds::vector(subject, call, &vector.function, &vector.input).await;
    if let Some(before) = before {
        subject.server.record(before);
    }
    match outcome {
        Ok(outcome) => compare(&vector.expect, outcome),
        Err(words) => Some(words),
    }
}

fn compare(expect: &Expect, outcome: Result<Value, PluginFault>) -> Option<String> {
    match (outcome, &expect.error) {
        (Ok(answer), None) => patch::difference(expect.answer.as_ref()?, &answer, "answer"),
        (Ok(answer), Some(error)) => Some(format!("it answered {answer}; {error} is expected")),
        (Err(fault), None) => Some(format!("{}: {}", fault.kind.name(), fault.message)),
        (Err(fault), Some(error)) if fault.kind.name() != error => {
            Some(format!("{}: {}; {error} is expected", fault.kind.name(), fault.message))
        }
        (Err(fault), Some(_)) => {
            let wanted = expect.contains.as_ref().filter(|wanted| !fault.message.contains(wanted.as_str()))?;
            Some(format!("the error says {:?}; {wanted:?} is expected in it", fault.message))
        }
    }
}
