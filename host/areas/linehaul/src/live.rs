//! Live updates of line hauls for open boards.

use std::collections::BTreeMap;

use data::{Needs, Record, Result, Scope, Where};
use futures_util::{FutureExt, future::BoxFuture};
use serde_json::json;
use web::{
    live::{News, Source},
    record_news::{RecordNews, group, to_news},
};
use work::feed::PublishedEvent;

use crate::{
    access::LINE_HAUL,
    hauls::{
        model::{LineHaul, LineHaulId},
        status::LineHaulStatus,
    },
};

pub(crate) static LINE_HAULS: Source = Source {
    prefixes: &["linehaul."],
    event_name: "lineHaul",
    needs: Needs::Permission(LINE_HAUL),
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
    let changes = group(&events, "lineHaulId");
    let ids: Vec<LineHaulId> = changes.iter().map(|it| LineHaulId(it.id)).collect();
    let rows: Vec<LineHaulState> = scope.all(Where::all().is_in(LineHaul::ID, &ids)).await?;
    let states: BTreeMap<i64, LineHaulState> = rows.into_iter().map(|it| (it.id.0, it)).collect();
    Ok(to_news(scope.tenant, &changes, |change| {
        let json = match states.get(&change.id) {
            Some(row) => json!({
                "lineHaulId": row.id, "rowVersion": row.row_version,
                "status": row.status.as_str(), "isDeleted": false,
            }),
            None => json!({ "lineHaulId": change.id, "isDeleted": true }),
        };
        RecordNews::new(json)
    }))
}
