//! Routes of API keys.

use data::{ById, Empty, ListQuery, PageOf, Proof, Result, Scope, ids::ApiKeyId, message};
use people::access::USERS_EDIT;
use web::Routes;

use crate::api_keys::{
    self,
    model::{KeyFor, KeyForEdit, KeyItem, KeyToMake, KeysOf, NewKey},
};

pub fn table() -> Routes {
    Routes::new("/api/core/user")
        .list("getapikeys", USERS_EDIT, get_api_keys)
        .get("getapikeyforedit", USERS_EDIT, get_api_key_for_edit)
        .post("CreateAPIKey", USERS_EDIT, create_api_key)
        .require_proof(Proof::fresh(message!(
            "Confirm your identity to create an API key."
        )))
        .deny_impersonation()
        .delete("DeleteAPIKey", USERS_EDIT, delete_api_key)
        .require_proof(Proof::fresh(message!(
            "Confirm your identity to delete an API key."
        )))
}

async fn get_api_keys(
    mut scope: Scope,
    filter: KeysOf,
    list: ListQuery,
) -> Result<PageOf<KeyItem>> {
    api_keys::service::page(&mut scope, filter.user_id, &list).await
}

async fn get_api_key_for_edit(mut scope: Scope, input: KeyToMake) -> Result<KeyForEdit> {
    Ok(KeyForEdit {
        permissions: people::managed_permission_items(&mut scope, input.user_id).await?,
    })
}

async fn create_api_key(mut scope: Scope, input: KeyFor) -> Result<NewKey> {
    api_keys::service::create(&mut scope, input).await
}

async fn delete_api_key(mut scope: Scope, key: ById<ApiKeyId>) -> Result<Empty> {
    api_keys::service::delete(&mut scope, key.id).await?;
    Ok(Empty {})
}
