//! Statements on tenants' settings and secrets.

use std::collections::BTreeMap;

use data::{
    Error, Result, Scope,
    db::{Col, PlatformSql, Tx, Val},
    tsql,
};
use serde_json::Value;

use crate::settings::model::Settings;

#[derive(Debug, Default)]
pub(crate) struct StoredSettings {
    pub row_version: i64,
    pub document: Value,
    /// Sealed secrets by field.
    pub secrets: BTreeMap<String, String>,
}

const DOCUMENT: data::db::TenantSql =
    tsql!("SELECT row_version, document FROM tenant_settings WHERE tenant_id = $1");
const SECRETS: data::db::TenantSql =
    tsql!("SELECT name, sealed FROM tenant_secrets WHERE tenant_id = $1");

pub(crate) async fn read(tx: &mut Tx) -> Result<StoredSettings> {
    from_row(
        tx.rows(DOCUMENT, Vec::new()).await?,
        tx.rows(SECRETS, Vec::new()).await?,
    )
}

pub(crate) async fn read_in(scope: &mut Scope) -> Result<StoredSettings> {
    from_row(
        scope.rows(DOCUMENT, Vec::new()).await?,
        scope.rows(SECRETS, Vec::new()).await?,
    )
}

fn from_row(documents: Vec<data::db::Row>, secrets: Vec<data::db::Row>) -> Result<StoredSettings> {
    let mut kept = StoredSettings::default();
    if let Some(row) = documents.first() {
        (kept.row_version, kept.document) = (row.get(0)?, row.json(1)?);
    }
    for row in &secrets {
        kept.secrets.insert(row.get(0)?, row.get(1)?);
    }
    Ok(kept)
}

/// Updates the document if its version matches.
pub(crate) async fn write(scope: &mut Scope, version: i64, document: &Value) -> Result<()> {
    let document = Val::Json(document.to_string());
    let rows = if version == 0 {
        let insert = tsql!(
            "INSERT INTO tenant_settings (tenant_id, row_version, document) SELECT $1, 1, $2
             WHERE NOT EXISTS (SELECT 1 FROM tenant_settings WHERE tenant_id = $1)
             ON CONFLICT (tenant_id) DO NOTHING RETURNING id"
        );
        scope.rows(insert, vec![document]).await?
    } else {
        let update = tsql!(
            "UPDATE tenant_settings SET document = $2, row_version = row_version + 1
             WHERE tenant_id = $1 AND row_version = $3 RETURNING id"
        );
        scope.rows(update, vec![document, version.val()]).await?
    };
    if rows.is_empty() {
        Err(Error::Conflict)
    } else {
        Ok(())
    }
}

pub(crate) async fn put_secret(scope: &mut Scope, name: &str, sealed: String) -> Result<()> {
    let keep = tsql!(
        "INSERT INTO tenant_secrets (tenant_id, row_version, name, sealed) VALUES ($1, 1, $2, $3)
         ON CONFLICT (tenant_id, name) DO UPDATE
           SET sealed = excluded.sealed, row_version = tenant_secrets.row_version + 1
         WHERE tenant_secrets.tenant_id = $1"
    );
    scope
        .rows(keep, vec![Val::Text(name.to_owned()), Val::Text(sealed)])
        .await?;
    Ok(())
}

pub(crate) async fn drop_secret(scope: &mut Scope, name: &str) -> Result<()> {
    let drop = tsql!("DELETE FROM tenant_secrets WHERE tenant_id = $1 AND name = $2");
    scope.rows(drop, vec![Val::Text(name.to_owned())]).await?;
    Ok(())
}

pub(crate) async fn drop_all_secrets(scope: &mut Scope) -> Result<()> {
    scope
        .rows(
            tsql!("DELETE FROM tenant_secrets WHERE tenant_id = $1"),
            Vec::new(),
        )
        .await?;
    Ok(())
}

const COLUMNS: PlatformSql = PlatformSql(
    "UPDATE tenants SET timezone = $2, base_currency = $3, legal_name = $4, address = $5, tax_vat_no = $6,
       allow_self_registration = $7, row_version = row_version + 1 WHERE id = $1 RETURNING id",
);
const NO_LOGO: PlatformSql = PlatformSql(
    "UPDATE tenants SET logo_key = NULL, logo_type = NULL, logo_id = NULL, row_version = row_version + 1
     WHERE id = $1 RETURNING id",
);
const NO_STYLE: PlatformSql = PlatformSql(
    "UPDATE tenants SET custom_css_key = NULL, custom_css_id = NULL, row_version = row_version + 1
     WHERE id = $1 RETURNING id",
);

pub(crate) async fn write_columns(scope: &mut Scope, settings: &Settings) -> Result<()> {
    let values = vec![
        scope.tenant.val(),
        settings.general.timezone.val(),
        settings.currency.base_currency.val(),
        settings.billing.legal_name.val(),
        settings.billing.address.val(),
        settings.billing.tax_vat_no.val(),
        settings.user_management.allow_self_registration.val(),
    ];
    scope.platform(COLUMNS, values).await?;
    if settings.ui.logo_id.is_none() {
        scope.platform(NO_LOGO, vec![scope.tenant.val()]).await?;
    }
    if settings.ui.custom_css_id.is_none() {
        scope.platform(NO_STYLE, vec![scope.tenant.val()]).await?;
    }
    Ok(())
}
