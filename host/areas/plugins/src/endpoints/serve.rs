//! Calls of plugins' endpoints, from the path to the answer.

use std::time::Duration;

use kernel::{
    Result, Scope,
    db::Mode,
    http::{Method, Response, StatusCode},
    routes::Raw,
};

use super::{
    answer::{self, Denied},
    callers, deliveries,
    find::{self, Found},
    port::{Answered, EndpointPort, Fault, Sent},
};

/// A plugin's answer is awaited so long.
const PATIENCE: Duration = Duration::from_secs(5);

/// `/api/plugins/{id}/{*path}`
pub(super) async fn own(scope: Scope, raw: Raw) -> Result<Response> {
    // The path as it was sent: what is encoded in it is the plugin's to read.
    let mut parts = raw.path.splitn(5, '/').skip(3);
    let (Some(id), Some(rest)) = (parts.next(), parts.next()) else {
        return Ok(answer::denied(Denied::NotFound));
    };
    let (id, path) = (
        id.to_ascii_lowercase(),
        format!("/{}", rest.trim_end_matches('/')),
    );
    let found = find::own(&scope, &id, &path).await?;
    to(scope, raw, found).await
}

/// `/api/booking/Quote/{storeId}/{segment}`
pub(super) async fn called_back(scope: Scope, raw: Raw) -> Result<Response> {
    let (Some(store), Some(segment)) = (raw.params.first(), raw.params.get(1)) else {
        return Ok(answer::denied(Denied::NotFound));
    };
    let found = find::called_back(&scope, store, segment).await?;
    to(scope, raw, found).await
}

async fn to(scope: Scope, raw: Raw, found: Option<Found>) -> Result<Response> {
    let Some(found) = found else {
        return Ok(answer::denied(Denied::NotFound));
    };
    if raw.method == Method::OPTIONS {
        return Ok(answer::options(&found.allowed()));
    }
    let Some(endpoint) = found.by_method(&raw.method) else {
        return Ok(answer::denied(Denied::Method(found.allowed())));
    };
    let plugin = found.plugin.plugin.as_str();
    let mut call = find::call(&scope, plugin, found.customer, PATIENCE).await?;
    if let Some(denied) = callers::check(&scope, endpoint, &call, &raw.headers, &raw.body).await? {
        return Ok(denied);
    }
    if raw.body.len() > endpoint.max_body {
        return Ok(answer::denied(Denied::TooLarge(endpoint.max_body)));
    }
    let head = raw.method == Method::HEAD;
    let sent = Sent {
        method: if head { Method::GET } else { raw.method }.to_string(),
        path: found.path.clone(),
        store: found.store.clone(),
        query: raw.query,
        headers: callers::told(&raw.headers),
        body: raw.body,
        caller: callers::known(&scope.caller, &endpoint.access),
    };
    if endpoint.queue {
        return Ok(
            match deliveries::take(scope, plugin, found.customer, endpoint, sent).await? {
                deliveries::Taken::New => answer::taken(StatusCode::ACCEPTED),
                deliveries::Taken::Again => answer::taken(StatusCode::OK),
                deliveries::Taken::Full => answer::denied(Denied::Full),
            },
        );
    }
    let port = scope.port::<dyn EndpointPort>()?;
    if found.plugin.reads_deliveries {
        // The sender repeats what was not taken.
        let delivered = port.deliver(scope.sibling(Mode::Write), call, sent).await;
        return Ok(match delivered {
            Ok(()) => answer::taken(StatusCode::OK),
            Err(fault) => failed(fault, plugin, found.declared()),
        });
    }
    let private = sent.caller.is_some();
    call.caller = private.then(|| scope.caller.clone());
    let answered = if found.plugin.prices_checkouts && found.store.is_some() {
        call.deadline = None;
        port.price_checkout(scope, call, sent).await
    } else {
        port.handle(call, sent).await
    };
    Ok(of(answered, plugin, found.declared(), head, private))
}

fn of(
    answered: Result<Answered, Fault>,
    plugin: &str,
    path: &str,
    head: bool,
    private: bool,
) -> Response {
    match answered {
        Ok(answered) => answer::passed_on(answered, head, private),
        Err(fault) => failed(fault, plugin, path),
    }
}

fn failed(fault: Fault, plugin: &str, path: &str) -> Response {
    tracing::info!(plugin, path, fault = ?fault.kind, message = fault.message, "an endpoint failed");
    answer::fault(fault)
}
