//! Statements on passkey ceremonies beyond single-row operations.

use data::{Result, Scope, db::Col, tsql};

/// Deletes the previous ceremony of the browser or session, and all expired ones.
pub(crate) async fn delete_expired(scope: &mut Scope, bound_to: &str) -> Result<()> {
    let now = scope.now();
    let sweep = tsql!(
        "DELETE FROM passkey_ceremonies WHERE tenant_id = $1 AND (bound_to = $2 OR expires_at <= $3)"
    );
    scope
        .rows(sweep, vec![bound_to.to_owned().val(), now.val()])
        .await?;
    Ok(())
}

/// Deletes an unexpired ceremony and returns its state.
pub(crate) async fn take_ceremony(scope: &mut Scope, bound_to: &str) -> Result<Option<String>> {
    let now = scope.now();
    let take = tsql!(
        "DELETE FROM passkey_ceremonies WHERE tenant_id = $1 AND bound_to = $2 AND expires_at > $3 RETURNING state"
    );
    let rows = scope
        .rows(take, vec![bound_to.to_owned().val(), now.val()])
        .await?;
    Ok(rows.first().map(|row| row.get(0)).transpose()?)
}
