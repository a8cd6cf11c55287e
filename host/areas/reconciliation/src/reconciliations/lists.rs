//! Read calls of reconciliations and lines.

use std::collections::{BTreeMap, HashMap};

use data::{ListQuery, PageOf, Result, Scope, Where, db::Sum, life_cycle::Operation as _};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    access::RECONCILE,
    decisions::sums::Sums,
    model::{
        Reconciliation, ReconciliationBooking, ReconciliationBookingId, ReconciliationId,
        ReconciliationService,
    },
    reconciliations::status::{LineOperation, LineStatus},
};
use quotes::access::BOOKINGS;

const MAX_LINES: i64 = 1_000;

pub(crate) fn table() -> Routes {
    Routes::new("/api/booking/reconciliation")
        .feature(BOOKINGS)
        .list("GetReconciliations", RECONCILE, list)
        .get("GetReconciliationForApproval", RECONCILE, for_approval)
        .list("GetReconciliationBookings", RECONCILE, lines)
}

/// Sums of the lines of one status.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatusSums {
    status: LineStatus,
    #[serde(flatten)]
    sums: Sums,
}

/// A reconciliation in the list.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReconciliationView {
    #[serde(flatten)]
    reconciliation: Reconciliation,
    /// Sums of all its lines.
    totals: Sums,
    statuses: Vec<StatusSums>,
}

/// A line with its services.
#[data::wire]
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookingReconciliation {
    #[serde(flatten)]
    line: ReconciliationBooking,
    /// The invoiced amount beyond the carrier's quote.
    difference_amount: Decimal,
    /// Operations that its status allows, permissions aside.
    allowed_operations: Vec<LineOperation>,
    booking_reconciliation_services: Vec<ReconciliationService>,
}

/// A reconciliation with its lines.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReconciliationForApproval {
    #[serde(flatten)]
    reconciliation: ReconciliationView,
    /// Number of lines that match the filter.
    booking_reconciliation_count: i64,
    booking_reconciliations: Vec<BookingReconciliation>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
struct AllReconciliations {
    /// Default: all carriers.
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
    let mut sums = load_sums(&mut scope, &ids).await?;
    Ok(page.map(|row| {
        let statuses = sums.remove(&row.id).unwrap_or_default();
        ReconciliationView::from_statuses(row, statuses)
    }))
}

impl ReconciliationView {
    fn from_statuses(reconciliation: Reconciliation, statuses: Vec<StatusSums>) -> Self {
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
struct ReconciliationQuery {
    id: ReconciliationId,
    /// Page size, 1 to 1000. Default: 1000.
    #[serde(default)]
    max_result_count: Option<i64>,
    /// Lines to skip.
    #[serde(default)]
    skip_count: Option<i64>,
    /// Filter of lines, such as `status eq 'Held'`.
    #[serde(default)]
    filter: Option<String>,
}

async fn for_approval(
    mut scope: Scope,
    wanted: ReconciliationQuery,
) -> Result<ReconciliationForApproval> {
    let row: Reconciliation = scope.find(wanted.id).await?;
    let reconciliation = load_view(&mut scope, row).await?;
    let query = ListQuery {
        filter: wanted.filter,
        sorting: Some("id asc".to_owned()),
        max_result_count: Some(wanted.max_result_count.unwrap_or(MAX_LINES)),
        skip_count: wanted.skip_count,
    };
    let page = page(&mut scope, Some(wanted.id), &query).await?;
    Ok(ReconciliationForApproval {
        reconciliation,
        booking_reconciliation_count: page.total_count,
        booking_reconciliations: page.items,
    })
}

pub(crate) async fn load_view(
    scope: &mut Scope,
    row: Reconciliation,
) -> Result<ReconciliationView> {
    let statuses = load_sums(scope, &[row.id])
        .await?
        .remove(&row.id)
        .unwrap_or_default();
    Ok(ReconciliationView::from_statuses(row, statuses))
}

#[derive(Deserialize, JsonSchema)]
struct LinesQuery {
    /// Default: lines of all reconciliations.
    id: Option<ReconciliationId>,
}

async fn lines(
    mut scope: Scope,
    of: LinesQuery,
    query: ListQuery,
) -> Result<PageOf<BookingReconciliation>> {
    if let Some(id) = of.id {
        scope.find::<Reconciliation>(id).await?;
    }
    page(&mut scope, of.id, &query).await
}

async fn page(
    scope: &mut Scope,
    id: Option<ReconciliationId>,
    query: &ListQuery,
) -> Result<PageOf<BookingReconciliation>> {
    let of = Where::all().eq_some(ReconciliationBooking::RECONCILIATION_ID, id);
    let page = scope.page::<ReconciliationBooking>(query, of).await?;
    let total_count = page.total_count;
    Ok(PageOf {
        total_count,
        items: with_services(scope, page.items).await?,
    })
}

pub(crate) async fn with_services(
    scope: &mut Scope,
    lines: Vec<ReconciliationBooking>,
) -> Result<Vec<BookingReconciliation>> {
    let ids: Vec<ReconciliationBookingId> = lines.iter().map(|line| line.id).collect();
    let mut services = load_services(scope, &ids).await?;
    let each = |line: ReconciliationBooking| BookingReconciliation {
        booking_reconciliation_services: services.remove(&line.id).unwrap_or_default(),
        difference_amount: line.difference(),
        allowed_operations: LineOperation::list_allowed(line.status),
        line,
    };
    Ok(lines.into_iter().map(each).collect())
}

pub(crate) async fn load_services(
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

/// Sums by status.
pub(crate) async fn load_sums(
    scope: &mut Scope,
    ids: &[ReconciliationId],
) -> Result<BTreeMap<ReconciliationId, Vec<StatusSums>>> {
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
    let mut all: BTreeMap<ReconciliationId, Vec<StatusSums>> = BTreeMap::new();
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
        all.entry(row.get(0)?).or_default().push(StatusSums {
            status: row.get(1)?,
            sums,
        });
    }
    for statuses in all.values_mut() {
        statuses.sort_by_key(|one| one.status as usize);
    }
    Ok(all)
}
