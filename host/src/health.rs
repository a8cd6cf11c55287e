//! `GET /livez` and `GET /readyz`: whether the program runs, and whether it should be sent requests.

use std::time::Duration;

use axum::{
    Json,
    http::{HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use kernel::{
    Host,
    db::{Mode, PlatformSql},
};
use serde_json::{Value, json};
use tokio::sync::watch;

pub const LIVE: &str = "/livez";
pub const READY: &str = "/readyz";

/// How long the database may take to answer a host that counts as ready.
const DATABASE_DEADLINE: Duration = Duration::from_secs(2);
const PING: PlatformSql = PlatformSql("SELECT 1");

/// Answers a request for [`LIVE`] or [`READY`]; `stopping` tells that the program finishes what it has begun.
pub async fn answer(
    host: &Host,
    stopping: &watch::Sender<bool>,
    path: &str,
    method: &Method,
) -> Response {
    if !matches!(*method, Method::GET | Method::HEAD) {
        let allowed = [(header::ALLOW, HeaderValue::from_static("GET, HEAD"))];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed).into_response();
    }
    if path == LIVE {
        return said(StatusCode::OK, json!({"status": "live"}));
    }
    if *stopping.borrow() {
        return said(
            StatusCode::SERVICE_UNAVAILABLE,
            json!({"status": "stopping"}),
        );
    }
    match tokio::time::timeout(DATABASE_DEADLINE, ping(host)).await {
        Ok(Ok(())) => said(StatusCode::OK, json!({"status": "ready"})),
        Ok(Err(error)) => {
            // What is wrong is the operator's to read; a stranger learns only that it is.
            tracing::warn!(error = format!("{error:#}"), "the database does not answer");
            said(
                StatusCode::SERVICE_UNAVAILABLE,
                json!({"status": "database unavailable"}),
            )
        }
        Err(_) => said(
            StatusCode::SERVICE_UNAVAILABLE,
            json!({"status": "database unavailable"}),
        ),
    }
}

async fn ping(host: &Host) -> kernel::Result<()> {
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    tx.platform(PING, Vec::new()).await?;
    Ok(())
}

fn said(status: StatusCode, body: Value) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store")], Json(body)).into_response()
}
