//! The statements over ceremonies of passkeys that are more than one row's coming and going.

use kernel::{Result, Scope, db::Col, tsql};

/// Deletes the ceremony that the same browser or session began before, and all that have expired.
pub(crate) async fn sweep(scope: &mut Scope, bound_to: &str) -> Result<()> {
    let now = scope.now();
    let sweep = tsql!(
        "DELETE FROM passkey_ceremonies WHERE tenant_id = $1 AND (bound_to = $2 OR expires_at <= $3)"
    );
    scope
        .rows(sweep, vec![bound_to.to_owned().val(), now.val()])
        .await?;
    Ok(())
}

/// Ends a ceremony that is not too old, and gives its state.
pub(crate) async fn take(scope: &mut Scope, bound_to: &str) -> Result<Option<String>> {
    let now = scope.now();
    let take = tsql!(
        "DELETE FROM passkey_ceremonies WHERE tenant_id = $1 AND bound_to = $2 AND expires_at > $3 RETURNING state"
    );
    let rows = scope
        .rows(take, vec![bound_to.to_owned().val(), now.val()])
        .await?;
    Ok(rows.first().map(|row| row.get(0)).transpose()?)
}
