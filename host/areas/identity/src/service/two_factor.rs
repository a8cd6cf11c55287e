//! The second step of signing in: an authenticator, mailed codes, recovery codes; setting it up and taking it away.

use std::collections::HashSet;

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{
    Error, Refusal, Result, Scope, Where,
    db::Mode,
    ids::UserId,
    message,
    secrets::{Holds, SealedColumn, Secret},
};
use serde_json::json;
use tenancy::TwoFactorLogin;

use super::{
    attempts, codes,
    letters::{self, Letter},
    own,
    session_gate::SessionGate,
};
use crate::{
    model::{
        account::{RecoveryCode, RememberedBrowser, TwoFactor},
        wire::{Provider, RecoveryCodes, TwoFactorOffer, TwoFactorState},
    },
    rules::{
        codes::{self as code_rules, Purpose, RECOVERY_CODES},
        totp,
        two_factor::{self as rules, Own},
    },
    store::account as store,
};

const MAILED_LIVES: TimeDelta = TimeDelta::minutes(5);
const MAILED_TRIES: i64 = 5;
const SEALED_AS: &str = "authenticator";
const SECRET: SealedColumn = SealedColumn {
    table: "two_factors",
    tenant: "tenant_id",
    column: "secret",
    holds: Holds::Text,
    beside: "''",
    purpose: |_, _| Some(SEALED_AS.to_owned()),
};
/// Where the authenticators' secrets are: proven ones, and those that are offered.
pub(crate) const SECRETS: [SealedColumn; 2] = [
    SECRET,
    SealedColumn {
        column: "offered",
        ..SECRET
    },
];
const NOT_OFFERED: Refusal = Refusal::new(3103, "This kind of second step is not offered here.");
const TOO_OFTEN: Refusal = Refusal::new(
    3118,
    "Too many wrong codes. Wait a few minutes before you try again.",
);
const IS_ON: Refusal = Refusal::new(
    3104,
    "An authenticator is set up already. Switch the second step off first.",
);

pub(crate) async fn policy(scope: &Scope) -> Result<TwoFactorLogin> {
    Ok(tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .security
        .two_factor_login
        .clone())
}

pub(crate) async fn of(scope: &mut Scope, user: UserId) -> Result<TwoFactor> {
    Ok(scope
        .first(Where::all().eq(TwoFactor::USER_ID, user))
        .await?
        .unwrap_or_else(|| TwoFactor::of(user)))
}

impl TwoFactor {
    pub(crate) fn own(&self, now: DateTime<Utc>) -> Own {
        let mail_rests = self.mail_rests_until.is_some_and(|until| until > now);
        Own {
            has_authenticator: self.secret.is_some(),
            by_email: self.by_email,
            mail_rests,
        }
    }
}

/// Which of the users have a second step.
pub(crate) async fn enabled_of(scope: &mut Scope, users: &[UserId]) -> Result<HashSet<UserId>> {
    store::with_two_factor(scope, users).await
}

/// What an administrator may do: ask for mailed codes, or take everything away from who has lost the telephone.
pub(crate) async fn set_enabled(scope: &mut Scope, user: UserId, enabled: bool) -> Result<()> {
    let mut row = of(scope, user).await?;
    match (enabled, row.is_on()) {
        (true, false) => {
            row.by_email = true;
            keep(scope, &mut row).await
        }
        (false, true) => take_away(scope, user).await,
        _ => Ok(()),
    }
}

async fn keep(scope: &mut Scope, row: &mut TwoFactor) -> Result<()> {
    if row.id == 0 {
        scope.insert(row).await
    } else {
        scope.update(row).await
    }
}

async fn take_away(scope: &mut Scope, user: UserId) -> Result<()> {
    store::drop_two_factor(scope, user).await?;
    store::drop_recovery_codes(scope, user).await?;
    store::drop_codes(scope, user, Purpose::SecondStep).await?;
    store::forget_browsers(scope, user, false).await
}

/// Uses the code up when it is right for the user. Wrong ones count, so the scope must be saved either way.
pub(crate) async fn redeem(
    scope: &mut Scope,
    row: &TwoFactor,
    providers: &[Provider],
    typed: &str,
) -> Result<bool> {
    let code = code_rules::plain(typed);
    if !code_rules::is_six_digits(&code) {
        let hash = codes::kept(scope, row.user_id, Purpose::Recovery, &code);
        return store::use_recovery_code(scope, row.user_id, hash).await;
    }
    if providers.contains(&Provider::Authenticator)
        && let Some(secret) = &row.secret
        && let Some(step) =
            totp::step_of(&opened(scope, secret)?, &code, scope.now(), row.last_step)
    {
        return store::use_step(scope, row.user_id, step).await;
    }
    Ok(providers.contains(&Provider::Email)
        && codes::redeem(scope, row.user_id, Purpose::SecondStep, &code, MAILED_TRIES).await?)
}

fn opened(scope: &Scope, sealed: &str) -> Result<Vec<u8>> {
    let secret = scope
        .host()
        .secrets()
        .open_sealed(scope.tenant, SEALED_AS, sealed)?;
    totp::from_base32(secret.expose())
        .ok_or_else(|| Error::Internal(anyhow::anyhow!("an authenticator's secret is malformed")))
}

/// Mails the user a code, not too often; saves the scope.
pub(crate) async fn mail_code(scope: &mut Scope, user: UserId) -> Result<()> {
    attempts::count(scope, attempts::MAILED_CODES, &user.to_string()).await?;
    let user = people::account(scope, user).await?;
    let code = code_rules::six_digits()?;
    codes::give(scope, user.id, Purpose::SecondStep, &code, MAILED_LIVES).await?;
    letters::send(scope, &user, Letter::SecondStep, json!({ "code": code })).await?;
    scope.commit().await
}

pub(crate) async fn state(scope: &mut Scope) -> Result<TwoFactorState> {
    let user = scope.caller.user().ok_or(Error::Unauthorized)?;
    let policy = policy(scope).await?;
    let row = of(scope, user).await?;
    let now = scope.now();
    Ok(TwoFactorState {
        is_enabled: rules::is_asked(&policy, row.own(now)),
        is_authenticator_enabled: row.secret.is_some(),
        is_email_enabled: row.by_email,
        recovery_codes_left: scope
            .count(Where::all().eq(RecoveryCode::USER_ID, user))
            .await?,
        remembered_browsers: scope
            .count(
                Where::all()
                    .eq(RememberedBrowser::USER_ID, user)
                    .ge(RememberedBrowser::EXPIRES_AT, now),
            )
            .await?,
        is_required: policy.is_enabled && policy.is_required,
        is_available: policy.is_enabled,
        can_use_authenticator: policy.is_authenticator_enabled,
        can_use_email: policy.is_email_provider_enabled,
        can_remember_browser: policy.is_remember_browser_enabled,
    })
}

/// Begins to set a second step up; nothing changes until a code has proven it.
pub(crate) async fn start(scope: &mut Scope, provider: Provider) -> Result<TwoFactorOffer> {
    let user = own::person(scope).await?;
    let policy = policy(scope).await?;
    let allowed = match provider {
        Provider::Authenticator => policy.is_authenticator_enabled,
        Provider::Email => policy.is_email_provider_enabled,
        // Passkeys have calls of their own.
        Provider::Passkey => false,
    };
    if !policy.is_enabled || !allowed {
        return Err(NOT_OFFERED.into());
    }
    if provider == Provider::Email {
        mail_code(scope, user).await?;
        return Ok(TwoFactorOffer {
            secret: None,
            uri: None,
            qr_code: None,
        });
    }
    let tenant = tenancy::tenant(scope.host(), scope.tenant)
        .await?
        .ok_or(Error::NotFound("The tenant"))?;
    let user = people::account(scope, user).await?;
    let mut row = of(scope, user.id).await?;
    if row.secret.is_some() {
        // Who finds a browser open must not be able to put another telephone in the place of the user's.
        return Err(IS_ON.into());
    }
    let mut bytes = [0; totp::SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(Error::internal)?;
    let secret = totp::base32(&bytes);
    row.offered = Some(scope.host().secrets().seal(
        scope.tenant,
        SEALED_AS,
        &Secret::new(secret.clone()),
    )?);
    keep(scope, &mut row).await?;
    scope.commit().await?;
    let uri = totp::uri(&tenant.name, &user.user_name, &secret).ok_or_else(|| {
        Error::Internal(anyhow::anyhow!(
            "an authenticator's address could not be made"
        ))
    })?;
    Ok(TwoFactorOffer {
        qr_code: Some(square(&uri)?),
        uri: Some(uri),
        secret: Some(secret),
    })
}

fn square(text: &str) -> Result<String> {
    let code = qrcode::QrCode::new(text).map_err(Error::internal)?;
    let svg = code
        .render::<qrcode::render::svg::Color>()
        .min_dimensions(240, 240)
        .build();
    Ok(format!("data:image/svg+xml;base64,{}", BASE64.encode(svg)))
}

/// Proves what was started, by the authenticator's code or by a mailed one.
pub(crate) async fn confirm(scope: &mut Scope, typed: &str) -> Result<RecoveryCodes> {
    let user = own::person(scope).await?;
    count_try(scope, user).await?;
    let policy = policy(scope).await?;
    let mut row = of(scope, user).await?;
    let was_on = row.is_on();
    let code = code_rules::plain(typed);
    let offered = match &row.offered {
        Some(sealed) => totp::step_of(&opened(scope, sealed)?, &code, scope.now(), 0),
        None => None,
    };
    if let Some(step) = offered.filter(|_| policy.is_enabled && policy.is_authenticator_enabled) {
        row.secret = row.offered.take();
        row.last_step = step;
    } else if policy.is_enabled
        && policy.is_email_provider_enabled
        && codes::redeem(scope, user, Purpose::SecondStep, &code, MAILED_TRIES).await?
    {
        row.by_email = true;
    } else {
        scope.commit().await?;
        return Err(wrong_code());
    }
    keep(scope, &mut row).await?;
    if !was_on {
        let user = people::account(scope, user).await?;
        user.record_change(scope, "isTwoFactorEnabled", false, true);
    }
    let recovery_codes = match scope
        .count(Where::all().eq(RecoveryCode::USER_ID, user))
        .await?
    {
        0 => give_recovery_codes(scope, user).await?,
        _ => Vec::new(),
    };
    scope.commit().await?;
    scope.port::<SessionGate>()?.forget();
    Ok(RecoveryCodes { recovery_codes })
}

/// Makes new recovery codes for who can make the second step; those before are worth nothing.
pub(crate) async fn new_recovery_codes(scope: &mut Scope, typed: &str) -> Result<RecoveryCodes> {
    let user = own::person(scope).await?;
    count_try(scope, user).await?;
    let policy = policy(scope).await?;
    let row = of(scope, user).await?;
    let providers = rules::providers(&policy, row.own(scope.now()));
    if !redeem(scope, &row, &providers, typed).await? {
        scope.commit().await?;
        return Err(wrong_code());
    }
    let recovery_codes = give_recovery_codes(scope, user).await?;
    scope.commit().await?;
    Ok(RecoveryCodes { recovery_codes })
}

async fn give_recovery_codes(scope: &mut Scope, user_id: UserId) -> Result<Vec<String>> {
    store::drop_recovery_codes(scope, user_id).await?;
    let mut told = Vec::with_capacity(RECOVERY_CODES);
    for _ in 0..RECOVERY_CODES {
        let code = code_rules::recovery()?;
        let code_hash = codes::kept(scope, user_id, Purpose::Recovery, &code_rules::plain(&code));
        scope
            .insert(&mut RecoveryCode {
                id: 0,
                row_version: 0,
                user_id,
                code_hash,
            })
            .await?;
        told.push(code);
    }
    Ok(told)
}

/// Switches the second step off for who says the password. Where the tenant requires one, it has to be set up anew at
/// once.
pub(crate) async fn disable(scope: &mut Scope, password: &str) -> Result<()> {
    let user = own::person(scope).await?;
    let user = own::with_password(scope, user, "password", password).await?;
    if of(scope, user.id).await?.is_on() {
        user.record_change(scope, "isTwoFactorEnabled", true, false);
    }
    take_away(scope, user.id).await?;
    scope.commit().await?;
    scope.port::<SessionGate>()?.forget();
    Ok(())
}

/// Refuses a code that is not the user's. Wrong ones count as failed attempts to sign in.
pub(crate) async fn check_own(scope: &Scope, user: UserId, typed: &str) -> Result<()> {
    let policy = policy(scope).await?;
    let is_right = counted(scope, user, async |scope| {
        let row = of(scope, user).await?;
        let providers = rules::providers(&policy, row.own(scope.now()));
        Ok(!providers.is_empty() && redeem(scope, &row, &providers, typed).await?)
    });
    if is_right.await? {
        Ok(())
    } else {
        Err(wrong_code())
    }
}

/// Judges what a user who is signed in has sent, counted as an attempt to sign in before it is judged.
pub(super) async fn counted(
    scope: &Scope,
    user: UserId,
    judge: impl AsyncFnOnce(&mut Scope) -> Result<bool>,
) -> Result<bool> {
    count_try(scope, user).await?;
    let lock_out = tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .security
        .user_lock_out
        .clone();
    let account = people::account(&mut scope.sibling(Mode::Read), user).await?;
    let mut scope = scope.sibling(Mode::Write);
    if !people::count_attempt(&mut scope, Some(&account), &lock_out).await? {
        return Err(TOO_OFTEN.into());
    }
    scope.commit().await?;
    let is_right = judge(&mut scope).await?;
    if is_right {
        people::uncount_attempt(&mut scope, user, &lock_out).await?;
    }
    scope.commit().await?;
    Ok(is_right)
}

async fn count_try(scope: &Scope, user: UserId) -> Result<()> {
    let name = format!("second step {user}");
    attempts::count(scope, attempts::SECOND_STEPS, &name).await?;
    Ok(())
}

fn wrong_code() -> Error {
    Error::invalid(
        "code",
        message!("is not right, was used already, or is too old"),
    )
}

/// A cookie that spares this browser the second step, kept as a hash.
pub(crate) async fn remember(scope: &mut Scope, user_id: UserId) -> Result<String> {
    let token = crate::rules::tokens::new(scope.tenant)?;
    let now = scope.now();
    store::forget_browsers(scope, user_id, true).await?;
    let mut row = RememberedBrowser {
        id: 0,
        row_version: 0,
        user_id,
        token_hash: crate::rules::tokens::hash(&token),
        user_agent: scope.request.user_agent.clone(),
        expires_at: now + REMEMBERED,
        creation_time: now,
    };
    scope.insert(&mut row).await?;
    Ok(token)
}

/// How long a browser is spared the second step.
pub const REMEMBERED: TimeDelta = TimeDelta::days(30);

pub(crate) async fn is_remembered(scope: &mut Scope, user: UserId, token: &str) -> Result<bool> {
    store::is_remembered(scope, user, crate::rules::tokens::hash(token)).await
}

/// Every browser of the user is asked for the second step again.
pub(crate) async fn forget_browsers(scope: &mut Scope) -> Result<()> {
    let user = own::person(scope).await?;
    store::forget_browsers(scope, user, false).await?;
    scope.commit().await
}

/// Mails a code to who is signed in, for calls that ask for one.
pub(crate) async fn send_code(scope: &mut Scope) -> Result<()> {
    let user = own::person(scope).await?;
    let policy = policy(scope).await?;
    let row = of(&mut scope.sibling(Mode::Read), user).await?;
    if !rules::providers(&policy, row.own(scope.now())).contains(&Provider::Email) {
        return Err(NOT_OFFERED.into());
    }
    mail_code(scope, user).await
}
