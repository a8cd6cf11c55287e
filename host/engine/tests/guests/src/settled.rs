//! Carrier whose rates echo its settings and which migrates settings of older versions.

mod guest;

use bindings::{exports::waybill::plugin::settings_migration, waybill::types::common::PluginError};

const ID: &str = "settled-guest";

mod bindings {
    #![allow(
        unsafe_code,
        reason = "generated: the calling convention of components"
    )]
    wit_bindgen::generate!({
        path: ["../../../../wit/v1/types", "../../../../wit/v1/host", "../../../../wit/v1/plugin", "../../../../wit/v1/carrier"],
        inline: "
            package waybill:guests;
            world settled {
                include waybill:carrier/carrier@1.0.0;
                include waybill:plugin/with-settings-migration@1.0.0;
            }",
        world: "waybill:guests/settled",
        generate_all,
    });
    export!(Guest with_types_in self);
    pub struct Guest;
}

impl settings_migration::Guest for bindings::Guest {
    /// Version 1 called it `shop`, version 2 calls it `store`. A shop named `unmovable` fails.
    fn migrate(from_version: String, settings: String) -> Result<String, PluginError> {
        if !from_version.starts_with("1.") {
            return Err(PluginError::Internal(format!(
                "nobody has settings of {from_version}"
            )));
        }
        if settings.contains("unmovable") {
            return Err(PluginError::Rejected(
                bindings::waybill::types::common::Refusal {
                    code: "OLD".into(),
                    message: "this shop can't be moved".into(),
                    http_status: None,
                },
            ));
        }
        Ok(settings.replace("\"shop\"", "\"store\""))
    }
}
