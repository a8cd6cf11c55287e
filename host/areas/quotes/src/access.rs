//! The permissions of quotes, and the feature that they share with prices.

use kernel::Permission;
pub use pricing::access::BOOKINGS;

pub const BOOKING: Permission = Permission::anyone("Pages.Booking", "Bookings").at(20);
pub const BOOKING_VIEW_COST: Permission = Permission::staff("Pages.Booking.ViewCost", "See carrier costs").at(1);

pub(crate) const PERMISSIONS: &[Permission] = &[BOOKING, BOOKING_VIEW_COST];
