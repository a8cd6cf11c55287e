//! Document numbers, assigned in their document's transaction, and the gap check.

use chrono::{DateTime, NaiveDate, Utc};
use data::{
    Empty, Error, New, Refusal, Result, Scope,
    ids::{CustomerId, OrganizationUnitId},
    message, numbering,
};
use schemars::JsonSchema;
use serde::Serialize;
use tenancy::NumberedRecord;

use crate::number_series::{
    self,
    model::{DocumentNumber, NumberSeries, NumberedDocument, Numbering, SeriesKind},
    rules::MAX_LENGTH,
    store::{load_bounds, load_gaps, load_series},
};
use crate::settings::service::settings;

const TOO_LONG: Refusal = Refusal::new(5116, "The number is too long.");
/// Limit by series.
const MAX_HOLES: i64 = 100;
const MAX_SERIES: i64 = 5000;

pub struct Numbers {
    kind: SeriesKind,
    /// None: the tenant's setting for invoices.
    series: Option<NumberSeries>,
    numbering: Numbering,
}

/// An assigned number without a document.
#[must_use]
pub struct AssignedNumber {
    series: String,
    value: i64,
    document: NumberedDocument,
    pub number: String,
}

/// Call before the series is locked.
pub async fn load_numbers(scope: &mut Scope, kind: SeriesKind) -> Result<Numbers> {
    let numbering = settings(scope).await?.numbering;
    let series = number_series::rules::series_of(&numbering, kind)
        .cloned()
        .or_else(|| number_series::rules::default_series(kind));
    Ok(Numbers {
        kind,
        series,
        numbering,
    })
}

/// None for a deleted customer.
pub async fn unit(scope: &mut Scope, customer: CustomerId) -> Result<Option<OrganizationUnitId>> {
    match customers::load_billing(scope, customer).await {
        Ok(customer) => Ok(customer.organization_unit_id),
        Err(Error::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

impl Numbers {
    /// Assigns the next number and locks the series until the transaction ends. A rollback returns
    /// the number. None if the tenant assigns numbers manually.
    pub async fn assign_next(
        &self,
        scope: &mut Scope,
        day: NaiveDate,
        unit: Option<OrganizationUnitId>,
    ) -> Result<Option<AssignedNumber>> {
        let document = self.kind.document();
        let Some(form) = &self.series else {
            let counted = tenancy::count_number(scope, NumberedRecord::Invoice).await?;
            let series = SeriesKind::Invoice.counter_name().to_owned();
            return Ok(counted.map(|(value, number)| AssignedNumber {
                series,
                value,
                document,
                number,
            }));
        };
        let series = number_series::rules::counter_key(form, day, unit);
        let value = numbering::increment(scope, &series, form.start).await?;
        let unit = number_series::rules::unit_code(&self.numbering.unit_codes, unit);
        let number = number_series::rules::format_number(form, value, day, &unit).ok_or_else(|| {
            TOO_LONG.with_message(message!(
                "The number {value} of the series {series} is longer than {max} characters. Shorten its prefix in the finance settings.",
                value = value,
                series = series,
                max = MAX_LENGTH
            ))
        })?;
        Ok(Some(AssignedNumber {
            series,
            value,
            document,
            number,
        }))
    }
}

impl AssignedNumber {
    /// Call in the transaction that assigned the number.
    pub async fn link_document(self, scope: &mut Scope, document_id: i64) -> Result<()> {
        let Self {
            series,
            value,
            document,
            number,
        } = self;
        scope
            .create(New::<DocumentNumber> {
                series,
                value,
                document,
                document_id,
                number,
            })
            .await?;
        Ok(())
    }
}

/// A gap in a series.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NumberHole {
    first: i64,
    last: i64,
}

/// A series, from its first stored number to the last.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProvedSeries {
    series: String,
    document: NumberedDocument,
    first: i64,
    last: i64,
    first_number: String,
    last_number: String,
    count: i64,
    /// The last counted number. Differs from `last` if a number has no document.
    last_counted: i64,
    /// Numbers between first and last, or up to the last counted one, without a document.
    missing: i64,
    /// The first 100 holes.
    holes: Vec<NumberHole>,
    /// Numbers whose document is missing or has another number.
    lost: i64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NumberProof {
    proved_time: DateTime<Utc>,
    /// True if no series has gaps and every number has its document.
    is_proven: bool,
    items: Vec<ProvedSeries>,
}

/// Checks every series in one transaction.
pub async fn prove(mut scope: Scope, _: Empty) -> Result<NumberProof> {
    let mut items = Vec::new();
    for counted in load_series(&mut scope, MAX_SERIES).await? {
        let last_counted = counted.last_counted.unwrap_or(counted.last);
        items.push(ProvedSeries {
            series: counted.series,
            document: counted.document,
            first: counted.first,
            last: counted.last,
            first_number: String::new(),
            last_number: String::new(),
            count: counted.count,
            last_counted,
            missing: counted.last.max(last_counted) - counted.first + 1 - counted.count,
            holes: Vec::new(),
            lost: counted.lost,
        });
    }
    for item in &mut items {
        (item.first_number, item.last_number) =
            load_bounds(&mut scope, &item.series, item.first, item.last).await?;
        if item.missing > 0 {
            item.holes = list_holes(&mut scope, item).await?;
        }
    }
    let is_proven = items.iter().all(|item| item.missing == 0 && item.lost == 0);
    Ok(NumberProof {
        proved_time: scope.now(),
        is_proven,
        items,
    })
}

/// Includes the hole behind the last number.
async fn list_holes(scope: &mut Scope, of: &ProvedSeries) -> Result<Vec<NumberHole>> {
    let gaps = load_gaps(scope, &of.series, MAX_HOLES).await?;
    let mut holes: Vec<NumberHole> = gaps
        .into_iter()
        .map(|(first, last)| NumberHole { first, last })
        .collect();
    if of.last_counted > of.last {
        holes.push(NumberHole {
            first: of.last + 1,
            last: of.last_counted,
        });
    }
    Ok(holes)
}
