//! A carrier that tracks but does not list the ability.

mod guest;

use bindings::{
    exports::waybill::carrier::tracking, waybill::carrier::shipment::Booked,
    waybill::types::common::PluginError,
};

const ID: &str = "modest-guest";

mod bindings {
    #![allow(
        unsafe_code,
        reason = "generated: the calling convention of components"
    )]
    wit_bindgen::generate!({
        path: ["../../../../wit/v1/types", "../../../../wit/v1/host", "../../../../wit/v1/plugin", "../../../../wit/v1/carrier"],
        inline: "
            package waybill:guests;
            world modest {
                include waybill:carrier/carrier@1.0.0;
                include waybill:carrier/carrier-tracking@1.0.0;
            }",
        world: "waybill:guests/modest",
        generate_all,
    });
    export!(Guest with_types_in self);
    pub struct Guest;
}

impl tracking::Guest for bindings::Guest {
    fn track(_: Vec<Booked>) -> Result<Vec<tracking::Tracked>, PluginError> {
        Ok(vec![])
    }
}
