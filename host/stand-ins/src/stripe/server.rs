//! HTTP server: authentication, injected faults and responses.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    Router,
    body::to_bytes,
    extract::Request,
    http::{HeaderMap, header},
    response::Response,
};
use serde_json::{Value, json};

use super::{
    State,
    state::{Intent, Records},
};
use crate::cards::{parse_form, respond_with_fault};

const MAX_BODY: usize = 1 << 20;

type Reply = (u16, Value);
type Fields = BTreeMap<String, String>;

pub fn router(state: Arc<State>) -> Router {
    Router::new().fallback(move |request: Request| handle(Arc::clone(&state), request))
}

async fn handle(state: Arc<State>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body =
        String::from_utf8_lossy(&to_bytes(body, MAX_BODY).await.unwrap_or_default()).into_owned();
    let path = parts.uri.path().to_owned();
    let called = format!("{} {path}", parts.method);
    let Some(key) = key(&parts.headers) else {
        let refusal = "Invalid API Key provided.";
        return respond_with_fault(None, || {
            error(401, "invalid_request_error", "invalid_api_key", refusal)
        })
        .await;
    };
    let fault = {
        let mut accounts = state.lock();
        let account = accounts.entry(key.clone()).or_default();
        account.calls.push(called.clone());
        account.faults.take(&called)
    };
    let fields: Fields = match parts.method.as_str() {
        "POST" => parse_form(&body).into_iter().collect(),
        _ => parse_form(parts.uri.query().unwrap_or_default())
            .into_iter()
            .collect(),
    };
    let idempotency_key = parts
        .headers
        .get("idempotency-key")
        .and_then(|key| key.to_str().ok())
        .map(str::to_owned);
    respond_with_fault(fault, move || {
        let mut accounts = state.lock();
        let records = &mut accounts.entry(key).or_default().records;
        let request = format!("{called} {body}");
        match idempotency_key.as_ref().and_then(|once| records.responses.get(once)) {
            Some((before, reply)) if *before == request => return reply.clone(),
            Some(_) => {
                let message =
                    "Keys for idempotent requests can only be used with the same parameters they were first used with.";
                return error(400, "idempotency_error", "idempotency_key_in_use", message);
            }
            None => {}
        }
        let reply = answer(records, parts.method.as_str(), &path, &fields);
        if let Some(once) = idempotency_key {
            records.responses.insert(once, (request, reply.clone()));
        }
        reply
    })
    .await
}

fn key(headers: &HeaderMap) -> Option<String> {
    let authorization = headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .strip_prefix("Bearer ")?;
    authorization
        .starts_with("sk_test_")
        .then(|| authorization.to_owned())
}

fn answer(records: &mut Records, method: &str, path: &str, fields: &Fields) -> Reply {
    let segments: Vec<&str> = path.trim_matches('/').split('/').collect();
    let expanded = fields.keys().any(|name| name.starts_with("expand"));
    match (method, segments.as_slice()) {
        ("GET", ["v1", "balance"]) => (
            200,
            json!({ "object": "balance", "available": [], "pending": [], "livemode": false }),
        ),
        ("POST", ["v1", "payment_intents"]) => create(records, fields),
        ("GET", ["v1", "payment_intents"]) => {
            let limit = fields
                .get("limit")
                .and_then(|limit| limit.parse().ok())
                .unwrap_or(10);
            let data: Vec<Value> = records
                .intents
                .iter()
                .rev()
                .take(limit)
                .map(|one| one.json(expanded))
                .collect();
            let more = records.intents.len() > limit;
            (
                200,
                json!({ "object": "list", "url": "/v1/payment_intents", "has_more": more, "data": data }),
            )
        }
        ("GET", ["v1", "payment_intents", "search"]) => {
            let query = fields.get("query").map(String::as_str).unwrap_or_default();
            let reference = query
                .strip_prefix("metadata['reference']:'")
                .and_then(|rest| rest.strip_suffix('\''));
            let is_it =
                |one: &&Intent| one.metadata.get("reference").map(String::as_str) == reference;
            let data: Vec<Value> = records
                .intents
                .iter()
                .filter(is_it)
                .map(|one| one.json(expanded))
                .collect();
            (
                200,
                json!({ "object": "search_result", "url": "/v1/payment_intents/search", "has_more": false, "data": data }),
            )
        }
        ("GET", ["v1", "payment_intents", id]) => match records.intent(id) {
            Some(intent) => (200, intent.json(expanded)),
            None => missing("payment_intent", id),
        },
        ("POST", ["v1", "payment_intents", id, "capture"]) => {
            capture(records, id, fields, expanded)
        }
        ("POST", ["v1", "payment_intents", id, "cancel"]) => cancel(records, id, expanded),
        ("POST", ["v1", "refunds"]) => refund(records, fields),
        ("GET", ["v1", "disputes", id]) => match records.find_dispute(id) {
            Some(dispute) => (200, dispute),
            None => missing("dispute", id),
        },
        _ => error(
            404,
            "invalid_request_error",
            "",
            &format!("Unrecognized request URL ({method}: {path})."),
        ),
    }
}

fn create(records: &mut Records, fields: &Fields) -> Reply {
    let text = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
    let Some(amount) = text("amount")
        .parse::<i64>()
        .ok()
        .filter(|amount| *amount > 0)
    else {
        return error(
            400,
            "invalid_request_error",
            "parameter_invalid_integer",
            "Invalid positive integer: amount",
        );
    };
    let currency = text("currency");
    if currency.len() != 3 || currency != currency.to_lowercase() {
        let message = format!("Invalid currency: {currency}.");
        return error(
            400,
            "invalid_request_error",
            "parameter_invalid_string",
            &message,
        );
    }
    if let Some(refusal) = check_divisibility(amount, currency) {
        return refusal;
    }
    let tokens = [
        "payment_method",
        "confirmation_token",
        "payment_method_data[token]",
    ];
    let method = tokens
        .into_iter()
        .map(text)
        .find(|token| !token.is_empty())
        .unwrap_or_default()
        .to_owned();
    if text("confirm") != "true" || method.is_empty() {
        return error(
            400,
            "invalid_request_error",
            "parameter_missing",
            "You cannot confirm without a payment method.",
        );
    }
    if !["pm_", "ctoken_", "tok_"]
        .iter()
        .any(|start| method.starts_with(start))
    {
        return missing("PaymentMethod", &method);
    }
    if !records.used.insert(method.clone()) {
        let message = "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment.";
        return error(400, "invalid_request_error", "", message);
    }
    let decline = match () {
        () if method.contains("InsufficientFunds") => Some("insufficient_funds"),
        () if method.contains("Blocked") => Some("blocked"),
        () if method.contains("Declined") => Some("generic_decline"),
        () if method.contains("Authentication") => Some("authentication_required"),
        () => None,
    };
    let status = match decline {
        Some(_) => "requires_payment_method",
        None if method.contains("Processing") => "processing",
        None if text("capture_method") == "manual" => "requires_capture",
        None => "succeeded",
    };
    // Authorises less than requested.
    let amount = if method.contains("Short") {
        amount - 100
    } else {
        amount
    };
    let mut intent = Intent {
        decline,
        ..Intent::new(amount, currency, status)
    };
    intent.brand = match () {
        () if method.contains("mastercard") => "mastercard",
        () if method.contains("amex") => "amex",
        () => "visa",
    };
    intent.description = fields.get("description").cloned();
    let inner = |name: &str| {
        name.strip_prefix("metadata[")?
            .strip_suffix(']')
            .map(str::to_owned)
    };
    intent.metadata = fields
        .iter()
        .filter_map(|(name, value)| Some((inner(name)?, value.clone())))
        .collect();
    let intent_json = records.add(intent);
    match intent_json.decline {
        Some(code @ "authentication_required") => (
            402,
            json!({ "error": {
                "type": "card_error", "code": code, "decline_code": code,
                "message": "This payment required an authentication action to complete, but `error_on_requires_action` was set.",
                "payment_intent": intent_json.json(true),
            } }),
        ),
        Some(code) => (
            402,
            json!({ "error": {
                "type": "card_error", "code": "card_declined", "decline_code": code,
                "message": "Your card was declined.", "payment_intent": intent_json.json(true),
            } }),
        ),
        None => (200, intent_json.json(true)),
    }
}

/// Rejects amounts the currency's cards can't have: fractions of ISK and UGX, and thousandths.
fn check_divisibility(amount: i64, currency: &str) -> Option<Reply> {
    let (step, code) = match currency {
        "isk" | "ugx" => (100, "invalid_charge_amount_no_decimal_compatible"),
        "bhd" | "jod" | "kwd" | "omr" | "tnd" => (10, "parameter_invalid_integer"),
        _ => (1, ""),
    };
    let message =
        format!("Invalid amount. Amounts in {currency} must be evenly divisible by {step}.");
    (amount % step != 0).then(|| error(400, "invalid_request_error", code, &message))
}

fn capture(records: &mut Records, id: &str, fields: &Fields, expanded: bool) -> Reply {
    let Some(intent) = records.change(id) else {
        return missing("payment_intent", id);
    };
    if intent.status != "requires_capture" {
        return unexpected("captured", intent.status);
    }
    let requested = fields
        .get("amount_to_capture")
        .map_or(Some(intent.amount), |amount| amount.parse().ok());
    if let Some(refusal) = requested.and_then(|amount| check_divisibility(amount, &intent.currency))
    {
        return refusal;
    }
    match requested.filter(|wanted| (1..=intent.amount).contains(wanted)) {
        Some(amount) => {
            (intent.status, intent.received) = ("succeeded", amount);
            (200, intent.json(expanded))
        }
        None => error(
            400,
            "invalid_request_error",
            "amount_too_large",
            "The amount is more than what can be captured.",
        ),
    }
}

fn cancel(records: &mut Records, id: &str, expanded: bool) -> Reply {
    let Some(intent) = records.change(id) else {
        return missing("payment_intent", id);
    };
    if matches!(intent.status, "succeeded" | "canceled") {
        return unexpected("canceled", intent.status);
    }
    intent.status = "canceled";
    (200, intent.json(expanded))
}

fn refund(records: &mut Records, fields: &Fields) -> Reply {
    let text = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
    let id = text("payment_intent");
    let Some(intent) = records.change(id) else {
        return missing("payment_intent", id);
    };
    let refundable = intent.received - intent.refunded;
    let amount = match text("amount") {
        "" => refundable,
        amount => amount.parse().unwrap_or_default(),
    };
    if let Some(refusal) = check_divisibility(amount, &intent.currency) {
        return refusal;
    }
    if !(1..=refundable).contains(&amount) {
        let message = format!(
            "Refund amount ({amount}) is greater than unrefunded amount on charge ({refundable})"
        );
        return error(
            400,
            "invalid_request_error",
            "charge_already_refunded",
            &message,
        );
    }
    intent.refunded += amount;
    let is_expanded = fields
        .get("expand[]")
        .is_some_and(|expand| expand.starts_with("payment_intent"));
    let of = if is_expanded {
        intent.json(true)
    } else {
        json!(intent.id)
    };
    let reference = text("metadata[reference]");
    let id = intent.id.replacen("pi_", "re_", 1);
    (
        200,
        json!({
            "id": format!("{id}{}", intent.refunded), "object": "refund", "amount": amount, "currency": intent.currency,
            "status": "succeeded", "payment_intent": of, "metadata": { "reference": reference },
        }),
    )
}

fn unexpected(operation: &str, status: &str) -> Reply {
    let message =
        format!("This PaymentIntent could not be {operation} because it has a status of {status}.");
    error(
        400,
        "invalid_request_error",
        "payment_intent_unexpected_state",
        &message,
    )
}

fn missing(kind: &str, id: &str) -> Reply {
    error(
        404,
        "invalid_request_error",
        "resource_missing",
        &format!("No such {kind}: '{id}'"),
    )
}

fn error(status: u16, kind: &str, code: &str, message: &str) -> Reply {
    let mut error = json!({ "type": kind, "message": message });
    if !code.is_empty() {
        error["code"] = json!(code);
    }
    (status, json!({ "error": error }))
}
