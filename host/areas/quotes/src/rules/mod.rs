//! Pure rules of quotes: validation and pricing.

pub mod calendar;
pub mod check;
pub mod consignment;
pub mod price;
