//! Calls of plugin functions by their wit/v1 name, with arguments and answers as JSON.

use crate::{
    Ability, CallContext, Kind, Plugin, PluginFault, call::call, interface::functions as f,
};
use serde_json::Value;

impl Plugin {
    /// Arguments are in the interfaces' JSON form: records are objects, bytes are lists of numbers.
    /// The outer error explains why no such call is possible. Rows of a report are discarded.
    pub async fn call_by_name(
        &self,
        context: CallContext,
        function: &str,
        arguments: Vec<Value>,
    ) -> Result<Result<Value, PluginFault>, String> {
        macro_rules! invoke {
            ($call:ident) => {{
                let call_arguments = <f::$call as f::Call>::from_arguments(arguments)
                    .map_err(|error| format!("{function}: {error}"))?;
                match call(self, context, call_arguments).await {
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
            (_, "describe") if is_described => invoke!(Describe),
            (_, "check-account") if is_described => invoke!(CheckAccount),
            (_, "migrate") if has(Ability::SettingsMigration) => invoke!(Migrate),
            (_, "handle") if has(Ability::Endpoint) => invoke!(Handle),
            (Kind::Carrier, "list-services") => invoke!(ListServices),
            (Kind::Carrier, "rates") => invoke!(Rates),
            (Kind::Carrier, "rates-by-account") if has(Ability::RatingByAccount) => {
                invoke!(RatesByAccount)
            }
            (Kind::Carrier, "book") => invoke!(Book),
            (Kind::Carrier, "find") => invoke!(Find),
            (Kind::Carrier, "label") => invoke!(Label),
            (Kind::Carrier, "cancel") => invoke!(Cancel),
            (Kind::Carrier, "manifest") if has(Ability::Manifesting) => invoke!(Manifest),
            (Kind::Carrier, "track") if has(Ability::Tracking) => invoke!(Track),
            (Kind::Carrier, "book-pickup") if has(Ability::Pickup) => invoke!(BookPickup),
            (Kind::Carrier, "cancel-pickup") if has(Ability::Pickup) => invoke!(CancelPickup),
            (Kind::Carrier, "read-push") if has(Ability::TrackingPush) => invoke!(ReadTrackingPush),
            (Kind::Carrier, "read-invoice") if has(Ability::InvoiceFile) => invoke!(ReadInvoice),
            (Kind::Carrier, "check-address") if has(Ability::AddressCheck) => invoke!(CheckAddress),
            (Kind::RateEngine, "price") if has(Ability::CardPricing) => invoke!(Price),
            (Kind::RateEngine, "price-lane") if has(Ability::LanePricing) => invoke!(PriceLane),
            (Kind::RateEngine, "check") if has(Ability::CardPricing) => invoke!(Check),
            (Kind::Commerce, "list-orders") => invoke!(ListOrders),
            (Kind::Commerce, "write-tracking") => invoke!(WriteTracking),
            (Kind::Commerce, "read-checkout") if has(Ability::CheckoutRates) => {
                invoke!(ReadCheckout)
            }
            (Kind::Commerce, "write-options") if has(Ability::CheckoutRates) => {
                invoke!(WriteOptions)
            }
            (Kind::Commerce, "read-configuration") if has(Ability::CarrierService) => {
                invoke!(ReadConfiguration)
            }
            (Kind::Commerce, "configure") if has(Ability::CarrierService) => invoke!(Configure),
            (Kind::Commerce, "unconfigure") if has(Ability::CarrierService) => invoke!(Unconfigure),
            (Kind::Commerce, "read-push") if has(Ability::ShopPush) => invoke!(ReadShopPush),
            (Kind::Payment, "client-token") => invoke!(ClientToken),
            (Kind::Payment, "charge") => invoke!(Charge),
            (Kind::Payment, "find") => invoke!(FindTransaction),
            (Kind::Payment, "refund") => invoke!(Refund),
            (Kind::Payment, "authorise") if has(Ability::Authorisation) => invoke!(Authorise),
            (Kind::Payment, "capture") if has(Ability::Authorisation) => invoke!(Capture),
            (Kind::Payment, "void") if has(Ability::Authorisation) => invoke!(Void),
            (Kind::Payment, "read-push") if has(Ability::PaymentPush) => invoke!(ReadPaymentPush),
            (Kind::Report, "list-reports") => invoke!(ListReports),
            (Kind::Report, "run") => invoke!(Run),
            _ => Err(format!(
                "function {function:?}: this kind has no such function, or this plugin has not its ability"
            )),
        }
    }
}
