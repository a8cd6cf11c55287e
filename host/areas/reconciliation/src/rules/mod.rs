//! What is decided without a database: which booking a line is of, what differs, what is tolerated, what may follow what.

pub mod matching;
pub mod status;
pub mod sums;
pub mod tolerance;

pub use freight::written as numbers;
