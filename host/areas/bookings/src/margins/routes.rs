//! Margin view: quoted and invoiced costs and sell prices.

use carriers::port::CarrierPort;
use chrono::NaiveDate;
use chrono_tz::Tz;
use data::{Error, Result, Scope, TextEnum, ids::CustomerId};
use quotes::quotes::consignment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    dates,
    margins::{self, rules::Sums, store::SumFilter},
};

/// Maximum rows of a response, highest prices first; the total covers all.
const MAX_ROWS: usize = 500;
/// Maximum lanes compared; the states of a continent and its trading countries make fewer.
const MAX_LANES: usize = 5000;
const MAX_WORST_LANES: usize = 10;

/// Grouping of the margin view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
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
        if let Some(error) = margins::rules::check_period(first, last) {
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

    /// Restricts to the days `from` (inclusive) to `to` (exclusive).
    fn between(&self, from: NaiveDate, to: NaiveDate) -> SumFilter<'_> {
        SumFilter {
            begin: dates::start_of_day(from, self.zone),
            end: dates::start_of_day(to, self.zone),
            customer: self.customer,
            carrier: &self.carrier,
        }
    }

    fn whole_period(&self) -> SumFilter<'_> {
        let end = self.last.succ_opt().unwrap_or(NaiveDate::MAX);
        self.between(self.first, end)
    }
}

pub async fn margins(mut scope: Scope, query: MarginQuery) -> Result<Margins> {
    let days = (query.from_date, query.to_date);
    let narrow = BookingFilter::new(&mut scope, days, query.customer_id, query.carrier).await?;
    let total = margins::store::sum_all(&mut scope, narrow.whole_period()).await?;
    let mut rows = match query.by {
        MarginBy::Customer => by_customer(&mut scope, &narrow).await?,
        MarginBy::Carrier => by_carrier(&mut scope, &narrow).await?,
        MarginBy::Lane => {
            let lanes =
                margins::store::sum_by_lane(&mut scope, narrow.whole_period(), MAX_ROWS).await?;
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
    let lanes = margins::store::sum_by_lane(&mut scope, narrow.whole_period(), MAX_LANES).await?;
    let worst = margins::rules::worst_lanes(lanes, MAX_WORST_LANES)
        .into_iter()
        .map(|(lane, sums)| MarginRow::lane(lane, sums));
    Ok(WorstLanes {
        lanes: worst.collect(),
        currency: narrow.currency,
    })
}

async fn by_customer(scope: &mut Scope, narrow: &BookingFilter) -> Result<Vec<MarginRow>> {
    let customers = margins::store::sum_by_customer(scope, narrow.whole_period(), MAX_ROWS).await?;
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
    let carriers = margins::store::sum_by_carrier(scope, narrow.whole_period(), MAX_ROWS).await?;
    let row = |(code, sums): (String, Sums)| {
        let name = names.get(&code).unwrap_or(&code).clone();
        MarginRow::new(code, name, sums)
    };
    Ok(carriers.into_iter().map(row).collect())
}

async fn by_month(scope: &mut Scope, narrow: &BookingFilter) -> Result<Vec<MarginRow>> {
    let mut rows = Vec::new();
    // Months start in the tenant's zone, which the databases do not know.
    for (from, to) in margins::rules::months(narrow.first, narrow.last) {
        let month = from.format("%Y-%m").to_string();
        rows.push(MarginRow::new(
            month.clone(),
            month,
            margins::store::sum_all(scope, narrow.between(from, to)).await?,
        ));
    }
    Ok(rows)
}
