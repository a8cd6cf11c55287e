//! Permissions and features of pricing.

use data::{Feature, Permission};

pub const CUSTOMER_EDIT_MARKUP: Permission =
    Permission::staff("Pages.Customer.EditMarkup", "Edit a customer's markup").with_place(1);
pub const MARKUPS: Permission =
    Permission::staff("Pages.Administration.Markups", "Markups").with_place(80);
pub const PROMO_CODES: Permission =
    Permission::staff("Pages.Administration.PromoCodes", "Promo codes").with_place(90);

/// Declared here, since quotes and bookings depend on pricing.
pub const BOOKING: Permission = Permission::anyone("Pages.Booking", "Bookings").with_place(20);

pub(crate) const PERMISSIONS: &[Permission] = &[CUSTOMER_EDIT_MARKUP, MARKUPS, PROMO_CODES];

pub const BOOKINGS: Feature = Feature::enabled_by_default(
    10,
    "Booking.Enabled",
    "Bookings",
    "Quotes, bookings, labels, manifests and tracking.",
);

pub const INSURANCE: Feature = Feature::enabled_by_default(
    110,
    "Insurance.Enabled",
    "Insurance",
    "Insuring consignments.",
);

pub(crate) const FEATURES: &[Feature] = &[BOOKINGS];
