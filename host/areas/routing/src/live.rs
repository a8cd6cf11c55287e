//! Live updates of runs and plans for open planners.

use std::collections::BTreeMap;

use data::{
    Needs, Record, Result, Scope, Where,
    ids::{DriverId, Owner},
};
use futures_util::{FutureExt, future::BoxFuture};
use serde_json::json;
use web::{
    live::{News, Source},
    record_news::{RecordEvents, RecordNews, group, to_news},
};
use work::feed::PublishedEvent;

use crate::{
    access::PLANNING,
    plans::model::{PlanStatus, RoutePlan, RoutePlanId},
    runs::model::{RouteRun, RouteRunId},
};

/// Drivers receive news of their own runs, and none of plans.
pub(crate) static ROUTES: Source = Source {
    prefixes: &["routing."],
    event_name: "route",
    needs: Needs::DriverOr(PLANNING),
    to_news: boxed_news,
};

/// A run's state without the wide columns.
#[derive(Debug, Clone, Record)]
#[record(view_of = RouteRun)]
struct RunState {
    id: RouteRunId,
    row_version: i64,
    driver_id: Option<DriverId>,
}

#[derive(Debug, Clone, Record)]
#[record(view_of = RoutePlan)]
struct PlanState {
    id: RoutePlanId,
    status: PlanStatus,
}

fn boxed_news(scope: Scope, events: Vec<PublishedEvent>) -> BoxFuture<'static, Result<Vec<News>>> {
    load_news(scope, events).boxed()
}

async fn load_news(mut scope: Scope, events: Vec<PublishedEvent>) -> Result<Vec<News>> {
    let mut news = load_run_news(&mut scope, &events).await?;
    news.extend(load_plan_news(&mut scope, &events).await?);
    news.sort_by_key(|one| one.position);
    Ok(news)
}

/// A driver who no longer has a run learns that, and nothing about its present state.
async fn load_run_news(scope: &mut Scope, events: &[PublishedEvent]) -> Result<Vec<News>> {
    let changes = group(events, "runId");
    let ids: Vec<RouteRunId> = changes.iter().map(|it| RouteRunId(it.id)).collect();
    let rows: Vec<RunState> = scope.all(Where::all().is_in(RouteRun::ID, &ids)).await?;
    let states: BTreeMap<i64, RunState> = rows.into_iter().map(|it| (it.id.0, it)).collect();
    Ok(to_news(scope.tenant, &changes, |change| {
        let gone = json!({ "runId": change.id, "isDeleted": true });
        let news = match states.get(&change.id) {
            Some(row) => RecordNews::new(json!({
                "runId": row.id, "rowVersion": row.row_version, "isDeleted": false,
            }))
            .share_with(row.driver_id.map(Owner::Driver)),
            None => RecordNews::new(gone.clone()),
        };
        news.or_send(named_drivers(change), &gone)
    }))
}

fn named_drivers(change: &RecordEvents<'_>) -> Vec<Owner> {
    let ids = [change.ids("before"), change.ids("driverId")].concat();
    let drivers = ids.into_iter().map(|id| Owner::Driver(DriverId(id)));
    drivers.collect()
}

async fn load_plan_news(scope: &mut Scope, events: &[PublishedEvent]) -> Result<Vec<News>> {
    let changes = group(events, "planId");
    let ids: Vec<RoutePlanId> = changes.iter().map(|it| RoutePlanId(it.id)).collect();
    let rows: Vec<PlanState> = scope.all(Where::all().is_in(RoutePlan::ID, &ids)).await?;
    let states: BTreeMap<i64, PlanState> = rows.into_iter().map(|it| (it.id.0, it)).collect();
    Ok(to_news(scope.tenant, &changes, |change| {
        RecordNews::new(match states.get(&change.id) {
            Some(row) => json!({
                "planId": row.id, "status": row.status.as_str(), "isDeleted": false,
            }),
            None => json!({ "planId": change.id, "isDeleted": true }),
        })
    }))
}
