//! Size of a call's arguments: wasmtime limits a guest's output but not its input.

use crate::interface::wit::*;

/// Bytes of text and lists; numbers count by their width.
pub(crate) trait Size {
    fn size(&self) -> usize;
}

impl Size for String {
    fn size(&self) -> usize {
        8 + self.len()
    }
}

impl<T: Size> Size for Option<T> {
    fn size(&self) -> usize {
        1 + self.as_ref().map_or(0, Size::size)
    }
}

impl<T: Size> Size for Vec<T> {
    fn size(&self) -> usize {
        8 + self.iter().map(Size::size).sum::<usize>()
    }
}

impl<A: Size, B: Size> Size for (A, B) {
    fn size(&self) -> usize {
        self.0.size() + self.1.size()
    }
}

impl Size for Address {
    fn size(&self) -> usize {
        self.contact_name.size()
            + self.company_name.size()
            + self.email.size()
            + self.telephone.size()
            + self.lines.size()
            + self.suburb.size()
            + self.state.size()
            + self.postcode.size()
            + self.country_code.size()
            + 1
    }
}

impl Size for Item {
    fn size(&self) -> usize {
        self.reference.size() + self.package_type.size() + self.description.size() + 25
    }
}

impl Size for DangerousGoods {
    fn size(&self) -> usize {
        self.un_number.size()
            + self.packing_group.size()
            + self.description.size()
            + self.package_type.size()
    }
}

impl Size for Consignment {
    fn size(&self) -> usize {
        self.reference.size()
            + self.from.size()
            + self.to.size()
            + self.items.size()
            + self.dangerous_goods.size()
            + self.currency.size()
            + self.dispatch_date.size()
            + self.customer_reference.size()
            + self.pickup_instructions.size()
            + self.delivery_instructions.size()
            + self.options.size()
            + self.ext.size()
    }
}

impl Size for AskedAccount {
    fn size(&self) -> usize {
        self.code.size() + self.settings.size()
    }
}

impl Size for Booked {
    fn size(&self) -> usize {
        self.reference.size() + self.connote.size() + self.data.size()
    }
}

impl Size for BookRequest {
    fn size(&self) -> usize {
        self.consignment.size() + self.service_code.size() + self.carrier_quote.size()
    }
}

impl Size for ManifestEntry {
    fn size(&self) -> usize {
        self.booked.size()
            + self.receiver.size()
            + self.suburb.size()
            + self.service_name.size()
            + 12
    }
}

impl Size for ManifestRequest {
    fn size(&self) -> usize {
        self.reference.size() + self.sender.size() + self.entries.size()
    }
}

impl Size for PriceRequest {
    fn size(&self) -> usize {
        self.from.size()
            + self.to.size()
            + self.items.size()
            + self.currency.size()
            + self.services.size()
            + self.options.size()
            + self.date.size()
    }
}

impl Size for Lane {
    fn size(&self) -> usize {
        self.card.size()
            + self.currency.size()
            + self.services.size()
            + self.rates.size()
            + self.levies.size()
            + self.from_holidays.size()
            + self.to_holidays.size()
            + 64
    }
}

impl Size for LaneService {
    fn size(&self) -> usize {
        self.code.size() + self.name.size() + 9
    }
}

impl Size for LaneRate {
    fn size(&self) -> usize {
        self.from_zone.size() + self.to_zone.size() + self.bands.len() * 33 + 50
    }
}

impl Size for Levy {
    fn size(&self) -> usize {
        self.code.size() + self.name.size() + 40
    }
}

impl Size for LaneRequest {
    fn size(&self) -> usize {
        self.items.size() + self.date.size() + self.options.size() + 40
    }
}

impl Size for str {
    fn size(&self) -> usize {
        8 + self.len()
    }
}

impl Size for &str {
    fn size(&self) -> usize {
        8 + self.len()
    }
}

impl Size for bool {
    fn size(&self) -> usize {
        1
    }
}

impl Size for Money {
    fn size(&self) -> usize {
        8 + self.currency.size()
    }
}

impl Size for File {
    fn size(&self) -> usize {
        self.media_type.size() + 8 + self.content.len()
    }
}

impl Size for PickupRequest {
    fn size(&self) -> usize {
        self.reference.size()
            + self.at.size()
            + self.day.size()
            + self.ready.size()
            + self.closes.size()
            + self.booked.size()
            + self.instructions.size()
            + 12
    }
}

impl Size for Picked {
    fn size(&self) -> usize {
        self.number.size() + self.data.size()
    }
}

impl Size for WebHeader {
    fn size(&self) -> usize {
        self.name.size() + self.value.size()
    }
}

impl Size for WebCaller {
    fn size(&self) -> usize {
        self.name.size() + self.permissions.size() + 18
    }
}

impl Size for WebRequest {
    fn size(&self) -> usize {
        self.method.size()
            + self.path.size()
            + self.store.size()
            + self.query.size()
            + self.headers.size()
            + 8
            + self.body.len()
            + self.caller.size()
    }
}

impl Size for Fulfilled {
    fn size(&self) -> usize {
        self.order_id.size()
            + self.reference.size()
            + self.carrier_name.size()
            + self.connote.size()
            + self.tracking_url.size()
            + 8
            + self.lines.len() * 8
            + 1
    }
}

impl Size for Checkout {
    fn size(&self) -> usize {
        self.from.size() + self.to.size() + self.items.size() + self.currency.size()
    }
}

impl Size for ShippingOption {
    fn size(&self) -> usize {
        self.code.size()
            + self.name.size()
            + self.description.size()
            + self.total.size()
            + self.earliest.size()
            + self.latest.size()
    }
}

impl Size for PaymentRequest {
    fn size(&self) -> usize {
        self.reference.size()
            + self.nonce.size()
            + self.amount.size()
            + self.description.size()
            + self.customer_name.size()
            + self.customer_email.size()
    }
}
