//! Entities that can have documents: bookings, customers and carrier accounts.

use data::{Result, Scope};
use files::port::{Thing, Things, VisibleThing};
use futures_util::future::{BoxFuture, FutureExt};

pub struct DocumentEntities;

const TYPES: &[&str] = &["Booking", "Customer", "CarrierAccount"];

impl Things for DocumentEntities {
    fn types(&self) -> &'static [&'static str] {
        TYPES
    }

    fn find_visible<'a>(
        &'a self,
        scope: &'a mut Scope,
        thing: &'a Thing,
    ) -> BoxFuture<'a, Result<VisibleThing>> {
        match thing.entity_type {
            "Booking" => bookings::find_entity(scope, thing.named).boxed(),
            "Customer" => customers::find_entity(scope, thing.named).boxed(),
            _ => carriers::find_entity(scope, thing.named).boxed(),
        }
    }
}
