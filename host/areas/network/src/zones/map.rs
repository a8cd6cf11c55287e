//! A head port's zones on a map.

use std::collections::HashMap;

use data::{Result, Scope, Where};
use lookups::zones::{MapPlace, Points, ZoneMap, draw_map};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    JobZoneId, Zone,
    locations::{NewLocation, ZoneLocationRow},
    routes::OfHeadPort,
};
use crate::{access::check_reader, head_ports::HeadPort};

const MAX_NAMED: usize = 20;

/// A head port's active zones on a map.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct JobZoneMap {
    /// Ordered by code.
    zones: Vec<MappedJobZone>,
    points: Points,
    /// Number of places in the zones.
    places: usize,
    /// Number of places without known coordinates.
    unlocated: usize,
    /// Examples of them.
    unlocated_examples: Vec<NewLocation>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MappedJobZone {
    id: JobZoneId,
    code: String,
    name: String,
    /// Number of places.
    places: usize,
    /// Number of suburbs and towns.
    localities: usize,
}

pub(super) async fn map(mut scope: Scope, parent: OfHeadPort) -> Result<JobZoneMap> {
    check_reader(&scope)?;
    let port: HeadPort = scope.find(parent.head_port_id).await?;
    let active = Where::all()
        .eq(Zone::HEAD_PORT_ID, port.id)
        .eq(Zone::IS_ACTIVE, true);
    let mut zones: Vec<Zone> = scope.all(active).await?;
    zones.sort_by(|one, other| one.code_key.cmp(&other.code_key));
    let ids: Vec<JobZoneId> = zones.iter().map(|zone| zone.id).collect();
    let index_of: HashMap<JobZoneId, usize> =
        ids.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    let places: Vec<ZoneLocationRow> = match ids.is_empty() {
        true => Vec::new(),
        false => {
            scope
                .all(Where::all().is_in(ZoneLocationRow::ZONE_ID, &ids))
                .await?
        }
    };
    let drawn = places.iter().map(|place| {
        let on_map = MapPlace {
            post_code: Some(&place.post_code),
            suburb_key: place.suburb_key.as_deref(),
            ..MapPlace::default()
        };
        (
            index_of[&place.zone_id],
            place.country_code.as_str(),
            on_map,
        )
    });
    let ZoneMap {
        points,
        counts,
        unlocated,
    } = draw_map(&scope, zones.len(), drawn, false).await?;
    let named = unlocated.iter().take(MAX_NAMED);
    let unlocated_examples = named.map(|at| places[*at].clone().into()).collect();
    let zones = zones.into_iter().zip(counts);
    let zones = zones.map(
        |(Zone { id, code, name, .. }, (places, localities))| MappedJobZone {
            id,
            code,
            name,
            places,
            localities,
        },
    );
    Ok(JobZoneMap {
        zones: zones.collect(),
        points,
        places: places.len(),
        unlocated: unlocated.len(),
        unlocated_examples,
    })
}
