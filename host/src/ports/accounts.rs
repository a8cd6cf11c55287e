//! Customers' accounts, for the area customers, which depends on none of the areas that charge them.

use futures_util::{FutureExt, future::BoxFuture};
use kernel::{Result, Scope, ids::CustomerId};
use rust_decimal::Decimal;

/// Answers from the bookings that no invoice has yet, and from the invoices.
pub struct BookedAccounts;

impl customers::AccountPort for BookedAccounts {
    fn owed<'a>(&'a self, scope: &'a mut Scope, customer: CustomerId) -> BoxFuture<'a, Result<Decimal>> {
        async move {
            let booked = bookings::owed(scope, customer).await?;
            Ok(booked + finance::owed(scope, customer).await?)
        }
        .boxed()
    }

    fn ahead<'a>(&'a self, scope: &'a mut Scope, customer: CustomerId) -> BoxFuture<'a, Result<Decimal>> {
        finance::ahead(scope, customer).boxed()
    }

    fn open<'a>(&'a self, scope: &'a mut Scope, customer: CustomerId) -> BoxFuture<'a, Result<i64>> {
        bookings::open(scope, customer).boxed()
    }
}
