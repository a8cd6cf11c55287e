//! Bindings of `wit/`: shared types and host imports once, and one module per set of exports.
#![allow(unsafe_code, missing_docs, clippy::all)]

/// Types and host capabilities, one Rust type each; the modules below map onto these.
pub mod shared {
    wit_bindgen::generate!({
        path: ["../../wit/v1/types", "../../wit/v1/host"],
        inline: "
            package waybill:sdk@1.0.0;
            world imports {
                import waybill:types/common@1.0.0;
                import waybill:types/web@1.0.0;
                import waybill:host/log@1.0.0;
                import waybill:host/config@1.0.0;
                import waybill:host/key-value@1.0.0;
                import waybill:host/http-client@1.0.0;
                import waybill:host/crypto@1.0.0;
                import waybill:host/clock@1.0.0;
                import waybill:host/render@1.0.0;
                import waybill:host/rate-cards@1.0.0;
                import waybill:host/data@1.0.0;
                import waybill:host/output@1.0.0;
            }",
        world: "waybill:sdk/imports@1.0.0",
        generate_all,
        generate_unused_types: true,
        additional_derives: [PartialEq],
    });
}

/// The goods' exact measures, a capability of 1.3.
pub mod measures {
    wit_bindgen::generate!({
        path: ["../../wit/v1.3/host"],
        inline: "
            package waybill:sdk-measures@1.0.0;
            world measures {
                import waybill:host/measures@1.3.0;
            }",
        world: "waybill:sdk-measures/measures@1.0.0",
        generate_all,
        additional_derives: [PartialEq],
    });
}

/// One module of exports, named like its ability: world, packages, existing interfaces.
macro_rules! exports {
    ($(#[$doc:meta])* $module:ident = $world:tt $(where $inline:tt)?,
     in [$($path:tt),* $(,)?], with { $($with:tt)* }) => {
        $(#[$doc])*
        pub mod $module {
            wit_bindgen::generate!({
                path: [$($path),*],
                $(inline: $inline,)?
                world: $world,
                with: { $($with)* },
                generate_all,
                additional_derives: [PartialEq],
                pub_export_macro: true,
            });

            /// The ability's name in `describe`.
            pub const NAME: &str = {
                const KEBAB: [u8; stringify!($module).len()] =
                    crate::register::kebab(stringify!($module));
                crate::register::as_text(&KEBAB)
            };
        }
    };
}

exports! {
    /// Self-description, for all but rate engines.
    about = "waybill:sdk-about/about@1.0.0" where "
    package waybill:sdk-about@1.0.0;
    world about {
        export waybill:plugin/about@1.0.0;
    }",
    in ["../../wit/v1/types", "../../wit/v1/plugin"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
    }
}

exports! {
    /// Optional: migrates settings of an older version.
    settings_migration = "waybill:plugin/with-settings-migration@1.0.0",
    in ["../../wit/v1/types", "../../wit/v1/plugin"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
    }
}

exports! {
    /// Optional: HTTP endpoints.
    endpoint = "waybill:plugin/with-endpoint@1.0.0",
    in ["../../wit/v1/types", "../../wit/v1/plugin"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
        "waybill:types/web@1.0.0": crate::bindings::shared::waybill::types::web,
    }
}

exports! {
    /// Functions of every carrier.
    carrier = "waybill:sdk-carrier/carrier@1.0.0" where "
    package waybill:sdk-carrier@1.0.0;
    world carrier {
        export waybill:carrier/services@1.0.0;
        export waybill:carrier/rating@1.0.0;
        export waybill:carrier/shipping@1.0.0;
    }",
    in ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/carrier"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
    }
}

exports! {
    /// Optional: prices several accounts in one call.
    rating_by_account = "waybill:sdk-by-account/by-account@1.0.0" where "
    package waybill:sdk-by-account@1.0.0;
    world by-account {
        export waybill:carrier/rating-by-account@1.2.0;
    }",
    in [
        "../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/carrier",
        "../../wit/v1.2/carrier",
    ],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
        "waybill:carrier/shipment@1.0.0": crate::bindings::carrier::waybill::carrier::shipment,
    }
}

exports! {
    /// Optional: closes the day.
    manifesting = "waybill:carrier/carrier-manifesting@1.0.0",
    in ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/carrier"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
        "waybill:carrier/shipment@1.0.0": crate::bindings::carrier::waybill::carrier::shipment,
    }
}

exports! {
    /// Optional: takes closed manifests back.
    manifest_cancel = "waybill:carrier/carrier-manifest-cancel@1.4.0",
    in ["../../wit/v1/types", "../../wit/v1.4/carrier"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
    }
}

exports! {
    /// Optional: tracking.
    tracking = "waybill:carrier/carrier-tracking@1.0.0",
    in ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/carrier"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
        "waybill:carrier/shipment@1.0.0": crate::bindings::carrier::waybill::carrier::shipment,
    }
}

exports! {
    /// Optional: collections.
    pickup = "waybill:carrier/carrier-pickup@1.0.0",
    in ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/carrier"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
        "waybill:carrier/shipment@1.0.0": crate::bindings::carrier::waybill::carrier::shipment,
    }
}

exports! {
    /// Optional: reads pushed tracking.
    tracking_push = "waybill:carrier/carrier-tracking-push@1.0.0",
    in ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/carrier"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
        "waybill:types/web@1.0.0": crate::bindings::shared::waybill::types::web,
        "waybill:carrier/shipment@1.0.0": crate::bindings::carrier::waybill::carrier::shipment,
    }
}

exports! {
    /// Optional: reads the carrier's invoices.
    invoice_file = "waybill:carrier/carrier-invoice-file@1.0.0",
    in ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/carrier"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
    }
}

exports! {
    /// Optional: checks addresses.
    address_check = "waybill:carrier/carrier-address-check@1.0.0",
    in ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/carrier"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
    }
}

exports! {
    /// Functions of a rate engine.
    rate_engine = "waybill:sdk-rates/rate-engine@1.0.0" where "
    package waybill:sdk-rates@1.0.0;
    world rate-engine {
        export waybill:rates/engine@1.0.0;
    }",
    in ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/rates"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
        "waybill:host/rate-cards@1.0.0": crate::bindings::shared::waybill::host::rate_cards,
    }
}

exports! {
    /// Pricing of lanes, for rate engines of rows.
    lane_engine = "waybill:sdk-lanes/lane-engine@1.0.0" where "
    package waybill:sdk-lanes@1.0.0;
    world lane-engine {
        export waybill:rates/lane-engine@1.1.0;
    }",
    in ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1.1/rates"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
    }
}

exports! {
    /// Functions of every shop platform.
    commerce = "waybill:sdk-commerce/commerce@1.0.0" where "
    package waybill:sdk-commerce@1.0.0;
    world commerce {
        export waybill:commerce/orders@1.0.0;
        export waybill:commerce/fulfilment@1.0.0;
    }",
    in ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/commerce"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
    }
}

exports! {
    /// Optional: prices at the checkout.
    checkout_rates = "waybill:commerce/commerce-checkout-rates@1.0.0",
    in ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/commerce"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
        "waybill:types/web@1.0.0": crate::bindings::shared::waybill::types::web,
    }
}

exports! {
    /// Optional: a list of checkout price providers.
    carrier_service = "waybill:commerce/commerce-carrier-service@1.0.0",
    in ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/commerce"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
    }
}

exports! {
    /// Optional: reads pushed changes.
    shop_push = "waybill:commerce/commerce-push@1.0.0",
    in ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/commerce"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
        "waybill:types/web@1.0.0": crate::bindings::shared::waybill::types::web,
        "waybill:commerce/shop@1.0.0": crate::bindings::commerce::waybill::commerce::shop,
    }
}

exports! {
    /// Functions of every card payment provider.
    payment = "waybill:sdk-payment/payment@1.0.0" where "
    package waybill:sdk-payment@1.0.0;
    world payment {
        export waybill:payment/gateway@1.0.0;
    }",
    in ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/payment"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
    }
}

exports! {
    /// Optional: reserves now, captures later.
    authorisation = "waybill:payment/payment-authorisation@1.0.0",
    in ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/payment"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
        "waybill:payment/card@1.0.0": crate::bindings::payment::waybill::payment::card,
    }
}

exports! {
    /// Optional: reads pushed changes.
    payment_push = "waybill:payment/payment-with-push@1.0.0",
    in ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/payment"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
        "waybill:types/web@1.0.0": crate::bindings::shared::waybill::types::web,
        "waybill:payment/card@1.0.0": crate::bindings::payment::waybill::payment::card,
    }
}

exports! {
    /// Functions of every report generator.
    report = "waybill:sdk-report/report@1.0.0" where "
    package waybill:sdk-report@1.0.0;
    world report {
        export waybill:report/reports@1.0.0;
    }",
    in ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/report"],
    with {
        "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
    }
}
