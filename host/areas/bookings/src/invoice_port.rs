//! Port to invoicing, implemented by finance.

use futures_util::future::BoxFuture;
use kernel::{Permission, Result, Scope, ids::BookingId};

/// Creates invoices from bookings.
pub trait InvoicePort: Send + Sync {
    /// Permission required to invoice.
    fn permission(&self) -> Permission;
    /// Creates open invoices for these bookings under their customers' grouping rules. Bookings
    /// without an invoice afterwards failed; the texts give the known reasons.
    fn invoice<'a>(
        &'a self,
        scope: &'a mut Scope,
        bookings: Vec<BookingId>,
    ) -> BoxFuture<'a, Result<Option<String>>>;
}
