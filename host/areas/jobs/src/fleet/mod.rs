//! Jobs of bookings on the tenant's own vehicles. Booking and job move together.

mod follow;
mod rules;

pub(crate) use follow::listeners;
