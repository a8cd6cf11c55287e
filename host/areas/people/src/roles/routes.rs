//! Routes of roles and the permission tree.

use data::{ById, Empty, ListQuery, PageOf, Proof, Result, Save, Scope, ids::RoleId, message};
use tenancy::access::ADMINISTRATION;
use web::Routes;

use crate::{
    access::{ROLES, ROLES_CREATE, ROLES_DELETE, ROLES_EDIT},
    permissions::grants::VisibleTree,
    roles::{
        self,
        model::{PermissionItem, RoleForEdit, RoleItem, RoleToEdit, SaveRole, SavedRole},
    },
    users::{model::OfCustomer, service::visible_tree},
};

pub fn table() -> Routes {
    Routes::new("/api/core/role")
        .list("getroles", ROLES, get_roles)
        .list("getcustomerroles", ROLES, get_customer_roles)
        .get("getroleforedit", ROLES, get_role_for_edit)
        .post(
            "createorupdaterole",
            Save::with(ROLES_CREATE, ROLES_EDIT),
            create_or_update_role,
        )
        .require_proof(Proof::fresh(message!(
            "Confirm your identity to change a role."
        )))
        .deny_impersonation()
        .delete("deleterole", ROLES_DELETE, delete_role)
        .require_proof(Proof::fresh(message!(
            "Confirm your identity to delete a role."
        )))
}

pub fn permissions() -> Routes {
    Routes::new("/api/core/permission")
        .get("getallpermissions", ADMINISTRATION, get_all_permissions)
        .get(
            "getallpermissionsforcustomer",
            ADMINISTRATION,
            get_all_permissions_for_customer,
        )
}

async fn get_roles(mut scope: Scope, _: Empty, list: ListQuery) -> Result<PageOf<RoleItem>> {
    roles::service::page(&mut scope, &list).await
}

async fn get_customer_roles(
    mut scope: Scope,
    filter: OfCustomer,
    list: ListQuery,
) -> Result<PageOf<RoleItem>> {
    roles::service::page_of_customer(&mut scope, filter.customer_id, &list).await
}

async fn get_role_for_edit(mut scope: Scope, input: RoleToEdit) -> Result<RoleForEdit> {
    roles::service::for_edit(&mut scope, input.id, input.customer_id).await
}

async fn create_or_update_role(scope: Scope, sent: SaveRole) -> Result<SavedRole> {
    roles::service::save(scope, sent).await
}

async fn delete_role(scope: Scope, role: ById<RoleId>) -> Result<Empty> {
    roles::service::delete(scope, role.id).await?;
    Ok(Empty {})
}

async fn get_all_permissions(scope: Scope, _: Empty) -> Result<PageOf<PermissionItem>> {
    Ok(tree_page(visible_tree(&scope, None)))
}

async fn get_all_permissions_for_customer(
    scope: Scope,
    _: Empty,
) -> Result<PageOf<PermissionItem>> {
    Ok(tree_page(VisibleTree {
        for_customers: true,
        with_platform: false,
        tree: scope.host().permissions().clone(),
    }))
}

fn tree_page(part: VisibleTree) -> PageOf<PermissionItem> {
    let items = part.items();
    PageOf {
        total_count: items.len() as i64,
        items,
    }
}
