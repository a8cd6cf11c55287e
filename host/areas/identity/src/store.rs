//! The statements over users, roles and sessions that are more than one row's coming and going.

pub(crate) mod account;
pub(crate) mod attempts;
pub(crate) mod outside;
pub(crate) mod people;
pub(crate) mod units;

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{
    Result, Scope,
    db::{Col, Row, TenantSql, Tx, Val},
    ids::{ApiKeyId, CustomerId, FileId, SessionId, TenantId, UserId},
    tsql,
};

use tenancy::UserLockOut;

use crate::rules::{
    permissions::{ADMIN, Held},
    two_factor::Own,
};

/// A session with its user, as the gate needs them.
pub(crate) struct Visitor {
    pub session: SessionId,
    pub expires_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub api_key: Option<ApiKeyId>,
    pub impersonator: Option<UserId>,
    pub impersonator_tenant: Option<TenantId>,
    pub impersonator_name: Option<String>,
    pub provider: Option<String>,
    pub creation_time: DateTime<Utc>,
    pub last_used_time: DateTime<Utc>,
    pub user: UserId,
    pub user_name: String,
    pub display_name: String,
    pub email: String,
    pub customer: Option<CustomerId>,
    pub is_driver: bool,
    pub should_change_password: bool,
    pub picture: Option<FileId>,
    pub timezone: Option<String>,
    pub language: Option<String>,
    pub second_step: Own,
}

/// The active user behind a token that has not expired.
pub(crate) async fn visitor(tx: &mut Tx, token_hash: &str, now: DateTime<Utc>) -> Result<Option<Visitor>> {
    let find = tsql!(
        "SELECT s.id, s.expires_at, s.ends_at, s.api_key_id, s.impersonator_id, u.id, u.user_name, u.name, u.surname,
           u.email_address, u.customer_id, u.is_driver, s.impersonator_tenant_id, s.impersonator_name,
           s.creation_time, COALESCE(s.last_used_time, s.creation_time), u.should_change_password,
           u.profile_picture_id, t.secret IS NOT NULL, COALESCE(t.by_email, FALSE), s.provider,
           p.timezone, p.language
         FROM sessions s JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
         LEFT JOIN two_factors t ON t.tenant_id = u.tenant_id AND t.user_id = u.id
         LEFT JOIN user_profiles p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
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
        impersonator_tenant: row.get(12)?,
        impersonator_name: row.get(13)?,
        creation_time: row.get(14)?,
        last_used_time: row.get(15)?,
        should_change_password: row.get(16)?,
        picture: row.get(17)?,
        second_step: Own { has_authenticator: row.get(18)?, by_email: row.get(19)? },
        provider: row.get(20)?,
        timezone: row.get(21)?,
        language: row.get(22)?,
    }))
}

/// One row at least, since whether the tenant is the platform's own counts too.
const BY_ROLES: TenantSql = tsql!(
    "SELECT t.is_platform, r.name, r.is_static, p.name FROM users u JOIN tenants t ON t.id = u.tenant_id
     LEFT JOIN user_roles x ON x.tenant_id = u.tenant_id AND x.user_id = u.id
     LEFT JOIN roles r ON r.tenant_id = x.tenant_id AND r.id = x.role_id
     LEFT JOIN role_permissions p ON p.tenant_id = r.tenant_id AND p.role_id = r.id
     WHERE u.tenant_id = $1 AND u.id = $2"
);
const BESIDE: TenantSql = tsql!("SELECT name, is_granted FROM user_permissions WHERE tenant_id = $1 AND user_id = $2");

/// What the user may do.
pub(crate) async fn permissions(tx: &mut Tx, user: UserId, is_customer: bool) -> Result<HashSet<String>> {
    let by_roles = tx.rows(BY_ROLES, vec![user.val()]).await?;
    let beside = tx.rows(BESIDE, vec![user.val()]).await?;
    Ok(held(&by_roles, &beside, is_customer)?.effective())
}

/// What is known of the user's permissions, in the scope's own transaction.
pub(crate) async fn held_by(scope: &mut Scope, user: UserId, is_customer: bool) -> Result<Held> {
    let by_roles = scope.rows(BY_ROLES, vec![user.val()]).await?;
    let beside = scope.rows(BESIDE, vec![user.val()]).await?;
    held(&by_roles, &beside, is_customer)
}

fn held(by_roles: &[Row], beside: &[Row], is_customer: bool) -> Result<Held> {
    let mut held = Held { is_customer, ..Held::default() };
    for row in by_roles {
        held.is_platform |= row.get::<bool>(0)?;
        let (role, is_static): (Option<String>, Option<bool>) = (row.get(1)?, row.get(2)?);
        held.is_admin |= is_static == Some(true) && role.as_deref() == Some(ADMIN);
        held.by_roles.extend(row.get::<Option<String>>(3)?);
    }
    for row in beside {
        let list = if row.get(1)? { &mut held.given } else { &mut held.taken };
        list.push(row.get(0)?);
    }
    Ok(held)
}

/// Ends every session of the tenant, those of integrations too.
pub(crate) async fn end_all_sessions(scope: &mut Scope) -> Result<()> {
    scope.rows(tsql!("DELETE FROM sessions WHERE tenant_id = $1"), Vec::new()).await?;
    Ok(())
}

/// The customer, if any, of an active user; none when there is no such user.
pub(crate) async fn customer_of(tx: &mut Tx, user: UserId) -> Result<Option<Option<CustomerId>>> {
    let find = tsql!("SELECT customer_id FROM users WHERE tenant_id = $1 AND id = $2 AND is_active");
    Ok(tx.rows(find, vec![user.val()]).await?.first().map(|row| row.get(0)).transpose()?)
}

/// A wrong password or code: the last one that the tenant's rules allow locks the user out.
pub(crate) async fn count_failure(scope: &mut Scope, user: UserId, rules: &UserLockOut) -> Result<()> {
    let count = tsql!(
        "UPDATE users SET
           lockout_end = CASE WHEN access_failed_count + 1 >= $3 THEN $4 ELSE lockout_end END,
           access_failed_count = CASE WHEN access_failed_count + 1 >= $3 THEN 0 ELSE access_failed_count + 1 END
         WHERE tenant_id = $1 AND id = $2 AND is_lockout_enabled AND $5"
    );
    let until = scope.now() + TimeDelta::seconds(i64::from(rules.default_account_lockout_seconds));
    let most = i64::from(rules.max_failed_access_attempts_before_lockout);
    scope.rows(count, vec![user.val(), most.val(), until.val(), rules.is_enabled.val()]).await?;
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

/// Ends the session behind a token; tells which it was and whose.
pub(crate) async fn end(scope: &mut Scope, token_hash: &str) -> Result<Option<(SessionId, UserId)>> {
    let end = tsql!("DELETE FROM sessions WHERE tenant_id = $1 AND token_hash = $2 RETURNING id, user_id");
    let rows = scope.rows(end, vec![Val::Text(token_hash.to_owned())]).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    Ok(Some((row.get(0)?, row.get(1)?)))
}

pub(crate) async fn key_was_used(scope: &mut Scope, key: ApiKeyId) -> Result<()> {
    let now = scope.now();
    let used = tsql!("UPDATE api_keys SET last_used_time = $3 WHERE tenant_id = $1 AND id = $2");
    scope.rows(used, vec![key.val(), now.val()]).await?;
    Ok(())
}
