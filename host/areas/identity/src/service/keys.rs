//! API keys: making them, taking them away, and exchanging them for bearer tokens.

use kernel::{
    Error, ListQuery, PageOf, Result, Scope, Where,
    db::Mode,
    ids::{ApiKeyId, UserId},
};
use subtle::ConstantTimeEq;

use super::{
    session_gate::{self, SessionGate},
    sessions,
};
use crate::{
    model::{
        ApiKey,
        keys::{KeyItem, NewKey},
    },
    rules::tokens,
    store,
};

/// A page of the keys of the users whom the caller may manage, or of one of these users.
pub async fn page(scope: &mut Scope, user: Option<UserId>, list: &ListQuery) -> Result<PageOf<KeyItem>> {
    let narrow = match user {
        Some(user) => Where::all().eq(ApiKey::USER_ID, people::managed(scope, user).await?.id),
        None => match people::managed_ids(scope).await? {
            Some(own) => Where::all().is_in(ApiKey::USER_ID, &own),
            None => Where::all(),
        },
    };
    let page: PageOf<ApiKey> = scope.page(list, narrow).await?;
    let owners: Vec<UserId> = page.items.iter().map(|key| key.user_id).collect();
    let names = people::names_of(scope, &owners).await?;
    Ok(page.map(|key| {
        let (user_name, user_full_name) = names.get(&key.user_id).cloned().unwrap_or_default();
        KeyItem {
            id: key.id,
            user_id: key.user_id,
            user_name,
            user_full_name,
            creation_time: key.creation_time,
            last_used_time: key.last_used_time,
        }
    }))
}

/// Makes a key that acts as the user. Nobody makes one for a user who may do more than they may themselves.
pub async fn create(scope: &mut Scope, user: UserId) -> Result<NewKey> {
    people::check_mightier(scope, user, "such a key is not yours to make.").await?;
    let secret = tokens::new(scope.tenant)?;
    let mut key = ApiKey {
        id: ApiKeyId::default(),
        row_version: 0,
        user_id: user,
        secret_hash: tokens::hash(&secret),
        creation_time: scope.now(),
        last_used_time: None,
    };
    scope.insert(&mut key).await?;
    scope.commit().await?;
    Ok(NewKey { id: key.id, api_key: secret })
}

/// Takes a key away, and with it every token that was given for it.
pub async fn delete(scope: &mut Scope, key: ApiKeyId) -> Result<()> {
    let owner = store::owner_of(scope, key).await?.ok_or(Error::NotFound("The API key"))?;
    let owner = people::managed(scope, owner).await.map_err(|_| Error::NotFound("The API key"))?;
    people::check_may_change(scope, owner.id).await?;
    people::check_mightier(scope, owner.id, "the user's keys are not yours to take.").await?;
    scope.delete::<ApiKey>(key).await?;
    scope.commit().await?;
    scope.port::<SessionGate>()?.forget();
    Ok(())
}

/// A bearer token for a key and its secret; none when they do not fit or their user can't come in.
pub async fn exchange(scope: &Scope, client_id: &str, secret: &str) -> Result<Option<String>> {
    let (Some(tenant), Ok(id)) = (tokens::tenant_of(secret), client_id.parse()) else { return Ok(None) };
    if !session_gate::is_open(scope.host(), tenant).await? {
        return Ok(None);
    }
    let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
    let key = match scope.find::<ApiKey>(ApiKeyId(id)).await {
        Ok(key) => key,
        Err(Error::NotFound(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let fits: bool = tokens::hash(secret).as_bytes().ct_eq(key.secret_hash.as_bytes()).into();
    let user = people::account(&mut scope, key.user_id).await?;
    if !fits || !user.is_active {
        return Ok(None);
    }
    store::key_was_used(&mut scope, key.id).await?;
    sessions::open_bearer(&mut scope, user.id, Some(key.id)).await.map(Some)
}
