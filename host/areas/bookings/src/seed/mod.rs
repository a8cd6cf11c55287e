//! Seed bookings without carrier calls, for demos and benchmarks.

pub mod bulk;
pub mod store;

use carriage::{Booked, address::Address, goods::Item, quantity};
use carriers::accounts;
use chrono::{DateTime, TimeDelta, Utc};
use data::{
    New, NewRecord, Result, Scope, Where,
    ids::{BookingId, CarrierAccountId, CustomerId, ManifestId},
};
use pricing::price::PriceLine;
use quotes::{calendar, quotes::consignment};

use crate::bookings::parts::{
    BookingCustomer, DangerousGoods, Measures, References, Route, Service, Tracking,
};
use crate::{
    bookings::{
        self,
        model::{Booking, CustomerDetail},
        operations::{LoggedOperation, OperationStatus},
        records::{CarrierRecord, Manifest},
        status::Status,
        store::Entry,
    },
    dates, places,
    prices::{self, model::PricingDetail},
    tracking::scans::Scan,
};

#[derive(Debug, Clone)]
pub struct SeedBooking {
    pub customer: CustomerId,
    pub account: CarrierAccountId,
    pub service_code: String,
    pub service_name: String,
    pub from: Address,
    pub to: Address,
    pub items: Vec<Item>,
    /// Empty: not quoted.
    pub lines: Vec<PriceLine>,
    pub status: Status,
    pub created: DateTime<Utc>,
    pub reference: Option<String>,
    /// Derived from the booking id if omitted.
    pub connote: Option<String>,
    /// The carrier's data, as its plugin returns it. Printing a label needs it.
    pub carrier_data: String,
    /// Bookings with equal numbers share a manifest.
    pub manifest: Option<String>,
    pub transit_days: Option<u32>,
    pub scans: Vec<SeedScan>,
    pub note: Option<String>,
    pub dangerous_good_un_code: Option<String>,
}

#[derive(Debug, Clone)]
pub struct SeedScan {
    pub status: Status,
    pub at: DateTime<Utc>,
    pub location: String,
    pub description: String,
    pub signed_by: Option<String>,
}

/// Inserts one booking with its scans, log and note; the caller saves.
pub async fn seed_booking(scope: &mut Scope, seed: SeedBooking) -> Result<BookingId> {
    let settings = tenancy::settings(scope).await?;
    let zone = consignment::zone(&settings.timezone);
    let mut booking = row(scope, &seed).await?;
    if let (true, Some(number)) = (seed.status.is_manifested(), &seed.manifest) {
        booking.consignment.manifest_row_id = Some(manifest(scope, &seed, number).await?);
        booking.consignment.manifest_id = Some(number.clone());
    }
    if let Some(days) = seed.transit_days {
        let due =
            calendar::working_days_after(consignment::local_day(seed.created, zone), days, &[]);
        booking.tracking.eta = Some(dates::close_of_business(due, zone));
    }
    scope.insert(&mut booking).await?;
    places::store::count_saved(scope, &booking, None).await?;
    if seed.status.is_at_carrier() {
        let connote = seed
            .connote
            .clone()
            .unwrap_or_else(|| format!("WB{:08}", booking.id.0));
        let reference = booking.carrier_reference(scope.tenant);
        booking.carrier_record.booked = Some(Booked {
            reference,
            connote: connote.clone(),
            data: seed.carrier_data.clone(),
        });
        booking.consignment.consignment_id = Some(connote);
        scope.update(&mut booking).await?;
    }
    log(scope, &booking).await?;
    for (at, scan) in seed.scans.iter().enumerate() {
        let scan_time = dates::ScanTime {
            at: scan.at,
            local: scan.at.with_timezone(&zone).to_rfc3339(),
        };
        let scan = Scan {
            event_id: format!("seed-{at}"),
            status: Some(scan.status),
            time: scan_time,
            description: scan.description.clone(),
            location: scan.location.clone(),
            signed_by: scan.signed_by.clone(),
            carrier_status: None,
        };
        bookings::store::add_scan(scope, booking.id, scan, false).await?;
    }
    if let Some(note) = &seed.note {
        bookings::store::add_note(scope, booking.id, note, false).await?;
    }
    Ok(booking.id)
}

async fn row(scope: &mut Scope, seed: &SeedBooking) -> Result<Booking> {
    let customer = customers::find(scope, seed.customer).await?;
    let account = accounts::find(scope, seed.account).await?;
    let last = seed.scans.iter().max_by_key(|scan| scan.at);
    let is_quoted = !seed.lines.is_empty();
    let mut booking = Booking {
        guid: scope.new_guid(),
        creation_time: seed.created,
        booking_date: seed.created,
        booking_status: seed.status,
        payer: BookingCustomer::new(customer, CustomerDetail::default()),
        service: Service {
            carrier: is_quoted.then_some(account.carrier_code),
            carrier_account_id: is_quoted.then_some(account.id),
            carrier_service_code: is_quoted.then(|| seed.service_code.clone()),
            carrier_service_name: is_quoted.then(|| seed.service_name.clone()),
        },
        carrier_record: CarrierRecord {
            transit_days: seed.transit_days,
            ..CarrierRecord::default()
        },
        references: References {
            reference: seed.reference.clone(),
            ..References::default()
        },
        route: Route::new(seed.from.clone(), seed.to.clone()),
        measures: Measures::from_items(&seed.items, quantity::DEFAULT_CUBIC_FACTOR),
        items: seed.items.clone(),
        dangerous_goods: DangerousGoods {
            is_dangerous_good: seed.dangerous_good_un_code.is_some(),
            dangerous_good_un_code: seed.dangerous_good_un_code.clone(),
            ..DangerousGoods::default()
        },
        tracking: Tracking {
            last_tracking_status: last.map(|scan| scan.status),
            last_tracking_modified_time: last.map(|scan| scan.at),
            ..Tracking::default()
        },
        status_before_hold: (seed.status == Status::OnHold).then_some(Status::Booked),
        ..Booking::default()
    };
    prices::service::set_price(&mut booking, PricingDetail::from_lines(&seed.lines));
    Ok(booking)
}

async fn manifest(scope: &mut Scope, seed: &SeedBooking, number: &str) -> Result<ManifestId> {
    let narrow = Where::all()
        .eq(Manifest::NUMBER, number.to_owned())
        .eq(Manifest::CARRIER_ACCOUNT_ID, seed.account);
    if let Some(known) = scope.first::<Manifest>(narrow).await? {
        return Ok(known.id);
    }
    let account = accounts::find(scope, seed.account).await?;
    let mut manifest = New::<Manifest> {
        carrier: account.carrier_code,
        carrier_account_id: account.id,
        number: Some(number.to_owned()),
        status: Status::Manifested,
        sender: seed.from.clone(),
        attempts: 1,
        closed_time: Some(seed.created),
    }
    .created_at(seed.created);
    scope.insert(&mut manifest).await?;
    Ok(manifest.id)
}

async fn log(scope: &mut Scope, booking: &Booking) -> Result<()> {
    let mut lines = vec![(LoggedOperation::Create, None)];
    if booking.booking_status.is_at_carrier() {
        lines.push((
            LoggedOperation::Book,
            booking.consignment.consignment_id.clone(),
        ));
    }
    if let Some(number) = &booking.consignment.manifest_id {
        lines.push((LoggedOperation::Manifest, Some(number.clone())));
    }
    for (operation, value) in lines {
        bookings::store::log(
            scope,
            booking.id,
            Entry {
                operation,
                status: OperationStatus::Success,
                value,
                message: None,
            },
        )
        .await?;
    }
    Ok(())
}

/// Generates the scans leading to `status`, every few hours from `start`, none after `now`.
pub fn scans_to(
    status: Status,
    start: DateTime<Utc>,
    now: DateTime<Utc>,
    from: &str,
    to: &str,
) -> Vec<SeedScan> {
    const TRACKING_STEPS: [(Status, &str, bool); 5] = [
        (Status::PickedUp, "Picked up", true),
        (Status::InTransit, "Left the depot", true),
        (Status::AtDepot, "Arrived at the depot", false),
        (Status::OutForDelivery, "On board for delivery", false),
        (Status::Delivered, "Delivered", false),
    ];
    let reported = (status, "Reported by the driver", false);
    let way = match TRACKING_STEPS.iter().position(|step| step.0 == status) {
        Some(last) => TRACKING_STEPS[..=last].to_vec(),
        None if !status.can_be_scanned() || !status.is_manifested() => Vec::new(),
        // At or before pickup the only scan is that status.
        None if matches!(
            status,
            Status::PickupBooked | Status::AtPickup | Status::FailedPickup
        ) =>
        {
            vec![reported]
        }
        None => TRACKING_STEPS[..3]
            .iter()
            .copied()
            .chain([reported])
            .collect(),
    };
    way.into_iter()
        .zip(1..)
        .map(|((status, description, at_origin), step)| SeedScan {
            status,
            at: (start + TimeDelta::hours(5 * step)).min(now),
            location: if at_origin { from } else { to }.to_owned(),
            description: description.to_owned(),
            signed_by: (status == Status::Delivered).then(|| "Reception".to_owned()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use crate::bookings;

    use super::*;

    #[test]
    fn a_way_ends_where_it_should() {
        let start = Utc.with_ymd_and_hms(2026, 2, 2, 0, 0, 0).unwrap();
        let now = start + TimeDelta::days(3);
        for status in Status::ALL.iter().copied() {
            let way = scans_to(status, start, now, "Here", "There");
            if let Some(last) = way.last() {
                assert_eq!(last.status, status);
                let fold = bookings::scan_effects::after_scans(
                    Status::Manifested,
                    way.iter().map(|scan| scan.status),
                );
                assert_eq!(fold, status);
                assert!(way.iter().all(|scan| scan.at <= now));
            }
        }
        assert_eq!(
            scans_to(Status::Delivered, start, now, "Here", "There").len(),
            5
        );
        assert!(scans_to(Status::Booked, start, now, "Here", "There").is_empty());
    }
}
