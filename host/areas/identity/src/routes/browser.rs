//! Forms, cookies and responses shared by the session service's calls.

use kernel::{
    Error, Raw, Result, Scope, case,
    http::{Body, HeaderValue, Response, StatusCode, header},
    ids::TenantId,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::rules::cookies::{Csrf, Name, Site};

/// A form of the client, or a page's query.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Form {
    pub(super) csrf_token: Option<String>,
    pub(super) callback_url: Option<String>,
    pub(super) json: Option<String>,
    pub(super) user_name: Option<String>,
    pub(super) password: Option<String>,
    pub(super) two_factor_code: Option<String>,
    pub(super) two_factor_provider: Option<String>,
    pub(super) remember_browser: Option<String>,
    pub(super) impersonation_token: Option<String>,
    /// Passkey assertion as JSON.
    pub(super) passkey: Option<String>,
    pub(super) error: Option<String>,
    pub(super) level: Option<String>,
    pub(super) code: Option<String>,
    pub(super) message: Option<String>,
    pub(super) url: Option<String>,
}

/// Returns the tenant of the host name. No header or cookie can select another tenant.
pub(super) async fn load_host_tenant(scope: &Scope) -> Result<Option<TenantId>> {
    tenancy::find_by_host(scope.host(), scope.request.host_name()).await
}

pub(super) fn site(scope: &Scope) -> Site {
    Site {
        base_url: scope.request.base_url.clone(),
    }
}

pub(super) fn form(raw: &Raw) -> Form {
    // An unreadable body has no token and is refused for that.
    case::from_query(&String::from_utf8_lossy(&raw.body)).unwrap_or_default()
}

pub(super) fn csrf_secret(scope: &Scope) -> [u8; 32] {
    scope
        .host()
        .secrets()
        .signing_key("session service: forged forms")
}

pub(super) fn csrf_of(scope: &Scope, raw: &Raw) -> Option<Csrf> {
    Csrf::read(
        &site(scope).read(&raw.headers, Name::CsrfToken)?,
        &csrf_secret(scope),
    )
}

/// True if the form comes from one of our pages: it repeats the CSRF token of our cookie.
pub(super) fn is_genuine(scope: &Scope, raw: &Raw, form: &Form) -> bool {
    csrf_of(scope, raw).is_some_and(|csrf| csrf.matches(form.csrf_token.as_deref()))
}

/// Redirects the client: with JSON, or with HTTP for a form sent without script.
pub(super) fn forward(json: bool, status: StatusCode, url: &str) -> Result<Response> {
    if json {
        Ok(json_answer(status, &json!({ "url": url })))
    } else {
        redirect(url)
    }
}

pub(super) fn redirect(url: &str) -> Result<Response> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::FOUND;
    response.headers_mut().insert(
        header::LOCATION,
        HeaderValue::from_str(url).map_err(Error::internal)?,
    );
    Ok(response)
}

pub(super) fn json_answer(status: StatusCode, body: &Value) -> Response {
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-store"),
    );
    response
}

pub(super) fn set_cookie(response: &mut Response, line: HeaderValue) {
    response.headers_mut().append(header::SET_COOKIE, line);
}
