//! Basic values of freight and their rules: addresses, goods, money, weights and measures.

pub mod address;
pub mod countries;
pub mod goods;
pub mod measured;
pub mod money;
pub mod quantity;
pub mod segregation;
pub mod written;
