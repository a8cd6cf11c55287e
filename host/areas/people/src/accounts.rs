//! Accounts for sign-in: lookup, creation, permissions and counters.

use std::collections::HashSet;

use data::{
    Change, Error, Host, New, Permission, Result, Scope, Where,
    audit::{Entry, UPDATED},
    db::Tx,
    ids::{CustomerId, DriverId, FileId, RoleId, UserId},
    message, validate,
};
use serde::Serialize;
use tenancy::UserLockOut;

use crate::roles;
use crate::{
    model::{Role, User, UserProfile, UserRole},
    users::{model::OwnDetails, rules::key},
};

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
    /// Records a change that no column shows, on behalf of the user.
    pub fn record_change(
        &self,
        scope: &mut Scope,
        property: &str,
        old: impl Serialize,
        new: impl Serialize,
    ) {
        let entry = Entry::new("User", self.id, UPDATED)
            .with_name(&self.user_name)
            .with_change(property, old, new);
        let is_signed_in = scope.caller.session().is_some();
        scope.record(if is_signed_in {
            entry
        } else {
            entry.with_author(self.id, &self.user_name)
        });
    }
}

/// Returns the user of a code, token or session, independent of the caller.
pub async fn account(scope: &mut Scope, id: UserId) -> Result<Account> {
    Ok(scope.unrestricted().await?.find::<User>(id).await?.into())
}

/// Finds the user by the key of a name or email address; names take precedence.
pub async fn find_by_name(scope: &mut Scope, key: &str) -> Result<Option<Account>> {
    let by_name = scope
        .unrestricted()
        .await?
        .first::<User>(Where::all().eq(User::USER_NAME_KEY, key))
        .await?;
    match by_name {
        Some(user) => Ok(Some(user.into())),
        None => find_by_email(scope, key).await,
    }
}

pub async fn find_by_email(scope: &mut Scope, key: &str) -> Result<Option<Account>> {
    Ok(scope
        .unrestricted()
        .await?
        .first::<User>(Where::all().eq(User::EMAIL_KEY, key))
        .await?
        .map(Account::from))
}

pub async fn is_active(scope: &mut Scope, user: UserId) -> Result<bool> {
    crate::users::store::is_active(scope, user).await
}

/// Returns the first active administrator, the default for a platform administrator's visit.
pub async fn first_administrator(scope: &mut Scope) -> Result<Option<UserId>> {
    crate::users::store::first_administrator(scope).await
}

pub async fn is_administrator(scope: &mut Scope, user: UserId) -> Result<bool> {
    roles::store::is_administrator(scope, user).await
}

/// Returns the customer, if any, of an active user. None without such a user.
pub async fn customer_of(tx: &mut Tx, user: UserId) -> Result<Option<Option<CustomerId>>> {
    crate::users::store::customer_of(tx, user).await
}

/// Returns all users of a customer, including deactivated ones.
pub async fn users_of(scope: &mut Scope, customer: CustomerId) -> Result<HashSet<UserId>> {
    crate::users::store::load_customer_users(scope, customer).await
}

/// A member of staff, as emails address them.
#[derive(Debug, Clone)]
pub struct StaffMember {
    pub name: String,
    pub email: String,
}

/// Returns the active staff who have a permission.
pub async fn load_staff_with(
    scope: &mut Scope,
    permission: Permission,
) -> Result<Vec<StaffMember>> {
    let ids = roles::store::users_with_permission(scope, permission.name).await?;
    let staff = Where::all()
        .is_in(User::ID, &ids)
        .eq(User::IS_ACTIVE, true)
        .is_null(User::CUSTOMER_ID);
    let users: Vec<User> = scope.all(staff).await?;
    let to_member = |user: User| StaffMember {
        name: format!("{} {}", user.name, user.surname).trim().to_owned(),
        email: user.email_address,
    };
    Ok(users.into_iter().map(to_member).collect())
}

pub async fn load_permissions(
    host: &Host,
    tx: &mut Tx,
    user: UserId,
    is_customer: bool,
) -> Result<HashSet<String>> {
    crate::permissions::store::load_permissions(host, tx, user, is_customer).await
}

pub struct SessionUser {
    pub user_name: String,
    pub display_name: String,
    pub email: String,
    pub customer: Option<CustomerId>,
    pub is_driver: bool,
    pub driver: Option<DriverId>,
    pub should_change_password: bool,
    pub picture: Option<FileId>,
    pub timezone: Option<String>,
    pub language: Option<String>,
}

pub async fn load_session_user(tx: &mut Tx, user: UserId) -> Result<Option<SessionUser>> {
    crate::users::store::load_session_user(tx, user).await
}

/// Counts an attempt before verification. False if locked out. Same work for an unknown name.
pub async fn count_attempt(
    scope: &mut Scope,
    user: Option<&Account>,
    rules: &UserLockOut,
) -> Result<bool> {
    if !rules.is_enabled {
        return Ok(true);
    }
    let id = user.map(|user| user.id).unwrap_or_default();
    let is_counted = crate::users::store::count_attempt(scope, id, rules).await?;
    Ok(is_counted || user.is_none_or(|user| !user.is_lockout_enabled))
}

/// Reverts the count of a valid attempt that opened no session.
pub async fn uncount_attempt(scope: &mut Scope, user: UserId, rules: &UserLockOut) -> Result<()> {
    crate::users::store::uncount_attempt(scope, user, rules).await
}

/// Clears the counter at sign-in. False if the user was deactivated meanwhile.
pub async fn count_success(scope: &mut Scope, user: UserId) -> Result<bool> {
    crate::users::store::count_success(scope, user).await
}

/// Stores a new hash and lifts a lockout by the old password's failures.
pub async fn set_password(scope: &mut Scope, user: UserId, hash: &str) -> Result<()> {
    crate::users::store::set_password(scope, user, hash).await
}

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
        .unwrap_or_else(|| UserProfile::default_for(user)))
}

pub(crate) async fn save_profile(scope: &mut Scope, profile: &mut UserProfile) -> Result<()> {
    if profile.id == 0 {
        scope.insert(profile).await
    } else {
        scope.update(profile).await
    }
}

pub async fn is_email_confirmed(scope: &mut Scope, user: UserId) -> Result<bool> {
    Ok(profile_of(scope, user).await?.is_email_confirmed)
}

pub async fn set_email_confirmed(scope: &mut Scope, user: UserId, confirmed: bool) -> Result<()> {
    let user = account(scope, user).await?;
    if is_email_confirmed(scope, user.id).await? == confirmed {
        return Ok(());
    }
    user.record_change(scope, "isEmailConfirmed", !confirmed, confirmed);
    if !crate::users::store::set_email_confirmed(scope, user.id, confirmed).await? && !confirmed {
        scope
            .insert(&mut UserProfile {
                is_email_confirmed: false,
                ..UserProfile::default_for(user.id)
            })
            .await?;
    }
    Ok(())
}

/// Applies the input to the user's profile; reports all invalid fields.
pub async fn own_details(
    scope: &mut Scope,
    user: UserId,
    change: Change<OwnDetails>,
) -> Result<(OwnDetails, Account)> {
    let (own, user, _) = apply_own_details(scope, user, change).await?;
    Ok((own, user.into()))
}

/// Saves a user's own profile and returns the new account.
pub async fn save_own_details(
    scope: &mut Scope,
    user: UserId,
    change: Change<OwnDetails>,
) -> Result<Account> {
    let (own, mut user, mut profile) = apply_own_details(scope, user, change).await?;
    user.name = own.name;
    user.surname = own.surname;
    user.phone_number = own.phone_number;
    user.email_key = key(&own.email_address);
    user.email_address = own.email_address;
    scope.update(&mut user).await?;
    profile.timezone = own.timezone;
    profile.language = own.language;
    save_profile(scope, &mut profile).await?;
    Ok(user.into())
}

async fn apply_own_details(
    scope: &mut Scope,
    user: UserId,
    change: Change<OwnDetails>,
) -> Result<(OwnDetails, User, UserProfile)> {
    let user: User = scope.find(user).await?;
    let profile = profile_of(scope, user.id).await?;
    let form_of = |user: &User| OwnDetails::from_user(user, &profile);
    let own = scope
        .edit(change.of_row(Some(&user), form_of))
        .await?
        .record;
    let errors = validate::check("", &own);
    if errors.is_empty() {
        Ok((own, user, profile))
    } else {
        Err(Error::Invalid(errors))
    }
}

#[derive(Default)]
pub struct NewAccount {
    pub user_name: String,
    pub name: String,
    pub surname: String,
    pub email_address: String,
    pub phone_number: String,
    /// None: the user chooses a password by email.
    pub password_hash: Option<String>,
    /// Makes the user a customer's user, restricted to that customer's rows.
    pub customer: Option<CustomerId>,
    pub is_driver: bool,
    /// Makes the user a driver's user, restricted to that driver's rows.
    pub driver: Option<DriverId>,
    pub is_active: bool,
}

pub async fn add(scope: &mut Scope, new: NewAccount) -> Result<UserId> {
    let mut user = User {
        name: new.name,
        surname: new.surname,
        phone_number: new.phone_number,
        password_hash: new.password_hash,
        customer_id: new.customer,
        is_driver: new.is_driver || new.driver.is_some(),
        driver_id: new.driver,
        is_active: new.is_active,
        ..new_user(scope, new.user_name, new.email_address)
    };
    scope.insert(&mut user).await?;
    Ok(user.id)
}

/// Returns an active user with this name and address; the caller sets customer and password.
pub(crate) fn new_user(scope: &Scope, user_name: String, email_address: String) -> User {
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

/// Creates a user with the named and default roles, unless the name or address is taken.
pub async fn add_with_roles(
    scope: &mut Scope,
    new: NewAccount,
    names: &[String],
) -> Result<UserId> {
    let roles: Vec<Role> = scope.unrestricted().await?.all(Where::all()).await?;
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
        if find_by_name(scope, &key(text)).await?.is_some() {
            return Err(Error::invalid(
                member,
                message!("already belongs to another user"),
            ));
        }
    }
    let customer = new.customer;
    let user = add(scope, new).await?;
    let mut role_ids = roles::assignment::default_roles(
        &roles::assignment::assignable_roles(scope, customer).await?,
    );
    role_ids.extend(chosen);
    roles::assignment::set_roles(scope, user, &role_ids).await?;
    Ok(user)
}

/// Assigns a customer's new user the default roles and the named role of the tenant.
pub async fn assign_default_roles(
    scope: &mut Scope,
    user: UserId,
    customer: CustomerId,
    name: &str,
) -> Result<()> {
    let fitting: Vec<Role> = roles::assignment::assignable_roles(scope, Some(customer)).await?;
    let mut roles = roles::assignment::default_roles(&fitting);
    let tenants = Where::all().eq(Role::NAME, name).is_null(Role::CUSTOMER_ID);
    let named: Option<Role> = scope.unrestricted().await?.first(tenants).await?;
    roles.extend(named.map(|role| role.id));
    roles::assignment::set_roles(scope, user, &roles).await
}

/// Assigns a provider's user these roles, else the defaults. Missing roles are skipped.
pub async fn assign_roles(scope: &mut Scope, user_id: UserId, role_names: &[String]) -> Result<()> {
    let roles: Vec<Role> = scope.unrestricted().await?.all(Where::all()).await?;
    let is_wanted = |role: &Role| {
        // Excludes administrators: a user who may only change settings must not become one.
        let plain = role.customer_id.is_none() && !role.is_static;
        let named = role_names.iter().any(|name| {
            role.name.eq_ignore_ascii_case(name.trim())
                || role.display_name.eq_ignore_ascii_case(name.trim())
        });
        plain
            && if role_names.is_empty() {
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
    if chosen.len() < role_names.len() {
        tracing::warn!(
            tenant = scope.tenant.0,
            ?role_names,
            "a default role of an outside sign-in does not exist"
        );
    }
    for role_id in chosen {
        scope.create(New::<UserRole> { user_id, role_id }).await?;
    }
    Ok(())
}

/// Updates the user's names and address from a provider. Skips empty names and an address of
/// another user.
pub async fn update_from_provider(
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
        let holder = find_by_email(scope, &key(email)).await?;
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
