//! Lists of bookings, their counts and sums, the operation log, and what carriers can do.

use carriers::{accounts, port::CarrierPort};
use customers::ReferenceField;
use freight::quantity::{Volume, Weight};
use kernel::{
    ById, Empty, Error, ListQuery, PageOf, Result, Scope, Where,
    db::Sum,
    ids::{BookingId, CustomerId},
    message,
};
use quotes::access::BOOKING;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tenancy::names::Names;

use crate::{
    access::BOOKING_CHANGE_STATUS,
    model::{
        Booking, OperationEntry,
        view::{BookingView, ExchangeView, OperationView},
    },
    recharge,
    rules::{
        operations::Operation,
        status::{Group, Status},
    },
    service::exchange,
    store,
};

/// One customer's bookings; left out: all that the caller may see.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Of {
    customer_id: Option<CustomerId>,
}

pub async fn list(mut scope: Scope, of: Of, query: ListQuery) -> Result<PageOf<BookingView>> {
    let narrow = Where::all().eq_some(Booking::CUSTOMER_ID, of.customer_id);
    let page = scope.page::<Booking>(&query, narrow).await?;
    Ok(page.map(|booking| BookingView::of(&scope, booking)))
}

/// The bookings that can be invoiced: a carrier has them, they have a price, and no invoice names them yet.
pub async fn for_invoice(
    mut scope: Scope,
    of: Of,
    query: ListQuery,
) -> Result<PageOf<BookingView>> {
    let narrow = crate::invoicing::uninvoiced().eq_some(Booking::CUSTOMER_ID, of.customer_id);
    let page = scope.page::<Booking>(&query, narrow).await?;
    Ok(page.map(|booking| BookingView::of(&scope, booking)))
}

/// What customers are charged again after the carrier's invoice, and have no invoice for yet.
pub async fn for_recharge(
    mut scope: Scope,
    of: Of,
    query: ListQuery,
) -> Result<PageOf<BookingView>> {
    let narrow = recharge::waiting().eq_some(Booking::CUSTOMER_ID, of.customer_id);
    let page = scope.page::<Booking>(&query, narrow).await?;
    Ok(page.map(|booking| BookingView::of(&scope, booking)))
}

/// The list of bookings as the API answers it, for a caller who may have it.
pub async fn listed(scope: Scope, query: ListQuery) -> Result<PageOf<Value>> {
    scope.require(BOOKING)?;
    list(scope, Of { customer_id: None }, query)
        .await?
        .to_json()
}

/// What the rows of that list are made of.
pub fn list_schema() -> Value {
    // As it is answered: what a form sends of a booking is less.
    let answered = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    answered
        .into_generator()
        .into_root_schema_for::<BookingView>()
        .to_value()
}

/// What the sums and counts are over: the list's own filter.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Filtered {
    /// As for getbookings.
    filter: Option<String>,
    customer_id: Option<CustomerId>,
}

impl Filtered {
    fn query(&self) -> ListQuery {
        ListQuery {
            filter: self.filter.clone(),
            ..ListQuery::default()
        }
    }
    fn narrow(&self) -> Where<Booking> {
        Where::all().eq_some(Booking::CUSTOMER_ID, self.customer_id)
    }
}

#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusCounts {
    delivered: i64,
    in_transit: i64,
    processing: i64,
    exception: i64,
    statuses: Vec<StatusCount>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusCount {
    booking_status: Status,
    count: i64,
}

pub async fn status_count(mut scope: Scope, of: Filtered) -> Result<StatusCounts> {
    let narrow = of.narrow();
    let rows = scope
        .totals(&of.query(), narrow, &[Booking::BOOKING_STATUS.name()], &[])
        .await?;
    let mut counts = StatusCounts::default();
    for row in rows {
        let (booking_status, count): (Status, i64) = (row.get(0)?, row.get(1)?);
        match booking_status.group() {
            Group::Delivered => counts.delivered += count,
            Group::InTransit => counts.in_transit += count,
            Group::Processing => counts.processing += count,
            Group::Exception => counts.exception += count,
            Group::Gone => {}
        }
        counts.statuses.push(StatusCount {
            booking_status,
            count,
        });
    }
    counts
        .statuses
        .sort_by_key(|count| count.booking_status as usize);
    Ok(counts)
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    total_bookings: i64,
    total_items: i64,
    total_weight: Weight,
    total_cubic: Volume,
    /// What the customers pay, with tax and without insurance.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    total_freight_cost: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    total_insurance_cost: Decimal,
}

pub async fn summary(mut scope: Scope, of: Filtered) -> Result<Summary> {
    const SUMS: [Sum; 5] = [
        Booking::TOTAL_ITEMS.sum(),
        Booking::TOTAL_WEIGHT.sum(),
        Booking::TOTAL_VOLUME.sum(),
        Booking::FREIGHT_PRICE.sum(),
        Booking::INSURANCE_PRICE.sum(),
    ];
    let rows = scope.totals(&of.query(), of.narrow(), &[], &SUMS).await?;
    let row = rows
        .first()
        .ok_or_else(|| kernel::Error::Internal(kernel::sqlx::Error::RowNotFound.into()))?;
    Ok(Summary {
        total_bookings: row.get(0)?,
        total_items: row.get(1)?,
        total_weight: Weight::kilograms(row.get(2)?),
        total_cubic: Volume::cubic_metres(row.get(3)?),
        total_freight_cost: row.get(4)?,
        total_insurance_cost: row.get(5)?,
    })
}

pub async fn operation_logs(
    mut scope: Scope,
    _: Empty,
    query: ListQuery,
) -> Result<PageOf<OperationView>> {
    Ok(scope
        .page::<OperationEntry>(&query, Where::all())
        .await?
        .map(OperationView::from))
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Log {
    integration_log: Vec<OperationView>,
    /// What the carrier was sent and what came back; empty for those who may not change a booking's status.
    carrier_exchanges: Vec<ExchangeView>,
}

pub async fn operation_log(mut scope: Scope, ById { id }: ById<BookingId>) -> Result<Log> {
    let booking = store::find(&mut scope, id).await?;
    let mut entries: Vec<OperationEntry> = scope
        .all(Where::all().eq(OperationEntry::BOOKING_ID, booking.id))
        .await?;
    Names::of_caller(&mut scope).await?.mask(&mut entries);
    let exchanges = match scope.can(BOOKING_CHANGE_STATUS) && scope.caller.customer().is_none() {
        true => exchange::of_booking(&mut scope, booking.id).await?,
        false => Vec::new(),
    };
    Ok(Log {
        integration_log: entries.into_iter().map(OperationView::from).collect(),
        carrier_exchanges: exchanges.into_iter().map(ExchangeView::from).collect(),
    })
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Configurations {
    carrier_settings: Vec<CarrierSetting>,
}

/// What can be asked of a carrier.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CarrierSetting {
    carrier_code: String,
    operations: Vec<Operation>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookedFor {
    /// A customer's user may leave it out.
    customer_id: Option<CustomerId>,
}

#[derive(Serialize, JsonSchema)]
pub struct BookingReferences {
    references: Vec<ReferenceField>,
}

/// The reference fields that a form of the customer's bookings shows: for everybody who books, also without the permission
/// to see the customer's references themselves.
pub async fn references(mut scope: Scope, of: BookedFor) -> Result<BookingReferences> {
    let named = of.customer_id.or(scope.caller.customer());
    let id = named.ok_or_else(|| Error::invalid("customerId", message!("is required")))?;
    let customer = customers::find(&mut scope, id).await?.id;
    Ok(BookingReferences {
        references: customers::reference_fields(&mut scope, customer).await?,
    })
}

pub async fn configurations(scope: Scope, _: Empty) -> Result<Configurations> {
    let port = scope.port::<dyn CarrierPort>()?;
    let enabled = accounts::enabled_carriers(&scope).await?;
    let carrier_settings = enabled
        .into_iter()
        .filter_map(|code| port.carrier(scope.tenant, &code))
        .map(|carrier| {
            let always = [
                Operation::Book,
                Operation::Manifest,
                Operation::PrintLabel,
                Operation::Cancel,
            ];
            let sheet = carrier.manifests.then_some(Operation::PrintManifest);
            let tracking = carrier.tracks.then_some(Operation::RefreshTracking);
            let pickup = carrier.picks_up.then_some(Operation::BookPickup);
            let operations = always
                .into_iter()
                .chain(sheet)
                .chain(tracking)
                .chain(pickup);
            CarrierSetting {
                carrier_code: carrier.code,
                operations: operations.collect(),
            }
        })
        .collect();
    Ok(Configurations { carrier_settings })
}
