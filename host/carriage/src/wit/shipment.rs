//! `waybill:carrier/shipment`: a consignment at the carrier, and its tracking.

use super::{Address, DangerousGoods, Ext, Item, record};

record! {
    /// A consignment as plugins get it; the areas' form is [`crate::Consignment`].
    Consignment {
        reference: String,
        from: Address,
        to: Address,
        items: Vec<Item>,
        dangerous_goods = "dangerous-goods": Option<DangerousGoods>,
        currency: String,
        /// Local day, `2026-01-31`.
        dispatch_date = "dispatch-date": String,
        customer_reference = "customer-reference": String,
        pickup_instructions = "pickup-instructions": String,
        delivery_instructions = "delivery-instructions": String,
        options: Vec<String>,
        ext: Ext,
    }
}

record! {
    /// A consignment accepted by the carrier; `data` is opaque and returned unchanged. Bookings
    /// store it as JSON.
    Booked {
        reference: String,
        connote: String,
        data: String,
    }
}

record! {
    Event {
        id: String,
        /// RFC 3339 with the offset of the place.
        at: String,
        /// A booking status; None if the event changes nothing.
        status: Option<String>,
        description: String,
        location: String,
        signed_by = "signed-by": Option<String>,
    }
}

record! {
    Tracked {
        connote: String,
        events: Vec<Event>,
        eta: Option<String>,
    }
}
