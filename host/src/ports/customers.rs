//! Which customers there are, as identity asks: it stands a floor below them.

use std::collections::HashMap;

use customers::Customer;
use futures_util::{FutureExt, future::BoxFuture};
use kernel::{Result, Scope, Where, ids::CustomerId};

/// Answers from the customers' room.
pub struct KnownCustomers;

impl identity::Customers for KnownCustomers {
    fn names<'a>(
        &'a self,
        scope: &'a mut Scope,
        ids: Vec<CustomerId>,
    ) -> BoxFuture<'a, Result<HashMap<CustomerId, String>>> {
        async move {
            let customers: Vec<Customer> = scope.all(Where::all().is_in("id", &ids)).await?;
            Ok(customers.into_iter().map(|customer| (customer.id, customer.display_name().to_owned())).collect())
        }
        .boxed()
    }
}
