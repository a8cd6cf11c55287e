//! Rust types and glue generated from wit/v1: the shared packages once, each kind's world mapped onto them.
//!
//! Exports are bound one interface at a time (`GuestIndices`), so that an optional ability is discovered by asking
//! the component for it instead of by a world of its own.
#![allow(unsafe_code, reason = "the generated accessors reuse a function whose type `load` has just checked")]

/// What every kind shares: the records of `waybill:types` and the capabilities of `waybill:host`.
pub mod shared {
    wasmtime::component::bindgen!({
        path: ["../../wit/v1/types", "../../wit/v1/host"],
        inline: "
            package waybill:everything;
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
        world: "waybill:everything/imports",
        imports: {
            "waybill:host/key-value": async | trappable,
            "waybill:host/http-client": async | trappable,
            "waybill:host/render": async | trappable,
            "waybill:host/rate-cards": async | trappable,
            default: trappable,
        },
        additional_derives: [PartialEq],
        require_store_data_send: true,
    });
}

/// The carrier's interfaces; `carrier-full` names them all, required and optional.
pub mod carrier {
    wasmtime::component::bindgen!({
        path: ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/plugin", "../../wit/v1/carrier"],
        world: "waybill:carrier/carrier-full",
        exports: { default: async },
        additional_derives: [PartialEq],
        with: {
            "waybill:types": super::shared::waybill::types,
            "waybill:host": super::shared::waybill::host,
        },
        require_store_data_send: true,
    });
}

/// The rate engine's interface.
pub mod rates {
    wasmtime::component::bindgen!({
        path: ["../../wit/v1/types", "../../wit/v1/host", "../../wit/v1/rates"],
        world: "waybill:rates/rate-engine",
        exports: { default: async },
        additional_derives: [PartialEq],
        with: {
            "waybill:types": super::shared::waybill::types,
            "waybill:host": super::shared::waybill::host,
        },
        require_store_data_send: true,
    });
}
