//! HTTP server: routing, authentication, injected faults and responses.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::{ACCOUNT_NUMBER, API_KEY, Endpoint, Fault, Inner, Logged, PASSWORD, State};
use super::{labels, orders, prices, shipments, tracking};

const MAX_BODY: usize = 4 << 20;

/// Base URL of labels for calls that came in as to the real API.
const REAL_ORIGIN: &str = "https://digitalapi.auspost.com.au";

pub fn router(state: Arc<State>) -> Router {
    Router::new().fallback(move |request: Request| handle(Arc::clone(&state), request))
}

async fn handle(state: Arc<State>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, MAX_BODY).await.unwrap_or_default();
    let path = parts
        .uri
        .path_and_query()
        .map(ToString::to_string)
        .unwrap_or_default();
    let call = Call::read(
        &state,
        &parts.method,
        parts.uri.path(),
        parts.uri.query().unwrap_or_default(),
    );
    let fault = call
        .as_ref()
        .and_then(|call| state.lock().take_fault(call.endpoint));
    match fault {
        Some(Fault::Hang(time)) => tokio::time::sleep(time).await,
        Some(Fault::Hold(gate)) => gate.hold().await,
        _ => {}
    }
    if call
        .as_ref()
        .is_some_and(|call| call.endpoint == Endpoint::Prices)
    {
        tokio::time::sleep(prices::price_delay(&body)).await;
    }
    let reply = match (&call, fault) {
        (_, Some(Fault::Garbage)) => Some(Reply::text(
            200,
            "<html><body>Please come back later.</body></html>",
        )),
        (_, Some(Fault::Status(status))) => Some(Reply::text(status, "upstream fault")),
        (_, Some(Fault::TooManyRequests { retry_after })) => Some(Reply::too_many(retry_after)),
        (_, Some(Fault::Drop)) => None,
        (Some(call), fault) => {
            let reply = call
                .answer(&mut state.lock(), &parts.headers, &body)
                .unwrap_or_else(|problem| problem.reply());
            (!matches!(fault, Some(Fault::LoseResponse))).then_some(reply)
        }
        (None, _) => Some(Problem::new("SI-01", "NO_SUCH_SERVICE").status(404).reply()),
    };
    state.lock().log.push(Logged {
        endpoint: call.map(|call| call.endpoint),
        method: parts.method.to_string(),
        path,
        body: String::from_utf8_lossy(&body).into_owned(),
        // A broken connection has no status.
        status: reply.as_ref().map_or(0, |reply| reply.status),
    });
    reply.map_or_else(broken_response, Reply::into_response)
}

/// Breaks off the body together with the connection.
fn broken_response() -> Response {
    let breaks = futures_util::stream::once(async {
        Err::<Bytes, _>(std::io::Error::other("the connection breaks"))
    });
    Response::new(Body::from_stream(breaks))
}

impl Inner {
    fn take_fault(&mut self, endpoint: Endpoint) -> Option<Fault> {
        let index = self.faults.iter().position(|(of, _)| *of == endpoint)?;
        self.faults.remove(index).map(|(_, fault)| fault)
    }
}

struct Call {
    endpoint: Endpoint,
    /// Path parameters: account number, order or shipment id, label file.
    parameters: Vec<String>,
    query: Query,
    origin: String,
}

impl Call {
    fn read(state: &State, method: &Method, path: &str, query: &str) -> Option<Self> {
        let mut segments: Vec<&str> = path.trim_matches('/').split('/').collect();
        let is_gateway = segments.first() == Some(&"gateway");
        if is_gateway || segments.first() == Some(&"test") || segments.first() == Some(&"testbed") {
            segments.remove(0);
        }
        let (endpoint, named) = match (method.as_str(), segments.as_slice()) {
            ("GET", ["shipping", "v1", "accounts", account]) => (Endpoint::Account, vec![*account]),
            ("POST", ["shipping", "v1", "prices", "items"]) => (Endpoint::Prices, vec![]),
            ("POST", ["shipping", "v1", "shipments"]) => (Endpoint::CreateShipments, vec![]),
            ("GET", ["shipping", "v1", "shipments"]) => (Endpoint::FindShipments, vec![]),
            ("DELETE", ["shipping", "v1", "shipments"]) => (Endpoint::DeleteShipments, vec![]),
            ("DELETE", ["shipping", "v1", "shipments", id]) => {
                (Endpoint::DeleteShipments, vec![*id])
            }
            ("POST", ["shipping", "v1", "labels"]) => (Endpoint::CreateLabels, vec![]),
            ("GET", ["lodgement", "labels", file]) => (Endpoint::LabelFile, vec![*file]),
            ("PUT", ["shipping", "v1", "orders"]) => (Endpoint::CreateOrder, vec![]),
            ("GET", ["shipping", "v1", "orders", id]) => (Endpoint::Order, vec![*id]),
            (
                "GET",
                [
                    "shipping",
                    "v1",
                    "accounts",
                    account,
                    "orders",
                    id,
                    "summary",
                ],
            ) => (Endpoint::OrderSummary, vec![*id, *account]),
            ("GET", ["shipping", "v1", "track"]) => (Endpoint::Track, vec![]),
            _ => return None,
        };
        let origin = if is_gateway {
            state.origin.clone()
        } else {
            REAL_ORIGIN.to_owned()
        };
        let parameters = named.into_iter().map(str::to_owned).collect();
        Some(Self {
            endpoint,
            parameters,
            query: Query::read(query),
            origin,
        })
    }

    fn answer(
        &self,
        inner: &mut Inner,
        headers: &HeaderMap,
        body: &Bytes,
    ) -> Result<Reply, Problem> {
        let records = &mut inner.records;
        let parameter = |index: usize| self.parameters.get(index).map_or("", String::as_str);
        if self.endpoint == Endpoint::LabelFile {
            return labels::fetch(records, parameter(0), &self.query);
        }
        check_caller(headers)?;
        let json = || {
            serde_json::from_slice::<Value>(body).map_err(|fault| {
                Problem::new("SI-02", "JSON_NOT_READABLE")
                    .message(&format!("The request is not JSON: {fault}"))
            })
        };
        match self.endpoint {
            Endpoint::Account => account(parameter(0)),
            Endpoint::Prices => prices::price_items(&json()?),
            Endpoint::CreateShipments => shipments::create(records, &json()?),
            Endpoint::FindShipments => shipments::find(records, &self.query),
            Endpoint::DeleteShipments => {
                let ids = if self.parameters.is_empty() {
                    self.query.list("shipment_ids").unwrap_or_default()
                } else {
                    self.parameters.clone()
                };
                shipments::delete(records, &ids)
            }
            Endpoint::CreateLabels => labels::create(records, &json()?, &self.origin),
            Endpoint::LabelFile => labels::fetch(records, parameter(0), &self.query),
            Endpoint::CreateOrder => orders::create(records, &json()?),
            Endpoint::Order => orders::get(records, parameter(0)),
            Endpoint::OrderSummary => {
                account(parameter(1)).and_then(|_| orders::summary(records, parameter(0)))
            }
            Endpoint::Track => tracking::track(records, &self.query),
        }
    }
}

fn check_caller(headers: &HeaderMap) -> Result<(), Problem> {
    let header = |name: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    let credentials = format!("Basic {}", STANDARD.encode(format!("{API_KEY}:{PASSWORD}")));
    if header("authorization") != credentials {
        let problem = Problem::new("API_001", "Authentication failed")
            .message("The request failed authentication");
        return Err(problem.status(401));
    }
    account(header("account-number")).map(drop)
}

fn account(number: &str) -> Result<Reply, Problem> {
    if number != ACCOUNT_NUMBER {
        let message = format!(
            "Customer information for the submitted customer identifier {number} could not be found. For further assistance please contact your Account Manager."
        );
        return Err(Problem::new("41001", "CUSTOMER_NOT_FOUND").message(&message));
    }
    let product = |product: &prices::Product| json!({ "type": product.name, "group": product.group, "product_id": product.id, "contract": { "volumetric_pricing": true } });
    Ok(Reply::json(
        200,
        json!({
            "account_number": ACCOUNT_NUMBER, "name": "Harbour Goods Pty Ltd", "valid_from": "2020-01-01",
            "valid_to": "2099-12-31", "expired": false,
            "postage_products": prices::PRODUCTS.iter().map(product).collect::<Vec<_>>(),
        }),
    ))
}

#[derive(Debug, Clone)]
pub struct Problem {
    status: u16,
    code: String,
    name: String,
    message: String,
    field: String,
}

impl Problem {
    pub fn new(code: &str, name: &str) -> Self {
        Self {
            status: 400,
            code: code.into(),
            name: name.into(),
            message: name.into(),
            field: String::new(),
        }
    }

    pub fn message(mut self, message: &str) -> Self {
        self.message = message.into();
        self
    }

    pub fn field(mut self, field: &str) -> Self {
        self.field = field.into();
        self
    }

    pub fn status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    pub fn to_json(&self) -> Value {
        // Gateway errors use other member names.
        let (code, name) = if self.code.starts_with("API_") {
            ("error_code", "error_name")
        } else {
            ("code", "name")
        };
        let mut json =
            json!({ code: self.code, name: self.name, "message": self.message, "context": {} });
        if !self.field.is_empty() {
            json["field"] = self.field.as_str().into();
        }
        json
    }

    fn reply(&self) -> Reply {
        Reply::json(self.status, json!({ "errors": [self.to_json()] }))
    }
}

pub struct Reply {
    status: u16,
    media_type: &'static str,
    retry_after: Option<u32>,
    body: Vec<u8>,
}

impl Reply {
    pub fn json(status: u16, body: Value) -> Self {
        Self {
            status,
            media_type: "application/json",
            retry_after: None,
            body: body.to_string().into_bytes(),
        }
    }

    pub fn pdf(body: Vec<u8>) -> Self {
        Self {
            status: 200,
            media_type: "application/pdf",
            retry_after: None,
            body,
        }
    }

    pub fn empty(status: u16) -> Self {
        Self {
            status,
            media_type: "application/json",
            retry_after: None,
            body: Vec::new(),
        }
    }

    fn text(status: u16, body: &str) -> Self {
        Self {
            status,
            media_type: "text/html",
            retry_after: None,
            body: body.into(),
        }
    }

    fn too_many(retry_after: u32) -> Self {
        let reply = Problem::new("API_002", "Too many requests")
            .message("Too many requests")
            .status(429)
            .reply();
        Self {
            retry_after: Some(retry_after),
            ..reply
        }
    }

    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.body));
        *response.status_mut() =
            StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        response.headers_mut().insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static(self.media_type),
        );
        if let Some(seconds) = self.retry_after {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

pub struct Query(Vec<(String, String)>);

impl Query {
    fn read(text: &str) -> Self {
        let pair = |pair: &str| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (unescape(name), unescape(value))
        };
        Self(
            text.split('&')
                .filter(|pair| !pair.is_empty())
                .map(pair)
                .collect(),
        )
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty())
    }

    pub fn list(&self, name: &str) -> Option<Vec<String>> {
        self.text(name).map(|text| {
            text.split(',')
                .map(|value| value.trim().to_owned())
                .collect()
        })
    }
}

fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let escaped = match (first, after) {
            (b'%', [high, low, ..]) => std::str::from_utf8(&[*high, *low])
                .ok()
                .and_then(|digits| u8::from_str_radix(digits, 16).ok()),
            _ => None,
        };
        bytes.push(escaped.unwrap_or(if first == b'+' { b' ' } else { first }));
        rest = if escaped.is_some() {
            &after[2..]
        } else {
            after
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
