//! The shop platform {{Name}}: open orders come in, tracking goes back.
//!
//! A start to build on: it speaks a plain JSON API at [`api::HOST`] with a bearer token. Put the
//! platform's own address here and in `plugin.toml`, and its words in [`api`].

pub mod api;

use waybill_plugin::settings::attribute;
use waybill_plugin::types::{Fulfilled, OrderPage};
use waybill_plugin::{About, Commerce, Result, http};

/// The secret setting that holds the access token; the host fills it into requests.
const TOKEN: &str = "accessToken";

/// The shop, as registered.
#[derive(Debug)]
pub struct {{Type}};

waybill_plugin::register!(commerce {{Type}});

impl Commerce for {{Type}} {
    fn about() -> About {
        let token = attribute(TOKEN, "Access token", "From the shop's own settings.").required().secret();
        About { id: "{{id}}", name: "{{Name}}", attributes: vec![token] }
    }

    fn check_account() -> Result<()> {
        http::get(api::url("/shop")).bearer(TOKEN).ok().map(drop)
    }

    fn list_orders(cursor: Option<&str>) -> Result<OrderPage> {
        let page: api::Page = http::get(api::orders(cursor)).bearer(TOKEN).json()?;
        page.read(cursor)
    }

    fn write_tracking(fulfilled: &Fulfilled) -> Result<String> {
        // The shop handles each idempotency key once, so a retry changes nothing.
        let made: api::Made = http::post(api::url("/fulfilments"))
            .bearer(TOKEN)
            .header("idempotency-key", http::query_value(&fulfilled.reference))
            .body_json(&api::Fulfilment::from_fulfilled(fulfilled))?
            .json()?;
        Ok(made.id)
    }
}
