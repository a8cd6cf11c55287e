//! A user's own profile: name, address, picture, password.

use data::{
    Change, Error, Result, Scope,
    db::Mode,
    ids::{FileId, UserId},
    message,
};
use people::{OwnDetails, names::key};
use serde_json::json;

use crate::{
    account,
    emails::{self, Email},
    sessions::gate::SessionGate,
    two_factor,
};
use crate::{
    account::model::{ChangePassword, Picture, Profile},
    codes::rules::Purpose,
    passwords,
    two_factor::store,
};

/// Returns the picture's path. Every picture has a new one, so browsers don't show a cached old
/// one.
pub(crate) fn image(user: UserId, picture: Option<FileId>) -> Option<String> {
    picture.map(|picture| format!("/api/core/profile/getprofilepicture?userId={user}&v={picture}"))
}

pub(crate) async fn get(scope: &mut Scope) -> Result<Profile> {
    let user = scope.caller.user().ok_or(Error::Unauthorized)?;
    let user = people::account(scope, user).await?;
    let settings = people::settings(scope, user.id).await?;
    let is_two_factor_enabled = two_factor::service::load(scope, user.id).await?.is_on();
    Ok(Profile {
        id: user.id,
        row_version: user.row_version,
        image: image(user.id, user.picture),
        user_name: user.user_name,
        name: user.name,
        surname: user.surname,
        email_address: user.email_address,
        is_email_confirmed: settings.is_email_confirmed,
        phone_number: user.phone_number,
        timezone: settings.timezone,
        language: settings.language,
        has_password: user.password_hash.is_some(),
        is_two_factor_enabled,
    })
}

pub(crate) async fn update(scope: &mut Scope, change: Change<OwnDetails>) -> Result<Profile> {
    let me = account::guards::require_person(scope).await?;
    // The read scope ends here: no database connection is held while the password is checked.
    let (wanted, before) =
        people::own_details(&mut scope.sibling(Mode::Read), me, change.clone()).await?;
    let email_key = key(&wanted.email_address);
    let moves = email_key != key(&before.email_address);
    if moves {
        // The address can reset the password, so an unattended browser must not suffice to change
        // it.
        let password = wanted
            .current_password
            .as_deref()
            .filter(|password| !password.is_empty());
        let password = password.ok_or_else(|| {
            Error::invalid(
                "currentPassword",
                message!("is required to change the email address"),
            )
        })?;
        account::guards::require_password(scope, me, "currentPassword", password).await?;
    }
    if moves
        && people::find_by_name(scope, &email_key)
            .await?
            .is_some_and(|other| other.id != me)
    {
        return Err(Error::invalid(
            "emailAddress",
            message!("already belongs to another user"),
        ));
    }
    let user = people::save_own_details(scope, me, change).await?;
    if moves {
        store::drop_codes(scope, me, Purpose::Reset).await?;
        account::service::send_activation(scope, me).await?;
        let values = json!({ "newAddress": user.email_address });
        emails::send_to(
            scope,
            &user,
            before.email_address,
            Email::AddressChanged,
            values,
        )
        .await?;
    }
    scope.commit().await?;
    scope.port::<SessionGate>()?.clear_cache();
    get(scope).await
}

pub(crate) async fn change_password(scope: &mut Scope, input: ChangePassword) -> Result<()> {
    let me = account::guards::require_person(scope).await?;
    let user =
        account::guards::require_password(scope, me, "currentPassword", &input.current_password)
            .await?;
    let rules = account::service::password_rules(scope.host(), scope.tenant).await?;
    passwords::rules::check(
        &rules,
        "newPassword",
        &input.new_password,
        &account::service::names_of_user(&user),
    )?;
    if input.new_password == input.current_password {
        return Err(Error::invalid(
            "newPassword",
            message!("must be another one than now"),
        ));
    }
    let session_gate = scope.port::<SessionGate>()?;
    let hash = session_gate.passwords.hash(&input.new_password).await?;
    people::set_password(scope, me, &hash).await?;
    let current = scope.caller.session().and_then(|session| session.session);
    account::service::handle_password_change(scope, me, current).await?;
    scope.commit().await?;
    session_gate.clear_cache();
    Ok(())
}

/// Sets the caller's picture (PNG, JPEG or WebP), or removes it.
pub(crate) async fn set_picture(scope: &mut Scope, content: Option<Vec<u8>>) -> Result<Picture> {
    let me = account::guards::require_person(scope).await?;
    let picture = people::set_picture(scope, me, content).await?;
    scope.port::<SessionGate>()?.clear_cache();
    Ok(Picture {
        image: image(me, picture),
    })
}
