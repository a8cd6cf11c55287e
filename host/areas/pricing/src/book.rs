//! Markups kept in memory: those of one customer, and those of everybody else, each until it changes.

use std::sync::Arc;

use kernel::{
    Result, Scope, Where,
    db::Col,
    ids::{CustomerId, TenantId},
    tsql,
};
use moka::sync::Cache;

use crate::{level::Level, markups::Markup, rules::which::Book};

/// More customers than ask for quotes within an hour; who was not asked about for longest makes room.
const MAX_BOOKS: u64 = 20_000;

/// What the key of the markups is that are no customer's own.
const OTHERS: i64 = 0;

/// The markups that quotes were last priced with. One lives in every program and is found as a port. What is remembered
/// holds while its version is the one that the database has, so that a change counts from the next quote on, on every host.
pub struct Memory(Cache<(TenantId, i64), (i64, Arc<Book>)>);

impl Default for Memory {
    fn default() -> Self {
        Self(Cache::new(MAX_BOOKS))
    }
}

/// The markups of this customer and those of everybody else.
pub struct Books {
    pub customer: Option<Arc<Book>>,
    pub others: Arc<Book>,
}

/// The markups as they stand. Mostly one small statement; rows are read only after a change.
pub async fn books(scope: &mut Scope, customer: Option<CustomerId>) -> Result<Books> {
    // The versions come first: rows that are newer than their version are read once more, never missed.
    let sql = tsql!(
        "SELECT customer_id, version FROM markup_versions WHERE tenant_id = $1 AND customer_id IN ($2, $3)"
    );
    let own = customer.map_or(OTHERS, |customer| customer.0);
    let mut versions = Vec::new();
    for row in scope.rows(sql, vec![OTHERS.val(), own.val()]).await? {
        versions.push((row.get::<i64>(0)?, row.get::<i64>(1)?));
    }
    let version = |key: i64| {
        versions
            .iter()
            .find_map(|(known, version)| (*known == key).then_some(*version))
    };
    let customer = match customer.and_then(|customer| Some((customer, version(customer.0)?))) {
        Some((customer, version)) => Some(book(scope, Some(customer), version).await?),
        None => None,
    };
    let others = match version(OTHERS) {
        Some(version) => book(scope, None, version).await?,
        None => Arc::default(),
    };
    Ok(Books { customer, others })
}

async fn book(scope: &mut Scope, customer: Option<CustomerId>, version: i64) -> Result<Arc<Book>> {
    let memory = scope.port::<Memory>()?;
    let key = (scope.tenant, customer.map_or(OTHERS, |customer| customer.0));
    if let Some((_, known)) = memory.0.get(&key).filter(|(known, _)| *known == version) {
        return Ok(known);
    }
    let narrow = match customer {
        Some(customer) => Where::all().eq(Markup::CUSTOMER_ID, customer),
        None => Where::all().is_null(Markup::CUSTOMER_ID),
    };
    let mut book = Book::default();
    // The caller may be a customer's user, whose own price is made of markups that it does not see.
    for row in scope.unbound().await?.all::<Markup>(narrow).await? {
        let entry = row.entry();
        match (row.level, row.carrier_account_id) {
            (Level::Carrier, _) => book.add_to_carrier(row.carrier_code, entry),
            (level, Some(account)) => book.add_to_account(level, account, entry),
            (_, None) => {}
        }
    }
    let book = Arc::new(book);
    memory.0.insert(key, (version, book.clone()));
    Ok(book)
}

/// Begins a change of a customer's markups, or of the others: who changes the same waits until it is done, and quotes
/// look anew once it is saved.
pub async fn change(scope: &mut Scope, customer: Option<CustomerId>) -> Result<()> {
    let sql = tsql!(
        "INSERT INTO markup_versions (tenant_id, customer_id, version) VALUES ($1, $2, 1)
         ON CONFLICT (tenant_id, customer_id) DO UPDATE SET version = markup_versions.version + 1
         WHERE markup_versions.tenant_id = $1"
    );
    scope
        .rows(
            sql,
            vec![customer.map_or(OTHERS, |customer| customer.0).val()],
        )
        .await?;
    scope.announce(&crate::MARKUPS_CHANGED, &customer).await
}
