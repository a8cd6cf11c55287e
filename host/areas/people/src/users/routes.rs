//! Routes of users and their permissions.

use data::{ById, Empty, ListQuery, PageOf, Proof, Result, Save, Scope, ids::UserId, message};
use web::{
    Raw, Routes,
    http::{self, Method, Response},
};

use crate::{
    access::{
        USERS, USERS_CHANGE_PERMISSIONS, USERS_CREATE, USERS_DELETE, USERS_EDIT, USERS_UNLOCK,
    },
    permissions,
    users::{
        self,
        model::{
            ExportQuestion, OfCustomer, SaveUser, SaveUserPermissions, SavedUser, UserForEdit,
            UserItem, UserPermissions, UserToEdit, UsersQuestion,
        },
        service::check_customer,
    },
};

pub fn table() -> Routes {
    Routes::new("/api/core/user")
        .list("getusers", USERS, get_users)
        .list("getcustomerusers", USERS, get_customer_users)
        .raw(
            Method::GET,
            "GetUsersForExcel",
            USERS,
            0,
            get_users_for_excel,
        )
        .describe_query::<ExportQuestion>()
        .describe_query::<ListQuery>()
        .get("getuserforedit", USERS, get_user_for_edit)
        .post(
            "createorupdateuser",
            Save::with(USERS_CREATE, USERS_EDIT),
            create_or_update_user,
        )
        .require_proof(Proof::fresh(message!(
            "Confirm your identity to change a user."
        )))
        .deny_impersonation()
        .get(
            "GetUserPermissionsForEdit",
            USERS_CHANGE_PERMISSIONS,
            get_user_permissions_for_edit,
        )
        .put(
            "updateUserPermissions",
            USERS_CHANGE_PERMISSIONS,
            update_user_permissions,
        )
        .require_proof(Proof::fresh(message!(
            "Confirm your identity to change the permissions of a user."
        )))
        .deny_impersonation()
        .post("UnlockUser", USERS_UNLOCK, unlock_user)
        .delete("DeleteUser", USERS_DELETE, delete_user)
}

async fn get_users(
    mut scope: Scope,
    question: UsersQuestion,
    list: ListQuery,
) -> Result<PageOf<UserItem>> {
    users::list::page(&mut scope, &question, None, &list).await
}

async fn get_customer_users(
    mut scope: Scope,
    filter: OfCustomer,
    list: ListQuery,
) -> Result<PageOf<UserItem>> {
    check_customer(&mut scope, filter.customer_id).await?;
    users::list::page(
        &mut scope,
        &UsersQuestion::default(),
        Some(filter.customer_id),
        &list,
    )
    .await
}

async fn get_users_for_excel(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ExportQuestion {
        role,
        permission,
        customer_id,
    } = raw.query()?;
    if let Some(customer) = customer_id {
        check_customer(&mut scope, customer).await?;
    }
    let question = UsersQuestion { role, permission };
    let table = users::list::table(&mut scope, &question, customer_id, raw.query()?).await?;
    Ok(http::download(
        table.into(),
        "text/csv; charset=utf-8",
        "users.csv",
    ))
}

async fn get_user_for_edit(mut scope: Scope, input: UserToEdit) -> Result<UserForEdit> {
    users::form::for_edit(
        &mut scope,
        input.id.filter(|id| id.0 != 0),
        input.customer_id,
    )
    .await
}

async fn create_or_update_user(scope: Scope, sent: SaveUser) -> Result<SavedUser> {
    users::save::save(scope, sent).await
}

async fn get_user_permissions_for_edit(
    mut scope: Scope,
    user: ById<UserId>,
) -> Result<UserPermissions> {
    permissions::service::for_edit(&mut scope, user.id).await
}

async fn update_user_permissions(scope: Scope, sent: SaveUserPermissions) -> Result<Empty> {
    permissions::service::save(scope, sent).await?;
    Ok(Empty {})
}

async fn unlock_user(scope: Scope, user: ById<UserId>) -> Result<Empty> {
    users::delete::unlock(scope, user.id).await?;
    Ok(Empty {})
}

async fn delete_user(scope: Scope, user: ById<UserId>) -> Result<Empty> {
    users::delete::delete(scope, user.id).await?;
    Ok(Empty {})
}
