//! Users as sign-in knows them: finding and making them, what they may do, and what it keeps of a user.

use std::collections::HashSet;

use kernel::{
    Change, Error, Host, Result, Scope, Where,
    audit::{Entry, UPDATED},
    db::Tx,
    ids::{CustomerId, FileId, RoleId, UserId},
    message, validate,
};
use serde::Serialize;
use tenancy::UserLockOut;

use super::people::roles_of;
use crate::{
    model::{Role, User, UserProfile, UserRole, users::OwnDetails},
    rules::users::key,
    store,
};

/// A user as sign-in knows one.
#[derive(Clone)]
pub struct Account {
    pub id: UserId,
    pub row_version: i64,
    pub user_name: String,
    pub name: String,
    pub surname: String,
    pub email_address: String,
    pub phone_number: String,
    pub password_hash: Option<String>,
    pub is_active: bool,
    pub customer: Option<CustomerId>,
    pub is_lockout_enabled: bool,
    pub picture: Option<FileId>,
}

impl From<User> for Account {
    fn from(user: User) -> Self {
        Self {
            id: user.id,
            row_version: user.row_version,
            user_name: user.user_name,
            name: user.name,
            surname: user.surname,
            email_address: user.email_address,
            phone_number: user.phone_number,
            password_hash: user.password_hash,
            is_active: user.is_active,
            customer: user.customer_id,
            is_lockout_enabled: user.is_lockout_enabled,
            picture: user.profile_picture_id,
        }
    }
}

impl Account {
    /// Has a change of the account recorded that no entity's column shows. A guest who holds a code is the user.
    pub fn record_change(
        &self,
        scope: &mut Scope,
        property: &str,
        old: impl Serialize,
        new: impl Serialize,
    ) {
        let entry = Entry::new("User", self.id, UPDATED)
            .named(&self.user_name)
            .with(property, old, new);
        let is_signed_in = scope.caller.session().is_some();
        scope.record(if is_signed_in {
            entry
        } else {
            entry.by(self.id, &self.user_name)
        });
    }
}

/// The user whom a code, a token or a session names, whoever is signed in meanwhile.
pub async fn account(scope: &mut Scope, id: UserId) -> Result<Account> {
    Ok(scope.unbound().await?.find::<User>(id).await?.into())
}

/// The user with this key of a name or e-mail address; the name wins.
pub async fn named(scope: &mut Scope, key: &str) -> Result<Option<Account>> {
    let by_name = scope
        .unbound()
        .await?
        .first::<User>(Where::all().eq(User::USER_NAME_KEY, key))
        .await?;
    match by_name {
        Some(user) => Ok(Some(user.into())),
        None => by_email(scope, key).await,
    }
}

/// The user with this key of an e-mail address.
pub async fn by_email(scope: &mut Scope, key: &str) -> Result<Option<Account>> {
    Ok(scope
        .unbound()
        .await?
        .first::<User>(Where::all().eq(User::EMAIL_KEY, key))
        .await?
        .map(Account::from))
}

/// Whether there is such a user and the user may come in.
pub async fn is_active(scope: &mut Scope, user: UserId) -> Result<bool> {
    store::users::is_active(scope, user).await
}

/// The first active user who has the administrators' role, for a platform administrator who names nobody.
pub async fn first_administrator(scope: &mut Scope) -> Result<Option<UserId>> {
    store::users::first_administrator(scope).await
}

/// Whether the user has the administrator's role.
pub async fn is_administrator(scope: &mut Scope, user: UserId) -> Result<bool> {
    store::people::is_administrator(scope, user).await
}

/// The customer, if any, of an active user; none when there is no such user.
pub async fn customer_of(tx: &mut Tx, user: UserId) -> Result<Option<Option<CustomerId>>> {
    store::users::customer_of(tx, user).await
}

/// All users of a customer, also those who are switched off.
pub async fn users_of(scope: &mut Scope, customer: CustomerId) -> Result<HashSet<UserId>> {
    store::users::of_customer(scope, customer).await
}

/// What the user may do.
pub async fn may(
    host: &Host,
    tx: &mut Tx,
    user: UserId,
    is_customer: bool,
) -> Result<HashSet<String>> {
    store::permissions::of(host, tx, user, is_customer).await
}

/// What a session tells of its user.
pub struct Present {
    pub user_name: String,
    pub display_name: String,
    pub email: String,
    pub customer: Option<CustomerId>,
    pub is_driver: bool,
    pub should_change_password: bool,
    pub picture: Option<FileId>,
    pub timezone: Option<String>,
    pub language: Option<String>,
}

/// What a session tells of its user; none of one who may not come in.
pub async fn present(tx: &mut Tx, user: UserId) -> Result<Option<Present>> {
    store::users::present(tx, user).await
}

/// Counts an attempt to prove who somebody is, before it is judged. False for a user who is locked out. For a name that
/// no user has it does the same work.
pub async fn count_attempt(
    scope: &mut Scope,
    user: Option<&Account>,
    rules: &UserLockOut,
) -> Result<bool> {
    if !rules.is_enabled {
        return Ok(true);
    }
    let id = user.map(|user| user.id).unwrap_or_default();
    let is_counted = store::users::count_attempt(scope, id, rules).await?;
    Ok(is_counted || user.is_none_or(|user| !user.is_lockout_enabled))
}

/// Takes back the count of an attempt that was right and yet let nobody in: it is no failure.
pub async fn uncount_attempt(scope: &mut Scope, user: UserId, rules: &UserLockOut) -> Result<()> {
    store::users::uncount_attempt(scope, user, rules).await
}

/// The user comes in: clears the count, unless the user was switched off meanwhile.
pub async fn count_success(scope: &mut Scope, user: UserId) -> Result<bool> {
    store::users::count_success(scope, user).await
}

/// Keeps the hash of a new password. Whoever was kept out by the old one's failures may try again.
pub async fn set_password(scope: &mut Scope, user: UserId, hash: &str) -> Result<()> {
    store::users::set_password(scope, user, hash).await
}

/// What the user has chosen beside the user's own row.
#[derive(Debug, Clone)]
pub struct Settings {
    /// None: the tenant's.
    pub timezone: Option<String>,
    /// None: the browser's.
    pub language: Option<String>,
    pub is_email_confirmed: bool,
}

pub async fn settings(scope: &mut Scope, user: UserId) -> Result<Settings> {
    let UserProfile {
        timezone,
        language,
        is_email_confirmed,
        ..
    } = profile_of(scope, user).await?;
    Ok(Settings {
        timezone,
        language,
        is_email_confirmed,
    })
}

pub(crate) async fn profile_of(scope: &mut Scope, user: UserId) -> Result<UserProfile> {
    Ok(scope
        .first(Where::all().eq(UserProfile::USER_ID, user))
        .await?
        .unwrap_or_else(|| UserProfile::of(user)))
}

pub(crate) async fn keep_profile(scope: &mut Scope, profile: &mut UserProfile) -> Result<()> {
    if profile.id == 0 {
        scope.insert(profile).await
    } else {
        scope.update(profile).await
    }
}

/// Whether the user's address is known to be the user's.
pub async fn is_email_confirmed(scope: &mut Scope, user: UserId) -> Result<bool> {
    Ok(profile_of(scope, user).await?.is_email_confirmed)
}

pub async fn set_email_confirmed(scope: &mut Scope, user: UserId, confirmed: bool) -> Result<()> {
    let user = account(scope, user).await?;
    if is_email_confirmed(scope, user.id).await? == confirmed {
        return Ok(());
    }
    user.record_change(scope, "isEmailConfirmed", !confirmed, confirmed);
    if !store::users::set_email_confirmed(scope, user.id, confirmed).await? && !confirmed {
        scope
            .insert(&mut UserProfile {
                is_email_confirmed: false,
                ..UserProfile::of(user.id)
            })
            .await?;
    }
    Ok(())
}

/// The user's own details with what was sent laid over them, and the account as it is stored; or every field that is
/// wrong.
pub async fn own_details(
    scope: &mut Scope,
    user: UserId,
    change: Change<OwnDetails>,
) -> Result<(OwnDetails, Account)> {
    let (own, user, _) = lay_own(scope, user, change).await?;
    Ok((own, user.into()))
}

/// Writes what users change of themselves. Gives the account as it is then.
pub async fn change_own(
    scope: &mut Scope,
    user: UserId,
    change: Change<OwnDetails>,
) -> Result<Account> {
    let (own, mut user, mut profile) = lay_own(scope, user, change).await?;
    user.name = own.name;
    user.surname = own.surname;
    user.phone_number = own.phone_number;
    user.email_key = key(&own.email_address);
    user.email_address = own.email_address;
    scope.update(&mut user).await?;
    profile.timezone = own.timezone;
    profile.language = own.language;
    keep_profile(scope, &mut profile).await?;
    Ok(user.into())
}

async fn lay_own(
    scope: &mut Scope,
    user: UserId,
    change: Change<OwnDetails>,
) -> Result<(OwnDetails, User, UserProfile)> {
    let user: User = scope.find(user).await?;
    let profile = profile_of(scope, user.id).await?;
    let own = scope.edit_stored(change, Some(&user), |user| OwnDetails::of(user, &profile))?;
    let wrong = validate::check("", &own);
    if wrong.is_empty() {
        Ok((own, user, profile))
    } else {
        Err(Error::Invalid(wrong))
    }
}

/// What a new user is made of; the fields have been checked.
#[derive(Default)]
pub struct NewAccount {
    pub user_name: String,
    pub name: String,
    pub surname: String,
    pub email_address: String,
    pub phone_number: String,
    /// None: the user has no password until one is asked for by mail.
    pub password_hash: Option<String>,
    /// Makes it a customer's user, who sees that customer's things only.
    pub customer: Option<CustomerId>,
    pub is_driver: bool,
    pub is_active: bool,
}

/// Makes a user without roles.
pub async fn add(scope: &mut Scope, new: NewAccount) -> Result<UserId> {
    let mut user = User {
        name: new.name,
        surname: new.surname,
        phone_number: new.phone_number,
        password_hash: new.password_hash,
        customer_id: new.customer,
        is_driver: new.is_driver,
        is_active: new.is_active,
        ..fresh(scope, new.user_name, new.email_address)
    };
    scope.insert(&mut user).await?;
    Ok(user.id)
}

/// An active user of this name and address; whose, and how they sign in, is for the caller to fill in.
pub(crate) fn fresh(scope: &Scope, user_name: String, email_address: String) -> User {
    User {
        user_guid: scope.new_guid(),
        user_name_key: key(&user_name),
        email_key: key(&email_address),
        user_name,
        email_address,
        is_active: true,
        is_lockout_enabled: true,
        creation_time: scope.now(),
        ..User::default()
    }
}

/// Makes a user with the roles of these names and those that every new user gets, unless the name or the address
/// belongs to another user.
pub async fn add_with_roles(
    scope: &mut Scope,
    new: NewAccount,
    names: &[String],
) -> Result<UserId> {
    let roles: Vec<Role> = scope.unbound().await?.all(Where::all()).await?;
    let mut chosen = Vec::with_capacity(names.len());
    for (at, name) in names.iter().enumerate() {
        match roles
            .iter()
            .find(|role| role.name.eq_ignore_ascii_case(name))
        {
            Some(role) => chosen.push(role.id),
            None => {
                return Err(Error::invalid(
                    format!("roles[{at}]"),
                    message!("the tenant has no role {name}"),
                ));
            }
        }
    }
    for (member, text) in [
        ("userName", &new.user_name),
        ("emailAddress", &new.email_address),
    ] {
        if named(scope, &key(text)).await?.is_some() {
            return Err(Error::invalid(
                member,
                message!("belongs to another user already"),
            ));
        }
    }
    let customer = new.customer;
    let user = add(scope, new).await?;
    let mut wanted = roles_of::defaults(&roles_of::fitting(scope, customer).await?);
    wanted.extend(chosen);
    roles_of::set(scope, user, &wanted).await?;
    Ok(user)
}

/// Gives a customer's new user the roles that every such user gets, and the tenant's role of this name.
pub async fn give_default_roles(
    scope: &mut Scope,
    user: UserId,
    customer: CustomerId,
    name: &str,
) -> Result<()> {
    let fitting: Vec<Role> = roles_of::fitting(scope, Some(customer)).await?;
    let mut roles = roles_of::defaults(&fitting);
    let tenants = Where::all().eq(Role::NAME, name).is_null(Role::CUSTOMER_ID);
    let named: Option<Role> = scope.unbound().await?.first(tenants).await?;
    roles.extend(named.map(|role| role.id));
    roles_of::set(scope, user, &roles).await
}

/// Gives a user who came from outside the roles of these names or display names, or else those that every new user
/// gets. A role that is no longer there is left out: fewer permissions are the safe side.
pub async fn give_roles(scope: &mut Scope, user_id: UserId, wanted: &[String]) -> Result<()> {
    let roles: Vec<Role> = scope.unbound().await?.all(Where::all()).await?;
    let is_wanted = |role: &Role| {
        // The administrator's role is given by hand: whoever may change settings alone is not to make one of himself.
        let plain = role.customer_id.is_none() && !role.is_static;
        let named = wanted.iter().any(|name| {
            role.name.eq_ignore_ascii_case(name.trim())
                || role.display_name.eq_ignore_ascii_case(name.trim())
        });
        plain
            && if wanted.is_empty() {
                role.is_default
            } else {
                named
            }
    };
    let chosen: Vec<RoleId> = roles
        .iter()
        .filter(|role| is_wanted(role))
        .map(|role| role.id)
        .collect();
    if chosen.len() < wanted.len() {
        tracing::warn!(
            tenant = scope.tenant.0,
            ?wanted,
            "a default role of a sign-in from outside is not there"
        );
    }
    for role_id in chosen {
        scope
            .insert(&mut UserRole {
                id: 0,
                row_version: 0,
                user_id,
                role_id,
            })
            .await?;
    }
    Ok(())
}

/// Takes over the names and the address that somebody outside vouches for. Empty names are none, and an address that
/// another user has here is not taken over.
pub async fn follow_outside(
    scope: &mut Scope,
    user: UserId,
    [name, surname]: [&str; 2],
    email: Option<&str>,
) -> Result<()> {
    let mut user: User = scope.find(user).await?;
    let mut changed = false;
    for (own, theirs) in [(&mut user.name, name), (&mut user.surname, surname)] {
        if !theirs.is_empty() && own != theirs {
            *own = theirs.to_owned();
            changed = true;
        }
    }
    if let Some(email) = email.filter(|email| **email != user.email_address) {
        let holder = by_email(scope, &key(email)).await?;
        if holder.is_none_or(|holder| holder.id == user.id) {
            user.email_key = key(email);
            user.email_address = email.to_owned();
            changed = true;
        }
    }
    if changed {
        scope.update(&mut user).await
    } else {
        Ok(())
    }
}
