//! The trait of a shop platform, its optional abilities, and the glue that turns them into
//! component exports.

use crate::bindings::commerce::exports::waybill::commerce as exports;
use crate::types::{
    Checkout, Configuration, Fulfilled, Notice, OrderPage, ShippingOption, WebRequest, WebResponse,
};
use crate::{About, Guest, Result, register::ability};

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

ability! {
    /// Prices at the shop's checkout: the host quotes between the two functions. Both pure.
    CheckoutRates = crate::bindings::checkout_rates::exports::waybill::commerce::checkout_rates::Guest {
        /// Parses the platform's request.
        fn read_checkout(call: WebRequest as &WebRequest) -> Result<Checkout>;

        /// Renders the platform's response; no options is a valid answer.
        fn write_options(checkout: Checkout as &Checkout, options: Vec<ShippingOption> as &[ShippingOption]) -> Result<WebResponse>;
    }
}

ability! {
    /// The shop's list of checkout price providers.
    CarrierService = crate::bindings::carrier_service::exports::waybill::commerce::carrier_service::Guest {
        /// Our entry, if there is one.
        fn read_configuration() -> Result<Option<Configuration>>;

        /// Creates or changes it: the shop calls `callback_url`.
        fn configure(callback_url: String as &str, active: bool) -> Result<Configuration>;

        /// Deletes it; succeeds if already deleted.
        fn unconfigure() -> Result<()>;
    }
}

ability! {
    /// Events that the shop sends.
    ShopPush = crate::bindings::shop_push::exports::waybill::commerce::shop_push::Guest {
        /// Called until it succeeds; empty without a relevant event.
        fn read_push(delivery: WebRequest as &WebRequest) -> Result<Vec<Notice>>;
    }
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
