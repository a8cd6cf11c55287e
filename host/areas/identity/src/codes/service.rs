//! Codes sent by email or shown once: issuing and redeeming.

use chrono::TimeDelta;
use data::{New, Result, Scope, Where, ids::UserId};
use subtle::ConstantTimeEq;

use crate::{
    codes::{self, rules::Purpose},
    two_factor::{model::AccountCode, store},
};

/// Long codes can't be guessed, so a guest's tries must not exhaust a user's code.
pub const ANY_NUMBER: i64 = i64::MAX;

/// Stores a code and invalidates an earlier one of the same purpose.
pub async fn issue(
    scope: &mut Scope,
    user_id: UserId,
    purpose: Purpose,
    code: &str,
    lifetime: TimeDelta,
) -> Result<()> {
    store::drop_codes(scope, user_id, purpose).await?;
    let now = scope.now();
    scope
        .create(New::<AccountCode> {
            user_id,
            purpose,
            code_hash: stored_hash(scope, user_id, purpose, code),
            tries: 0,
            expires_at: now + lifetime,
        })
        .await?;
    Ok(())
}

/// Redeems a valid code. A wrong one counts as a try, so the scope must be saved either way.
pub async fn redeem(
    scope: &mut Scope,
    user: UserId,
    purpose: Purpose,
    code: &str,
    max: i64,
) -> Result<bool> {
    let sent = stored_hash(scope, user, purpose, code);
    let Some((id, hash)) = store::try_code(scope, user, purpose, max).await? else {
        return Ok(false);
    };
    let right: bool = hash.as_bytes().ct_eq(sent.as_bytes()).into();
    Ok(right && store::use_code(scope, id).await?)
}

/// True if the code is valid now; does not consume it.
pub async fn is_good(
    scope: &mut Scope,
    user: UserId,
    purpose: Purpose,
    code: &str,
) -> Result<bool> {
    let narrow = Where::all()
        .eq(AccountCode::USER_ID, user)
        .eq(AccountCode::PURPOSE, purpose);
    let found: Option<AccountCode> = scope.first(narrow).await?;
    let Some(row) = found.filter(|row| row.expires_at > scope.now()) else {
        return Ok(false);
    };
    Ok(row
        .code_hash
        .as_bytes()
        .ct_eq(stored_hash(scope, user, purpose, code).as_bytes())
        .into())
}

/// Returns the stored hash of a code.
pub fn stored_hash(scope: &Scope, user: UserId, purpose: Purpose, code: &str) -> String {
    let key = scope
        .host()
        .secrets()
        .signing_key("codes of users' accounts");
    codes::rules::hash(&key, scope.tenant, user, purpose, code)
}
