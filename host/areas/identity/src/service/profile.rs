//! A user's own profile: name, address, picture, password.

use kernel::{
    Error, Result, Scope, Where,
    db::Mode,
    ids::{FileId, UserId},
};
use serde_json::json;

use super::{
    account,
    doorman::Doorman,
    letters::{self, Letter},
    own, sessions, two_factor,
};
use crate::{
    model::{
        User,
        account::{ProfilePicture, UserProfile},
        wire::{ChangePassword, Picture, Profile, UpdateProfile},
    },
    rules::{
        codes::Purpose,
        passwords,
        profile::{checked, sniffed},
        users::key,
    },
    store::account as store,
};

/// The address of a user's picture below the host; a new picture has a new one, so that no browser shows the old.
pub(crate) fn image(user: UserId, picture: Option<FileId>) -> Option<String> {
    picture.map(|picture| format!("/api/core/profile/getprofilepicture?userId={user}&v={picture}"))
}

pub(crate) async fn get(scope: &mut Scope) -> Result<Profile> {
    let user = scope.caller.user().ok_or(Error::Unauthorized)?;
    let user: User = scope.find(user).await?;
    let profile = profile_of(scope, user.id).await?;
    let is_two_factor_enabled = two_factor::of(scope, user.id).await?.is_on();
    Ok(Profile {
        id: user.id,
        row_version: user.row_version,
        image: image(user.id, user.profile_picture_id),
        user_name: user.user_name,
        name: user.name,
        surname: user.surname,
        email_address: user.email_address,
        is_email_confirmed: profile.is_email_confirmed,
        phone_number: user.phone_number,
        timezone: profile.timezone,
        language: profile.language,
        has_password: user.password_hash.is_some(),
        is_two_factor_enabled,
    })
}

pub(crate) async fn profile_of(scope: &mut Scope, user: UserId) -> Result<UserProfile> {
    Ok(scope.first(Where::all().eq("user_id", user)).await?.unwrap_or_else(|| UserProfile::of(user)))
}

pub(crate) async fn update(scope: &mut Scope, input: UpdateProfile) -> Result<Profile> {
    let me = own::hands(scope).await?;
    let input = checked(input)?;
    let email_key = key(&input.email_address);
    let before: User = scope.sibling(Mode::Read).find(me).await?;
    let moves = email_key != before.email_key;
    if moves {
        // Whoever has the address can have the password reset, so a browser that was left open is not enough.
        let password = input.current_password.as_deref().filter(|password| !password.is_empty());
        let password = password.ok_or_else(|| {
            Error::invalid("currentPassword", "is needed to change the e-mail address: type your password")
        })?;
        own::with_password(scope, me, "currentPassword", password).await?;
    }
    let mut user: User = scope.find(me).await?;
    if moves && sessions::named(scope, &email_key).await?.is_some_and(|other| other.id != me) {
        return Err(Error::invalid("emailAddress", "belongs to another user already"));
    }
    if let Some(version) = input.row_version {
        user.row_version = version;
    }
    user.name = input.name;
    user.surname = input.surname;
    user.phone_number = input.phone_number;
    user.email_address = input.email_address;
    user.email_key = email_key;
    scope.update(&mut user).await?;
    let mut profile = profile_of(scope, me).await?;
    profile.timezone = input.timezone;
    profile.language = input.language;
    if profile.id == 0 {
        scope.insert(&mut profile).await?;
    } else {
        scope.update(&mut profile).await?;
    }
    if moves {
        store::drop_codes(scope, me, Purpose::Reset).await?;
        account::send_activation(scope, me).await?;
        let values = json!({ "newAddress": user.email_address });
        letters::send_to(scope, &user, before.email_address, Letter::AddressChanged, values).await?;
    }
    scope.save().await?;
    scope.port::<Doorman>()?.forget();
    get(scope).await
}

/// Gives the caller a new password; the caller's other sessions end.
pub(crate) async fn change_password(scope: &mut Scope, input: ChangePassword) -> Result<()> {
    let me = own::hands(scope).await?;
    own::with_password(scope, me, "currentPassword", &input.current_password).await?;
    let rules = account::password_rules(scope.host(), scope.tenant).await?;
    passwords::check(&rules, "newPassword", &input.new_password)?;
    if input.new_password == input.current_password {
        return Err(Error::invalid("newPassword", "must be another one than now"));
    }
    let doorman = scope.port::<Doorman>()?;
    let hash = doorman.passwords.hash(&input.new_password).await?;
    store::set_password(scope, me, &hash).await?;
    let current = scope.caller.session().and_then(|session| session.session);
    account::password_was_changed(scope, me, current).await?;
    scope.save().await?;
    doorman.forget();
    Ok(())
}

/// Gives the caller a picture: PNG, JPEG or WebP.
pub(crate) async fn set_picture(scope: &mut Scope, content: Vec<u8>) -> Result<Picture> {
    let me = own::hands(scope).await?;
    let media_type =
        sniffed(&content).ok_or_else(|| Error::invalid("file", "must be a picture in PNG, JPEG or WebP"))?;
    let files = scope.host().files().clone();
    let file_key = files.put(scope.tenant, content).await?;
    let old = take_picture(scope, me).await?;
    let mut picture = ProfilePicture {
        id: FileId::default(),
        row_version: 0,
        user_id: me,
        file_key,
        media_type: media_type.to_owned(),
        creation_time: scope.now(),
    };
    scope.insert(&mut picture).await?;
    let user: User = scope.find(me).await?;
    account::say(scope, &user, "profilePictureId", user.profile_picture_id, picture.id);
    store::set_picture(scope, me, Some(picture.id)).await?;
    scope.save().await?;
    if let Some(old) = old {
        files.delete(scope.tenant, &old).await?;
    }
    scope.port::<Doorman>()?.forget();
    Ok(Picture { image: image(me, Some(picture.id)) })
}

pub(crate) async fn delete_picture(scope: &mut Scope) -> Result<()> {
    let me = own::hands(scope).await?;
    let old = take_picture(scope, me).await?;
    let user: User = scope.find(me).await?;
    account::say(scope, &user, "profilePictureId", user.profile_picture_id, None::<FileId>);
    store::set_picture(scope, me, None).await?;
    scope.save().await?;
    if let Some(old) = old {
        scope.host().files().delete(scope.tenant, &old).await?;
    }
    scope.port::<Doorman>()?.forget();
    Ok(())
}

/// Takes the row of the user's picture away and gives the key of its file.
pub(crate) async fn take_picture(scope: &mut Scope, user: UserId) -> Result<Option<String>> {
    let old: Option<ProfilePicture> = scope.first(Where::all().eq("user_id", user)).await?;
    let Some(old) = old else { return Ok(None) };
    scope.delete::<ProfilePicture>(old.id).await?;
    Ok(Some(old.file_key))
}

/// The picture of a user whom `viewer`, a user of the same tenant, may see: a customer's user sees that customer's.
pub(crate) async fn picture(
    scope: &mut Scope,
    viewer: &kernel::caller::Session,
    user: UserId,
) -> Result<(String, bytes::Bytes)> {
    let owner: User = scope.find(user).await?;
    if viewer.customer.is_some() && viewer.customer != owner.customer_id {
        return Err(Error::NotFound("The user"));
    }
    let found: Option<ProfilePicture> = scope.first(Where::all().eq("user_id", user)).await?;
    let picture = found.ok_or(Error::NotFound("The picture"))?;
    let content = scope.host().files().get(scope.tenant, &picture.file_key).await?;
    Ok((picture.media_type, content))
}
