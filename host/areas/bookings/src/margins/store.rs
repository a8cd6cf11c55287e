//! Statements of the margin view.

use chrono::{DateTime, Utc};
use data::{
    Result, Scope,
    db::{Col, Row, Val},
    ids::CustomerId,
    tsql,
};

use crate::{bookings::conditions, margins::rules::Sums};

pub struct SumFilter<'f> {
    pub begin: DateTime<Utc>,
    /// Exclusive.
    pub end: DateTime<Utc>,
    /// 0: all customers.
    pub customer: i64,
    /// Empty: all carriers.
    pub carrier: &'f str,
}

impl SumFilter<'_> {
    fn values(&self) -> Vec<Val> {
        vec![
            self.begin.val(),
            self.end.val(),
            self.customer.val(),
            self.carrier.to_owned().val(),
        ]
    }

    /// Limits to one row more than `limit`, which shows truncation.
    fn values_up_to(&self, limit: usize) -> Vec<Val> {
        let mut values = self.values();
        values.push(i64::try_from(limit + 1).unwrap_or(i64::MAX).val());
        values
    }
}

pub async fn sum_all(scope: &mut Scope, filter: SumFilter<'_>) -> Result<Sums> {
    let sql = tsql!(
        "SELECT COUNT(*), COALESCE(SUM(quoted_net), 0), COALESCE(SUM(sold_net), 0),
           COALESCE(SUM(cost_net), 0), COALESCE(SUM(insurance_net), 0),
           COALESCE(SUM(invoiced_net), 0), COALESCE(SUM(approved_net), 0), COALESCE(SUM(recovered_net), 0)
         FROM bookings WHERE tenant_id = $1 AND booking_date >= $2 AND booking_date < $3
         AND ($4 = 0 OR customer_id = $4) AND ($5 = '' OR carrier = $5)
         AND ",
        conditions::CHARGED
    );
    match scope.rows(sql, filter.values()).await?.first() {
        Some(row) => sums(row, 0),
        None => Ok(Sums::default()),
    }
}

/// Sums by customer, highest sell price first, with one row over the limit.
pub async fn sum_by_customer(
    scope: &mut Scope,
    filter: SumFilter<'_>,
    limit: usize,
) -> Result<Vec<(CustomerId, Sums)>> {
    let sql = tsql!(
        "SELECT customer_id, COUNT(*), COALESCE(SUM(quoted_net), 0), COALESCE(SUM(sold_net), 0),
           COALESCE(SUM(cost_net), 0), COALESCE(SUM(insurance_net), 0),
           COALESCE(SUM(invoiced_net), 0), COALESCE(SUM(approved_net), 0), COALESCE(SUM(recovered_net), 0)
         FROM bookings WHERE tenant_id = $1 AND booking_date >= $2 AND booking_date < $3
         AND ($4 = 0 OR customer_id = $4) AND ($5 = '' OR carrier = $5)
         AND ",
        conditions::CHARGED,
        "
         GROUP BY customer_id ORDER BY SUM(sold_net) DESC, customer_id LIMIT $6"
    );
    let mut groups = Vec::new();
    for row in scope.rows(sql, filter.values_up_to(limit)).await? {
        groups.push((row.get(0)?, sums(&row, 1)?));
    }
    Ok(groups)
}

/// Orders and limits like [`sum_by_customer`].
pub async fn sum_by_carrier(
    scope: &mut Scope,
    filter: SumFilter<'_>,
    limit: usize,
) -> Result<Vec<(String, Sums)>> {
    let sql = tsql!(
        "SELECT COALESCE(carrier, ''), COUNT(*), COALESCE(SUM(quoted_net), 0), COALESCE(SUM(sold_net), 0),
           COALESCE(SUM(cost_net), 0), COALESCE(SUM(insurance_net), 0),
           COALESCE(SUM(invoiced_net), 0), COALESCE(SUM(approved_net), 0), COALESCE(SUM(recovered_net), 0)
         FROM bookings WHERE tenant_id = $1 AND booking_date >= $2 AND booking_date < $3
         AND ($4 = 0 OR customer_id = $4) AND ($5 = '' OR carrier = $5)
         AND ",
        conditions::CHARGED,
        "
         GROUP BY COALESCE(carrier, '') ORDER BY SUM(sold_net) DESC, COALESCE(carrier, '') LIMIT $6"
    );
    let mut groups = Vec::new();
    for row in scope.rows(sql, filter.values_up_to(limit)).await? {
        groups.push((row.get(0)?, sums(&row, 1)?));
    }
    Ok(groups)
}

/// Orders and limits like [`sum_by_customer`].
pub async fn sum_by_lane(
    scope: &mut Scope,
    filter: SumFilter<'_>,
    limit: usize,
) -> Result<Vec<((String, String), Sums)>> {
    let sql = tsql!(
        "SELECT from_region, to_region, COUNT(*), COALESCE(SUM(quoted_net), 0), COALESCE(SUM(sold_net), 0),
           COALESCE(SUM(cost_net), 0), COALESCE(SUM(insurance_net), 0),
           COALESCE(SUM(invoiced_net), 0), COALESCE(SUM(approved_net), 0), COALESCE(SUM(recovered_net), 0)
         FROM bookings WHERE tenant_id = $1 AND booking_date >= $2 AND booking_date < $3
         AND ($4 = 0 OR customer_id = $4) AND ($5 = '' OR carrier = $5)
         AND ",
        conditions::CHARGED,
        "
         GROUP BY from_region, to_region ORDER BY SUM(sold_net) DESC, from_region, to_region LIMIT $6"
    );
    let mut groups = Vec::new();
    for row in scope.rows(sql, filter.values_up_to(limit)).await? {
        groups.push(((row.get(0)?, row.get(1)?), sums(&row, 2)?));
    }
    Ok(groups)
}

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
