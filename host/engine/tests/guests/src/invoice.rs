//! Carrier of the reconciliation tests that reads its invoices. The head is `INVOICE number day
//! currency`; each line has a connote, a service, cents, cents of tax and grams.

use bindings::{
    Guest,
    exports::waybill::{carrier as c, plugin::about},
    waybill::{
        carrier::shipment::{Booked, Consignment},
        types::common::{FieldError, File, Money, PluginError},
    },
};

mod bindings {
    #![allow(
        unsafe_code,
        reason = "generated: the calling convention of components"
    )]
    wit_bindgen::generate!({
        path: ["../../../../wit/v1/types", "../../../../wit/v1/host", "../../../../wit/v1/plugin", "../../../../wit/v1/carrier"],
        inline: "
            package waybill:guests;
            world invoice {
                include waybill:carrier/carrier@1.0.0;
                include waybill:carrier/carrier-invoice-file@1.0.0;
            }",
        world: "waybill:guests/invoice",
        generate_all,
    });
    export!(Guest with_types_in self);
    pub struct Guest;
}

impl about::Guest for Guest {
    fn describe() -> about::Description {
        about::Description {
            id: "invoice-guest".into(),
            display_name: "Invoice".into(),
            attributes: vec![],
            abilities: vec!["invoice-file".into()],
        }
    }

    fn check_account() -> Result<(), PluginError> {
        Ok(())
    }
}

impl c::services::Guest for Guest {
    fn list_services() -> Vec<c::services::Service> {
        vec![]
    }
}

impl c::rating::Guest for Guest {
    fn rates(_: Consignment) -> Result<Vec<c::rating::Rate>, PluginError> {
        Err(only_invoices())
    }
}

impl c::shipping::Guest for Guest {
    fn book(_: c::shipping::BookRequest) -> Result<Booked, PluginError> {
        Err(only_invoices())
    }
    fn find(_: String) -> Result<Option<Booked>, PluginError> {
        Ok(None)
    }
    fn label(_: c::shipping::BookRequest, _: Booked) -> Result<File, PluginError> {
        Err(only_invoices())
    }
    fn cancel(_: Booked) -> Result<(), PluginError> {
        Err(only_invoices())
    }
}

fn only_invoices() -> PluginError {
    PluginError::Unsupported("this carrier only reads its invoices".into())
}

fn invalid(line: usize, message: &str) -> PluginError {
    PluginError::InvalidInput(vec![FieldError {
        member: format!("line[{line}]"),
        message: message.into(),
    }])
}

impl c::invoice_file::Guest for Guest {
    fn read_invoice(file: File) -> Result<c::invoice_file::CarrierInvoice, PluginError> {
        let text = String::from_utf8(file.content)
            .map_err(|error| PluginError::Internal(error.to_string()))?;
        let mut lines = text.lines();
        let head: Vec<&str> = lines
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        let (number, day, currency) = match head[..] {
            ["INVOICE", number, day, currency] => (number, day, currency),
            ["SLOW", ..] => spin(),
            // A text with columns is a table, which the host reads itself.
            [first, ..] if first.contains(',') => {
                return Err(PluginError::Unsupported("this is a table".into()));
            }
            _ => return Err(invalid(1, "is no head of an invoice")),
        };
        let read = |(at, line): (usize, &str)| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [connote, service, cents, tax, grams] = words[..] else {
                return Err(invalid(at, "must have five words"));
            };
            let money = |text: &str| match text.parse() {
                Ok(minor) => Ok(Money {
                    minor,
                    currency: currency.into(),
                }),
                Err(_) => Err(invalid(at, "must have amounts in cents")),
            };
            Ok(c::invoice_file::InvoiceLine {
                line: u32::try_from(at).unwrap_or(u32::MAX),
                connote: connote.into(),
                service_code: service.into(),
                description: "As invoiced".into(),
                amount: money(cents)?,
                tax: money(tax)?,
                weight_g: grams.parse().ok(),
                day: None,
            })
        };
        let lines = (2..).zip(lines).map(read).collect::<Result<Vec<_>, _>>()?;
        Ok(c::invoice_file::CarrierInvoice {
            number: number.into(),
            day: day.into(),
            lines,
        })
    }
}

fn spin() -> ! {
    let mut number = 1u64;
    loop {
        number = std::hint::black_box(
            number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1),
        );
    }
}
