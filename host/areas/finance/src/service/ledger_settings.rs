//! Locked periods, and the codes of accounts.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use kernel::{ById, Empty, Error, FieldError, ListQuery, PageOf, Result, Scope, Where, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::remittance::check_note;
use crate::{
    model::ledger::{BookAccount, LedgerAccount, LedgerAccountId, LedgerLock, LedgerLockId},
    rules::{check::is_near, ledger},
};

/// The longest code that Xero takes.
const MAX_CODE: usize = 10;

pub async fn locks(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<LedgerLock>> {
    scope.page(&query, Where::all()).await
}

/// A period to lock: nothing is entered up to and including its last day any more.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateLedgerLock {
    first_day: NaiveDate,
    last_day: NaiveDate,
    #[serde(default, deserialize_with = "kernel::case::text")]
    note: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct OneLedgerLock {
    lock: LedgerLock,
}

pub async fn create_lock(mut scope: Scope, sent: CreateLedgerLock) -> Result<OneLedgerLock> {
    for (member, day) in [("firstDay", sent.first_day), ("lastDay", sent.last_day)] {
        if !is_near(day) {
            let says = message!(
                "must be a day from {first} to {last}",
                first = 2000,
                last = 2100
            );
            return Err(Error::invalid(member, says));
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
            message!("must not overlap a period that is locked already"),
        ));
    }
    let mut lock = LedgerLock {
        id: LedgerLockId::default(),
        row_version: 0,
        first_day: sent.first_day,
        last_day: sent.last_day,
        note: sent.note,
        creation_time: scope.now(),
        creator_user_id: scope.caller.user(),
    };
    scope.insert(&mut lock).await?;
    scope.commit().await?;
    Ok(OneLedgerLock { lock })
}

pub async fn remove_lock(mut scope: Scope, ById { id }: ById<LedgerLockId>) -> Result<Empty> {
    scope.find::<LedgerLock>(id).await?;
    scope.delete::<LedgerLock>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

/// An account and its code.
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

/// Every account with the tenant's code, in the order of the accounts.
pub async fn codes(scope: &mut Scope) -> Result<Vec<(BookAccount, String)>> {
    let own: Vec<LedgerAccount> = scope.all(Where::all()).await?;
    let of = |account: &BookAccount| {
        let own = own
            .iter()
            .find(|own| own.account == *account)
            .map(|own| own.code.clone());
        (
            *account,
            own.unwrap_or_else(|| ledger::code(*account).to_owned()),
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

/// Sets the codes of these accounts; the others keep theirs.
pub async fn update_accounts(mut scope: Scope, sent: LedgerCodes) -> Result<LedgerCodes> {
    let wrong = wrong(&sent.accounts);
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    for LedgerCode { account, code } in sent.accounts {
        let own: Option<LedgerAccount> = scope
            .first(Where::all().eq(LedgerAccount::ACCOUNT, account))
            .await?;
        match own {
            Some(mut own) => {
                own.code = code;
                scope.update(&mut own).await?;
            }
            None => {
                let mut own = LedgerAccount {
                    id: LedgerAccountId::default(),
                    row_version: 0,
                    account,
                    code,
                };
                scope.insert(&mut own).await?;
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

fn wrong(accounts: &[LedgerCode]) -> Vec<FieldError> {
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for (at, LedgerCode { account, code }) in accounts.iter().enumerate() {
        let mut refuse =
            |name: &str, says| wrong.push(FieldError::new(format!("accounts[{at}].{name}"), says));
        let is_code = (1..=MAX_CODE).contains(&code.len())
            && code
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-'));
        if *account == BookAccount::Unknown {
            refuse("account", message!("is required"));
        } else if !seen.insert(account.word()) {
            refuse("account", message!("is there twice"));
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
    wrong
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
        let told = |accounts: &[LedgerCode]| -> Vec<String> {
            wrong(accounts)
                .into_iter()
                .map(|error| error.member)
                .collect()
        };
        assert!(told(&[of(BookAccount::Cash, "1-1100"), of(BookAccount::Tax, "820")]).is_empty());
        assert_eq!(
            told(&[of(BookAccount::Cash, ""), of(BookAccount::Tax, "=1+1")]),
            ["accounts[0].code", "accounts[1].code"]
        );
        assert_eq!(
            told(&[of(BookAccount::Cash, "1"), of(BookAccount::Cash, "2")]),
            ["accounts[1].account"]
        );
    }
}
