//! Self-registration: the user of a new customer, created in the customer's transaction.

use data::{
    Error, Result, Scope,
    ids::{CustomerId, DriverId, UserId},
    message,
};
use people::{
    NewAccount,
    names::{key, typed_key, validate_names},
};

use serde_json::json;

use crate::{
    account, attempts,
    emails::{self, Email},
    sessions::gate::SessionGate,
};
use crate::{passwords, sessions::model::NewUser};

/// Role for customers' users that every tenant has.
const ROLE: &str = "Customer";

pub struct Registration {
    new: NewUser,
    hash: String,
}

/// Validates a registration before a database connection is held. `members` maps the client's field
/// names.
pub async fn validate_registration(
    scope: &Scope,
    new: NewUser,
    members: [&str; 4],
) -> Result<Registration> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    if !settings.user_management.allow_self_registration {
        return Err(Error::Forbidden(message!(
            "Self-registration is off. Ask the company for an account."
        )));
    }
    let typed = typed_key(&new.email).unwrap_or_default();
    attempts::service::count(scope, attempts::service::REGISTRATIONS, &typed).await?;
    validate_account(scope, new, members).await
}

/// Validates a new user who was invited or is entered by staff.
pub async fn validate_account(
    scope: &Scope,
    new: NewUser,
    [email, name, phone, password]: [&str; 4],
) -> Result<Registration> {
    let session_gate = scope.port::<SessionGate>()?;
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let mut errors = validate_names([
        &new.user_name,
        &new.name,
        &new.surname,
        &new.email,
        &new.phone,
    ]);
    // The user name is the email address, which is reported already.
    errors.retain(|field| field.member != "userName");
    for field in &mut errors {
        field.member = match field.member.as_str() {
            "emailAddress" => email.to_owned(),
            "name" | "surname" => name.to_owned(),
            "phoneNumber" => phone.to_owned(),
            other => other.to_owned(),
        };
    }
    let own = [&new.email, &new.name, &new.surname].map(String::as_str);
    errors.extend(passwords::rules::find_error(
        &settings.security.password_complexity,
        password,
        &new.password,
        &own,
    ));
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let hash = session_gate.passwords.hash(&new.password).await?;
    Ok(Registration { new, hash })
}

/// Role for drivers' users that every tenant has.
const DRIVER_ROLE: &str = "Driver";

/// Creates a driver's user in the driver's transaction. Rejects an address that a user has, at
/// `member`.
pub async fn create_driver(
    scope: &mut Scope,
    registration: Registration,
    (driver, is_active): (DriverId, bool),
    member: &str,
) -> Result<UserId> {
    if find_owner(scope, &registration).await?.is_some() {
        return Err(Error::invalid(
            member,
            message!("already belongs to another user"),
        ));
    }
    let account = NewAccount {
        driver: Some(driver),
        is_active,
        ..registration.into_account()
    };
    people::add_with_roles(scope, account, &[DRIVER_ROLE.to_owned()]).await
}

/// Replaces a user's password and ends the user's sessions.
pub async fn replace_password(
    scope: &mut Scope,
    user: UserId,
    registration: Registration,
) -> Result<()> {
    people::set_password(scope, user, &registration.hash).await?;
    account::service::handle_password_change(scope, user, None).await
}

/// If the address belongs to a user: discards the scope's changes, mails that user that they have
/// an account, commits, and returns true.
pub async fn tell_registered(scope: &mut Scope, registration: &Registration) -> Result<bool> {
    let Some(user) = find_owner(scope, registration).await? else {
        return Ok(false);
    };
    scope.rollback();
    if user.is_active && key(&user.email_address) == key(&registration.new.email) {
        let base_url = tenancy::base_url(scope.host(), scope.tenant, &scope.request).await?;
        let link = format!("{base_url}/auth/login");
        emails::send(scope, &user, Email::Registered, json!({ "link": link })).await?;
    }
    scope.commit().await?;
    Ok(true)
}

async fn find_owner(
    scope: &mut Scope,
    registration: &Registration,
) -> Result<Option<people::Account>> {
    people::find_by_name(scope, &key(&registration.new.email)).await
}

impl Registration {
    fn into_account(self) -> NewAccount {
        self.new.into_account(self.hash)
    }
}

/// Creates the new customer's user and saves the scope. Returns true if new users can sign in at
/// once. If the address belongs to a user, the new customer is discarded, that user gets an email,
/// and the response is the same.
pub async fn register(
    scope: &mut Scope,
    registration: Registration,
    customer: CustomerId,
) -> Result<bool> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let rules = &settings.user_management;
    let is_active = rules.is_new_registered_user_active_by_default;
    let can_login = is_active && !rules.is_email_confirmation_required_for_login;
    if tell_registered(scope, &registration).await? {
        return Ok(can_login);
    }
    let account = NewAccount {
        customer: Some(customer),
        is_active,
        ..registration.into_account()
    };
    let user = people::add(scope, account).await?;
    people::assign_default_roles(scope, user, customer, ROLE).await?;
    account::service::send_activation(scope, user).await?;
    scope.commit().await?;
    Ok(can_login)
}
