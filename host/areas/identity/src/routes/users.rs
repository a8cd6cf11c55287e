//! The calls about users, their permissions and their API keys.

use kernel::{
    ById, Empty, ListQuery, PageOf, Raw, Result, Routes, Scope,
    http::{self, Method, Response},
    ids::{ApiKeyId, UserId},
    permission::{USERS, USERS_CHANGE_PERMISSIONS, USERS_DELETE, USERS_EDIT, USERS_UNLOCK},
};

use crate::{
    model::people::{
        ExportQuestion, KeyFor, KeyItem, KeysOf, NewKey, OfCustomer, SaveUser, SaveUserPermissions, SavedUser,
        UserForEdit, UserItem, UserPermissions, UserToEdit, UsersQuestion,
    },
    service::{
        keys,
        people::{check_customer, edit, form, leave, list, rights},
    },
};

pub fn table() -> Routes {
    Routes::at("/api/core/user")
        .list("getusers", USERS, get_users)
        .list("getcustomerusers", USERS, get_customer_users)
        .raw(Method::GET, "GetUsersForExcel", USERS, 0, get_users_for_excel)
        .get("getuserforedit", USERS, get_user_for_edit)
        .post("createorupdateuser", USERS, create_or_update_user)
        .get("GetUserPermissionsForEdit", USERS_CHANGE_PERMISSIONS, get_user_permissions_for_edit)
        .put("updateUserPermissions", USERS_CHANGE_PERMISSIONS, update_user_permissions)
        .post("UnlockUser", USERS_UNLOCK, unlock_user)
        .delete("DeleteUser", USERS_DELETE, delete_user)
        .list("getapikeys", USERS_EDIT, get_api_keys)
        .post("CreateAPIKey", USERS_EDIT, create_api_key)
        .delete("DeleteAPIKey", USERS_EDIT, delete_api_key)
}

async fn get_users(mut scope: Scope, question: UsersQuestion, list: ListQuery) -> Result<PageOf<UserItem>> {
    list::page(&mut scope, &question, None, &list).await
}

async fn get_customer_users(mut scope: Scope, of: OfCustomer, list: ListQuery) -> Result<PageOf<UserItem>> {
    check_customer(&mut scope, of.customer_id).await?;
    list::page(&mut scope, &UsersQuestion::default(), Some(of.customer_id), &list).await
}

async fn get_users_for_excel(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ExportQuestion { role, permission, customer_id } = raw.query()?;
    if let Some(customer) = customer_id {
        check_customer(&mut scope, customer).await?;
    }
    let question = UsersQuestion { role, permission };
    let table = list::table(&mut scope, &question, customer_id, raw.query()?).await?;
    Ok(http::download(table.into(), "text/csv; charset=utf-8", "users.csv"))
}

async fn get_user_for_edit(mut scope: Scope, asked: UserToEdit) -> Result<UserForEdit> {
    form::for_edit(&mut scope, asked.id.filter(|id| id.0 != 0), asked.customer_id).await
}

async fn create_or_update_user(scope: Scope, sent: SaveUser) -> Result<SavedUser> {
    edit::save(scope, sent).await
}

async fn get_user_permissions_for_edit(mut scope: Scope, user: ById<UserId>) -> Result<UserPermissions> {
    rights::for_edit(&mut scope, user.id).await
}

async fn update_user_permissions(scope: Scope, sent: SaveUserPermissions) -> Result<Empty> {
    rights::save(scope, sent).await?;
    Ok(Empty {})
}

async fn unlock_user(scope: Scope, user: ById<UserId>) -> Result<Empty> {
    leave::unlock(scope, user.id).await?;
    Ok(Empty {})
}

async fn delete_user(scope: Scope, user: ById<UserId>) -> Result<Empty> {
    leave::delete(scope, user.id).await?;
    Ok(Empty {})
}

async fn get_api_keys(mut scope: Scope, of: KeysOf, list: ListQuery) -> Result<PageOf<KeyItem>> {
    keys::page(&mut scope, of.user_id, &list).await
}

async fn create_api_key(mut scope: Scope, input: KeyFor) -> Result<NewKey> {
    keys::create(&mut scope, input.user_id).await
}

async fn delete_api_key(mut scope: Scope, key: ById<ApiKeyId>) -> Result<Empty> {
    keys::delete(&mut scope, key.id).await?;
    Ok(Empty {})
}
