//! Permissions and features of bookings.

use data::{Feature, Permission};

pub const BOOKING_CREATE: Permission =
    Permission::anyone("Pages.Booking.Create", "Create bookings");
pub const BOOKING_EDIT: Permission = Permission::anyone("Pages.Booking.Edit", "Edit bookings");
pub const BOOKING_CANCEL: Permission =
    Permission::anyone("Pages.Booking.Cancel", "Cancel bookings");
pub const BOOKING_DELETE: Permission =
    Permission::anyone("Pages.Booking.Delete", "Delete bookings");
pub const BOOKING_MANIFEST: Permission =
    Permission::anyone("Pages.Booking.Manifest", "Manifest bookings");
pub const BOOKING_CHANGE_STATUS: Permission =
    Permission::staff("Pages.Booking.ChangeStatus", "Change a booking's status");
pub const BOOKING_EDIT_PRICE: Permission =
    Permission::staff("Pages.Booking.EditPrice", "Edit prices").with_place(2);

pub(crate) const PERMISSIONS: &[Permission] = &[
    BOOKING_CREATE,
    BOOKING_EDIT,
    BOOKING_CANCEL,
    BOOKING_DELETE,
    BOOKING_MANIFEST,
    BOOKING_CHANGE_STATUS,
    BOOKING_EDIT_PRICE,
];

pub(crate) const FEATURES: &[Feature] = &[
    Feature::enabled_by_default(
        100,
        "DangerousGoods.Enabled",
        "Dangerous goods",
        "Declaring dangerous goods on bookings.",
    ),
    pricing::access::INSURANCE,
];
