//! Text bounds for the answers of shops, card providers, report generators and plugins of any kind.

use super::{Bounded, Bounds, MAX_HEADER, Name};
use crate::{
    interface::wit::*,
    text::{MAX_ADDRESS, MAX_NAME, MAX_NOTE},
};

const MAX_ATTRIBUTES: usize = 100;
const MAX_ABILITIES: usize = 50;
const MAX_CHOICES: usize = 200;
const MAX_ORDER_LINES: usize = 500;
const MAX_ORDERS: usize = 100;
const MAX_ITEMS: usize = 500;
const MAX_PARAMETERS: usize = 50;
const MAX_NOTES: usize = 100;
const MAX_CURSOR: usize = 4 << 10;
const MAX_HEADERS: usize = 64;
const MAX_BODY: usize = 8 << 20;

impl Bounded for Description {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.code("id", &self.id);
        bounds.name("display-name", &mut self.display_name);
        bounds.list("attributes", &mut self.attributes, MAX_ATTRIBUTES);
        bounds.codes("abilities", &mut self.abilities, MAX_ABILITIES);
    }
}

impl Bounded for Attribute {
    fn bound(&mut self, bounds: &mut Bounds) {
        let Attribute {
            key,
            display_name,
            data_type,
            required: _,
            choices,
            help,
        } = self;
        bounds.code("key", key);
        bounds.name("display-name", display_name);
        bounds.code("data-type", data_type);
        bounds.names("choices", choices, MAX_CHOICES);
        bounds.multi_line("help", help);
    }
}

/// Browsers and programs read it, so nothing is removed.
impl Bounded for WebResponse {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.list("headers", &mut self.headers, MAX_HEADERS);
        bounds.bytes("body", &self.body, MAX_BODY);
    }
}

impl Bounded for WebHeader {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.data("name", &self.name, MAX_NAME);
        bounds.data("value", &self.value, MAX_HEADER);
    }
}

impl Bounded for OrderPage {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.list("orders", &mut self.orders, MAX_ORDERS);
        bounds.data("next", self.next.as_deref().unwrap_or_default(), MAX_CURSOR);
    }
}

impl Bounded for Order {
    fn bound(&mut self, bounds: &mut Bounds) {
        let Order {
            id,
            name,
            placed,
            to,
            lines,
            total,
            service_code,
            note,
            ext,
        } = self;
        bounds.number("id", id);
        bounds.name("name", name);
        bounds.code("placed", placed);
        bounds.record("to", to);
        bounds.list("lines", lines, MAX_ORDER_LINES);
        bounds.record("total", total);
        bounds.number("service-code", service_code.as_deref().unwrap_or_default());
        bounds.multi_line_up_to("note", note, MAX_NOTE);
        bounds.ext(ext);
    }
}

impl Bounded for OrderLine {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.name("sku", &mut self.sku);
        bounds.multi_line("description", &mut self.description);
        bounds.record("price", &mut self.price);
    }
}

impl Bounded for Checkout {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.record("from", &mut self.from);
        bounds.record("to", &mut self.to);
        bounds.list("items", &mut self.items, MAX_ITEMS);
        bounds.code("currency", &self.currency);
    }
}

impl Bounded for Item {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.line("reference", &mut self.reference);
        bounds.name("package-type", &mut self.package_type);
        bounds.multi_line("description", &mut self.description);
    }
}

impl Bounded for Configuration {
    fn bound(&mut self, bounds: &mut Bounds) {
        let Configuration {
            id,
            name,
            active: _,
            service_discovery: _,
            carrier_service_type,
            format,
            callback_url,
            ext,
        } = self;
        bounds.number("id", id);
        bounds.name("name", name);
        bounds.code("carrier-service-type", carrier_service_type);
        bounds.code("format", format);
        bounds.exact("callback-url", callback_url, MAX_ADDRESS);
        bounds.ext(ext);
    }
}

impl Bounded for Notice {
    const LIST: &'static str = "notices";

    fn bound(&mut self, bounds: &mut Bounds) {
        match self {
            Notice::Order(order) => bounds.record("order", order),
            Notice::Cancelled(id) => bounds.number("cancelled", id),
            Notice::Uninstalled => {}
        }
    }
}

impl Bounded for Transaction {
    const LIST: &'static str = "transactions";

    fn bound(&mut self, bounds: &mut Bounds) {
        let Transaction {
            reference,
            id,
            state: _,
            amount,
            refunded,
            decline_code,
            decline_message,
            card_brand,
            card_last4,
            ext,
        } = self;
        // The host's own reference, equal to the one sent.
        bounds.data("reference", reference, MAX_NAME);
        bounds.number("id", id);
        bounds.record("amount", amount);
        bounds.record("refunded", refunded);
        bounds.number("decline-code", decline_code.as_deref().unwrap_or_default());
        if let Some(reason) = decline_message {
            bounds.multi_line("decline-message", reason);
        }
        bounds.record("card-brand", &mut Name(card_brand));
        bounds.code("card-last4", card_last4.as_deref().unwrap_or_default());
        bounds.ext(ext);
    }
}

impl Bounded for ReportInfo {
    const LIST: &'static str = "reports";

    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.number("id", &self.id);
        bounds.name("name", &mut self.name);
        bounds.multi_line("description", &mut self.description);
        bounds.list("parameters", &mut self.parameters, MAX_PARAMETERS);
    }
}

impl Bounded for Parameter {
    fn bound(&mut self, bounds: &mut Bounds) {
        let Parameter {
            name,
            description,
            component,
            choices,
            required: _,
        } = self;
        bounds.number("name", name);
        bounds.multi_line("description", description);
        bounds.code("component", component);
        bounds.names("choices", choices, MAX_CHOICES);
    }
}

impl Bounded for Summary {
    fn bound(&mut self, bounds: &mut Bounds) {
        if self.notes.len() > MAX_NOTES {
            // A separate rule limits their number.
            return;
        }
        for note in &mut self.notes {
            bounds.multi_line("notes", note);
        }
    }
}
