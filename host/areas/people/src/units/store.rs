//! Statements on organisation units beyond single-row operations.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use data::{
    Result, Scope,
    db::{Col, Val},
    ids::{OrganizationUnitId, UserId},
    tsql,
};

pub(crate) async fn member_counts(scope: &mut Scope) -> Result<HashMap<OrganizationUnitId, i64>> {
    let count = tsql!(
        "SELECT organization_unit_id, COUNT(*) FROM organization_unit_users WHERE tenant_id = $1
         GROUP BY organization_unit_id"
    );
    scope
        .rows(count, Vec::new())
        .await?
        .iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .collect()
}

pub(crate) async fn members(
    scope: &mut Scope,
    unit: OrganizationUnitId,
) -> Result<HashMap<UserId, DateTime<Utc>>> {
    let find = tsql!(
        "SELECT user_id, creation_time FROM organization_unit_users
         WHERE tenant_id = $1 AND organization_unit_id = $2"
    );
    scope
        .rows(find, vec![unit.val()])
        .await?
        .iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .collect()
}

/// Returns the user's units with their codes.
pub(crate) async fn load_user_units(
    scope: &mut Scope,
    user: UserId,
) -> Result<Vec<(OrganizationUnitId, String)>> {
    let find = tsql!(
        "SELECT o.id, o.code FROM organization_unit_users m
         JOIN organization_units o ON o.tenant_id = m.tenant_id AND o.id = m.organization_unit_id
         WHERE m.tenant_id = $1 AND m.user_id = $2"
    );
    let mut found: Vec<(OrganizationUnitId, String)> = Vec::new();
    for row in scope.rows(find, vec![user.val()]).await? {
        found.push((row.get(0)?, row.get(1)?));
    }
    // Databases collate dots differently.
    found.sort_by(|one, other| one.1.cmp(&other.1));
    Ok(found)
}

/// Removes a user from a unit; true if the user was a member.
pub(crate) async fn remove_member(
    scope: &mut Scope,
    unit: OrganizationUnitId,
    user: UserId,
) -> Result<bool> {
    let leave = tsql!(
        "DELETE FROM organization_unit_users WHERE tenant_id = $1 AND organization_unit_id = $2 AND user_id = $3
         RETURNING id"
    );
    Ok(!scope
        .rows(leave, vec![unit.val(), user.val()])
        .await?
        .is_empty())
}

/// Replaces the prefix `from` by `to` in the codes of a unit and its descendants.
pub(crate) async fn recode(scope: &mut Scope, from: &str, to: &str) -> Result<()> {
    let recode = tsql!(
        "UPDATE organization_units SET code = $3 || SUBSTR(code, CAST($4 AS INTEGER)), last_modification_time = $5,
           row_version = row_version + 1
         WHERE tenant_id = $1 AND (code = $2 OR code LIKE $6)"
    );
    let behind = from.len() as i64 + 1;
    let values = vec![
        Val::Text(from.to_owned()),
        Val::Text(to.to_owned()),
        behind.val(),
        scope.now().val(),
        Val::Text(format!("{from}.%")),
    ];
    scope.rows(recode, values).await?;
    Ok(())
}
