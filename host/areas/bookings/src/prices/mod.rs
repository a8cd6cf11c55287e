//! Prices of bookings: quotes, repricing and promo codes.

pub mod booked;
pub mod by_hand;
pub mod charged;
pub mod feeable;
pub mod measured;
pub mod model;
pub mod offers;
pub mod promo_code;
pub mod reprice;
pub mod service;
pub mod store;
