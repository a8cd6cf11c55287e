//! Making and changing users with their form.

use std::collections::HashSet;

use kernel::{
    Error, FieldError, Result, Scope, Where,
    case::Patch,
    ids::{OrganizationUnitId, RoleId, UserId},
    message, validate,
};

use super::{
    Watch, check_may_change, check_reach,
    form::{customer_of_new, edited},
    is_oneself, means_of, own_power, power, roles_of,
};
use crate::{
    access::UNITS_MEMBERS,
    model::{
        Role, User,
        users::{SaveUser, SavedUser, UserInput},
    },
    port::{Changed, SignIn},
    rules::{
        grants,
        people::{self, NOT_YOURSELF, Touched},
    },
    service::{
        accounts::{fresh, keep_profile, profile_of},
        pictures, units,
    },
    store,
};

/// A form that was found right, and what it means.
struct Judged {
    before: Option<User>,
    /// The user with the form's members in place.
    user: User,
    touched: Touched,
    /// The roles that the user can have.
    fitting: Vec<Role>,
    /// Those that were named.
    roles: Option<HashSet<RoleId>>,
    timezone: Patch<String>,
    /// Whether there shall be a second step; none where that stays as it is.
    second_step: Option<bool>,
    units: Option<Units>,
}

/// The units to put the user into, and those to take the user out of.
struct Units {
    joined: Vec<OrganizationUnitId>,
    left: Vec<OrganizationUnitId>,
}

/// Makes or changes a user.
pub async fn save(mut scope: Scope, sent: SaveUser) -> Result<SavedUser> {
    let sign_in = scope.port::<dyn SignIn>()?;
    let hash = match sent_password(&sent) {
        Some(password) => {
            // A form that is refused costs no hash, and nothing of the database is held while one is computed.
            judge(&mut scope, &sent).await?;
            scope.rollback();
            Some(sign_in.hash(password).await?)
        }
        None => None,
    };
    store::people::in_turn(&mut scope).await?;
    let mut judged = judge(&mut scope, &sent).await?;
    match judged.before.take() {
        Some(before) => change(&mut scope, &before, &mut judged, &sent, hash).await?,
        None => create(&mut scope, &mut judged, hash).await?,
    }
    let id = judged.user.id;
    settle(&mut scope, id, &judged, &sent).await?;
    let picture = take_picture(&mut scope, &mut judged.user, &sent).await?;
    let user = edited(&mut scope, judged.user).await?;
    scope.commit().await?;
    sign_in.forget();
    if let Some(file) = picture {
        scope.host().files().delete(scope.tenant, &file).await?;
    }
    Ok(SavedUser { id, user })
}

/// The password that the user gets; none where the user is to choose one.
fn sent_password(sent: &SaveUser) -> Option<&str> {
    sent.user
        .sent()
        .sent_password()
        .filter(|_| !sent.set_random_password)
}

/// Lays what was sent over the user, or tells every field that is wrong.
async fn judge(scope: &mut Scope, sent: &SaveUser) -> Result<Judged> {
    let (form, before) = scope
        .edit_as(sent.user.clone(), |user: &User| UserInput::from(user))
        .await?;
    let form = form.trimmed();
    let mut user = match &before {
        Some(user) if user.deletion_time.is_some() => return Err(Error::NotFound("The user")),
        Some(user) => user.clone(),
        None => {
            let customer_id = customer_of_new(scope, form.customer_id).await?;
            // The name and the address come with the form.
            User {
                customer_id,
                ..fresh(scope, String::new(), String::new())
            }
        }
    };
    let mut wrong = validate::check("user", &form);
    if form
        .customer_id
        .is_some_and(|id| id.0 != 0 && before.is_some() && user.customer_id != Some(id))
    {
        let says = message!("can't be changed: make a new user for another customer");
        wrong.push(FieldError::new("user.customerId", says));
    }
    let touched = people::apply(&mut user, &form);
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
            wrong.extend(
                sign_in
                    .check_password(scope, "user.password", password, &own)
                    .await?,
            );
        }
        None if before.is_none() && !sent.set_random_password && !sent.send_activation_email => {
            wrong.push(FieldError::new(
                "user.password",
                message!("give one, or let the user choose one by mail"),
            ));
        }
        None => {}
    }
    if touched.user_name || touched.email {
        wrong.extend(taken(scope, &user).await?);
    }
    let fitting = roles_of::fitting(scope, user.customer_id).await?;
    let names = sent.assigned_role_names.as_ref();
    let roles = names.map(|names| roles_of::chosen(&fitting, names, &mut wrong));
    let units = judge_units(scope, user.id, sent, &mut wrong).await?;
    let timezone = judge_timezone(sent, &mut wrong);
    let has_second_step = means_of(scope, user.id).await?.has_second_step;
    let second_step = form
        .is_two_factor_enabled
        .filter(|wanted| *wanted != has_second_step);
    if let Patch::Value(id) = sent.profile_picture_id
        && id.0 != 0
        && Some(id) != user.profile_picture_id
    {
        // Pictures are uploaded by those whom they show; here one can be taken away.
        wrong.push(FieldError::new(
            "profilePictureId",
            message!("must be null or the user's own picture"),
        ));
    }
    if wrong.is_empty() {
        Ok(Judged {
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
        Err(Error::Invalid(wrong))
    }
}

/// Which units the user joins and leaves, when any were sent.
async fn judge_units(
    scope: &mut Scope,
    user: UserId,
    sent: &SaveUser,
    wrong: &mut Vec<FieldError>,
) -> Result<Option<Units>> {
    let Some(wanted) = &sent.organization_units else {
        return Ok(None);
    };
    let of_user = store::units::of_user(scope, user).await?;
    let had: HashSet<OrganizationUnitId> = of_user.into_iter().map(|(unit, _)| unit).collect();
    let wanted_set: HashSet<OrganizationUnitId> = wanted.iter().copied().collect();
    if had == wanted_set || scope.caller.customer().is_some() && wanted.is_empty() {
        return Ok(None);
    }
    scope.require(UNITS_MEMBERS)?;
    let known: HashSet<OrganizationUnitId> = units::all(scope)
        .await?
        .into_iter()
        .map(|unit| unit.id)
        .collect();
    let unknown = wanted
        .iter()
        .enumerate()
        .filter(|(_, unit)| !known.contains(unit));
    let says = |(at, _)| {
        FieldError::new(
            format!("organizationUnits[{at}]"),
            message!("there is no such organisation unit"),
        )
    };
    wrong.extend(unknown.map(says));
    let left = had.difference(&wanted_set).copied().collect();
    Ok(Some(Units {
        joined: wanted_set.difference(&had).copied().collect(),
        left,
    }))
}

fn judge_timezone(sent: &SaveUser, wrong: &mut Vec<FieldError>) -> Patch<String> {
    match &sent.timezone {
        Patch::Absent => Patch::Absent,
        Patch::Value(name) if !name.trim().is_empty() => match people::timezone(name) {
            Ok(zone) => Patch::Value(zone),
            Err(error) => {
                wrong.push(error);
                Patch::Absent
            }
        },
        _ => Patch::Null,
    }
}

async fn create(scope: &mut Scope, judged: &mut Judged, hash: Option<String>) -> Result<()> {
    let user = &mut judged.user;
    user.password_hash = hash;
    scope.insert(user).await?;
    let defaults = roles_of::defaults(&judged.fitting);
    roles_of::set(scope, user.id, &defaults).await?;
    // The defaults are everybody's: who made them so had to hold what they give.
    let before = power(scope, user).await?;
    if let Some(wanted) = &judged.roles {
        roles_of::set(scope, user.id, &wanted.union(&defaults).copied().collect()).await?;
    }
    check_gain(scope, user, &before).await.map(drop)
}

async fn change(
    scope: &mut Scope,
    before: &User,
    judged: &mut Judged,
    sent: &SaveUser,
    hash: Option<String>,
) -> Result<()> {
    let id = before.id;
    check_may_change(scope, id).await?;
    let watch = Watch::over(scope, id).await?;
    let held = power(scope, before).await?;
    let touches_sign_in = judged.touched.anything()
        || judged.second_step.is_some()
        || sent.set_random_password
        || sent.send_activation_email
        || people::changes_sign_in(before, &judged.user);
    if touches_sign_in {
        check_reach(
            scope,
            id,
            &held,
            message!("how the user signs in is not yours to change."),
        )?;
    }
    let closed = before.is_active && !judged.user.is_active;
    if closed && is_oneself(scope, id) {
        return Err(NOT_YOURSELF.into());
    }
    let new_password = hash.is_some() || sent.set_random_password;
    if new_password {
        judged.user.password_hash = hash;
    }
    scope.update(&mut judged.user).await?;
    if let Some(wanted) = &mut judged.roles {
        if scope.caller.customer().is_some() {
            // Roles of the tenant that a customer's administrator does not see stay as they are.
            let unseen = |role: &RoleId| !judged.fitting.iter().any(|seen| seen.id == *role);
            let had = roles_of::had(scope, id).await?;
            wanted.extend(had.into_iter().map(|link| link.role_id).filter(unseen));
        }
        roles_of::set(scope, id, wanted).await?;
    }
    let after = check_gain(scope, &judged.user, &held).await?;
    if !held.is_subset(&after) {
        check_reach(
            scope,
            id,
            &held,
            message!("the user's permissions are not yours to take."),
        )?;
    }
    watch.end(scope).await?;
    let own = scope
        .caller
        .session()
        .filter(|session| session.user == id)
        .and_then(|session| session.session);
    let changed = Changed {
        email: judged.touched.email,
        password: new_password,
        closed,
        own_session: own,
    };
    scope
        .port::<dyn SignIn>()?
        .changed(scope, id, changed)
        .await
}

/// Refuses that the user gains what the caller does not hold. Gives what the user may do now.
async fn check_gain(
    scope: &mut Scope,
    user: &User,
    before: &HashSet<String>,
) -> Result<HashSet<String>> {
    let after = power(scope, user).await?;
    if let Some(own) = own_power(scope) {
        grants::check_gain(scope.host().permissions(), before, &after, own)?;
    }
    Ok(after)
}

/// Names and addresses are each other's rivals too: people sign in with either.
async fn taken(scope: &mut Scope, user: &User) -> Result<Vec<FieldError>> {
    let mut taken = Vec::new();
    for (member, key) in [
        ("user.userName", &user.user_name_key),
        ("user.emailAddress", &user.email_key),
    ] {
        let mut is_taken = false;
        for column in [User::USER_NAME_KEY, User::EMAIL_KEY] {
            let other: Option<User> = scope
                .unbound()
                .await?
                .first(Where::all().eq(column, key.as_str()))
                .await?;
            is_taken |= other.is_some_and(|other| other.id != user.id);
        }
        if is_taken {
            taken.push(FieldError::new(
                member,
                message!("belongs to another user already"),
            ));
        }
    }
    Ok(taken)
}

/// Takes the picture away, when that was asked; its file is to be deleted after the save.
async fn take_picture(
    scope: &mut Scope,
    user: &mut User,
    sent: &SaveUser,
) -> Result<Option<String>> {
    if sent.profile_picture_id != Patch::Null || user.profile_picture_id.is_none() {
        return Ok(None);
    }
    user.profile_picture_id = None;
    scope.update(user).await?;
    pictures::take(scope, user.id).await
}

/// What is kept beside the user's own row: time zone, second step, units; and the mail to whoever is to come in.
async fn settle(scope: &mut Scope, user: UserId, judged: &Judged, sent: &SaveUser) -> Result<()> {
    let sign_in = scope.port::<dyn SignIn>()?;
    if !judged.timezone.is_absent() {
        let mut profile = profile_of(scope, user).await?;
        profile.timezone = judged.timezone.clone().value();
        keep_profile(scope, &mut profile).await?;
    }
    if let Some(enabled) = judged.second_step {
        sign_in.set_second_step(scope, user, enabled).await?;
        scope.note("User", user, "isTwoFactorEnabled", !enabled, enabled);
    }
    if let Some(Units { joined, left }) = &judged.units {
        for unit in left {
            units::take_out(scope, *unit, user).await?;
        }
        for unit in joined {
            units::put_in(scope, *unit, &[user]).await?;
        }
    }
    if sent.send_activation_email {
        sign_in.send_activation(scope, user).await?;
    }
    Ok(())
}
