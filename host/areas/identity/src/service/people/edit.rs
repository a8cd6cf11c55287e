//! Making and changing users with their form.

use std::collections::HashSet;

use kernel::{
    Error, Result, Scope, Where,
    case::Patch,
    ids::{OrganizationUnitId, RoleId, UserId},
    permission::{UNITS_MEMBERS, USERS_CREATE, USERS_EDIT},
};

use super::{
    Watch, check_may_change, find,
    form::{customer_of_new, edited},
    own_power, power, roles_of,
};
use crate::{
    model::{
        User,
        people::{SaveUser, SavedUser, UserInput},
    },
    rules::{
        codes::Purpose,
        grants, passwords,
        people::{self, NOT_YOURSELF, Touched},
    },
    service::{account, doorman::Doorman, profile, sessions, two_factor, units, users},
    store,
};

/// Makes or changes a user.
pub async fn save(mut scope: Scope, sent: SaveUser) -> Result<SavedUser> {
    let existing = sent.user.id.filter(|id| id.0 != 0);
    scope.require(if existing.is_some() { USERS_EDIT } else { USERS_CREATE })?;
    let hash = match people::sent_password(&sent.user).filter(|_| !sent.set_random_password) {
        Some(password) => {
            let rules = account::password_rules(scope.host(), scope.tenant).await?;
            passwords::check(&rules, "user.password", password)?;
            // Before the transaction begins: nothing of the database is held while a hash is computed.
            Some(scope.port::<Doorman>()?.passwords.hash(password).await?)
        }
        None => None,
    };
    store::people::in_turn(&mut scope).await?;
    let mut user = match existing {
        Some(id) => change(&mut scope, id, &sent, hash).await?,
        None => create(&mut scope, &sent, hash).await?,
    };
    let id = user.id;
    settle(&mut scope, id, &sent).await?;
    let picture = take_picture(&mut scope, &mut user, &sent).await?;
    let user = edited(&mut scope, user).await?;
    scope.save().await?;
    scope.port::<Doorman>()?.forget();
    if let Some(file) = picture {
        scope.host().files().delete(scope.tenant, &file).await?;
    }
    Ok(SavedUser { id, user })
}

async fn create(scope: &mut Scope, sent: &SaveUser, hash: Option<String>) -> Result<User> {
    let customer_id = customer_of_new(scope, sent.user.customer_id).await?;
    // The name and the address come with the form.
    let mut user = User { customer_id, ..users::fresh(scope, String::new(), String::new()) };
    people::apply(&mut user, &sent.user)?;
    check_free(scope, &user).await?;
    if hash.is_none() && !sent.set_random_password && !sent.send_activation_email {
        return Err(Error::invalid("user.password", "give one, or let the user choose one by mail"));
    }
    user.password_hash = hash;
    check_picture(&user, sent)?;
    scope.insert(&mut user).await?;

    let roles = roles_of::fitting(scope, customer_id).await?;
    let defaults = roles_of::defaults(&roles);
    roles_of::set(scope, user.id, &defaults).await?;
    // The defaults are everybody's: who made them so had to hold what they give.
    let before = power(scope, &user).await?;
    if let Some(names) = &sent.assigned_role_names {
        let mut wanted = roles_of::chosen(&roles, names)?;
        wanted.extend(defaults);
        roles_of::set(scope, user.id, &wanted).await?;
    }
    check_gain(scope, &user, &before).await?;
    set_units(scope, user.id, sent).await?;
    Ok(user)
}

async fn change(scope: &mut Scope, id: UserId, sent: &SaveUser, hash: Option<String>) -> Result<User> {
    let mut user = find(scope, id).await?;
    check_may_change(scope, &user).await?;
    let watch = Watch::over(scope, id).await?;
    let before = power(scope, &user).await?;
    let was_active = user.is_active;
    let touched = people::apply(&mut user, &sent.user)?;
    check_takeover(scope, &user, &touched, &before)?;
    check_customer_stays(&user, &sent.user)?;
    if was_active && !user.is_active && is_oneself(scope, id) {
        return Err(NOT_YOURSELF.into());
    }
    if touched.user_name || touched.email {
        check_free(scope, &user).await?;
    }
    let new_password = hash.is_some() || sent.set_random_password;
    if new_password {
        user.password_hash = hash;
    }
    check_picture(&user, sent)?;
    if let Some(version) = sent.user.row_version.filter(|version| *version != 0) {
        user.row_version = version;
    }
    scope.update(&mut user).await?;

    if let Some(names) = &sent.assigned_role_names {
        let roles = roles_of::fitting(scope, user.customer_id).await?;
        let mut wanted = roles_of::chosen(&roles, names)?;
        if scope.caller.customer().is_some() {
            // Roles of the tenant that a customer's administrator does not see stay as they are.
            let unseen = |role: &RoleId| !roles.iter().any(|seen| seen.id == *role);
            let had = roles_of::had(scope, id).await?;
            wanted.extend(had.into_iter().map(|link| link.role_id).filter(unseen));
        }
        roles_of::set(scope, id, &wanted).await?;
    }
    check_gain(scope, &user, &before).await?;
    watch.end(scope).await?;
    set_units(scope, id, sent).await?;
    let own = scope.caller.session().filter(|session| session.user == id).and_then(|session| session.session);
    if touched.email {
        // Codes that were mailed to the old address are worth nothing.
        store::account::drop_codes(scope, id, Purpose::Reset).await?;
        store::account::drop_codes(scope, id, Purpose::Activation).await?;
        store::account::drop_codes(scope, id, Purpose::SecondStep).await?;
    }
    if new_password {
        account::password_was_changed(scope, id, own).await?;
    }
    if was_active && !user.is_active {
        sessions::end_all(scope, id, None).await?;
        store::people::end_tokens_of_keys(scope, id).await?;
    }
    Ok(user)
}

/// Whether it is the caller, or the one who acts as the caller.
pub(super) fn is_oneself(scope: &Scope, id: UserId) -> bool {
    scope.caller.session().is_some_and(|session| {
        // The id of somebody from another tenant says nothing here.
        session.user == id || (session.impersonator_tenant.is_none() && session.impersonator == Some(id))
    })
}

/// With somebody's password, address or name one could come in as that user: not as one who may do more.
fn check_takeover(scope: &Scope, user: &User, touched: &Touched, power: &HashSet<String>) -> Result<()> {
    match own_power(scope) {
        Some(own) if touched.anything() && !is_oneself(scope, user.id) => {
            grants::check_no_mightier(power, own, "password, e-mail address and user name are not yours to set.")
        }
        _ => Ok(()),
    }
}

async fn check_gain(scope: &mut Scope, user: &User, before: &HashSet<String>) -> Result<()> {
    let after = power(scope, user).await?;
    match own_power(scope) {
        Some(own) => grants::check_gain(before, &after, own),
        None => Ok(()),
    }
}

fn check_customer_stays(user: &User, sent: &UserInput) -> Result<()> {
    match sent.customer_id.filter(|id| id.0 != 0) {
        Some(id) if Some(id) != user.customer_id => {
            Err(Error::invalid("user.customerId", "can't be changed: make a new user for another customer"))
        }
        _ => Ok(()),
    }
}

/// Names and addresses are each other's rivals too: people sign in with either.
async fn check_free(scope: &mut Scope, user: &User) -> Result<()> {
    let mut taken = Vec::new();
    for (member, key) in [("userName", &user.user_name_key), ("emailAddress", &user.email_key)] {
        for column in ["user_name_key", "email_key"] {
            let other: Option<User> = scope.first(Where::all().eq(column, key.clone())).await?;
            if other.is_some_and(|other| other.id != user.id) && !taken.contains(&member) {
                taken.push(member);
            }
        }
    }
    if taken.is_empty() { Ok(()) } else { Err(people::taken(&taken)) }
}

/// Pictures are uploaded by those whom they show; here one can be taken away.
fn check_picture(user: &User, sent: &SaveUser) -> Result<()> {
    match sent.profile_picture_id {
        Patch::Value(id) if id.0 != 0 && Some(id) != user.profile_picture_id => {
            Err(Error::invalid("profilePictureId", "must be null or the user's own picture"))
        }
        _ => Ok(()),
    }
}

/// Takes the picture away, when that was asked; its file is to be deleted after the save.
async fn take_picture(scope: &mut Scope, user: &mut User, sent: &SaveUser) -> Result<Option<String>> {
    if sent.profile_picture_id != Patch::Null || user.profile_picture_id.is_none() {
        return Ok(None);
    }
    user.profile_picture_id = None;
    scope.update(user).await?;
    profile::take_picture(scope, user.id).await
}

/// What is kept beside the user's own row: time zone, second step; and the mail to whoever is to come in.
async fn settle(scope: &mut Scope, user: UserId, sent: &SaveUser) -> Result<()> {
    if !sent.timezone.is_absent() {
        let timezone = match &sent.timezone {
            Patch::Value(name) if !name.trim().is_empty() => Some(people::timezone(name)?),
            _ => None,
        };
        let mut profile = profile::profile_of(scope, user).await?;
        profile.timezone = timezone;
        if profile.id == 0 {
            scope.insert(&mut profile).await?;
        } else {
            scope.update(&mut profile).await?;
        }
    }
    if let Some(enabled) = sent.user.is_two_factor_enabled {
        let before = two_factor::of(scope, user).await?.is_on();
        if before != enabled {
            two_factor::set_enabled(scope, user, enabled).await?;
            scope.note("User", user, "isTwoFactorEnabled", before, enabled);
        }
    }
    if sent.send_activation_email {
        account::send_activation(scope, user).await?;
    }
    Ok(())
}

/// Puts the user into exactly these units, when any were sent.
async fn set_units(scope: &mut Scope, user: UserId, sent: &SaveUser) -> Result<()> {
    let Some(wanted) = &sent.organization_units else { return Ok(()) };
    let had: HashSet<OrganizationUnitId> =
        store::units::of_user(scope, user).await?.into_iter().map(|(unit, _)| unit).collect();
    let wanted_set: HashSet<OrganizationUnitId> = wanted.iter().copied().collect();
    if had == wanted_set || scope.caller.customer().is_some() && wanted.is_empty() {
        return Ok(());
    }
    scope.require(UNITS_MEMBERS)?;
    let known: HashSet<OrganizationUnitId> = units::all(scope).await?.into_iter().map(|unit| unit.id).collect();
    if let Some(at) = wanted.iter().position(|unit| !known.contains(unit)) {
        return Err(Error::invalid(format!("organizationUnits[{at}]"), "there is no such organisation unit"));
    }
    for gone in had.difference(&wanted_set) {
        units::take_out(scope, *gone, user).await?;
    }
    for unit in wanted_set.difference(&had) {
        units::put_in(scope, *unit, &[user]).await?;
    }
    Ok(())
}
