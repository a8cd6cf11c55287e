//! The calls about roles and the tree of permissions.

use kernel::{ById, Empty, ListQuery, PageOf, Result, Routes, Save, Scope, ids::RoleId};
use tenancy::access::ADMINISTRATION;

use crate::{
    access::{ROLES, ROLES_CREATE, ROLES_DELETE, ROLES_EDIT},
    model::{
        roles::{PermissionItem, RoleForEdit, RoleItem, RoleToEdit, SaveRole, SavedRole},
        users::OfCustomer,
    },
    rules::grants::Part,
    service::{people::part, roles},
};

pub fn table() -> Routes {
    Routes::at("/api/core/role")
        .list("getroles", ROLES, get_roles)
        .list("getcustomerroles", ROLES, get_customer_roles)
        .get("getroleforedit", ROLES, get_role_for_edit)
        .post(
            "createorupdaterole",
            Save::with(ROLES_CREATE, ROLES_EDIT),
            create_or_update_role,
        )
        .fresh()
        .not_impersonated()
        .delete("deleterole", ROLES_DELETE, delete_role)
        .fresh()
}

pub fn permissions() -> Routes {
    Routes::at("/api/core/permission")
        .get("getallpermissions", ADMINISTRATION, get_all_permissions)
        .get(
            "getallpermissionsforcustomer",
            ADMINISTRATION,
            get_all_permissions_for_customer,
        )
}

async fn get_roles(mut scope: Scope, _: Empty, list: ListQuery) -> Result<PageOf<RoleItem>> {
    roles::page(&mut scope, &list).await
}

async fn get_customer_roles(
    mut scope: Scope,
    of: OfCustomer,
    list: ListQuery,
) -> Result<PageOf<RoleItem>> {
    roles::page_of_customer(&mut scope, of.customer_id, &list).await
}

async fn get_role_for_edit(mut scope: Scope, asked: RoleToEdit) -> Result<RoleForEdit> {
    roles::for_edit(&mut scope, asked.id, asked.customer_id).await
}

async fn create_or_update_role(scope: Scope, sent: SaveRole) -> Result<SavedRole> {
    roles::save(scope, sent).await
}

async fn delete_role(scope: Scope, role: ById<RoleId>) -> Result<Empty> {
    roles::delete(scope, role.id).await?;
    Ok(Empty {})
}

async fn get_all_permissions(scope: Scope, _: Empty) -> Result<PageOf<PermissionItem>> {
    Ok(whole(part(&scope, None)))
}

async fn get_all_permissions_for_customer(
    scope: Scope,
    _: Empty,
) -> Result<PageOf<PermissionItem>> {
    Ok(whole(Part {
        for_customers: true,
        with_platform: false,
        tree: scope.host().permissions().clone(),
    }))
}

/// The tree is answered whole.
fn whole(part: Part) -> PageOf<PermissionItem> {
    let items = part.items();
    PageOf {
        total_count: items.len() as i64,
        items,
    }
}
