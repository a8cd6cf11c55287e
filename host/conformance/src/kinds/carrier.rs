//! A carrier's functions: priced, booked twice, found, labelled, tracked, closed and cancelled.

use engine::{Ability, Carrier, wit};
use serde_json::Value;

use super::{Arguments, Calls, Running, carrier_more, common, json, one, single, text};
use crate::{
    inputs,
    subject::Subject,
    trial::{Story, Trial},
};

pub fn patched_consignment(subject: &Subject) -> wit::Consignment {
    super::patch_sample(subject, inputs::sample_consignment())
}

fn request(
    subject: &Subject,
    consignment: &wit::Consignment,
    rate: Option<&wit::Rate>,
) -> wit::BookRequest {
    let first = subject
        .plugin
        .services()
        .first()
        .map_or("STANDARD", |service| &service.code);
    wit::BookRequest {
        consignment: consignment.clone(),
        service_code: rate.map_or_else(|| first.to_owned(), |rate| rate.service_code.clone()),
        carrier_quote: rate.and_then(|rate| rate.carrier_quote.clone()),
    }
}

/// A booking that the carrier never made.
pub fn stranger(reference: &str) -> wit::Booked {
    wit::Booked {
        reference: reference.into(),
        connote: "CHECK0000001".into(),
        data: "{}".into(),
    }
}

fn manifest(consignment: &wit::Consignment, booked: Vec<wit::Booked>) -> wit::ManifestRequest {
    let entry = |booked: wit::Booked| wit::ManifestEntry {
        booked,
        receiver: consignment.to.company_name.clone().unwrap_or_default(),
        suburb: consignment.to.suburb.clone(),
        pieces: 3,
        weight_g: 20_900,
        service_name: "Standard".into(),
    };
    wit::ManifestRequest {
        reference: format!("M-{}", consignment.reference),
        sender: consignment.from.clone(),
        entries: booked.into_iter().map(entry).collect(),
    }
}

pub async fn inputs(subject: &Subject) -> Vec<Trial> {
    let Some(carrier) = subject.plugin.carrier() else {
        return Vec::new();
    };
    let mut all = alone(subject, &carrier).await;
    for named in inputs::consignments(&patched_consignment(subject)) {
        all.extend(story(subject, &carrier, named.name, &named.input).await);
    }
    let mut odd = patched_consignment(subject);
    for (name, reference) in [
        ("an empty reference", ""),
        ("a strange reference", "a/b?c='d'\"\u{202e}…"),
    ] {
        odd.reference = reference.into();
        all.extend(story(subject, &carrier, name, &odd).await);
    }
    all.extend(carrier_more::inputs(subject, &carrier, &patched_consignment(subject)).await);
    all
}

/// Functions that need no consignment, or only the sample one.
async fn alone(subject: &Subject, carrier: &Carrier) -> Vec<Trial> {
    let mut story = Story::new("an account");
    let tenant = subject.tenant();
    story.note(
        "list-services",
        carrier.list_services(subject.call(tenant)).await,
    );
    let found = story.note(
        "find",
        carrier
            .find(subject.call(tenant), "NOBODY-BOOKED-THIS".into())
            .await,
    );
    // Recorded answers cannot cover every reference, so only a false positive fails.
    if subject.fixtures.exchanges.is_empty() && !matches!(found, Some(None) | None) {
        story.broken("find", "it found what nobody booked");
    }
    let mut trials = story.trials;
    for (name, settings) in common::odd_settings(subject) {
        let mut story = Story::new(name);
        story.note(
            "rates",
            carrier
                .rates(
                    subject.call_with(tenant, settings.clone()),
                    patched_consignment(subject),
                )
                .await,
        );
        let request = request(subject, &patched_consignment(subject), None);
        story.note(
            "book",
            carrier
                .book(subject.call_with(tenant, settings), request)
                .await,
        );
        trials.extend(story.trials);
    }
    trials
}

async fn story(
    subject: &Subject,
    carrier: &Carrier,
    name: &str,
    consignment: &wit::Consignment,
) -> Vec<Trial> {
    let mut story = Story::new(name);
    let tenant = subject.tenant();
    let call = || subject.call(tenant);
    let rates = story
        .note("rates", carrier.rates(call(), consignment.clone()).await)
        .unwrap_or_default();
    let request = request(subject, consignment, rates.first());
    let first = story.note("book", carrier.book(call(), request.clone()).await);
    let again = story.note("book", carrier.book(call(), request.clone()).await);
    if let (Some(first), Some(again)) = (&first, &again)
        && first.connote != again.connote
    {
        let words = format!(
            "one reference was booked twice, as {} and {}",
            first.connote, again.connote
        );
        story.broken("book", words);
    }
    let found = story.note(
        "find",
        carrier.find(call(), consignment.reference.clone()).await,
    );
    if let (Some(first), Some(Some(found))) = (&first, &found)
        && first.connote != found.connote
    {
        story.broken(
            "find",
            format!(
                "it found {} for what it booked as {}",
                found.connote, first.connote
            ),
        );
    }
    let booked = first.unwrap_or_else(|| stranger(&consignment.reference));
    story.note(
        "label",
        carrier.label(call(), request, booked.clone()).await,
    );
    if subject.plugin.has(Ability::Tracking) {
        story.note("track", carrier.track(call(), vec![booked.clone()]).await);
        let many = (0..50)
            .map(|number| stranger(&format!("{}-{number}", consignment.reference)))
            .collect();
        story.note("track", carrier.track(call(), many).await);
    }
    if subject.plugin.has(Ability::Manifesting) {
        let close = manifest(consignment, vec![booked.clone()]);
        let first = story
            .note("manifest", carrier.manifest(call(), close.clone()).await)
            .flatten();
        let again = story
            .note("manifest", carrier.manifest(call(), close).await)
            .flatten();
        if let (Some(first), Some(again)) = (first, again)
            && first.number != again.number
        {
            let words = format!(
                "one reference was closed twice, as {} and {}",
                first.number, again.number
            );
            story.broken("manifest", words);
        }
        story.note(
            "manifest",
            carrier
                .manifest(call(), manifest(consignment, Vec::new()))
                .await,
        );
    }
    story.note("cancel", carrier.cancel(call(), booked.clone()).await);
    story.note("cancel", carrier.cancel(call(), booked).await);
    story.trials
}

pub fn singles(subject: &Subject, call: Calls<'_>) -> Vec<Running> {
    let Some(carrier) = subject.plugin.carrier() else {
        return Vec::new();
    };
    let it = patched_consignment(subject);
    let (request, booked) = (request(subject, &it, None), stranger(&it.reference));
    let mut running: Vec<Running> = Vec::new();
    macro_rules! add {
        ($function:literal, $method:ident $(, $argument:expr)*) => {{
            let (carrier, call) = (carrier.clone(), call());
            let arguments = ($($argument.clone(),)*);
            running.push(single($function, add!(@made carrier, call, $method, arguments $(, $argument)*)));
        }};
        (@made $carrier:ident, $call:ident, $method:ident, $arguments:ident, $a:expr) => {
            async move { $carrier.$method($call, $arguments.0).await }
        };
        (@made $carrier:ident, $call:ident, $method:ident, $arguments:ident, $a:expr, $b:expr) => {
            async move { $carrier.$method($call, $arguments.0, $arguments.1).await }
        };
    }
    add!("rates", rates, it);
    add!("book", book, request);
    add!("find", find, it.reference);
    add!("label", label, request, booked);
    add!("cancel", cancel, booked);
    if subject.plugin.has(Ability::Tracking) {
        add!("track", track, vec![booked.clone()]);
    }
    if subject.plugin.has(Ability::Manifesting) {
        add!("manifest", manifest, manifest(&it, vec![booked.clone()]));
    }
    running
}

pub async fn pure(subject: &Subject) -> Vec<Trial> {
    let Some(carrier) = subject.plugin.carrier() else {
        return Vec::new();
    };
    let mut story = Story::new("a good consignment");
    let tenant = subject.tenant();
    story.note(
        "list-services",
        carrier.list_services(subject.call(tenant)).await,
    );
    story.note(
        "rates",
        carrier
            .rates(subject.call(tenant), patched_consignment(subject))
            .await,
    );
    story.trials
}

/// Returns a vector's arguments; none for unknown functions.
pub fn arguments(subject: &Subject, function: &str, input: &Value) -> Option<Arguments> {
    let it = patched_consignment(subject);
    let asked = request(subject, &it, None);
    Some(match function {
        "list-services" => Ok(Vec::new()),
        "rates" => one(&it, input),
        "book" => one(&asked, input),
        "find" => Ok(vec![text(input, &it.reference)]),
        "label" => one(&asked, input).and_then(|mut first| {
            first.push(json(&stranger(&it.reference))?);
            Ok(first)
        }),
        "cancel" => one(&stranger(&it.reference), input),
        "track" => one(&vec![stranger(&it.reference)], input),
        "manifest" => one(&manifest(&it, vec![stranger(&it.reference)]), input),
        other => return carrier_more::arguments(other, input, &it),
    })
}
