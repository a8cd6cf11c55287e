//! Calls about runs.

use data::{ById, Error, ListQuery, Needs, PageOf, Result, Scope, Where, ids::DriverId, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{
    Raw, Routes,
    http::{Method, Response, deleted},
};

use super::{
    LEFT_RUN, RUN_NOT_ALLOWED, allocate,
    model::{RouteRun, RouteRunId, RouteStep, RunStep},
    save::{self, RunInput},
    stored,
    view::{Names, RunView},
};
use crate::access::PLANNING;

pub(crate) fn add(routes: Routes) -> Routes {
    routes
        .get("run", Needs::DriverOr(PLANNING), get)
        .list("runs", Needs::DriverOr(PLANNING), list)
        .post("run", PLANNING, create)
        .put("run", PLANNING, change)
        .raw(Method::DELETE, "run", PLANNING, 0, delete)
        .describe_query::<ById<RouteRunId>>()
        .post("allocate-run", PLANNING, allocate::allocate_run)
}

/// Query of a run: by its id, or the driver's run of today, otherwise the next one.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RunQuery {
    id: Option<RouteRunId>,
    /// A driver's user may omit it.
    driver_id: Option<DriverId>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RunsQuery {
    driver_id: Option<DriverId>,
}

/// A single run.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OneRouteRun")]
struct OneRun {
    run: RunView,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SaveRouteRun")]
struct SaveRun {
    run: RunInput,
}

async fn one(scope: &mut Scope, id: RouteRunId) -> Result<OneRun> {
    let run: RouteRun = scope.find(id).await?;
    let (run, steps) = stored::load(scope, &[run.id])
        .await?
        .pop()
        .ok_or(Error::NotFound("The run"))?;
    let names = Names::load(scope, [(run.driver_id, run.vehicle_id)]).await?;
    let steps: Vec<RunStep> = steps.iter().map(RouteStep::to_step).collect();
    let run = RunView::from_stored(run, steps, &names);
    Ok(OneRun { run })
}

async fn get(mut scope: Scope, RunQuery { id, driver_id }: RunQuery) -> Result<OneRun> {
    if let Some(id) = id {
        return one(&mut scope, id).await;
    }
    let Some(driver) = driver_id.or(scope.caller.driver()) else {
        return Err(Error::invalid(
            "id",
            message!("is required unless a driver is given"),
        ));
    };
    let today = scope.now();
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let narrow = Where::all()
        .eq(RouteRun::DRIVER_ID, driver)
        .eq(RouteRun::IS_COMPLETED, false)
        .ge(RouteRun::RUN_DATE, today.with_timezone(&zone).date_naive());
    let runs: Vec<RouteRun> = scope.all(narrow).await?;
    let next = runs.into_iter().min_by_key(|run| (run.run_date, run.id));
    match next {
        Some(run) => one(&mut scope, run.id).await,
        None => Err(Error::NotFound("The run")),
    }
}

async fn list(
    mut scope: Scope,
    RunsQuery { driver_id }: RunsQuery,
    query: ListQuery,
) -> Result<PageOf<RunView>> {
    let narrow = Where::all().eq_some(RouteRun::DRIVER_ID, driver_id);
    let page: PageOf<RouteRun> = scope.page(&query, narrow).await?;
    let of = page.items.iter().map(|run| (run.driver_id, run.vehicle_id));
    let names = Names::load(&mut scope, of.collect::<Vec<_>>()).await?;
    Ok(page.map(|run| RunView::from_stored(run, Vec::new(), &names)))
}

async fn create(mut scope: Scope, SaveRun { run }: SaveRun) -> Result<OneRun> {
    let id = save::create(&mut scope, run).await?;
    one(&mut scope, id).await
}

async fn change(mut scope: Scope, SaveRun { run }: SaveRun) -> Result<OneRun> {
    let id = save::change(&mut scope, run).await?;
    one(&mut scope, id).await
}

/// Deletes a run that has not begun. Its jobs are taken back from the driver.
async fn delete(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ById { id } = raw.query::<ById<RouteRunId>>()?;
    let (run, steps) = stored::lock(&mut scope, id).await?;
    if steps.iter().any(|step| step.outcome.has_begun()) {
        return Err(RUN_NOT_ALLOWED.with_message(message!("The run has begun, so it is kept.")));
    }
    let jobs: Vec<jobs::FreightJobId> = steps.iter().filter_map(|step| step.job_id).collect();
    stored::delete(&mut scope, &run).await?;
    if let (true, Some(driver)) = (run.is_allocated, run.driver_id) {
        // Jobs that the driver has begun meanwhile stay with the driver.
        jobs::unallocate(&mut scope, driver, &jobs, LEFT_RUN).await?;
    }
    scope.commit().await?;
    Ok(deleted())
}
