//! Rust types and glue generated from wit/v1: shared packages once, each kind's interfaces mapped
//! onto them.
//!
//! Exports are bound one interface at a time (`GuestIndices`), so optional abilities need no
//! separate world.
#![allow(
    unsafe_code,
    reason = "the generated accessors reuse a function whose type `load` has just checked"
)]

pub mod shared {
    wasmtime::component::bindgen!({
        path: ["../../wit/v1/types", "../../wit/v1/host"],
        inline: "
            package waybill:everything;
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
        world: "waybill:everything/imports",
        imports: {
            "waybill:host/key-value": async | trappable,
            "waybill:host/http-client": async | trappable,
            "waybill:host/render": async | trappable,
            "waybill:host/rate-cards": async | trappable,
            "waybill:host/data": async | trappable,
            "waybill:host/output": async | trappable,
            default: trappable,
        },
        with: { "waybill:host/data.rows": crate::interface::rows::Rows },
        additional_derives: [PartialEq, serde::Serialize, serde::Deserialize],
        require_store_data_send: true,
    });
}

/// Exact measures of goods, a capability since 1.3.
pub mod measures {
    wasmtime::component::bindgen!({
        path: ["../../wit/v1.3/host"],
        inline: "
            package waybill:everything;
            world measures {
                import waybill:host/measures@1.3.0;
            }",
        world: "waybill:everything/measures",
        imports: { default: trappable },
        additional_derives: [PartialEq, serde::Serialize, serde::Deserialize],
        require_store_data_send: true,
    });
}

pub mod plugin {
    wasmtime::component::bindgen!({
        path: ["../../wit/v1/types", "../../wit/v1/plugin"],
        world: "waybill:plugin/plugin-full",
        exports: { default: async },
        additional_derives: [PartialEq, serde::Serialize, serde::Deserialize],
        with: { "waybill:types": super::shared::waybill::types },
        require_store_data_send: true,
    });
}

/// Carrier interfaces, required and optional; `rating-by-account` exists since 1.2,
/// `manifest-cancel` since 1.4.
pub mod carrier {
    wasmtime::component::bindgen!({
        path: ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/carrier", "../../wit/v1.2/carrier", "../../wit/v1.4/carrier"],
        inline: "
            package waybill:everything;
            world carrier {
                export waybill:carrier/services@1.0.0;
                export waybill:carrier/rating@1.0.0;
                export waybill:carrier/rating-by-account@1.2.0;
                export waybill:carrier/shipping@1.0.0;
                export waybill:carrier/manifesting@1.0.0;
                export waybill:carrier/manifest-cancel@1.4.0;
                export waybill:carrier/tracking@1.0.0;
                export waybill:carrier/pickup@1.0.0;
                export waybill:carrier/tracking-push@1.0.0;
                export waybill:carrier/invoice-file@1.0.0;
                export waybill:carrier/address-check@1.0.0;
            }",
        world: "waybill:everything/carrier",
        exports: { default: async },
        additional_derives: [PartialEq, serde::Serialize, serde::Deserialize],
        with: { "waybill:types": super::shared::waybill::types },
        require_store_data_send: true,
    });
}

pub mod rates {
    wasmtime::component::bindgen!({
        path: ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/rates"],
        world: "waybill:rates/rate-engine",
        exports: { default: async },
        additional_derives: [PartialEq, serde::Serialize, serde::Deserialize],
        with: {
            "waybill:types": super::shared::waybill::types,
            "waybill:host": super::shared::waybill::host,
        },
        require_store_data_send: true,
    });
}

/// Rate engine interface for rows, added in 1.1.
pub mod lanes {
    wasmtime::component::bindgen!({
        path: ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1.1/rates"],
        inline: "
            package waybill:everything;
            world lanes {
                export waybill:rates/lane-engine@1.1.0;
            }",
        world: "waybill:everything/lanes",
        exports: { default: async },
        additional_derives: [PartialEq, serde::Serialize, serde::Deserialize],
        with: { "waybill:types": super::shared::waybill::types },
        require_store_data_send: true,
    });
}

pub mod commerce {
    wasmtime::component::bindgen!({
        path: ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/commerce"],
        inline: "
            package waybill:everything;
            world commerce {
                export waybill:commerce/orders@1.0.0;
                export waybill:commerce/fulfilment@1.0.0;
                export waybill:commerce/checkout-rates@1.0.0;
                export waybill:commerce/carrier-service@1.0.0;
                export waybill:commerce/shop-push@1.0.0;
            }",
        world: "waybill:everything/commerce",
        exports: { default: async },
        additional_derives: [PartialEq, serde::Serialize, serde::Deserialize],
        with: { "waybill:types": super::shared::waybill::types },
        require_store_data_send: true,
    });
}

pub mod payment {
    wasmtime::component::bindgen!({
        path: ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/payment"],
        inline: "
            package waybill:everything;
            world payment {
                export waybill:payment/gateway@1.0.0;
                export waybill:payment/authorisation@1.0.0;
                export waybill:payment/payment-push@1.0.0;
            }",
        world: "waybill:everything/payment",
        exports: { default: async },
        additional_derives: [PartialEq, serde::Serialize, serde::Deserialize],
        with: { "waybill:types": super::shared::waybill::types },
        require_store_data_send: true,
    });
}

pub mod report {
    wasmtime::component::bindgen!({
        path: ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/report"],
        inline: "
            package waybill:everything;
            world report {
                export waybill:report/reports@1.0.0;
            }",
        world: "waybill:everything/report",
        exports: { default: async },
        additional_derives: [PartialEq, serde::Serialize, serde::Deserialize],
        with: { "waybill:types": super::shared::waybill::types },
        require_store_data_send: true,
    });
}

/// Exported interfaces under their names in the table of functions.
pub mod exported {
    pub use super::carrier::exports::waybill::{carrier1_0_0::*, carrier1_2_0::*, carrier1_4_0::*};
    pub use super::commerce::exports::waybill::commerce::*;
    pub use super::lanes::exports::waybill::rates::*;
    pub use super::payment::exports::waybill::payment::*;
    pub use super::plugin::exports::waybill::plugin::*;
    pub use super::rates::exports::waybill::rates::engine as rate_engine;
    pub use super::report::exports::waybill::report::*;
}
