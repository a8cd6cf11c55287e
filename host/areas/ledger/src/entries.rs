//! Ledger entries in the base currency: written in their source's transaction, never in a locked
//! period.

use chrono::NaiveDate;
use data::{
    Error, New, Result, Scope, Where,
    case::{FIRST_DAY, FIRST_YEAR, LAST_DAY, LAST_YEAR, is_day},
    ids::{CustomerId, DriverId},
    message,
};
use work::event::ScopeEvents;

use crate::{
    events::BALANCE_CHANGED,
    ids::{AgentInvoiceId, CreditNoteId, InvoiceId, PaymentId},
    model::{LedgerEntry, LedgerLine, LedgerLock, LedgerMovement},
    rules::{self, Pair},
};

/// The other side of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counterparty {
    Customer(CustomerId),
    Driver(DriverId),
}

impl Counterparty {
    fn customer(self) -> Option<CustomerId> {
        match self {
            Self::Customer(id) => Some(id),
            Self::Driver(_) => None,
        }
    }
    fn driver(self) -> Option<DriverId> {
        match self {
            Self::Driver(id) => Some(id),
            Self::Customer(_) => None,
        }
    }
}

#[derive(Debug)]
pub struct NewEntry {
    pub movement: LedgerMovement,
    pub source: i64,
    pub counterparty: Counterparty,
    pub day: NaiveDate,
    pub reference: Option<String>,
    pub invoice: Option<InvoiceId>,
    pub payment: Option<PaymentId>,
    pub credit_note: Option<CreditNoteId>,
    pub agent_invoice: Option<AgentInvoiceId>,
    pub pairs: Vec<Pair>,
}

pub async fn check_open(scope: &mut Scope, day: NaiveDate, member: &str) -> Result<()> {
    if !is_day(day) {
        let message = message!(
            "must be a day from {first} to {last}",
            first = FIRST_YEAR,
            last = LAST_YEAR
        );
        return Err(Error::invalid(member, message));
    }
    let locks: Vec<LedgerLock> = scope
        .all(Where::all().ge(LedgerLock::LAST_DAY, day))
        .await?;
    let last_days: Vec<NaiveDate> = locks.iter().map(|lock| lock.last_day).collect();
    match rules::first_open(day, &last_days) {
        None => Ok(()),
        Some(open) => {
            let (day, open) = (day.to_string(), open.to_string());
            let message = message!(
                "{day} is in a locked period: the first open day is {open}",
                day = day,
                open = open
            );
            Err(Error::invalid(member, message))
        }
    }
}

/// Writes the entries, if their days are open.
pub async fn post_entries(scope: &mut Scope, member: &str, new: Vec<NewEntry>) -> Result<()> {
    let mut days: Vec<NaiveDate> = new.iter().map(|entry| entry.day).collect();
    days.sort_unstable();
    days.dedup();
    for day in days {
        check_open(scope, day, member).await?;
    }
    let mut moved: Vec<CustomerId> = new
        .iter()
        .filter(|entry| changes_balance(entry.movement))
        .filter_map(|entry| entry.counterparty.customer())
        .collect();
    write_entries(scope, new).await?;
    moved.dedup();
    for customer in moved {
        scope.publish(&BALANCE_CHANGED, &customer).await?;
    }
    Ok(())
}

/// Excludes allocations, which are counted already.
fn changes_balance(movement: LedgerMovement) -> bool {
    use LedgerMovement::{
        CreditNoteApproved, CreditNoteVoided, InvoiceWrittenOff, PaymentReceived, PaymentRefunded,
        PaymentReversed,
    };
    matches!(
        movement,
        CreditNoteApproved
            | CreditNoteVoided
            | InvoiceWrittenOff
            | PaymentReceived
            | PaymentRefunded
            | PaymentReversed
    )
}

/// Writes entries of documents older than the ledger, even into locked periods. An entry without
/// amounts marks its source as done. Days out of bounds become the nearest valid day.
pub async fn write_entries(scope: &mut Scope, new: Vec<NewEntry>) -> Result<()> {
    let user = scope.caller.user();
    let (mut entries, mut pairs) = (Vec::with_capacity(new.len()), Vec::with_capacity(new.len()));
    for entry in new {
        entries.push(New::<LedgerEntry> {
            movement: entry.movement,
            source_id: entry.source,
            customer_id: entry.counterparty.customer(),
            day: entry.day.clamp(FIRST_DAY, LAST_DAY),
            reference: entry.reference,
            invoice_id: entry.invoice,
            payment_id: entry.payment,
            credit_note_id: entry.credit_note,
            creator_user_id: user,
            driver_id: entry.counterparty.driver(),
            agent_invoice_id: entry.agent_invoice,
        });
        pairs.push(entry.pairs);
    }
    let entries = scope.create_all(entries).await?;
    let line = |entry: &LedgerEntry, pair: Pair| New::<LedgerLine> {
        entry_id: entry.id,
        customer_id: entry.customer_id,
        day: entry.day,
        debit_account: pair.debit,
        credit_account: pair.credit,
        amount: pair.amount,
    };
    let mut lines = Vec::new();
    for (entry, pairs) in entries.iter().zip(pairs) {
        lines.extend(pairs.into_iter().map(|pair| line(entry, pair)));
    }
    scope.create_all(lines).await?;
    Ok(())
}
