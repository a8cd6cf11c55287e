//! The call ApproveReconciliation: amounts to pay by service.

use data::{Error, FieldError, Result, Scope, message, save};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::decisions::{
    MAX_LINES, MAX_NOTE_LENGTH,
    amounts::{Decision, Override, settle},
    load_lines, lock_reconciliation, update_status,
};
use crate::{
    decisions::{self, margin::MarginChanges},
    imports::compare::minor_units,
    model::{ReconciliationBookingId, ReconciliationId, ReconciliationServiceId},
    reconciliations::{
        lists::{ReconciliationView, load_services},
        status::LineOperation,
    },
};

const MAX_SERVICES: usize = 1_000;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ApproveReconciliation {
    id: ReconciliationId,
    approved_bookings: Vec<ApprovedBooking>,
}

/// An approved line.
#[data::wire(lists)]
#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
struct ApprovedBooking {
    id: ReconciliationBookingId,
    /// Expected version of the line. 0 or absent: any.
    #[wire(null)]
    row_version: i64,
    note: Option<String>,
    /// Service lines not listed are approved as invoiced.
    approved_services: Vec<ApprovedService>,
}

/// An approved service line.
#[data::wire]
#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
struct ApprovedService {
    id: ReconciliationServiceId,
    /// Exclusive of tax. Default: the invoiced amount.
    approved_amount: Option<Decimal>,
    /// Required, with a note, for an amount other than the invoiced one.
    #[wire(null)]
    #[serde(rename = "override")]
    is_override: bool,
    note: Option<String>,
}

pub(crate) async fn approve(
    mut scope: Scope,
    sent: ApproveReconciliation,
) -> Result<ReconciliationView> {
    let field_errors = validate(&sent.approved_bookings);
    if !field_errors.is_empty() {
        return Err(Error::Invalid(field_errors));
    }
    let row = lock_reconciliation(&mut scope, sent.id).await?;
    let ids: Vec<ReconciliationBookingId> =
        sent.approved_bookings.iter().map(|one| one.id).collect();
    let mut found = load_lines(&mut scope, row.id, &ids).await?;
    let mut services = load_services(&mut scope, &ids).await?;
    let minor_units = minor_units(&mut scope).await?;
    let mut changes = MarginChanges::default();
    let mut errors = Vec::new();
    for (at, one) in sent.approved_bookings.into_iter().enumerate() {
        let Some(line) = found.iter_mut().find(|line| line.id == one.id) else {
            continue;
        };
        let line_services = services.entry(line.id).or_default();
        let overrides = one.approved_services.into_iter().map(|service| Override {
            service: service.id,
            approved_amount: service.approved_amount,
            is_override: service.is_override,
            note: service.note,
        });
        let decision = Decision {
            note: one.note,
            amount: None,
            overrides: overrides.collect(),
            minor_units,
        };
        let before = line.clone();
        match settle(LineOperation::Approve, line, line_services, &decision) {
            // A repeated approval is never stale.
            Ok(false) => {}
            Ok(true) => {
                save::check_version(one.row_version, line.row_version)?;
                line.decided_user_id = scope.caller.user();
                line.decided_user_name = Some(scope.caller.name().to_owned());
                line.decided_time = Some(scope.now());
                scope.update(line).await?;
                changes.remove(&before);
                changes.add(line);
                for service in line_services.iter_mut() {
                    scope.update(service).await?;
                }
                if !line.recharge_amount.is_zero() {
                    decisions::recharge::update_recharge(&mut scope, line.booking_id).await?;
                }
            }
            Err((member, says)) => errors.push(FieldError::new(
                format!("approvedBookings[{at}].{member}"),
                says,
            )),
        }
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    changes.apply(&mut scope).await?;
    let view = update_status(&mut scope, row).await?;
    scope.commit().await?;
    Ok(view)
}

fn validate(sent: &[ApprovedBooking]) -> Vec<FieldError> {
    if sent.is_empty() || sent.len() > MAX_LINES {
        let message = message!("must be from 1 to {max} lines", max = MAX_LINES);
        return vec![FieldError::new("approvedBookings", message)];
    }
    let mut errors = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (at, one) in sent.iter().enumerate() {
        let member = |name: &str| format!("approvedBookings[{at}].{name}");
        if !seen.insert(one.id) {
            errors.push(FieldError::new(member("id"), message!("is a duplicate")));
        }
        if one.approved_services.len() > MAX_SERVICES {
            let message = message!("must be at most {max} entries", max = MAX_SERVICES);
            errors.push(FieldError::new(member("approvedServices"), message));
        }
        errors.extend(note_error(one.note.as_deref(), &member("note")));
        for (place, service) in one.approved_services.iter().enumerate().take(MAX_SERVICES) {
            let member = |name: &str| member(&format!("approvedServices[{place}].{name}"));
            errors.extend(note_error(service.note.as_deref(), &member("note")));
            if let Some(amount) = service.approved_amount {
                errors.extend(carriage::money::check(amount, &member("approvedAmount")).err());
            }
        }
    }
    errors
}

pub(crate) fn note_error(note: Option<&str>, member: &str) -> Option<FieldError> {
    let is_long = note.is_some_and(|note| note.chars().count() > MAX_NOTE_LENGTH);
    is_long.then(|| {
        FieldError::new(
            member,
            message!("must be at most {max} characters", max = MAX_NOTE_LENGTH),
        )
    })
}
