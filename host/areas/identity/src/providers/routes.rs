//! Session service routes to an identity provider and back.

use data::{Result, Scope, audit::Entry, db::Mode};
use web::{
    Raw,
    http::{HeaderValue, Response},
};

use crate::sessions::browser::{load_host_tenant, redirect, set_cookie, site};
use crate::{
    attempts,
    providers::{
        Failure,
        openid::{
            self,
            service::{CallbackParams, FinishedSignIn},
        },
        word,
    },
    sessions::{
        self,
        cookies::{Name, Site},
        service::NewSession,
    },
};

/// None without such a provider.
pub async fn start_sign_in(
    scope: &Scope,
    raw: &Raw,
    callback_url: &str,
) -> Result<Option<(String, Option<HeaderValue>)>> {
    let Some((scope, provider)) = provider(scope, raw).await? else {
        return Ok(None);
    };
    let site = site(&scope);
    let redirect_uri = callback_uri(&site, &provider.id);
    match openid::service::start_sign_in(
        &scope,
        &provider,
        &redirect_uri,
        callback_url,
        &site.base_url,
    )
    .await
    {
        Ok(begun) => {
            let cookie = site.write(
                Name::State,
                &begun.cookie,
                openid::service::SIGN_IN_TIMEOUT.num_seconds(),
            )?;
            Ok(Some((begun.url, Some(cookie))))
        }
        Err(failure) => Ok(Some((
            log_failure(&scope, &site, &provider.id, failure)?,
            None,
        ))),
    }
}

pub async fn finish_sign_in(scope: Scope, raw: Raw) -> Result<Response> {
    let Some((scope, provider)) = provider(&scope, &raw).await? else {
        return redirect(&site(&scope).page("/api/auth/signin", &[("error", word::CALLBACK)]));
    };
    let site = site(&scope);
    let cookie = site.read(&raw.headers, Name::State);
    let ticket = match attempts::service::begin(
        &scope,
        scope.tenant,
        attempts::service::SIGN_IN,
        "provider",
    )
    .await
    {
        Ok(ticket) => ticket,
        Err(_) => {
            let failure = Failure::new(word::DENIED, "too many attempts from this address");
            return redirect(&log_failure(&scope, &site, &provider.id, failure)?);
        }
    };
    let brought: CallbackParams = raw.query().unwrap_or_default();
    let cookies = (cookie, site.read(&raw.headers, Name::Device));
    let mut response = match openid::service::finish_sign_in(
        &scope,
        &provider,
        &callback_uri(&site, &provider.id),
        cookies,
        brought,
    )
    .await
    {
        Ok(FinishedSignIn {
            session:
                NewSession {
                    cookie,
                    seconds,
                    device,
                    ..
                },
            callback_url,
        }) => {
            ticket.release(scope.host()).await?;
            // The new session replaces the browser's previous one.
            if let Some(before) = site.read(&raw.headers, Name::SessionToken) {
                sessions::service::sign_out(&scope, &before).await?;
            }
            let mut response = redirect(&site.permitted_url(Some(&callback_url)))?;
            set_cookie(
                &mut response,
                site.write(Name::SessionToken, &cookie, seconds)?,
            );
            if let Some(device) = device {
                set_cookie(
                    &mut response,
                    site.write(Name::Device, &device, sessions::cookies::DEVICE_SECONDS)?,
                );
            }
            response
        }
        Err(failure) => {
            record_refusal(&scope, &provider.id, &failure).await?;
            redirect(&log_failure(&scope, &site, &provider.id, failure)?)?
        }
    };
    // The state is consumed on success and on failure.
    set_cookie(&mut response, site.write(Name::State, "", 0)?);
    Ok(response)
}

/// None unless the host's tenant enabled it.
async fn provider(scope: &Scope, raw: &Raw) -> Result<Option<(Scope, tenancy::OpenIdProvider)>> {
    let (Some(tenant), Some(id)) = (load_host_tenant(scope).await?, raw.params.first()) else {
        return Ok(None);
    };
    let settings = tenancy::settings_of(scope.host(), tenant).await?;
    let found = settings
        .open_id
        .iter()
        .find(|provider| provider.is_enabled && provider.id.eq_ignore_ascii_case(id));
    Ok(found.map(|provider| (scope.in_tenant(tenant), provider.clone())))
}

/// Each provider has its own, so that its answer can't be used for another.
fn callback_uri(site: &Site, provider: &str) -> String {
    site.page(&format!("/api/auth/callback/{provider}"), &[])
}

/// Records the refusal in the tenant's sign-in record.
async fn record_refusal(scope: &Scope, provider: &str, failure: &Failure) -> Result<()> {
    let Failure::Word(reason, _) = failure else {
        return Ok(());
    };
    let mut scope = scope.sibling(Mode::Write);
    let entry = Entry::new(sessions::service::SESSION, 0_i64, "SignInRefused").with_change(
        "provider",
        None::<&str>,
        provider,
    );
    scope.record(entry.with_change("reason", None::<&str>, reason));
    scope.commit().await
}

fn log_failure(scope: &Scope, site: &Site, provider: &str, failure: Failure) -> Result<String> {
    let error = match failure {
        Failure::Word(error, why) => {
            tracing::warn!(
                tenant = scope.tenant.0,
                provider,
                error,
                why,
                "a sign-in from outside failed"
            );
            error
        }
        Failure::Broken(error) => {
            tracing::error!(
                tenant = scope.tenant.0,
                provider,
                error = format!("{error:#}"),
                "a sign-in broke"
            );
            word::OTHER
        }
    };
    Ok(site.page(
        "/api/auth/error",
        &[("error", error), ("provider", provider)],
    ))
}
