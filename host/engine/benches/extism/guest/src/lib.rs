//! A carrier's prices as an Extism plugin: the calculation of the engine's benchmark, with JSON in
//! and out.

#[path = "../../../../tests/guests/src/guest/logic.rs"]
mod logic;

use extism_pdk::{FnResult, Json, ToBytes, plugin_fn};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
struct Consignment {
    reference: String,
    from: Address,
    to: Address,
    items: Vec<Item>,
    currency: String,
    options: Vec<String>,
}

#[derive(Deserialize)]
struct Address {
    postcode: String,
    residential: bool,
}

#[derive(Deserialize)]
struct Item {
    quantity: u64,
    length_mm: u64,
    width_mm: u64,
    height_mm: u64,
    weight_g: u64,
    dangerous_goods: bool,
}

#[derive(Serialize)]
struct Money {
    minor: i64,
    currency: String,
}

#[derive(Serialize)]
struct Charge {
    code: &'static str,
    description: &'static str,
    amount: Money,
    tax: Money,
    additional: bool,
}

#[derive(Serialize)]
struct Rate {
    service_code: &'static str,
    service_name: &'static str,
    charges: Vec<Charge>,
    transit_days: u32,
    cut_off: &'static str,
    carrier_quote: String,
}

#[derive(Serialize, ToBytes)]
#[encoding(Json)]
struct Rates(Vec<Rate>);

#[plugin_fn]
pub fn rates(Json(asked): Json<Consignment>) -> FnResult<Rates> {
    let pieces: Vec<logic::Piece> = asked
        .items
        .iter()
        .map(|item| logic::Piece {
            quantity: item.quantity,
            length_mm: item.length_mm,
            width_mm: item.width_mm,
            height_mm: item.height_mm,
            weight_g: item.weight_g,
            dangerous: item.dangerous_goods,
        })
        .collect();
    let to = &asked.to;
    let priced = logic::price(&pieces, &asked.from.postcode, &to.postcode, asked.options.len(), to.residential);
    let money = |minor| Money { minor, currency: asked.currency.clone() };
    let charge = |code, description, minor: i64| Charge {
        code,
        description,
        amount: money(minor),
        tax: money(minor / 10),
        additional: false,
    };
    let rates = priced.into_iter().map(|one| {
        let service = &logic::SERVICES[one.service];
        Rate {
            service_code: service.code,
            service_name: service.name,
            charges: vec![
                charge("FRT", "Freight", one.freight),
                charge("FUEL", "Fuel levy", one.fuel),
                charge("EXT", "Extras", one.extras),
            ],
            transit_days: service.days,
            cut_off: "16:30",
            carrier_quote: format!("{}-{}", asked.reference, service.code),
        }
    });
    Ok(Rates(rates.collect()))
}
