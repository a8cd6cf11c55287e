//! Routes of route planning: in the envelope, and raw for clients of VROOM.

use data::{Needs, Result, Scope};
use web::{
    Area, Raw, Routes,
    http::{IntoResponse, Method, Response, header},
};

use crate::{
    access::{FEATURE, PLANNING},
    failure::{Failure, Outcome, raw_response},
    live, multi_stop, plans,
    request::RoutingRequest,
    response::RoutingResponse,
    roads::RoadGraphs,
    runs, service,
};

/// A thousand places have a matrix of about six megabytes.
const MAX_BODY: usize = 16 << 20;

/// The area with its routes and its feature.
pub fn area() -> Area {
    let area = Area::new("routing")
        .needs::<RoadGraphs>()
        .features(&[FEATURE])
        .routes(
            Routes::new("/api/route")
                .feature(FEATURE)
                .post("routing", PLANNING, plan)
                .with_body_limit(MAX_BODY)
                .accept_cookie()
                .raw(Method::POST, "vroom", PLANNING, MAX_BODY, plan_raw)
                .describe_body::<RoutingRequest>()
                .describe_response::<RoutingResponse>(),
        )
        .routes(plans::routes::add(runs::routes::add(
            Routes::new("/api/jobs/routing").feature(FEATURE).raw(
                Method::GET,
                "stream",
                Needs::DriverOr(PLANNING),
                0,
                stream,
            ),
        )))
        .routes(multi_stop::routes::table())
        .listener(multi_stop::follow::listener())
        .job(plans::solve::job());
    runs::follow::listeners()
        .into_iter()
        .fold(area, Area::listener)
}

/// Sends events of runs and plans; to a driver those of the driver's own runs.
async fn stream(scope: Scope, raw: Raw) -> Result<Response> {
    web::live::stream(scope, raw, &live::ROUTES).await
}

async fn plan(scope: Scope, request: RoutingRequest) -> Result<RoutingResponse> {
    Ok(service::plan(&scope, request).await?)
}

async fn plan_raw(scope: Scope, raw: Raw) -> Result<Response> {
    match plan_in_json(&scope, &raw).await {
        Ok(body) => Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response()),
        Err(failure) => raw_response(failure),
    }
}

async fn plan_in_json(scope: &Scope, raw: &Raw) -> Outcome<Vec<u8>> {
    let request = raw.json::<RoutingRequest>()?;
    let response = service::plan(scope, request).await?;
    serde_json::to_vec(&response).map_err(|error| Failure::Other(error.into()))
}
