//! A booking as the search shows it.

use kernel::{Feature, Permission, search::Hit};
use quotes::access::{BOOKING, BOOKINGS};
use serde_json::json;

use super::Booking;

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
        let customer = [&self.company_name, &self.customer_name, &self.contact_name];
        json!({
            "bookingStatus": self.booking_status.to_string(),
            "customerName": customer.into_iter().flatten().find(|name| !name.is_empty()),
            "consignmentId": self.consignment_id,
            "reference": self.reference,
            "carrier": self.carrier,
            "fromSuburb": self.from_suburb,
            "toSuburb": self.to_suburb,
        })
    }
}
