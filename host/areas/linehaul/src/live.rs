//! Live updates of line hauls for open boards.

use std::collections::BTreeMap;

use data::{Record, Result, Scope, Where};
use futures_util::{FutureExt, future::BoxFuture};
use serde_json::json;
use web::live::{News, Source};
use work::feed::PublishedEvent;

use crate::{
    access::LINE_HAUL,
    hauls::{
        model::{LineHaul, LineHaulId},
        status::LineHaulStatus,
    },
};

pub(crate) static LINE_HAULS: Source = Source {
    prefix: "linehaul.",
    event_name: "lineHaul",
    needs: LINE_HAUL,
    to_news: boxed_news,
};

/// A line haul's state without the wide columns.
#[derive(Debug, Clone, Record)]
#[record(view_of = LineHaul)]
struct LineHaulState {
    id: LineHaulId,
    row_version: i64,
    status: LineHaulStatus,
}

fn boxed_news(scope: Scope, events: Vec<PublishedEvent>) -> BoxFuture<'static, Result<Vec<News>>> {
    load_news(scope, events).boxed()
}

async fn load_news(mut scope: Scope, events: Vec<PublishedEvent>) -> Result<Vec<News>> {
    let mut last: BTreeMap<LineHaulId, i64> = BTreeMap::new();
    for event in &events {
        if let Some(id) = event.payload["lineHaulId"].as_i64() {
            last.insert(LineHaulId(id), event.position);
        }
    }
    let ids: Vec<LineHaulId> = last.keys().copied().collect();
    let rows: Vec<LineHaulState> = scope.all(Where::all().is_in(LineHaul::ID, &ids)).await?;
    let states: BTreeMap<LineHaulId, LineHaulState> =
        rows.into_iter().map(|row| (row.id, row)).collect();
    let mut news: Vec<News> = last
        .into_iter()
        .map(|(id, position)| {
            let json = match states.get(&id) {
                Some(row) => json!({
                    "lineHaulId": id, "rowVersion": row.row_version,
                    "status": row.status.as_str(), "isDeleted": false,
                }),
                None => json!({ "lineHaulId": id, "isDeleted": true }),
            };
            News {
                position,
                tenant: scope.tenant,
                customer: None,
                json: json.to_string(),
            }
        })
        .collect();
    news.sort_by_key(|news| news.position);
    Ok(news)
}
