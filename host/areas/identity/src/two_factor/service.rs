//! Second step of sign-in: authenticator, mailed codes and recovery codes.

use std::collections::HashSet;

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use chrono::{DateTime, TimeDelta, Utc};
use data::{
    Error, New, Refusal, Result, Scope, Where,
    db::Mode,
    ids::UserId,
    message,
    secrets::{SealedColumn, SealedIn, Secret},
};
use serde_json::json;
use tenancy::TwoFactorLogin;

use crate::{
    account, attempts, codes,
    emails::{self, Email},
    sessions::gate::SessionGate,
};
use crate::{
    account::model::{Provider, RecoveryCodes, TwoFactorOffer, TwoFactorState},
    codes::{
        rules as code_rules,
        rules::{Purpose, RECOVERY_CODES},
    },
    two_factor::{
        self,
        model::{RecoveryCode, RememberedBrowser, TwoFactor},
        rules::{self, UserSecondStep},
        store,
    },
};

pub(crate) const MAILED_CODE_LIFETIME: TimeDelta = TimeDelta::minutes(5);
const MAX_MAILED_TRIES: i64 = 5;
const SEALED_AS: &str = "authenticator";
const SECRET: SealedColumn = SealedColumn {
    table: "two_factors",
    tenant: "tenant_id",
    column: "secret",
    holds: SealedIn::Text,
    context: "''",
    purpose: |_, _| Some(SEALED_AS.to_owned()),
};
/// Columns of the authenticators' secrets, confirmed and offered.
pub(crate) const SECRETS: [SealedColumn; 2] = [
    SECRET,
    SealedColumn {
        column: "offered",
        ..SECRET
    },
];
const NOT_OFFERED: Refusal = Refusal::new(3103, "This two-factor method is not available here.");
const TOO_OFTEN: Refusal = Refusal::new(
    3118,
    "Too many wrong codes. Wait a few minutes before you try again.",
);
const ALREADY_ENABLED: Refusal = Refusal::new(
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

pub(crate) async fn load(scope: &mut Scope, user: UserId) -> Result<TwoFactor> {
    Ok(scope
        .first(Where::all().eq(TwoFactor::USER_ID, user))
        .await?
        .unwrap_or_else(|| TwoFactor::new(user)))
}

impl TwoFactor {
    pub(crate) fn user_second_step(&self, now: DateTime<Utc>) -> UserSecondStep {
        let mail_rests = self.mail_rests_until.is_some_and(|until| until > now);
        UserSecondStep {
            has_authenticator: self.secret.is_some(),
            by_email: self.by_email,
            mail_rests,
        }
    }
}

pub(crate) async fn load_enabled(scope: &mut Scope, users: &[UserId]) -> Result<HashSet<UserId>> {
    store::with_two_factor(scope, users).await
}

/// Enables mailed codes, or removes the second step for a lost telephone.
pub(crate) async fn set_enabled(scope: &mut Scope, user: UserId, enabled: bool) -> Result<()> {
    let mut row = load(scope, user).await?;
    match (enabled, row.is_on()) {
        (true, false) => {
            row.by_email = true;
            save(scope, &mut row).await
        }
        (false, true) => remove(scope, user).await,
        _ => Ok(()),
    }
}

async fn save(scope: &mut Scope, row: &mut TwoFactor) -> Result<()> {
    if row.id == 0 {
        scope.insert(row).await
    } else {
        scope.update(row).await
    }
}

async fn remove(scope: &mut Scope, user: UserId) -> Result<()> {
    store::drop_two_factor(scope, user).await?;
    store::drop_recovery_codes(scope, user).await?;
    store::drop_codes(scope, user, Purpose::SecondStep).await?;
    store::forget_browsers(scope, user, false).await
}

/// Redeems a valid code. Failures count, so the scope must be saved either way.
pub(crate) async fn redeem(
    scope: &mut Scope,
    row: &TwoFactor,
    providers: &[Provider],
    typed: &str,
) -> Result<bool> {
    let code = code_rules::normalize(typed);
    if !code_rules::is_six_digits(&code) {
        let hash = codes::service::stored_hash(scope, row.user_id, Purpose::Recovery, &code);
        return store::use_recovery_code(scope, row.user_id, hash).await;
    }
    if providers.contains(&Provider::Authenticator)
        && let Some(secret) = &row.secret
        && let Some(step) = two_factor::totp::find_step(
            &open_secret(scope, secret)?,
            &code,
            scope.now(),
            row.last_step,
        )
    {
        return store::use_step(scope, row.user_id, step).await;
    }
    Ok(providers.contains(&Provider::Email)
        && codes::service::redeem(
            scope,
            row.user_id,
            Purpose::SecondStep,
            &code,
            MAX_MAILED_TRIES,
        )
        .await?)
}

fn open_secret(scope: &Scope, sealed: &str) -> Result<Vec<u8>> {
    let secret = scope
        .host()
        .secrets()
        .open_sealed(scope.tenant, SEALED_AS, sealed)?;
    two_factor::totp::from_base32(secret.expose())
        .ok_or_else(|| Error::Internal(anyhow::anyhow!("an authenticator's secret is malformed")))
}

/// Rate-limited. Saves the scope.
pub(crate) async fn mail_code(scope: &mut Scope, user: UserId) -> Result<()> {
    attempts::service::count(scope, attempts::service::MAILED_CODES, &user.to_string()).await?;
    let user = people::account(scope, user).await?;
    let code = code_rules::generate_six_digits()?;
    codes::service::issue(
        scope,
        user.id,
        Purpose::SecondStep,
        &code,
        MAILED_CODE_LIFETIME,
    )
    .await?;
    emails::send(scope, &user, Email::SecondStep, json!({ "code": code })).await?;
    scope.commit().await
}

pub(crate) async fn state(scope: &mut Scope) -> Result<TwoFactorState> {
    let user = scope.caller.user().ok_or(Error::Unauthorized)?;
    let policy = policy(scope).await?;
    let row = load(scope, user).await?;
    let now = scope.now();
    Ok(TwoFactorState {
        is_enabled: rules::is_required(&policy, row.user_second_step(now)),
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

/// Takes effect once a code confirms it.
pub(crate) async fn start(scope: &mut Scope, provider: Provider) -> Result<TwoFactorOffer> {
    let user = account::guards::require_person(scope).await?;
    let policy = policy(scope).await?;
    let allowed = match provider {
        Provider::Authenticator => policy.is_authenticator_enabled,
        Provider::Email => policy.is_email_provider_enabled,
        // Passkeys have separate calls.
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
    let mut row = load(scope, user.id).await?;
    if row.secret.is_some() {
        // An unattended browser must not be able to replace the user's telephone.
        return Err(ALREADY_ENABLED.into());
    }
    let mut bytes = [0; two_factor::totp::SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(Error::internal)?;
    let secret = two_factor::totp::base32(&bytes);
    row.offered = Some(scope.host().secrets().seal(
        scope.tenant,
        SEALED_AS,
        &Secret::new(secret.clone()),
    )?);
    save(scope, &mut row).await?;
    scope.commit().await?;
    let uri = two_factor::totp::uri(&tenant.name, &user.user_name, &secret).ok_or_else(|| {
        Error::Internal(anyhow::anyhow!(
            "an authenticator's address could not be made"
        ))
    })?;
    Ok(TwoFactorOffer {
        qr_code: Some(qr_code(&uri)?),
        uri: Some(uri),
        secret: Some(secret),
    })
}

fn qr_code(text: &str) -> Result<String> {
    let code = qrcode::QrCode::new(text).map_err(Error::internal)?;
    let svg = code
        .render::<qrcode::render::svg::Color>()
        .min_dimensions(240, 240)
        .build();
    Ok(format!("data:image/svg+xml;base64,{}", BASE64.encode(svg)))
}

/// Confirms the setup with the authenticator's or a mailed code.
pub(crate) async fn confirm(scope: &mut Scope, typed: &str) -> Result<RecoveryCodes> {
    let user = account::guards::require_person(scope).await?;
    count_try(scope, user).await?;
    let policy = policy(scope).await?;
    let mut row = load(scope, user).await?;
    let was_on = row.is_on();
    let code = code_rules::normalize(typed);
    let offered = match &row.offered {
        Some(sealed) => {
            two_factor::totp::find_step(&open_secret(scope, sealed)?, &code, scope.now(), 0)
        }
        None => None,
    };
    if let Some(step) = offered.filter(|_| policy.is_enabled && policy.is_authenticator_enabled) {
        row.secret = row.offered.take();
        row.last_step = step;
    } else if policy.is_enabled
        && policy.is_email_provider_enabled
        && codes::service::redeem(scope, user, Purpose::SecondStep, &code, MAX_MAILED_TRIES).await?
    {
        row.by_email = true;
    } else {
        scope.commit().await?;
        return Err(wrong_code());
    }
    save(scope, &mut row).await?;
    if !was_on {
        let user = people::account(scope, user).await?;
        user.record_change(scope, "isTwoFactorEnabled", false, true);
    }
    let recovery_codes = match scope
        .count(Where::all().eq(RecoveryCode::USER_ID, user))
        .await?
    {
        0 => issue_recovery_codes(scope, user).await?,
        _ => Vec::new(),
    };
    scope.commit().await?;
    scope.port::<SessionGate>()?.clear_cache();
    Ok(RecoveryCodes { recovery_codes })
}

/// Requires the second step.
pub(crate) async fn new_recovery_codes(scope: &mut Scope, typed: &str) -> Result<RecoveryCodes> {
    let user = account::guards::require_person(scope).await?;
    count_try(scope, user).await?;
    let policy = policy(scope).await?;
    let row = load(scope, user).await?;
    let providers = rules::providers(&policy, row.user_second_step(scope.now()));
    if !redeem(scope, &row, &providers, typed).await? {
        scope.commit().await?;
        return Err(wrong_code());
    }
    let recovery_codes = issue_recovery_codes(scope, user).await?;
    scope.commit().await?;
    Ok(RecoveryCodes { recovery_codes })
}

async fn issue_recovery_codes(scope: &mut Scope, user_id: UserId) -> Result<Vec<String>> {
    store::drop_recovery_codes(scope, user_id).await?;
    let mut codes = Vec::with_capacity(RECOVERY_CODES);
    for _ in 0..RECOVERY_CODES {
        let code = code_rules::generate_recovery_code()?;
        let code_hash = codes::service::stored_hash(
            scope,
            user_id,
            Purpose::Recovery,
            &code_rules::normalize(&code),
        );
        scope
            .create(New::<RecoveryCode> { user_id, code_hash })
            .await?;
        codes.push(code);
    }
    Ok(codes)
}

/// Requires the password. Where the tenant requires one, it must be set up again at once.
pub(crate) async fn disable(scope: &mut Scope, password: &str) -> Result<()> {
    let user = account::guards::require_person(scope).await?;
    let user = account::guards::require_password(scope, user, "password", password).await?;
    if load(scope, user.id).await?.is_on() {
        user.record_change(scope, "isTwoFactorEnabled", true, false);
    }
    remove(scope, user.id).await?;
    scope.commit().await?;
    scope.port::<SessionGate>()?.clear_cache();
    Ok(())
}

/// Failures count as failed sign-ins.
pub(crate) async fn check_own(scope: &Scope, user: UserId, typed: &str) -> Result<()> {
    let policy = policy(scope).await?;
    let is_right = verify_counted(scope, user, async |scope| {
        let row = load(scope, user).await?;
        let providers = rules::providers(&policy, row.user_second_step(scope.now()));
        Ok(!providers.is_empty() && redeem(scope, &row, &providers, typed).await?)
    });
    if is_right.await? {
        Ok(())
    } else {
        Err(wrong_code())
    }
}

/// Verifies a proof, counted before verification.
pub(crate) async fn verify_counted(
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
    attempts::service::count(scope, attempts::service::SECOND_STEPS, &name).await?;
    Ok(())
}

fn wrong_code() -> Error {
    Error::invalid(
        "code",
        message!("is not right, was used already, or is too old"),
    )
}

/// Issues a cookie that skips the second step here; stores its hash.
pub(crate) async fn remember(scope: &mut Scope, user_id: UserId) -> Result<String> {
    let token = crate::sessions::tokens::new(scope.tenant)?;
    let now = scope.now();
    store::forget_browsers(scope, user_id, true).await?;
    scope
        .create(New::<RememberedBrowser> {
            user_id,
            token_hash: crate::sessions::tokens::hash(&token),
            user_agent: scope.request.user_agent.clone(),
            expires_at: now + REMEMBERED_LIFETIME,
        })
        .await?;
    Ok(token)
}

/// Lifetime of the cookie that skips the second step.
pub const REMEMBERED_LIFETIME: TimeDelta = TimeDelta::days(30);

pub(crate) async fn is_remembered(scope: &mut Scope, user: UserId, token: &str) -> Result<bool> {
    store::is_remembered(scope, user, crate::sessions::tokens::hash(token)).await
}

/// Requires the second step again in all browsers of the user.
pub(crate) async fn forget_browsers(scope: &mut Scope) -> Result<()> {
    let user = account::guards::require_person(scope).await?;
    store::forget_browsers(scope, user, false).await?;
    scope.commit().await
}

pub(crate) async fn send_code(scope: &mut Scope) -> Result<()> {
    let user = account::guards::require_person(scope).await?;
    let policy = policy(scope).await?;
    let row = load(&mut scope.sibling(Mode::Read), user).await?;
    if !rules::providers(&policy, row.user_second_step(scope.now())).contains(&Provider::Email) {
        return Err(NOT_OFFERED.into());
    }
    mail_code(scope, user).await
}
