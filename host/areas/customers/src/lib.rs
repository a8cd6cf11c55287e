//! Customers: the businesses and people a tenant ships for.
//!
//! Words: a customer's *type* says how it pays (Account, Payg, Prepaid, Guest), its *status* whether it may book.
//! Invariants: a code is unique in its tenant; a customer's user sees that customer and no other; a customer with
//! bookings is switched off, not deleted.

mod codes;
mod events;
mod features;
mod model;
mod registration;
mod routes;
mod rules;
mod settings;

pub use model::Customer;
pub use routes::{area, listed};
pub use settings::{Asked, BookingSettings, CustomerSettings, settings_of};

use kernel::{Error, Result, Scope, ids::CustomerId};

/// The customer, for a caller who may see it; another customer's user is told that there is none.
pub async fn find(scope: &mut Scope, id: CustomerId) -> Result<Customer> {
    if scope.caller.customer().is_some_and(|own| own != id) {
        return Err(Error::NotFound("The customer"));
    }
    scope.find(id).await
}

/// Refuses unless the customer may book now, with a sentence that says why.
pub fn check_may_book(customer: &Customer) -> Result<()> {
    rules::may_book(customer)
}

/// Creates a customer for the program itself: seeds and imports.
pub async fn create(scope: &mut Scope, customer: Customer) -> Result<Customer> {
    routes::create(scope, customer).await
}
