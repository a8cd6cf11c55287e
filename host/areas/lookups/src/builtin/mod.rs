//! Built-in reference data for use before any import.

pub mod goods;
pub mod localities;
