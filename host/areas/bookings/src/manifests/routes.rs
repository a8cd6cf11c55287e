//! Manifest and pickup routes: lists, single records, pickup day and cancellation.

use std::collections::BTreeMap;

use carriage::{
    Verdict,
    address::Address,
    quantity::{Volume, Weight},
};
use chrono::{DateTime, NaiveDate, Utc};
use data::{
    ById, Empty, Error, ListQuery, PageOf, Result, Scope, Where,
    db::Sum,
    ids::{BookingId, CarrierAccountId, ManifestId},
    life_cycle::Operation as _,
};
use quotes::quotes::consignment;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    bookings::{
        self,
        model::Booking,
        records::{DocumentType, Manifest, Pickup, PickupId},
        status::{Operation, Status},
        store::Owner,
    },
    carrier_calls, manifests,
    pickups::{
        self,
        rules::{PickupOperation, PickupStatus},
    },
};
use quotes::calendar::{Moved, RequestedPickup};

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManifestView {
    id: ManifestId,
    carrier: String,
    carrier_account_id: CarrierAccountId,
    /// None while the carrier call is pending.
    number: Option<String>,
    /// Manifesting, Manifested or Failed.
    status: Status,
    /// Operations that the caller may run now.
    allowed_operations: Vec<Operation>,
    sender: Address,
    creation_time: DateTime<Utc>,
    closed_time: Option<DateTime<Utc>>,
    /// Totals of its consignments: count, pieces, weight and volume.
    total_bookings: i64,
    total_items: i64,
    total_weight: Weight,
    total_cubic: Volume,
    /// Set only when one manifest is requested, like the tokens of its sheets.
    #[serde(skip_serializing_if = "Option::is_none")]
    booking_ids: Option<Vec<BookingId>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sheets: Option<Vec<String>>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    bookings: i64,
    items: i64,
    weight: Decimal,
    volume: Decimal,
}

/// Uses one statement. Access to a manifest includes its bookings.
async fn sums(scope: &mut Scope, manifests: &[ManifestId]) -> Result<BTreeMap<ManifestId, Sums>> {
    const SUMS: [Sum; 3] = [
        Booking::TOTAL_ITEMS.sum(),
        Booking::TOTAL_WEIGHT.sum(),
        Booking::TOTAL_VOLUME.sum(),
    ];
    if manifests.is_empty() {
        return Ok(BTreeMap::new());
    }
    let on_them = Where::all().is_in(Booking::MANIFEST_ROW_ID, manifests);
    let by = [Booking::MANIFEST_ROW_ID.name()];
    let rows = scope
        .totals(&ListQuery::default(), on_them, &by, &SUMS)
        .await?;
    rows.iter()
        .map(|row| {
            let sums = Sums {
                bookings: row.get(1)?,
                items: row.get(2)?,
                weight: row.get(3)?,
                volume: row.get(4)?,
            };
            Ok((row.get(0)?, sums))
        })
        .collect()
}

/// The carrier's sheet exists once the manifest is closed.
fn allowed_operations(status: Status) -> Vec<Operation> {
    match status.is_manifested() {
        true => vec![Operation::PrintManifest],
        false => Vec::new(),
    }
}

impl ManifestView {
    fn from_manifest(manifest: Manifest, sums: &BTreeMap<ManifestId, Sums>) -> Self {
        let sums = sums.get(&manifest.id).copied().unwrap_or_default();
        Self {
            total_bookings: sums.bookings,
            total_items: sums.items,
            total_weight: Weight::kilograms(sums.weight),
            total_cubic: Volume::cubic_metres(sums.volume),
            id: manifest.id,
            carrier: manifest.carrier,
            carrier_account_id: manifest.carrier_account_id,
            number: manifest.number,
            allowed_operations: allowed_operations(manifest.status),
            status: manifest.status,
            sender: manifest.sender,
            creation_time: manifest.creation_time,
            closed_time: manifest.closed_time,
            booking_ids: None,
            sheets: None,
        }
    }
}

pub async fn manifests(
    mut scope: Scope,
    _: Empty,
    query: ListQuery,
) -> Result<PageOf<ManifestView>> {
    let narrow = match scope.caller.customer() {
        None => Where::all(),
        Some(customer) => {
            let ids = manifests::store::load_customer_manifests(&mut scope, customer).await?;
            Where::all().is_in(Manifest::ID, &ids)
        }
    };
    let page = scope.page::<Manifest>(&query, narrow).await?;
    let ids: Vec<ManifestId> = page.items.iter().map(|manifest| manifest.id).collect();
    let sums = sums(&mut scope, &ids).await?;
    Ok(page.map(|manifest| ManifestView::from_manifest(manifest, &sums)))
}

pub async fn manifest(mut scope: Scope, ById { id }: ById<ManifestId>) -> Result<ManifestView> {
    let manifest: Manifest = scope.find(id).await?;
    if !bookings::store::may_see_manifest(&mut scope, id).await? {
        return Err(Error::NotFound("The manifest"));
    }
    let bookings: Vec<Booking> = scope
        .all(Where::all().eq(Booking::MANIFEST_ROW_ID, id))
        .await?;
    let sums = sums(&mut scope, &[id]).await?;
    let sheets = bookings::store::documents(
        &mut scope,
        Owner::Manifest(id),
        DocumentType::Manifest as i64,
    )
    .await?;
    Ok(ManifestView {
        booking_ids: Some(bookings.into_iter().map(|booking| booking.id).collect()),
        sheets: Some(sheets.into_iter().map(|sheet| sheet.token).collect()),
        ..ManifestView::from_manifest(manifest, &sums)
    })
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PickupView {
    id: PickupId,
    carrier: String,
    carrier_account_id: CarrierAccountId,
    status: PickupStatus,
    /// Operations that the caller may run now.
    allowed_operations: Vec<PickupOperation>,
    /// The carrier's number; null while the call is pending.
    number: Option<String>,
    pickup_day: NaiveDate,
    /// Local times in the tenant's zone, such as `09:00`.
    ready: String,
    closes: String,
    sender: Address,
    pieces: i64,
    weight: Weight,
    instructions: String,
    /// The carrier's last message if it refused or did not answer.
    message: Option<String>,
    creation_time: DateTime<Utc>,
    closed_time: Option<DateTime<Utc>>,
    /// Set only when one pickup is requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    booking_ids: Option<Vec<BookingId>>,
}

impl From<Pickup> for PickupView {
    fn from(pickup: Pickup) -> Self {
        Self {
            id: pickup.id,
            carrier: pickup.carrier,
            carrier_account_id: pickup.carrier_account_id,
            status: pickup.status,
            allowed_operations: PickupOperation::list_allowed(pickup.status),
            number: pickup.number,
            pickup_day: pickup.pickup_day,
            ready: pickup.ready,
            closes: pickup.closes,
            sender: pickup.sender,
            pieces: pickup.pieces,
            weight: Weight::kilograms(pickup.weight),
            instructions: pickup.instructions,
            message: pickup.message,
            creation_time: pickup.creation_time,
            closed_time: pickup.closed_time,
            booking_ids: None,
        }
    }
}

pub async fn pickups(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<PickupView>> {
    let narrow = match scope.caller.customer() {
        None => Where::all(),
        Some(customer) => {
            let ids = pickups::store::load_customer_pickups(&mut scope, customer).await?;
            Where::all().is_in(Pickup::ID, &ids)
        }
    };
    Ok(scope
        .page::<Pickup>(&query, narrow)
        .await?
        .map(PickupView::from))
}

/// Requires access to all of its bookings.
async fn load_pickup(scope: &mut Scope, id: PickupId) -> Result<PickupView> {
    let pickup: Pickup = scope.find(id).await?;
    let on_it = || Where::all().eq(Booking::PICKUP_ROW_ID, id);
    let bookings: Vec<Booking> = scope.all(on_it()).await?;
    if scope.caller.customer().is_some() {
        let all = scope.unrestricted().await?.count(on_it()).await?;
        if bookings.is_empty() || usize::try_from(all) != Ok(bookings.len()) {
            return Err(Error::NotFound("The pickup"));
        }
    }
    let booking_ids = Some(bookings.into_iter().map(|booking| booking.id).collect());
    Ok(PickupView {
        booking_ids,
        ..pickup.into()
    })
}

pub async fn pickup(mut scope: Scope, ById { id }: ById<PickupId>) -> Result<PickupView> {
    load_pickup(&mut scope, id).await
}

pub async fn cancel_pickup(mut scope: Scope, ById { id }: ById<PickupId>) -> Result<Empty> {
    load_pickup(&mut scope, id).await?;
    pickups::cancel::cancel(&mut scope, id).await?;
    Ok(Empty {})
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PickupDayQuery {
    carrier_account_id: CarrierAccountId,
    /// Time the goods are ready. Default: now. A time without an offset is in the tenant's zone.
    ready_time: Option<DateTime<Utc>>,
    /// Closing time of the sender.
    closing_time: Option<DateTime<Utc>>,
}

/// First possible pickup of the account's carrier.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PickupDay {
    day: NaiveDate,
    /// Values for `pickupReadyTime` and `businessClosingTime` of a booking.
    ready_time: DateTime<Utc>,
    closing_time: DateTime<Utc>,
    /// Reason for a later day than requested: CutOff, Closed or DayOff.
    moved: Option<Moved>,
}

/// Moves on after the account's cut-off, at weekends and on the tenant's holidays.
pub async fn pickup_day(mut scope: Scope, query: PickupDayQuery) -> Result<PickupDay> {
    let zone = consignment::zone(
        &tenancy::settings_of(scope.host(), scope.tenant)
            .await?
            .general
            .timezone,
    );
    let requested = RequestedPickup {
        ready: query.ready_time,
        closing: query.closing_time,
    };
    let now = scope.now();
    let window =
        pickups::windows::window(&mut scope, query.carrier_account_id, requested, now).await?;
    Ok(PickupDay {
        day: window.day,
        ready_time: data::case::to_instant(window.day.and_time(window.ready), zone),
        closing_time: data::case::to_instant(window.day.and_time(window.closes), zone),
        moved: window.moved,
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckAddress {
    carrier_account_id: CarrierAccountId,
    address: Address,
}

/// A carrier's address check.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckedAddress {
    /// True if the carrier supports address checks.
    is_checked: bool,
    is_known: bool,
    /// The carrier's spelling, or its nearest known addresses.
    suggestions: Vec<Address>,
}

pub async fn check_address(mut scope: Scope, request: CheckAddress) -> Result<CheckedAddress> {
    let address = request.address.normalized();
    let errors = address.check("address.");
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    // Rejects other customers' accounts.
    let now = scope.now();
    pickups::windows::window(
        &mut scope,
        request.carrier_account_id,
        RequestedPickup::default(),
        now,
    )
    .await?;
    let (port, call) =
        carrier_calls::service::prepare_call(&mut scope, request.carrier_account_id).await?;
    let unchecked = || CheckedAddress {
        is_checked: false,
        is_known: false,
        suggestions: Vec::new(),
    };
    if !port
        .carrier(scope.tenant, &call.carrier)
        .is_some_and(|carrier| carrier.checks_addresses)
    {
        return Ok(unchecked());
    }
    scope.rollback();
    let verdict = port.check_address(call, address).await;
    Ok(
        match verdict.map_err(|fault| carrier_calls::service::rejection(&fault))? {
            None => unchecked(),
            Some(Verdict::Known) => CheckedAddress {
                is_checked: true,
                is_known: true,
                suggestions: Vec::new(),
            },
            Some(Verdict::Better(better)) => CheckedAddress {
                is_checked: true,
                is_known: true,
                suggestions: vec![better.into()],
            },
            Some(Verdict::Unknown(nearest)) => CheckedAddress {
                is_checked: true,
                is_known: false,
                suggestions: nearest.into_iter().map(Address::from).collect(),
            },
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_is_printed_once_the_carrier_has_closed_the_manifest() {
        for (status, is_printed) in [
            (Status::Manifesting, false),
            (Status::Manifested, true),
            (Status::Failed, false),
        ] {
            let allowed = allowed_operations(status);
            assert_eq!(
                allowed.contains(&Operation::PrintManifest),
                is_printed,
                "{status}"
            );
        }
    }
}
