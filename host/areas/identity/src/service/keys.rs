//! API keys: making them, taking them away, and exchanging them for bearer tokens.

use kernel::{
    Error, Result, Scope,
    db::Mode,
    ids::{ApiKeyId, UserId},
};
use subtle::ConstantTimeEq;

use super::{
    doorman::{self, Doorman},
    sessions,
};
use crate::{
    model::{ApiKey, NewKey, User},
    rules::tokens,
    store,
};

/// Makes a key that acts as the user. Nobody makes one for a user who may do more than they may themselves.
pub async fn create(scope: &mut Scope, user: UserId) -> Result<NewKey> {
    let user: User = scope.find(user).await?;
    let mut tx = scope.host().db().begin_aside(scope.tenant).await?;
    let may = store::permissions(&mut tx, user.id, user.customer_id.is_some()).await?;
    drop(tx);
    if let Some(caller) = scope.caller.session()
        && let Some(more) = may.iter().find(|name| !caller.permissions.contains(*name))
    {
        return Err(Error::Forbidden(format!(
            "The user holds {more}, which you do not: such a key is not yours to make."
        )));
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
