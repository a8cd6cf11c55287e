//! Users of persons from outside: linked, matched by address, or created.

use data::{New, Result, Scope, Where, ids::UserId};
use people::{NewAccount, names::key};

use crate::{
    account,
    providers::{model::UserLogin, person::Person},
};

pub struct ProviderPolicy<'a> {
    /// Namespace in which subjects are unique.
    pub issuer: &'a str,
    pub auto_create: bool,
    pub link_by_email: bool,
    pub default_roles: &'a [String],
    /// True if the user's name and address follow the provider's.
    pub renews: bool,
}

#[derive(Debug)]
pub enum UserMatch {
    User(UserId),
    /// No match, and automatic creation is off.
    Unknown,
    /// An unlinked user has the address or the name.
    NotLinked,
    /// A new user lacks a required field.
    Incomplete(&'static str),
}

/// Finds or creates the user, without saving.
pub async fn match_user(
    scope: &mut Scope,
    person: &Person,
    policy: &ProviderPolicy<'_>,
) -> Result<UserMatch> {
    let linked = Where::all()
        .eq(UserLogin::ISSUER, policy.issuer)
        .eq(UserLogin::SUBJECT, person.subject.as_str());
    if let Some(login) = scope.first::<UserLogin>(linked).await? {
        if policy.renews {
            let names = [person.name.as_str(), person.surname.as_str()];
            people::update_from_provider(scope, login.user_id, names, person.email.as_deref())
                .await?;
        }
        return Ok(UserMatch::User(login.user_id));
    }
    let email = person.email.as_deref().map(key);
    let owner = match &email {
        Some(email) => people::find_by_email(scope, email).await?,
        None => None,
    };
    if let Some(owner) = owner {
        // Both sides must have verified the address. Otherwise an unverified address could take
        // over a user, or a registrant could pre-register another person's address.
        let both = person.email_is_verified && people::is_email_confirmed(scope, owner.id).await?;
        // Else a user who may only change settings could add a provider and sign in as an
        // administrator.
        if !(policy.link_by_email && both) || people::is_administrator(scope, owner.id).await? {
            return Ok(UserMatch::NotLinked);
        }
        link(scope, owner.id, person, policy).await?;
        return Ok(UserMatch::User(owner.id));
    }
    if !policy.auto_create {
        return Ok(UserMatch::Unknown);
    }
    let Some(email) = person.email.clone() else {
        return Ok(UserMatch::Incomplete("no email address in the response"));
    };
    let mut free = None;
    for name in &person.user_names {
        if people::find_by_name(scope, &key(name)).await?.is_none() {
            free = Some(name.clone());
            break;
        }
    }
    let Some(user_name) = free else {
        return Ok(UserMatch::NotLinked);
    };
    let user = create_user(scope, person, user_name, email).await?;
    people::assign_roles(scope, user, policy.default_roles).await?;
    link(scope, user, person, policy).await?;
    Ok(UserMatch::User(user))
}

async fn link(
    scope: &mut Scope,
    user_id: UserId,
    person: &Person,
    policy: &ProviderPolicy<'_>,
) -> Result<()> {
    scope
        .create(New::<UserLogin> {
            user_id,
            issuer: policy.issuer.to_owned(),
            subject: person.subject.clone(),
        })
        .await?;
    Ok(())
}

async fn create_user(
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
        // Users from outside have no password until they set one.
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
        account::service::send_activation(scope, user).await?;
    } else {
        people::set_email_confirmed(scope, user, person.email_is_verified).await?;
    }
    Ok(user)
}
