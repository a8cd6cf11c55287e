//! Statements on codes, second steps, remembered browsers and impersonation tokens.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use data::{
    Result, Scope, Where,
    db::{Col, Embedded},
    ids::{SessionId, UserId},
    tsql,
};

use crate::{
    codes::rules::Purpose,
    sessions::model::Impersonator,
    two_factor::model::{ImpersonationToken, TwoFactor},
};

/// Counts a try and returns the stored hash of the user's code, if it still allows one.
pub(crate) async fn try_code(
    scope: &mut Scope,
    user: UserId,
    purpose: Purpose,
    max: i64,
) -> Result<Option<(i64, String)>> {
    let count = tsql!(
        "UPDATE account_codes SET tries = tries + 1
         WHERE tenant_id = $1 AND user_id = $2 AND purpose = $3 AND expires_at > $4 AND tries < $5
         RETURNING id, code_hash"
    );
    let now = scope.now();
    let values = vec![user.val(), purpose.val(), now.val(), max.val()];
    let rows = scope.rows(count, values).await?;
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    Ok(Some((row.get(0)?, row.get(1)?)))
}

/// Deletes the code. False if a concurrent request was faster.
pub(crate) async fn use_code(scope: &mut Scope, id: i64) -> Result<bool> {
    let take = tsql!("DELETE FROM account_codes WHERE tenant_id = $1 AND id = $2 RETURNING id");
    Ok(!scope.rows(take, vec![id.val()]).await?.is_empty())
}

pub(crate) async fn drop_codes(scope: &mut Scope, user: UserId, purpose: Purpose) -> Result<()> {
    let drop =
        tsql!("DELETE FROM account_codes WHERE tenant_id = $1 AND user_id = $2 AND purpose = $3");
    scope.rows(drop, vec![user.val(), purpose.val()]).await?;
    Ok(())
}

/// Consumes the authenticator's time step. False if it or a later one was used meanwhile.
pub(crate) async fn use_step(scope: &mut Scope, user: UserId, step: i64) -> Result<bool> {
    let take = tsql!(
        "UPDATE two_factors SET last_step = $3
         WHERE tenant_id = $1 AND user_id = $2 AND last_step < $3 RETURNING id"
    );
    Ok(!scope
        .rows(take, vec![user.val(), step.val()])
        .await?
        .is_empty())
}

/// Consumes a recovery code. False if none matches.
pub(crate) async fn use_recovery_code(
    scope: &mut Scope,
    user: UserId,
    hash: String,
) -> Result<bool> {
    let take = tsql!(
        "DELETE FROM recovery_codes WHERE tenant_id = $1 AND user_id = $2 AND code_hash = $3 RETURNING id"
    );
    Ok(!scope
        .rows(take, vec![user.val(), hash.val()])
        .await?
        .is_empty())
}

pub(crate) async fn drop_recovery_codes(scope: &mut Scope, user: UserId) -> Result<()> {
    let drop = tsql!("DELETE FROM recovery_codes WHERE tenant_id = $1 AND user_id = $2");
    scope.rows(drop, vec![user.val()]).await?;
    Ok(())
}

/// Suspends mailed codes as the user's second step until this time.
pub(crate) async fn suspend_mailed_codes(
    scope: &mut Scope,
    user: UserId,
    until: DateTime<Utc>,
) -> Result<()> {
    let suspend =
        tsql!("UPDATE two_factors SET mail_rests_until = $3 WHERE tenant_id = $1 AND user_id = $2");
    scope.rows(suspend, vec![user.val(), until.val()]).await?;
    Ok(())
}

pub(crate) async fn drop_two_factor(scope: &mut Scope, user: UserId) -> Result<()> {
    let drop = tsql!("DELETE FROM two_factors WHERE tenant_id = $1 AND user_id = $2");
    scope.rows(drop, vec![user.val()]).await?;
    Ok(())
}

pub(crate) async fn with_two_factor(
    scope: &mut Scope,
    users: &[UserId],
) -> Result<HashSet<UserId>> {
    let rows: Vec<TwoFactor> = scope
        .all(Where::all().is_in(TwoFactor::USER_ID, users))
        .await?;
    Ok(rows
        .into_iter()
        .filter(TwoFactor::is_on)
        .map(|row| row.user_id)
        .collect())
}

pub(crate) async fn is_remembered(scope: &mut Scope, user: UserId, hash: String) -> Result<bool> {
    let find = tsql!(
        "SELECT id FROM remembered_browsers
         WHERE tenant_id = $1 AND user_id = $2 AND token_hash = $3 AND expires_at > $4"
    );
    let now = scope.now();
    Ok(!scope
        .rows(find, vec![user.val(), hash.val(), now.val()])
        .await?
        .is_empty())
}

/// Deletes the user's remembered browsers, or only the expired ones.
pub(crate) async fn forget_browsers(scope: &mut Scope, user: UserId, only_old: bool) -> Result<()> {
    let forget = tsql!(
        "DELETE FROM remembered_browsers WHERE tenant_id = $1 AND user_id = $2 AND (expires_at <= $3 OR NOT $4)"
    );
    let now = scope.now();
    scope
        .rows(forget, vec![user.val(), now.val(), only_old.val()])
        .await?;
    Ok(())
}

/// Maximum known browsers per user.
pub(crate) const MAX_DEVICES: i64 = 20;

/// Records a use of this device. False if it is unknown to the user.
pub(crate) async fn use_device(scope: &mut Scope, user: UserId, hash: &str) -> Result<bool> {
    let touch = tsql!(
        "UPDATE known_devices SET last_used_time = $4 WHERE tenant_id = $1 AND user_id = $2 AND token_hash = $3
         RETURNING id"
    );
    let now = scope.now();
    Ok(!scope
        .rows(touch, vec![user.val(), hash.to_owned().val(), now.val()])
        .await?
        .is_empty())
}

pub(crate) async fn insert_device(scope: &mut Scope, user: UserId, hash: &str) -> Result<()> {
    let know = tsql!(
        "INSERT INTO known_devices (tenant_id, row_version, user_id, token_hash, last_used_time, creation_time)
         SELECT tenant_id, 1, id, $3, $4, $4 FROM users WHERE tenant_id = $1 AND id = $2
         ON CONFLICT (tenant_id, user_id, token_hash) DO NOTHING"
    );
    let now = scope.now();
    scope
        .rows(know, vec![user.val(), hash.to_owned().val(), now.val()])
        .await?;
    Ok(())
}

/// Deletes the user's devices except the most recently used.
pub(crate) async fn forget_devices(scope: &mut Scope, user: UserId, keep: i64) -> Result<()> {
    let forget = tsql!(
        "DELETE FROM known_devices WHERE tenant_id = $1 AND user_id = $2 AND id NOT IN (
           SELECT id FROM known_devices WHERE tenant_id = $1 AND user_id = $2 ORDER BY last_used_time DESC, id DESC LIMIT $3)"
    );
    scope.rows(forget, vec![user.val(), keep.val()]).await?;
    Ok(())
}

/// Ends the user's browser sessions and running impersonations. Returns their number.
pub(crate) async fn end_sessions(
    scope: &mut Scope,
    user: UserId,
    but: Option<SessionId>,
) -> Result<usize> {
    let end = tsql!(
        "DELETE FROM sessions WHERE tenant_id = $1 AND api_key_id IS NULL AND id <> $3
           AND (user_id = $2 OR (impersonator_id = $2 AND impersonator_tenant_id IS NULL)) RETURNING id"
    );
    Ok(scope
        .rows(end, vec![user.val(), but.unwrap_or_default().val()])
        .await?
        .len())
}

/// Ends the user's sessions, except those of impersonators.
pub(crate) async fn end_own_sessions(scope: &mut Scope, user: UserId) -> Result<()> {
    let end = tsql!(
        "DELETE FROM sessions WHERE tenant_id = $1 AND user_id = $2 AND api_key_id IS NULL AND impersonator_id IS NULL"
    );
    scope.rows(end, vec![user.val()]).await?;
    Ok(())
}

/// Consumes an impersonation token and deletes expired ones.
pub(crate) async fn consume_impersonation_token(
    scope: &mut Scope,
    token_hash: String,
) -> Result<Option<ImpersonationToken>> {
    let now = scope.now();
    let sweep = tsql!("DELETE FROM impersonation_tokens WHERE tenant_id = $1 AND expires_at <= $2");
    scope.rows(sweep, vec![now.val()]).await?;
    let take = tsql!(
        "DELETE FROM impersonation_tokens WHERE tenant_id = $1 AND token_hash = $2
         RETURNING user_id, impersonator_id, impersonator_tenant_id, impersonator_home, impersonator_name,
           impersonator_session_id, session_id, session_ends_at, expires_at, creation_time, id, row_version, proven_at"
    );
    let rows = scope.rows(take, vec![token_hash.val()]).await?;
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    Ok(Some(ImpersonationToken {
        user_id: row.get(0)?,
        impersonator: Impersonator::read(row, 1)?,
        session_id: row.get(6)?,
        session_ends_at: row.get(7)?,
        expires_at: row.get(8)?,
        creation_time: row.get(9)?,
        id: row.get(10)?,
        row_version: row.get(11)?,
        proven_at: row.get(12)?,
        token_hash,
    }))
}

/// Records that the session's holder confirmed their identity now.
pub(crate) async fn record_confirmation(scope: &mut Scope, session: SessionId) -> Result<()> {
    let now = scope.now();
    let proven = tsql!("UPDATE sessions SET proven_at = $3 WHERE tenant_id = $1 AND id = $2");
    scope.rows(proven, vec![session.val(), now.val()]).await?;
    Ok(())
}

pub(crate) async fn end_session(scope: &mut Scope, session: SessionId) -> Result<()> {
    let end = tsql!("DELETE FROM sessions WHERE tenant_id = $1 AND id = $2");
    scope.rows(end, vec![session.val()]).await?;
    Ok(())
}

/// Extends the own session of an administrator who visits another tenant, never beyond its absolute
/// end.
pub(crate) async fn extend_session(
    scope: &mut Scope,
    session: SessionId,
    (used, expires_at): (DateTime<Utc>, DateTime<Utc>),
) -> Result<()> {
    let prolong = tsql!(
        "UPDATE sessions SET last_used_time = $3, expires_at = CASE WHEN ends_at < $4 THEN ends_at ELSE $4 END
         WHERE tenant_id = $1 AND id = $2 AND expires_at > $3 AND expires_at < $4"
    );
    scope
        .rows(prolong, vec![session.val(), used.val(), expires_at.val()])
        .await?;
    Ok(())
}

/// Records the session's last use and new expiry.
pub(crate) async fn touch_session(
    scope: &mut Scope,
    session: SessionId,
    (used, expires_at): (DateTime<Utc>, DateTime<Utc>),
) -> Result<()> {
    let touch = tsql!(
        "UPDATE sessions SET last_used_time = $3, expires_at = $4 WHERE tenant_id = $1 AND id = $2"
    );
    scope
        .rows(touch, vec![session.val(), used.val(), expires_at.val()])
        .await?;
    Ok(())
}
