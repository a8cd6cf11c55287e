//! Functions without checks of their own: called with samples, by their declaration in the engine.

use engine::{Kind, Signature, wit};
use serde_json::Value;

use super::{Arguments, Calls, Running, carrier, json, merge_input};
use crate::{
    inputs,
    subject::Subject,
    trial::{Story, Trial},
};

/// Functions of every kind and `rates-by-account`, which has a story but no vectors.
const COVERED: [&str; 5] = [
    "describe",
    "check-account",
    "migrate",
    "handle",
    "rates-by-account",
];

/// Calls each function that no story has called: for every consignment, and twice, since the host
/// repeats a call after a fault.
pub async fn inputs(subject: &Subject) -> Vec<Trial> {
    let mut trials = Vec::new();
    for signature in uncovered(subject) {
        for named in inputs::consignments(&carrier::patched_consignment(subject)) {
            let Some(arguments) = samples(signature, &named.input) else {
                continue;
            };
            let mut story = Story::new(named.name);
            let tenant = subject.tenant();
            for _ in 0..2 {
                let call = subject.call(tenant);
                let called =
                    subject
                        .plugin
                        .call_by_name(call, signature.function, arguments.clone());
                match called.await {
                    Ok(outcome) => drop(story.note(signature.function, outcome)),
                    Err(error) => story.broken(signature.function, error.to_string()),
                }
            }
            trials.extend(story.trials);
        }
    }
    trials
}

pub fn singles(subject: &Subject, call: Calls<'_>) -> Vec<Running> {
    let good = carrier::patched_consignment(subject);
    let single = |signature: Signature| -> Option<Running> {
        let arguments = samples(signature, &good)?;
        let (plugin, context) = (subject.plugin.clone(), call());
        Some(Box::pin(async move {
            let function = signature.function;
            match plugin.call_by_name(context, function, arguments).await {
                Ok(outcome) => Trial::new(function, "a good one", &outcome),
                Err(error) => Trial::broken(function, "a good one", error.to_string()),
            }
        }))
    };
    let uncovered = uncovered(subject).into_iter();
    uncovered.filter_map(single).collect()
}

/// Returns a vector's arguments: its input merged into the sample of the first one.
pub fn arguments(subject: &Subject, function: &str, input: &Value) -> Option<Arguments> {
    let all = subject.plugin.signatures();
    let signature = all.into_iter().find(|it| it.function == function)?;
    let mut arguments = samples(signature, &carrier::patched_consignment(subject))?;
    if let (Some(first), false) = (arguments.first_mut(), input.is_null()) {
        match merge_input(&*first, input) {
            Ok(merged) => *first = merged,
            Err(reason) => return Some(Err(reason)),
        }
    }
    Some(Ok(arguments))
}

/// Functions of a carrier that the kit has no story for.
fn uncovered(subject: &Subject) -> Vec<Signature> {
    if subject.plugin.manifest().kind != Kind::Carrier {
        return Vec::new();
    }
    let has_story = |function: &str| {
        COVERED.contains(&function) || carrier::arguments(subject, function, &Value::Null).is_some()
    };
    let mut all = subject.plugin.signatures();
    all.retain(|signature| !has_story(signature.function));
    all
}

/// `None` if an argument has a type without a sample.
fn samples(signature: Signature, it: &wit::Consignment) -> Option<Vec<Value>> {
    let arguments = signature.arguments.iter();
    arguments
        .map(|(name, of_type)| sample(name, of_type, it))
        .collect()
}

fn sample(name: &str, of_type: &str, it: &wit::Consignment) -> Option<Value> {
    let booked = carrier::stranger(&it.reference);
    match of_type {
        "String" if name == "reference" => json(&it.reference),
        "String" => json(&"1"),
        "bool" => json(&true),
        "Address" => json(&it.to),
        "Booked" => json(&booked),
        "Consignment" => json(it),
        "Vec<Booked>" => json(&vec![booked]),
        _ => return None,
    }
    .ok()
}
