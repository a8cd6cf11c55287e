//! API keys: making them, taking them away, and exchanging them for bearer tokens.

use std::collections::HashMap;

use kernel::{
    Error, ListQuery, PageOf, Result, Scope, Where,
    db::Mode,
    ids::{ApiKeyId, UserId},
};
use subtle::ConstantTimeEq;

use super::{
    doorman::{self, Doorman},
    people, sessions,
};
use crate::{
    model::{
        ApiKey, User,
        people::{KeyItem, NewKey},
    },
    rules::{grants, tokens},
    store,
};

/// A page of the keys of the users whom the caller may manage, or of one of these users.
pub async fn page(scope: &mut Scope, user: Option<UserId>, list: &ListQuery) -> Result<PageOf<KeyItem>> {
    let narrow = match (user, scope.caller.customer()) {
        (Some(user), _) => Where::all().eq("user_id", people::find(scope, user).await?.id),
        (None, None) => Where::all(),
        (None, Some(_)) => {
            let own: Vec<User> = scope.all(people::within_reach(scope)).await?;
            Where::all().is_in("user_id", &own.iter().map(|user| user.id).collect::<Vec<_>>())
        }
    };
    let page: PageOf<ApiKey> = scope.page(list, narrow).await?;
    let owners: Vec<UserId> = page.items.iter().map(|key| key.user_id).collect();
    let owners: HashMap<UserId, User> =
        scope.all::<User>(Where::all().is_in("id", &owners)).await?.into_iter().map(|user| (user.id, user)).collect();
    Ok(page.map(|key| {
        let owner = owners.get(&key.user_id);
        KeyItem {
            id: key.id,
            user_id: key.user_id,
            user_name: owner.map(|user| user.user_name.clone()).unwrap_or_default(),
            user_full_name: owner
                .map(|user| format!("{} {}", user.name, user.surname).trim().to_owned())
                .unwrap_or_default(),
            creation_time: key.creation_time,
            last_used_time: key.last_used_time,
        }
    }))
}

/// Makes a key that acts as the user. Nobody makes one for a user who may do more than they may themselves.
pub async fn create(scope: &mut Scope, user: UserId) -> Result<NewKey> {
    let user = people::find(scope, user).await?;
    let may = people::power(scope, &user).await?;
    if let Some(own) = people::own_power(scope) {
        grants::check_no_mightier(&may, own, "such a key is not yours to make.")?;
    }
    let secret = tokens::new(scope.tenant)?;
    let mut key = ApiKey {
        id: ApiKeyId::default(),
        row_version: 0,
        user_id: user.id,
        secret_hash: tokens::hash(&secret),
        creation_time: scope.now(),
        last_used_time: None,
    };
    scope.insert(&mut key).await?;
    scope.save().await?;
    Ok(NewKey { id: key.id, api_key: secret })
}

/// Takes a key away, and with it every token that was given for it.
pub async fn delete(scope: &mut Scope, key: ApiKeyId) -> Result<()> {
    let owner = store::people::owner_of(scope, key).await?.ok_or(Error::NotFound("The API key"))?;
    let owner = people::find(scope, owner).await.map_err(|_| Error::NotFound("The API key"))?;
    people::check_may_change(scope, &owner).await?;
    scope.delete::<ApiKey>(key).await?;
    scope.save().await?;
    scope.port::<Doorman>()?.forget();
    Ok(())
}

/// A bearer token for a key and its secret; none when they do not fit or their user can't come in.
pub async fn exchange(scope: &Scope, client_id: &str, secret: &str) -> Result<Option<String>> {
    let (Some(tenant), Ok(id)) = (tokens::tenant_of(secret), client_id.parse()) else { return Ok(None) };
    if !doorman::is_open(scope.host(), tenant).await? {
        return Ok(None);
    }
    let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
    let key = match scope.find::<ApiKey>(ApiKeyId(id)).await {
        Ok(key) => key,
        Err(Error::NotFound(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let fits: bool = tokens::hash(secret).as_bytes().ct_eq(key.secret_hash.as_bytes()).into();
    let user: User = scope.find(key.user_id).await?;
    if !fits || !user.is_active {
        return Ok(None);
    }
    store::key_was_used(&mut scope, key.id).await?;
    sessions::open_bearer(&mut scope, user.id, Some(key.id)).await.map(Some)
}
