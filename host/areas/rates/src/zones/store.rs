//! Statements on the locations of zones.

use data::{Result, Scope, db::Col, ids::RateCardId, tsql};

use crate::zones::routes::RateZoneId;

/// Normalised parts of an address for a search.
pub(crate) struct LocationQuery {
    pub country_code: String,
    pub post_code: String,
    pub suburb_key: String,
    pub state_code: String,
    /// Ignores suburbs.
    pub by_post_code: bool,
    /// Includes post code ranges.
    pub with_ranges: bool,
}

pub(crate) struct MatchingLocation {
    pub id: i64,
    pub zone_id: RateZoneId,
    pub post_code: Option<String>,
    pub post_code_to: Option<String>,
    pub has_suburb: bool,
    pub has_state: bool,
}

pub(crate) async fn load_matching_locations(
    scope: &mut Scope,
    card: RateCardId,
    query: LocationQuery,
) -> Result<Vec<MatchingLocation>> {
    // Ranges are numeric: texts of equal length compare correctly.
    let matching = tsql!(
        "SELECT zone_id, post_code, post_code_to, suburb_key, state_code, id FROM rate_zone_locations
         WHERE tenant_id = $1 AND rate_card_id = $2 AND country_code = $3 AND post_code = $4 AND post_code_to IS NULL
           AND ($7 OR suburb_key IS NULL OR suburb_key = $5)
         UNION ALL SELECT zone_id, post_code, post_code_to, suburb_key, state_code, id FROM rate_zone_locations
         WHERE tenant_id = $1 AND rate_card_id = $2 AND country_code = $3 AND post_code_to >= $4 AND post_code <= $4
           AND length(post_code) = length($4) AND $8
         UNION ALL SELECT zone_id, post_code, post_code_to, suburb_key, state_code, id FROM rate_zone_locations
         WHERE tenant_id = $1 AND rate_card_id = $2 AND country_code = $3 AND post_code IS NULL
           AND (state_code IS NULL OR state_code = $6)"
    );
    let values = vec![
        card.val(),
        query.country_code.val(),
        query.post_code.val(),
        query.suburb_key.val(),
        query.state_code.val(),
        query.by_post_code.val(),
        query.with_ranges.val(),
    ];
    let rows = scope.rows(matching, values).await?;
    rows.iter()
        .map(|row| {
            Ok(MatchingLocation {
                id: row.get(5)?,
                zone_id: row.get(0)?,
                post_code: row.get(1)?,
                post_code_to: row.get(2)?,
                has_suburb: !row.is_null(3)?,
                has_state: !row.is_null(4)?,
            })
        })
        .collect()
}
