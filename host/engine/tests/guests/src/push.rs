//! Carrier of the endpoint tests with pushed tracking: each line of a delivery is a connote, an
//! event, a time and a status.

use bindings::{
    Guest,
    exports::waybill::{carrier as c, plugin::about},
    waybill::{
        carrier::shipment::{Booked, Consignment, Event},
        types::{
            common::{File, PluginError},
            web::Request,
        },
    },
};

mod bindings {
    #![allow(
        unsafe_code,
        reason = "generated: the calling convention of components"
    )]
    wit_bindgen::generate!({
        path: ["../../../../wit/v1/types", "../../../../wit/v1/host", "../../../../wit/v1/plugin", "../../../../wit/v1/carrier"],
        inline: "
            package waybill:guests;
            world push {
                include waybill:carrier/carrier@1.0.0;
                include waybill:carrier/carrier-tracking-push@1.0.0;
            }",
        world: "waybill:guests/push",
        generate_all,
    });
    export!(Guest with_types_in self);
    pub struct Guest;
}

impl about::Guest for Guest {
    fn describe() -> about::Description {
        about::Description {
            id: "push-guest".into(),
            display_name: "Push".into(),
            attributes: vec![],
            abilities: vec!["tracking-push".into()],
        }
    }

    fn check_account() -> Result<(), PluginError> {
        Ok(())
    }
}

impl c::services::Guest for Guest {
    fn list_services() -> Vec<c::services::Service> {
        vec![]
    }
}

impl c::rating::Guest for Guest {
    fn rates(_: Consignment) -> Result<Vec<c::rating::Rate>, PluginError> {
        Err(push_only())
    }
}

impl c::shipping::Guest for Guest {
    fn book(_: c::shipping::BookRequest) -> Result<Booked, PluginError> {
        Err(push_only())
    }
    fn find(_: String) -> Result<Option<Booked>, PluginError> {
        Ok(None)
    }
    fn label(_: c::shipping::BookRequest, _: Booked) -> Result<File, PluginError> {
        Err(push_only())
    }
    fn cancel(_: Booked) -> Result<(), PluginError> {
        Err(push_only())
    }
}

fn push_only() -> PluginError {
    PluginError::Unsupported("this carrier only tells where goods are".into())
}

impl c::tracking_push::Guest for Guest {
    fn read_push(delivery: Request) -> Result<Vec<c::tracking_push::Tracked>, PluginError> {
        let body = String::from_utf8(delivery.body)
            .map_err(|error| PluginError::Internal(error.to_string()))?;
        let read = |line: &str| {
            let mut words = line.split_whitespace().map(str::to_owned);
            let (connote, id, at, status) =
                (words.next()?, words.next()?, words.next()?, words.next()?);
            let event = Event {
                id,
                at,
                status: Some(status),
                description: "As told".into(),
                location: "Richmond".into(),
                signed_by: None,
            };
            Some(c::tracking_push::Tracked {
                connote,
                events: vec![event],
                eta: None,
            })
        };
        let parsed: Option<Vec<_>> = body.lines().map(read).collect();
        parsed.ok_or_else(|| PluginError::Internal("a line is not of four words".into()))
    }
}
