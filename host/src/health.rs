//! Health checks: `GET /livez` and `GET /readyz`.

use std::time::Duration;

use axum::{
    Json,
    http::{HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use data::{
    Host,
    db::{Mode, PlatformSql},
};
use serde_json::{Value, json};
use tokio::sync::watch;

pub const LIVE: &str = "/livez";
pub const READY: &str = "/readyz";

/// Database timeout of the readiness check.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(2);
const PING: PlatformSql = PlatformSql("SELECT 1");

pub async fn handle(
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
        return json_response(StatusCode::OK, json!({"status": "live"}));
    }
    if *stopping.borrow() {
        return json_response(
            StatusCode::SERVICE_UNAVAILABLE,
            json!({"status": "stopping"}),
        );
    }
    match tokio::time::timeout(DATABASE_TIMEOUT, ping(host)).await {
        Ok(Ok(())) => json_response(StatusCode::OK, json!({"status": "ready"})),
        Ok(Err(error)) => {
            // Details go to the log only; callers may be anyone.
            tracing::warn!(error = format!("{error:#}"), "the database does not answer");
            json_response(
                StatusCode::SERVICE_UNAVAILABLE,
                json!({"status": "database unavailable"}),
            )
        }
        Err(_) => json_response(
            StatusCode::SERVICE_UNAVAILABLE,
            json!({"status": "database unavailable"}),
        ),
    }
}

async fn ping(host: &Host) -> data::Result<()> {
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    tx.platform(PING, Vec::new()).await?;
    Ok(())
}

fn json_response(status: StatusCode, body: Value) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store")], Json(body)).into_response()
}
