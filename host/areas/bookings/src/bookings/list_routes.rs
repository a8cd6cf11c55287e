//! Booking lists, counts, totals, operation log and carrier capabilities.

use carriage::quantity::{Volume, Weight};
use carriers::{accounts, port::CarrierPort};
use customers::ReferenceField;
use data::{
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
use tenancy::staff_names::Names;

use crate::{
    access::BOOKING_CHANGE_STATUS,
    bookings::{
        self,
        model::Booking,
        operations::Operation,
        records::OperationEntry,
        status::{Group, Status},
        view::{BookingView, ExchangeView, OperationView},
    },
    carrier_calls, invoicing,
};

/// Default: all customers the caller may see.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerFilter {
    customer_id: Option<CustomerId>,
}

pub async fn list(
    mut scope: Scope,
    filter: CustomerFilter,
    query: ListQuery,
) -> Result<PageOf<BookingView>> {
    let narrow = Where::all().eq_some(Booking::CUSTOMER_ID, filter.customer_id);
    let page = scope.page::<Booking>(&query, narrow).await?;
    Ok(page.map(|booking| BookingView::for_list(&scope, booking)))
}

pub async fn for_invoice(
    mut scope: Scope,
    filter: CustomerFilter,
    query: ListQuery,
) -> Result<PageOf<BookingView>> {
    let narrow =
        crate::invoicing::service::uninvoiced().eq_some(Booking::CUSTOMER_ID, filter.customer_id);
    let page = scope.page::<Booking>(&query, narrow).await?;
    Ok(page.map(|booking| BookingView::for_list(&scope, booking)))
}

pub async fn for_recharge(
    mut scope: Scope,
    filter: CustomerFilter,
    query: ListQuery,
) -> Result<PageOf<BookingView>> {
    let narrow =
        invoicing::recharges::has_uninvoiced().eq_some(Booking::CUSTOMER_ID, filter.customer_id);
    let page = scope.page::<Booking>(&query, narrow).await?;
    Ok(page.map(|booking| BookingView::for_list(&scope, booking)))
}

pub async fn list_json(scope: Scope, query: ListQuery) -> Result<PageOf<Value>> {
    scope.require(BOOKING)?;
    list(scope, CustomerFilter { customer_id: None }, query)
        .await?
        .to_json()
}

pub fn list_schema() -> Value {
    // The serialised form: the input form has fewer fields.
    let answered = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    answered
        .into_generator()
        .into_root_schema_for::<BookingView>()
        .to_value()
}

/// Filter for totals and counts, equal to the list's filter.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SummaryFilter {
    /// Same syntax as in getbookings.
    filter: Option<String>,
    customer_id: Option<CustomerId>,
}

impl SummaryFilter {
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

pub async fn status_count(mut scope: Scope, filter: SummaryFilter) -> Result<StatusCounts> {
    let narrow = filter.narrow();
    let rows = scope
        .totals(
            &filter.query(),
            narrow,
            &[Booking::BOOKING_STATUS.name()],
            &[],
        )
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

#[data::wire]
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    total_bookings: i64,
    total_items: i64,
    total_weight: Weight,
    total_cubic: Volume,
    /// Total charged to customers, including tax and without insurance.
    total_freight_cost: Decimal,
    total_insurance_cost: Decimal,
}

pub async fn summary(mut scope: Scope, filter: SummaryFilter) -> Result<Summary> {
    const SUMS: [Sum; 5] = [
        Booking::TOTAL_ITEMS.sum(),
        Booking::TOTAL_WEIGHT.sum(),
        Booking::TOTAL_VOLUME.sum(),
        Booking::FREIGHT_PRICE.sum(),
        Booking::INSURANCE_PRICE.sum(),
    ];
    let rows = scope
        .totals(&filter.query(), filter.narrow(), &[], &SUMS)
        .await?;
    let row = rows
        .first()
        .ok_or_else(|| data::Error::Internal(data::sqlx::Error::RowNotFound.into()))?;
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
    /// Recorded carrier requests and responses; empty without the change-status permission.
    carrier_exchanges: Vec<ExchangeView>,
}

pub async fn operation_log(mut scope: Scope, ById { id }: ById<BookingId>) -> Result<Log> {
    let booking = bookings::store::find(&mut scope, id).await?;
    let mut entries: Vec<OperationEntry> = scope
        .all(Where::all().eq(OperationEntry::BOOKING_ID, booking.id))
        .await?;
    Names::for_caller(&mut scope).await?.mask(&mut entries);
    let exchanges = match scope.can(BOOKING_CHANGE_STATUS) && scope.caller.customer().is_none() {
        true => carrier_calls::exchanges::list(&mut scope, booking.id).await?,
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

/// A carrier's capabilities.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CarrierSetting {
    carrier_code: String,
    operations: Vec<Operation>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReferencesQuery {
    /// A customer's user may omit it.
    customer_id: Option<CustomerId>,
}

#[derive(Serialize, JsonSchema)]
pub struct BookingReferences {
    references: Vec<ReferenceField>,
}

/// Requires only the booking permission, not access to the customer's references.
pub async fn references(mut scope: Scope, query: ReferencesQuery) -> Result<BookingReferences> {
    let customer = query.customer_id.or(scope.caller.customer());
    let id = customer.ok_or_else(|| Error::invalid("customerId", message!("is required")))?;
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
