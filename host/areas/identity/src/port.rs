//! What identity asks of customers, who stand on a floor above; the program fills it.

use std::collections::HashMap;

use futures_util::future::BoxFuture;
use kernel::{Result, Scope, ids::CustomerId};

/// Knows which customers there are.
pub trait Customers: Send + Sync {
    /// The names of those of these customers that the scope's tenant has.
    fn names<'a>(
        &'a self,
        scope: &'a mut Scope,
        ids: Vec<CustomerId>,
    ) -> BoxFuture<'a, Result<HashMap<CustomerId, String>>>;
}
