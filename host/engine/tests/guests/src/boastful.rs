//! A carrier that claims tracking but lacks it.

mod guest;

const ID: &str = "boastful-guest";

mod bindings {
    #![allow(
        unsafe_code,
        reason = "generated: the calling convention of components"
    )]
    wit_bindgen::generate!({
        path: ["../../../../wit/v1/types", "../../../../wit/v1/host", "../../../../wit/v1/plugin", "../../../../wit/v1/carrier"],
        world: "waybill:carrier/carrier",
        generate_all,
    });
    export!(Guest with_types_in self);
    pub struct Guest;
}
