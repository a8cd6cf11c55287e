//! Sign-in callbacks for passwords, passkeys and impersonation tokens.

use data::{Error, Result, Scope, db::Mode, ids::TenantId};
use web::{
    Raw,
    http::{HeaderValue, Response, StatusCode, header},
};

use crate::sessions::browser::{
    Form, form, forward, is_genuine, json_answer, load_host_tenant, set_cookie, site,
};
use crate::{
    account::model::Provider,
    attempts, impersonation, passkeys,
    passwords::check::Authority,
    sessions::{
        self,
        cookies::{Name, Site},
        rules::{CREDENTIALS, DIRECTORY, IMPERSONATION, PASSKEY},
        service::NewSession,
    },
    sign_in::{
        self,
        admission::{Attempt, SecondStep},
    },
    two_factor,
};

pub(crate) async fn callback(scope: Scope, raw: Raw) -> Result<Response> {
    let (site, form) = (site(&scope), form(&raw));
    let json = form.json.as_deref() == Some("true");
    if !is_genuine(&scope, &raw, &form) {
        return forward(
            json,
            StatusCode::OK,
            &site.page("/api/auth/signin", &[("csrf", "true")]),
        );
    }
    let provider = raw
        .params
        .first()
        .map(|name| name.to_ascii_lowercase())
        .unwrap_or_default();
    let Some(tenant) = load_host_tenant(&scope).await? else {
        return forward(
            json,
            StatusCode::UNAUTHORIZED,
            &error_url(&site, "CredentialsSignin", &provider, &[]),
        );
    };
    match provider.as_str() {
        CREDENTIALS => {
            with_password(&scope, tenant, &raw, form, (CREDENTIALS, Authority::Any)).await
        }
        DIRECTORY => {
            with_password(
                &scope,
                tenant,
                &raw,
                form,
                (DIRECTORY, Authority::Directory),
            )
            .await
        }
        PASSKEY => with_passkey(&scope, tenant, &raw, form).await,
        IMPERSONATION => sign_in_with_token(&scope, tenant, &raw, form).await,
        _ => forward(
            json,
            StatusCode::BAD_REQUEST,
            &site.page("/api/auth/error", &[("error", "Configuration")]),
        ),
    }
}

async fn with_password(
    scope: &Scope,
    tenant: TenantId,
    raw: &Raw,
    form: Form,
    (provider, judge): (&str, Authority),
) -> Result<Response> {
    let (site, json) = (site(scope), form.json.as_deref() == Some("true"));
    let second = second_step(&site, raw, &form);
    let user_name = form.user_name.as_deref().unwrap_or_default();
    let password = form.password.as_deref().unwrap_or_default();
    let attempt =
        sign_in::service::attempt(scope, tenant, judge, user_name, password, &second).await?;
    attempt_response(&site, raw, &form, json, provider, attempt)
}

async fn with_passkey(scope: &Scope, tenant: TenantId, raw: &Raw, form: Form) -> Result<Response> {
    let (site, json) = (site(scope), form.json.as_deref() == Some("true"));
    let second = second_step(&site, raw, &form);
    let answer = form.passkey.as_deref().unwrap_or_default();
    let attempt = passkeys::sign_in::attempt(scope, tenant, answer, &second).await?;
    attempt_response(&site, raw, &form, json, PASSKEY, attempt)
}

fn second_step(site: &Site, raw: &Raw, form: &Form) -> SecondStep {
    SecondStep {
        provider: form
            .two_factor_provider
            .as_deref()
            .and_then(Provider::from_name),
        remember: form.remember_browser.as_deref() == Some("true"),
        browsers: site.browsers(&raw.headers),
        cookie: site.read(&raw.headers, Name::SessionToken),
        device: site.read(&raw.headers, Name::Device),
        code: form.two_factor_code.clone(),
        passkey: form.passkey.clone(),
        asked_browser: site.read(&raw.headers, Name::Passkey),
    }
}

/// The cookie binds the assertion to this browser.
pub(crate) async fn start_passkey(scope: Scope, raw: Raw) -> Result<Response> {
    const SECONDS: i64 = 300;
    let (site, form) = (site(&scope), form(&raw));
    let refused = |status| Ok(json_answer(status, &serde_json::json!({})));
    if !is_genuine(&scope, &raw, &form) {
        return refused(StatusCode::BAD_REQUEST);
    }
    let Some(tenant) = load_host_tenant(&scope).await? else {
        return refused(StatusCode::NOT_FOUND);
    };
    match attempts::service::begin(&scope, tenant, attempts::service::CODES, "ask for passkey")
        .await
        .map(drop)
    {
        Err(Error::TooMany(seconds)) => {
            let mut response = json_answer(StatusCode::TOO_MANY_REQUESTS, &serde_json::json!({}));
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            return Ok(response);
        }
        other => other?,
    };
    let browser = sessions::tokens::new(tenant)?;
    let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
    let Some(options) = passkeys::service::start_sign_in(&mut scope, &browser).await? else {
        return refused(StatusCode::NOT_FOUND);
    };
    let mut response = json_answer(StatusCode::OK, &options);
    set_cookie(&mut response, site.write(Name::Passkey, &browser, SECONDS)?);
    Ok(response)
}

/// Maps the result of an attempt to a response.
fn attempt_response(
    site: &Site,
    raw: &Raw,
    form: &Form,
    json: bool,
    provider: &str,
    attempt: Attempt,
) -> Result<Response> {
    let failed = |error: &str, providers: &[Provider]| error_url(site, error, provider, providers);
    match attempt {
        Attempt::In(new) => signed_in_response(site, raw, form, json, &new),
        Attempt::Wrong => forward(
            json,
            StatusCode::UNAUTHORIZED,
            &failed("CredentialsSignin", &[]),
        ),
        Attempt::SecondStep(providers) => forward(
            json,
            StatusCode::UNAUTHORIZED,
            &failed("TwoFactorRequired", &providers),
        ),
        Attempt::WrongSecondStep(providers) => forward(
            json,
            StatusCode::UNAUTHORIZED,
            &failed("TwoFactorInvalid", &providers),
        ),
        Attempt::NotConfirmed => forward(
            json,
            StatusCode::FORBIDDEN,
            &failed("EmailNotConfirmed", &[]),
        ),
        Attempt::Silent => forward(
            json,
            StatusCode::SERVICE_UNAVAILABLE,
            &failed("Callback", &[]),
        ),
        Attempt::Refused => forward(json, StatusCode::FORBIDDEN, &failed("AccessDenied", &[])),
        Attempt::TooMany(seconds) => {
            // Too many attempts keep status 429 even for forms, so the caller sees when to retry.
            let mut response = forward(
                true,
                StatusCode::TOO_MANY_REQUESTS,
                &failed("AccessDenied", &[]),
            )?;
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            Ok(response)
        }
    }
}

async fn sign_in_with_token(
    scope: &Scope,
    tenant: TenantId,
    raw: &Raw,
    form: Form,
) -> Result<Response> {
    let (site, json) = (site(scope), form.json.as_deref() == Some("true"));
    let counted =
        attempts::service::begin(scope, tenant, attempts::service::CODES, IMPERSONATION).await;
    let ticket = match counted {
        Err(Error::TooMany(seconds)) => {
            return attempt_response(
                &site,
                raw,
                &form,
                json,
                IMPERSONATION,
                Attempt::TooMany(seconds),
            );
        }
        other => other?,
    };
    let cookie = site.read(&raw.headers, Name::SessionToken);
    let token = form.impersonation_token.as_deref().unwrap_or_default();
    match impersonation::service::redeem_token(scope, tenant, token, cookie.as_deref()).await? {
        Some(new) => {
            ticket.release(scope.host()).await?;
            signed_in_response(&site, raw, &form, json, &new)
        }
        None => attempt_response(&site, raw, &form, json, IMPERSONATION, Attempt::Wrong),
    }
}

fn signed_in_response(
    site: &Site,
    raw: &Raw,
    form: &Form,
    json: bool,
    new: &NewSession,
) -> Result<Response> {
    let callback_url = form
        .callback_url
        .clone()
        .or_else(|| site.read(&raw.headers, Name::CallbackUrl));
    let url = site.permitted_url(callback_url.as_deref());
    let mut response = forward(json, StatusCode::OK, &url)?;
    set_cookie(
        &mut response,
        site.write(Name::SessionToken, &new.cookie, new.seconds)?,
    );
    set_cookie(
        &mut response,
        site.write(Name::CallbackUrl, &url, sessions::cookies::MAX_AGE_SECONDS)?,
    );
    if let Some(device) = &new.device {
        set_cookie(
            &mut response,
            site.write(Name::Device, device, sessions::cookies::DEVICE_SECONDS)?,
        );
    }
    if let Some((user, token)) = &new.browser {
        set_cookie(
            &mut response,
            site.write_browser(
                *user,
                token,
                two_factor::service::REMEMBERED_LIFETIME.num_seconds(),
            )?,
        );
    }
    Ok(response)
}

fn error_url(site: &Site, error: &str, provider: &str, providers: &[Provider]) -> String {
    let path = providers
        .iter()
        .map(|provider| provider.as_str())
        .collect::<Vec<_>>()
        .join(",");
    let mut query = vec![("error", error), ("provider", provider)];
    if !path.is_empty() {
        query.push(("providers", &path));
    }
    site.page("/api/auth/error", &query)
}
