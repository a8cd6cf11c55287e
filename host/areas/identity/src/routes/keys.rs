//! The calls about API keys.

use kernel::{ById, Empty, ListQuery, PageOf, Result, Routes, Scope, ids::ApiKeyId};
use people::access::USERS_EDIT;

use crate::{
    model::keys::{KeyFor, KeyItem, KeysOf, NewKey},
    service::keys,
};

pub fn table() -> Routes {
    Routes::at("/api/core/user")
        .list("getapikeys", USERS_EDIT, get_api_keys)
        .post("CreateAPIKey", USERS_EDIT, create_api_key)
        .delete("DeleteAPIKey", USERS_EDIT, delete_api_key)
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
