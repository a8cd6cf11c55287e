//! The statements over codes, second steps, remembered browsers and passages from one user to another.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use kernel::{
    Result, Scope, Where,
    db::Col,
    ids::{SessionId, UserId},
    tsql,
};

use crate::{
    model::account::{ImpersonationToken, TwoFactor},
    rules::codes::Purpose,
};

/// The kept hash of the user's code, when there is one that may still be tried; counts the try.
pub(crate) async fn try_code(
    scope: &mut Scope,
    user: UserId,
    purpose: Purpose,
    most: i64,
) -> Result<Option<(i64, String)>> {
    let count = tsql!(
        "UPDATE account_codes SET tries = tries + 1
         WHERE tenant_id = $1 AND user_id = $2 AND purpose = $3 AND expires_at > $4 AND tries < $5
         RETURNING id, code_hash"
    );
    let now = scope.now();
    let values = vec![user.val(), purpose.val(), now.val(), most.val()];
    let rows = scope.rows(count, values).await?;
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    Ok(Some((row.get(0)?, row.get(1)?)))
}

/// Takes the code away. False when somebody else was quicker.
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

/// Uses the authenticator's step up. False when it, or a later one, was used meanwhile.
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

/// Uses a recovery code up. False when there is none like it.
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

/// Mailed codes are no second step of the user's until then.
pub(crate) async fn rest_mail(scope: &mut Scope, user: UserId, until: DateTime<Utc>) -> Result<()> {
    let rest =
        tsql!("UPDATE two_factors SET mail_rests_until = $3 WHERE tenant_id = $1 AND user_id = $2");
    scope.rows(rest, vec![user.val(), until.val()]).await?;
    Ok(())
}

pub(crate) async fn drop_two_factor(scope: &mut Scope, user: UserId) -> Result<()> {
    let drop = tsql!("DELETE FROM two_factors WHERE tenant_id = $1 AND user_id = $2");
    scope.rows(drop, vec![user.val()]).await?;
    Ok(())
}

/// Which of the users are asked for a second step, as far as it is theirs to say.
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

/// Forgets the user's browsers, or those alone whose time is over.
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

/// So many browsers of one user are known at once.
pub(crate) const MAX_DEVICES: i64 = 20;

/// Notes that the user came in with this device. False when the user never did before.
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

/// Makes a device known to be the user's.
pub(crate) async fn know_device(scope: &mut Scope, user: UserId, hash: &str) -> Result<()> {
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

/// Forgets all devices of the user but those used last.
pub(crate) async fn forget_devices(scope: &mut Scope, user: UserId, keep: i64) -> Result<()> {
    let forget = tsql!(
        "DELETE FROM known_devices WHERE tenant_id = $1 AND user_id = $2 AND id NOT IN (
           SELECT id FROM known_devices WHERE tenant_id = $1 AND user_id = $2 ORDER BY last_used_time DESC, id DESC LIMIT $3)"
    );
    scope.rows(forget, vec![user.val(), keep.val()]).await?;
    Ok(())
}

/// Ends the user's sessions in browsers and the impersonations that the user has running here. Gives how many.
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

/// Ends the sessions that the user has opened, not those in which others impersonate the user.
pub(crate) async fn end_own_sessions(scope: &mut Scope, user: UserId) -> Result<()> {
    let end = tsql!(
        "DELETE FROM sessions WHERE tenant_id = $1 AND user_id = $2 AND api_key_id IS NULL AND impersonator_id IS NULL"
    );
    scope.rows(end, vec![user.val()]).await?;
    Ok(())
}

/// Uses a passage up, and takes away those whose minute is over.
pub(crate) async fn take_passage(
    scope: &mut Scope,
    token_hash: String,
) -> Result<Option<ImpersonationToken>> {
    let now = scope.now();
    let sweep = tsql!("DELETE FROM impersonation_tokens WHERE tenant_id = $1 AND expires_at <= $2");
    scope.rows(sweep, vec![now.val()]).await?;
    let take = tsql!(
        "DELETE FROM impersonation_tokens WHERE tenant_id = $1 AND token_hash = $2
         RETURNING user_id, impersonator_id, impersonator_tenant_id, impersonator_home, impersonator_name, session_id,
           session_ends_at, expires_at, creation_time, id, row_version, proven_at, impersonator_session_id"
    );
    let rows = scope.rows(take, vec![token_hash.val()]).await?;
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    Ok(Some(ImpersonationToken {
        user_id: row.get(0)?,
        impersonator_id: row.get(1)?,
        impersonator_tenant_id: row.get(2)?,
        impersonator_home: row.get(3)?,
        impersonator_name: row.get(4)?,
        session_id: row.get(5)?,
        session_ends_at: row.get(6)?,
        expires_at: row.get(7)?,
        creation_time: row.get(8)?,
        id: row.get(9)?,
        row_version: row.get(10)?,
        proven_at: row.get(11)?,
        impersonator_session_id: row.get(12)?,
        token_hash,
    }))
}

/// Whoever has the session has proved at this moment who it is.
pub(crate) async fn prove(scope: &mut Scope, session: SessionId) -> Result<()> {
    let now = scope.now();
    let proven = tsql!("UPDATE sessions SET proven_at = $3 WHERE tenant_id = $1 AND id = $2");
    scope.rows(proven, vec![session.val(), now.val()]).await?;
    Ok(())
}

/// Ends one session of the tenant.
pub(crate) async fn end_session(scope: &mut Scope, session: SessionId) -> Result<()> {
    let end = tsql!("DELETE FROM sessions WHERE tenant_id = $1 AND id = $2");
    scope.rows(end, vec![session.val()]).await?;
    Ok(())
}

/// Prolongs the session at home of an administrator who is at work in another tenant; never beyond its end.
pub(crate) async fn prolong(
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

/// Writes down when the session was used and until when it is good now.
pub(crate) async fn touch(
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
