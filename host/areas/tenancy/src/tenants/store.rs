//! Statements on tenants, host names and feature values.

use data::{
    Error, Result, Scope,
    db::{Col, PlatformSql, Row, Tx, Val},
    ids::TenantId,
    sql_text,
};

use crate::tenants::model::{Logo, NewTenant, Style, Tenant, TenantState};

/// State of soft-deleted tenants, which no call reads or sets.
pub(crate) const DELETED: &str = "'Deleted'";
pub const PRESENT: &str = sql_text!("state <> ", DELETED);

const INSERT: PlatformSql = PlatformSql(
    "INSERT INTO tenants (row_version, name, state, timezone, base_currency, legal_name, address, tax_vat_no,
       allow_self_registration, edition_id, creation_time)
     VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id",
);
const INSERT_HOST: PlatformSql =
    PlatformSql("INSERT INTO tenant_hosts (for_tenant, host) VALUES ($1, $2)");
const HOSTS: PlatformSql =
    PlatformSql("SELECT host FROM tenant_hosts WHERE for_tenant = $1 ORDER BY id");
const BY_HOST: PlatformSql = PlatformSql("SELECT for_tenant FROM tenant_hosts WHERE host = $1");
const BY_ID: PlatformSql = PlatformSql(sql_text!(
    "SELECT id, name, state, timezone, base_currency, legal_name, address, tax_vat_no, allow_self_registration,
       logo_key, logo_type, logo_id, custom_css_id, custom_css_key, is_platform
     FROM tenants WHERE id = $1 AND ",
    PRESENT,
));
const SET_STATE: PlatformSql = PlatformSql(sql_text!(
    "UPDATE tenants SET state = $2, row_version = row_version + 1 WHERE id = $1 AND ",
    PRESENT,
    " RETURNING id",
));
const IDS: PlatformSql = PlatformSql(sql_text!(
    "SELECT id FROM tenants WHERE ",
    PRESENT,
    " ORDER BY id",
));
const SET_LOGO: PlatformSql = PlatformSql(
    "UPDATE tenants SET logo_key = $2, logo_type = $3, logo_id = $4, row_version = row_version + 1
     WHERE id = $1 RETURNING id",
);
const SET_STYLE: PlatformSql = PlatformSql(
    "UPDATE tenants SET custom_css_id = $2, custom_css_key = $3, row_version = row_version + 1
     WHERE id = $1 RETURNING id",
);

pub(crate) async fn insert(scope: &mut Scope, new: &NewTenant) -> Result<TenantId> {
    let values = vec![
        new.name.val(),
        Val::Text(TenantState::Available.as_str().to_owned()),
        new.timezone.val(),
        new.base_currency.val(),
        new.legal_name.val(),
        new.address.val(),
        new.tax_vat_no.val(),
        new.allow_self_registration.val(),
        new.edition.val(),
        scope.now().val(),
    ];
    let id: TenantId = scope
        .platform(INSERT, values)
        .await?
        .first()
        .ok_or(Error::Conflict)?
        .get(0)?;
    for host in &new.hosts {
        scope
            .platform(INSERT_HOST, vec![id.val(), host.val()])
            .await?;
    }
    Ok(id)
}

pub(crate) async fn load_hosts(tx: &mut Tx, tenant: TenantId) -> Result<Vec<String>> {
    let rows = tx.platform(HOSTS, vec![tenant.val()]).await?;
    rows.iter().map(|row| Ok(row.get(0)?)).collect()
}

pub(crate) async fn by_host(tx: &mut Tx, host: &str) -> Result<Option<TenantId>> {
    let rows = tx
        .platform(BY_HOST, vec![Val::Text(host.to_owned())])
        .await?;
    Ok(rows.first().map(|row| row.get(0)).transpose()?)
}

pub(crate) async fn by_id(tx: &mut Tx, id: TenantId) -> Result<Option<Tenant>> {
    Ok(tx
        .platform(BY_ID, vec![id.val()])
        .await?
        .first()
        .map(read)
        .transpose()?)
}

fn read(row: &Row) -> data::sqlx::Result<Tenant> {
    let state: String = row.get(2)?;
    let (logo_key, media_type): (Option<String>, Option<String>) = (row.get(9)?, row.get(10)?);
    let logo_id: Option<String> = row.get(11)?;
    let (css_id, css_key): (Option<String>, Option<String>) = (row.get(12)?, row.get(13)?);
    Ok(Tenant {
        id: row.get(0)?,
        name: row.get(1)?,
        state: state.parse().unwrap_or(TenantState::Unknown),
        timezone: row.get(3)?,
        base_currency: row.get(4)?,
        legal_name: row.get(5)?,
        address: row.get(6)?,
        tax_vat_no: row.get(7)?,
        allow_self_registration: row.get(8)?,
        is_platform: row.get(14)?,
        logo: logo_id
            .zip(logo_key)
            .zip(media_type)
            .map(|((id, key), media_type)| Logo {
                id,
                key,
                media_type,
            }),
        style: css_id.zip(css_key).map(|(id, key)| Style { id, key }),
    })
}

pub(crate) async fn set_state(scope: &mut Scope, id: TenantId, state: TenantState) -> Result<bool> {
    let rows = scope
        .platform(
            SET_STATE,
            vec![id.val(), Val::Text(state.as_str().to_owned())],
        )
        .await?;
    Ok(!rows.is_empty())
}

pub(crate) async fn set_logo(scope: &mut Scope, logo: &Logo) -> Result<()> {
    scope
        .platform(
            SET_LOGO,
            vec![
                scope.tenant.val(),
                logo.key.val(),
                logo.media_type.val(),
                logo.id.val(),
            ],
        )
        .await?;
    Ok(())
}

pub(crate) async fn set_style(scope: &mut Scope, style: &Style) -> Result<()> {
    scope
        .platform(
            SET_STYLE,
            vec![scope.tenant.val(), style.id.val(), style.key.val()],
        )
        .await?;
    Ok(())
}

pub(crate) async fn all_ids(tx: &mut Tx) -> Result<Vec<TenantId>> {
    let rows = tx.platform(IDS, Vec::new()).await?;
    rows.iter().map(|row| Ok(row.get(0)?)).collect()
}
