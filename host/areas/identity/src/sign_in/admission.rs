//! Admission after a valid password: account checks and the second step.

use data::{
    Error, Result, Scope,
    audit::Entry,
    db::Mode,
    ids::{TenantId, UserId},
};
use people::Account;

use crate::{
    account::model::Provider,
    sessions::rules::PASSKEY,
    two_factor::{model::TwoFactor, rules},
};
use crate::{
    passkeys,
    sessions::{self, service::NewSession},
    sign_in, two_factor,
};

pub enum Attempt {
    In(NewSession),
    /// Unknown user or wrong password.
    Wrong,
    /// The password was right; a second step is required.
    SecondStep(Vec<Provider>),
    WrongSecondStep(Vec<Provider>),
    /// The user's email address is not confirmed yet.
    NotConfirmed,
    /// Locked out, deactivated, or sign-in is disabled.
    Refused,
    /// Retry after this many seconds.
    TooMany(u64),
    /// The company's directory is unreachable.
    Silent,
}

/// Second-step input of the sign-in form.
#[derive(Clone, Default)]
pub struct SecondStep {
    pub code: Option<String>,
    /// Email: requests a mailed code.
    pub provider: Option<Provider>,
    /// True if this browser shall skip the second step in future.
    pub remember: bool,
    /// Cookies that skip the second step, by user.
    pub browsers: Vec<(UserId, String)>,
    /// The browser's current session, ended by the new one.
    pub cookie: Option<String>,
    /// The browser's device cookie.
    pub device: Option<String>,
    /// Passkey assertion as the second step, and the browser's ceremony cookie.
    pub passkey: Option<String>,
    pub asked_browser: Option<String>,
}

impl SecondStep {
    fn proof(&self) -> SecondStepProof<'_> {
        fn filled(text: Option<&String>) -> Option<&str> {
            text.map(|text| text.trim()).filter(|text| !text.is_empty())
        }
        match (filled(self.passkey.as_ref()), filled(self.code.as_ref())) {
            (Some(answer), _) => SecondStepProof::Passkey(answer),
            (None, Some(code)) => SecondStepProof::Code(code),
            (None, None) => SecondStepProof::Nothing,
        }
    }
}

#[derive(Clone, Copy)]
enum SecondStepProof<'a> {
    Nothing,
    Code(&'a str),
    Passkey(&'a str),
}

/// Signs in after a right password, if nothing else prevents it.
pub async fn admit(
    scope: &Scope,
    tenant: TenantId,
    user: &Account,
    second: &SecondStep,
    provider: &str,
) -> Result<Attempt> {
    let host = scope.host();
    if !sessions::gate::is_open(host, tenant).await? || !user.is_active {
        return Ok(Attempt::Refused);
    }
    let settings = tenancy::settings_of(host, tenant).await?;
    let policy = &settings.security.two_factor_login;
    let mut reading = scope.in_tenant(tenant).sibling(Mode::Read);
    if settings
        .user_management
        .is_email_confirmation_required_for_login
        && !people::is_email_confirmed(&mut reading, user.id).await?
    {
        return Ok(Attempt::NotConfirmed);
    }
    let row = two_factor::service::load(&mut reading, user.id).await?;
    let own = row.user_second_step(scope.now());
    let mut providers = rules::providers(policy, own);
    if !providers.is_empty() && passkeys::service::has_passkey(&mut reading, user.id).await? {
        providers.push(Provider::Passkey);
    }
    let cookie = second
        .browsers
        .iter()
        .find(|(owner, _)| *owner == user.id)
        .map(|(_, cookie)| cookie);
    let spared = match cookie {
        Some(cookie) if policy.is_remember_browser_enabled => {
            two_factor::service::is_remembered(&mut reading, user.id, cookie).await?
        }
        _ => false,
    };
    drop(reading);
    // A passkey with user verification is two factors: possession, and a finger or a PIN.
    let needs_second_step = rules::is_required(policy, own) && !spared && provider != PASSKEY;
    let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
    match second.proof() {
        SecondStepProof::Nothing if needs_second_step => {
            if second.provider == Some(Provider::Email) && providers.contains(&Provider::Email) {
                match two_factor::service::mail_code(&mut scope, user.id).await {
                    Err(Error::TooMany(seconds)) => return Ok(Attempt::TooMany(seconds)),
                    other => other?,
                }
            }
            return Ok(Attempt::SecondStep(providers));
        }
        made if needs_second_step
            && !verify_second_step(&mut scope, user, &row, &providers, (second, made)).await? =>
        {
            let entry = Entry::new(sessions::service::SESSION, 0_i64, "SignInRefused")
                .with_author(user.id, &user.user_name);
            scope.record(entry.with_change("reason", None::<&str>, "SecondStep"));
            scope.commit().await?;
            return Ok(Attempt::WrongSecondStep(providers));
        }
        _ => {}
    }
    // Deactivated meanwhile: nothing is saved, so the code stays valid.
    if !people::count_success(&mut scope, user.id).await? {
        return Ok(Attempt::Refused);
    }
    // The password was verified outside this transaction; one changed meanwhile has ended all
    // sessions.
    if people::account(&mut scope, user.id).await?.password_hash != user.password_hash {
        return Ok(Attempt::Refused);
    }
    let browser = if needs_second_step && second.remember && policy.is_remember_browser_enabled {
        Some((
            user.id,
            two_factor::service::remember(&mut scope, user.id).await?,
        ))
    } else {
        None
    };
    let device =
        sign_in::devices::record_sign_in(&mut scope, user, second.device.as_deref()).await?;
    if let Some(bearer) = second
        .cookie
        .as_deref()
        .and_then(sessions::tokens::bearer_of)
        && sessions::tokens::tenant_of(&bearer) == Some(tenant)
    {
        sessions::store::end_session(&mut scope, &sessions::tokens::hash(&bearer)).await?;
    }
    let cookie = sessions::service::open_for_browser(&mut scope, user.id, provider).await?;
    // The browser's previous session ends at once.
    scope.port::<sessions::gate::SessionGate>()?.clear_cache();
    Ok(Attempt::In(NewSession {
        cookie,
        seconds: i64::from(settings.user_management.session_idle_minutes) * 60,
        browser,
        device: Some(device),
    }))
}

async fn verify_second_step(
    scope: &mut Scope,
    user: &Account,
    row: &TwoFactor,
    providers: &[Provider],
    (second, made): (&SecondStep, SecondStepProof<'_>),
) -> Result<bool> {
    match made {
        SecondStepProof::Nothing => Ok(false),
        SecondStepProof::Code(code) => {
            two_factor::service::redeem(scope, row, providers, code).await
        }
        SecondStepProof::Passkey(answer) => {
            let signed =
                passkeys::service::redeem_assertion(scope, second.asked_browser.as_deref(), answer)
                    .await?;
            match signed
                .filter(|signed| signed.owner == user.id && providers.contains(&Provider::Passkey))
            {
                Some(signed) => passkeys::service::is_genuine(scope, signed).await,
                None => Ok(false),
            }
        }
    }
}
