//! Routes of organisation units.

use data::{ById, Change, Empty, ListQuery, PageOf, Result, Save, Scope, ids::OrganizationUnitId};
use web::Routes;

use crate::{
    access::{UNITS, UNITS_MEMBERS, UNITS_TREE},
    units::{
        self,
        model::{FormerMember, MemberItem, MovedUnit, NewMembers, NewUnit, RenamedUnit, UnitItem},
    },
};

pub fn table() -> Routes {
    Routes::new("/api/core/organizationunit")
        .get("getorganizationunits", UNITS, get_units)
        .list("getorganizationunitusers", UNITS, get_members)
        .post(
            "createorganizationunit",
            Save::with_permission(UNITS_TREE),
            create,
        )
        .put(
            "updateorganizationunit",
            Save::with_permission(UNITS_TREE),
            update,
        )
        .post("moveorganizationunit", UNITS_TREE, relocate)
        .delete("deleteorganizationunit", UNITS_TREE, delete)
        .post("adduserstoorganizationunit", UNITS_MEMBERS, add)
        .delete("removeuserfromorganizationunit", UNITS_MEMBERS, remove)
}

async fn get_units(mut scope: Scope, _: Empty) -> Result<PageOf<UnitItem>> {
    let items = units::service::all(&mut scope).await?;
    Ok(PageOf {
        total_count: items.len() as i64,
        items,
    })
}

async fn get_members(
    mut scope: Scope,
    unit: ById<OrganizationUnitId>,
    list: ListQuery,
) -> Result<PageOf<MemberItem>> {
    units::service::members(&mut scope, unit.id, &list).await
}

async fn create(scope: Scope, new: Change<NewUnit>) -> Result<UnitItem> {
    units::service::create(scope, new).await
}

async fn update(scope: Scope, sent: Change<RenamedUnit>) -> Result<UnitItem> {
    units::service::rename(scope, sent).await
}

async fn relocate(scope: Scope, sent: MovedUnit) -> Result<UnitItem> {
    units::service::relocate(scope, sent).await
}

async fn delete(scope: Scope, unit: ById<OrganizationUnitId>) -> Result<Empty> {
    units::service::delete(scope, unit.id).await?;
    Ok(Empty {})
}

async fn add(scope: Scope, new: NewMembers) -> Result<Empty> {
    units::service::add(scope, new).await?;
    Ok(Empty {})
}

async fn remove(scope: Scope, former: FormerMember) -> Result<Empty> {
    units::service::remove(scope, former).await?;
    Ok(Empty {})
}
