//! The call ProcessReconciliationBookings, with a result per line.

use data::{
    Error, FieldError, Message, Outcome, Result, Scope, message, message::TranslatableMessage,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::decisions::{
    MAX_LINES,
    amounts::{Decision, settle},
    approve::note_error,
    compare::reassign_quotes,
    load_lines, lock_reconciliation, update_status,
};
use crate::{
    decisions::{self, margin::MarginChanges},
    imports::compare::minor_units,
    model::{ReconciliationBooking, ReconciliationBookingId, ReconciliationId},
    reconciliations::{
        lists::{ReconciliationView, load_services},
        status::{LineOperation, LineStatus},
    },
};

#[data::wire]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProcessLines {
    id: ReconciliationId,
    operation: LineOperation,
    ids: Vec<ReconciliationBookingId>,
    /// For a recharge: charge per line exclusive of tax. Default: the line's entire difference.
    amount: Option<Decimal>,
    /// Required to reject a line, or to accept a held one.
    #[serde(default)]
    note: Option<String>,
}

/// Results of an operation.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProcessedLines {
    reconciliation: ReconciliationView,
    items: Vec<ProcessedLine>,
}

/// Result for one line.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ProcessedLine {
    id: ReconciliationBookingId,
    status: LineStatus,
    row_version: i64,
    success: bool,
    /// Reason for the rejection.
    error: Option<TranslatableMessage>,
}

impl From<Outcome<&ReconciliationBooking, (), Message>> for ProcessedLine {
    fn from(outcome: Outcome<&ReconciliationBooking, (), Message>) -> Self {
        let (line, done, error) = outcome.into_parts();
        Self {
            id: line.id,
            status: line.status,
            row_version: line.row_version,
            success: done.is_some(),
            error,
        }
    }
}

pub(crate) async fn process(mut scope: Scope, sent: ProcessLines) -> Result<ProcessedLines> {
    let minor_units = minor_units(&mut scope).await?;
    let errors = validate(&sent, minor_units);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let row = lock_reconciliation(&mut scope, sent.id).await?;
    let mut found = load_lines(&mut scope, row.id, &sent.ids).await?;
    let mut services = load_services(&mut scope, &sent.ids).await?;
    let decision = Decision {
        note: sent.note,
        amount: sent.amount,
        overrides: Vec::new(),
        minor_units,
    };
    let mut changes = MarginChanges::default();
    let mut outcomes = Vec::with_capacity(found.len());
    let mut dismissed = Vec::new();
    for line in &mut found {
        let line_services = services.entry(line.id).or_default();
        let earlier = line.clone();
        let before = if line.status == LineStatus::Approved {
            line.recharge_amount
        } else {
            Decimal::ZERO
        };
        let done: Result<bool, Message> =
            settle(sent.operation, line, line_services, &decision).map_err(|(_, message)| message);
        if done == Ok(true) {
            if line.status.is_decided() {
                line.decided_user_id = scope.caller.user();
                line.decided_user_name = Some(scope.caller.name().to_owned());
                line.decided_time = Some(scope.now());
            }
            scope.update(line).await?;
            changes.remove(&earlier);
            changes.add(line);
            for service in line_services
                .iter_mut()
                .filter(|_| sent.operation.sets_amounts())
            {
                scope.update(service).await?;
            }
            if line.recharge_amount != before {
                decisions::recharge::update_recharge(&mut scope, line.booking_id).await?;
            }
            if line.status.is_dismissed() {
                dismissed.extend(line.booking_id);
            }
        }
        outcomes.push(done.map(drop));
    }
    changes.apply(&mut scope).await?;
    for changed in reassign_quotes(&mut scope, &row.carrier, dismissed).await? {
        if let Some(line) = found.iter_mut().find(|line| line.id == changed.id) {
            *line = changed;
        }
    }
    let items = found
        .iter()
        .zip(outcomes)
        .map(|(line, done)| Outcome::new(line, done).into())
        .collect();
    let reconciliation = update_status(&mut scope, row).await?;
    scope.commit().await?;
    Ok(ProcessedLines {
        reconciliation,
        items,
    })
}

fn validate(sent: &ProcessLines, minor_units: u32) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if sent.ids.is_empty() || sent.ids.len() > MAX_LINES {
        errors.push(FieldError::new(
            "ids",
            message!("must be from 1 to {max} lines", max = MAX_LINES),
        ));
    }
    if let Some(amount) = sent.amount {
        errors.extend(carriage::money::check(amount, "amount").err());
        if amount.normalize().scale() > minor_units {
            let message = message!(
                "must have at most {decimals} decimals",
                decimals = i64::from(minor_units)
            );
            errors.push(FieldError::new("amount", message));
        }
        if sent.operation != LineOperation::Recharge {
            errors.push(FieldError::new(
                "amount",
                message!("is allowed for a recharge only"),
            ));
        }
    }
    errors.extend(note_error(sent.note.as_deref(), "note"));
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_has_no_more_decimals_than_the_currency() {
        let members = |amount: Decimal, minor_units| -> Vec<String> {
            let sent = ProcessLines {
                id: ReconciliationId(1),
                operation: LineOperation::Recharge,
                ids: vec![ReconciliationBookingId(1)],
                amount: Some(amount),
                note: None,
            };
            let errors = validate(&sent, minor_units);
            errors.into_iter().map(|error| error.member).collect()
        };
        assert_eq!(members(Decimal::new(1_050, 2), 2), Vec::<String>::new());
        assert_eq!(members(Decimal::new(10_500, 3), 2), Vec::<String>::new());
        assert_eq!(members(Decimal::new(10_005, 3), 2), ["amount"]);
        assert_eq!(members(Decimal::new(105, 1), 0), ["amount"]);
    }
}
