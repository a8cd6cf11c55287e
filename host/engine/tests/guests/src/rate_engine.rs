//! The test rate engine: a card has a price per piece, `{"cents":250}`, or a misdeed.

use bindings::exports::waybill::rates::engine::{
    Guest as Engine, PluginError, PriceRequest, ServicePrice,
};
use bindings::waybill::{
    host::rate_cards::PriceLine,
    types::common::{FieldError, Money},
};

mod bindings {
    #![allow(
        unsafe_code,
        reason = "generated: the calling convention of components"
    )]
    wit_bindgen::generate!({
        path: ["../../../../wit/v1/types", "../../../../wit/v1/host", "../../../../wit/v1/rates"],
        world: "waybill:rates/rate-engine",
        generate_all,
    });
    export!(Guest with_types_in self);
    pub struct Guest;
}

fn cents(card: &str) -> Result<i64, PluginError> {
    let number = card
        .strip_prefix("{\"cents\":")
        .and_then(|rest| rest.strip_suffix('}'));
    number
        .and_then(|number| number.parse().ok())
        .ok_or_else(|| {
            PluginError::InvalidInput(vec![FieldError {
                member: "cents".into(),
                message: "a number is expected".into(),
            }])
        })
}

impl Engine for bindings::Guest {
    fn price(card: String, request: PriceRequest) -> Result<Vec<ServicePrice>, PluginError> {
        if card == "spin" {
            loop {
                std::hint::black_box(&card);
            }
        }
        if card == "work" {
            let begun = std::time::Instant::now();
            while begun.elapsed().as_millis() < 20 {
                std::hint::black_box(&card);
            }
            return Ok(vec![]);
        }
        let pieces: i64 = request
            .items
            .iter()
            .map(|item| i64::from(item.quantity))
            .sum();
        Ok(vec![ServicePrice {
            service_code: "CARD".into(),
            service_name: "By the card".into(),
            lines: vec![PriceLine {
                code: "FRT".into(),
                description: "Freight".into(),
                amount: Money {
                    minor: cents(&card)? * pieces,
                    currency: request.currency,
                },
            }],
            transit_days: Some(2),
            chargeable_weight_g: request
                .items
                .iter()
                .map(|item| item.weight_g * u64::from(item.quantity))
                .sum(),
        }])
    }

    fn check(card: String) -> Result<(), PluginError> {
        cents(&card).map(|_| ())
    }
}
