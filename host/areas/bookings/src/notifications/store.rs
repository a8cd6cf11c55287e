//! Statements of status emails.

use data::{Result, Scope, db::Col, ids::BookingId, tsql};

use crate::bookings::status::Status;

/// Records recipient and status in the email's transaction, so that a redelivered event sends one
/// email. False if already recorded.
pub async fn claim_recipient(
    scope: &mut Scope,
    booking: BookingId,
    status: Status,
    email: &str,
) -> Result<bool> {
    let sql = tsql!(
        "INSERT INTO booking_mails (tenant_id, row_version, booking_id, status, email, creation_time)
         SELECT $1, 1, $2, $3, $4, $5
         WHERE NOT EXISTS (SELECT 1 FROM booking_mails
           WHERE tenant_id = $1 AND booking_id = $2 AND status = $3 AND email = $4)
         ON CONFLICT (tenant_id, booking_id, status, email) DO NOTHING RETURNING id"
    );
    let values = vec![
        booking.val(),
        status.val(),
        email.to_owned().val(),
        scope.now().val(),
    ];
    Ok(!scope.rows(sql, values).await?.is_empty())
}
