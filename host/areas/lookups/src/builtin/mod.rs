//! Reference data that the product brings along, so that it can be tried before anything is imported.

pub mod goods;
pub mod localities;
