//! Series of unique numbers for people: customer codes, manifests, invoices.

use crate::{
    error::{Error, Result},
    scope::Scope,
    tsql,
    value::{Col, Val},
};

/// Format of a series: `MAN` + zero-padded number.
#[derive(Debug, Clone, Copy)]
pub struct Series {
    pub name: &'static str,
    pub prefix: &'static str,
    pub digits: usize,
    pub start: i64,
}

/// A number is used only if its record is saved.
pub async fn take_next(scope: &mut Scope, series: Series) -> Result<String> {
    let number = increment(scope, series.name, series.start).await?;
    Ok(format!(
        "{}{number:0digits$}",
        series.prefix,
        digits = series.digits
    ))
}

/// Returns a number of at least `start`.
pub async fn increment(scope: &mut Scope, name: &str, start: i64) -> Result<i64> {
    let rows = scope
        .rows(
            tsql!(
                "INSERT INTO number_series (tenant_id, name, value) VALUES ($1, $2, $3)
                 ON CONFLICT (tenant_id, name) DO UPDATE
                   SET value = CASE WHEN number_series.value < $3 THEN $3 ELSE number_series.value + 1 END
                 WHERE number_series.tenant_id = $1 RETURNING value"
            ),
            vec![Val::Text(name.to_owned()), start.val()],
        )
        .await?;
    Ok(rows
        .first()
        .ok_or_else(|| Error::Internal(anyhow::anyhow!("no number")))?
        .get(0)?)
}

pub async fn peek_next(scope: &mut Scope, name: &str, start: i64) -> Result<i64> {
    let last = tsql!("SELECT value FROM number_series WHERE tenant_id = $1 AND name = $2");
    let rows = scope.rows(last, vec![Val::Text(name.to_owned())]).await?;
    let last: Option<i64> = rows.first().map(|row| row.get(0)).transpose()?;
    Ok(last.map_or(start, |last| start.max(last.saturating_add(1))))
}
