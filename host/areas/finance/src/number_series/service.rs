//! Document numbers, assigned in the transaction of their document, and the check for gaps.

use chrono::{DateTime, NaiveDate, Utc};
use kernel::{
    Empty, Error, Refusal, Result, Scope,
    db::Col,
    ids::{CustomerId, OrganizationUnitId},
    message, numbering, tsql,
};
use schemars::JsonSchema;
use serde::Serialize;
use tenancy::NumberedRecord;

use crate::number_series::{
    self,
    model::{
        DocumentNumber, DocumentNumberId, NumberSeries, NumberedDocument, Numbering, SeriesKind,
    },
    rules::MAX_LENGTH,
};
use crate::settings::service::settings;

const TOO_LONG: Refusal = Refusal::new(5116, "The number is too long.");
/// Maximum listed holes of a series.
const MAX_HOLES: i64 = 100;
/// Maximum listed series.
const MAX_SERIES: i64 = 5000;

/// Numbering of one kind of document.
pub struct Numbers {
    kind: SeriesKind,
    /// None: the tenant's setting for invoices applies.
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

/// Loads the numbering. Call before the series is locked.
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

/// Returns the customer's unit. None for a deleted customer.
pub async fn unit(scope: &mut Scope, customer: CustomerId) -> Result<Option<OrganizationUnitId>> {
    match customers::load_billing(scope, customer).await {
        Ok(customer) => Ok(customer.organization_unit_id),
        Err(Error::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

impl Numbers {
    /// Assigns the next number for this day in the scope's transaction. Locks the series until its
    /// end. A rollback returns the number. None if the tenant assigns numbers manually.
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
    /// Links the number to its document in the same transaction.
    pub async fn link_document(self, scope: &mut Scope, document_id: i64) -> Result<()> {
        let Self {
            series,
            value,
            document,
            number,
        } = self;
        let mut row = DocumentNumber {
            id: DocumentNumberId::default(),
            row_version: 0,
            series,
            value,
            document,
            document_id,
            number,
            creation_time: scope.now(),
        };
        scope.insert(&mut row).await
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
    let series = tsql!(
        "SELECT taken.series, MIN(taken.document), MIN(taken.value), MAX(taken.value), CAST(COUNT(*) AS BIGINT),
           (SELECT value FROM number_series WHERE tenant_id = $1 AND name = taken.series),
           CAST(SUM(CASE
             WHEN taken.document = 'Invoice' AND EXISTS (SELECT 1 FROM invoices
               WHERE tenant_id = $1 AND id = taken.document_id AND invoice_number = taken.number) THEN 0
             WHEN taken.document = 'CreditNote' AND EXISTS (SELECT 1 FROM credit_notes
               WHERE tenant_id = $1 AND id = taken.document_id AND credit_note_number = taken.number) THEN 0
             WHEN taken.document = 'Remittance' AND EXISTS (SELECT 1 FROM remittances
               WHERE tenant_id = $1 AND id = taken.document_id AND remittance_number = taken.number) THEN 0
             ELSE 1 END) AS BIGINT)
         FROM document_numbers AS taken WHERE taken.tenant_id = $1
         GROUP BY taken.series ORDER BY taken.series LIMIT $2"
    );
    let mut items = Vec::new();
    for row in scope.rows(series, vec![MAX_SERIES.val()]).await? {
        let (first, last, count): (i64, i64, i64) = (row.get(2)?, row.get(3)?, row.get(4)?);
        let last_counted = row.get::<Option<i64>>(5)?.unwrap_or(last);
        items.push(ProvedSeries {
            series: row.get(0)?,
            document: row.get(1)?,
            first,
            last,
            first_number: String::new(),
            last_number: String::new(),
            count,
            last_counted,
            missing: last.max(last_counted) - first + 1 - count,
            holes: Vec::new(),
            lost: row.get(6)?,
        });
    }
    for item in &mut items {
        (item.first_number, item.last_number) = load_bounds(&mut scope, item).await?;
        if item.missing > 0 {
            item.holes = holes(&mut scope, item).await?;
        }
    }
    let is_proven = items.iter().all(|item| item.missing == 0 && item.lost == 0);
    Ok(NumberProof {
        proved_time: scope.now(),
        is_proven,
        items,
    })
}

/// Returns the first and last number as formatted.
async fn load_bounds(scope: &mut Scope, of: &ProvedSeries) -> Result<(String, String)> {
    let sql = tsql!(
        "SELECT number FROM document_numbers
         WHERE tenant_id = $1 AND series = $2 AND value IN ($3, $4) ORDER BY value"
    );
    let rows = scope
        .rows(
            sql,
            vec![of.series.clone().val(), of.first.val(), of.last.val()],
        )
        .await?;
    let text = |row: Option<&kernel::db::Row>| -> Result<String> {
        Ok(row.map(|row| row.get(0)).transpose()?.unwrap_or_default())
    };
    Ok((text(rows.first())?, text(rows.last())?))
}

async fn holes(scope: &mut Scope, of: &ProvedSeries) -> Result<Vec<NumberHole>> {
    let sql = tsql!(
        "SELECT value + 1, following - 1 FROM (
           SELECT value, LEAD(value) OVER (ORDER BY value) AS following FROM document_numbers
           WHERE tenant_id = $1 AND series = $2) AS steps
         WHERE following > value + 1 ORDER BY value LIMIT $3"
    );
    let mut holes = Vec::new();
    for row in scope
        .rows(sql, vec![of.series.clone().val(), MAX_HOLES.val()])
        .await?
    {
        holes.push(NumberHole {
            first: row.get(0)?,
            last: row.get(1)?,
        });
    }
    if of.last_counted > of.last {
        holes.push(NumberHole {
            first: of.last + 1,
            last: of.last_counted,
        });
    }
    Ok(holes)
}
