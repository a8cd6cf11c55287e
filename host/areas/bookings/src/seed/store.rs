//! Statements of the bulk seed.

use data::{Result, Scope, db::Col, tsql};

/// Returns 0 without bookings.
pub async fn load_highest_id(scope: &mut Scope) -> Result<i64> {
    let sql = tsql!("SELECT COALESCE(MAX(id), 0) FROM bookings WHERE tenant_id = $1");
    Ok(match scope.rows(sql, Vec::new()).await?.first() {
        Some(row) => row.get(0)?,
        None => 0,
    })
}

/// Inserts `copies` copies of each booking in `after` (exclusive) to `last` (inclusive), at most
/// `limit` rows in total.
pub async fn copy_bookings(
    scope: &mut Scope,
    after: i64,
    last: i64,
    copies: i64,
    limit: i64,
) -> Result<()> {
    let sql = tsql!(
        "WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < $4)
     INSERT INTO bookings (tenant_id, row_version, guid, creation_time, creator_user_id, booking_date, booking_status,
       customer_id, customer_code, customer_name, company_name, contact_name, customer_detail, carrier,
       carrier_account_id, carrier_service_code, carrier_service_name, consignment_id, reference, from_suburb,
       from_post_code, to_suburb, to_post_code, from_address, to_address, items, pickup_options, delivery_options,
       is_ready_to_pickup, total_items, total_weight, total_volume, total_cubic_weight, chargable_weight, cubic_factor,
       total_price, freight_price, insurance_price, carrier_price, quoted_net, sold_net, cost_net, insurance_net,
       from_region, to_region, pricing_detail, is_dangerous_good,
       is_insured, is_multi_leg, eta, last_tracking_status, last_tracking_modified_time, tracked_automatically,
       intent_attempts, is_uncertain, carrier_record, connote_superseded)
     SELECT tenant_id, 1, guid, creation_time, creator_user_id, booking_date, booking_status,
       customer_id, customer_code, customer_name, company_name, contact_name, customer_detail, carrier,
       carrier_account_id, carrier_service_code, carrier_service_name, consignment_id, reference, from_suburb,
       from_post_code, to_suburb, to_post_code, from_address, to_address, items, pickup_options, delivery_options,
       is_ready_to_pickup, total_items, total_weight, total_volume, total_cubic_weight, chargable_weight, cubic_factor,
       total_price, freight_price, insurance_price, carrier_price, quoted_net, sold_net, cost_net, insurance_net,
       from_region, to_region, pricing_detail, is_dangerous_good,
       is_insured, is_multi_leg, eta, last_tracking_status, last_tracking_modified_time, tracked_automatically,
       intent_attempts, is_uncertain, carrier_record, TRUE
     FROM bookings CROSS JOIN copies WHERE tenant_id = $1 AND id > $2 AND id <= $3 ORDER BY id, n LIMIT $5"
    );
    let values = vec![after.val(), last.val(), copies.val(), limit.val()];
    scope.rows(sql, values).await.map(drop)
}
