//! The job of an import: lines are stored aside part by part, then matched part by part; what fails leaves nothing.

use std::collections::BTreeMap;

use kernel::{
    Error, FieldError, Refusal, Result, Scope, Where,
    audit::{Entry, UPDATED},
    db::Col,
    message, tsql,
};
use serde_json::{Value, json};

use super::{MAX_ERRORS, MAX_LINES, Progress, Work, compare, read::Source};
use crate::{
    margin,
    model::{
        ChargeRow, InvoiceLineError, KnownInvoice, Reconciliation, ReconciliationBooking,
        ReconciliationId,
    },
    rules::{
        matching::plain,
        status::{LineStatus, ReconciliationStatus, overall},
    },
};

const KNOWN: Refusal = Refusal::new(
    4402,
    "This carrier's invoice is in another reconciliation already.",
);

/// Lines that one transaction stores.
const AT_ONCE: usize = 2_000;

/// The job. A repeated run goes on where the one before had committed.
pub(super) async fn run(mut scope: Scope, work: Value) -> Result<()> {
    let work = Work::read(work)?;
    // An invoice's lines are no changes that somebody made one by one: the reconciliation's entry tells of the import.
    scope.without_record();
    let row: Option<Reconciliation> = scope.first(Where::id(work.reconciliation)).await?;
    let is_new = |row: &Reconciliation| {
        matches!(
            row.status,
            ReconciliationStatus::Uploaded | ReconciliationStatus::Processing
        )
    };
    // It may have been deleted, or a run before this one has come to its end.
    let Some(row) = row.filter(is_new) else {
        return Ok(());
    };
    let id = row.id;
    let Err(error) = import(&mut scope, row).await else {
        return Ok(());
    };
    let Some(failure) = failure(&scope, &error) else {
        return Err(error);
    };
    scope.rollback();
    fail(&mut scope, id, failure, told(&error)).await?;
    if matches!(error, Error::Cancelled) {
        Err(error)
    } else {
        Ok(())
    }
}

/// The sentence of an error that trying again would not mend.
fn failure(scope: &Scope, error: &Error) -> Option<String> {
    match error {
        Error::Invalid(_) | Error::Refused { .. } | Error::NotFound(_) => {
            // A column is at most as long as what people read.
            Some(error.sentence().chars().take(1_000).collect())
        }
        // Another run may have taken the job over: then it is not for this one to end it.
        Error::Cancelled if scope.check_cancelled().is_err() => {
            Some(message!("The import was cancelled.").to_string())
        }
        _ => None,
    }
}

/// The wrong lines of a file; `line[12]` names the twelfth.
fn told(error: &Error) -> Vec<InvoiceLineError> {
    let Error::Invalid(fields) = error else {
        return Vec::new();
    };
    fields.iter().take(MAX_ERRORS).map(line_error).collect()
}

fn line_error(error: &FieldError) -> InvoiceLineError {
    let (index, column) = match error
        .member
        .strip_prefix("line[")
        .and_then(|rest| rest.split_once(']'))
    {
        Some((index, column)) => (
            index.parse().unwrap_or_default(),
            column.trim_start_matches('.'),
        ),
        None => (0, error.member.as_str()),
    };
    InvoiceLineError {
        index,
        column: column.to_owned(),
        message: error.message.to_string(),
    }
}

async fn import(scope: &mut Scope, mut row: Reconciliation) -> Result<()> {
    let mut progress: Progress = scope.kept()?.unwrap_or_default();
    if progress.is_done {
        return Ok(());
    }
    if row.status == ReconciliationStatus::Uploaded {
        row.status = ReconciliationStatus::Processing;
        scope.update(&mut row).await?;
        scope.commit().await?;
    }
    if !progress.is_read {
        read(scope, &row, &mut progress).await?;
    }
    compare::all(scope, &row, &mut progress).await?;
    finish(scope, row, progress).await
}

/// Stores the lines aside. A file with wrong lines is refused with all of them, as far as they are told.
async fn read(scope: &mut Scope, row: &Reconciliation, progress: &mut Progress) -> Result<()> {
    let mut source = Source::open(scope, row).await?;
    let total = source.total();
    let mut errors: Vec<FieldError> = Vec::new();
    let mut part: Vec<ChargeRow> = Vec::with_capacity(AT_ONCE);
    let mut at = 0;
    while let Some((line, read)) = source.next() {
        at += 1;
        if at > MAX_LINES {
            return Err(Error::invalid(
                "file",
                message!("has more than {max} lines; split it", max = MAX_LINES),
            ));
        }
        // What a run before this one has stored.
        if at <= progress.read {
            continue;
        }
        match read {
            Ok(charge) => part.push(charge.row(row.id)),
            Err(wrong) => {
                let room = MAX_ERRORS.saturating_sub(errors.len());
                errors.extend(wrong.into_iter().take(room).map(|error| {
                    let dot = if error.member.is_empty() { "" } else { "." };
                    error.under(&format!("line[{line}]{dot}"))
                }));
            }
        }
        if part.len() >= AT_ONCE {
            if errors.is_empty() {
                store(scope, row, progress, &mut part, at).await?;
            }
            part.clear();
            scope.step(at, Some(total.max(at)), "")?;
        }
    }
    if let Some(error) = source.broken() {
        return Err(error);
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    if at == 0 {
        return Err(Error::invalid("file", message!("has no lines")));
    }
    progress.is_read = true;
    store(scope, row, progress, &mut part, at).await
}

/// Stores a part of the lines with the numbers of their invoices, and how far that is.
async fn store(
    scope: &mut Scope,
    row: &Reconciliation,
    progress: &mut Progress,
    part: &mut [ChargeRow],
    at: usize,
) -> Result<()> {
    let mut numbers: BTreeMap<String, String> = BTreeMap::new();
    for number in part
        .iter()
        .filter_map(|charge| charge.invoice_number.as_ref())
    {
        numbers
            .entry(plain(number))
            .or_insert_with(|| number.clone());
    }
    for (number_key, number) in numbers.into_iter().filter(|(key, _)| !key.is_empty()) {
        claim(scope, row, number_key, number).await?;
    }
    scope.insert_all(part).await?;
    progress.read = at;
    scope.keep(progress).await?;
    scope.commit().await
}

/// Has the invoice be in this reconciliation and no other.
async fn claim(
    scope: &mut Scope,
    row: &Reconciliation,
    number_key: String,
    number: String,
) -> Result<()> {
    let same = Where::all()
        .eq(KnownInvoice::CARRIER, row.carrier.clone())
        .eq(KnownInvoice::NUMBER_KEY, number_key.clone());
    match scope.first::<KnownInvoice>(same).await? {
        Some(known) if known.reconciliation_id == row.id => Ok(()),
        Some(known) => Err(KNOWN.because(message!(
            "Invoice {number} of this carrier is in reconciliation {id} already.",
            number = number,
            id = known.reconciliation_id
        ))),
        None => {
            let mut claimed = KnownInvoice {
                id: 0,
                row_version: 0,
                reconciliation_id: row.id,
                carrier: row.carrier.clone(),
                number,
                number_key,
            };
            scope.insert(&mut claimed).await
        }
    }
}

/// The lines wait for somebody who decides.
async fn finish(scope: &mut Scope, mut row: Reconciliation, mut progress: Progress) -> Result<()> {
    let of = Where::all().eq(ReconciliationBooking::RECONCILIATION_ID, row.id);
    let unmatched = scope
        .count(of.eq(ReconciliationBooking::STATUS, LineStatus::Unmatched))
        .await?;
    row.charges = i64::try_from(progress.read).unwrap_or(i64::MAX);
    row.bookings = progress.matched;
    row.invalid_booking_file_guid = (unmatched > 0).then(|| scope.new_guid());
    row.status = overall(progress.matched, 0, 0);
    scope.update(&mut row).await?;
    let aside =
        tsql!("DELETE FROM reconciliation_charges WHERE tenant_id = $1 AND reconciliation_id = $2");
    scope.rows(aside, vec![row.id.val()]).await?;
    let told = json!({"charges": row.charges, "bookings": row.bookings, "unmatched": unmatched});
    scope.record(Entry::new("Reconciliation", row.id, UPDATED).with("imported", (), told));
    progress.is_done = true;
    scope.keep(&progress).await?;
    scope.commit().await
}

/// Takes away what was stored of the file and writes down why.
async fn fail(
    scope: &mut Scope,
    id: ReconciliationId,
    failure: String,
    line_errors: Vec<InvoiceLineError>,
) -> Result<()> {
    let Some(mut row) = scope.first::<Reconciliation>(Where::id(id)).await? else {
        return Ok(());
    };
    margin::forget(scope, id).await?;
    for stored in [
        tsql!("DELETE FROM reconciliation_charges WHERE tenant_id = $1 AND reconciliation_id = $2"),
        tsql!(
            "DELETE FROM reconciliation_bookings WHERE tenant_id = $1 AND reconciliation_id = $2"
        ),
        tsql!(
            "DELETE FROM reconciliation_invoices WHERE tenant_id = $1 AND reconciliation_id = $2"
        ),
    ] {
        scope.rows(stored, vec![id.val()]).await?;
    }
    scope.record(Entry::new("Reconciliation", id, UPDATED).with("failure", (), &failure));
    row.status = ReconciliationStatus::Failed;
    row.failure = Some(failure);
    row.line_errors = line_errors;
    scope.update(&mut row).await?;
    scope.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_line_is_told_by_its_number_and_column() {
        let error = Error::Invalid(vec![
            FieldError::new("line[12].tax", message!("is required")),
            FieldError::new("line[13]", message!("is required")),
            FieldError::new("file", message!("is required")),
        ]);
        let told: Vec<(i64, String)> = told(&error)
            .into_iter()
            .map(|one| (one.index, one.column))
            .collect();
        let expected = [(12, "tax"), (13, ""), (0, "file")];
        assert_eq!(
            told,
            expected.map(|(index, column)| (index, column.to_owned()))
        );
    }
}
