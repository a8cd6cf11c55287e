//! The calls that read reconciliations: the list, one for approval, and its lines with what they are made of.

use std::collections::{BTreeMap, HashMap};

use kernel::{ListQuery, PageOf, Result, Routes, Scope, Where, db::Sum};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    access::{BOOKINGS, RECONCILE},
    model::{
        Reconciliation, ReconciliationBooking, ReconciliationBookingId, ReconciliationId,
        ReconciliationService,
    },
    rules::{status::LineStatus, sums::Sums},
};

/// Lines that one answer has.
const MOST: i64 = 1_000;

pub(crate) fn table() -> Routes {
    Routes::at("/api/booking/reconciliation")
        .feature(BOOKINGS)
        .list("GetReconciliations", RECONCILE, list)
        .get("GetReconciliationForApproval", RECONCILE, for_approval)
        .list("GetReconciliationBookings", RECONCILE, lines)
}

/// The lines of one state, added up.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SumsOfStatus {
    status: LineStatus,
    #[serde(flatten)]
    sums: Sums,
}

/// A reconciliation as the list has it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReconciliationView {
    #[serde(flatten)]
    reconciliation: Reconciliation,
    /// Of all its lines.
    totals: Sums,
    statuses: Vec<SumsOfStatus>,
}

/// A line with what it is made of.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookingReconciliation {
    #[serde(flatten)]
    line: ReconciliationBooking,
    /// What the carrier asks beyond what it quoted.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    difference_amount: Decimal,
    booking_reconciliation_services: Vec<ReconciliationService>,
}

/// A reconciliation with its lines.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReconciliationForApproval {
    #[serde(flatten)]
    reconciliation: ReconciliationView,
    /// How many lines there are of the states that were asked for.
    booking_reconciliation_count: i64,
    booking_reconciliations: Vec<BookingReconciliation>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
struct AllReconciliations {
    /// Those of one carrier.
    carrier_code: Option<String>,
}

async fn list(
    mut scope: Scope,
    of: AllReconciliations,
    query: ListQuery,
) -> Result<PageOf<ReconciliationView>> {
    let narrow = Where::all().eq_some(Reconciliation::CARRIER, of.carrier_code);
    let page = scope.page::<Reconciliation>(&query, narrow).await?;
    let ids: Vec<ReconciliationId> = page.items.iter().map(|row| row.id).collect();
    let mut sums = sums(&mut scope, &ids).await?;
    Ok(page.map(|row| {
        let own = sums.remove(&row.id).unwrap_or_default();
        ReconciliationView::of(row, own)
    }))
}

impl ReconciliationView {
    fn of(reconciliation: Reconciliation, statuses: Vec<SumsOfStatus>) -> Self {
        let totals = statuses.iter().map(|one| one.sums).sum();
        Self {
            reconciliation,
            totals,
            statuses,
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ReconciliationQuestion {
    id: ReconciliationId,
    /// Lines wanted, 1 to 1000; 1000 when left out.
    #[serde(default)]
    max_result_count: Option<i64>,
    /// Lines to pass over.
    #[serde(default)]
    skip_count: Option<i64>,
    /// As for lists, over the lines: `status eq 'Held'`.
    #[serde(default)]
    filter: Option<String>,
}

async fn for_approval(
    mut scope: Scope,
    wanted: ReconciliationQuestion,
) -> Result<ReconciliationForApproval> {
    let row: Reconciliation = scope.find(wanted.id).await?;
    let reconciliation = view(&mut scope, row).await?;
    let query = ListQuery {
        filter: wanted.filter,
        sorting: Some("id asc".to_owned()),
        max_result_count: Some(wanted.max_result_count.unwrap_or(MOST)),
        skip_count: wanted.skip_count,
    };
    let page = page(&mut scope, wanted.id, &query).await?;
    Ok(ReconciliationForApproval {
        reconciliation,
        booking_reconciliation_count: page.total_count,
        booking_reconciliations: page.items,
    })
}

/// A reconciliation with its sums.
pub(crate) async fn view(scope: &mut Scope, row: Reconciliation) -> Result<ReconciliationView> {
    let own = sums(scope, &[row.id])
        .await?
        .remove(&row.id)
        .unwrap_or_default();
    Ok(ReconciliationView::of(row, own))
}

#[derive(Deserialize, JsonSchema)]
struct OfReconciliation {
    id: ReconciliationId,
}

async fn lines(
    mut scope: Scope,
    of: OfReconciliation,
    query: ListQuery,
) -> Result<PageOf<BookingReconciliation>> {
    let row: Reconciliation = scope.find(of.id).await?;
    page(&mut scope, row.id, &query).await
}

async fn page(
    scope: &mut Scope,
    id: ReconciliationId,
    query: &ListQuery,
) -> Result<PageOf<BookingReconciliation>> {
    let of = Where::all().eq(ReconciliationBooking::RECONCILIATION_ID, id);
    let page = scope.page::<ReconciliationBooking>(query, of).await?;
    let total_count = page.total_count;
    Ok(PageOf {
        total_count,
        items: with_services(scope, page.items).await?,
    })
}

/// Lines with their service lines.
pub(crate) async fn with_services(
    scope: &mut Scope,
    lines: Vec<ReconciliationBooking>,
) -> Result<Vec<BookingReconciliation>> {
    let ids: Vec<ReconciliationBookingId> = lines.iter().map(|line| line.id).collect();
    let mut services = services(scope, &ids).await?;
    let each = |line: ReconciliationBooking| BookingReconciliation {
        booking_reconciliation_services: services.remove(&line.id).unwrap_or_default(),
        difference_amount: line.difference(),
        line,
    };
    Ok(lines.into_iter().map(each).collect())
}

/// The service lines of lines, in their order.
pub(crate) async fn services(
    scope: &mut Scope,
    lines: &[ReconciliationBookingId],
) -> Result<HashMap<ReconciliationBookingId, Vec<ReconciliationService>>> {
    let of = Where::all().is_in(ReconciliationService::RECONCILIATION_BOOKING_ID, lines);
    let mut by_line: HashMap<ReconciliationBookingId, Vec<ReconciliationService>> = HashMap::new();
    for service in scope.all::<ReconciliationService>(of).await? {
        by_line
            .entry(service.reconciliation_booking_id)
            .or_default()
            .push(service);
    }
    Ok(by_line)
}

/// The sums of reconciliations' lines, state by state.
pub(crate) async fn sums(
    scope: &mut Scope,
    ids: &[ReconciliationId],
) -> Result<BTreeMap<ReconciliationId, Vec<SumsOfStatus>>> {
    const BY: [&str; 2] = [
        ReconciliationBooking::RECONCILIATION_ID.name(),
        ReconciliationBooking::STATUS.name(),
    ];
    const SUMS: [Sum; 7] = [
        ReconciliationBooking::CARRIER_QUOTED_AMOUNT.sum(),
        ReconciliationBooking::CARRIER_INVOICED_AMOUNT.sum(),
        ReconciliationBooking::CARRIER_INVOICED_TAX.sum(),
        ReconciliationBooking::CUSTOMER_QUOTED_AMOUNT.sum(),
        ReconciliationBooking::ABSORBED_AMOUNT.sum(),
        ReconciliationBooking::RECHARGE_AMOUNT.sum(),
        ReconciliationBooking::APPROVED_AMOUNT.sum(),
    ];
    let of = Where::all().is_in(ReconciliationBooking::RECONCILIATION_ID, ids);
    let query = ListQuery::default();
    let rows = scope.totals(&query, of, &BY, &SUMS).await?;
    let mut all: BTreeMap<ReconciliationId, Vec<SumsOfStatus>> = BTreeMap::new();
    for row in rows {
        let sums = Sums {
            count: row.get(2)?,
            carrier_quoted_amount: row.get(3)?,
            carrier_invoiced_amount: row.get(4)?,
            carrier_invoiced_tax: row.get(5)?,
            customer_quoted_amount: row.get(6)?,
            absorbed_amount: row.get(7)?,
            recharge_amount: row.get(8)?,
            approved_amount: row.get(9)?,
        };
        all.entry(row.get(0)?).or_default().push(SumsOfStatus {
            status: row.get(1)?,
            sums,
        });
    }
    for statuses in all.values_mut() {
        statuses.sort_by_key(|one| one.status as usize);
    }
    Ok(all)
}
