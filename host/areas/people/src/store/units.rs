//! The statements over organisation units that are more than one row's coming and going.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kernel::{
    Result, Scope,
    db::{Col, Val},
    ids::{OrganizationUnitId, UserId},
    tsql,
};

/// How many members each unit has.
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

/// The members of a unit and when each was added.
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

/// The units that a user belongs to, with their codes.
pub(crate) async fn of_user(
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
    // Databases sort dots each in their own way.
    found.sort_by(|one, other| one.1.cmp(&other.1));
    Ok(found)
}

/// Takes a user out of a unit; whether the user was in it.
pub(crate) async fn leave(
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

/// Gives all units at and below a code new codes: `to` takes the place of `from` at their beginning.
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
