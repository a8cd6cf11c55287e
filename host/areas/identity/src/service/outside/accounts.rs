//! Whom the outside vouches for, and which user of ours that is: linked, found by address, or made.

use kernel::{
    Result, Scope, Where,
    ids::{RoleId, UserId},
};

use crate::{
    model::{Role, User, UserRole, outside::UserLogin},
    rules::{outside::person::Person, permissions::ADMIN, users::key},
    service::{account, sessions, users},
};

/// What a tenant has settled about one provider or its directory.
pub struct Terms<'a> {
    /// In whose name the subject is unique.
    pub issuer: &'a str,
    pub auto_create: bool,
    pub link_by_email: bool,
    pub default_roles: &'a [String],
    /// Whether name and address of the user follow those of the outside.
    pub renews: bool,
}

/// Which user it is.
#[derive(Debug)]
pub enum Settled {
    User(UserId),
    /// Nobody, and nobody is to be made.
    Unknown,
    /// Somebody who never was said to be the same person has the address or the name.
    NotLinked,
    /// A user would be made, but something is missing.
    Incomplete(&'static str),
}

/// Finds or makes the user; nothing is saved yet.
pub async fn settle(scope: &mut Scope, person: &Person, terms: &Terms<'_>) -> Result<Settled> {
    let linked = Where::all().eq("issuer", terms.issuer.to_owned()).eq("subject", person.subject.clone());
    if let Some(login) = scope.first::<UserLogin>(linked).await? {
        if terms.renews {
            renew(scope, login.user_id, person).await?;
        }
        return Ok(Settled::User(login.user_id));
    }
    let email = person.email.as_deref().map(key);
    let owner = match &email {
        Some(email) => scope.first::<User>(Where::all().eq("email_key", email.clone())).await?,
        None => None,
    };
    if let Some(owner) = owner {
        // Only an address that both sides have verified, and only where the tenant wants it: who can make up an
        // address outside would be that user here, and who registered here with somebody else's would be waiting.
        let both = person.email_is_verified && account::is_email_confirmed(scope, owner.id).await?;
        // Whoever may only change settings could name a provider of his own and come in as anybody: never as one who
        // holds everything.
        if !(terms.link_by_email && both) || is_administrator(scope, owner.id).await? {
            return Ok(Settled::NotLinked);
        }
        link(scope, owner.id, person, terms).await?;
        return Ok(Settled::User(owner.id));
    }
    if !terms.auto_create {
        return Ok(Settled::Unknown);
    }
    let Some(email) = person.email.clone() else { return Ok(Settled::Incomplete("no e-mail address came")) };
    let mut free = None;
    for name in &person.user_names {
        if sessions::named(scope, &key(name)).await?.is_none() {
            free = Some(name.clone());
            break;
        }
    }
    let Some(user_name) = free else { return Ok(Settled::NotLinked) };
    let user = make(scope, person, user_name, email).await?;
    give_roles(scope, user, terms.default_roles).await?;
    link(scope, user, person, terms).await?;
    Ok(Settled::User(user))
}

/// Whether the user holds the administrator's role.
async fn is_administrator(scope: &mut Scope, user: UserId) -> Result<bool> {
    let role: Option<Role> = scope.first(Where::all().eq("name", ADMIN.to_owned()).eq("is_static", true)).await?;
    let Some(role) = role else { return Ok(false) };
    Ok(scope.count::<UserRole>(Where::all().eq("user_id", user).eq("role_id", role.id)).await? > 0)
}

async fn link(scope: &mut Scope, user_id: UserId, person: &Person, terms: &Terms<'_>) -> Result<()> {
    let mut login = UserLogin {
        id: 0,
        row_version: 0,
        user_id,
        issuer: terms.issuer.to_owned(),
        subject: person.subject.clone(),
        creation_time: scope.now(),
    };
    scope.insert(&mut login).await
}

async fn make(scope: &mut Scope, person: &Person, user_name: String, email: String) -> Result<UserId> {
    let mut user = User {
        name: person.name.clone(),
        surname: person.surname.clone(),
        // Who comes from outside has no password here until one is asked for.
        password_hash: None,
        ..users::fresh(scope, user_name, email)
    };
    scope.insert(&mut user).await?;
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    if !person.email_is_verified && settings.user_management.is_email_confirmation_required_for_login {
        account::send_activation(scope, user.id).await?;
    } else {
        account::set_email_confirmed(scope, user.id, person.email_is_verified).await?;
    }
    Ok(user.id)
}

/// The roles that the settings name, or else those that every new user gets. A role that is no longer there is left
/// out: fewer permissions are the safe side.
async fn give_roles(scope: &mut Scope, user_id: UserId, wanted: &[String]) -> Result<()> {
    let roles: Vec<Role> = scope.all(Where::all()).await?;
    let is_wanted = |role: &Role| {
        // The administrator's role is given by hand: whoever may change settings alone is not to make one of himself.
        let plain = role.customer_id.is_none() && !role.is_static;
        let named = wanted.iter().any(|name| {
            role.name.eq_ignore_ascii_case(name.trim()) || role.display_name.eq_ignore_ascii_case(name.trim())
        });
        plain && if wanted.is_empty() { role.is_default } else { named }
    };
    let chosen: Vec<RoleId> = roles.iter().filter(|role| is_wanted(role)).map(|role| role.id).collect();
    if chosen.len() < wanted.len() {
        tracing::warn!(tenant = scope.tenant.0, ?wanted, "a default role of a sign-in from outside is not there");
    }
    for role_id in chosen {
        scope.insert(&mut UserRole { id: 0, row_version: 0, user_id, role_id }).await?;
    }
    Ok(())
}

/// Takes over what the outside has changed. An address that somebody else has here stays as it was.
async fn renew(scope: &mut Scope, user: UserId, person: &Person) -> Result<()> {
    let mut user: User = scope.find(user).await?;
    let mut changed = false;
    for (own, theirs) in [(&mut user.name, &person.name), (&mut user.surname, &person.surname)] {
        if !theirs.is_empty() && own != theirs {
            own.clone_from(theirs);
            changed = true;
        }
    }
    if let Some(email) = person.email.as_ref().filter(|email| **email != user.email_address) {
        let holder = scope.first::<User>(Where::all().eq("email_key", key(email))).await?;
        if holder.is_none_or(|holder| holder.id == user.id) {
            user.email_key = key(email);
            user.email_address.clone_from(email);
            changed = true;
        }
    }
    if changed { scope.update(&mut user).await } else { Ok(()) }
}
