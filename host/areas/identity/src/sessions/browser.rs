//! Forms, cookies and responses shared by the session service's calls.

use data::{Error, Result, Scope, case, ids::TenantId};
use serde::Deserialize;
use serde_json::{Value, json};
use web::{
    Raw,
    http::{Body, HeaderValue, Response, StatusCode, header},
};

use crate::sessions::cookies::{Csrf, Name, Site};

/// A form of the client, or a page's query.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Form {
    pub(crate) csrf_token: Option<String>,
    pub(crate) callback_url: Option<String>,
    pub(crate) json: Option<String>,
    pub(crate) user_name: Option<String>,
    pub(crate) password: Option<String>,
    pub(crate) two_factor_code: Option<String>,
    pub(crate) two_factor_provider: Option<String>,
    pub(crate) remember_browser: Option<String>,
    pub(crate) impersonation_token: Option<String>,
    /// Passkey assertion as JSON.
    pub(crate) passkey: Option<String>,
    pub(crate) error: Option<String>,
    pub(crate) level: Option<String>,
    pub(crate) code: Option<String>,
    pub(crate) message: Option<String>,
    pub(crate) url: Option<String>,
}

/// Returns the tenant of the host name. No header or cookie can select another tenant.
pub(crate) async fn load_host_tenant(scope: &Scope) -> Result<Option<TenantId>> {
    tenancy::find_by_host(scope.host(), scope.request.host_name()).await
}

pub(crate) fn site(scope: &Scope) -> Site {
    Site {
        base_url: scope.request.base_url.clone(),
    }
}

pub(crate) fn form(raw: &Raw) -> Form {
    // An unreadable body has no token and is refused for that.
    case::from_query(&String::from_utf8_lossy(&raw.body)).unwrap_or_default()
}

pub(crate) fn csrf_secret(scope: &Scope) -> [u8; 32] {
    scope
        .host()
        .secrets()
        .signing_key("session service: forged forms")
}

pub(crate) fn csrf_of(scope: &Scope, raw: &Raw) -> Option<Csrf> {
    Csrf::read(
        &site(scope).read(&raw.headers, Name::CsrfToken)?,
        &csrf_secret(scope),
    )
}

/// True if the form repeats the CSRF token of our cookie.
pub(crate) fn is_genuine(scope: &Scope, raw: &Raw, form: &Form) -> bool {
    csrf_of(scope, raw).is_some_and(|csrf| csrf.matches(form.csrf_token.as_deref()))
}

/// Redirects the client: with JSON, or with HTTP for a form sent without script.
pub(crate) fn forward(json: bool, status: StatusCode, url: &str) -> Result<Response> {
    if json {
        Ok(json_answer(status, &json!({ "url": url })))
    } else {
        redirect(url)
    }
}

pub(crate) fn redirect(url: &str) -> Result<Response> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::FOUND;
    response.headers_mut().insert(
        header::LOCATION,
        HeaderValue::from_str(url).map_err(Error::internal)?,
    );
    Ok(response)
}

pub(crate) fn json_answer(status: StatusCode, body: &Value) -> Response {
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

pub(crate) fn set_cookie(response: &mut Response, line: HeaderValue) {
    response.headers_mut().append(header::SET_COOKIE, line);
}
