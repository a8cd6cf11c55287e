//! The pure rules of quoting: what may be asked, and how a price is made.

pub mod check;
pub mod consignment;
pub mod price;
