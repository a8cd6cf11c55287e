//! The session service under `/api/auth`: what the next-auth 4 client talks to, unchanged.

use kernel::{
    Error, Needs, Raw, Result, Routes, Scope, case,
    files::random_token,
    http::{Body, HeaderValue, Method, Response, StatusCode, header},
    ids::TenantId,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    rules::cookies::{self, Csrf, Name, Site},
    service::sessions::{self, Attempt},
};

const LARGEST_FORM: usize = 16 * 1024;
/// The provider that takes a user name and a password.
const CREDENTIALS: &str = "credentials";

pub fn table() -> Routes {
    const OPEN: Needs = Needs::Nothing;
    Routes::at("/api/auth")
        .raw(Method::GET, "session", OPEN, 0, session)
        .raw(Method::POST, "session", OPEN, LARGEST_FORM, update_session)
        .raw(Method::GET, "csrf", OPEN, 0, csrf)
        .raw(Method::GET, "providers", OPEN, 0, providers)
        .raw(Method::POST, "callback/{provider}", OPEN, LARGEST_FORM, callback)
        .raw(Method::GET, "signin", OPEN, 0, sign_in_page)
        .raw(Method::POST, "signin/{provider}", OPEN, LARGEST_FORM, sign_in)
        .raw(Method::GET, "signout", OPEN, 0, sign_out_page)
        .raw(Method::POST, "signout", OPEN, LARGEST_FORM, sign_out)
        .raw(Method::GET, "error", OPEN, 0, sign_in_page)
        .raw(Method::POST, "_log", OPEN, LARGEST_FORM, log)
}

/// A form of the client, or the query of a page.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Form {
    csrf_token: Option<String>,
    callback_url: Option<String>,
    json: Option<String>,
    user_name: Option<String>,
    password: Option<String>,
    error: Option<String>,
    level: Option<String>,
    code: Option<String>,
    message: Option<String>,
    url: Option<String>,
}

async fn session(scope: Scope, raw: Raw) -> Result<Response> {
    tell_session(&scope, &raw).await
}

/// The client asks for an update; what it sends along is nothing that a session takes from it.
async fn update_session(scope: Scope, raw: Raw) -> Result<Response> {
    let sent: Form = case::from_json(&raw.body).unwrap_or_default();
    if !is_genuine(&scope, &raw, &sent) {
        return Ok(json_answer(StatusCode::BAD_REQUEST, &json!({})));
    }
    tell_session(&scope, &raw).await
}

async fn csrf(scope: Scope, raw: Raw) -> Result<Response> {
    let site = site(&scope);
    let csrf = match csrf_of(&scope, &raw) {
        Some(csrf) => csrf,
        None => Csrf::new(&random_token()?, &csrf_secret(&scope)),
    };
    let mut response = json_answer(StatusCode::OK, &json!({ "csrfToken": csrf.token }));
    set_cookie(&mut response, site.write(Name::CsrfToken, &csrf.cookie, cookies::SECONDS)?);
    Ok(response)
}

async fn providers(scope: Scope, _: Raw) -> Result<Response> {
    let site = site(&scope);
    let body = json!({
        CREDENTIALS: {
            "id": CREDENTIALS,
            "name": "User name and password",
            "type": "credentials",
            "signinUrl": site.page("/api/auth/signin/credentials", &[]),
            "callbackUrl": site.page("/api/auth/callback/credentials", &[]),
        }
    });
    Ok(json_answer(StatusCode::OK, &body))
}

async fn callback(scope: Scope, raw: Raw) -> Result<Response> {
    let (site, form) = (site(&scope), form(&raw));
    let json = form.json.as_deref() == Some("true");
    if !is_genuine(&scope, &raw, &form) {
        return forward(json, StatusCode::OK, &site.page("/api/auth/signin", &[("csrf", "true")]));
    }
    if raw.params.first().is_none_or(|provider| !provider.eq_ignore_ascii_case(CREDENTIALS)) {
        return forward(json, StatusCode::BAD_REQUEST, &site.page("/api/auth/error", &[("error", "Configuration")]));
    }
    let failed = |error| site.page("/api/auth/error", &[("error", error), ("provider", CREDENTIALS)]);
    let attempt = match tenant_here(&scope).await? {
        Some(tenant) => {
            let (user_name, password) = (form.user_name.unwrap_or_default(), form.password.unwrap_or_default());
            sessions::attempt(&scope, tenant, &user_name, &password).await?
        }
        None => Attempt::Wrong,
    };
    match attempt {
        Attempt::In(cookie) => {
            let asked = form.callback_url.or_else(|| site.read(&raw.headers, Name::CallbackUrl));
            let url = site.own_url(asked.as_deref());
            let mut response = forward(json, StatusCode::OK, &url)?;
            set_cookie(&mut response, site.write(Name::SessionToken, &cookie, cookies::SECONDS)?);
            set_cookie(&mut response, site.write(Name::CallbackUrl, &url, cookies::SECONDS)?);
            Ok(response)
        }
        Attempt::Wrong => forward(json, StatusCode::UNAUTHORIZED, &failed("CredentialsSignin")),
        Attempt::Refused => forward(json, StatusCode::FORBIDDEN, &failed("AccessDenied")),
        Attempt::TooMany(seconds) => {
            // Too many is told with its status even to a form, so that whoever knocks can know when to come back.
            let mut response = forward(true, StatusCode::TOO_MANY_REQUESTS, &failed("AccessDenied"))?;
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            Ok(response)
        }
    }
}

/// The service has no pages of its own: the shell's sign-in page shows the way and the error.
async fn sign_in_page(scope: Scope, raw: Raw) -> Result<Response> {
    let site = site(&scope);
    let asked: Form = raw.query().unwrap_or_default();
    let callback_url = asked.callback_url.as_deref().map(|url| site.own_url(Some(url)));
    let mut query = Vec::new();
    if let Some(url) = &callback_url {
        query.push(("callbackUrl", url.as_str()));
    }
    if let Some(error) = &asked.error {
        query.push(("error", error.as_str()));
    }
    redirect(&site.page("/auth/login", &query))
}

async fn sign_in(scope: Scope, raw: Raw) -> Result<Response> {
    let (site, form) = (site(&scope), form(&raw));
    let json = form.json.as_deref() == Some("true");
    if !is_genuine(&scope, &raw, &form) {
        return forward(json, StatusCode::OK, &site.page("/api/auth/signin", &[("csrf", "true")]));
    }
    let url = site.own_url(form.callback_url.as_deref());
    forward(json, StatusCode::OK, &site.page("/api/auth/signin", &[("callbackUrl", &url)]))
}

async fn sign_out_page(scope: Scope, _: Raw) -> Result<Response> {
    redirect(&site(&scope).page("/auth/logout", &[]))
}

async fn sign_out(scope: Scope, raw: Raw) -> Result<Response> {
    let (site, form) = (site(&scope), form(&raw));
    let json = form.json.as_deref() == Some("true");
    if !is_genuine(&scope, &raw, &form) {
        return forward(json, StatusCode::OK, &site.page("/api/auth/signout", &[("csrf", "true")]));
    }
    if let Some(cookie) = site.read(&raw.headers, Name::SessionToken) {
        sessions::sign_out(&scope, &cookie).await?;
    }
    let mut response = forward(json, StatusCode::OK, &site.own_url(form.callback_url.as_deref()))?;
    set_cookie(&mut response, site.write(Name::SessionToken, "", 0)?);
    Ok(response)
}

/// What went wrong in somebody's browser. Anybody can write here, so it is short, escaped and seldom looked at.
async fn log(_: Scope, raw: Raw) -> Result<Response> {
    let form = form(&raw);
    let short = |text: Option<String>| text.unwrap_or_default().chars().take(300).collect::<String>();
    let (level, code) = (short(form.level), short(form.code));
    let (message, url) = (short(form.message), short(form.url));
    tracing::debug!(?level, ?code, ?message, ?url, "a browser's session client");
    Ok(json_answer(StatusCode::OK, &json!({})))
}

async fn tell_session(scope: &Scope, raw: &Raw) -> Result<Response> {
    let site = site(scope);
    let found = match (tenant_here(scope).await?, site.read(&raw.headers, Name::SessionToken)) {
        (Some(tenant), Some(cookie)) => sessions::of_browser(scope, tenant, &cookie).await?.zip(Some(cookie)),
        _ => None,
    };
    let Some((signed_in, cookie)) = found else { return Ok(json_answer(StatusCode::OK, &json!({}))) };
    let user = &signed_in.known.session;
    let mut permissions: Vec<&String> = user.permissions.iter().collect();
    permissions.sort_unstable();
    let mut body = json!({
        "user": { "id": user.user, "name": user.display_name, "email": user.email, "image": null },
        "expires": signed_in.expires_at,
        "accessToken": signed_in.access_token,
        "tenantId": user.tenant,
        "isDriver": user.is_driver,
        "isImpersonating": user.impersonator.is_some(),
        "permissions": permissions,
    });
    if let Some(customer) = user.customer {
        body["customer"] = json!({ "id": customer });
    }
    let mut response = json_answer(StatusCode::OK, &body);
    let left = (signed_in.expires_at - scope.now()).num_seconds();
    set_cookie(&mut response, site.write(Name::SessionToken, &cookie, left)?);
    Ok(response)
}

/// The tenant of the host name: no header and no cookie lets a browser in at another tenant's door.
async fn tenant_here(scope: &Scope) -> Result<Option<TenantId>> {
    tenancy::find_by_host(scope.host(), scope.request.host_name()).await
}

fn site(scope: &Scope) -> Site {
    Site { base_url: scope.request.base_url.clone() }
}

fn form(raw: &Raw) -> Form {
    // What can't be read has no token, and is refused for that.
    case::from_query(&String::from_utf8_lossy(&raw.body)).unwrap_or_default()
}

fn csrf_secret(scope: &Scope) -> [u8; 32] {
    scope.host().secrets().signing_key("session service: forged forms")
}

fn csrf_of(scope: &Scope, raw: &Raw) -> Option<Csrf> {
    Csrf::read(&site(scope).read(&raw.headers, Name::CsrfToken)?, &csrf_secret(scope))
}

/// Whether the form was made by a page of ours: it repeats what only our cookie says.
fn is_genuine(scope: &Scope, raw: &Raw, form: &Form) -> bool {
    csrf_of(scope, raw).is_some_and(|csrf| csrf.matches(form.csrf_token.as_deref()))
}

/// Sends the client on: with JSON, or with a redirect when a form was sent without script.
fn forward(json: bool, status: StatusCode, url: &str) -> Result<Response> {
    if json { Ok(json_answer(status, &json!({ "url": url }))) } else { redirect(url) }
}

fn redirect(url: &str) -> Result<Response> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::FOUND;
    response.headers_mut().insert(header::LOCATION, HeaderValue::from_str(url).map_err(Error::internal)?);
    Ok(response)
}

fn json_answer(status: StatusCode, body: &Value) -> Response {
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    response
}

fn set_cookie(response: &mut Response, line: HeaderValue) {
    response.headers_mut().append(header::SET_COOKIE, line);
}
