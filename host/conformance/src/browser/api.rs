//! The host's API for a front end in the kit: shell calls, recorded responses and a carrier's
//! attributes.

use std::collections::{BTreeMap, BTreeSet};

use axum::{
    Json,
    body::Body,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use crate::{
    fixtures::{Answered, Exchange},
    server::recorded,
    subject::Subject,
};

pub struct Api {
    pub plugin: String,
    /// Stored account's attributes as the host returns them: secrets are empty.
    pub stored: Value,
    attributes: Value,
    session: Value,
    configuration: Value,
    features: Value,
    manifest: Value,
    /// Exchanges recorded below `fixtures/face/`.
    recorded: Vec<Exchange>,
}

impl Api {
    /// `base` is the address of the files; `integrity` maps script addresses to hashes.
    pub fn new(subject: &Subject, base: &str, integrity: &BTreeMap<String, String>) -> Self {
        let manifest = subject.plugin.manifest();
        let web = &manifest.web;
        let needs = web
            .slots
            .iter()
            .map(|slot| (&slot.permission, &slot.feature));
        let needs = needs.chain(
            web.routes
                .iter()
                .map(|route| (&route.permission, &route.feature)),
        );
        let needs = needs.chain(web.nav.iter().map(|nav| (&nav.permission, &nav.feature)));
        let (permissions, features): (Vec<_>, Vec<_>) = needs.unzip();
        let permissions: BTreeSet<String> = permissions
            .into_iter()
            .flatten()
            .flat_map(|name| with_ancestors(name))
            .collect();
        let features: BTreeSet<&String> = features.into_iter().flatten().collect();
        let features: Vec<Value> = features
            .into_iter()
            .map(|name| json!({ "name": name, "value": "true" }))
            .collect();
        let attributes = subject.plugin.description().map_or(&[][..], |description| &description.attributes).iter().map(|attribute| {
            json!({
                "key": attribute.key, "displayName": attribute.display_name, "value": "", "dataType": attribute.data_type,
                "required": attribute.required, "choices": attribute.choices, "help": attribute.help,
            })
        });
        Api {
            plugin: manifest.id.clone(),
            stored: subject.stored_attributes(),
            attributes: attributes.collect(),
            session: json!({
                "user": { "id": 7, "name": "Robin Lee", "email": "robin@check.example", "userName": "robin", "image": null,
                    "language": null, "timezone": null },
                "expires": "2126-01-01T00:00:00Z", "accessToken": "check", "tenantId": 1, "isDriver": false,
                "isImpersonating": false, "permissions": permissions,
            }),
            configuration: json!({
                "tenantName": "Check Freight", "baseCurrency": "AUD", "timezone": "Australia/Melbourne",
                "allowSelfRegistration": false, "ui": { "logoId": null, "customCssId": null, "primaryColor": null },
                "tenantBillingAddress": { "address": "", "legalName": "", "taxVatNo": "" },
            }),
            features: json!({ "featureValues": features }),
            manifest: json!({
                "schema": 1, "tenant": 1, "generation": "1",
                "plugins": [{
                    "id": manifest.id, "name": manifest.name, "version": manifest.version, "sdk": manifest.sdk,
                    "entry": format!("{base}remoteEntry.js"), "integrity": integrity,
                    "contributes": { "slots": web.slots, "routes": web.routes, "nav": web.nav },
                }],
            }),
            recorded: subject.fixtures.front_end.clone(),
        }
    }

    /// True if the shell itself makes this call to the session service.
    pub fn is_shell_call(&self, path: &str) -> bool {
        matches!(path, "/api/auth/session" | "/api/auth/_log")
    }

    /// Returns the response, and true if one was found.
    pub fn answer(&self, method: &str, path: &str, target: &str, body: &[u8]) -> (Response, bool) {
        let known = match path.to_ascii_lowercase().as_str() {
            "/api/auth/session" => Some(Json(&self.session).into_response()),
            "/api/auth/_log" => Some(Json(json!({})).into_response()),
            "/api/core/language/texts" => {
                Some(([(header::CONTENT_LANGUAGE, "en")], Json(json!({}))).into_response())
            }
            "/api/core/account/istenantavailable" => Some(result(
                &json!({ "state": 1, "tenantId": 1, "serverRootAddress": "" }),
            )),
            "/api/core/configuration/getconfiguration" => Some(result(&self.configuration)),
            "/api/core/feature/gettenantfeatuers" => Some(result(&self.features)),
            "/api/plugins/manifest" => Some(result(&self.manifest)),
            _ => None,
        };
        let known = known.or_else(|| {
            Some(to_response(&recorded(
                &self.recorded,
                target,
                &String::from_utf8_lossy(body),
            )?))
        });
        let known = known.or_else(|| {
            let asks = method == "GET"
                && path.eq_ignore_ascii_case("/api/carrier/carrieraccount/getcarrierattributes");
            asks.then(|| result(&self.attributes))
        });
        match known {
            Some(answer) => (answer, true),
            None => (unknown(), false),
        }
    }
}

/// Returns a permission with its ancestors, since none is granted without them.
fn with_ancestors(name: &str) -> Vec<String> {
    let ends = name
        .match_indices('.')
        .map(|(at, _)| at)
        .chain([name.len()]);
    ends.filter(|end| name[..*end].contains('.') || *end == name.len())
        .map(|end| name[..end].to_owned())
        .collect()
}

fn result(result: &Value) -> Response {
    Json(json!({ "result": result, "targetUrl": null, "success": true, "error": null, "unAuthorizedRequest": false, "__abp": true }))
        .into_response()
}

fn unknown() -> Response {
    let error = json!({ "code": 0, "message": "No response is recorded for this call.", "details": null, "validationErrors": null });
    let body = json!({ "result": null, "targetUrl": null, "success": false, "error": error, "unAuthorizedRequest": false, "__abp": true });
    (StatusCode::NOT_FOUND, Json(body)).into_response()
}

/// Builds a recorded response. A success is wrapped in the host's envelope.
fn to_response(answer: &Answered) -> Response {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = match &answer.body {
        Value::String(text) => text.clone().into_response(),
        body if status.is_success() && body.get("__abp").is_none() => result(body),
        body => Json(body).into_response(),
    };
    *response.status_mut() = status;
    let mut with_headers = Response::builder().status(status);
    for (name, value) in &answer.headers {
        with_headers = with_headers.header(name, value);
    }
    // An invalid header leaves the response unchanged.
    if let Ok(headers) = with_headers.body(Body::empty()) {
        response.headers_mut().extend(headers.headers().clone());
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permission_comes_with_its_ancestors() {
        assert_eq!(
            with_ancestors("Pages.Carrier.Edit"),
            ["Pages.Carrier", "Pages.Carrier.Edit"]
        );
        assert_eq!(with_ancestors("Pages"), ["Pages"]);
    }
}
