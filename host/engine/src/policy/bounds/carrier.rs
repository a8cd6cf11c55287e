//! Text bounds for the answers of carriers and rate engines.

use super::{Bounded, Bounds, Name};
use crate::{
    interface::wit::*,
    text::{MAX_DATA, MAX_NAME},
};

const MAX_CHARGES: usize = 100;
const MAX_EVENTS: usize = 1_000;
const MAX_INVOICE_LINES: usize = 20_000;
const MAX_NEAREST: usize = 10;

impl Bounded for Service {
    const LIST: &'static str = "services";

    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.code("code", &self.code);
        bounds.name("name", &mut self.name);
    }
}

impl Bounded for Rate {
    const LIST: &'static str = "rates";

    fn bound(&mut self, bounds: &mut Bounds) {
        let Rate {
            service_code,
            service_name,
            charges,
            transit_days: _,
            cut_off,
            carrier_quote,
        } = self;
        bounds.code("service-code", service_code);
        bounds.name("service-name", service_name);
        bounds.list("charges", charges, MAX_CHARGES);
        bounds.code("cut-off", cut_off.as_deref().unwrap_or_default());
        bounds.data(
            "carrier-quote",
            carrier_quote.as_deref().unwrap_or_default(),
            MAX_DATA,
        );
    }
}

impl Bounded for Charge {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.code("code", &self.code);
        bounds.name("description", &mut self.description);
        bounds.record("amount", &mut self.amount);
        bounds.record("tax", &mut self.tax);
    }
}

impl Bounded for ServicePrice {
    const LIST: &'static str = "prices";

    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.code("service-code", &self.service_code);
        bounds.name("service-name", &mut self.service_name);
        bounds.list("lines", &mut self.lines, MAX_CHARGES);
    }
}

impl Bounded for PriceLine {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.code("code", &self.code);
        bounds.name("description", &mut self.description);
        bounds.record("amount", &mut self.amount);
    }
}

impl Bounded for Booked {
    fn bound(&mut self, bounds: &mut Bounds) {
        // The host's own reference, equal to the one sent.
        bounds.data("reference", &self.reference, MAX_NAME);
        bounds.number("connote", &self.connote);
        bounds.data("data", &self.data, MAX_DATA);
    }
}

impl Bounded for Manifested {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.number("number", &self.number);
        bounds.record("sheet", &mut self.sheet);
    }
}

impl Bounded for Tracked {
    const LIST: &'static str = "consignments";

    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.number("connote", &self.connote);
        bounds.list("events", &mut self.events, MAX_EVENTS);
        bounds.code("eta", self.eta.as_deref().unwrap_or_default());
    }
}

impl Bounded for Event {
    fn bound(&mut self, bounds: &mut Bounds) {
        let Event {
            id,
            at,
            status,
            description,
            location,
            signed_by,
        } = self;
        // An id made of the event's parts is longer than a number.
        bounds.exact("id", id, MAX_NAME);
        bounds.code("at", at);
        bounds.code("status", status.as_deref().unwrap_or_default());
        bounds.multi_line("description", description);
        bounds.name("location", location);
        bounds.record("signed-by", &mut Name(signed_by));
    }
}

impl Bounded for Picked {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.number("number", &self.number);
        bounds.data("data", &self.data, MAX_DATA);
    }
}

impl Bounded for CarrierInvoice {
    fn bound(&mut self, bounds: &mut Bounds) {
        bounds.number("number", &self.number);
        bounds.code("day", &self.day);
        bounds.list("lines", &mut self.lines, MAX_INVOICE_LINES);
    }
}

impl Bounded for InvoiceLine {
    fn bound(&mut self, bounds: &mut Bounds) {
        let InvoiceLine {
            line: _,
            connote,
            service_code,
            description,
            amount,
            tax,
            weight_g: _,
            day,
        } = self;
        bounds.number("connote", connote);
        bounds.code("service-code", service_code);
        bounds.multi_line("description", description);
        bounds.record("amount", amount);
        bounds.record("tax", tax);
        bounds.code("day", day.as_deref().unwrap_or_default());
    }
}

impl Bounded for Verdict {
    fn bound(&mut self, bounds: &mut Bounds) {
        match self {
            Verdict::Known => {}
            Verdict::Better(better) => bounds.record("better", better),
            Verdict::Unknown(nearest) => bounds.list("unknown", nearest, MAX_NEAREST),
        }
    }
}
