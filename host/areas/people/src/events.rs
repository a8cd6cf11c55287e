//! Events of people for the areas above.

use data::ids::{OrganizationUnitId, UserId};
use work::event::Event;

/// The deleted units, including all descendants.
pub static UNITS_DELETED: Event<Vec<OrganizationUnitId>> = Event::new("people.units-deleted", 1);
pub static USER_DELETED: Event<UserId> = Event::new("people.user-deleted", 1);
