//! Port to invoicing, implemented by finance.

use data::{Permission, Result, Scope, ids::BookingId};
use futures_util::future::BoxFuture;

pub trait InvoicePort: Send + Sync {
    fn permission(&self) -> Permission;
    /// Creates open invoices under the customers' grouping rules. Bookings without an invoice
    /// afterwards failed; the texts give known reasons.
    fn invoice<'a>(
        &'a self,
        scope: &'a mut Scope,
        bookings: Vec<BookingId>,
    ) -> BoxFuture<'a, Result<Option<String>>>;
}
