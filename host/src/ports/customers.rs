//! Customer queries for the areas identity and plugins, which don't depend on customers.

use std::collections::{HashMap, HashSet};

use customers::CustomerInfo;
use data::{
    ListQuery, PageOf, Result, Scope,
    ids::{CustomerId, UserId},
};
use futures_util::{FutureExt, future::BoxFuture};
use plugins::KnownCustomer;

pub struct CustomerQueries;

impl people::Customers for CustomerQueries {
    fn names<'a>(
        &'a self,
        scope: &'a mut Scope,
        ids: Vec<CustomerId>,
    ) -> BoxFuture<'a, Result<HashMap<CustomerId, String>>> {
        async move { customers::names(scope, &ids).await }.boxed()
    }
}

impl tenancy::staff_names::CustomerUsers for CustomerQueries {
    fn users_of<'a>(
        &'a self,
        scope: &'a mut Scope,
        customer: CustomerId,
    ) -> BoxFuture<'a, Result<HashSet<UserId>>> {
        customers::users(scope, customer).boxed()
    }
}

fn from_info(customer: CustomerInfo) -> KnownCustomer {
    KnownCustomer {
        id: customer.id,
        name: customer.display_name().to_owned(),
        code: customer.code,
    }
}

impl plugins::CustomerPort for CustomerQueries {
    fn find<'a>(
        &'a self,
        scope: &'a mut Scope,
        id: CustomerId,
    ) -> BoxFuture<'a, Result<KnownCustomer>> {
        async move { customers::find(scope, id).await.map(from_info) }.boxed()
    }

    fn page<'a>(
        &'a self,
        scope: &'a mut Scope,
        list: &'a ListQuery,
        search: Option<&'a str>,
    ) -> BoxFuture<'a, Result<PageOf<KnownCustomer>>> {
        async move {
            let mut list = list.clone();
            list.sorting.get_or_insert_with(|| "code".to_owned());
            if let Some(words) = search {
                let words = words.to_lowercase().replace('\'', "''");
                let search = format!("(contains(search,'{words}') or contains(code,'{words}'))");
                let filter = list
                    .filter
                    .as_deref()
                    .map(str::trim)
                    .filter(|filter| !filter.is_empty());
                list.filter = Some(
                    filter.map_or(search.clone(), |filter| format!("({filter}) and {search}")),
                );
            }
            Ok(customers::page(scope, &list).await?.map(from_info))
        }
        .boxed()
    }
}
