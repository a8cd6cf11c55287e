//! Statements and ageing, aggregated by the database from invoices, payments and credit notes.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use kernel::{
    Error, Result, Scope,
    case::null_is_default,
    db::{Col, Field, TenantSql},
    ids::CustomerId,
    message, tsql,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::invoices::terms::terms;
use crate::statements::{
    self,
    model::{AgedAmounts, AgedCustomer, FinanceStatement, StatementItem, TxnType},
    rules::MAX_ITEMS,
};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementQuery {
    /// Optional for a customer's user.
    customer_id: Option<CustomerId>,
    from_date: NaiveDate,
    to_date: NaiveDate,
    /// ISO 4217 code of the documents' currency. Default: the customer's.
    #[serde(default, deserialize_with = "kernel::case::text")]
    currency: Option<String>,
    /// Filter of listed movements, such as `txnType eq 'Payment'`. Balances include all movements.
    #[serde(default, deserialize_with = "kernel::case::text")]
    filter: Option<String>,
}

impl StatementQuery {
    pub fn new(customer_id: Option<CustomerId>, from_date: NaiveDate, to_date: NaiveDate) -> Self {
        Self {
            customer_id,
            from_date,
            to_date,
            currency: None,
            filter: None,
        }
    }
}

/// Filter of receivables: one customer's, or a page of all.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgedReceivablesQuery {
    customer_id: Option<CustomerId>,
    /// Default: today.
    as_of: Option<NaiveDate>,
    /// At most 1000. Default: 100.
    max_result_count: Option<i64>,
    #[serde(default, deserialize_with = "null_is_default")]
    skip_count: i64,
}

/// Customers' debts by days overdue. Customers without debt are omitted.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgedReceivables {
    as_of: NaiveDate,
    /// ISO 4217 code of the tenant's base currency.
    currency: String,
    /// Number of customers with debts, counted once per currency.
    total_count: i64,
    /// Totals of all customers in the base currency.
    totals: AgedAmounts,
    /// Each in its own currency.
    items: Vec<AgedCustomer>,
}

const MAX_PAGE: i64 = 1000;
const PAGE: i64 = 100;

/// Filterable members of a movement.
const FIELDS: &[Field] = &[
    Field::for_column::<i64>("id", "id"),
    Field::for_column::<TxnType>("txnType", "txn_type"),
    Field::for_column::<NaiveDate>("date", "day"),
    Field::for_column::<Option<String>>("referenceNo", "reference_no"),
    Field::for_column::<Option<String>>("description", "description"),
    Field::for_column::<Decimal>("charges", "charges"),
    Field::for_column::<Decimal>("payments", "payments"),
    Field::for_column::<Decimal>("balance", "balance"),
];

/// At most `$5` movements from `$3` to `$4` in the currency `$6`, with balances starting at `$7`.
/// Ordered by day, invoices before payments and credits. The documents match those of the opening
/// balance.
const MOVEMENTS: TenantSql = tsql!(
    "SELECT id, txn_type, day, reference_no, description, charges, payments, kind,
            CAST($7 AS NUMERIC(19,4)) + SUM(charges - payments) OVER (ORDER BY day, kind, id) AS balance
     FROM (
       SELECT id, CASE invoice_type WHEN 'OpeningBalance' THEN 'OpeningBalance' ELSE 'Invoice' END AS txn_type,
              invoice_date AS day, invoice_number AS reference_no, notes AS description,
              amount AS charges, amount - amount AS payments, CAST(1 AS BIGINT) AS kind
       FROM invoices
       WHERE tenant_id = $1 AND customer_id = $2 AND currency = $6 AND invoice_date >= $3 AND invoice_date <= $4
         AND invoice_type <> 'AgentRcti'
         AND status IN ('Posted', 'PartiallyPaid', 'Paid', 'Disputed', 'WrittenOff')
       UNION ALL
       SELECT id, 'CreditNote', credit_note_date, credit_note_number, invoice_number,
              approved_amount - approved_amount, approved_amount, CAST(2 AS BIGINT)
       FROM credit_notes
       WHERE tenant_id = $1 AND customer_id = $2 AND currency = $6 AND credit_note_date >= $3 AND credit_note_date <= $4
         AND status IN ('Approved', 'PartiallyApproved', 'Applied')
       UNION ALL
       SELECT id, 'Payment', payment_date, payment_reference_number, note,
              paid_amount - paid_amount, paid_amount, CAST(3 AS BIGINT)
       FROM payments
       WHERE tenant_id = $1 AND customer_id = $2 AND currency = $6 AND payment_date >= $3 AND payment_date <= $4
       UNION ALL
       SELECT id, 'Refund', detail_date, reference_number,
              COALESCE(description, CASE payment_detail_type WHEN 'Reversal' THEN 'Payment reversed' END),
              amount, amount - amount, CAST(4 AS BIGINT)
       FROM payment_details
       WHERE tenant_id = $1 AND customer_id = $2 AND currency = $6 AND detail_date >= $3 AND detail_date <= $4
       UNION ALL
       SELECT id, 'Adjustment', written_off_date, invoice_number, NULL,
              written_off_amount - written_off_amount, written_off_amount, CAST(5 AS BIGINT)
       FROM invoices
       WHERE tenant_id = $1 AND customer_id = $2 AND currency = $6 AND written_off_date >= $3 AND written_off_date <= $4
         AND invoice_type <> 'AgentRcti' AND status = 'WrittenOff'
       ORDER BY 3, 8, 1 LIMIT $5
     ) AS moved"
);

pub async fn get(mut scope: Scope, query: StatementQuery) -> Result<FinanceStatement> {
    build_statement(&mut scope, &query).await
}

/// Returns the requested customer, if visible to the caller.
pub async fn load_customer(
    scope: &mut Scope,
    query: &StatementQuery,
) -> Result<customers::Billing> {
    let customer_id = query.customer_id.or(scope.caller.customer());
    let customer_id =
        customer_id.ok_or_else(|| Error::invalid("customerId", message!("is required")))?;
    customers::load_billing(scope, customer_id).await
}

/// Builds the complete statement.
pub async fn build_statement(
    scope: &mut Scope,
    query: &StatementQuery,
) -> Result<FinanceStatement> {
    let billing = load_customer(scope, query).await?;
    let customer = billing.id;
    let (from, to) = (query.from_date, query.to_date);
    let errors = statements::rules::check(from, to);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let requested_id = query
        .currency
        .as_deref()
        .map(|code| code.trim().to_ascii_uppercase());
    let currency = match requested_id.or(billing.currency) {
        Some(currency) => currency,
        None => terms(scope).await?.currency,
    };
    let before = tsql!(
        "SELECT
           (SELECT COALESCE(SUM(amount), 0) FROM invoices
            WHERE tenant_id = $1 AND customer_id = $2 AND currency = $4 AND invoice_date < $3 AND invoice_type <> 'AgentRcti'
              AND status IN ('Posted', 'PartiallyPaid', 'Paid', 'Disputed', 'WrittenOff'))
         - (SELECT COALESCE(SUM(approved_amount), 0) FROM credit_notes
            WHERE tenant_id = $1 AND customer_id = $2 AND currency = $4 AND credit_note_date < $3
              AND status IN ('Approved', 'PartiallyApproved', 'Applied'))
         - (SELECT COALESCE(SUM(paid_amount), 0) FROM payments
            WHERE tenant_id = $1 AND customer_id = $2 AND currency = $4 AND payment_date < $3)
         + (SELECT COALESCE(SUM(amount), 0) FROM payment_details
            WHERE tenant_id = $1 AND customer_id = $2 AND currency = $4 AND detail_date < $3)
         - (SELECT COALESCE(SUM(written_off_amount), 0) FROM invoices
            WHERE tenant_id = $1 AND customer_id = $2 AND currency = $4 AND written_off_date < $3 AND invoice_type <> 'AgentRcti'
              AND status = 'WrittenOff')"
    );
    let rows = scope
        .rows(before, vec![customer.val(), from.val(), currency.val()])
        .await?;
    let opening: Decimal = rows[0].get(0)?;
    let opening_balance = opening.round_dp(4).normalize();
    let limit = i64::try_from(MAX_ITEMS)
        .unwrap_or(i64::MAX)
        .saturating_add(1);
    let values = vec![
        customer.val(),
        from.val(),
        to.val(),
        limit.val(),
        currency.val(),
        opening_balance.val(),
    ];
    let rows = scope
        .filtered(MOVEMENTS, values.clone(), FIELDS, "")
        .await?;
    if rows.len() > MAX_ITEMS {
        let message = message!(
            "must be earlier: a statement has at most {max} movements",
            max = MAX_ITEMS
        );
        return Err(Error::invalid("toDate", message));
    }
    let mut moved: Vec<(i64, StatementItem)> = Vec::with_capacity(rows.len());
    for row in &rows {
        let item = StatementItem {
            id: row.get(0)?,
            txn_type: row.get(1)?,
            date: row.get(2)?,
            reference_no: row.get(3)?,
            description: row.get(4)?,
            charges: row.get(5)?,
            payments: row.get(6)?,
            balance: Decimal::ZERO,
        };
        moved.push((row.get(7)?, item));
    }
    moved.sort_by_key(|(kind, item)| (item.date, *kind, item.id));
    let (kinds, mut items): (Vec<i64>, Vec<StatementItem>) = moved.into_iter().unzip();
    let closing_balance = statements::rules::balance(opening_balance, &mut items).normalize();
    if let Some(filter) = query.filter.as_deref() {
        let mut matching: BTreeSet<(i64, i64)> = BTreeSet::new();
        for row in scope.filtered(MOVEMENTS, values, FIELDS, filter).await? {
            matching.insert((row.get(7)?, row.get(0)?));
        }
        let mut kinds = kinds.into_iter();
        items.retain(|item| {
            kinds
                .next()
                .is_some_and(|kind| matching.contains(&(kind, item.id)))
        });
    }
    Ok(FinanceStatement {
        customer_id: customer,
        from_date: from,
        to_date: to,
        currency,
        opening_balance,
        closing_balance,
        items,
    })
}

pub async fn aged(mut scope: Scope, query: AgedReceivablesQuery) -> Result<AgedReceivables> {
    let terms = terms(&scope).await?;
    let as_of = query.as_of.unwrap_or(terms.today);
    let limit = query.max_result_count.unwrap_or(PAGE);
    if !(0..=MAX_PAGE).contains(&limit) {
        return Err(Error::invalid(
            "maxResultCount",
            message!("must be from 0 to {max}", max = MAX_PAGE),
        ));
    }
    if query.skip_count < 0 {
        return Err(Error::invalid("skipCount", message!("must be 0 or more")));
    }
    // A customer's user always gets its own customer.
    let own_customer = scope.caller.customer();
    let customer = match (own_customer, query.customer_id) {
        (Some(own), Some(named)) if own != named => CustomerId(-1),
        (own, named) => own.or(named).unwrap_or_default(),
    };
    let days = statements::rules::steps(as_of);
    let mut values = vec![as_of.val()];
    values.extend(days.iter().map(Col::val));
    values.push(customer.val());
    let sums = tsql!(
        "SELECT COALESCE(SUM(CASE WHEN due_date >= $2 THEN base_outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $2 AND due_date >= $3 THEN base_outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $3 AND due_date >= $4 THEN base_outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $4 AND due_date >= $5 THEN base_outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $5 AND due_date >= $6 THEN base_outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $6 THEN base_outstanding_amount END), 0),
                CAST(COUNT(DISTINCT CAST(customer_id AS TEXT) || currency) AS BIGINT)
         FROM invoices
         WHERE tenant_id = $1 AND outstanding_amount <> 0 AND status IN ('Posted', 'PartiallyPaid', 'Disputed')
           AND invoice_type <> 'AgentRcti' AND (CAST($7 AS BIGINT) = 0 OR customer_id = $7)"
    );
    let rows = scope.rows(sums, values.clone()).await?;
    let totals = aged_from_row(&rows[0], 0)?;
    let total_count: i64 = rows[0].get(6)?;
    let page = tsql!(
        "SELECT customer_id, currency, COALESCE(SUM(base_outstanding_amount), 0),
                COALESCE(SUM(CASE WHEN due_date >= $2 THEN outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $2 AND due_date >= $3 THEN outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $3 AND due_date >= $4 THEN outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $4 AND due_date >= $5 THEN outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $5 AND due_date >= $6 THEN outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $6 THEN outstanding_amount END), 0)
         FROM invoices
         WHERE tenant_id = $1 AND outstanding_amount <> 0 AND status IN ('Posted', 'PartiallyPaid', 'Disputed')
           AND invoice_type <> 'AgentRcti' AND (CAST($7 AS BIGINT) = 0 OR customer_id = $7)
         GROUP BY customer_id, currency ORDER BY customer_id, currency LIMIT $8 OFFSET $9"
    );
    values.extend([limit.val(), query.skip_count.val()]);
    let mut items: Vec<AgedCustomer> = Vec::new();
    for row in scope.rows(page, values).await? {
        items.push(AgedCustomer {
            customer_id: row.get(0)?,
            customer_name: String::new(),
            currency: row.get(1)?,
            base_total: row.get::<Decimal>(2)?.round_dp(4).normalize(),
            aged: aged_from_row(&row, 3)?,
        });
    }
    let ids: Vec<CustomerId> = items.iter().map(|item| item.customer_id).collect();
    let names = customers::names(&mut scope, &ids).await?;
    for item in &mut items {
        let id = item.customer_id;
        item.customer_name = names.get(&id).cloned().unwrap_or_else(|| format!("#{id}"));
    }
    Ok(AgedReceivables {
        as_of,
        currency: terms.currency,
        total_count,
        totals,
        items,
    })
}

/// Reads six sums of a row, starting at this column.
fn aged_from_row(row: &kernel::db::Row, first: usize) -> Result<AgedAmounts> {
    let mut sums = [Decimal::ZERO; 6];
    for (at, sum) in sums.iter_mut().enumerate() {
        *sum = row.get::<Decimal>(first + at)?.round_dp(4).normalize();
    }
    let [current, days30, days60, days90, days120, older] = sums;
    Ok(AgedAmounts {
        current,
        days30,
        days60,
        days90,
        days120,
        older,
        total: sums.iter().copied().sum(),
    })
}
