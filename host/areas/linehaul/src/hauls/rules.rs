//! Checks of a line haul's members.

use data::{FieldError, message, validate};
use rust_decimal::Decimal;

use super::model::LineHaul;

pub(crate) const MAX_CODE_LENGTH: usize = 64;
pub(crate) const MAX_NOTE_LENGTH: usize = 2000;
pub(crate) const MAX_IMAGES: usize = 12;
/// Notes of a line haul; the oldest is dropped.
pub(crate) const MAX_NOTES: usize = 500;
/// Kilograms, cubic metres or pallet spaces.
const MAX_CAPACITY: i64 = 1_000_000;

/// Sets empty texts to none.
pub(crate) fn tidy(haul: &mut LineHaul) {
    for text in [
        &mut haul.note,
        &mut haul.connote_no,
        &mut haul.manifest_no,
        &mut haul.pickup_request_no,
        &mut haul.service_code,
    ] {
        *text = text.take().filter(|text| !text.is_empty());
    }
}

/// Checks the members of a save. `before` is the stored line haul.
pub(crate) fn check(haul: &LineHaul, before: Option<&LineHaul>) -> Vec<FieldError> {
    let mut errors = validate::check("linehaul", haul);
    let mut refuse = |member: &str, text| {
        errors.push(FieldError::new(format!("linehaul.{member}"), text));
    };
    if haul.start_id == haul.destination_id && haul.start_id.0 != 0 {
        refuse(
            "destinationheadport",
            message!("must be another head port than the start"),
        );
    }
    if let Some(before) = before.filter(|before| before.article_count > 0) {
        let text = message!("cannot change: jobs are allocated to the line haul");
        if before.start_id != haul.start_id {
            refuse("startheadport", text.clone());
        }
        if before.destination_id != haul.destination_id {
            refuse("destinationheadport", text);
        }
    }
    if let Some(before) = before.filter(|before| before.carrier_booking_id.is_some()) {
        let text = message!("cannot change: the line haul is booked with the carrier");
        if before.carrier_id != haul.carrier_id {
            refuse("carrierid", text.clone());
        }
        if before.customer_id != haul.customer_id {
            refuse("customerid", text.clone());
        }
        if before.service_code != haul.service_code {
            refuse("servicecode", text);
        }
    }
    if let (Some(departure), Some(arrival)) = (haul.departure_time, haul.arrival_time)
        && arrival <= departure
    {
        refuse("arrivaldate", message!("must be after the departure"));
    }
    if haul.carrier_id.is_some() && (haul.driver_id.is_some() || haul.vehicle_id.is_some()) {
        refuse(
            "carrierid",
            message!("must be empty for a line haul with a driver or a vehicle"),
        );
    }
    for (member, measure) in [
        ("capacity.weight", haul.capacity.weight),
        ("capacity.volume", haul.capacity.volume),
        ("capacity.palletspaces", haul.capacity.pallet_spaces),
    ] {
        let max = Decimal::from(MAX_CAPACITY);
        if measure.is_some_and(|measure| measure <= Decimal::ZERO || measure > max) {
            refuse(
                member,
                message!("must be more than 0 and at most {max}", max = MAX_CAPACITY),
            );
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use data::ids::{BookingId, CarrierAccountId, CustomerId, DriverId};
    use network::HeadPortId;

    use super::*;

    fn haul() -> LineHaul {
        LineHaul {
            start_id: HeadPortId(1),
            destination_id: HeadPortId(2),
            departure_time: "2026-03-02T09:00:00Z".parse().ok(),
            arrival_time: "2026-03-02T19:00:00Z".parse().ok(),
            ..LineHaul::default()
        }
    }

    fn members(haul: &LineHaul, before: Option<&LineHaul>) -> Vec<String> {
        let errors = check(haul, before).into_iter();
        errors.map(|error| error.member).collect()
    }

    #[test]
    fn a_line_haul_goes_somewhere_else_and_arrives_later() {
        assert_eq!(members(&haul(), None), Vec::<String>::new());
        let wrong = LineHaul {
            destination_id: HeadPortId(1),
            arrival_time: haul().departure_time,
            ..haul()
        };
        assert_eq!(
            members(&wrong, None),
            ["linehaul.destinationheadport", "linehaul.arrivaldate"]
        );
    }

    #[test]
    fn its_ends_stay_while_jobs_are_allocated() {
        let moved = LineHaul {
            destination_id: HeadPortId(3),
            ..haul()
        };
        let empty = haul();
        assert_eq!(members(&moved, Some(&empty)), Vec::<String>::new());
        let full = LineHaul {
            article_count: 1,
            ..haul()
        };
        assert_eq!(
            members(&moved, Some(&full)),
            ["linehaul.destinationheadport"]
        );
    }

    #[test]
    fn either_a_carrier_or_a_driver_runs_it() {
        let both = LineHaul {
            carrier_id: Some(CarrierAccountId(4)),
            driver_id: Some(DriverId(5)),
            ..haul()
        };
        assert_eq!(members(&both, None), ["linehaul.carrierid"]);
    }

    #[test]
    fn a_booked_line_haul_stays_with_its_carrier() {
        let booked = LineHaul {
            carrier_id: Some(CarrierAccountId(4)),
            customer_id: Some(CustomerId(6)),
            carrier_booking_id: Some(BookingId(7)),
            ..haul()
        };
        assert_eq!(members(&booked, Some(&booked)), Vec::<String>::new());
        let moved = LineHaul {
            carrier_id: Some(CarrierAccountId(5)),
            customer_id: None,
            service_code: Some("EXP".to_owned()),
            ..booked.clone()
        };
        assert_eq!(
            members(&moved, Some(&booked)),
            [
                "linehaul.carrierid",
                "linehaul.customerid",
                "linehaul.servicecode"
            ]
        );
    }

    #[test]
    fn capacities_are_positive_and_bounded() {
        let mut wrong = haul();
        wrong.capacity.weight = Some(Decimal::ZERO);
        wrong.capacity.pallet_spaces = Some(Decimal::from(MAX_CAPACITY + 1));
        assert_eq!(
            members(&wrong, None),
            ["linehaul.capacity.weight", "linehaul.capacity.palletspaces"]
        );
    }
}
