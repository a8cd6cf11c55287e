//! Line hauls of carriers: booked, followed and cancelled through the account's plugin.

use bookings::{
    CarriedRecord, CarrierOrder, Status, SubcontractOffers, SubcontractQuote, events as booked,
    list_subcontract_offers, order_from_carrier,
};
use chrono::{DateTime, Utc};
use data::{
    Error, ListQuery, Message, PageOf, Result, Scope, Where,
    ids::{BookingId, CarrierAccountId, CustomerId},
    message,
};
use jobs::line_hauls::set_haul_cost;
use work::event::Listener;

use super::{
    change,
    consignment::to_subcontract,
    model::{LineHaul, LineHaulId},
    process,
    status::{LineHaulOperation, LineHaulStatus, STATUS_NOT_ALLOWED},
};
/// Line hauls of one call: each is quoted and booked while the caller waits.
pub(super) const MAX_BOOKED: usize = 20;

pub(super) fn refuse(reason: Message) -> Error {
    STATUS_NOT_ALLOWED.with_message(reason)
}

/// Books a closed line haul with its carrier, and commits: with a chosen quote, or with the
/// cheapest of a new request.
pub(super) async fn book(
    scope: &mut Scope,
    id: LineHaulId,
    quote: Option<SubcontractQuote>,
) -> Result<()> {
    let haul: LineHaul = scope.find(id).await?;
    let Some(account) = haul.carrier_id else {
        return Err(without_account(&haul));
    };
    LineHaulOperation::Book.check(haul.status)?;
    bookings::check_subcontractor(scope, account, "linehaul.carrierid").await?;
    scope.rollback();
    order_from_carrier(scope, &HaulOrder { id, account, quote }, account).await
}

/// Returns the services of an account, or of the line haul's own, for its load. Calls the carrier
/// and books nothing.
pub(super) async fn list_offers(
    scope: &mut Scope,
    id: LineHaulId,
    account: Option<CarrierAccountId>,
) -> Result<(CarrierAccountId, SubcontractOffers)> {
    let mut haul: LineHaul = scope.find(id).await?;
    let Some(account) = account.or(haul.carrier_id) else {
        return Err(without_account(&haul));
    };
    bookings::check_subcontractor(scope, account, "quote.carrierid").await?;
    LineHaulOperation::Book.check(haul.status)?;
    if haul.carrier_booking_id.is_some() {
        return Err(booked_already(&haul));
    }
    haul.service_code = None;
    if haul.customer_id.is_none() {
        haul.customer_id = find_last_customer(scope, account).await?;
    }
    let request = to_subcontract(scope, haul, account).await?;
    scope.rollback();
    Ok((account, list_subcontract_offers(scope, &request).await?))
}

fn without_account(haul: &LineHaul) -> Error {
    refuse(message!(
        "{line_haul} has no carrier account.",
        line_haul = haul.code
    ))
}

fn booked_already(haul: &LineHaul) -> Error {
    refuse(message!(
        "{line_haul} is booked with the carrier already.",
        line_haul = haul.code
    ))
}

/// Cancels the consignment of a line haul that is being cancelled, and commits.
pub(super) async fn cancel(scope: &mut Scope, id: LineHaulId) -> Result<()> {
    let haul: LineHaul = scope.find(id).await?;
    LineHaulOperation::Cancel.check(haul.status)?;
    scope.rollback();
    match haul.carrier_booking_id {
        Some(booking) => bookings::cancel_subcontract(scope, booking).await,
        None => Ok(()),
    }
}

/// Returns the customer of an account's latest booked line haul.
pub(super) async fn find_last_customer(
    scope: &mut Scope,
    account: CarrierAccountId,
) -> Result<Option<CustomerId>> {
    let latest = ListQuery {
        filter: None,
        sorting: Some("id desc".to_owned()),
        max_result_count: Some(1),
        skip_count: None,
    };
    let of_account = Where::all()
        .eq(LineHaul::CARRIER_ID, account)
        .is_not_null(LineHaul::CUSTOMER_ID);
    let page: PageOf<LineHaul> = scope.page(&latest, of_account).await?;
    Ok(page.items.into_iter().find_map(|haul| haul.customer_id))
}

/// A line haul on its way to a carrier account.
struct HaulOrder {
    id: LineHaulId,
    account: CarrierAccountId,
    quote: Option<SubcontractQuote>,
}

impl CarriedRecord for HaulOrder {
    async fn load_order(&self, scope: &mut Scope) -> Result<CarrierOrder> {
        let haul = change::lock(scope, self.id).await?;
        LineHaulOperation::Book.check(haul.status)?;
        if haul.carrier_id != Some(self.account) {
            return Err(Error::Conflict);
        }
        if haul.is_carrier_booked {
            return Err(booked_already(&haul));
        }
        Ok(CarrierOrder {
            name: haul.code.clone(),
            booking: haul.carrier_booking_id,
            request: to_subcontract(scope, haul, self.account).await?,
            quote: self.quote.clone(),
        })
    }

    async fn name_booking(&self, scope: &mut Scope, booking: BookingId) -> Result<()> {
        let mut haul = change::lock(scope, self.id).await?;
        let before = haul.clone();
        haul.carrier_booking_id = Some(booking);
        let entry = format!("Booking with {}", account_name(&haul));
        change::store(scope, &mut haul, &before, Some(entry)).await
    }

    async fn finish(&self, scope: &mut Scope, booking: BookingId) -> Result<()> {
        finish(scope, booking).await
    }

    async fn record_failure(
        &self,
        scope: &mut Scope,
        booking: BookingId,
        is_open: bool,
        reason: String,
    ) -> Result<()> {
        let mut haul = change::lock(scope, self.id).await?;
        let before = haul.clone();
        if !is_open && haul.carrier_booking_id == Some(booking) {
            haul.carrier_booking_id = None;
        }
        let entry = format!("Not booked with {}: {reason}", account_name(&haul));
        change::store(scope, &mut haul, &before, Some(entry)).await
    }
}

fn account_name(haul: &LineHaul) -> &str {
    haul.carrier_account.as_deref().unwrap_or_default()
}

/// Gives the line haul of a booked consignment to its carrier, and commits. A repeat changes
/// nothing.
async fn finish(scope: &mut Scope, booking: BookingId) -> Result<()> {
    let Some(found) = find(scope, booking).await? else {
        return Ok(());
    };
    let mut haul = change::lock(scope, found.id).await?;
    let Some(booked) = bookings::load_subcontract(scope, booking).await? else {
        return Ok(());
    };
    let is_new = haul.carrier_booking_id == Some(booking) && !haul.is_carrier_booked;
    if !is_new || !booked.status.is_at_carrier() {
        scope.rollback();
        return Ok(());
    }
    let before = haul.clone();
    haul.is_carrier_booked = true;
    haul.connote_no = haul.connote_no.take().or(booked.connote.clone());
    let connote = booked.connote.as_deref().unwrap_or_default();
    let entry = format!("Booked with {} {connote}", account_name(&haul));
    let entry = entry.trim_end().to_owned();
    change::store(scope, &mut haul, &before, Some(entry)).await?;
    set_haul_cost(scope, haul.id.job(), Some(&booked)).await?;
    scope.commit().await
}

async fn find(scope: &mut Scope, booking: BookingId) -> Result<Option<LineHaul>> {
    let carried = Where::all().eq(LineHaul::CARRIER_BOOKING_ID, booking);
    scope.first(carried).await
}

/// Moves line hauls by their carriers' tracking. It runs at least once; a repeat changes nothing.
pub(crate) fn listener() -> Listener {
    Listener::new(
        "linehaul.on-carrier-status",
        &booked::STATUS_CHANGED,
        follow,
    )
}

async fn follow(mut scope: Scope, news: booked::StatusChange) -> Result<()> {
    let id = news.booking_id;
    let Some(haul) = find(&mut scope, id).await? else {
        return Ok(());
    };
    let Some(booking) = bookings::load_subcontract(&mut scope, id).await? else {
        return Ok(());
    };
    if booking.status == Status::Cancelled {
        take_back(&mut scope, haul.id, booking.connote.as_deref()).await?;
        return scope.commit().await;
    }
    if booking.status.is_at_carrier() && !haul.is_carrier_booked {
        scope.rollback();
        // The host that booked it may have stopped before it recorded that.
        finish(&mut scope, id).await?;
    }
    let operations = operations_after(haul.status, booking.status);
    if operations.is_empty() {
        return scope.commit().await;
    }
    let times = bookings::load_status_times(&mut scope, id).await?;
    for operation in operations {
        let time = time_of(*operation, &times).unwrap_or(scope.now());
        process::run_at(&mut scope, haul.id, *operation, "", time).await?;
    }
    scope.commit().await
}

/// Returns the earliest time at which tracking shows the event of an operation.
fn time_of(
    operation: LineHaulOperation,
    times: &[(Status, DateTime<Utc>)],
) -> Option<DateTime<Utc>> {
    let shows = |status: Status| match operation {
        LineHaulOperation::Arrive => is_there(status),
        _ => status == Status::PickedUp || is_moving(status) || is_there(status),
    };
    let shown = times.iter().filter(|(status, _)| shows(*status));
    shown.map(|(_, time)| *time).min()
}

fn is_moving(status: Status) -> bool {
    matches!(
        status,
        Status::InTransit | Status::AtDepot | Status::OutForDelivery
    )
}

fn is_there(status: Status) -> bool {
    matches!(
        status,
        Status::AtDelivery
            | Status::PartiallyDelivered
            | Status::AwaitingCollection
            | Status::Delivered
    )
}

/// Removes a cancelled consignment from its line haul; the caller commits.
async fn take_back(scope: &mut Scope, id: LineHaulId, connote: Option<&str>) -> Result<()> {
    let mut haul = change::lock(scope, id).await?;
    let before = haul.clone();
    haul.carrier_booking_id = None;
    haul.is_carrier_booked = false;
    haul.connote_no = haul.connote_no.filter(|own| Some(own.as_str()) != connote);
    let entry = "The carrier's booking was cancelled".to_owned();
    change::store(scope, &mut haul, &before, Some(entry)).await?;
    set_haul_cost(scope, id.job(), None).await
}

/// Returns the operations that bring a line haul to where its carrier's booking is: never back.
fn operations_after(status: LineHaulStatus, carrier: Status) -> &'static [LineHaulOperation] {
    use LineHaulOperation::{Arrive, Depart, Transit};
    use LineHaulStatus::{Closed, Departed, InTransit};
    match status {
        Closed if is_there(carrier) => &[Depart, Arrive],
        Closed if is_moving(carrier) => &[Depart, Transit],
        Closed if carrier == Status::PickedUp => &[Depart],
        Departed if is_moving(carrier) => &[Transit],
        Departed | InTransit if is_there(carrier) => &[Arrive],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_carriers_tracking_moves_a_line_haul_and_never_back() {
        use LineHaulOperation::{Arrive, Depart, Transit};
        use LineHaulStatus::{Arrived, Closed, Completed, Departed, InTransit, Loading};
        let after = operations_after;
        assert_eq!(after(Closed, Status::Booked), []);
        assert_eq!(after(Closed, Status::PickedUp), [Depart]);
        assert_eq!(after(Closed, Status::InTransit), [Depart, Transit]);
        assert_eq!(after(Closed, Status::Delivered), [Depart, Arrive]);
        assert_eq!(after(Departed, Status::PickedUp), []);
        assert_eq!(after(Departed, Status::AtDepot), [Transit]);
        assert_eq!(after(InTransit, Status::AtDelivery), [Arrive]);
        for status in [Loading, Arrived, Completed] {
            assert_eq!(after(status, Status::Delivered), [], "{status}");
        }
        assert_eq!(after(Closed, Status::Delayed), []);
    }

    #[test]
    fn departure_and_arrival_have_the_times_of_the_tracking() {
        let at = |hour: u32| -> DateTime<Utc> {
            format!("2026-03-02T{hour:02}:00:00Z").parse().unwrap()
        };
        let times = [
            (Status::Booked, at(1)),
            (Status::InTransit, at(5)),
            (Status::PickedUp, at(4)),
            (Status::Delivered, at(9)),
        ];
        assert_eq!(time_of(LineHaulOperation::Depart, &times), Some(at(4)));
        assert_eq!(time_of(LineHaulOperation::Arrive, &times), Some(at(9)));
        assert_eq!(time_of(LineHaulOperation::Arrive, &times[..3]), None);
    }
}
