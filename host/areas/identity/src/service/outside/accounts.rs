//! Whom the outside vouches for, and which user of ours that is: linked, found by address, or made.

use kernel::{Result, Scope, Where, ids::UserId};
use people::{NewAccount, names::key};

use crate::{model::outside::UserLogin, rules::outside::person::Person, service::account};

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
    let linked = Where::all()
        .eq(UserLogin::ISSUER, terms.issuer)
        .eq(UserLogin::SUBJECT, person.subject.as_str());
    if let Some(login) = scope.first::<UserLogin>(linked).await? {
        if terms.renews {
            let names = [person.name.as_str(), person.surname.as_str()];
            people::follow_outside(scope, login.user_id, names, person.email.as_deref()).await?;
        }
        return Ok(Settled::User(login.user_id));
    }
    let email = person.email.as_deref().map(key);
    let owner = match &email {
        Some(email) => people::by_email(scope, email).await?,
        None => None,
    };
    if let Some(owner) = owner {
        // Only an address that both sides have verified, and only where the tenant wants it: who can make up an
        // address outside would be that user here, and who registered here with somebody else's would be waiting.
        let both = person.email_is_verified && people::is_email_confirmed(scope, owner.id).await?;
        // Whoever may only change settings could name a provider of his own and come in as anybody: never as one who
        // holds everything.
        if !(terms.link_by_email && both) || people::is_administrator(scope, owner.id).await? {
            return Ok(Settled::NotLinked);
        }
        link(scope, owner.id, person, terms).await?;
        return Ok(Settled::User(owner.id));
    }
    if !terms.auto_create {
        return Ok(Settled::Unknown);
    }
    let Some(email) = person.email.clone() else {
        return Ok(Settled::Incomplete("no e-mail address came"));
    };
    let mut free = None;
    for name in &person.user_names {
        if people::named(scope, &key(name)).await?.is_none() {
            free = Some(name.clone());
            break;
        }
    }
    let Some(user_name) = free else {
        return Ok(Settled::NotLinked);
    };
    let user = make(scope, person, user_name, email).await?;
    people::give_roles(scope, user, terms.default_roles).await?;
    link(scope, user, person, terms).await?;
    Ok(Settled::User(user))
}

async fn link(
    scope: &mut Scope,
    user_id: UserId,
    person: &Person,
    terms: &Terms<'_>,
) -> Result<()> {
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

async fn make(
    scope: &mut Scope,
    person: &Person,
    user_name: String,
    email: String,
) -> Result<UserId> {
    let new = NewAccount {
        user_name,
        name: person.name.clone(),
        surname: person.surname.clone(),
        email_address: email,
        // Who comes from outside has no password here until one is asked for.
        password_hash: None,
        is_active: true,
        ..NewAccount::default()
    };
    let user = people::add(scope, new).await?;
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    if !person.email_is_verified
        && settings
            .user_management
            .is_email_confirmation_required_for_login
    {
        account::send_activation(scope, user).await?;
    } else {
        people::set_email_confirmed(scope, user, person.email_is_verified).await?;
    }
    Ok(user)
}
