//! Whoever registers by themselves: the user of a new customer, in the transaction that makes the customer.

use kernel::{Error, Result, Scope, ids::CustomerId, message};
use people::{
    NewAccount,
    names::{key, typed_key, wrong_fields},
};

use serde_json::json;

use super::{
    account, attempts,
    letters::{self, Letter},
    session_gate::SessionGate,
};
use crate::{model::NewUser, rules::passwords};

/// The role of every tenant that customers' users have.
const ROLE: &str = "Customer";

/// A user who may be made: the fields are right and the password is hashed.
pub struct Registration {
    new: NewUser,
    hash: String,
}

/// Judges who wants to register, before anything of the database is held. `members` says how the client named the
/// e-mail address, the name, the telephone and the password.
pub async fn judge_registration(
    scope: &Scope,
    new: NewUser,
    members: [&str; 4],
) -> Result<Registration> {
    let [email, name, phone, password] = members;
    let (host, session_gate) = (scope.host(), scope.port::<SessionGate>()?);
    let settings = tenancy::settings_of(host, scope.tenant).await?;
    if !settings.user_management.allow_self_registration {
        return Err(Error::Forbidden(message!(
            "Nobody can register here by themselves. Ask the company for an account."
        )));
    }
    let typed = typed_key(&new.email).unwrap_or_default();
    attempts::count(scope, attempts::REGISTRATIONS, &typed).await?;
    let mut wrong = wrong_fields([
        &new.user_name,
        &new.name,
        &new.surname,
        &new.email,
        &new.phone,
    ]);
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
    let own = [&new.email, &new.name, &new.surname].map(String::as_str);
    wrong.extend(passwords::wrong(
        &settings.security.password_complexity,
        password,
        &new.password,
        &own,
    ));
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    let hash = session_gate.passwords.hash(&new.password).await?;
    Ok(Registration { new, hash })
}

/// Makes the user of the new customer, in the caller's transaction, and saves the scope. Tells whether a new user can
/// sign in at once.
///
/// Whoever registers learns nothing of others: where the address belongs to a user already, nothing of the new customer
/// is kept, that user gets a letter, and the answer is the same.
pub async fn register(
    scope: &mut Scope,
    registration: Registration,
    customer: CustomerId,
) -> Result<bool> {
    let Registration { new, hash } = registration;
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let rules = &settings.user_management;
    let is_active = rules.is_new_registered_user_active_by_default;
    let can_login = is_active && !rules.is_email_confirmation_required_for_login;
    if let Some(user) = people::named(scope, &key(&new.email)).await? {
        scope.rollback();
        if user.is_active && key(&user.email_address) == key(&new.email) {
            let base_url = tenancy::base_url(scope.host(), scope.tenant, &scope.request).await?;
            let link = format!("{base_url}/auth/login");
            letters::send(scope, &user, Letter::Registered, json!({ "link": link })).await?;
        }
        scope.commit().await?;
        return Ok(can_login);
    }
    let account = NewAccount {
        user_name: new.user_name,
        name: new.name,
        surname: new.surname,
        email_address: new.email,
        phone_number: new.phone,
        password_hash: Some(hash),
        customer: Some(customer),
        is_driver: false,
        is_active,
    };
    let user = people::add(scope, account).await?;
    people::give_default_roles(scope, user, customer, ROLE).await?;
    account::send_activation(scope, user).await?;
    scope.commit().await?;
    Ok(can_login)
}
