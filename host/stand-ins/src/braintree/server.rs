//! GraphQL server: authentication, injected faults and responses.

use std::sync::Arc;

use axum::{
    Router,
    body::to_bytes,
    extract::Request,
    http::{HeaderMap, header},
    response::Response,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Map, Value, json};

use super::{
    Keys, State,
    state::{Records, cents},
};
use crate::cards::respond_with_fault;

const MAX_BODY: usize = 1 << 20;

/// Supported fields of the API.
const FIELDS: [&str; 10] = [
    "chargePaymentMethod",
    "authorizePaymentMethod",
    "captureTransaction",
    "refundTransaction",
    "reverseTransaction",
    "createClientToken",
    "idFromLegacyId",
    "search",
    "node",
    "ping",
];

pub fn router(state: Arc<State>) -> Router {
    Router::new().fallback(move |request: Request| handle(Arc::clone(&state), request))
}

async fn handle(state: Arc<State>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, MAX_BODY).await.unwrap_or_default();
    let sent: Value = serde_json::from_slice(&body).unwrap_or_default();
    if parts.uri.path() != "/graphql" || !parts.headers.contains_key("braintree-version") {
        return respond_with_fault(None, || (404, json!({ "message": "Not found" }))).await;
    }
    let Some(keys) = keys(&parts.headers) else {
        return respond_with_fault(None, || {
            (
                401,
                problem(
                    "AUTHENTICATION",
                    None,
                    "Authentication credentials are invalid.",
                ),
            )
        })
        .await;
    };
    let query = sent["query"].as_str().unwrap_or_default().to_owned();
    let Some((name, field)) = parse_field(&query) else {
        return respond_with_fault(None, || {
            (
                200,
                problem("VALIDATION", None, "The query asks for no known field."),
            )
        })
        .await;
    };
    let fault = {
        let mut accounts = state.lock();
        let account = accounts.entry(keys.clone()).or_default();
        account.calls.push(field.to_owned());
        account.faults.take(field)
    };
    let variables = sent["variables"].clone();
    respond_with_fault(fault, move || {
        let mut accounts = state.lock();
        let records = &mut accounts.entry(keys).or_default().records;
        match answer(records, field, &variables) {
            Ok(value) => {
                let data: Map<String, Value> = [(name, value)].into_iter().collect();
                (
                    200,
                    json!({ "data": data, "extensions": { "requestId": "stand-in" } }),
                )
            }
            Err(problem) => (200, problem),
        }
    })
    .await
}

fn keys(headers: &HeaderMap) -> Option<Keys> {
    let credentials = headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .strip_prefix("Basic ")?;
    let credentials = String::from_utf8(STANDARD.decode(credentials).ok()?).ok()?;
    let (public, private) = credentials.split_once(':')?;
    let is_known = !public.is_empty() && private.starts_with("private_");
    is_known.then(|| Keys {
        public: public.to_owned(),
        private: private.to_owned(),
    })
}

/// Returns the query's first field and its alias.
fn parse_field(query: &str) -> Option<(String, &'static str)> {
    let inner = query[query.find('{')? + 1..].trim_start();
    let word = |text: &str| {
        text.chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect::<String>()
    };
    let first = word(inner);
    let rest = inner[first.len()..].trim_start();
    let field = match rest.strip_prefix(':') {
        Some(rest) => word(rest.trim_start()),
        None => first.clone(),
    };
    FIELDS
        .into_iter()
        .find(|known| *known == field)
        .map(|known| (first, known))
}

fn problem(class: &str, code: Option<&str>, message: &str) -> Value {
    let extensions = json!({ "errorClass": class, "errorType": "user_error", "legacyCode": code });
    json!({ "data": null, "errors": [{ "message": message, "extensions": extensions }] })
}

fn answer(records: &mut Records, field: &str, variables: &Value) -> Result<Value, Value> {
    let input = &variables["input"];
    let unknown = || problem("NOT_FOUND", None, "An object with this ID was not found.");
    match field {
        "ping" => Ok(json!("pong")),
        "createClientToken" => Ok(json!({ "clientToken": "eyJzdGFuZC1pbiI6dHJ1ZX0" })),
        "chargePaymentMethod" => pay(records, input, "SUBMITTED_FOR_SETTLEMENT"),
        "authorizePaymentMethod" => pay(records, input, "AUTHORIZED"),
        "captureTransaction" => {
            let transaction = records
                .find(input["transactionId"].as_str().unwrap_or_default())
                .ok_or_else(unknown)?;
            let requested = input["transaction"]["amount"]
                .as_str()
                .map_or(Some(transaction.cents), cents);
            if transaction.status != "AUTHORIZED" {
                return Err(problem(
                    "VALIDATION",
                    Some("91507"),
                    "Cannot submit for settlement unless status is authorized.",
                ));
            }
            match requested.filter(|wanted| (1..=transaction.cents).contains(wanted)) {
                Some(wanted) => {
                    (transaction.cents, transaction.status) = (wanted, "SUBMITTED_FOR_SETTLEMENT");
                    Ok(json!({ "transaction": transaction.json() }))
                }
                None => Err(problem(
                    "VALIDATION",
                    Some("91522"),
                    "Settlement amount is too large.",
                )),
            }
        }
        "refundTransaction" => refund(records, input),
        "reverseTransaction" => {
            let id = input["transactionId"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            let transaction = records.find(&id).ok_or_else(unknown)?;
            match transaction.status {
                "AUTHORIZED" | "SUBMITTED_FOR_SETTLEMENT" => {
                    transaction.status = "VOIDED";
                    Ok(json!({ "reversal": transaction.json() }))
                }
                "SETTLED" => {
                    let refundable = transaction.cents - transaction.refunded();
                    records.refund(&id, refundable, None);
                    let transaction = records.find(&id).ok_or_else(unknown)?;
                    Ok(json!({ "reversal": { "refundedTransaction": transaction.json() } }))
                }
                _ => Err(problem(
                    "VALIDATION",
                    Some("91504"),
                    "Transaction can only be voided if status is authorized.",
                )),
            }
        }
        "idFromLegacyId" => {
            let requested = variables["id"].as_str().unwrap_or_default();
            let found = records
                .transactions
                .iter()
                .find(|one| one.legacy == requested);
            found.map(|one| json!(one.id())).ok_or_else(unknown)
        }
        "node" => Ok(records
            .find(variables["id"].as_str().unwrap_or_default())
            .map_or(Value::Null, |one| one.json())),
        _ => {
            let requested = variables["orderId"].as_str();
            let found = records
                .transactions
                .iter()
                .rev()
                .filter(|one| one.order_id.as_deref() == requested);
            let edges: Vec<Value> = found.map(|one| json!({ "node": one.json() })).collect();
            Ok(json!({ "transactions": { "edges": edges } }))
        }
    }
}

fn pay(records: &mut Records, input: &Value, status: &'static str) -> Result<Value, Value> {
    let nonce = input["paymentMethodId"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let amount = input["transaction"]["amount"]
        .as_str()
        .and_then(cents)
        .filter(|amount| *amount > 0);
    let Some(amount) = amount else {
        return Err(problem(
            "VALIDATION",
            Some("81531"),
            "Amount must be greater than zero.",
        ));
    };
    if !nonce.contains("nonce") {
        return Err(problem(
            "VALIDATION",
            Some("91565"),
            "Unknown or expired single-use payment method.",
        ));
    }
    if !records.used.insert(nonce.clone()) {
        return Err(problem(
            "VALIDATION",
            Some("93107"),
            "Cannot use a single-use payment method more than once.",
        ));
    }
    let status = match () {
        () if nonce.contains("Declined") => "PROCESSOR_DECLINED",
        () if nonce.contains("Rejected") => "GATEWAY_REJECTED",
        () => status,
    };
    let brand = match () {
        () if nonce.contains("mastercard") => "MASTERCARD",
        () if nonce.contains("amex") => "AMERICAN_EXPRESS",
        () => "VISA",
    };
    let order_id = input["transaction"]["orderId"].as_str().map(str::to_owned);
    Ok(json!({ "transaction": records.add(order_id, amount, status, brand).json() }))
}

fn refund(records: &mut Records, input: &Value) -> Result<Value, Value> {
    let id = input["transactionId"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let unknown = || problem("NOT_FOUND", None, "An object with this ID was not found.");
    let transaction = records.find(&id).ok_or_else(unknown)?;
    if transaction.status != "SETTLED" {
        return Err(problem(
            "VALIDATION",
            Some("91506"),
            "Cannot refund a transaction unless it is settled.",
        ));
    }
    let refundable = transaction.cents - transaction.refunded();
    let requested = input["refund"]["amount"]
        .as_str()
        .map_or(Some(refundable), cents);
    let Some(wanted) = requested.filter(|wanted| (1..=refundable).contains(wanted)) else {
        return Err(problem(
            "VALIDATION",
            Some("91521"),
            "Refund amount is too large.",
        ));
    };
    records.refund(
        &id,
        wanted,
        input["refund"]["orderId"].as_str().map(str::to_owned),
    );
    let transaction = records.find(&id).ok_or_else(unknown)?;
    Ok(json!({ "refund": transaction.refund_json() }))
}
