//! Whoever registers by themselves: the user of a new customer, in the transaction that makes the customer.

use kernel::{Error, Result, Scope, Where, ids::CustomerId};

use super::{account, attempts, doorman::Doorman, people::roles_of, sessions, users};
use crate::{
    model::{NewUser, Role, User},
    rules::{
        passwords,
        users::{key, typed_key, wrong_fields},
    },
};

/// The role of every tenant that customers' users have.
const ROLE: &str = "Customer";

/// A user who may be made: the fields are right and the password is hashed.
pub struct Registration {
    new: NewUser,
    hash: String,
}

/// Judges who wants to register, before anything of the database is held. `members` says how the client named the
/// e-mail address, the name, the telephone and the password.
pub async fn judge_registration(scope: &Scope, new: NewUser, members: [&str; 4]) -> Result<Registration> {
    let [email, name, phone, password] = members;
    let (host, doorman) = (scope.host(), scope.port::<Doorman>()?);
    let settings = tenancy::settings_of(host, scope.tenant).await?;
    if !settings.user_management.allow_self_registration {
        return Err(Error::Forbidden(
            "Nobody can register here by themselves. Ask the company for an account.".to_owned(),
        ));
    }
    let typed = typed_key(&new.email).unwrap_or_default();
    doorman.attempts.begin(scope, scope.tenant, attempts::REGISTRATIONS, &typed).await?;
    let mut wrong = wrong_fields("", [&new.user_name, &new.name, &new.surname, &new.email, &new.phone]);
    // The user name is the e-mail address, which is told of already.
    wrong.retain(|field| field.member != "userName");
    for field in &mut wrong {
        field.member = match field.member.as_str() {
            "emailAddress" => email.to_owned(),
            "name" | "surname" => name.to_owned(),
            "phoneNumber" => phone.to_owned(),
            other => other.to_owned(),
        };
    }
    if let Err(Error::Invalid(fields)) =
        passwords::check(&settings.security.password_complexity, password, &new.password)
    {
        wrong.extend(fields);
    }
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    let hash = doorman.passwords.hash(&new.password).await?;
    Ok(Registration { new, hash })
}

/// Makes the user of the new customer, in the caller's transaction. Tells whether the user can sign in at once.
pub async fn register(scope: &mut Scope, registration: Registration, customer: CustomerId) -> Result<bool> {
    let Registration { new, hash } = registration;
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let rules = &settings.user_management;
    if sessions::named(scope, &key(&new.email)).await?.is_some() {
        return Err(Error::invalid("emailAddress", "belongs to a user already: sign in, or ask for a new password"));
    }
    let mut user = User {
        name: new.name,
        surname: new.surname,
        phone_number: new.phone,
        password_hash: Some(hash),
        is_active: rules.is_new_registered_user_active_by_default,
        customer_id: Some(customer),
        ..users::fresh(scope, new.user_name, new.email)
    };
    scope.insert(&mut user).await?;
    let fitting: Vec<Role> = roles_of::fitting(scope, Some(customer)).await?;
    let mut roles = roles_of::defaults(&fitting);
    let named: Option<Role> = scope.first(Where::all().eq("name", ROLE.to_owned()).is_null("customer_id")).await?;
    roles.extend(named.map(|role| role.id));
    roles_of::set(scope, user.id, &roles).await?;
    let must_confirm = rules.is_email_confirmation_required_for_login;
    account::send_activation(scope, user.id).await?;
    Ok(user.is_active && !must_confirm)
}
