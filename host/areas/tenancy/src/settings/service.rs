//! Tenant settings: cached reads and atomic changes.

use std::sync::Arc;

use data::{
    Error, Host, Result, Scope,
    case::{self, Tz},
    ids::TenantId,
    message,
    secrets::{SealedColumn, SealedIn, Secret},
};
use serde_json::Value;

use crate::{
    CardTokens,
    settings::{
        self,
        model::Settings,
        store::{self, StoredSettings},
    },
    tenants::model::Tenant,
};
use crate::{branding, tenants::service::Directory};

/// Includes secrets; at most a few seconds behind other hosts' writes.
pub async fn settings_of(host: &Host, tenant: TenantId) -> Result<Arc<Settings>> {
    let directory = host.port::<Directory>()?;
    if let Some(known) = directory.settings.get(&tenant) {
        return Ok(known);
    }
    let owner = crate::tenants::service::tenant(host, tenant)
        .await?
        .ok_or(Error::NotFound("The tenant"))?;
    let mut tx = host.db().begin_side_read(tenant).await?;
    let stored = store::read(&mut tx).await?;
    drop(tx);
    let found = Arc::new(assemble(host, &owner, &stored)?);
    directory.settings.insert(tenant, found.clone());
    Ok(found)
}

pub async fn load_zone(host: &Host, tenant: TenantId) -> Result<Tz> {
    // Avoids a lookup without a tenant.
    if tenant.0 == 0 {
        return Ok(Tz::UTC);
    }
    match settings_of(host, tenant).await {
        Ok(settings) => Ok(settings.general.timezone.parse().unwrap_or(Tz::UTC)),
        Err(Error::NotFound(_)) => Ok(Tz::UTC),
        Err(error) => Err(error),
    }
}

/// Returns the client key of the tenant's payment provider, if it has this name.
pub async fn tokenization_key(scope: &Scope, named: &str) -> Result<String> {
    let settings = settings_of(scope.host(), scope.tenant).await?;
    let card = &settings.card_payment;
    let missing = || Error::NotFound("The tokenization key");
    if card.provider.is_empty() || named != card.provider {
        return Err(missing());
    }
    if !card.tokenization_key.is_empty() {
        return Ok(card.tokenization_key.clone());
    }
    let requested =
        scope
            .port::<dyn CardTokens>()?
            .client_token(scope.host(), scope.tenant, &card.provider);
    match requested.await {
        Ok(Some(token)) => Ok(token),
        Ok(None) => Err(missing()),
        Err(words) => {
            tracing::info!(
                provider = card.provider,
                words,
                "the payment provider issued no client token"
            );
            Err(Error::Unavailable(message!(
                "The payment provider can't be reached just now. Try again in a minute."
            )))
        }
    }
}

/// Merges the change, validates all settings, and saves the scope.
pub(crate) async fn update(scope: &mut Scope, change: Value) -> Result<Arc<Settings>> {
    let host = scope.host().clone();
    let owner = crate::tenants::service::settings(scope).await?;
    let stored = store::read_in(scope).await?;
    let before = assemble(&host, &owner, &stored)?;
    let after = with_change(&before, change)?;
    if after.row_version != before.row_version {
        return Err(Error::Conflict);
    }
    if gives_lasting_power(&before, &after)? {
        scope.caller.refuse_impersonation()?;
    }
    settings::rules::check_change(&before, &after)?;
    record_changes(scope, &before, &after)?;
    let mut dropped = Vec::new();
    for (name, secret) in secrets_of(&after) {
        match secret.map(Secret::expose) {
            None => {}
            Some("") => store::drop_secret(scope, &name).await?,
            Some(_) => {
                let secret = secret.ok_or(Error::Conflict)?;
                let sealed = host.secrets().seal(scope.tenant, &purpose(&name), secret)?;
                store::put_secret(scope, &name, sealed).await?;
            }
        }
        dropped.push(name);
    }
    for name in stored.secrets.keys().filter(|name| !dropped.contains(name)) {
        store::drop_secret(scope, name).await?;
    }
    store::write(
        scope,
        stored.row_version,
        &settings::merge::document(&after)?,
    )
    .await?;
    store::write_columns(scope, &after).await?;
    scope.commit().await?;
    host.port::<Directory>()?.clear_tenant(scope.tenant);
    let logo = owner.logo.as_ref().filter(|_| after.ui.logo_id.is_none());
    branding::service::delete_file(scope, logo.map(|logo| &logo.key)).await;
    let style = owner
        .style
        .as_ref()
        .filter(|_| after.ui.custom_css_id.is_none());
    branding::service::delete_file(scope, style.map(|style| &style.key)).await;
    settings_of(&host, scope.tenant).await
}

/// True if the change decides who signs in, or where mails and payments go: it outlasts any
/// impersonation.
fn gives_lasting_power(before: &Settings, after: &Settings) -> Result<bool> {
    const GROUPS: [&str; 6] = [
        "userManagement",
        "email",
        "ldap",
        "openId",
        "security",
        "cardPayment",
    ];
    if secrets_of(after).iter().any(|(_, secret)| secret.is_some()) {
        return Ok(true);
    }
    let (before, after) = (serde_json::to_value(before)?, serde_json::to_value(after)?);
    Ok(GROUPS.iter().any(|group| before[group] != after[group]))
}

/// Records every changed field; for secrets only the fact.
fn record_changes(scope: &mut Scope, before: &Settings, after: &Settings) -> Result<()> {
    let mut shown = after.clone();
    let stored = |had: bool, sent: &Option<Secret>| {
        sent.as_ref()
            .map_or(had, |secret| !secret.expose().is_empty())
    };
    shown.email.has_password = stored(before.email.has_password, &after.email.smtp_password);
    shown.ldap.has_password = stored(before.ldap.has_password, &after.ldap.bind_password);
    shown.card_payment.has_private_key = stored(
        before.card_payment.has_private_key,
        &after.card_payment.private_key,
    );
    for one in &mut shown.open_id {
        let had = before
            .open_id
            .iter()
            .any(|old| old.id == one.id && old.has_client_secret);
        one.has_client_secret = stored(had, &one.client_secret);
    }
    let tenant = scope.tenant;
    for (path, old, new) in settings::merge::differences(
        &serde_json::to_value(before)?,
        &serde_json::to_value(&shown)?,
    ) {
        scope.note(ENTITY_NAME, tenant, &path, old, new);
    }
    for (name, _) in secrets_of(after)
        .iter()
        .filter(|(_, secret)| secret.is_some())
    {
        scope.note(ENTITY_NAME, tenant, name, Value::Null, "changed");
    }
    Ok(())
}

/// Returns the settings after the change, unvalidated.
pub(crate) fn with_change(before: &Settings, change: Value) -> Result<Settings> {
    let (current, defaults) = (
        serde_json::to_value(before)?,
        serde_json::to_value(Settings::default())?,
    );
    let merged = settings::merge::merge_change(&current, &defaults, change);
    let zone = before.general.timezone.parse().unwrap_or(Tz::UTC);
    Ok(case::in_zone(zone, || {
        case::from_json(merged.to_string().as_bytes())
    })?)
}

/// In this order: defaults, document, tenant's columns, secrets.
fn assemble(host: &Host, owner: &Tenant, stored: &StoredSettings) -> Result<Settings> {
    let defaults = serde_json::to_value(Settings::default())?;
    let merged = settings::merge::merge_change(&defaults, &defaults, stored.document.clone());
    let mut settings: Settings = serde_json::from_value(merged)?;
    settings.row_version = stored.row_version;
    settings.general.timezone.clone_from(&owner.timezone);
    settings
        .currency
        .base_currency
        .clone_from(&owner.base_currency);
    settings.billing.legal_name.clone_from(&owner.legal_name);
    settings.billing.address.clone_from(&owner.address);
    settings.billing.tax_vat_no.clone_from(&owner.tax_vat_no);
    settings.user_management.allow_self_registration = owner.allow_self_registration;
    settings.ui.logo_id = owner.logo.as_ref().map(|logo| logo.id.clone());
    settings.ui.custom_css_id = owner.style.as_ref().map(|style| style.id.clone());
    if settings.security.use_default_password_complexity {
        settings.security.password_complexity = Default::default();
    }
    let opened = |name: &str| {
        let sealed = stored.secrets.get(name)?;
        match host.secrets().open_sealed(owner.id, &purpose(name), sealed) {
            Ok(secret) => Some(secret),
            // The data folder's key has changed: the secret must be set again.
            Err(error) => {
                tracing::error!(
                    tenant = owner.id.0,
                    name,
                    error = format!("{error:#}"),
                    "failed to unseal a secret"
                );
                None
            }
        }
    };
    settings.email.smtp_password = opened(SMTP_PASSWORD);
    settings.email.has_password = settings.email.smtp_password.is_some();
    settings.ldap.bind_password = opened(BIND_PASSWORD);
    settings.ldap.has_password = settings.ldap.bind_password.is_some();
    settings.card_payment.private_key = opened(PRIVATE_KEY);
    settings.card_payment.has_private_key = settings.card_payment.private_key.is_some();
    for provider in &mut settings.open_id {
        provider.client_secret = opened(&client_secret(&provider.id));
        provider.has_client_secret = provider.client_secret.is_some();
    }
    Ok(settings)
}

/// Entity name of settings in the record of changes.
pub(crate) const ENTITY_NAME: &str = "TenantSettings";
const SMTP_PASSWORD: &str = "email.smtpPassword";
const BIND_PASSWORD: &str = "ldap.bindPassword";
const PRIVATE_KEY: &str = "cardPayment.privateKey";

fn client_secret(provider: &str) -> String {
    format!("openId.{provider}.clientSecret")
}

fn secrets_of(settings: &Settings) -> Vec<(String, Option<&Secret>)> {
    let mut all = vec![
        (
            SMTP_PASSWORD.to_owned(),
            settings.email.smtp_password.as_ref(),
        ),
        (
            BIND_PASSWORD.to_owned(),
            settings.ldap.bind_password.as_ref(),
        ),
        (
            PRIVATE_KEY.to_owned(),
            settings.card_payment.private_key.as_ref(),
        ),
    ];
    all.extend(
        settings
            .open_id
            .iter()
            .map(|one| (client_secret(&one.id), one.client_secret.as_ref())),
    );
    all
}

fn purpose(name: &str) -> String {
    format!("settings.{name}")
}

/// Column of the settings' secrets, one per row.
pub(crate) const SECRETS: SealedColumn = SealedColumn {
    table: "tenant_secrets",
    tenant: "tenant_id",
    column: "sealed",
    holds: SealedIn::Text,
    context: "name",
    purpose: |name, _| Some(purpose(name)),
};
