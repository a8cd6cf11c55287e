//! Events of people for the areas above.

use kernel::{
    event::Event,
    ids::{OrganizationUnitId, UserId},
};

/// The deleted units, including all descendants.
pub static UNITS_DELETED: Event<Vec<OrganizationUnitId>> = Event::new("people.units-deleted", 1);
pub static USER_DELETED: Event<UserId> = Event::new("people.user-deleted", 1);
