//! The calls of a user about the own account: profile, picture, password, sessions, second step.

use std::sync::Arc;

use kernel::{
    ById, Change, Empty, Error, Needs, Raw, Result, Routes, Scope,
    caller::Session,
    http::{self, Body, HeaderValue, Method, Response, header},
    ids::SessionId,
    message,
    upload::Upload,
};
use people::{MAX_PICTURE_BYTES, OwnDetails};

use super::browser::{site, tenant_here};
use crate::{
    model::confirmation::{ConfirmIdentity, Confirmation},
    model::wire::{
        ChangePassword, CodeInput, Ended, PasswordInput, Picture, PictureQuestion, Profile,
        RecoveryCodes, SessionList, StartTwoFactor, TwoFactorOffer, TwoFactorState,
    },
    rules::cookies::Name,
    service::{confirmation, profile, sessions, two_factor},
};

/// The picture and what a form puts around it.
const MAX_FORM_BYTES: usize = MAX_PICTURE_BYTES + 16 * 1024;

pub fn table() -> Routes {
    // What a user can do who has something to do first: see who it is, and do it.
    const FIRST: Needs = Needs::OwnAccount;
    const OWN: Needs = Needs::SignedIn;
    Routes::at("/api/core/profile")
        .post("changepassword", FIRST, change_password)
        .not_impersonated()
        .get("getprofile", FIRST, get_profile)
        .put("updateprofile", OWN, update_profile)
        .not_impersonated()
        .upload("uploadprofilepicture", OWN, MAX_FORM_BYTES, upload_picture)
        .answers::<Picture>()
        .delete("deleteprofilepicture", OWN, delete_picture)
        .raw(
            Method::GET,
            "getprofilepicture",
            Needs::Tenant,
            0,
            get_picture,
        )
        .get("getconfirmation", OWN, get_confirmation)
        .post("confirmidentity", OWN, confirm_identity)
        .get("getsessions", OWN, get_sessions)
        .delete("deletesession", OWN, delete_session)
        .delete("deleteothersessions", OWN, delete_other_sessions)
        .get("gettwofactor", FIRST, get_two_factor)
        .post("starttwofactor", FIRST, start_two_factor)
        .not_impersonated()
        .post("confirmtwofactor", FIRST, confirm_two_factor)
        .not_impersonated()
        .post("sendtwofactorcode", OWN, send_two_factor_code)
        .not_impersonated()
        .post("newrecoverycodes", OWN, new_recovery_codes)
        .not_impersonated()
        .post("disabletwofactor", OWN, disable_two_factor)
        .not_impersonated()
        .delete("forgetbrowsers", OWN, forget_browsers)
}

async fn change_password(mut scope: Scope, input: ChangePassword) -> Result<Empty> {
    profile::change_password(&mut scope, input).await?;
    Ok(Empty {})
}

async fn get_profile(mut scope: Scope, _: Empty) -> Result<Profile> {
    profile::get(&mut scope).await
}

async fn update_profile(mut scope: Scope, change: Change<OwnDetails>) -> Result<Profile> {
    profile::update(&mut scope, change).await
}

async fn upload_picture(mut scope: Scope, upload: Upload) -> Result<Response> {
    let mut parts = upload.parts().await?;
    while let Some(part) = parts.next().await? {
        if part.is("file") {
            let content = part.bytes(MAX_PICTURE_BYTES).await?;
            return http::answer(&profile::set_picture(&mut scope, Some(content)).await?);
        }
    }
    Err(Error::invalid(
        "file",
        message!("is missing: send the picture as the part `file` of a form"),
    ))
}

async fn delete_picture(mut scope: Scope, _: Empty) -> Result<Empty> {
    profile::set_picture(&mut scope, None).await?;
    Ok(Empty {})
}

/// A picture is shown by an `<img>`, which sends the cookie and no token: reading needs either.
async fn get_picture(scope: Scope, raw: Raw) -> Result<Response> {
    let viewer = viewer(&scope, &raw).await?;
    let asked: PictureQuestion = raw.query()?;
    let mut scope = scope.in_tenant(viewer.tenant);
    let picture =
        people::picture(&mut scope, &viewer, asked.user_id.unwrap_or(viewer.user)).await?;
    let mut response = Response::new(Body::from(picture.content));
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_str(&picture.media_type).map_err(Error::internal)?,
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, max-age=3600"),
    );
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; sandbox"),
    );
    Ok(response)
}

async fn viewer(scope: &Scope, raw: &Raw) -> Result<Arc<Session>> {
    if let Some(session) = scope.caller.session() {
        return Ok(session.clone());
    }
    let cookie = site(scope)
        .read(&raw.headers, Name::SessionToken)
        .ok_or(Error::Unauthorized)?;
    let tenant = tenant_here(scope).await?.ok_or(Error::Unauthorized)?;
    let signed_in = sessions::of_browser(scope, tenant, &cookie)
        .await?
        .ok_or(Error::Unauthorized)?;
    Ok(signed_in.known.session.clone())
}

async fn get_confirmation(mut scope: Scope, _: Empty) -> Result<Confirmation> {
    confirmation::ways(&mut scope).await
}

async fn confirm_identity(mut scope: Scope, input: ConfirmIdentity) -> Result<Empty> {
    confirmation::confirm(&mut scope, &input).await?;
    Ok(Empty {})
}

async fn get_sessions(mut scope: Scope, _: Empty) -> Result<SessionList> {
    let items = sessions::list(&mut scope).await?;
    Ok(SessionList {
        total_count: items.len(),
        items,
    })
}

async fn delete_session(mut scope: Scope, session: ById<SessionId>) -> Result<Empty> {
    sessions::end_one(&mut scope, session.id).await?;
    Ok(Empty {})
}

async fn delete_other_sessions(mut scope: Scope, _: Empty) -> Result<Ended> {
    Ok(Ended {
        ended: sessions::end_others(&mut scope).await?,
    })
}

async fn get_two_factor(mut scope: Scope, _: Empty) -> Result<TwoFactorState> {
    two_factor::state(&mut scope).await
}

async fn start_two_factor(mut scope: Scope, input: StartTwoFactor) -> Result<TwoFactorOffer> {
    two_factor::start(&mut scope, input.provider).await
}

async fn confirm_two_factor(mut scope: Scope, input: CodeInput) -> Result<RecoveryCodes> {
    two_factor::confirm(&mut scope, &input.code).await
}

async fn send_two_factor_code(mut scope: Scope, _: Empty) -> Result<Empty> {
    two_factor::send_code(&mut scope).await?;
    Ok(Empty {})
}

async fn new_recovery_codes(mut scope: Scope, input: CodeInput) -> Result<RecoveryCodes> {
    two_factor::new_recovery_codes(&mut scope, &input.code).await
}

async fn disable_two_factor(mut scope: Scope, input: PasswordInput) -> Result<Empty> {
    two_factor::disable(&mut scope, &input.password).await?;
    Ok(Empty {})
}

async fn forget_browsers(mut scope: Scope, _: Empty) -> Result<Empty> {
    two_factor::forget_browsers(&mut scope).await?;
    Ok(Empty {})
}
