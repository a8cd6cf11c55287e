//! Margin view: carrier costs and sell prices, quoted and invoiced, by customer, carrier, lane and
//! month.

use carriers::port::CarrierPort;
use chrono::NaiveDate;
use chrono_tz::Tz;
use kernel::{
    Error, Result, Scope, Words,
    db::{Col, Row, TenantSql, Val},
    ids::CustomerId,
    tsql,
};
use quotes::quotes::consignment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{dates, margins::rules::Sums};

/// Maximum rows of a response, highest prices first; the total covers all.
const MAX_ROWS: usize = 500;
/// Maximum lanes compared; the states of a continent and its trading countries make fewer.
const MAX_LANES: usize = 5000;
const MAX_WORST_LANES: usize = 10;

/// Grouping of the margin view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum MarginBy {
    Customer,
    Carrier,
    Lane,
    Month,
}

/// Accepted bookings of a period, optionally of one customer or carrier.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarginQuery {
    by: MarginBy,
    /// First booking day; `to_date` is the last.
    from_date: NaiveDate,
    to_date: NaiveDate,
    /// Default: all customers.
    customer_id: Option<CustomerId>,
    /// Carrier code. Default: all carriers.
    carrier: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorstLanesQuery {
    /// First booking day; `to_date` is the last.
    from_date: NaiveDate,
    to_date: NaiveDate,
    /// Default: all customers.
    customer_id: Option<CustomerId>,
    /// Carrier code. Default: all carriers.
    carrier: Option<String>,
}

/// Quoted prices, sell prices and costs of a period.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Margins {
    currency: String,
    total: Sums,
    /// Highest prices first; months in calendar order.
    rows: Vec<MarginRow>,
    /// True if more rows exist than returned.
    is_truncated: bool,
}

/// The lanes with the lowest margins, worst first.
#[derive(Serialize, JsonSchema)]
pub struct WorstLanes {
    currency: String,
    lanes: Vec<MarginRow>,
}

/// One customer, carrier, lane or month.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarginRow {
    /// Stable key: customer id, carrier code, both regions of the lane, or month (`2026-01`).
    key: String,
    /// Display name.
    name: String,
    /// First region of a lane (`AU-VIC`); null for other groupings.
    from_region: Option<String>,
    to_region: Option<String>,
    #[serde(flatten)]
    sums: Sums,
}

impl MarginRow {
    fn new(key: String, name: String, sums: Sums) -> Self {
        Self {
            key,
            name,
            from_region: None,
            to_region: None,
            sums,
        }
    }

    fn lane((from, to): (String, String), sums: Sums) -> Self {
        let row = Self::new(format!("{from} {to}"), format!("{from} → {to}"), sums);
        Self {
            from_region: Some(from),
            to_region: Some(to),
            ..row
        }
    }
}

const TOTAL: TenantSql = tsql!(
    "SELECT COUNT(*), COALESCE(SUM(quoted_net), 0), COALESCE(SUM(sold_net), 0),
           COALESCE(SUM(cost_net), 0), COALESCE(SUM(insurance_net), 0),
           COALESCE(SUM(invoiced_net), 0), COALESCE(SUM(approved_net), 0), COALESCE(SUM(recovered_net), 0)
         FROM bookings WHERE tenant_id = $1 AND booking_date >= $2 AND booking_date < $3
         AND ($4 = 0 OR customer_id = $4) AND ($5 = '' OR carrier = $5)
         AND booking_status NOT IN ('Draft', 'Quoted', 'PendingPayment', 'Failed', 'Cancelled', 'Deleted')
         AND NOT (booking_status = 'OnHold'
           AND COALESCE(status_before_hold, '') IN ('Draft', 'Quoted', 'PendingPayment'))"
);

const BY_CUSTOMER: TenantSql = tsql!(
    "SELECT customer_id, COUNT(*), COALESCE(SUM(quoted_net), 0), COALESCE(SUM(sold_net), 0),
           COALESCE(SUM(cost_net), 0), COALESCE(SUM(insurance_net), 0),
           COALESCE(SUM(invoiced_net), 0), COALESCE(SUM(approved_net), 0), COALESCE(SUM(recovered_net), 0)
         FROM bookings WHERE tenant_id = $1 AND booking_date >= $2 AND booking_date < $3
         AND ($4 = 0 OR customer_id = $4) AND ($5 = '' OR carrier = $5)
         AND booking_status NOT IN ('Draft', 'Quoted', 'PendingPayment', 'Failed', 'Cancelled', 'Deleted')
         AND NOT (booking_status = 'OnHold'
           AND COALESCE(status_before_hold, '') IN ('Draft', 'Quoted', 'PendingPayment'))
         GROUP BY customer_id ORDER BY SUM(sold_net) DESC, customer_id LIMIT $6"
);

const BY_CARRIER: TenantSql = tsql!(
    "SELECT COALESCE(carrier, ''), COUNT(*), COALESCE(SUM(quoted_net), 0), COALESCE(SUM(sold_net), 0),
           COALESCE(SUM(cost_net), 0), COALESCE(SUM(insurance_net), 0),
           COALESCE(SUM(invoiced_net), 0), COALESCE(SUM(approved_net), 0), COALESCE(SUM(recovered_net), 0)
         FROM bookings WHERE tenant_id = $1 AND booking_date >= $2 AND booking_date < $3
         AND ($4 = 0 OR customer_id = $4) AND ($5 = '' OR carrier = $5)
         AND booking_status NOT IN ('Draft', 'Quoted', 'PendingPayment', 'Failed', 'Cancelled', 'Deleted')
         AND NOT (booking_status = 'OnHold'
           AND COALESCE(status_before_hold, '') IN ('Draft', 'Quoted', 'PendingPayment'))
         GROUP BY COALESCE(carrier, '') ORDER BY SUM(sold_net) DESC, COALESCE(carrier, '') LIMIT $6"
);

const BY_LANE: TenantSql = tsql!(
    "SELECT from_region, to_region, COUNT(*), COALESCE(SUM(quoted_net), 0), COALESCE(SUM(sold_net), 0),
           COALESCE(SUM(cost_net), 0), COALESCE(SUM(insurance_net), 0),
           COALESCE(SUM(invoiced_net), 0), COALESCE(SUM(approved_net), 0), COALESCE(SUM(recovered_net), 0)
         FROM bookings WHERE tenant_id = $1 AND booking_date >= $2 AND booking_date < $3
         AND ($4 = 0 OR customer_id = $4) AND ($5 = '' OR carrier = $5)
         AND booking_status NOT IN ('Draft', 'Quoted', 'PendingPayment', 'Failed', 'Cancelled', 'Deleted')
         AND NOT (booking_status = 'OnHold'
           AND COALESCE(status_before_hold, '') IN ('Draft', 'Quoted', 'PendingPayment'))
         GROUP BY from_region, to_region ORDER BY SUM(sold_net) DESC, from_region, to_region LIMIT $6"
);

/// Filter for the aggregated bookings.
struct BookingFilter {
    first: NaiveDate,
    last: NaiveDate,
    zone: Tz,
    customer: i64,
    carrier: String,
    currency: String,
}

impl BookingFilter {
    async fn new(
        scope: &mut Scope,
        (first, last): (NaiveDate, NaiveDate),
        customer: Option<CustomerId>,
        carrier: Option<String>,
    ) -> Result<Self> {
        if let Some(error) = crate::margins::rules::check_period(first, last) {
            return Err(Error::Invalid(vec![error]));
        }
        let customer = customer.filter(|id| id.0 != 0);
        if let Some(id) = customer {
            customers::find(scope, id).await?;
        }
        let tenant = tenancy::settings(scope).await?;
        Ok(Self {
            first,
            last,
            zone: consignment::zone(&tenant.timezone),
            customer: customer.map_or(0, |id| id.0),
            carrier: carrier.unwrap_or_default().trim().to_owned(),
            currency: tenant.base_currency.clone(),
        })
    }

    /// Statement parameters for the days `from` (inclusive) to `to` (exclusive).
    fn values(&self, from: NaiveDate, to: NaiveDate) -> Vec<Val> {
        let begin = |day| dates::start_of_day(day, self.zone);
        vec![
            begin(from).val(),
            begin(to).val(),
            self.customer.val(),
            self.carrier.val(),
        ]
    }

    fn end(&self) -> NaiveDate {
        self.last.succ_opt().unwrap_or(NaiveDate::MAX)
    }

    async fn total(&self, scope: &mut Scope, from: NaiveDate, to: NaiveDate) -> Result<Sums> {
        match scope.rows(TOTAL, self.values(from, to)).await?.first() {
            Some(row) => sums(row, 0),
            None => Ok(Sums::default()),
        }
    }

    /// Runs a statement, fetching one row over the limit to detect truncation.
    async fn rows(&self, scope: &mut Scope, sql: TenantSql, limit: usize) -> Result<Vec<Row>> {
        let mut values = self.values(self.first, self.end());
        values.push(i64::try_from(limit + 1).unwrap_or(i64::MAX).val());
        scope.rows(sql, values).await
    }
}

/// Reads the totals from a row, starting at column `at`.
fn sums(row: &Row, column: usize) -> Result<Sums> {
    let quoted = Sums::new(
        row.get(column)?,
        row.get(column + 1)?,
        row.get(column + 2)?,
        row.get(column + 3)?,
        row.get(column + 4)?,
    );
    Ok(quoted.reconciled(
        row.get(column + 5)?,
        row.get(column + 6)?,
        row.get(column + 7)?,
    ))
}

pub async fn margins(mut scope: Scope, query: MarginQuery) -> Result<Margins> {
    let days = (query.from_date, query.to_date);
    let narrow = BookingFilter::new(&mut scope, days, query.customer_id, query.carrier).await?;
    let total = narrow.total(&mut scope, narrow.first, narrow.end()).await?;
    let mut rows = match query.by {
        MarginBy::Customer => by_customer(&mut scope, &narrow).await?,
        MarginBy::Carrier => by_carrier(&mut scope, &narrow).await?,
        MarginBy::Lane => {
            let lanes = lanes(&mut scope, &narrow, MAX_ROWS).await?;
            lanes
                .into_iter()
                .map(|(lane, sums)| MarginRow::lane(lane, sums))
                .collect()
        }
        MarginBy::Month => by_month(&mut scope, &narrow).await?,
    };
    let is_truncated = rows.len() > MAX_ROWS;
    rows.truncate(MAX_ROWS);
    Ok(Margins {
        currency: narrow.currency,
        total,
        rows,
        is_truncated,
    })
}

pub async fn worst_lanes(mut scope: Scope, query: WorstLanesQuery) -> Result<WorstLanes> {
    let days = (query.from_date, query.to_date);
    let narrow = BookingFilter::new(&mut scope, days, query.customer_id, query.carrier).await?;
    let lanes = lanes(&mut scope, &narrow, MAX_LANES).await?;
    let worst = crate::margins::rules::worst_lanes(lanes, MAX_WORST_LANES)
        .into_iter()
        .map(|(lane, sums)| MarginRow::lane(lane, sums));
    Ok(WorstLanes {
        lanes: worst.collect(),
        currency: narrow.currency,
    })
}

async fn by_customer(scope: &mut Scope, narrow: &BookingFilter) -> Result<Vec<MarginRow>> {
    let mut customers: Vec<(CustomerId, Sums)> = Vec::new();
    for row in narrow.rows(scope, BY_CUSTOMER, MAX_ROWS).await? {
        customers.push((row.get(0)?, sums(&row, 1)?));
    }
    let ids: Vec<CustomerId> = customers.iter().map(|(id, _)| *id).collect();
    let names = customers::names(scope, &ids).await?;
    let row = |(id, sums): (CustomerId, Sums)| {
        let name = names.get(&id).cloned().unwrap_or_else(|| format!("#{id}"));
        MarginRow::new(id.to_string(), name, sums)
    };
    Ok(customers.into_iter().map(row).collect())
}

async fn by_carrier(scope: &mut Scope, narrow: &BookingFilter) -> Result<Vec<MarginRow>> {
    let names = scope
        .port::<dyn CarrierPort>()?
        .names(scope.tenant, &scope.languages());
    let mut rows = Vec::new();
    for row in narrow.rows(scope, BY_CARRIER, MAX_ROWS).await? {
        let code: String = row.get(0)?;
        let name = names.get(&code).unwrap_or(&code).clone();
        rows.push(MarginRow::new(code, name, sums(&row, 1)?));
    }
    Ok(rows)
}

async fn by_month(scope: &mut Scope, narrow: &BookingFilter) -> Result<Vec<MarginRow>> {
    let mut rows = Vec::new();
    // Months start in the tenant's zone, which the databases do not know.
    for (from, to) in crate::margins::rules::months(narrow.first, narrow.last) {
        let month = from.format("%Y-%m").to_string();
        rows.push(MarginRow::new(
            month.clone(),
            month,
            narrow.total(scope, from, to).await?,
        ));
    }
    Ok(rows)
}

async fn lanes(
    scope: &mut Scope,
    narrow: &BookingFilter,
    limit: usize,
) -> Result<Vec<((String, String), Sums)>> {
    let mut lanes = Vec::new();
    for row in narrow.rows(scope, BY_LANE, limit).await? {
        lanes.push(((row.get(0)?, row.get(1)?), sums(&row, 2)?));
    }
    Ok(lanes)
}
