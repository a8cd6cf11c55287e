//! Head ports for demonstrations and tests.

use data::{Change, Result, Scope};

use crate::{
    head_ports::{self, HeadPort, HeadPortId},
    zones::{self, NewLocation, Zone},
};

/// A head port with its zones.
#[derive(Debug, Clone, Copy)]
pub struct NewHeadPort {
    pub code: &'static str,
    pub name: &'static str,
    pub street: &'static str,
    pub post_code: &'static str,
    pub suburb: &'static str,
    pub zones: &'static [NewZone],
}

/// A zone with its places.
#[derive(Debug, Clone, Copy)]
pub struct NewZone {
    pub code: &'static str,
    pub name: &'static str,
    pub is_on_forwarding: bool,
    /// Postcode and suburb; an empty suburb is the whole postcode.
    pub places: &'static [(&'static str, &'static str)],
}

pub async fn add(scope: &mut Scope, new: NewHeadPort) -> Result<HeadPortId> {
    let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let port = HeadPort {
        code: new.code.to_owned(),
        name: new.name.to_owned(),
        address_line1: text(new.street),
        post_code: text(new.post_code),
        suburb: text(new.suburb),
        ..HeadPort::default()
    };
    let mut edit = scope.edit(Change::from_form(port)).await?;
    head_ports::store(scope, &mut edit).await?;
    let id = edit.record.id;
    for new in new.zones {
        let zone_location = new.places.iter().map(|(post_code, suburb)| NewLocation {
            post_code: text(post_code),
            suburb: text(suburb),
            ..NewLocation::default()
        });
        let zone = Zone {
            head_port_id: id,
            code: new.code.to_owned(),
            name: new.name.to_owned(),
            is_on_forwarding: new.is_on_forwarding,
            zone_location: zone_location.collect(),
            ..Zone::default()
        };
        let mut edit = scope.edit(Change::from_form(zone)).await?;
        zones::store(scope, &mut edit).await?;
    }
    Ok(id)
}
