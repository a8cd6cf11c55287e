//! Ports to customer balances and invoices of bookings, for areas below finance.

use data::{
    Permission, Result, Scope,
    ids::{BookingId, CustomerId},
};
use futures_util::{FutureExt, future::BoxFuture};
use rust_decimal::Decimal;

pub struct CustomerBalances;

impl customers::AccountPort for CustomerBalances {
    fn amount_owed<'a>(
        &'a self,
        scope: &'a mut Scope,
        customer: CustomerId,
    ) -> BoxFuture<'a, Result<Decimal>> {
        async move {
            let booked = bookings::uninvoiced_total(scope, customer).await?;
            let carried = jobs::uninvoiced_total(scope, customer).await?;
            Ok(booked + carried + receivables::load_owed(scope, customer).await?)
        }
        .boxed()
    }

    fn prepaid_amount<'a>(
        &'a self,
        scope: &'a mut Scope,
        customer: CustomerId,
    ) -> BoxFuture<'a, Result<Decimal>> {
        receivables::load_prepaid(scope, customer).boxed()
    }

    fn count_open_bookings<'a>(
        &'a self,
        scope: &'a mut Scope,
        customer: CustomerId,
    ) -> BoxFuture<'a, Result<i64>> {
        bookings::count_open(scope, customer).boxed()
    }
}

pub struct FinanceInvoices;

impl bookings::invoice_port::InvoicePort for FinanceInvoices {
    fn permission(&self) -> Permission {
        ledger::access::INVOICES_CREATE
    }

    fn invoice<'a>(
        &'a self,
        scope: &'a mut Scope,
        bookings: Vec<BookingId>,
    ) -> BoxFuture<'a, Result<Option<String>>> {
        billing::invoice_bookings(scope, bookings).boxed()
    }
}
