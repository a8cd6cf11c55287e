//! The session service's part that leads to an identity provider and back.

use kernel::{
    Raw, Result, Scope,
    audit::Entry,
    db::Mode,
    http::{HeaderValue, Response},
};

use super::browser::{redirect, set_cookie, site, tenant_here};
use crate::{
    rules::cookies::{self, Name, Site},
    service::{
        attempts,
        outside::{
            Failure,
            openid::{self, Arrived, Back},
            word,
        },
        sessions::{self, NewSession},
    },
};

/// Where to send the browser that asked for a provider, and what it keeps meanwhile; none when there is no such
/// provider.
pub async fn begin(
    scope: &Scope,
    raw: &Raw,
    callback_url: &str,
) -> Result<Option<(String, Option<HeaderValue>)>> {
    let Some((scope, provider)) = provider(scope, raw).await? else {
        return Ok(None);
    };
    let site = site(&scope);
    let redirect_uri = place(&site, &provider.id);
    match openid::begin(
        &scope,
        &provider,
        &redirect_uri,
        callback_url,
        &site.base_url,
    )
    .await
    {
        Ok(begun) => {
            let cookie = site.write(Name::State, &begun.cookie, openid::PATIENCE.num_seconds())?;
            Ok(Some((begun.url, Some(cookie))))
        }
        Err(failure) => Ok(Some((told(&scope, &site, &provider.id, failure)?, None))),
    }
}

/// The browser comes back from its provider.
pub async fn back(scope: Scope, raw: Raw) -> Result<Response> {
    let Some((scope, provider)) = provider(&scope, &raw).await? else {
        return redirect(&site(&scope).page("/api/auth/signin", &[("error", word::CALLBACK)]));
    };
    let site = site(&scope);
    let cookie = site.read(&raw.headers, Name::State);
    let ticket = match attempts::begin(&scope, scope.tenant, attempts::SIGN_IN, "provider").await {
        Ok(ticket) => ticket,
        Err(_) => {
            let failure = Failure::new(word::DENIED, "too many attempts from this address");
            return redirect(&told(&scope, &site, &provider.id, failure)?);
        }
    };
    let brought: Back = raw.query().unwrap_or_default();
    let held = (cookie, site.read(&raw.headers, Name::Device));
    let mut response = match openid::finish(
        &scope,
        &provider,
        &place(&site, &provider.id),
        held,
        brought,
    )
    .await
    {
        Ok(Arrived {
            session:
                NewSession {
                    cookie,
                    seconds,
                    device,
                    ..
                },
            callback_url,
        }) => {
            ticket.give_back(scope.host()).await?;
            // The session that the browser had before ends with the new one.
            if let Some(before) = site.read(&raw.headers, Name::SessionToken) {
                sessions::sign_out(&scope, &before).await?;
            }
            let mut response = redirect(&site.own_url(Some(&callback_url)))?;
            set_cookie(
                &mut response,
                site.write(Name::SessionToken, &cookie, seconds)?,
            );
            if let Some(device) = device {
                set_cookie(
                    &mut response,
                    site.write(Name::Device, &device, cookies::DEVICE_SECONDS)?,
                );
            }
            response
        }
        Err(failure) => {
            record(&scope, &provider.id, &failure).await?;
            redirect(&told(&scope, &site, &provider.id, failure)?)?
        }
    };
    // Good or not: this sign-in is over.
    set_cookie(&mut response, site.write(Name::State, "", 0)?);
    Ok(response)
}

/// The provider that the path names, when the tenant of the host name has it switched on, and a scope in that tenant.
async fn provider(scope: &Scope, raw: &Raw) -> Result<Option<(Scope, tenancy::OpenIdProvider)>> {
    let (Some(tenant), Some(id)) = (tenant_here(scope).await?, raw.params.first()) else {
        return Ok(None);
    };
    let settings = tenancy::settings_of(scope.host(), tenant).await?;
    let found = settings
        .open_id
        .iter()
        .find(|provider| provider.is_enabled && provider.id.eq_ignore_ascii_case(id));
    Ok(found.map(|provider| (scope.in_tenant(tenant), provider.clone())))
}

/// Each provider has a place of its own to come back to: an answer of one is never taken for another's.
fn place(site: &Site, provider: &str) -> String {
    site.page(&format!("/api/auth/callback/{provider}"), &[])
}

/// The refusal in the tenant's record of who came and who did not.
async fn record(scope: &Scope, provider: &str, failure: &Failure) -> Result<()> {
    let Failure::Word(reason, _) = failure else {
        return Ok(());
    };
    let mut scope = scope.sibling(Mode::Write);
    let entry = Entry::new(sessions::SESSION, 0_i64, "SignInRefused").with(
        "provider",
        None::<&str>,
        provider,
    );
    scope.record(entry.with("reason", None::<&str>, reason));
    scope.commit().await
}

/// The failure in the log, and the page that tells the person.
fn told(scope: &Scope, site: &Site, provider: &str, failure: Failure) -> Result<String> {
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
