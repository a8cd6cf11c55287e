//! A charge of an invoice.

use chrono::NaiveDate;
use data::{
    FieldError, New, NewRecord,
    case::{FIRST_YEAR, LAST_YEAR, is_day},
    message,
};
use rust_decimal::Decimal;

use crate::{
    imports::matching::key,
    model::{ChargeRow, ReconciliationId},
};

const MAX_NUMBER_LENGTH: usize = 100;
const MAX_NAME_LENGTH: usize = 200;
/// Decimal places in the database.
const SCALE: u32 = 4;

/// A charge exclusive of tax.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Charge {
    pub line: usize,
    pub consignment: Option<String>,
    pub reference: Option<String>,
    pub service_code: String,
    pub service_name: String,
    pub amount: Decimal,
    pub tax: Decimal,
    /// Weight in kilograms, volume in cubic metres.
    pub weight: Option<Decimal>,
    pub volume: Option<Decimal>,
    pub invoice_number: Option<String>,
    pub invoice_date: Option<NaiveDate>,
}

impl Charge {
    pub fn validate(&self) -> Vec<FieldError> {
        let mut errors = Vec::new();
        let texts = [
            (
                "consignmentId",
                self.consignment.as_deref().unwrap_or_default(),
                MAX_NUMBER_LENGTH,
            ),
            (
                "reference",
                self.reference.as_deref().unwrap_or_default(),
                MAX_NUMBER_LENGTH,
            ),
            (
                "invoiceNumber",
                self.invoice_number.as_deref().unwrap_or_default(),
                MAX_NUMBER_LENGTH,
            ),
            ("serviceCode", self.service_code.as_str(), MAX_NUMBER_LENGTH),
            ("serviceName", self.service_name.as_str(), MAX_NAME_LENGTH),
        ];
        for (member, text, max) in texts {
            if text.chars().count() > max {
                errors.push(FieldError::new(
                    member,
                    message!("must be at most {max} characters"),
                ));
            }
            if text.contains('\0') {
                errors.push(FieldError::new(member, message!("must be text")));
            }
        }
        if self.invoice_date.is_some_and(|day| !is_day(day)) {
            let message = message!(
                "must be a day from {first} to {last}",
                first = FIRST_YEAR,
                last = LAST_YEAR
            );
            errors.push(FieldError::new("invoiceDate", message));
        }
        errors.extend(carriage::money::check(self.amount, "taxExclusiveAmount").err());
        errors.extend(carriage::money::check(self.tax, "tax").err());
        for (member, measure) in [
            ("chargedWeight", self.weight),
            ("chargedVolume", self.volume),
        ] {
            if let Some(measure) = measure {
                errors.extend(carriage::money::check(measure, member).err());
                if measure.is_sign_negative() && !measure.is_zero() {
                    errors.push(FieldError::new(member, message!("must be 0 or more")));
                }
            }
        }
        errors
    }

    pub fn into_row(self, reconciliation: ReconciliationId) -> ChargeRow {
        let line = i64::try_from(self.line).unwrap_or(i64::MAX);
        New::<ChargeRow> {
            reconciliation_id: reconciliation,
            consignment_key: key(self.consignment.as_deref(), self.reference.as_deref(), line),
            consignment_id: self.consignment,
            reference: self.reference,
            file_line: line,
            service_code: self.service_code,
            service_name: self.service_name,
            amount: self.amount.round_dp(SCALE),
            tax: self.tax.round_dp(SCALE),
            charged_weight: self.weight.map(|weight| weight.round_dp(SCALE)),
            charged_volume: self.volume.map(|volume| volume.round_dp(SCALE)),
            invoice_number: self.invoice_number,
            invoice_date: self.invoice_date,
        }
        .unsaved()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_charge_that_no_column_holds_is_named() {
        let members = |charge: Charge| {
            charge
                .validate()
                .into_iter()
                .map(|error| error.member)
                .collect::<Vec<_>>()
        };
        assert!(
            members(Charge {
                amount: Decimal::NEGATIVE_ONE,
                ..Charge::default()
            })
            .is_empty()
        );
        let long = Some("A".repeat(MAX_NUMBER_LENGTH + 1));
        assert_eq!(
            members(Charge {
                consignment: long,
                ..Charge::default()
            }),
            ["consignmentId"]
        );
        assert_eq!(
            members(Charge {
                amount: Decimal::MAX,
                ..Charge::default()
            }),
            ["taxExclusiveAmount"]
        );
        let weight = Some(Decimal::NEGATIVE_ONE);
        assert_eq!(
            members(Charge {
                weight,
                ..Charge::default()
            }),
            ["chargedWeight"]
        );
    }
}
