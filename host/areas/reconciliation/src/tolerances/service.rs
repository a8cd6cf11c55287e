//! Accepted differences of carrier accounts, and their bearers.

use data::{
    ById, Change, Empty, Error, FieldError, Form, ListQuery, New, NewRecord, PageOf, Record,
    Result, Save, Scope, Where, ids::CarrierAccountId, message, text_enum, validate,
};
use garde::Validate;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    access::RECONCILE,
    tolerances::rules::{Allowance, ToleranceEffect, ToleranceMeasure, ToleranceOn, ToleranceSide},
};
use quotes::access::BOOKINGS;

data::id! { ToleranceId }

const MAX_PERCENT: i64 = 100;
const MAX_AMOUNT: i64 = 1_000_000;
const MAX_DECIMALS: u32 = 4;

pub(crate) fn table() -> Routes {
    Routes::new("/api/booking/reconciliation")
        .feature(BOOKINGS)
        .list("GetTolerances", RECONCILE, list)
        .post(
            "CreateOrUpdateTolerance",
            Save::with_permission(RECONCILE),
            save,
        )
        .delete("DeleteTolerance", RECONCILE, delete)
}

/// An accepted difference of an account's invoices.
#[data::wire]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "reconciliation_tolerances", name = "The tolerance", open)]
#[garde(allow_unvalidated)]
pub(crate) struct Tolerance {
    /// 0 or absent for a new one.
    pub id: ToleranceId,
    pub row_version: i64,
    pub carrier_account_id: CarrierAccountId,
    pub side: ToleranceSide,
    pub measure: ToleranceMeasure,
    /// An amount exclusive of tax, or percent of the quoted amount.
    pub value: Decimal,
    pub applies_to: ToleranceOn,
    /// Absorbed by the tenant or passed on to the customer.
    pub effect: ToleranceEffect,
    pub is_active: bool,
}

impl Default for Tolerance {
    fn default() -> Self {
        New::<Self> {
            carrier_account_id: CarrierAccountId(0),
            side: ToleranceSide::Unknown,
            measure: ToleranceMeasure::Unknown,
            value: Decimal::ZERO,
            applies_to: ToleranceOn::Total,
            effect: ToleranceEffect::Absorb,
            is_active: true,
        }
        .unsaved()
    }
}

impl Tolerance {
    pub fn allowance(&self) -> Allowance {
        Allowance {
            side: self.side,
            measure: self.measure,
            value: self.value,
            on: self.applies_to,
            effect: self.effect,
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TolerancesQuery {
    /// Default: all accounts.
    carrier_account_id: Option<CarrierAccountId>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SaveTolerance {
    tolerance: Change<Tolerance>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OneTolerance {
    tolerance: Tolerance,
}

async fn list(
    mut scope: Scope,
    of: TolerancesQuery,
    query: ListQuery,
) -> Result<PageOf<Tolerance>> {
    let narrow = Where::all().eq_some(Tolerance::CARRIER_ACCOUNT_ID, of.carrier_account_id);
    scope.page::<Tolerance>(&query, narrow).await
}

async fn save(mut scope: Scope, sent: SaveTolerance) -> Result<OneTolerance> {
    let mut edit = scope.edit(sent.tolerance).await?;
    let record = &edit.record;
    carriers::accounts::find(&mut scope, record.carrier_account_id).await?;
    let mut errors = validate_tolerance(record);
    let same = Where::all()
        .eq(Tolerance::CARRIER_ACCOUNT_ID, record.carrier_account_id)
        .eq(Tolerance::SIDE, record.side)
        .eq(Tolerance::MEASURE, record.measure)
        .eq(Tolerance::APPLIES_TO, record.applies_to)
        .ne(Tolerance::ID, record.id);
    if errors.is_empty() && scope.first::<Tolerance>(same).await?.is_some() {
        let message =
            message!("has a tolerance of this side, measure and part already; change that one");
        errors.push(FieldError::new("tolerance.carrierAccountId", message));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    scope.store(&mut edit).await?;
    scope.commit().await?;
    Ok(OneTolerance {
        tolerance: edit.record,
    })
}

fn validate_tolerance(record: &Tolerance) -> Vec<FieldError> {
    let mut errors = validate::check("tolerance", record);
    let checks = [
        ("tolerance.side", text_enum::check(record.side)),
        ("tolerance.measure", text_enum::check(record.measure)),
        ("tolerance.appliesTo", text_enum::check(record.applies_to)),
        ("tolerance.effect", text_enum::check(record.effect)),
    ];
    errors.extend(
        checks
            .into_iter()
            .filter_map(|(member, result)| Some(FieldError::new(member, result.err()?))),
    );
    let max = if record.measure == ToleranceMeasure::Percent {
        MAX_PERCENT
    } else {
        MAX_AMOUNT
    };
    let range = Decimal::ZERO..=Decimal::from(max);
    if !range.contains(&record.value) || record.value.normalize().scale() > MAX_DECIMALS {
        let message = message!(
            "must be from 0 to {max}, with at most {decimals} decimals",
            decimals = MAX_DECIMALS
        );
        errors.push(FieldError::new("tolerance.value", message));
    }
    errors
}

async fn delete(mut scope: Scope, ById { id }: ById<ToleranceId>) -> Result<Empty> {
    scope.delete::<Tolerance>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

/// Includes all accounts.
pub(crate) async fn load_active(scope: &mut Scope) -> Result<Vec<Tolerance>> {
    scope.all(Where::all().eq(Tolerance::IS_ACTIVE, true)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_names_what_is_missing() {
        let members = |record: &Tolerance| {
            validate_tolerance(record)
                .into_iter()
                .map(|error| error.member)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            members(&Tolerance::default()),
            ["tolerance.side", "tolerance.measure"]
        );
        let percent = Tolerance {
            side: ToleranceSide::Above,
            measure: ToleranceMeasure::Percent,
            value: Decimal::from(5),
            ..Tolerance::default()
        };
        assert!(members(&percent).is_empty());
        assert_eq!(
            members(&Tolerance {
                value: Decimal::from(101),
                ..percent.clone()
            }),
            ["tolerance.value"]
        );
        assert_eq!(
            members(&Tolerance {
                value: Decimal::NEGATIVE_ONE,
                ..percent
            }),
            ["tolerance.value"]
        );
    }
}
