//! Cache of customers' and shared markups, each valid until its version changes.

use std::sync::Arc;

use data::{
    Result, Scope, Where,
    cache::Cache,
    ids::{CustomerId, TenantId},
};
use work::event::ScopeEvents;

use crate::markups::{level::Level, selection::Book, service::Markup, store};

/// More customers than request quotes within an hour.
const MAX_CACHED_BOOKS: u64 = 20_000;

const SHARED_KEY: i64 = 0;

/// One per process. An entry is valid while its version equals the database's, so a change applies
/// from the next quote on every host.
pub struct MarkupCache(Cache<(TenantId, i64), (i64, Arc<Book>)>);

impl Default for MarkupCache {
    fn default() -> Self {
        Self(Cache::new(MAX_CACHED_BOOKS))
    }
}

pub struct Books {
    pub customer: Option<Arc<Book>>,
    pub others: Arc<Book>,
}

/// Reads rows only after a change.
pub async fn load_books(scope: &mut Scope, customer: Option<CustomerId>) -> Result<Books> {
    // Versions first: newer rows are then read twice, never missed.
    let customer_key = customer.map_or(SHARED_KEY, |customer| customer.0);
    let versions = store::load_versions(scope, [SHARED_KEY, customer_key]).await?;
    let version = |key: i64| {
        versions
            .iter()
            .find_map(|(known, version)| (*known == key).then_some(*version))
    };
    let customer = match customer.and_then(|customer| Some((customer, version(customer.0)?))) {
        Some((customer, version)) => Some(load_book(scope, Some(customer), version).await?),
        None => None,
    };
    let shared = match version(SHARED_KEY) {
        Some(version) => load_book(scope, None, version).await?,
        None => Arc::default(),
    };
    Ok(Books {
        customer,
        others: shared,
    })
}

async fn load_book(
    scope: &mut Scope,
    customer: Option<CustomerId>,
    version: i64,
) -> Result<Arc<Book>> {
    let memory = scope.port::<MarkupCache>()?;
    let key = (
        scope.tenant,
        customer.map_or(SHARED_KEY, |customer| customer.0),
    );
    if let Some((_, known)) = memory.0.get(&key).filter(|(known, _)| *known == version) {
        return Ok(known);
    }
    let narrow = match customer {
        Some(customer) => Where::all().eq(Markup::CUSTOMER_ID, customer),
        None => Where::all().is_null(Markup::CUSTOMER_ID),
    };
    let mut book = Book::default();
    // A customer's user cannot read all markups of its price.
    for row in scope.unrestricted().await?.all::<Markup>(narrow).await? {
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

/// Locks these markups until the commit, and then invalidates the cache.
pub async fn begin_change(scope: &mut Scope, customer: Option<CustomerId>) -> Result<()> {
    let key = customer.map_or(SHARED_KEY, |customer| customer.0);
    store::raise_version(scope, key).await?;
    scope.publish(&crate::MARKUPS_CHANGED, &customer).await
}
