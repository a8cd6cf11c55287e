//! Statements on users and profiles for sign-in.

use std::collections::HashSet;

use chrono::TimeDelta;
use data::{
    Result, Scope,
    db::{Col, Tx, Val},
    ids::{CustomerId, FileId, UserId},
    tsql,
};
use tenancy::UserLockOut;

use crate::{accounts::SessionUser, permissions::rules::ADMIN};

/// Returns the fields of the session's user. None if the user can't sign in.
pub(crate) async fn load_session_user(tx: &mut Tx, user: UserId) -> Result<Option<SessionUser>> {
    let find = tsql!(
        "SELECT u.user_name, u.name, u.surname, u.email_address, u.customer_id, u.is_driver, u.should_change_password,
           u.profile_picture_id, p.timezone, p.language, u.driver_id
         FROM users u LEFT JOIN user_profiles p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
         WHERE u.tenant_id = $1 AND u.id = $2 AND u.is_active"
    );
    let rows = tx.rows(find, vec![user.val()]).await?;
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    let (name, surname): (String, String) = (row.get(1)?, row.get(2)?);
    Ok(Some(SessionUser {
        user_name: row.get(0)?,
        display_name: format!("{name} {surname}").trim().to_owned(),
        email: row.get(3)?,
        customer: row.get(4)?,
        is_driver: row.get(5)?,
        should_change_password: row.get(6)?,
        picture: row.get(7)?,
        timezone: row.get(8)?,
        language: row.get(9)?,
        driver: row.get(10)?,
    }))
}

pub(crate) async fn customer_of(tx: &mut Tx, user: UserId) -> Result<Option<Option<CustomerId>>> {
    let find =
        tsql!("SELECT customer_id FROM users WHERE tenant_id = $1 AND id = $2 AND is_active");
    Ok(tx
        .rows(find, vec![user.val()])
        .await?
        .first()
        .map(|row| row.get(0))
        .transpose()?)
}

pub(crate) async fn load_customer_users(
    scope: &mut Scope,
    customer: CustomerId,
) -> Result<HashSet<UserId>> {
    let find = tsql!("SELECT id FROM users WHERE tenant_id = $1 AND customer_id = $2");
    let rows = scope.rows(find, vec![customer.val()]).await?;
    Ok(rows
        .iter()
        .map(|row| row.get(0))
        .collect::<data::sqlx::Result<_>>()?)
}

/// One statement, so concurrent attempts can't exceed the limit: the last allowed one locks the
/// user out. False if locked out.
pub(crate) async fn count_attempt(
    scope: &mut Scope,
    user: UserId,
    rules: &UserLockOut,
) -> Result<bool> {
    // An expired lock restarts the count.
    let count = tsql!(
        "UPDATE users SET
           access_failed_count = CASE WHEN lockout_end IS NULL THEN access_failed_count + 1 ELSE 1 END,
           lockout_end = CASE WHEN (CASE WHEN lockout_end IS NULL THEN access_failed_count + 1 ELSE 1 END) >= $3
             THEN $4 ELSE NULL END
         WHERE tenant_id = $1 AND id = $2 AND is_lockout_enabled AND (lockout_end IS NULL OR lockout_end <= $5)
         RETURNING id"
    );
    let now = scope.now();
    let until = now + TimeDelta::seconds(i64::from(rules.default_account_lockout_seconds));
    let max = i64::from(rules.max_failed_access_attempts_before_lockout);
    Ok(!scope
        .rows(count, vec![user.val(), max.val(), until.val(), now.val()])
        .await?
        .is_empty())
}

pub(crate) async fn uncount_attempt(
    scope: &mut Scope,
    user: UserId,
    rules: &UserLockOut,
) -> Result<()> {
    let uncount = tsql!(
        "UPDATE users SET access_failed_count = access_failed_count - 1,
           lockout_end = CASE WHEN access_failed_count - 1 < $3 THEN NULL ELSE lockout_end END
         WHERE tenant_id = $1 AND id = $2 AND access_failed_count > 0"
    );
    let max = i64::from(rules.max_failed_access_attempts_before_lockout);
    scope.rows(uncount, vec![user.val(), max.val()]).await?;
    Ok(())
}

pub(crate) async fn count_success(scope: &mut Scope, user: UserId) -> Result<bool> {
    let count = tsql!(
        "UPDATE users SET access_failed_count = 0, lockout_end = NULL, last_login_time = $3
         WHERE tenant_id = $1 AND id = $2 AND is_active RETURNING id"
    );
    let now = scope.now();
    Ok(!scope
        .rows(count, vec![user.val(), now.val()])
        .await?
        .is_empty())
}

pub(crate) async fn set_password(scope: &mut Scope, user: UserId, hash: &str) -> Result<()> {
    let set = tsql!(
        "UPDATE users SET password_hash = $3, should_change_password = FALSE, access_failed_count = 0,
           lockout_end = NULL, row_version = row_version + 1
         WHERE tenant_id = $1 AND id = $2"
    );
    scope
        .rows(set, vec![user.val(), Val::Text(hash.to_owned())])
        .await?;
    Ok(())
}

pub(crate) async fn set_email_confirmed(
    scope: &mut Scope,
    user: UserId,
    confirmed: bool,
) -> Result<bool> {
    let set = tsql!(
        "UPDATE user_profiles SET is_email_confirmed = $3, row_version = row_version + 1
         WHERE tenant_id = $1 AND user_id = $2 RETURNING id"
    );
    Ok(!scope
        .rows(set, vec![user.val(), confirmed.val()])
        .await?
        .is_empty())
}

pub(crate) async fn first_administrator(scope: &mut Scope) -> Result<Option<UserId>> {
    let find = tsql!(
        "SELECT u.id FROM users u JOIN user_roles x ON x.tenant_id = u.tenant_id AND x.user_id = u.id
         JOIN roles r ON r.tenant_id = x.tenant_id AND r.id = x.role_id
         WHERE u.tenant_id = $1 AND u.is_active AND u.customer_id IS NULL AND r.is_static AND r.name = $2
         ORDER BY u.id LIMIT 1"
    );
    let rows = scope.rows(find, vec![Val::Text(ADMIN.to_owned())]).await?;
    Ok(rows.first().map(|row| row.get(0)).transpose()?)
}

pub(crate) async fn is_active(scope: &mut Scope, user: UserId) -> Result<bool> {
    let find = tsql!("SELECT id FROM users WHERE tenant_id = $1 AND id = $2 AND is_active");
    Ok(!scope.rows(find, vec![user.val()]).await?.is_empty())
}

pub(crate) async fn set_picture(
    scope: &mut Scope,
    user: UserId,
    picture: Option<FileId>,
) -> Result<()> {
    let set = tsql!("UPDATE users SET profile_picture_id = $3 WHERE tenant_id = $1 AND id = $2");
    scope.rows(set, vec![user.val(), picture.val()]).await?;
    Ok(())
}
