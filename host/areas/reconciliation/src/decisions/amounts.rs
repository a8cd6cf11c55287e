//! Amounts of decided lines: paid = quoted + absorbed + recharged.

use data::{Message, message};
use rust_decimal::Decimal;

use crate::{
    imports::compare::build::recharge,
    model::{ReconciliationBooking, ReconciliationService, ReconciliationServiceId},
    reconciliations::status::{Hold, LineOperation, LineStatus, next_status},
};

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Override {
    pub service: ReconciliationServiceId,
    pub approved_amount: Option<Decimal>,
    pub is_override: bool,
    pub note: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Decision {
    pub note: Option<String>,
    /// The amount of a recharge. None: the entire difference.
    pub amount: Option<Decimal>,
    /// For an approval.
    pub overrides: Vec<Override>,
    pub minor_units: u32,
}

/// Returns false if the operation repeats an earlier one.
pub(crate) fn settle(
    operation: LineOperation,
    line: &mut ReconciliationBooking,
    services: &mut [ReconciliationService],
    decision: &Decision,
) -> Result<bool, (String, Message)> {
    let is_present =
        |text: &Option<String>| text.as_deref().is_some_and(|text| !text.trim().is_empty());
    let has_note =
        is_present(&decision.note) || decision.overrides.iter().any(|one| is_present(&one.note));
    let approved = amounts(services, decision)?;
    let to = next_status(operation, line.status, line.assessed_status, has_note)
        .map_err(|message| ("id".to_owned(), message))?;
    let Some(to) = to else {
        return repeated(operation, line, services, &approved, decision);
    };
    let difference = line.difference();
    match operation {
        LineOperation::Approve => {
            let recharged = payable_recharge(line, &approved);
            recharge(line, services, recharged, decision.minor_units);
            pay(line, services, &approved, recharged);
        }
        LineOperation::Absorb => {
            recharge(line, services, Decimal::ZERO, decision.minor_units);
            pay(line, services, &approved, Decimal::ZERO);
        }
        LineOperation::Recharge => {
            if line.customer_id.is_none() {
                return Err(("id".to_owned(), message!("has no customer to charge")));
            }
            let amount = decision.amount.unwrap_or(difference);
            recharge(line, services, amount, decision.minor_units);
            pay(line, services, &approved, amount);
        }
        LineOperation::Reject | LineOperation::Close | LineOperation::ExternallyInvoiced => {
            recharge(line, services, Decimal::ZERO, decision.minor_units);
            line.absorbed_amount = Decimal::ZERO;
            line.approved_amount = Some(Decimal::ZERO);
            for service in services.iter_mut() {
                service.approved_amount = Some(Decimal::ZERO);
            }
        }
        LineOperation::Hold => line.holds.push(Hold::ByHand),
        LineOperation::Release => line.holds.clear(),
        LineOperation::PreAuthorise => {}
    }
    for one in &decision.overrides {
        if let Some(service) = services
            .iter_mut()
            .find(|service| service.id == one.service)
        {
            service.is_override = service.approved_amount != Some(service.carrier_invoiced_amount);
            if is_present(&one.note) {
                service.note.clone_from(&one.note);
            }
        }
    }
    if is_present(&decision.note) {
        line.note.clone_from(&decision.note);
    }
    line.status = to;
    Ok(true)
}

/// Rejects an amount other than the invoiced one without override and note.
fn amounts(
    services: &[ReconciliationService],
    decision: &Decision,
) -> Result<Vec<Decimal>, (String, Message)> {
    let mut amounts: Vec<Decimal> = services
        .iter()
        .map(|service| service.carrier_invoiced_amount)
        .collect();
    for (at, one) in decision.overrides.iter().enumerate() {
        let member = |name: &str| format!("approvedServices[{at}].{name}");
        let place = services
            .iter()
            .position(|service| service.id == one.service);
        let Some(place) = place else {
            return Err((member("id"), message!("is not a service of this line")));
        };
        let Some(amount) = one.approved_amount else {
            continue;
        };
        if amount.normalize().scale() > decision.minor_units {
            let message = message!(
                "must have at most {decimals} decimals",
                decimals = i64::from(decision.minor_units)
            );
            return Err((member("approvedAmount"), message));
        }
        if amount != amounts[place] && !one.is_override {
            let message = message!("differs from the invoiced amount: set override to accept it");
            return Err((member("approvedAmount"), message));
        }
        let note = one.note.as_ref().or(decision.note.as_ref());
        if amount != amounts[place] && note.is_none_or(|note| note.trim().is_empty()) {
            return Err((
                member("note"),
                message!("is required with another amount than the invoiced one"),
            ));
        }
        amounts[place] = amount;
    }
    Ok(amounts)
}

/// Returns the assessed recharge. If less than invoiced is paid, only a difference that is paid can
/// be passed on.
fn payable_recharge(line: &ReconciliationBooking, amounts: &[Decimal]) -> Decimal {
    let paid: Decimal = amounts.iter().copied().sum();
    let assessed = line.recharge_amount;
    if paid >= line.carrier_invoiced_amount || assessed <= Decimal::ZERO {
        return assessed;
    }
    assessed.min((paid - line.carrier_quoted_amount).max(Decimal::ZERO))
}

/// Absorbs whatever is neither quoted nor recharged.
fn pay(
    line: &mut ReconciliationBooking,
    services: &mut [ReconciliationService],
    amounts: &[Decimal],
    recharged: Decimal,
) {
    for (service, amount) in services.iter_mut().zip(amounts) {
        service.approved_amount = Some(*amount);
    }
    let paid: Decimal = amounts.iter().copied().sum();
    line.approved_amount = Some(paid);
    line.absorbed_amount = paid - line.carrier_quoted_amount - recharged;
}

/// Compares amounts too: other ones are a new decision.
fn repeated(
    operation: LineOperation,
    line: &ReconciliationBooking,
    services: &[ReconciliationService],
    amounts: &[Decimal],
    decision: &Decision,
) -> Result<bool, (String, Message)> {
    let is_paid = |(service, amount): (&ReconciliationService, &Decimal)| {
        service.approved_amount == Some(*amount)
    };
    let is_same = match operation {
        LineOperation::Approve => {
            decision.overrides.is_empty() || services.iter().zip(amounts).all(is_paid)
        }
        LineOperation::Recharge => {
            line.recharge_amount == decision.amount.unwrap_or(line.difference())
        }
        _ => true,
    };
    if is_same || line.status != LineStatus::Approved {
        return Ok(false);
    }
    let who = line.decided_user_name.clone().unwrap_or_default();
    Err((
        "id".to_owned(),
        message!(
            "was already approved with other amounts by {who}",
            who = who
        ),
    ))
}

#[cfg(test)]
mod tests {
    use data::ids::{BookingId, CustomerId};

    use super::*;
    use crate::model::{ReconciliationBookingId, ReconciliationId};

    fn cents(cents: i64) -> Decimal {
        Decimal::new(cents, 2)
    }

    fn service(id: i64, quoted: i64, invoiced: i64) -> ReconciliationService {
        ReconciliationService {
            id: ReconciliationServiceId(id),
            row_version: 1,
            reconciliation_id: ReconciliationId(1),
            reconciliation_booking_id: ReconciliationBookingId(1),
            service_code: "ROAD".to_owned(),
            service_name: "Road".to_owned(),
            is_additional_service: false,
            file_line: Some(1),
            carrier_quoted_amount: cents(quoted),
            carrier_invoiced_amount: cents(invoiced),
            carrier_invoiced_tax: Decimal::ZERO,
            carrier_recharge_amount: cents(invoiced - quoted),
            carrier_requoted_amount: None,
            customer_quoted_amount: cents(quoted * 2),
            customer_invoiced_amount: cents(quoted * 2),
            customer_recharge_amount: Decimal::ZERO,
            customer_requoted_amount: None,
            approved_amount: None,
            is_override: false,
            note: None,
            invoice_number: None,
            invoice_date: None,
        }
    }

    fn overcharged() -> (ReconciliationBooking, Vec<ReconciliationService>) {
        let services = vec![service(1, 2000, 2500), service(2, 200, 250)];
        let line = ReconciliationBooking {
            id: ReconciliationBookingId(1),
            row_version: 1,
            reconciliation_id: ReconciliationId(1),
            consignment_key: "CABC1".to_owned(),
            consignment_id: Some("ABC1".to_owned()),
            reference: None,
            file_line: 1,
            booking_id: Some(BookingId(7)),
            matched_by: None,
            proposed_booking_id: None,
            carrier_account_id: None,
            customer_id: Some(CustomerId(1)),
            customer_code: None,
            customer_name: None,
            company_name: None,
            declared_weight: Decimal::ONE,
            declared_volume: Decimal::ONE,
            charged_weight: None,
            charged_volume: None,
            carrier_quoted_amount: cents(2200),
            carrier_invoiced_amount: cents(2750),
            carrier_invoiced_tax: Decimal::ZERO,
            customer_quoted_amount: cents(4400),
            absorbed_amount: Decimal::ZERO,
            recharge_amount: Decimal::ZERO,
            approved_amount: None,
            status: LineStatus::Overcharged,
            assessed_status: LineStatus::Overcharged,
            holds: Vec::new(),
            note: None,
            decided_user_id: None,
            decided_user_name: None,
            decided_time: None,
            recharge_invoice_id: None,
        };
        (line, services)
    }

    fn decision() -> Decision {
        Decision {
            minor_units: 2,
            ..Decision::default()
        }
    }

    fn balances(line: &ReconciliationBooking, services: &[ReconciliationService]) -> bool {
        let paid = line.approved_amount.unwrap();
        let recharged: Decimal = services
            .iter()
            .map(|service| service.customer_recharge_amount)
            .sum();
        let of_services: Decimal = services
            .iter()
            .filter_map(|service| service.approved_amount)
            .sum();
        paid == line.carrier_quoted_amount + line.absorbed_amount + line.recharge_amount
            && recharged == line.recharge_amount
            && of_services == paid
    }

    #[test]
    fn what_is_approved_absorbed_or_recharged_balances() {
        for operation in [
            LineOperation::Approve,
            LineOperation::Absorb,
            LineOperation::Recharge,
        ] {
            let (mut line, mut services) = overcharged();
            assert_eq!(
                settle(operation, &mut line, &mut services, &decision()),
                Ok(true)
            );
            assert!(balances(&line, &services), "{operation}");
            let before = (
                line.approved_amount,
                line.absorbed_amount,
                line.recharge_amount,
            );
            assert_eq!(
                settle(operation, &mut line, &mut services, &decision()),
                Ok(false)
            );
            assert_eq!(
                (
                    line.approved_amount,
                    line.absorbed_amount,
                    line.recharge_amount
                ),
                before
            );
        }
        let (mut line, mut services) = overcharged();
        let part = Decision {
            amount: Some(cents(333)),
            ..decision()
        };
        assert_eq!(
            settle(LineOperation::Recharge, &mut line, &mut services, &part),
            Ok(true)
        );
        assert!(balances(&line, &services));
        assert_eq!(
            (line.recharge_amount, line.absorbed_amount),
            (cents(333), cents(217))
        );
    }

    #[test]
    fn another_amount_needs_an_override_and_a_note() {
        let (mut line, mut services) = overcharged();
        let mut one = Override {
            service: ReconciliationServiceId(1),
            approved_amount: Some(cents(2000)),
            ..Override::default()
        };
        let mut member = |one: &Override| {
            let with = Decision {
                overrides: vec![one.clone()],
                ..decision()
            };
            settle(LineOperation::Approve, &mut line, &mut services, &with)
                .map_err(|(member, _)| member)
        };
        assert_eq!(
            member(&one),
            Err("approvedServices[0].approvedAmount".to_owned())
        );
        one.is_override = true;
        assert_eq!(member(&one), Err("approvedServices[0].note".to_owned()));
        one.note = Some("As quoted".to_owned());
        assert_eq!(member(&one), Ok(true));
        assert_eq!(member(&one), Ok(false));
        let other = Override {
            approved_amount: Some(cents(2100)),
            ..one.clone()
        };
        assert_eq!(member(&other), Err("id".to_owned()));
        assert!(balances(&line, &services));
        assert_eq!(
            (line.approved_amount, services[0].is_override),
            (Some(cents(2250)), true)
        );
    }

    #[test]
    fn a_difference_that_is_not_paid_is_not_passed_on() {
        for (paid, recharged) in [(2500, 550), (2250, 300), (2000, 50), (1900, 0)] {
            let (mut line, mut services) = overcharged();
            recharge(&mut line, &mut services, cents(550), 2);
            let one = Override {
                service: ReconciliationServiceId(1),
                approved_amount: Some(cents(paid)),
                is_override: true,
                note: Some("As agreed".to_owned()),
            };
            let with = Decision {
                overrides: vec![one],
                ..decision()
            };
            let done = settle(LineOperation::Approve, &mut line, &mut services, &with);
            assert_eq!(done, Ok(true));
            assert!(balances(&line, &services), "{paid}");
            assert_eq!(line.recharge_amount, cents(recharged), "{paid}");
        }
    }

    #[test]
    fn what_is_rejected_is_not_paid() {
        let (mut line, mut services) = overcharged();
        assert!(settle(LineOperation::Reject, &mut line, &mut services, &decision()).is_err());
        let note = Decision {
            note: Some("Never carried".to_owned()),
            ..decision()
        };
        assert_eq!(
            settle(LineOperation::Reject, &mut line, &mut services, &note),
            Ok(true)
        );
        assert_eq!(
            (line.status, line.approved_amount),
            (LineStatus::Rejected, Some(Decimal::ZERO))
        );
    }

    #[test]
    fn a_held_line_is_released_to_what_it_was() {
        let (mut line, mut services) = overcharged();
        assert_eq!(
            settle(LineOperation::Hold, &mut line, &mut services, &decision()),
            Ok(true)
        );
        assert_eq!(
            (line.status, line.holds.as_slice()),
            (LineStatus::Held, &[Hold::ByHand][..])
        );
        assert_eq!(
            settle(
                LineOperation::Release,
                &mut line,
                &mut services,
                &decision()
            ),
            Ok(true)
        );
        assert_eq!(
            (line.status, line.holds.len()),
            (LineStatus::Overcharged, 0)
        );
    }
}
