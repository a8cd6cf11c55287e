//! Session service under `/api/auth` for the next-auth 4 client.

use data::{Needs, Obligation, Result, Scope, case, files::random_token};
use serde_json::json;
use web::{
    Raw, Routes,
    http::{Method, Response, StatusCode},
};

use crate::sessions::browser::{
    Form, csrf_of, csrf_secret, form, forward, is_genuine, json_answer, load_host_tenant, redirect,
    set_cookie, site,
};
use crate::{
    profile,
    sessions::{
        self,
        cookies::{Csrf, Name},
        rules::{CREDENTIALS, DIRECTORY},
    },
};

const MAX_FORM_BYTES: usize = 16 * 1024;
/// A permission that only users of the platform tenant have.
const PLATFORM: &str = "Pages.Tenants";

pub fn table() -> Routes {
    const PUBLIC: Needs = Needs::Nothing;
    Routes::new("/api/auth")
        .raw(Method::GET, "session", PUBLIC, 0, session)
        .raw(
            Method::POST,
            "session",
            PUBLIC,
            MAX_FORM_BYTES,
            update_session,
        )
        .raw(Method::GET, "csrf", PUBLIC, 0, csrf)
        .raw(Method::GET, "providers", PUBLIC, 0, providers)
        .raw(
            Method::POST,
            "callback/{provider}",
            PUBLIC,
            MAX_FORM_BYTES,
            crate::sign_in::callbacks::callback,
        )
        .raw(
            Method::GET,
            "callback/{provider}",
            PUBLIC,
            0,
            crate::providers::routes::finish_sign_in,
        )
        .raw(
            Method::POST,
            "passkey",
            PUBLIC,
            MAX_FORM_BYTES,
            crate::sign_in::callbacks::start_passkey,
        )
        .raw(Method::GET, "signin", PUBLIC, 0, sign_in_page)
        .raw(
            Method::POST,
            "signin/{provider}",
            PUBLIC,
            MAX_FORM_BYTES,
            sign_in,
        )
        .raw(Method::GET, "signout", PUBLIC, 0, sign_out_page)
        .raw(Method::POST, "signout", PUBLIC, MAX_FORM_BYTES, sign_out)
        .raw(Method::GET, "error", PUBLIC, 0, sign_in_page)
        .raw(Method::POST, "_log", PUBLIC, MAX_FORM_BYTES, log)
}

async fn session(scope: Scope, raw: Raw) -> Result<Response> {
    session_response(&scope, &raw).await
}

/// Ignores the data sent.
async fn update_session(scope: Scope, raw: Raw) -> Result<Response> {
    let sent: Form = case::from_json(&raw.body).unwrap_or_default();
    if !is_genuine(&scope, &raw, &sent) {
        return Ok(json_answer(StatusCode::BAD_REQUEST, &json!({})));
    }
    session_response(&scope, &raw).await
}

async fn csrf(scope: Scope, raw: Raw) -> Result<Response> {
    let site = site(&scope);
    let csrf = match csrf_of(&scope, &raw) {
        Some(csrf) => csrf,
        None => Csrf::new(&random_token()?, &csrf_secret(&scope)),
    };
    let mut response = json_answer(StatusCode::OK, &json!({ "csrfToken": csrf.token }));
    set_cookie(
        &mut response,
        site.write(
            Name::CsrfToken,
            &csrf.cookie,
            sessions::cookies::MAX_AGE_SECONDS,
        )?,
    );
    Ok(response)
}

async fn providers(scope: Scope, _: Raw) -> Result<Response> {
    let site = site(&scope);
    let listed = |id: &str, name: &str, kind: &str| {
        json!({
            "id": id,
            "name": name,
            "type": kind,
            "signinUrl": site.page(&format!("/api/auth/signin/{id}"), &[]),
            "callbackUrl": site.page(&format!("/api/auth/callback/{id}"), &[]),
        })
    };
    let mut body =
        json!({ CREDENTIALS: listed(CREDENTIALS, "User name and password", "credentials") });
    if let Some(tenant) = load_host_tenant(&scope).await? {
        let settings = tenancy::settings_of(scope.host(), tenant).await?;
        if settings.ldap.is_enabled {
            body[DIRECTORY] = listed(DIRECTORY, "Company directory", "credentials");
        }
        for provider in settings
            .open_id
            .iter()
            .filter(|provider| provider.is_enabled)
        {
            body[&provider.id] = listed(&provider.id, &provider.display_name, "oauth");
        }
    }
    Ok(json_answer(StatusCode::OK, &body))
}

/// Redirects to the shell: the service has no pages.
async fn sign_in_page(scope: Scope, raw: Raw) -> Result<Response> {
    let site = site(&scope);
    let page_query: Form = raw.query().unwrap_or_default();
    let callback_url = page_query
        .callback_url
        .as_deref()
        .map(|url| site.permitted_url(Some(url)));
    let mut query = Vec::new();
    if let Some(url) = &callback_url {
        query.push(("callbackUrl", url.as_str()));
    }
    if let Some(error) = &page_query.error {
        query.push(("error", error.as_str()));
    }
    redirect(&site.page("/auth/login", &query))
}

async fn sign_in(scope: Scope, raw: Raw) -> Result<Response> {
    let (site, form) = (site(&scope), form(&raw));
    let json = form.json.as_deref() == Some("true");
    if !is_genuine(&scope, &raw, &form) {
        return forward(
            json,
            StatusCode::OK,
            &site.page("/api/auth/signin", &[("csrf", "true")]),
        );
    }
    let url = site.permitted_url(form.callback_url.as_deref());
    match crate::providers::routes::start_sign_in(&scope, &raw, &url).await? {
        Some((url, cookie)) => {
            let mut response = forward(json, StatusCode::OK, &url)?;
            cookie
                .into_iter()
                .for_each(|cookie| set_cookie(&mut response, cookie));
            Ok(response)
        }
        // The shell's page lists the providers.
        None => forward(
            json,
            StatusCode::OK,
            &site.page("/api/auth/signin", &[("callbackUrl", &url)]),
        ),
    }
}

async fn sign_out_page(scope: Scope, _: Raw) -> Result<Response> {
    redirect(&site(&scope).page("/auth/logout", &[]))
}

async fn sign_out(scope: Scope, raw: Raw) -> Result<Response> {
    let (site, form) = (site(&scope), form(&raw));
    let json = form.json.as_deref() == Some("true");
    if !is_genuine(&scope, &raw, &form) {
        return forward(
            json,
            StatusCode::OK,
            &site.page("/api/auth/signout", &[("csrf", "true")]),
        );
    }
    if let Some(cookie) = site.read(&raw.headers, Name::SessionToken) {
        sessions::service::sign_out(&scope, &cookie).await?;
    }
    let mut response = forward(
        json,
        StatusCode::OK,
        &site.permitted_url(form.callback_url.as_deref()),
    )?;
    set_cookie(&mut response, site.write(Name::SessionToken, "", 0)?);
    Ok(response)
}

/// Unauthenticated, so the text is short, escaped and logged at a low level.
async fn log(_: Scope, raw: Raw) -> Result<Response> {
    let form = form(&raw);
    let short = |text: Option<String>| {
        text.unwrap_or_default()
            .chars()
            .take(300)
            .collect::<String>()
    };
    let (level, code) = (short(form.level), short(form.code));
    let (message, url) = (short(form.message), short(form.url));
    tracing::debug!(?level, ?code, ?message, ?url, "a browser's session client");
    Ok(json_answer(StatusCode::OK, &json!({})))
}

async fn session_response(scope: &Scope, raw: &Raw) -> Result<Response> {
    let site = site(scope);
    let found = match (
        load_host_tenant(scope).await?,
        site.read(&raw.headers, Name::SessionToken),
    ) {
        (Some(tenant), Some(cookie)) => {
            sessions::service::find_browser_session(scope, tenant, &cookie)
                .await?
                .zip(Some(cookie))
        }
        _ => None,
    };
    let Some((signed_in, cookie)) = found else {
        return Ok(json_answer(StatusCode::OK, &json!({})));
    };
    let (known, user) = (&signed_in.known, &signed_in.known.session);
    let mut permissions: Vec<&String> = user.permissions.iter().collect();
    permissions.sort_unstable();
    let mut body = json!({
        "user": {
            "id": user.user,
            "name": user.display_name,
            "email": user.email,
            "image": profile::service::image(user.user, known.picture),
            "userName": user.user_name,
            "timezone": known.timezone,
            "language": known.language,
        },
        "expires": signed_in.expires_at,
        "accessToken": signed_in.access_token,
        "tenantId": user.tenant,
        "isDriver": user.is_driver,
        "isImpersonating": user.impersonator.is_some(),
        "impersonatorName": user.impersonator_name,
        "isPlatformAdmin": user.permissions.contains(PLATFORM),
        "shouldChangePassword": user.must_first == Some(Obligation::ChangePassword),
        "twoFactorSetupRequired": user.must_first == Some(Obligation::SetUpTwoFactor),
        "permissions": permissions,
    });
    if let Some(customer) = user.customer {
        body["customer"] = json!({ "id": customer });
    }
    if let Some(driver) = user.driver {
        body["driver"] = json!({ "id": driver });
    }
    let mut response = json_answer(StatusCode::OK, &body);
    let remaining_seconds = (signed_in.expires_at - scope.now()).num_seconds();
    set_cookie(
        &mut response,
        site.write(Name::SessionToken, &cookie, remaining_seconds)?,
    );
    Ok(response)
}
