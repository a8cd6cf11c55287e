//! A test carrier that also closes the day and tracks.

mod guest;

use bindings::exports::waybill::carrier::{manifesting, tracking};
use bindings::waybill::{
    carrier::shipment::{Booked, Event},
    types::common::PluginError,
};

const ID: &str = "full-guest";

mod bindings {
    #![allow(
        unsafe_code,
        reason = "generated: the calling convention of components"
    )]
    wit_bindgen::generate!({
        path: ["../../../../wit/v1/types", "../../../../wit/v1/host", "../../../../wit/v1/plugin", "../../../../wit/v1/carrier"],
        inline: "
            package waybill:guests;
            world full {
                include waybill:carrier/carrier@1.0.0;
                include waybill:carrier/carrier-manifesting@1.0.0;
                include waybill:carrier/carrier-tracking@1.0.0;
            }",
        world: "waybill:guests/full",
        generate_all,
    });
    export!(Guest with_types_in self);
    pub struct Guest;
}

impl manifesting::Guest for bindings::Guest {
    fn manifest(
        request: manifesting::ManifestRequest,
    ) -> Result<manifesting::Manifested, PluginError> {
        Ok(manifesting::Manifested {
            number: format!("M{}", request.entries.len()),
            sheet: None,
        })
    }
}

impl tracking::Guest for bindings::Guest {
    fn track(booked: Vec<Booked>) -> Result<Vec<tracking::Tracked>, PluginError> {
        let event = |at: &str| Event {
            id: "1".into(),
            at: at.into(),
            status: Some("InTransit".into()),
            description: "On its way".into(),
            location: "Richmond".into(),
            signed_by: None,
        };
        Ok(booked
            .into_iter()
            .map(|one| {
                // The connote `yesterday` gets an event with an invalid time.
                let at = if one.connote == "yesterday" {
                    "yesterday"
                } else {
                    "2026-01-31T09:30:00+11:00"
                };
                tracking::Tracked {
                    connote: one.connote,
                    events: vec![event(at)],
                    eta: None,
                }
            })
            .collect())
    }
}
