//! The pure rules of quoting: what may be asked, and what a price is made of.

pub mod calendar;
pub mod check;
pub mod consignment;
pub mod price;
