//! Accounts that are not signed in: a forgotten password, a mail address to be confirmed.
//!
//! Whoever asks for a mail learns nothing: the call leaves a job behind, whatever the address, and the job finds out
//! whether there is anybody to write to. So the answer is the same and takes the same work.

use chrono::TimeDelta;
use futures_util::{FutureExt, future::BoxFuture};
use kernel::{
    Host, Refusal, Result, Scope, Where,
    audit::{Entry, UPDATED},
    db::Mode,
    files::random_token,
    ids::{SessionId, TenantId, UserId},
    job::{JobKind, NewJob},
};
use serde::Serialize;
use serde_json::{Value, json};
use tenancy::PasswordComplexity;

use super::{
    attempts,
    codes::{self, ANY_NUMBER},
    doorman::Doorman,
    letters::{self, Letter},
    sessions,
};
use crate::{
    model::{
        User,
        account::UserProfile,
        wire::{ActivateEmail, Activated, CanLogin, ResetPassword},
    },
    rules::{codes::Purpose, passwords, users},
    store::account as store,
};

const RESET_LIVES: TimeDelta = TimeDelta::hours(1);
const ACTIVATION_LIVES: TimeDelta = TimeDelta::days(3);
const NO_SUCH_RESET: Refusal =
    Refusal::new(3111, "The link is not good any more: it was used, or is too old. Ask for a new one.");
const NO_SUCH_ACTIVATION: Refusal =
    Refusal::new(3112, "The link is not good any more: it was used, or is too old. Ask for a new one.");

/// Writes the mails that a stranger asked for.
pub const MAIL: JobKind = JobKind { name: "identity.mail", run: write_mail, attempts: 5 };

/// What a password must have in the tenant.
pub async fn password_rules(host: &Host, tenant: TenantId) -> Result<PasswordComplexity> {
    Ok(tenancy::settings_of(host, tenant).await?.security.password_complexity.clone())
}

/// Takes the wish for a mail; `purpose` says which one.
pub async fn ask_for_mail(scope: &mut Scope, purpose: Purpose, email_address: &str) -> Result<()> {
    let Some(key) = users::typed_key(email_address) else { return Ok(()) };
    let name = format!("{} {key}", purpose.word());
    scope.port::<Doorman>()?.attempts.begin(scope, scope.tenant, attempts::MAILS, &name).await?;
    let base_url = tenancy::base_url(scope.host(), scope.tenant, &scope.request).await?;
    let payload = json!({"purpose": purpose.word(), "key": key, "baseUrl": base_url});
    scope.enqueue(NewJob::new(MAIL.name, payload)).await?;
    scope.save().await
}

fn write_mail(mut scope: Scope, payload: Value) -> BoxFuture<'static, Result<()>> {
    async move {
        let text = |member: &str| payload[member].as_str().unwrap_or_default().to_owned();
        let found: Option<User> = scope.first(Where::all().eq("email_key", text("key"))).await?;
        let Some(user) = found.filter(|user| user.is_active) else { return Ok(()) };
        if text("purpose") == Purpose::Activation.word() {
            if is_email_confirmed(&mut scope, user.id).await? {
                return Ok(());
            }
            write_activation(&mut scope, &user, &text("baseUrl")).await?;
        } else {
            let code = random_token()?;
            codes::give(&mut scope, user.id, Purpose::Reset, &code, RESET_LIVES).await?;
            let link = letters::link(&text("baseUrl"), "/auth/reset", &user, &code);
            letters::send(&mut scope, &user, Letter::Reset, json!({ "link": link })).await?;
        }
        scope.save().await
    }
    .boxed()
}

/// Gives the user of a reset mail the new password.
pub async fn reset_password(scope: &mut Scope, input: ResetPassword) -> Result<CanLogin> {
    let host = scope.host().clone();
    count_try(scope, Purpose::Reset, input.user_id).await?;
    passwords::check(&password_rules(&host, scope.tenant).await?, "password", &input.password)?;
    // A wrong code costs no hash, so that nobody can keep the processors busy with them.
    let looking = scope.sibling(Mode::Read);
    let Some(user) = owner_of(looking, input.user_id, &input.reset_code).await? else {
        return Err(NO_SUCH_RESET.into());
    };
    let hash = scope.port::<Doorman>()?.passwords.hash(&input.password).await?;
    if !codes::redeem(scope, user.id, Purpose::Reset, &input.reset_code, ANY_NUMBER).await? {
        return Err(NO_SUCH_RESET.into());
    }
    store::set_password(scope, user.id, &hash).await?;
    // Who holds the code reads the mailbox.
    set_email_confirmed(scope, user.id, true).await?;
    password_was_changed(scope, user.id, None).await?;
    scope.save().await?;
    scope.port::<Doorman>()?.forget();
    Ok(CanLogin { can_login: true, user_name: user.user_name })
}

/// The active user whose code this is; the code is not used up.
async fn owner_of(mut scope: Scope, user: UserId, code: &str) -> Result<Option<User>> {
    if !codes::is_good(&mut scope, user, Purpose::Reset, code).await? {
        return Ok(None);
    }
    scope.first(Where::all().eq("id", user).eq("is_active", true)).await
}

/// Marks the user's address as not confirmed and mails a link that confirms it, in the caller's transaction.
pub async fn send_activation(scope: &mut Scope, user: UserId) -> Result<()> {
    let user: User = scope.find(user).await?;
    set_email_confirmed(scope, user.id, false).await?;
    let base_url = tenancy::base_url(scope.host(), scope.tenant, &scope.request).await?;
    write_activation(scope, &user, &base_url).await
}

async fn write_activation(scope: &mut Scope, user: &User, base_url: &str) -> Result<()> {
    let code = random_token()?;
    codes::give(scope, user.id, Purpose::Activation, &code, ACTIVATION_LIVES).await?;
    let link = letters::link(base_url, "/auth/activate", user, &code);
    letters::send(scope, user, Letter::Activation, json!({ "link": link })).await
}

/// Confirms the user's e-mail address. Who has no password yet gets a code to choose one.
pub async fn activate_email(scope: &mut Scope, input: ActivateEmail) -> Result<Activated> {
    count_try(scope, Purpose::Activation, input.user_id).await?;
    if !codes::redeem(scope, input.user_id, Purpose::Activation, &input.confirmation_code, ANY_NUMBER).await? {
        return Err(NO_SUCH_ACTIVATION.into());
    }
    let user: User = scope.find(input.user_id).await?;
    set_email_confirmed(scope, user.id, true).await?;
    let reset_code = if user.is_active && user.password_hash.is_none() {
        let code = random_token()?;
        codes::give(scope, user.id, Purpose::Reset, &code, RESET_LIVES).await?;
        Some(code)
    } else {
        None
    };
    scope.save().await?;
    let can_login = user.is_active && user.password_hash.is_some();
    Ok(Activated { can_login, user_name: user.user_name, reset_code })
}

async fn count_try(scope: &Scope, purpose: Purpose, user: UserId) -> Result<()> {
    let name = format!("{} {user}", purpose.word());
    scope.port::<Doorman>()?.attempts.begin(scope, scope.tenant, attempts::CODES, &name).await?;
    Ok(())
}

/// What follows a new password, in the caller's transaction: sessions but `except` end, browsers are forgotten, codes
/// are worth nothing, and the user is told. After the save the doorman has to forget.
pub async fn password_was_changed(scope: &mut Scope, user: UserId, except: Option<SessionId>) -> Result<()> {
    sessions::end_all(scope, user, except).await?;
    store::forget_browsers(scope, user, false).await?;
    store::drop_codes(scope, user, Purpose::Reset).await?;
    store::drop_codes(scope, user, Purpose::SecondStep).await?;
    let user: User = scope.find(user).await?;
    say(scope, &user, "password", None::<&str>, "Changed");
    let address = scope.request.address.clone();
    letters::send(scope, &user, Letter::PasswordChanged, json!({ "address": address })).await
}

/// Whether the user's address is known to be the user's.
pub async fn is_email_confirmed(scope: &mut Scope, user: UserId) -> Result<bool> {
    let profile: Option<UserProfile> = scope.first(Where::all().eq("user_id", user)).await?;
    Ok(profile.is_none_or(|profile| profile.is_email_confirmed))
}

/// Has a change of the user's account recorded that no entity's column shows. A guest who holds a code is the user.
pub fn say(scope: &mut Scope, user: &User, property: &str, old: impl Serialize, new: impl Serialize) {
    let entry = Entry::new("User", user.id, UPDATED).named(&user.user_name).with(property, old, new);
    let is_signed_in = scope.caller.session().is_some();
    scope.record(if is_signed_in { entry } else { entry.by(user.id, &user.user_name) });
}

pub async fn set_email_confirmed(scope: &mut Scope, user: UserId, confirmed: bool) -> Result<()> {
    let user: User = scope.find(user).await?;
    if is_email_confirmed(scope, user.id).await? == confirmed {
        return Ok(());
    }
    say(scope, &user, "isEmailConfirmed", !confirmed, confirmed);
    let user = user.id;
    if !store::set_email_confirmed(scope, user, confirmed).await? && !confirmed {
        scope.insert(&mut UserProfile { is_email_confirmed: false, ..UserProfile::of(user) }).await?;
    }
    Ok(())
}
