//! Events of carriers.

use data::ids::{CarrierAccountId, CustomerId};
use work::event::Event;

pub static ACCOUNT_SAVED: Event<CarrierAccountId> = Event::new("carriers.account-saved", 1);
pub static ACCOUNT_DELETED: Event<CarrierAccountId> = Event::new("carriers.account-deleted", 1);
/// The customer's account mappings changed.
pub static MAPPED: Event<CustomerId> = Event::new("carriers.mapped", 1);
