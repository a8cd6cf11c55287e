//! Routes of a user's own account: profile, picture, password, sessions, second step.

use std::sync::Arc;

use data::{
    ById, Change, Empty, Error, Needs, Result, Scope, caller::Session, ids::SessionId, message,
};
use people::{MAX_PICTURE_BYTES, OwnDetails};
use web::{
    Raw, Routes,
    http::{self, Body, HeaderValue, Method, Response, header},
    upload::Upload,
};

use crate::sessions::browser::{load_host_tenant, site};
use crate::{
    account::model::{
        ChangePassword, CodeInput, Ended, PasswordInput, Picture, PictureQuestion, Profile,
        RecoveryCodes, SessionList, StartTwoFactor, TwoFactorOffer, TwoFactorState,
    },
    confirmation::{
        self,
        model::{ConfirmIdentity, Confirmation},
    },
    profile,
    sessions::{self, cookies::Name},
    two_factor,
};

const MAX_FORM_BYTES: usize = MAX_PICTURE_BYTES + 16 * 1024;

pub fn table() -> Routes {
    // Calls open to a user with a mandatory first action, such as a password change.
    const FIRST_ACTION: Needs = Needs::OwnAccount;
    const SIGNED_IN: Needs = Needs::SignedIn;
    Routes::new("/api/core/profile")
        .post("changepassword", FIRST_ACTION, change_password)
        .deny_impersonation()
        .get("getprofile", FIRST_ACTION, get_profile)
        .put("updateprofile", SIGNED_IN, update_profile)
        .deny_impersonation()
        .upload(
            "uploadprofilepicture",
            SIGNED_IN,
            MAX_FORM_BYTES,
            upload_picture,
        )
        .describe_response::<Picture>()
        .delete("deleteprofilepicture", SIGNED_IN, delete_picture)
        .raw(
            Method::GET,
            "getprofilepicture",
            Needs::Tenant,
            0,
            get_picture,
        )
        .get("getconfirmation", SIGNED_IN, get_confirmation)
        .post("confirmidentity", SIGNED_IN, confirm_identity)
        .get("getsessions", SIGNED_IN, get_sessions)
        .delete("deletesession", SIGNED_IN, delete_session)
        .delete("deleteothersessions", SIGNED_IN, delete_other_sessions)
        .get("gettwofactor", FIRST_ACTION, get_two_factor)
        .post("starttwofactor", FIRST_ACTION, start_two_factor)
        .deny_impersonation()
        .post("confirmtwofactor", FIRST_ACTION, confirm_two_factor)
        .deny_impersonation()
        .post("sendtwofactorcode", SIGNED_IN, send_two_factor_code)
        .deny_impersonation()
        .post("newrecoverycodes", SIGNED_IN, new_recovery_codes)
        .deny_impersonation()
        .post("disabletwofactor", SIGNED_IN, disable_two_factor)
        .deny_impersonation()
        .delete("forgetbrowsers", SIGNED_IN, forget_browsers)
}

async fn change_password(mut scope: Scope, input: ChangePassword) -> Result<Empty> {
    profile::service::change_password(&mut scope, input).await?;
    Ok(Empty {})
}

async fn get_profile(mut scope: Scope, _: Empty) -> Result<Profile> {
    profile::service::get(&mut scope).await
}

async fn update_profile(mut scope: Scope, change: Change<OwnDetails>) -> Result<Profile> {
    profile::service::update(&mut scope, change).await
}

async fn upload_picture(mut scope: Scope, upload: Upload) -> Result<Response> {
    let mut parts = upload.parts().await?;
    while let Some(part) = parts.next().await? {
        if part.is("file") {
            let content = part.bytes(MAX_PICTURE_BYTES).await?;
            return http::json_response(
                &profile::service::set_picture(&mut scope, Some(content)).await?,
            );
        }
    }
    Err(Error::invalid(
        "file",
        message!("is missing: send the picture as the part `file` of a form"),
    ))
}

async fn delete_picture(mut scope: Scope, _: Empty) -> Result<Empty> {
    profile::service::set_picture(&mut scope, None).await?;
    Ok(Empty {})
}

/// Returns a picture. An `<img>` sends the cookie and no token, so either is accepted.
async fn get_picture(scope: Scope, raw: Raw) -> Result<Response> {
    let viewer = viewer(&scope, &raw).await?;
    let query: PictureQuestion = raw.query()?;
    let mut scope = scope.in_tenant(viewer.tenant);
    let picture =
        people::picture(&mut scope, &viewer, query.user_id.unwrap_or(viewer.user)).await?;
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
    let tenant = load_host_tenant(scope).await?.ok_or(Error::Unauthorized)?;
    let signed_in = sessions::service::find_browser_session(scope, tenant, &cookie)
        .await?
        .ok_or(Error::Unauthorized)?;
    Ok(signed_in.known.session.clone())
}

async fn get_confirmation(mut scope: Scope, _: Empty) -> Result<Confirmation> {
    confirmation::service::methods(&mut scope).await
}

async fn confirm_identity(mut scope: Scope, input: ConfirmIdentity) -> Result<Empty> {
    confirmation::service::confirm(&mut scope, &input).await?;
    Ok(Empty {})
}

async fn get_sessions(mut scope: Scope, _: Empty) -> Result<SessionList> {
    let items = sessions::service::list(&mut scope).await?;
    Ok(SessionList {
        total_count: items.len(),
        items,
    })
}

async fn delete_session(mut scope: Scope, session: ById<SessionId>) -> Result<Empty> {
    sessions::service::end_one(&mut scope, session.id).await?;
    Ok(Empty {})
}

async fn delete_other_sessions(mut scope: Scope, _: Empty) -> Result<Ended> {
    Ok(Ended {
        ended: sessions::service::end_others(&mut scope).await?,
    })
}

async fn get_two_factor(mut scope: Scope, _: Empty) -> Result<TwoFactorState> {
    two_factor::service::state(&mut scope).await
}

async fn start_two_factor(mut scope: Scope, input: StartTwoFactor) -> Result<TwoFactorOffer> {
    two_factor::service::start(&mut scope, input.provider).await
}

async fn confirm_two_factor(mut scope: Scope, input: CodeInput) -> Result<RecoveryCodes> {
    two_factor::service::confirm(&mut scope, &input.code).await
}

async fn send_two_factor_code(mut scope: Scope, _: Empty) -> Result<Empty> {
    two_factor::service::send_code(&mut scope).await?;
    Ok(Empty {})
}

async fn new_recovery_codes(mut scope: Scope, input: CodeInput) -> Result<RecoveryCodes> {
    two_factor::service::new_recovery_codes(&mut scope, &input.code).await
}

async fn disable_two_factor(mut scope: Scope, input: PasswordInput) -> Result<Empty> {
    two_factor::service::disable(&mut scope, &input.password).await?;
    Ok(Empty {})
}

async fn forget_browsers(mut scope: Scope, _: Empty) -> Result<Empty> {
    two_factor::service::forget_browsers(&mut scope).await?;
    Ok(Empty {})
}
