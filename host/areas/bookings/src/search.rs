//! Search results for bookings and manifests.

use data::{Feature, Permission, Result, Scope, search::Hit};
use futures_util::{FutureExt, future::BoxFuture};
use quotes::access::{BOOKING, BOOKINGS};
use serde_json::json;

use crate::bookings::{model::Booking, records::Manifest};
use crate::{access::BOOKING_MANIFEST, bookings};

impl Hit for Booking {
    const GROUP: &'static str = "Bookings";
    const KIND: &'static str = "Booking";
    const PERMISSION: Permission = BOOKING;
    const FEATURE: Feature = BOOKINGS;
    const FOR_CUSTOMERS: bool = true;

    fn title(&self) -> String {
        self.name()
    }
    fn details(&self) -> serde_json::Value {
        let customer = [
            &self.payer.company_name,
            &self.payer.customer_name,
            &self.payer.contact_name,
        ];
        json!({
            "bookingStatus": self.booking_status.to_string(),
            "customerName": customer.into_iter().flatten().find(|name| !name.is_empty()),
            "consignmentId": self.consignment.consignment_id,
            "reference": self.references.reference,
            "carrier": self.service.carrier,
            "fromSuburb": self.route.from_suburb,
            "toSuburb": self.route.to_suburb,
            "receiver": self.route.to_address.company_name.as_ref().or(self.route.to_address.contact_name.as_ref()),
        })
    }
}

/// Opens the first booking: the group has booking pages only.
impl Hit for Manifest {
    const GROUP: &'static str = "Bookings";
    const KIND: &'static str = "Manifest";
    const PERMISSION: Permission = BOOKING_MANIFEST;
    const FEATURE: Feature = BOOKINGS;
    // A manifest may contain other customers' consignments.
    const FOR_CUSTOMERS: bool = false;

    fn title(&self) -> String {
        self.number
            .clone()
            .unwrap_or_else(|| format!("#{}", self.id))
    }
    fn reference<'a>(&'a self, scope: &'a mut Scope) -> BoxFuture<'a, Result<Option<i64>>> {
        async move { bookings::store::first_booking_on(scope, self.id).await }.boxed()
    }
    fn details(&self) -> serde_json::Value {
        json!({
            "status": self.status.to_string(),
            "manifestId": self.id,
            "carrier": self.carrier,
            "suburb": self.sender.suburb,
        })
    }
}
