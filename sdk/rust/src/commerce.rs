//! The trait of a shop platform, its optional abilities, and the glue that turns them into
//! component exports.

use crate::bindings::commerce::exports::waybill::commerce as exports;
use crate::bindings::{carrier_service, checkout_rates, shop_push};
use crate::types::{
    Checkout, Configuration, Fulfilled, Notice, OrderPage, ShippingOption, WebRequest, WebResponse,
};
use crate::{About, Guest, Result};

/// A shop platform: orders in, tracking out.
pub trait Commerce {
    /// Called at load and when a form opens; must not call out.
    fn about() -> About;

    /// Called when an account is saved or tested.
    fn check_account() -> Result<()>;

    /// Open orders to ship, oldest first, at most 100. `cursor` is the previous page's `next`.
    fn list_orders(cursor: Option<&str>) -> Result<OrderPage>;

    /// Notifies the shop of a shipment and returns the shop's id. Called again with the same
    /// reference after a fault: must not notify twice.
    fn write_tracking(fulfilled: &Fulfilled) -> Result<String>;
}

/// Prices at the shop's checkout: the host quotes between the two functions. Both pure.
pub trait CheckoutRates {
    /// Parses the platform's request.
    fn read_checkout(call: &WebRequest) -> Result<Checkout>;

    /// Renders the platform's response; no options is a valid answer.
    fn write_options(checkout: &Checkout, options: &[ShippingOption]) -> Result<WebResponse>;
}

/// The shop's list of checkout price providers.
pub trait CarrierService {
    /// Our entry, if there is one.
    fn read_configuration() -> Result<Option<Configuration>>;

    /// Creates or changes it: the shop calls `callback_url`.
    fn configure(callback_url: &str, active: bool) -> Result<Configuration>;

    /// Deletes it; succeeds if already deleted.
    fn unconfigure() -> Result<()>;
}

/// Events that the shop sends.
pub trait ShopPush {
    /// Called until it succeeds; empty without a relevant event.
    fn read_push(delivery: &WebRequest) -> Result<Vec<Notice>>;
}

impl<S: Commerce, K> exports::orders::Guest for Guest<S, K> {
    fn list_orders(cursor: Option<String>) -> Result<OrderPage> {
        S::list_orders(cursor.as_deref())
    }
}

impl<S: Commerce, K> exports::fulfilment::Guest for Guest<S, K> {
    fn write_tracking(fulfilled: Fulfilled) -> Result<String> {
        S::write_tracking(&fulfilled)
    }
}

impl<S: CheckoutRates, K> checkout_rates::exports::waybill::commerce::checkout_rates::Guest
    for Guest<S, K>
{
    fn read_checkout(call: WebRequest) -> Result<Checkout> {
        S::read_checkout(&call)
    }

    fn write_options(checkout: Checkout, options: Vec<ShippingOption>) -> Result<WebResponse> {
        S::write_options(&checkout, &options)
    }
}

impl<S: CarrierService, K> carrier_service::exports::waybill::commerce::carrier_service::Guest
    for Guest<S, K>
{
    fn read_configuration() -> Result<Option<Configuration>> {
        S::read_configuration()
    }

    fn configure(callback_url: String, active: bool) -> Result<Configuration> {
        S::configure(&callback_url, active)
    }

    fn unconfigure() -> Result<()> {
        S::unconfigure()
    }
}

impl<S: ShopPush, K> shop_push::exports::waybill::commerce::shop_push::Guest for Guest<S, K> {
    fn read_push(delivery: WebRequest) -> Result<Vec<Notice>> {
        S::read_push(&delivery)
    }
}
