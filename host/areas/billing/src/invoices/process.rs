//! Operations on invoices, each in a separate transaction.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use data::{Bulk, Error, Record, Refusal, Result, Scope, Where, db::Mode, message, states_that};
use ledger::input_rules::MAX_NOTE;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;
use work::event::ScopeEvents;

use crate::{
    billables,
    credit_notes::model::CreditNote,
    events::INVOICE_POSTED,
    fees,
    input_rules::MAX_IDS,
    invoices::{
        self,
        draft::{to_invoiced_customer, write_history},
        model::{Invoice, InvoiceId},
        status::INVALID_INVOICE_STATUS,
        terms::{Terms, terms},
    },
    number_series::{self, model::SeriesKind},
    processed::{Processable, Processed},
    values::{CreditNoteStatus, InvoiceOperation, InvoiceStatus},
};

const NUMBER_REQUIRED: Refusal = Refusal::new(
    5102,
    "Invoice numbers are entered manually: enter the number of this invoice.",
);
const MAX_NUMBER_LENGTH: usize = 32;

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessInvoices {
    operation: InvoiceOperation,
    /// At most 1000.
    ids: Vec<InvoiceId>,
    /// The reason, stored in the history.
    note: Option<String>,
    /// Number of the only closed invoice, if the tenant assigns numbers manually.
    invoice_number: Option<String>,
}

impl Processable for Invoice {
    type Id = InvoiceId;
    type Status = InvoiceStatus;

    fn into_result(self) -> (InvoiceStatus, Option<String>) {
        (self.status, self.invoice_number)
    }
}

/// An invoice reduced to its date.
#[derive(Record)]
#[record(view_of = Invoice)]
struct InvoiceDay {
    id: InvoiceId,
    invoice_date: NaiveDate,
}

pub async fn process(scope: Scope, sent: ProcessInvoices) -> Result<Vec<Processed<Invoice>>> {
    check(&sent)?;
    // Before any transaction: waiting for a number holds no connection.
    let terms = terms(&scope).await?;
    let mut seen = BTreeSet::new();
    let requested: Vec<InvoiceId> = sent
        .ids
        .iter()
        .copied()
        .filter(|id| seen.insert(*id))
        .collect();
    let ids = match sent.operation {
        InvoiceOperation::Close => {
            let mut reading = scope.sibling(Mode::Read);
            let dates = load_dates(&mut reading, &requested).await?;
            in_order_of_dates(&requested, &dates)
        }
        _ => requested.clone(),
    };
    let mut bulk = Bulk::new(ids);
    while let Some(id) = bulk.next_item() {
        let mut transaction = scope.sibling(Mode::Write);
        let done = process_one(&mut transaction, id, &sent, &terms).await;
        bulk.add(&mut transaction, id, done)?;
    }
    let mut results: Vec<Processed<Invoice>> = bulk.into_results();
    // In the order of the request, whatever the order of the numbers.
    let places: BTreeMap<InvoiceId, usize> = requested.into_iter().zip(0..).collect();
    results.sort_by_key(|result| places.get(&result.id).copied());
    Ok(results)
}

async fn load_dates(
    scope: &mut Scope,
    ids: &[InvoiceId],
) -> Result<BTreeMap<InvoiceId, NaiveDate>> {
    let rows: Vec<InvoiceDay> = scope.all(Where::all().is_in(Invoice::ID, ids)).await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.id, row.invoice_date))
        .collect())
}

/// Numbers given in one closing rise with the dates. Unknown invoices are last.
fn in_order_of_dates(ids: &[InvoiceId], dates: &BTreeMap<InvoiceId, NaiveDate>) -> Vec<InvoiceId> {
    let mut ordered = ids.to_vec();
    ordered.sort_by_key(|id| {
        let date = dates.get(id).copied();
        (date.is_none(), date, *id)
    });
    ordered
}

fn check(sent: &ProcessInvoices) -> Result<()> {
    if !(1..=MAX_IDS).contains(&sent.ids.len()) {
        return Err(Error::invalid(
            "ids",
            message!("must be 1 to {max} invoices", max = MAX_IDS),
        ));
    }
    if sent
        .note
        .as_ref()
        .is_some_and(|note| note.chars().count() > MAX_NOTE)
    {
        return Err(Error::invalid(
            "note",
            message!("must be at most {max} characters", max = MAX_NOTE),
        ));
    }
    let Some(number) = &sent.invoice_number else {
        return Ok(());
    };
    if sent.operation != InvoiceOperation::Close || sent.ids.len() != 1 {
        return Err(Error::invalid(
            "invoiceNumber",
            message!("is for closing one invoice"),
        ));
    }
    if number.len() > MAX_NUMBER_LENGTH || !number.chars().all(|letter| letter.is_ascii_graphic()) {
        let message = message!(
            "must be at most {max} letters, digits and symbols without spaces",
            max = MAX_NUMBER_LENGTH
        );
        return Err(Error::invalid("invoiceNumber", message));
    }
    Ok(())
}

async fn process_one(
    scope: &mut Scope,
    id: InvoiceId,
    sent: &ProcessInvoices,
    terms: &Terms,
) -> Result<Invoice> {
    if sent.operation == InvoiceOperation::WriteOff {
        // Requests and approvals of credit notes lock the invoice too.
        scope.lock::<Invoice>(id).await?;
    }
    let mut invoice: Invoice = scope.find(id).await?;
    let (amount, outstanding) = (invoice.amount, invoice.outstanding_amount);
    invoice.status =
        invoices::status::next_status(sent.operation, invoice.status, amount, outstanding)?;
    match sent.operation {
        InvoiceOperation::Close => {
            close(scope, &mut invoice, sent.invoice_number.as_deref(), terms).await?
        }
        InvoiceOperation::Void => {
            invoice.set_outstanding(Decimal::ZERO);
            billables::service::release(scope, invoice.id).await?;
            fees::store::release_entries(scope, invoice.id).await?;
            fees::accrue::drop_voided(scope, invoice.id).await?;
            scope.update(&mut invoice).await?;
        }
        InvoiceOperation::WriteOff => {
            check_write_off(scope, invoice.id).await?;
            invoice.written_off_amount = invoice.outstanding_amount;
            invoice.written_off_date = Some(terms.today);
            invoice.base_written_off_amount = invoice.set_outstanding(Decimal::ZERO);
            scope.update(&mut invoice).await?;
            ledger::entries::post_entries(
                scope,
                "writtenOffDate",
                vec![crate::ledger_entries::written_off(&invoice)],
            )
            .await?;
        }
        InvoiceOperation::Post => {
            scope.update(&mut invoice).await?;
            ledger::entries::post_entries(
                scope,
                "invoiceDate",
                vec![crate::ledger_entries::posted(&invoice)],
            )
            .await?;
            scope.publish(&INVOICE_POSTED, &invoice.id).await?;
        }
        _ => scope.update(&mut invoice).await?,
    }
    write_history(scope, invoice.id, sent.operation.into(), sent.note.clone()).await?;
    scope.commit().await?;
    Ok(invoice)
}

/// Rejects an invoice with open credit notes, which would reduce an amount already written off.
async fn check_write_off(scope: &mut Scope, invoice: InvoiceId) -> Result<()> {
    let open = Where::all().eq(CreditNote::INVOICE_ID, invoice).is_in(
        CreditNote::STATUS,
        states_that!(CreditNoteStatus, CreditNoteStatus::is_open),
    );
    match scope.count::<CreditNote>(open).await? {
        0 => Ok(()),
        _ => Err(INVALID_INVOICE_STATUS.with_message(message!(
            "The invoice has open credit notes: apply, reject or void them first."
        ))),
    }
}

/// Assigns the number. Locks the series until the transaction ends. A rollback returns the number,
/// so the series has no gaps.
async fn close(
    scope: &mut Scope,
    invoice: &mut Invoice,
    by_hand: Option<&str>,
    terms: &Terms,
) -> Result<()> {
    let unit = match customers::load_billing(scope, invoice.customer_id).await {
        Ok(customer) => {
            invoice.customer = to_invoiced_customer(&customer);
            customer.organization_unit_id
        }
        // A deleted customer stays as in the draft.
        Err(Error::NotFound(_)) => None,
        Err(error) => return Err(error),
    };
    invoice.seller = terms.seller.clone();
    let numbers = number_series::service::load_numbers(
        scope,
        SeriesKind::from_invoice_type(invoice.invoice_type),
    )
    .await?;
    let taken = numbers
        .assign_next(scope, invoice.invoice_date, unit)
        .await?;
    let number = match (&taken, by_hand) {
        (Some(_), Some(_)) => {
            return Err(Error::invalid(
                "invoiceNumber",
                message!("must be left out: invoice numbers are assigned automatically"),
            ));
        }
        (Some(taken), None) => taken.number.clone(),
        (None, Some(number)) => number.to_owned(),
        (None, None) => return Err(NUMBER_REQUIRED.into()),
    };
    invoice.invoice_number = Some(number.clone());
    // First: a concurrent call may have closed it.
    scope.update(invoice).await?;
    if let Some(taken) = taken {
        taken.link_document(scope, invoice.id.0).await?;
    }
    fees::accrue::accrue_on_closing(scope, terms, invoice).await?;
    billables::service::set_invoice_number(scope, invoice.id, &number).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_one_closing_follow_the_dates() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let dates = BTreeMap::from([
            (InvoiceId(1), day("2026-03-31")),
            (InvoiceId(2), day("2026-03-07")),
            (InvoiceId(3), day("2026-03-31")),
            (InvoiceId(4), day("2026-02-28")),
        ]);
        let ids = [9, 3, 1, 2, 4].map(InvoiceId);
        let ordered = in_order_of_dates(&ids, &dates);
        assert_eq!(ordered, [4, 2, 1, 3, 9].map(InvoiceId));
    }
}
