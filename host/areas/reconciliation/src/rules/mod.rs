//! Pure rules: matching, comparison, tolerance and transitions.

pub mod matching;
pub mod status;
pub mod sums;
pub mod tolerance;

pub use freight::written as numbers;
