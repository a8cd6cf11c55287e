//! Pricing: customers' prices from carriers' costs.
//!
//! Terms:
//! - A *markup* converts a cost to a price: a percentage, an addition, or a replacement.
//! - Its *level* is its scope: customer, customer type, carrier account, or carrier. The first
//!   level with a markup for a service applies.
//! - A *promo code* reduces the marked-up price. A booking *spends* a use when sent to the carrier;
//!   cancellation or rejection releases it.
//! - A *cover* is an insurance of goods at a value.
//!
//! Invariants:
//! - Two markups of one level and account never overlap in days.
//! - A price is the sum of its rounded lines.
//! - A code is never spent beyond its limits, and once per booking.
//! - A price is never below the tenant's minimum margin.

pub mod access;
pub mod insurance;
pub mod markups;
pub mod period;
pub mod price;
mod promo_codes;
pub mod spread;
mod terms;

use data::ids::CustomerId;
use web::Area;
use work::event::Event;

pub use crate::insurance::rules::{Cover, NotCovered};
pub use crate::insurance::service::{default_insurance, insure};
pub use crate::markups::cache::MarkupCache;
pub use crate::markups::level::Level;
pub use crate::markups::preview::{Draft, DraftMarkups, draft};
pub use crate::markups::rate::{CalcMethod, MarkupRate};
pub use crate::promo_codes::service::{PromoCodeId, spend_use};
pub use crate::promo_codes::store::release;
pub use crate::terms::{Promo, Terms, TermsRequest, load_terms};

/// A customer's markups have changed, or the shared ones if none.
pub static MARKUPS_CHANGED: Event<Option<CustomerId>> = Event::new("pricing.markups-changed", 1);

pub fn area() -> Area {
    Area::new("pricing")
        .permissions(crate::access::PERMISSIONS)
        .features(crate::access::FEATURES)
        .needs::<MarkupCache>()
        .routes(crate::markups::service::table())
        .routes(crate::promo_codes::service::table())
        .routes(crate::insurance::service::table())
}
