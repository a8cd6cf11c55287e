//! Permissions of quotes, shared with prices.

use data::Permission;
pub use pricing::access::{BOOKING, BOOKINGS};

pub const BOOKING_VIEW_COST: Permission =
    Permission::staff("Pages.Booking.ViewCost", "See carrier costs").with_place(1);

pub(crate) const PERMISSIONS: &[Permission] = &[BOOKING, BOOKING_VIEW_COST];
