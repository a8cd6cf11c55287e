//! The permission of reconciliations. Their calls need bookings to be switched on.

use kernel::Permission;
pub use quotes::access::BOOKINGS;

pub const RECONCILE: Permission =
    Permission::staff("Pages.Booking.Reconcile", "Reconcile carrier invoices").at(3);

pub(crate) const PERMISSIONS: &[Permission] = &[RECONCILE];
