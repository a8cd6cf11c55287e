//! Numbers that people read and that must not repeat: customer codes, manifests, invoices.

use crate::{
    db::{Col, Val},
    error::{Error, Result},
    scope::Scope,
    tsql,
};

/// The form of a series: `MAN` + zero-padded number.
#[derive(Debug, Clone, Copy)]
pub struct Series {
    pub name: &'static str,
    pub prefix: &'static str,
    pub digits: usize,
    pub start: i64,
}

/// Takes the series' next number, in the scope's transaction: a number is used only if what it names is saved.
pub async fn next(scope: &mut Scope, series: Series) -> Result<String> {
    let rows = scope
        .rows(
            tsql!(
                "INSERT INTO number_series (tenant_id, name, value) VALUES ($1, $2, $3)
                 ON CONFLICT (tenant_id, name) DO UPDATE SET value = number_series.value + 1
                 WHERE number_series.tenant_id = $1 RETURNING value"
            ),
            vec![Val::Text(series.name.to_owned()), series.start.val()],
        )
        .await?;
    let number: i64 = rows.first().ok_or_else(|| Error::Internal(anyhow::anyhow!("no number")))?.get(0)?;
    Ok(format!("{}{number:0digits$}", series.prefix, digits = series.digits))
}
