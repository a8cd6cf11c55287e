//! A rate engine's functions: pure, with cards that are none and consignments of all sorts.

use engine::{Ability, RateEngine, wit};
use serde_json::{Value, json};

use super::{Arguments, one};
use crate::{
    inputs,
    subject::Subject,
    trial::{Story, Trial},
};

/// The fixtures' card; without one an empty object, which most engines refuse.
fn card(subject: &Subject) -> String {
    subject.fixtures.card.clone().unwrap_or_else(|| "{}".into())
}

fn patched_request(subject: &Subject) -> wit::PriceRequest {
    super::patch_sample(
        subject,
        inputs::price_request(&inputs::sample_consignment()),
    )
}

fn sample_lane_request(subject: &Subject) -> (wit::Lane, wit::LaneRequest) {
    (
        inputs::lane(),
        super::patch_sample(subject, inputs::lane_request(&inputs::sample_consignment())),
    )
}

pub async fn inputs(subject: &Subject) -> Vec<Trial> {
    let Some(engine) = subject.plugin.rate_engine() else {
        return Vec::new();
    };
    let mut trials = Vec::new();
    if subject.plugin.has(Ability::CardPricing) {
        trials.extend(cards(subject, &engine).await);
    }
    if subject.plugin.has(Ability::LanePricing) {
        trials.extend(lanes(subject, &engine).await);
    }
    trials
}

async fn cards(subject: &Subject, engine: &RateEngine) -> Vec<Trial> {
    let mut trials = Vec::new();
    let tenant = subject.tenant();
    let mut story = Story::new("the fixtures' card");
    if story
        .note(
            "check",
            engine.check(subject.call(tenant), card(subject)).await,
        )
        .is_none()
        && subject.fixtures.card.is_some()
    {
        story.broken("check", "it does not take the card in its own fixtures");
    }
    trials.extend(story.trials);
    for named in inputs::consignments(&inputs::sample_consignment()) {
        let mut story = Story::new(named.name);
        let request = inputs::price_request(&named.input);
        story.note(
            "price",
            engine
                .price(subject.call(tenant), card(subject), request)
                .await,
        );
        trials.extend(story.trials);
    }
    let deep = "[".repeat(20_000);
    let cards: &[(&str, &str)] = inputs::CARDS;
    for (name, card) in cards
        .iter()
        .copied()
        .chain([("a card nested without end", deep.as_str())])
    {
        let mut story = Story::new(name);
        story.note(
            "check",
            engine.check(subject.call(tenant), card.to_owned()).await,
        );
        story.note(
            "price",
            engine
                .price(
                    subject.call(tenant),
                    card.to_owned(),
                    patched_request(subject),
                )
                .await,
        );
        trials.extend(story.trials);
    }
    trials
}

async fn lanes(subject: &Subject, engine: &RateEngine) -> Vec<Trial> {
    let mut trials = Vec::new();
    let tenant = subject.tenant();
    for named in inputs::consignments(&inputs::sample_consignment()) {
        let mut story = Story::new(named.name);
        let request = inputs::lane_request(&named.input);
        story.note(
            "price-lane",
            engine
                .price_lane(subject.call(tenant), inputs::lane(), request)
                .await,
        );
        trials.extend(story.trials);
    }
    for (name, lane) in inputs::lanes() {
        let mut story = Story::new(name);
        let (_, request) = sample_lane_request(subject);
        story.note(
            "price-lane",
            engine.price_lane(subject.call(tenant), lane, request).await,
        );
        trials.extend(story.trials);
    }
    trials
}

pub async fn pure(subject: &Subject) -> Vec<Trial> {
    let Some(engine) = subject.plugin.rate_engine() else {
        return Vec::new();
    };
    let tenant = subject.tenant();
    let mut story = Story::new("the fixtures' card");
    if subject.plugin.has(Ability::CardPricing) {
        story.note(
            "price",
            engine
                .price(
                    subject.call(tenant),
                    card(subject),
                    patched_request(subject),
                )
                .await,
        );
        story.note(
            "check",
            engine.check(subject.call(tenant), card(subject)).await,
        );
    }
    if subject.plugin.has(Ability::LanePricing) {
        let (lane, request) = sample_lane_request(subject);
        story.note(
            "price-lane",
            engine.price_lane(subject.call(tenant), lane, request).await,
        );
    }
    story.trials
}

/// Returns a vector's arguments; none for unknown functions.
pub fn arguments(subject: &Subject, function: &str, input: &Value) -> Option<Arguments> {
    Some(match function {
        "price" => one(&patched_request(subject), input)
            .map(|request| [vec![json!(card(subject))], request].concat()),
        "price-lane" => {
            let (lane, request) = sample_lane_request(subject);
            one(&request, input).map(|request| [vec![json!(lane)], request].concat())
        }
        // The input is the card itself.
        "check" if input.is_null() => Ok(vec![json!(card(subject))]),
        "check" => Ok(vec![json!(input.to_string())]),
        _ => return None,
    })
}
