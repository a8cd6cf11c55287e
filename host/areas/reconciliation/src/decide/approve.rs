//! ApproveReconciliation: what the carrier is paid, line by line and service by service.

use kernel::{Error, FieldError, Result, Scope, case::null_is_default, message, save};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    MAX_NOTE_LENGTH, MOST, hold, lines,
    settle::{Decision, Override, settle},
    settle_status,
};
use crate::{
    import::minor_units,
    lists::{ReconciliationView, services},
    margin::Changes,
    model::{ReconciliationBookingId, ReconciliationId, ReconciliationServiceId},
    recharge,
    rules::status::LineOperation,
};

/// Service lines that a line's approval may name.
const MAX_SERVICES: usize = 1_000;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ApproveReconciliation {
    id: ReconciliationId,
    /// The lines that are approved.
    approved_bookings: Vec<ApprovedBooking>,
}

/// A line that is approved.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
struct ApprovedBooking {
    id: ReconciliationBookingId,
    /// That of the line as it was seen; 0 or left out: whatever it is now.
    #[serde(deserialize_with = "null_is_default")]
    row_version: i64,
    note: Option<String>,
    /// A service line that is not named is approved as it was invoiced.
    #[serde(deserialize_with = "null_is_default")]
    approved_services: Vec<ApprovedService>,
}

/// A service line that is approved.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
struct ApprovedService {
    id: ReconciliationServiceId,
    /// Exclusive of tax; left out: what was invoiced.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    approved_amount: Option<Decimal>,
    /// Needed for another amount than the invoiced one, with a note.
    #[serde(rename = "override", deserialize_with = "null_is_default")]
    is_override: bool,
    note: Option<String>,
}

pub(super) async fn approve(
    mut scope: Scope,
    sent: ApproveReconciliation,
) -> Result<ReconciliationView> {
    let wrong = wrong(&sent.approved_bookings);
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    let row = hold(&mut scope, sent.id).await?;
    let ids: Vec<ReconciliationBookingId> =
        sent.approved_bookings.iter().map(|one| one.id).collect();
    let mut found = lines(&mut scope, row.id, &ids).await?;
    let mut services = services(&mut scope, &ids).await?;
    let minor_units = minor_units(&mut scope).await?;
    let mut changes = Changes::default();
    let mut errors = Vec::new();
    for (at, one) in sent.approved_bookings.into_iter().enumerate() {
        let Some(line) = found.iter_mut().find(|line| line.id == one.id) else {
            continue;
        };
        let own = services.entry(line.id).or_default();
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
        match settle(LineOperation::Approve, line, own, &decision) {
            // What is there already is not stale, whatever was seen.
            Ok(false) => {}
            Ok(true) => {
                save::fresh(one.row_version, line.row_version)?;
                line.decided_user_id = scope.caller.user();
                line.decided_user_name = Some(scope.caller.name().to_owned());
                line.decided_time = Some(scope.now());
                scope.update(line).await?;
                changes.remove(&before);
                changes.add(line);
                for service in own.iter_mut() {
                    scope.update(service).await?;
                }
                if !line.recharge_amount.is_zero() {
                    recharge::tell(&mut scope, line.booking_id).await?;
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
    changes.tell(&mut scope).await?;
    let view = settle_status(&mut scope, row).await?;
    scope.commit().await?;
    Ok(view)
}

/// Everything that cannot be accepted whatever is stored.
fn wrong(sent: &[ApprovedBooking]) -> Vec<FieldError> {
    if sent.is_empty() || sent.len() > MOST {
        let says = message!("must be from 1 to {max} lines", max = MOST);
        return vec![FieldError::new("approvedBookings", says)];
    }
    let mut errors = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (at, one) in sent.iter().enumerate() {
        let member = |name: &str| format!("approvedBookings[{at}].{name}");
        if !seen.insert(one.id) {
            errors.push(FieldError::new(member("id"), message!("is there twice")));
        }
        if one.approved_services.len() > MAX_SERVICES {
            let says = message!("must be at most {max} entries", max = MAX_SERVICES);
            errors.push(FieldError::new(member("approvedServices"), says));
        }
        errors.extend(note_error(one.note.as_deref(), &member("note")));
        for (place, service) in one.approved_services.iter().enumerate().take(MAX_SERVICES) {
            let member = |name: &str| member(&format!("approvedServices[{place}].{name}"));
            errors.extend(note_error(service.note.as_deref(), &member("note")));
            if let Some(amount) = service.approved_amount {
                errors.extend(freight::money::check(amount, &member("approvedAmount")).err());
            }
        }
    }
    errors
}

pub(super) fn note_error(note: Option<&str>, member: &str) -> Option<FieldError> {
    let is_long = note.is_some_and(|note| note.chars().count() > MAX_NOTE_LENGTH);
    is_long.then(|| {
        FieldError::new(
            member,
            message!("must be at most {max} characters", max = MAX_NOTE_LENGTH),
        )
    })
}
