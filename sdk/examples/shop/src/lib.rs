//! The plain shop's plugin: orders in, tracking out, prices at the checkout.
//!
//! [`wire`] has the shop's records and how they become Waybill's; here are the calls.

pub mod wire;

use waybill_plugin::types::{
    Checkout, Configuration, Fulfilled, Notice, OrderPage, PluginError, ShippingOption, WebRequest,
    WebResponse,
};
use waybill_plugin::{
    About, CarrierService, CheckoutRates, Commerce, Endpoint, Result, ShopPush, crypto, encoding,
    error, host, http, register, settings, store, web,
};

use wire::Box3;

#[derive(Debug)]
pub struct Shop;

register!(commerce Shop, checkout_rates, carrier_service, shop_push, endpoint);

const API: &str = "https://api.plainshop.example/stores";
/// Days for which an event's delivery is remembered.
const REMEMBERED: u32 = 7 * 24 * 60 * 60;

/// The store's own part of every address.
fn place() -> Result<String> {
    let mut settings = settings::plugin()?;
    let name = settings.required_text("store");
    settings.check(format!("{API}/{}", http::query_value(&name)))
}

fn signed(call: http::Call) -> http::Call {
    call.header("x-access-token", "{{secret:accessToken}}")
}

impl Commerce for Shop {
    fn about() -> About {
        About {
            id: "shop",
            name: "Plain shop",
            attributes: Vec::new(),
        }
    }

    fn check_account() -> Result<()> {
        signed(http::get(place()?)).ok().map(|_| ())
    }

    fn list_orders(cursor: Option<&str>) -> Result<OrderPage> {
        let after = cursor
            .map(|after| format!("&after={}", http::query_value(after)))
            .unwrap_or_default();
        let page: wire::Orders =
            signed(http::get(format!("{}/orders?limit=100{after}", place()?))).json()?;
        page.into_page()
    }

    fn write_tracking(fulfilled: &Fulfilled) -> Result<String> {
        let shipments = format!(
            "{}/orders/{}/shipments",
            place()?,
            http::query_value(&fulfilled.order_id)
        );
        // The shop accepts duplicates, so look first.
        let known: wire::Shipments = signed(http::get(&shipments)).json()?;
        if let Some(told) = known
            .shipments
            .into_iter()
            .find(|shipment| shipment.reference == fulfilled.reference)
        {
            return Ok(told.id);
        }
        let told: wire::Told = signed(http::post(&shipments))
            .body_json(&wire::shipment(fulfilled))?
            .json()?;
        Ok(told.id)
    }
}

impl CheckoutRates for Shop {
    fn read_checkout(call: &WebRequest) -> Result<Checkout> {
        let asked: wire::CheckoutCall = call.json()?;
        let mut settings = settings::plugin()?;
        let side = |key: &str, usual: u32| {
            settings
                .text(key)
                .and_then(|text| text.parse().ok())
                .unwrap_or(usual)
        };
        let packed = Box3 {
            length_mm: side("boxLength", 300),
            width_mm: side("boxWidth", 200),
            height_mm: side("boxHeight", 150),
        };
        settings.required_text("store");
        settings.check(())?;
        asked.into_checkout(&packed)
    }

    fn write_options(_: &Checkout, options: &[ShippingOption]) -> Result<WebResponse> {
        WebResponse::json(200, &wire::rates(options))
    }
}

impl CarrierService for Shop {
    fn read_configuration() -> Result<Option<Configuration>> {
        match signed(http::get(format!("{}/rate-provider", place()?))).json::<wire::Provider>() {
            Ok(provider) => Ok(Some(provider.into_configuration())),
            Err(PluginError::NotFound(_)) => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    fn configure(callback_url: &str, active: bool) -> Result<Configuration> {
        let request = wire::webhook_request(callback_url, active);
        let made: wire::Provider = signed(http::put(format!("{}/rate-provider", place()?)))
            .body_json(&request)?
            .json()?;
        Ok(made.into_configuration())
    }

    fn unconfigure() -> Result<()> {
        match signed(http::delete(format!("{}/rate-provider", place()?))).ok() {
            Ok(_) | Err(PluginError::NotFound(_)) => Ok(()),
            Err(fault) => Err(fault),
        }
    }
}

impl ShopPush for Shop {
    fn read_push(delivery: &WebRequest) -> Result<Vec<Notice>> {
        wire::notices(delivery)
    }
}

impl Endpoint for Shop {
    /// `/events`: each delivery handled once. The host has verified the signature; the plugin
    /// repeats it as an example.
    fn handle(request: &WebRequest) -> Result<WebResponse> {
        if (request.method.as_str(), request.path.as_str()) != ("POST", "/events") {
            return Err(web::no_such_path(request));
        }
        let given = request
            .header("x-plainshop-signature")
            .and_then(encoding::from_base64)
            .unwrap_or_default();
        if !crypto::verify_hmac_sha256("webhookSecret", &request.body, &given)? {
            return Err(error::unauthorised("the signature is not the shop's"));
        }
        let notices = wire::notices(request)?;
        if let Some(delivery) = request.header("x-plainshop-delivery") {
            let key = format!("delivery {delivery}");
            if store::get::<bool>(&key)?.is_some() {
                return WebResponse::json(
                    200,
                    &wire::Taken {
                        taken: 0,
                        repeated: true,
                    },
                );
            }
            store::set(&key, &true, Some(REMEMBERED))?;
        }
        host::info(&format!("the shop told of {} changes", notices.len()));
        WebResponse::json(
            200,
            &wire::Taken {
                taken: notices.len(),
                repeated: false,
            },
        )
    }
}
