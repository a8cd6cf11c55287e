//! Event types of line hauls. The payload is the line haul in its current state.

use data::{Result, Scope};
use futures_util::{FutureExt, future::BoxFuture};
use linehaul::{access::LINE_HAUL, events, webhook_payload};
use serde_json::Value;

use crate::catalog::{EventContent, EventText, EventType};

pub(super) const STATUS_CHANGED: EventType = EventType {
    name: "line_haul.status_changed",
    group: "Jobs",
    text: EventText::new(
        "Line haul status changed",
        "The status of a line haul changed: loading, departed, arrived and all others.",
    ),
    feed: events::STATUS_CHANGED.name,
    permission: LINE_HAUL,
    feature: jobs::access::JOBS,
    read: status_changed,
    sample,
};

fn status_changed(
    scope: &mut Scope,
    version: i64,
    payload: Value,
) -> BoxFuture<'_, Result<EventContent>> {
    async move {
        let change = events::STATUS_CHANGED.read(version, payload)?;
        let record = webhook_payload::load_payload(scope, change.line_haul_id).await?;
        let id = change.line_haul_id.0;
        Ok(EventContent::from_record("lineHaul", id, None, record)
            .with_brief("previousStatus", change.from.as_str())
            .with_brief("status", change.to.as_str()))
    }
    .boxed()
}

fn sample() -> Result<EventContent> {
    let record = webhook_payload::sample()?;
    let id = record["id"].as_i64().unwrap_or_default();
    Ok(
        EventContent::from_record("lineHaul", id, None, Some(record))
            .with_brief("previousStatus", "Closed")
            .with_brief("status", "Departed"),
    )
}
