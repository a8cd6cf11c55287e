//! Writer of UBL elements.

use std::fmt::Write;

use carriage::money;
use rust_decimal::Decimal;

const CUSTOMIZATION: &str = "urn:peppol:pint:billing-1@aunz-1";
const PROFILE: &str = "urn:peppol:bis:billing";
/// ISO 6523 schemes of business numbers.
const ABN: &str = "0151";
const NZBN: &str = "0088";
pub const NZBN_LENGTH: usize = 13;

pub fn filled(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// XML under construction. All text is escaped: input never becomes an element.
pub struct Out(String);

impl Out {
    pub fn begin(name: &str) -> Self {
        let mut out = Self(String::new());
        out.push(format_args!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <{name} xmlns=\"urn:oasis:names:specification:ubl:schema:xsd:{name}-2\" \
             xmlns:cac=\"urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2\" \
             xmlns:cbc=\"urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2\">"
        ));
        out.text("cbc:CustomizationID", CUSTOMIZATION);
        out.text("cbc:ProfileID", PROFILE);
        out
    }

    pub fn end(mut self, name: &str) -> String {
        self.push(format_args!("</{name}>\n"));
        self.0
    }

    pub fn within(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.push(format_args!("<{name}>"));
        inside(self);
        self.push(format_args!("</{name}>"));
    }

    fn push(&mut self, what: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.0.write_fmt(what);
    }

    pub fn text(&mut self, name: &str, text: &str) {
        self.push(format_args!("<{name}>{}</{name}>", escaped(text)));
    }

    pub fn some(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = filled(text) {
            self.text(name, text);
        }
    }

    pub fn with(&mut self, name: &str, attribute: &str, value: &str, text: &str) {
        self.push(format_args!(
            "<{name} {attribute}=\"{}\">{}</{name}>",
            escaped(value),
            escaped(text)
        ));
    }

    pub fn amount(&mut self, name: &str, amount: Decimal, currency: &str) {
        let places = money::minor_units(currency) as usize;
        let amount = format!("{:.places$}", money::round(amount, currency));
        self.with(name, "currencyID", currency, &amount);
    }

    /// S: standard rate. Z: zero-rated.
    pub fn tax_category(&mut self, name: &str, percent: Decimal) {
        self.within(name, |out| {
            out.text("cbc:ID", if percent.is_zero() { "Z" } else { "S" });
            out.text("cbc:Percent", &percent.normalize().to_string());
            out.within("cac:TaxScheme", |out| out.text("cbc:ID", "GST"));
        });
    }

    pub fn country(&mut self, code: &str) {
        self.within("cac:Country", |out| {
            out.text("cbc:IdentificationCode", code)
        });
    }

    pub fn business_number(&mut self, name: &str, number: &str) {
        if !number.is_empty() {
            self.with(
                name,
                "schemeID",
                if number.len() == NZBN_LENGTH {
                    NZBN
                } else {
                    ABN
                },
                number,
            );
        }
    }

    pub fn tax_scheme(&mut self, number: &str) {
        if !number.is_empty() {
            self.within("cac:PartyTaxScheme", |out| {
                out.text("cbc:CompanyID", number);
                out.within("cac:TaxScheme", |out| out.text("cbc:ID", "GST"));
            });
        }
    }

    pub fn legal(&mut self, name: &str, number: &str) {
        self.within("cac:PartyLegalEntity", |out| {
            out.text("cbc:RegistrationName", name);
            out.business_number("cbc:CompanyID", number);
        });
    }
}

/// Drops characters forbidden in XML.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type_stays_text() {
        assert_eq!(
            escaped("A & B <cbc:ID>\"1\"\n\u{1}"),
            "A &amp; B &lt;cbc:ID&gt;&quot;1&quot; "
        );
    }

    #[test]
    fn amounts_and_categories_are_the_profiles() {
        let mut out = Out(String::new());
        out.amount("cbc:TaxAmount", "1.5".parse().unwrap(), "AUD");
        out.tax_category("cac:TaxCategory", Decimal::TEN);
        assert_eq!(
            out.0,
            "<cbc:TaxAmount currencyID=\"AUD\">1.50</cbc:TaxAmount><cac:TaxCategory><cbc:ID>S</cbc:ID>\
             <cbc:Percent>10</cbc:Percent><cac:TaxScheme><cbc:ID>GST</cbc:ID></cac:TaxScheme></cac:TaxCategory>"
        );
    }
}
