//! Operator actions on a running host, for the command line and the demo: tenants, plugins, rate
//! cards.

use anyhow::{Context, bail};
use data::{
    ListQuery,
    db::Mode,
    ids::{TenantId, UserId},
};
use tenancy::TenantState;

use crate::boot::App;

pub async fn find_active_tenant(app: &App, host_name: &str) -> anyhow::Result<TenantId> {
    let tenant = tenancy::find_by_host(app.host(), host_name).await?;
    tenant.with_context(|| format!("no active tenant answers on {host_name}"))
}

async fn find_tenant(app: &App, host_name: &str) -> anyhow::Result<TenantId> {
    let tenant = tenancy::find_any_by_host(app.host(), host_name).await?;
    Ok(tenant
        .with_context(|| format!("no tenant answers on {host_name}"))?
        .id)
}

/// Enables every installed plugin.
pub async fn enable_all_plugins(app: &App, tenant: TenantId) -> anyhow::Result<()> {
    tenancy::enable_plugins(&mut app.host().scope(tenant, Mode::Write)).await?;
    Ok(())
}

/// `agree` grants all requested permissions. Returns the requested and the ungranted ones.
pub async fn enable_plugin(
    app: &App,
    host_name: &str,
    id: &str,
    agree: bool,
) -> anyhow::Result<Vec<String>> {
    let tenant = find_tenant_with_plugin(app, host_name, id).await?;
    let mut scope = app.host().scope(tenant, Mode::Write);
    let (permissions, missing) = plugins::load_requests(&scope, id).await?;
    let mut lines: Vec<String> = permissions
        .iter()
        .map(|ask| format!("  {:40} {}", ask.code, ask.words))
        .collect();
    if !lines.is_empty() {
        lines.insert(0, format!("{id} asks to:"));
    }
    if agree || missing.is_empty() {
        let codes: Vec<String> = permissions.into_iter().map(|ask| ask.code).collect();
        plugins::switch_on(&mut scope, id, &codes).await?;
        lines.push(match codes.is_empty() {
            true => format!("{id} is on."),
            false => format!("{id} is on; all of this is agreed to."),
        });
        return Ok(lines);
    }
    tenancy::set_features(
        &mut scope,
        &[(format!("Plugin.{id}.Enabled"), Some("true".to_owned()))],
    )
    .await?;
    lines.push(format!(
        "{id} is on, but nothing was agreed to: it is not called until an administrator of {host_name} agrees, or you do \
         with --agree."
    ));
    Ok(lines)
}

pub async fn disable_plugin(app: &App, host_name: &str, id: &str) -> anyhow::Result<()> {
    let tenant = find_tenant_with_plugin(app, host_name, id).await?;
    let feature = (format!("Plugin.{id}.Enabled"), Some("false".to_owned()));
    tenancy::set_features(&mut app.host().scope(tenant, Mode::Write), &[feature]).await?;
    Ok(())
}

async fn find_tenant_with_plugin(app: &App, host_name: &str, id: &str) -> anyhow::Result<TenantId> {
    if app.engine().plugin(id).is_none() {
        bail!("no plugin {id} is installed; `waybill plugin list` shows what is");
    }
    find_active_tenant(app, host_name).await
}

pub async fn list_tenants(app: &App) -> anyhow::Result<Vec<String>> {
    let line = |tenant: &tenancy::TenantItem| {
        let marker = if tenant.is_platform { "platform" } else { "" };
        let edition = tenant.edition_name.as_deref().unwrap_or_default();
        let hosts = tenant.hosts.join(", ");
        format!(
            "{:6} {:10} {:9} {:16} {:32} {hosts}",
            tenant.id.0, tenant.state, marker, edition, tenant.name
        )
        .trim_end()
        .to_owned()
    };
    Ok(all_tenants(app).await?.iter().map(line).collect())
}

pub async fn all_tenants(app: &App) -> anyhow::Result<Vec<tenancy::TenantItem>> {
    let scope = app.host().scope(TenantId(0), Mode::Read);
    let mut all = Vec::new();
    loop {
        let list = ListQuery {
            sorting: Some("id".to_owned()),
            max_result_count: Some(1000),
            skip_count: Some(all.len() as i64),
            ..ListQuery::default()
        };
        let page = tenancy::tenants(&scope, &list).await?;
        let is_last = page.items.is_empty();
        all.extend(page.items);
        if is_last || all.len() as i64 >= page.total_count {
            return Ok(all);
        }
    }
}

/// Activates or suspends a tenant. Suspending ends all its sessions.
pub async fn set_tenant_state(
    app: &App,
    host_name: &str,
    state: TenantState,
) -> anyhow::Result<TenantId> {
    let tenant = find_tenant(app, host_name).await?;
    identity::set_tenant_state(
        &mut app.host().scope(TenantId(0), Mode::Write),
        tenant,
        state,
    )
    .await?;
    Ok(tenant)
}

/// `Job.Enabled=false` sets, `Job.Enabled=` removes.
pub async fn override_features(
    app: &App,
    host_name: &str,
    overrides: &[String],
) -> anyhow::Result<()> {
    let tenant = find_tenant(app, host_name).await?;
    let mut values = Vec::with_capacity(overrides.len());
    for word in overrides {
        let (name, value) = word
            .split_once('=')
            .with_context(|| format!("{word} must be Name=value"))?;
        values.push((
            name.to_owned(),
            Some(value.to_owned()).filter(|value| !value.is_empty()),
        ));
    }
    let scope = app.host().scope(TenantId(0), Mode::Write);
    tenancy::grant_features(&scope, tenant, &values)
        .await
        .map_err(|error| anyhow::anyhow!("{}", error.sentence()))
}

pub async fn list_features(app: &App, host_name: &str) -> anyhow::Result<Vec<String>> {
    let tenant = find_tenant(app, host_name).await?;
    let features = tenancy::features_of(app.host(), tenant, None).await?;
    let line =
        |one: tenancy::FeatureValue| format!("{}={}", one.name, one.value.unwrap_or_default());
    Ok(features.feature_values.into_iter().map(line).collect())
}

/// Creates the platform tenant on this host name if there is none.
pub async fn platform_tenant(app: &App, host_name: &str) -> anyhow::Result<TenantId> {
    if let Some(tenant) = tenancy::platform_tenant(app.host()).await? {
        return Ok(tenant);
    }
    let new = tenancy::NewTenant {
        name: "Platform".to_owned(),
        hosts: vec![host_name.to_owned()],
        is_platform: true,
        ..Default::default()
    };
    Ok(people::create_tenant(app.host(), new).await?)
}

pub async fn create_platform_admin(
    app: &App,
    host_name: &str,
    mut new: identity::NewUser,
) -> anyhow::Result<UserId> {
    let tenant = platform_tenant(app, host_name).await?;
    new.roles = vec!["Admin".to_owned()];
    Ok(identity::create_user(app.host(), tenant, new).await?)
}

/// Writes a card with services, zones and rates. Returns its code.
pub async fn put_rate_card(app: &App, tenant: TenantId, text: &str) -> anyhow::Result<String> {
    let card = rates::CardDocument::read(text.as_bytes()).map_err(format_error)?;
    let code = card.code().to_owned();
    let mut scope = app.host().scope(tenant, Mode::Write);
    rates::write_card(&mut scope, card)
        .await
        .map_err(format_error)?;
    scope.commit().await?;
    Ok(code)
}

/// Formats a validation error with a line per invalid member.
fn format_error(error: data::Error) -> anyhow::Error {
    match error {
        data::Error::Invalid(errors) => {
            let lines = errors
                .iter()
                .map(|error| format!("{} {}", error.member, error.message));
            anyhow::anyhow!(lines.collect::<Vec<_>>().join("\n"))
        }
        other => anyhow::anyhow!(other.sentence()),
    }
}
