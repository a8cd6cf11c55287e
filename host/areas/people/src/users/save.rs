//! Creating and changing users with their form.

use std::collections::HashSet;

use data::{
    Error, FieldError, Result, Scope, Where,
    case::Patch,
    ids::{OrganizationUnitId, RoleId, UserId},
    message, validate,
};

use crate::{
    access::UNITS_MEMBERS,
    accounts::{new_user, profile_of, save_profile},
    model::{Role, User},
    permissions, pictures,
    port::{AccountChange, SignIn},
    units,
    users::{
        self,
        form_rules::{ChangedFields, OWN_ACCOUNT},
        model::{SaveUser, SavedUser, UserInput},
    },
};
use crate::{
    roles,
    users::{
        form::{edited_user, new_user_customer},
        service::{
            AdministratorGuard, check_may_change, check_not_exceeding, effective_permissions,
            grantable_permissions, is_caller, sign_in_methods,
        },
    },
};

struct ValidatedForm {
    before: Option<User>,
    user: User,
    touched: ChangedFields,
    /// Roles that the user can have.
    fitting: Vec<Role>,
    roles: Option<HashSet<RoleId>>,
    timezone: Patch<String>,
    second_step: Option<bool>,
    units: Option<UnitChange>,
}

struct UnitChange {
    joined: Vec<OrganizationUnitId>,
    left: Vec<OrganizationUnitId>,
}

pub async fn save(mut scope: Scope, sent: SaveUser) -> Result<SavedUser> {
    let sign_in = scope.port::<dyn SignIn>()?;
    let hash = match sent_password(&sent) {
        Some(password) => {
            // A rejected form costs no hash, and no connection is held during hashing.
            validate_form(&mut scope, &sent).await?;
            scope.rollback();
            Some(sign_in.hash(password).await?)
        }
        None => None,
    };
    roles::store::lock_permissions(&mut scope).await?;
    let mut judged = validate_form(&mut scope, &sent).await?;
    match judged.before.take() {
        Some(before) => change(&mut scope, &before, &mut judged, &sent, hash).await?,
        None => create(&mut scope, &mut judged, hash).await?,
    }
    let id = judged.user.id;
    save_related(&mut scope, id, &judged, &sent).await?;
    let picture = remove_picture(&mut scope, &mut judged.user, &sent).await?;
    let user = edited_user(&mut scope, judged.user).await?;
    scope.commit().await?;
    sign_in.clear_sessions();
    if let Some(file) = picture {
        scope.host().files().delete(scope.tenant, &file).await?;
    }
    Ok(SavedUser { id, user })
}

fn sent_password(sent: &SaveUser) -> Option<&str> {
    sent.user
        .input()
        .sent_password()
        .filter(|_| !sent.set_random_password)
}

/// Reports all invalid fields.
async fn validate_form(scope: &mut Scope, sent: &SaveUser) -> Result<ValidatedForm> {
    let change = sent.user.clone();
    let edit = scope
        .edit(change.of_record(|user: &User| UserInput::from(user)))
        .await?;
    let (form, before) = (edit.record.trimmed(), edit.before);
    let mut user = match &before {
        Some(user) if user.deletion_time.is_some() => return Err(Error::NotFound("The user")),
        Some(user) => user.clone(),
        None => {
            let customer_id = new_user_customer(scope, form.customer_id).await?;
            // Name and address come from the form.
            User {
                customer_id,
                ..new_user(scope, String::new(), String::new())
            }
        }
    };
    let mut errors = validate::check("user", &form);
    if form
        .customer_id
        .is_some_and(|id| id.0 != 0 && before.is_some() && user.customer_id != Some(id))
    {
        let error_message = message!("can't be changed: create a new user for another customer");
        errors.push(FieldError::new("user.customerId", error_message));
    }
    let touched = users::form_rules::apply(&mut user, &form);
    match sent_password(sent) {
        Some(password) => {
            let own = [
                &user.user_name,
                &user.name,
                &user.surname,
                &user.email_address,
            ]
            .map(String::as_str);
            let sign_in = scope.port::<dyn SignIn>()?;
            errors.extend(
                sign_in
                    .check_password(scope, "user.password", password, &own)
                    .await?,
            );
        }
        None if before.is_none() && !sent.set_random_password && !sent.send_activation_email => {
            errors.push(FieldError::new(
                "user.password",
                message!("give one, or let the user choose one by mail"),
            ));
        }
        None => {}
    }
    if touched.user_name || touched.email {
        errors.extend(name_conflicts(scope, &user).await?);
    }
    let fitting = roles::assignment::assignable_roles(scope, user.customer_id).await?;
    let names = sent.assigned_role_names.as_ref();
    let roles = names.map(|names| roles::assignment::find_by_names(&fitting, names, &mut errors));
    let units = validate_units(scope, user.id, sent, &mut errors).await?;
    let timezone = validate_timezone(sent, &mut errors);
    let has_second_step = sign_in_methods(scope, user.id).await?.has_second_step;
    let second_step = form
        .is_two_factor_enabled
        .filter(|wanted| *wanted != has_second_step);
    if let Patch::Value(id) = sent.profile_picture_id
        && id.0 != 0
        && Some(id) != user.profile_picture_id
    {
        // Users upload their own pictures; here one can only be removed.
        errors.push(FieldError::new(
            "profilePictureId",
            message!("must be empty or the user's own picture"),
        ));
    }
    if errors.is_empty() {
        Ok(ValidatedForm {
            before,
            user,
            touched,
            fitting,
            roles,
            timezone,
            second_step,
            units,
        })
    } else {
        Err(Error::Invalid(errors))
    }
}

/// None if no units were sent.
async fn validate_units(
    scope: &mut Scope,
    user: UserId,
    sent: &SaveUser,
    field_errors: &mut Vec<FieldError>,
) -> Result<Option<UnitChange>> {
    let Some(wanted) = &sent.organization_units else {
        return Ok(None);
    };
    let of_user = units::store::load_user_units(scope, user).await?;
    let had: HashSet<OrganizationUnitId> = of_user.into_iter().map(|(unit, _)| unit).collect();
    let wanted_set: HashSet<OrganizationUnitId> = wanted.iter().copied().collect();
    if had == wanted_set || scope.caller.customer().is_some() && wanted.is_empty() {
        return Ok(None);
    }
    scope.require(UNITS_MEMBERS)?;
    let existing: HashSet<OrganizationUnitId> = units::service::all(scope)
        .await?
        .into_iter()
        .map(|unit| unit.id)
        .collect();
    let unknown = wanted
        .iter()
        .enumerate()
        .filter(|(_, unit)| !existing.contains(unit));
    let error_message = |(at, _)| {
        FieldError::new(
            format!("organizationUnits[{at}]"),
            message!("this organisation unit does not exist"),
        )
    };
    field_errors.extend(unknown.map(error_message));
    let removed_units = had.difference(&wanted_set).copied().collect();
    Ok(Some(UnitChange {
        joined: wanted_set.difference(&had).copied().collect(),
        left: removed_units,
    }))
}

fn validate_timezone(sent: &SaveUser, field_errors: &mut Vec<FieldError>) -> Patch<String> {
    match &sent.timezone {
        Patch::Absent => Patch::Absent,
        Patch::Value(name) if !name.trim().is_empty() => match users::form_rules::timezone(name) {
            Ok(zone) => Patch::Value(zone),
            Err(error) => {
                field_errors.push(error);
                Patch::Absent
            }
        },
        _ => Patch::Null,
    }
}

async fn create(scope: &mut Scope, judged: &mut ValidatedForm, hash: Option<String>) -> Result<()> {
    let user = &mut judged.user;
    user.password_hash = hash;
    scope.insert(user).await?;
    let defaults = roles::assignment::default_roles(&judged.fitting);
    roles::assignment::set_roles(scope, user.id, &defaults).await?;
    // Defaults need no check: their author had those permissions.
    let before = effective_permissions(scope, user).await?;
    if let Some(wanted) = &judged.roles {
        roles::assignment::set_roles(scope, user.id, &wanted.union(&defaults).copied().collect())
            .await?;
    }
    check_gain(scope, user, &before).await.map(drop)
}

async fn change(
    scope: &mut Scope,
    before: &User,
    judged: &mut ValidatedForm,
    sent: &SaveUser,
    hash: Option<String>,
) -> Result<()> {
    let id = before.id;
    check_may_change(scope, id).await?;
    let watch = AdministratorGuard::start(scope, id).await?;
    let held_permissions = effective_permissions(scope, before).await?;
    let touches_sign_in = judged.touched.any()
        || judged.second_step.is_some()
        || sent.set_random_password
        || sent.send_activation_email
        || users::form_rules::changes_sign_in(before, &judged.user);
    if touches_sign_in {
        check_not_exceeding(
            scope,
            id,
            &held_permissions,
            message!("how the user signs in is not yours to change."),
        )?;
    }
    let closed = before.is_active && !judged.user.is_active;
    if closed && is_caller(scope, id) {
        return Err(OWN_ACCOUNT.into());
    }
    let new_password = hash.is_some() || sent.set_random_password;
    if new_password {
        judged.user.password_hash = hash;
    }
    scope.update(&mut judged.user).await?;
    if let Some(wanted) = &mut judged.roles {
        if scope.caller.customer().is_some() {
            // Roles that a customer's administrator can't see are unchanged.
            let unseen = |role: &RoleId| !judged.fitting.iter().any(|seen| seen.id == *role);
            let had = roles::assignment::load_user_roles(scope, id).await?;
            wanted.extend(had.into_iter().map(|link| link.role_id).filter(unseen));
        }
        roles::assignment::set_roles(scope, id, wanted).await?;
    }
    let after = check_gain(scope, &judged.user, &held_permissions).await?;
    if !held_permissions.is_subset(&after) {
        check_not_exceeding(
            scope,
            id,
            &held_permissions,
            message!("you can't remove the user's permissions."),
        )?;
    }
    watch.check(scope).await?;
    let own = scope
        .caller
        .session()
        .filter(|session| session.user == id)
        .and_then(|session| session.session);
    let changed = AccountChange {
        email: judged.touched.email,
        password: new_password,
        closed,
        own_session: own,
    };
    scope
        .port::<dyn SignIn>()?
        .account_changed(scope, id, changed)
        .await
}

/// Returns the current permissions.
async fn check_gain(
    scope: &mut Scope,
    user: &User,
    before: &HashSet<String>,
) -> Result<HashSet<String>> {
    let after = effective_permissions(scope, user).await?;
    if let Some(own) = grantable_permissions(scope) {
        permissions::grants::check_gain(scope.host().permissions(), before, &after, own)?;
    }
    Ok(after)
}

/// Names and addresses share one namespace, since both are used to sign in.
async fn name_conflicts(scope: &mut Scope, user: &User) -> Result<Vec<FieldError>> {
    let mut conflicts = Vec::new();
    for (member, key) in [
        ("user.userName", &user.user_name_key),
        ("user.emailAddress", &user.email_key),
    ] {
        let mut is_taken = false;
        for column in [User::USER_NAME_KEY, User::EMAIL_KEY] {
            let other: Option<User> = scope
                .unrestricted()
                .await?
                .first(Where::all().eq(column, key.as_str()))
                .await?;
            is_taken |= other.is_some_and(|other| other.id != user.id);
        }
        if is_taken {
            conflicts.push(FieldError::new(
                member,
                message!("already belongs to another user"),
            ));
        }
    }
    Ok(conflicts)
}

async fn remove_picture(
    scope: &mut Scope,
    user: &mut User,
    sent: &SaveUser,
) -> Result<Option<String>> {
    if sent.profile_picture_id != Patch::Null || user.profile_picture_id.is_none() {
        return Ok(None);
    }
    user.profile_picture_id = None;
    scope.update(user).await?;
    pictures::service::delete_picture(scope, user.id).await
}

/// Also sends the activation email.
async fn save_related(
    scope: &mut Scope,
    user: UserId,
    judged: &ValidatedForm,
    sent: &SaveUser,
) -> Result<()> {
    let sign_in = scope.port::<dyn SignIn>()?;
    if !judged.timezone.is_absent() {
        let mut profile = profile_of(scope, user).await?;
        profile.timezone = judged.timezone.clone().value();
        save_profile(scope, &mut profile).await?;
    }
    if let Some(enabled) = judged.second_step {
        sign_in.set_second_step(scope, user, enabled).await?;
        scope.note("User", user, "isTwoFactorEnabled", !enabled, enabled);
    }
    if let Some(UnitChange { joined, left }) = &judged.units {
        for unit in left {
            units::service::remove_member(scope, *unit, user).await?;
        }
        for unit in joined {
            units::service::add_members(scope, *unit, &[user]).await?;
        }
    }
    if sent.send_activation_email {
        sign_in.send_activation(scope, user).await?;
    }
    Ok(())
}
