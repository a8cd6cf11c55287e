//! The statements over tenants, host names and feature values.

use std::collections::HashMap;

use kernel::{
    Result, Scope,
    db::{Col, PlatformSql, Row, Tx, Val},
    ids::TenantId,
    tsql,
};

use crate::model::{Logo, NewTenant, Tenant, TenantState};

const INSERT: PlatformSql = PlatformSql(
    "INSERT INTO tenants (row_version, name, state, timezone, base_currency, legal_name, address, tax_vat_no,
       allow_self_registration, creation_time)
     VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id",
);
const INSERT_HOST: PlatformSql = PlatformSql("INSERT INTO tenant_hosts (for_tenant, host) VALUES ($1, $2)");
const BY_HOST: PlatformSql = PlatformSql("SELECT for_tenant FROM tenant_hosts WHERE host = $1");
const BY_ID: PlatformSql = PlatformSql(
    "SELECT id, name, state, timezone, base_currency, legal_name, address, tax_vat_no, allow_self_registration,
       logo_key, logo_type
     FROM tenants WHERE id = $1",
);
const SET_STATE: PlatformSql =
    PlatformSql("UPDATE tenants SET state = $2, row_version = row_version + 1 WHERE id = $1 RETURNING id");
const SET_LOGO: PlatformSql = PlatformSql(
    "UPDATE tenants SET logo_key = $2, logo_type = $3, row_version = row_version + 1 WHERE id = $1 RETURNING id",
);

pub(crate) async fn insert(tx: &mut Tx, new: &NewTenant, now: chrono::DateTime<chrono::Utc>) -> Result<TenantId> {
    let values = vec![
        new.name.val(),
        Val::Text(TenantState::Available.word().to_owned()),
        new.timezone.val(),
        new.base_currency.val(),
        new.legal_name.val(),
        new.address.val(),
        new.tax_vat_no.val(),
        new.allow_self_registration.val(),
        now.val(),
    ];
    let id: TenantId = tx.platform(INSERT, values).await?[0].get(0)?;
    for host in &new.hosts {
        tx.platform(INSERT_HOST, vec![id.val(), host.val()]).await?;
    }
    Ok(id)
}

pub(crate) async fn by_host(tx: &mut Tx, host: &str) -> Result<Option<TenantId>> {
    let rows = tx.platform(BY_HOST, vec![Val::Text(host.to_owned())]).await?;
    Ok(rows.first().map(|row| row.get(0)).transpose()?)
}

pub(crate) async fn by_id(tx: &mut Tx, id: TenantId) -> Result<Option<Tenant>> {
    Ok(tx.platform(BY_ID, vec![id.val()]).await?.first().map(read).transpose()?)
}

fn read(row: &Row) -> kernel::sqlx::Result<Tenant> {
    let state: String = row.get(2)?;
    let (logo_key, logo_type): (Option<String>, Option<String>) = (row.get(9)?, row.get(10)?);
    Ok(Tenant {
        id: row.get(0)?,
        name: row.get(1)?,
        state: TenantState::from_word(&state),
        timezone: row.get(3)?,
        base_currency: row.get(4)?,
        legal_name: row.get(5)?,
        address: row.get(6)?,
        tax_vat_no: row.get(7)?,
        allow_self_registration: row.get(8)?,
        logo: logo_key.zip(logo_type).map(|(key, media_type)| Logo { key, media_type }),
    })
}

/// Whether there was such a tenant.
pub(crate) async fn set_state(tx: &mut Tx, id: TenantId, state: TenantState) -> Result<bool> {
    let rows = tx.platform(SET_STATE, vec![id.val(), Val::Text(state.word().to_owned())]).await?;
    Ok(!rows.is_empty())
}

pub(crate) async fn set_logo(tx: &mut Tx, id: TenantId, logo: &Logo) -> Result<()> {
    tx.platform(SET_LOGO, vec![id.val(), logo.key.val(), logo.media_type.val()]).await?;
    Ok(())
}

/// The feature values that the tenant has of its own.
pub(crate) async fn features(tx: &mut Tx) -> Result<HashMap<String, String>> {
    let rows = tx.rows(tsql!("SELECT name, value FROM tenant_features WHERE tenant_id = $1"), Vec::new()).await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

pub(crate) async fn set_feature(scope: &mut Scope, name: &str, value: &str) -> Result<()> {
    let set = tsql!(
        "INSERT INTO tenant_features (tenant_id, row_version, name, value) VALUES ($1, 1, $2, $3)
         ON CONFLICT (tenant_id, name) DO UPDATE SET value = excluded.value, row_version = tenant_features.row_version + 1
         WHERE tenant_features.tenant_id = $1"
    );
    scope.rows(set, vec![Val::Text(name.to_owned()), Val::Text(value.to_owned())]).await?;
    Ok(())
}
