//! The margin view: what carriers take and customers pay, by quotes and by invoices, by customer, carrier, lane and month,
//! from the bookings themselves.

use carriers::port::CarrierPort;
use chrono::NaiveDate;
use chrono_tz::Tz;
use kernel::{
    Error, Result, Scope, Words,
    db::{Col, Row, TenantSql, Val},
    ids::CustomerId,
    tsql,
};
use quotes::rules::consignment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::{
    dates,
    margin::{self, Sums},
};

/// Lines of one answer: those with the highest prices are told, and all are in the total.
const MAX_ROWS: usize = 500;
/// Lanes that are compared; the states of a continent and the countries that it trades with make fewer.
const MAX_LANES: usize = 5000;
const WORST: usize = 10;

/// What the bookings are added up by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum MarginBy {
    Customer,
    Carrier,
    Lane,
    Month,
}

/// Bookings that a carrier has, of a period and perhaps of one customer or carrier.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddedUp {
    by: MarginBy,
    /// The first and the last day on which they were booked.
    from_date: NaiveDate,
    to_date: NaiveDate,
    /// Left out: all customers.
    customer_id: Option<CustomerId>,
    /// The carrier's code; left out: all carriers.
    carrier: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Compared {
    /// The first and the last day on which they were booked.
    from_date: NaiveDate,
    to_date: NaiveDate,
    /// Left out: all customers.
    customer_id: Option<CustomerId>,
    /// The carrier's code; left out: all carriers.
    carrier: Option<String>,
}

/// What was quoted, sold and spent in a period.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Margins {
    currency: String,
    total: Sums,
    /// Those with the highest prices first, months in their order.
    rows: Vec<MarginRow>,
    /// Whether there are more lines than are told.
    is_truncated: bool,
}

/// The lanes whose prices leave the smallest share after the carriers' costs, the worst first.
#[derive(Serialize, JsonSchema)]
pub struct WorstLanes {
    currency: String,
    lanes: Vec<MarginRow>,
}

/// One customer, carrier, lane or month.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarginRow {
    /// What it is found again by: the customer's id, the carrier's code, both ends of the lane, the month (`2026-01`).
    key: String,
    /// What people call it.
    name: String,
    /// Both ends of a lane (`AU-VIC`); null for what is no lane.
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

/// Which bookings are added up.
struct Narrow {
    first: NaiveDate,
    last: NaiveDate,
    zone: Tz,
    customer: i64,
    carrier: String,
    currency: String,
}

impl Narrow {
    async fn new(
        scope: &mut Scope,
        (first, last): (NaiveDate, NaiveDate),
        customer: Option<CustomerId>,
        carrier: Option<String>,
    ) -> Result<Self> {
        if let Some(error) = margin::period(first, last) {
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

    /// The values of the statements for the days from one up to, without, another.
    fn values(&self, from: NaiveDate, to: NaiveDate) -> Vec<Val> {
        let begin = |day| dates::begin_of(day, self.zone);
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

    /// The lines of a statement, one more than are told if there are more.
    async fn rows(&self, scope: &mut Scope, sql: TenantSql, most: usize) -> Result<Vec<Row>> {
        let mut values = self.values(self.first, self.end());
        values.push(i64::try_from(most + 1).unwrap_or(i64::MAX).val());
        scope.rows(sql, values).await
    }
}

/// The sums in a row, from this column on.
fn sums(row: &Row, at: usize) -> Result<Sums> {
    let quoted = Sums::new(
        row.get(at)?,
        row.get(at + 1)?,
        row.get(at + 2)?,
        row.get(at + 3)?,
        row.get(at + 4)?,
    );
    Ok(quoted.reconciled(row.get(at + 5)?, row.get(at + 6)?, row.get(at + 7)?))
}

pub async fn margins(mut scope: Scope, asked: AddedUp) -> Result<Margins> {
    let days = (asked.from_date, asked.to_date);
    let narrow = Narrow::new(&mut scope, days, asked.customer_id, asked.carrier).await?;
    let total = narrow.total(&mut scope, narrow.first, narrow.end()).await?;
    let mut rows = match asked.by {
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

pub async fn worst_lanes(mut scope: Scope, asked: Compared) -> Result<WorstLanes> {
    let days = (asked.from_date, asked.to_date);
    let narrow = Narrow::new(&mut scope, days, asked.customer_id, asked.carrier).await?;
    let lanes = lanes(&mut scope, &narrow, MAX_LANES).await?;
    let worst = margin::worst(lanes, WORST)
        .into_iter()
        .map(|(lane, sums)| MarginRow::lane(lane, sums));
    Ok(WorstLanes {
        lanes: worst.collect(),
        currency: narrow.currency,
    })
}

async fn by_customer(scope: &mut Scope, narrow: &Narrow) -> Result<Vec<MarginRow>> {
    let mut found: Vec<(CustomerId, Sums)> = Vec::new();
    for row in narrow.rows(scope, BY_CUSTOMER, MAX_ROWS).await? {
        found.push((row.get(0)?, sums(&row, 1)?));
    }
    let ids: Vec<CustomerId> = found.iter().map(|(id, _)| *id).collect();
    let names = customers::names(scope, &ids).await?;
    let row = |(id, sums): (CustomerId, Sums)| {
        let name = names.get(&id).cloned().unwrap_or_else(|| format!("#{id}"));
        MarginRow::new(id.to_string(), name, sums)
    };
    Ok(found.into_iter().map(row).collect())
}

async fn by_carrier(scope: &mut Scope, narrow: &Narrow) -> Result<Vec<MarginRow>> {
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

async fn by_month(scope: &mut Scope, narrow: &Narrow) -> Result<Vec<MarginRow>> {
    let mut rows = Vec::new();
    // A month begins by the tenant's clock, which neither database knows.
    for (from, to) in margin::months(narrow.first, narrow.last) {
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
    narrow: &Narrow,
    most: usize,
) -> Result<Vec<((String, String), Sums)>> {
    let mut lanes = Vec::new();
    for row in narrow.rows(scope, BY_LANE, most).await? {
        lanes.push(((row.get(0)?, row.get(1)?), sums(&row, 2)?));
    }
    Ok(lanes)
}
