//! Accounts that are not signed in: a forgotten password, a mail address to be confirmed.
//!
//! Whoever asks for a mail learns nothing: the call leaves a job behind, whatever the address, and the job finds out
//! whether there is anybody to write to. So the answer is the same and takes the same work.

use chrono::TimeDelta;
use futures_util::{FutureExt, future::BoxFuture};
use kernel::{
    Error, FieldError, Host, Refusal, Result, Scope,
    db::Mode,
    files::random_token,
    ids::{SessionId, TenantId, UserId},
    job::{JobKind, NewJob, Priority},
    message,
};
use people::{Account, names};
use serde_json::{Value, json};
use tenancy::PasswordComplexity;

use super::{
    attempts,
    codes::{self, ANY_NUMBER},
    letters::{self, Letter},
    session_gate::SessionGate,
    sessions,
};
use crate::{
    model::wire::{ActivateEmail, Activated, CanLogin, ResetPassword},
    rules::{codes::Purpose, passwords, two_factor::MAIL_RESTS},
    store::account as store,
};

const RESET_LIVES: TimeDelta = TimeDelta::hours(1);
const ACTIVATION_LIVES: TimeDelta = TimeDelta::days(3);
const NO_SUCH_RESET: Refusal = Refusal::new(
    3111,
    "The link is not good any more: it was used, or is too old. Ask for a new one.",
);
const NO_SUCH_ACTIVATION: Refusal = Refusal::new(
    3112,
    "The link is not good any more: it was used, or is too old. Ask for a new one.",
);

/// Writes the mails that a stranger asked for.
pub const MAIL: JobKind = JobKind::new("identity.mail", write_mail)
    .attempts(5)
    .priority(Priority::High);

/// What a password must have in the tenant.
pub async fn password_rules(host: &Host, tenant: TenantId) -> Result<PasswordComplexity> {
    Ok(tenancy::settings_of(host, tenant)
        .await?
        .security
        .password_complexity
        .clone())
}

/// Takes the wish for a mail; `purpose` says which one.
pub async fn ask_for_mail(scope: &mut Scope, purpose: Purpose, email_address: &str) -> Result<()> {
    let Some(key) = names::typed_key(email_address) else {
        return Ok(());
    };
    let name = format!("{} {key}", purpose.word());
    attempts::count(scope, attempts::MAILS, &name).await?;
    let base_url = tenancy::base_url(scope.host(), scope.tenant, &scope.request).await?;
    let payload = json!({"purpose": purpose.word(), "key": key, "baseUrl": base_url});
    scope.enqueue(NewJob::new(MAIL.name, payload)).await?;
    scope.commit().await
}

fn write_mail(mut scope: Scope, payload: Value) -> BoxFuture<'static, Result<()>> {
    async move {
        let text = |member: &str| payload[member].as_str().unwrap_or_default().to_owned();
        let found = people::by_email(&mut scope, &text("key")).await?;
        let Some(user) = found.filter(|user| user.is_active) else {
            return Ok(());
        };
        if text("purpose") == Purpose::Activation.word() {
            if people::is_email_confirmed(&mut scope, user.id).await? {
                return Ok(());
            }
            write_activation(&mut scope, &user, &text("baseUrl")).await?;
        } else {
            let code = random_token()?;
            codes::give(&mut scope, user.id, Purpose::Reset, &code, RESET_LIVES).await?;
            let link = letters::link(&text("baseUrl"), "/auth/reset", &user, &code);
            letters::send(&mut scope, &user, Letter::Reset, json!({ "link": link })).await?;
        }
        scope.commit().await
    }
    .boxed()
}

/// Gives the user of a reset mail the new password.
pub async fn reset_password(scope: &mut Scope, input: ResetPassword) -> Result<CanLogin> {
    let host = scope.host().clone();
    check_filled(&input)?;
    count_try(scope, Purpose::Reset, input.user_id).await?;
    // A wrong code costs no hash, so that nobody can keep the processors busy with them.
    let looking = scope.sibling(Mode::Read);
    let Some(user) = owner_of(looking, input.user_id, &input.reset_code).await? else {
        return Err(NO_SUCH_RESET.into());
    };
    let rules = password_rules(&host, scope.tenant).await?;
    passwords::check(&rules, "password", &input.password, &called(&user))?;
    let hash = scope
        .port::<SessionGate>()?
        .passwords
        .hash(&input.password)
        .await?;
    if !codes::redeem(
        scope,
        user.id,
        Purpose::Reset,
        &input.reset_code,
        ANY_NUMBER,
    )
    .await?
    {
        return Err(NO_SUCH_RESET.into());
    }
    people::set_password(scope, user.id, &hash).await?;
    // Who holds the code reads the mailbox, and would have the mailed second step as well.
    let rests_until = scope.now() + MAIL_RESTS;
    store::rest_mail(scope, user.id, rests_until).await?;
    people::set_email_confirmed(scope, user.id, true).await?;
    password_was_changed(scope, user.id, None).await?;
    scope.commit().await?;
    scope.port::<SessionGate>()?.forget();
    Ok(CanLogin {
        can_login: true,
        user_name: user.user_name,
    })
}

/// Names every member that is missing.
fn check_filled(input: &ResetPassword) -> Result<()> {
    let members = [
        ("userId", input.user_id.0 == 0),
        ("resetCode", input.reset_code.is_empty()),
        ("password", input.password.is_empty()),
    ];
    let missing = members
        .into_iter()
        .filter_map(|(member, is_missing)| is_missing.then_some(member));
    let wrong: Vec<FieldError> = missing
        .map(|member| FieldError::new(member, message!("is required")).coded("required"))
        .collect();
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(wrong))
    }
}

/// What the user is called: no password of the user's is made of it.
pub fn called(user: &Account) -> [&str; 4] {
    [
        &user.user_name,
        &user.name,
        &user.surname,
        &user.email_address,
    ]
}

/// The active user whose code this is; the code is not used up.
async fn owner_of(mut scope: Scope, user: UserId, code: &str) -> Result<Option<Account>> {
    if !codes::is_good(&mut scope, user, Purpose::Reset, code).await? {
        return Ok(None);
    }
    Ok(if people::is_active(&mut scope, user).await? {
        Some(people::account(&mut scope, user).await?)
    } else {
        None
    })
}

/// Marks the user's address as not confirmed and mails a link that confirms it, in the caller's transaction.
pub async fn send_activation(scope: &mut Scope, user: UserId) -> Result<()> {
    let user = people::account(scope, user).await?;
    people::set_email_confirmed(scope, user.id, false).await?;
    let base_url = tenancy::base_url(scope.host(), scope.tenant, &scope.request).await?;
    write_activation(scope, &user, &base_url).await
}

async fn write_activation(scope: &mut Scope, user: &Account, base_url: &str) -> Result<()> {
    let code = random_token()?;
    codes::give(scope, user.id, Purpose::Activation, &code, ACTIVATION_LIVES).await?;
    let link = letters::link(base_url, "/auth/activate", user, &code);
    letters::send(scope, user, Letter::Activation, json!({ "link": link })).await
}

/// Confirms the user's e-mail address. Who has no password yet gets a code to choose one.
pub async fn activate_email(scope: &mut Scope, input: ActivateEmail) -> Result<Activated> {
    count_try(scope, Purpose::Activation, input.user_id).await?;
    if !codes::redeem(
        scope,
        input.user_id,
        Purpose::Activation,
        &input.confirmation_code,
        ANY_NUMBER,
    )
    .await?
    {
        return Err(NO_SUCH_ACTIVATION.into());
    }
    let user = people::account(scope, input.user_id).await?;
    let is_first = !people::is_email_confirmed(scope, user.id).await?;
    people::set_email_confirmed(scope, user.id, true).await?;
    let reset_code = if user.is_active && user.password_hash.is_none() {
        let code = random_token()?;
        codes::give(scope, user.id, Purpose::Reset, &code, RESET_LIVES).await?;
        Some(code)
    } else {
        None
    };
    let can_login = user.is_active && user.password_hash.is_some();
    // Who has registered is told that it is done; people that the tenant has added know it from there.
    if is_first && can_login && user.customer.is_some() {
        let link = format!(
            "{}/auth/login",
            tenancy::base_url(scope.host(), scope.tenant, &scope.request).await?
        );
        letters::send(scope, &user, Letter::Welcome, json!({ "link": link })).await?;
    }
    scope.commit().await?;
    Ok(Activated {
        can_login,
        user_name: user.user_name,
        reset_code,
    })
}

async fn count_try(scope: &Scope, purpose: Purpose, user: UserId) -> Result<()> {
    let name = format!("{} {user}", purpose.word());
    attempts::count(scope, attempts::CODES, &name).await?;
    Ok(())
}

/// What follows a new password, in the caller's transaction: sessions but `except` end, browsers are forgotten, codes
/// are worth nothing, and the user is told. After the save the session gate has to forget.
pub async fn password_was_changed(
    scope: &mut Scope,
    user: UserId,
    except: Option<SessionId>,
) -> Result<()> {
    sessions::end_all(scope, user, except).await?;
    store::forget_browsers(scope, user, false).await?;
    store::drop_codes(scope, user, Purpose::Reset).await?;
    store::drop_codes(scope, user, Purpose::SecondStep).await?;
    let user = people::account(scope, user).await?;
    user.record_change(scope, "password", None::<&str>, "Changed");
    let address = scope.request.address.clone();
    letters::send(
        scope,
        &user,
        Letter::PasswordChanged,
        json!({ "address": address }),
    )
    .await
}
