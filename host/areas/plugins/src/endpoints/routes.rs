//! Calls of plugins' endpoints, from path to response.

use std::time::Duration;

use carriage::PluginFault;
use data::{Result, Scope, db::Mode};
use web::{
    http::{Method, Response, StatusCode},
    routes::Raw,
};

use crate::{
    deliveries,
    endpoints::{
        self,
        lookup::MatchedEndpoint,
        port::{EndpointPort, HttpAnswer, HttpCall},
        response::Rejection,
    },
};

/// Timeout of a plugin's answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// `/api/plugins/{id}/{*path}`
pub(crate) async fn serve_own(scope: Scope, raw: Raw) -> Result<Response> {
    // The raw path: the plugin decodes it.
    let mut parts = raw.path.splitn(5, '/').skip(3);
    let (Some(id), Some(rest)) = (parts.next(), parts.next()) else {
        return Ok(endpoints::response::rejection_response(Rejection::NotFound));
    };
    let (id, path) = (
        id.to_ascii_lowercase(),
        format!("/{}", rest.trim_end_matches('/')),
    );
    let found = endpoints::lookup::find_own(&scope, &id, &path).await?;
    call_endpoint(scope, raw, found).await
}

/// `/api/booking/Quote/{storeId}/{segment}`
pub(crate) async fn serve_callback(scope: Scope, raw: Raw) -> Result<Response> {
    let (Some(store), Some(segment)) = (raw.params.first(), raw.params.get(1)) else {
        return Ok(endpoints::response::rejection_response(Rejection::NotFound));
    };
    let found = endpoints::lookup::find_callback(&scope, store, segment).await?;
    call_endpoint(scope, raw, found).await
}

async fn call_endpoint(scope: Scope, raw: Raw, found: Option<MatchedEndpoint>) -> Result<Response> {
    let Some(found) = found else {
        return Ok(endpoints::response::rejection_response(Rejection::NotFound));
    };
    if raw.method == Method::OPTIONS {
        return Ok(endpoints::response::options_response(&found.allowed()));
    }
    let Some(endpoint) = found.by_method(&raw.method) else {
        return Ok(endpoints::response::rejection_response(Rejection::Method(
            found.allowed(),
        )));
    };
    let plugin = found.plugin.plugin.as_str();
    let mut call =
        endpoints::lookup::call_context(&scope, plugin, found.customer, ANSWER_TIMEOUT).await?;
    if let Some(denied) =
        endpoints::authentication::check(&scope, endpoint, &call, &raw.headers, &raw.body).await?
    {
        return Ok(denied);
    }
    if raw.body.len() > endpoint.max_body {
        return Ok(endpoints::response::rejection_response(
            Rejection::TooLarge(endpoint.max_body),
        ));
    }
    let head = raw.method == Method::HEAD;
    let sent = HttpCall {
        method: if head { Method::GET } else { raw.method }.to_string(),
        path: found.path.clone(),
        store: found.store.clone(),
        query: raw.query,
        headers: endpoints::authentication::plugin_headers(&raw.headers),
        body: raw.body,
        caller: endpoints::authentication::authenticated_caller(&scope.caller, &endpoint.access),
    };
    if endpoint.queue {
        return Ok(
            match deliveries::service::store_delivery(scope, plugin, found.customer, endpoint, sent)
                .await?
            {
                deliveries::service::StoreResult::New => {
                    endpoints::response::empty_response(StatusCode::ACCEPTED)
                }
                deliveries::service::StoreResult::Again => {
                    endpoints::response::empty_response(StatusCode::OK)
                }
                deliveries::service::StoreResult::Full => {
                    endpoints::response::rejection_response(Rejection::Full)
                }
            },
        );
    }
    let port = scope.port::<dyn EndpointPort>()?;
    if found.plugin.reads_deliveries {
        // The sender repeats rejected deliveries.
        let delivered = port.deliver(scope.sibling(Mode::Write), call, sent).await;
        return Ok(match delivered {
            Ok(()) => endpoints::response::empty_response(StatusCode::OK),
            Err(fault) => log_fault(fault, plugin, found.declared_path()),
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
    Ok(http_call(
        answered,
        plugin,
        found.declared_path(),
        head,
        private,
    ))
}

fn http_call(
    answered: Result<HttpAnswer, PluginFault>,
    plugin: &str,
    path: &str,
    head: bool,
    private: bool,
) -> Response {
    match answered {
        Ok(answered) => endpoints::response::plugin_response(answered, head, private),
        Err(fault) => log_fault(fault, plugin, path),
    }
}

fn log_fault(fault: PluginFault, plugin: &str, path: &str) -> Response {
    tracing::info!(plugin, path, fault = ?fault.kind, message = %fault, "plugin call failed");
    endpoints::response::fault_response(fault)
}
