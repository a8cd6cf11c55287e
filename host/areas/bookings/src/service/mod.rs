//! What is done with bookings, step by step.

pub mod book;
pub mod bulk;
pub mod cancel;
pub mod carrier;
pub mod certificate;
pub mod change;
pub mod charge;
pub mod exchange;
pub mod guest;
pub mod insurance;
pub mod label;
mod legs;
pub mod letters;
pub mod manifest;
pub mod names;
pub mod offer;
pub mod papers;
mod paperwork;
pub mod payment;
pub mod promo_code;
mod references;
pub mod save;
pub mod settle;
pub mod share;
pub mod sweep;
pub mod track;
