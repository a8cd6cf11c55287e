//! Glue between wit/ and Rust. The records of the trade are carriage's; other records and all host
//! functions are generated from wit/, shared packages once.
//!
//! Exports are bound one interface at a time (`GuestIndices`), so optional abilities need no
//! separate world.
#![allow(
    unsafe_code,
    reason = "the generated accessors reuse a function whose type `load` has just checked"
)]

/// Records of `waybill:types/common`, from carriage, with the parts that generated code expects of
/// an interface.
pub mod common {
    pub use carriage::wit::common::*;
    use wasmtime::component::{HasData, Linker};

    pub trait Host {}
    impl<H: Host + ?Sized> Host for &mut H {}
    pub trait HostWithStore<T>: HasData {}
    impl<T, D: HasData + ?Sized> HostWithStore<T> for D {}

    pub fn add_to_linker<T: 'static, D: HasData>(
        linker: &mut Linker<T>,
        _: fn(&mut T) -> D::Data<'_>,
    ) -> wasmtime::Result<()> {
        linker.instance("waybill:types/common@1.0.0").map(drop)
    }
}

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
        with: {
            "waybill:host/data.rows": crate::interface::rows::Rows,
            "waybill:types/common": crate::interface::bindings::common,
        },
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

/// Declares an exported interface on carriage's records, in the form that `bindgen!` generates:
/// `GuestIndices` finds its functions by name, `load` checks their types.
macro_rules! exported {
    ($name:ident, $interface:literal, {
        $($method:ident = $function:literal($($argument:ident: $type:ty),*) -> $answer:ty;)*
    }) => {
        pub mod $name {
            use super::*;

            pub struct GuestIndices {
                $($method: ComponentExportIndex,)*
            }

            pub struct Guest {
                $($method: Func,)*
            }

            impl GuestIndices {
                pub fn new<T>(pre: &InstancePre<T>) -> Result<Self> {
                    let component = pre.component();
                    let instance = component
                        .get_export_index(None, $interface)
                        .ok_or_else(|| missing($interface, ""))?;
                    let find = |function: &str| {
                        component
                            .get_export_index(Some(&instance), function)
                            .ok_or_else(|| missing($interface, function))
                    };
                    Ok(Self { $($method: find($function)?,)* })
                }

                pub fn load(
                    &self,
                    mut store: impl AsContextMut,
                    instance: &Instance,
                ) -> Result<Guest> {
                    Ok(Guest {
                        $($method: *instance
                            .get_typed_func::<($(&$type,)*), ($answer,)>(&mut store, &self.$method)?
                            .func(),)*
                    })
                }
            }

            impl Guest {
                $(pub async fn $method(
                    &self,
                    mut store: impl AsContextMut<Data: Send>,
                    $($argument: &$type,)*
                ) -> Result<$answer> {
                    // SAFETY: `load` has checked the function's type.
                    let function = unsafe {
                        TypedFunc::<($(&$type,)*), ($answer,)>::new_unchecked(self.$method)
                    };
                    let (answer,) = function
                        .call_async(store.as_context_mut(), ($($argument,)*))
                        .await?;
                    Ok(answer)
                })*
            }
        }
    };
}

/// Carrier interfaces, required and optional; `rating-by-account` exists since 1.2,
/// `manifest-cancel` since 1.4.
pub mod carrier {
    use super::shared::waybill::types::web;
    use carriage::wit::*;
    use wasmtime::{
        AsContextMut, Error, Result,
        component::{ComponentExportIndex, Func, Instance, InstancePre, TypedFunc},
    };

    type Answer<T> = std::result::Result<T, PluginError>;

    fn missing(interface: &str, function: &str) -> Error {
        Error::msg(format!("no export `{function}` in `{interface}`"))
    }

    exported!(services, "waybill:carrier/services@1.0.0", {
        call_list_services = "list-services"() -> Vec<Service>;
    });
    exported!(rating, "waybill:carrier/rating@1.0.0", {
        call_rates = "rates"(consignment: Consignment) -> Answer<Vec<Rate>>;
    });
    exported!(rating_by_account, "waybill:carrier/rating-by-account@1.2.0", {
        call_rates_by_account = "rates-by-account"(
            accounts: Vec<Account>, consignment: Consignment
        ) -> Vec<Answer<Vec<Rate>>>;
    });
    exported!(shipping, "waybill:carrier/shipping@1.0.0", {
        call_book = "book"(request: BookRequest) -> Answer<Booked>;
        call_find = "find"(reference: String) -> Answer<Option<Booked>>;
        call_label = "label"(request: BookRequest, booked: Booked) -> Answer<File>;
        call_cancel = "cancel"(booked: Booked) -> Answer<()>;
    });
    exported!(manifesting, "waybill:carrier/manifesting@1.0.0", {
        call_manifest = "manifest"(request: ManifestRequest) -> Answer<Manifested>;
    });
    exported!(manifest_cancel, "waybill:carrier/manifest-cancel@1.4.0", {
        call_cancel_manifest = "cancel-manifest"(
            reference: String, number: String
        ) -> Answer<()>;
    });
    exported!(tracking, "waybill:carrier/tracking@1.0.0", {
        call_track = "track"(booked: Vec<Booked>) -> Answer<Vec<Tracked>>;
    });
    exported!(pickup, "waybill:carrier/pickup@1.0.0", {
        call_book_pickup = "book-pickup"(request: PickupRequest) -> Answer<Picked>;
        call_cancel_pickup = "cancel-pickup"(picked: Picked) -> Answer<()>;
    });
    exported!(tracking_push, "waybill:carrier/tracking-push@1.0.0", {
        call_read_push = "read-push"(delivery: web::Request) -> Answer<Vec<Tracked>>;
    });
    exported!(invoice_file, "waybill:carrier/invoice-file@1.0.0", {
        call_read_invoice = "read-invoice"(file: File) -> Answer<CarrierInvoice>;
    });
    exported!(address_check, "waybill:carrier/address-check@1.0.0", {
        call_check_address = "check-address"(address: Address) -> Answer<Verdict>;
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
    pub use super::carrier::*;
    pub use super::commerce::exports::waybill::commerce::*;
    pub use super::lanes::exports::waybill::rates::*;
    pub use super::payment::exports::waybill::payment::*;
    pub use super::plugin::exports::waybill::plugin::*;
    pub use super::rates::exports::waybill::rates::engine as rate_engine;
    pub use super::report::exports::waybill::report::*;
}
