//! The test carrier's honest answers; `misdeeds` has the rest.

pub mod logic;
mod misdeeds;

use crate::bindings::{
    Guest,
    exports::waybill::{carrier as c, plugin::about},
    waybill::{
        carrier::shipment::{Booked, Consignment},
        host::{clock, config, key_value, rate_cards, render},
        types::common::{File, Money, PluginError},
    },
};
use c::rating::{Charge, Rate};

impl about::Guest for Guest {
    fn describe() -> about::Description {
        let attribute = |key: &str, data_type: &str| about::Attribute {
            key: key.into(),
            display_name: key.into(),
            data_type: data_type.into(),
            required: false,
            choices: vec![],
            help: String::new(),
        };
        let abilities: &[&str] = match crate::ID {
            "full-guest" => &["manifesting", "tracking"],
            "joint-guest" => &["rating-by-account"],
            "settled-guest" => &["settings-migration"],
            "boastful-guest" => &["tracking"],
            _ => &[],
        };
        about::Description {
            id: crate::ID.into(),
            display_name: "Guest".into(),
            attributes: vec![attribute("user", "text"), attribute("KEY", "secret")],
            abilities: abilities.iter().map(|&name| name.into()).collect(),
        }
    }

    fn check_account() -> Result<(), PluginError> {
        match config::account_code().as_str() {
            "" => Err(PluginError::Unauthorised("there is no account".into())),
            _ => Ok(()),
        }
    }
}

impl c::services::Guest for Guest {
    fn list_services() -> Vec<c::services::Service> {
        logic::SERVICES
            .iter()
            .map(|service| c::services::Service {
                code: service.code.into(),
                name: service.name.into(),
                additional: false,
            })
            .collect()
    }
}

impl c::rating::Guest for Guest {
    fn rates(consignment: Consignment) -> Result<Vec<Rate>, PluginError> {
        let instruction = misdeed().unwrap_or_else(|| consignment.reference.clone());
        let (word, rest) = instruction.split_once(' ').unwrap_or((&instruction, ""));
        match word {
            "settings" => Ok(vec![rate_with_text(&config::account(), &consignment)]),
            "plugin-settings" => Ok(vec![rate_with_text(&config::plugin(), &consignment)]),
            "clock" => Ok(vec![rate_with_text(
                &format!("{} {}", clock::now(), clock::local_now()),
                &consignment,
            )]),
            "count" => {
                let counted = key_value::increment("count", 1).map_err(|error| internal(&error))?;
                key_value::set("last", counted.to_string().as_bytes(), Some(60))
                    .map_err(|error| internal(&error))?;
                let last = key_value::get("last")
                    .map_err(|error| internal(&error))?
                    .unwrap_or_default();
                Ok(vec![rate_with_text(
                    &String::from_utf8_lossy(&last),
                    &consignment,
                )])
            }
            "card" => by_card(rest, &consignment),
            _ => misdeeds::rates(word, rest, &consignment)
                .unwrap_or_else(|| Ok(honest(&consignment))),
        }
    }
}

/// Returns the setting `misdeed` of the account or the plugin, which overrides the reference.
fn misdeed() -> Option<String> {
    [config::account(), config::plugin()]
        .into_iter()
        .find_map(|settings| {
            let (_, rest) = settings.split_once("\"misdeed\":\"")?;
            Some(rest.split_once('"')?.0.to_owned())
        })
}

/// Returns a rate for every service.
pub fn honest(consignment: &Consignment) -> Vec<Rate> {
    let pieces: Vec<_> = consignment
        .items
        .iter()
        .map(|item| logic::Piece {
            quantity: item.quantity.into(),
            length_mm: item.length_mm.into(),
            width_mm: item.width_mm.into(),
            height_mm: item.height_mm.into(),
            weight_g: item.weight_g,
            dangerous: item.dangerous_goods,
        })
        .collect();
    let to = &consignment.to;
    let priced = logic::price(
        &pieces,
        &consignment.from.postcode,
        &to.postcode,
        consignment.options.len(),
        to.residential,
    );
    let charge = |code: &str, description: &str, minor: i64| Charge {
        code: code.into(),
        description: description.into(),
        amount: Money {
            minor,
            currency: consignment.currency.clone(),
        },
        tax: Money {
            minor: minor / 10,
            currency: consignment.currency.clone(),
        },
        additional: false,
    };
    priced
        .into_iter()
        .map(|one| {
            let service = &logic::SERVICES[one.service];
            Rate {
                service_code: service.code.into(),
                service_name: service.name.into(),
                charges: vec![
                    charge("FRT", "Freight", one.freight),
                    charge("FUEL", "Fuel levy", one.fuel),
                    charge("EXT", "Extras", one.extras),
                ],
                transit_days: Some(service.days),
                cut_off: Some("16:30".into()),
                carrier_quote: Some(format!("{}-{}", consignment.reference, service.code)),
            }
        })
        .collect()
}

/// Returns one rate with the text in its quote, and the text's beginning in its service name.
pub fn rate_with_text(words: &str, consignment: &Consignment) -> Rate {
    Rate {
        service_code: "WORDS".into(),
        service_name: words.chars().take(150).collect(),
        charges: vec![Charge {
            code: "FRT".into(),
            description: "Freight".into(),
            amount: Money {
                minor: 100,
                currency: consignment.currency.clone(),
            },
            tax: Money {
                minor: 10,
                currency: consignment.currency.clone(),
            },
            additional: false,
        }],
        transit_days: None,
        cut_off: None,
        carrier_quote: Some(words.into()),
    }
}

pub fn internal(error: &dyn core::fmt::Debug) -> PluginError {
    PluginError::Internal(format!("{error:?}"))
}

fn by_card(card: &str, consignment: &Consignment) -> Result<Vec<Rate>, PluginError> {
    let request = rate_cards::PriceRequest {
        from: consignment.from.clone(),
        to: consignment.to.clone(),
        items: consignment.items.clone(),
        currency: consignment.currency.clone(),
        services: vec![],
        date: consignment.dispatch_date.clone(),
        options: consignment.options.clone(),
    };
    let priced = rate_cards::price(card, &request)?;
    Ok(priced
        .into_iter()
        .map(|price| Rate {
            charges: price
                .lines
                .into_iter()
                .map(|line| Charge {
                    code: line.code,
                    description: line.description,
                    tax: Money {
                        minor: 0,
                        currency: line.amount.currency.clone(),
                    },
                    amount: line.amount,
                    additional: false,
                })
                .collect(),
            service_code: price.service_code,
            service_name: price.service_name,
            transit_days: price.transit_days,
            cut_off: None,
            carrier_quote: None,
        })
        .collect())
}

pub fn plain_label(consignment: &Consignment, connote: &str) -> render::Label {
    render::Label {
        carrier_name: "Guest".into(),
        service_name: "Road".into(),
        connote: connote.into(),
        piece: 1,
        pieces: 1,
        gs1: "(00)393123450000000013".into(),
        route: "R1".into(),
        sender: consignment.from.clone(),
        receiver: consignment.to.clone(),
        reference: consignment.reference.clone(),
        weight_g: 1000,
        instructions: String::new(),
        date: consignment.dispatch_date.clone(),
        dangerous_goods: false,
    }
}

fn booked(consignment: &Consignment) -> Booked {
    Booked {
        reference: consignment.reference.clone(),
        connote: format!("G{}", consignment.reference),
        data: "{}".into(),
    }
}

impl c::shipping::Guest for Guest {
    fn book(request: c::shipping::BookRequest) -> Result<Booked, PluginError> {
        let booked = booked(&request.consignment);
        match request.service_code.as_str() {
            "NO-CONNOTE" => Ok(Booked {
                connote: String::new(),
                ..booked
            }),
            "OTHER" => Ok(Booked {
                reference: "another".into(),
                ..booked
            }),
            bloated if bloated.starts_with("DATA-") => {
                // A booking of six megabytes, for example, succeeds and can be found with its data.
                key_value::set(&format!("booked-{}", booked.reference), b"1", None)
                    .map_err(|error| internal(&error))?;
                Ok(Booked {
                    data: "x".repeat(bloated[5..].parse().unwrap_or(0)),
                    ..booked
                })
            }
            _ => Ok(booked),
        }
    }

    fn find(reference: String) -> Result<Option<Booked>, PluginError> {
        let stored =
            key_value::get(&format!("booked-{reference}")).map_err(|error| internal(&error))?;
        Ok(
            (stored.is_some() || reference.starts_with("known")).then(|| Booked {
                connote: format!("G{reference}"),
                reference,
                data: "{}".into(),
            }),
        )
    }

    fn label(request: c::shipping::BookRequest, booked: Booked) -> Result<File, PluginError> {
        if request.service_code == "HTML" {
            return Ok(File {
                media_type: "text/html".into(),
                content: b"<p>label</p>".to_vec(),
            });
        }
        let label = plain_label(&request.consignment, &booked.connote);
        let label = render::Label {
            service_name: request.service_code,
            reference: booked.reference,
            ..label
        };
        render::labels(&[label]).map_err(PluginError::Internal)
    }

    fn cancel(_: Booked) -> Result<(), PluginError> {
        Ok(())
    }
}
