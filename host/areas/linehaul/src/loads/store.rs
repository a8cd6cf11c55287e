//! Statements on articles of line hauls.

use data::{Result, Scope, db::Col, sql_names, tsql};

use super::{
    model::ArticleState,
    rules::{Measures, StateTotal, set_totals},
};
use crate::hauls::model::{LineHaul, LineHaulId};

/// Sets a line haul's counts and measures from its articles.
pub(crate) async fn refresh(scope: &mut Scope, haul: &mut LineHaul) -> Result<()> {
    let jobs = tsql!(
        "SELECT COUNT(DISTINCT job_id) FROM line_haul_articles
         WHERE tenant_id = $1 AND line_haul_id = $2 AND state <> ",
        sql_names!(ArticleState: Over)
    );
    let rows = scope.rows(jobs, vec![haul.id.val()]).await?;
    let job_count = rows[0].get(0)?;
    let by_state = tsql!(
        "SELECT state, COUNT(*), SUM(weight), SUM(volume), SUM(pallet_spaces)
         FROM line_haul_articles WHERE tenant_id = $1 AND line_haul_id = $2 GROUP BY state"
    );
    let rows = scope.rows(by_state, vec![haul.id.val()]).await?;
    let mut totals = Vec::with_capacity(rows.len());
    for row in &rows {
        totals.push(StateTotal {
            state: row.get(0)?,
            count: row.get(1)?,
            measures: Measures {
                weight: row.get(2)?,
                volume: row.get(3)?,
                pallet_spaces: row.get(4)?,
            },
        });
    }
    set_totals(haul, job_count, &totals);
    Ok(())
}

/// Frees the articles that a line haul expects and has not loaded.
pub(super) async fn free_allocated(scope: &mut Scope, id: LineHaulId) -> Result<()> {
    let free = tsql!(
        "DELETE FROM line_haul_articles
         WHERE tenant_id = $1 AND line_haul_id = $2 AND state = ",
        sql_names!(ArticleState: Allocated)
    );
    scope.rows(free, vec![id.val()]).await?;
    Ok(())
}
