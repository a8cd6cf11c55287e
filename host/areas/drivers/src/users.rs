//! The driver's user: made from address and password, closed with the driver.

use data::{Edit, Error, Proof, Result, Scope, message};
use identity::{NewUser, Registration};

use crate::model::Driver;

const MEMBERS: [&str; 4] = [
    "driver.email",
    "driver.name",
    "driver.phonenumber",
    "driver.password",
];

/// Validates address and password before the transaction opens. None without a new password.
pub(crate) async fn validate(scope: &Scope, edit: &Edit<Driver>) -> Result<Option<Registration>> {
    let driver = &edit.record;
    let changes_address = driver.user_id.is_some()
        && (edit.before.as_ref()).is_some_and(|before| before.email != driver.email);
    if driver.password.is_some() || changes_address {
        // A new password or address is enough to sign in as the driver.
        scope.caller.refuse_impersonation()?;
        let proof = Proof::fresh(message!(
            "Confirm your identity to change how a driver signs in."
        ));
        scope.caller.check_proof(&proof, scope.now())?;
    }
    let Some(password) = &driver.password else {
        return Ok(None);
    };
    let new = new_user(&edit.record, password.expose().to_owned());
    Ok(Some(identity::validate_account(scope, new, MEMBERS).await?))
}

pub(crate) fn new_user(driver: &Driver, password: String) -> NewUser {
    let email = driver.email.clone().unwrap_or_default();
    let (name, surname) = driver
        .name
        .split_once(' ')
        .unwrap_or((driver.name.as_str(), ""));
    NewUser {
        user_name: email.clone(),
        name: name.to_owned(),
        surname: surname.trim().to_owned(),
        email,
        phone: driver.phone_number.clone().unwrap_or_default(),
        password,
        ..NewUser::default()
    }
}

/// Creates or changes the saved driver's user. Returns true if sessions may have ended.
pub(crate) async fn apply(
    scope: &mut Scope,
    edit: &mut Edit<Driver>,
    account: Option<Registration>,
) -> Result<bool> {
    let driver = &mut edit.record;
    let Some(user) = driver.user_id else {
        let Some(account) = account else {
            return Ok(false);
        };
        let login = (driver.id, driver.is_active);
        let user = identity::create_driver(scope, account, login, "driver.email").await?;
        driver.user_id = Some(user);
        driver.user_guid = Some(people::guid_of(scope, user).await?);
        driver.password = None;
        scope.update(driver).await?;
        return Ok(false);
    };
    let before = edit.before.as_ref();
    if before.is_some_and(|before| before.email != driver.email) || account.is_some() {
        let so = message!("you can't change the driver's address or password.");
        people::check_not_exceeding(scope, user, so).await?;
    }
    if let Some(email) = driver
        .email
        .as_deref()
        .filter(|email| before.is_none_or(|before| before.email.as_deref() != Some(email)))
        && !people::set_address(scope, user, email).await?
    {
        return Err(Error::invalid(
            "driver.email",
            message!("already belongs to another user"),
        ));
    }
    if let Some(account) = account {
        identity::replace_password(scope, user, account).await?;
    }
    people::set_active(scope, user, driver.is_active).await?;
    Ok(true)
}
