//! Statements and ageing, aggregated by the database.

use chrono::NaiveDate;
use data::{Error, Result, Scope, ids::CustomerId, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statements::{
    self,
    model::{AgedAmounts, AgedCustomer, FinanceStatement, StatementItem},
    rules::MAX_ITEMS,
    store::{
        MovementQuery, find_movements, load_aged, load_movements, sum_aged, sum_opening_balance,
    },
};
use billing::invoices::terms::terms;

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementQuery {
    /// Optional for a customer's user.
    customer_id: Option<CustomerId>,
    from_date: NaiveDate,
    to_date: NaiveDate,
    /// ISO 4217 code of the documents' currency. Default: the customer's.
    currency: Option<String>,
    /// Filter of listed movements, such as `txnType eq 'Payment'`. Balances include all movements.
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

    pub fn with_currency(self, currency: &str) -> Self {
        Self {
            currency: Some(currency.to_owned()),
            ..self
        }
    }
}

/// Filter of receivables: one customer's, or a page of all.
#[data::wire]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgedReceivablesQuery {
    customer_id: Option<CustomerId>,
    /// Default: today.
    as_of: Option<NaiveDate>,
    /// At most 1000. Default: 100.
    max_result_count: Option<i64>,
    #[wire(null)]
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

pub async fn get(mut scope: Scope, query: StatementQuery) -> Result<FinanceStatement> {
    build_statement(&mut scope, &query).await
}

/// Returns the customer if visible to the caller.
pub async fn load_customer(
    scope: &mut Scope,
    query: &StatementQuery,
) -> Result<customers::Billing> {
    let customer_id = query.customer_id.or(scope.caller.customer());
    let customer_id =
        customer_id.ok_or_else(|| Error::invalid("customerId", message!("is required")))?;
    customers::load_billing(scope, customer_id).await
}

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
    let opening = sum_opening_balance(scope, customer, from, &currency).await?;
    let opening_balance = opening.round_dp(4).normalize();
    let movements = MovementQuery {
        customer,
        from,
        to,
        limit: i64::try_from(MAX_ITEMS)
            .unwrap_or(i64::MAX)
            .saturating_add(1),
        currency: &currency,
        opening_balance,
    };
    let mut moved = load_movements(scope, &movements).await?;
    if moved.len() > MAX_ITEMS {
        let message = message!(
            "must be earlier: a statement has at most {max} movements",
            max = MAX_ITEMS
        );
        return Err(Error::invalid("toDate", message));
    }
    moved.sort_by_key(|(kind, item)| (item.date, *kind, item.id));
    let (kinds, mut items): (Vec<i64>, Vec<StatementItem>) = moved.into_iter().unzip();
    let closing_balance = statements::rules::balance(opening_balance, &mut items).normalize();
    if let Some(filter) = query.filter.as_deref() {
        let matching = find_movements(scope, &movements, filter).await?;
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
    let (totals, total_count) = sum_aged(&mut scope, as_of, days, customer).await?;
    let mut items = load_aged(&mut scope, as_of, days, customer, limit, query.skip_count).await?;
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
