//! Comparison of a consignment with its booking.

use bookings::{BookedConsignment, ServiceDetail};
use data::{New, NewRecord};
use rust_decimal::Decimal;

use crate::{
    decisions::sums::share,
    imports::matching::{MatchResult, normalise},
    model::{
        ChargeRow, ReconciliationBooking, ReconciliationBookingId, ReconciliationId,
        ReconciliationService,
    },
    reconciliations::status::LineStatus,
    tolerances::rules::{Allowance, ComparedAmounts, assess, is_fuel},
};

pub(crate) struct Comparison<'c> {
    pub reconciliation: ReconciliationId,
    pub key: &'c str,
    pub charges: &'c [ChargeRow],
    pub found: MatchResult,
    pub booking: Option<&'c BookedConsignment>,
    pub allowances: &'c [Allowance],
    /// Set if the booking has a line already.
    pub is_twice: bool,
    pub minor_units: u32,
}

pub(crate) fn build_line(
    of: Comparison<'_>,
) -> (ReconciliationBooking, Vec<ReconciliationService>) {
    let quoted = of.booking.map_or(&[] as &[ServiceDetail], |booking| {
        booking.pricing_detail.service_details.as_slice()
    });
    let mut services = pair_services(of.reconciliation, of.charges, quoted);
    if of.is_twice {
        // An earlier line has the carrier's quote. New prices are compared with the customer's.
        for service in &mut services {
            service.carrier_quoted_amount = Decimal::ZERO;
            service.carrier_recharge_amount = service.carrier_invoiced_amount;
        }
    }
    let first = of.charges.first();
    let (booking_id, matched_by, proposed_booking_id) = match of.found {
        MatchResult::Is(id, by) => (Some(id), Some(by), None),
        MatchResult::Near(id) => (None, None, Some(id)),
        MatchResult::Nothing => (None, None, None),
    };
    let sum = |amount: fn(&ReconciliationService) -> Decimal| {
        services.iter().map(amount).sum::<Decimal>()
    };
    let customer = of.booking.map(|booking| &booking.payer);
    let measures = of.booking.map(|booking| &booking.measures);
    let mut line = New::<ReconciliationBooking> {
        reconciliation_id: of.reconciliation,
        consignment_key: of.key.to_owned(),
        consignment_id: first.and_then(|charge| charge.consignment_id.clone()),
        reference: of
            .charges
            .iter()
            .find_map(|charge| charge.reference.clone()),
        file_line: first.map_or(0, |charge| charge.file_line),
        booking_id,
        matched_by,
        proposed_booking_id,
        carrier_account_id: of
            .booking
            .and_then(|booking| booking.service.carrier_account_id),
        customer_id: customer.map(|customer| customer.customer_id),
        customer_code: customer.map(|customer| customer.customer_code.clone()),
        customer_name: customer.and_then(|customer| customer.customer_name.clone()),
        company_name: customer.and_then(|customer| customer.company_name.clone()),
        declared_weight: measures
            .map(|measures| measures.total_weight)
            .unwrap_or_default(),
        declared_volume: measures
            .map(|measures| measures.total_volume)
            .unwrap_or_default(),
        // Lines of one consignment repeat its weight.
        charged_weight: of
            .charges
            .iter()
            .filter_map(|charge| charge.charged_weight)
            .max(),
        charged_volume: of
            .charges
            .iter()
            .filter_map(|charge| charge.charged_volume)
            .max(),
        carrier_quoted_amount: sum(|service| service.carrier_quoted_amount),
        carrier_invoiced_amount: sum(|service| service.carrier_invoiced_amount),
        carrier_invoiced_tax: sum(|service| service.carrier_invoiced_tax),
        customer_quoted_amount: sum(|service| service.customer_quoted_amount),
        absorbed_amount: Decimal::ZERO,
        recharge_amount: Decimal::ZERO,
        approved_amount: None,
        status: LineStatus::Unmatched,
        assessed_status: LineStatus::Unmatched,
        holds: Vec::new(),
        note: None,
        decided_user_id: None,
        decided_user_name: None,
        decided_time: None,
        recharge_invoice_id: None,
    }
    .unsaved();
    if of.booking.is_some() {
        let assessed = assess(compared(&line, &services), of.allowances, of.is_twice);
        line.absorbed_amount = assessed.absorbed;
        line.assessed_status = assessed.status;
        line.status = if assessed.holds.is_empty() {
            assessed.status
        } else {
            LineStatus::Held
        };
        line.holds = assessed.holds;
        recharge(&mut line, &mut services, assessed.passed_on, of.minor_units);
    }
    (line, services)
}

fn compared(line: &ReconciliationBooking, services: &[ReconciliationService]) -> ComparedAmounts {
    let fuel = || {
        services
            .iter()
            .filter(|service| is_fuel(&service.service_code, &service.service_name))
    };
    ComparedAmounts {
        quoted: line.carrier_quoted_amount,
        invoiced: line.carrier_invoiced_amount,
        fuel_quoted: fuel().map(|service| service.carrier_quoted_amount).sum(),
        fuel_invoiced: fuel().map(|service| service.carrier_invoiced_amount).sum(),
        sold: line.customer_quoted_amount,
    }
}

pub(crate) fn recharge(
    line: &mut ReconciliationBooking,
    services: &mut [ReconciliationService],
    amount: Decimal,
    minor_units: u32,
) {
    let differences: Vec<Decimal> = services
        .iter()
        .map(|service| service.carrier_recharge_amount)
        .collect();
    for (service, part) in services
        .iter_mut()
        .zip(share(amount, &differences, minor_units))
    {
        service.customer_recharge_amount = part;
    }
    line.recharge_amount = amount;
}

/// True if a charge (code, name) is for a service.
type Fits = fn((&str, &str), &ServiceDetail) -> bool;

/// Assigns charges to quoted services: by code, then fuel to fuel, then freight to freight.
pub(crate) fn pairs(charges: &[(&str, &str)], quoted: &[ServiceDetail]) -> Vec<Option<usize>> {
    let mut of_charge: Vec<Option<usize>> = vec![None; charges.len()];
    let mut is_taken = vec![false; quoted.len()];
    let fits: [Fits; 3] = [
        |(code, _), service| {
            let code = normalise(code);
            !code.is_empty() && code == normalise(&service.service_code)
        },
        |(code, name), service| {
            is_fuel(code, name) && is_fuel(&service.service_code, &service.service_name)
        },
        |(code, name), service| !service.is_additional_service && !is_fuel(code, name),
    ];
    for fit in fits {
        for (at, charge) in charges.iter().enumerate() {
            let is_free =
                |place: usize, is_taken: &[bool]| of_charge[at].is_none() && !is_taken[place];
            let free = quoted
                .iter()
                .enumerate()
                .find(|(place, service)| is_free(*place, &is_taken) && fit(*charge, service));
            if let Some((place, _)) = free {
                of_charge[at] = Some(place);
                is_taken[place] = true;
            }
        }
    }
    of_charge
}

/// Includes quoted services without an invoice, so the sums match both sides.
fn pair_services(
    id: ReconciliationId,
    charges: &[ChargeRow],
    quoted: &[ServiceDetail],
) -> Vec<ReconciliationService> {
    let names: Vec<(&str, &str)> = charges
        .iter()
        .map(|one| (&*one.service_code, &*one.service_name))
        .collect();
    let of_charge = pairs(&names, quoted);
    let invoiced = charges.iter().zip(&of_charge).map(|(charge, place)| {
        let service = place.and_then(|place| quoted.get(place));
        service_line(id, Some(charge), service)
    });
    let only_quoted = quoted
        .iter()
        .enumerate()
        .filter(|(place, _)| !of_charge.contains(&Some(*place)));
    invoiced
        .chain(only_quoted.map(|(_, service)| service_line(id, None, Some(service))))
        .collect()
}

fn service_line(
    id: ReconciliationId,
    charge: Option<&ChargeRow>,
    quoted: Option<&ServiceDetail>,
) -> ReconciliationService {
    let text = |own: fn(&ChargeRow) -> &String, other: fn(&ServiceDetail) -> &String| {
        let said = charge
            .map(own)
            .filter(|text| !text.is_empty())
            .or(quoted.map(other));
        said.cloned().unwrap_or_default()
    };
    let cost = quoted.map_or(Decimal::ZERO, |line| line.cost().tax_exclusive_amount);
    let sold = quoted.map_or(Decimal::ZERO, |line| line.tax_exclusive_amount);
    let invoiced = charge.map_or(Decimal::ZERO, |charge| charge.amount);
    New::<ReconciliationService> {
        reconciliation_id: id,
        reconciliation_booking_id: ReconciliationBookingId(0),
        service_code: text(|charge| &charge.service_code, |line| &line.service_code),
        service_name: text(|charge| &charge.service_name, |line| &line.service_name),
        is_additional_service: quoted.is_none_or(|line| line.is_additional_service),
        file_line: charge.map(|charge| charge.file_line),
        carrier_quoted_amount: cost,
        carrier_invoiced_amount: invoiced,
        carrier_invoiced_tax: charge.map_or(Decimal::ZERO, |charge| charge.tax),
        carrier_recharge_amount: invoiced - cost,
        carrier_requoted_amount: None,
        customer_quoted_amount: sold,
        customer_invoiced_amount: sold,
        customer_recharge_amount: Decimal::ZERO,
        customer_requoted_amount: None,
        approved_amount: None,
        is_override: false,
        note: None,
        invoice_number: charge.and_then(|charge| charge.invoice_number.clone()),
        invoice_date: charge.and_then(|charge| charge.invoice_date),
    }
    .unsaved()
}

pub(crate) fn rebuild_charges(
    services: &[ReconciliationService],
    line: &ReconciliationBooking,
) -> Vec<ChargeRow> {
    let invoiced = services
        .iter()
        .filter_map(|service| Some((service, service.file_line?)));
    invoiced
        .map(|(service, file_line)| {
            New::<ChargeRow> {
                reconciliation_id: line.reconciliation_id,
                consignment_key: line.consignment_key.clone(),
                consignment_id: line.consignment_id.clone(),
                reference: line.reference.clone(),
                file_line,
                service_code: service.service_code.clone(),
                service_name: service.service_name.clone(),
                amount: service.carrier_invoiced_amount,
                tax: service.carrier_invoiced_tax,
                charged_weight: line.charged_weight,
                charged_volume: line.charged_volume,
                invoice_number: service.invoice_number.clone(),
                invoice_date: service.invoice_date,
            }
            .unsaved()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use carriage::money::Amount;
    use data::ids::{BookingId, CustomerId};

    use super::*;
    use crate::{imports::matching::MatchedBy, reconciliations::status::Hold};

    fn charge(code: &str, cents: i64) -> ChargeRow {
        New::<ChargeRow> {
            reconciliation_id: ReconciliationId(1),
            consignment_key: "CABC1".to_owned(),
            consignment_id: Some("ABC1".to_owned()),
            reference: None,
            file_line: 1,
            service_code: code.to_owned(),
            service_name: String::new(),
            amount: Decimal::new(cents, 2),
            tax: Decimal::ZERO,
            charged_weight: None,
            charged_volume: None,
            invoice_number: None,
            invoice_date: None,
        }
        .unsaved()
    }

    fn service(code: &str, is_additional: bool, cost: i64, sold: i64) -> ServiceDetail {
        let cents = |cents| Amount::untaxed(Decimal::new(cents, 2), "AUD");
        let mut line = ServiceDetail::new(code, code, is_additional, cents(sold));
        line.set_cost(Some(cents(cost)));
        line
    }

    fn booking(services: Vec<ServiceDetail>) -> BookedConsignment {
        let mut booking = BookedConsignment {
            id: BookingId(7),
            ..BookedConsignment::default()
        };
        booking.service.carrier = Some("own-fleet".to_owned());
        booking.consignment.consignment_id = Some("ABC1".to_owned());
        booking.payer.customer_id = CustomerId(1);
        booking.payer.customer_code = "C1".to_owned();
        booking.measures.total_weight = Decimal::TEN;
        booking.measures.total_volume = Decimal::ONE;
        booking.pricing_detail.service_details = services;
        booking
    }

    fn line(
        charges: &[ChargeRow],
        booking: Option<&BookedConsignment>,
    ) -> (ReconciliationBooking, Vec<ReconciliationService>) {
        let found = booking.map_or(MatchResult::Nothing, |one| {
            MatchResult::Is(one.id, MatchedBy::Consignment)
        });
        build_line(Comparison {
            reconciliation: ReconciliationId(1),
            key: "CABC1",
            charges,
            found,
            booking,
            allowances: &[],
            is_twice: false,
            minor_units: 2,
        })
    }

    #[test]
    fn services_stand_beside_what_was_quoted() {
        let of = booking(vec![
            service("ROAD", false, 2000, 3000),
            service("FUEL", true, 200, 300),
        ]);
        let (line, services) = line(
            &[
                charge("FREIGHT", 2000),
                charge("fuel", 250),
                charge("TAIL", 500),
            ],
            Some(&of),
        );
        let amounts: Vec<(i64, i64)> = services
            .iter()
            .map(|one| {
                (
                    one.carrier_quoted_amount * Decimal::ONE_HUNDRED,
                    one.carrier_invoiced_amount * Decimal::ONE_HUNDRED,
                )
            })
            .map(|(quoted, invoiced)| {
                (
                    i64::try_from(quoted).unwrap(),
                    i64::try_from(invoiced).unwrap(),
                )
            })
            .collect();
        assert_eq!(amounts, [(2000, 2000), (200, 250), (0, 500)]);
        assert_eq!(
            (line.status, line.difference()),
            (LineStatus::Overcharged, Decimal::new(550, 2))
        );
        assert!(services[2].is_additional_service && !services[0].is_additional_service);
    }

    #[test]
    fn what_was_quoted_and_not_invoiced_counts() {
        let of = booking(vec![
            service("ROAD", false, 2000, 3000),
            service("FUEL", true, 200, 300),
        ]);
        let (line, services) = line(&[charge("ROAD", 2000)], Some(&of));
        assert_eq!(
            (services.len(), line.carrier_quoted_amount),
            (2, Decimal::new(2200, 2))
        );
        assert_eq!(
            (line.status, services[1].file_line),
            (LineStatus::Undercharged, None)
        );
        assert_eq!(rebuild_charges(&services, &line).len(), 1);
    }

    #[test]
    fn a_line_without_a_booking_has_what_was_invoiced_alone() {
        let (line, services) = line(&[charge("ROAD", 2000), charge("ROAD", -500)], None);
        assert_eq!(
            (line.status, line.booking_id),
            (LineStatus::Unmatched, None)
        );
        assert_eq!(
            (line.carrier_invoiced_amount, services.len()),
            (Decimal::new(1500, 2), 2)
        );
    }

    #[test]
    fn a_line_that_sells_under_cost_is_held() {
        let of = booking(vec![service("ROAD", false, 2000, 1900)]);
        let (line, _) = line(&[charge("ROAD", 2000)], Some(&of));
        assert_eq!(
            (line.status, line.assessed_status),
            (LineStatus::Held, LineStatus::Matched)
        );
        assert_eq!(line.holds, [Hold::SellUnderCost]);
    }
}
