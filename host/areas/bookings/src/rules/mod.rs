//! Pure rules of bookings: statuses, operations, validation and scans.

pub mod check;
pub mod dates;
pub mod margin;
pub mod news;
pub mod operations;
pub mod papers;
pub mod pass;
pub mod pickups;
pub mod places;
pub mod poll;
pub mod references;
pub mod scan;
pub mod status;
