//! Operations on bookings, step by step.

mod attachments;
pub mod billing;
pub mod book;
pub mod bulk;
pub mod cancel;
pub mod carrier;
pub mod certificate;
pub mod change;
pub mod charge;
pub mod entries;
pub mod exchange;
pub mod guest;
pub mod insurance;
pub mod label;
mod legs;
pub mod letters;
pub mod manifest;
pub mod names;
pub mod news;
mod numbers;
pub mod offer;
pub mod papers;
mod paperwork;
pub mod payment;
pub mod pickup;
pub mod places;
pub mod preview;
pub mod prints;
pub mod promo_code;
mod references;
mod reprice;
pub mod resend;
pub mod reserve;
pub mod save;
pub mod settle;
pub mod share;
pub mod sweep;
mod together;
pub mod track;

/// Maximum concurrent carrier calls of one request.
const MAX_CONCURRENT_CALLS: usize = 8;
