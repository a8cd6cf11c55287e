//! ProcessReconciliationBookings: one operation done to many lines, each with an outcome of its own.

use kernel::{Error, FieldError, Message, Result, Scope, message, message::Told};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    MOST,
    approve::note_error,
    hold, lines,
    settle::{Decision, settle},
    settle_status,
};
use crate::{
    import::minor_units,
    lists::{ReconciliationView, services},
    margin::Changes,
    model::{ReconciliationBookingId, ReconciliationId},
    recharge,
    rules::status::{LineOperation, LineStatus},
};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProcessLines {
    id: ReconciliationId,
    operation: LineOperation,
    /// The lines.
    ids: Vec<ReconciliationBookingId>,
    /// Of a recharge, exclusive of tax: what each line's customer is charged besides; left out: the line's whole difference.
    #[serde(default, with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    amount: Option<Decimal>,
    /// Needed to reject a line, and to pass one that is held.
    #[serde(default)]
    note: Option<String>,
}

/// What has come of an operation.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProcessedLines {
    reconciliation: ReconciliationView,
    items: Vec<ProcessedLine>,
}

/// What has come of it for one line.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ProcessedLine {
    id: ReconciliationBookingId,
    status: LineStatus,
    row_version: i64,
    success: bool,
    /// Why it was not done.
    error: Option<Told>,
}

pub(super) async fn process(mut scope: Scope, sent: ProcessLines) -> Result<ProcessedLines> {
    let wrong = wrong(&sent);
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    let row = hold(&mut scope, sent.id).await?;
    let mut found = lines(&mut scope, row.id, &sent.ids).await?;
    let mut services = services(&mut scope, &sent.ids).await?;
    let decision = Decision {
        note: sent.note,
        amount: sent.amount,
        overrides: Vec::new(),
        minor_units: minor_units(&mut scope).await?,
    };
    let mut changes = Changes::default();
    let mut items = Vec::with_capacity(found.len());
    for line in &mut found {
        let own = services.entry(line.id).or_default();
        let earlier = line.clone();
        let before = if line.status == LineStatus::Approved {
            line.recharge_amount
        } else {
            Decimal::ZERO
        };
        let done: Result<bool, Message> =
            settle(sent.operation, line, own, &decision).map_err(|(_, says)| says);
        if done == Ok(true) {
            if line.status.is_decided() {
                line.decided_user_id = scope.caller.user();
                line.decided_user_name = Some(scope.caller.name().to_owned());
                line.decided_time = Some(scope.now());
            }
            scope.update(line).await?;
            changes.remove(&earlier);
            changes.add(line);
            for service in own.iter_mut().filter(|_| sent.operation.says_amounts()) {
                scope.update(service).await?;
            }
            if line.recharge_amount != before {
                recharge::tell(&mut scope, line.booking_id).await?;
            }
        }
        items.push(ProcessedLine {
            id: line.id,
            status: line.status,
            row_version: line.row_version,
            success: done.is_ok(),
            error: done.err().map(|says| says.told()),
        });
    }
    changes.tell(&mut scope).await?;
    let reconciliation = settle_status(&mut scope, row).await?;
    scope.commit().await?;
    Ok(ProcessedLines {
        reconciliation,
        items,
    })
}

/// Everything that cannot be accepted whatever is stored.
fn wrong(sent: &ProcessLines) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if sent.ids.is_empty() || sent.ids.len() > MOST {
        errors.push(FieldError::new(
            "ids",
            message!("must be from 1 to {max} lines", max = MOST),
        ));
    }
    if let Some(amount) = sent.amount {
        errors.extend(freight::money::check(amount, "amount").err());
        if sent.operation != LineOperation::Recharge {
            errors.push(FieldError::new(
                "amount",
                message!("is said of a recharge alone"),
            ));
        }
    }
    errors.extend(note_error(sent.note.as_deref(), "note"));
    errors
}
