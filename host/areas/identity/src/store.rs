//! The statements over users, roles and sessions that are more than one row's coming and going.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use kernel::{
    Result, Scope,
    db::{Col, Tx, Val},
    ids::{ApiKeyId, CustomerId, SessionId, UserId},
    tsql,
};

use crate::{
    rules::permissions::{ADMIN, Held},
    service::attempts,
};

/// A session with its user, as the gate needs them.
pub(crate) struct Visitor {
    pub session: SessionId,
    pub expires_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub api_key: Option<ApiKeyId>,
    pub impersonator: Option<UserId>,
    pub user: UserId,
    pub user_name: String,
    pub display_name: String,
    pub email: String,
    pub customer: Option<CustomerId>,
    pub is_driver: bool,
}

/// The active user behind a token that has not expired.
pub(crate) async fn visitor(tx: &mut Tx, token_hash: &str, now: DateTime<Utc>) -> Result<Option<Visitor>> {
    let find = tsql!(
        "SELECT s.id, s.expires_at, s.ends_at, s.api_key_id, s.impersonator_id, u.id, u.user_name, u.name, u.surname,
           u.email_address, u.customer_id, u.is_driver
         FROM sessions s JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
         WHERE s.tenant_id = $1 AND s.token_hash = $2 AND s.expires_at > $3 AND u.is_active"
    );
    let rows = tx.rows(find, vec![Val::Text(token_hash.to_owned()), now.val()]).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let (name, surname): (String, String) = (row.get(7)?, row.get(8)?);
    Ok(Some(Visitor {
        session: row.get(0)?,
        expires_at: row.get(1)?,
        ends_at: row.get(2)?,
        api_key: row.get(3)?,
        impersonator: row.get(4)?,
        user: row.get(5)?,
        user_name: row.get(6)?,
        display_name: format!("{name} {surname}").trim().to_owned(),
        email: row.get(9)?,
        customer: row.get(10)?,
        is_driver: row.get(11)?,
    }))
}

/// What the user may do.
pub(crate) async fn permissions(tx: &mut Tx, user: UserId, is_customer: bool) -> Result<HashSet<String>> {
    let by_roles = tsql!(
        "SELECT r.name, r.is_static, p.name FROM user_roles x
         JOIN roles r ON r.tenant_id = x.tenant_id AND r.id = x.role_id
         LEFT JOIN role_permissions p ON p.tenant_id = r.tenant_id AND p.role_id = r.id
         WHERE x.tenant_id = $1 AND x.user_id = $2"
    );
    let mut held = Held { is_customer, ..Held::default() };
    for row in tx.rows(by_roles, vec![user.val()]).await? {
        let (role, is_static): (String, bool) = (row.get(0)?, row.get(1)?);
        held.is_admin |= is_static && role == ADMIN;
        held.by_roles.extend(row.get::<Option<String>>(2)?);
    }
    let own = tsql!("SELECT name, is_granted FROM user_permissions WHERE tenant_id = $1 AND user_id = $2");
    for row in tx.rows(own, vec![user.val()]).await? {
        let list = if row.get(1)? { &mut held.given } else { &mut held.taken };
        list.push(row.get(0)?);
    }
    Ok(held.effective())
}

/// A wrong password: the fifth in a row locks the user out.
pub(crate) async fn count_failure(scope: &mut Scope, user: UserId) -> Result<()> {
    let count = tsql!(
        "UPDATE users SET
           lockout_end = CASE WHEN access_failed_count + 1 >= $3 THEN $4 ELSE lockout_end END,
           access_failed_count = CASE WHEN access_failed_count + 1 >= $3 THEN 0 ELSE access_failed_count + 1 END
         WHERE tenant_id = $1 AND id = $2 AND is_lockout_enabled"
    );
    let until = scope.now() + attempts::LOCKED;
    scope.rows(count, vec![user.val(), attempts::FAILURES.val(), until.val()]).await?;
    Ok(())
}

/// A right password: clears the count, unless the user was locked out or switched off meanwhile.
pub(crate) async fn count_success(scope: &mut Scope, user: UserId) -> Result<bool> {
    let count = tsql!(
        "UPDATE users SET access_failed_count = 0, lockout_end = NULL, last_login_time = $3
         WHERE tenant_id = $1 AND id = $2 AND is_active AND (lockout_end IS NULL OR lockout_end <= $3) RETURNING id"
    );
    let now = scope.now();
    Ok(!scope.rows(count, vec![user.val(), now.val()]).await?.is_empty())
}

/// Takes away the sessions that have run out.
pub(crate) async fn sweep(scope: &mut Scope) -> Result<()> {
    let now = scope.now();
    scope.rows(tsql!("DELETE FROM sessions WHERE tenant_id = $1 AND expires_at <= $2"), vec![now.val()]).await?;
    Ok(())
}

pub(crate) async fn renew(scope: &mut Scope, session: SessionId, expires_at: DateTime<Utc>) -> Result<()> {
    let renew = tsql!("UPDATE sessions SET expires_at = $3 WHERE tenant_id = $1 AND id = $2");
    scope.rows(renew, vec![session.val(), expires_at.val()]).await?;
    Ok(())
}

/// Ends the session behind a token.
pub(crate) async fn end(scope: &mut Scope, token_hash: &str) -> Result<()> {
    let end = tsql!("DELETE FROM sessions WHERE tenant_id = $1 AND token_hash = $2");
    scope.rows(end, vec![Val::Text(token_hash.to_owned())]).await?;
    Ok(())
}

pub(crate) async fn key_was_used(scope: &mut Scope, key: ApiKeyId) -> Result<()> {
    let now = scope.now();
    let used = tsql!("UPDATE api_keys SET last_used_time = $3 WHERE tenant_id = $1 AND id = $2");
    scope.rows(used, vec![key.val(), now.val()]).await?;
    Ok(())
}

/// The ids of users who have a role.
pub(crate) async fn users_with(scope: &mut Scope, role: kernel::ids::RoleId) -> Result<Vec<UserId>> {
    let find = tsql!("SELECT user_id FROM user_roles WHERE tenant_id = $1 AND role_id = $2");
    scope.rows(find, vec![role.val()]).await?.iter().map(|row| Ok(row.get(0)?)).collect()
}
