//! Shop platform of the endpoint tests: its checkouts and its expected prices are plain text lines.

use bindings::{
    Guest,
    exports::waybill::{
        commerce::{checkout_rates, fulfilment, orders},
        plugin::about,
    },
    waybill::types::{
        common::{Address, FieldError, Item, PluginError},
        web::{Header, Request, Response},
    },
};

mod bindings {
    #![allow(
        unsafe_code,
        reason = "generated: the calling convention of components"
    )]
    wit_bindgen::generate!({
        path: ["../../../../wit/v1/types", "../../../../wit/v1/host", "../../../../wit/v1/plugin", "../../../../wit/v1/commerce"],
        inline: "
            package waybill:guests;
            world shop {
                include waybill:commerce/commerce@1.0.0;
                include waybill:commerce/commerce-checkout-rates@1.0.0;
            }",
        world: "waybill:guests/shop",
        generate_all,
    });
    export!(Guest with_types_in self);
    pub struct Guest;
}

impl about::Guest for Guest {
    fn describe() -> about::Description {
        about::Description {
            id: "shop-guest".into(),
            display_name: "Shop".into(),
            attributes: vec![],
            abilities: vec!["checkout-rates".into()],
        }
    }

    fn check_account() -> Result<(), PluginError> {
        Ok(())
    }
}

impl orders::Guest for Guest {
    fn list_orders(_: Option<String>) -> Result<orders::OrderPage, PluginError> {
        Ok(orders::OrderPage {
            orders: vec![],
            next: None,
        })
    }
}

impl fulfilment::Guest for Guest {
    fn write_tracking(fulfilled: fulfilment::Fulfilled) -> Result<String, PluginError> {
        Ok(fulfilled.reference)
    }
}

impl checkout_rates::Guest for Guest {
    /// Parses `AUD Richmond VIC 3121 Parramatta NSW 2150 12500`: currency, origin, destination,
    /// grams.
    fn read_checkout(call: Request) -> Result<checkout_rates::Checkout, PluginError> {
        let body = String::from_utf8_lossy(&call.body).into_owned();
        let words: Vec<&str> = body.split_whitespace().collect();
        let [
            currency,
            from_suburb,
            from_state,
            from_code,
            to_suburb,
            to_state,
            to_code,
            grams,
        ] = words.as_slice()
        else {
            let wrong = FieldError {
                member: "body".into(),
                message: "must have eight words".into(),
            };
            return Err(PluginError::InvalidInput(vec![wrong]));
        };
        let item = Item {
            reference: "1".into(),
            package_type: "Carton".into(),
            description: "Goods".into(),
            quantity: 1,
            length_mm: 400,
            width_mm: 300,
            height_mm: 250,
            weight_g: grams.parse().unwrap_or_default(),
            dangerous_goods: false,
        };
        Ok(checkout_rates::Checkout {
            from: Some(place(from_suburb, from_state, from_code)),
            to: place(to_suburb, to_state, to_code),
            items: vec![item],
            currency: (*currency).into(),
        })
    }

    fn write_options(
        _: checkout_rates::Checkout,
        options: Vec<checkout_rates::ShippingOption>,
    ) -> Result<Response, PluginError> {
        let line = |option: checkout_rates::ShippingOption| {
            format!(
                "{}|{}|{} {}",
                option.code, option.name, option.total.minor, option.total.currency
            )
        };
        let body = options
            .into_iter()
            .map(line)
            .collect::<Vec<_>>()
            .join("\n")
            .into_bytes();
        let header = Header {
            name: "content-type".into(),
            value: "text/plain".into(),
        };
        Ok(Response {
            status: 200,
            headers: vec![header],
            body,
        })
    }
}

fn place(suburb: &str, state: &str, postcode: &str) -> Address {
    Address {
        contact_name: None,
        company_name: None,
        email: None,
        telephone: None,
        lines: vec![],
        suburb: suburb.into(),
        state: Some(state.into()),
        postcode: postcode.into(),
        country_code: "AU".into(),
        residential: false,
    }
}
