//! Quotes: prices of a consignment with every carrier account that the customer may use.
//!
//! Terms: a *request* is a consignment to quote; each account called gives an *answer* with its
//! rates or the reason for none; a *quote* is one rate with the customer's price.
//!
//! Invariants:
//! - No database transaction is open during carrier calls.
//! - An answer is stored as it arrives, so that any host can return it.
//! - A request is complete when all accounts have answered or its deadline has passed.
//! - Every price is the sum of labelled lines.

pub mod access;
pub mod calendar;
mod markup_preview;
pub mod quotes;

pub use crate::quotes::model::{CustomerRef, Filter, QuoteAsk, RatePromo};
pub use crate::quotes::routes::{area, fetch_price, fetch_quotes};
pub use crate::quotes::store::{EXPIRED, SelectedQuote, find, take, take_expired};
pub use crate::quotes::view::{Quote, Quotes};
