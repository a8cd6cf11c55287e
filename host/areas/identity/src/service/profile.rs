//! A user's own profile: name, address, picture, password.

use kernel::{
    Change, Error, Result, Scope,
    db::Mode,
    ids::{FileId, UserId},
    message,
};
use people::{OwnDetails, names::key};
use serde_json::json;

use super::{
    account,
    letters::{self, Letter},
    own,
    session_gate::SessionGate,
    two_factor,
};
use crate::{
    model::wire::{ChangePassword, Picture, Profile},
    rules::{codes::Purpose, passwords},
    store::account as store,
};

/// The address of a user's picture below the host; a new picture has a new one, so that no browser shows the old.
pub(crate) fn image(user: UserId, picture: Option<FileId>) -> Option<String> {
    picture.map(|picture| format!("/api/core/profile/getprofilepicture?userId={user}&v={picture}"))
}

pub(crate) async fn get(scope: &mut Scope) -> Result<Profile> {
    let user = scope.caller.user().ok_or(Error::Unauthorized)?;
    let user = people::account(scope, user).await?;
    let settings = people::settings(scope, user.id).await?;
    let is_two_factor_enabled = two_factor::of(scope, user.id).await?.is_on();
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
    let me = own::person(scope).await?;
    // Read and let go: nothing of the database is held while the password is checked.
    let (wanted, before) =
        people::own_details(&mut scope.sibling(Mode::Read), me, change.clone()).await?;
    let email_key = key(&wanted.email_address);
    let moves = email_key != key(&before.email_address);
    if moves {
        // Whoever has the address can have the password reset, so a browser that was left open is not enough.
        let password = wanted
            .current_password
            .as_deref()
            .filter(|password| !password.is_empty());
        let password = password.ok_or_else(|| {
            Error::invalid(
                "currentPassword",
                message!("is needed to change the e-mail address: type your password"),
            )
        })?;
        own::with_password(scope, me, "currentPassword", password).await?;
    }
    if moves
        && people::named(scope, &email_key)
            .await?
            .is_some_and(|other| other.id != me)
    {
        return Err(Error::invalid(
            "emailAddress",
            message!("belongs to another user already"),
        ));
    }
    let user = people::change_own(scope, me, change).await?;
    if moves {
        store::drop_codes(scope, me, Purpose::Reset).await?;
        account::send_activation(scope, me).await?;
        let values = json!({ "newAddress": user.email_address });
        letters::send_to(
            scope,
            &user,
            before.email_address,
            Letter::AddressChanged,
            values,
        )
        .await?;
    }
    scope.commit().await?;
    scope.port::<SessionGate>()?.forget();
    get(scope).await
}

/// Gives the caller a new password; the caller's other sessions end.
pub(crate) async fn change_password(scope: &mut Scope, input: ChangePassword) -> Result<()> {
    let me = own::person(scope).await?;
    let user = own::with_password(scope, me, "currentPassword", &input.current_password).await?;
    let rules = account::password_rules(scope.host(), scope.tenant).await?;
    passwords::check(
        &rules,
        "newPassword",
        &input.new_password,
        &account::called(&user),
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
    account::password_was_changed(scope, me, current).await?;
    scope.commit().await?;
    session_gate.forget();
    Ok(())
}

/// Gives the caller a picture (PNG, JPEG or WebP), or none.
pub(crate) async fn set_picture(scope: &mut Scope, content: Option<Vec<u8>>) -> Result<Picture> {
    let me = own::person(scope).await?;
    let picture = people::set_picture(scope, me, content).await?;
    scope.port::<SessionGate>()?.forget();
    Ok(Picture {
        image: image(me, picture),
    })
}
