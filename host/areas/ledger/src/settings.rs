//! Locked periods, and codes of accounts.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use data::{ById, Empty, Error, FieldError, ListQuery, New, PageOf, Result, Scope, Where, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::input_rules::check_note;
use crate::{
    input_rules::is_near,
    model::{BookAccount, LedgerAccount, LedgerLock, LedgerLockId},
};

/// Xero's limit.
const MAX_CODE: usize = 10;

pub async fn locks(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<LedgerLock>> {
    scope.page(&query, Where::all()).await
}

/// A period to lock. No entries are allowed up to and including its last day.
#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateLedgerLock {
    first_day: NaiveDate,
    last_day: NaiveDate,
    note: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct OneLedgerLock {
    lock: LedgerLock,
}

pub async fn create_lock(mut scope: Scope, sent: CreateLedgerLock) -> Result<OneLedgerLock> {
    for (member, day) in [("firstDay", sent.first_day), ("lastDay", sent.last_day)] {
        if !is_near(day) {
            let message = message!(
                "must be a day from {first} to {last}",
                first = 2000,
                last = 2100
            );
            return Err(Error::invalid(member, message));
        }
    }
    if sent.last_day < sent.first_day {
        return Err(Error::invalid(
            "lastDay",
            message!("must not be before the first day"),
        ));
    }
    check_note(sent.note.as_deref())?;
    let meets = Where::all()
        .le(LedgerLock::FIRST_DAY, sent.last_day)
        .ge(LedgerLock::LAST_DAY, sent.first_day);
    if scope.count::<LedgerLock>(meets).await? > 0 {
        return Err(Error::invalid(
            "firstDay",
            message!("must not overlap a locked period"),
        ));
    }
    let lock = scope
        .create(New::<LedgerLock> {
            first_day: sent.first_day,
            last_day: sent.last_day,
            note: sent.note,
            creator_user_id: scope.caller.user(),
        })
        .await?;
    scope.commit().await?;
    Ok(OneLedgerLock { lock })
}

pub async fn remove_lock(mut scope: Scope, ById { id }: ById<LedgerLockId>) -> Result<Empty> {
    scope.find::<LedgerLock>(id).await?;
    scope.delete::<LedgerLock>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerCode {
    account: BookAccount,
    /// 1 to 10 letters, digits, points and hyphens.
    code: String,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub struct LedgerCodes {
    accounts: Vec<LedgerCode>,
}

/// In account order.
pub async fn codes(scope: &mut Scope) -> Result<Vec<(BookAccount, String)>> {
    let stored: Vec<LedgerAccount> = scope.all(Where::all()).await?;
    let of = |account: &BookAccount| {
        let stored = stored
            .iter()
            .find(|stored| stored.account == *account)
            .map(|stored| stored.code.clone());
        (
            *account,
            stored.unwrap_or_else(|| crate::rules::code(*account).to_owned()),
        )
    };
    Ok(BookAccount::ALL.iter().map(of).collect())
}

pub async fn accounts(mut scope: Scope, _: Empty) -> Result<LedgerCodes> {
    let codes = codes(&mut scope).await?;
    Ok(LedgerCodes {
        accounts: codes
            .into_iter()
            .map(|(account, code)| LedgerCode { account, code })
            .collect(),
    })
}

/// Keeps the codes of other accounts.
pub async fn update_accounts(mut scope: Scope, sent: LedgerCodes) -> Result<LedgerCodes> {
    let errors = validate(&sent.accounts);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    for LedgerCode { account, code } in sent.accounts {
        let stored: Option<LedgerAccount> = scope
            .first(Where::all().eq(LedgerAccount::ACCOUNT, account))
            .await?;
        match stored {
            Some(mut own) => {
                own.code = code;
                scope.update(&mut own).await?;
            }
            None => {
                scope.create(New::<LedgerAccount> { account, code }).await?;
            }
        }
    }
    let codes = codes(&mut scope).await?;
    scope.commit().await?;
    Ok(LedgerCodes {
        accounts: codes
            .into_iter()
            .map(|(account, code)| LedgerCode { account, code })
            .collect(),
    })
}

fn validate(accounts: &[LedgerCode]) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let mut seen = BTreeSet::new();
    for (at, LedgerCode { account, code }) in accounts.iter().enumerate() {
        let mut refuse = |name: &str, message| {
            errors.push(FieldError::new(format!("accounts[{at}].{name}"), message))
        };
        let is_code = (1..=MAX_CODE).contains(&code.len())
            && code
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-'));
        if *account == BookAccount::Unknown {
            refuse("account", message!("is required"));
        } else if !seen.insert(account.as_str()) {
            refuse("account", message!("is a duplicate"));
        } else if !is_code {
            refuse(
                "code",
                message!(
                    "must be 1 to {max} letters, digits, points and hyphens",
                    max = MAX_CODE
                ),
            );
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_short_and_an_account_is_named_once() {
        let of = |account: BookAccount, code: &str| LedgerCode {
            account,
            code: code.to_owned(),
        };
        let problems = |accounts: &[LedgerCode]| -> Vec<String> {
            validate(accounts)
                .into_iter()
                .map(|error| error.member)
                .collect()
        };
        assert!(
            problems(&[of(BookAccount::Cash, "1-1100"), of(BookAccount::Tax, "820")]).is_empty()
        );
        assert_eq!(
            problems(&[of(BookAccount::Cash, ""), of(BookAccount::Tax, "=1+1")]),
            ["accounts[0].code", "accounts[1].code"]
        );
        assert_eq!(
            problems(&[of(BookAccount::Cash, "1"), of(BookAccount::Cash, "2")]),
            ["accounts[1].account"]
        );
    }
}
