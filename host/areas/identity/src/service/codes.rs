//! Codes that were mailed or told once: giving them out and using them up.

use chrono::TimeDelta;
use kernel::{Result, Scope, Where, ids::UserId};
use subtle::ConstantTimeEq;

use crate::{
    model::account::AccountCode,
    rules::codes::{self, Purpose},
    store::account as store,
};

/// Long codes can't be guessed; whoever tries them must not be able to use another's up.
pub const ANY_NUMBER: i64 = i64::MAX;

/// Keeps a code for the user; an earlier one of the same purpose is worth nothing from now on.
pub async fn give(
    scope: &mut Scope,
    user_id: UserId,
    purpose: Purpose,
    code: &str,
    lifetime: TimeDelta,
) -> Result<()> {
    store::drop_codes(scope, user_id, purpose).await?;
    let now = scope.now();
    let mut row = AccountCode {
        id: 0,
        row_version: 0,
        user_id,
        purpose,
        code_hash: kept(scope, user_id, purpose, code),
        tries: 0,
        expires_at: now + lifetime,
        creation_time: now,
    };
    scope.insert(&mut row).await
}

/// Uses the code up when it is right. A wrong one counts as a try, so the scope must be saved either way.
pub async fn redeem(
    scope: &mut Scope,
    user: UserId,
    purpose: Purpose,
    code: &str,
    most: i64,
) -> Result<bool> {
    let sent = kept(scope, user, purpose, code);
    let Some((id, hash)) = store::try_code(scope, user, purpose, most).await? else {
        return Ok(false);
    };
    let right: bool = hash.as_bytes().ct_eq(sent.as_bytes()).into();
    Ok(right && store::use_code(scope, id).await?)
}

/// Whether the code is right at the moment; it is not used up.
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
        .ct_eq(kept(scope, user, purpose, code).as_bytes())
        .into())
}

/// What is kept of a code.
pub fn kept(scope: &Scope, user: UserId, purpose: Purpose, code: &str) -> String {
    let key = scope
        .host()
        .secrets()
        .signing_key("codes of users' accounts");
    codes::hash(&key, scope.tenant, user, purpose, code)
}
