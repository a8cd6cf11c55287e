//! Report generator whose settings decide if its account check succeeds.

use bindings::{
    exports::waybill::{plugin::about, report::reports},
    waybill::{host::config, types::common::PluginError},
};

mod bindings {
    #![allow(
        unsafe_code,
        reason = "generated: the calling convention of components"
    )]
    wit_bindgen::generate!({
        path: ["../../../../wit/v1/types", "../../../../wit/v1/host", "../../../../wit/v1/plugin", "../../../../wit/v1/report"],
        world: "waybill:report/report",
        generate_all,
    });
    export!(Guest with_types_in self);
    pub struct Guest;
}

impl about::Guest for bindings::Guest {
    fn describe() -> about::Description {
        about::Description {
            id: "tested-guest".into(),
            display_name: "Tested".into(),
            attributes: vec![],
            abilities: vec![],
        }
    }

    fn check_account() -> Result<(), PluginError> {
        match config::plugin().contains("\"mode\":\"right\"") {
            true => Ok(()),
            false => Err(PluginError::Unauthorised("the mode is not right".into())),
        }
    }
}

impl reports::Guest for bindings::Guest {
    fn list_reports() -> Vec<reports::Report> {
        vec![]
    }

    fn run(_: String, _: String) -> Result<reports::Summary, PluginError> {
        Ok(reports::Summary {
            rows: 0,
            notes: vec![],
        })
    }
}
