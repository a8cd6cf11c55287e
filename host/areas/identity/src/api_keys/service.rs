//! API keys: creating, deleting and exchanging them for bearer tokens.

use chrono::SubsecRound;
use data::{
    Error, ListQuery, PageOf, Result, Scope, Where,
    db::Mode,
    ids::{ApiKeyId, UserId},
    message, validate,
};
use subtle::ConstantTimeEq;

use crate::sessions::{self, gate::SessionGate};
use crate::{
    api_keys::{
        self,
        model::{KeyFor, KeyItem, NewKey},
        rules,
    },
    sessions::model::ApiKey,
};

/// Returns a page of the keys that the caller may manage.
pub async fn page(
    scope: &mut Scope,
    user: Option<UserId>,
    list: &ListQuery,
) -> Result<PageOf<KeyItem>> {
    let narrow = match user {
        Some(user) => Where::all().eq(ApiKey::USER_ID, people::find_managed(scope, user).await?.id),
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
            name: key.name,
            permissions: key.permissions,
            expires_at: key.expires_at,
            addresses: key
                .addresses
                .map(|networks| networks.iter().map(ToString::to_string).collect()),
            creation_time: key.creation_time,
            last_used_time: key.last_used_time,
            last_used_address: key.last_used_address,
        }
    }))
}

/// Creates a key. The creator needs at least the user's permissions; a key can't create another.
pub async fn create(scope: &mut Scope, sent: KeyFor) -> Result<NewKey> {
    if scope.caller.session().is_some_and(|session| session.by_key) {
        return Err(Error::Forbidden(message!(
            "An API key can't create API keys."
        )));
    }
    people::check_not_exceeding(
        scope,
        sent.user_id,
        message!("you can't create such a key."),
    )
    .await?;
    let held_permissions = people::managed_permissions(scope, sent.user_id).await?;
    let mut errors = validate::check("", &sent);
    let permissions =
        rules::validate_permissions(sent.permissions.as_deref(), &held_permissions, &mut errors);
    let addresses = rules::parse_networks(sent.addresses.as_deref(), &mut errors);
    errors.extend(rules::expiry_error(sent.expires_at, scope.now()));
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let secret = sessions::tokens::new(scope.tenant)?;
    let mut key = ApiKey {
        user_id: sent.user_id,
        name: sent.name.trim().to_owned(),
        secret_hash: sessions::tokens::hash(&secret),
        permissions,
        expires_at: sent.expires_at.map(|time| time.trunc_subsecs(6)),
        addresses,
        creation_time: scope.now(),
        ..ApiKey::default()
    };
    scope.insert(&mut key).await?;
    scope.commit().await?;
    Ok(NewKey {
        id: key.id,
        api_key: secret,
    })
}

pub async fn delete(scope: &mut Scope, key: ApiKeyId) -> Result<()> {
    let owner = sessions::store::owner_of(scope, key)
        .await?
        .ok_or(Error::NotFound("The API key"))?;
    let owner = people::find_managed(scope, owner)
        .await
        .map_err(|_| Error::NotFound("The API key"))?;
    people::check_may_change(scope, owner.id).await?;
    people::check_not_exceeding(
        scope,
        owner.id,
        message!("you can't revoke the user's keys."),
    )
    .await?;
    scope.delete::<ApiKey>(key).await?;
    scope.commit().await?;
    scope.port::<SessionGate>()?.clear_cache();
    Ok(())
}

/// Exchanges a key for a bearer token and its lifetime in seconds. None if the secret, expiry,
/// address or user is not accepted.
pub async fn exchange(
    scope: &Scope,
    client_id: &str,
    secret: &str,
) -> Result<Option<(String, i64)>> {
    let (Some(tenant), Ok(id)) = (sessions::tokens::tenant_of(secret), client_id.parse()) else {
        return Ok(None);
    };
    if !sessions::gate::is_open(scope.host(), tenant).await? {
        return Ok(None);
    }
    let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
    let key = match scope.find::<ApiKey>(ApiKeyId(id)).await {
        Ok(key) => key,
        Err(Error::NotFound(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let fits: bool = sessions::tokens::hash(secret)
        .as_bytes()
        .ct_eq(key.secret_hash.as_bytes())
        .into();
    let user = people::account(&mut scope, key.user_id).await?;
    let now = scope.now();
    let end = key
        .expires_at
        .map_or(now + sessions::service::KEY_TOKEN_LIFETIME, |expiry| {
            expiry.min(now + sessions::service::KEY_TOKEN_LIFETIME)
        });
    let is_here = api_keys::networks::contains_address(
        key.addresses.as_deref(),
        scope.request.address.parse().ok(),
    );
    if !fits || !user.is_active || end <= now || !is_here {
        return Ok(None);
    }
    sessions::store::key_was_used(&mut scope, key.id).await?;
    let token = sessions::service::open_bearer(&mut scope, user.id, Some(key.id), end).await?;
    Ok(Some((token, (end - now).num_seconds())))
}
