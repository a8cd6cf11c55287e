//! Customers' accounts and the invoices of bookings, for areas that depend on none of those that charge customers.

use futures_util::{FutureExt, future::BoxFuture};
use kernel::{
    Permission, Result, Scope,
    ids::{BookingId, CustomerId},
};
use rust_decimal::Decimal;

/// Answers from the bookings that no invoice has yet, and from the invoices.
pub struct BookedAccounts;

impl customers::AccountPort for BookedAccounts {
    fn owed<'a>(
        &'a self,
        scope: &'a mut Scope,
        customer: CustomerId,
    ) -> BoxFuture<'a, Result<Decimal>> {
        async move {
            let booked = bookings::owed(scope, customer).await?;
            Ok(booked + finance::owed(scope, customer).await?)
        }
        .boxed()
    }

    fn ahead<'a>(
        &'a self,
        scope: &'a mut Scope,
        customer: CustomerId,
    ) -> BoxFuture<'a, Result<Decimal>> {
        finance::ahead(scope, customer).boxed()
    }

    fn open<'a>(
        &'a self,
        scope: &'a mut Scope,
        customer: CustomerId,
    ) -> BoxFuture<'a, Result<i64>> {
        bookings::open(scope, customer).boxed()
    }
}

/// Has finance make the invoices.
pub struct FinanceInvoices;

impl bookings::port::InvoicePort for FinanceInvoices {
    fn permission(&self) -> Permission {
        finance::access::INVOICES_CREATE
    }

    fn invoice<'a>(
        &'a self,
        scope: &'a mut Scope,
        bookings: Vec<BookingId>,
    ) -> BoxFuture<'a, Result<Option<String>>> {
        finance::invoice_bookings(scope, bookings).boxed()
    }
}
