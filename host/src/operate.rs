//! What an operator does with a running host, by hand or in the demo: tenants, plugins, rate cards.

use anyhow::{Context, bail};
use kernel::{
    ListQuery,
    db::Mode,
    ids::{TenantId, UserId},
};
use tenancy::TenantState;

use crate::boot::App;

/// The active tenant that answers on this host name.
pub async fn tenant_at(app: &App, host_name: &str) -> anyhow::Result<TenantId> {
    let found = tenancy::find_by_host(app.host(), host_name).await?;
    found.with_context(|| format!("no active tenant answers on {host_name}"))
}

/// The tenant that answers on this host name, active or not.
async fn any_tenant_at(app: &App, host_name: &str) -> anyhow::Result<TenantId> {
    let found = tenancy::any_by_host(app.host(), host_name).await?;
    Ok(found
        .with_context(|| format!("no tenant answers on {host_name}"))?
        .id)
}

/// Switches on every plugin that is installed.
pub async fn enable_all(app: &App, tenant: TenantId) -> anyhow::Result<()> {
    tenancy::enable_plugins(&mut app.host().scope(tenant, Mode::Write)).await?;
    Ok(())
}

/// Switches one plugin on for a tenant; with `agree` it may do all that it asks for. Tells what it asks for, and what
/// nobody agreed to.
pub async fn switch_on(
    app: &App,
    host_name: &str,
    id: &str,
    agree: bool,
) -> anyhow::Result<Vec<String>> {
    let tenant = installed_for(app, host_name, id).await?;
    let mut scope = app.host().scope(tenant, Mode::Write);
    let (asks, missing) = plugins::asked(&scope, id).await?;
    let mut lines: Vec<String> = asks
        .iter()
        .map(|ask| format!("  {:40} {}", ask.code, ask.words))
        .collect();
    if !lines.is_empty() {
        lines.insert(0, format!("{id} asks to:"));
    }
    if agree || missing.is_empty() {
        let codes: Vec<String> = asks.into_iter().map(|ask| ask.code).collect();
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

/// Switches one plugin off for a tenant.
pub async fn switch_off(app: &App, host_name: &str, id: &str) -> anyhow::Result<()> {
    let tenant = installed_for(app, host_name, id).await?;
    let feature = (format!("Plugin.{id}.Enabled"), Some("false".to_owned()));
    tenancy::set_features(&mut app.host().scope(tenant, Mode::Write), &[feature]).await?;
    Ok(())
}

/// The tenant of this host name, where the plugin is installed.
async fn installed_for(app: &App, host_name: &str, id: &str) -> anyhow::Result<TenantId> {
    if app.engine().plugin(id).is_none() {
        bail!("no plugin {id} is installed; `waybill plugin list` shows what is");
    }
    tenant_at(app, host_name).await
}

/// Every tenant on a line of its own: number, state, name, host names.
pub async fn list_tenants(app: &App) -> anyhow::Result<Vec<String>> {
    let line = |tenant: &tenancy::TenantItem| {
        let own = if tenant.is_platform { "platform" } else { "" };
        let edition = tenant.edition_name.as_deref().unwrap_or_default();
        let hosts = tenant.hosts.join(", ");
        format!(
            "{:6} {:10} {:9} {:16} {:32} {hosts}",
            tenant.id.0, tenant.state, own, edition, tenant.name
        )
        .trim_end()
        .to_owned()
    };
    Ok(all_tenants(app).await?.iter().map(line).collect())
}

/// All tenants, by number.
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

/// Opens or closes the tenant that answers on this host name; closing ends all its sessions at once.
pub async fn set_tenant_state(
    app: &App,
    host_name: &str,
    state: TenantState,
) -> anyhow::Result<TenantId> {
    let tenant = any_tenant_at(app, host_name).await?;
    identity::set_tenant_state(
        &mut app.host().scope(TenantId(0), Mode::Write),
        tenant,
        state,
    )
    .await?;
    Ok(tenant)
}

/// Gives the tenant features beside its edition: `Job.Enabled=false`, or `Job.Enabled=` to take back what was given.
pub async fn give_features(app: &App, host_name: &str, words: &[String]) -> anyhow::Result<()> {
    let tenant = any_tenant_at(app, host_name).await?;
    let mut values = Vec::with_capacity(words.len());
    for word in words {
        let (name, value) = word
            .split_once('=')
            .with_context(|| format!("{word} must be Name=value"))?;
        values.push((
            name.to_owned(),
            Some(value.to_owned()).filter(|value| !value.is_empty()),
        ));
    }
    let scope = app.host().scope(TenantId(0), Mode::Write);
    tenancy::give_features(&scope, tenant, &values)
        .await
        .map_err(|error| anyhow::anyhow!("{}", error.sentence()))
}

/// Every feature of the tenant with its value, one a line.
pub async fn list_features(app: &App, host_name: &str) -> anyhow::Result<Vec<String>> {
    let tenant = any_tenant_at(app, host_name).await?;
    let features = tenancy::features_of(app.host(), tenant, None).await?;
    let line =
        |one: tenancy::FeatureValue| format!("{}={}", one.name, one.value.unwrap_or_default());
    Ok(features.feature_values.into_iter().map(line).collect())
}

/// The platform's own tenant; made on this host name when there is none yet.
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

/// Makes an administrator of the platform.
pub async fn create_platform_admin(
    app: &App,
    host_name: &str,
    mut new: identity::NewUser,
) -> anyhow::Result<UserId> {
    let tenant = platform_tenant(app, host_name).await?;
    new.roles = vec!["Admin".to_owned()];
    Ok(identity::create_user(app.host(), tenant, new).await?)
}

/// Writes a rate card with its services, zones and rates. Gives its code.
pub async fn put_card(app: &App, tenant: TenantId, text: &str) -> anyhow::Result<String> {
    let card = rates::WholeCard::read(text.as_bytes()).map_err(by_member)?;
    let code = card.code().to_owned();
    let mut scope = app.host().scope(tenant, Mode::Write);
    rates::put_whole(&mut scope, card)
        .await
        .map_err(by_member)?;
    scope.commit().await?;
    Ok(code)
}

/// An error with a line for each wrong member.
fn by_member(error: kernel::Error) -> anyhow::Error {
    match error {
        kernel::Error::Invalid(errors) => {
            let lines = errors
                .iter()
                .map(|error| format!("{} {}", error.member, error.message));
            anyhow::anyhow!(lines.collect::<Vec<_>>().join("\n"))
        }
        other => anyhow::anyhow!(other.sentence()),
    }
}
