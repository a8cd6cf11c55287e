//! Records of wit/ that carriers exchange with the host, field by field; the engine calls guests
//! with these types.
//!
//! The engine alone switches the feature `component` on, so that the areas are checked without
//! wasmtime. A component whose records differ is rejected when it is loaded.
#![cfg_attr(
    feature = "component",
    allow(
        unsafe_code,
        reason = "the derives write a record into a guest's memory"
    )
)]

pub mod carrier;
pub mod common;
pub mod shipment;

pub use carrier::*;
pub use common::*;
pub use shipment::*;

/// Declares a record. A field of several words has its name in wit/ after `=`.
macro_rules! record {
    (
        $(#[$meta:meta])*
        $name:ident {
            $($(#[$field_meta:meta])* $field:ident $(= $wit:tt)?: $type:ty,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(
            feature = "component",
            derive(
                wasmtime::component::ComponentType,
                wasmtime::component::Lift,
                wasmtime::component::Lower
            ),
            component(record)
        )]
        pub struct $name {
            $(
                $(#[$field_meta])*
                $(#[cfg_attr(feature = "component", component(name = $wit))])?
                pub $field: $type,
            )*
        }
    };
}

/// Declares a variant type. A case has its name in wit/ after `=`.
macro_rules! variant {
    (
        $(#[$meta:meta])*
        $name:ident {
            $($(#[$case_meta:meta])* $case:ident $(($type:ty))? = $wit:tt,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(
            feature = "component",
            derive(
                wasmtime::component::ComponentType,
                wasmtime::component::Lift,
                wasmtime::component::Lower
            ),
            component(variant)
        )]
        pub enum $name {
            $(
                $(#[$case_meta])*
                #[cfg_attr(feature = "component", component(name = $wit))]
                $case $(($type))?,
            )*
        }
    };
}

use {record, variant};
