//! Statements on places of zones.

use std::collections::HashMap;

use data::{Result, Scope, Where, db::Col, tsql};

use super::{
    JobZoneId,
    locations::{NewLocation, ZoneLocationId, ZoneLocationRow},
};

/// Places of a zone in a list.
const MAX_LISTED: i64 = 20;

/// Counts the places of all zones.
pub(super) async fn count_locations(scope: &mut Scope) -> Result<HashMap<JobZoneId, i64>> {
    let count = tsql!(
        "SELECT zone_id, COUNT(*) FROM job_zone_locations WHERE tenant_id = $1 GROUP BY zone_id"
    );
    let rows = scope.rows(count, Vec::new()).await?;
    rows.iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .collect()
}

/// Returns the first places of zones, by postcode and suburb.
pub(super) async fn first_locations(
    scope: &mut Scope,
    zones: &[JobZoneId],
) -> Result<HashMap<JobZoneId, Vec<NewLocation>>> {
    let (Some(first), Some(last)) = (zones.iter().min(), zones.iter().max()) else {
        return Ok(HashMap::new());
    };
    let numbered = tsql!(
        "SELECT id FROM (
           SELECT id, ROW_NUMBER() OVER (PARTITION BY zone_id ORDER BY location_key) AS nth
           FROM job_zone_locations WHERE tenant_id = $1 AND zone_id BETWEEN $2 AND $3
         ) AS numbered WHERE nth <= $4"
    );
    let values = vec![first.val(), last.val(), MAX_LISTED.val()];
    let rows = scope.rows(numbered, values).await?;
    let ids: Vec<ZoneLocationId> = rows
        .iter()
        .map(|row| Ok(row.get(0)?))
        .collect::<Result<_>>()?;
    let mut rows: Vec<ZoneLocationRow> = scope
        .all(Where::all().is_in(ZoneLocationRow::ID, &ids))
        .await?;
    rows.sort_by(|one, other| one.location_key.cmp(&other.location_key));
    let mut all: HashMap<JobZoneId, Vec<NewLocation>> = HashMap::new();
    for row in rows {
        all.entry(row.zone_id).or_default().push(row.into());
    }
    Ok(all)
}
