//! The calls about users.

use kernel::{ById, Empty, ListQuery, PageOf, Permission, Result, Routes, Scope, ids::ApiKeyId, permission};

use crate::{
    model::{KeyFor, NewKey, UserItem, UsersQuestion},
    service::{keys, users},
};

const USERS_EDIT: Permission = Permission("Pages.Administration.Users.Edit");

pub fn table() -> Routes {
    Routes::at("/api/core/user")
        .list("getusers", permission::USERS, get_users)
        .post("CreateAPIKey", USERS_EDIT, create_api_key)
        .delete("DeleteAPIKey", USERS_EDIT, delete_api_key)
}

async fn get_users(mut scope: Scope, question: UsersQuestion, list: ListQuery) -> Result<PageOf<UserItem>> {
    users::page(&mut scope, question.role, &list).await
}

async fn create_api_key(mut scope: Scope, input: KeyFor) -> Result<NewKey> {
    keys::create(&mut scope, input.user_id).await
}

async fn delete_api_key(mut scope: Scope, key: ById<ApiKeyId>) -> Result<Empty> {
    keys::delete(&mut scope, key.id).await?;
    Ok(Empty {})
}
