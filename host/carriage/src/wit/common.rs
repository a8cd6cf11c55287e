//! `waybill:types/common`: records of every kind of plugin.

use rust_decimal::Decimal;

use super::{record, variant};
use crate::money;

record! {
    /// An exact amount in the currency's smallest unit.
    Money {
        minor: i64,
        /// ISO 4217 code.
        currency: String,
    }
}

impl Money {
    pub fn zero(currency: &str) -> Self {
        Self {
            minor: 0,
            currency: currency.to_owned(),
        }
    }

    /// None above 64 bits.
    pub fn new(amount: Decimal, currency: &str) -> Option<Self> {
        Some(Self {
            minor: money::to_minor(amount, currency)?,
            currency: currency.to_owned(),
        })
    }

    pub fn amount(&self) -> Decimal {
        money::from_minor(self.minor, &self.currency)
    }
}

record! {
    /// An address as plugins get it; the API's form is [`crate::address::Address`].
    Address {
        contact_name = "contact-name": Option<String>,
        company_name = "company-name": Option<String>,
        email: Option<String>,
        telephone: Option<String>,
        lines: Vec<String>,
        suburb: String,
        state: Option<String>,
        postcode: String,
        /// ISO 3166-1, two letters.
        country_code = "country-code": String,
        residential: bool,
    }
}

record! {
    /// Equal pieces, with the measures of one. [`crate::goods::Piece`] has the exact measures.
    Item {
        reference: String,
        package_type = "package-type": String,
        description: String,
        quantity: u32,
        length_mm = "length-mm": u32,
        width_mm = "width-mm": u32,
        height_mm = "height-mm": u32,
        weight_g = "weight-g": u64,
        dangerous_goods = "dangerous-goods": bool,
    }
}

record! {
    DangerousGoods {
        un_number = "un-number": String,
        packing_group = "packing-group": Option<String>,
        description: Option<String>,
        package_type = "package-type": Option<String>,
    }
}

/// Values beyond the typed fields, by key.
pub type Ext = Vec<(String, String)>;

record! {
    /// A field of the request that the plugin rejects; `member` is its path.
    FieldError {
        member: String,
        message: String,
    }
}

record! {
    Refusal {
        code: String,
        message: String,
        http_status = "http-status": Option<u16>,
    }
}

record! {
    Outage {
        message: String,
        retry_after_ms = "retry-after-ms": Option<u32>,
    }
}

variant! {
    /// A plugin's own error; the host reports it as a [`crate::PluginFault`].
    PluginError {
        InvalidInput(Vec<FieldError>) = "invalid-input",
        Rejected(Refusal) = "rejected",
        Unauthorised(String) = "unauthorised",
        NotFound(String) = "not-found",
        Unavailable(Outage) = "unavailable",
        Unsupported(String) = "unsupported",
        Internal(String) = "internal",
    }
}

record! {
    /// A document: `application/pdf`, `application/zpl` or `image/png`.
    File {
        media_type = "media-type": String,
        content: Vec<u8>,
    }
}
