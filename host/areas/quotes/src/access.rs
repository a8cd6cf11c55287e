//! The permissions and features of quotes.

use kernel::{Feature, Permission};

pub const BOOKING: Permission = Permission::anyone("Pages.Booking", "Bookings").at(20);
pub const BOOKING_VIEW_COST: Permission = Permission::staff("Pages.Booking.ViewCost", "See carrier costs").at(1);

pub(crate) const PERMISSIONS: &[Permission] = &[BOOKING, BOOKING_VIEW_COST];

pub const BOOKINGS: Feature =
    Feature::on(10, "Booking.Enabled", "Bookings", "Quotes, bookings, labels, manifests and tracking.");

pub(crate) const FEATURES: &[Feature] = &[BOOKINGS];
