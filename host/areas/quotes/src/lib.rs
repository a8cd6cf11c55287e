//! Quotes: what a consignment would cost with every carrier account that the customer may use.
//!
//! Words: a *request* is what somebody asked for; every account that was *asked* gives an *answer*, which holds its rates
//! or the reason why it has none; a *quote* is one rate with the customer's price.
//! Invariants: no database transaction is open while carriers are asked; an answer is kept as soon as it is there, so that
//! any host can tell it; a request is complete when all have answered or its deadline has passed; every price is the sum
//! of lines that say what they are for.

pub mod access;
mod model;
mod preview;
mod routes;
pub mod rules;
mod service;
mod store;
mod stream;
mod view;

pub use model::{CustomerRef, Filter, QuoteAsk, RatePromo};
pub use routes::{area, priced, quoted};
pub use rules::price::{PriceLine, Priced};
pub use store::{EXPIRED, Taken, lapsed, take};
pub use view::{Quote, Quotes};
