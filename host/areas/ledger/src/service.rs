//! Lists of ledger lines, and account balances.

use std::collections::HashMap;

use chrono::NaiveDate;
use chrono_tz::Tz;
use data::{
    ListQuery, PageOf, Result, Scope, Where,
    ids::{CustomerId, DriverId},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ids::{AgentInvoiceId, CreditNoteId, InvoiceId, PaymentId},
    model::{BookAccount, LedgerEntry, LedgerEntryId, LedgerLine, LedgerMovement},
    store::sum_accounts,
};

/// Filter of ledger lines.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerLinesQuery {
    /// Debited or credited.
    #[serde(default, deserialize_with = "data::text_enum::option")]
    account: Option<BookAccount>,
    customer_id: Option<CustomerId>,
    from_date: Option<NaiveDate>,
    to_date: Option<NaiveDate>,
    invoice_id: Option<InvoiceId>,
    payment_id: Option<PaymentId>,
    credit_note_id: Option<CreditNoteId>,
    agent_invoice_id: Option<AgentInvoiceId>,
}

/// A ledger line and its source.
#[data::wire]
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamedLedgerLine {
    #[serde(flatten)]
    line: LedgerLine,
    /// Empty for a driver's.
    customer_name: String,
    driver_id: Option<DriverId>,
    driver_name: Option<String>,
    movement: LedgerMovement,
    /// Number of the invoice or credit note, or the payment's reference. Without one, the
    /// document's id: `#7`.
    reference: Option<String>,
    /// Amount debited to the requested account, or to the debited one.
    debit: Decimal,
    /// Amount credited to the requested account, or to the credited one.
    credit: Decimal,
    invoice_id: Option<InvoiceId>,
    payment_id: Option<PaymentId>,
    credit_note_id: Option<CreditNoteId>,
    agent_invoice_id: Option<AgentInvoiceId>,
}

pub async fn list(
    mut scope: Scope,
    filter: LedgerLinesQuery,
    query: ListQuery,
) -> Result<PageOf<NamedLedgerLine>> {
    let mut narrow = match filter.account {
        Some(account) => {
            let debited = Where::all().eq(LedgerLine::DEBIT_ACCOUNT, account);
            debited.or(Where::all().eq(LedgerLine::CREDIT_ACCOUNT, account))
        }
        None => Where::all(),
    };
    narrow = narrow.eq_some(LedgerLine::CUSTOMER_ID, filter.customer_id);
    if let Some(day) = filter.from_date {
        narrow = narrow.ge(LedgerLine::DAY, day);
    }
    if let Some(day) = filter.to_date {
        narrow = narrow.le(LedgerLine::DAY, day);
    }
    let has_document = filter.invoice_id.is_some()
        || filter.payment_id.is_some()
        || filter.credit_note_id.is_some()
        || filter.agent_invoice_id.is_some();
    if has_document {
        let document = Where::all()
            .eq_some(LedgerEntry::INVOICE_ID, filter.invoice_id)
            .eq_some(LedgerEntry::PAYMENT_ID, filter.payment_id)
            .eq_some(LedgerEntry::CREDIT_NOTE_ID, filter.credit_note_id)
            .eq_some(LedgerEntry::AGENT_INVOICE_ID, filter.agent_invoice_id);
        let entries: Vec<LedgerEntry> = scope.all(document).await?;
        let ids: Vec<LedgerEntryId> = entries.iter().map(|entry| entry.id).collect();
        narrow = narrow.is_in(LedgerLine::ENTRY_ID, &ids);
    }
    let page = scope.page::<LedgerLine>(&query, narrow).await?;
    let ids: Vec<LedgerEntryId> = page.items.iter().map(|line| line.entry_id).collect();
    let entries: Vec<LedgerEntry> = scope.all(Where::all().is_in(LedgerEntry::ID, &ids)).await?;
    let entries: HashMap<LedgerEntryId, LedgerEntry> =
        entries.into_iter().map(|entry| (entry.id, entry)).collect();
    let ids = page.items.iter().filter_map(|line| line.customer_id);
    let names = customers::names(&mut scope, &ids.collect::<Vec<_>>()).await?;
    let ids: Vec<DriverId> = entries.values().filter_map(|it| it.driver_id).collect();
    let drivers = drivers::names(&mut scope, &ids).await?;
    let name_of = |id: CustomerId| names.get(&id).cloned().unwrap_or_else(|| format!("#{id}"));
    Ok(page.map(|line| {
        let entry = entries.get(&line.entry_id);
        let (debit, credit) = sides(&line, filter.account);
        NamedLedgerLine {
            debit,
            credit,
            customer_name: line.customer_id.map(name_of).unwrap_or_default(),
            driver_id: entry.and_then(|entry| entry.driver_id),
            driver_name: (entry.and_then(|entry| entry.driver_id)).map(|id| {
                drivers
                    .get(&id)
                    .cloned()
                    .unwrap_or_else(|| format!("#{id}"))
            }),
            movement: entry.map(|entry| entry.movement).unwrap_or_default(),
            reference: entry.and_then(LedgerEntry::document_name),
            invoice_id: entry.and_then(|entry| entry.invoice_id),
            payment_id: entry.and_then(|entry| entry.payment_id),
            credit_note_id: entry.and_then(|entry| entry.credit_note_id),
            agent_invoice_id: entry.and_then(|entry| entry.agent_invoice_id),
            line,
        }
    }))
}

/// Returns the debited and the credited amount, of one account or of both.
fn sides(line: &LedgerLine, account: Option<BookAccount>) -> (Decimal, Decimal) {
    let of = |side: BookAccount| match account {
        Some(account) if account != side => Decimal::ZERO,
        _ => line.amount,
    };
    (of(line.debit_account), of(line.credit_account))
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BalancesQuery {
    /// Default: all customers.
    customer_id: Option<CustomerId>,
    /// Last included day. Default: today.
    as_of: Option<NaiveDate>,
}

/// Balance of an account.
#[data::wire]
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerBalance {
    account: BookAccount,
    code: String,
    debit: Decimal,
    credit: Decimal,
    /// Debit less credit.
    balance: Decimal,
}

/// Balances of the accounts, which add up to 0.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerBalances {
    as_of: NaiveDate,
    /// ISO 4217 code.
    currency: String,
    items: Vec<LedgerBalance>,
}

pub async fn balances(mut scope: Scope, query: BalancesQuery) -> Result<LedgerBalances> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let zone: Tz = settings.general.timezone.parse().unwrap_or(Tz::UTC);
    let today = scope.now().with_timezone(&zone).date_naive();
    let as_of = query.as_of.unwrap_or(today);
    if let Some(customer) = query.customer_id {
        customers::load_billing(&mut scope, customer).await?;
    }
    let codes = crate::settings::codes(&mut scope).await?;
    let sums = sum_accounts(&mut scope, as_of, query.customer_id).await?;
    let item = |(account, code): (BookAccount, String)| {
        let found = sums.iter().find(|(known, ..)| *known == account);
        let (debit, credit) = found.map_or((Decimal::ZERO, Decimal::ZERO), |(_, debit, credit)| {
            (*debit, *credit)
        });
        let (debit, credit) = (debit.round_dp(4), credit.round_dp(4));
        LedgerBalance {
            account,
            code,
            debit,
            credit,
            balance: debit - credit,
        }
    };
    Ok(LedgerBalances {
        as_of,
        currency: settings.currency.base_currency.clone(),
        items: codes.into_iter().map(item).collect(),
    })
}

#[cfg(test)]
mod tests {
    use data::ids::CustomerId;

    use super::*;
    use crate::model::LedgerLineId;

    #[test]
    fn a_line_has_its_amount_on_the_side_of_the_requested_account() {
        let line = LedgerLine {
            id: LedgerLineId(1),
            row_version: 0,
            entry_id: LedgerEntryId(1),
            customer_id: Some(CustomerId(1)),
            day: NaiveDate::default(),
            debit_account: BookAccount::Receivable,
            credit_account: BookAccount::Revenue,
            amount: Decimal::TEN,
        };
        let (ten, zero) = (Decimal::TEN, Decimal::ZERO);
        assert_eq!(sides(&line, Some(BookAccount::Receivable)), (ten, zero));
        assert_eq!(sides(&line, Some(BookAccount::Revenue)), (zero, ten));
        assert_eq!(sides(&line, None), (ten, ten));
    }
}
