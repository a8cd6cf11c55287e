//! Statements of the gap check.

use data::{
    Result, Scope,
    db::{Col, Row},
    tsql,
};

use crate::number_series::model::NumberedDocument;

pub struct CountedSeries {
    pub series: String,
    pub document: NumberedDocument,
    pub first: i64,
    pub last: i64,
    /// Stored numbers.
    pub count: i64,
    /// None without a counter.
    pub last_counted: Option<i64>,
    /// Numbers whose document is missing or has another number.
    pub lost: i64,
}

/// Orders by name.
pub async fn load_series(scope: &mut Scope, limit: i64) -> Result<Vec<CountedSeries>> {
    let sql = tsql!(
        "SELECT taken.series, MIN(taken.document), MIN(taken.value), MAX(taken.value), CAST(COUNT(*) AS BIGINT),
           (SELECT value FROM number_series WHERE tenant_id = $1 AND name = taken.series),
           CAST(SUM(CASE
             WHEN taken.document = 'Invoice' AND EXISTS (SELECT 1 FROM invoices
               WHERE tenant_id = $1 AND id = taken.document_id AND invoice_number = taken.number) THEN 0
             WHEN taken.document = 'CreditNote' AND EXISTS (SELECT 1 FROM credit_notes
               WHERE tenant_id = $1 AND id = taken.document_id AND credit_note_number = taken.number) THEN 0
             WHEN taken.document = 'Remittance' AND EXISTS (SELECT 1 FROM remittances
               WHERE tenant_id = $1 AND id = taken.document_id AND remittance_number = taken.number) THEN 0
             WHEN taken.document = 'AgentInvoice' AND EXISTS (SELECT 1 FROM agent_invoices
               WHERE tenant_id = $1 AND id = taken.document_id AND invoice_number = taken.number) THEN 0
             ELSE 1 END) AS BIGINT)
         FROM document_numbers AS taken WHERE taken.tenant_id = $1
         GROUP BY taken.series ORDER BY taken.series LIMIT $2"
    );
    let mut series = Vec::new();
    for row in scope.rows(sql, vec![limit.val()]).await? {
        series.push(CountedSeries {
            series: row.get(0)?,
            document: row.get(1)?,
            first: row.get(2)?,
            last: row.get(3)?,
            count: row.get(4)?,
            last_counted: row.get(5)?,
            lost: row.get(6)?,
        });
    }
    Ok(series)
}

/// Returns the first and last formatted number.
pub async fn load_bounds(
    scope: &mut Scope,
    series: &str,
    first: i64,
    last: i64,
) -> Result<(String, String)> {
    let sql = tsql!(
        "SELECT number FROM document_numbers
         WHERE tenant_id = $1 AND series = $2 AND value IN ($3, $4) ORDER BY value"
    );
    let rows = scope
        .rows(sql, vec![series.to_owned().val(), first.val(), last.val()])
        .await?;
    let text = |row: Option<&Row>| -> Result<String> {
        Ok(row.map(|row| row.get(0)).transpose()?.unwrap_or_default())
    };
    Ok((text(rows.first())?, text(rows.last())?))
}

/// Returns each gap's first and last missing number.
pub async fn load_gaps(scope: &mut Scope, series: &str, limit: i64) -> Result<Vec<(i64, i64)>> {
    let sql = tsql!(
        "SELECT value + 1, following - 1 FROM (
           SELECT value, LEAD(value) OVER (ORDER BY value) AS following FROM document_numbers
           WHERE tenant_id = $1 AND series = $2) AS steps
         WHERE following > value + 1 ORDER BY value LIMIT $3"
    );
    let mut gaps = Vec::new();
    for row in scope
        .rows(sql, vec![series.to_owned().val(), limit.val()])
        .await?
    {
        gaps.push((row.get(0)?, row.get(1)?));
    }
    Ok(gaps)
}
