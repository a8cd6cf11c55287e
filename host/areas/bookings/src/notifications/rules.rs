//! Status emails: statuses, recipients and maximum age.

use chrono::{DateTime, TimeDelta, Utc};
use data::{Message, email::is_email, message};
use tenancy::MailedStatus;

use crate::bookings::model::Booking;
use crate::bookings::status::Status;

/// A carrier silent for days reports all events at once.
const MAX_AGE: TimeDelta = TimeDelta::hours(24);

pub fn email_status(status: Status) -> Option<MailedStatus> {
    Some(match status {
        Status::Booked => MailedStatus::Booked,
        Status::PickedUp => MailedStatus::PickedUp,
        Status::InTransit => MailedStatus::InTransit,
        Status::OutForDelivery => MailedStatus::OutForDelivery,
        Status::DeliveryAttempted => MailedStatus::DeliveryAttempted,
        Status::AwaitingCollection => MailedStatus::AwaitingCollection,
        Status::Delayed => MailedStatus::Delayed,
        Status::Delivered => MailedStatus::Delivered,
        Status::ReturnedToSender => MailedStatus::ReturnedToSender,
        Status::Cancelled => MailedStatus::Cancelled,
        _ => return None,
    })
}

/// True if the new status is recent and still current; Booked is sent even if passed.
pub fn is_news(booking: &Booking, from: Status, to: Status, now: DateTime<Utc>) -> bool {
    match to {
        // Not for a booking that never reached a carrier, nor when a hold is released.
        Status::Booked => from != Status::OnHold && now - booking.booking_date < MAX_AGE,
        Status::Cancelled => {
            booking.consignment.consignment_id.is_some() && booking.effective_status() == to
        }
        _ => {
            booking.effective_status() == to
                && booking
                    .tracking
                    .last_tracking_modified_time
                    .is_none_or(|time| now - time < MAX_AGE)
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Audience {
    pub receiver: bool,
    pub sender: bool,
    pub customer: bool,
}

/// In lower case, without duplicates.
pub fn addresses(booking: &Booking, audience: Audience) -> Vec<String> {
    let candidates = [
        (audience.receiver, &booking.route.to_address.email),
        (audience.sender, &booking.route.from_address.email),
        (audience.customer, &booking.payer.customer_detail.email),
    ];
    let mut addresses: Vec<String> = Vec::new();
    for email in candidates
        .into_iter()
        .filter(|(is_told, _)| *is_told)
        .filter_map(|(_, email)| email.as_deref())
    {
        let email = email.trim().to_lowercase();
        if is_email(&email) && !addresses.contains(&email) {
            addresses.push(email);
        }
    }
    addresses
}

/// Returns subject and body.
pub fn email_text(status: MailedStatus) -> (Message, Message) {
    match status {
        MailedStatus::Booked => (
            message!("Booked"),
            message!("your consignment is booked and will be picked up soon."),
        ),
        MailedStatus::PickedUp => (
            message!("Picked up"),
            message!("your consignment was picked up."),
        ),
        MailedStatus::InTransit => (
            message!("On its way"),
            message!("your consignment is on its way."),
        ),
        MailedStatus::OutForDelivery => (
            message!("Out for delivery"),
            message!("your consignment is with the driver and arrives today."),
        ),
        MailedStatus::DeliveryAttempted => (
            message!("Delivery attempted"),
            message!("the driver came with your consignment and could not deliver it."),
        ),
        MailedStatus::AwaitingCollection => (
            message!("Ready to be collected"),
            message!("your consignment is ready to be collected."),
        ),
        MailedStatus::Delayed => (
            message!("Delayed"),
            message!("your consignment arrives later than expected."),
        ),
        MailedStatus::Delivered => (
            message!("Delivered"),
            message!("your consignment was delivered."),
        ),
        MailedStatus::ReturnedToSender => (
            message!("Returned to the sender"),
            message!("the consignment was returned to its sender."),
        ),
        MailedStatus::Cancelled => (
            message!("Cancelled"),
            message!("the consignment was cancelled."),
        ),
    }
}

#[cfg(test)]
mod tests {
    use carriage::address::Address;

    use super::*;
    use crate::bookings::model::CustomerDetail;
    use crate::bookings::parts::{BookingCustomer, Consignment, Route, Tracking};

    fn booking() -> Booking {
        let address = |email: &str| Address {
            email: Some(email.to_owned()),
            ..Address::default()
        };
        Booking {
            booking_status: Status::OutForDelivery,
            consignment: Consignment {
                consignment_id: Some("OWN1".to_owned()),
                ..Consignment::default()
            },
            route: Route {
                to_address: address(" Sam@Example.test "),
                from_address: address("robin@example.test"),
                ..Route::default()
            },
            payer: BookingCustomer {
                customer_detail: CustomerDetail {
                    email: Some("ROBIN@example.test".to_owned()),
                    ..Default::default()
                },
                ..BookingCustomer::default()
            },
            ..Booking::default()
        }
    }

    #[test]
    fn everybody_is_written_to_once() {
        let all = Audience {
            receiver: true,
            sender: true,
            customer: true,
        };
        assert_eq!(
            addresses(&booking(), all),
            ["sam@example.test", "robin@example.test"]
        );
        assert_eq!(
            addresses(
                &booking(),
                Audience {
                    sender: false,
                    ..all
                }
            ),
            ["sam@example.test", "robin@example.test"]
        );
        assert_eq!(
            addresses(&booking(), Audience::default()),
            Vec::<String>::new()
        );
        let none = Booking {
            route: Route {
                to_address: Address {
                    email: Some("nobody".to_owned()),
                    ..Address::default()
                },
                ..booking().route
            },
            ..booking()
        };
        assert_eq!(
            addresses(
                &none,
                Audience {
                    receiver: true,
                    ..Audience::default()
                }
            ),
            Vec::<String>::new()
        );
    }

    #[test]
    fn what_is_old_or_passed_is_no_news() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(10_000);
        let seen_hours_ago = |hours: i64| Booking {
            tracking: Tracking {
                last_tracking_modified_time: Some(now - TimeDelta::hours(hours)),
                ..booking().tracking
            },
            ..booking()
        };
        let is = |booking: &Booking, to| is_news(booking, Status::InTransit, to, now);
        assert!(is(&seen_hours_ago(2), Status::OutForDelivery));
        assert!(
            !is(&seen_hours_ago(30), Status::OutForDelivery),
            "it was told too late"
        );
        assert!(
            !is(&seen_hours_ago(2), Status::PickedUp),
            "it is further already"
        );
        let booked = Booking {
            booking_date: now - TimeDelta::minutes(1),
            ..booking()
        };
        assert!(is_news(&booked, Status::Quoted, Status::Booked, now));
        assert!(
            !is_news(&booked, Status::OnHold, Status::Booked, now),
            "it was released"
        );
        assert!(!is_news(
            &Booking {
                booking_date: now - TimeDelta::days(3),
                ..booked
            },
            Status::Quoted,
            Status::Booked,
            now
        ));
        let cancelled = Booking {
            booking_status: Status::Cancelled,
            ..booking()
        };
        assert!(is(&cancelled, Status::Cancelled));
        assert!(!is(
            &Booking {
                consignment: Consignment {
                    consignment_id: None,
                    ..cancelled.consignment
                },
                ..cancelled
            },
            Status::Cancelled
        ));
        let delayed = Booking {
            booking_status: Status::OnHold,
            status_before_hold: None,
            ..seen_hours_ago(1)
        };
        assert!(is(&delayed, Status::Delayed));
    }

    #[test]
    fn every_status_that_is_mailed_has_its_words() {
        let mailed: Vec<MailedStatus> = Status::ALL
            .iter()
            .copied()
            .filter_map(email_status)
            .collect();
        assert_eq!(mailed.len(), 10);
        for status in mailed {
            let (title, sentence) = email_text(status);
            assert!(
                !title.to_string().is_empty() && sentence.to_string().ends_with('.'),
                "{status:?}"
            );
        }
    }
}
