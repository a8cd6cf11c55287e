//! Zones: list, page, save and delete.

use data::{
    ById, Change, Edit, Error, FieldError, ListQuery, PageOf, Result, Scope, Where, message,
    validate,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{
    Raw,
    http::{Response, deleted},
};

use super::{
    JobZoneId, Zone,
    locations::{self, NewLocation, ZoneLocationRow},
    routes::MaybeOfHeadPort,
    store::{count_locations, first_locations},
};
use crate::{access::check_reader, head_ports::HeadPort};

/// Per tenant.
pub(crate) const MAX_ZONES: i64 = 2_000;
/// Wider zones above one.
const MAX_DEPTH: usize = 10;

/// A zone with the number of its places.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "JobZoneView")]
pub(super) struct ZoneView {
    #[serde(flatten)]
    zone: Zone,
    locationcount: i64,
}

/// A single zone.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OneJobZone")]
pub(super) struct OneZone {
    zone: ZoneView,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SaveJobZone")]
pub(super) struct SaveZone {
    zone: Change<Zone>,
}

pub(super) async fn list(
    mut scope: Scope,
    parent: MaybeOfHeadPort,
    query: ListQuery,
) -> Result<PageOf<ZoneView>> {
    check_reader(&scope)?;
    if let Some(port) = parent.head_port_id {
        scope.find::<HeadPort>(port).await?;
    }
    let of_port = Where::all().eq_some(Zone::HEAD_PORT_ID, parent.head_port_id);
    let PageOf { total_count, items } = scope.page::<Zone>(&query, of_port).await?;
    let ids: Vec<JobZoneId> = items.iter().map(|zone| zone.id).collect();
    let mut counts = count_locations(&mut scope).await?;
    let mut first = first_locations(&mut scope, &ids).await?;
    let to_view = |mut zone: Zone| {
        zone.zone_location = first.remove(&zone.id).unwrap_or_default();
        let locationcount = counts.remove(&zone.id).unwrap_or_default();
        ZoneView {
            zone,
            locationcount,
        }
    };
    Ok(PageOf {
        total_count,
        items: items.into_iter().map(to_view).collect(),
    })
}

pub(super) async fn get(mut scope: Scope, ById { id }: ById<JobZoneId>) -> Result<OneZone> {
    check_reader(&scope)?;
    let zone = scope.find(id).await?;
    one(&mut scope, zone).await
}

async fn one(scope: &mut Scope, mut zone: Zone) -> Result<OneZone> {
    let mut places: Vec<ZoneLocationRow> = scope
        .all(Where::all().eq(ZoneLocationRow::ZONE_ID, zone.id))
        .await?;
    places.sort_by(|one, other| one.location_key.cmp(&other.location_key));
    let locationcount = i64::try_from(places.len()).unwrap_or(i64::MAX);
    zone.zone_location = places.into_iter().map(NewLocation::from).collect();
    Ok(OneZone {
        zone: ZoneView {
            zone,
            locationcount,
        },
    })
}

pub(super) async fn change(scope: Scope, sent: SaveZone) -> Result<OneZone> {
    if sent.zone.is_new() {
        return Err(Error::invalid("zone.id", message!("is required")));
    }
    save(scope, sent).await
}

pub(super) async fn save(mut scope: Scope, SaveZone { zone }: SaveZone) -> Result<OneZone> {
    let mut edit = scope.edit(zone).await?;
    store(&mut scope, &mut edit).await?;
    let saved = one(&mut scope, edit.record).await?;
    scope.commit().await?;
    Ok(saved)
}

/// Checks and stores a zone with its new places.
pub(crate) async fn store(scope: &mut Scope, edit: &mut Edit<Zone>) -> Result<()> {
    edit.record.code_key = edit.record.code.to_lowercase();
    let mut errors = validate::check("zone", &edit.record);
    if scope
        .first::<HeadPort>(Where::all().eq(HeadPort::ID, edit.record.head_port_id))
        .await?
        .is_none()
    {
        errors.push(FieldError::new(
            "zone.headportid",
            message!("must be the id of a head port"),
        ));
    }
    errors.extend(check_parent(scope, &edit.record).await?);
    if let Some(before) = &edit.before
        && before.head_port_id != edit.record.head_port_id
        && has_children(scope, before.id).await?
    {
        errors.push(FieldError::new(
            "zone.headportid",
            message!("cannot change while other zones are in this one"),
        ));
    }
    let same = Where::all()
        .eq(Zone::HEAD_PORT_ID, edit.record.head_port_id)
        .eq(Zone::CODE_KEY, edit.record.code_key.as_str())
        .ne(Zone::ID, edit.record.id);
    if scope.count(same).await? > 0 {
        errors.push(FieldError::new(
            "zone.code",
            message!("is the code of another zone of this head port"),
        ));
    }
    if edit.is_new() && scope.count(Where::<Zone>::all()).await? >= MAX_ZONES {
        errors.push(FieldError::new(
            "zone",
            message!("exceeds the maximum of {max} zones", max = MAX_ZONES),
        ));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let sent = std::mem::take(&mut edit.record.zone_location);
    scope.store(edit).await?;
    locations::add_all(scope, &edit.record, sent).await
}

/// A parent is a zone of the same head port and not below the zone itself.
async fn check_parent(scope: &mut Scope, zone: &Zone) -> Result<Option<FieldError>> {
    let refuse = |message| Ok(Some(FieldError::new("zone.parentid", message)));
    let mut next = zone.parent_id;
    for _ in 0..MAX_DEPTH {
        let Some(id) = next else {
            return Ok(None);
        };
        if id == zone.id {
            return refuse(message!("must not be the zone itself or one below it"));
        }
        let above: Option<Zone> = scope.first(Where::all().eq(Zone::ID, id)).await?;
        match above {
            Some(above) if above.head_port_id == zone.head_port_id => next = above.parent_id,
            _ => return refuse(message!("must be the id of a zone of the same head port")),
        }
    }
    refuse(message!(
        "exceeds the maximum of {max} zones above each other",
        max = MAX_DEPTH
    ))
}

async fn has_children(scope: &mut Scope, zone: JobZoneId) -> Result<bool> {
    let below = Where::all().eq(Zone::PARENT_ID, zone);
    Ok(scope.count(below).await? > 0)
}

pub(super) async fn delete(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ById { id } = raw.query::<ById<JobZoneId>>()?;
    scope.lock::<Zone>(id).await?;
    if has_children(&mut scope, id).await? {
        return Err(Error::invalid(
            "id",
            message!("has other zones in it: delete them first"),
        ));
    }
    scope.delete::<Zone>(id).await?;
    scope.commit().await?;
    Ok(deleted())
}
