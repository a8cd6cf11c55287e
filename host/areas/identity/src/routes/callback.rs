//! Coming in by a form: the call-backs that take a name and a password, or the token of an impersonation.

use kernel::{
    Error, Raw, Result, Scope,
    db::Mode,
    http::{HeaderValue, Response, StatusCode, header},
    ids::TenantId,
};

use super::browser::{Form, form, forward, is_genuine, json_answer, set_cookie, site, tenant_here};
use crate::{
    model::wire::Provider,
    rules::{
        cookies::{self, Name, Site},
        sessions::{CREDENTIALS, DIRECTORY, IMPERSONATION, PASSKEY},
        tokens,
    },
    service::{
        admission::{Attempt, SecondStep},
        attempts, impersonation, passkey_sign_in, passkeys,
        proof::Judge,
        sessions::NewSession,
        sign_in, two_factor,
    },
};

pub(super) async fn callback(scope: Scope, raw: Raw) -> Result<Response> {
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
    let Some(tenant) = tenant_here(&scope).await? else {
        return forward(
            json,
            StatusCode::UNAUTHORIZED,
            &failed(&site, "CredentialsSignin", &provider, &[]),
        );
    };
    match provider.as_str() {
        CREDENTIALS => with_password(&scope, tenant, &raw, form, (CREDENTIALS, Judge::Any)).await,
        DIRECTORY => with_password(&scope, tenant, &raw, form, (DIRECTORY, Judge::Directory)).await,
        PASSKEY => with_passkey(&scope, tenant, &raw, form).await,
        IMPERSONATION => with_passage(&scope, tenant, &raw, form).await,
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
    (provider, judge): (&str, Judge),
) -> Result<Response> {
    let (site, json) = (site(scope), form.json.as_deref() == Some("true"));
    let second = second_step(&site, raw, &form);
    let user_name = form.user_name.as_deref().unwrap_or_default();
    let password = form.password.as_deref().unwrap_or_default();
    let attempt = sign_in::attempt(scope, tenant, judge, user_name, password, &second).await?;
    answer_attempt(&site, raw, &form, json, provider, attempt)
}

async fn with_passkey(scope: &Scope, tenant: TenantId, raw: &Raw, form: Form) -> Result<Response> {
    let (site, json) = (site(scope), form.json.as_deref() == Some("true"));
    let second = second_step(&site, raw, &form);
    let answer = form.passkey.as_deref().unwrap_or_default();
    let attempt = passkey_sign_in::attempt(scope, tenant, answer, &second).await?;
    answer_attempt(&site, raw, &form, json, PASSKEY, attempt)
}

fn second_step(site: &Site, raw: &Raw, form: &Form) -> SecondStep {
    SecondStep {
        provider: form
            .two_factor_provider
            .as_deref()
            .and_then(Provider::named),
        remember: form.remember_browser.as_deref() == Some("true"),
        browsers: site.browsers(&raw.headers),
        cookie: site.read(&raw.headers, Name::SessionToken),
        device: site.read(&raw.headers, Name::Device),
        code: form.two_factor_code.clone(),
        passkey: form.passkey.clone(),
        asked_browser: site.read(&raw.headers, Name::Passkey),
    }
}

/// Asks the browser for a passkey: what its authenticator is to sign, and a cookie by which only this browser can answer.
pub(super) async fn ask_for_passkey(scope: Scope, raw: Raw) -> Result<Response> {
    const SECONDS: i64 = 300;
    let (site, form) = (site(&scope), form(&raw));
    let refused = |status| Ok(json_answer(status, &serde_json::json!({})));
    if !is_genuine(&scope, &raw, &form) {
        return refused(StatusCode::BAD_REQUEST);
    }
    let Some(tenant) = tenant_here(&scope).await? else {
        return refused(StatusCode::NOT_FOUND);
    };
    match attempts::begin(&scope, tenant, attempts::CODES, "ask for passkey")
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
    let browser = tokens::new(tenant)?;
    let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
    let Some(options) = passkeys::ask(&mut scope, &browser).await? else {
        return refused(StatusCode::NOT_FOUND);
    };
    let mut response = json_answer(StatusCode::OK, &options);
    set_cookie(&mut response, site.write(Name::Passkey, &browser, SECONDS)?);
    Ok(response)
}

/// Answers however an attempt has ended.
fn answer_attempt(
    site: &Site,
    raw: &Raw,
    form: &Form,
    json: bool,
    provider: &str,
    attempt: Attempt,
) -> Result<Response> {
    let failed = |error: &str, providers: &[Provider]| failed(site, error, provider, providers);
    match attempt {
        Attempt::In(new) => let_in(site, raw, form, json, &new),
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
            // Too many is told with its status even to a form, so that the caller knows when to try again.
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

/// The browser becomes another user, or its first user again.
async fn with_passage(scope: &Scope, tenant: TenantId, raw: &Raw, form: Form) -> Result<Response> {
    let (site, json) = (site(scope), form.json.as_deref() == Some("true"));
    let counted = attempts::begin(scope, tenant, attempts::CODES, IMPERSONATION).await;
    let ticket = match counted {
        Err(Error::TooMany(seconds)) => {
            return answer_attempt(
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
    match impersonation::pass(scope, tenant, token, cookie.as_deref()).await? {
        Some(new) => {
            ticket.give_back(scope.host()).await?;
            let_in(&site, raw, &form, json, &new)
        }
        None => answer_attempt(&site, raw, &form, json, IMPERSONATION, Attempt::Wrong),
    }
}

/// Sends the browser on with its new cookies.
fn let_in(site: &Site, raw: &Raw, form: &Form, json: bool, new: &NewSession) -> Result<Response> {
    let asked = form
        .callback_url
        .clone()
        .or_else(|| site.read(&raw.headers, Name::CallbackUrl));
    let url = site.own_url(asked.as_deref());
    let mut response = forward(json, StatusCode::OK, &url)?;
    set_cookie(
        &mut response,
        site.write(Name::SessionToken, &new.cookie, new.seconds)?,
    );
    set_cookie(
        &mut response,
        site.write(Name::CallbackUrl, &url, cookies::SECONDS)?,
    );
    if let Some(device) = &new.device {
        set_cookie(
            &mut response,
            site.write(Name::Device, device, cookies::DEVICE_SECONDS)?,
        );
    }
    if let Some((user, token)) = &new.browser {
        set_cookie(
            &mut response,
            site.write_browser(*user, token, two_factor::REMEMBERED.num_seconds())?,
        );
    }
    Ok(response)
}

/// Where a client reads what went wrong.
fn failed(site: &Site, error: &str, provider: &str, providers: &[Provider]) -> String {
    let words = providers
        .iter()
        .map(|provider| provider.word())
        .collect::<Vec<_>>()
        .join(",");
    let mut query = vec![("error", error), ("provider", provider)];
    if !words.is_empty() {
        query.push(("providers", &words));
    }
    site.page("/api/auth/error", &query)
}
