//! Records of the functions that carriers export in `waybill:carrier`.

use super::{Address, Booked, Consignment, File, Money, record, variant};
use crate::money::Amount;

record! {
    Service {
        code: String,
        name: String,
        additional: bool,
    }
}

record! {
    /// A line of a carrier's price. Amounts exclude tax.
    Charge {
        code: String,
        description: String,
        amount: Money,
        tax: Money,
        /// Fuel, tail-lift and other surcharges.
        additional: bool,
    }
}

impl Charge {
    pub fn cost(&self) -> Amount {
        let (net, tax) = (self.amount.amount(), self.tax.amount());
        Amount {
            tax_exclusive_amount: net,
            tax,
            total: net.saturating_add(tax),
        }
    }
}

record! {
    /// A service's price. `rating` and `rating-by-account` have the same record.
    Rate {
        service_code = "service-code": String,
        service_name = "service-name": String,
        charges: Vec<Charge>,
        /// Working days.
        transit_days = "transit-days": Option<u32>,
        /// Local time of day for dispatch today, `16:30`.
        cut_off = "cut-off": Option<String>,
        /// Opaque token, returned when this rate is booked.
        carrier_quote = "carrier-quote": Option<String>,
    }
}

record! {
    /// An account of `rating-by-account`, with its plain settings as a JSON object.
    Account {
        code: String,
        settings: String,
    }
}

record! {
    BookRequest {
        consignment: Consignment,
        service_code = "service-code": String,
        carrier_quote = "carrier-quote": Option<String>,
    }
}

record! {
    ManifestEntry {
        booked: Booked,
        receiver: String,
        suburb: String,
        pieces: u32,
        weight_g = "weight-g": u64,
        service_name = "service-name": String,
    }
}

record! {
    ManifestRequest {
        reference: String,
        sender: Address,
        entries: Vec<ManifestEntry>,
    }
}

record! {
    Manifested {
        number: String,
        sheet: Option<File>,
    }
}

record! {
    PickupRequest {
        /// Our reference, identical on every attempt.
        reference: String,
        at: Address,
        /// Day in the tenant's zone, `2026-01-31`.
        day: String,
        /// Local times of day, `09:00`.
        ready: String,
        closes: String,
        booked: Vec<Booked>,
        pieces: u32,
        weight_g = "weight-g": u64,
        instructions: String,
    }
}

record! {
    /// A pickup accepted by the carrier; `data` is opaque and returned unchanged.
    Picked {
        number: String,
        data: String,
    }
}

record! {
    /// A line of a carrier's invoice; credits are negative.
    InvoiceLine {
        /// Line in the file, from 1.
        line: u32,
        connote: String,
        service_code = "service-code": String,
        description: String,
        /// Exclusive of tax.
        amount: Money,
        tax: Money,
        weight_g = "weight-g": Option<u64>,
        /// `2026-01-31`.
        day: Option<String>,
    }
}

record! {
    CarrierInvoice {
        number: String,
        /// `2026-01-31`.
        day: String,
        lines: Vec<InvoiceLine>,
    }
}

variant! {
    /// Result of an address check.
    Verdict {
        Known = "known",
        /// The same address in the carrier's spelling.
        Better(Address) = "better",
        /// Nearest known addresses first.
        Unknown(Vec<Address>) = "unknown",
    }
}
