//! API keys: making them, taking them away, and exchanging them for bearer tokens.

use chrono::SubsecRound;
use kernel::{
    Error, ListQuery, PageOf, Result, Scope, Where,
    db::Mode,
    ids::{ApiKeyId, UserId},
    message, validate,
};
use subtle::ConstantTimeEq;

use super::{
    session_gate::{self, SessionGate},
    sessions,
};
use crate::{
    model::{
        ApiKey,
        keys::{KeyFor, KeyItem, NewKey},
    },
    rules::{keys as rules, networks, tokens},
    store,
};

/// A page of the keys of the users whom the caller may manage, or of one of these users.
pub async fn page(
    scope: &mut Scope,
    user: Option<UserId>,
    list: &ListQuery,
) -> Result<PageOf<KeyItem>> {
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

/// Makes a key that acts as the user. Nobody makes one for a user who may do more than they may themselves, and no key
/// makes another.
pub async fn create(scope: &mut Scope, sent: KeyFor) -> Result<NewKey> {
    if scope.caller.session().is_some_and(|session| session.by_key) {
        return Err(Error::Forbidden(message!(
            "An API key can't make API keys."
        )));
    }
    people::check_mightier(
        scope,
        sent.user_id,
        message!("such a key is not yours to make."),
    )
    .await?;
    let held = people::held(scope, sent.user_id).await?;
    let mut wrong = validate::check("", &sent);
    let permissions = rules::permissions(sent.permissions.as_deref(), &held, &mut wrong);
    let addresses = rules::addresses(sent.addresses.as_deref(), &mut wrong);
    wrong.extend(rules::wrong_expiry(sent.expires_at, scope.now()));
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    let secret = tokens::new(scope.tenant)?;
    let mut key = ApiKey {
        user_id: sent.user_id,
        name: sent.name.trim().to_owned(),
        secret_hash: tokens::hash(&secret),
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

/// Takes a key away, and with it every token that was given for it.
pub async fn delete(scope: &mut Scope, key: ApiKeyId) -> Result<()> {
    let owner = store::owner_of(scope, key)
        .await?
        .ok_or(Error::NotFound("The API key"))?;
    let owner = people::managed(scope, owner)
        .await
        .map_err(|_| Error::NotFound("The API key"))?;
    people::check_may_change(scope, owner.id).await?;
    people::check_mightier(
        scope,
        owner.id,
        message!("the user's keys are not yours to take."),
    )
    .await?;
    scope.delete::<ApiKey>(key).await?;
    scope.commit().await?;
    scope.port::<SessionGate>()?.forget();
    Ok(())
}

/// A bearer token for a key and its secret, and for how many seconds it is good; none when they do not fit, the key has
/// expired or may not be used from here, or its user can't come in.
pub async fn exchange(
    scope: &Scope,
    client_id: &str,
    secret: &str,
) -> Result<Option<(String, i64)>> {
    let (Some(tenant), Ok(id)) = (tokens::tenant_of(secret), client_id.parse()) else {
        return Ok(None);
    };
    if !session_gate::is_open(scope.host(), tenant).await? {
        return Ok(None);
    }
    let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
    let key = match scope.find::<ApiKey>(ApiKeyId(id)).await {
        Ok(key) => key,
        Err(Error::NotFound(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let fits: bool = tokens::hash(secret)
        .as_bytes()
        .ct_eq(key.secret_hash.as_bytes())
        .into();
    let user = people::account(&mut scope, key.user_id).await?;
    let now = scope.now();
    let end = key.expires_at.map_or(now + sessions::FOR_A_KEY, |expiry| {
        expiry.min(now + sessions::FOR_A_KEY)
    });
    let is_here = networks::admits(key.addresses.as_deref(), scope.request.address.parse().ok());
    if !fits || !user.is_active || end <= now || !is_here {
        return Ok(None);
    }
    store::key_was_used(&mut scope, key.id).await?;
    let token = sessions::open_bearer(&mut scope, user.id, Some(key.id), end).await?;
    Ok(Some((token, (end - now).num_seconds())))
}
