//! From a right password to a session: whether the user may come in at all, and the second step.

use kernel::{
    Error, Result, Scope,
    audit::Entry,
    db::Mode,
    ids::{TenantId, UserId},
};
use people::Account;

use super::{
    devices, passkeys, session_gate,
    sessions::{self, NewSession},
    two_factor,
};
use crate::{
    model::{account::TwoFactor, wire::Provider},
    rules::{sessions::PASSKEY, tokens, two_factor as rules},
    store,
};

/// How an attempt to sign in ended.
pub enum Attempt {
    In(NewSession),
    /// No such user, or not the password.
    Wrong,
    /// The password was right; a second step is needed.
    SecondStep(Vec<Provider>),
    WrongSecondStep(Vec<Provider>),
    /// The user's e-mail address has to be confirmed first.
    NotConfirmed,
    /// Locked out for a while, switched off, or nobody may come in at all.
    Refused,
    /// Come again in so many seconds.
    TooMany(u64),
    /// The company's directory could not be asked.
    Silent,
}

/// What was sent along for the second step.
#[derive(Clone, Default)]
pub struct SecondStep {
    pub code: Option<String>,
    /// Email: a code is to be mailed.
    pub provider: Option<Provider>,
    /// Whether this browser is to be spared the second step from now on.
    pub remember: bool,
    /// The cookies that say so already, by the user they were made for.
    pub browsers: Vec<(UserId, String)>,
    /// The session that the browser has at the moment; it ends with the new one.
    pub cookie: Option<String>,
    /// What the browser is known by, if it was here before.
    pub device: Option<String>,
    /// What a passkey has signed as the second step, and what the browser holds that was asked for it.
    pub passkey: Option<String>,
    pub asked_browser: Option<String>,
}

impl SecondStep {
    /// What was sent with which the second step can be judged.
    fn made(&self) -> Made<'_> {
        fn filled(text: Option<&String>) -> Option<&str> {
            text.map(|text| text.trim()).filter(|text| !text.is_empty())
        }
        match (filled(self.passkey.as_ref()), filled(self.code.as_ref())) {
            (Some(answer), _) => Made::Passkey(answer),
            (None, Some(code)) => Made::Code(code),
            (None, None) => Made::Nothing,
        }
    }
}

#[derive(Clone, Copy)]
enum Made<'a> {
    Nothing,
    Code(&'a str),
    Passkey(&'a str),
}

/// Lets the user in whose password was right, when nothing else stands in the way.
pub async fn admit(
    scope: &Scope,
    tenant: TenantId,
    user: &Account,
    second: &SecondStep,
    provider: &str,
) -> Result<Attempt> {
    let host = scope.host();
    if !session_gate::is_open(host, tenant).await? || !user.is_active {
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
    let row = two_factor::of(&mut reading, user.id).await?;
    let own = row.own(scope.now());
    let mut providers = rules::providers(policy, own);
    if !providers.is_empty() && passkeys::has_here(&mut reading, user.id).await? {
        providers.push(Provider::Passkey);
    }
    let cookie = second
        .browsers
        .iter()
        .find(|(owner, _)| *owner == user.id)
        .map(|(_, cookie)| cookie);
    let spared = match cookie {
        Some(cookie) if policy.is_remember_browser_enabled => {
            two_factor::is_remembered(&mut reading, user.id, cookie).await?
        }
        _ => false,
    };
    drop(reading);
    // A passkey that verified its user is both: something the user has, and a finger or a PIN.
    let asked = rules::is_asked(policy, own) && !spared && provider != PASSKEY;
    let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
    match second.made() {
        Made::Nothing if asked => {
            if second.provider == Some(Provider::Email) && providers.contains(&Provider::Email) {
                match two_factor::mail_code(&mut scope, user.id).await {
                    Err(Error::TooMany(seconds)) => return Ok(Attempt::TooMany(seconds)),
                    other => other?,
                }
            }
            return Ok(Attempt::SecondStep(providers));
        }
        made if asked && !is_right(&mut scope, user, &row, &providers, (second, made)).await? => {
            let entry =
                Entry::new(sessions::SESSION, 0_i64, "SignInRefused").by(user.id, &user.user_name);
            scope.record(entry.with("reason", None::<&str>, "SecondStep"));
            scope.commit().await?;
            return Ok(Attempt::WrongSecondStep(providers));
        }
        _ => {}
    }
    // Switched off meanwhile: nothing of the above was saved, and the code can be used later.
    if !people::count_success(&mut scope, user.id).await? {
        return Ok(Attempt::Refused);
    }
    // The password was verified outside of this transaction: a new one set meanwhile has ended all sessions.
    if people::account(&mut scope, user.id).await?.password_hash != user.password_hash {
        return Ok(Attempt::Refused);
    }
    let browser = if asked && second.remember && policy.is_remember_browser_enabled {
        Some((user.id, two_factor::remember(&mut scope, user.id).await?))
    } else {
        None
    };
    let device = devices::seen(&mut scope, user, second.device.as_deref()).await?;
    if let Some(bearer) = second.cookie.as_deref().and_then(tokens::bearer_of)
        && tokens::tenant_of(&bearer) == Some(tenant)
    {
        store::end(&mut scope, &tokens::hash(&bearer)).await?;
    }
    let cookie = sessions::open_for_browser(&mut scope, user.id, provider).await?;
    // The session that the browser had before is over at once.
    scope.port::<session_gate::SessionGate>()?.forget();
    Ok(Attempt::In(NewSession {
        cookie,
        seconds: i64::from(settings.user_management.session_idle_minutes) * 60,
        browser,
        device: Some(device),
    }))
}

/// Whether the second step was made rightly; what was sent is used up.
async fn is_right(
    scope: &mut Scope,
    user: &Account,
    row: &TwoFactor,
    providers: &[Provider],
    (second, made): (&SecondStep, Made<'_>),
) -> Result<bool> {
    match made {
        Made::Nothing => Ok(false),
        Made::Code(code) => two_factor::redeem(scope, row, providers, code).await,
        Made::Passkey(answer) => {
            let signed = passkeys::claimed(scope, second.asked_browser.as_deref(), answer).await?;
            match signed
                .filter(|signed| signed.owner == user.id && providers.contains(&Provider::Passkey))
            {
                Some(signed) => passkeys::is_genuine(scope, signed).await,
                None => Ok(false),
            }
        }
    }
}
