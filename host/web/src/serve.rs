//! HTTP dispatch: path, tenant, caller, feature, permission, scope, envelope.

use std::{collections::HashMap, sync::Arc};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Method, Request, header},
    response::Response,
};

use crate::{
    area::Area,
    http::{bearer, cookie, envelope, error_response, session_cookie_name},
    language,
    origin::Origin,
    routes::{Action, Raw, RequestParts, Route},
    same_origin::is_same_origin,
    upload::{Upload, read_body},
};
use data::{
    address::Scheme,
    caller::{Caller, Needs, Session},
    case,
    db::Mode,
    error::{Error, Result},
    host::Host,
    ids::TenantId,
    message,
    message::Message,
    request::{Departure, RequestInfo},
    scope::Scope,
};
use work::limiter::Limiter;

/// All routes of the program; paths match without case.
pub struct Api {
    paths: matchit::Router<Vec<Route>>,
}

impl Api {
    /// Fails if two areas claim one path and method, or a path is malformed.
    pub fn new(areas: &[Area]) -> anyhow::Result<Self> {
        let mut by_path: HashMap<String, Vec<Route>> = HashMap::new();
        for route in areas
            .iter()
            .flat_map(|area| &area.routes)
            .flat_map(|routes| &routes.routes)
        {
            let same = by_path.entry(fold_template(&route.path)).or_default();
            anyhow::ensure!(
                !same.iter().any(|other| other.method == route.method),
                "two routes claim {} {}",
                route.method,
                route.path
            );
            same.push(route.clone());
        }
        let mut paths = matchit::Router::new();
        for (path, routes) in by_path {
            paths.insert(path, routes)?;
        }
        Ok(Self { paths })
    }

    /// True if any route has this path.
    pub fn has_path(&self, path: &str) -> bool {
        self.paths.at(&fold_path(path)).is_ok()
    }

    pub async fn respond(&self, host: &Host, origin: &Origin, request: Request<Body>) -> Response {
        let request_id = uuid::Uuid::now_v7().simple().to_string();
        let mut response = match self.try_respond(host, origin, request, &request_id).await {
            Ok(response) => response,
            Err(error) => error_response(error),
        };
        if let Ok(value) = HeaderValue::from_str(&request_id) {
            response.headers_mut().insert("x-request-id", value);
        }
        response
            .headers_mut()
            .entry(header::CACHE_CONTROL)
            .or_insert(HeaderValue::from_static("no-store"));
        response
    }

    async fn try_respond(
        &self,
        host: &Host,
        origin: &Origin,
        request: Request<Body>,
        request_id: &str,
    ) -> Result<Response> {
        let (parts, body) = request.into_parts();
        let path = parts.uri.path();
        let found = self
            .paths
            .at(&fold_path(path))
            .map_err(|_| Error::NotFound("The path"))?
            .value;
        let Some(route) = found.iter().find(|route| route.method == parts.method) else {
            return Err(not_allowed(found));
        };
        let params = params(&route.path, path);
        let info = request_info(origin, &parts.headers, request_id);
        let _presence = info.departure.presence();
        if let Some(key) = route.writes_with
            && has_key(parts.uri.query().unwrap_or_default(), key)
            && bearer(&parts.headers).is_none()
            && session_cookie(&parts.headers, origin).is_some()
        {
            return Err(not_allowed(found));
        }
        let (tenant, caller) = identify(host, route, &parts.headers, origin, &info).await?;
        caller.check(route.needs)?;
        if route.not_impersonated {
            caller.refuse_impersonation()?;
        }
        if let Some(proof) = &route.proof {
            caller.check_proof(proof, host.clock().now())?;
        }
        if let Some(limit) = &route.limit {
            Limiter::from_host(host)?
                .count_call(host, limit, tenant, &caller, &info.address)
                .await?;
        }
        if route.mode == Mode::Write {
            Limiter::from_host(host)?
                .count_write(host, tenant, &caller)
                .await?;
        }
        if let Some(feature) = route.feature
            && !host
                .gate()
                .feature(host, tenant, caller.customer(), feature)
                .await?
        {
            return Err(Error::Forbidden(message!(
                "The feature “{feature}” is switched off here.",
                feature = title(host, feature)
            )));
        }
        let zone = host.gate().zone(host, tenant).await?;
        let scope =
            Scope::new(host.clone(), tenant, caller, route.mode, info).for_route(route.needs);
        let query = parts.uri.query().unwrap_or_default().to_owned();
        match &route.action {
            Action::Call { run, .. } => {
                let run = run.clone();
                let body = read_body(body, host.config().body_limit.max(route.body)).await?;
                // In a separate task: a client that disconnects must not interrupt a transaction.
                let result = tokio::spawn(case::in_zone_async(zone, async move {
                    run(scope, RequestParts { query, body }).await
                }))
                .await
                .map_err(Error::internal)??;
                Ok(envelope(&result))
            }
            Action::Raw { run, limit } => {
                let run = run.clone();
                let body = read_body(body, *limit).await?;
                let raw = Raw {
                    method: parts.method,
                    path: path.to_owned(),
                    params,
                    query,
                    headers: parts.headers,
                    body,
                };
                tokio::spawn(case::in_zone_async(
                    zone,
                    async move { run(scope, raw).await },
                ))
                .await
                .map_err(Error::internal)?
            }
            Action::Upload { run, limit } => {
                let run = run.clone();
                let upload = Upload {
                    params,
                    query,
                    headers: parts.headers,
                    body,
                    limit: *limit,
                };
                tokio::spawn(case::in_zone_async(zone, async move {
                    run(scope, upload).await
                }))
                .await
                .map_err(Error::internal)?
            }
        }
    }
}

/// Returns a feature's title.
fn title(host: &Host, feature: &str) -> Message {
    let known = host.features().iter().find(|known| known.name == feature);
    known.map_or_else(
        || Message::verbatim(feature),
        |known| Message::plain(known.display_name),
    )
}

fn not_allowed(found: &[Route]) -> Error {
    let allowed: Vec<&str> = found.iter().map(|route| route.method.as_str()).collect();
    Error::MethodNotAllowed(allowed.join(", "))
}

/// Determines tenant and caller. A signed-in caller's own tenant wins; a contradicting header is
/// rejected.
async fn identify(
    host: &Host,
    route: &Route,
    headers: &HeaderMap,
    origin: &Origin,
    info: &RequestInfo,
) -> Result<(TenantId, Caller)> {
    let header_tenant = named_tenant(headers)?;
    let session = match bearer(headers) {
        Some(token) => match host.gate().session(host, token, origin.address).await? {
            // A public route handles an expired token itself.
            None if !matches!(route.needs, Needs::Nothing) => return Err(Error::Unauthorized),
            session => session,
        },
        None if route.cookie => browser_session(host, route, headers, origin, info).await?,
        None => None,
    };
    if let Some(session) = session {
        if header_tenant.is_some_and(|named| named != session.tenant) {
            return Err(Error::Forbidden(message!(
                "The tenant header names another tenant than your token."
            )));
        }
        return Ok((session.tenant, Caller::User(session)));
    }
    let tenant = match header_tenant {
        Some(tenant) if host.gate().tenant_active(host, tenant).await? => Some(tenant),
        Some(_) => return Err(Error::NotFound("The tenant")),
        None => host.gate().tenant_by_host(host, info.host_name()).await?,
    };
    match (tenant, route.needs) {
        (Some(tenant), _) => Ok((tenant, Caller::Guest)),
        (None, Needs::Nothing) => Ok((TenantId(0), Caller::Guest)),
        (None, Needs::Tenant) => Err(Error::NotFound("A tenant at this host name")),
        (None, _) => Err(Error::Unauthorized),
    }
}

/// Returns the session of the cookie that a page of this host name sent.
async fn browser_session(
    host: &Host,
    route: &Route,
    headers: &HeaderMap,
    origin: &Origin,
    info: &RequestInfo,
) -> Result<Option<Arc<Session>>> {
    let Some(cookie) = session_cookie(headers, origin) else {
        return Ok(None);
    };
    if !is_same_origin(headers, origin, route.mode) {
        return Ok(None);
    }
    match host.gate().tenant_by_host(host, info.host_name()).await? {
        Some(tenant) => host.gate().browser_session(host, tenant, &cookie).await,
        None => Ok(None),
    }
}

fn session_cookie(headers: &HeaderMap, origin: &Origin) -> Option<String> {
    cookie(headers, session_cookie_name(origin.scheme == Scheme::Https))
}

fn has_key(query: &str, key: &str) -> bool {
    query
        .split('&')
        .filter_map(|pair| pair.split('=').next())
        .any(|name| name.eq_ignore_ascii_case(key))
}

fn named_tenant(headers: &HeaderMap) -> Result<Option<TenantId>> {
    const NAMES: [&str; 2] = ["abp-tenantid", "abp.tenantid"];
    // An unreadable header is an error, not an absent one.
    let header = NAMES.iter().find_map(|name| headers.get(*name));
    let text = header
        .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
        .or_else(|| NAMES.iter().find_map(|name| cookie(headers, name)));
    match text
        .as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        None => Ok(None),
        Some(text) => {
            let id: i64 = text
                .parse()
                .map_err(|_| Error::invalid("Abp-TenantId", message!("must be a whole number")))?;
            if id > 0 {
                Ok(Some(TenantId(id)))
            } else {
                Err(Error::invalid(
                    "Abp-TenantId",
                    message!("must be 1 or more"),
                ))
            }
        }
    }
}

fn request_info(origin: &Origin, headers: &HeaderMap, id: &str) -> RequestInfo {
    let text = |name: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .map(str::trim)
    };
    RequestInfo {
        id: id.to_owned(),
        address: origin
            .address
            .map(|address| address.to_string())
            .unwrap_or_default(),
        base_url: origin.base_url(),
        user_agent: text("user-agent")
            .unwrap_or_default()
            .chars()
            .take(256)
            .collect(),
        languages: text("accept-language")
            .map(language::parse_accept_language)
            .unwrap_or_default(),
        departure: Departure::default(),
    }
}

/// Lower-cases the literal parts of a template; parameters keep their names.
fn fold_template(template: &str) -> String {
    template
        .split('/')
        .map(|part| {
            if part.starts_with('{') {
                part.to_owned()
            } else {
                part.to_ascii_lowercase()
            }
        })
        .collect::<Vec<_>>()
        .join("/")
}

fn fold_path(path: &str) -> String {
    let path = if path.len() > 1 {
        path.trim_end_matches('/')
    } else {
        path
    };
    path.to_ascii_lowercase()
}

/// Returns the parts of `path` at the template's `{…}`; a `{*rest}` takes the remainder.
fn params(template: &str, path: &str) -> Vec<String> {
    let decode = |part: &str| {
        percent_encoding::percent_decode_str(part)
            .decode_utf8_lossy()
            .into_owned()
    };
    let sent: Vec<&str> = path.split('/').collect();
    template
        .split('/')
        .enumerate()
        .filter(|(_, part)| part.starts_with('{'))
        .map(|(at, part)| {
            if part.starts_with("{*") {
                decode(&sent.get(at..).unwrap_or_default().join("/"))
            } else {
                decode(sent.get(at).copied().unwrap_or_default())
            }
        })
        .collect()
}

/// Returns every route of the areas, for tests of their flags.
pub fn routes(areas: &[Area]) -> impl Iterator<Item = &Route> {
    areas
        .iter()
        .flat_map(|area| &area.routes)
        .flat_map(|routes| &routes.routes)
}

/// Returns every route's method, path and requirement, for tests that call every route.
pub fn route_list(areas: &[Area]) -> Vec<(Method, String, Needs)> {
    areas
        .iter()
        .flat_map(|area| &area.routes)
        .flat_map(|routes| &routes.routes)
        .map(|route| (route.method.clone(), route.path.clone(), route.needs))
        .collect()
}
