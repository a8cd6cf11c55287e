//! Operations on line hauls, with one result for each line haul.

use bookings::SubcontractQuote;
use chrono::{DateTime, Utc};
use data::{
    Bulk, Error, Outcome, Result, Scope, ids::QuoteId, life_cycle::Operation as _, message,
    message::Remark,
};
use drivers::PlannedWork;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    carriers, change,
    model::LineHaulId,
    rules::MAX_NOTE_LENGTH,
    status::{LineHaulOperation, STATUS_NOT_ALLOWED},
};
use crate::loads::{complete, results::check_count};

#[data::wire(trim, lists)]
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ProcessLineHauls {
    operation: LineHaulOperation,
    /// At most 1,000.
    ids: Vec<LineHaulId>,
    /// Joins the notes of the line haul.
    #[serde(default)]
    note: Option<String>,
    /// For a booking of one line haul: the quote to book, which is still valid. Default: the
    /// cheapest of the account's services, or its price for the line haul's service.
    #[serde(default)]
    quote: Option<ChosenQuote>,
}

/// A quote of the carrier for the load.
#[data::wire(trim)]
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "LineHaulChosenQuote")]
struct ChosenQuote {
    #[serde(rename = "quoteid")]
    quote_id: QuoteId,
    #[serde(rename = "resourcetoken")]
    resource_token: String,
}

/// Result of an operation on one line haul.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ProcessedLineHaul {
    id: LineHaulId,
    success: bool,
    #[serde(flatten)]
    remark: Remark,
}

impl From<Outcome<LineHaulId>> for ProcessedLineHaul {
    fn from(outcome: Outcome<LineHaulId>) -> Self {
        let (id, success, remark) = outcome.into_remark();
        Self {
            id,
            success,
            remark,
        }
    }
}

pub(crate) async fn process(
    mut scope: Scope,
    sent: ProcessLineHauls,
) -> Result<Vec<ProcessedLineHaul>> {
    let operation = sent.operation;
    if !operation.is_processed() {
        return Err(Error::invalid(
            "operation",
            message!("{operation} has its own call"),
        ));
    }
    check_count("ids", sent.ids.len())?;
    if operation == LineHaulOperation::Book && sent.ids.len() > carriers::MAX_BOOKED {
        return Err(Error::invalid(
            "ids",
            message!(
                "must be at most {max} for a booking",
                max = carriers::MAX_BOOKED
            ),
        ));
    }
    let quote = sent.quote.map(|chosen| SubcontractQuote {
        quote: chosen.quote_id,
        resource_token: chosen.resource_token,
    });
    if quote.is_some() && (operation != LineHaulOperation::Book || sent.ids.len() != 1) {
        return Err(Error::invalid(
            "quote",
            message!("must be empty unless one line haul is booked"),
        ));
    }
    let note = sent.note.unwrap_or_default();
    if note.chars().count() > MAX_NOTE_LENGTH {
        return Err(Error::invalid(
            "note",
            message!("must be at most {max} characters", max = MAX_NOTE_LENGTH),
        ));
    }
    let mut bulk = Bulk::with_unknown(sent.ids);
    while let Some(id) = bulk.next_item() {
        let result = run_with_carrier(&mut scope, id, operation, &note, quote.clone()).await;
        bulk.add(&mut scope, id, result)?;
    }
    Ok(bulk.into_results())
}

/// Does an operation with one line haul and with its carrier, and commits. Carriers are called
/// without a transaction.
async fn run_with_carrier(
    scope: &mut Scope,
    id: LineHaulId,
    operation: LineHaulOperation,
    note: &str,
    quote: Option<SubcontractQuote>,
) -> Result<()> {
    match operation {
        LineHaulOperation::Book => return carriers::book(scope, id, quote).await,
        LineHaulOperation::Cancel => carriers::cancel(scope, id).await?,
        _ => {}
    }
    run(scope, id, operation, note).await?;
    scope.commit().await
}

/// Does an operation with one line haul; the caller commits.
pub(crate) async fn run(
    scope: &mut Scope,
    id: LineHaulId,
    operation: LineHaulOperation,
    note: &str,
) -> Result<()> {
    let now = scope.now();
    run_at(scope, id, operation, note, now).await
}

/// Does an operation like [`run`] that was done earlier, such as by a carrier.
pub(crate) async fn run_at(
    scope: &mut Scope,
    id: LineHaulId,
    operation: LineHaulOperation,
    note: &str,
    time: DateTime<Utc>,
) -> Result<()> {
    let mut haul = change::lock(scope, id).await?;
    let before = haul.clone();
    operation.check(haul.status)?;
    match operation {
        LineHaulOperation::Close => complete::leave_behind(scope, &mut haul).await?,
        LineHaulOperation::Depart => {
            let work = PlannedWork {
                vehicle: haul.vehicle_id,
                ..PlannedWork::default()
            };
            if let Some(driver) = haul.driver_id
                && let Some(reason) = drivers::find_bar(scope, driver, &work).await?
            {
                return Err(STATUS_NOT_ALLOWED.with_message(reason));
            }
            haul.departed_time = Some(time);
        }
        LineHaulOperation::Arrive => haul.arrived_time = Some(time),
        LineHaulOperation::Complete => complete::finish(scope, &mut haul).await?,
        LineHaulOperation::Cancel => complete::empty(scope, &mut haul, note).await?,
        _ => {}
    }
    if let Some(status) = operation.target() {
        haul.status = status;
    }
    change::add_note(scope, &mut haul, note)?;
    let entry = match note {
        "" => operation.as_str().to_owned(),
        note => format!("{operation}: {note}", operation = operation.as_str()),
    };
    change::store(scope, &mut haul, &before, Some(entry)).await
}
