//! Pricing: what a customer pays for what a carrier takes.
//!
//! Words: a *markup* says how a price is made of a cost: a percentage of it, an amount on top, or an amount instead. Its
//! *level* says whose it is: one customer's, all customers' of a type, a carrier account's or a carrier's; the first level
//! that has a markup for a service decides. A *promo code* takes something off the marked-up price; a booking *spends* a
//! use of it when it goes to the carrier, and gives the use back when it is cancelled or refused. A *cover* is an insurance
//! of goods of some value, with its price.
//!
//! Invariants: two markups of one level and account share no day; a price is the sum of its rounded lines; no code is
//! spent more often than its limits say, and once by a booking; a price is never below the tenant's least margin.

pub mod access;
mod book;
mod insurance;
mod level;
mod markups;
mod preview;
mod promo_codes;
mod rate;
pub mod rules;
mod terms;

use kernel::{Area, event::Event, ids::CustomerId};

pub use book::Memory;
pub use insurance::{by_default, insure};
pub use level::Level;
pub use preview::{Draft, DraftMarkups, draft};
pub use promo_codes::{PromoCodeId, give_back, spend};
pub use rate::{CalcMethod, MarkupRate};
pub use rules::insurance::{Cover, NotCovered};
pub use terms::{Promo, Terms, Wanted, terms};

/// Markups have changed: a customer's, or those of others when none is named.
pub static MARKUPS_CHANGED: Event<Option<CustomerId>> = Event::new("pricing.markups-changed", 1);

/// The area pricing.
pub fn area() -> Area {
    Area::new("pricing")
        .permissions(access::PERMISSIONS)
        .features(access::FEATURES)
        .needs::<Memory>()
        .routes(markups::table())
        .routes(promo_codes::table())
        .routes(insurance::table())
}
