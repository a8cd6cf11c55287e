//! Organisation units and their members.

use std::collections::HashSet;

use data::{
    Change, Error, Form, ListQuery, New, PageOf, Result, Scope, Where,
    ids::{OrganizationUnitId, UserId},
    message, validate,
};
use garde::Validate;
use work::event::ScopeEvents;

use crate::users;
use crate::{
    model::User,
    units::{
        self,
        model::{
            FormerMember, MemberItem, Membership, MovedUnit, NewMembers, NewUnit, OrganizationUnit,
            RenamedUnit, UnitItem,
        },
        rules::MAX_DEPTH,
    },
    users::rules::key,
};

/// Maximum users added by one call.
const MAX_NEW_MEMBERS: usize = 1000;

pub async fn check_unit(scope: &mut Scope, id: OrganizationUnitId) -> Result<()> {
    scope.find::<OrganizationUnit>(id).await.map(drop)
}

/// Returns the tree, by code.
pub async fn all(scope: &mut Scope) -> Result<Vec<UnitItem>> {
    let counts = units::store::member_counts(scope).await?;
    let mut units: Vec<OrganizationUnit> = scope.all(Where::all()).await?;
    // Databases collate dots differently.
    units.sort_by(|one, other| one.code.cmp(&other.code));
    let count = |unit: &OrganizationUnit| counts.get(&unit.id).copied().unwrap_or_default();
    Ok(units
        .into_iter()
        .map(|unit| item(count(&unit), unit))
        .collect())
}

fn item(member_count: i64, unit: OrganizationUnit) -> UnitItem {
    UnitItem {
        id: unit.id,
        row_version: unit.row_version,
        parent_id: unit.parent_id,
        code: unit.code,
        display_name: unit.display_name,
        member_count,
        creation_time: unit.creation_time,
        last_modification_time: unit.last_modification_time,
    }
}

async fn load_item(scope: &mut Scope, unit: OrganizationUnit) -> Result<UnitItem> {
    let members = units::store::members(scope, unit.id).await?;
    Ok(item(members.len() as i64, unit))
}

pub async fn members(
    scope: &mut Scope,
    id: OrganizationUnitId,
    list: &ListQuery,
) -> Result<PageOf<MemberItem>> {
    scope.find::<OrganizationUnit>(id).await?;
    let added = units::store::members(scope, id).await?;
    let ids: Vec<UserId> = added.keys().copied().collect();
    let page: PageOf<User> = scope
        .page(
            list,
            users::service::manageable_users().is_in(User::ID, &ids),
        )
        .await?;
    Ok(page.map(|user| MemberItem {
        added_time: added.get(&user.id).copied(),
        id: user.id,
        name: user.name,
        surname: user.surname,
        user_name: user.user_name,
        email_address: user.email_address,
        profile_picture_id: user.profile_picture_id,
    }))
}

pub async fn create(mut scope: Scope, sent: Change<NewUnit>) -> Result<UnitItem> {
    crate::roles::store::lock_permissions(&mut scope).await?;
    let new = scope
        .edit(sent.of_record(|_: &OrganizationUnit| NewUnit::default()))
        .await?
        .record;
    let parent = parent(&mut scope, new.parent_id).await?;
    let (code, parent_id) = next_code(&mut scope, parent.as_ref()).await?;
    let new = NewUnit {
        display_name: new.display_name.trim().to_owned(),
        ..new
    };
    let display_name = new.display_name.clone();
    check_form(&new)?;
    check_name(&mut scope, parent_id, None, &display_name).await?;
    let unit = scope
        .create(New::<OrganizationUnit> {
            parent_id,
            code,
            display_name,
            last_modification_time: None,
        })
        .await?;
    scope.commit().await?;
    Ok(item(0, unit))
}

async fn parent(
    scope: &mut Scope,
    id: Option<OrganizationUnitId>,
) -> Result<Option<OrganizationUnit>> {
    match id.filter(|id| id.0 != 0) {
        Some(id) => Ok(Some(scope.find(id).await?)),
        None => Ok(None),
    }
}

async fn siblings(
    scope: &mut Scope,
    parent: Option<OrganizationUnitId>,
) -> Result<Vec<OrganizationUnit>> {
    let below = match parent {
        Some(parent) => Where::all().eq(OrganizationUnit::PARENT_ID, parent),
        None => Where::all().is_null(OrganizationUnit::PARENT_ID),
    };
    scope.all(below).await
}

async fn next_code(
    scope: &mut Scope,
    parent: Option<&OrganizationUnit>,
) -> Result<(String, Option<OrganizationUnitId>)> {
    let parent_id = parent.map(|parent| parent.id);
    let siblings = siblings(scope, parent_id).await?;
    let last = siblings.iter().map(|unit| unit.code.as_str()).max();
    Ok((
        units::rules::next_code(parent.map_or("", |parent| &parent.code), last)?,
        parent_id,
    ))
}

/// Names are unique among siblings.
async fn check_name(
    scope: &mut Scope,
    parent: Option<OrganizationUnitId>,
    own: Option<OrganizationUnitId>,
    name: &str,
) -> Result<()> {
    let same =
        |other: &OrganizationUnit| Some(other.id) != own && key(&other.display_name) == key(name);
    if siblings(scope, parent).await?.iter().any(same) {
        return Err(Error::invalid(
            "displayName",
            message!("already belongs to another unit here"),
        ));
    }
    Ok(())
}

fn check_form<F: Form + Validate<Context: Default>>(form: &F) -> Result<()> {
    let errors = validate::check("", form);
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(errors))
    }
}

pub async fn rename(mut scope: Scope, sent: Change<RenamedUnit>) -> Result<UnitItem> {
    crate::roles::store::lock_permissions(&mut scope).await?;
    let edit = scope
        .edit(sent.of_record(|unit: &OrganizationUnit| RenamedUnit::from(unit)))
        .await?;
    let form = edit.record;
    let mut unit = edit
        .before
        .ok_or(Error::NotFound("The organisation unit"))?;
    let form = RenamedUnit {
        display_name: form.display_name.trim().to_owned(),
        ..form
    };
    check_form(&form)?;
    check_name(
        &mut scope,
        unit.parent_id,
        Some(unit.id),
        &form.display_name,
    )
    .await?;
    unit.display_name = form.display_name;
    unit.last_modification_time = Some(scope.now());
    scope.update(&mut unit).await?;
    let unit = load_item(&mut scope, unit).await?;
    scope.commit().await?;
    Ok(unit)
}

/// Moves a unit with its descendants and updates their codes.
pub async fn relocate(mut scope: Scope, sent: MovedUnit) -> Result<UnitItem> {
    crate::roles::store::lock_permissions(&mut scope).await?;
    let unit: OrganizationUnit = scope.find(sent.id).await?;
    let parent = parent(&mut scope, sent.new_parent_id).await?;
    if parent.as_ref().map(|parent| parent.id) != unit.parent_id {
        let all: Vec<OrganizationUnit> = scope.all(Where::all()).await?;
        let depths = all
            .iter()
            .filter(|other| units::rules::is_within(&other.code, &unit.code))
            .map(|other| units::rules::depth(&other.code));
        let height = depths.max().unwrap_or(MAX_DEPTH) + 1 - units::rules::depth(&unit.code);
        units::rules::check_move(
            &unit.code,
            height,
            parent.as_ref().map_or("", |parent| &parent.code),
        )?;
        let (code, parent_id) = next_code(&mut scope, parent.as_ref()).await?;
        check_name(&mut scope, parent_id, Some(unit.id), &unit.display_name).await?;
        units::store::recode(&mut scope, &unit.code, &code).await?;
        for other in all
            .iter()
            .filter(|other| units::rules::is_within(&other.code, &unit.code))
        {
            let new = format!("{code}{}", &other.code[unit.code.len()..]);
            scope.note("OrganizationUnit", other.id, "code", &other.code, new);
        }
        let mut moved: OrganizationUnit = scope.find(unit.id).await?;
        moved.parent_id = parent_id;
        scope.update(&mut moved).await?;
    }
    let unit = scope.find(sent.id).await?;
    let unit = load_item(&mut scope, unit).await?;
    scope.commit().await?;
    Ok(unit)
}

pub async fn delete(mut scope: Scope, id: OrganizationUnitId) -> Result<()> {
    crate::roles::store::lock_permissions(&mut scope).await?;
    let unit: OrganizationUnit = scope.find(id).await?;
    let all: Vec<OrganizationUnit> = scope.all(Where::all()).await?;
    let mut deleted: Vec<&OrganizationUnit> = all
        .iter()
        .filter(|other| units::rules::is_within(&other.code, &unit.code))
        .collect();
    // Deepest first, one by one, so that each deletion is recorded.
    deleted.sort_by_key(|unit| std::cmp::Reverse(units::rules::depth(&unit.code)));
    let ids: Vec<OrganizationUnitId> = deleted.iter().map(|unit| unit.id).collect();
    for id in &ids {
        scope.delete::<OrganizationUnit>(*id).await?;
    }
    scope.publish(&crate::events::UNITS_DELETED, &ids).await?;
    scope.commit().await
}

pub async fn add(mut scope: Scope, new: NewMembers) -> Result<()> {
    if new.user_ids.is_empty() || new.user_ids.len() > MAX_NEW_MEMBERS {
        return Err(Error::invalid(
            "userIds",
            message!("must name 1 to {max} users", max = MAX_NEW_MEMBERS),
        ));
    }
    crate::roles::store::lock_permissions(&mut scope).await?;
    let unit: OrganizationUnit = scope.find(new.organization_unit_id).await?;
    let user_ids: HashSet<UserId> = new.user_ids.iter().copied().collect();
    let ids: Vec<UserId> = user_ids.iter().copied().collect();
    let users: Vec<User> = scope
        .all(users::service::manageable_users().is_in(User::ID, &ids))
        .await?;
    if users.len() != user_ids.len() {
        return Err(Error::NotFound("One of the users"));
    }
    let members = units::store::members(&mut scope, unit.id).await?;
    let new: Vec<UserId> = users
        .iter()
        .map(|user| user.id)
        .filter(|user| !members.contains_key(user))
        .collect();
    add_members(&mut scope, unit.id, &new).await?;
    scope.commit().await
}

/// Adds users who are not members yet.
pub(crate) async fn add_members(
    scope: &mut Scope,
    unit: OrganizationUnitId,
    users: &[UserId],
) -> Result<()> {
    for user in users {
        let user_id = *user;
        scope
            .create(New::<Membership> {
                organization_unit_id: unit,
                user_id,
            })
            .await?;
    }
    if !users.is_empty() {
        scope.note("OrganizationUnit", unit, "membersAdded", None::<()>, users);
    }
    Ok(())
}

/// Removes a user from a unit; true if the user was a member.
pub(crate) async fn remove_member(
    scope: &mut Scope,
    unit: OrganizationUnitId,
    user: UserId,
) -> Result<bool> {
    let was_in = units::store::remove_member(scope, unit, user).await?;
    if was_in {
        scope.note(
            "OrganizationUnit",
            unit,
            "membersRemoved",
            [user],
            None::<()>,
        );
    }
    Ok(was_in)
}

pub async fn remove(mut scope: Scope, former: FormerMember) -> Result<()> {
    if !remove_member(&mut scope, former.organization_unit_id, former.user_id).await? {
        return Err(Error::NotFound("The member"));
    }
    scope.commit().await
}
