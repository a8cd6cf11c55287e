//! Component exports by interface: required, optional and present ones.

use crate::{
    Kind,
    call::state::State,
    interface::bindings::{
        carrier::exports::waybill::{
            carrier1_0_0::{
                address_check, invoice_file, manifesting, pickup, rating, services, shipping,
                tracking, tracking_push,
            },
            carrier1_2_0::rating_by_account,
        },
        commerce::exports::waybill::commerce::{
            carrier_service, checkout_rates, fulfilment, orders, shop_push,
        },
        lanes::exports::waybill::rates::lane_engine,
        payment::exports::waybill::payment::{authorisation, gateway, payment_push},
        plugin::exports::waybill::plugin::{about, endpoint, settings_migration},
        rates::exports::waybill::rates::engine as rate_engine,
        report::exports::waybill::report::reports,
    },
};
use wasmtime::{
    Error, Result, Store,
    component::{Instance, InstancePre},
};

/// Optional ability of a plugin, one optional interface of wit/ each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ability {
    /// Pricing by cards in the engine's own format; a rate engine has this ability, the next one,
    /// or both.
    CardPricing,
    /// Pricing by the rates of a lane.
    LanePricing,
    /// Pricing for several accounts in one call.
    RatingByAccount,
    Manifesting,
    Tracking,
    Pickup,
    TrackingPush,
    InvoiceFile,
    AddressCheck,
    CheckoutRates,
    CarrierService,
    ShopPush,
    Authorisation,
    PaymentPush,
    SettingsMigration,
    Endpoint,
}

#[derive(Clone, Copy, PartialEq)]
enum Requirement {
    Required(&'static [Kind]),
    Optional(&'static [Kind], Ability),
}
use Requirement::{Optional, Required};

const EVERY: &[Kind] = &[
    Kind::Carrier,
    Kind::RateEngine,
    Kind::Commerce,
    Kind::Payment,
    Kind::Report,
];
const DESCRIBED: &[Kind] = &[Kind::Carrier, Kind::Commerce, Kind::Payment, Kind::Report];
const CARRIER: &[Kind] = &[Kind::Carrier];
const RATE_ENGINE: &[Kind] = &[Kind::RateEngine];
const COMMERCE: &[Kind] = &[Kind::Commerce];
const PAYMENT: &[Kind] = &[Kind::Payment];

/// Code common to all interfaces, from one table.
macro_rules! interfaces {
    ($($interface:ident, $name:literal, $standing:expr;)*) => {
        /// Present interfaces of a component, among those its kind allows.
        #[derive(Default)]
        pub(crate) struct Exports {
            $($interface: Option<$interface::GuestIndices>,)*
        }

        impl Exports {
            /// The error names a missing required interface or function.
            pub(crate) fn find(kind: Kind, pre: &InstancePre<State>) -> Result<Self> {
                let mut exports = Exports::default();
                $(if is_expected($standing, kind, pre, $name) {
                    exports.$interface = Some($interface::GuestIndices::new(pre)?);
                })*
                // A rate engine needs at least one of the two ways to price.
                if kind == Kind::RateEngine && exports.lane_engine.is_none() {
                    exports.rate_engine()?;
                }
                Ok(exports)
            }

            /// Checks the types of all functions; `find` checks only names.
            pub(crate) fn verify(&self, store: &mut Store<State>, instance: &Instance) -> Result<()> {
                $(if let Some(found) = &self.$interface {
                    found.load(&mut *store, instance)?;
                })*
                Ok(())
            }

            pub(crate) fn abilities(&self) -> Vec<Ability> {
                let mut abilities = Vec::new();
                $(if let (true, Optional(_, ability)) = (self.$interface.is_some(), $standing) {
                    abilities.push(ability);
                })*
                abilities.sort_unstable();
                abilities
            }

            $(pub(crate) fn $interface(&self) -> Result<&$interface::GuestIndices> {
                let missing = || Error::msg(concat!("it does not export ", $name));
                self.$interface.as_ref().ok_or_else(missing)
            })*
        }

        impl Ability {
            const fn interface(self) -> &'static str {
                $(if let Optional(_, ability) = $standing && ability as u8 == self as u8 {
                    return $name;
                })*
                ""
            }
        }
    };
}

interfaces! {
    about, "waybill:plugin/about@1.0.0", Required(DESCRIBED);
    settings_migration, "waybill:plugin/settings-migration@1.0.0", Optional(EVERY, Ability::SettingsMigration);
    endpoint, "waybill:plugin/endpoint@1.0.0", Optional(EVERY, Ability::Endpoint);
    services, "waybill:carrier/services@1.0.0", Required(CARRIER);
    rating, "waybill:carrier/rating@1.0.0", Required(CARRIER);
    shipping, "waybill:carrier/shipping@1.0.0", Required(CARRIER);
    rating_by_account, "waybill:carrier/rating-by-account@1.2.0", Optional(CARRIER, Ability::RatingByAccount);
    manifesting, "waybill:carrier/manifesting@1.0.0", Optional(CARRIER, Ability::Manifesting);
    tracking, "waybill:carrier/tracking@1.0.0", Optional(CARRIER, Ability::Tracking);
    pickup, "waybill:carrier/pickup@1.0.0", Optional(CARRIER, Ability::Pickup);
    tracking_push, "waybill:carrier/tracking-push@1.0.0", Optional(CARRIER, Ability::TrackingPush);
    invoice_file, "waybill:carrier/invoice-file@1.0.0", Optional(CARRIER, Ability::InvoiceFile);
    address_check, "waybill:carrier/address-check@1.0.0", Optional(CARRIER, Ability::AddressCheck);
    rate_engine, "waybill:rates/engine@1.0.0", Optional(RATE_ENGINE, Ability::CardPricing);
    lane_engine, "waybill:rates/lane-engine@1.1.0", Optional(RATE_ENGINE, Ability::LanePricing);
    orders, "waybill:commerce/orders@1.0.0", Required(COMMERCE);
    fulfilment, "waybill:commerce/fulfilment@1.0.0", Required(COMMERCE);
    checkout_rates, "waybill:commerce/checkout-rates@1.0.0", Optional(COMMERCE, Ability::CheckoutRates);
    carrier_service, "waybill:commerce/carrier-service@1.0.0", Optional(COMMERCE, Ability::CarrierService);
    shop_push, "waybill:commerce/shop-push@1.0.0", Optional(COMMERCE, Ability::ShopPush);
    gateway, "waybill:payment/gateway@1.0.0", Required(PAYMENT);
    authorisation, "waybill:payment/authorisation@1.0.0", Optional(PAYMENT, Ability::Authorisation);
    payment_push, "waybill:payment/payment-push@1.0.0", Optional(PAYMENT, Ability::PaymentPush);
    reports, "waybill:report/reports@1.0.0", Required(&[Kind::Report]);
}

fn is_expected(standing: Requirement, kind: Kind, pre: &InstancePre<State>, name: &str) -> bool {
    match standing {
        Required(kinds) => kinds.contains(&kind),
        Optional(kinds, _) => {
            kinds.contains(&kind) && pre.component().get_export_index(None, name).is_some()
        }
    }
}

impl Ability {
    /// Short name of the interface, as `describe` lists it: `tracking-push`.
    pub fn name(self) -> &'static str {
        let interface = self.interface();
        let after = interface
            .split_once('/')
            .map_or(interface, |(_, rest)| rest);
        after.split_once('@').map_or(after, |(name, _)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ability_is_named_like_its_interface() {
        assert_eq!(Ability::TrackingPush.name(), "tracking-push");
        assert_eq!(Ability::SettingsMigration.name(), "settings-migration");
        assert_eq!(Ability::Manifesting.name(), "manifesting");
    }
}
