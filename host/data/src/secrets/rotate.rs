//! Rotation: seals every secret of a database with another key.

use anyhow::{Context, bail};
use serde_json::{Map, Value};

use super::{FORMAT_PREFIX, Secrets, key};
use crate::{
    db::{Db, Mode, PlatformSql, Tx},
    ids::TenantId,
    value::Val,
};

/// A column of sealed secrets, declared by its area for key rotation.
#[derive(Debug, Clone, Copy)]
pub struct SealedColumn {
    pub table: &'static str,
    /// Tenant column: `tenant_id`, or `for_tenant` in a table of the platform.
    pub tenant: &'static str,
    pub column: &'static str,
    pub holds: SealedIn,
    /// SQL of the text that the purposes are derived from: a column, or `''`.
    pub context: &'static str,
    /// Returns a secret's purpose from that text and its name in the document; none for an unsealed
    /// member.
    pub purpose: fn(beside: &str, name: &str) -> Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealedIn {
    /// One secret, or null.
    Text,
    /// A JSON object in which some members are secrets.
    Document,
}

const TENANTS: PlatformSql = PlatformSql("SELECT id FROM tenants ORDER BY id");
const RECORD: PlatformSql =
    PlatformSql("UPDATE secret_key SET fingerprint = $1 WHERE fingerprint = $2");

/// Opens every secret with the old key and seals it with the new one, all or none; returns their
/// number. No host may use the database meanwhile: it would continue to seal with the old key.
pub async fn rotate(
    db: &Db,
    columns: &[SealedColumn],
    old: &Secrets,
    new: &Secrets,
) -> anyhow::Result<usize> {
    let mut tx = db.begin_platform(Mode::Write).await?;
    let tenants = tx.platform(TENANTS, Vec::new()).await?;
    let mut count = 0;
    for tenant in &tenants {
        let tenant = TenantId(tenant.get(0)?);
        tx.enter(tenant).await?;
        for column in columns {
            let rows = rotate_column(&mut tx, tenant, column, old, new).await;
            count += rows.with_context(|| {
                format!("{}.{} of tenant {tenant}", column.table, column.column)
            })?;
        }
    }
    tx.platform(
        RECORD,
        vec![Val::Text(new.fingerprint()), Val::Text(old.fingerprint())],
    )
    .await?;
    if key::fingerprint_in(&mut tx).await? != Some(new.fingerprint()) {
        bail!("the database is sealed with another key than this host has");
    }
    tx.commit().await?;
    Ok(count)
}

async fn rotate_column(
    tx: &mut Tx,
    tenant: TenantId,
    place: &SealedColumn,
    old: &Secrets,
    new: &Secrets,
) -> anyhow::Result<usize> {
    let SealedColumn {
        table,
        tenant: whose,
        column,
        context: beside,
        ..
    } = place;
    let select = format!(
        "SELECT id, {beside}, {column} FROM {table} WHERE {whose} = $1 AND {column} IS NOT NULL"
    );
    let update = format!("UPDATE {table} SET {column} = $2 WHERE {whose} = $1 AND id = $3");
    let mut count = 0;
    for row in tx.statement(select, Vec::new()).await? {
        let (id, beside): (i64, String) = (row.get(0)?, row.get(1)?);
        let anew = |name: &str, sealed: &str| -> anyhow::Result<Option<String>> {
            let Some(purpose) =
                (place.purpose)(&beside, name).filter(|_| sealed.starts_with(FORMAT_PREFIX))
            else {
                return Ok(None);
            };
            let secret = old.open_sealed(tenant, &purpose, sealed)?;
            Ok(Some(new.seal(tenant, &purpose, &secret)?))
        };
        let (value, many) = match place.holds {
            SealedIn::Text => match anew("", &row.get::<String>(2)?)? {
                Some(sealed) => (Val::Text(sealed), 1),
                None => continue,
            },
            SealedIn::Document => {
                let mut document: Map<String, Value> = row.json(2)?;
                let mut many = 0;
                for (name, value) in &mut document {
                    if let Some(sealed) = value
                        .as_str()
                        .map(|sealed| anew(name, sealed))
                        .transpose()?
                        .flatten()
                    {
                        *value = Value::String(sealed);
                        many += 1;
                    }
                }
                if many == 0 {
                    continue;
                }
                (Val::Json(Value::Object(document).to_string()), many)
            }
        };
        tx.statement(update.clone(), vec![value, Val::I64(id)])
            .await?;
        count += many;
    }
    Ok(count)
}
