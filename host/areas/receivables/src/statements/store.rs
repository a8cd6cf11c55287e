//! SQL of receivables: debts, prepayments, movements, ageing.

use std::collections::{BTreeMap, BTreeSet};

use billing::conditions;
use chrono::NaiveDate;
use data::{
    Result, Scope,
    db::{Col, Field, Row, TenantSql, Val},
    ids::CustomerId,
    tsql,
};
use rust_decimal::Decimal;

use crate::statements::{
    explain::UnappliedDocument,
    model::{AgedAmounts, AgedCustomer, StatementItem, TxnType},
};

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

/// At most `$5` movements from `$3` to `$4` in the currency `$6`, with balances from `$7`, by day,
/// invoices first. The documents match those of the opening balance.
const MOVEMENTS: TenantSql = tsql!(
    "SELECT id, txn_type, day, reference_no, description, charges, payments, kind,
            CAST($7 AS NUMERIC(19,4)) + SUM(charges - payments) OVER (ORDER BY day, kind, id) AS balance
     FROM (
       SELECT id, CASE invoice_type WHEN 'OpeningBalance' THEN 'OpeningBalance' ELSE 'Invoice' END AS txn_type,
              invoice_date AS day, invoice_number AS reference_no, notes AS description,
              amount AS charges, amount - amount AS payments, CAST(1 AS BIGINT) AS kind
       FROM invoices
       WHERE tenant_id = $1 AND customer_id = $2 AND currency = $6 AND invoice_date >= $3 AND invoice_date <= $4
         AND ",
    conditions::RECEIVABLE,
    " AND ",
    conditions::POSTED,
    "
       UNION ALL
       SELECT id, 'CreditNote', credit_note_date, credit_note_number, invoice_number,
              approved_amount - approved_amount, approved_amount, CAST(2 AS BIGINT)
       FROM credit_notes
       WHERE tenant_id = $1 AND customer_id = $2 AND currency = $6 AND credit_note_date >= $3 AND credit_note_date <= $4
         AND ",
    conditions::APPROVED_CREDIT,
    "
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
         AND ",
    conditions::RECEIVABLE,
    " AND ",
    conditions::WRITTEN_OFF,
    "
       ORDER BY 3, 8, 1 LIMIT $5
     ) AS moved"
);

/// Sums unpaid amounts including tax, in the base currency. Drafts count, since their bookings are
/// counted nowhere else.
pub async fn load_owed(scope: &mut Scope, customer: CustomerId) -> Result<Decimal> {
    let sum = tsql!(
        "SELECT COALESCE(SUM(base_outstanding_amount), 0) FROM invoices
         WHERE tenant_id = $1 AND customer_id = $2 AND outstanding_amount <> 0
           AND ",
        conditions::NOT_FINAL,
        " AND ",
        conditions::RECEIVABLE,
    );
    let rows = scope.rows(sum, vec![customer.val()]).await?;
    let sum: Decimal = rows[0].get(0)?;
    Ok(sum.round_dp(4).normalize())
}

/// Sums unapplied payments and approved credits, in the base currency.
pub async fn load_prepaid(scope: &mut Scope, customer: CustomerId) -> Result<Decimal> {
    let sum = tsql!(
        "SELECT
           (SELECT COALESCE(SUM(base_unallocated_amount), 0) FROM payments
            WHERE tenant_id = $1 AND customer_id = $2 AND unallocated_amount <> 0)
         + (SELECT COALESCE(SUM(base_unapplied_amount), 0) FROM credit_notes
            WHERE tenant_id = $1 AND customer_id = $2 AND ",
        conditions::UNAPPLIED_CREDIT,
        ")"
    );
    let rows = scope.rows(sum, vec![customer.val()]).await?;
    let sum: Decimal = rows[0].get(0)?;
    Ok(sum.round_dp(4).normalize())
}

/// Sums unapplied payments and approved credits.
pub async fn load_unapplied(
    scope: &mut Scope,
    customer: CustomerId,
) -> Result<BTreeMap<String, Decimal>> {
    let sums = tsql!(
        "SELECT currency, SUM(amount) FROM (
           SELECT currency, unallocated_amount AS amount FROM payments
           WHERE tenant_id = $1 AND customer_id = $2 AND unallocated_amount <> 0
           UNION ALL
           SELECT currency, unapplied_amount AS amount FROM credit_notes
           WHERE tenant_id = $1 AND customer_id = $2 AND ",
        conditions::UNAPPLIED_CREDIT,
        ") AS unapplied
         GROUP BY currency"
    );
    let mut unapplied = BTreeMap::new();
    for row in scope.rows(sums, vec![customer.val()]).await? {
        let sum: Decimal = row.get(1)?;
        unapplied.insert(row.get(0)?, sum.round_dp(4).normalize());
    }
    Ok(unapplied)
}

/// Returns payments and credit notes with an unapplied amount, oldest first.
pub async fn load_unapplied_documents(
    scope: &mut Scope,
    customer: CustomerId,
    currency: &str,
) -> Result<Vec<UnappliedDocument>> {
    let sql = tsql!(
        "SELECT kind, number, day, amount FROM (
           SELECT CAST(1 AS BIGINT) AS kind, payment_reference_number AS number, payment_date AS day,
                  unallocated_amount AS amount, id
           FROM payments
           WHERE tenant_id = $1 AND customer_id = $2 AND currency = $3 AND unallocated_amount <> 0
           UNION ALL
           SELECT CAST(2 AS BIGINT), credit_note_number, credit_note_date, unapplied_amount, id
           FROM credit_notes
           WHERE tenant_id = $1 AND customer_id = $2 AND currency = $3 AND unapplied_amount <> 0
             AND status IN ('Approved', 'PartiallyApproved')) AS unapplied
         ORDER BY day, kind, id LIMIT 10000"
    );
    let values = vec![customer.val(), currency.to_owned().val()];
    let mut documents = Vec::new();
    for row in scope.rows(sql, values).await? {
        let kind: i64 = row.get(0)?;
        documents.push(UnappliedDocument {
            is_payment: kind == 1,
            number: row.get(1)?,
            day: row.get(2)?,
            amount: row.get::<Decimal>(3)?.round_dp(4).normalize(),
        });
    }
    Ok(documents)
}

/// Sums documents before this day.
pub async fn sum_opening_balance(
    scope: &mut Scope,
    customer: CustomerId,
    from: NaiveDate,
    currency: &str,
) -> Result<Decimal> {
    let sql = tsql!(
        "SELECT
           (SELECT COALESCE(SUM(amount), 0) FROM invoices
            WHERE tenant_id = $1 AND customer_id = $2 AND currency = $4 AND invoice_date < $3 AND ",
        conditions::RECEIVABLE,
        " AND ",
        conditions::POSTED,
        ")
         - (SELECT COALESCE(SUM(approved_amount), 0) FROM credit_notes
            WHERE tenant_id = $1 AND customer_id = $2 AND currency = $4 AND credit_note_date < $3
              AND ",
        conditions::APPROVED_CREDIT,
        ")
         - (SELECT COALESCE(SUM(paid_amount), 0) FROM payments
            WHERE tenant_id = $1 AND customer_id = $2 AND currency = $4 AND payment_date < $3)
         + (SELECT COALESCE(SUM(amount), 0) FROM payment_details
            WHERE tenant_id = $1 AND customer_id = $2 AND currency = $4 AND detail_date < $3)
         - (SELECT COALESCE(SUM(written_off_amount), 0) FROM invoices
            WHERE tenant_id = $1 AND customer_id = $2 AND currency = $4 AND written_off_date < $3 AND ",
        conditions::RECEIVABLE,
        " AND ",
        conditions::WRITTEN_OFF,
        ")"
    );
    let values = vec![customer.val(), from.val(), currency.to_owned().val()];
    let rows = scope.rows(sql, values).await?;
    Ok(rows[0].get(0)?)
}

pub struct MovementQuery<'q> {
    pub customer: CustomerId,
    pub from: NaiveDate,
    pub to: NaiveDate,
    pub limit: i64,
    pub currency: &'q str,
    pub opening_balance: Decimal,
}

impl MovementQuery<'_> {
    fn values(&self) -> Vec<Val> {
        vec![
            self.customer.val(),
            self.from.val(),
            self.to.val(),
            self.limit.val(),
            self.currency.to_owned().val(),
            self.opening_balance.val(),
        ]
    }
}

/// Returns movements unordered and without balances.
pub async fn load_movements(
    scope: &mut Scope,
    query: &MovementQuery<'_>,
) -> Result<Vec<(i64, StatementItem)>> {
    let rows = scope
        .filtered(MOVEMENTS, query.values(), FIELDS, "")
        .await?;
    let mut movements = Vec::with_capacity(rows.len());
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
        movements.push((row.get(7)?, item));
    }
    Ok(movements)
}

/// Returns kinds and ids by the caller's filter.
pub async fn find_movements(
    scope: &mut Scope,
    query: &MovementQuery<'_>,
    filter: &str,
) -> Result<BTreeSet<(i64, i64)>> {
    let mut matching = BTreeSet::new();
    for row in scope
        .filtered(MOVEMENTS, query.values(), FIELDS, filter)
        .await?
    {
        matching.insert((row.get(7)?, row.get(0)?));
    }
    Ok(matching)
}

/// Returns totals in the base currency, and the number of debts. Customer 0: all customers.
pub async fn sum_aged(
    scope: &mut Scope,
    as_of: NaiveDate,
    steps: [NaiveDate; 4],
    customer: CustomerId,
) -> Result<(AgedAmounts, i64)> {
    let sql = tsql!(
        "SELECT COALESCE(SUM(CASE WHEN due_date >= $2 THEN base_outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $2 AND due_date >= $3 THEN base_outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $3 AND due_date >= $4 THEN base_outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $4 AND due_date >= $5 THEN base_outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $5 AND due_date >= $6 THEN base_outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $6 THEN base_outstanding_amount END), 0),
                CAST(COUNT(DISTINCT CAST(customer_id AS TEXT) || currency) AS BIGINT)
         FROM invoices
         WHERE tenant_id = $1 AND outstanding_amount <> 0 AND ",
        conditions::OWED,
        " AND ",
        conditions::RECEIVABLE,
        " AND (CAST($7 AS BIGINT) = 0 OR customer_id = $7)"
    );
    let rows = scope.rows(sql, aged_values(as_of, steps, customer)).await?;
    Ok((aged_from_row(&rows[0], 0)?, rows[0].get(6)?))
}

/// Returns rows without names. Customer 0: all customers.
pub async fn load_aged(
    scope: &mut Scope,
    as_of: NaiveDate,
    steps: [NaiveDate; 4],
    customer: CustomerId,
    limit: i64,
    skip: i64,
) -> Result<Vec<AgedCustomer>> {
    let sql = tsql!(
        "SELECT customer_id, currency, COALESCE(SUM(base_outstanding_amount), 0),
                COALESCE(SUM(CASE WHEN due_date >= $2 THEN outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $2 AND due_date >= $3 THEN outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $3 AND due_date >= $4 THEN outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $4 AND due_date >= $5 THEN outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $5 AND due_date >= $6 THEN outstanding_amount END), 0),
                COALESCE(SUM(CASE WHEN due_date < $6 THEN outstanding_amount END), 0)
         FROM invoices
         WHERE tenant_id = $1 AND outstanding_amount <> 0 AND ",
        conditions::OWED,
        " AND ",
        conditions::RECEIVABLE,
        " AND (CAST($7 AS BIGINT) = 0 OR customer_id = $7)
         GROUP BY customer_id, currency ORDER BY customer_id, currency LIMIT $8 OFFSET $9"
    );
    let mut values = aged_values(as_of, steps, customer);
    values.extend([limit.val(), skip.val()]);
    let mut debts = Vec::new();
    for row in scope.rows(sql, values).await? {
        debts.push(AgedCustomer {
            customer_id: row.get(0)?,
            customer_name: String::new(),
            currency: row.get(1)?,
            base_total: row.get::<Decimal>(2)?.round_dp(4).normalize(),
            aged: aged_from_row(&row, 3)?,
        });
    }
    Ok(debts)
}

fn aged_values(as_of: NaiveDate, steps: [NaiveDate; 4], customer: CustomerId) -> Vec<Val> {
    let mut values = vec![as_of.val()];
    values.extend(steps.iter().map(Col::val));
    values.push(customer.val());
    values
}

/// Reads six sums, from column `first`.
fn aged_from_row(row: &Row, first: usize) -> Result<AgedAmounts> {
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
