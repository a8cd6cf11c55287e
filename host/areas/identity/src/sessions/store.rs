//! Statements on sessions and keys beyond single-row operations.

use chrono::{DateTime, Utc};
use data::{
    Result, Scope,
    db::{Col, Tx, Val},
    ids::{ApiKeyId, SessionId, TenantId, UserId},
    tsql,
};

use crate::{api_keys::networks::Network, two_factor::rules::UserSecondStep};

/// A session with the fields that the gate needs.
pub(crate) struct Visitor {
    pub session: SessionId,
    pub expires_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub api_key: Option<ApiKeyId>,
    pub impersonator: Option<UserId>,
    pub impersonator_tenant: Option<TenantId>,
    pub impersonator_name: Option<String>,
    /// Session of an impersonator in the impersonator's own tenant.
    pub impersonator_session: Option<SessionId>,
    pub provider: Option<String>,
    pub creation_time: DateTime<Utc>,
    pub last_used_time: DateTime<Utc>,
    pub user: UserId,
    pub second_step: UserSecondStep,
    /// Limits of the key that obtained the token.
    pub key: KeyLimits,
    pub proven_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Default)]
pub(crate) struct KeyLimits {
    pub permissions: Option<Vec<String>>,
    pub addresses: Option<Vec<Network>>,
}

pub(crate) async fn visitor(
    tx: &mut Tx,
    token_hash: &str,
    now: DateTime<Utc>,
) -> Result<Option<Visitor>> {
    let find = tsql!(
        "SELECT s.id, s.expires_at, s.ends_at, s.api_key_id, s.impersonator_id, s.user_id, s.impersonator_tenant_id,
           s.impersonator_name, s.creation_time, COALESCE(s.last_used_time, s.creation_time), s.provider,
           t.secret IS NOT NULL, COALESCE(t.by_email, FALSE), COALESCE(t.mail_rests_until > $3, FALSE), k.permissions,
           k.addresses, s.proven_at, s.impersonator_session_id
         FROM sessions s LEFT JOIN two_factors t ON t.tenant_id = s.tenant_id AND t.user_id = s.user_id
         LEFT JOIN api_keys k ON k.tenant_id = s.tenant_id AND k.id = s.api_key_id
         WHERE s.tenant_id = $1 AND s.token_hash = $2 AND s.expires_at > $3"
    );
    let rows = tx
        .rows(find, vec![Val::Text(token_hash.to_owned()), now.val()])
        .await?;
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    Ok(Some(Visitor {
        session: row.get(0)?,
        expires_at: row.get(1)?,
        ends_at: row.get(2)?,
        api_key: row.get(3)?,
        impersonator: row.get(4)?,
        user: row.get(5)?,
        impersonator_tenant: row.get(6)?,
        impersonator_name: row.get(7)?,
        creation_time: row.get(8)?,
        last_used_time: row.get(9)?,
        provider: row.get(10)?,
        second_step: UserSecondStep {
            has_authenticator: row.get(11)?,
            by_email: row.get(12)?,
            mail_rests: row.get(13)?,
        },
        key: match row.is_null(14)? {
            true => KeyLimits::default(),
            false => KeyLimits {
                permissions: row.json(14)?,
                addresses: row.json(15)?,
            },
        },
        proven_at: row.get(16)?,
        impersonator_session: row.get(17)?,
    }))
}

pub(crate) async fn is_alive(tx: &mut Tx, session: SessionId, now: DateTime<Utc>) -> Result<bool> {
    let find =
        tsql!("SELECT id FROM sessions WHERE tenant_id = $1 AND id = $2 AND expires_at > $3");
    Ok(!tx
        .rows(find, vec![session.val(), now.val()])
        .await?
        .is_empty())
}

pub(crate) async fn end_all_sessions(scope: &mut Scope) -> Result<()> {
    scope
        .rows(
            tsql!("DELETE FROM sessions WHERE tenant_id = $1"),
            Vec::new(),
        )
        .await?;
    Ok(())
}

pub(crate) async fn sweep(scope: &mut Scope) -> Result<()> {
    let now = scope.now();
    scope
        .rows(
            tsql!("DELETE FROM sessions WHERE tenant_id = $1 AND expires_at <= $2"),
            vec![now.val()],
        )
        .await?;
    Ok(())
}

pub(crate) async fn end_session(
    scope: &mut Scope,
    token_hash: &str,
) -> Result<Option<(SessionId, UserId)>> {
    let end = tsql!(
        "DELETE FROM sessions WHERE tenant_id = $1 AND token_hash = $2 RETURNING id, user_id"
    );
    let rows = scope
        .rows(end, vec![Val::Text(token_hash.to_owned())])
        .await?;
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    Ok(Some((row.get(0)?, row.get(1)?)))
}

pub(crate) async fn key_was_used(scope: &mut Scope, key: ApiKeyId) -> Result<()> {
    let (now, address) = (scope.now(), scope.request.address.clone());
    let used = tsql!(
        "UPDATE api_keys SET last_used_time = $3, last_used_address = $4 WHERE tenant_id = $1 AND id = $2"
    );
    scope
        .rows(used, vec![key.val(), now.val(), Val::Text(address)])
        .await?;
    Ok(())
}

pub(crate) async fn owner_of(scope: &mut Scope, key: ApiKeyId) -> Result<Option<UserId>> {
    let find = tsql!("SELECT user_id FROM api_keys WHERE tenant_id = $1 AND id = $2");
    Ok(scope
        .rows(find, vec![key.val()])
        .await?
        .first()
        .map(|row| row.get(0))
        .transpose()?)
}

/// Ends the tokens issued for the user's keys.
pub(crate) async fn end_tokens_of_keys(scope: &mut Scope, user: UserId) -> Result<()> {
    let end = tsql!(
        "DELETE FROM sessions WHERE tenant_id = $1 AND user_id = $2 AND api_key_id IS NOT NULL"
    );
    scope.rows(end, vec![user.val()]).await?;
    Ok(())
}

pub(crate) async fn delete_credentials(scope: &mut Scope, user: UserId) -> Result<()> {
    for take in [
        tsql!("DELETE FROM api_keys WHERE tenant_id = $1 AND user_id = $2"),
        tsql!("DELETE FROM user_logins WHERE tenant_id = $1 AND user_id = $2"),
        tsql!("DELETE FROM account_codes WHERE tenant_id = $1 AND user_id = $2"),
        tsql!("DELETE FROM two_factors WHERE tenant_id = $1 AND user_id = $2"),
        tsql!("DELETE FROM recovery_codes WHERE tenant_id = $1 AND user_id = $2"),
        tsql!("DELETE FROM remembered_browsers WHERE tenant_id = $1 AND user_id = $2"),
        tsql!("DELETE FROM known_devices WHERE tenant_id = $1 AND user_id = $2"),
        tsql!("DELETE FROM passkeys WHERE tenant_id = $1 AND user_id = $2"),
        tsql!(
            "DELETE FROM impersonation_tokens WHERE tenant_id = $1
               AND (user_id = $2 OR (impersonator_id = $2 AND impersonator_tenant_id IS NULL))"
        ),
        tsql!(
            "DELETE FROM sessions WHERE tenant_id = $1
               AND (user_id = $2 OR (impersonator_id = $2 AND impersonator_tenant_id IS NULL))"
        ),
    ] {
        scope.rows(take, vec![user.val()]).await?;
    }
    Ok(())
}
