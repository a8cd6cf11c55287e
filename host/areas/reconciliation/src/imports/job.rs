//! The import job, which stages and matches lines in batches. A failure removes everything.

use std::collections::BTreeMap;

use data::{
    Error, FieldError, New, Refusal, Result, Scope, Where,
    audit::{Entry, UPDATED},
    message,
};
use serde_json::{Value, json};
use work::job::ScopeJobs;

use crate::imports::{self, MAX_ERRORS, MAX_LINES, Progress, Work, source::Source, store};
use crate::{
    decisions,
    imports::matching::normalise,
    model::{
        ChargeRow, InvoiceLineError, KnownInvoice, Reconciliation, ReconciliationBooking,
        ReconciliationId,
    },
    reconciliations::status::{LineStatus, ReconciliationStatus, reconciliation_status},
};

const DUPLICATE_INVOICE: Refusal = Refusal::new(
    4402,
    "This carrier's invoice is already in another reconciliation.",
);

/// Lines per transaction.
const BATCH_SIZE: usize = 2_000;

/// Resumes after the last commit.
pub(crate) async fn handle_job(mut scope: Scope, work: Value) -> Result<()> {
    let work = Work::read(work)?;
    // Imported lines are not audited one by one. The reconciliation's entry covers the import.
    scope.without_record();
    let row: Option<Reconciliation> = scope.first(Where::id(work.reconciliation)).await?;
    let is_new = |row: &Reconciliation| row.status.is_importing();
    // Deleted, or completed by an earlier attempt.
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
    fail(&mut scope, id, failure, line_errors(&error)).await?;
    if matches!(error, Error::Cancelled) {
        Err(error)
    } else {
        Ok(())
    }
}

/// Returns None for temporary errors.
fn failure(scope: &Scope, error: &Error) -> Option<String> {
    match error {
        Error::Invalid(_) | Error::Refused { .. } | Error::NotFound(_) => {
            // Truncated to the column's length.
            Some(error.sentence().chars().take(1_000).collect())
        }
        // If another worker has the job, this one must not end it.
        Error::Cancelled if scope.check_cancelled().is_err() => {
            Some(message!("The import was cancelled.").to_string())
        }
        _ => None,
    }
}

/// Takes line numbers from members such as `line[12]`.
fn line_errors(error: &Error) -> Vec<InvoiceLineError> {
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
    let mut progress: Progress = scope.saved_result()?.unwrap_or_default();
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
    imports::compare::match_all(scope, &row, &mut progress).await?;
    finish(scope, row, progress).await
}

async fn read(scope: &mut Scope, row: &Reconciliation, progress: &mut Progress) -> Result<()> {
    let mut source = Source::open(scope, row).await?;
    let total = source.total();
    let mut errors: Vec<FieldError> = Vec::new();
    let mut part: Vec<ChargeRow> = Vec::with_capacity(BATCH_SIZE);
    let mut at = 0;
    while let Some((line, read)) = source.next() {
        at += 1;
        if at > MAX_LINES {
            return Err(Error::invalid(
                "file",
                message!("has more than {max} lines; split it", max = MAX_LINES),
            ));
        }
        // Staged by an earlier attempt.
        if at <= progress.read {
            continue;
        }
        match read {
            Ok(charge) => part.push(charge.into_row(row.id)),
            Err(field_errors) => {
                let room = MAX_ERRORS.saturating_sub(errors.len());
                errors.extend(field_errors.into_iter().take(room).map(|error| {
                    let dot = if error.member.is_empty() { "" } else { "." };
                    error.with_prefix(&format!("line[{line}]{dot}"))
                }));
            }
        }
        if part.len() >= BATCH_SIZE {
            if errors.is_empty() {
                stage(scope, row, progress, &mut part, at).await?;
            }
            part.clear();
            scope.step(at, Some(total.max(at)), "")?;
        }
    }
    if let Some(error) = source.take_error() {
        return Err(error);
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    if at == 0 {
        return Err(Error::invalid("file", message!("has no lines")));
    }
    progress.is_read = true;
    stage(scope, row, progress, &mut part, at).await
}

async fn stage(
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
            .entry(normalise(number))
            .or_insert_with(|| number.clone());
    }
    for (number_key, number) in numbers.into_iter().filter(|(key, _)| !key.is_empty()) {
        claim(scope, row, number_key, number).await?;
    }
    scope.insert_all(part).await?;
    progress.read = at;
    scope.save_result(progress).await?;
    scope.commit().await
}

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
        Some(known) => Err(DUPLICATE_INVOICE.with_message(message!(
            "Invoice {number} of this carrier is in reconciliation {id} already.",
            number = number,
            id = known.reconciliation_id
        ))),
        None => {
            scope
                .create(New::<KnownInvoice> {
                    reconciliation_id: row.id,
                    carrier: row.carrier.clone(),
                    number,
                    number_key,
                })
                .await?;
            Ok(())
        }
    }
}

async fn finish(scope: &mut Scope, mut row: Reconciliation, mut progress: Progress) -> Result<()> {
    let of = Where::all().eq(ReconciliationBooking::RECONCILIATION_ID, row.id);
    let unmatched = scope
        .count(of.eq(ReconciliationBooking::STATUS, LineStatus::Unmatched))
        .await?;
    row.charges = i64::try_from(progress.read).unwrap_or(i64::MAX);
    row.bookings = progress.matched;
    row.invalid_booking_file_guid = (unmatched > 0).then(|| scope.new_guid());
    row.status = reconciliation_status(progress.matched, 0, 0);
    scope.update(&mut row).await?;
    store::delete_charges(scope, row.id).await?;
    let details = json!({"charges": row.charges, "bookings": row.bookings, "unmatched": unmatched});
    scope.record(Entry::new("Reconciliation", row.id, UPDATED).with_change(
        "imported",
        (),
        details,
    ));
    progress.is_done = true;
    scope.save_result(&progress).await?;
    scope.commit().await
}

async fn fail(
    scope: &mut Scope,
    id: ReconciliationId,
    failure: String,
    line_errors: Vec<InvoiceLineError>,
) -> Result<()> {
    let Some(mut row) = scope.first::<Reconciliation>(Where::id(id)).await? else {
        return Ok(());
    };
    let shared = decisions::store::list_shared_bookings(scope, id).await?;
    decisions::margin::subtract_undecided(scope, id).await?;
    store::delete_charges(scope, id).await?;
    store::delete_lines_and_invoices(scope, id).await?;
    decisions::compare::reassign_quotes(scope, &row.carrier, shared).await?;
    scope.record(Entry::new("Reconciliation", id, UPDATED).with_change("failure", (), &failure));
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
        let details: Vec<(i64, String)> = line_errors(&error)
            .into_iter()
            .map(|one| (one.index, one.column))
            .collect();
        let expected = [(12, "tax"), (13, ""), (0, "file")];
        assert_eq!(
            details,
            expected.map(|(index, column)| (index, column.to_owned()))
        );
    }
}
