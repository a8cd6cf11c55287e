//! Conversion between a booking and its job: members, statuses and prices.

use bookings::{BookedConsignment, PricingDetail, Status};
use carriage::goods::Item;
use chrono_tz::Tz;

use crate::{
    jobs::{
        model::{Job, JobAddress, JobItem},
        status::JobStatus,
    },
    prices::{
        model::{Charge, PricingDetails},
        rules::price_of_amounts,
    },
};

/// Begins the ids of scans that come from jobs.
pub(super) const SCAN_PREFIX: &str = "job-";

/// Returns the status of a booking whose job has this state; none if it stays.
pub(super) const fn to_booking_status(status: JobStatus) -> Option<Status> {
    Some(match status {
        JobStatus::AtPickup => Status::AtPickup,
        JobStatus::PickedUp => Status::PickedUp,
        JobStatus::AtDepot => Status::AtDepot,
        JobStatus::OnLineHaul => Status::InTransit,
        JobStatus::OnBoard | JobStatus::EnRouteToDelivery => Status::OutForDelivery,
        JobStatus::AtDelivery => Status::AtDelivery,
        JobStatus::Delivered => Status::Delivered,
        JobStatus::PartiallyDelivered => Status::PartiallyDelivered,
        JobStatus::FailedPickup => Status::FailedPickup,
        JobStatus::FailedDelivery => Status::FailedDelivery,
        JobStatus::Draft
        | JobStatus::Unallocated
        | JobStatus::Allocated
        | JobStatus::Acknowledged
        | JobStatus::EnRouteToPickup
        | JobStatus::OnHold
        | JobStatus::Cancelled
        | JobStatus::Unknown => return None,
    })
}

/// Returns the state of a job whose booking was given this status by hand; none if it stays.
pub(super) const fn to_job_status(status: Status) -> Option<JobStatus> {
    Some(match status {
        Status::AtPickup => JobStatus::AtPickup,
        Status::PickedUp => JobStatus::PickedUp,
        Status::AtDepot => JobStatus::AtDepot,
        Status::OutForDelivery => JobStatus::OnBoard,
        Status::AtDelivery => JobStatus::AtDelivery,
        Status::Delivered => JobStatus::Delivered,
        Status::PartiallyDelivered => JobStatus::PartiallyDelivered,
        Status::FailedPickup => JobStatus::FailedPickup,
        Status::FailedDelivery => JobStatus::FailedDelivery,
        _ => return None,
    })
}

/// Returns the state of a job whose carrier reports this status; none if it stays.
pub(super) const fn to_carried_status(status: Status) -> Option<JobStatus> {
    match status {
        Status::InTransit => Some(JobStatus::OnLineHaul),
        Status::DeliveryAttempted => Some(JobStatus::FailedDelivery),
        _ => to_job_status(status),
    }
}

/// True if the booking's status moves the job on: never back, and not between a depot and a line
/// haul, which the booking knows less about than the job.
pub(super) fn is_ahead(job: JobStatus, target: JobStatus) -> bool {
    !job.is_final() && matches!((job.step(), target.step()), (Some(now), Some(then)) if now < then)
}

/// True if a job should carry the booking out.
pub(super) fn needs_job(booking: &BookedConsignment) -> bool {
    booking.booking_status.is_at_carrier() && !booking.booking_status.is_final()
}

/// Puts the booking's members into its job. The goods stay once they are collected.
pub(super) fn apply(booking: &BookedConsignment, job: &mut Job, zone: Tz) {
    let has_goods = job.standing().has_goods() || job.standing().is_final();
    job.booking_id = Some(booking.id);
    let (numbers, service) = (&booking.consignment, &booking.service);
    let (handling, customer) = (&booking.handling, &booking.payer.customer_detail);
    job.customer_id = Some(booking.payer.customer_id);
    job.connote_no.clone_from(&numbers.consignment_id);
    job.manifest_no.clone_from(&numbers.manifest_id);
    job.service_code.clone_from(&service.carrier_service_code);
    job.service_name.clone_from(&service.carrier_service_name);
    let reference = booking.references.reference.as_ref();
    job.reference = reference.or(customer.reference.as_ref()).cloned();
    job.cost_centre.clone_from(&customer.cost_center);
    job.special_instructions
        .clone_from(&handling.special_instructions);
    job.delivery_instructions
        .clone_from(&handling.delivery_instructions);
    let address = |address: &carriage::address::Address, before: Option<JobAddress>| {
        let before = before.unwrap_or_default();
        let has_moved = before.suburb != address.suburb || before.post_code != address.post_code;
        let address = before.with_address(address.clone());
        Some(match has_moved {
            true => address.without_position(),
            false => address,
        })
    };
    job.from_address = address(&booking.route.from_address, job.from_address.take());
    job.to_address = address(&booking.route.to_address, job.to_address.take());
    let ready = booking.ready_time();
    job.pickup_ready_time = handling.pickup_ready_time.or(job.pickup_ready_time);
    job.pickup_date = Some(ready.with_timezone(&zone).date_naive());
    job.deadline = booking.tracking.eta.filter(|eta| *eta >= ready);
    if !has_goods {
        job.items = to_items(&booking.items, &job.items);
    }
    job.pricing_details = to_pricing(&booking.pricing_detail, job.pricing_details.clone());
}

/// Converts lines of goods. A line keeps the id, and so the articles, of the one in its place.
fn to_items(items: &[Item], before: &[JobItem]) -> Vec<JobItem> {
    let convert = |(at, item): (usize, &Item)| JobItem {
        id: before.get(at).map_or(0, |before| before.id),
        package_type: item.package_type.clone(),
        description: item.description.clone(),
        quantity: item.quantity,
        length: item.length,
        width: item.width,
        height: item.height,
        weight: item.weight,
        article_numbers: before
            .get(at)
            .map_or_else(Vec::new, |before| before.article_numbers.clone()),
        label_codes: before
            .get(at)
            .map_or_else(Vec::new, |before| before.label_codes.clone()),
    };
    items.iter().enumerate().map(convert).collect()
}

/// The customer's price is the booking's. The tenant's costs are entered with the job.
fn to_pricing(price: &PricingDetail, before: PricingDetails) -> PricingDetails {
    if price.service_details.is_empty() {
        return before;
    }
    let lines = price.service_details.iter().map(|line| {
        let sold = line.sold();
        (Charge::from_line(line, sold), sold)
    });
    PricingDetails {
        sell: Some(price_of_amounts(lines)),
        ..before
    }
}

/// Describes a job's state for the booking's history.
pub(super) const fn describe(status: JobStatus) -> &'static str {
    match status {
        JobStatus::AtPickup => "Driver at the pickup",
        JobStatus::PickedUp => "Picked up",
        JobStatus::AtDepot => "At the depot",
        JobStatus::OnLineHaul => "On line haul",
        JobStatus::OnBoard => "On board for delivery",
        JobStatus::EnRouteToDelivery => "On the way to the receiver",
        JobStatus::AtDelivery => "Driver at the delivery",
        JobStatus::Delivered => "Delivered",
        JobStatus::PartiallyDelivered => "Partially delivered",
        JobStatus::FailedPickup => "Pickup failed",
        JobStatus::FailedDelivery => "Delivery failed",
        _ => "",
    }
}

/// Suburb at which the state is reached; empty between them.
pub(super) fn place_of(status: JobStatus, job: &Job) -> &str {
    match status {
        JobStatus::AtPickup | JobStatus::PickedUp | JobStatus::FailedPickup => &job.from_suburb,
        JobStatus::AtDelivery
        | JobStatus::Delivered
        | JobStatus::PartiallyDelivered
        | JobStatus::FailedDelivery => &job.to_suburb,
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_that_moves_a_booking_can_be_scanned_and_is_described() {
        for status in JobStatus::ALL.iter().copied() {
            let booking = to_booking_status(status);
            assert_eq!(booking.is_some(), !describe(status).is_empty(), "{status}");
            assert!(booking.is_none_or(Status::can_be_scanned), "{status}");
        }
    }

    #[test]
    fn a_booking_never_moves_its_job_back() {
        assert!(is_ahead(JobStatus::Allocated, JobStatus::PickedUp));
        assert!(!is_ahead(JobStatus::OnLineHaul, JobStatus::AtDepot));
        assert!(!is_ahead(JobStatus::AtDelivery, JobStatus::OnBoard));
        assert!(!is_ahead(JobStatus::Delivered, JobStatus::Delivered));
        assert!(!is_ahead(JobStatus::OnHold, JobStatus::Delivered));
        for status in JobStatus::ALL.iter().copied() {
            let back = to_booking_status(status).and_then(to_job_status);
            assert!(back.is_none_or(|back| !is_ahead(status, back)), "{status}");
        }
    }

    #[test]
    fn a_carriers_report_moves_its_job_on() {
        let reported = |status| to_carried_status(status);
        assert_eq!(reported(Status::InTransit), Some(JobStatus::OnLineHaul));
        assert_eq!(
            reported(Status::DeliveryAttempted),
            Some(JobStatus::FailedDelivery)
        );
        assert_eq!(reported(Status::Delivered), Some(JobStatus::Delivered));
        for status in [Status::Booked, Status::Failed, Status::Cancelled] {
            assert_eq!(reported(status), None, "{status}");
        }
        // A carrier that books again after a hold lowers nothing.
        assert!(!is_ahead(JobStatus::OnBoard, JobStatus::OnLineHaul));
    }

    #[test]
    fn lines_of_goods_keep_the_articles_of_their_place() {
        let before = vec![JobItem {
            id: 7,
            quantity: 1,
            article_numbers: vec!["J00001-001".to_owned()],
            ..JobItem::default()
        }];
        let line = |quantity| Item {
            quantity,
            ..Item::default()
        };
        let items = to_items(&[line(2), line(1)], &before);
        let ids: Vec<(i64, i64)> = items.iter().map(|it| (it.id, it.quantity)).collect();
        assert_eq!(ids, [(7, 2), (0, 1)]);
    }
}
