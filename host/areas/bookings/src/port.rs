//! What bookings need of the areas above them.

use futures_util::future::BoxFuture;
use kernel::{Permission, Result, Scope, ids::BookingId};

/// Makes invoices of bookings.
pub trait InvoicePort: Send + Sync {
    /// Who may have them made.
    fn permission(&self) -> Permission;
    /// Makes open invoices of these bookings, as their customers' are grouped. What has none afterwards could not be
    /// invoiced; the words tell why, where that is known.
    fn invoice<'a>(
        &'a self,
        scope: &'a mut Scope,
        bookings: Vec<BookingId>,
    ) -> BoxFuture<'a, Result<Option<String>>>;
}
