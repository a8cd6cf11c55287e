//! The calls about API keys.

use kernel::{ById, Empty, ListQuery, PageOf, Result, Routes, Scope, ids::ApiKeyId};
use people::access::USERS_EDIT;

use crate::{
    model::keys::{KeyFor, KeyForEdit, KeyItem, KeyToMake, KeysOf, NewKey},
    service::keys,
};

pub fn table() -> Routes {
    Routes::at("/api/core/user")
        .list("getapikeys", USERS_EDIT, get_api_keys)
        .get("getapikeyforedit", USERS_EDIT, get_api_key_for_edit)
        .post("CreateAPIKey", USERS_EDIT, create_api_key)
        .fresh()
        .not_impersonated()
        .delete("DeleteAPIKey", USERS_EDIT, delete_api_key)
        .fresh()
}

async fn get_api_keys(mut scope: Scope, of: KeysOf, list: ListQuery) -> Result<PageOf<KeyItem>> {
    keys::page(&mut scope, of.user_id, &list).await
}

async fn get_api_key_for_edit(mut scope: Scope, of: KeyToMake) -> Result<KeyForEdit> {
    Ok(KeyForEdit {
        permissions: people::held_items(&mut scope, of.user_id).await?,
    })
}

async fn create_api_key(mut scope: Scope, input: KeyFor) -> Result<NewKey> {
    keys::create(&mut scope, input).await
}

async fn delete_api_key(mut scope: Scope, key: ById<ApiKeyId>) -> Result<Empty> {
    keys::delete(&mut scope, key.id).await?;
    Ok(Empty {})
}
