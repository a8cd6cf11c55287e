//! The carrier {{Name}}: one service, priced by the consignment and the kilogram.
//!
//! A starting point: it prices, books, labels and cancels from the account's settings, without
//! network calls. Where the carrier has an API, `rates`, `book`, `find`, `label` and `cancel` call
//! it with `waybill_plugin::http`.

pub mod account;
pub mod price;

use serde::{Deserialize, Serialize};
use waybill_plugin::host::render;
use waybill_plugin::types::{BookRequest, Booked, Consignment, File, Label, Rate, Service};
use waybill_plugin::{About, Carrier, Result, error, register, store, units};

use account::Account;

/// The code and the name of the one service.
const SERVICE: (&str, &str) = ("STANDARD", "Standard");

/// Maximum labels for one consignment.
const MAX_PIECES: u64 = 999;

/// A call is repeated within minutes after a fault; thirty days are plenty to remember a booking.
const KEPT_SECONDS: u32 = 30 * 24 * 60 * 60;

/// The carrier, as registered.
#[derive(Debug)]
pub struct {{Type}};

register!(carrier {{Type}});

impl Carrier for {{Type}} {
    fn about() -> About {
        About { id: "{{id}}", name: "{{Name}}", attributes: account::attributes() }
    }

    fn check_account() -> Result<()> {
        Account::of_call().map(drop)
    }

    fn list_services() -> Vec<Service> {
        vec![Service { code: SERVICE.0.into(), name: SERVICE.1.into(), additional: false }]
    }

    fn rates(consignment: &Consignment) -> Result<Vec<Rate>> {
        let account = Account::of_call()?;
        let weight = units::dead_weight(&consignment.items);
        Ok(vec![price::rate(&account, SERVICE, weight, &consignment.currency)?])
    }

    fn book(request: &BookRequest) -> Result<Booked> {
        let account = Account::of_call()?;
        let reference = &request.consignment.reference;
        if let Some(booked) = Self::find(reference)? {
            return Ok(booked);
        }
        if request.service_code != SERVICE.0 {
            return Err(error::invalid("serviceCode", format!("must be {}", SERVICE.0)));
        }
        let number = store::next_number(&format!("connote:{}", account.connote_prefix))?;
        let kept = Kept { connote: format!("{}{number:08}", account.connote_prefix) };
        store::set(&booking_key(reference), &kept, Some(KEPT_SECONDS))?;
        Ok(kept.booked(reference))
    }

    fn find(reference: &str) -> Result<Option<Booked>> {
        let kept: Option<Kept> = store::get(&booking_key(reference))?;
        Ok(kept.map(|kept| kept.booked(reference)))
    }

    fn label(request: &BookRequest, booked: &Booked) -> Result<File> {
        render::labels(&labels(request, booked)?)
            .map_err(|reason| error::internal(format!("the labels could not be drawn: {reason}")))
    }

    fn cancel(booked: &Booked) -> Result<()> {
        store::delete(&booking_key(&booked.reference))
    }
}

/// A booking as stored under our reference.
#[derive(Serialize, Deserialize)]
struct Kept {
    connote: String,
}

impl Kept {
    fn booked(self, reference: &str) -> Booked {
        Booked { reference: reference.into(), connote: self.connote, data: String::new() }
    }
}

fn booking_key(reference: &str) -> String {
    format!("booking:{reference}")
}

/// One label a piece. The symbol holds the connote and the piece's number, in GS1's field for a
/// company's own use.
fn labels(request: &BookRequest, booked: &Booked) -> Result<Vec<Label>> {
    let consignment = &request.consignment;
    let count = units::pieces(&consignment.items);
    if !(1..=MAX_PIECES).contains(&count) {
        return Err(error::invalid("items", format!("must be 1 to {MAX_PIECES} pieces")));
    }
    let pieces = consignment.items.iter().flat_map(|item| (0..item.quantity).map(move |_| item));
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let label = |(piece, item): (u32, &waybill_plugin::types::Item)| Label {
        carrier_name: "{{Name}}".into(),
        service_name: SERVICE.1.into(),
        connote: booked.connote.clone(),
        piece,
        pieces: count,
        gs1: format!("(91){}{piece:04}", booked.connote),
        route: consignment.to.postcode.clone(),
        sender: consignment.from.clone(),
        receiver: consignment.to.clone(),
        reference: consignment.customer_reference.clone(),
        weight_g: item.weight_g,
        instructions: consignment.delivery_instructions.clone(),
        date: consignment.dispatch_date.clone(),
        dangerous_goods: item.dangerous_goods,
    };
    Ok((1..).zip(pieces).map(label).collect())
}
