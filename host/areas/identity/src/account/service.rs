//! Password reset and email confirmation for users who are not signed in.
//!
//! A caller who requests an email learns nothing: the call enqueues a job for any address, and the
//! job checks whether a user exists. Response and cost are always the same.

use chrono::TimeDelta;
use data::{
    Error, FieldError, Host, Refusal, Result, Scope,
    db::Mode,
    files::random_token,
    ids::{SessionId, TenantId, UserId},
    message,
};
use futures_util::{FutureExt, future::BoxFuture};
use people::{Account, names};
use serde_json::{Value, json};
use tenancy::PasswordComplexity;
use work::job::{JobKind, NewJob, Priority, ScopeJobs};

use crate::{
    account::model::{ActivateEmail, Activated, CanLogin, ResetPassword},
    codes::rules::Purpose,
    passwords,
    two_factor::{rules::MAILED_CODE_PAUSE, store},
};
use crate::{
    attempts,
    codes::{self, service::ANY_NUMBER},
    emails::{self, Email},
    sessions::{self, gate::SessionGate},
};

pub(crate) const RESET_CODE_LIFETIME: TimeDelta = TimeDelta::hours(1);
pub(crate) const ACTIVATION_CODE_LIFETIME: TimeDelta = TimeDelta::days(3);
const INVALID_RESET_CODE: Refusal = Refusal::new(
    3111,
    "The link has expired or was already used. Request a new one.",
);
const INVALID_ACTIVATION_CODE: Refusal = Refusal::new(
    3112,
    "The link has expired or was already used. Request a new one.",
);

/// Job that writes the emails requested by guests.
pub const MAIL: JobKind = JobKind::new("identity.mail", send_email)
    .attempts(5)
    .priority(Priority::High);

pub async fn password_rules(host: &Host, tenant: TenantId) -> Result<PasswordComplexity> {
    Ok(tenancy::settings_of(host, tenant)
        .await?
        .security
        .password_complexity
        .clone())
}

pub async fn enqueue_email(scope: &mut Scope, purpose: Purpose, email_address: &str) -> Result<()> {
    let Some(key) = names::typed_key(email_address) else {
        return Ok(());
    };
    let name = format!("{} {key}", purpose.as_str());
    attempts::service::count(scope, attempts::service::MAILS, &name).await?;
    let base_url = tenancy::base_url(scope.host(), scope.tenant, &scope.request).await?;
    let payload = json!({"purpose": purpose.as_str(), "key": key, "baseUrl": base_url});
    scope.enqueue(NewJob::new(MAIL.name, payload)).await?;
    scope.commit().await
}

fn send_email(mut scope: Scope, payload: Value) -> BoxFuture<'static, Result<()>> {
    async move {
        let text = |member: &str| payload[member].as_str().unwrap_or_default().to_owned();
        let found = people::find_by_email(&mut scope, &text("key")).await?;
        let Some(user) = found.filter(|user| user.is_active) else {
            return Ok(());
        };
        if text("purpose") == Purpose::Activation.as_str() {
            if people::is_email_confirmed(&mut scope, user.id).await? {
                return Ok(());
            }
            write_activation(&mut scope, &user, &text("baseUrl")).await?;
        } else {
            let code = random_token()?;
            codes::service::issue(
                &mut scope,
                user.id,
                Purpose::Reset,
                &code,
                RESET_CODE_LIFETIME,
            )
            .await?;
            let link = emails::link(&text("baseUrl"), "/auth/reset", &user, &code);
            emails::send(&mut scope, &user, Email::Reset, json!({ "link": link })).await?;
        }
        scope.commit().await
    }
    .boxed()
}

/// Sets a new password with a reset code.
pub async fn reset_password(scope: &mut Scope, input: ResetPassword) -> Result<CanLogin> {
    let host = scope.host().clone();
    check_filled(&input)?;
    count_try(scope, Purpose::Reset, input.user_id).await?;
    // A wrong code costs no hash: it must not keep the processors busy.
    let looking = scope.sibling(Mode::Read);
    let Some(user) = find_code_owner(looking, input.user_id, &input.reset_code).await? else {
        return Err(INVALID_RESET_CODE.into());
    };
    let rules = password_rules(&host, scope.tenant).await?;
    passwords::rules::check(&rules, "password", &input.password, &names_of_user(&user))?;
    let hash = scope
        .port::<SessionGate>()?
        .passwords
        .hash(&input.password)
        .await?;
    if !codes::service::redeem(
        scope,
        user.id,
        Purpose::Reset,
        &input.reset_code,
        ANY_NUMBER,
    )
    .await?
    {
        return Err(INVALID_RESET_CODE.into());
    }
    people::set_password(scope, user.id, &hash).await?;
    // The holder of the code reads the mailbox, which also receives mailed second steps.
    let rests_until = scope.now() + MAILED_CODE_PAUSE;
    store::suspend_mailed_codes(scope, user.id, rests_until).await?;
    people::set_email_confirmed(scope, user.id, true).await?;
    handle_password_change(scope, user.id, None).await?;
    scope.commit().await?;
    scope.port::<SessionGate>()?.clear_cache();
    Ok(CanLogin {
        can_login: true,
        user_name: user.user_name,
    })
}

fn check_filled(input: &ResetPassword) -> Result<()> {
    let members = [
        ("userId", input.user_id.0 == 0),
        ("resetCode", input.reset_code.is_empty()),
        ("password", input.password.is_empty()),
    ];
    let missing = members
        .into_iter()
        .filter_map(|(member, is_missing)| is_missing.then_some(member));
    let errors: Vec<FieldError> = missing
        .map(|member| FieldError::new(member, message!("is required")).with_code("required"))
        .collect();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(errors))
    }
}

/// Returns the user's names and addresses, which a password must not contain.
pub fn names_of_user(user: &Account) -> [&str; 4] {
    [
        &user.user_name,
        &user.name,
        &user.surname,
        &user.email_address,
    ]
}

async fn find_code_owner(mut scope: Scope, user: UserId, code: &str) -> Result<Option<Account>> {
    if !codes::service::is_good(&mut scope, user, Purpose::Reset, code).await? {
        return Ok(None);
    }
    Ok(if people::is_active(&mut scope, user).await? {
        Some(people::account(&mut scope, user).await?)
    } else {
        None
    })
}

/// Marks the address as unconfirmed and mails a link, in the caller's transaction.
pub async fn send_activation(scope: &mut Scope, user: UserId) -> Result<()> {
    let user = people::account(scope, user).await?;
    people::set_email_confirmed(scope, user.id, false).await?;
    let base_url = tenancy::base_url(scope.host(), scope.tenant, &scope.request).await?;
    write_activation(scope, &user, &base_url).await
}

async fn write_activation(scope: &mut Scope, user: &Account, base_url: &str) -> Result<()> {
    let code = random_token()?;
    codes::service::issue(
        scope,
        user.id,
        Purpose::Activation,
        &code,
        ACTIVATION_CODE_LIFETIME,
    )
    .await?;
    let link = emails::link(base_url, "/auth/activate", user, &code);
    emails::send(scope, user, Email::Activation, json!({ "link": link })).await
}

/// Confirms the user's email address. A user without a password gets a code to choose one.
pub async fn activate_email(scope: &mut Scope, input: ActivateEmail) -> Result<Activated> {
    count_try(scope, Purpose::Activation, input.user_id).await?;
    if !codes::service::redeem(
        scope,
        input.user_id,
        Purpose::Activation,
        &input.confirmation_code,
        ANY_NUMBER,
    )
    .await?
    {
        return Err(INVALID_ACTIVATION_CODE.into());
    }
    let user = people::account(scope, input.user_id).await?;
    let is_first = !people::is_email_confirmed(scope, user.id).await?;
    people::set_email_confirmed(scope, user.id, true).await?;
    let reset_code = if user.is_active && user.password_hash.is_none() {
        let code = random_token()?;
        codes::service::issue(scope, user.id, Purpose::Reset, &code, RESET_CODE_LIFETIME).await?;
        Some(code)
    } else {
        None
    };
    let can_login = user.is_active && user.password_hash.is_some();
    // Welcomes registered users; users added by the tenant need no email.
    if is_first && can_login && user.customer.is_some() {
        let link = format!(
            "{}/auth/login",
            tenancy::base_url(scope.host(), scope.tenant, &scope.request).await?
        );
        emails::send(scope, &user, Email::Welcome, json!({ "link": link })).await?;
    }
    scope.commit().await?;
    Ok(Activated {
        can_login,
        user_name: user.user_name,
        reset_code,
    })
}

async fn count_try(scope: &Scope, purpose: Purpose, user: UserId) -> Result<()> {
    let name = format!("{} {user}", purpose.as_str());
    attempts::service::count(scope, attempts::service::CODES, &name).await?;
    Ok(())
}

/// Ends other sessions, browsers and codes after a password change and notifies the user, in the
/// caller's transaction. The caller must then clear the session gate.
pub async fn handle_password_change(
    scope: &mut Scope,
    user: UserId,
    except: Option<SessionId>,
) -> Result<()> {
    sessions::service::end_all(scope, user, except).await?;
    store::forget_browsers(scope, user, false).await?;
    store::drop_codes(scope, user, Purpose::Reset).await?;
    store::drop_codes(scope, user, Purpose::SecondStep).await?;
    let user = people::account(scope, user).await?;
    user.record_change(scope, "password", None::<&str>, "Changed");
    let address = scope.request.address.clone();
    emails::send(
        scope,
        &user,
        Email::PasswordChanged,
        json!({ "address": address }),
    )
    .await
}
