//! The permissions of prices, and the feature that their calls need.

use kernel::{Feature, Permission};

pub const CUSTOMER_EDIT_MARKUP: Permission =
    Permission::staff("Pages.Customer.EditMarkup", "Edit a customer's markup").at(1);
pub const MARKUPS: Permission = Permission::staff("Pages.Administration.Markups", "Markups").at(80);
pub const PROMO_CODES: Permission =
    Permission::staff("Pages.Administration.PromoCodes", "Promo codes").at(90);

/// Declared here, as the features below, since prices stand below quotes and bookings, which list them.
pub const BOOKING: Permission = Permission::anyone("Pages.Booking", "Bookings").at(20);

pub(crate) const PERMISSIONS: &[Permission] = &[CUSTOMER_EDIT_MARKUP, MARKUPS, PROMO_CODES];

/// Declared here since prices stand below quotes and bookings, which need it as well.
pub const BOOKINGS: Feature = Feature::on(
    10,
    "Booking.Enabled",
    "Bookings",
    "Quotes, bookings, labels, manifests and tracking.",
);

pub const INSURANCE: Feature = Feature::on(
    110,
    "Insurance.Enabled",
    "Insurance",
    "Insuring consignments.",
);

pub(crate) const FEATURES: &[Feature] = &[BOOKINGS];
