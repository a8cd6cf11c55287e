//! The permission of reconciliations.

use data::Permission;
pub use quotes::access::BOOKINGS;

pub const RECONCILE: Permission =
    Permission::staff("Pages.Booking.Reconcile", "Reconcile carrier invoices").with_place(3);

pub(crate) const PERMISSIONS: &[Permission] = &[RECONCILE];
