//! Statements of sign-in through providers.

use chrono::{DateTime, Utc};
use data::{
    Result, Scope,
    db::{Col, Val},
    tsql,
};

/// Marks a state as used until it would expire anyway; true the first time.
pub(crate) async fn consume_state(
    scope: &mut Scope,
    hash: String,
    until: DateTime<Utc>,
) -> Result<bool> {
    let now = scope.now();
    scope
        .rows(
            tsql!("DELETE FROM used_states WHERE tenant_id = $1 AND expires_at <= $2"),
            vec![now.val()],
        )
        .await?;
    let spend = tsql!(
        "INSERT INTO used_states (tenant_id, row_version, state_hash, expires_at) VALUES ($1, 1, $2, $3)
         ON CONFLICT (tenant_id, state_hash) DO UPDATE SET row_version = used_states.row_version + 1
         WHERE used_states.tenant_id = $1 RETURNING row_version"
    );
    let rows = scope
        .rows(spend, vec![Val::Text(hash), until.val()])
        .await?;
    Ok(rows.first().map(|row| row.get::<i64>(0)).transpose()? == Some(1))
}
