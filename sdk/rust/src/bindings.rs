//! What wit-bindgen makes of `wit/v1`: the shared types and host imports once, and one module a world that exports.
#![allow(unsafe_code, missing_docs, clippy::all)]

/// Types and host capabilities; the modules below map onto these, so that a `Money` is one Rust type everywhere.
pub mod shared {
    wit_bindgen::generate!({
        path: ["../../wit/v1/types", "../../wit/v1/host"],
        inline: "
            package waybill:sdk@1.0.0;
            world imports {
                import waybill:types/common@1.0.0;
                import waybill:host/log@1.0.0;
                import waybill:host/config@1.0.0;
                import waybill:host/key-value@1.0.0;
                import waybill:host/http-client@1.0.0;
                import waybill:host/clock@1.0.0;
                import waybill:host/render@1.0.0;
                import waybill:host/rate-cards@1.0.0;
            }",
        world: "waybill:sdk/imports@1.0.0",
        generate_all,
        generate_unused_types: true,
        additional_derives: [PartialEq],
    });
}

/// The world of every carrier: about, services, rating, shipping.
pub mod carrier {
    wit_bindgen::generate!({
        path: ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/carrier"],
        world: "waybill:carrier/carrier@1.0.0",
        with: {
            "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
            "waybill:host/log@1.0.0": crate::bindings::shared::waybill::host::log,
            "waybill:host/config@1.0.0": crate::bindings::shared::waybill::host::config,
            "waybill:host/key-value@1.0.0": crate::bindings::shared::waybill::host::key_value,
            "waybill:host/http-client@1.0.0": crate::bindings::shared::waybill::host::http_client,
            "waybill:host/clock@1.0.0": crate::bindings::shared::waybill::host::clock,
            "waybill:host/render@1.0.0": crate::bindings::shared::waybill::host::render,
            "waybill:host/rate-cards@1.0.0": crate::bindings::shared::waybill::host::rate_cards,
        },
        generate_all,
        additional_derives: [PartialEq],
        pub_export_macro: true,
        export_macro_name: "export_carrier",
        default_bindings_module: "waybill_plugin::bindings::carrier",
    });
}

/// The optional ability of closing the day.
pub mod carrier_manifesting {
    wit_bindgen::generate!({
        path: ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/carrier"],
        world: "waybill:carrier/carrier-manifesting@1.0.0",
        with: {
            "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
            "waybill:carrier/shipment@1.0.0": crate::bindings::carrier::waybill::carrier::shipment,
        },
        additional_derives: [PartialEq],
        pub_export_macro: true,
        export_macro_name: "export_manifesting",
        default_bindings_module: "waybill_plugin::bindings::carrier_manifesting",
    });
}

/// The optional ability of telling where goods are.
pub mod carrier_tracking {
    wit_bindgen::generate!({
        path: ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/carrier"],
        world: "waybill:carrier/carrier-tracking@1.0.0",
        with: {
            "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
            "waybill:carrier/shipment@1.0.0": crate::bindings::carrier::waybill::carrier::shipment,
        },
        additional_derives: [PartialEq],
        pub_export_macro: true,
        export_macro_name: "export_tracking",
        default_bindings_module: "waybill_plugin::bindings::carrier_tracking",
    });
}

/// The world of a rate engine.
pub mod rate_engine {
    wit_bindgen::generate!({
        path: ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/rates"],
        world: "waybill:rates/rate-engine@1.0.0",
        with: {
            "waybill:types/common@1.0.0": crate::bindings::shared::waybill::types::common,
            "waybill:host/log@1.0.0": crate::bindings::shared::waybill::host::log,
            "waybill:host/rate-cards@1.0.0": crate::bindings::shared::waybill::host::rate_cards,
        },
        additional_derives: [PartialEq],
        pub_export_macro: true,
        export_macro_name: "export_rate_engine",
        default_bindings_module: "waybill_plugin::bindings::rate_engine",
    });
}
