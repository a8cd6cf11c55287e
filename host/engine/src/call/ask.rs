//! Calls of plugin functions by their wit/v1 name, with arguments and answers as JSON.

use crate::{
    Ability, CallContext, Kind, Plugin, PluginFault, call::call, interface::functions as f,
};
use serde_json::Value;

impl Plugin {
    /// Calls the named function with its arguments in order, each in the interfaces' JSON form:
    /// records are objects, bytes are lists of numbers. The outer error explains why no such call
    /// is possible.
    ///
    /// The rows of a report run this way are discarded.
    pub async fn call_by_name(
        &self,
        context: CallContext,
        function: &str,
        arguments: Vec<Value>,
    ) -> Result<Result<Value, PluginFault>, String> {
        macro_rules! ask {
            ($call:ident) => {{
                let asked = <f::$call as f::Call>::from_arguments(arguments)
                    .map_err(|words| format!("{function}: {words}"))?;
                match call(self, context, asked).await {
                    Ok(answer) => serde_json::to_value(&answer)
                        .map(Ok)
                        .map_err(|error| error.to_string()),
                    Err(fault) => Ok(Err(fault)),
                }
            }};
        }
        let has = |ability: Ability| self.has(ability);
        let is_described = self.loaded.exports.about().is_ok();
        match (self.manifest().kind, function) {
            (_, "describe") if is_described => ask!(Describe),
            (_, "check-account") if is_described => ask!(CheckAccount),
            (_, "migrate") if has(Ability::SettingsMigration) => ask!(Migrate),
            (_, "handle") if has(Ability::Endpoint) => ask!(Handle),
            (Kind::Carrier, "list-services") => ask!(ListServices),
            (Kind::Carrier, "rates") => ask!(Rates),
            (Kind::Carrier, "rates-by-account") if has(Ability::RatingByAccount) => {
                ask!(RatesByAccount)
            }
            (Kind::Carrier, "book") => ask!(Book),
            (Kind::Carrier, "find") => ask!(Find),
            (Kind::Carrier, "label") => ask!(Label),
            (Kind::Carrier, "cancel") => ask!(Cancel),
            (Kind::Carrier, "manifest") if has(Ability::Manifesting) => ask!(Manifest),
            (Kind::Carrier, "track") if has(Ability::Tracking) => ask!(Track),
            (Kind::Carrier, "book-pickup") if has(Ability::Pickup) => ask!(BookPickup),
            (Kind::Carrier, "cancel-pickup") if has(Ability::Pickup) => ask!(CancelPickup),
            (Kind::Carrier, "read-push") if has(Ability::TrackingPush) => ask!(ReadTrackingPush),
            (Kind::Carrier, "read-invoice") if has(Ability::InvoiceFile) => ask!(ReadInvoice),
            (Kind::Carrier, "check-address") if has(Ability::AddressCheck) => ask!(CheckAddress),
            (Kind::RateEngine, "price") if has(Ability::CardPricing) => ask!(Price),
            (Kind::RateEngine, "price-lane") if has(Ability::LanePricing) => ask!(PriceLane),
            (Kind::RateEngine, "check") if has(Ability::CardPricing) => ask!(Check),
            (Kind::Commerce, "list-orders") => ask!(ListOrders),
            (Kind::Commerce, "write-tracking") => ask!(WriteTracking),
            (Kind::Commerce, "read-checkout") if has(Ability::CheckoutRates) => ask!(ReadCheckout),
            (Kind::Commerce, "write-options") if has(Ability::CheckoutRates) => ask!(WriteOptions),
            (Kind::Commerce, "read-configuration") if has(Ability::CarrierService) => {
                ask!(ReadConfiguration)
            }
            (Kind::Commerce, "configure") if has(Ability::CarrierService) => ask!(Configure),
            (Kind::Commerce, "unconfigure") if has(Ability::CarrierService) => ask!(Unconfigure),
            (Kind::Commerce, "read-push") if has(Ability::ShopPush) => ask!(ReadShopPush),
            (Kind::Payment, "client-token") => ask!(ClientToken),
            (Kind::Payment, "charge") => ask!(Charge),
            (Kind::Payment, "find") => ask!(FindTransaction),
            (Kind::Payment, "refund") => ask!(Refund),
            (Kind::Payment, "authorise") if has(Ability::Authorisation) => ask!(Authorise),
            (Kind::Payment, "capture") if has(Ability::Authorisation) => ask!(Capture),
            (Kind::Payment, "void") if has(Ability::Authorisation) => ask!(Void),
            (Kind::Payment, "read-push") if has(Ability::PaymentPush) => ask!(ReadPaymentPush),
            (Kind::Report, "list-reports") => ask!(ListReports),
            (Kind::Report, "run") => ask!(Run),
            _ => Err(format!(
                "function {function:?}: this kind has no such function, or this plugin has not its ability"
            )),
        }
    }
}
