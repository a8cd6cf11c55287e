//! What documents can hang on: bookings, customers and carrier accounts, as their areas tell.

use files::port::{Seen, Thing, Things};
use futures_util::future::{BoxFuture, FutureExt};
use kernel::{Result, Scope};

/// Asks the areas.
pub struct KnownThings;

const TYPES: &[&str] = &["Booking", "Customer", "CarrierAccount"];

impl Things for KnownThings {
    fn types(&self) -> &'static [&'static str] {
        TYPES
    }

    fn look<'a>(&'a self, scope: &'a mut Scope, thing: &'a Thing) -> BoxFuture<'a, Result<Seen>> {
        match thing.entity_type {
            "Booking" => bookings::seen(scope, thing.named).boxed(),
            "Customer" => customers::seen(scope, thing.named).boxed(),
            _ => carriers::seen(scope, thing.named).boxed(),
        }
    }
}
