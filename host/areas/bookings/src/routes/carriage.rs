//! Calls about manifests and pickups: lists, one alone, the day that a carrier can come, and taking a pickup back.

use std::collections::BTreeMap;

use carriers::port::Verdict;
use chrono::{DateTime, NaiveDate, Utc};
use freight::{
    address::Address,
    quantity::{Volume, Weight},
};
use kernel::{
    ById, Empty, Error, ListQuery, PageOf, Result, Scope, Where,
    db::{Col, Sum, TenantSql},
    ids::{BookingId, CarrierAccountId, ManifestId},
    tsql,
};
use quotes::rules::consignment;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    model::{Booking, DocumentType, Manifest, Pickup, PickupId},
    rules::{
        pickups::{Moved, PickupStatus, Wanted},
        status::Status,
    },
    service::{carrier, pickup},
    store::{self, Owner},
};

/// So many of the newest a customer's user sees in its lists.
const THEIRS: TenantSql = tsql!(
    "SELECT manifest_row_id FROM bookings WHERE tenant_id = $1 AND manifest_row_id IS NOT NULL
     GROUP BY manifest_row_id HAVING MIN(customer_id) = $2 AND MAX(customer_id) = $2
     ORDER BY manifest_row_id DESC LIMIT 500"
);
const THEIR_PICKUPS: TenantSql = tsql!(
    "SELECT pickup_row_id FROM bookings WHERE tenant_id = $1 AND pickup_row_id IS NOT NULL
     GROUP BY pickup_row_id HAVING MIN(customer_id) = $2 AND MAX(customer_id) = $2
     ORDER BY pickup_row_id DESC LIMIT 500"
);

/// What a customer's user may see: what holds that customer's bookings alone. None for the tenant's people, who see all.
async fn own(scope: &mut Scope, sql: TenantSql) -> Result<Option<Vec<i64>>> {
    let Some(customer) = scope.caller.customer() else {
        return Ok(None);
    };
    let rows = scope.rows(sql, vec![customer.val()]).await?;
    Ok(Some(
        rows.iter()
            .map(|row| row.get(0))
            .collect::<kernel::sqlx::Result<_>>()?,
    ))
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManifestView {
    id: ManifestId,
    carrier: String,
    carrier_account_id: CarrierAccountId,
    /// None while the carrier is asked.
    number: Option<String>,
    /// Manifesting, Manifested or Failed.
    status: Status,
    sender: Address,
    creation_time: DateTime<Utc>,
    closed_time: Option<DateTime<Utc>>,
    /// What is on it: consignments, pieces, weight and volume.
    total_bookings: i64,
    total_items: i64,
    total_weight: Weight,
    total_cubic: Volume,
    /// Told of a manifest that is asked for alone, as are the tokens of its sheets.
    #[serde(skip_serializing_if = "Option::is_none")]
    booking_ids: Option<Vec<BookingId>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sheets: Option<Vec<String>>,
}

/// What the bookings on a manifest add up to.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    bookings: i64,
    items: i64,
    weight: Decimal,
    volume: Decimal,
}

/// The sums of all these manifests by one statement. Who sees a manifest sees all that is on it.
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

impl ManifestView {
    fn of(manifest: Manifest, sums: &BTreeMap<ManifestId, Sums>) -> Self {
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
    let narrow = match own(&mut scope, THEIRS).await? {
        None => Where::all(),
        Some(ids) => Where::all().is_in(
            Manifest::ID,
            &ids.into_iter().map(ManifestId).collect::<Vec<_>>(),
        ),
    };
    let page = scope.page::<Manifest>(&query, narrow).await?;
    let ids: Vec<ManifestId> = page.items.iter().map(|manifest| manifest.id).collect();
    let sums = sums(&mut scope, &ids).await?;
    Ok(page.map(|manifest| ManifestView::of(manifest, &sums)))
}

/// A manifest with its bookings; its sheets are printed again by their tokens.
pub async fn manifest(mut scope: Scope, ById { id }: ById<ManifestId>) -> Result<ManifestView> {
    let manifest: Manifest = scope.find(id).await?;
    if !store::may_see_manifest(&mut scope, id).await? {
        return Err(Error::NotFound("The manifest"));
    }
    let bookings: Vec<Booking> = scope
        .all(Where::all().eq(Booking::MANIFEST_ROW_ID, id))
        .await?;
    let sums = sums(&mut scope, &[id]).await?;
    let sheets = store::documents(
        &mut scope,
        Owner::Manifest(id),
        DocumentType::Manifest as i64,
    )
    .await?;
    Ok(ManifestView {
        booking_ids: Some(bookings.into_iter().map(|booking| booking.id).collect()),
        sheets: Some(sheets.into_iter().map(|sheet| sheet.token).collect()),
        ..ManifestView::of(manifest, &sums)
    })
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PickupView {
    id: PickupId,
    carrier: String,
    carrier_account_id: CarrierAccountId,
    status: PickupStatus,
    /// The carrier's; none while it is asked.
    number: Option<String>,
    pickup_day: NaiveDate,
    /// Times of the tenant's clock, `09:00`.
    ready: String,
    closes: String,
    sender: Address,
    pieces: i64,
    weight: Weight,
    instructions: String,
    /// What the carrier said last where it refused or did not answer.
    message: Option<String>,
    creation_time: DateTime<Utc>,
    closed_time: Option<DateTime<Utc>>,
    /// Told of a pickup that is asked for alone.
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
    let narrow = match own(&mut scope, THEIR_PICKUPS).await? {
        None => Where::all(),
        Some(ids) => Where::all().is_in(
            Pickup::ID,
            &ids.into_iter().map(PickupId).collect::<Vec<_>>(),
        ),
    };
    Ok(scope
        .page::<Pickup>(&query, narrow)
        .await?
        .map(PickupView::from))
}

/// The pickup, for a caller who may see all that is on it.
async fn seen(scope: &mut Scope, id: PickupId) -> Result<PickupView> {
    let pickup: Pickup = scope.find(id).await?;
    let on_it = || Where::all().eq(Booking::PICKUP_ROW_ID, id);
    let bookings: Vec<Booking> = scope.all(on_it()).await?;
    if scope.caller.customer().is_some() {
        let all = scope.unbound().await?.count(on_it()).await?;
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
    seen(&mut scope, id).await
}

/// Takes a pickup back from the carrier.
pub async fn cancel_pickup(mut scope: Scope, ById { id }: ById<PickupId>) -> Result<Empty> {
    seen(&mut scope, id).await?;
    pickup::cancel(&mut scope, id).await?;
    Ok(Empty {})
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WantedDay {
    carrier_account_id: CarrierAccountId,
    /// When the goods are ready; now when left out. A time without an offset is in the tenant's zone.
    ready_time: Option<DateTime<Utc>>,
    /// When the sender closes.
    closing_time: Option<DateTime<Utc>>,
}

/// When the account's carrier can come.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PickupDay {
    day: NaiveDate,
    /// What a booking is sent with as `pickupReadyTime` and `businessClosingTime`.
    ready_time: DateTime<Utc>,
    closing_time: DateTime<Utc>,
    /// Why it is another day than was asked for: CutOff, Closed or DayOff.
    moved: Option<Moved>,
}

/// The first day on which the carrier can come: after the account's cut-off, at weekends and on the tenant's holidays it
/// is a later one.
pub async fn pickup_day(mut scope: Scope, asked: WantedDay) -> Result<PickupDay> {
    let zone = consignment::zone(
        &tenancy::settings_of(scope.host(), scope.tenant)
            .await?
            .general
            .timezone,
    );
    let wanted = Wanted {
        ready: asked.ready_time,
        closing: asked.closing_time,
    };
    let now = scope.now();
    let found = pickup::window(&mut scope, asked.carrier_account_id, wanted, now).await?;
    Ok(PickupDay {
        day: found.day,
        ready_time: kernel::case::instant(found.day.and_time(found.ready), zone),
        closing_time: kernel::case::instant(found.day.and_time(found.closes), zone),
        moved: found.moved,
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskedAddress {
    carrier_account_id: CarrierAccountId,
    address: Address,
}

/// What a carrier says of an address.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckedAddress {
    /// Whether the carrier says anything of addresses.
    is_checked: bool,
    is_known: bool,
    /// As the carrier writes it, or the nearest that it knows.
    suggestions: Vec<Address>,
}

/// Asks the account's carrier whether it knows an address.
pub async fn check_address(mut scope: Scope, asked: AskedAddress) -> Result<CheckedAddress> {
    let address = asked.address.tidied();
    let wrong = address.check("address.");
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    // Refuses accounts of other customers.
    let now = scope.now();
    pickup::window(&mut scope, asked.carrier_account_id, Wanted::default(), now).await?;
    let (port, call) = carrier::call(&mut scope, asked.carrier_account_id).await?;
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
    Ok(match verdict.map_err(|fault| carrier::refusal(&fault))? {
        None => unchecked(),
        Some(Verdict::Known) => CheckedAddress {
            is_checked: true,
            is_known: true,
            suggestions: Vec::new(),
        },
        Some(Verdict::Better(better)) => CheckedAddress {
            is_checked: true,
            is_known: true,
            suggestions: vec![*better],
        },
        Some(Verdict::Unknown(nearest)) => CheckedAddress {
            is_checked: true,
            is_known: false,
            suggestions: nearest,
        },
    })
}
